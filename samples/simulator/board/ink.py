"""Lays strokes of dry-erase ink on a page: see-through, streaky, thinner at dry ends."""

import cv2
import numpy as np
from numpy.typing import NDArray

from samples.simulator.chance import Floats, clouds, waves
from samples.simulator.people.hand import resampled
from samples.simulator.people.pens import Colour, Pen
from samples.simulator.people.strokes import Stamp, Stroke

# The share of light that the ink itself throws back; the rest goes through it to the print.
_BODY = 0.22


def lay_ink(
    page: Floats, px_per_mm: float, strokes: list[Stroke], rng: np.random.Generator
) -> None:
    """Draw *strokes* on *page*, (H, W, 3) in linear light, in place."""
    for stroke in strokes:
        for stamp in stroke.stamps:
            _lay_stamp(page, px_per_mm, stamp, stroke.pen)
        if not stroke.stamps:
            _lay(page, px_per_mm, stroke, rng)


def _lay_stamp(page: Floats, px_per_mm: float, stamp: Stamp, pen: Pen) -> None:
    high, wide = stamp.density.shape
    to_px = stamp.to_page * px_per_mm
    corners = np.array([[0, 0, 1], [wide, 0, 1], [0, high, 1], [wide, high, 1]]) @ to_px.T
    low = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 2, 0)
    top = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 3, page.shape[1::-1])
    if (top <= low + 1).any():
        return
    to_px[:, 2] -= low
    size = (int(top[0] - low[0]), int(top[1] - low[1]))
    density = cv2.warpAffine(stamp.density, to_px, size, flags=cv2.INTER_LINEAR) * pen.pressure
    region = page[low[1] : top[1], low[0] : top[0]]
    region[:] = covered(region, density, pen.ink)


def _lay(page: Floats, px_per_mm: float, stroke: Stroke, rng: np.random.Generator) -> None:
    half = 0.5 * stroke.pen.width_mm * px_per_mm
    path = resampled(stroke.path * px_per_mm, 1.0)
    margin = int(half * 1.4) + 3
    low = np.maximum(np.floor(path.min(axis=0)).astype(int) - margin, 0)
    size = np.array(page.shape[1::-1])
    high = np.minimum(np.ceil(path.max(axis=0)).astype(int) + margin + 1, size)
    if (high <= low + 1).any():
        return
    along, across = _stroke_coordinates(path - low, (int(high[1] - low[1]), int(high[0] - low[0])))
    density = _density(along, across, len(path), half, px_per_mm, rng) * stroke.pen.pressure
    region = page[low[1] : high[1], low[0] : high[0]]
    region[:] = covered(region, density, stroke.pen.ink)


def covered(print_: Floats, density: Floats, ink: Colour) -> Floats:
    """Return *print_* (..., 3), linear, under *ink* that lies on it in *density* (...)."""
    through = np.array(ink, np.float32) ** density[..., None]
    body = np.minimum(density, 1.0)[..., None] * _BODY
    own = np.array(ink, np.float32) * 0.85
    return np.asarray(print_ * through * (1 - body) + own * body, np.float32)


def _stroke_coordinates(path: NDArray[np.float64], shape: tuple[int, int]) -> tuple[Floats, Floats]:
    """Return for every pixel how far along the path, and how far off it, its nearest point lies.

    Both are in pixels; *path* has points one pixel apart. Off the path is signed, positive
    on the left of the way.
    """
    empty = np.full(shape, 255, np.uint8)
    at = np.rint(path).astype(int).clip(0, np.array(shape[::-1]) - 1)
    empty[at[:, 1], at[:, 0]] = 0
    _, labels = cv2.distanceTransformWithLabels(
        empty, cv2.DIST_L2, cv2.DIST_MASK_5, labelType=cv2.DIST_LABEL_PIXEL
    )
    nearest = np.zeros(int(labels.max()) + 1, np.int64)
    nearest[labels[at[:, 1], at[:, 0]]] = np.arange(len(path))
    index = nearest[labels]
    ways = np.gradient(path, axis=0)
    ways /= np.maximum(np.hypot(ways[:, 0], ways[:, 1]), 1e-6)[:, None]
    rows, columns = np.indices(shape)
    dx, dy = columns - path[index, 0], rows - path[index, 1]
    wx, wy = ways[index, 0], ways[index, 1]
    forward, sideways = dx * wx + dy * wy, dx * wy - dy * wx
    # Past an end, or outside a sharp bend, the distance counts in full, which makes it round.
    beyond = np.maximum(np.abs(forward) - 1, 0)
    across = np.copysign(np.hypot(sideways, beyond), sideways)
    return (index + forward).astype(np.float32), across.astype(np.float32)


def _density(
    along: Floats,
    across: Floats,
    length: int,
    half: float,
    px_per_mm: float,
    rng: np.random.Generator,
) -> Floats:
    """Return how much ink lies on every pixel, 1 being a full layer."""
    millimetres = length / px_per_mm
    width = half * (1 + 0.07 * waves(rng, length, millimetres / 5))
    force = 0.9 + 0.13 * waves(rng, length, millimetres / 8)
    dry = rng.uniform(0.3, 1.0)
    tail = np.linspace(0, 1, length)
    # The pen lifts at the end: thinner and streakier over the last few millimetres.
    lift = np.clip((1 - tail) * millimetres / rng.uniform(1.0, 4.0), 0, 1)
    force *= 1 - (1 - lift) * 0.5 * dry
    at = np.clip(along, 0, length - 1).astype(np.int64)
    reach = width[at]
    cover = np.clip(reach - np.abs(across) + 0.5, 0, 1)
    place = np.clip(across / np.maximum(reach, 1e-3), -1, 1)
    streak = _streaks(at, place, length, millimetres, rng)
    edge = 1 + 0.22 * np.clip((np.abs(place) - 0.62) / 0.38, 0, 1)
    layer = np.clip(force[at] + streak * (0.17 + 0.12 * dry + 0.2 * dry * (1 - lift[at])), 0.1, 1.5)
    return np.asarray(cover * layer * edge, np.float32)


def _streaks(
    at: NDArray[np.int64],
    place: NDArray[np.floating],
    length: int,
    millimetres: float,
    rng: np.random.Generator,
) -> Floats:
    """Return streaks that run along the stroke, and the grain of ink that shrinks as it dries."""
    bristles = 15
    runs = clouds(rng, (bristles, length), (1.6, max(4.0, length / max(millimetres, 1) * 7)), 2)
    row = np.clip((place + 1) / 2 * (bristles - 1), 0, bristles - 1)
    streak = runs[np.rint(row).astype(np.int64), at]
    grain = clouds(rng, (at.shape[0], at.shape[1]), (4.0, 4.0))
    return np.asarray(streak + 0.35 * grain, np.float32)
