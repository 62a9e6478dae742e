"""Correcting what a taught board says is printed where, one place at a time.

Every function returns a new board and leaves the given one alone; a correction that cannot
be is refused with what was expected.
"""

from collections.abc import Iterable
from dataclasses import replace

from scorer.rules.board import (
    Board,
    BoardError,
    Cafe,
    CafeBonus,
    Landmark,
    LandmarkKind,
    Point,
    Road,
)
from scorer.rules.city import City
from scorer.rules.notation import Crossroads, Location, RoadId

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

    Parameters
    ----------
    value : int, optional
        The PP printed on a yellow landmark; others have none.
    id_ : str
        Which iconic landmark of *city* a grey one is; the first that is still free if empty.

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
    if kind is None:
        return replace(board, landmarks=rest).checked()
    _need(len(name) <= _LONGEST_NAME, f"{location}: the name is longer than {_LONGEST_NAME}")
    if value is not None:
        _need(kind is LandmarkKind.YELLOW, f"{location}: only yellow landmarks have a value")
        _need(0 <= value <= _MOST_POINTS, f"{location}: {value} PP cannot be printed on it")
    mark = Landmark(
        _landmark_id(city, rest, location, kind, id_),
        kind,
        name,
        value,
        (location,),
        _beside(board.roads, location),
    )
    return replace(board, landmarks=(*rest, mark)).checked()


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
    near = _near(board, road)
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
) -> str:
    taken = {mark.id for mark in others}
    if kind is not LandmarkKind.GREY:
        _need(not id_ or id_ not in taken, f"{location}: another landmark is called {id_!r}")
        return id_ or f"{kind}-{location}"
    # Several landmarks of one board may share a rating track, then by their ``rating``.
    known = [mark.id for mark in city.iconic]
    if not id_:
        free = [name for name in known if name not in taken]
        _need(bool(free), f"{location}: all iconic landmarks ({_listed(known)}) have a place")
        return free[0]
    _need(
        id_ in known,
        f"{location}: {id_!r} is no iconic landmark of {city.name}; they are {_listed(known)}",
    )
    _need(id_ not in taken, f"{location}: {id_!r} already has another place")
    return id_


def _near(board: Board, road: RoadId) -> list[Location]:
    """Return the locations that have both ends of *road* among their corners."""
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
