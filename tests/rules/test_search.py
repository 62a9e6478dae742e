"""The route search against every walk tried one by one, and under changes that must not matter."""

import random

import pytest

from scorer.rules.board import Board
from scorer.rules.city import City, load_city
from scorer.rules.marks import CafeMark, Marks, Setup, Tourists
from scorer.rules.notation import Crossroads
from scorer.rules.score import score
from tests.rules.brute import best_total, total

CITY = load_city("first-city")
BOARD = CITY.practice_board


def random_marks(rng: random.Random, board: Board, city: City) -> Marks:
    """Return marks crowded into a corner of the board, so that routes meet and cross."""
    columns, lines = rng.choice([(3, 2), (2, 3), (3, 3)])
    left, top = rng.randrange(6 - columns), rng.randrange(6 - lines)
    window = {
        Crossroads.at(column, line)
        for column in range(left, left + columns)
        for line in range(top, top + lines)
    }
    roads = [road.id for road in board.roads if set(road.id.ends) <= window]
    drawn = frozenset(rng.sample(roads, min(len(roads), rng.randint(1, 9))))
    near = [
        cell.location
        for cell in board.cells
        if left - 1 <= cell.location.column < left + columns
        and top - 1 <= cell.location.row < top + lines
    ]
    tourists = {}
    for place in rng.sample(near, min(len(near), rng.randint(0, 5))):
        kinds = rng.sample(list(city.tourists), rng.randint(1, 2))
        counts = tuple((kind, rng.randint(1, 3)) for kind in city.tourists if kind in kinds)
        tourists[place] = Tourists(counts)
    cafes = {point: rng.choice(list(CafeMark)) for point in board.cafe_at if rng.random() < 0.3}
    task = frozenset(rng.sample(sorted(window), min(len(window), rng.randint(0, 3))))
    return Marks(city.id, board.id, drawn, tourists, cafes, task)


@pytest.mark.parametrize("seed", range(10))
def test_no_walk_scores_more(seed: int) -> None:
    """A thousand boards, every walk of each tried: same points, and no longer walk has them."""
    rng = random.Random(seed)
    for _ in range(100):
        marks = random_marks(rng, BOARD, CITY)
        ratings = {iconic.id: rng.choice(CITY.ratings.steps) for iconic in CITY.iconic}
        setup = Setup(ratings, cafes=rng.random() < 0.8, tasks=rng.random() < 0.8)
        sheet = score(BOARD, CITY, marks, setup)
        walk = (sheet.route.crossroads, sheet.route.sections)
        best, longest = best_total(BOARD, CITY, marks, setup)
        assert (sheet.total, sheet.length) == (best, longest), marks
        assert total(BOARD, CITY, marks, setup, walk) <= sheet.total
        assert sheet.optimal
