"""The search against every walk, with a ride and without, on random small drawings."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random

import pytest

from scorer.rules.board import Board, LandmarkKind, RoadKind
from scorer.rules.cards import Direction, GoalCard, Measure
from scorer.rules.city import City, load_city
from scorer.rules.graph import graph_of
from scorer.rules.marks import Marks, Setup, lowest_ratings, tourists_of
from scorer.rules.notation import Crossroads, RoadId
from scorer.rules.rides import SUFFIX
from scorer.rules.score import score, sheet_of
from scorer.rules.sheet import FinalRoute
from scorer.rules.turning import Walk
from scorer.rules.walk import named
from tests.rules.brute import walks

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
                yield FinalRoute(before + behind, first + second, len(first))


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
    marks = Marks(
        city.id,
        board.id,
        sections,
        tourists,
        task=frozenset(luck.sample(ends, min(3, len(ends)))),
        colours={road: luck.choice(COLOURS) for road in sorted(sections)} if city.coloured else {},
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
        sheet = sheet_of(board, city, marks, setup, route)
        best = max(best, (sheet.total, sheet.length))
    found = score(board, city, marks, setup)
    assert found.optimal
    assert (found.total, found.length) == best, found.route
    assert found.total == sheet_of(board, city, marks, setup, found.route).total


@pytest.mark.parametrize("seed", range(40))
def test_a_city_with_everything(atlantis: City, seed: int) -> None:
    marks, setup = filled(atlantis, Random(seed), 6)
    agree(atlantis, marks, setup)


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


@pytest.mark.parametrize("feature", FEATURES.values(), ids=FEATURES)
@pytest.mark.parametrize("seed", range(4))
def test_every_city(feature: Feature, seed: int) -> None:
    agree(*feature.board(seed))


@pytest.mark.parametrize("seed", range(12))
def test_rides_with_goal_cards(atlantis: City, seed: int) -> None:
    """Turns, runs and crossings break at the ride; a city with goals beside its runs."""
    luck = Random(f"goals {seed}")
    marks, setup = filled(atlantis, luck, 5)
    measures = [Measure.TURNS, Measure.STRAIGHT_RUN, Measure.CROSSINGS, Measure.LENGTH]
    cards = tuple(
        GoalCard(measure, luck.choice(list(Direction)), luck.randint(1, 3), 5, 9)
        for measure in luck.sample(measures, 2)
    )
    agree(atlantis, marks, replace(setup, goals=cards))


def test_a_ride_is_shown_on_the_sheet() -> None:
    """London, two segments: c0-d0 at the station d0, a3-b3 at the station a3."""
    city = load_city("london")
    board = city.practice_board
    sections = frozenset(map(RoadId.parse, ("c0-d0", "a3-b3")))
    marks = Marks("london", "london", sections)
    sheet = score(board, city, marks, Setup(lowest_ratings(city)))
    assert sheet.route.stations in {
        (Crossroads("d0"), Crossroads("a3")),
        (Crossroads("a3"), Crossroads("d0")),
    }
    assert (sheet.length, sheet.unused) == (2, ())


def test_a_ride_leads_from_a_section_to_a_section() -> None:
    """Cairo: from c5 over c3 to d3, by felucca back to c5 and on to b5: all four sections.

    The other way round the walk would end by the felucca, which joins nothing then; so
    c5 counts as the task's first crossroads, not as its last.
    """
    city = load_city("cairo")
    names = ("b5-c5", "c2-c3", "c3-c4", "c3-d3", "c4-c5")
    marks = Marks(
        "cairo",
        "cairo",
        frozenset(map(RoadId.parse, names)),
        task=frozenset(map(Crossroads.parse, ("b5", "c4", "c5"))),
    )
    setup = Setup(lowest_ratings(city))
    agree(city, marks, setup)
    sheet = score(city.practice_board, city, marks, setup)
    assert (sheet.length, sheet.route.ride is not None) == (4, True)
    assert next(line.points for line in sheet.lines if line.step == "task") == 4


@pytest.mark.parametrize("seed", [1, 2, 38, 52, 121, 140])
def test_boards_where_colour_and_the_doubled_task_decide(seed: int) -> None:
    """On the first two another route is best where any colour counts, on the others where the
    task counts once.
    """
    agree(*FEATURES["coloured sections with runs"].board(f"paris {seed}"))


@pytest.mark.parametrize("seed", [14, 20])
def test_boards_where_a_tour_decides(seed: int) -> None:
    """Over the islands lies the way to Giverny; without it another route is best."""
    city = load_city("paris")
    marks, setup = filled(city, Random(f"islands {seed}"), 6, (RoadId.parse("d3-d4"),))
    agree(city, marks, replace(setup, tours=("islands",)))


@pytest.mark.parametrize("start", range(5))
def test_a_closed_route_is_walked_as_named_wherever_the_ride_comes(start: int) -> None:
    """Five sections of a circle, one of them the ride: it is never the first or the last."""
    roads = [RoadId.parse(name) for name in ("e3-e4", "d4-e4", "c4-d4", "c3-c4")]
    ride = RoadId.between(roads[0].first, roads[3].first, SUFFIX)
    graph = graph_of(roads, ride)
    circle = [graph.number[road] for road in (ride, *roads)]
    points = [graph.crossroads.index(Crossroads(name)) for name in ("c3", "e3", "e4", "d4", "c4")]
    turned = [*points[start:], *points[:start]]
    walk = Walk((*turned, turned[0]), (*circle[start:], *circle[:start]))
    route = named(graph, walk)
    assert route.closed
    assert set(route.sections) == set(roads)
    assert route.ride not in (None, 0, 4)
    steps = [set(pair) for pair in pairwise(route.crossroads)]
    assert route.ride is not None
    assert steps.pop(route.ride) == set(ride.ends)
    assert steps == [set(section.ends) for section in route.sections]
