"""The ink of each location at one size, as the shape network takes it."""

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board import Cell
from scorer.vision.rectify import Rectified

# Pixels across a location, and around it.
PITCH, ROOM = 72, 12
SIDE = PITCH + 2 * ROOM


def frame(cell: Cell, rectified: Rectified) -> NDArray[np.float64]:
    """Return the 2 × 3 matrix from the patch of *cell* to pixels of the rectified photo."""
    corners = np.array([rectified.to_px(point) for point in cell.polygon])
    low, high = corners.min(axis=0), corners.max(axis=0)
    scale = float((high - low).max()) / PITCH
    middle = (low + high) / 2
    first = middle - scale * (SIDE - 1) / 2
    return np.array([[scale, 0, first[0]], [0, scale, first[1]]])


def patch(cell: Cell, soft: NDArray[np.float32], rectified: Rectified) -> NDArray[np.float32]:
    """Return the ink in and around *cell*, (SIDE, SIDE), at most 2, from ``Ink.soft``."""
    to_photo = frame(cell, rectified)
    found = cv2.warpAffine(
        soft, to_photo, (SIDE, SIDE), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    )
    return np.asarray(np.clip(found, 0, 2), np.float32)
