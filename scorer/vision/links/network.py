"""The small network that says what stands on a space, run in OpenCV.

``training.spaces`` trained it, on simulated photos alone.
"""

from functools import cache
from importlib import resources
from threading import Lock

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

EMPTY, BUS, HIDDEN = range(3)
# What is added to light before its logarithm is taken.
DARKEST = 0.02
# OpenCV plans anew for every other number of cuttings, so that it is always the same.
_TOGETHER = 16
# Scores are divided by this: of prints that it never saw the network is too sure.
_TEMPERATURE = 1.4
_ONE_AT_A_TIME = Lock()


def stands(seen: Floats) -> tuple[Floats, Floats, Floats]:
    """Return what stands on each space.

    Parameters
    ----------
    seen : (N, 6, 32, 32) float32
        As ``cut.cut`` gives them.

    Returns
    -------
    (N, 3), (N, 3) and (N, 3) float32
        The chances of an empty space, a bus, and something that hides both; the logarithm of the
        light, red, green and blue, that the bus throws back; and by how much each of these is
        off on average.
    """
    found = []
    with _ONE_AT_A_TIME:
        for first in range(0, len(seen), _TOGETHER):
            some = seen[first : first + _TOGETHER]
            full = np.zeros((_TOGETHER, *seen.shape[1:]), np.float32)
            full[: len(some)] = np.clip(some, 0, 1.2)
            _network().setInput(full)
            found.append(np.array(_network().forward()[: len(some)], np.float32))
    told = np.concatenate(found) if found else np.zeros((0, 9), np.float32)
    scores = told[:, :3] / _TEMPERATURE
    chances = np.exp(scores - scores.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    return np.asarray(chances, np.float32), told[:, 3:6], np.exp(np.clip(told[:, 6:], -5, 2))


@cache
def _network() -> cv2.dnn.Net:
    data = (resources.files("scorer.vision.links") / "spaces.onnx").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))
