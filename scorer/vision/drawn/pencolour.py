"""What has no pen's colour is print: what a page's surest strokes look like tells its pens.

The network that tells ink from print sees a small part of the map at a time. It takes dark print,
such as a café's sectors or a letter, for ink. A whole page shows which colours its pens leave,
and which colours are printed.
"""

import cv2
import numpy as np
from numpy.typing import NDArray
from skimage.filters import gaussian

from scorer.rules.board.board import Board
from scorer.vision.drawn.parts import cafe_symbols, in_locations, near_crossroads, on_roads
from scorer.vision.evidence.inkmap import widened
from scorer.vision.ink.sampling import averaged, logarithms, resized, widely_blurred

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

# All is worked out on pictures this many times smaller.
_STEP = 2
# Light is levelled over this length.
_LIGHT_MM = 30.0
# Colours (logarithms) are counted in so many bins a channel, and over so many of them smoothed.
_BINS, _DARKEST, _LIGHTEST, _SMOOTH = 32, -2.6, 1.0, 0.8
# Pixels as sure as this are the pens', and the print's.
_INK, _PRINT = 0.9, 0.05
# With fewer pixels of either nothing is told.
_FEWEST = 400
# Colours speak at most so strongly, in log odds; so small a share is of any colour.
_MOST, _ANY = 3.0, 1e-4
# What stays this sure is a stroke's, and so is what lies this near to it.
_CORE, _RIM_MM = 0.5, 0.4


def by_pen_colour(chances: Floats, rgb: Bytes, board: Board, px_per_mm: float) -> Floats:
    """Return the *chances* of ink, (H, W), corrected by the colours that pens leave on the page.

    Parameters
    ----------
    chances : (H, W) float32
        By the network alone, 0 … 1.
    rgb : (H, W, 3) uint8
        The page of *board* seen from straight above.
    board : Board
    px_per_mm : float

    Sections and rings tell the pens that cafés are crossed out with. In locations any sure ink is a
    pen's.
    """
    height, width = chances.shape
    size, scale = (width // _STEP, height // _STEP), px_per_mm / _STEP
    small = np.asarray(cv2.resize(rgb, size, interpolation=cv2.INTER_AREA), np.uint8)
    said = resized(chances, size)
    colours = _colours(small, scale)
    roads, rings = on_roads(board, scale, said.shape), near_crossroads(board, scale, said.shape)
    symbols = cafe_symbols(board, scale, said.shape)
    locations = in_locations(board, scale, said.shape) & ~rings
    printed = _share(colours, (said < _PRINT) & (said > 0))
    found = said
    for pens, where in (
        (said * (roads | rings) * ~symbols, symbols),
        (said * ~rings, locations),
    ):
        drawn = _share(colours, pens > _INK)
        if printed is None or drawn is None:
            continue
        odds = np.log(drawn + _ANY) - np.log(printed + _ANY)
        told = np.clip(odds, -_MOST, _MOST).ravel()[colours]
        clear = np.clip(found, 0.002, 0.998)
        better = 1 / (1 + np.exp(-told) * (1 - clear) / clear)
        # Colours take ink away; they do not make any.
        found = np.where(where, np.minimum(found, better), found)
    # Strokes have rims of mixed colours.
    core = widened(np.asarray(found > _CORE, np.float32), _RIM_MM * scale) > 0
    found = np.where(core, said, found)
    return np.minimum(chances, resized(np.asarray(found, np.float32), (width, height)))


def _colours(rgb: Bytes, px_per_mm: float) -> NDArray[np.int64]:
    """Return the number of each pixel's colour, (H, W), freed of the light."""
    look = logarithms(rgb)
    light = widely_blurred(averaged(look), _LIGHT_MM * px_per_mm)
    level = (look - light[..., None] - _DARKEST) / (_LIGHTEST - _DARKEST)
    bins = np.clip((level * _BINS).astype(np.int64), 0, _BINS - 1)
    return np.asarray((bins[..., 0] * _BINS + bins[..., 1]) * _BINS + bins[..., 2])


def _share(colours: NDArray[np.int64], where: Mask) -> NDArray[np.float64] | None:
    """Return how much of the pixels in *where* has each colour; None where they are too few."""
    found = colours[where]
    if found.size < _FEWEST:
        return None
    counts = np.bincount(found, minlength=_BINS**3).reshape(_BINS, _BINS, _BINS)
    return np.asarray(gaussian(counts / found.size, _SMOOTH, mode="constant"), np.float64)
