"""What is printed on a taught board, as its editor shows it."""

from dataclasses import dataclass

from scorer.rules.board import Board, Marked, Point, Road, Sign
from scorer.rules.city import City
from scorer.rules.corrections import beside, marked_sort
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.web.boards import View
from scorer.web.words import proper

# So much around a road shows which locations lie beside it.
_AROUND_MM = 34.0


@dataclass(frozen=True, slots=True)
class MarkedGroup:
    """Places that the city marks: those on this board, and all that might be (``choice``).

    ``usual`` says that they are still those of the practice layout.
    """

    id: str
    name: str
    places: tuple[tuple[str, int | None], ...]
    choice: tuple[str, ...]
    valued: bool
    docks: bool
    usual: bool
    lines: tuple[tuple[Point, ...], ...]
    points: tuple[Point, ...]
    areas: tuple[tuple[Point, ...], ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """The surroundings of a road: the part of the page, and the locations it may reach."""

    view: View
    beside: tuple[Location, ...]


def marked_groups(board: Board, city: City) -> tuple[MarkedGroup, ...]:
    """Return all groups of places that boards of *city* mark, as they are on *board*."""
    return tuple(_group(board, city, usual) for usual in city.practice_board.marked)


def line_names(board: Board) -> tuple[dict[str, float], dict[str, float]]:
    """Return where (mm) the map's lines lie: x by letter, y by number."""
    across, down = {}, {}
    for point, (x, y) in board.crossroads_xy.items():
        if point.lattice:
            across[point.name[0]], down[point.name[1:]] = x, y
    return across, down


def one_sided(board: Board) -> dict[str, tuple[str, ...]]:
    """Return the roads where a section leaves a location beside it out, and those it reaches."""
    return {
        str(road.id): tuple(map(str, sorted(road.locations)))
        for road in board.roads
        if set(road.locations) != {*beside(board, road.id)}
    }


def piece_around(board: Board, road: Road) -> Piece:
    """Return the surroundings of *road*."""
    xs, ys = [x for x, _ in road.path], [y for _, y in road.path]
    left, top = max(min(xs) - _AROUND_MM, 0.0), max(min(ys) - _AROUND_MM, 0.0)
    right = min(max(xs) + _AROUND_MM, board.page_mm[0])
    bottom = min(max(ys) + _AROUND_MM, board.page_mm[1])
    return Piece(View(left, top, right - left, bottom - top), tuple(beside(board, road.id)))


def _group(board: Board, city: City, usual: Marked) -> MarkedGroup:
    group = board.marked_as(usual.id)
    values = dict(group.values)
    sort = marked_sort(city, usual.id)
    if sort is Crossroads:
        choice = sorted(map(str, board.crossroads_xy))
    elif sort is RoadId:
        choice = [str(road.id) for road in board.roads]
    else:
        choice = [str(place) for place in sorted(board.cell_of)]
    return MarkedGroup(
        usual.id,
        proper("marked", f"{city.id}.{usual.id}", usual.name),
        tuple(
            (str(place), None if isinstance(place, Location) else values.get(place))
            for place in group.places
        ),
        tuple(choice),
        bool(usual.values),
        usual.sign is Sign.DOCK,
        group == usual,
        tuple(board.road_of[road].path for road in group.roads),
        tuple(board.crossroads_xy[point] for point in group.crossroads),
        tuple(board.cell_of[place].polygon for place in group.locations),
    )
