"""Goal cards: what is refused, reached, won, and what each pays; and the best route for it."""

import pytest

from scorer.rules.city.city import load_city
from scorer.rules.city.goalcards import Direction, GoalCard, Measure
from scorer.rules.jsonfile import from_data, to_data
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import MarksError
from scorer.rules.position.setup import GameMode, Setup, parse_setup, usual_setup
from scorer.rules.scoring.goals import Goals, goals_in, working_of
from scorer.rules.scoring.sheet import Step
from scorer.rules.search.best import score, score_route
from scorer.rules.values import replace
from tests.support.layouts import board, drawn, points, walk

CITY = load_city("first-city")
SETUP = usual_setup(CITY)
PLUS = GoalCard(Measure.LENGTH, Direction.AT_LEAST, 10, 4, 8)
MINUS = GoalCard(Measure.TURNS, Direction.AT_MOST, 3, 5, 9)


@pytest.mark.parametrize(
    ("card", "value", "rival", "outcome"),
    [
        # The requirement comes first: 9 is not 10, even where nobody else has more.
        (PLUS, 9, None, (False, False, 0)),
        (PLUS, 10, None, (True, True, 8)),
        # A rival who reached it with more has won; with as many both have; with fewer I have.
        (PLUS, 12, 13, (True, False, 4)),
        (PLUS, 12, 12, (True, True, 8)),
        (PLUS, 12, 11, (True, True, 8)),
        # A − card mirrors all of it: 3 or fewer, and the fewest win.
        (MINUS, 4, None, (False, False, 0)),
        (MINUS, 3, None, (True, True, 9)),
        (MINUS, 2, 1, (True, False, 5)),
        (MINUS, 2, 2, (True, True, 9)),
        (MINUS, 0, 2, (True, True, 9)),
    ],
)
def test_reached_and_won_against_the_best_rival(
    card: GoalCard, value: int, rival: int | None, outcome: tuple[bool, bool, int]
) -> None:
    result = Goals((card,), (rival,)).result(0, value)
    assert (result.is_reached, result.is_won, result.points) == outcome


def test_on_its_own_a_board_reaches_goals_and_wins_none() -> None:
    assert Goals((PLUS,)).result(0, 12).points == 4


def test_in_a_solo_game_goals_are_reached_and_give_nothing() -> None:
    setup = replace(SETUP, goals=(PLUS,), mode=GameMode.SOLO)
    result = goals_in(setup, (None,)).result(0, 12)
    assert (result.is_reached, result.is_won, result.points) == (True, True, 0)


def test_rivals_for_other_cards_are_the_callers_mistake() -> None:
    with pytest.raises(ValueError, match="1 goals, but rivals' values for 2"):
        goals_in(replace(SETUP, goals=(PLUS,)), (None, 3))


def test_the_working_tells_what_was_measured_and_what_was_asked() -> None:
    goals = Goals((PLUS, replace_name(MINUS, "Straight on")), (None, 0))
    assert working_of(goals.result(0, 12)) == "length 12 ≥ 10, won → 8"
    assert working_of(goals.result(0, 9)) == "length 9, not ≥ 10 → 0"
    assert working_of(goals.result(1, 2)) == "Straight on 2 ≤ 3, reached → 5"


def replace_name(card: GoalCard, name: str) -> GoalCard:
    return GoalCard(card.measure, card.direction, card.threshold, card.reached, card.won, name=name)


def test_the_best_route_gives_up_points_for_a_goal_that_pays_more() -> None:
    """a0 to d0 has a task of 3. A card for starting or ending at the station A2, beside a0-a1
    no, but beside a1-b1: from a1 by b1, b0 to d0 are 4 sections, the task a0 is missed."""
    made = board(landmarks={"C1": {"kind": "yellow", "value": 6}})
    marks = drawn("a0 b0 c0 d0,b0 b1 a1", task="a0 d0")
    goal = GoalCard(Measure.ENDS_BESIDE, Direction.AT_LEAST, 1, 17, 17, "", ("A2",))
    plain = score(FilledBoard(made, CITY, marks, SETUP))
    assert (plain.total, plain.length) == (6 + 3, 3)
    sheet = score(FilledBoard(made, CITY, marks, replace(SETUP, goals=(goal,))))
    assert [str(point) for point in sheet.route.crossroads] in (
        ["a1", "b1", "b0", "c0", "d0"],
        ["d0", "c0", "b0", "b1", "a1"],
    )
    assert (sheet.total, points(sheet, Step.GOALS)) == (6 + 17, 17)
    assert (sheet.given_up, sheet.given_up_lines) == (3, {Step.TASK: 3})
    assert sheet.optimal


def test_a_goal_that_pays_less_than_it_costs_is_left() -> None:
    made = board(landmarks={"C1": {"kind": "yellow", "value": 6}})
    goal = GoalCard(Measure.LENGTH, Direction.AT_MOST, 0, 5, 5)
    sheet = score(FilledBoard(made, CITY, drawn("b0 c0 d0"), replace(SETUP, goals=(goal,))))
    assert (sheet.total, sheet.length, sheet.given_up) == (6, 2, 0)


def test_the_empty_route_reaches_a_minus_goal() -> None:
    """Nothing to be had from two sections but the 5 for having none."""
    goal = GoalCard(Measure.LENGTH, Direction.AT_MOST, 0, 5, 9)
    sheet = score(
        FilledBoard(board(), CITY, drawn("b0 c0 d0"), replace(SETUP, goals=(goal,)), (None,))
    )
    assert (sheet.total, sheet.length, sheet.goals[0].is_won) == (9, 0, True)


def test_the_order_of_the_walk_is_chosen_for_turns() -> None:
    """The ring at b1 can be walked with 3 turns (straight over b1) or 5: see test_measures."""
    marks = drawn("a1 b1 c1 c2 b2 b1 b0")
    for direction, threshold, turns in (("at-least", 5, 5), ("at-most", 3, 3)):
        goal = GoalCard(Measure.TURNS, Direction(direction), threshold, 4, 4)
        sheet = score(FilledBoard(board(), CITY, marks, replace(SETUP, goals=(goal,))))
        assert (sheet.total, sheet.goals[0].value, sheet.length) == (4, turns, 6)


def test_task_and_turns_are_weighed_in_one_order() -> None:
    """Task a1 and b1. With the ring walked between them it has 5 sections: a1, then round
    back to b1. Whichever way round, all orders give those 5 points, so both can be had."""
    marks = drawn("a1 b1 c1 c2 b2 b1 b0", task="a1 b1")
    goal = GoalCard(Measure.TURNS, Direction.AT_LEAST, 5, 4, 4)
    sheet = score(FilledBoard(board(), CITY, marks, replace(SETUP, goals=(goal,))))
    assert (points(sheet, Step.TASK), points(sheet, Step.GOALS)) == (5, 4)


def test_rivals_decide_what_is_worth_having() -> None:
    """Alone a length of 2 is enough to win 8. Against a rival's 3, only 3 are."""
    goal = GoalCard(Measure.LENGTH, Direction.AT_LEAST, 1, 4, 8)
    setup = replace(SETUP, goals=(goal,))
    marks = drawn("a0 b0 c0")
    assert score(FilledBoard(board(), CITY, marks, setup, (None,))).total == 8
    assert score(FilledBoard(board(), CITY, marks, setup, (3,))).total == 4
    own = score_route(FilledBoard(board(), CITY, marks, setup, (2,)), walk("a0 b0"))
    assert (own.total, own.at_most_more) == (4, 4)


def test_a_solo_player_takes_the_goals_needed_before_the_points() -> None:
    """The yellow 6 lies at c0-d0, and no route of one section beside A1 reaches it."""
    made = board(landmarks={"C1": {"kind": "yellow", "value": 6}})
    goal = GoalCard(Measure.LENGTH, Direction.AT_MOST, 1, 4, 8)
    station = GoalCard(Measure.ENDS_BESIDE, Direction.AT_LEAST, 1, 4, 8, "", ("A1",))
    setup = replace(SETUP, goals=(goal, station), mode=GameMode.SOLO)
    marks = drawn("a0 b0 c0 d0")
    found = [score(FilledBoard(made, CITY, marks, setup), needed=needed) for needed in (0, 1, 2)]
    assert [(sheet.total, sheet.optimal) for sheet in found] == [(6, True), (6, True), (0, True)]
    assert [sum(result.is_reached for result in sheet.goals) for sheet in found][1:] == [1, 2]
    assert found[2].given_up == 6


def test_goals_are_in_the_json_of_the_sheet() -> None:
    setup = replace(SETUP, goals=(PLUS,))
    data = to_data(score(FilledBoard(board(), CITY, drawn("a0 b0"), setup)))
    assert data["goals"] == [
        {"measure": "length", "direction": "at-least", "threshold": 10, "reached": 4, "won": 8,
         "value": 1, "is_reached": False, "is_won": False, "points": 0}
    ]  # fmt: skip


def test_a_card_survives_its_json() -> None:
    cards = (
        PLUS,
        GoalCard(Measure.TOURISTS, Direction.AT_LEAST, 9, 3, 6, "circle", (), "Round people"),
        GoalCard(Measure.ALONG, Direction.AT_MOST, 0, 3, 6, "", ("a0-b0", "b0-c0")),
    )
    setup = replace(SETUP, goals=cards)
    assert file_of(to_data(setup)).checked_in(CITY) == setup
    assert to_data(setup)["goals"][0] == {
        "measure": "length", "direction": "at-least", "threshold": 10, "reached": 4, "won": 8,
    }  # fmt: skip


def file_of(data: object) -> Setup:
    return from_data(data, Setup)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ('"measure": "corners"', r"\$\.goals\[0\]\.measure"),
        ('"direction": "more"', r"\$\.goals\[0\]\.direction"),
        ('"threshold": -1', r"\$\.goals\[0\]\.threshold: -1 is not between 0 and 999"),
        ('"reached": -2', r"\$\.goals\[0\]\.reached: -2 is not between 0 and 999"),
        ('"won": 1', r"\$\.goals\[0\]\.won: 1 is not between 4, the PP for reaching, and 999"),
        ('"of": "circle"', r"\$\.goals\[0\]\.of: 'circle' is no kind here; expected nothing"),
        ('"measure": "tourists", "of": "cross"', r"'cross' is no kind here; expected circle, squ"),
        ('"measure": "landmarks", "of": "pink"', r"'pink' is no kind here; expected red, green"),
        ('"elements": ["A1"]', r"\$\.goals\[0\]\.elements: length has no marked elements"),
        ('"measure": "beside"', r"elements: beside needs the marked locations, like B3"),
        ('"measure": "along", "elements": ["A1"]', r"elements\[0\]: 'A1' is no road"),
        ('"measure": "beside", "elements": ["A1", "a1-b1"]', r"elements\[1\]: 'a1-b1' is no loc"),
        ('"tier": 3', r"\$\.goals\[0\]"),
    ],
)
def test_cards_that_make_no_sense_are_refused(change: str, why: str) -> None:
    usual = '"measure": "length", "direction": "at-least", "threshold": 10, "reached": 4, "won": 8'
    kept = [part for part in usual.split(", ") if part.split(": ")[0] not in change]
    with pytest.raises(MarksError, match=why):
        parse_setup(f'{{"goals": [{{{", ".join([*kept, change])}}}]}}'.encode(), CITY)


@pytest.mark.parametrize(
    ("measure", "element", "why"),
    [
        (Measure.ALONG, "d0-e0", r"\$\.goals\[0\]\.elements\[0\]: there is no road d0-e0"),
        (Measure.ENDS_BESIDE, "D1", r"\$\.goals\[0\]\.elements\[0\]: there is no location D1"),
    ],
)
def test_marked_elements_that_are_not_on_the_board_are_refused(
    measure: Measure, element: str, why: str
) -> None:
    goal = GoalCard(measure, Direction.AT_LEAST, 1, 4, 8, "", (element,))
    with pytest.raises(MarksError, match=why):
        score(FilledBoard(board(), CITY, drawn("a0 b0"), replace(SETUP, goals=(goal,))))
