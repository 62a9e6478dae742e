"""Reading a picture at places between its pixels."""

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


def sample(picture: NDArray[np.float32] | NDArray[np.uint8], places: Floats) -> Floats:
    """Return *picture* (H, W) at *places* (…, 2) in pixels (x, y), zero outside it."""
    flat = places.reshape(-1, places.shape[-2], 2).astype(np.float32)
    xs, ys = np.ascontiguousarray(flat[..., 0]), np.ascontiguousarray(flat[..., 1])
    found = cv2.remap(picture, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    return np.asarray(found, np.float32).reshape(places.shape[:-1])
