"""The route search with goal cards against every walk tried one by one."""

import random
from collections.abc import Iterator
from functools import partial

import pytest

from scorer.rules.city.city import load_city
from scorer.rules.city.goalcards import Direction, GoalCard, Measure
from scorer.rules.notation import RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup, usual_setup
from scorer.rules.search.alternatives import alternatives
from scorer.rules.search.best import score
from scorer.rules.search.candidates import large
from scorer.rules.search.candidates import listing as search
from scorer.rules.values import replace
from tests.support.brute_goals import Rivals, best_with_goals, random_cards, random_rivals
from tests.support.randomboards import random_marks, scattered

pytestmark = pytest.mark.slow

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
        sheet = score(FilledBoard(BOARD, CITY, marks, setup, rivals))
        best = best_with_goals(BOARD, CITY, marks, setup, rivals)
        assert (sheet.total, sheet.length) == best, (marks, setup, rivals)
        assert sheet.optimal


def random_game(rng: random.Random) -> tuple[Marks, Setup, Rivals | None]:
    marks = random_marks(rng, BOARD, CITY)
    setup = Setup(usual_setup(CITY).ratings, goals=random_cards(rng, BOARD, CITY))
    return marks, setup, random_rivals(rng, setup.goals)


@pytest.mark.parametrize("branched", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_sweeps_and_branches_miss_nothing_with_goals(
    seed: int, *, branched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is listed here, as on drawings with too many candidates."""
    monkeypatch.setattr(search, "LISTED", 0)
    if branched:
        monkeypatch.setattr(large, "sweep", lambda *_: False)
    rng = random.Random(1100 + seed)
    for _ in range(80):
        marks, setup, rivals = random_game(rng)
        sheet = score(FilledBoard(BOARD, CITY, marks, setup, rivals))
        assert sheet.optimal
        assert (sheet.total, sheet.length) == best_with_goals(BOARD, CITY, marks, setup, rivals)


def test_cutting_branches_finds_the_best_few_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(1200)
    for _ in range(15):
        marks, setup, rivals = random_game(rng)
        monkeypatch.setattr(search, "LISTED", 1 << 19)
        listed = alternatives(FilledBoard(BOARD, CITY, marks, setup, rivals), 8)
        monkeypatch.setattr(search, "LISTED", 0)
        cut = alternatives(FilledBoard(BOARD, CITY, marks, setup, rivals), 8)
        assert [s.total for s in cut.sheets] == [s.total for s in listed.sheets]
        assert cut.proved


@pytest.mark.parametrize("branched", [False, True])
@pytest.mark.parametrize("sections", [24, 34])
def test_sweeps_and_branches_agree_with_listing_where_there_are_goals(
    sections: int, *, branched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whole drawings, where crossroads passed twice leave many orders."""
    rng = random.Random(sections)
    if branched:
        monkeypatch.setattr(large, "sweep", lambda *_: False)
    for _ in range(4):
        marks = scattered(rng, sections)
        cards = random_cards(rng, BOARD, CITY)
        setup = Setup(usual_setup(CITY).ratings, goals=cards)
        monkeypatch.setattr(search, "LISTED", 1 << 19)
        listed = score(FilledBoard(BOARD, CITY, marks, setup))
        monkeypatch.setattr(search, "LISTED", 0)
        cut = score(FilledBoard(BOARD, CITY, marks, setup))
        assert listed.optimal
        assert cut.total <= listed.total <= cut.total + cut.at_most_more
        assert (cut.total, cut.length) == (listed.total, listed.length) or not cut.optimal


@pytest.mark.parametrize("listed", [0, 1 << 19])
def test_a_walk_may_have_to_stop_beside_the_station(
    listed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Along the top from a0 to d0 lie A1, B1 and C1; the station is B1, 17 PP beside it.

    Who walks all three sections starts beside A1 and ends beside C1. Two of them, from a0 or
    from d0, end beside B1; nothing on the map makes up for 17 PP.
    """
    monkeypatch.setattr(search, "LISTED", listed)
    names = ("a0-b0", "b0-c0", "c0-d0")
    marks = Marks(CITY.id, BOARD.id, frozenset(map(RoadId.parse, names)))
    station = GoalCard(Measure.ENDS_BESIDE, Direction.AT_LEAST, 1, 17, 17, elements=("B1",))
    sheet = score(
        FilledBoard(BOARD, CITY, marks, Setup(usual_setup(CITY).ratings, goals=(station,)))
    )
    assert sheet.goals[0].is_reached
    assert (sheet.length, sheet.optimal) == (2, True)
    assert RoadId.parse("b0-c0") in (sheet.route.sections[0], sheet.route.sections[-1])


def test_all_84_roads_with_goals_reached_are_proved() -> None:
    """The best route without cards, walked in a good order, reaches all that they ask."""
    marks = scattered(random.Random(4), 84)
    cards = (
        GoalCard(Measure.TURNS, Direction.AT_LEAST, 30, 4, 8),
        GoalCard(Measure.STRAIGHT_RUN, Direction.AT_LEAST, 4, 4, 8),
        GoalCard(Measure.OCCUPIED, Direction.AT_LEAST, 10, 4, 8),
    )
    setup = Setup(usual_setup(CITY).ratings, goals=cards)
    sheet = score(FilledBoard(BOARD, CITY, marks, setup, (None, None, None)))
    plain = score(FilledBoard(BOARD, CITY, marks, replace(setup, goals=())))
    assert sheet.optimal
    assert (sheet.total, sheet.given_up) == (plain.total + 24, 0)


def test_stopped_the_sheet_says_what_may_still_be_had() -> None:
    """Asked to stop at the first, third … look: never more is promised than there is."""
    rng = random.Random(1300)
    for looks in (0, 2, 5) * 4:
        marks, setup, rivals = random_game(rng)
        true = score(FilledBoard(BOARD, CITY, marks, setup, rivals))
        left = iter(range(looks))
        sheet = score(FilledBoard(BOARD, CITY, marks, setup, rivals), stop=partial(_run_out, left))
        assert sheet.total <= true.total <= sheet.total + sheet.at_most_more
        assert sheet.optimal == (sheet.at_most_more == 0)


def test_stopped_at_once_there_is_a_route_all_the_same() -> None:
    """Any way from one crossroads to another is known without a search."""
    rng = random.Random(1400)
    for _ in range(10):
        marks, _, _ = random_game(rng)
        sheet = score(FilledBoard(BOARD, CITY, marks, usual_setup(CITY)), stop=lambda: True)
        assert sheet.route.sections


def _run_out(left: Iterator[int]) -> bool:
    return next(left, None) is None
