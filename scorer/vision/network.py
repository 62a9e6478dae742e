"""The small network that finds shapes' middles in the ink of a location.

It was trained by ``training/shapes.py`` on made-up ink and runs in OpenCV.
"""

from functools import cache
from importlib import resources
from threading import Lock

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

# Pixels of a patch per value of the network's maps.
STRIDE = 4
_BATCH = 8
# One network serves all threads, one at a time: OpenCV's networks keep their last input.
_ONE_AT_A_TIME = Lock()


def middles(patches: Floats) -> Floats:
    """Return the chances that a shape's middle lies at each place of each patch.

    Parameters
    ----------
    patches : (N, 96, 96) float32
        Ink, as ``patches.patch`` gives it.

    Returns
    -------
    (N, 3, 24, 24) float32
        For circles, squares and triangles.
    """
    found = [np.zeros((0, 3, patches.shape[1] // STRIDE, patches.shape[2] // STRIDE), np.float32)]
    with _ONE_AT_A_TIME:
        for first in range(0, len(patches), _BATCH):
            some = patches[first : first + _BATCH]
            # Always the same batch, since OpenCV plans anew for every other size.
            full = np.zeros((_BATCH, 1, *patches.shape[1:]), np.float32)
            full[: len(some), 0] = some
            _network().setInput(full)
            found.append(np.array(_network().forward()[: len(some)], np.float32))
    return np.concatenate(found)


@cache
def _network() -> cv2.dnn.Net:
    data = (resources.files("scorer.vision") / "shapes.onnx").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))
