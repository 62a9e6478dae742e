"""Goal cards judged, by hand: one route of 3 sections, two cards."""

import pytest

from scorer.rules.city.goalcards import Direction, GoalCard, Measure
from scorer.rules.judge.judge import Claim, LineVerdict, judge
from scorer.rules.notation import RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import GameMode, Setup
from scorer.rules.scoring.goals import Rivals
from scorer.rules.scoring.sheet import Step
from scorer.rules.values import replace
from tests.support.judgecases import CITY, RATINGS, Told, row, told, walk
from tests.support.layouts import board as made_up

ROUTE = "a0 b0 c0 d0"
# 3 sections meet the first card, 3 or 8 PP; no turn misses the second, 4 or 7 PP.
LENGTH = GoalCard(Measure.LENGTH, Direction.AT_LEAST, 3, 3, 8)
TURNS = GoalCard(Measure.TURNS, Direction.AT_LEAST, 1, 4, 7)
SETUP = Setup(RATINGS, goals=(LENGTH, TURNS))


def verdict(claimed: int, rivals: Rivals | None, setup: Setup = SETUP) -> LineVerdict:
    on = made_up()
    marks = Marks(
        city=on.city, board=on.id, sections=frozenset(map(RoadId, row(ROUTE)))
    ).checked_on(on)
    filled = FilledBoard(on, CITY, marks, setup, rivals)
    (line,) = judge(Claim(filled, {Step.GOALS: claimed}, route=walk(ROUTE))).lines
    return line


@pytest.mark.parametrize(
    ("claimed", "rivals", "right", "first"),
    [
        # A rival with 5 sections: reached, 3 PP.
        (8, (5, None), 3, [("goal-won", "", 1)]),
        (0, (5, None), 3, [("goal-forgotten", "", 1)]),
        # 3 + 4 and 3 + 7: the second card counted, though there is no turn.
        (7, (5, None), 3, [("goal-not-reached", "", 1)]),
        (10, (5, None), 3, [("goal-not-reached", "", 1)]),
        # A rival with 3 as well: both win, 8 PP.
        (3, (3, None), 8, [("goal-not-won", "", 1)]),
        (11, (3, None), 8, [("goal-both", "", 1)]),
    ],
)
def test_reached_won_both_or_neither(
    claimed: int, rivals: Rivals, right: int, first: list[Told]
) -> None:
    line = verdict(claimed, rivals)
    assert line.computed == right
    assert told(line)[0] == first


def test_the_card_is_named_with_what_the_route_shows() -> None:
    (why, *_) = verdict(7, (5, None)).explanations
    assert why.mistakes[0].figures == {"card": 2, "value": 0, "threshold": 1, "by": 4}


def test_two_cards_may_be_got_wrong_at_once() -> None:
    """8 + 4 instead of 3 + 0: the first taken as won, the second as reached."""
    (why, *_) = verdict(12, (5, None)).explanations
    assert [mistake.kind.value for mistake in why.mistakes] == ["goal-won", "goal-not-reached"]


def test_in_a_solo_game_cards_give_nothing() -> None:
    line = verdict(3, None, replace(SETUP, mode=GameMode.SOLO))
    assert line.computed == 0
    assert told(line)[0] == [("goals-in-solo", "", 1)]
