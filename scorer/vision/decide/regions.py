"""Where on a rectified photo the marks lie that doubts are about."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board, Point
from scorer.vision.doubts import Doubt
from scorer.vision.geometry import Rectified

Mask = NDArray[np.bool_]

# Masks are of every fourth pixel of every fourth row.
COARSE = 4
RINGED = ("cafe", "task", "ticket", "cafe-area")
# Marks reach this far round a crossroads or symbol, and so wide along a road.
_RING_MM, _STROKE_MM = 4.5, 3.0


class Regions:
    """Where on the rectified photo the mark lies that a doubt is about."""

    def __init__(self, rectified: Rectified, board: Board) -> None:
        self._rectified = rectified
        self._roads = {str(road.id): road.path for road in board.roads}
        self._cells = {str(cell.location): cell.polygon for cell in board.cells}
        self._points = {str(point): xy for point, xy in board.crossroads_xy.items()}
        self._points |= {symbol.id: symbol.xy for symbol in board.cafe_area}

    def of(self, doubt: Doubt) -> Mask:
        """Return the doubt's place as a mask on every fourth pixel."""
        scale, seen = self._rectified.px_per_mm, self._rectified.seen
        if doubt.kind in RINGED:
            return _disc(self._px((self._points[doubt.where],))[0], _RING_MM * scale, seen)
        if doubt.kind == "section":
            return _stroke(self._px(self._roads[doubt.where]), _STROKE_MM * scale, seen)
        return area(self._px(self._cells[doubt.where]), seen)

    def _px(self, path: Sequence[Point]) -> list[Point]:
        return [self._rectified.to_px(point) for point in path]


def area(corners: Sequence[Point], seen: Mask) -> Mask:
    """Return what lies within *corners*, in pixels, as a mask on every fourth pixel."""
    place = _nothing(seen)
    cv2.fillPoly(place, [_coarse(corners)], 1)
    return place > 0


def _stroke(path: Sequence[Point], width: float, seen: Mask) -> Mask:
    place = _nothing(seen)
    cv2.polylines(place, [_coarse(path)], False, 1, max(1, round(width / COARSE)))
    return place > 0


def _disc(middle: Point, radius: float, seen: Mask) -> Mask:
    place = _nothing(seen)
    x, y = _coarse((middle,))[0].tolist()
    cv2.circle(place, (x, y), max(1, round(radius / COARSE)), 1, -1)
    return place > 0


def _nothing(seen: Mask) -> NDArray[np.uint8]:
    return np.zeros(seen[::COARSE, ::COARSE].shape, np.uint8)


def _coarse(px: Sequence[Point]) -> NDArray[np.int32]:
    return np.asarray(np.round(np.array(px) / COARSE), np.int32)
