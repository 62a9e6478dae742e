"""Spaces cut out of a photo and out of the blank page, turned alike and lit alike."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.ticket_to_ride.spaces import Space, spaces_of
from scorer.vision.geometry import Mapping, remap, sources
from scorer.vision.links.light import evenly_lit
from scorer.vision.links.picture import MapPicture

Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]

SIDE_PX = 32
# The middle of a space, well inside its rim: rows and columns of a cutting.
_INNER = slice(12, 20), slice(7, 25)
# A cutting reaches so far beyond a space, in its lengths and widths: buses are high, and a
# camera that looks from the side sees them off their space.
LONG, WIDE = 1.35, 2.8
_PX_PER_MM = 4.0
# Photos much finer than that are averaged down first.
_FINER = 1.7
_BURNT = 250


@dataclass(frozen=True, slots=True)
class Flat:
    """The page in a photo as seen from above, beside the blank page, each (H, W, 3) linear.

    ``lit`` is the photo as the blank page's light would show it, ``blank`` the bare page with
    what it mirrors in the photo, and ``rgb`` (H, W, 3) uint8 the photo as it is. ``burnt`` (H, W)
    tells where the photo is burnt out, or does not reach. ``px_per_mm`` is that of all.
    """

    rgb: Bytes
    lit: Floats
    blank: Floats
    burnt: NDArray[np.bool_]
    px_per_mm: float


@dataclass(frozen=True, slots=True)
class Cuttings:
    """What was cut out: ``seen`` (N, 6, 32, 32), photo and blank page as values from 0 to 1.

    ``burnt`` (N,) is the share of each space that the photo does not show for glare or rim;
    ``of`` tells the link and the number of the space that each is.
    """

    seen: Floats
    burnt: Floats
    of: tuple[tuple[str, int], ...]

    @property
    def changed(self) -> Floats:
        """By how much (N,) the middle of each space differs from the blank one, 0 to 1."""
        inner = self.seen[:, :, _INNER[0], _INNER[1]].mean(axis=(2, 3))
        return np.asarray(np.abs(inner[:, :3] - inner[:, 3:]).max(axis=1), np.float32)


def flatten_page(rgb: Bytes, picture: MapPicture, mapping: Mapping) -> Flat:
    """Return the page that *mapping* finds in the photo *rgb*, lit as the blank one."""
    rgb, mapping = _halved(rgb, picture, mapping)
    at = sources(picture.frame, mapping, _PX_PER_MM)
    flat = remap(rgb, at)
    height, width = rgb.shape[:2]
    x, y = at[..., 0], at[..., 1]
    outside = (x < 0) | (y < 0) | (x > width - 1) | (y > height - 1)
    size = (flat.shape[1], flat.shape[0])
    blank = cv2.resize(picture.frame.reference, size, interpolation=cv2.INTER_AREA)
    photo, page = _linear(flat), _linear(np.asarray(blank, np.uint8))
    burnt = outside | (flat.min(axis=2) >= _BURNT)
    lit, bare = evenly_lit(photo, page, np.asarray(burnt), _PX_PER_MM)
    return Flat(flat, lit, bare, np.asarray(burnt), _PX_PER_MM)


def cut(flat: Flat, picture: MapPicture) -> Cuttings:
    """Return every space of the map, cut out of *flat*."""
    long, wide = picture.map.space_mm or (1.0, 1.0)
    photo, blank = _values(flat.lit), _values(flat.blank)
    burnt = flat.burnt.astype(np.float32)
    seen, lost, of = [], [], []
    for link in picture.map.links:
        for number, space in enumerate(spaces_of(picture.map, link)):
            there = _window(space, LONG * long, WIDE * wide, flat.px_per_mm)
            pieces = [_cut(one, there) for one in (photo, blank)]
            seen.append(np.concatenate(pieces, axis=2).transpose(2, 0, 1))
            inner = _window(space, long, wide, flat.px_per_mm)
            lost.append(float(_cut(burnt, inner).mean()))
            of.append((link.name, number))
    return Cuttings(np.stack(seen), np.array(lost, np.float32), tuple(of))


def _halved(rgb: Bytes, picture: MapPicture, mapping: Mapping) -> tuple[Bytes, Mapping]:
    """Return photo and mapping at half size while the photo is that much finer than needed."""
    corners = mapping.to_photo(picture.corners_mm)
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    page = np.linalg.norm(picture.corners_mm - np.roll(picture.corners_mm, 1, axis=0), axis=1)
    scale = float((sides / page).mean())
    while scale > _FINER * _PX_PER_MM and min(rgb.shape[:2]) > 2:
        height, width = rgb.shape[0] // 2, rgb.shape[1] // 2
        small = cv2.resize(
            rgb[: 2 * height, : 2 * width], (width, height), interpolation=cv2.INTER_AREA
        )
        rgb, mapping, scale = np.asarray(small, np.uint8), mapping.scaled(0.5), scale / 2
    return rgb, mapping


def _table() -> Floats:
    values = np.arange(256) / 255
    light = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    return np.asarray(light, np.float32)


_TO_LINEAR = _table()


def _linear(rgb: Bytes) -> Floats:
    """Return *rgb* in linear light."""
    return np.asarray(_TO_LINEAR[rgb])


def _values(light: Floats) -> Floats:
    """Return *light* as values that are even to the eye, 0 to about 1."""
    return np.asarray(np.sqrt(np.clip(light, 0, 1.5)), np.float32)


def _window(space: Space, long: float, wide: float, px_per_mm: float) -> Floats:
    """Return the matrix (2, 3) from pixels of a cutting to pixels of the page."""
    cos, sin = np.cos(space.angle), np.sin(space.angle)
    step_x, step_y = long / SIDE_PX * px_per_mm, wide / SIDE_PX * px_per_mm
    turn = np.array([[cos * step_x, -sin * step_y], [sin * step_x, cos * step_y]])
    middle = np.array([space.x, space.y]) * px_per_mm - 0.5
    start = middle - turn @ np.full(2, (SIDE_PX - 1) / 2)
    return np.asarray(np.column_stack([turn, start]), np.float32)


def _cut(picture: Floats, window: Floats) -> Floats:
    found = cv2.warpAffine(
        picture,
        window,
        (SIDE_PX, SIDE_PX),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(found, np.float32)
