"""The board geometry file: what ``scorer board show --json`` prints and ``board learn`` takes."""

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from scorer.rules.board.board import (
    Board,
    BoardError,
    Cafe,
    CafeSymbol,
    Cell,
    Landmark,
    LandmarkKind,
    Marked,
    Paint,
    Point,
    Road,
    RoadKind,
    Sign,
    Transport,
    Water,
    plain_id,
)
from scorer.rules.board.figures import NO_FIGURES, Figures
from scorer.rules.jsonfile import decode_json, to_data
from scorer.rules.jsonfile.text import JsonError
from scorer.rules.notation import Crossroads, Location, NotationError, RoadId, marked_place

T = TypeVar("T")
S = TypeVar("S")

# The lists of the file that hold what a board's checks speak of.
_LISTS = {
    "road": "roads",
    "cell": "cells",
    "location": "cells",
    "landmark": "landmarks",
    "café": "cafes",
    "transport": "transports",
}


class _Landmark(msgspec.Struct, omit_defaults=True):
    kind: LandmarkKind
    value: int | None = None
    name: str = ""
    id: str = ""


class _Cell(msgspec.Struct):
    id: str
    polygon: list[Point]
    landmark: _Landmark | None = None
    meeting_point: str | None = None


class _Crossroads(msgspec.Struct):
    id: str
    xy: Point


class _Road(msgspec.Struct):
    id: str
    ends: tuple[str, str]
    path: list[Point]
    cells: list[str]
    kind: RoadKind = RoadKind.STRAIGHT


class _VisitAll(msgspec.Struct):
    crossroads: str


class _Marked(msgspec.Struct, omit_defaults=True):
    id: str
    crossroads: list[str] = []
    roads: list[str] = []
    cells: list[str] = []
    values: dict[str, int] = {}
    sign: Sign = Sign.NONE
    paint: Paint = Paint.NONE
    name: str = ""


class GeometryFile(msgspec.Struct):
    """The file as it stands; keys as in the format description."""

    id: str
    page_mm: Point
    cells: list[_Cell]
    crossroads: list[_Crossroads]
    roads: list[_Road]
    cafes: tuple[Cafe, ...] = ()
    visit_all: list[_VisitAll] = []
    city: str = ""
    name: str = ""
    practice: bool = False
    landmarks: tuple[Landmark, ...] = ()
    transports: tuple[Transport, ...] = ()
    coordinates: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    marked: list[_Marked] = []
    waters: tuple[Water, ...] = ()
    cafe_area: tuple[CafeSymbol, ...] = ()
    figures: Figures = NO_FIGURES
    guessed: bool = False
    unshown: tuple[Location, ...] = ()
    # None: the file is from before the app asked.
    uncompared: tuple[str, ...] | None = None


class _Compared(msgspec.Struct):
    uncompared: tuple[str, ...] | None = None


def parse_geometry(data: bytes, city: str | None = None) -> Board:
    """Return the board that a geometry file describes.

    Parameters
    ----------
    data : bytes
        JSON in the board geometry format.
    city : str, optional
        The city it is a board of, where the file does not say.

    Raises
    ------
    BoardError
        If the file is no such JSON or contradicts itself, naming the place.
    """
    try:
        file = decode_json(data, GeometryFile)
    except JsonError as error:
        raise BoardError(f"board geometry: {error}") from error
    return board_of(file, city)


def board_of(file: GeometryFile, city: str | None = None) -> Board:
    """Return the board that *file* describes.

    Raises
    ------
    BoardError
        If a name in it is no name or names nothing.
    """
    roads = _each("roads", file.roads, _road_of)
    board = Board(
        id=file.id,
        city=city or file.city,
        page_mm=file.page_mm,
        cells=_each("cells", file.cells, _cell_of),
        crossroads_xy=dict(
            _each("crossroads", file.crossroads, lambda p: (Crossroads.parse(p.id), p.xy))
        ),
        roads=roads,
        landmarks=_landmarks_of(file, roads),
        cafes=file.cafes,
        visit_all=_each("visit_all", file.visit_all, lambda p: Crossroads.parse(p.crossroads)),
        transports=file.transports,
        name=file.name,
        practice=file.practice,
        coordinates=file.coordinates,
        marked=_each("marked", file.marked, _marked_of),
        waters=file.waters,
        cafe_area=file.cafe_area,
        figures=file.figures,
        guessed=file.guessed,
        unshown=file.unshown,
        uncompared=file.uncompared or (),
    )
    try:
        return board.checked()
    except BoardError as error:
        raise BoardError(f"board geometry: {_path(file, str(error))}: {error}") from error


def says_what_is_compared(data: bytes) -> bool:
    """Return whether a geometry file tells which marks nobody has compared, if only none."""
    return msgspec.json.decode(data, type=_Compared).uncompared is not None


def geometry_json(board: Board) -> bytes:
    """Return *board* as a geometry file; inverse of ``parse_geometry``."""
    return msgspec.json.format(msgspec.json.encode(to_data(geometry_of(board))), indent=1)


def geometry_of(board: Board) -> GeometryFile:
    """Return *board* in the shape of its file; inverse of ``board_of``."""
    shaped = tuple(mark for mark in board.landmarks if not _fills_one_cell(mark, board.roads))
    plain = {
        mark.locations[0]: _Landmark(mark.kind, mark.value, mark.name, mark.id)
        for mark in board.landmarks
        if mark not in shaped
    }
    return GeometryFile(
        id=board.id,
        page_mm=board.page_mm,
        cells=[
            _Cell(
                str(cell.location),
                list(cell.polygon),
                plain.get(cell.location),
                str(cell.meeting_point) if cell.meeting_point else None,
            )
            for cell in board.cells
        ],
        crossroads=[_Crossroads(str(point), xy) for point, xy in board.crossroads_xy.items()],
        roads=[
            _Road(
                str(road.id),
                (str(road.id.first), str(road.id.second)),
                list(road.path),
                [str(location) for location in road.locations],
                road.kind,
            )
            for road in board.roads
        ],
        cafes=board.cafes,
        visit_all=[_VisitAll(str(point)) for point in board.visit_all],
        city=board.city,
        name=board.name,
        practice=board.practice,
        landmarks=shaped,
        transports=board.transports,
        coordinates=board.coordinates,
        marked=[_marked_file(group) for group in board.marked],
        waters=board.waters,
        cafe_area=board.cafe_area,
        figures=board.figures,
        guessed=board.guessed,
        unshown=board.unshown,
        uncompared=board.uncompared,
    )


def geometry_data(board: Board) -> Any:
    """Return *board* as plain lists and dicts, for embedding in other JSON."""
    return to_data(geometry_of(board))


def _each(key: str, entries: Sequence[T], made: Callable[[T], S]) -> tuple[S, ...]:
    """Return what is *made* of all *entries* of the list *key*, errors with their path."""
    found = []
    for i, entry in enumerate(entries):
        try:
            found.append(made(entry))
        except (NotationError, BoardError) as error:
            raise BoardError(f"board geometry: $.{key}[{i}]: {error}") from error
    return tuple(found)


def _path(file: GeometryFile, message: str) -> str:
    """Return where in *file* that stands which a check's *message* begins with."""
    kind, name, *_ = [*re.split(r"[ .:]+", message, maxsplit=2), ""]
    key = _LISTS.get(kind, kind)
    # Cafés and points are told by what does not exist, which is named last.
    names = (name, message.split()[-1])
    for i, entry in reversed([*enumerate(getattr(file, key, ()))]):
        if getattr(entry, "id", "") in names or getattr(entry, "crossroads", "") in names:
            return f"$.{key}[{i}]"
    return f"$.{key}"


def _cell_of(cell: _Cell) -> Cell:
    meeting = Crossroads.parse(cell.meeting_point) if cell.meeting_point else None
    return Cell(Location.parse(cell.id), tuple(cell.polygon), meeting)


def _road_of(road: _Road) -> Road:
    id_ = RoadId.parse(road.id)
    if tuple(map(str, id_.ends)) != road.ends:
        raise BoardError(f"road {road.id}: its ends are given as {road.ends[0]}, {road.ends[1]}")
    cells = tuple(Location.parse(cell) for cell in road.cells)
    return Road(id_, tuple(road.path), cells, road.kind)


def _landmarks_of(file: GeometryFile, roads: tuple[Road, ...]) -> tuple[Landmark, ...]:
    """Return those that fill one cell in the order of the cells, then the others.

    So it does not matter in which of both ways a file tells about one that fills a cell.
    """
    order = {cell.id: number for number, cell in enumerate(file.cells)}

    def place(mark: Landmark) -> int:
        fills = _fills_one_cell(mark, roads)
        return order.get(str(mark.locations[0]), len(order)) if fills else len(order)

    return tuple(sorted((*_landmarks_of_cells(file, roads), *file.landmarks), key=place))


def _landmarks_of_cells(file: GeometryFile, roads: tuple[Road, ...]) -> list[Landmark]:
    found = []
    for cell in file.cells:
        if (mark := cell.landmark) is None:
            continue
        location = Location.parse(cell.id)
        beside = frozenset(road.id for road in roads if location in road.locations)
        id_ = mark.id or plain_id(mark.kind, location)
        found.append(Landmark(id_, mark.kind, (location,), beside, mark.value, mark.name))
    return found


def _fills_one_cell(mark: Landmark, roads: tuple[Road, ...]) -> bool:
    if len(mark.locations) != 1 or mark.polygon or mark.meeting_point or mark.rating:
        return False
    beside = {road.id for road in roads if mark.locations[0] in road.locations}
    return mark.roads == beside


def _marked_of(group: _Marked) -> Marked:
    values = tuple((marked_place(place), points) for place, points in group.values.items())
    return Marked(
        group.id,
        tuple(map(Crossroads.parse, group.crossroads)),
        tuple(map(RoadId.parse, group.roads)),
        tuple(map(Location.parse, group.cells)),
        values,
        group.sign,
        group.paint,
        group.name,
    )


def _marked_file(group: Marked) -> _Marked:
    return _Marked(
        group.id,
        list(map(str, group.crossroads)),
        list(map(str, group.roads)),
        list(map(str, group.locations)),
        {str(place): points for place, points in group.values},
        group.sign,
        group.paint,
        group.name,
    )
