"""Where six by six locations may lie in a photo, judged by their edges alone.

On every plane that the photo's straight edges suggest, a picture of nothing but the sides of
the locations is laid everywhere, at all sizes, and compared with the edges there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Self, assert_never

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.teach.edgeplanes import Plane, outlined, planes
from scorer.vision.teach.everywhere import Everywhere, Stripes

Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]
Picture = NDArray[np.uint8]

# A plane is searched at this many pixels to the photo's longer side; for a map whose sides are at
# least such a share of that, at half as many.
_UNIT_PX, _COARSE_PX, _LARGE = 220, 110, 0.5
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
# Looked at are these at the likeliest sizes, for the likeliest widths of roads.
_OTHER_ASPECTS = (0.92, 1.09)
_LIKELY_STEPS, _LIKELY_SHARES = 5, 2
# Half a road's width, as shares of the distance between roads.
_ROAD_SHARES = (0.05, 0.1, 0.16, 0.22)
# Rises of brightness or colour are summed up along an edge over so many pixels.
_ALONG = 7
_BEST = 12
_APART = 0.35


@dataclass(frozen=True, slots=True, eq=False)
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


class Stage(Enum):
    """Where a map is looked for, one after the other: each takes longer and finds fewer."""

    LIKELIEST_PLANE = auto()
    PLANES = auto()
    OUTLINES = auto()


class Search:
    """The search for a map in a photo, stage by stage.

    It lies on a plane that straight edges suggest, or on that of the outline of something with
    four corners.

    Parameters
    ----------
    rgb : (H, W, 3) uint8
    counts : (int, int)
        How many locations there are across and down, either way round.
    """

    def __init__(self, rgb: Picture, counts: tuple[int, int] = (6, 6)) -> None:
        self._rgb, self._counts = rgb, counts
        self._small = tuple(_Small.of(rgb, unit_px) for unit_px in (_UNIT_PX, _COARSE_PX))
        grey = np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY), np.uint8)
        self._planes = planes(grey)[:_MOST_PLANES]
        self._on_likeliest = self._on(self._planes[:1])

    def at(self, stage: Stage) -> tuple[Blocks, ...]:
        """Return where the map may lie, the likeliest place first, no two of them the same.

        What is found on the likeliest plane is among that of all planes again.
        """
        match stage:
            case Stage.LIKELIEST_PLANE:
                return _distinct(self._on_likeliest)
            case Stage.PLANES:
                return _distinct(self._on_likeliest + self._on(self._planes[1:]))
            case Stage.OUTLINES:
                return _distinct(self._on(outlined(self._rgb)[:_MOST_PLANES]))
            case _:
                assert_never(stage)

    def _on(self, some: Sequence[Plane]) -> list[Blocks]:
        return [one for plane in some for one in _on_plane(self._small, plane, self._counts)]


@dataclass(frozen=True, slots=True)
class _Small:
    """A photo made smaller, *unit_px* pixels to its longer side where it is flattened.

    ``lab`` is (h, w, 3) in CIE L*a*b*, twice as large; ``to_it`` the way there from the photo;
    ``rim`` are the corners of the photo, (4, 2).
    """

    unit_px: int
    lab: Floats
    to_it: Doubles
    rim: Doubles

    @classmethod
    def of(cls, rgb: Picture, unit_px: int) -> Self:
        """Return *rgb* made smaller."""
        shrink = min(1.0, 2 * unit_px / max(rgb.shape[:2]))
        small = cv2.resize(rgb, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        lab = cv2.cvtColor(small.astype(np.float32) / 255, cv2.COLOR_RGB2LAB)
        shift = 0.5 * (shrink - 1)
        to_it = np.array([[shrink, 0, shift], [0, shrink, shift], [0, 0, 1]])
        height, width = rgb.shape[:2]
        rim = np.array([[0, 0], [width, 0], [width, height], [0, height]]) - 0.5
        return cls(unit_px, np.asarray(lab, np.float32), to_it, rim)


def _on_plane(small: tuple[_Small, ...], plane: Plane, counts: tuple[int, int]) -> list[Blocks]:
    fine, coarse = (_Flat.of(one, plane) for one in small)
    found: dict[int, list[Blocks]] = {}

    def lay(number: int, aspect: float, shares: Sequence[float]) -> None:
        side = _SMALLEST * _STEP**number
        flat = fine if side < _LARGE else coarse
        found.setdefault(number, []).extend(flat.blocks(counts, side, aspect, shares))

    for number in range(_STEPS):
        lay(number, 1.0, _ROAD_SHARES)
    # Sizes and widths of roads that fit badly fit no better a little wider or higher.
    best = {number: _by_share(some) for number, some in found.items() if some}
    likeliest = sorted(best, key=lambda number: -max(best[number].values()))
    for number in likeliest[:_LIKELY_STEPS]:
        shares = sorted(best[number], key=lambda share: -best[number][share])
        for aspect in _OTHER_ASPECTS:
            lay(number, aspect, shares[:_LIKELY_SHARES])
    return [one for some in found.values() for one in some]


def _by_share(found: Sequence[Blocks]) -> dict[float, float]:
    """Return the best likeness for each width of roads."""
    best: dict[float, float] = {}
    for one in found:
        best[one.road_share] = max(one.likeness, best.get(one.road_share, -1.0))
    return best


@dataclass(frozen=True, slots=True)
class _Flat:
    """The edges of a photo on a plane, seen from straight above, and the way to the photo."""

    edges: Everywhere
    to_photo: Doubles
    unit_px: int

    @classmethod
    def of(cls, small: _Small, plane: Plane) -> Self:
        """Return the edges of *small* on *plane*."""
        to_photo, size = _raster(small, plane)
        return cls(Everywhere.of(_edges(small, to_photo, size)), to_photo, small.unit_px)

    def blocks(
        self, counts: tuple[int, int], side: float, aspect: float, shares: Sequence[float]
    ) -> list[Blocks]:
        """Return the likeliest places of a map with a *side* of such a share of the photo's."""
        down = side * self.unit_px / counts[1]
        step = (down * aspect, down)
        width, height = (round(count * length) for count, length in zip(counts, step, strict=True))
        if height > self.edges.size[0] or width > self.edges.size[1]:
            return []
        sides = [_sides(counts, step, share) for share in shares]
        found = []
        for share, likeness in zip(shares, self.edges.likenesses(sides), strict=True):
            for x, y, best in _peaks(likeness, step):
                corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * counts * step + [x, y]
                at = cv2.perspectiveTransform(corners[None] - 0.5, self.to_photo)[0]
                found.append(Blocks(at, share, best))
        return found


def _raster(small: _Small, plane: Plane) -> tuple[Doubles, tuple[int, int]]:
    """Return the way from a picture of *plane* to the photo, and that picture's size."""
    back = np.linalg.inv(plane.homography)
    ahead = np.column_stack([small.rim, np.ones(4)]) @ back.T
    # Beyond the horizon, and far away, there is no board.
    far = np.sign(back[2] @ [*(small.rim[2] + 0.5) / 2, 1])
    on_plane = ahead[:, :2] / np.maximum(ahead[:, 2:] * far, 0.3 * np.abs(ahead[:, 2]).max()) * far
    first = np.maximum(on_plane.min(axis=0), -_REACH)
    last = np.minimum(on_plane.max(axis=0), _REACH)
    size = np.maximum(np.ceil((last - first) * small.unit_px), 8).astype(int)
    step = 1 / small.unit_px
    to_plane = np.array([[step, 0, first[0] + step / 2], [0, step, first[1] + step / 2], [0, 0, 1]])
    return plane.homography @ to_plane, (int(size[0]), int(size[1]))


def _edges(small: _Small, to_photo: Doubles, size: tuple[int, int]) -> Floats:
    """Return how strong upright edges and level ones are, (H, W, 2), from 0 to ``_MOST``.

    Faint ones are lifted. Rises that do not go on along the edge (dots, hatching) cancel out.
    """
    smaller, lab = small.to_it @ to_photo, small.lab
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.GaussianBlur(cv2.warpPerspective(lab, smaller, size, flags=flags), (0, 0), 0.7)
    inside = cv2.warpPerspective(np.ones(lab.shape[:2], np.uint8), smaller, size, flags=flags)
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


def _sides(
    counts: tuple[int, int], step: tuple[float, float], share: float
) -> tuple[Stripes, Stripes]:
    """Return the upright and the level sides of all locations."""
    (teeth_x, inside_x), (teeth_y, inside_y) = (
        _profiles(count, length, share) for count, length in zip(counts, step, strict=True)
    )
    return (inside_y, teeth_x), (teeth_y, inside_x)


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
