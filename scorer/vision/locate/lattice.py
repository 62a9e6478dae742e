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

Doubles = NDArray[np.float64]
Bytes = NDArray[np.uint8]
Mask = NDArray[np.bool_]

_LONGEST_PX = 1000
_FEWEST_EDGES = 20
_SHORTEST_EDGE = 0.014
_MOST_EDGES = 900
# Edges point at their vanishing point within this angle.
_AIM = np.radians(1.6)
_PAIRS = 500
_DIRECTIONS = 4
# Two directions of a map seen from in front of it are at least so far apart.
_CROSSING = np.radians(40)
_BINS = 900
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
        scale = min(1.0, _LONGEST_PX / max(grey.shape))
        small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        edges = _edges(np.asarray(small, np.uint8))
        return cls(edges, tuple(_directions(edges)) if len(edges) >= _FEWEST_EDGES else (), scale)

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


def _edges(grey: Bytes) -> Doubles:
    """Return the longer straight edges of *grey* as (N, 4): x, y, x, y."""
    level = cv2.createCLAHE(3.0, (8, 8)).apply(grey)
    lines = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD).detect(level)[0]
    if lines is None:
        return np.empty((0, 4))
    edges: Doubles = np.asarray(lines, np.float64).reshape(-1, 4)
    lengths = _lengths(edges)
    long = np.argsort(-lengths)[:_MOST_EDGES]
    return np.asarray(edges[long[lengths[long] > _SHORTEST_EDGE * max(grey.shape)]])


def _lengths(edges: Doubles) -> Doubles:
    return np.asarray(np.hypot(edges[:, 2] - edges[:, 0], edges[:, 3] - edges[:, 1]))


def _directions(edges: Doubles) -> list[Doubles]:
    """Return up to four vanishing points (homogeneous) that most edges point at."""
    rng = np.random.default_rng(0)
    left, found = edges, []
    for _ in range(_DIRECTIONS):
        if len(left) < 12:
            break
        point = _vanishing_point(left, rng)
        aimed = _aimed(left, point)
        if aimed.sum() < 8:
            break
        found.append(point)
        left = left[~aimed]
    return found


def _vanishing_point(edges: Doubles, rng: np.random.Generator) -> Doubles:
    lines, lengths = _lines(edges), _lengths(edges)
    chance = lengths / lengths.sum()
    pairs = rng.choice(len(edges), (_PAIRS, 2), p=chance)
    points = np.cross(lines[pairs[:, 0]], lines[pairs[:, 1]])
    sizes = np.linalg.norm(points, axis=1)
    points = points[sizes > 1e-9] / sizes[sizes > 1e-9, None]
    # Long edges count for more, but one table edge must not outweigh many short ones.
    worth = [np.sqrt(lengths[_aimed(edges, point)]).sum() for point in points]
    best = points[int(np.argmax(worth))]
    for _ in range(2):
        aimed = _aimed(edges, best)
        if aimed.sum() < 2:
            break
        weighted = lines[aimed] * lengths[aimed, None]
        best = np.linalg.svd(weighted)[2][-1]
    return np.asarray(best)


def _lines(edges: Doubles) -> Doubles:
    """Return the lines through *edges*, (N, 3), scaled to keep the numbers near each other."""
    ones = np.ones(len(edges))
    start = np.stack([edges[:, 0], edges[:, 1], ones * _LONGEST_PX], axis=1) / _LONGEST_PX
    end = np.stack([edges[:, 2], edges[:, 3], ones * _LONGEST_PX], axis=1) / _LONGEST_PX
    lines = np.cross(start, end)
    return np.asarray(lines / np.maximum(np.hypot(lines[:, 0], lines[:, 1])[:, None], 1e-12))


def _aimed(edges: Doubles, point: Doubles) -> Mask:
    """Return which *edges* point at a vanishing point."""
    middle = (edges[:, :2] + edges[:, 2:]) / 2 / _LONGEST_PX
    along = edges[:, 2:] - edges[:, :2]
    toward = point[:2] - point[2] * middle
    cross = along[:, 0] * toward[:, 1] - along[:, 1] * toward[:, 0]
    size = np.linalg.norm(along, axis=1) * np.linalg.norm(toward, axis=1)
    return np.asarray(np.abs(cross) < np.sin(_AIM) * np.maximum(size, 1e-12))


def _on_plane(
    edges: Doubles, one: Doubles, other: Doubles, counts: tuple[int, int]
) -> list[tuple[float, Doubles]]:
    """Return scored corners (4, 2) of lattices whose roads aim at *one* and at *other*."""
    aimed = _aimed(edges, one), _aimed(edges, other)
    both = edges[aimed[0] | aimed[1]]
    middle = np.array([*np.median(both.reshape(-1, 2), axis=0) / _LONGEST_PX, 1.0])
    basis = np.stack([one, other, middle], axis=1)
    if not _cross_well(one, other, middle) or abs(np.linalg.det(basis)) < 1e-9:
        return []
    flatten = np.linalg.inv(basis) @ np.diag([1 / _LONGEST_PX, 1 / _LONGEST_PX, 1])
    across, down = (_flat(edges[mask], flatten) for mask in aimed)
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
    shares = np.stack([_teeth(count, share) for share in _ROAD_SHARES])
    for step in np.geomspace(_BINS / (4.5 * count), _BINS / (0.98 * count), 110):
        firsts = np.arange(-0.2 * step, _BINS - 0.9 * count * step, 1.5)
        if not firsts.size:
            continue
        # (shares, teeth, firsts)
        teeth = (shares * step)[:, :, None] + firsts
        index = np.clip(teeth.round().astype(int), 0, _BINS - 1)
        # A tooth that stands out far must not make up for missing ones.
        height = np.minimum(heap, 1.2 * np.sqrt(step))[index]
        height[(teeth < 0) | (teeth >= _BINS)] = 0
        totals = height.mean(axis=1) / np.sqrt(step)
        for total in totals:
            best = int(total.argmax())
            found.append((float(total[best]), float(firsts[best]), float(step)))
    return _apart(found, low, width, count)


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
