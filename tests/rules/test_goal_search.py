"""The route search with goal cards against every walk tried one by one."""

import random

import pytest

from scorer.rules.city import load_city
from scorer.rules.marks import Setup
from scorer.rules.score import score
from tests.rules.brute_goals import (
    best_with_goals,
    random_cards,
    random_rivals,
)
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
