"""Sections that a reflection pales, on a page whose print nobody knows: the other roads tell.

The network that tells ink from print loses strokes under a reflection. A road that shows a thin
line in the pens' colour where the others show none may be drawn, and so may one that is inked
along a part of it: what is printed there is not known.
"""

from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board, Road
from scorer.vision.evidence.sections import corridor_mm
from scorer.vision.ink.sampling import logarithms, sample

Bytes = NDArray[np.uint8]
Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

# Roads are looked at without their ends, and so far (in mm) to either side.
_ENDS, _REACH_MM, _ACROSS_MM = 0.18, 4.5, 0.25
# A stroke lies this near to its road's middle, and is darker than what lies so far beside it.
_NEAR_MM, _BESIDE_MM = 1.5, 1.5
# What lies between these tells how light it is around a road.
_AROUND_MM = (1.75, 4.0)
_SOFT_MM = 0.3
# Chances of ink: surely so, and rather so.
_SURE, _INKED = 0.9, 0.5
# Inked along so much of it a road tells the pens; along less, it counts among those without a
# section; between these it may have one.
_PEN, _FREE, _PARTLY = 0.8, 0.3, (0.25, 0.85)
# A pale line is so dark beside the pens, over three quarters of the road, and so many times darker
# than four in five of the other roads are there: from the first on it may be a section, from the
# second on it most likely is one. It may stray by so many columns.
_LINE, _STROKE, _STRAYS = (0.12, 2.5), (0.18, 4.0), 2
# A line so far beside its road's middle has to be darker: seams are printed there.
_ASIDE_MM, _LINE_ASIDE = 1.1, (0.25, 4.0)
# How likely what may be a stroke is ink, and how wide it is.
_MAYBE, _WIDE_MM = 0.6, 2.4


@dataclass(frozen=True, eq=False, slots=True)
class PaleSections:
    """The chances of ink on a page, (H, W), where every road that may be drawn has some.

    ``contested`` is true, (H, W), on those that most likely are print all the same.
    """

    chances: Floats
    contested: Mask


def with_pale_sections(chances: Floats, rgb: Bytes, board: Board, px_per_mm: float) -> PaleSections:
    """Return the *chances* of ink with those of pale sections.

    Parameters
    ----------
    chances : (H, W) float32
        Of each pixel, 0 … 1, so far.
    rgb : (H, W, 3) uint8
        The page of *board* seen from straight above.
    board : Board
    px_per_mm : float
    """
    offsets = np.arange(-_REACH_MM, _REACH_MM + 1e-6, _ACROSS_MM)
    inked, look = _along_roads(chances, rgb, board, offsets, px_per_mm)
    near = np.abs(offsets) <= _NEAR_MM
    covered = (inked[..., near].max(axis=2) > _INKED).mean(axis=1)
    partly = np.flatnonzero((_PARTLY[0] < covered) & (covered < _PARTLY[1]))
    lines = {number: _Line(0.0, hardly=False) for number in partly.tolist()}
    density = _in_pen_colour(look, inked, covered, offsets)
    if density is not None and (covered < _FREE).any():
        lines |= _pale_lines(density, covered, offsets)
    found, contested = chances.copy(), np.zeros(chances.shape, np.bool_)
    for number, line in lines.items():
        strip = _strip(board.roads[number], line.offset_mm, px_per_mm, found.shape)
        found[strip] = np.maximum(found[strip], np.float32(_MAYBE))
        contested |= strip & line.hardly & (chances < _INKED)
    return PaleSections(found, contested)


class _Line(NamedTuple):
    """A line along a road, beside its middle, that is *hardly* a section's."""

    offset_mm: float
    hardly: bool


def _along_roads(
    chances: Floats, rgb: Bytes, board: Board, offsets: Doubles, px_per_mm: float
) -> tuple[Floats, Floats]:
    """Return the chances (roads, steps, N) and the logarithms (…, 3) at *offsets* of all roads."""
    mm = np.stack([corridor_mm(road.path, offsets) for road in board.roads])
    steps = mm.shape[1]
    inner = mm[:, round(_ENDS * steps) : round((1 - _ENDS) * steps)]
    places = np.asarray(inner * px_per_mm - 0.5, np.float32)
    soft = np.asarray(cv2.GaussianBlur(logarithms(rgb), (0, 0), _SOFT_MM * px_per_mm), np.float32)
    look = [sample(np.ascontiguousarray(soft[..., c]), places) for c in range(3)]
    return sample(chances, places), np.stack(look, axis=-1)


def _in_pen_colour(
    look: Floats, inked: Floats, covered: Doubles, offsets: Doubles
) -> Floats | None:
    """Return how much darker all is than round its road, (roads, steps, N), in the pens' colour.

    Beside the pens themselves, which are 1; None where no section tells of them.
    """
    distance = np.abs(offsets)
    around = (distance > _AROUND_MM[0]) & (distance < _AROUND_MM[1])
    darker = np.median(look[:, :, around], axis=2, keepdims=True) - look
    sure = [(n, inked[n] > _SURE) for n in np.flatnonzero(covered > _PEN)]
    pens = [darker[n][where].mean(axis=0) for n, where in sure if where.any()]
    if not pens:
        return None
    pen = np.median(pens, axis=0)
    return np.asarray(darker @ (pen / (pen @ pen)), np.float32)


def _pale_lines(density: Floats, covered: Doubles, offsets: Doubles) -> dict[int, _Line]:
    """Return the lines on roads that are hardly inked, by the roads' numbers."""
    free = np.flatnonzero(covered < _FREE)
    usual = np.median(np.median(density[free], axis=1), axis=0)
    beside = round(_BESIDE_MM / _ACROSS_MM)
    rest = density - usual
    line = rest[..., beside:-beside] - np.maximum(rest[..., : -2 * beside], rest[..., 2 * beside :])
    where = offsets[beside:-beside]
    darkest = np.where(np.abs(where) <= _NEAR_MM, np.median(line, axis=1), -np.inf).argmax(axis=1)
    pale = np.zeros(len(density))
    for number in free.tolist():
        at = int(darkest[number])
        strip = line[number, :, max(0, at - _STRAYS) : at + _STRAYS + 1]
        pale[number] = np.percentile(strip.max(axis=1), 25)
    others = float(np.percentile(pale[free], 80))
    found: dict[int, _Line] = {}
    for number in free.tolist():
        offset, dark = float(where[darkest[number]]), pale[number]
        may_be, is_one = (
            dark >= max(least, times * others)
            for least, times in (_LINE_ASIDE if abs(offset) > _ASIDE_MM else _LINE, _STROKE)
        )
        if may_be:
            found[number] = _Line(offset, hardly=not is_one)
    return found


def _strip(road: Road, offset: float, px_per_mm: float, shape: tuple[int, ...]) -> Mask:
    found = np.zeros(shape, np.uint8)
    mm = corridor_mm(road.path, np.array([offset]))[:, 0]
    px = mm[round(_ENDS * len(mm)) : round((1 - _ENDS) * len(mm))] * px_per_mm - 0.5
    width = max(1, round(_WIDE_MM * px_per_mm))
    cv2.polylines(found, [np.round(px).astype(np.int32)], False, 1, width)
    return np.asarray(found > 0)
