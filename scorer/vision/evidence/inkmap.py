"""Where ink lies on a page whose print nobody knows, by a network that learned to tell them."""

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board, Point
from scorer.vision.evidence.canvas import PITCH, ROOM, Canvas
from scorer.vision.evidence.networks import network

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

# The network sees windows of six by six locations; larger maps are seen in several of them.
_LOCATIONS = 6
_SIDE = _LOCATIONS * PITCH + 2 * ROOM


def ink_chances(
    page: Bytes, board: Board, px_per_mm: float, origin_mm: Point = (0.0, 0.0)
) -> Floats:
    """Return the chance, 0 … 1, that ink lies on each pixel of a page, (H, W) float32.

    Parameters
    ----------
    page : (H, W, 3) uint8
        The page of *board* seen from straight above.
    board : Board
        Of which only the lattice is looked at.
    px_per_mm : float
    origin_mm : (float, float)
        Where on the board's page the top left corner of *page* lies.

    Off the map, and half a location around it, nothing is said: the chance is 0 there.
    """
    canvas = Canvas.of(board, origin_mm)
    layers = canvas.layers(canvas.cut(page, px_per_mm))
    found = np.zeros(layers.shape[:2], np.float32)
    for rows in _windows(canvas.counts[1]):
        for columns in _windows(canvas.counts[0]):
            seen = layers[rows, columns].transpose(2, 0, 1)[None]
            said = network.inked(np.ascontiguousarray(seen))[0]
            found[rows, columns] = np.maximum(found[rows, columns], said)
    height, width = page.shape[:2]
    return np.clip(canvas.laid(found, (width, height), px_per_mm), 0, 1)


def widened(chances: Floats, reach_px: float) -> Floats:
    """Return *chances* spread by *reach_px* around: strokes have soft rims."""
    side = 2 * round(reach_px) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    return np.asarray(cv2.dilate(chances, disc), np.float32)


def _windows(count: int) -> list[slice]:
    """Return the parts of a canvas of *count* locations that the network sees one by one."""
    firsts = sorted({*range(0, max(count - _LOCATIONS, 0) + 1, _LOCATIONS), count - _LOCATIONS})
    return [slice(PITCH * first, PITCH * first + _SIDE) for first in firsts if first >= 0]
