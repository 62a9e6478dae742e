"""A map taught from a photo of one's own board: its page from above, and what a link may be.

A person sets the page's corners, taps the locations and draws the links along their spaces. The
picture then proposes how many spaces a link has and of what colour they are.
"""

import math
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.ticket_to_ride.map import XY, LinkColour, TicketMap
from scorer.vision.links.picture import MapPicture, MapPictureError, open_map_picture
from scorer.vision.photo.gate import NotRead, has_print, open_photo, without_print

Doubles = NDArray[np.float64]
Bytes = NDArray[np.uint8]

# Nobody measures a board: its longer side is taken for this many mm.
LONGER_SIDE_MM = 300.0
_PX_PER_MM = 6.0
# The focal length of phones by the photo's longer side, where the photo does not tell it.
_FOCAL, _FOCALS = 0.74, (0.45, 2.0)
MOST_SPACES = 6
# A link is unrolled into a strip with so many pixels to a mm, half as wide as a space at least.
_STRIP_PX_PER_MM = 4.0
_HALF_MM = 1.6
# How much better another length must fit before the usual length of a space is given up.
_USUAL_LENGTH = 0.5
# A picture's shape may be off by so much, as a logarithm.
_SAME_SHAPE = 0.06
# Gaps between spaces that are tried, as shares of half a space; colours that are the same.
_GAPS = (0.02, 0.04, 0.07, 0.11, 0.16, 0.22)
_ALIKE = 14.0
_COLOURS = {
    LinkColour.BLUE: (60, 110, 190),
    LinkColour.WHITE: (240, 238, 230),
    LinkColour.RED: (200, 55, 48),
    LinkColour.YELLOW: (238, 198, 55),
    LinkColour.GREEN: (72, 148, 78),
    LinkColour.PURPLE: (128, 72, 158),
}


@dataclass(frozen=True, slots=True)
class Page:
    """A page from straight above: ``rgb`` (H, W, 3), its size in mm, its longer side 300."""

    rgb: Bytes
    page_mm: XY

    @property
    def px_per_mm(self) -> float:
        """Pixels to a mm."""
        return float(self.rgb.shape[1] / self.page_mm[0])


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a drawn link looks like: the likeliest length and colour, and other lengths."""

    length: int
    colour: LinkColour
    other_lengths: tuple[int, ...]


def page_of(rgb: Bytes, corners_xy: Doubles | None = None) -> Page:
    """Return the page in a photo.

    Parameters
    ----------
    rgb : (H, W, 3) uint8
        Upright photo.
    corners_xy : (4, 2) float, optional
        The page's corners, clockwise from its top left, in pixels of *rgb*; without them the
        whole photo is the page.

    Raises
    ------
    ValueError
        If the corners enclose no page.
    """
    height, width = rgb.shape[:2]
    if corners_xy is None:
        corners = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]])
        return _flattened(rgb, corners.astype(np.float64), width / height)
    corners = np.asarray(corners_xy, np.float64)
    sides = np.roll(corners, -1, axis=0) - corners
    after = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0]
    if not np.isfinite(corners).all() or (turns <= 0).any():
        raise ValueError("the four corners enclose no page: set them clockwise from the top left")
    return _flattened(rgb, corners, aspect_of(corners, (width, height)))


def page_picture(map_: TicketMap, data: bytes, corners_xy: Doubles | None = None) -> MapPicture:
    """Return the blank page of *map_* in a picture file; a photo with its page's corners.

    Raises
    ------
    MapPictureError
        If it is no picture, or of another shape than the map's page.
    """
    photo = open_photo(data)
    if isinstance(photo, NotRead):
        raise MapPictureError(f"map {map_.id}: its picture cannot be used: {photo.hint}")
    corners = None
    if corners_xy is not None:
        corners = (np.asarray(corners_xy) + 0.5) / photo.scale - 0.5
    if map_.page_mm is None:
        raise MapPictureError(f"map {map_.id}: it says not how large its page is (page_mm)")
    page = page_of(photo.rgb, corners)
    if not has_print(page.rgb):
        raise MapPictureError(f"map {map_.id}: its picture cannot be used: {without_print().hint}")
    wide, high = (round(side * _PX_PER_MM) for side in map_.page_mm)
    if abs(math.log(page.page_mm[0] / page.page_mm[1] * high / wide)) > _SAME_SHAPE:
        raise MapPictureError(
            f"map {map_.id}: the picture is {page.page_mm[0] / page.page_mm[1]:.2f} times as wide "
            f"as high, the page {wide / high:.2f} times"
        )
    resized = cv2.resize(page.rgb, (wide, high), interpolation=cv2.INTER_AREA)
    done = cv2.imencode(".png", resized[..., ::-1])[1].tobytes()
    return open_map_picture(map_, done)


def aspect_of(corners_xy: Doubles, size: tuple[int, int]) -> float:
    """Return width over height of the rectangle that a camera sees at four corners.

    The camera looks through the middle of its photo of *size*; where a plain view hides its
    focal length, it is taken for a phone's.
    """
    middle = np.array(size) / 2
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    seen = ((corners_xy - middle) / max(size)).astype(np.float32)
    homography = cv2.getPerspectiveTransform(unit, seen)
    one, other = homography[:, 0], homography[:, 1]
    below = one[2] * other[2]
    square = -(one[:2] @ other[:2]) / below if abs(below) > 1e-4 else _FOCAL**2
    focal = float(np.clip(math.sqrt(max(square, 0.0)), *_FOCALS)) if square > 0 else _FOCAL
    scale = np.array([1 / focal, 1 / focal, 1.0])
    return float(np.linalg.norm(one * scale) / np.linalg.norm(other * scale))


def _flattened(rgb: Bytes, corners: Doubles, aspect: float) -> Page:
    page = (LONGER_SIDE_MM * min(1.0, aspect), LONGER_SIDE_MM * min(1.0, 1 / aspect))
    wide, high = (round(side * _PX_PER_MM) for side in page)
    ends = np.array([[0, 0], [wide - 1, 0], [wide - 1, high - 1], [0, high - 1]], np.float32)
    homography = cv2.getPerspectiveTransform(corners.astype(np.float32), ends)
    flat = cv2.warpPerspective(rgb, homography, (wide, high), flags=cv2.INTER_AREA)
    return Page(np.asarray(flat, np.uint8), (round(page[0], 1), round(page[1], 1)))


def propose_link(
    page: Page, line: tuple[XY, ...], place_mm: float, space_mm: float | None = None
) -> Proposal:
    """Return how many spaces lie along *line*, and of what colour they are.

    Parameters
    ----------
    line : tuple of XY
        Where the link was drawn, in mm, from the middle of one location to that of the other.
    place_mm : float
        The radius of a location.
    space_mm : float, optional
        How long a space is, once a link of this map is known.
    """
    strip = _strip(page, line, place_mm + 0.8)
    lab = _lab(strip)
    scores = [_fit(lab, number, space_mm) for number in range(1, MOST_SPACES + 1)]
    order = sorted(range(MOST_SPACES), key=lambda i: -scores[i])
    return Proposal(order[0] + 1, _colour(lab, order[0] + 1), tuple(i + 1 for i in order[1:3]))


def _strip(page: Page, line: tuple[XY, ...], rim: float) -> Bytes:
    """Return the picture along *line*, unrolled: (across, along, 3), without the locations."""
    points = np.array(line)
    steps = [math.dist(a, b) for a, b in pairwise(line)]
    along = np.concatenate([[0.0], np.cumsum(steps)])
    count = max(8, round((along[-1] - 2 * rim) * _STRIP_PX_PER_MM))
    at = np.linspace(rim, along[-1] - rim, count)
    x, y = (np.interp(at, along, points[:, axis]) for axis in (0, 1))
    way = np.stack([np.gradient(x), np.gradient(y)], axis=1)
    way /= np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-9)
    off = np.arange(-_HALF_MM, _HALF_MM + 1e-9, 1 / _STRIP_PX_PER_MM)
    place = np.stack([x, y], axis=1)[None] + off[:, None, None] * np.stack(
        [-way[:, 1], way[:, 0]], axis=1
    )
    px = (place * page.px_per_mm - 0.5).astype(np.float32)
    found = cv2.remap(page.rgb, px[..., 0], px[..., 1], cv2.INTER_LINEAR)
    return np.asarray(found, np.uint8)


def _lab(strip: Bytes) -> Doubles:
    """Return the strip's colours even to the eye."""
    lab = cv2.cvtColor(strip.astype(np.float32) / 255, cv2.COLOR_RGB2LAB)
    return np.asarray(lab, np.float64)


def _fit(lab: Doubles, number: int, space_mm: float | None) -> float:
    """Return how well *number* even spaces of one colour, with gaps between, explain a strip.

    The correlation, over gaps of several sizes, of where that colour is seen with where it
    should be; less what the spaces would be too long or too short.
    """
    count = lab.shape[1]
    # Phase 0 in the middle of a space, 0.5 where two meet.
    phase = np.abs(((np.arange(count) + 0.5) / count * number) % 1 - 0.5)
    middle = np.median(lab[:, phase < 0.3].reshape(-1, 3), axis=0)
    off = np.linalg.norm(lab - middle, axis=2)
    seen = np.exp(-((off / _ALIKE) ** 2)).mean(axis=0)
    best = max(_correlation(seen, phase < 0.5 - gap) for gap in _GAPS)
    length = count / _STRIP_PX_PER_MM / number
    return best - (_USUAL_LENGTH * abs(math.log(length / (1.12 * space_mm))) if space_mm else 0.0)


def _correlation(seen: Doubles, wanted: NDArray[np.bool_]) -> float:
    one, other = seen - seen.mean(), wanted - wanted.mean()
    spread = math.sqrt(float(one @ one) * float(other @ other))
    return float(one @ other) / spread if spread > 1e-9 else 0.0


def _colour(lab: Doubles, number: int) -> LinkColour:
    """Return the link colour most like the middles of the spaces."""
    count = lab.shape[1]
    phase = np.abs(((np.arange(count) + 0.5) / count * number) % 1 - 0.5)
    inner = lab[:, phase < 0.32].reshape(-1, 3)
    # What most of a space shows: a sign or a line in it is not its colour.
    seen = np.median(inner, axis=0)
    usual = {name: _lab(np.array([[rgb]], np.uint8))[0, 0] for name, rgb in _COLOURS.items()}
    return min(usual, key=lambda name: _unlike(seen, usual[name]))


def _unlike(one: Doubles, other: Doubles) -> float:
    """Return how unlike two colours are: by hue where there is one, by lightness less."""
    off = one - other
    chroma = float(np.hypot(off[1], off[2]))
    return chroma + 0.35 * abs(float(off[0]))
