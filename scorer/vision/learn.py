"""Learning what a board looks like from one photo of it with nothing drawn on it.

The board's geometry is known; where it lies in the photo is found by its lattice of roads
and the colours of its landmarks, or told by four corners.
"""

from dataclasses import replace
from itertools import islice

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board import Board, LandmarkKind
from scorer.vision.gate import NotRead, NotReadReason, open_photo
from scorer.vision.lattice import lattice_candidates
from scorer.vision.locate import is_view
from scorer.vision.picture import BoardPicture
from scorer.vision.rectify import PX_PER_MM, Frame, Mapping, flattened
from scorer.vision.refine import refine, road_agreement

Doubles = NDArray[np.float64]
Picture = NDArray[np.uint8]

_SEARCH_PX = 2000
_MOST_LATTICES = 16
# Roads are this wide on one board or another, as shares of a location.
_ROAD_SHARES = tuple(percent / 100 for percent in range(3, 17))
_BEST_SKETCHES = 4
# How far roads drawn from the geometry may be off at first.
_REACH_MM = 4.0
_LEAST_AGREEMENT = 0.2
# Directions of the landmarks' colours in the a and b channels of Lab.
_COLOURS = {
    LandmarkKind.RED: (0.9, 0.4),
    LandmarkKind.GREEN: (-0.8, 0.6),
    LandmarkKind.BLUE: (0.0, -1.0),
    LandmarkKind.PURPLE: (0.7, -0.7),
    LandmarkKind.YELLOW: (0.0, 1.0),
    LandmarkKind.GREY: (0.0, 0.0),
}


def learn_board(
    blank_photo: bytes, board: Board, corners_xy: Doubles | None = None
) -> BoardPicture | NotRead:
    """Return the reference picture that a photo of a blank board makes.

    Parameters
    ----------
    blank_photo : bytes
        A picture file.
    board : Board
        Where everything is on the page.
    corners_xy : (4, 2) float, optional
        The map's corners a0, g0, g6, a6 in the upright photo; else the map is looked for.
    """
    photo = open_photo(blank_photo)
    if isinstance(photo, NotRead):
        return photo
    if corners_xy is not None:
        sketch = _sketch(board, _ROAD_SHARES[0])
        in_rgb = (np.asarray(corners_xy) + 0.5) / photo.scale - 0.5
        return _page(photo.rgb, sketch, Mapping.from_corners(sketch, in_rgb))
    found = _found(photo.rgb, board)
    if found is None:
        return NotRead(
            NotReadReason.NO_BOARD,
            "The roads of the map were not found. Photograph the blank board from straight "
            "above in even light, or set the four corners by hand.",
            photo.size,
        )
    return _page(photo.rgb, *found)


def colour_agreement(rgb: Picture, board: Board, mapping: Mapping) -> float:
    """Return how well the colours of the locations fit the landmarks, -1 to 1.

    Parameters
    ----------
    rgb : (H, W, 3) uint8
    board : Board
    mapping : Mapping
        From mm on the page to pixels of *rgb*.
    """
    lab = cv2.cvtColor(rgb, cv2.COLOR_RGB2LAB)
    seen, wanted = [], []
    for cell in board.cells:
        if cell.location.name:
            continue
        landmarks = board.landmark_at.get(cell.location, ())
        wanted.append(_COLOURS[landmarks[0].kind] if landmarks else (0.0, 0.0))
        seen.append(_colour(lab, mapping.to_photo(_inner(np.array(cell.polygon)))))
    one, other = np.array(wanted), np.array(seen)
    # A tint of the light shifts all locations alike.
    one, other = one - one.mean(axis=0), other - other.mean(axis=0)
    spread = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float((one * other).sum()) / spread if spread > 0 else 0.0


def _colour(lab: NDArray[np.generic], at: Doubles) -> Doubles:
    height, width = lab.shape[:2]
    x = np.clip(np.round(at[..., 0]).astype(int), 0, width - 1)
    y = np.clip(np.round(at[..., 1]).astype(int), 0, height - 1)
    return np.asarray(lab[y, x].reshape(-1, 3)[:, 1:].astype(np.float64).mean(axis=0))


def _inner(polygon: Doubles) -> Doubles:
    """Return places spread over the middle of a location."""
    middle, half = polygon.mean(axis=0), 0.3 * np.ptp(polygon, axis=0)
    steps = np.linspace(-1, 1, 13)
    return np.asarray(middle + np.stack(np.meshgrid(steps, steps), axis=-1) * half)


def _found(rgb: Picture, board: Board) -> tuple[BoardPicture, Mapping] | None:
    """Return a sketch of the board that fits the photo, and its mapping."""
    shrink = min(1.0, _SEARCH_PX / max(rgb.shape[:2]))
    small = np.asarray(
        cv2.resize(rgb, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8
    )
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_RGB2GRAY), np.uint8)
    sketches = [_sketch(board, share) for share in _ROAD_SHARES]
    edges = _edges(grey)
    fits = [
        (road_agreement(edges, sketch, mapping), sketch, mapping)
        for mapping in _likely(small, grey, sketches[0])
        for sketch in sketches
    ]
    best: tuple[float, BoardPicture, Mapping] | None = None
    for _, sketch, mapping in sorted(fits, key=lambda fit: -fit[0])[:_BEST_SKETCHES]:
        refined = refine(edges, sketch, mapping, _REACH_MM).mapping
        worth = road_agreement(edges, sketch, refined)
        if best is None or worth > best[0]:
            best = worth, sketch, refined
    if best is None or best[0] < _LEAST_AGREEMENT:
        return None
    return best[1], best[2].scaled(1 / shrink)


def _likely(rgb: Picture, grey: Picture, sketch: BoardPicture) -> list[Mapping]:
    """Return the one or two lattices whose colours fit best, likeliest first."""
    found = []
    for homography in islice(lattice_candidates(grey, sketch.board), _MOST_LATTICES):
        if is_view(homography, sketch):
            mapping = Mapping.plain(sketch, homography)
            found.append((colour_agreement(rgb, sketch.board, mapping), mapping))
    # Sorting keeps the order of equals: without colours the likeliest lattice comes first.
    return [mapping for _, mapping in sorted(found, key=lambda pair: -pair[0])[:2]]


def _edges(grey: Picture) -> Picture:
    """Return how strong edges are, faint ones lifted: which side is darker differs."""
    values = cv2.GaussianBlur(grey, (0, 0), 1.2).astype(np.float32)
    strength = np.hypot(cv2.Sobel(values, cv2.CV_32F, 1, 0), cv2.Sobel(values, cv2.CV_32F, 0, 1))
    around = cv2.GaussianBlur(strength, (0, 0), 25.0) + 0.2 * float(strength.mean()) + 0.01
    return np.asarray(np.clip(80 * strength / around, 0, 255), np.uint8)


def _sketch(board: Board, road_share: float) -> BoardPicture:
    """Return a picture of the page with nothing but the outlines of the locations."""
    scale = PX_PER_MM / 2
    width, height = (round(side * scale) for side in board.page_mm)
    page = np.zeros((height, width, 3), np.uint8)
    for cell in board.cells:
        if cell.location.name:
            continue
        polygon = np.array(cell.polygon)
        middle = polygon.mean(axis=0)
        corners = (middle + (1 - 2 * road_share) * (polygon - middle)) * scale - 0.5
        at = np.round(corners).astype(np.int32)
        cv2.polylines(page, [at], True, (255, 255, 255), 2, cv2.LINE_AA)
    return BoardPicture(board, page, scale)


def _page(rgb: Picture, sketch: BoardPicture, mapping: Mapping) -> BoardPicture:
    """Return the whole page as seen from above; what the photo lacks gets the paper's shade."""
    width, height = (round(side * PX_PER_MM) for side in sketch.board.page_mm)
    frame = Frame((0.0, 0.0), np.empty((height, width, 3), np.uint8))
    flat, seen = flattened(rgb, sketch, frame, mapping)
    flat[~seen] = np.median(flat[seen], axis=0)
    return replace(sketch, rgb=flat, px_per_mm=PX_PER_MM)
