"""A glance at the squares of a lattice: which boards they may be of, whichever way they are turned.

The photo is flattened once for all boards. So the map of every board is looked at as a square.
"""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.boards.picture import BoardPicture, kept_with_picture
from scorer.vision.geometry import PX_PER_MM, frame_of, warp
from scorer.vision.locate.prints import Prints, contrasts, location_boxes, prints_in

Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]

# Pixels along a side of the map, and of what lies around it: about one a mm.
_SIDE = 150
_BESIDE = 12
_ALL = _SIDE + 2 * _BESIDE


def glances(grey: Bytes, corners_xy: Doubles, pictures: Sequence[BoardPicture]) -> Doubles:
    """Return how well a map with some corners agrees with boards: (pictures, 4), by turns.

    As ``rough_agreement`` has it. After each turn a board begins at the corner before.

    Parameters
    ----------
    grey : (H, W) uint8
        Upright photo.
    corners_xy : (4, 2) float
        In *grey*, clockwise.
    pictures : sequence of BoardPicture
    """
    flat = contrasts(_square(grey, corners_xy))
    turned = [np.rot90(flat, -turns) for turns in range(4)]
    return np.array([[_prints(one).agreement(side) for side in turned] for one in pictures])


def _square(grey: Bytes, corners_xy: Doubles) -> Bytes:
    """Return the map with some corners as a square, with what lies around it."""
    corners = np.array([(0, 0), (_SIDE, 0), (_SIDE, _SIDE), (0, _SIDE)], np.float32)
    corners += np.float32(_BESIDE - 0.5)
    to_photo = cv2.getPerspectiveTransform(corners, corners_xy.astype(np.float32))
    return warp(grey, np.asarray(to_photo, np.float64), (_ALL, _ALL))


@kept_with_picture
def _prints(picture: BoardPicture) -> Prints:
    """Return what is printed in the locations of a board whose map is a square."""
    frame, corners = frame_of(picture), picture.map_corners_mm
    grey = cv2.cvtColor(frame.reference, cv2.COLOR_RGB2GRAY)
    grow = _SIDE / (corners[2] - corners[0])
    size = np.round(frame.size * grow / PX_PER_MM).astype(int).tolist()
    small = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)
    first = (corners[0] - frame.origin_mm) * grow - _BESIDE
    to_small = np.array([[1, 0, first[0]], [0, 1, first[1]], [0, 0, 1]])
    blank = contrasts(warp(small, to_small, (_ALL, _ALL)))
    return prints_in(blank, (location_boxes(picture.board) - corners[0]) * grow + _BESIDE)
