"""Printed surfaces: what covers a page, a block or a road, each (H, W, 3) from 0 to 1."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.simulator.art.canvas import Tones, colour
from samples.simulator.chance import Floats, clouds

Shape = tuple[int, int]
# From chance, height and width in pixels, pixels per mm and tones.
Texture = Callable[[np.random.Generator, Shape, float, Tones], Floats]


def plain(rng: np.random.Generator, shape: Shape, scale: float, tones: Tones) -> Floats:
    """One tone, hardly uneven."""
    return _mixed(0.06 * _noise(rng, shape, 8 * scale), tones)


def cloudy(rng: np.random.Generator, shape: Shape, scale: float, tones: Tones) -> Floats:
    """Soft noise of several sizes, sometimes in steps."""
    share = 0.5 + 0.35 * _noise(rng, shape, float(rng.uniform(4, 16)) * scale, 4)
    if rng.random() < 0.4:
        share = np.round(share * 4) / 4
    return _mixed(share, tones)


def hatched(rng: np.random.Generator, shape: Shape, scale: float, tones: Tones) -> Floats:
    """Parallel lines, in one or two directions."""
    x, y = _grid(shape, scale)
    share = np.zeros(shape, np.float32)
    for _ in range(int(rng.integers(1, 3))):
        angle = float(rng.uniform(0, np.pi))
        every, width = float(rng.uniform(1.2, 4)), float(rng.uniform(0.15, 0.5))
        along = x * np.cos(angle) + y * np.sin(angle)
        off = np.abs(along / every - np.rint(along / every)) * every
        share = np.maximum(share, np.clip((width - off) * scale + 0.5, 0, 1))
    return _mixed(np.asarray(share, np.float32), tones)


def striped(rng: np.random.Generator, shape: Shape, scale: float, tones: Tones) -> Floats:
    """Wide bands."""
    x, y = _grid(shape, scale)
    angle, every = float(rng.uniform(0, np.pi)), float(rng.uniform(3, 9))
    wave = np.sin((x * np.cos(angle) + y * np.sin(angle)) * 2 * np.pi / every)
    return _mixed(np.asarray(np.clip(0.5 + 3 * wave, 0, 1), np.float32), tones)


def shards(rng: np.random.Generator, shape: Shape, scale: float, tones: Tones) -> Floats:
    """Overlapping polygons of tones in between."""
    picture = _painted(shape, tones)
    for _ in range(_number(rng, shape, scale, 25.0)):
        middle = rng.uniform((0, 0), shape[::-1])
        corners = middle + rng.normal(0, float(rng.uniform(1.5, 7)) * scale, (4, 2))
        outline = cv2.convexHull(corners.astype(np.int32))
        cv2.fillConvexPoly(picture, outline, _between(rng, tones), cv2.LINE_AA)
    return _light(picture)


def dotted(rng: np.random.Generator, shape: Shape, scale: float, tones: Tones) -> Floats:
    """Discs and rings such as trees seen from above."""
    picture = _painted(shape, tones)
    outline = rng.random() < 0.5
    for _ in range(_number(rng, shape, scale, float(rng.uniform(12, 50)))):
        x, y = (int(v) for v in rng.uniform((0, 0), shape[::-1]))
        radius = max(2, round(float(rng.uniform(0.5, 2.2)) * scale))
        cv2.circle(picture, (x, y), radius, _between(rng, tones), -1, cv2.LINE_AA)
        if outline:
            cv2.circle(picture, (x, y), radius, colour(tones.line), 1, cv2.LINE_AA)
    return _light(picture)


def parcels(rng: np.random.Generator, shape: Shape, scale: float, tones: Tones) -> Floats:
    """Rectangles within rectangles, as houses on a town's map."""
    picture = _painted(shape, tones)
    thick = max(1, round(0.2 * scale))
    left = [(0, 0, shape[1], shape[0])]
    while left:
        x, y, wide, high = left.pop()
        if max(wide, high) < float(rng.uniform(3, 9)) * scale or min(wide, high) < 2 * scale:
            if rng.random() < 0.8:
                ends = (x + wide - 2, y + high - 2)
                cv2.rectangle(picture, (x + 1, y + 1), ends, _between(rng, tones), -1)
                cv2.rectangle(picture, (x + 1, y + 1), ends, colour(tones.line), thick)
            continue
        share = float(rng.uniform(0.35, 0.65))
        if wide > high:
            cut = int(wide * share)
            left += [(x, y, cut, high), (x + cut, y, wide - cut, high)]
        else:
            cut = int(high * share)
            left += [(x, y, wide, cut), (x, y + cut, wide, high - cut)]
    return _light(picture)


def woodcut(rng: np.random.Generator, shape: Shape, scale: float, tones: Tones) -> Floats:
    """Winding lines that swell and thin, as in an old engraving."""
    x, y = _grid(shape, scale)
    every = float(rng.uniform(0.9, 2.4))
    bent = y + 0.3 * x + float(rng.uniform(1, 4)) * _noise(rng, shape, 14 * scale, 2)
    swell = 0.35 * _noise(rng, shape, 9 * scale)
    wave = np.cos(bent * 2 * np.pi / every)
    return _mixed(np.asarray(np.clip(0.5 + 2.5 * (wave - 0.45 + swell), 0, 1), np.float32), tones)


def cobbles(rng: np.random.Generator, shape: Shape, scale: float, tones: Tones) -> Floats:
    """Cells of uneven tone with seams between them."""
    labels = _cells(rng, shape, float(rng.uniform(2, 6)) * scale)
    tone = rng.uniform(0, 0.6, int(labels.max()) + 1).astype(np.float32)[labels]
    seam = (cv2.dilate(labels.astype(np.float32), np.ones((3, 3))) != labels).astype(np.float32)
    seam = np.asarray(cv2.GaussianBlur(seam, (0, 0), max(0.5, 0.12 * scale)), np.float32)
    return _lined(_mixed(tone, tones), np.clip(1.3 * seam, 0, 1), tones)


def washed(rng: np.random.Generator, shape: Shape, scale: float, tones: Tones) -> Floats:
    """Watercolour: blots with dark rims on grained paper."""
    field = _noise(rng, shape, float(rng.uniform(6, 14)) * scale, 3)
    share = 0.4 / (1 + np.exp(-9 * field)) + 0.12 * _noise(rng, shape, 1.5 * scale, 2)
    rim = np.exp(-((field / 0.07) ** 2)) * float(rng.uniform(0.2, 0.6))
    picture = _mixed(np.asarray(share + 0.1, np.float32), tones)
    return _lined(picture, np.asarray(rim, np.float32), tones)


def halftone(rng: np.random.Generator, shape: Shape, scale: float, tones: Tones) -> Floats:
    """A raster of dots that grow and shrink."""
    x, y = _grid(shape, scale)
    every, angle = float(rng.uniform(0.9, 2.6)), float(rng.uniform(0, np.pi))
    u = (x * np.cos(angle) + y * np.sin(angle)) * 2 * np.pi / every
    v = (y * np.cos(angle) - x * np.sin(angle)) * 2 * np.pi / every
    size = 0.25 + 0.6 * _noise(rng, shape, 10 * scale, 2)
    dots = np.clip(0.5 + 1.5 * (0.5 * (np.cos(u) + np.cos(v)) - 0.3 + size), 0, 1)
    return _mixed(np.asarray(dots, np.float32), tones)


def scenic(rng: np.random.Generator, shape: Shape, scale: float, tones: Tones) -> Floats:
    """Lit relief with light and dark parts and fine detail, as an aerial picture."""
    height = _noise(rng, shape, float(rng.uniform(6, 14)) * scale, 6)
    lit = cv2.Sobel(height, cv2.CV_32F, 1, 0) + 0.6 * cv2.Sobel(height, cv2.CV_32F, 0, 1)
    share = 0.45 + 0.25 * height + 0.22 * lit / max(float(lit.std()), 1e-6)
    return _mixed(np.asarray(share, np.float32), tones)


def bricks(rng: np.random.Generator, shape: Shape, scale: float, tones: Tones) -> Floats:
    """Courses of stones, each of its own tone."""
    x, y = _grid(shape, scale)
    high = float(rng.uniform(1.5, 4))
    wide = high * float(rng.uniform(1.4, 2.6))
    row = np.floor(y / high)
    column = np.floor(x / wide + 0.5 * (row % 2))
    tone = 0.3 + 0.3 * np.sin(row * 127.1 + column * 311.7)
    across = np.abs((x / wide + 0.5 * (row % 2)) % 1 - 0.5) * wide
    down = np.abs((y / high) % 1 - 0.5) * high
    seam = np.maximum(across - wide / 2, down - high / 2) > -0.22
    return _lined(
        _mixed(np.asarray(tone, np.float32), tones), np.asarray(0.8 * seam, np.float32), tones
    )


def leafy(rng: np.random.Generator, shape: Shape, scale: float, tones: Tones) -> Floats:
    """Leaves with a rib, every which way."""
    picture = _painted(shape, tones)
    for _ in range(_number(rng, shape, scale, float(rng.uniform(10, 30)))):
        x, y = (int(v) for v in rng.uniform((0, 0), shape[::-1]))
        long = max(3, round(float(rng.uniform(1.2, 4)) * scale))
        turn = float(rng.uniform(0, 360))
        cv2.ellipse(
            picture, (x, y), (long, long // 3 + 1), turn, 0, 360, _between(rng, tones), -1, 16
        )
        way = long * np.array([np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))])
        ends = [(round(x + s * way[0]), round(y + s * way[1])) for s in (-1, 1)]
        cv2.line(picture, ends[0], ends[1], colour(tones.line), 1, cv2.LINE_AA)
    return _light(picture)


def _noise(rng: np.random.Generator, shape: Shape, cell: float, octaves: int = 1) -> Floats:
    return clouds(rng, shape, (cell, cell), octaves)


def _grid(shape: Shape, scale: float) -> tuple[Floats, Floats]:
    """Return x and y in mm."""
    y, x = np.indices(shape, np.float32)
    return x / np.float32(scale), y / np.float32(scale)


def _mixed(share: NDArray[np.floating], tones: Tones) -> Floats:
    part = np.clip(share, 0, 1)[..., None]
    return np.asarray((1 - part) * np.array(tones.base) + part * np.array(tones.other), np.float32)


def _lined(picture: Floats, share: Floats, tones: Tones) -> Floats:
    part = share[..., None]
    return np.asarray(picture * (1 - part) + np.array(tones.line) * part, np.float32)


def _painted(shape: Shape, tones: Tones) -> NDArray[np.uint8]:
    return np.full((*shape, 3), colour(tones.base), np.uint8)


def _light(picture: NDArray[np.uint8]) -> Floats:
    return np.asarray(picture.astype(np.float32) / 255, np.float32)


def _between(rng: np.random.Generator, tones: Tones) -> tuple[int, int, int]:
    share = float(rng.uniform(0, 1))
    first, second = np.array(tones.base), np.array(tones.other)
    red, green, blue = ((1 - share) * first + share * second).tolist()
    return colour((red, green, blue))


def _number(rng: np.random.Generator, shape: Shape, scale: float, mm2: float) -> int:
    """Return how many things cover *shape*, one for every *mm2* square millimetres."""
    return int(np.ceil(shape[0] * shape[1] / (scale**2 * mm2) * rng.uniform(0.6, 1.4)))


def _cells(rng: np.random.Generator, shape: Shape, size: float) -> NDArray[np.int32]:
    count = max(2, int(shape[0] * shape[1] / size**2))
    empty = np.full(shape, 255, np.uint8)
    at = rng.integers((0, 0), shape, (count, 2))
    empty[at[:, 0], at[:, 1]] = 0
    _, labels = cv2.distanceTransformWithLabels(
        empty, cv2.DIST_L2, cv2.DIST_MASK_5, labelType=cv2.DIST_LABEL_PIXEL
    )
    return np.asarray(labels, np.int32)
