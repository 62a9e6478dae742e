"""Where six by six locations may lie in a photo, judged by their edges alone.

On every plane that the photo's straight edges suggest, a picture of nothing but the sides of
the locations is laid everywhere, at all sizes, and compared with the edges there.
"""

from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.teach.edgeplanes import Plane, outlined, planes

Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]
Picture = NDArray[np.uint8]

# A plane is searched at this many pixels to the photo's longer side.
_UNIT_PX = 220
_MOST_PLANES = 4
# Sides of the map in shares of the photo's longer side.
_SMALLEST, _LARGEST = 0.2, 1.05
_STEP = 1.055
_STEPS = int(np.log(_LARGEST / _SMALLEST) / np.log(_STEP)) + 1
# How far from the photo's middle a board is looked for on a tilted plane.
_REACH = 0.9
_MOST = 2.5
_SOFT_PX = 0.8
# Width over height of a location as the plane shows it, beside 1: focal lengths are guessed.
# Looked at are these at the likeliest sizes.
_OTHER_ASPECTS = (0.92, 1.09)
_LIKELY_STEPS = 10
# Half a road's width, as shares of the distance between roads.
_ROAD_SHARES = (0.05, 0.1, 0.16, 0.22)
# Rises of brightness or colour are summed up along an edge over so many pixels.
_ALONG = 7
_BEST = 12
_APART = 0.35


@dataclass(frozen=True, slots=True)
class Blocks:
    """Six by six locations in a photo.

    Attributes
    ----------
    corners_xy : (4, 2) float
        The map's corners, clockwise from the one at the photo's top left.
    road_share : float
        Half a road's width as a share of the distance between two roads.
    likeness : float
        Correlation of the locations' sides with the photo's edges, at most 1.
    """

    corners_xy: Doubles
    road_share: float
    likeness: float


def find_blocks(
    rgb: Picture, counts: tuple[int, int] = (6, 6), *, by_outlines: bool = False
) -> tuple[Blocks, ...]:
    """Return where the map may lie in a photo, the likeliest place first.

    It lies on a plane that straight edges suggest, or the outline of something with four corners.

    Parameters
    ----------
    rgb : (H, W, 3) uint8
    counts : (int, int)
        How many locations there are across and down, either way round.
    """
    grey = np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY), np.uint8)
    found: list[Blocks] = []
    for plane in (outlined(rgb) if by_outlines else planes(grey))[:_MOST_PLANES]:
        found += _on_plane(rgb, plane, counts)
    return _distinct(found)


def _on_plane(rgb: Picture, plane: Plane, counts: tuple[int, int]) -> list[Blocks]:
    to_photo, size = _raster(rgb, plane)
    edges = _edges(rgb, to_photo, size)
    found: dict[int, list[Blocks]] = {}

    def lay(number: int, aspect: float) -> None:
        down = _SMALLEST * _UNIT_PX / counts[1] * _STEP**number
        step = (down * aspect, down)
        for share in _ROAD_SHARES:
            sides = _sides(counts, step, share)
            if sides.shape[0] > size[1] or sides.shape[1] > size[0]:
                continue
            likeness = np.asarray(cv2.matchTemplate(edges, sides, cv2.TM_CCOEFF_NORMED), np.float32)
            for x, y, best in _peaks(likeness, step):
                corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * counts * step + [x, y]
                at = cv2.perspectiveTransform(corners[None] - 0.5, to_photo)[0]
                found.setdefault(number, []).append(Blocks(at, share, best))

    for number in range(_STEPS):
        lay(number, 1.0)
    # Sizes that fit badly whatever the roads' width fit no better a little wider or higher.
    best = sorted(found, key=lambda number: -max(one.likeness for one in found[number]))
    for number, aspect in product(best[:_LIKELY_STEPS], _OTHER_ASPECTS):
        lay(number, aspect)
    return [one for some in found.values() for one in some]


def _raster(rgb: Picture, plane: Plane) -> tuple[Doubles, tuple[int, int]]:
    """Return the way from a picture of *plane* to the photo, and that picture's size."""
    height, width = rgb.shape[:2]
    rim = np.array([[0, 0], [width, 0], [width, height], [0, height]]) - 0.5
    back = np.linalg.inv(plane.homography)
    ahead = np.column_stack([rim, np.ones(4)]) @ back.T
    # Beyond the horizon, and far away, there is no board.
    far = np.sign(back[2] @ [width / 2, height / 2, 1])
    on_plane = ahead[:, :2] / np.maximum(ahead[:, 2:] * far, 0.3 * np.abs(ahead[:, 2]).max()) * far
    first = np.maximum(on_plane.min(axis=0), -_REACH)
    last = np.minimum(on_plane.max(axis=0), _REACH)
    size = np.maximum(np.ceil((last - first) * _UNIT_PX), 8).astype(int)
    step = 1 / _UNIT_PX
    to_plane = np.array([[step, 0, first[0] + step / 2], [0, step, first[1] + step / 2], [0, 0, 1]])
    return plane.homography @ to_plane, (int(size[0]), int(size[1]))


def _edges(rgb: Picture, to_photo: Doubles, size: tuple[int, int]) -> Floats:
    """Return how strong upright edges and level ones are, (H, W, 2), from 0 to ``_MOST``.

    Faint ones are lifted. Rises that do not go on along the edge (dots, hatching) cancel out.
    """
    shrink = min(1.0, 2 * _UNIT_PX / max(rgb.shape[:2]))
    small = cv2.resize(rgb, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    shift = 0.5 * (shrink - 1)
    smaller = np.array([[shrink, 0, shift], [0, shrink, shift], [0, 0, 1]]) @ to_photo
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    lab = cv2.cvtColor(small.astype(np.float32) / 255, cv2.COLOR_RGB2LAB)
    flat = cv2.GaussianBlur(cv2.warpPerspective(lab, smaller, size, flags=flags), (0, 0), 0.7)
    inside = cv2.warpPerspective(np.ones(small.shape[:2], np.uint8), smaller, size, flags=flags)
    inside = cv2.erode(inside, np.ones((5, 5), np.uint8), borderValue=0)
    upright = cv2.blur(cv2.Sobel(flat, cv2.CV_32F, 1, 0), (1, _ALONG))
    level = cv2.blur(cv2.Sobel(flat, cv2.CV_32F, 0, 1), (_ALONG, 1))
    both = np.stack([np.linalg.norm(upright, axis=2), np.linalg.norm(level, axis=2)], axis=2)
    both *= inside[..., None]
    around = cv2.blur(both.mean(axis=2), (31, 31)) / np.maximum(
        cv2.blur(inside.astype(np.float32), (31, 31)), 0.05
    )
    floor = 0.3 * float(both[inside > 0].mean()) + 0.05 if inside.any() else 1.0
    return np.asarray(np.clip(both / (around[..., None] + floor), 0, _MOST), np.float32)


def _sides(counts: tuple[int, int], step: tuple[float, float], share: float) -> Floats:
    """Return a picture of the upright and the level sides of all locations, (H, W, 2)."""
    (teeth_x, inside_x), (teeth_y, inside_y) = (
        _profiles(count, length, share) for count, length in zip(counts, step, strict=True)
    )
    upright = np.outer(inside_y, teeth_x)
    level = np.outer(teeth_y, inside_x)
    return np.asarray(np.stack([upright, level], axis=2), np.float32)


def _profiles(count: int, step: float, share: float) -> tuple[Doubles, Doubles]:
    """Return along one axis where sides of locations are, and where their insides are."""
    at = np.arange(round(count * step)) + 0.5
    teeth = np.concatenate([np.arange(count) + share, np.arange(count) + 1 - share]) * step
    near = np.exp(-0.5 * ((at[:, None] - teeth) / _SOFT_PX) ** 2).sum(axis=1)
    part = (at / step) % 1
    return np.minimum(near, 1.0), ((part > share) & (part < 1 - share)).astype(np.float64)


def _peaks(likeness: Floats, step: tuple[float, float]) -> list[tuple[int, int, float]]:
    """Return the two best places in *likeness* that are not the same, and how good they are."""
    found = []
    for _ in range(2):
        _, best, _, (x, y) = cv2.minMaxLoc(likeness)
        found.append((x, y, float(best)))
        reach_x, reach_y = (max(1, round(0.5 * length)) for length in step)
        likeness[max(0, y - reach_y) : y + reach_y + 1, max(0, x - reach_x) : x + reach_x + 1] = -1
    return found


def _distinct(found: list[Blocks]) -> tuple[Blocks, ...]:
    """Return the best of *found*, no two of them at the same place."""
    kept: list[Blocks] = []
    for blocks in sorted(found, key=lambda one: -one.likeness):
        side = np.linalg.norm(blocks.corners_xy[0] - blocks.corners_xy[2]) / 8.5
        if all(
            np.abs(blocks.corners_xy - other.corners_xy).max() > _APART * side for other in kept
        ):
            kept.append(blocks)
        if len(kept) == _BEST:
            break
    return tuple(kept)
