"""The route search with goal cards against every walk tried one by one."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pytest

from scorer.rules import search
from scorer.rules.alternatives import alternatives
from scorer.rules.cards import Direction, GoalCard, Measure
from scorer.rules.city import load_city
from scorer.rules.marks import Marks, Setup, usual_setup
from scorer.rules.score import score
from tests.rules.brute_goals import Rivals, best_with_goals, random_cards, random_rivals
from tests.rules.test_branch import drawn
from tests.rules.test_search import random_marks

CITY = load_city("first-city")
BOARD = CITY.practice_board


@pytest.mark.parametrize("seed", range(20))
def test_no_walk_scores_more_with_goals(seed: int) -> None:
    """Two thousand boards with task and goals in both directions: same points, none longer."""
    rng = random.Random(1000 + seed)
    for _ in range(100):
        marks = random_marks(rng, BOARD, CITY)
        ratings = {iconic.id: rng.choice(CITY.ratings.steps) for iconic in CITY.iconic}
        setup = Setup(
            ratings, rng.random() < 0.8, rng.random() < 0.8, random_cards(rng, BOARD, CITY)
        )
        rivals = random_rivals(rng, setup.goals)
        sheet = score(BOARD, CITY, marks, setup, rivals)
        best = best_with_goals(BOARD, CITY, marks, setup, rivals)
        assert (sheet.total, sheet.length) == best, (marks, setup, rivals)
        assert sheet.optimal


def random_game(rng: random.Random) -> tuple[Marks, Setup, Rivals | None]:
    marks = random_marks(rng, BOARD, CITY)
    setup = Setup(usual_setup(CITY).ratings, goals=random_cards(rng, BOARD, CITY))
    return marks, setup, random_rivals(rng, setup.goals)


@pytest.mark.parametrize("seed", range(2))
def test_cutting_branches_misses_nothing_with_goals(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is listed here, as on drawings with too many candidates."""
    monkeypatch.setattr(search, "LISTED", 0)
    rng = random.Random(1100 + seed)
    for _ in range(50):
        marks, setup, rivals = random_game(rng)
        sheet = score(BOARD, CITY, marks, setup, rivals)
        assert sheet.optimal
        assert (sheet.total, sheet.length) == best_with_goals(BOARD, CITY, marks, setup, rivals)


def test_cutting_branches_finds_the_best_few_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(1200)
    for _ in range(15):
        marks, setup, rivals = random_game(rng)
        monkeypatch.setattr(search, "LISTED", 1 << 19)
        listed = alternatives(BOARD, CITY, marks, setup, 8, rivals)
        monkeypatch.setattr(search, "LISTED", 0)
        cut = alternatives(BOARD, CITY, marks, setup, 8, rivals)
        assert [s.total for s in cut.sheets] == [s.total for s in listed.sheets]
        assert cut.proved


@pytest.mark.parametrize("sections", [24, 34])
def test_cutting_branches_and_listing_agree_with_goals(
    sections: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whole drawings, where crossroads passed twice leave many orders."""
    rng = random.Random(sections)
    for _ in range(4):
        marks = drawn(rng, sections)
        cards = random_cards(rng, BOARD, CITY)
        setup = Setup(usual_setup(CITY).ratings, goals=cards)
        monkeypatch.setattr(search, "LISTED", 1 << 19)
        listed = score(BOARD, CITY, marks, setup)
        monkeypatch.setattr(search, "LISTED", 0)
        cut = score(BOARD, CITY, marks, setup)
        assert listed.optimal
        assert cut.total <= listed.total <= cut.total + cut.at_most_more
        assert (cut.total, cut.length) == (listed.total, listed.length) or not cut.optimal


def test_all_84_roads_with_goals_reached_are_proved() -> None:
    """The best route without cards, walked in a good order, reaches all that they ask."""
    marks = drawn(random.Random(4), 84)
    cards = (
        GoalCard(Measure.TURNS, Direction.AT_LEAST, 30, 4, 8),
        GoalCard(Measure.STRAIGHT_RUN, Direction.AT_LEAST, 4, 4, 8),
        GoalCard(Measure.OCCUPIED, Direction.AT_LEAST, 10, 4, 8),
    )
    setup = Setup(usual_setup(CITY).ratings, goals=cards)
    sheet = score(BOARD, CITY, marks, setup, (None, None, None))
    plain = score(BOARD, CITY, marks, replace(setup, goals=()))
    assert sheet.optimal
    assert (sheet.total, sheet.given_up) == (plain.total + 24, 0)


def test_stopped_the_sheet_says_what_may_still_be_had() -> None:
    """Asked to stop at the first, third … look: never more is promised than there is."""
    rng = random.Random(1300)
    for looks in (0, 2, 5) * 4:
        marks, setup, rivals = random_game(rng)
        true = score(BOARD, CITY, marks, setup, rivals)
        left = iter(range(looks))
        sheet = score(BOARD, CITY, marks, setup, rivals, stop=partial(_run_out, left))
        assert sheet.total <= true.total <= sheet.total + sheet.at_most_more
        assert sheet.optimal == (sheet.at_most_more == 0)


def _run_out(left: Iterator[int]) -> bool:
    return next(left, None) is None
