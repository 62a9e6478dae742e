"""Straight edges of a photo, and the vanishing points that they point at."""

import cv2
import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Bytes = NDArray[np.uint8]
Mask = NDArray[np.bool_]

# The longer side of a photo whose edges are looked for.
LONGEST_PX = 1000
# Fewer edges tell of no plane.
FEWEST_EDGES = 20
_SHORTEST_EDGE = 0.014
_MOST_EDGES = 900
# Edges point at their vanishing point within this angle.
_AIM = np.radians(1.6)
_PAIRS = 500


def straight_edges(grey: Bytes) -> Doubles:
    """Return the longer straight edges of *grey* as (N, 4): x, y, x, y."""
    level = cv2.createCLAHE(3.0, (8, 8)).apply(grey)
    lines = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD).detect(level)[0]
    if lines is None:
        return np.empty((0, 4))
    edges: Doubles = np.asarray(lines, np.float64).reshape(-1, 4)
    lengths = _lengths(edges)
    long = np.argsort(-lengths)[:_MOST_EDGES]
    return np.asarray(edges[long[lengths[long] > _SHORTEST_EDGE * max(grey.shape)]])


def vanishing_points(edges: Doubles, most: int, unit: float = 1.0) -> list[tuple[Doubles, float]]:
    """Return up to *most* points that most *edges* point at, and how many and long these are.

    Points are homogeneous and, like lines, measured in *unit*: how many of the edges' own
    units make one. It keeps numbers near each other.
    """
    rng = np.random.default_rng(0)
    left, found = edges, []
    for _ in range(most):
        if len(left) < 12:
            break
        point = _vanishing_point(left, unit, rng)
        mask = aimed(left, point, unit)
        if mask.sum() < 8:
            break
        found.append((point, float(np.sqrt(_lengths(left[mask])).sum())))
        left = left[~mask]
    return found


def aimed(edges: Doubles, point: Doubles, unit: float = 1.0) -> Mask:
    """Return which *edges* point at a vanishing point."""
    return np.asarray(_aimed_at_each(edges, point[None], unit)[0])


def _aimed_at_each(edges: Doubles, points: Doubles, unit: float) -> Mask:
    """Return which of N *edges* point at each of M *points*, (M, N)."""
    x, y = ((edges[:, :2] + edges[:, 2:]) / 2 / unit).T
    right, down = (edges[:, 2:] - edges[:, :2]).T
    toward_x, toward_y = (points[:, k, None] - points[:, 2:] * at for k, at in ((0, x), (1, y)))
    cross = right * toward_y - down * toward_x
    size = np.sqrt(right**2 + down**2) * np.sqrt(toward_x**2 + toward_y**2)
    return np.asarray(np.abs(cross) < np.sin(_AIM) * np.maximum(size, 1e-12))


def _lengths(edges: Doubles) -> Doubles:
    return np.asarray(np.hypot(edges[:, 2] - edges[:, 0], edges[:, 3] - edges[:, 1]))


def _vanishing_point(edges: Doubles, unit: float, rng: np.random.Generator) -> Doubles:
    lines, lengths = _lines(edges, unit), _lengths(edges)
    chance = lengths / lengths.sum()
    pairs = rng.choice(len(edges), (_PAIRS, 2), p=chance)
    points = np.cross(lines[pairs[:, 0]], lines[pairs[:, 1]])
    sizes = np.linalg.norm(points, axis=1)
    points = points[sizes > 1e-9] / sizes[sizes > 1e-9, None]
    # Long edges count for more, but one table edge must not outweigh many short ones.
    weight = np.sqrt(lengths)
    worth = [weight[mask].sum() for mask in _aimed_at_each(edges, points, unit)]
    best = points[int(np.argmax(worth))]
    for _ in range(2):
        mask = aimed(edges, best, unit)
        if mask.sum() < 2:
            break
        weighted = lines[mask] * lengths[mask, None]
        best = np.linalg.svd(weighted)[2][-1]
    return np.asarray(best)


def _lines(edges: Doubles, unit: float) -> Doubles:
    """Return the lines through *edges*, (N, 3)."""
    ones = np.ones(len(edges))
    start = np.stack([edges[:, 0], edges[:, 1], ones * unit], axis=1) / unit
    end = np.stack([edges[:, 2], edges[:, 3], ones * unit], axis=1) / unit
    lines = np.cross(start, end)
    return np.asarray(lines / np.maximum(np.hypot(lines[:, 0], lines[:, 1])[:, None], 1e-12))
