"""Scoring steps one by one on made-up boards, and what is easily missed."""

import pytest

from scorer.rules.city.city import load_city
from scorer.rules.notation import Crossroads, RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import MarksError
from scorer.rules.position.setup import Setup, usual_setup
from scorer.rules.scoring.sheet import FinalRoute, Reason, Step
from scorer.rules.scoring.terms.task import task_part
from scorer.rules.search.best import score, score_route
from scorer.rules.values import replace
from tests.support.layouts import board, drawn, points, walk

CITY = load_city("first-city")
SETUP = usual_setup(CITY)


def test_touching_only_a_corner_is_not_on_the_route() -> None:
    """B1 touches a1-b1 only at b1: its tourists are lost. A1 and A2 have it as a side."""
    made = board(landmarks={"A2": {"kind": "red"}, "B1": {"kind": "red"}})
    marks = drawn("a1 b1", tourists='{"A1": {"circle": 2}, "B2": {"circle": 3}}')
    sheet = score(FilledBoard(made, CITY, marks, SETUP))
    assert points(sheet, Step.RED) == 1 * 2
    assert [str(place) for place in sheet.lost_tourists] == ["B2"]


def test_across_the_water_is_not_on_the_route() -> None:
    made = board(across={"a1-b1": ["A2"]}, landmarks={"A2": {"kind": "red"}})
    marks = drawn("a1 b1", tourists='{"A1": {"circle": 2}, "A2": {"circle": 3}}')
    sheet = score(FilledBoard(made, CITY, marks, SETUP))
    assert points(sheet, Step.RED) == 0
    assert [str(place) for place in sheet.lost_tourists] == ["A2"]


def test_a_diagonal_puts_its_whole_location_on_the_route() -> None:
    made = board(diagonals=["b0-c1"], landmarks={"B1": {"kind": "green"}})
    marks = drawn("a0 b0", tourists='{"B1": {"square": 4}}')
    marks = replace(marks, sections=frozenset({RoadId.parse("b0-c1")}))
    assert points(score(FilledBoard(made, CITY, marks, SETUP)), Step.GREEN) == 1 * 4


def test_a_landmark_between_two_walked_roads_counts_once() -> None:
    made = board(landmarks={"B1": {"kind": "yellow", "value": 6}})
    assert points(score(FilledBoard(made, CITY, drawn("b0 c0 c1 b1"), SETUP)), Step.YELLOW) == 6


def test_a_closed_route_counts_the_longer_arc_between_two_task_crossroads() -> None:
    """Round B1 four sections; b0 and c0 are neighbours: 3 the long way round, not 1."""
    sheet = score(FilledBoard(board(), CITY, drawn("b0 c0 c1 b1 b0", task="b0 c0"), SETUP))
    assert points(sheet, Step.TASK) == 3
    assert sheet.route.closed


def test_a_closed_route_may_be_started_anywhere_for_the_task() -> None:
    """Named from c1 on, b0 and c0 are one section apart, but 3 the other way, over c1."""
    task = frozenset({Crossroads("b0"), Crossroads("c0")})
    for route in ("c1 b1 b0 c0 c1", "b1 b0 c0 c1 b1", "b0 c0 c1 b1 b0"):
        assert len(task_part(task, walk(route))) == 3
    assert [str(section) for section in task_part(task, walk("c1 b1 b0 c0 c1"))] == [
        "c0-c1", "b1-c1", "b0-b1",
    ]  # fmt: skip


def test_two_passes_of_the_same_crossroads_are_no_pair() -> None:
    sheet = score(FilledBoard(board(), CITY, drawn("b0 c0 c1 b1 b0", task="b0 d2"), SETUP))
    assert points(sheet, Step.TASK) == 0


def test_the_better_visit_of_a_crossroads_passed_twice_counts() -> None:
    """Into the circle at b1 and round it: the part to b1 at the end has 1 + 4, not 1."""
    route = walk("a1 b1 c1 c2 b2 b1 b0")
    task = frozenset({Crossroads("a1"), Crossroads("b1")})
    assert len(task_part(task, route)) == 5


def test_the_player_chooses_the_order_of_the_walk() -> None:
    """From a1 to b0 by b1, the circle hangs on b1: task a1 and b1 has it walked between."""
    marks = drawn("a1 b1 c1 c2 b2 b1 b0", task="a1 b1")
    assert points(score(FilledBoard(board(), CITY, marks, SETUP)), Step.TASK) == 5


@pytest.mark.parametrize("task", ["", "b0", "d2 a2"])
def test_fewer_than_two_task_crossroads_on_the_route_give_nothing(task: str) -> None:
    sheet = score(FilledBoard(board(), CITY, drawn("b0 c0 c1", task=task), SETUP))
    assert points(sheet, Step.TASK) == 0


def test_modules_out_of_play_have_no_line() -> None:
    sheet = score(
        FilledBoard(board(), CITY, drawn("b0 c0 c1", task="b0 c1"), usual_setup(CITY, "simplified"))
    )
    steps = {line.step for line in sheet.lines}
    assert steps.isdisjoint({Step.CAFES, Step.TASK})
    assert sheet.total == 0


def test_nothing_drawn_is_the_empty_route() -> None:
    sheet = score(FilledBoard(board(), CITY, drawn("a0"), SETUP))
    assert (sheet.total, sheet.route, sheet.optimal) == (0, FinalRoute(), True)


def test_why_sections_are_left_out() -> None:
    """Kept: the long way round B1 and on. Below it the short cut, a branch, and one apart."""
    made = board(columns=6, rows=3, landmarks={"F1": {"kind": "yellow", "value": 6}})
    marks = drawn("a0 b0 c0 d0 e0 f0 g0,b0 b1 c1 c0,e0 e1,a3 b3")
    sheet = score(FilledBoard(made, CITY, marks, SETUP))
    reasons = {str(unused.section): unused.reason for unused in sheet.unused}
    assert reasons == {
        "b0-c0": Reason.ALTERNATIVE,
        "e0-e1": Reason.DEAD_END,
        "a3-b3": Reason.NOT_CONNECTED,
    }


def test_a_route_of_the_players_own_is_scored_as_walked() -> None:
    made = board(landmarks={"B1": {"kind": "yellow", "value": 6}})
    marks = drawn("a0 b0 c0 d0", task="a0 d0")
    best = score(FilledBoard(made, CITY, marks, SETUP))
    own = score_route(FilledBoard(made, CITY, marks, SETUP), walk("b0 c0"))
    assert (best.total, own.total, own.at_most_more, own.optimal) == (9, 6, 3, False)


def test_a_setup_without_a_rating_is_refused_naming_it() -> None:
    with pytest.raises(MarksError, match=r"\$\.ratings\.school: .* is missing"):
        FilledBoard(board(), CITY, drawn("a0 b0"), Setup({}))
