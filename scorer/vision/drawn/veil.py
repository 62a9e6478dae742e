"""Where a reflection lies on a page: its roads are lighter there.

Roads look alike all over the map, so what differs along them is light. Light changes smoothly over
a board; a lamp's reflection does not. What is printed under it is not known.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board
from scorer.rules.values import replace
from scorer.vision.drawn.filling import usual_look
from scorer.vision.drawn.light import Page
from scorer.vision.ink.sampling import averaged, logarithms, resized
from scorer.vision.teach.merge import smooth_light

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

# All is worked out on pictures this many times smaller.
_STEP = 4
# Roads are looked at so far to both sides of their middles, without their ends: symbols are there.
_HALF_ROAD_MM, _ENDS, _STEPS = 1.6, 0.2, 9
# They tell what lies so far around. Where none is so near, those three times as far tell, and count
# for little.
_AROUND_MM, _FAR = 2.5, 0.02
# A stroke that was overlooked tells nothing of light: darker than this (in logarithm) is as this.
_DARKEST = -0.1
# Light is told from reflections by these limits, in rounds.
_ROUNDS = (*(0.1,) * 2, *(0.08,) * 2, *(0.06,) * 2, *(0.04,) * 2, *(0.03,) * 4)
# A reflection is lighter (in logarithm) by this, and by so many times what places commonly differ.
_LIFTED, _TIMES = 0.065, 4.0
# What is narrower, or smaller, is print.
_LEAST_MM, _LEAST_MM2 = 7.0, 400.0
# Around its middle it fades.
_RIM_MM = 2.5
# The chance, there, that a pixel does not show the print.
_HIDDEN = 0.9


def with_veil(page: Page, board: Board, px_per_mm: float) -> Page:
    """Return *page* with all that lies under a reflection taken for not known."""
    hidden = _HIDDEN * under_reflections(page, board, px_per_mm).astype(np.float32)
    return replace(page, inked=np.maximum(page.inked, hidden))


def under_reflections(page: Page, board: Board, px_per_mm: float) -> Mask:
    """Return where reflections lie on the map, (H, W).

    Parameters
    ----------
    page : Page
    board : Board
        Of which only the roads are looked at.
    px_per_mm : float
    """
    scale = px_per_mm / _STEP
    lighter = np.asarray(_lifted(page, board, px_per_mm) > 0, np.uint8)
    on_map = lighter & _map(board, lighter.shape, scale)
    wide = cv2.morphologyEx(on_map, cv2.MORPH_OPEN, _disc(_LEAST_MM * scale))
    _, labels, figures, _ = cv2.connectedComponentsWithStats(wide)
    large = figures[:, cv2.CC_STAT_AREA] >= _LEAST_MM2 * scale**2
    large[0] = False
    found = cv2.dilate(np.asarray(large[labels], np.float32), _disc(2 * _RIM_MM * scale))
    height, width = page.seen.shape
    return resized(np.asarray(found, np.float32), (width, height)) > 0.5


def _disc(across_px: float) -> NDArray[np.uint8]:
    side = max(1, round(across_px))
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)


def _lifted(page: Page, board: Board, px_per_mm: float) -> Floats:
    """Return by how much all is lighter than a place without a reflection may be, (h, w)."""
    height, width = page.seen.shape
    size, scale = (width // _STEP, height // _STEP), px_per_mm / _STEP
    look, free = logarithms(page.rgb), np.asarray((1 - page.inked) * page.seen, np.float32)
    usual = usual_look(look, free, board, px_per_mm)
    apart = resized(averaged(look), size) - resized(averaged(usual), size)
    roads = _roads(board, apart.shape, scale)
    weight = np.asarray(np.clip(2 * resized(free, size) - 1, 0, 1) * roads, np.float32)
    light = smooth_light(apart[..., None], weight, _ROUNDS)[..., 0]
    lighter = np.maximum(apart - light, np.float32(_DARKEST))
    near, far = (
        [cv2.GaussianBlur(one, (0, 0), reach) for one in (lighter * weight, weight)]
        for reach in (_AROUND_MM * scale, 3 * _AROUND_MM * scale)
    )
    total, count = (one + np.float32(_FAR) * other for one, other in zip(near, far, strict=True))
    lift = np.asarray(total / (count + 1e-4), np.float32)
    common = 1.48 * float(np.median(np.abs(lift[weight > 0.5]))) if (weight > 0.5).any() else 0.0
    return lift - np.float32(max(_LIFTED, _TIMES * common))


def _map(board: Board, shape: tuple[int, ...], scale: float) -> NDArray[np.uint8]:
    """Return where the map is, (H, W), 0 or 1: beyond its outer roads nothing tells of light."""
    found = np.zeros(shape, np.uint8)
    points = np.array([xy for place, xy in board.crossroads_xy.items() if place.lattice])
    hull = cv2.convexHull(np.round(points * scale - 0.5).astype(np.int32))
    cv2.fillConvexPoly(found, hull, 1)
    return np.asarray(cv2.dilate(found, _disc(2 * _HALF_ROAD_MM * scale)), np.uint8)


def _roads(board: Board, shape: tuple[int, ...], scale: float) -> Floats:
    """Return where roads are, (H, W), 0 or 1."""
    found = np.zeros(shape, np.uint8)
    for road in board.roads:
        path = np.array(road.path)
        at = np.linspace(_ENDS, 1 - _ENDS, _STEPS)
        knots = np.linspace(0, 1, len(path))
        inner = np.stack([np.interp(at, knots, path[:, axis]) for axis in (0, 1)], axis=1)
        px = np.round(inner * scale - 0.5).astype(np.int32)
        cv2.polylines(found, [px], False, 1, max(1, round(2 * _HALF_ROAD_MM * scale)))
    return found.astype(np.float32)
