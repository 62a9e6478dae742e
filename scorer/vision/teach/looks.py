"""What the places of a board look like beside each other, for the networks that compare them."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Cell, LandmarkKind
from scorer.vision.boards.picture import BoardPicture
from scorer.vision.ink.sampling import LIFT

Floats = NDArray[np.float32]

# A location is looked at in so many pixels a side, in so many layers.
LOOK_SIDE, LOOK_LAYERS = 40, 9
# The network's words, in this order, after that of no landmark.
KINDS = (
    LandmarkKind.RED,
    LandmarkKind.GREEN,
    LandmarkKind.BLUE,
    LandmarkKind.PURPLE,
    LandmarkKind.YELLOW,
    LandmarkKind.GREY,
)
_KNOWN = 0.5
_LEAST_SHARE = 0.02


def looks(picture: BoardPicture, cells: Sequence[Cell]) -> Floats:
    """Return what the network of landmarks is shown of *cells*, (N, 9, 40, 40)."""
    parts = [cut(picture, np.array(cell.polygon)) for cell in cells]
    return layers(np.stack([rgb for rgb, _ in parts]), np.stack([known for _, known in parts]))


def cut(
    picture: BoardPicture, corners_mm: NDArray[np.float64], side: int = LOOK_SIDE
) -> tuple[Floats, Floats]:
    """Return the box round *corners_mm*, (side, side, 3), 0 … 255, and what is known of it.

    The latter is (side, side), 0 … 1. What is not known does not count in the former. Beyond the
    page nothing is known.
    """
    corners = corners_mm * picture.px_per_mm
    low, high = corners.min(axis=0).round(), corners.max(axis=0).round()
    across, down = (np.arange(first, end, dtype=int) for first, end in zip(low, high, strict=True))
    height, width = picture.rgb.shape[:2]
    at = np.ix_(down.clip(0, height - 1), across.clip(0, width - 1))
    part = picture.rgb[at].astype(np.float32)
    inside = ((down >= 0) & (down < height))[:, None] & ((across >= 0) & (across < width))
    known: Floats = inside.astype(np.float32)
    if picture.known is not None:
        known *= np.asarray(picture.known[at] / 255, np.float32)
    share = _shrunk(known, side)
    rgb = _shrunk(part * known[..., None], side) / np.maximum(share, _LEAST_SHARE)[..., None]
    return np.where(share[..., None] > _LEAST_SHARE, rgb, 0), share


def layers(rgb: Floats, known: Floats) -> Floats:
    """Return the network's input, (N, 9, S, S), of the locations of one board.

    Parameters
    ----------
    rgb : (N, S, S, 3) float32
        0 … 255.
    known : (N, S, S) float32
        How far each pixel is known, 0 … 1.

    Three layers tell how a pixel's logarithms differ from the board's median, three how they
    differ from the median at the same place of all locations. One tells what is known, two the
    colour of the board's median.
    """
    tone, seen, usual = tones(rgb, known)
    light = np.broadcast_to(usual[[0, 2]] - usual[1], (*known.shape, 2))
    share = known[..., None]
    away = tone - common(tone, seen, usual)
    found = np.concatenate([share * (tone - usual), share * away, share, light], axis=-1)
    return np.ascontiguousarray(found.transpose(0, 3, 1, 2), np.float32)


def tones(rgb: Floats, known: Floats) -> tuple[Floats, NDArray[np.bool_], Floats]:
    """Return the logarithms of *rgb* (N, S, S, 3), which are *known* (N, S, S), and their median.

    Where they are known is (N, S, S) too, their median there (3,).
    """
    tone = np.log((rgb + LIFT) / (255 + LIFT))
    seen = known > _KNOWN
    usual = np.median(tone[seen], axis=0) if seen.any() else np.zeros(3, np.float32)
    return tone, seen, np.asarray(usual, np.float32)


def common(tone: Floats, seen: NDArray[np.bool_], usual: Floats) -> Floats:
    """Return the median of *tone* (N, S, S, 3) at each place, (S, S, 3).

    Only what was *seen* (N, S, S) counts. Where none was, it is *usual*.
    """
    there = np.sort(np.where(seen[..., None], tone, np.inf), axis=0)
    middle = np.maximum(seen.sum(axis=0) - 1, 0) // 2
    place = np.take_along_axis(there, middle[None, ..., None], axis=0)[0]
    return np.asarray(np.where(np.isfinite(place), place, usual), np.float32)


def _shrunk(part: Floats, side: int) -> Floats:
    return np.asarray(cv2.resize(part, (side, side), interpolation=cv2.INTER_AREA), np.float32)
