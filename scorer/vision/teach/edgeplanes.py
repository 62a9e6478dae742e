"""The planes that a photo's straight edges lie on, each seen from straight above.

Where textures and frames hide those, the outlines of what has four corners tell planes too: of the
map on its page, and of the page on the table.
"""

from dataclasses import dataclass
from itertools import combinations, product

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
Picture = NDArray[np.uint8]

_DIRECTIONS = 6
# Focal lengths of phones, as shares of the photo's longer side, the usual one first.
_FOCAL = (0.8, 0.65, 1.0, 1.4)
# Two directions of a plane are this near to a right angle, as a cosine: lenses and cropped
# photos put the middle elsewhere.
_SQUARE = 0.16
# Planes tilted by more than 60 degrees are none that somebody photographs.
_STEEPEST = 0.5
# Outlines are looked for at this many pixels to the photo's longer side, with what is smaller than
# a stroke smoothed away, at so many steps of brightness and of both tints.
_OUTLINES_PX, _SMOOTH_PX, _LEVELS = 360, 9, 7
# A picture whose colours differ by less than this (of 255) shows no outline.
_LEAST_RANGE = 6
# Shares of the photo that what has an outline covers; how near to the photo's rim one ends that is
# cut off; how far apart two are that are not the same, in shares of the photo's longer side.
_LEAST_AREA, _MOST_AREA, _RIM, _OTHER = 0.08, 0.97, 0.012, 0.06
# How far an outline may lie from its four sides, as shares of its length, tried one by one.
_CORNERS_OFF = (0.02, 0.04, 0.06)


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


def outlined(rgb: Picture) -> tuple[Plane, ...]:
    """Return the planes of what has an outline of four sides in *rgb*, (H, W, 3) uint8.

    The most like its four sides first.
    """
    height, width = rgb.shape[:2]
    longer, middle = max(height, width), np.array([width, height]) / 2
    full = np.array([[longer, 0, middle[0] - 0.5], [0, longer, middle[1] - 0.5], [0, 0, 1.0]])
    found = []
    for corners_xy, likeness in _outlines(rgb):
        corners = np.column_stack([(corners_xy - middle) / longer, np.ones(4)])
        sides = [np.cross(corners[i], corners[(i + 1) % 4]) for i in range(4)]
        one, other = (_unit(np.cross(sides[i], sides[i + 2])) for i in range(2))
        homography = _upright(one, other)
        if homography is not None:
            found.append(Plane(full @ homography, likeness))
    return tuple(found)


def _outlines(rgb: Picture) -> list[tuple[Doubles, float]]:
    """Return corners of outlines of four sides, and the share of what is inside both.

    The likest first, no two of them the same; none that the photo cuts off.
    """
    shrink = _OUTLINES_PX / max(rgb.shape[:2])
    small = cv2.resize(rgb, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    lab = cv2.medianBlur(cv2.cvtColor(small, cv2.COLOR_RGB2LAB), _SMOOTH_PX)
    found = []
    for channel in cv2.split(lab):
        low, high = np.percentile(channel, [3, 97])
        if high - low < _LEAST_RANGE:
            continue
        for level, above in product(np.linspace(low, high, _LEVELS + 2)[1:-1], (True, False)):
            found += _four_sided(np.asarray((channel > level) == above, np.uint8))
    kept: list[tuple[Doubles, float]] = []
    for corners, likeness in sorted(found, key=lambda one: -one[1]):
        if all(_apart(corners, other) > _OTHER * _OUTLINES_PX for other, _ in kept):
            kept.append((corners, likeness))
    return [(corners / shrink, likeness) for corners, likeness in kept]


def _four_sided(shown: Bytes) -> list[tuple[Doubles, float]]:
    """Return the corners of everything large in *shown* that has four sides, and how exactly."""
    whole = cv2.morphologyEx(shown, cv2.MORPH_CLOSE, np.ones((_SMOOTH_PX, _SMOOTH_PX), np.uint8))
    size, rim = np.array(shown.shape[::-1]), _RIM * _OUTLINES_PX
    found = []
    for outline in cv2.findContours(whole, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]:
        hull = cv2.convexHull(outline)
        area, length = cv2.contourArea(hull), cv2.arcLength(hull, closed=True)
        if not _LEAST_AREA * shown.size < area < _MOST_AREA * shown.size:
            continue
        tried = (cv2.approxPolyDP(hull, off * length, closed=True) for off in _CORNERS_OFF)
        corners = next((one[:, 0].astype(float) for one in tried if len(one) == 4), None)
        if corners is None or ((corners < rim) | (corners > size - rim)).any(axis=1).sum() > 1:
            continue
        four = cv2.contourArea(corners.astype(np.float32))
        found.append((corners, min(four, area) / max(four, area)))
    return found


def _apart(one: Doubles, other: Doubles) -> float:
    return min(float(np.abs(np.roll(one, turn, axis=0) - other).max()) for turn in range(4))


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
