"""What a route loses at least with every feature that it misses."""

import random

import numpy as np
import pytest

from scorer.rules.city.city import load_city
from scorer.rules.position.filled import FilledBoard
from scorer.rules.search.candidates.sweep.losses import Limit, losses_of
from scorer.rules.search.columns import Columns, reached
from scorer.rules.search.drawing.graph import graph_of
from scorer.rules.search.valuation import parts_of, valuation_of
from tests.support.citysearch import filled


def test_landmarks_times_tourists_by_hand() -> None:
    """2 landmarks and 3 tourists in a group, 1 in another: 2 × 4 = 8.

    A landmark misses 4, of which half counts: 2. The group of 3 misses 2 × 3, half is 3; the
    other misses 2, half is 1. In all 2 + 2 + 3 + 1 = 8.
    """
    weights = np.array([[0, 1, 0], [0, 1, 0], [0, 0, 3], [0, 0, 1]], np.float32)
    columns = Columns((1, 2, 4, 8), weights, 0, 0, (), (), 1)
    assert losses_of(columns, 15).tolist() == [2, 2, 3, 1]
    # Where the group of 3 is out of reach: a landmark misses 1, the other group 2.
    assert losses_of(columns, 11).tolist() == [0, 0, 0, 1]


def test_where_little_may_be_missed_each_costs_more() -> None:
    """2 landmarks and 4 tourists again, of which one each may be missed: 2 × 4 − 1 × 3 = 5.

    A landmark costs 4 less half of one tourist, a tourist 2 less half of one landmark.
    """
    weights = np.array([[0, 1, 0], [0, 1, 0], [0, 0, 3], [0, 0, 1]], np.float32)
    columns = Columns((1, 2, 4, 8), weights, 0, 0, (), (), 1)
    assert losses_of(columns, 15, [Limit(1, 1)]).tolist() == [3, 3, 4, 1]
    # Where no landmark may be missed, tourists cost all they do.
    assert losses_of(columns, 15, [Limit(0, 9)]).tolist() == [4, 4, 6, 2]
    assert losses_of(columns, 15, [Limit(9, 0)]).tolist() == [4, 4, 6, 2]
    assert losses_of(columns, 15, spared=0).tolist() == [0, 0, 0, 0]


def test_a_table_by_hand() -> None:
    """The festival, 0 0 12 24: of three the first missed costs 12, two cost 24, three 24.

    So each costs 8 at least.
    """
    weights = np.array([[0, 1]] * 3, np.float32)
    table = np.array([0, 0, 12, 24])
    columns = Columns((1, 2, 4), weights, 0, 0, ((1, table),), (), 2)
    assert losses_of(columns, 15).tolist() == [8, 8, 8]
    # With two there, none is 12 less: each costs 6, for both together cost 12.
    few = Columns((1, 2), weights[:2], 0, 0, ((1, table),), (), 2)
    assert losses_of(few, 15).tolist() == [6, 6]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["first-city", "paris", "rio-de-janeiro", "new-york"])
def test_no_set_has_more_than_all_less_its_losses(name: str) -> None:
    city = load_city(name)
    for seed in range(10):
        rng = random.Random(f"{name} {seed}")
        marks, setup = filled(city, rng, 24)
        board = FilledBoard(city.practice_board, city, marks, setup)
        graph = graph_of(marks.sections)
        valuation = valuation_of(graph, board, parts_of(board))
        for _ in range(40):
            part, some = (rng.getrandbits(len(graph.sections)) for _ in range(2))
            part |= rng.getrandbits(len(graph.sections))
            some &= part
            losses = losses_of(valuation.columns, part)
            everything = valuation.worth(part).points
            missing = [not mask & some for mask in valuation.masks]
            most = everything - int(losses[missing].sum())
            assert valuation.worth(some).points <= most
            # The same where no more may be missed than is.
            columns = valuation.columns
            missed = columns.sums(reached(columns.masks, part)) - columns.sums(
                reached(columns.masks, some)
            )
            limits = [
                Limit(a + rng.randint(0, 1), b + rng.randint(0, 1))
                for a, b in missed[0, columns.products :].reshape(-1, 2).tolist()
            ]
            close = losses_of(columns, part, limits)
            assert (close >= losses).all()
            assert valuation.worth(some).points <= everything - int(close[missing].sum())
