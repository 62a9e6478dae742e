"""The tourists' shapes in each location: where the network sees their middles.

The network looks at each location in its own place and size. Colour helps it to tell ink from
print, but which colour it is plays no part. Ink that lies near no shape, section or ring is
noted: something is there.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board, Cell
from scorer.rules.notation import Location
from scorer.vision.evidence.networks import averaged
from scorer.vision.evidence.networks.network import STRIDE, middles
from scorer.vision.evidence.networks.patches import (
    PITCH,
    ROOM,
    SIDE,
    Layers,
    frame,
    location_patches,
    patch,
)
from scorer.vision.geometry import Rectified
from scorer.vision.ink.ink import Ink

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]

# Strength from which a pixel is ink.
INKED = 0.42
# Chance from which a middle is a shape, and from which it is worth a second thought.
SHAPE, TRACE = 0.5, 0.2
# In a location of which more than this share was not seen, a shape must be at least so likely, and
# the likeliest one more than the others: a reflection's edges look like one now and then.
HIDDEN, _UNDER_VEIL, _FIRST_UNDER_VEIL = 0.3, 0.53, 0.63
# That any shape is there is this likely, or this share of the location is clear ink (about that
# of a small shape), or the location is taken for empty: most are.
FILLED, _FILLING = 0.7, 0.02
# Middles this near each other (in the network's places) are one shape, unless the map is higher
# there by so much than it is so far (squared) from a single shape's, as a share of its middle's.
_APART, _SHOULDER = 2, 0.24
_SINGLE = {0: 1.0, 1: 1.0, 2: 1.0, 4: 0.12, 5: 0.09, 8: 0.04, 9: 0.04}
# A shape's colour is that of the ink this near its middle, as a share of the location's width.
_COLOUR_REACH = 0.13
# Ink belongs to a shape whose middle is this near, as a share of the location's width.
_SHAPES_REACH = 0.3
# Locations whose peaks are doubtful from this on are looked at again, so many at most.
_UNSURE, _MOST_AGAIN = 0.15, 8
# A shape that was seen is at least this dark beside the board's usual shape, else it was wiped
# off. The usual one is known from so many; else it is taken to be this dark.
WIPED, _SEEN, _ENOUGH, _USUAL = 0.33, 0.12, 5, 0.8
# A shape has ink of its own: at least this share of that within this reach of its middle. What
# is hardly darker than the print is no ink.
_LEAST_OWN, _OWN_REACH, _NO_INK = 0.35, 0.2, 0.1


@dataclass(frozen=True, slots=True)
class Shape:
    """One drawn shape: ``chance`` that it is one, ``kinds`` sum to 1: circle, square,
    triangle, and pentagon where there are any; in Innsmouth cross and threat symbol.

    ``middle_px`` is its middle (x, y) in the rectified photo; ``colour`` the direction of
    its ink's density in red, green and blue.
    """

    chance: float
    kinds: tuple[float, ...]
    middle_px: tuple[float, float]
    colour: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Crowd:
    """What the ink says about one location.

    Attributes
    ----------
    location : Location
    shapes : tuple of Shape
        Those more likely there than not.
    traces : tuple of Shape
        Places that are rather no shape, but might be.
    left_over : float
        Ink far from every shape, section and ring, as a share of a usual shape's ink.
    unseen : float
        Share of the location that a reflection hides.
    faint : float
        How dark its palest shape is beside the board's usual shape; 1 where none was seen.
    """

    location: Location
    shapes: tuple[Shape, ...]
    traces: tuple[Shape, ...]
    left_over: float
    unseen: float
    faint: float


def pen_width(mask: Bytes) -> float:
    """Return the usual width of the strokes in *mask*, in pixels; 8 where there are none."""
    depth = cv2.distanceTransform(mask, cv2.DIST_L2, 3)
    # Along its middle a stroke is as deep as anywhere round about. A skeleton has the same median
    # and takes ten times as long.
    middle = depth[(depth >= cv2.dilate(depth, np.ones((3, 3), np.uint8))) & (depth > 1.5)]
    return float(2 * np.median(middle)) if len(middle) > 50 else 8.0


@dataclass(frozen=True, slots=True)
class Looked:
    """What the network sees in every location, in the board's order.

    Attributes
    ----------
    pictures : (N, 6, 96, 96) float32
        The locations, as ``location_patches`` cuts them.
    chances : (N, 3, 24, 24) float32
        Where the middles of circles, squares and triangles are.
    """

    pictures: Floats
    chances: Floats

    @classmethod
    def at(cls, layers: Layers, board: Board) -> Self:
        """Return what the network sees on a photo of *board*."""
        pictures = location_patches(layers, board.cells)
        return cls(pictures, _chances(pictures, layers.grey))


def find_shapes(
    ink: Ink,
    taken: Bytes,
    looked: Looked,
    rectified: Rectified,
    board: Board,
    *,
    through: bool = False,
) -> tuple[Crowd, ...]:
    """Return the shapes of every location, in the board's order.

    Parameters
    ----------
    ink, looked, rectified : Ink, Looked, Rectified
        Of the same photo.
    taken : (H, W) uint8
        Not zero on the ink of sections and rings.
    through : bool
        Whether sections may run through shapes, as diagonals do: then a shape needs no ink of
        its own beside theirs.
    """
    soft = ink.soft
    patches = np.stack([patch(cell, soft, rectified) for cell in board.cells])
    others = np.stack([_framed(taken, cell, rectified) for cell in board.cells])
    hidden = np.asarray(ink.hidden * 255, np.uint8)
    unseen = [_framed(hidden, cell, rectified)[_inside()] > 127 for cell in board.cells]
    free = (patches > INKED) & (others < 128) & _inside()
    places = []
    for index, chances in enumerate(looked.chances):
        darker = looked.pictures[index, 1:4].max(axis=0)
        own = _own_ink(darker, others[index] > 127)
        depth = _depths(darker)
        places.append([(peak, depth(peak)) for peak in peaks(chances) if through or own(peak)])
    found = []
    usual = _usual_depth(places)
    for index, cell in enumerate(board.cells):
        share = float(unseen[index].mean())
        dark = [(peak, 1.0 if share > _SEEN else depth / usual) for peak, depth in places[index]]
        found.append(_crowd(cell, dark, free[index], share, ink, rectified))
    return tuple(found)


def _depths(darker: Floats) -> Callable[["Peak"], float]:
    """Return how dark the ink round a peak is, of how much darker than its print a patch is."""

    def depth(peak: Peak) -> float:
        return float(np.percentile(darker[_near(peak, _OWN_REACH)], 95))

    return depth


def _usual_depth(places: list[list[tuple["Peak", float]]]) -> float:
    """Return how dark the board's usual shape is."""
    known = [depth for some in places for peak, depth in some if peak.chance >= SHAPE]
    return max(float(np.median(known)), 0.01) if len(known) >= _ENOUGH else _USUAL


def _chances(pictures: Floats, grey: bool) -> Floats:
    """Return where middles are, (N, 3, 24, 24); the least sure locations are looked at again."""
    found = middles(pictures, grey)
    doubtful = np.array(
        [max((1 - peak.chance for peak in peaks(maps)), default=0.0) for maps in found]
    )
    again = np.argsort(-doubtful, kind="stable")[:_MOST_AGAIN]
    again = again[doubtful[again] > _UNSURE]
    if len(again):
        found[again] = averaged.middles(pictures[again], grey, found[again])
    return found


def _own_ink(darker: Floats, taken: NDArray[np.bool_]) -> Callable[["Peak"], bool]:
    """Return a test whether the ink round a peak is mostly no section's and no ring's.

    However pale it is: on dark print a shape's ink is far paler than that of a section beside it.
    """
    ink = np.maximum(darker - _NO_INK, 0)

    def own(peak: Peak) -> bool:
        near = ink * _near(peak, _OWN_REACH)
        return bool(near[~taken].sum() >= _LEAST_OWN * near.sum())

    return own


def _framed(picture: Bytes, cell: Cell, rectified: Rectified) -> Bytes:
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(picture, frame(cell, rectified), (SIDE, SIDE), flags=flags), np.uint8
    )


def _inside() -> NDArray[np.bool_]:
    """Return the part of a patch where ink may be a shape's: the location, less its rim."""
    rim = ROOM + round(0.07 * PITCH)
    found = np.zeros((SIDE, SIDE), np.bool_)
    found[rim:-rim, rim:-rim] = True
    return found


@dataclass(frozen=True, slots=True)
class Peak:
    """A likely middle at (x, y) of a patch, with the chances of the three kinds there."""

    x: float
    y: float
    chances: Floats

    @property
    def chance(self) -> float:
        """The chance that a shape of any kind is here."""
        return float(1 - np.prod(1 - self.chances))


def _near(peak: Peak, reach: float) -> NDArray[np.bool_]:
    """Return the part of a patch within *reach*, a share of a location's width, of *peak*."""
    rows, columns = np.ogrid[:SIDE, :SIDE]
    return np.asarray((columns - peak.x) ** 2 + (rows - peak.y) ** 2 < (reach * PITCH) ** 2)


def peaks(chances: Floats) -> list[Peak]:
    """Return the likely middles of one location's maps (3, 24, 24), likeliest first."""
    best = chances.max(axis=0)
    window = np.ones((2 * _APART + 1, 2 * _APART + 1), np.uint8)
    highest = (best >= cv2.dilate(best, window)) & (best > TRACE)
    margin = (ROOM + 2) // STRIDE
    inside = np.zeros_like(highest)
    inside[margin:-margin, margin:-margin] = True
    places = list(zip(*np.nonzero(highest & inside), strict=True))
    found = []
    for row, column in places:
        near = chances[:, max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
        found.append(_at(row, column, near.max(axis=(1, 2))))
    left = np.where(inside, _left_over(best, places), 0)
    if left.max(initial=0) > _SHOULDER:
        row, column = np.unravel_index(int(left.argmax()), left.shape)
        found.append(_at(row, column, chances[:, row, column]))
    return sorted(found, key=lambda peak: -peak.chance)


def _at(row: np.intp, column: np.intp, chances: Floats) -> Peak:
    x, y = (STRIDE * (int(value) + 0.5) - 0.5 for value in (column, row))
    return Peak(x, y, chances)


def _left_over(best: Floats, places: list[tuple[np.intp, np.intp]]) -> Floats:
    """Return by how much the map *best* is higher than single shapes at *places* make it."""
    left = best.copy()
    rows, columns = np.indices(best.shape)
    for row, column in places:
        away = (rows - row) ** 2 + (columns - column) ** 2
        single = np.zeros_like(best)
        for distance, share in _SINGLE.items():
            single[away == distance] = share * best[row, column]
        left -= single
    return left


def _crowd(
    cell: Cell,
    peaks: list[tuple[Peak, float]],
    free: NDArray[np.bool_],
    unseen: float,
    ink: Ink,
    rectified: Rectified,
) -> Crowd:
    to_photo = frame(cell, rectified)
    inky = float(free.sum()) > _FILLING * PITCH * PITCH
    none = np.prod([1 - peak.chance for peak, _ in peaks if peak.chance >= SHAPE])
    filled = inky or 1 - none >= FILLED
    likeliest = max((peak.chance for peak, _ in peaks), default=0.0)
    least = SHAPE
    if unseen > HIDDEN:
        least = _UNDER_VEIL if likeliest >= _FIRST_UNDER_VEIL else _FIRST_UNDER_VEIL
    shapes: list[Peak] = []
    traces: list[Peak] = []
    rest, faint = free.copy(), 1.0
    for peak, dark in peaks:
        drawn = filled and peak.chance >= least and dark > WIPED
        (shapes if drawn else traces).append(peak)
        if drawn:
            rest &= ~_near(peak, _SHAPES_REACH)
            faint = min(faint, dark)
    return Crowd(
        cell.location,
        tuple(_shape(peak, to_photo, ink) for peak in shapes),
        tuple(_shape(peak, to_photo, ink) for peak in traces),
        float(rest.sum()) / (0.035 * PITCH * PITCH),
        unseen,
        faint,
    )


def _shape(peak: Peak, to_photo: NDArray[np.float64], ink: Ink) -> Shape:
    x, y = (to_photo @ (peak.x, peak.y, 1.0)).tolist()
    kinds = tuple((peak.chances / peak.chances.sum()).tolist())
    colour = _colour(ink, x, y, _COLOUR_REACH * PITCH * float(to_photo[0, 0]))
    return Shape(peak.chance, kinds, (x, y), colour)


def _colour(ink: Ink, x: float, y: float, reach: float) -> tuple[float, float, float]:
    """Return the colour of the ink near (x, y), grey if there is none."""
    rows = slice(max(0, round(y - reach)), max(1, round(y + reach)))
    columns = slice(max(0, round(x - reach)), max(1, round(x + reach)))
    inked = ink.strength[rows, columns] > INKED
    if not inked.any():
        return (0.577, 0.577, 0.577)
    density = np.median(ink.density[rows, columns][inked], axis=0)
    red, green, blue = (density / max(float(np.linalg.norm(density)), 1e-6)).tolist()
    return red, green, blue
