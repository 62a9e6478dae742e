"""The tourists' shapes in each location.

A closed drawing leaves a hole in the ink, and the hole's outline is far cleaner than the
stroke's. So shapes are holes: one each, with what lies between touching shapes and inside
crossing strokes taken out. Ink that no hole explains is closed step by step.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board import Board, Cell
from scorer.rules.notation import Location
from scorer.vision.ink import Ink
from scorer.vision.outlines import describe, kind_chances, midline
from scorer.vision.rectify import Rectified

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]

# Strength from which a pixel is ink; faint ink is judged apart, see FAINT.
INKED = 0.42
# Sizes of a shape's hole.
_LEAST_MM2, _MOST_MM2 = 0.7, 110.0
_LONGEST_MM = 12.5
# A location's shapes lie in it; their middles at least this far from its border.
_INSIDE_MM = 1.6
# A hole whose ink belongs to others by all but this share is a gap between shapes.
_OWN_INK = 0.22
# A hole this much smaller than its neighbour in one drawing is where the stroke crossed itself.
_SMALL = 0.22
# Ink left over counts as an unclosed shape from this share of a usual shape's ink.
_LEFT_OVER = 0.33


@dataclass(frozen=True, slots=True)
class Shape:
    """One drawn shape: ``chances`` that it is a circle, square or triangle sum to 1.

    ``outline_px`` is its contour (N, 2) in pixels; ``closed_by_px`` how wide a gap had to
    be bridged; ``colour`` (3,) the direction of its ink's density.
    """

    location: Location
    chances: tuple[float, float, float]
    middle_px: tuple[float, float]
    area_px: float
    outline_px: NDArray[np.int32]
    closed_by_px: int
    own_ink: float
    solidity: float
    colour: Floats
    strength: float


@dataclass(frozen=True, slots=True)
class Crowd:
    """What the ink says about one location: its shapes, and what they leave unexplained.

    ``left_over`` is ink that is no shape, in usual shapes' ink; ``unseen`` the share of
    the location that a reflection hides.
    """

    location: Location
    shapes: tuple[Shape, ...]
    left_over: float
    unseen: float


@dataclass(frozen=True, slots=True)
class _Hole:
    """A hole in a window of the picture that starts at ``corner`` (x, y)."""

    corner: tuple[int, int]
    filled: Bytes
    closed_by: int

    @property
    def area(self) -> int:
        return int(cv2.countNonZero(self.filled))


def find_shapes(ink: Ink, route: Bytes, rectified: Rectified, board: Board) -> tuple[Crowd, ...]:
    """Return the shapes of every location, in the board's order.

    Parameters
    ----------
    ink : Ink
    route : (H, W) uint8
        Not zero on the strokes of sections and rings: ink that is no shape's.
    """
    mask = ((ink.strength > INKED) * 255).astype(np.uint8)
    pen = pen_width(mask)
    return tuple(_crowd(cell, ink, mask, route, pen, rectified) for cell in board.cells)


def pen_width(mask: Bytes) -> float:
    """Return the usual width of the strokes in *mask*, in pixels; 8 where there are none."""
    depth = cv2.distanceTransform(mask, cv2.DIST_L2, 3)
    ridge = (depth >= cv2.dilate(depth, np.ones((3, 3), np.uint8))) & (depth > 1.5)
    return float(2 * np.median(depth[ridge])) if ridge.sum() > 50 else 8.0


def _crowd(
    cell: Cell, ink: Ink, mask: Bytes, route: Bytes, pen: float, rectified: Rectified
) -> Crowd:
    scale = rectified.px_per_mm
    window, inside = _window(cell, mask.shape[:2], rectified)
    core = cv2.erode(inside, np.ones((3, 3), np.uint8), iterations=round(2.5 * scale))
    unseen = float(ink.hidden[window][core > 0].mean()) if core.any() else 1.0
    inked, strokes = mask[window], route[window]
    free = cv2.bitwise_and(cv2.bitwise_and(inked, cv2.bitwise_not(strokes)), inside)
    if cv2.countNonZero(free) < 6 * pen:
        return Crowd(cell.location, (), 0.0, unseen)
    holes = _holes(inked, inside, 0, scale)
    holes = _shapes_only(holes, inked, strokes, pen)
    holes, left = _close_the_rest(holes, inked, free, inside, pen, scale)
    shapes = tuple(_shape(cell.location, hole, holes, inked, ink, window, pen) for hole in holes)
    return Crowd(cell.location, shapes, left, unseen)


def _window(
    cell: Cell, size: tuple[int, ...], rectified: Rectified
) -> tuple[tuple[slice, slice], Bytes]:
    """Return the part of the picture round *cell*, and where in it the location lies."""
    polygon = np.array([rectified.to_px(point) for point in cell.polygon])
    room = round(1.0 * rectified.px_per_mm)
    left, top = np.maximum(np.floor(polygon.min(axis=0)).astype(int) - room, 0)
    right, bottom = np.ceil(polygon.max(axis=0)).astype(int) + room
    right, bottom = min(right, size[1]), min(bottom, size[0])
    inside = np.zeros((bottom - top, right - left), np.uint8)
    cv2.fillPoly(inside, [np.round(polygon - (left, top)).astype(np.int32)], 255)
    return (slice(top, bottom), slice(left, right)), inside


def _holes(inked: Bytes, inside: Bytes, closed_by: int, scale: float) -> list[_Hole]:
    """Return the holes of *inked* that may be shapes of this location."""
    padded = cv2.copyMakeBorder(inked, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    number, labels, stats, middles = cv2.connectedComponentsWithStats(
        cv2.bitwise_not(padded), connectivity=4
    )
    depth = cv2.distanceTransform(cv2.copyMakeBorder(inside, 1, 1, 1, 1, 0), cv2.DIST_L2, 3)
    found = []
    for label in range(1, number):
        _, _, width, height, area = stats[label]
        column, row = np.round(middles[label]).astype(int)
        if (
            label == labels[0, 0]
            or not _LEAST_MM2 <= area / scale**2 <= _MOST_MM2
            or max(width, height) > _LONGEST_MM * scale
            or depth[row, column] < _INSIDE_MM * scale
        ):
            continue
        filled = ((labels == label) * 255).astype(np.uint8)[1:-1, 1:-1]
        found.append(_Hole((0, 0), filled, closed_by))
    return found


def _reach(hole: _Hole, pen: float) -> Bytes:
    """Return the hole with the stroke round it."""
    width = 2 * round(1.15 * pen + 1) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width))
    return np.asarray(cv2.dilate(hole.filled, kernel), np.uint8)


def _shapes_only(holes: list[_Hole], inked: Bytes, strokes: Bytes, pen: float) -> list[_Hole]:
    """Leave out holes between shapes, between shape and section, and in crossed strokes."""
    holes = sorted(holes, key=lambda hole: hole.area)
    kept = list(holes)
    for hole in holes:
        others = [other for other in kept if other is not hole]
        own = _own_ink(hole, others, inked, strokes, pen)
        bigger = max((o.area for o in others if _neighbours(hole, o, pen)), default=0)
        if own < _OWN_INK or hole.area < _SMALL * bigger:
            kept = others
    return kept


def _own_ink(
    hole: _Hole, others: Iterable[_Hole], inked: Bytes, strokes: Bytes, pen: float
) -> float:
    """Return the share of the ink round *hole* that is no section's and no other shape's."""
    around = cv2.bitwise_and(_reach(hole, pen), inked)
    foreign = strokes.copy()
    for other in others:
        cv2.bitwise_or(foreign, _reach(other, pen), foreign)
    own = cv2.bitwise_and(around, cv2.bitwise_not(foreign))
    return cv2.countNonZero(own) / max(1, cv2.countNonZero(around))


def _neighbours(one: _Hole, other: _Hole, pen: float) -> bool:
    """Whether only one stroke lies between the two holes along a good part of the smaller."""
    around = cv2.bitwise_and(_reach(one, pen), cv2.bitwise_not(one.filled))
    shared = cv2.bitwise_and(around, _reach(other, pen))
    return cv2.countNonZero(shared) > 0.45 * cv2.countNonZero(around)


def _close_the_rest(
    holes: list[_Hole], inked: Bytes, free: Bytes, inside: Bytes, pen: float, scale: float
) -> tuple[list[_Hole], float]:
    """Add the unclosed shapes, and return what ink is still left, in usual shapes' ink."""
    usual = _usual_ink(holes, inked, pen, scale)
    for gap in (0.6, 1.0, 1.6, 2.4):
        width = 2 * round(gap * scale / 2) + 1
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width + 2, width + 2))
        for part in _left_over(holes, free, pen, _LEFT_OVER * usual):
            closed = cv2.morphologyEx(
                cv2.copyMakeBorder(part, 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=0),
                cv2.MORPH_CLOSE,
                kernel,
            )[20:-20, 20:-20]
            holes = holes + _holes(closed, inside, width, scale)[:1]
    for part in _left_over(holes, free, pen, _LEFT_OVER * usual):
        hull = _hull_hole(part, pen, scale)
        if hull is not None and _left_inside(hull, inside, scale):
            holes = [*holes, hull]
    left = sum(cv2.countNonZero(part) for part in _left_over(holes, free, pen, 0.12 * usual))
    return holes, left / usual


def _usual_ink(holes: list[_Hole], inked: Bytes, pen: float, scale: float) -> float:
    """Return how many pixels of ink a usual shape of this location has."""
    if not holes:
        return 18 * scale * pen
    inks = [cv2.countNonZero(cv2.bitwise_and(_reach(hole, pen), inked)) for hole in holes]
    return float(max(np.median(inks), 10 * scale * pen))


def _left_over(holes: list[_Hole], free: Bytes, pen: float, least: float) -> list[Bytes]:
    """Return the parts of *free* ink, at least *least* pixels, that no hole explains."""
    rest = free.copy()
    for hole in holes:
        rest[_reach(hole, 1.25 * pen) > 0] = 0
    number, labels, stats, _ = cv2.connectedComponentsWithStats(rest, connectivity=8)
    return [
        ((labels == label) * 255).astype(np.uint8)
        for label in range(1, number)
        if stats[label, cv2.CC_STAT_AREA] >= least
    ]


def _hull_hole(part: Bytes, pen: float, scale: float) -> _Hole | None:
    """Return the inside of *part*'s convex hull, as the hole of a shape left wide open."""
    hull = cv2.convexHull(cv2.findNonZero(part))
    filled = np.zeros_like(part)
    cv2.fillConvexPoly(filled, hull, 255)
    width = 2 * round(pen / 2) + 1
    filled = np.asarray(cv2.erode(filled, np.ones((width, width), np.uint8)), np.uint8)
    ink_share = cv2.countNonZero(part) / max(1.0, cv2.contourArea(hull))
    area = cv2.countNonZero(filled)
    if not _LEAST_MM2 * 4 <= area / scale**2 <= _MOST_MM2 or ink_share > 0.9:
        return None
    return _Hole((0, 0), filled, 99)


def _left_inside(hole: _Hole, inside: Bytes, scale: float) -> bool:
    depth = cv2.distanceTransform(inside, cv2.DIST_L2, 3)
    found = cv2.moments(hole.filled, binaryImage=True)
    column, row = found["m10"] / found["m00"], found["m01"] / found["m00"]
    return bool(depth[round(row), round(column)] >= _INSIDE_MM * scale)


def _shape(
    location: Location,
    hole: _Hole,
    holes: list[_Hole],
    inked: Bytes,
    ink: Ink,
    window: tuple[slice, slice],
    pen: float,
) -> Shape:
    # Outside its window a shape at the border would have no stroke.
    strength = ink.strength[window]
    outline = midline(strength, hole.filled, pen)
    description = describe(outline)
    outline = outline + np.array([window[1].start, window[0].start], np.float32)
    middle = outline.mean(axis=0)
    around = cv2.bitwise_and(_reach(hole, pen), inked) > 0
    others = [other for other in holes if other is not hole]
    density = ink.density[window][around].mean(axis=0)
    return Shape(
        location=location,
        chances=kind_chances(description),
        middle_px=(float(middle[0]), float(middle[1])),
        area_px=float(cv2.contourArea(outline)),
        outline_px=np.round(outline).astype(np.int32),
        closed_by_px=hole.closed_by,
        own_ink=_own_ink(hole, others, inked, np.zeros_like(inked), pen),
        solidity=float(description[0]),
        colour=np.asarray(density / max(1e-6, float(np.linalg.norm(density))), np.float32),
        strength=float(np.median(ink.strength[window][around])),
    )
