"""What is printed where no photo shows it: as at places like it, and as round about."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board
from scorer.vision.drawn.parts import on_roads
from scorer.vision.evidence.canvas import PITCH, ROOM, Canvas

Floats = NDArray[np.float32]

# Places that are alike to this much (in logarithm) are printed alike.
_ALIKE = 0.12
# How far round a place others tell what it is like, in mm: first near ones.
_NEAR_MM = (0.9, 2.5, 8.0)
_FEWEST = 5
# A blur is smooth enough when it reaches so many pixels.
_FINE_PX = 3.0
_TONE_PX = 10.0
# What places that are not alike tell beside others that are.
_BESIDE = 0.15
# What a road is like is told by roads this far round, and by all else where there are none.
_ROADS_MM = (2.5, 8.0)
_NO_ROAD = 0.005


def filled_in(page: Floats, sure: Floats, board: Board, px_per_mm: float) -> Floats:
    """Return *page* with what is not known filled in by what is likely printed there.

    Parameters
    ----------
    page : (H, W, 3) float32
        Logarithms of the page.
    sure : (H, W) float32
        How sure each pixel is known, 0 … 1.
    board : Board
        Of which only the lattice is looked at.
    px_per_mm : float

    Roads, and crossroads, mostly look alike all over the map: there the usual look is taken. What
    is left is taken from the surroundings.
    """
    likely = _usual(page, sure, board, px_per_mm)
    left = page - likely.look
    known = np.asarray(np.where(sure > 0.5, sure, 0), np.float32)
    # What is printed on a place that is alike tells more of it than what is printed beside it.
    beside = _around(left, known * (_BESIDE + likely.alike), _NEAR_MM, px_per_mm)
    # A section covers its road from side to side: lighter locations beside it tell nothing of it.
    road = np.asarray(np.clip(2 * likely.alike - 0.5, 0, 1), np.float32)
    road *= on_roads(board, px_per_mm, sure.shape)
    along = _around(left, known * (_NO_ROAD + road**2), _ROADS_MM, px_per_mm)
    found = likely.look + beside + road[..., None] * (along - beside)
    seen = np.clip(2 * sure - 1, 0, 1)[..., None]
    return np.asarray(seen * page + (1 - seen) * found, np.float32)


def _around(
    left: Floats, weight: Floats, reaches_mm: tuple[float, ...], px_per_mm: float
) -> Floats:
    """Return the mean of *left*, (H, W, 3), round about by *weight*, (H, W), near places first."""
    around = np.zeros_like(left)
    share = np.zeros(weight.shape, np.float32)
    for reach in reaches_mm:
        total = _blurred(left * weight[..., None], reach * px_per_mm)
        count = _blurred(weight, reach * px_per_mm)
        # The nearer ones count where there are enough of them.
        trust = (1 - share) * np.clip(count / (0.2 * _BESIDE), 0, 1)
        around += trust[..., None] * total / np.maximum(count, 1e-4)[..., None]
        share += trust
    return np.asarray(around / np.maximum(share, 1e-3)[..., None], np.float32)


def usual_look(page: Floats, sure: Floats, board: Board, px_per_mm: float) -> Floats:
    """Return what is usual at every pixel of a *page*, (H, W, 3), less its light."""
    return _usual(page, sure, board, px_per_mm).look


@dataclass(frozen=True, slots=True)
class _Likely:
    """What is usual at every pixel of a page, (H, W, 3), less its light; how much so, 0 … 1."""

    look: Floats
    alike: Floats


def _usual(page: Floats, sure: Floats, board: Board, px_per_mm: float) -> _Likely:
    canvas = Canvas.of(board)
    size = (page.shape[1], page.shape[0])
    flat = _on_canvas(np.dstack([page, sure]), canvas, px_per_mm)
    known = flat[..., 3] > 0.5
    grey = flat[..., :3].mean(axis=2)
    light = _level(grey, known)
    level = np.where(known[..., None], flat[..., :3] - light[..., None], np.nan)
    across, down = canvas.counts
    tiles = level.reshape(down + 1, PITCH, across + 1, PITCH, 3).transpose(0, 2, 1, 3, 4)
    tiles = tiles.reshape(-1, PITCH, PITCH, 3)
    median = _median(tiles)
    spread = _median(np.abs(tiles - median)).max(axis=2)
    enough = (~np.isnan(tiles[..., 0])).sum(axis=0) >= _FEWEST
    alike = np.nan_to_num(np.exp(-((spread / _ALIKE) ** 2)) * enough).astype(np.float32)
    alike = cv2.GaussianBlur(alike, (0, 0), 1.5)
    # Where places are not alike, no more is usual than a tone.
    detail = np.nan_to_num(median)
    tone = cv2.GaussianBlur(detail, (0, 0), _TONE_PX)
    tile = np.dstack([tone + alike[..., None] * (detail - tone), alike])
    whole = np.tile(tile, (down + 1, across + 1, 1)).astype(np.float32)
    found = [canvas.laid(np.ascontiguousarray(whole[..., c]), size, px_per_mm) for c in range(4)]
    return _Likely(np.dstack(found[:3]), found[3])


def _on_canvas(page: Floats, canvas: Canvas, px_per_mm: float) -> Floats:
    to_page = np.array([[px_per_mm, 0, -0.5], [0, px_per_mm, -0.5], [0, 0, 1]]) @ canvas.to_mm
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    soft = cv2.GaussianBlur(page, (0, 0), 0.8)
    found = cv2.warpPerspective(soft, to_page, canvas.size, flags=flags)
    return np.asarray(found, np.float32)


def _level(grey: Floats, known: NDArray[np.bool_]) -> Floats:
    weight = known.astype(np.float32)
    total = cv2.GaussianBlur(grey * weight, (0, 0), ROOM, borderType=cv2.BORDER_REPLICATE)
    count = cv2.GaussianBlur(weight, (0, 0), ROOM, borderType=cv2.BORDER_REPLICATE)
    return np.asarray(total / np.maximum(count, 1e-3), np.float32)


def _median(tiles: Floats) -> Floats:
    """Return the median of *tiles* (N, …), NaN left out; of none NaN."""
    ordered = np.sort(tiles, axis=0)
    count = (~np.isnan(ordered)).sum(axis=0)
    middle = np.maximum(count - 1, 0) // 2
    return np.asarray(np.take_along_axis(ordered, middle[None], axis=0)[0], np.float32)


def _blurred(picture: Floats, reach: float) -> Floats:
    """Return *picture* blurred by *reach* pixels, worked out at a size that is fine enough."""
    shrink = min(1.0, _FINE_PX / reach)
    small = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), reach * shrink)
    size = (picture.shape[1], picture.shape[0])
    return np.asarray(cv2.resize(soft, size, interpolation=cv2.INTER_LINEAR), np.float32)
