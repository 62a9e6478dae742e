"""Score markers on the track: small things of a player's colour that hide what is printed."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.ticket_to_ride.game import BusColour
from scorer.vision.links.cut import Flat
from scorer.vision.links.groups import Group
from scorer.vision.links.network import DARKEST
from scorer.vision.links.picture import MapPicture

Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]

# All in sides of a space of the track. A marker covers a circle of this radius somewhere near the
# middle of its space; a hand or a card covers what is farther off, too.
_MARKER, _NEAR = 0.27, 0.22
_BEYOND = (0.6, 0.95)
_LARGE = 0.8
# A space of which less is changed has none.
_PLAIN = 0.01
# A marker changes values by about so much, 0 to 1, give or take.
_CHANGED, _SOFT = 0.09, 0.02
# How far a colour is off its group's middle, in logarithms of light: the standard deviation.
_LIKE = 0.45
# From this share of the circle on a marker is likelier than not; half as much in any other space
# makes it doubtful.
_LEAST, _STEEP = 0.1, 45.0
_SURE = 0.7


@dataclass(frozen=True, slots=True)
class SeenMarker:
    """A marker: its player's colour, its space on the track, and how sure that is."""

    colour: BusColour
    space: int
    confidence: float


def find_markers(
    flat: Flat, picture: MapPicture, groups: tuple[Group, ...]
) -> tuple[SeenMarker, ...]:
    """Return the markers on the track; a player's is left out where none is clearly seen."""
    track = picture.map.track
    if track is None or len(track.xy) < 2 or not groups:
        return ()
    side = min(math.dist(a, b) for a, b in zip(track.xy, track.xy[1:], strict=False))
    window = _Window.of(side * flat.px_per_mm)
    worth = np.zeros((len(track.xy), len(groups)))
    for row, xy in enumerate(track.xy):
        changed, light = _look(flat, xy, window.reach)
        # Most spaces are as they are printed.
        if float(changed[window.space].mean()) > _PLAIN:
            tones = np.log(light + DARKEST)
            worth[row] = [_worth(changed, tones, group, window) for group in groups]
    found = (_marker(group, worth[:, i]) for i, group in enumerate(groups))
    return tuple(marker for marker in found if marker)


def _marker(group: Group, worth: Doubles) -> SeenMarker | None:
    """Return the space that looks most like a marker of *group*, if one clearly does."""
    order = np.argsort(-worth)
    best, second = (float(worth[i]) for i in order[:2])
    there = 1 / (1 + math.exp(-_STEEP * (best - _LEAST)))
    alone = 1 / (1 + math.exp(12 * (second / max(best, 1e-6) - 0.65)))
    confidence = there * alone
    if confidence < _SURE:
        return None
    return SeenMarker(group.colour, int(order[0]), confidence)


@dataclass(frozen=True, slots=True)
class _Window:
    """What is looked at round a space: pixels from its middle to its rim, and masks of them."""

    reach: int
    space: NDArray[np.bool_]
    near: NDArray[np.bool_]
    beyond: NDArray[np.bool_]
    circle: Floats

    @classmethod
    def of(cls, side: float) -> "_Window":
        reach = max(3, math.ceil(_BEYOND[1] * side))
        line = np.arange(-reach, reach + 1) / side
        far = np.hypot(line[:, None], line[None])
        inner = np.abs(line) <= _MARKER
        circle = (far[np.ix_(inner, inner)] <= _MARKER).astype(np.float32)
        near = (np.abs(line)[:, None] <= _NEAR) & (np.abs(line)[None] <= _NEAR)
        beyond = (far > _BEYOND[0]) & (far < _BEYOND[1])
        return cls(reach, far < _BEYOND[0], near, beyond, circle / circle.sum())


def _look(flat: Flat, xy: tuple[float, float], reach: int) -> tuple[Floats, Floats]:
    """Return how much each pixel round *xy* is changed, 0 to 1, and its light."""
    x, y = (round(value * flat.px_per_mm) for value in xy)
    size, (height, width) = 2 * reach + 1, flat.burnt.shape
    rows = slice(max(0, y - reach), min(height, y + reach + 1))
    columns = slice(max(0, x - reach), min(width, x + reach + 1))
    photo, blank = np.maximum(flat.lit[rows, columns], 0), flat.blank[rows, columns]
    changed, light = np.zeros((size, size), np.float32), np.zeros((size, size, 3), np.float32)
    if photo.size:
        off = np.abs(np.sqrt(photo) - np.sqrt(blank)).max(axis=2)
        told = 1 / (1 + np.exp(np.clip((_CHANGED - off) / _SOFT, -30, 30)))
        top, left = rows.start - (y - reach), columns.start - (x - reach)
        there = np.s_[top : top + photo.shape[0], left : left + photo.shape[1]]
        changed[there] = told * ~flat.burnt[rows, columns]
        light[there] = photo
    return changed, light


def _worth(changed: Floats, tones: Floats, group: Group, window: _Window) -> float:
    """Return how much of a marker's circle a space shows, less what reaches beyond it."""
    far = np.minimum(((tones - group.middle) ** 2).sum(axis=2), 9)
    like = np.asarray(changed * np.exp(-far / (2 * _LIKE**2)), np.float32)
    inside = cv2.filter2D(like, -1, window.circle, borderType=cv2.BORDER_CONSTANT)
    return float(inside[window.near].max()) - _LARGE * float(like[window.beyond].mean())
