"""A human-like hand: strokes that wobble, overshoot and do not quite close."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from samples.simulator.chance import waves
from scorer.rules.board.board import TouristKind

Path = NDArray[np.float64]
Point = tuple[float, float]

STEP_MM = 0.25


@dataclass(frozen=True, slots=True)
class Outlines:
    """Tourists that people drew, by kind: paths about their middle, 1 to the farthest side.

    ``share`` of a player's tourists are drawn like these, the others are made up.
    """

    by_kind: Mapping[TouristKind, tuple[Path, ...]]
    share: float = 0.6


@dataclass(frozen=True, slots=True)
class Hand:
    """Draws shapes as paths, (N, 2) in mm.

    ``unsteadiness`` is 1 for an ordinary hand; 0 draws with a ruler.
    """

    rng: np.random.Generator
    unsteadiness: float
    outlines: Outlines | None = None

    def line(self, corners: Path, slip_mm: float = 0.35, end_mm: float = 0.8) -> Path:
        """Return a stroke through *corners*, its ends missed by about *end_mm* either way."""
        missed = corners + self._spread(corners.shape, slip_mm)
        first, last = self._spread((2,), end_mm).clip(-2.5, 2.5)
        missed[0] -= _unit(missed[1] - missed[0]) * first
        missed[-1] += _unit(missed[-1] - missed[-2]) * last
        return self._wobbled(_rounded(missed, 0.8), 0.22)

    def circle(self, centre: Point, radius: float) -> Path:
        """Return a ring that may be a bit oval and end before or beyond its start."""
        rng, shake = self.rng, self.unsteadiness
        beyond = float(np.clip(rng.normal(0.03, 0.04 * shake), -0.06, 0.15))
        if rng.random() < 0.08:
            beyond = float(rng.uniform(0.15, 0.6))
        sweep = 2 * np.pi * (1 + beyond)
        way = 1.0 if rng.random() < 0.25 else -1.0
        start = -np.pi / 2 + rng.normal(0, 0.6)
        count = max(24, round(sweep * radius / STEP_MM))
        angle = start + way * np.linspace(0, sweep, count)
        grown = radius * (1 + np.linspace(-0.5, 0.5, count) * rng.normal(0, 0.13 * shake))
        grown = grown + radius * 0.065 * shake * waves(rng, count, 5)
        oval = 1 + float(np.clip(rng.normal(0, 0.1 * shake), -0.22, 0.28))
        ring = np.stack([grown * np.cos(angle) * oval, grown * np.sin(angle) / oval], axis=1)
        return np.asarray(_turned(ring, rng.uniform(0, np.pi)) + centre, np.float64)

    def polygon(self, centre: Point, radius: float, corners: int) -> Path:
        """Return an outline with *corners* corners in one stroke, upright but for a little."""
        rng, shake = self.rng, self.unsteadiness
        offset = np.pi / 4 if corners == 4 else -np.pi / 2
        angle = offset + 2 * np.pi * np.arange(corners) / corners
        outline = radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)
        outline *= 1 + self._spread((2,), 0.09)
        outline += self._spread(outline.shape, 0.1 * radius)
        outline = np.roll(outline, -int(rng.integers(corners)), axis=0)
        if rng.random() < 0.5:
            outline = outline[::-1]
        outline = _turned(outline, rng.normal(0, 0.13 * shake))
        closed = np.vstack([outline, outline[:1] + self._spread((1, 2), 0.12 * radius)])
        end = rng.normal(0.05, 0.13 * shake) * radius
        closed[-1] += _unit(closed[-1] - closed[-2]) * np.clip(end, -0.22 * radius, 0.35 * radius)
        return self._wobbled(_rounded(closed, 0.12 * radius), 0.05 * radius) + centre

    def traced(self, outline: Path, centre: Point, radius: float) -> Path:
        """Return *outline* about *radius* large, turned a little, at times seen in a mirror."""
        rng = self.rng
        path = outline * radius * (1 + self._spread((2,), 0.06))
        if rng.random() < 0.5:
            path = path * (-1, 1)
        turn = rng.uniform(0, 2 * np.pi) if rng.random() < 0.15 else rng.normal(0, 0.12)
        return np.asarray(_turned(resampled(path, STEP_MM), float(turn)) + centre, np.float64)

    def dash(self, centre: Point, half_mm: float, angle: float) -> Path:
        """Return a short straight stroke through *centre*."""
        reach = half_mm * np.array([np.cos(angle), np.sin(angle)])
        ends = np.stack([np.subtract(centre, reach), np.add(centre, reach)])
        return self.line(ends, slip_mm=0.3, end_mm=0.5)

    def scrawl(self, points: Path) -> Path:
        """Return a small figure, such as a digit, through *points*."""
        size = float(np.ptp(points, axis=0).max())
        shaken = points + self._spread(points.shape, 0.05 * size)
        return self._wobbled(_rounded(shaken, 0.25 * size), 0.02 * size)

    def _spread(self, shape: tuple[int, ...], size: float) -> NDArray[np.float64]:
        return self.rng.standard_normal(shape).clip(-2, 2) * size * self.unsteadiness

    def _wobbled(self, path: Path, size_mm: float) -> Path:
        length = STEP_MM * len(path)
        slow = np.stack([waves(self.rng, len(path), length / 9) for _ in range(2)], axis=1)
        fast = np.stack([waves(self.rng, len(path), length / 2.2) for _ in range(2)], axis=1)
        return np.asarray(path + self.unsteadiness * size_mm * (slow + 0.22 * fast), np.float64)


def resampled(path: Path, step: float) -> Path:
    """Return points about *step* apart along *path*, both its ends included."""
    lengths = np.hypot(*np.diff(path, axis=0).T)
    along = np.concatenate([[0.0], np.cumsum(lengths)])
    wanted = np.linspace(0, along[-1], max(2, round(along[-1] / step) + 1))
    return np.stack([np.interp(wanted, along, path[:, axis]) for axis in (0, 1)], axis=1)


def _rounded(corners: Path, radius: float) -> Path:
    """Return *corners* joined by straight lines whose bends are a hand's, not a ruler's."""
    path = resampled(corners, STEP_MM)
    reach = max(1, round(radius / STEP_MM))
    weights = np.hanning(2 * reach + 3)[1:-1]
    weights /= weights.sum()
    padded = np.pad(path, ((reach, reach), (0, 0)), "reflect", reflect_type="odd")
    return np.stack([np.convolve(padded[:, axis], weights, "valid") for axis in (0, 1)], axis=1)


def _turned(path: Path, angle: float) -> Path:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.asarray(path @ np.array([[cos, sin], [-sin, cos]]), np.float64)


def _unit(vector: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(vector / max(float(np.hypot(*vector)), 1e-9), np.float64)
