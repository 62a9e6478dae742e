"""A board: the graph that sections are drawn on, and what its roads and crossroads touch.

A shipped practice board, and one that somebody taught the app from the box, are both a
``Board``; millimetres run from the page's top left corner.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Self

import msgspec
from msgspec.structs import force_setattr

from scorer.rules.board.figures import NO_FIGURES, Figures
from scorer.rules.notation import Crossroads, Location, NameSet, RoadId, RulesError

Point = tuple[float, float]


class LandmarkKind(StrEnum):
    """Colour of a landmark; the first four are special, yellow popular, grey iconic."""

    RED = "red"
    GREEN = "green"
    BLUE = "blue"
    PURPLE = "purple"
    YELLOW = "yellow"
    GREY = "grey"


class TouristKind(StrEnum):
    """Shape of a tourist. The shape tells the kind; colour is only evidence."""

    CIRCLE = "circle"
    SQUARE = "square"
    TRIANGLE = "triangle"
    PENTAGON = "pentagon"


class CafeBonus(StrEnum):
    """What a café gives when a section first reaches it."""

    SECTION = "section"
    COORDINATE = "coordinate"
    TOURISTS = "tourists"
    # One extra section that must be drawn at once.
    INSTANT_SECTION = "instant-section"
    # Whatever the café card of the round gives.
    CARD = "card"


# What the roads that a section reaches a location on one side of only are called, where the places
# that a city marks are named by their ids.
BANKS = "banks"


class RoadKind(StrEnum):
    """Shape of a road; only turn counting and drawing tell them apart."""

    STRAIGHT = "straight"
    CORNER = "corner"
    DIAGONAL = "diagonal"
    LANE = "lane"


class Sign(StrEnum):
    """What is printed at marked places, so that players tell them from others."""

    NONE = "none"
    TUBE = "tube"
    SUBWAY = "subway"
    BOAT = "boat"
    STAR = "star"
    VIEWPOINT = "viewpoint"
    DOCK = "dock"
    FERRY = "ferry"
    THEATRE = "theatre"
    STATION = "station"
    TRAM = "tram"
    VALUE = "value"


class Paint(StrEnum):
    """The colour that marked roads are printed in."""

    NONE = "none"
    RED = "red"
    YELLOW = "yellow"
    TRAM = "tram"
    LANE = "lane"


class WaterKind(StrEnum):
    """A river is a line with two banks, the sea an area."""

    RIVER = "river"
    SEA = "sea"


class BoardError(RulesError):
    """A board description that contradicts itself, naming the part at fault."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A location's place on the page: ``polygon`` in mm, clockwise from the top left.

    A space for tourists off the map is reached at its ``meeting_point`` alone.
    """

    location: Location
    polygon: tuple[Point, ...]
    meeting_point: Crossroads | None = None


class Landmark(msgspec.Struct, frozen=True):
    """A landmark and the roads that put it on the route.

    ``roads`` are those along its own outline or through it on its own side of the water.
    A remote landmark has none: the route reaches it at its ``meeting_point``, or, where it
    has none, by a themed tour. ``rating`` names the track that rates it, where that is not
    its own.
    """

    id: str
    kind: LandmarkKind
    locations: tuple[Location, ...] = msgspec.field(name="cells")
    roads: NameSet[RoadId]
    value: int | None = None
    name: str = ""
    polygon: tuple[Point, ...] = ()
    meeting_point: Crossroads | None = None
    rating: str = ""

    def __post_init__(self) -> None:
        """Put the roads into the order of the notation."""
        force_setattr(self, "roads", NameSet(self.roads))

    @property
    def rated_as(self) -> str | None:
        """The rating track that tells its PP: a grey landmark has one, others may have.

        None as well for a grey landmark that nobody has named yet.
        """
        if self.rating or self.kind is not LandmarkKind.GREY or self.unnamed:
            return self.rating or None
        return self.id

    @property
    def unnamed(self) -> bool:
        """Whether it is a grey landmark of which nobody has said yet which one it is."""
        grey = self.kind is LandmarkKind.GREY and not self.rating
        return grey and bool(self.locations) and self.id == plain_id(self.kind, self.locations[0])

    @property
    def iconic(self) -> bool:
        """Whether it is rated, by a track that is known or not."""
        return self.unnamed or self.rated_as is not None


@dataclass(frozen=True, slots=True)
class Road:
    """A road that may be drawn on: ``path`` in mm from its first end to its second.

    ``locations`` are those a section here puts on the route: beside it with no water
    between, or crossed by it.
    """

    id: RoadId
    path: tuple[Point, ...]
    locations: tuple[Location, ...]
    kind: RoadKind = RoadKind.STRAIGHT


class Cafe(msgspec.Struct, frozen=True):
    """A café, reached at ``crossroads``; its symbol is printed at ``xy`` (mm)."""

    crossroads: Crossroads
    xy: Point
    bonus: CafeBonus


@dataclass(frozen=True, slots=True)
class Marked:
    """Places of a board that one rule of its city is about: bridges, stations, a street.

    ``values`` are PP printed at single places. ``sign`` is printed at crossroads and
    locations, ``paint`` along roads.
    """

    id: str
    crossroads: tuple[Crossroads, ...] = ()
    roads: tuple[RoadId, ...] = ()
    locations: tuple[Location, ...] = ()
    values: tuple[tuple[Crossroads | RoadId, int], ...] = ()
    sign: Sign = Sign.NONE
    paint: Paint = Paint.NONE
    name: str = ""

    @property
    def places(self) -> tuple[Crossroads | RoadId | Location, ...]:
        """All of them: crossroads, roads, locations."""
        return (*self.crossroads, *self.roads, *self.locations)


class Water(msgspec.Struct, frozen=True):
    """A river along the middle line ``path``, ``width_mm`` wide, or a sea inside it (mm)."""

    kind: WaterKind
    path: tuple[Point, ...]
    width_mm: float = 0.0
    name: str = ""


class CafeSymbol(msgspec.Struct, frozen=True, omit_defaults=True):
    """A symbol beside the map that is circled when a café gives that bonus.

    A ticket's symbol is circled for the ``dock`` that it opens.
    """

    id: str
    bonus: str
    xy: Point
    dock: Crossroads | None = None


class Transport(msgspec.Struct, frozen=True):
    """A ride that may join two segments once, each ending at a station.

    One station comes from each of two ``groups`` (the two banks of a river); a single
    group means any two different stations of it. The ride is a virtual section: it adds
    nothing to the length (decision D3).
    """

    id: str
    groups: tuple[tuple[Crossroads, ...], ...]

    def __post_init__(self) -> None:
        """Refuse any other number of groups than one or two."""
        if len(self.groups) not in (1, 2):
            raise BoardError(f"transport {self.id}: expected one or two groups of stations")

    @property
    def pairs(self) -> tuple[tuple[Crossroads, Crossroads], ...]:
        """Every pair of stations that the ride may join, smaller first."""
        if len(self.groups) == 1:
            found = {(a, b) for a in self.groups[0] for b in self.groups[0] if a < b}
        else:
            first, second = self.groups
            found = {(min(a, b), max(a, b)) for a in first for b in second if a != b}
        return tuple(sorted(found))


@dataclass(frozen=True)
class Board:
    """One printed board of a city. Built by ``geometry.board_of`` or ``practice.layout_board``.

    ``coordinates`` are the numbers printed below the columns and beside the rows, where
    known; boards of one city differ in nothing else, so reading never relies on them.
    ``figures`` are those of the box that it is from, as far as somebody told them. ``guessed``:
    its cafés and visit-them-all points are those that photos seem to show; nobody has said yet
    that they are right. ``unshown``: the locations that no photo shows clearly; nobody has said
    yet which landmark stands there, if any. ``uncompared``: the kinds of marked places, ``BANKS``
    too, that are from the practice layout; nobody has said yet that they are so on the printed
    board.
    """

    id: str
    city: str
    page_mm: Point
    cells: tuple[Cell, ...]
    crossroads_xy: dict[Crossroads, Point]
    roads: tuple[Road, ...]
    landmarks: tuple[Landmark, ...]
    cafes: tuple[Cafe, ...]
    visit_all: tuple[Crossroads, ...]
    transports: tuple[Transport, ...] = ()
    name: str = ""
    practice: bool = False
    coordinates: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    marked: tuple[Marked, ...] = ()
    waters: tuple[Water, ...] = ()
    cafe_area: tuple[CafeSymbol, ...] = ()
    figures: Figures = NO_FIGURES
    guessed: bool = False
    unshown: tuple[Location, ...] = ()
    uncompared: tuple[str, ...] = ()

    def checked(self) -> Self:
        """Return the board itself.

        Raises
        ------
        BoardError
            If a name is used twice or names nothing on this board.
        """
        _refuse_twice("cell", [str(cell.location) for cell in self.cells])
        _refuse_twice("road", [str(road.id) for road in self.roads])
        _refuse_twice("landmark", [landmark.id for landmark in self.landmarks])
        _refuse_twice("café", [str(cafe.crossroads) for cafe in self.cafes])
        _refuse_twice("visit_all", [str(point) for point in self.visit_all])
        _refuse_twice("marked", [group.id for group in self.marked])
        _refuse_twice("cafe_area", [symbol.id for symbol in self.cafe_area])
        for road in self.roads:
            for end in road.id.ends:
                self._need_crossroads(end, f"road {road.id}")
            self._need_locations(road.locations, f"road {road.id}")
        for landmark in self.landmarks:
            self._need_locations(landmark.locations, f"landmark {landmark.id}")
            self._need_roads(sorted(landmark.roads), f"landmark {landmark.id}")
        for cafe in self.cafes:
            self._need_crossroads(cafe.crossroads, "cafes")
        for point in self.visit_all:
            self._need_crossroads(point, "visit_all")
        self._need_locations(self.unshown, "unshown")
        for group in self.marked:
            self._need_marked(group)
        self._need_stations()
        return self

    def marked_as(self, id_: str) -> Marked:
        """Return the marked places called *id_*; none where the board marks no such places."""
        return next((group for group in self.marked if group.id == id_), Marked(id_))

    @cached_property
    def half(self) -> int:
        """How many columns on the other half of a double map lies."""
        return max((p.lattice[0] for p in self.crossroads_xy if p.lattice), default=0) // 2

    @cached_property
    def road_of(self) -> dict[RoadId, Road]:
        """Every road by its name."""
        return {road.id: road for road in self.roads}

    @cached_property
    def cell_of(self) -> dict[Location, Cell]:
        """Every location's cell."""
        return {cell.location: cell for cell in self.cells}

    @cached_property
    def cafe_at(self) -> dict[Crossroads, Cafe]:
        """Every café by its crossroads."""
        return {cafe.crossroads: cafe for cafe in self.cafes}

    @cached_property
    def landmark_at(self) -> dict[Location, tuple[Landmark, ...]]:
        """The landmarks that lie in each location that has any."""
        found: dict[Location, tuple[Landmark, ...]] = {}
        for landmark in self.landmarks:
            for location in landmark.locations:
                found[location] = (*found.get(location, ()), landmark)
        return found

    @cached_property
    def roads_beside(self) -> dict[Location, tuple[RoadId, ...]]:
        """The roads on which a section puts each location on the route."""
        found: dict[Location, list[RoadId]] = {cell.location: [] for cell in self.cells}
        for road in self.roads:
            for location in road.locations:
                found[location].append(road.id)
        return {location: tuple(roads) for location, roads in found.items()}

    @cached_property
    def roads_at(self) -> dict[Crossroads, tuple[Road, ...]]:
        """The roads that end at each crossroads."""
        found: dict[Crossroads, list[Road]] = {point: [] for point in self.crossroads_xy}
        for road in self.roads:
            for end in road.id.ends:
                found[end].append(road)
        return {point: tuple(roads) for point, roads in found.items()}

    def _need_crossroads(self, point: Crossroads, where: str) -> None:
        if point not in self.crossroads_xy:
            raise BoardError(f"{where}: there is no crossroads {point}")

    def _need_roads(self, roads: Iterable[RoadId], where: str) -> None:
        for road in roads:
            if road not in self.road_of:
                raise BoardError(f"{where}: there is no road {road}")

    def _need_marked(self, group: Marked) -> None:
        where = f"marked.{group.id}"
        self._need_roads(group.roads, where)
        self._need_locations(group.locations, where)
        for point in group.crossroads:
            self._need_crossroads(point, where)
        for place, _ in group.values:
            if place not in group.places:
                raise BoardError(f"{where}.values: {place} is not among its places")

    def _need_stations(self) -> None:
        """Refuse meeting points, stations and docks that are no crossroads of the board."""
        for landmark in self.landmarks:
            if landmark.meeting_point is not None:
                self._need_crossroads(landmark.meeting_point, f"landmark {landmark.id}")
        for cell in self.cells:
            if cell.meeting_point is not None:
                self._need_crossroads(cell.meeting_point, f"location {cell.location}")
        for ride in self.transports:
            for stop in (stop for group in ride.groups for stop in group):
                self._need_crossroads(stop, f"transport {ride.id}")
        for symbol in self.cafe_area:
            if symbol.dock is not None:
                self._need_crossroads(symbol.dock, f"cafe_area {symbol.id}")

    def _need_locations(self, locations: tuple[Location, ...], where: str) -> None:
        for location in locations:
            if location not in self.cell_of:
                raise BoardError(f"{where}: there is no location {location}")


def plain_id(kind: LandmarkKind, location: Location) -> str:
    """Return the id of a landmark that has none of its own."""
    return f"{kind}-{location}"


def _refuse_twice(what: str, names: list[str]) -> None:
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise BoardError(f"{what} {twice[0]} is given twice")
