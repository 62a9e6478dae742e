"""The rulebook's worked example on our practice board: every fact of its table, and 105."""

from pathlib import Path

import pytest

from scorer.rules.board.board import LandmarkKind, TouristKind
from scorer.rules.city.city import load_city
from scorer.rules.notation import Location, RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import CafeMark
from scorer.rules.position.marks import parse_marks
from scorer.rules.position.setup import parse_setup
from scorer.rules.referee import findings
from scorer.rules.scoring.onroute import on_route
from scorer.rules.scoring.sheet import Reason, Step
from scorer.rules.search.best import score
from tests.support.brute import totals, walks

FOLDER = Path(__file__).parents[2] / "samples" / "worked-example"
CITY = load_city("first-city")
BOARD = CITY.practice_board
MARKS = parse_marks((FOLDER / "marks.json").read_bytes()).checked_on(BOARD)
SETUP = parse_setup((FOLDER / "setup.json").read_bytes(), CITY)
FILLED = FilledBoard(BOARD, CITY, MARKS, SETUP)
SHEET = score(FILLED)
PASSED = on_route(FILLED, SHEET.route)


@pytest.mark.parametrize(
    ("step", "points", "working"),
    [
        (Step.RED, 12, "2 × 6"),
        (Step.GREEN, 20, "2 × 10"),
        (Step.BLUE, 21, "3 × 7"),
        (Step.YELLOW, 18, "6 + 6 + 6"),
        (Step.GREY, 10, "10"),
        (Step.CAFES, 2, "1 × 2"),
        (Step.VISIT_ALL, 12, "2 points → 12"),
        (Step.TASK, 10, "10 sections"),
    ],
)
def test_each_line_is_that_of_the_rulebook(step: Step, points: int, working: str) -> None:
    (line,) = [line for line in SHEET.lines if line.step is step]
    assert (line.points, line.working) == (points, working)


def test_the_lines_stand_in_the_order_of_the_paper_sheet_and_sum_to_105() -> None:
    assert [line.step for line in SHEET.lines] == [
        step for step in Step if step not in (Step.PURPLE, Step.GOALS)
    ]
    assert sum(line.points for line in SHEET.lines) == SHEET.total == 105
    assert SHEET.optimal


def test_the_ratings_are_those_of_the_rounds_board() -> None:
    assert SETUP.ratings == {"school": 8, "observatory": 6, "tv-tower": 10}


def test_landmarks_and_tourists_on_the_route_are_those_of_the_table() -> None:
    counts = {kind: len(PASSED.of_kind(kind)) for kind in LandmarkKind}
    assert counts == {"red": 2, "green": 2, "blue": 3, "purple": 0, "yellow": 3, "grey": 1}
    assert [mark.id for mark in PASSED.of_kind(LandmarkKind.GREY)] == ["tv-tower"]
    on = [group for place, group in MARKS.tourists.items() if place in PASSED.locations]
    assert [sum(group.count(kind) for group in on) for kind in TouristKind] == [6, 10, 7, 0]
    assert (SHEET.tourists, SHEET.landmarks) == (23, 11)


def test_every_walk_tried_one_by_one_none_beats_105_and_the_longest_with_105_is_kept() -> None:
    """All trails of the 21 sections, scored from the rules' words by other code."""
    points_of = totals(BOARD, CITY, MARKS, SETUP)
    scored = [(points_of(walk), frozenset(walk[1])) for walk in walks(MARKS.sections)]
    assert max(points for points, _ in scored) == 105
    with_105 = {sections for points, sections in scored if points == 105}
    longest = max(map(len, with_105))
    assert {sections for sections in with_105 if len(sections) == longest} == {
        frozenset(SHEET.route.sections)
    }


def test_what_is_left_out_is_as_in_the_example() -> None:
    reasons: dict[Reason, set[str]] = {reason: set() for reason in Reason}
    for unused in SHEET.unused:
        reasons[unused.reason].add(str(unused.section))
    assert reasons == {
        Reason.NOT_CONNECTED: {"e6-f6", "f6-g6"},
        Reason.ALTERNATIVE: {"c3-d3"},
        Reason.DEAD_END: {"b5-c5"},
    }


def test_the_kept_part_goes_round_the_top_of_the_location_the_alternative_round_the_bottom() -> (
    None
):
    top = [RoadId.parse(text) for text in ("c2-c3", "c2-d2", "d2-d3")]
    assert set(top) <= set(SHEET.route.sections)
    round_it = {road.id for road in BOARD.roads if Location.parse("C3") in road.locations}
    assert round_it - set(top) == {RoadId.parse("c3-d3")}


def test_tourists_off_the_route_are_lost() -> None:
    assert {str(place): group.total for place, group in SHEET.lost_tourists.items()} == {
        "A2": 2,
        "B2": 3,
    }


def test_the_unused_cafe_counts_though_the_route_does_not_reach_it() -> None:
    (visited,) = [point for point, mark in MARKS.cafes.items() if mark is CafeMark.VISITED]
    assert visited not in PASSED.crossroads


def test_it_is_a_legal_game() -> None:
    assert len(MARKS.tourists) <= 10
    assert findings(FilledBoard(BOARD, CITY, MARKS, SETUP)) == ()
    assert not SHEET.route.closed
