"""The planes that a photo's straight edges lie on, each seen from straight above."""

from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.locate.vanishing import (
    FEWEST_EDGES,
    LONGEST_PX,
    straight_edges,
    vanishing_points,
)

Doubles = NDArray[np.float64]
Bytes = NDArray[np.uint8]
Mask = NDArray[np.bool_]

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
    scale = min(1.0, LONGEST_PX / max(grey.shape))
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    edges = straight_edges(np.asarray(small, np.uint8))
    if len(edges) < FEWEST_EDGES:
        return ()
    middle = np.array([small.shape[1], small.shape[0]]) / 2 - 0.5
    edges = (edges - np.tile(middle, 2)) / LONGEST_PX
    full = np.array([[1 / scale, 0, 0], [0, 1 / scale, 0], [0, 0, 1.0]])
    full[:2, 2] = (middle + 0.5) / scale - 0.5
    full = full @ np.diag([LONGEST_PX, LONGEST_PX, 1.0])
    points = vanishing_points(edges, _DIRECTIONS)
    found = []
    for (one, first), (other, second) in combinations(points, 2):
        homography = _upright(one, other)
        if homography is not None:
            found.append(Plane(full @ homography, min(first, second)))
    return tuple(sorted(found, key=lambda plane: -plane.worth))


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
