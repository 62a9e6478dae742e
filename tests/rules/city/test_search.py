"""The search against every walk, with a ride and without, on random small drawings."""

from itertools import pairwise
from random import Random

import pytest

from scorer.rules.city.city import City, load_city
from scorer.rules.city.goalcards import Direction, GoalCard, Measure
from scorer.rules.notation import Crossroads, RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup, lowest_ratings
from scorer.rules.scoring.sheet import Ride
from scorer.rules.search.best import score
from scorer.rules.search.drawing.graph import graph_of
from scorer.rules.search.rides import SUFFIX
from scorer.rules.search.walks.turning import Walk
from scorer.rules.search.walks.walk import named
from scorer.rules.values import replace
from tests.support.citysearch import FEATURES, Feature, agree, filled


@pytest.mark.parametrize("seed", range(40))
def test_a_city_with_everything(atlantis: City, seed: int) -> None:
    marks, setup = filled(atlantis, Random(seed), 6)
    agree(atlantis, marks, setup)


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
    sheet = score(FilledBoard(board, city, marks, Setup(lowest_ratings(city))))
    ends = Crossroads("d0"), Crossroads("a3")
    assert sheet.route.ride in (Ride(1, *ends), Ride(1, *reversed(ends)))
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
    sheet = score(FilledBoard(city.practice_board, city, marks, setup))
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
    steps = [set(pair) for pair in pairwise(route.crossroads)]
    assert route.ride is not None
    assert route.ride.after not in (0, 4)
    assert steps.pop(route.ride.after) == set(ride.ends)
    assert steps == [set(section.ends) for section in route.sections]
