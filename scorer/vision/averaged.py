"""The networks' word on one picture in all its turns and mirrorings, taken together.

One look may miss what others see. Eight looks cost eight times as much, and another network as
much again: so only what is left unsure is looked at again, and then by that network too.
"""

import numpy as np
from numpy.typing import NDArray

from scorer.vision import network

Floats = NDArray[np.float32]

_LOOKS = 8
_SUREST = 9.0
# What is this likely is not looked at again: a kind, or a section or none, at the first look; nor
# shown to another network: a café's mark, after eight looks.
_SURE_KIND, _SURE_SECTION, _SURE_CAFE = 0.97, 0.98, 0.97


def points(pictures: Floats, grey: bool) -> Floats:
    """Return chances as ``network.points`` does, (N, 4), from eight looks at each picture.

    Where these leave a café unsure another network looks as well.
    """
    if not len(pictures):
        return np.zeros((0, 4), np.float32)
    found = _points(pictures, grey, again=False)
    unsure = np.flatnonzero(found[:, :3].max(axis=1) < _SURE_CAFE)
    if len(unsure):
        found[unsure] = _points(pictures[unsure], grey, again=True)
    return found


def _points(pictures: Floats, grey: bool, again: bool) -> Floats:
    looks = np.concatenate([_turned(pictures, look) for look in range(_LOOKS)])
    seen = network.points(looks, grey, again).reshape(_LOOKS, len(pictures), 4)
    cafes = np.exp(np.log(np.maximum(seen[..., :3], np.exp(-_SUREST))).mean(axis=0))
    cafes /= cafes.sum(axis=1, keepdims=True)
    return np.asarray(np.concatenate([cafes, seen[..., 3:].mean(axis=0)], axis=1), np.float32)


def kinds(pictures: Floats, grey: bool) -> Floats:
    """Return chances as ``network.kinds`` does, (N, 4).

    Where one look leaves it unsure another network looks as well, and all look eight times.
    """
    found = network.kinds(pictures, grey)
    unsure = np.flatnonzero(found.max(axis=1, initial=0) < _SURE_KIND)
    if len(unsure):
        looks = np.concatenate([_turned(pictures[unsure], look) for look in range(_LOOKS)])
        found[unsure] = _mean(network.kinds(looks, grey, again=True), _LOOKS)
    return found


def middles(patches: Floats, grey: bool) -> Floats:
    """Return maps as ``network.middles`` does, from eight looks, another network's too."""
    looks = np.concatenate([_turned(patches, look) for look in range(_LOOKS)])
    seen = np.split(network.middles(looks, grey, again=True), _LOOKS)
    back = [_turned_back(maps, look) for look, maps in enumerate(seen)]
    return np.asarray(np.mean(back, axis=0), np.float32)


def drawn(roads: Floats, grey: bool) -> Floats:
    """Return chances as ``network.drawn`` does, (N,).

    Where one look leaves it unsure another network looks as well, and all look four times: a road
    has no direction, but a length and a width.
    """
    found = network.drawn(roads, grey)
    unsure = np.flatnonzero(np.maximum(found, 1 - found) < _SURE_SECTION)
    if len(unsure):
        some = roads[unsure]
        looks = np.concatenate([some, some[:, :, ::-1], some[..., ::-1], some[:, :, ::-1, ::-1]])
        found[unsure] = _mean(network.drawn(looks, grey, again=True), 4)
    return found


def _mean(seen: Floats, looks: int) -> Floats:
    return np.asarray(seen.reshape(looks, -1, *seen.shape[1:]).mean(axis=0), np.float32)


def _turned(pictures: Floats, look: int) -> Floats:
    """Return *pictures* (N, C, H, H) turned by quarters, and mirrored by every other look."""
    found = np.rot90(pictures, look // 2, (2, 3))
    return np.ascontiguousarray(found[..., ::-1] if look % 2 else found)


def _turned_back(pictures: Floats, look: int) -> Floats:
    found = pictures[..., ::-1] if look % 2 else pictures
    return np.asarray(np.rot90(found, -(look // 2), (2, 3)))
