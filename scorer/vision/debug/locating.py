"""Debug pictures of locating and rectifying."""

from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.boards.picture import BoardPicture
from scorer.vision.geometry import Mapping, Rectified

Picture = NDArray[np.uint8]

_LINE = (255, 0, 200)
_CORNER = (0, 230, 255)
_CORNER_NAMES = ("top left", "top right", "bottom right", "bottom left")
_TILE_MM = 12.5


def located_picture(rgb: Picture, picture: BoardPicture, mapping: Mapping) -> Picture:
    """Return the photo with the roads of the map where they were found, corners named."""
    shown = rgb.copy()
    thick = max(1, round(max(rgb.shape[:2]) / 900))
    for road in picture.board.roads:
        path = _along(np.array(road.path, dtype=np.float64))
        at = np.round(mapping.to_photo(path)).astype(np.int32)
        cv2.polylines(shown, [at], False, _LINE, thick, cv2.LINE_AA)
    corners = mapping.to_photo(picture.map_corners_mm)
    for name, (x, y) in zip(_CORNER_NAMES, np.round(corners).astype(int).tolist(), strict=True):
        cv2.circle(shown, (x, y), 7 * thick, _CORNER, 2 * thick, cv2.LINE_AA)
        place = (x + 8 * thick, y - 8 * thick)
        font, size = cv2.FONT_HERSHEY_SIMPLEX, 0.5 * thick
        cv2.putText(shown, name, place, font, size, (0, 0, 0), 3 * thick, cv2.LINE_AA)
        cv2.putText(shown, name, place, font, size, _CORNER, thick, cv2.LINE_AA)
    return shown


def aligned_picture(rectified: Rectified) -> Picture:
    """Return photo and blank board in turn, as a chessboard: lines must run on across tiles."""
    height, width = rectified.rgb.shape[:2]
    tile = _TILE_MM * rectified.px_per_mm
    rows = (np.arange(height) // tile).astype(int)[:, None]
    columns = (np.arange(width) // tile).astype(int)[None]
    photo = ((rows + columns) % 2 == 0)[..., None]
    mixed = np.where(photo, rectified.rgb, _same_light(rectified))
    mixed[~rectified.seen] = (255, 0, 200)
    return np.asarray(mixed, np.uint8)


def _same_light(rectified: Rectified) -> Picture:
    """Return the blank board with the photo's overall brightness and tint."""
    ratio = np.median(rectified.rgb, axis=(0, 1)) / np.maximum(
        np.median(rectified.reference, axis=(0, 1)), 1
    )
    return np.asarray(np.clip(rectified.reference * ratio, 0, 255), np.uint8)


def _along(path: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return *path* with points in between, so that bends of the board show."""
    steps = np.linspace(0, 1, 9)[:, None]
    pieces = [one + steps * (other - one) for one, other in pairwise(path)]
    return np.concatenate(pieces)
