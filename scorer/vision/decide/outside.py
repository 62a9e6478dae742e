"""Places that a photo does not reach: nothing is read there, and every one is asked about."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board import Board, Point
from scorer.vision.doubts import Doubt, rank
from scorer.vision.effect import marks_with
from scorer.vision.evidence import Interpreted
from scorer.vision.picture import BoardPicture
from scorer.vision.rectify import Rectified

Mask = NDArray[np.bool_]

# What lies outside the photo is shown as the blank board's ghost: grey, so much of its light
# and no darker than this.
_GHOST, _DARKEST = 0.3, 30
# Marks reach this far round a crossroads or symbol, and so wide along a road.
_RING_MM, _STROKE_MM = 4.5, 3.0
# A place of which more than this share lies outside the photo was not seen. From the lower
# shares on, of rings and of all else, it is never surer than a doubt: half a ring tells more
# than half a stroke.
_MOSTLY, _HALF_A_RING, _PARTLY = 0.6, 0.4, 0.15
_MOST_SURE = 0.9
# Chance that nothing is drawn on a place that was not seen.
_UNSEEN_IS_EMPTY = 0.75
_REASON = "outside the photo"
# What is read where nothing is drawn, by kind of doubt.
_NOTHING: dict[str, Any] = {
    "section": False,
    "task": False,
    "crossed": False,
    "ticket": False,
    "tourists": {},
    "cafe": "none",
    "cafe-area": "none",
}
_RINGED = ("cafe", "task", "ticket", "cafe-area")
# Shares are counted on every fourth pixel of every fourth row.
_COARSE = 4


def share_seen(rectified: Rectified, picture: BoardPicture) -> float:
    """Return the share, 0 … 1, of the map that is in the photo."""
    corners = [rectified.to_px((x, y)) for x, y in picture.map_corners_mm.tolist()]
    return 1 - _share(_area(corners, rectified.seen), rectified)


def with_print_outside(rectified: Rectified) -> Rectified:
    """Return *rectified* with the blank board, in the photo's light, where the photo ends.

    Else the ink on its rim would seem to go on.
    """
    seen = rectified.seen
    light = np.median(rectified.rgb[seen] / np.maximum(rectified.reference[seen], 1.0), axis=0)
    print_ = np.clip(rectified.reference * light, 0, 255).astype(np.uint8)
    return replace(rectified, rgb=np.where(seen[..., None], rectified.rgb, print_))


def with_ghost_outside(rectified: Rectified) -> Rectified:
    """Return *rectified* as it is shown to people: where the photo ends, a dark grey board.

    It cannot be taken for the photo, and what is drawn there can be tapped in on it.
    """
    grey = cv2.cvtColor(rectified.reference, cv2.COLOR_RGB2GRAY)[..., None]
    ghost = (_DARKEST + _GHOST * grey).astype(np.uint8)
    return replace(rectified, rgb=np.where(rectified.seen[..., None], rectified.rgb, ghost))


def asking_outside(found: Interpreted, rectified: Rectified, board: Board) -> Interpreted:
    """Return *found* with nothing read outside the photo, and every place there asked about."""
    marks, every = found.marks, []
    regions = _Regions(rectified, board)
    for doubt in found.every:
        share = _share(regions.of(doubt), rectified)
        if share > _MOSTLY:
            doubt = _not_seen(doubt)
            marks = marks_with(marks, doubt, doubt.read)
        elif share > (_HALF_A_RING if doubt.kind in _RINGED else _PARTLY):
            doubt = _partly_seen(doubt)
        every.append(doubt)
    return Interpreted(marks, rank(every), tuple(every))


def _not_seen(doubt: Doubt) -> Doubt:
    nothing = _NOTHING[doubt.kind]
    others = tuple(value for value in (doubt.read, *doubt.alternatives) if value != nothing)
    return Doubt(doubt.kind, doubt.where, nothing, _UNSEEN_IS_EMPTY, others, _REASON)


def _partly_seen(doubt: Doubt) -> Doubt:
    """Return *doubt* no surer than one; what makes it doubtful anyway stays its reason."""
    if doubt.confidence <= _MOST_SURE:
        return doubt
    return replace(doubt, confidence=_MOST_SURE, reason=_REASON)


class _Regions:
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
        if doubt.kind in _RINGED:
            return _disc(self._px((self._points[doubt.where],))[0], _RING_MM * scale, seen)
        if doubt.kind == "section":
            return _stroke(self._px(self._roads[doubt.where]), _STROKE_MM * scale, seen)
        return _area(self._px(self._cells[doubt.where]), seen)

    def _px(self, path: Sequence[Point]) -> list[Point]:
        return [self._rectified.to_px(point) for point in path]


def _share(place: Mask, rectified: Rectified) -> float:
    """Return the share of *place* that lies outside the photo; of no place at all that is all."""
    outside = ~rectified.seen[::_COARSE, ::_COARSE]
    return float((outside & place).sum() / place.sum()) if place.any() else 1.0


def _area(corners: Sequence[Point], seen: Mask) -> Mask:
    place = _nothing(seen)
    cv2.fillPoly(place, [_coarse(corners)], 1)
    return place > 0


def _stroke(path: Sequence[Point], width: float, seen: Mask) -> Mask:
    place = _nothing(seen)
    cv2.polylines(place, [_coarse(path)], False, 1, max(1, round(width / _COARSE)))
    return place > 0


def _disc(middle: Point, radius: float, seen: Mask) -> Mask:
    place = _nothing(seen)
    x, y = _coarse((middle,))[0].tolist()
    cv2.circle(place, (x, y), max(1, round(radius / _COARSE)), 1, -1)
    return place > 0


def _nothing(seen: Mask) -> NDArray[np.uint8]:
    return np.zeros(seen[::_COARSE, ::_COARSE].shape, np.uint8)


def _coarse(px: Sequence[Point]) -> NDArray[np.int32]:
    return np.asarray(np.round(np.array(px) / _COARSE), np.int32)
