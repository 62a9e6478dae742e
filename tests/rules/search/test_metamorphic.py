"""Changes that must not matter, or only in one direction, for the total of a whole game."""

import random

import pytest

from scorer.rules.city.city import load_city
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import tourists_of
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import usual_setup
from scorer.rules.search.best import score
from scorer.rules.values import replace
from tests.support.randomboards import legal_marks
from tests.support.turned import TURNS, Turned

CITY = load_city("first-city")
BOARD = CITY.practice_board
SETUP = usual_setup(CITY)


def games(seed: int, count: int) -> list[Marks]:
    rng = random.Random(seed)
    return [legal_marks(rng, BOARD, CITY, dense=i % 2 == 0) for i in range(count)]


@pytest.mark.parametrize("name", TURNS)
def test_turning_city_and_marks_together_changes_nothing(name: str) -> None:
    turned = Turned(TURNS[name])
    board = turned.board(BOARD)
    for marks in games(1, 12):
        before = score(FilledBoard(BOARD, CITY, marks, SETUP))
        after = score(FilledBoard(board, CITY, turned.marks(marks), SETUP))
        assert (before.total, before.length) == (after.total, after.length)
        assert (before.tourists, before.landmarks) == (after.tourists, after.landmarks)


def test_a_section_more_never_lowers_the_total() -> None:
    rng = random.Random(2)
    for marks in games(2, 20):
        road = rng.choice(sorted(set(BOARD.road_of) - marks.sections))
        more = replace(marks, sections=marks.sections | {road})
        assert (
            score(FilledBoard(BOARD, CITY, more, SETUP)).total
            >= score(FilledBoard(BOARD, CITY, marks, SETUP)).total
        )


def test_a_tourist_less_never_raises_the_total() -> None:
    rng = random.Random(3)
    for marks in games(3, 20):
        place = rng.choice(sorted(marks.tourists))
        counts = dict(marks.tourists[place].counts)
        kind = rng.choice(sorted(counts))
        counts[kind] -= 1
        less = replace(marks, tourists=marks.tourists | {place: tourists_of(counts)})
        assert (
            score(FilledBoard(BOARD, CITY, less, SETUP)).total
            <= score(FilledBoard(BOARD, CITY, marks, SETUP)).total
        )
