"""A board that is read in two photos: New York's double map, one half in each."""

from dataclasses import replace

import numpy as np

from scorer.rules.board import Board, Point
from scorer.rules.marks import Marks
from scorer.rules.notation import RoadId
from scorer.vision.doubts import rank
from scorer.vision.picture import BoardPicture, map_corners_mm
from scorer.vision.read import Reading

# Maps that are this much wider than high are two halves side by side.
_DOUBLE = 1.8
# A half's page reaches so far beyond the fold, where the photo may end.
_BEYOND_MM = 6.0
_SIDES = ("left", "right")


class HalvesError(ValueError):
    """Two photos that do not make one board, saying what to do."""


def is_double(board: Board) -> bool:
    """Return whether *board* has two halves that a photo each may show."""
    corners = map_corners_mm(board)
    wide, high = (corners[2] - corners[0]).tolist()
    return bool(wide > _DOUBLE * high)


def half_pictures(picture: BoardPicture) -> tuple[BoardPicture, BoardPicture]:
    """Return the left and the right half of a double board, each as a board of its own.

    Locations, crossroads and roads keep their names; those on the fold are on both. The ids
    of the halves' boards are the whole one's with ``:left`` and ``:right`` behind.

    Parameters
    ----------
    picture : BoardPicture
        Of a board for which ``is_double`` holds.
    """
    corners = picture.map_corners_mm
    fold = float(corners[:, 0].mean())
    left = _half(picture, 0.0, fold + _BEYOND_MM, fold, _SIDES[0])
    right = _half(picture, fold - _BEYOND_MM, picture.board.page_mm[0], fold, _SIDES[1])
    return left, right


def joined(board: Board, left: Reading, right: Reading) -> Reading:
    """Return the reading of the whole *board* from those of its two halves.

    What lies on the fold is on both photos: the surer reading counts. Quality and corners
    are those of the worse photo.

    Raises
    ------
    HalvesError
        If both show the same half.
    """
    if left.marks.board == right.marks.board:
        side = left.marks.board.rpartition(":")[2]
        raise HalvesError(f"both photos show the {side} half; take one of the other half too")
    marks = _all_marks(board, left.marks, right.marks)
    doubts = []
    for mine, other in ((left, right), (right, left)):
        for doubt in mine.doubts:
            place = (doubt.kind, doubt.where)
            if other.confidences.get(place, 0.0) <= doubt.confidence:
                doubts.append(doubt)
    for mine, other in ((left, right), (right, left)):
        for (kind, where), sure in mine.confidences.items():
            # Of the fold each half has its own say.
            if kind == "section" and sure > other.confidences.get((kind, where), 1.0):
                marks = _with_section(marks, RoadId.parse(where), mine.marks)
    worse = min((left, right), key=lambda one: one.quality.px_per_mm)
    timings = {
        stage: left.timings_ms.get(stage, 0.0) + right.timings_ms.get(stage, 0.0)
        for stage in left.timings_ms
    }
    ranked = rank({(one.kind, one.where): one for one in doubts}.values())
    return replace(
        worse,
        marks=marks,
        doubts=ranked,
        timings_ms=timings,
        changes_score=(None,) * len(ranked),
        confidences=left.confidences | right.confidences,
    )


def _with_section(marks: Marks, road: RoadId, surer: Marks) -> Marks:
    """Return *marks* with one section as the *surer* half shows it."""
    drawn = road in surer.sections
    return replace(marks, sections=marks.sections | {road} if drawn else marks.sections - {road})


def _all_marks(board: Board, left: Marks, right: Marks) -> Marks:
    return Marks(
        board.city,
        board.id,
        sections=left.sections | right.sections,
        tourists=left.tourists | right.tourists,
        cafes=left.cafes | right.cafes,
        task=left.task | right.task,
        crossed=left.crossed | right.crossed,
        colours=left.colours | right.colours,
        tickets=left.tickets | right.tickets,
        cafe_area=left.cafe_area | right.cafe_area,
    )


def _half(
    picture: BoardPicture, first_mm: float, last_mm: float, fold: float, side: str
) -> BoardPicture:
    """Return the part of *picture* from *first_mm* to *last_mm* across the page."""
    scale = picture.px_per_mm
    first, last = round(first_mm * scale), round(last_mm * scale)
    rgb = np.ascontiguousarray(picture.rgb[:, first:last])
    moved = first / scale
    wide = rgb.shape[1] / scale
    whole = picture.board

    def here(x: float) -> bool:
        return x <= fold + 1e-6 if side == _SIDES[0] else x >= fold - 1e-6

    def place(xy: Point) -> Point:
        return xy[0] - moved, xy[1]

    cells = tuple(
        replace(cell, polygon=tuple(map(place, cell.polygon)))
        for cell in whole.cells
        if here(sum(x for x, _ in cell.polygon) / len(cell.polygon))
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
    board = Board(
        id=f"{whole.id}:{side}",
        city=whole.city,
        page_mm=(wide, whole.page_mm[1]),
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
    return BoardPicture(board, rgb, scale)
