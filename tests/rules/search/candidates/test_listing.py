"""The route search against every walk tried one by one, and under changes that must not matter."""

import random

import pytest

from scorer.rules.city.city import load_city
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.setup import Setup
from scorer.rules.search.best import score
from tests.support.brute import best_total, total
from tests.support.randomboards import random_marks

pytestmark = pytest.mark.slow

CITY = load_city("first-city")
BOARD = CITY.practice_board


@pytest.mark.parametrize("seed", range(10))
def test_no_walk_scores_more(seed: int) -> None:
    """A thousand boards, every walk of each tried: same points, and no longer walk has them."""
    rng = random.Random(seed)
    for _ in range(100):
        marks = random_marks(rng, BOARD, CITY)
        ratings = {iconic.id: rng.choice(CITY.ratings.steps) for iconic in CITY.iconic}
        setup = Setup(ratings, cafes=rng.random() < 0.8, tasks=rng.random() < 0.8)
        sheet = score(FilledBoard(BOARD, CITY, marks, setup))
        walk = (sheet.route.crossroads, sheet.route.sections)
        best, longest = best_total(BOARD, CITY, marks, setup)
        assert (sheet.total, sheet.length) == (best, longest), marks
        assert total(BOARD, CITY, marks, setup, walk) <= sheet.total
        assert sheet.optimal
