"""Score markers on the track: where something of a player's colour hides what is printed."""

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.ticket_to_ride.game import BusColour
from scorer.vision.links.cut import Flat
from scorer.vision.links.groups import SPREAD, Group
from scorer.vision.links.network import DARKEST
from scorer.vision.links.picture import MapPicture

Doubles = NDArray[np.float64]

# Half the side of what is looked at of a space of the track, in its sides.
_HALF = 0.34
# A marker changes a space's values by this much at least, 0 to 1.
_CHANGED = 0.1
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
    if track is None or not track.xy or not groups:
        return ()
    side = min(math.dist(a, b) for a, b in zip(track.xy, track.xy[1:], strict=False))
    half = max(2, round(_HALF * side * flat.px_per_mm))
    changed, tones = zip(*(_look(flat, xy, half) for xy in track.xy), strict=True)
    found = (_marker(group, np.array(changed), np.array(tones)) for group in groups)
    return tuple(marker for marker in found if marker)


def _look(flat: Flat, xy: tuple[float, float], half: int) -> tuple[float, Doubles]:
    """Return by how much a space of the track differs from the blank one, and its colour there."""
    x, y = (round(value * flat.px_per_mm) for value in xy)
    rows, columns = slice(max(0, y - half), y + half + 1), slice(max(0, x - half), x + half + 1)
    photo, blank = flat.lit[rows, columns], flat.blank[rows, columns]
    if photo.size == 0 or flat.burnt[rows, columns].mean() > 0.3:
        return 0.0, np.zeros(3)
    off = np.abs(np.sqrt(np.maximum(photo, 0)) - np.sqrt(blank)).max(axis=2)
    smooth = cv2.blur(off.astype(np.float32), (5, 5))
    there = smooth >= np.quantile(smooth, 0.6)
    light = np.median(photo[there], axis=0)
    return float(smooth[there].mean()), np.log(np.maximum(light, 0) + DARKEST).astype(np.float64)


def _marker(group: Group, changed: Doubles, tones: Doubles) -> SeenMarker | None:
    """Return the space that looks most like a marker of *group*, if one clearly does."""
    unlike = ((tones - group.middle) ** 2).sum(axis=1) / (2 * (2.2 * SPREAD) ** 2)
    worth = np.log(np.maximum(changed, 1e-3) / _CHANGED) * 2 - unlike
    order = np.argsort(-worth)
    best, second = int(order[0]), int(order[1])
    confidence = float(
        1 / (1 + math.exp(-worth[best])) / (1 + math.exp(2 * (worth[second] - worth[best]) - 1))
    )
    if confidence < _SURE:
        return None
    return SeenMarker(group.colour, best, confidence)
