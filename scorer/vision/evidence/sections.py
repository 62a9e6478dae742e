"""Which roads carry a drawn section: evidence along each road's corridor.

A corridor is the ink along a road, straightened: one row per step from end to end, one
column per step across. The best stroke through it is found by dynamic programming, so a
wobbling line counts fully, while rings and shapes that only cross it count for little.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board, Point
from scorer.rules.notation import RoadId
from scorer.vision.evidence.paths import best_paths
from scorer.vision.geometry import Rectified
from scorer.vision.ink.ink import Ink
from scorer.vision.ink.memo import Same
from scorer.vision.ink.sampling import sample

Floats = NDArray[np.float32]

# A corridor reaches this far to each side of the road's middle, in steps of _ACROSS_MM.
_REACH_MM = 2.7
_ACROSS_MM = 0.18
_STEPS = 100
# Ends are left out: other strokes, rings and overshoots lie there.
_ENDS = 0.2
# Of these even the whole length leaves out so many steps.
_TIP = 6
# Strength from which a step counts as inked or shows a trace, and the price of a step off
# the middle.
_INKED = 0.38
_TRACE = 0.13
_OFF_MIDDLE = 0.12
# Price of moving one column aside.
_BEND = np.float32(0.02)


@dataclass(frozen=True, slots=True)
class SectionEvidence:
    """What the ink says about one road.

    Attributes
    ----------
    road : RoadId
    coverage : float
        Share, 0 … 1, of the seen length without its ends that the best stroke inks.
    strength : float
        Median strength along that stroke where it inks; a usual pen is 1.
    evenly, palest : float
        Median strength along all of that stroke, and what nine tenths of it reach.
    unseen : float
        Share of the length that a reflection hides.
    glared : float
        Share of the length that lies in a reflection, inked or not.
    gap : float
        Longest stretch without ink, as a share of the length.
    traced : float
        Share of the length that carries at least a trace of ink.
    beside_mm : float
        How far beside the road's middle the stroke runs, on average.
    whole : float
        Coverage of nearly the whole length, ends included.
    stroke_px : (N, 2) float32
        The best stroke, end to end, in pixels (x, y).
    """

    road: RoadId
    coverage: float
    strength: float
    evenly: float
    palest: float
    unseen: float
    glared: float
    gap: float
    traced: float
    beside_mm: float
    whole: float
    stroke_px: Floats


def find_sections(ink: Ink, rectified: Rectified, board: Board) -> tuple[SectionEvidence, ...]:
    """Return the evidence for every road of *board*, in the board's order."""
    corridors = _corridors(Same(board), rectified.to_px((0.0, 0.0)), rectified.px_per_mm)
    strength = sample(ink.strength, corridors)
    hidden = sample(ink.hidden.astype(np.float32), corridors)
    best = _best_strokes(np.minimum(strength, 1))
    # One column to each side: a stroke is never one sample wide.
    along = np.maximum.reduce(
        [_at(strength, np.clip(best + side, 0, strength.shape[2] - 1)) for side in (-1, 0, 1)]
    )
    unseen = _at(hidden, best) > 0.5
    return _evidence(board, along, unseen, best, _at(corridors, _past_the_ends(best)))


def _at(samples: Floats, columns: NDArray[np.int64]) -> Floats:
    """Return *samples* (roads, steps, across, …) at one of the *columns* (roads, steps) each."""
    roads, steps = np.ogrid[: columns.shape[0], : columns.shape[1]]
    return np.asarray(samples[roads, steps, columns], np.float32)


def _evidence(
    board: Board,
    along: Floats,
    unseen: NDArray[np.bool_],
    columns: NDArray[np.int64],
    px: Floats,
) -> tuple[SectionEvidence, ...]:
    """Return what is known of all roads, worked out together: one by one takes three times as long.

    Parameters
    ----------
    along, unseen, columns : (roads, steps)
    px : (roads, steps, 2) float32
    """
    middle = slice(round(_ENDS * _STEPS), round((1 - _ENDS) * _STEPS))
    inner = along[:, middle]
    inked, seen = inner > _INKED, ~unseen[:, middle]
    # Ink that shows through a reflection is ink all the same.
    known = seen | inked
    length = inner.shape[1]
    beside = np.abs(columns[:, middle].mean(axis=1) - round(_REACH_MM / _ACROSS_MM)) * _ACROSS_MM
    figures = zip(
        (inked.sum(axis=1) / np.maximum(0.5 * length, known.sum(axis=1))).tolist(),
        [_usual(one[some]) for one, some in zip(inner, inked, strict=True)],
        np.median(inner, axis=1).tolist(),
        np.percentile(inner, 10, axis=1).tolist(),
        (1 - known.mean(axis=1)).tolist(),
        (1 - seen.mean(axis=1)).tolist(),
        [_longest(one) / length for one in known & ~inked],
        (inner > _TRACE).mean(axis=1).tolist(),
        beside.tolist(),
        (along[:, _TIP:-_TIP] > _INKED).mean(axis=1).tolist(),
        px,
        strict=True,
    )
    return tuple(
        SectionEvidence(road.id, *one) for road, one in zip(board.roads, figures, strict=True)
    )


def _usual(values: Floats) -> float:
    return float(np.median(values)) if values.size else 0.0


def _past_the_ends(columns: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return *columns* (roads, steps), the ends going straight on: rings lead strokes astray."""
    first, last = round(_ENDS * _STEPS), round((1 - _ENDS) * _STEPS)
    found = columns.copy()
    found[:, :first] = np.median(columns[:, first : first + 12], axis=1, keepdims=True)
    found[:, last:] = np.median(columns[:, last - 12 : last], axis=1, keepdims=True)
    return found


def _longest(flags: NDArray[np.bool_]) -> int:
    edges = np.flatnonzero(np.diff(np.concatenate(([0], flags.astype(np.int8), [0]))))
    return int((edges[1::2] - edges[::2]).max(initial=0))


@lru_cache(maxsize=2)
def _corridors(board: Same[Board], first_px: Point, px_per_mm: float) -> Floats:
    """Return the pixel (x, y) of every sample of all corridors: (roads, steps, across, 2).

    The page's corner is at *first_px*.
    """
    half = round(_REACH_MM / _ACROSS_MM)
    offsets = np.arange(-half, half + 1) * _ACROSS_MM
    found = []
    for road in board.thing.roads:
        mm = corridor_mm(road.path, offsets)
        found.append(np.asarray(mm * px_per_mm + np.array(first_px), dtype=np.float32))
    return np.stack(found)


def corridor_mm(path: tuple[Point, ...], offsets: NDArray[np.floating]) -> Floats:
    """Return evenly spaced places (steps, N, 2) along *path*, and at N *offsets* beside it."""
    knots = np.array(path)
    lengths = np.concatenate(([0], np.cumsum(np.hypot(*np.diff(knots, axis=0).T))))
    wanted = np.linspace(0, lengths[-1], _STEPS)
    points = np.stack([np.interp(wanted, lengths, knots[:, axis]) for axis in (0, 1)], axis=1)
    tangents = np.gradient(points, axis=0)
    tangents /= np.hypot(*tangents.T)[:, None]
    normals = np.stack([-tangents[:, 1], tangents[:, 0]], axis=1)
    mm = points[:, None, :] + normals[:, None, :] * offsets[None, :, None]
    return np.asarray(mm, np.float32)


def _best_strokes(strength: Floats) -> NDArray[np.int64]:
    """Return, per road and step, the column of the most inked stroke from end to end.

    *strength* is (roads, steps, across); a stroke moves at most one column a step.
    """
    off = np.abs(np.linspace(-1, 1, strength.shape[2], dtype=np.float32))
    gain = np.asarray(strength - _OFF_MIDDLE * off, np.float32)
    return best_paths(gain, 1, _BEND)
