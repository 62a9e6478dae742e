"""Practice boards: a layout of our own, given in a city's file, laid out on the page.

Places of the layout that end in ``_mm`` or are called ``polygon`` are millimetres of the
page; all others are lattice units: (2, 3) is crossroads c3.
"""

import math
from itertools import pairwise

import msgspec

from scorer.rules.board.board import (
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
from scorer.rules.notation import Crossroads, Location, RoadId, marked_place

# How far outside the map's edge a café's symbol is printed.
CAFE_OFFSET_MM = 4.5
# A rounded corner is drawn with so many straight pieces.
ARC_PIECES = 10

Box = tuple[float, float, float, float]


class LandmarkEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A landmark in the layout; without ``cells`` it fills the location it stands under."""

    kind: LandmarkKind
    name: str = ""
    id: str = ""
    value: int | None = None
    cells: tuple[str, ...] = ()
    roads: tuple[str, ...] = ()
    polygon: tuple[Point, ...] = ()
    shape: tuple[Point, ...] = ()
    box_mm: Box | None = None
    meeting_point: str | None = None
    rating: str = ""


class MarkedEntry(msgspec.Struct, forbid_unknown_fields=True):
    """Places that a rule of the city is about; ``values`` are PP printed at single ones."""

    crossroads: tuple[str, ...] = ()
    roads: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    values: dict[str, int] = {}
    sign: Sign = Sign.NONE
    paint: Paint = Paint.NONE
    name: str = ""


class RiverEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A river: its middle line, how wide it is in locations, and its name."""

    path: tuple[Point, ...]
    width: float
    name: str = ""


class SeaEntry(msgspec.Struct, forbid_unknown_fields=True):
    """An area of water."""

    outline: tuple[Point, ...]
    name: str = ""


class SpaceEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A space for tourists beside the map; ``box_mm`` is left, top, right, bottom."""

    box_mm: Box
    meeting_point: str


class SymbolEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A symbol of the café area, or a ticket for a ``dock``."""

    bonus: str
    at_mm: Point
    dock: str = ""


class Coordinates(msgspec.Struct, forbid_unknown_fields=True):
    """The numbers printed along the map: below each column, beside each row."""

    columns: tuple[int, ...]
    rows: tuple[int, ...]


class Layout(msgspec.Struct, forbid_unknown_fields=True):
    """The ``[board]`` part of a city file.

    ``corners`` are rounded outer corners (``a1-b0``), each in place of two roads and a
    crossroads; ``diagonals`` cross a location; ``no_roads`` are left out; ``lanes`` are
    roads over the water, each with the places it bends at. Where a river runs between a
    road and a location beside it, the road does not put that location on the route;
    ``across`` names more such locations for a road.
    """

    id: str
    name: str
    page_mm: Point
    origin_mm: Point
    cell_mm: float
    columns: int
    rows: int
    coordinates: Coordinates
    landmarks: dict[str, LandmarkEntry]
    cafes: dict[str, CafeBonus]
    visit_all: tuple[str, ...]
    corners: tuple[str, ...] = ()
    diagonals: tuple[str, ...] = ()
    no_roads: tuple[str, ...] = ()
    across: dict[str, tuple[str, ...]] = {}
    transports: dict[str, tuple[tuple[str, ...], ...]] = {}
    lanes: dict[str, tuple[Point, ...]] = {}
    rivers: tuple[RiverEntry, ...] = ()
    seas: tuple[SeaEntry, ...] = ()
    spaces: dict[str, SpaceEntry] = {}
    marked: dict[str, MarkedEntry] = {}
    cafe_area: dict[str, SymbolEntry] = {}


def layout_board(layout: Layout, city: str) -> Board:
    """Return the practice board of *city* that *layout* describes.

    Raises
    ------
    BoardError, NotationError
        If the layout names something that is not there, saying what and where.
    """
    corners = tuple(RoadId.parse(text) for text in layout.corners)
    roads = _roads(layout, corners)
    cut = {_cut_corner(layout, corner) for corner in corners}
    crossroads = {
        Crossroads.at(column, line): _xy(layout, column, line)
        for column in range(layout.columns + 1)
        for line in range(layout.rows + 1)
        if Crossroads.at(column, line) not in cut
    }
    return Board(
        id=layout.id,
        city=city,
        page_mm=layout.page_mm,
        cells=_cells(layout),
        crossroads_xy=crossroads,
        roads=roads,
        landmarks=_landmarks(layout, roads),
        cafes=tuple(_cafe(layout, Crossroads.parse(k), b) for k, b in layout.cafes.items()),
        visit_all=tuple(Crossroads.parse(text) for text in layout.visit_all),
        transports=tuple(
            Transport(key, tuple(tuple(map(Crossroads.parse, group)) for group in groups))
            for key, groups in layout.transports.items()
        ),
        name=layout.name,
        practice=True,
        coordinates=(layout.coordinates.columns, layout.coordinates.rows),
        marked=tuple(_marked(key, entry) for key, entry in layout.marked.items()),
        waters=_waters(layout),
        cafe_area=tuple(
            CafeSymbol(key, e.bonus, e.at_mm, Crossroads.parse(e.dock) if e.dock else None)
            for key, e in layout.cafe_area.items()
        ),
    ).checked()


def _xy(layout: Layout, column: float, line: float) -> Point:
    x, y = layout.origin_mm
    return (x + column * layout.cell_mm, y + line * layout.cell_mm)


def _cells(layout: Layout) -> tuple[Cell, ...]:
    return tuple(
        Cell(
            Location.at(column, row),
            tuple(
                _xy(layout, column + dx, row + dy) for dx, dy in ((0, 0), (1, 0), (1, 1), (0, 1))
            ),
        )
        for row in range(layout.rows)
        for column in range(layout.columns)
    ) + tuple(
        Cell(Location.parse(key), _corners(space.box_mm), Crossroads.parse(space.meeting_point))
        for key, space in layout.spaces.items()
    )


def _corners(box: Box) -> tuple[Point, ...]:
    left, top, right, bottom = box
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _roads(layout: Layout, corners: tuple[RoadId, ...]) -> tuple[Road, ...]:
    left_out = {RoadId.parse(text) for text in layout.no_roads}
    cut = {_cut_corner(layout, corner) for corner in corners}
    found = []
    for column in range(layout.columns + 1):
        for line in range(layout.rows + 1):
            for step in ((1, 0), (0, 1)):
                end = (column + step[0], line + step[1])
                if end[0] > layout.columns or end[1] > layout.rows:
                    continue
                id_ = RoadId.between(Crossroads.at(column, line), Crossroads.at(*end))
                if id_ in left_out or cut & set(id_.ends):
                    continue
                found.append(_lattice_road(layout, id_, (column, line), step))
    found += [_corner_road(layout, corner) for corner in corners]
    found += [_diagonal_road(layout, RoadId.parse(text)) for text in layout.diagonals]
    return tuple(found)


def _lattice_road(
    layout: Layout, id_: RoadId, start: tuple[int, int], step: tuple[int, int]
) -> Road:
    end = (start[0] + step[0], start[1] + step[1])
    bends = layout.lanes.get(str(id_), ())
    path = tuple(_xy(layout, *place) for place in (start, *bends, end))
    kind = RoadKind.LANE if str(id_) in layout.lanes else RoadKind.STRAIGHT
    return Road(id_, path, _beside(layout, id_, start, step), kind)


def _beside(
    layout: Layout, id_: RoadId, start: tuple[int, int], step: tuple[int, int]
) -> tuple[Location, ...]:
    (column, line), other_side = start, (start[0] - step[1], start[1] - step[0])
    across = {Location.parse(text) for text in layout.across.get(str(id_), ())}
    return tuple(
        Location.at(c, r)
        for c, r in sorted({(column, line), other_side})
        if 0 <= c < layout.columns
        and 0 <= r < layout.rows
        and Location.at(c, r) not in across
        and not _river_between(layout, (start, step), (c + 0.5, r + 0.5))
    )


def _river_between(
    layout: Layout, road: tuple[tuple[int, int], tuple[int, int]], middle: Point
) -> bool:
    """Return whether a river keeps all of a *road* (start, step) from a location's *middle*."""
    (column, line), (dx, dy) = road
    banks = [piece for river in layout.rivers for piece in pairwise(river.path)]
    ways = [((column + s * dx, line + s * dy), middle) for s in (0.1, 0.3, 0.5, 0.7, 0.9)]
    return bool(banks) and all(any(cross(way, piece) for piece in banks) for way in ways)


def cross(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Return whether two straight pieces cross."""
    return _apart(one, other) and _apart(other, one)


def _apart(line: tuple[Point, Point], ends: tuple[Point, Point]) -> bool:
    """Return whether *ends* lie on different sides of *line*."""
    (x1, y1), (x2, y2) = line
    first, second = ((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) for x, y in ends)
    return (first > 0) != (second > 0)


def _lattice(point: Crossroads) -> tuple[int, int]:
    if point.lattice is None:
        raise BoardError(f"{point} is on no lattice point")
    return point.lattice


def _cut_corner(layout: Layout, corner: RoadId) -> Crossroads:
    """Return the outer corner that a rounded road such as ``a1-b0`` replaces."""
    (c1, l1), (c2, l2) = map(_lattice, corner.ends)
    column = layout.columns if max(c1, c2) == layout.columns else 0
    line = layout.rows if max(l1, l2) == layout.rows else 0
    return Crossroads.at(column, line)


def _corner_road(layout: Layout, corner: RoadId) -> Road:
    (c1, l1), (c2, l2) = map(_lattice, corner.ends)
    cut = _lattice(_cut_corner(layout, corner))
    # A quarter circle about the crossroads opposite the corner that it cuts off.
    centre = (c1 + c2 - cut[0], l1 + l2 - cut[1])
    path = []
    for step in range(ARC_PIECES + 1):
        angle = math.pi / 2 * step / ARC_PIECES
        near, far = math.cos(angle), math.sin(angle)
        x = centre[0] + near * (c1 - centre[0]) + far * (c2 - centre[0])
        y = centre[1] + near * (l1 - centre[1]) + far * (l2 - centre[1])
        path.append(_xy(layout, x, y))
    location = Location.at(min(c1, c2), min(l1, l2))
    return Road(corner, tuple(path), (location,), RoadKind.CORNER)


def _diagonal_road(layout: Layout, diagonal: RoadId) -> Road:
    (c1, l1), (c2, l2) = map(_lattice, diagonal.ends)
    path = (_xy(layout, c1, l1), _xy(layout, c2, l2))
    return Road(diagonal, path, (Location.at(min(c1, c2), min(l1, l2)),), RoadKind.DIAGONAL)


def _landmarks(layout: Layout, roads: tuple[Road, ...]) -> tuple[Landmark, ...]:
    """Return all landmarks in reading order, those of a whole location first."""
    found = [_landmark(layout, key, roads) for key in layout.landmarks]

    def order(mark: Landmark) -> tuple[bool, int, int]:
        shaped = len(mark.locations) != 1 or bool(mark.polygon) or bool(mark.rating)
        shaped = shaped or mark.meeting_point is not None
        return (
            (shaped, mark.locations[0].row, mark.locations[0].column)
            if mark.locations
            else (True, 0, 0)
        )

    return tuple(sorted(found, key=order))


def _landmark(layout: Layout, key: str, roads: tuple[Road, ...]) -> Landmark:
    entry = layout.landmarks[key]
    remote = entry.meeting_point or entry.box_mm
    locations = tuple(Location.parse(cell) for cell in entry.cells) or (
        () if remote else (Location.parse(key),)
    )
    touching = frozenset(RoadId.parse(road) for road in entry.roads) or frozenset(
        road.id for road in roads if set(locations) & set(road.locations)
    )
    polygon = entry.polygon or tuple(_xy(layout, *place) for place in entry.shape)
    if entry.box_mm is not None:
        polygon = _corners(entry.box_mm)
    return Landmark(
        entry.id or f"{entry.kind}-{key}",
        entry.kind,
        locations,
        touching,
        entry.value,
        entry.name,
        polygon,
        Crossroads.parse(entry.meeting_point) if entry.meeting_point else None,
        entry.rating,
    )


def _marked(key: str, entry: MarkedEntry) -> Marked:
    return Marked(
        key,
        tuple(map(Crossroads.parse, entry.crossroads)),
        tuple(map(RoadId.parse, entry.roads)),
        tuple(map(Location.parse, entry.cells)),
        tuple((marked_place(place), points) for place, points in entry.values.items()),
        entry.sign,
        entry.paint,
        entry.name,
    )


def _waters(layout: Layout) -> tuple[Water, ...]:
    def on_page(path: tuple[Point, ...]) -> tuple[Point, ...]:
        return tuple(_xy(layout, *place) for place in path)

    seas = [Water(WaterKind.SEA, on_page(sea.outline), 0.0, sea.name) for sea in layout.seas]
    rivers = [
        Water(WaterKind.RIVER, on_page(river.path), river.width * layout.cell_mm, river.name)
        for river in layout.rivers
    ]
    return (*seas, *rivers)


def _cafe(layout: Layout, point: Crossroads, bonus: CafeBonus) -> Cafe:
    column, line = _lattice(point)
    dx = (column == layout.columns) - (column == 0)
    dy = (line == layout.rows) - (line == 0)
    x, y = _xy(layout, column, line)
    return Cafe(point, (x + dx * CAFE_OFFSET_MM, y + dy * CAFE_OFFSET_MM), bonus)
