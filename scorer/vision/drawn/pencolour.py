"""What has no pen's colour is print, what goes on in it is ink: a page's surest strokes tell.

The network that tells ink from print sees a small part of the map at a time. It takes dark print,
such as a café's sectors or a letter, for ink, and loses strokes along a map's rim. A whole page
shows which colours its pens leave, and which colours are printed.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board
from scorer.vision.drawn.parts import astray, cafe_symbols, in_locations, near_crossroads, on_roads
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
# Log odds of a colour from which on it is surely a pen's: strokes have 2.8 to 6, paper -4 and less.
_SAME = 1.5


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
    pen's. Along roads a stroke that is sure in one part goes on as far as its colour does.
    """
    height, width = chances.shape
    size, scale = (width // _STEP, height // _STEP), px_per_mm / _STEP
    small = np.asarray(cv2.resize(rgb, size, interpolation=cv2.INTER_AREA), np.uint8)
    said = resized(chances, size)
    colours = _colours(small, scale)
    roads, rings = on_roads(board, scale, said.shape), near_crossroads(board, scale, said.shape)
    symbols = cafe_symbols(board, scale, said.shape)
    locations = in_locations(board, scale, said.shape) & ~rings
    printed = (said < _PRINT) & (said > 0)
    found = said
    for pens, where in (
        (said * (roads | rings) * ~symbols, symbols),
        (said * ~rings, locations),
    ):
        odds = _odds(colours, pens > _INK, printed)
        if odds is None:
            continue
        told = np.clip(odds, -_MOST, _MOST)
        clear = np.clip(found, 0.002, 0.998)
        better = 1 / (1 + np.exp(-told) * (1 - clear) / clear)
        # Here colours take ink away; they do not make any.
        found = np.where(where, np.minimum(found, better), found)
    # Strokes have rims of mixed colours.
    core = widened(np.asarray(found > _CORE, np.float32), _RIM_MM * scale) > 0
    found = np.where(core, said, found)
    less = np.minimum(chances, resized(np.asarray(found, np.float32), (width, height)))
    odds = _odds(colours, roads & (said > _INK), printed)
    if odds is None:
        return less
    strips = astray(board, scale, said.shape) & ~symbols
    more = _gone_on(strips & (said > _INK), strips & (odds > _SAME))
    return np.maximum(less, resized(more, (width, height)))


def _gone_on(sure: Mask, coloured: Mask) -> Floats:
    """Return how surely what is *coloured* as strokes is ink: it has to go on from *sure* ink.

    The network may lose a stroke on its way, as along the rim of a map.
    """
    count, labels = cv2.connectedComponents((sure | coloured).astype(np.uint8))
    held = np.bincount(labels[sure], minlength=count) > 0
    held[0] = False
    return np.where(held[labels] & ~sure, np.float32(_INK), np.float32(0))


def _odds(colours: NDArray[np.int64], drawn: Mask, printed: Mask) -> Floats | None:
    """Return the log odds of each pixel's colour to be *drawn*; None where too little tells."""
    pens, print_ = _share(colours, drawn), _share(colours, printed)
    if pens is None or print_ is None:
        return None
    odds = np.log(pens + _ANY) - np.log(print_ + _ANY)
    return np.asarray(odds.ravel()[colours], np.float32)


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
    # As in ``pen_width``.
    from skimage.filters import gaussian

    counts = np.bincount(found, minlength=_BINS**3).reshape(_BINS, _BINS, _BINS)
    return np.asarray(gaussian(counts / found.size, _SMOOTH, mode="constant"), np.float64)
