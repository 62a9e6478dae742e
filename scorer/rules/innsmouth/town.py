"""A town: its map as a board of the family, with banks, dead ends, shelters and diagonals.

Where the river takes a crossroads of the lattice, each bank and each tip is a vertex of its own
with a name of its own (our decision). Diagonals may be drawn through any quarter, so the
board has a road for each: between vertices at opposite corners of the quarter, on its own side
of the river. No such road is printed.
"""

import tomllib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from typing import Annotated

import msgspec

from scorer.rules.board.board import Board, Landmark, Point, Road, RoadKind
from scorer.rules.board.practice import Layout, cross, layout_board
from scorer.rules.innsmouth.pieces import (
    Bonus,
    Challenge,
    Character,
    Deck,
    GoalCard,
    Group,
    InnsmouthError,
)
from scorer.rules.jsonfile import decode_json, from_data
from scorer.rules.jsonfile.text import JsonError, plain_utf8
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.scoring.measures import runs_on

PRACTICE = Path(__file__).with_name("practice.toml")
# What the name of a diagonal ends with where a rounded road has the same two ends.
DIAGONAL = "diagonal"
# No cache card names so many places.
MOST_CACHES = 16
# What else is ringed beside the map, next to the signs of bonuses.
NAME = "name"
SignId = Annotated[str, msgspec.Meta(pattern=rf"^({'|'.join(Bonus)})-[1-6]$(?!\n)")]


class Vertex(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place off the lattice, in lattice units, and the roads that end there."""

    at: Point
    roads: tuple[RoadId, ...]


class DeadEnd(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A dead end that stops between two crossroads: where it begins, its tip in lattice units,
    and the quarters beside it."""

    start: Crossroads
    at: Point
    quarters: tuple[Location, ...] = ()


class Part(StrEnum):
    """What has to be told of a box, in the order in which it is taught."""

    WATER = "water"
    ROADS = "roads"
    QUARTERS = "quarters"
    SHELTERS = "shelters"
    CACHES = "caches"
    DECK = "deck"
    BONUSES = "bonuses"
    GOALS = "goals"
    LEVELS = "levels"
    THREAT = "threat"


# What is printed on the map itself; of the cards nobody knows anything there.
ON_MAP = (Part.WATER, Part.ROADS, Part.QUARTERS, Part.SHELTERS)


class Shelter(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A shelter at a crossroads or on a road, and the tourists who hide there."""

    at: str
    tourists: Group


class Spots(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a box prints what players circle beside the map, in lattice units.

    ``bonuses`` are the middles of their signs, ``section-1`` for the first extra section, and
    ``name`` both ends of the town's name, left one first.
    """

    bonuses: dict[SignId, Point] = {}
    name: tuple[Point, Point] | None = None


class TownFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A town's file: the map, and what else only the box knows.

    ``unknown`` are the parts that nobody has told of the box yet: nothing, or practice values.
    ``signs`` are the rounds whose cells of the rounds board bear the Deep Ones' sign. ``spots``
    are told on a photo of the blank board alone; our own print has places of its own.
    """

    id: str
    name: str
    practice: bool = False
    deck: Deck
    sides: tuple[tuple[Crossroads, ...], tuple[Crossroads, ...]]
    no_diagonals: tuple[Location, ...] = ()
    vertices: dict[Crossroads, Vertex] = {}
    dead_ends: dict[Crossroads, DeadEnd] = {}
    shelters: Annotated[tuple[Shelter, ...], msgspec.Meta(max_length=32)] = ()
    caches: dict[str, tuple[str, ...]] = {}
    bonuses: dict[Character, tuple[Bonus, ...]] = {}
    goals: tuple[GoalCard, ...] = ()
    levels: tuple[Challenge, ...] = ()
    signs: tuple[Annotated[int, msgspec.Meta(ge=1, le=10)], ...] = ()
    unknown: tuple[Part, ...] = ()
    spots: Spots = Spots()
    board: Layout


def bonus_signs(file: TownFile) -> tuple[str, ...]:
    """Return the signs of bonuses to circle: of each as many as a character may have, or one."""
    most = {
        bonus: max((all_.count(bonus) for all_ in file.bonuses.values()), default=0)
        for bonus in Bonus
    }
    return tuple(f"{b.value}-{n}" for b in Bonus for n in range(1, max(most[b], 1) + 1))


def signs_laid(file: TownFile) -> Counter[Bonus]:
    """Return how many signs of each bonus the page has: as laid on a photo, else as we print it."""
    return Counter(map(bonus_of, file.spots.bonuses or bonus_signs(file)))


def bonus_of(sign: str) -> Bonus:
    """Return the bonus that a *sign*, as ``bonus_signs`` names it, stands for."""
    return Bonus(sign.rpartition("-")[0])


def card_mistake(places: tuple[str, ...]) -> str:
    """Return what is wrong with the *places* of a cache card, to follow its key, or nothing."""
    if len(places) > MOST_CACHES:
        return f": {len(places)} are named; a card has {MOST_CACHES} at most"
    for i, place in enumerate(places):
        if place in places[:i]:
            return f"[{i}]: {place} is named twice"
    return ""


@dataclass(frozen=True, eq=False)
class Town:
    """A town's map and data. ``side`` is that of the river, 1 or 2, of each water vertex."""

    file: TownFile
    board: Board
    side: dict[Crossroads, int]

    @property
    def shelters(self) -> tuple[Shelter, ...]:
        return self.file.shelters

    @cached_property
    def quarters(self) -> tuple[Location, ...]:
        """All quarters in reading order."""
        return tuple(cell.location for cell in self.board.cells)

    @cached_property
    def landmark(self) -> dict[Location, Landmark]:
        """The landmark of each quarter that has one."""
        return {mark.locations[0]: mark for mark in self.board.landmarks}

    @cached_property
    def coordinates(self) -> dict[Location, tuple[int, int]]:
        """X and Y of every quarter, as printed along the map."""
        columns, rows = self.board.coordinates or ((), ())
        return {q: (columns[q.column], rows[q.row]) for q in self.quarters}

    @cached_property
    def dead_ends(self) -> frozenset[Crossroads]:
        """The tips of dead ends: one printed road leads there."""
        found = set()
        for point, roads in self.board.roads_at.items():
            printed = [road for road in roads if road.kind is not RoadKind.DIAGONAL]
            if len(printed) == 1:
                found.add(point)
        return frozenset(found)

    def quarters_for(self, one: int, other: int) -> tuple[Location, ...]:
        """Return the quarters that two round dice allow: either number may be X.

        Source: phase 2, points a and b.
        """
        pairs = {(one, other), (other, one)}
        return tuple(sorted(q for q, pair in self.coordinates.items() if pair in pairs))

    def is_place(self, name: str) -> bool:
        """Whether *name* is a crossroads or a road of the map."""
        return name in self.board.road_of if "-" in name else name in self.board.crossroads_xy


def load_town(data: bytes) -> Town:
    """Return the town in the *data* of its file, TOML or JSON.

    Raises
    ------
    InnsmouthError
        If it is no such file or contradicts itself, with the key.
    """
    try:
        return town_of(read_town_file(data))
    except ValueError as error:
        raise _of_town(error) from error


def read_town_file(data: bytes) -> TownFile:
    """Return what *data*, TOML or JSON, says of a town, whether or not that can be one.

    Raises
    ------
    InnsmouthError
        If it is no such file, with the key.
    """
    try:
        text = plain_utf8(data)
        if text.lstrip().startswith(b"{"):
            return decode_json(text, TownFile)
        return from_data(tomllib.loads(text.decode()), TownFile)
    except tomllib.TOMLDecodeError as error:
        raise InnsmouthError(f"town: it is neither TOML nor JSON: {error}") from error
    except (JsonError, RecursionError) as error:
        raise _of_town(error) from error


def _of_town(error: Exception) -> InnsmouthError:
    said = str(error)
    return InnsmouthError(said if said.startswith("town: ") else f"town: {said}")


@cache
def practice_town() -> Town:
    """Return the practice town that comes with the scorer."""
    return load_town(PRACTICE.read_bytes())


def town_of(file: TownFile) -> Town:
    """Return the town that *file* describes.

    Raises
    ------
    ValueError
        If it contradicts itself, naming the key.
    """
    board = layout_board(file.board, "innsmouth")
    for name, vertex in file.vertices.items():
        board = _with_vertex(board, name, vertex, _page_xy(file.board, vertex.at))
    for name, dead_end in file.dead_ends.items():
        board = _with_dead_end(board, name, dead_end, _page_xy(file.board, dead_end.at))
    board = _reached(board)
    diagonals = tuple(_diagonals(file, board))
    roads = (*board.roads, *diagonals)
    marks = tuple(_landmark(mark, roads) for mark in board.landmarks)
    board = replace(board, roads=roads, landmarks=marks, name=file.name, practice=file.practice)
    side = {point: n for n, points in enumerate(file.sides, 1) for point in points}
    town = Town(file, board.checked(), side)
    _check(town)
    return town


def _page_xy(layout: Layout, at: Point) -> Point:
    x, y = layout.origin_mm
    return x + at[0] * layout.cell_mm, y + at[1] * layout.cell_mm


def _with_vertex(board: Board, name: Crossroads, vertex: Vertex, xy: Point) -> Board:
    """Return *board* with the roads of *vertex* ending at it and no longer on the lattice."""
    moved = {}
    for id_ in vertex.roads:
        if id_ not in board.road_of:
            raise InnsmouthError(f"vertices.{name}.roads: there is no road {id_}")
        moved[id_] = _ending_at(board, board.road_of[id_], name, xy)
    roads = tuple(moved.get(road.id, road) for road in board.roads)
    marks = tuple(_landmark(mark, roads) for mark in board.landmarks)
    points = {**board.crossroads_xy, name: xy}
    return replace(board, roads=roads, crossroads_xy=points, landmarks=marks)


def _reached(board: Board) -> Board:
    """Return *board* without the crossroads that no road leads to."""
    ends = {end for road in board.roads for end in road.id.ends}
    points = {point: xy for point, xy in board.crossroads_xy.items() if point in ends}
    return replace(board, crossroads_xy=points)


def _with_dead_end(board: Board, name: Crossroads, dead_end: DeadEnd, xy: Point) -> Board:
    """Return *board* with one road more, from where *dead_end* begins to its tip at *xy*."""
    if dead_end.start not in board.crossroads_xy:
        raise InnsmouthError(f"dead_ends.{name}.start: there is no crossroads {dead_end.start}")
    if name in board.crossroads_xy:
        raise InnsmouthError(f"dead_ends.{name}: there is a crossroads of this name")
    known = {cell.location for cell in board.cells}
    for quarter in dead_end.quarters:
        if quarter not in known:
            raise InnsmouthError(f"dead_ends.{name}.quarters: there is no quarter {quarter}")
    id_ = RoadId.between(dead_end.start, name)
    path = (board.crossroads_xy[dead_end.start], xy)
    road = Road(id_, path if id_.first == dead_end.start else path[::-1], dead_end.quarters)
    roads = (*board.roads, road)
    marks = tuple(_landmark(mark, roads) for mark in board.landmarks)
    points = {**board.crossroads_xy, name: xy}
    return replace(board, roads=roads, crossroads_xy=points, landmarks=marks)


def _ending_at(board: Board, road: Road, name: Crossroads, xy: Point) -> Road:
    """Return *road* with its end that is nearer to *xy* moved there."""
    far = max(road.id.ends, key=lambda end: _distance(board.crossroads_xy[end], xy))
    path = road.path if far == road.id.first else road.path[::-1]
    id_, path = RoadId.between(far, name), (*path[:-1], xy)
    return replace(road, id=id_, path=path if id_.first == far else path[::-1])


def _distance(one: Point, other: Point) -> float:
    return float((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2)


def _landmark(mark: Landmark, roads: Iterable[Road]) -> Landmark:
    beside = frozenset(road.id for road in roads if mark.locations[0] in road.locations)
    return Landmark(mark.id, mark.kind, mark.locations, beside, mark.value, mark.name)


def _diagonals(file: TownFile, board: Board) -> Iterable[Road]:
    """Yield a road for every diagonal that may be drawn, quarter by quarter."""
    taken = {road.id for road in board.roads}
    for cell in board.cells:
        quarter = cell.location
        if quarter in file.no_diagonals:
            continue
        corners = _corners(file, board, quarter)
        for one, other in ((corners[0], corners[2]), (corners[1], corners[3])):
            for a in one:
                for b in other:
                    id_ = RoadId.between(a, b)
                    id_ = RoadId.between(a, b, DIAGONAL) if id_ in taken else id_
                    path = tuple(board.crossroads_xy[end] for end in id_.ends)
                    yield Road(id_, path, (quarter,), RoadKind.DIAGONAL)


def _corners(file: TownFile, board: Board, quarter: Location) -> list[list[Crossroads]]:
    """Return the vertices at each corner of *quarter*, clockwise, on its own bank."""
    column, row = quarter.column, quarter.row
    near = {end for road in board.roads if quarter in road.locations for end in road.id.ends}
    middle = (column + 0.5, row + 0.5)
    found = []
    for dx, dy in ((0, 0), (1, 0), (1, 1), (0, 1)):
        lattice = (column + dx, row + dy)
        here = [
            point
            for point in sorted(near)
            if _lattice(file, board, point) == lattice
            and not _begins_at(file, point, lattice)
            and not _across_water(file.board, _units(file, board, point), middle)
        ]
        found.append(here)
    return found


def _begins_at(file: TownFile, tip: Crossroads, lattice: tuple[int, int]) -> bool:
    """Whether *tip* is that of a dead end which begins at *lattice*: too short for its far end."""
    start = file.dead_ends[tip].start if tip in file.dead_ends else None
    if start in file.vertices:
        x, y = file.vertices[start].at
        return (round(x), round(y)) == lattice
    return start is not None and start.lattice == lattice


def _lattice(file: TownFile, board: Board, point: Crossroads) -> tuple[int, int]:
    """Return the point of the lattice that *point* is, or stands for."""
    x, y = _units(file, board, point)
    return point.lattice or (round(x), round(y))


def _units(file: TownFile, board: Board, point: Crossroads) -> Point:
    x, y = board.crossroads_xy[point]
    left, top = file.board.origin_mm
    return (x - left) / file.board.cell_mm, (y - top) / file.board.cell_mm


def _across_water(layout: Layout, one: Point, other: Point) -> bool:
    banks = [piece for river in layout.rivers for piece in pairwise(river.path)]
    return any(cross((one, other), piece) for piece in banks)


def _check(town: Town) -> None:
    """Refuse names that are not on the map, cards that no box has, and roads that go straight on
    into two others."""
    file, board = town.file, town.board
    for n, points in enumerate(file.sides):
        for i, point in enumerate(points):
            if point not in board.crossroads_xy:
                raise InnsmouthError(f"sides[{n}][{i}]: there is no crossroads {point}")
    if len(town.side) < sum(map(len, file.sides)):
        raise InnsmouthError("sides: a crossroads is named twice")
    if file.deck.mistake:
        raise InnsmouthError(f"deck: {file.deck.mistake}")
    for i, card in enumerate(file.goals):
        if card.mistake:
            raise InnsmouthError(f"goals[{i}].of: {card.mistake}")
    for i, shelter in enumerate(file.shelters):
        _need_place(town, shelter.at, f"shelters[{i}].at")
    for name, places in file.caches.items():
        if mistake := card_mistake(places):
            raise InnsmouthError(f"caches.{name}{mistake}")
        for i, place in enumerate(places):
            _need_place(town, place, f"caches.{name}[{i}]")
    for point, roads in board.roads_at.items():
        # No diagonal runs on, and most roads are diagonals.
        others = [road for road in roads if road.kind is not RoadKind.DIAGONAL]
        for road in others:
            on = [other for other in others if other is not road]
            straight = [one for one in on if runs_on(board, road.id, point, one.id)]
            if len(straight) > 1:
                raise InnsmouthError(f"board: at {point} {road.id} runs straight on twice")


def _need_place(town: Town, name: str, where: str) -> None:
    if not town.is_place(name):
        raise InnsmouthError(f"{where}: there is no crossroads or road {name}")
