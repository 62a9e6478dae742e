"""The networks' word on one picture in all its eight turns and mirrorings, taken together.

One look may miss what seven others see. Eight looks cost eight times as much, so that only
pictures are looked at again that one look leaves unsure.
"""

import numpy as np
from numpy.typing import NDArray

from scorer.vision import network

Floats = NDArray[np.float32]

_LOOKS = 8
_SUREST = 9.0
# A kind that is this likely at the first look is not looked at again.
_SURE_KIND = 0.97


def points(pictures: Floats, grey: bool) -> Floats:
    """Return chances as ``network.points`` does, (N, 4), from eight looks at each picture."""
    if not len(pictures):
        return np.zeros((0, 4), np.float32)
    looks = np.concatenate([_turned(pictures, look) for look in range(_LOOKS)])
    seen = network.points(looks, grey).reshape(_LOOKS, len(pictures), 4)
    cafes = np.exp(np.log(np.maximum(seen[..., :3], np.exp(-_SUREST))).mean(axis=0))
    cafes /= cafes.sum(axis=1, keepdims=True)
    return np.asarray(np.concatenate([cafes, seen[..., 3:].mean(axis=0)], axis=1), np.float32)


def kinds(pictures: Floats, grey: bool) -> Floats:
    """Return chances as ``network.kinds`` does, (N, 4); eight looks where one leaves it unsure."""
    found = network.kinds(pictures, grey)
    unsure = np.flatnonzero(found.max(axis=1, initial=0) < _SURE_KIND)
    if len(unsure):
        looks = np.concatenate([_turned(pictures[unsure], look) for look in range(1, _LOOKS)])
        more = network.kinds(looks, grey).reshape(_LOOKS - 1, len(unsure), -1)
        found[unsure] = (found[unsure] + more.sum(axis=0)) / _LOOKS
    return found


def middles(patches: Floats, first: Floats, grey: bool) -> Floats:
    """Return maps as ``network.middles`` does, from eight looks; *first* is the plain one."""
    total = first.copy()
    for look in range(1, _LOOKS):
        total += _turned_back(network.middles(_turned(patches, look), grey), look)
    return np.asarray(total / _LOOKS, np.float32)


def _turned(pictures: Floats, look: int) -> Floats:
    """Return *pictures* (N, C, H, H) turned by quarters, and mirrored by every other look."""
    found = np.rot90(pictures, look // 2, (2, 3))
    return np.ascontiguousarray(found[..., ::-1] if look % 2 else found)


def _turned_back(pictures: Floats, look: int) -> Floats:
    found = pictures[..., ::-1] if look % 2 else pictures
    return np.asarray(np.rot90(found, -(look // 2), (2, 3)))
