"""A town as each change that a person tells of it leaves it: another file."""

from typing import assert_never

from scorer.rules.board.board import LandmarkKind, Point
from scorer.rules.board.practice import (
    Coordinates,
    LandmarkEntry,
    Layout,
    RiverEntry,
    SeaEntry,
)
from scorer.rules.innsmouth.ownbox import SIDE, town_in
from scorer.rules.innsmouth.pieces import (
    InnsmouthError,
)
from scorer.rules.innsmouth.teaching.changes import (
    Change,
    Edge,
    SetBeside,
    SetBonuses,
    SetCard,
    SetCoordinates,
    SetCorner,
    SetDeck,
    SetDiagonals,
    SetGoals,
    SetLevels,
    SetName,
    SetQuarter,
    SetRiver,
    SetRoad,
    SetSea,
    SetShelter,
    SetSigns,
    SetSpot,
    SetTold,
    SetWater,
)
from scorer.rules.innsmouth.teaching.laying import (
    RoadState,
    cut_off,
    in_water,
    laid,
    lattice_roads,
    places_in,
    streets_in,
)
from scorer.rules.innsmouth.teaching.rivers import side_of
from scorer.rules.innsmouth.town import (
    NAME,
    Part,
    Shelter,
    Spots,
    TownFile,
    bonus_signs,
    practice_town,
)
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.values import replace

_MOST_CARDS = 9
_RIVER, _WIDTH = "Manuxet", 0.22
# A strip of sea beside the map, from so far to so far beyond its outermost roads.
_SHORE, _OPEN_SEA, _ALONG = 0.25, 1.2, 0.5


def new_town(id_: str, name: str) -> TownFile:
    """Return a town of which nothing is told: all roads, no water, and practice cards."""
    ours = practice_town().file
    layout = replace(
        ours.board,
        id=id_,
        name=name,
        corners=(),
        no_roads=(),
        across={},
        lanes={},
        rivers=(),
        seas=(),
        landmarks={},
        coordinates=Coordinates(tuple(range(1, SIDE + 1)), tuple(range(1, SIDE + 1))),
    )
    return TownFile(
        id=id_,
        name=name,
        deck=ours.deck,
        sides=((), ()),
        bonuses=ours.bonuses,
        goals=ours.goals,
        levels=ours.levels,
        unknown=tuple(Part),
        board=layout,
    )


def changed(file: TownFile, change: Change) -> TownFile:
    """Return *file* after a *change*.

    Raises
    ------
    InnsmouthError
        If it names what is not on the map, or the town could then not be.
    """
    after = _changed(file, change)
    town_in(after)
    return after


def _changed(file: TownFile, change: Change) -> TownFile:
    match change:
        case SetName(name):
            return replace(file, name=name, board=replace(file.board, name=name))
        case SetTold(part, told):
            return _told(file, part) if told else _open(file, part)
        case SetRiver() | SetSea() | SetWater():
            return _with_water(file, change)
        case SetRoad() | SetCorner() | SetBeside():
            return _with_road(file, change)
        case SetQuarter() | SetDiagonals() | SetCoordinates():
            return _with_quarter(file, change)
        case SetShelter(at, tourists):
            _need_place(file, at)
            others = tuple(one for one in file.shelters if one.at != at)
            mine = (Shelter(at, tourists),) if tourists and tourists.total else ()
            return replace(file, shelters=(*others, *mine))
        case SetCard(card, places):
            return _with_card(file, card, places)
        case SetDeck(deck):
            return _told(replace(file, deck=deck), Part.DECK)
        case SetBonuses(character, bonuses):
            return replace(file, bonuses={**file.bonuses, character: bonuses})
        case SetGoals(goals):
            return replace(file, goals=goals)
        case SetLevels(levels):
            return _told(replace(file, levels=levels), Part.LEVELS)
        case SetSigns(rounds):
            return replace(file, signs=tuple(sorted(set(rounds))))
        case SetSpot(sign, at):
            return replace(file, spots=_with_spot(file, sign, at))
        case _:
            assert_never(change)


def _told(file: TownFile, part: Part) -> TownFile:
    return replace(file, unknown=tuple(one for one in file.unknown if one is not part))


def _open(file: TownFile, part: Part) -> TownFile:
    return replace(file, unknown=tuple(one for one in Part if one in (*file.unknown, part)))


def _with_water(file: TownFile, change: SetRiver | SetSea | SetWater) -> TownFile:
    match change:
        case SetRiver(path):
            return _with_river(file, tuple(dict.fromkeys(path)))
        case SetSea(edges):
            ours = [_strip(edge) for edge in Edge]
            others = [sea for sea in file.board.seas if sea.outline not in ours]
            seas = (*others, *(SeaEntry(_strip(edge)) for edge in Edge if edge in edges))
            return _with_seas(file, seas)
        case SetWater(place, water):
            places = places_in(file)
            if place not in places:
                raise InnsmouthError(f"place: there is no crossroads {place}")
            first, second = ([one for one in side if one != place] for side in file.sides)
            if water:
                side = first if side_of(file.board.rivers, places[place]) == 1 else second
                side.append(place)
            return replace(file, sides=(tuple(sorted(first)), tuple(sorted(second))))
        case _:
            assert_never(change)


def _with_river(file: TownFile, path: tuple[Point, ...]) -> TownFile:
    """Return *file* with another first river; roads that lie in it are printed no longer."""
    if len(path) == 1:
        raise InnsmouthError("path: a river has two points at least")
    rest = file.board.rivers[1:]
    before = file.board.rivers[0] if file.board.rivers else RiverEntry((), _WIDTH, _RIVER)
    mine = (RiverEntry(path, before.width, before.name),) if path else ()
    streets = streets_in(file)
    states = {
        road: RoadState.NONE if in_water(mine, road) else state
        for road, state in streets.states.items()
    }
    wet = replace(file, board=replace(file.board, rivers=(*mine, *rest)))
    return _relaid(file, wet, states)


def _with_seas(file: TownFile, seas: tuple[SeaEntry, ...]) -> TownFile:
    return _relaid(file, replace(file, board=replace(file.board, seas=seas)))


def _relaid(
    before: TownFile, file: TownFile, states: dict[RoadId, RoadState] | None = None
) -> TownFile:
    """Return *file* with its streets laid anew; all names are still those of *before*."""
    streets = streets_in(before)
    if states is not None:
        streets = streets._replace(states=states)
    return laid(before, streets, file.board)


def _strip(edge: Edge) -> tuple[Point, ...]:
    """Return the outline of the sea along a side of the map."""
    near, far = SIDE + _SHORE, SIDE + _OPEN_SEA
    low, high = -_ALONG, SIDE + _ALONG
    match edge:
        case Edge.RIGHT:
            return (near, low), (far, low), (far, high), (near, high)
        case Edge.LEFT:
            return (-_SHORE, low), (-_SHORE, high), (-_OPEN_SEA, high), (-_OPEN_SEA, low)
        case Edge.TOP:
            return (low, -_SHORE), (low, -_OPEN_SEA), (high, -_OPEN_SEA), (high, -_SHORE)
        case Edge.BOTTOM:
            return (low, near), (high, near), (high, far), (low, far)
        case _:
            assert_never(edge)


def edges_in(file: TownFile) -> tuple[Edge, ...]:
    """Return along which sides of the map *file* has the sea, as ``SetSea`` draws it."""
    outlines = [sea.outline for sea in file.board.seas]
    return tuple(edge for edge in Edge if _strip(edge) in outlines)


def _with_road(file: TownFile, change: SetRoad | SetCorner | SetBeside) -> TownFile:
    layout = file.board
    match change:
        case SetRoad(road, state):
            _need_road(file, road)
            return _relaid(file, file, {**streets_in(file).states, road: state})
        case SetCorner(corner, rounded):
            if corner not in corners_of(layout):
                raise InnsmouthError(f"corner: no rounded road {corner} can be there")
            others = [text for text in layout.corners if text != str(corner)]
            corners = (*others, str(corner)) if rounded else tuple(others)
            return _relaid(file, replace(file, board=replace(layout, corners=tuple(corners))))
        case SetBeside(road, quarter, beside):
            _need_road(file, road)
            _need_quarter(quarter)
            told = [one for one in layout.across.get(str(road), ()) if one != quarter]
            told += [] if beside else [str(quarter)]
            across = {**layout.across, str(road): tuple(told)}
            across = {key: quarters for key, quarters in across.items() if quarters}
            return _relaid(file, replace(file, board=replace(layout, across=across)))
        case _:
            assert_never(change)


def corners_of(layout: Layout) -> dict[RoadId, Crossroads]:
    """Return the roads that may round the map's outer corners, and the corner of each."""
    found = {}
    for column, beside in ((0, 1), (layout.columns, layout.columns - 1)):
        for line, below in ((0, 1), (layout.rows, layout.rows - 1)):
            ends = (Crossroads.at(column, below), Crossroads.at(beside, line))
            road = RoadId.between(*ends)
            found[road] = cut_off(layout, road)
    return found


def _with_quarter(file: TownFile, change: SetQuarter | SetDiagonals | SetCoordinates) -> TownFile:
    match change:
        case SetQuarter(quarter, kind, value, name):
            _need_quarter(quarter)
            if kind is LandmarkKind.GREY:
                raise InnsmouthError("kind: Innsmouth has no grey landmarks")
            marks = {key: mark for key, mark in file.board.landmarks.items() if key != quarter}
            if kind is not None:
                star = value if kind is LandmarkKind.YELLOW else None
                marks[str(quarter)] = LandmarkEntry(kind, name, value=star)
            return replace(file, board=replace(file.board, landmarks=marks))
        case SetDiagonals(quarter, allowed):
            _need_quarter(quarter)
            others = tuple(one for one in file.no_diagonals if one != quarter)
            return replace(file, no_diagonals=others if allowed else (*others, quarter))
        case SetCoordinates(columns, rows):
            if len({*columns}) < SIDE or len({*rows}) < SIDE:
                raise InnsmouthError("coordinates: every number from 1 to 6 stands there once")
            told = Coordinates(columns, rows)
            return replace(file, board=replace(file.board, coordinates=told))
        case _:
            assert_never(change)


def _with_card(file: TownFile, card: str, places: tuple[str, ...] | None) -> TownFile:
    cards = dict(file.caches)
    if places is None:
        cards.pop(card, None)
    else:
        for place in places:
            _need_place(file, place)
        cards[card] = tuple(dict.fromkeys(places))
    if len(cards) > _MOST_CARDS:
        raise InnsmouthError(f"caches: {_MOST_CARDS} cards at most")
    return replace(file, caches=cards)


def _with_spot(file: TownFile, sign: str, at: tuple[Point, ...]) -> Spots:
    if sign == NAME:
        if len(at) == 1:
            raise InnsmouthError("at: a name has two ends")
        left, right = sorted(at) if at else (None, None)
        return replace(file.spots, name=(left, right) if left and right else None)
    if at and sign not in bonus_signs(file):
        raise InnsmouthError(f"sign: no bonus has the sign {sign}")
    if len(at) > 1:
        raise InnsmouthError("at: the sign of a bonus has one place")
    others = {one: xy for one, xy in file.spots.bonuses.items() if one != sign}
    return replace(file.spots, bonuses={**others, sign: at[0]} if at else others)


def signs_beside(file: TownFile) -> tuple[str, ...]:
    """Return the names of all that players circle beside the map."""
    return (*bonus_signs(file), NAME)


def unlaid_signs(file: TownFile) -> tuple[str, ...]:
    """Return those of ``signs_beside`` whose place nobody has told: photos are not read there."""
    laid = {*file.spots.bonuses, *([NAME] if file.spots.name else [])}
    return tuple(sign for sign in signs_beside(file) if sign not in laid)


def _need_road(file: TownFile, road: RoadId) -> None:
    if road not in set(lattice_roads(file.board)):
        raise InnsmouthError(f"road: there is no road {road} in the lattice")


def _need_quarter(quarter: Location) -> None:
    if not (0 <= quarter.column < SIDE and 0 <= quarter.row < SIDE):
        raise InnsmouthError(f"quarter: there is no quarter {quarter} on this map")


def _need_place(file: TownFile, place: str) -> None:
    if not town_in(file).is_place(place):
        raise InnsmouthError(f"place: there is no crossroads or road {place}")


def stars_without_value(file: TownFile) -> tuple[str, ...]:
    """Return the quarters with a star whose VP nobody has told."""
    return tuple(
        key
        for key, mark in file.board.landmarks.items()
        if mark.kind is LandmarkKind.YELLOW and not mark.value
    )


def lacks_of(file: TownFile) -> tuple[str, ...]:
    """Return what cannot be right yet, beside the parts that are ``unknown``.

    ``one-side``: there is a river and all of the town lies on one side of it. ``star-value``: a
    star has no VP. ``empty-card``: a cache card names no place. ``no-ferry``: one side of the
    river has no crossroads by the water.
    """
    found = []
    sides = {side_of(file.board.rivers, xy) for xy in places_in(file).values()}
    if file.board.rivers and len(sides) < 2:
        found.append("one-side")
    elif file.board.rivers and not all(file.sides):
        found.append("no-ferry")
    if stars_without_value(file):
        found.append("star-value")
    if any(not places for places in file.caches.values()):
        found.append("empty-card")
    return tuple(found)


def newer(file: TownFile, id_: str) -> TownFile:
    """Return *file*, given by somebody, as the town called *id_* of this server."""
    return replace(file, id=id_, practice=False, board=replace(file.board, id=id_))
