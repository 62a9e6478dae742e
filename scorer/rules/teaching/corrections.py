"""Correcting what a taught board says is printed where, one place at a time.

Every function returns a new board and leaves the given one alone; a correction that cannot
be is refused with what was expected.
"""

from collections.abc import Iterable

from scorer.rules.board.board import (
    Board,
    BoardError,
    Cafe,
    CafeBonus,
    Landmark,
    LandmarkKind,
    Marked,
    Point,
    Road,
    Sign,
    plain_id,
)
from scorer.rules.city.city import City
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.values import replace

_LONGEST_NAME = 80
_MOST_POINTS = 99


class CorrectionError(BoardError):
    """A correction that does not fit the board, naming the place."""


def with_landmark(
    board: Board,
    city: City,
    location: Location,
    kind: LandmarkKind | None,
    value: int | None = None,
    name: str = "",
    id_: str = "",
) -> Board:
    """Return *board* with a landmark of *kind* filling *location*, or with none there.

    What stands there is known then, whatever photos show.

    Parameters
    ----------
    value : int, optional
        The PP printed on a yellow landmark; others have none.
    id_ : str
        Which iconic landmark of *city* a grey one is. If empty, the only one that is still
        free; where several are, the landmark stays unnamed.

    Raises
    ------
    CorrectionError
        If the location is not on the board, is part of a larger landmark, or the value, name
        or id does not fit the kind.
    """
    _need(location in board.cell_of, f"{location}: there is no such location on this board")
    there = board.landmark_at.get(location, ())
    larger = next((mark for mark in there if len(mark.locations) > 1 or mark.polygon), None)
    _need(
        larger is None,
        f"{location} is part of the landmark {larger.name or larger.id if larger else ''}, "
        "which does not simply fill it: change it in the geometry file",
    )
    rest = tuple(mark for mark in board.landmarks if mark not in there)
    board = replace(board, unshown=tuple(one for one in board.unshown if one != location))
    if kind is None:
        return replace(board, landmarks=rest).checked()
    _need_fitting(str(location), kind, value, name)
    own, rating = _landmark_id(city, rest, location, kind, id_)
    roads = _beside(board.roads, location)
    mark = Landmark(own, kind, (location,), roads, value, name, rating=rating)
    return replace(board, landmarks=(*rest, mark)).checked()


def with_larger(board: Board, id_: str, value: int | None, name: str) -> Board:
    """Return *board* where the landmark *id_*, of whatever shape, has *value* and *name*.

    Raises
    ------
    CorrectionError
        If there is no such landmark, or the value or name does not fit it.
    """
    mark = next((mark for mark in board.landmarks if mark.id == id_), None)
    if mark is None:
        raise CorrectionError(f"{id_[:40]!r}: there is no such landmark on this board")
    _need_fitting(id_, mark.kind, value, name)
    changed = replace(mark, value=value, name=name)
    return replace(
        board, landmarks=tuple(changed if one is mark else one for one in board.landmarks)
    ).checked()


def with_cafe(
    board: Board, point: Crossroads, bonus: CafeBonus | None, xy: Point | None = None
) -> Board:
    """Return *board* with a café that gives *bonus* at crossroads *point*, or with none there.

    ``xy`` is where its symbol is printed, in mm; by default where it was, or the crossroads.

    Raises
    ------
    CorrectionError
        If there are no such crossroads, or the symbol would lie off the page.
    """
    _need(point in board.crossroads_xy, f"{point}: there are no such crossroads on this board")
    rest = tuple(cafe for cafe in board.cafes if cafe.crossroads != point)
    if bonus is None:
        return replace(board, cafes=rest)
    known = board.cafe_at.get(point)
    at = xy or (known.xy if known else board.crossroads_xy[point])
    on_page = all(0 <= place <= side for place, side in zip(at, board.page_mm, strict=True))
    _need(on_page, f"café {point}: {at[0]:g}, {at[1]:g} mm is not on the page")
    return replace(board, cafes=(*rest, Cafe(point, at, bonus))).checked()


def with_visit_all(board: Board, points: Iterable[Crossroads]) -> Board:
    """Return *board* with exactly *points* as its visit-them-all points.

    Raises
    ------
    CorrectionError
        If one of them is not on the board.
    """
    wanted = tuple(sorted(set(points)))
    for point in wanted:
        _need(point in board.crossroads_xy, f"{point}: there are no such crossroads on this board")
    return replace(board, visit_all=wanted).checked()


def with_road_beside(board: Board, road: RoadId, locations: Iterable[Location]) -> Board:
    """Return *board* where a section on *road* puts exactly *locations* on the route.

    A river along the road takes one of its two sides away. Landmarks that fill a location
    follow it.

    Raises
    ------
    CorrectionError
        If there is no such road, or it does not lie along one of the locations.
    """
    _need(road in board.road_of, f"{road}: there is no such road on this board")
    wanted = tuple(sorted(set(locations)))
    near = beside(board, road)
    for location in wanted:
        _need(
            location in near,
            f"road {road}: {location} is not beside it; beside it lie {_listed(near)}",
        )
    roads = tuple(
        replace(known, locations=wanted) if known.id == road else known for known in board.roads
    )
    return replace(
        board,
        roads=roads,
        landmarks=tuple(
            replace(mark, roads=_beside(roads, mark.locations[0])) if _fills(board, mark) else mark
            for mark in board.landmarks
        ),
    ).checked()


def with_marked(
    board: Board,
    city: City,
    id_: str,
    place: Crossroads | RoadId | Location,
    value: int | None = None,
    *,
    there: bool = True,
) -> Board:
    """Return *board* where *place* is among the places marked *id_*, or is not.

    What is marked, what kind of place it is and whether PP are printed there is as on the
    practice board of *city*. The stations of a ride called *id_* follow.

    Parameters
    ----------
    value : int, optional
        The PP printed at *place*; what was known of it stays.

    Raises
    ------
    CorrectionError
        If the city marks no such places, there is no such place on the board, or the value
        does not fit.
    """
    group = _marked(board, city, id_)
    _need(
        group.sign is not Sign.DOCK,
        f"{id_}: a dock belongs to its ticket: say where that ticket's dock is",
    )
    known = {*board.crossroads_xy, *board.road_of, *board.cell_of}
    fits = isinstance(place, marked_sort(city, id_)) and place in known
    _need(fits, f"{id_}: there is no such place on this board: {place}")
    values = dict(group.values)
    if not there:
        _need(place in group.places, f"{id_}: {place} is none of them")
    elif not isinstance(place, Location):
        _set_value(values, city, id_, place, value)
    places = [one for one in group.places if there or one != place]
    if there and place not in places:
        places.append(place)
    needed = any(goal.marked == id_ for goal in city.goals)
    _need(bool(places) or not needed, f"{id_}: a goal card needs one: add the right one first")
    return _with_group(
        board,
        replace(
            group,
            crossroads=tuple(one for one in places if isinstance(one, Crossroads)),
            roads=tuple(one for one in places if isinstance(one, RoadId)),
            locations=tuple(one for one in places if isinstance(one, Location)),
            values=tuple((one, points) for one, points in values.items() if one in places),
        ),
    )


def marked_sort(city: City, id_: str) -> type[Crossroads] | type[RoadId] | type[Location]:
    """Return what kind of places the boards of *city* mark as *id_*.

    Raises
    ------
    CorrectionError
        If they mark none so.
    """
    usual = city.practice_board
    names = _listed(group.id for group in usual.marked)
    places = usual.marked_as(id_).places
    _need(bool(places), f"{id_!r}: boards of {city.name} do not mark it; marked are {names}")
    return type(places[0])


def with_dock(board: Board, ticket: str, point: Crossroads) -> Board:
    """Return *board* where *ticket*, a symbol beside the map, opens the dock at *point*.

    Raises
    ------
    CorrectionError
        If there is no such ticket or there are no such crossroads.
    """
    tickets = [symbol.id for symbol in board.cafe_area if symbol.dock is not None]
    _need(ticket in tickets, f"{ticket!r}: there is no such ticket; there are {_listed(tickets)}")
    _need(point in board.crossroads_xy, f"{point}: there are no such crossroads on this board")
    area = tuple(
        replace(symbol, dock=point) if symbol.id == ticket else symbol for symbol in board.cafe_area
    )
    docks = dict.fromkeys(symbol.dock for symbol in area if symbol.dock is not None)
    marked = tuple(
        replace(group, crossroads=tuple(docks)) if group.sign is Sign.DOCK else group
        for group in board.marked
    )
    return replace(board, cafe_area=area, marked=marked).checked()


def beside(board: Board, road: RoadId) -> list[Location]:
    """Return the locations that a section on *road* may reach: its ends are corners of them."""
    ends = [board.crossroads_xy[end] for end in road.ends]
    reach = 0.02 * max(board.page_mm)
    found = []
    for cell in board.cells:
        if all(
            any(abs(x - px) < reach and abs(y - py) < reach for px, py in cell.polygon)
            for x, y in ends
        ):
            found.append(cell.location)
    return sorted({*found, *board.road_of[road].locations})


def renamed(board: Board, name: str) -> Board:
    """Return *board* shown under another *name*; its id, which games refer to, stays.

    Raises
    ------
    CorrectionError
        If the name is empty or too long.
    """
    name = name.strip()
    _need(
        0 < len(name) <= _LONGEST_NAME,
        f"a board's name has 1 to {_LONGEST_NAME} characters, not {len(name)}",
    )
    return replace(board, name=name)


def _landmark_id(
    city: City, others: tuple[Landmark, ...], location: Location, kind: LandmarkKind, id_: str
) -> tuple[str, str]:
    """Return the id of a landmark and the name of its rating track, where it shares one."""
    taken = {mark.id for mark in others}
    plain = plain_id(kind, location)
    if kind is not LandmarkKind.GREY:
        _need(not id_ or id_ not in taken, f"{location}: another landmark is called {id_!r}")
        return id_ or plain, ""
    known = [mark.id for mark in city.iconic]
    shared = shared_tracks(city)
    if not id_:
        free = [name for name in on_map(city) if name in shared or name not in taken]
        _need(bool(free), f"{location}: all iconic landmarks ({_listed(known)}) have a place")
        id_ = free[0] if len(free) == 1 else plain
    if id_ == plain or id_ in shared:
        return plain, "" if id_ == plain else id_
    _need(
        id_ in known,
        f"{location}: {id_!r} is no iconic landmark of {city.name}; they are {_listed(known)}",
    )
    _need(id_ not in taken, f"{location}: {id_!r} already has another place")
    return id_, ""


def on_map(city: City) -> tuple[str, ...]:
    """Return the rating tracks of *city* whose landmarks stand on the map itself."""
    usual = city.practice_board.landmarks
    tracks = dict.fromkeys(mark.rated_as for mark in usual if mark.locations)
    return tuple(track for track in tracks if track)


def shared_tracks(city: City) -> frozenset[str]:
    """Return the rating tracks of *city* that rate a whole group of landmarks."""
    usual = city.practice_board.landmarks
    return frozenset(mark.rating for mark in usual if mark.rating not in ("", mark.id))


def _need_fitting(where: str, kind: LandmarkKind, value: int | None, name: str) -> None:
    _need(len(name) <= _LONGEST_NAME, f"{where}: the name is longer than {_LONGEST_NAME}")
    if value is not None:
        _need(kind is LandmarkKind.YELLOW, f"{where}: only yellow landmarks have a value")
        _need(0 <= value <= _MOST_POINTS, f"{where}: {value} PP cannot be printed on it")


def _marked(board: Board, city: City, id_: str) -> Marked:
    """Return the places of *board* marked *id_*; an empty group where it has none yet."""
    marked_sort(city, id_)
    usual = city.practice_board.marked_as(id_)
    empty = replace(usual, crossroads=(), roads=(), locations=(), values=())
    return next((group for group in board.marked if group.id == id_), empty)


def _set_value(
    values: dict[Crossroads | RoadId, int],
    city: City,
    id_: str,
    place: Crossroads | RoadId,
    value: int | None,
) -> None:
    """Put down the PP printed at *place*, where this city prints any there."""
    if not city.practice_board.marked_as(id_).values:
        _need(value is None, f"{id_}: no PP are printed at {place}")
        return
    _need(value is not None or place in values, f"{id_}: how many PP are printed at {place}?")
    if value is not None:
        _need(0 <= value <= _MOST_POINTS, f"{id_}: {value} PP cannot be printed at {place}")
        values[place] = value


def _with_group(board: Board, group: Marked) -> Board:
    """Return *board* with *group* in the place of that of the same id; its ride follows."""
    marked = tuple(group if one.id == group.id else one for one in board.marked)
    rides = tuple(
        replace(ride, groups=(group.crossroads,))
        if ride.id == group.id and len(ride.groups) == 1
        else ride
        for ride in board.transports
    )
    if group not in marked:
        marked = (*marked, group)
    return replace(board, marked=marked, transports=rides).checked()


def _fills(board: Board, mark: Landmark) -> bool:
    """Return whether *mark* simply fills one location."""
    return (
        len(mark.locations) == 1
        and not mark.polygon
        and mark.meeting_point is None
        and mark.roads == _beside(board.roads, mark.locations[0])
    )


def _beside(roads: tuple[Road, ...], location: Location) -> frozenset[RoadId]:
    return frozenset(road.id for road in roads if location in road.locations)


def _listed(names: Iterable[object]) -> str:
    return ", ".join(map(str, names)) or "none"


def _need(fits: bool, message: str) -> None:
    if not fits:
        raise CorrectionError(message)
