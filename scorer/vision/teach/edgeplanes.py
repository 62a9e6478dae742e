"""The planes that a photo's straight edges lie on, each seen from straight above."""

from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Bytes = NDArray[np.uint8]
Mask = NDArray[np.bool_]

_LONGEST_PX = 1000
_SHORTEST_EDGE = 0.014
_MOST_EDGES = 900
# Edges point at their vanishing point within this angle.
_AIM = np.radians(1.6)
_PAIRS = 500
_DIRECTIONS = 6
# Focal lengths of phones, as shares of the photo's longer side, the usual one first.
_FOCAL = (0.8, 0.65, 1.0, 1.4)
# Two directions of a plane are this near to a right angle, as a cosine: lenses and cropped
# photos put the middle elsewhere.
_SQUARE = 0.16
# Planes tilted by more than 60 degrees are none that somebody photographs.
_STEEPEST = 0.5


@dataclass(frozen=True, slots=True)
class Plane:
    """A plane in a photo, upright to two directions of its edges.

    Attributes
    ----------
    homography : (3, 3) float
        From places on the plane to pixels of the photo. Lengths both ways are alike, to about
        a tenth; a unit at the photo's middle is as long as the photo's longer side.
    worth : float
        How many edges, and how long ones, speak for it.
    """

    homography: Doubles
    worth: float


def planes(grey: Bytes) -> tuple[Plane, ...]:
    """Return the planes that the straight edges of *grey*, (H, W) uint8, may lie on.

    The likeliest first. Straight lines of a texture may well make up a plane that is none.
    """
    scale = min(1.0, _LONGEST_PX / max(grey.shape))
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    edges = straight_edges(np.asarray(small, np.uint8))
    if len(edges) < 20:
        return ()
    middle = np.array([small.shape[1], small.shape[0]]) / 2 - 0.5
    edges = (edges - np.tile(middle, 2)) / _LONGEST_PX
    full = np.array([[1 / scale, 0, 0], [0, 1 / scale, 0], [0, 0, 1.0]])
    full[:2, 2] = (middle + 0.5) / scale - 0.5
    full = full @ np.diag([_LONGEST_PX, _LONGEST_PX, 1.0])
    found = []
    for (one, first), (other, second) in combinations(_directions(edges), 2):
        homography = _upright(one, other)
        if homography is not None:
            found.append(Plane(full @ homography, min(first, second)))
    return tuple(sorted(found, key=lambda plane: -plane.worth))


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


def _lengths(edges: Doubles) -> Doubles:
    return np.asarray(np.hypot(edges[:, 2] - edges[:, 0], edges[:, 3] - edges[:, 1]))


def _directions(edges: Doubles) -> list[tuple[Doubles, float]]:
    """Return vanishing points (homogeneous) that most *edges* point at, and their worth."""
    rng = np.random.default_rng(0)
    left, found = edges, []
    for _ in range(_DIRECTIONS):
        if len(left) < 12:
            break
        point = _vanishing_point(left, rng)
        aimed = _aimed(left, point)
        if aimed.sum() < 8:
            break
        found.append((point, float(np.sqrt(_lengths(left[aimed])).sum())))
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
    """Return the lines through *edges*, (N, 3)."""
    ones = np.ones(len(edges))
    start = np.stack([edges[:, 0], edges[:, 1], ones], axis=1)
    end = np.stack([edges[:, 2], edges[:, 3], ones], axis=1)
    lines = np.cross(start, end)
    return np.asarray(lines / np.maximum(np.hypot(lines[:, 0], lines[:, 1])[:, None], 1e-12))


def _aimed(edges: Doubles, point: Doubles) -> Mask:
    """Return which *edges* point at a vanishing point."""
    middle = (edges[:, :2] + edges[:, 2:]) / 2
    along = edges[:, 2:] - edges[:, :2]
    toward = point[:2] - point[2] * middle
    cross = along[:, 0] * toward[:, 1] - along[:, 1] * toward[:, 0]
    size = np.linalg.norm(along, axis=1) * np.linalg.norm(toward, axis=1)
    return np.asarray(np.abs(cross) < np.sin(_AIM) * np.maximum(size, 1e-12))


def _upright(one: Doubles, other: Doubles) -> Doubles | None:
    """Return the way from a plane, whose axes aim at *one* and *other*, to the photo.

    None if no usual camera sees the two at a right angle.
    """
    for focal in _FOCAL:
        camera = np.diag([focal, focal, 1.0])
        across, down = (_unit(np.linalg.solve(camera, point)) for point in (one, other))
        if abs(float(across @ down)) < _SQUARE:
            break
    else:
        return None
    across, down = _right_angle(across, down)
    if abs(np.cross(across, down)[2]) < _STEEPEST:
        return None
    # The plane is so far away that a unit at the photo's middle is one.
    return np.asarray(camera @ np.stack([across, down, [0.0, 0.0, focal]], axis=1))


def _unit(way: NDArray[np.floating]) -> Doubles:
    return np.asarray(way / np.linalg.norm(way), np.float64)


def _right_angle(one: Doubles, other: Doubles) -> tuple[Doubles, Doubles]:
    """Return the unit vectors at a right angle nearest to *one* and *other*.

    The first of them points to the right, the second one down.
    """
    both, between = one + other, one - other
    both, between = both / np.linalg.norm(both), between / np.linalg.norm(between)
    across, down = both + between, both - between
    if abs(across[0]) < abs(down[0]):
        across, down = down, across
    across, down = across * np.copysign(1, across[0]), down * np.copysign(1, down[1])
    return across / np.sqrt(2), down / np.sqrt(2)
