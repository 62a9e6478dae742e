"""The board geometry file: what ``scorer board show --json`` prints and ``board learn`` takes."""

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from scorer.rules.board import (
    Board,
    BoardError,
    Cafe,
    CafeBonus,
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
    WaterKind,
)
from scorer.rules.jsonfile import JsonError, decode_json
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


class _Cafe(msgspec.Struct):
    crossroads: str
    xy: Point
    bonus: CafeBonus


class _VisitAll(msgspec.Struct):
    crossroads: str


class _ShapedLandmark(msgspec.Struct):
    """A landmark that is not simply one whole location."""

    id: str
    kind: LandmarkKind
    cells: list[str]
    roads: list[str]
    value: int | None = None
    name: str = ""
    polygon: list[Point] = []
    meeting_point: str | None = None
    rating: str = ""


class _Marked(msgspec.Struct, omit_defaults=True):
    id: str
    crossroads: list[str] = []
    roads: list[str] = []
    cells: list[str] = []
    values: dict[str, int] = {}
    sign: Sign = Sign.NONE
    paint: Paint = Paint.NONE
    name: str = ""


class _Water(msgspec.Struct):
    kind: WaterKind
    path: list[Point]
    width_mm: float = 0.0
    name: str = ""


class _CafeSymbol(msgspec.Struct, omit_defaults=True):
    id: str
    bonus: str
    xy: Point
    dock: str | None = None


class _Transport(msgspec.Struct):
    id: str
    groups: list[list[str]]


class GeometryFile(msgspec.Struct):
    """The file as it stands; keys as in the format description."""

    id: str
    page_mm: Point
    cells: list[_Cell]
    crossroads: list[_Crossroads]
    roads: list[_Road]
    cafes: list[_Cafe] = []
    visit_all: list[_VisitAll] = []
    city: str = ""
    name: str = ""
    practice: bool = False
    landmarks: list[_ShapedLandmark] = []
    transports: list[_Transport] = []
    coordinates: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    marked: list[_Marked] = []
    waters: list[_Water] = []
    cafe_area: list[_CafeSymbol] = []


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
    shaped = _each("landmarks", file.landmarks, _shaped_of)
    board = Board(
        id=file.id,
        city=city or file.city,
        page_mm=file.page_mm,
        cells=_each("cells", file.cells, _cell_of),
        crossroads_xy=dict(
            _each("crossroads", file.crossroads, lambda p: (Crossroads.parse(p.id), p.xy))
        ),
        roads=roads,
        landmarks=(*_landmarks_of_cells(file, roads), *shaped),
        cafes=_each(
            "cafes", file.cafes, lambda c: Cafe(Crossroads.parse(c.crossroads), c.xy, c.bonus)
        ),
        visit_all=_each("visit_all", file.visit_all, lambda p: Crossroads.parse(p.crossroads)),
        transports=_each("transports", file.transports, _transport_of),
        name=file.name,
        practice=file.practice,
        coordinates=file.coordinates,
        marked=_each("marked", file.marked, _marked_of),
        waters=tuple(Water(w.kind, tuple(w.path), w.width_mm, w.name) for w in file.waters),
        cafe_area=_each("cafe_area", file.cafe_area, _symbol_of),
    )
    try:
        return board.checked()
    except BoardError as error:
        raise BoardError(f"board geometry: {_path(file, str(error))}: {error}") from error


def geometry_json(board: Board) -> bytes:
    """Return *board* as a geometry file; inverse of ``parse_geometry``."""
    return msgspec.json.format(msgspec.json.encode(geometry_of(board)), indent=1)


def geometry_of(board: Board) -> GeometryFile:
    """Return *board* in the shape of its file; inverse of ``board_of``."""
    shaped = [mark for mark in board.landmarks if not _fills_one_cell(mark, board)]
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
        cafes=[_Cafe(str(cafe.crossroads), cafe.xy, cafe.bonus) for cafe in board.cafes],
        visit_all=[_VisitAll(str(point)) for point in board.visit_all],
        city=board.city,
        name=board.name,
        practice=board.practice,
        landmarks=[_shaped_file(mark) for mark in shaped],
        transports=[
            _Transport(ride.id, [[str(stop) for stop in group] for group in ride.groups])
            for ride in board.transports
        ],
        coordinates=board.coordinates,
        marked=[_marked_file(group) for group in board.marked],
        waters=[_Water(w.kind, list(w.path), w.width_mm, w.name) for w in board.waters],
        cafe_area=[
            _CafeSymbol(s.id, s.bonus, s.xy, str(s.dock) if s.dock else None)
            for s in board.cafe_area
        ],
    )


def geometry_data(board: Board) -> Any:
    """Return *board* as plain lists and dicts, for embedding in other JSON."""
    return msgspec.to_builtins(geometry_of(board))


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


def _landmarks_of_cells(file: GeometryFile, roads: tuple[Road, ...]) -> list[Landmark]:
    found = []
    for cell in file.cells:
        if (mark := cell.landmark) is None:
            continue
        location = Location.parse(cell.id)
        beside = frozenset(road.id for road in roads if location in road.locations)
        found.append(
            Landmark(
                mark.id or f"{mark.kind}-{cell.id}",
                mark.kind,
                mark.name,
                mark.value,
                (location,),
                beside,
            )
        )
    return found


def _fills_one_cell(mark: Landmark, board: Board) -> bool:
    if len(mark.locations) != 1 or mark.polygon or mark.meeting_point or mark.rating:
        return False
    beside = {road.id for road in board.roads if mark.locations[0] in road.locations}
    return mark.roads == beside


def _shaped_of(mark: _ShapedLandmark) -> Landmark:
    return Landmark(
        mark.id,
        mark.kind,
        mark.name,
        mark.value,
        tuple(Location.parse(cell) for cell in mark.cells),
        frozenset(RoadId.parse(road) for road in mark.roads),
        tuple(mark.polygon),
        Crossroads.parse(mark.meeting_point) if mark.meeting_point else None,
        mark.rating,
    )


def _shaped_file(mark: Landmark) -> _ShapedLandmark:
    return _ShapedLandmark(
        mark.id,
        mark.kind,
        [str(location) for location in mark.locations],
        sorted(map(str, mark.roads)),
        mark.value,
        mark.name,
        list(mark.polygon),
        str(mark.meeting_point) if mark.meeting_point else None,
        mark.rating,
    )


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


def _symbol_of(symbol: _CafeSymbol) -> CafeSymbol:
    dock = Crossroads.parse(symbol.dock) if symbol.dock else None
    return CafeSymbol(symbol.id, symbol.bonus, symbol.xy, dock)


def _transport_of(ride: _Transport) -> Transport:
    groups = tuple(tuple(Crossroads.parse(stop) for stop in group) for group in ride.groups)
    if len(groups) not in (1, 2):
        raise BoardError(f"transport {ride.id}: expected one or two groups of stations")
    return Transport(ride.id, groups)
