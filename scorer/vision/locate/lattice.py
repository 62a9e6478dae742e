"""The second way to a map: the lattice of its roads, whatever is printed between them.

Edges of locations lie on straight lines in two directions. Their vanishing points flatten
the photo; there the edges repeat six times at equal distances, both ways.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board
from scorer.vision.boards.picture import map_corners_mm
from scorer.vision.locate.vanishing import (
    FEWEST_EDGES,
    LONGEST_PX,
    aimed,
    straight_edges,
    vanishing_points,
)

Doubles = NDArray[np.float64]
Bytes = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Places = NDArray[np.intp]

_DIRECTIONS = 4
# Two directions of a map seen from in front of it are at least so far apart.
_CROSSING = np.radians(40)
_BINS = 900
# The first roads of combs that are tried lie so many bins apart, a whole number of half bins.
_FIRSTS = 1.5
_COMBS = 4
# Lattices that fit edges worse than this are none.
_LEAST_SCORE = 0.12
# Half a road's width, as shares of the distance between roads.
_ROAD_SHARES = (0.04, 0.06, 0.08, 0.105, 0.13, 0.16)


@dataclass(frozen=True, slots=True)
class _Comb:
    """Equal steps along an axis: the first and the last road, and how well edges fit."""

    first: float
    last: float
    score: float


@dataclass(frozen=True, slots=True)
class Lattice:
    """A lattice in a photo that the roads of a board may lie on.

    Attributes
    ----------
    homography : (3, 3) float
        From mm on the page to pixels of the photo.
    score : float
        How well edges fit: of a board in plain view 1 and more, else down to 0.12.
    """

    homography: Doubles
    score: float


@dataclass(frozen=True, slots=True)
class Quad:
    """The corners (4, 2), clockwise, of a lattice in a photo, and how well edges fit it."""

    corners_xy: Doubles
    score: float

    def lattices(self, board: Board) -> list[Lattice]:
        """Return the lattice that the roads of *board* may lie on, in all four turns."""
        return [
            Lattice(_homography(board, np.roll(self.corners_xy, turns, axis=0)), self.score)
            for turns in range(4)
        ]


@dataclass(frozen=True, slots=True)
class Planes:
    """Straight edges of a photo, (N, 4), and the points (homogeneous) that most aim at.

    ``scale`` is how many times smaller than the photo the picture was that they lie in. They
    serve for boards of every shape.
    """

    edges: Doubles
    directions: tuple[Doubles, ...]
    scale: float

    @classmethod
    def of(cls, grey: Bytes) -> Self:
        """Return those of the photo *grey*."""
        scale = min(1.0, LONGEST_PX / max(grey.shape))
        small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        edges = straight_edges(np.asarray(small, np.uint8))
        most = _DIRECTIONS if len(edges) >= FEWEST_EDGES else 0
        points = tuple(point for point, _ in vanishing_points(edges, most, LONGEST_PX))
        return cls(edges, points, scale)

    def quads(self, counts: tuple[int, int]) -> list[Quad]:
        """Return where maps of so many locations across and down may lie, likeliest first."""
        found: list[tuple[float, Doubles]] = []
        for one, other in combinations(self.directions, 2):
            found += _on_plane(self.edges, one, other, counts)
        grow, shift = 1 / self.scale, 0.5 / self.scale - 0.5
        full = np.array([[grow, 0, shift], [0, grow, shift], [0, 0, 1]])
        return [
            Quad(cv2.perspectiveTransform(_clockwise(corners)[None], full)[0], score)
            for score, corners in sorted(found, key=lambda pair: -pair[0])
            if score >= _LEAST_SCORE
        ]


def _homography(board: Board, corners_xy: Doubles) -> Doubles:
    page = map_corners_mm(board).astype(np.float32)
    found = cv2.getPerspectiveTransform(page, corners_xy.astype(np.float32))
    return np.asarray(found, np.float64)


def cell_counts(board: Board) -> tuple[int, int]:
    """Return how many locations the map has across and down."""
    points = [point.lattice for point in board.crossroads_xy if point.lattice]
    return max(column for column, _ in points), max(line for _, line in points)


def _on_plane(
    edges: Doubles, one: Doubles, other: Doubles, counts: tuple[int, int]
) -> list[tuple[float, Doubles]]:
    """Return scored corners (4, 2) of lattices whose roads aim at *one* and at *other*."""
    masks = aimed(edges, one, LONGEST_PX), aimed(edges, other, LONGEST_PX)
    both = edges[masks[0] | masks[1]]
    middle = np.array([*np.median(both.reshape(-1, 2), axis=0) / LONGEST_PX, 1.0])
    basis = np.stack([one, other, middle], axis=1)
    if not _cross_well(one, other, middle) or abs(np.linalg.det(basis)) < 1e-9:
        return []
    flatten = np.linalg.inv(basis) @ np.diag([1 / LONGEST_PX, 1 / LONGEST_PX, 1])
    across, down = (_flat(edges[mask], flatten) for mask in masks)
    found = []
    # Edges that aim at the first point run along the first axis: they mark steps of the second.
    for first, second in {counts, counts[::-1]}:
        for in_x in _combs(down, 0, first):
            beside = across[_within(across, 0, in_x)]
            for in_y in _combs(beside, 1, second)[:2]:
                score = in_y.score * _best_between(down, 0, in_x, in_y, first)
                found.append((score, _unflatten(in_x, in_y, np.linalg.inv(flatten))))
    return found


def _cross_well(one: Doubles, other: Doubles, middle: Doubles) -> bool:
    first, second = (point[:2] - point[2] * middle[:2] for point in (one, other))
    sizes = np.linalg.norm(first) * np.linalg.norm(second)
    turn = first[0] * second[1] - first[1] * second[0]
    return bool(abs(turn) > np.sin(_CROSSING) * max(float(sizes), 1e-12))


def _flat(edges: Doubles, flatten: Doubles) -> Doubles:
    """Return *edges* on the flattened plane; those beyond the horizon are left out."""
    ends = np.concatenate([edges.reshape(-1, 2), np.ones((2 * len(edges), 1))], axis=1)
    at = ends @ flatten.T
    ahead = (at[:, 2] > 0.05).reshape(-1, 2).all(axis=1)
    plane = at[:, :2] / np.where(at[:, 2:] > 0.05, at[:, 2:], 1.0)
    return np.asarray(plane.reshape(-1, 4)[ahead])


def _within(edges: Doubles, axis: int, comb: _Comb) -> Mask:
    """Return which *edges* lie, along *axis*, between the first and the last road."""
    middle = (edges[:, axis] + edges[:, axis + 2]) / 2
    return np.asarray((middle > comb.first) & (middle < comb.last))


def _best_between(edges: Doubles, axis: int, comb: _Comb, beside: _Comb, count: int) -> float:
    """Return how well edges fit *comb* counting only those within *beside*."""
    inner = edges[_within(edges, 1 - axis, beside)]
    step = (comb.last - comb.first) / count
    at, worth = _marks(inner, axis)
    return max(
        (_score_at(at, worth, comb.first, step, share, count) for share in _ROAD_SHARES),
        default=0.0,
    )


def _marks(edges: Doubles, axis: int) -> tuple[Doubles, Doubles]:
    """Return where along *axis* edges across it lie, and their lengths."""
    at = (edges[:, axis] + edges[:, axis + 2]) / 2
    return at, np.abs(edges[:, 3 - axis] - edges[:, 1 - axis])


def _score_at(
    at: Doubles, worth: Doubles, first: float, step: float, share: float, count: int
) -> float:
    teeth = _teeth(count, share) * step + first
    near = np.abs(at[None] - teeth[:, None]) < 0.03 * step
    return float(np.sqrt((near * worth / step).sum(axis=1)).mean())


def _teeth(count: int, share: float) -> Doubles:
    """Return the edges of the locations, in steps from the first road."""
    starts = np.arange(count)
    return np.concatenate([starts + share, starts + 1 - share])


def _combs(edges: Doubles, axis: int, count: int) -> list[_Comb]:
    """Return the best few ways to lay equal steps along *axis*, quite different ones."""
    at, worth = _marks(edges, axis)
    if len(at) < 6:
        return []
    low, high = np.percentile(at, [1, 99])
    width = (high - low) / _BINS
    if width <= 0:
        return []
    bins = np.clip(((at - low) / width).round().astype(int), 0, _BINS - 1)
    heap = np.bincount(bins, weights=worth / width, minlength=_BINS)
    heap = np.sqrt(np.convolve(heap, [0.5, 1, 1, 1, 0.5], mode="same"))
    return _apart(_tried(count).fits(heap), low, width, count)


@dataclass(frozen=True, slots=True)
class _Trial:
    """Combs of so many steps of a length: the first roads in bins, and where their fits stand."""

    step: float
    firsts: Doubles
    found: slice


@dataclass(frozen=True, slots=True)
class _Tried:
    """All combs of so many equal steps that are tried, and where they look among the edges.

    Edges lie in half bins, each worth the bin whose middle is nearest; behind the last is nothing.
    Shifts of all combs of one step stand side by side.

    Attributes
    ----------
    trials : tuple of _Trial
    starts : (count, N) int
        By location and shift, the half bin where the location begins.
    most : (N,) float
        What a half bin counts at most: a tooth that stands out far does not make up for others.
    teeth : (2, shares, M) int
        By side of the locations, road's width and comb, the shift that the side has.
    """

    count: int
    trials: tuple[_Trial, ...]
    starts: Places
    most: Doubles
    teeth: Places

    def fits(self, heap: Doubles) -> Iterator[tuple[float, float, float]]:
        """Yield the best comb of each step and road's width: its fit, first road and step.

        The best comes first.
        """
        halves = np.concatenate([heap[:1], np.repeat(heap, 2)[2:], heap[-1:], [0.0]])
        # One side of all locations at once, wherever it is: the roads' width moves both sides.
        sides, one = np.zeros(len(self.most)), np.empty(len(self.most))
        for start in self.starts:
            halves.take(start, out=one, mode="clip")
            sides += np.minimum(one, self.most, out=one)
        near, far = sides[self.teeth]
        totals = near + far
        best = np.maximum.reduceat(totals, [trial.found.start for trial in self.trials], axis=1)
        fits = best / (2 * self.count * np.sqrt([trial.step for trial in self.trials]))
        for at in np.argsort(-fits, axis=None, kind="stable").tolist():
            share, number = divmod(at, len(self.trials))
            trial = self.trials[number]
            first = trial.firsts[totals[share, trial.found].argmax()]
            yield float(fits[share, number]), float(first), trial.step


# Boards have six locations a side; halves, and cities of other shapes, have others.
@lru_cache(maxsize=4)
def _tried(count: int) -> _Tried:
    """Return the combs of *count* steps that are tried."""
    trials, starts, most, teeth = [], [], [], []
    shifts = combs = 0
    for step in np.geomspace(_BINS / (4.5 * count), _BINS / (0.98 * count), 110).tolist():
        firsts = np.arange(-0.2 * step, _BINS - 0.9 * count * step, _FIRSTS)
        if not firsts.size:
            continue
        apart = round(2 * _FIRSTS)
        number = apart * len(firsts) + round(2 * step)
        begin = np.floor(2 * firsts[0] + 2 * step * np.arange(count)).astype(np.intp)
        at = begin[:, None] + np.arange(number)
        starts.append(np.where((at >= 0) & (at < 2 * _BINS), at, 2 * _BINS))
        most.append(np.full(number, 1.2 * np.sqrt(step)))
        sides = 2 * step * np.array([_ROAD_SHARES, np.subtract(1, _ROAD_SHARES)])
        moved = sides.round().astype(np.intp)[..., None] + apart * np.arange(len(firsts))
        teeth.append(shifts + moved)
        trials.append(_Trial(step, firsts, slice(combs, combs + len(firsts))))
        shifts, combs = shifts + number, combs + len(firsts)
    return _Tried(
        count,
        tuple(trials),
        np.concatenate(starts, axis=1),
        np.concatenate(most),
        np.concatenate(teeth, axis=2),
    )


def _apart(
    found: Iterable[tuple[float, float, float]], low: float, width: float, count: int
) -> list[_Comb]:
    """Return the first few combs of *found* that are quite different."""
    kept: list[tuple[float, float, float]] = []
    for score, first, step in found:
        last = first + count * step
        if all(max(abs(first - f), abs(last - f - count * s)) > 0.3 * step for _, f, s in kept):
            kept.append((score, first, step))
        if len(kept) == _COMBS:
            break
    return [
        _Comb(low + first * width, low + (first + count * step) * width, score)
        for score, first, step in kept
    ]


def _unflatten(in_x: _Comb, in_y: _Comb, back: Doubles) -> Doubles:
    corners = np.array(
        [(x, y) for x, y in product((in_x.first, in_x.last), (in_y.first, in_y.last))]
    )[[0, 2, 3, 1]]
    return np.asarray(cv2.perspectiveTransform(corners[None], back)[0])


def _clockwise(corners: Doubles) -> Doubles:
    """Return *corners* clockwise, beginning with the one nearest to the photo's top left."""
    sides = np.roll(corners, -1, axis=0) - corners
    following = np.roll(sides, -1, axis=0)
    if (sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0]).sum() < 0:
        corners = corners[::-1]
    return np.asarray(np.roll(corners, -int(corners.sum(axis=1).argmin()), axis=0))
