"""The most sections that may lie between two crossroads on a walk, against all its orders."""

import random
from itertools import pairwise

import networkx as nx
import numpy as np

from scorer.rules.notation import Crossroads, RoadId
from scorer.rules.search.candidates.sweep.swept import rows_of
from scorer.rules.search.drawing.cycles import own_distances
from scorer.rules.search.drawing.graph import Graph, bits, graph_of
from scorer.rules.search.rides import SUFFIX
from scorer.rules.search.walks.outside import most_between
from scorer.rules.search.walks.walk import best_split
from tests.support.randomboards import BOARD, scattered


def drawn(*lines: str) -> tuple[Graph, dict[str, int]]:
    """Return the drawing of walks like ``a0 b0 b1``, and the numbers of its crossroads."""
    sections = set()
    for line in lines:
        points = [Crossroads.parse(word) for word in line.split()]
        sections |= {RoadId.between(a, b) for a, b in pairwise(points)}
    graph = graph_of(sections)
    return graph, {str(point): v for v, point in enumerate(graph.crossroads)}


def test_both_ways_in_confine_the_part() -> None:
    """Two squares joined by two sections: b0-c0 and b1-c1.

    The walk starts in the left square and ends there. Both ways to the right are used up by
    getting to c0 and back from c1, so the part between these is what lies on the right: the
    other three sides of the right square, or its one side between them.
    """
    graph, v = drawn("a0 b0 c0 d0 d1 c1 b1 a1 a0", "b0 b1", "c0 c1", "a1 a2")
    ends = (v["a1"], v["a2"])
    walked = graph.everything & ~graph.mask([RoadId.parse("b0-b1"), RoadId.parse("c0-c1")])
    assert graph.odd(walked) == tuple(sorted(ends))
    most = most_between(graph, walked, ends, (v["c0"], v["c1"]))
    assert most == 3


def longest(graph: Graph, start: int, stops: tuple[int, int]) -> int:
    """Return the longest part between *stops* of any walk over everything, by trying all."""
    best = 0

    def further(at: int, left: int, visits: list[tuple[int, int]], walked: int) -> None:
        nonlocal best
        visits = [*visits, (at, walked)] if at in stops else visits
        if not left:
            spans = [n - m for p, m in visits for q, n in visits if p != q]
            best = max([best, *spans])
        for i in bits(graph.incident[at] & left):
            a, b = graph.ends[i]
            more = int(not graph.free >> i & 1)
            further(b if at == a else a, left & ~(1 << i), visits, walked + more)

    further(start, graph.everything, [], 0)
    return best


def test_no_order_of_a_walk_has_a_longer_part() -> None:
    rng = random.Random(23)
    compared = 0
    roads = [r for r in sorted(BOARD.road_of) if all(max(p.lattice or ()) <= 3 for p in r.ends)]
    while compared < 60:
        some = rng.sample(roads, rng.randint(6, 12))
        points = sorted({end for road in some for end in road.ends})
        # Every other drawing has a ride, which is walked once and counts nothing.
        one, other = rng.sample(points, 2)
        ride = RoadId.between(one, other, SUFFIX) if compared % 2 else None
        graph = graph_of(some, ride)
        odd = graph.odd(graph.everything)
        if len(odd) != 2 or len(graph.components(graph.everything)) > 1:
            continue
        compared += 1
        ends = (odd[0], odd[1])
        first, last = rng.sample(range(len(graph.crossroads)), 2)
        stops = (first, last)
        split = best_split(graph, graph.everything, ends, stops)
        true = longest(graph, odd[0], stops)
        assert most_between(graph, graph.everything, ends, stops) >= true
        found = split.points if split is not None else 0
        # A walk does not start or end by its ride, so its part may be shorter.
        assert found <= true if ride is not None else found == true


def test_own_distances_are_those_of_an_independent_search() -> None:
    rng = random.Random(3)
    graph = graph_of(scattered(rng, 60).sections)
    sets = [rng.getrandbits(60) & rng.getrandbits(60) | 1 << n for n in range(30)]
    task = (3, 20, 33)
    ride = (5, 30)
    plain = own_distances(graph, task, rows_of(graph, sets))
    whose = np.arange(len(sets)) % 3 > 0
    riding = own_distances(graph, task, rows_of(graph, sets), [(*ride, whose)])
    for n, some in enumerate(sets):
        lattice = nx.Graph([(*graph.ends[i], {"weight": 1}) for i in bits(some)])
        lattice.add_nodes_from(range(len(graph.crossroads)))
        joined = nx.Graph(lattice)
        if whose[n]:
            joined.add_edge(*ride, weight=0)
        for k, stop in enumerate(task):
            for found, over in ((plain, lattice), (riding, joined)):
                true = nx.single_source_dijkstra_path_length(over, stop)
                for v in range(len(graph.crossroads)):
                    assert found[n, k, v] == true.get(v, len(graph.sections) + 1)
