"""Half of a double board, as a board of its own that knows which half it is."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from scorer.rules.board.board import Board, Point
from scorer.rules.values import replace
from scorer.vision.boards.picture import BoardPicture, kept_with_picture, map_corners_mm

# Maps that are this much wider than high are two halves side by side.
_DOUBLE = 1.8
# A half's page reaches so far beyond the fold, where the photo may end.
_BEYOND_MM = 6.0
# What is no further from the fold lies on it.
_ON_FOLD_MM = 1e-6


class Side(StrEnum):
    """A half of a double board."""

    LEFT = "left"
    RIGHT = "right"


@dataclass(frozen=True, kw_only=True)
class HalfBoard(Board):
    """What one photo may show of a double board; names are those of the whole board.

    Roads and crossroads on the fold are on both halves. ``id`` is another than the whole
    board's, so that what is worked out from either is kept apart.

    Attributes
    ----------
    whole : Board
    side : Side
    left_mm : float
        Where the half's page begins on the whole page.
    """

    whole: Board
    side: Side
    left_mm: float


def is_double(board: Board) -> bool:
    """Return whether *board* has two halves that a photo each may show."""
    corners = map_corners_mm(board)
    wide, high = (corners[2] - corners[0]).tolist()
    return bool(wide > _DOUBLE * high)


@kept_with_picture
def half_pictures(picture: BoardPicture) -> tuple[BoardPicture, BoardPicture]:
    """Return the left and the right half of a double board, each as a board of its own.

    Their boards are ``HalfBoard``.

    Parameters
    ----------
    picture : BoardPicture
        Of a board for which ``is_double`` holds.
    """
    fold, page = fold_mm(picture.board), picture.board.page_mm[0]
    left = _half(picture, Side.LEFT, 0.0, fold + _BEYOND_MM)
    right = _half(picture, Side.RIGHT, fold - _BEYOND_MM, page)
    return left, right


def fold_mm(board: Board) -> float:
    """Return how far to the right on its page a double board is folded."""
    return float(map_corners_mm(board)[:, 0].mean())


def shows(side: Side, fold: float, x: float) -> bool:
    """Return whether what lies at *x*, in mm on the page, is on the half at *side* of *fold*."""
    return x <= fold + _ON_FOLD_MM if side is Side.LEFT else x >= fold - _ON_FOLD_MM


def middle_mm(polygon: tuple[Point, ...]) -> float:
    """Return how far to the right the corners of *polygon* lie on average."""
    return sum(x for x, _ in polygon) / len(polygon)


def _half(picture: BoardPicture, side: Side, first_mm: float, last_mm: float) -> BoardPicture:
    """Return the part of *picture* from *first_mm* to *last_mm* across the page."""
    scale = picture.px_per_mm
    first, last = round(first_mm * scale), round(last_mm * scale)
    rgb = np.ascontiguousarray(picture.rgb[:, first:last])
    known = None if picture.known is None else np.ascontiguousarray(picture.known[:, first:last])
    board = _half_board(picture.board, side, first / scale, rgb.shape[1] / scale)
    return BoardPicture(board, rgb, scale, known)


def _half_board(whole: Board, side: Side, left_mm: float, wide_mm: float) -> HalfBoard:
    fold = fold_mm(whole)

    def here(x: float) -> bool:
        return shows(side, fold, x)

    def place(xy: Point) -> Point:
        return xy[0] - left_mm, xy[1]

    cells = tuple(
        replace(cell, polygon=tuple(map(place, cell.polygon)))
        for cell in whole.cells
        if here(middle_mm(cell.polygon))
    )
    points = {p: place(xy) for p, xy in whole.crossroads_xy.items() if here(xy[0])}
    known = {cell.location for cell in cells}
    roads = tuple(
        replace(
            road,
            path=tuple(map(place, road.path)),
            locations=tuple(p for p in road.locations if p in known),
        )
        for road in whole.roads
        if set(road.id.ends) <= points.keys()
    )
    return HalfBoard(
        whole=whole,
        side=side,
        left_mm=left_mm,
        id=f"{whole.id}:{side}",
        city=whole.city,
        page_mm=(wide_mm, whole.page_mm[1]),
        cells=cells,
        crossroads_xy=points,
        roads=roads,
        landmarks=(),
        cafes=tuple(
            replace(cafe, xy=place(cafe.xy)) for cafe in whole.cafes if cafe.crossroads in points
        ),
        visit_all=tuple(point for point in whole.visit_all if point in points),
        name=whole.name,
        practice=whole.practice,
        cafe_area=tuple(
            replace(symbol, xy=place(symbol.xy)) for symbol in whole.cafe_area if here(symbol.xy[0])
        ),
    )
