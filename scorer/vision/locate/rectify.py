"""The photo of a map laid over its blank board, pixel to pixel."""

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.boards.picture import BoardPicture
from scorer.vision.geometry import PX_PER_MM, Frame, Mapping, Rectified, frame_of, remap, sources

# Photos finer than this times the rectified picture are averaged down first.
_FINER = 1.6

Picture = NDArray[np.uint8]


def rectify(rgb: Picture, picture: BoardPicture, mapping: Mapping) -> Rectified:
    """Return the map in a photo as seen from straight above.

    Parameters
    ----------
    rgb : (H, W, 3) uint8
        Upright photo.
    picture : BoardPicture
    mapping : Mapping
        From mm on the page to pixels of the photo.
    """
    frame = frame_of(picture)
    flat, seen = flattened(rgb, picture, frame, mapping)
    return Rectified(flat, frame.reference, frame.origin_mm, PX_PER_MM, seen, frame.known)


def flattened(
    rgb: Picture, picture: BoardPicture, frame: Frame, mapping: Mapping
) -> tuple[Picture, NDArray[np.bool_]]:
    """Return *frame* of the page as *mapping* finds it in *rgb*, and where the photo reaches."""
    rgb, mapping = _halved(rgb, picture, mapping)
    at = sources(frame, mapping, PX_PER_MM)
    height, width = rgb.shape[:2]
    x, y = at[..., 0], at[..., 1]
    seen = (x >= 0) & (y >= 0) & (x <= width - 1) & (y <= height - 1)
    return remap(rgb, at), np.asarray(seen)


def coarse(picture: BoardPicture, mapping: Mapping) -> bool:
    """Return whether a photo at half its size shows the map coarser than ``rectify`` asks for.

    Parameters
    ----------
    picture : BoardPicture
    mapping : Mapping
        From mm on the page to pixels of the halved photo.
    """
    return _px_per_mm(picture, mapping) <= _FINER * PX_PER_MM / 2


def _px_per_mm(picture: BoardPicture, mapping: Mapping) -> float:
    corners = mapping.to_photo(picture.map_corners_mm)
    side_px = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean()
    side_mm = np.linalg.norm(np.diff(picture.map_corners_mm, axis=0), axis=1).mean()
    return float(side_px / side_mm)


def _halved(rgb: Picture, picture: BoardPicture, mapping: Mapping) -> tuple[Picture, Mapping]:
    """Return photo and mapping at half size while the photo is that much finer than needed.

    Averaging four pixels takes the noise down; skipping three of them would keep it.
    """
    finer = _px_per_mm(picture, mapping)
    while finer > _FINER * PX_PER_MM and min(rgb.shape[:2]) > 2:
        height, width = rgb.shape[0] // 2, rgb.shape[1] // 2
        small = cv2.resize(
            rgb[: 2 * height, : 2 * width], (width, height), interpolation=cv2.INTER_AREA
        )
        rgb, mapping, finer = np.asarray(small, np.uint8), mapping.scaled(0.5), finer / 2
    return rgb, mapping
