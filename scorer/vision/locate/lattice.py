"""The second way to a map: the lattice of its roads, whatever is printed between them.

Edges of locations lie on straight lines in two directions. Their vanishing points flatten
the photo; there the edges repeat six times at equal distances, both ways.
"""

from dataclasses import dataclass
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
    found = []
    for step in np.geomspace(_BINS / (4.5 * count), _BINS / (0.98 * count), 110).tolist():
        firsts = np.arange(-0.2 * step, _BINS - 0.9 * count * step, _FIRSTS)
        if not firsts.size:
            continue
        # Teeth lie outside by less than this.
        beside = int((0.1 * count + 0.2) * step) + 1
        # A tooth that stands out far must not make up for missing ones.
        halves = _halved(np.minimum(heap, 1.2 * np.sqrt(step)), beside)
        totals = _fits(halves, 2 * (float(firsts[0]) + beside), len(firsts), step, count)
        bests = totals.argmax(axis=1).tolist()
        found += [
            (float(total[best]) / (2 * count * step**0.5), float(firsts[best]), step)
            for total, best in zip(totals, bests, strict=True)
        ]
    return _apart(found, low, width, count)


def _fits(halves: Doubles, begin: float, number: int, step: float, count: int) -> Doubles:
    """Return the sums of all teeth of combs of one *step*, (shares, number).

    The first comb begins at *begin* in *halves*, each one ``_FIRSTS`` bins after the one before.
    """
    apart = round(2 * _FIRSTS)
    most = apart * number + round(2 * step)
    starts = [int(begin + 2 * step * location) for location in range(count)]
    # One side of all locations at once, wherever it is: the roads' width moves both sides.
    sides = np.zeros(most)
    for start in starts:
        sides += halves[start : start + most]
    shares = 2 * step * np.array([_ROAD_SHARES, np.subtract(1, _ROAD_SHARES)])
    at = shares.round().astype(np.int32)[..., None] + apart * np.arange(number, dtype=np.int32)
    near, far = sides.take(at)
    return np.asarray(near + far)


def _halved(heap: Doubles, beside: int) -> Doubles:
    """Return *heap* in half bins, each worth the bin whose middle is nearest.

    With nothing in so many bins on either side of it.
    """
    twice = np.repeat(heap, 2)
    return np.concatenate(
        [np.zeros(2 * beside), heap[:1], twice[2:], heap[-1:], np.zeros(2 * beside)]
    )


def _apart(
    found: list[tuple[float, float, float]], low: float, width: float, count: int
) -> list[_Comb]:
    kept: list[tuple[float, float, float]] = []
    for score, first, step in sorted(found, reverse=True):
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
