"""The tables of a sweep against every set of sections of small drawings, tried one by one."""

import random
from itertools import combinations

import numpy as np
import pytest

from scorer.rules.search.candidates.sweep.ahead import LENGTH_BITS, Ahead, Terms, aims_of
from scorer.rules.search.candidates.sweep.plan import plan_of
from scorer.rules.search.drawing.graph import Graph, bits, graph_of
from tests.support.randomboards import BOARD

FEATURES = 4


def drawing(rng: random.Random, count: int) -> Graph:
    """Return so many roads of a 3 × 3 corner of the board that hang together."""
    corner = [r for r in sorted(BOARD.road_of) if all(max(p.lattice or ()) <= 2 for p in r.ends)]
    while True:
        graph = graph_of(rng.sample(corner, count))
        if len(graph.components(graph.everything)) == 1:
            return graph


def best_by_hand(graph: Graph, single: list[int], features: list[tuple[int, int]]) -> int:
    """Return the most of any set that is odd at two odd crossroads, or closed where all is even."""
    odd = set(graph.odd(graph.everything))
    best = -1
    for kept in range(1 << len(graph.sections)):
        ends = set(graph.odd(kept))
        if len(ends) not in ({2} if odd else {0}) or not ends <= odd:
            continue
        points = sum(single[i] for i in bits(kept))
        points += sum(worth for mask, worth in features if mask & kept)
        best = max(best, (points << LENGTH_BITS) + kept.bit_count())
    return best


@pytest.mark.slow
def test_the_first_table_holds_the_most_that_any_set_comes_to() -> None:
    """Nothing is asked of the sets but parity, and that all points add up."""
    rng = random.Random(31)
    for _ in range(30):
        graph = drawing(rng, rng.randint(5, 10))
        single = [rng.randint(0, 4) for _ in graph.sections]
        masks = [sum(1 << i for i in rng.sample(range(len(single)), 3)) for _ in range(FEATURES)]
        features = [(mask, rng.randint(1, 9)) for mask in masks]
        plan = plan_of(graph, graph.everything, features, (), 16)
        assert len(plan.remembered) == FEATURES
        closed = not graph.odd(graph.everything)
        aims = aims_of(graph, graph.everything, (), 1, closed=closed)
        keys = np.array([worth << LENGTH_BITS for _, worth in features])
        terms = Terms(np.array(single) << LENGTH_BITS, keys, aims, 0)
        odd = sum(1 << v for v in graph.odd(graph.everything))
        found = Ahead(plan, terms, odd).tables[0][0, 0, 0, 0]
        assert found == best_by_hand(graph, single, features)


def test_ends_pay_for_the_ways_outside_the_task() -> None:
    """A row a0 b0 c0 d0 e0: between b0 and d0 lie 2 sections, and one outside at either end."""
    graph = graph_of(r for r in BOARD.road_of if all((p.lattice or ())[1:] == (0,) for p in r.ends))
    row = {point: v for v, point in enumerate(graph.crossroads)}
    first, second = (v for p, v in row.items() if p.lattice in {(1, 0), (3, 0)})
    aims = aims_of(graph, graph.everything, (first, second), 1, closed=False)
    # All 6 sections of the row are bridges; the two between both crossroads count.
    assert aims.each.tolist()[0] == [1] * 6
    assert sum(aims.each[1] >> LENGTH_BITS) == 2
    assert sorted(aims.start[1] >> LENGTH_BITS) == [0, 0, 1, 2, 2, 2, 2]


def test_a_feature_there_is_no_room_for_is_not_remembered() -> None:
    rng = random.Random(2)
    graph = drawing(rng, 9)
    features = [(sum(1 << i for i in pair), 3) for pair in combinations(range(9), 2)]
    roomy = plan_of(graph, graph.everything, features, (), 30)
    narrow = plan_of(graph, graph.everything, features, (), 6)
    assert len(roomy.remembered) == len(features)
    assert len(narrow.remembered) < len(features)
    assert narrow.states == 1 << 6
