"""What beginnings of routes lose for certain, against everything that they may come to."""

import random
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.rules.city.city import load_city
from scorer.rules.position.filled import FilledBoard
from scorer.rules.search.candidates.sweep.losses import Limit, losses_of
from scorer.rules.search.candidates.sweep.missed import TOO_MUCH, Missed
from scorer.rules.search.columns import Columns, reached
from scorer.rules.search.drawing.graph import bits, graph_of
from scorer.rules.search.valuation import parts_of, valuation_of
from tests.support.citysearch import filled


def words(*sets: int) -> NDArray[np.uint64]:
    return np.array(sets, np.uint64).reshape(len(sets), 1)


def test_landmarks_times_tourists_by_hand() -> None:
    """2 landmarks and 4 tourists in groups of 3 and 1: a landmark costs 4, a tourist 2.

    Without the group of 3 it is 2 × 1: 6 less, of which the sum takes off 3. While all else is
    open nothing more is sure: if all goes 8 are lost, by the sum as well.
    """
    weights = np.array([[0, 1, 0], [0, 1, 0], [0, 0, 3], [0, 0, 1]], np.float32)
    columns = Columns((1, 2, 4, 8), weights, 0, 0, (), (), 1)
    every = np.ones(4, np.bool_)
    missed = Missed(columns, 15, 4, every)
    nothing, landmarks = np.zeros(4, np.bool_), np.array([1, 1, 0, 0], np.bool_)
    assert missed.more(words(0, 4), nothing).tolist() == [0, 0]
    # With both landmarks walked the group costs 6 whatever comes.
    assert missed.more(words(0, 4), landmarks).tolist() == [0, 3]
    # What the sum does not know of is lost besides.
    unknown = Missed(columns, 15, 4, every & (np.arange(4) != 2))
    assert unknown.more(words(4), landmarks).tolist() == [6]


def test_a_table_by_hand() -> None:
    """The festival, 0 0 12 24: each of three missed takes off 8, but the first two cost 12."""
    weights = np.array([[0, 1]] * 3, np.float32)
    columns = Columns((1, 2, 4), weights, 0, 0, ((1, np.array([0, 0, 12, 24])),), (), 2)
    missed = Missed(columns, 7, 3, np.ones(3, np.bool_))
    walked = [np.array(some, np.bool_) for some in ([0, 0, 0], [0, 1, 0], [0, 1, 1])]
    # With all open three may be missed for 24; then with one walked two for 24.
    assert [missed.more(words(1), some)[0] for some in walked] == [0, 4, 4]
    assert missed.more(words(3), walked[0])[0] == 0
    assert missed.more(words(3), np.array([0, 0, 1], np.bool_))[0] == 8


@pytest.mark.parametrize("name", ["first-city", "paris", "rio-de-janeiro", "new-york", "london"])
def test_whatever_comes_no_route_has_more(name: str) -> None:
    """Beginnings of drawings of 9 sections with all that may become of them."""
    city, helped = load_city(name), 0
    for seed in range(25):
        luck = random.Random(f"{name} {seed}")
        marks, setup = filled(city, luck, 9)
        board = FilledBoard(city.practice_board, city, marks, setup)
        graph = graph_of(marks.sections)
        valuation = valuation_of(graph, board, parts_of(board))
        columns, part = valuation.columns, graph.everything
        totals = columns.sums(reached(columns.masks, part))
        products = totals[0, columns.products :].reshape(-1, 2).tolist()
        # Every other time few may be missed.
        limits = [Limit(*(luck.randint(0, most) for most in pair)) for pair in products]
        limits = limits if seed % 2 else []
        losses = losses_of(columns, part, limits)
        summed = np.array([luck.random() < 0.7 for _ in columns.masks], np.bool_)
        missed = Missed(columns, part, len(graph.sections), summed, limits)
        everything = valuation.worth(part).points
        order = luck.sample(range(len(graph.sections)), len(graph.sections))
        for settled in (3, 5, 7):
            come = sum(1 << i for i in order[:settled])
            table = np.array([come >> i & 1 for i in range(len(graph.sections))], np.bool_)
            begun = [luck.getrandbits(len(graph.sections)) & come for _ in range(6)]
            more = missed.more(words(*begun), table).tolist()
            for out, lost in zip(begun, more, strict=True):
                helped += 0 < lost < TOO_MUCH
                open_ = [1 << i for i in bits(part & ~come)]
                for chosen in product((0, 1), repeat=len(open_)):
                    gone = out | sum(i for i, on in zip(open_, chosen, strict=True) if on)
                    without = np.array([not mask & part & ~gone for mask in columns.masks])
                    sums = columns.sums(reached(columns.masks, part & ~gone))
                    lacks = (totals - sums)[0, columns.products :].reshape(-1, 2).tolist()
                    if any(a > m or b > n for (a, b), (m, n) in zip(lacks, limits, strict=False)):
                        continue
                    taken = int(losses[without & summed].sum())
                    assert valuation.worth(part & ~gone).points <= everything - taken - lost
    assert helped > 20
