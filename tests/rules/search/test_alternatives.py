"""The best few routes against every walk tried one by one; two routes compared."""

import random

import pytest

from scorer.rules.board.board import Board
from scorer.rules.city.city import load_city
from scorer.rules.city.goalcards import Direction, GoalCard, Measure
from scorer.rules.notation import RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup, usual_setup
from scorer.rules.scoring.onroute import Walked
from scorer.rules.scoring.sheet import Step
from scorer.rules.search.alternatives import (
    AlternativesError,
    alternatives,
    compare,
    difference_text,
)
from scorer.rules.search.best import score, score_route, sheet_of
from scorer.rules.values import replace
from tests.support.brute import Walk, total, walks
from tests.support.brute_goals import Rivals, goal_points, random_cards, random_rivals, value
from tests.support.citysearch import FEATURES, routes
from tests.support.layouts import board, drawn, walk
from tests.support.randomboards import random_marks

CITY = load_city("first-city")
BOARD = CITY.practice_board
SETUP = usual_setup(CITY)


def passed(board: Board, walk: Walk) -> frozenset[str]:
    """Return the names of the locations on *walk*."""
    roads = [road for road in board.roads if road.id in walk[1]]
    return frozenset(str(place) for road in roads for place in road.locations)


def best_totals(board: Board, marks: Marks, setup: Setup, rivals: Rivals | None) -> list[int]:
    """Return the totals of all routes that differ in total or locations, highest first.

    A set of sections counts with its best order.
    """
    best: dict[frozenset[str], int] = {}
    for one in walks(marks.sections):
        points = total(board, CITY, marks, setup, one) + sum(
            goal_points(card, rivals, n, value(card, board, marks, one))
            for n, card in enumerate(setup.goals)
        )
        sections = frozenset(map(str, one[1]))
        best[sections] = max(points, best.get(sections, points))
    kinds = {
        (best[frozenset(map(str, one[1]))], passed(board, one)) for one in walks(marks.sections)
    }
    return sorted((points for points, _ in kinds), reverse=True)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_the_best_routes_are_those_of_all_walks(seed: int) -> None:
    rng = random.Random(2000 + seed)
    for number in range(25):
        marks = random_marks(rng, BOARD, CITY)
        setup = replace(SETUP, goals=random_cards(rng, BOARD, CITY) if number % 2 else ())
        rivals = random_rivals(rng, setup.goals)
        count = rng.randint(1, 20)
        found = alternatives(FilledBoard(BOARD, CITY, marks, setup, rivals), count)
        assert found.proved
        totals = best_totals(BOARD, marks, setup, rivals)
        assert [sheet.total for sheet in found.sheets] == totals[:count], marks
        kinds = {(s.total, passed(BOARD, (s.route.crossroads, s.route.sections)))
                 for s in found.sheets}  # fmt: skip
        assert len(kinds) == len(found.sheets)
        assert [s.optimal for s in found.sheets] == [s.total == totals[0] for s in found.sheets]


@pytest.mark.parametrize(
    "feature", ["transport between stations", "transport between banks", "double map"]
)
@pytest.mark.parametrize("seed", range(8))
def test_the_best_routes_are_those_of_all_walks_and_rides(feature: str, seed: int) -> None:
    """A set of sections counts without a ride, and with each ride that makes it worth more."""
    city, marks, setup = FEATURES[feature].board(f"few {seed}")
    filled = FilledBoard(city.practice_board, city, marks, setup)
    best: dict[frozenset[object], int] = {}
    passing = {}
    for route in routes(city.practice_board, marks.sections):
        ride = route.ride
        way = frozenset((*route.sections, *((ride.start, ride.end) if ride else ())))
        best[way] = max(sheet_of(filled, route).total, best.get(way, 0))
        passing[way] = frozenset(Walked(filled, route).passed.locations)
    told = set()
    for way, points in best.items():
        if way <= marks.sections or points > best.get(way & marks.sections, -1):
            told.add((points, passing[way]))
    totals = sorted((points for points, _ in told), reverse=True)
    for count in (1, 6, 20):
        found = alternatives(filled, count)
        assert found.proved
        assert [sheet.total for sheet in found.sheets] == totals[:count]


def test_rides_that_nobody_looked_at_leave_it_open() -> None:
    """London: the tube joins two sections, each worth 0; a search that stops knows of nothing."""
    city = load_city("london")
    marks = Marks("london", "london", frozenset(map(RoadId.parse, ("c0-d0", "a3-b3"))))
    filled = FilledBoard(city.practice_board, city, marks, usual_setup(city))
    assert alternatives(filled, 5).proved
    assert not alternatives(filled, 5, stop=lambda: True).proved


def test_the_first_of_them_is_the_best_route() -> None:
    rng = random.Random(5)
    for _ in range(20):
        marks = random_marks(rng, BOARD, CITY)
        best = score(FilledBoard(BOARD, CITY, marks, SETUP))
        (first,) = alternatives(FilledBoard(BOARD, CITY, marks, SETUP), 1).sheets
        assert (first.total, first.length, first.tourists, first.landmarks) == (
            best.total, best.length, best.tourists, best.landmarks,
        )  # fmt: skip


def test_by_hand_one_section_has_two_routes() -> None:
    """a1-b1 with the yellow 6 in A1: walked it gives 6, left alone 0. There is no third."""
    made = board(landmarks={"A1": {"kind": "yellow", "value": 6}})
    found = alternatives(FilledBoard(made, CITY, drawn("a1 b1"), SETUP), 20)
    assert [sheet.total for sheet in found.sheets] == [6, 0]
    assert [sheet.length for sheet in found.sheets] == [1, 0]
    assert [sheet.at_most_more for sheet in found.sheets] == [0, 6]


@pytest.mark.parametrize("count", [0, 21, -1])
def test_more_than_twenty_or_none_are_refused(count: int) -> None:
    with pytest.raises(AlternativesError, match=rf"{count} routes: 1 to 20 can be had"):
        alternatives(FilledBoard(board(), CITY, drawn("a1 b1"), SETUP), count)


def test_stopped_at_once_nothing_is_proved() -> None:
    """Known are only one way along the drawing, which is the best here, and the empty route."""
    made = board(landmarks={"A1": {"kind": "yellow", "value": 6}})
    found = alternatives(FilledBoard(made, CITY, drawn("a1 b1"), SETUP), 5, stop=lambda: True)
    assert not found.proved
    assert [sheet.total for sheet in found.sheets] == [6, 0]
    assert [sheet.length for sheet in found.sheets] == [1, 0]


def test_two_routes_are_compared_line_by_line() -> None:
    """Yours: b0 c0, past the yellow 6. Best: on to d0, with a task of 3 from a0 to d0."""
    made = board(landmarks={"B1": {"kind": "yellow", "value": 6}})
    marks = drawn("a0 b0 c0 d0", task="a0 d0")
    yours = score_route(FilledBoard(made, CITY, marks, SETUP), walk("b0 c0"))
    best = score(FilledBoard(made, CITY, marks, SETUP))
    found = compare(yours, best)
    assert found.difference == {Step.TASK: 3}
    assert found.comparison == "your route 6, best 9: +3 task"
    assert compare(best, yours).comparison == "your route 9, best 6: −3 task"
    assert compare(best, best).comparison == "your route 9, best 9: the same in every line"


def test_only_what_is_less_has_a_minus_sign() -> None:
    text = difference_text({Step.VISIT_ALL: 3, Step.TASK: -10})
    assert text == "+3 visit-all, −10 task"


def test_goals_are_a_line_of_the_comparison() -> None:
    goal = GoalCard(Measure.LENGTH, Direction.AT_LEAST, 2, 4, 8)
    setup = replace(SETUP, goals=(goal,))
    marks = drawn("a0 b0 c0")
    yours = score_route(FilledBoard(board(), CITY, marks, setup), walk("a0 b0"))
    assert compare(yours, score(FilledBoard(board(), CITY, marks, setup))).difference == {
        Step.GOALS: 4
    }
