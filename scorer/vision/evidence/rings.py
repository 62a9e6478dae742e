"""Rings drawn round a point: the crossroads of a personal task, and circled cafés.

The ink round the point is unrolled, one row per direction and one column per distance.
A ring is a closed path through all rows; roads that meet at the point fill only a few rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.evidence.paths import best_paths
from scorer.vision.ink.ink import Ink
from scorer.vision.ink.sampling import sample

Floats = NDArray[np.float32]

_DIRECTIONS = 64
_NEAREST_MM, _FARTHEST_MM = 1.8, 7.2
_STEP_MM = 0.18
# Strength from which a direction counts as inked; above a trace it counts in part.
_INKED, _TRACE = 0.35, 0.12
# A ring may move this many columns from one direction to the next.
_SLOPE = 2
# The price of each such column: a ring does not dip towards the roads that cross it.
_BEND = np.float32(0.1)


@dataclass(frozen=True, slots=True)
class RingEvidence:
    """What the ink says about a ring round one point.

    Attributes
    ----------
    coverage : float
        Share, 0 … 1, of the seen directions in which the best closed path is inked, faintly
        inked ones counting in part.
    strength : float
        Median strength along it where inked.
    radius_mm : float
        Its mean radius.
    offset_mm : float
        How far its middle lies from the point.
    wobble_mm : float
        How far it is, on average, from a true circle about its own middle.
    unseen : float
        Share of the directions that a reflection hides.
    glared : float
        Share of the directions that lie in a reflection, inked or not.
    middle_px : tuple of float
        Its middle (x, y).
    """

    coverage: float
    strength: float
    radius_mm: float
    offset_mm: float
    wobble_mm: float
    unseen: float
    glared: float
    middle_px: tuple[float, float]
    path_px: Floats


def find_rings(
    ink: Ink,
    centres_px: Sequence[tuple[float, float]],
    px_per_mm: float,
    taken: NDArray[np.uint8] | None = None,
) -> tuple[RingEvidence, ...]:
    """Return the evidence for a ring round each of *centres_px*, in their order.

    Parameters
    ----------
    ink : Ink
    centres_px : sequence of (x, y)
    px_per_mm : float
    taken : (H, W) uint8, optional
        Not zero where ink belongs to another mark and tells nothing.
    """
    if not centres_px:
        return ()
    # Blurred, so that the middle of a broad stroke is better than its edge.
    strength_of = cv2.GaussianBlur(np.minimum(ink.strength, 1.2), (0, 0), 0.3 * px_per_mm)
    unseen = ink.hidden.astype(np.float32)
    if taken is not None:
        strength_of = np.where(taken > 0, np.float32(0), strength_of)
        unseen = np.where(taken > 0, np.float32(1), unseen)
    radii = np.arange(_NEAREST_MM, _FARTHEST_MM, _STEP_MM, dtype=np.float32)
    turn = np.arange(_DIRECTIONS) * 2 * np.pi / _DIRECTIONS
    ways = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    around = (ways[:, None, :] * radii[None, :, None] * px_per_mm).astype(np.float32)
    places = np.asarray(centres_px, np.float32)[:, None, None, :] + around
    strength = sample(np.asarray(strength_of, np.float32), places)
    hidden = sample(unseen, places)
    best = _closed_paths(strength)
    return tuple(
        _evidence(strength[i], hidden[i], best[i], places[i], centres_px[i], px_per_mm)
        for i in range(len(centres_px))
    )


def _evidence(
    strength: Floats,
    hidden: Floats,
    path: NDArray[np.int64],
    places: Floats,
    centre: tuple[float, float],
    px_per_mm: float,
) -> RingEvidence:
    rows = np.arange(_DIRECTIONS)
    last = strength.shape[1] - 1
    along = np.maximum.reduce(
        [strength[rows, np.clip(path + side, 0, last)] for side in (-1, 0, 1)]
    )
    inked = along > _INKED
    unseen = (hidden[rows, path] > 0.5) & ~inked
    partly = np.clip((along[~unseen] - _TRACE) / (_INKED - _TRACE), 0, 1)
    points = places[rows, path]
    use = points[inked] if inked.sum() > 8 else points
    middle, radius, wobble = _circle(use)
    return RingEvidence(
        coverage=float(partly.sum() / max(1, (~unseen).sum())) if unseen.mean() < 0.7 else 0.0,
        strength=float(np.median(along[inked])) if inked.any() else 0.0,
        radius_mm=radius / px_per_mm,
        offset_mm=float(np.hypot(*(middle - np.asarray(centre)))) / px_per_mm,
        wobble_mm=wobble / px_per_mm,
        unseen=float(unseen.mean()),
        glared=float((hidden[rows, path] > 0.5).mean()),
        middle_px=(float(middle[0]), float(middle[1])),
        path_px=points,
    )


def _circle(points: Floats) -> tuple[Floats, float, float]:
    """Return middle, radius and mean deviation of the circle that fits *points* best."""
    known = np.column_stack([2 * points, np.ones(len(points))]).astype(np.float64)
    solved = np.linalg.lstsq(known, (points.astype(np.float64) ** 2).sum(axis=1), rcond=None)[0]
    middle = solved[:2]
    distance = np.hypot(*(points - middle).T)
    radius = float(distance.mean())
    return middle.astype(np.float32), radius, float(np.abs(distance - radius).mean())


def _closed_paths(strength: Floats) -> NDArray[np.int64]:
    """Return, per point and direction, the column of the most inked closed path.

    *strength* is (points, directions, distances). The path is found over two turns, and
    the middle of it, which by then runs into itself, is kept.
    """
    path = best_paths(np.concatenate((strength, strength), axis=1), _SLOPE, _BEND)
    half = strength.shape[1] // 2
    middle = path[:, half : half + strength.shape[1]]
    return np.asarray(np.roll(middle, half, axis=1))
