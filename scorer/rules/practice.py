"""Practice boards: a layout of our own, given in a city's file, laid out on the page."""

import msgspec

from scorer.rules.board import (
    Board,
    BoardError,
    Cafe,
    CafeBonus,
    Cell,
    Landmark,
    LandmarkKind,
    Point,
    Road,
    RoadKind,
    Transport,
)
from scorer.rules.notation import Crossroads, Location, RoadId

# How far outside the map's edge a café's symbol is printed.
CAFE_OFFSET_MM = 4.5


class LandmarkEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A landmark in the layout; without ``cells`` it fills the location it stands under."""

    kind: LandmarkKind
    name: str = ""
    id: str = ""
    value: int | None = None
    cells: tuple[str, ...] = ()
    roads: tuple[str, ...] = ()
    polygon: tuple[Point, ...] = ()
    meeting_point: str | None = None


class Coordinates(msgspec.Struct, forbid_unknown_fields=True):
    """The numbers printed along the map: below each column, beside each row."""

    columns: tuple[int, ...]
    rows: tuple[int, ...]


class Layout(msgspec.Struct, forbid_unknown_fields=True):
    """The ``[board]`` part of a city file.

    ``corners`` are rounded outer corners (``a1-b0``), each in place of two roads and a
    crossroads; ``diagonals`` cross a location; ``no_roads`` are left out; ``across`` names,
    for a road on a bank, the locations beside it that lie across the water.
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
    ).checked()


def _xy(layout: Layout, column: float, line: float) -> Point:
    x, y = layout.origin_mm
    return (x + column * layout.cell_mm, y + line * layout.cell_mm)


def _cells(layout: Layout) -> tuple[Cell, ...]:
    return tuple(
        Cell(
            Location(column, row),
            tuple(
                _xy(layout, column + dx, row + dy) for dx, dy in ((0, 0), (1, 0), (1, 1), (0, 1))
            ),
        )
        for row in range(layout.rows)
        for column in range(layout.columns)
    )


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
                id_ = RoadId(Crossroads.at(column, line), Crossroads.at(*end))
                if id_ in left_out or cut & set(id_.ends):
                    continue
                path = (_xy(layout, column, line), _xy(layout, *end))
                found.append(Road(id_, path, _beside(layout, id_, column, line, step)))
    found += [_corner_road(layout, corner) for corner in corners]
    found += [_diagonal_road(layout, RoadId.parse(text)) for text in layout.diagonals]
    return tuple(found)


def _beside(
    layout: Layout, id_: RoadId, column: int, line: int, step: tuple[int, int]
) -> tuple[Location, ...]:
    other_side = (column - step[1], line - step[0])
    across = {Location.parse(text) for text in layout.across.get(str(id_), ())}
    return tuple(
        Location(c, r)
        for c, r in sorted({(column, line), other_side})
        if 0 <= c < layout.columns and 0 <= r < layout.rows and Location(c, r) not in across
    )


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
    centre_column, centre_line = min(c1, c2), min(l1, l2)
    cut = _lattice(_cut_corner(layout, corner))
    bend = (c1 + c2) / 2 * 0.4 + cut[0] * 0.6, (l1 + l2) / 2 * 0.4 + cut[1] * 0.6
    path = (_xy(layout, c1, l1), _xy(layout, *bend), _xy(layout, c2, l2))
    return Road(corner, path, (Location(centre_column, centre_line),), RoadKind.CORNER)


def _diagonal_road(layout: Layout, diagonal: RoadId) -> Road:
    (c1, l1), (c2, l2) = map(_lattice, diagonal.ends)
    path = (_xy(layout, c1, l1), _xy(layout, c2, l2))
    return Road(diagonal, path, (Location(min(c1, c2), min(l1, l2)),), RoadKind.DIAGONAL)


def _landmarks(layout: Layout, roads: tuple[Road, ...]) -> tuple[Landmark, ...]:
    """Return all landmarks in reading order, those of a whole location first."""
    found = [_landmark(key, mark, roads) for key, mark in layout.landmarks.items()]

    def order(mark: Landmark) -> tuple[bool, int, int]:
        shaped = len(mark.locations) != 1 or bool(mark.polygon) or mark.meeting_point is not None
        return (
            (shaped, mark.locations[0].row, mark.locations[0].column)
            if mark.locations
            else (True, 0, 0)
        )

    return tuple(sorted(found, key=order))


def _landmark(key: str, entry: LandmarkEntry, roads: tuple[Road, ...]) -> Landmark:
    locations = tuple(Location.parse(cell) for cell in entry.cells) or (
        () if entry.meeting_point else (Location.parse(key),)
    )
    touching = frozenset(RoadId.parse(road) for road in entry.roads) or frozenset(
        road.id for road in roads if set(locations) & set(road.locations)
    )
    return Landmark(
        entry.id or f"{entry.kind}-{key}",
        entry.kind,
        entry.name,
        entry.value,
        locations,
        touching,
        entry.polygon,
        Crossroads.parse(entry.meeting_point) if entry.meeting_point else None,
    )


def _cafe(layout: Layout, point: Crossroads, bonus: CafeBonus) -> Cafe:
    column, line = _lattice(point)
    dx = (column == layout.columns) - (column == 0)
    dy = (line == layout.rows) - (line == 0)
    x, y = _xy(layout, column, line)
    return Cafe(point, (x + dx * CAFE_OFFSET_MM, y + dy * CAFE_OFFSET_MM), bonus)
