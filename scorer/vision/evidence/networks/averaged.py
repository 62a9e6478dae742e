"""The networks' word on one picture turned, tilted and mirrored, taken together.

One look may miss what others see. Many looks cost as many times as much: so only what is left
unsure is looked at again, but for cafés, of which a board has few, and for landmarks, which are
looked for but once.
"""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.evidence.networks import network

Floats = NDArray[np.float32]

_LOOKS = 8
_SUREST = 9.0
# Tourists are drawn upright, more or less: a shape is looked at again tilted by so many degrees,
# not on its side.
_TILTS_DEG = (-10, 10)
# What is this likely at the first look is not looked at again: a kind, or a section or none.
_SURE_KIND, _SURE_SECTION = 0.97, 0.98


def points(pictures: Floats) -> Floats:
    """Return chances as ``network.points`` does, (N, 4), from eight looks at each picture."""
    if not len(pictures):
        return np.zeros((0, 4), np.float32)
    looks = np.concatenate([_turned(pictures, look) for look in range(_LOOKS)])
    seen = network.points(looks).reshape(_LOOKS, len(pictures), 4)
    rings = seen[..., 3:].mean(axis=0)
    return np.asarray(np.concatenate([_agreed(seen[..., :3]), rings], axis=1), np.float32)


def landmarks(looks: Floats) -> Floats:
    """Return chances as ``network.landmarks`` does, (N, 7), from eight looks at the board."""
    return _agreed(np.stack([network.landmarks(_turned(looks, one)) for one in range(_LOOKS)]))


def kinds(pictures: Floats, grey: bool) -> Floats:
    """Return chances as ``network.kinds`` does, (N, 4): from six looks where one is unsure.

    Upright and tilted either way, and these mirrored.
    """
    found = network.kinds(pictures, grey)
    unsure = np.flatnonzero(found.max(axis=1, initial=0) < _SURE_KIND)
    if len(unsure):
        some = pictures[unsure]
        tilted = np.concatenate([some, *(_tilted(some, tilt) for tilt in _TILTS_DEG)])
        more = np.concatenate([tilted[len(some) :], tilted[..., ::-1]])
        found[unsure] = _mean(found[unsure], network.kinds(more, grey))
    return found


def middles(patches: Floats, grey: bool, first: Floats) -> Floats:
    """Return maps of unsure *patches* as ``network.middles`` does, from eight looks.

    *first* is what it said at the first look, upright.
    """
    return _from_eight_looks(patches, first, lambda looks: network.middles(looks, grey))


def town_middles(patches: Floats, first: Floats) -> Floats:
    """Return maps of unsure *patches* as ``network.town_middles`` does, from eight looks."""
    return _from_eight_looks(patches, first, network.town_middles)


def _from_eight_looks(
    patches: Floats, first: Floats, middles_in: Callable[[Floats], Floats]
) -> Floats:
    more = range(1, _LOOKS)
    looks = np.concatenate([_turned(patches, look) for look in more])
    seen = np.split(middles_in(looks), len(more))
    back = [_turned_back(maps, look) for look, maps in zip(more, seen, strict=True)]
    return np.asarray(np.mean([first, *back], axis=0), np.float32)


def drawn(roads: Floats) -> Floats:
    """Return chances as ``network.drawn`` does, (N,): from four looks where one is unsure.

    A road has no direction, but a length and a width.
    """
    return _from_four_looks(roads, network.drawn)


def town_drawn(roads: Floats) -> Floats:
    """Return chances as ``network.town_drawn`` does, (N,): from four looks where unsure."""
    return _from_four_looks(roads, network.town_drawn)


def town_points(pictures: Floats) -> Floats:
    """Return chances as ``network.town_points`` does, (N, 5): from eight looks where unsure."""
    found = network.town_points(pictures)
    signs, others = found[:, :3].max(axis=1), np.maximum(found[:, 3:], 1 - found[:, 3:])
    unsure = np.flatnonzero(np.minimum(signs, others.min(axis=1)) < _SURE_SECTION)
    if len(unsure):
        more = [_turned(pictures[unsure], look) for look in range(1, _LOOKS)]
        found[unsure] = _mean(found[unsure], network.town_points(np.concatenate(more)))
    return found


def _from_four_looks(roads: Floats, drawn_in: Callable[[Floats], Floats]) -> Floats:
    found = drawn_in(roads)
    unsure = np.flatnonzero(np.maximum(found, 1 - found) < _SURE_SECTION)
    if len(unsure):
        some = roads[unsure]
        more = np.concatenate([some[:, :, ::-1], some[..., ::-1], some[:, :, ::-1, ::-1]])
        found[unsure] = _mean(found[unsure], drawn_in(more))
    return found


def _agreed(seen: Floats) -> Floats:
    """Return the chances (N, W) that looks at N places, (L, N, W), agree on; they sum to 1."""
    found = np.exp(np.log(np.maximum(seen, np.exp(-_SUREST))).mean(axis=0))
    return np.asarray(found / found.sum(axis=1, keepdims=True), np.float32)


def _mean(first: Floats, more: Floats) -> Floats:
    """Return the mean of the *first* look at some pictures and of the others, look by look."""
    looks = np.concatenate([first, more]).reshape(-1, *first.shape)
    return np.asarray(looks.mean(axis=0), np.float32)


def _tilted(pictures: Floats, tilt_deg: float) -> Floats:
    """Return *pictures* (N, C, H, H) tilted about their middle, their rims going on outside."""
    side = pictures.shape[-1]
    middle = ((side - 1) / 2, (side - 1) / 2)
    tilt = cv2.getRotationMatrix2D(middle, tilt_deg, 1.0)
    tilted = [
        cv2.warpAffine(layers, tilt, (side, side), borderMode=cv2.BORDER_REPLICATE)
        for layers in np.ascontiguousarray(pictures.transpose(0, 2, 3, 1))
    ]
    return np.asarray(np.stack(tilted).transpose(0, 3, 1, 2), np.float32)


def _turned(pictures: Floats, look: int) -> Floats:
    """Return *pictures* (N, C, H, H) turned by quarters, and mirrored by every other look."""
    found = np.rot90(pictures, look // 2, (2, 3))
    return np.ascontiguousarray(found[..., ::-1] if look % 2 else found)


def _turned_back(pictures: Floats, look: int) -> Floats:
    found = pictures[..., ::-1] if look % 2 else pictures
    return np.asarray(np.rot90(found, -(look // 2), (2, 3)))
