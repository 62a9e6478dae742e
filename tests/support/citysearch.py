"""The search against every walk on small boards that show what a city alone has."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from scorer.rules.board.board import Board, LandmarkKind, RoadKind
from scorer.rules.city.city import City, load_city
from scorer.rules.notation import RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import coloured, tourists_of
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup, lowest_ratings
from scorer.rules.scoring.sheet import FinalRoute
from scorer.rules.search.best import score, sheet_of
from tests.support.brute import walks

COLOURS = (LandmarkKind.RED, LandmarkKind.GREEN, LandmarkKind.BLUE)


def routes(board: Board, sections: frozenset[RoadId]) -> Iterator[FinalRoute]:
    """Yield every final route: every walk, and every two of them joined by a ride."""
    found = list(walks(sections))
    for points, walked in found:
        yield FinalRoute(points, walked)
    pairs = {pair for ride in board.transports for pair in ride.pairs}
    pairs |= {(other, one) for one, other in pairs}
    for before, first in found:
        for behind, second in found:
            meet = first and second and (before[-1], behind[0]) in pairs
            if meet and not set(first) & set(second):
                yield FinalRoute.of(before + behind, first + second, len(first))


def drawing(
    board: Board, luck: Random, count: int, first: tuple[RoadId, ...] = ()
) -> frozenset[RoadId]:
    """Return sections that mostly hang together, grown from one of *first*.

    Where no such roads are given, from a station; where there is none, from any road.
    """
    stops = sorted({p for ride in board.transports for group in ride.groups for p in group})
    around = [road.id for road in board.roads if set(road.id.ends) & set(stops)]
    found = [luck.choice(sorted(first) or around or [road.id for road in board.roads])]
    while len(found) < count:
        near = {end for road in found for end in road.ends}
        if stops:
            near.add(luck.choice(stops))
        # Every other section is one of those that are looked at, where any is near.
        open_ = [r.id for r in board.roads if set(r.id.ends) & near and r.id not in found]
        wanted = [road for road in open_ if road in first and luck.random() < 0.5]
        found.append(luck.choice(wanted or open_))
    return frozenset(found)


def filled(
    city: City, luck: Random, count: int, first: tuple[RoadId, ...] = ()
) -> tuple[Marks, Setup]:
    """Return a random board of *city* at the end of a game; *first* as for ``drawing``."""
    board = city.practice_board
    sections = drawing(board, luck, count, first)
    near = sorted({place for road in sections for place in board.road_of[road].locations})
    near += [cell.location for cell in board.cells if cell.location.name]
    tourists = {
        place: tourists_of({luck.choice(city.tourists): luck.randint(1, 3)})
        for place in luck.sample(near, min(len(near), 5))
    }
    ends = sorted({end for road in sections for end in road.ends})
    colours = {road: luck.choice(COLOURS) for road in sorted(sections)} if city.coloured else {}
    marks = Marks(
        city.id,
        board.id,
        coloured(sections, colours),
        tourists,
        task=frozenset(luck.sample(ends, min(3, len(ends)))),
        tickets=frozenset(s.id for s in board.cafe_area if s.dock and luck.random() < 0.6),
    )
    ratings = {id_: luck.choice(city.track(id_)) for id_ in lowest_ratings(city)}
    tours = tuple(tour.id for tour in luck.sample(city.tours, min(3, len(city.tours))))
    return marks, Setup(ratings, tasks=luck.random() < 0.7, tours=tours)


def agree(city: City, marks: Marks, setup: Setup) -> None:
    """Check the search against every walk: points, then length; and the sheet against itself."""
    board = city.practice_board
    best = (-1, -1)
    for route in routes(board, marks.sections):
        sheet = sheet_of(FilledBoard(board, city, marks, setup), route)
        best = max(best, (sheet.total, sheet.length))
    found = score(FilledBoard(board, city, marks, setup))
    assert found.optimal
    assert (found.total, found.length) == best, found.route
    assert found.total == sheet_of(FilledBoard(board, city, marks, setup), found.route).total


@dataclass(frozen=True)
class Feature:
    """What a city has that others have not: drawings of ``count`` sections grow from it."""

    city: str
    count: int
    kind: RoadKind | None = None
    marked: str = ""

    def board(self, seed: int | str) -> tuple[City, Marks, Setup]:
        """Return a random small board on which the feature is mostly in play."""
        city = load_city(self.city)
        first = tuple(r.id for r in city.practice_board.roads if r.kind is self.kind)
        first += city.practice_board.marked_as(self.marked).roads
        return city, *filled(city, Random(f"{self.city} {self.kind} {seed}"), self.count, first)


FEATURES = {
    "transport between stations": Feature("london", 6),
    "transport between banks": Feature("cairo", 6),
    "sea lanes": Feature("hong-kong", 7, RoadKind.LANE),
    "diagonals": Feature("new-york", 6, RoadKind.DIAGONAL),
    "coloured sections with runs": Feature("paris", 6, RoadKind.DIAGONAL),
    "double map": Feature("new-york", 6),
    "remote landmarks, carnival": Feature("rio-de-janeiro", 7, marked="carnival"),
    "corner roads": Feature("rio-de-janeiro", 7, RoadKind.CORNER),
}
