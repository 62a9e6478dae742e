"""How much of a walk may lie between two crossroads, for many at once, against other ways."""

from random import Random

import networkx as nx
import numpy as np
from numpy.typing import NDArray

from scorer.rules.notation import RoadId
from scorer.rules.search.candidates.sweep.swept import rows_of
from scorer.rules.search.drawing.graph import Graph, bits, graph_of
from scorer.rules.search.rides import SUFFIX
from scorer.rules.search.walks.blocks import FAR, NOWHERE, bridges_before, most_on_parts
from scorer.rules.search.walks.walk import best_split
from tests.rules.search.walks.test_outside import drawn
from tests.support.randomboards import BOARD

ROADS = sorted(BOARD.road_of)


def test_what_lies_behind_a_bridge_is_not_on_the_part() -> None:
    """Two squares joined by the section c1-d1, and a section to either end of the walk.

    From a2 the walk comes by b2 into the left square, goes round it, on to the right one, and
    ends at f2. On the part between c2 and b1 lie two sides of the left square at most: of the
    others one leads to it, and one away.
    """
    graph, v = drawn("a2 b2 b1 c1 c2 b2", "c1 d1 e1 e2 d2 d1", "e2 f2")
    ends = np.array([[v["a2"], v["f2"]]], np.int8)
    walked = graph.everything
    rows, some = rows_of(graph, [walked]), [v["a2"], v["b2"], v["d2"], v["f2"]]
    assert bridges_before(graph, rows, ends[:, 0].astype(np.intp))[0, some].tolist() == [0, 1, 2, 3]
    assert most_on_parts(graph, (v["c2"], v["b1"]), rows, ends).tolist() == [2]


def euler(luck: Random, graph: Graph) -> tuple[int, tuple[int, int] | None]:
    """Return the sections of a walk that goes on by chance, and its ends."""
    at = start = luck.randrange(len(graph.crossroads))
    walked = 0
    for _ in range(luck.randint(6, 24)):
        ahead = list(bits(graph.incident[at] & ~walked))
        if not ahead:
            break
        i = luck.choice(ahead)
        walked |= 1 << i
        a, b = graph.ends[i]
        at = b if at == a else a
    return walked, None if at == start else (start, at)


def some_walks(
    luck: Random, graph: Graph, count: int
) -> tuple[list[int], list[tuple[int, int] | None], NDArray[np.int8]]:
    walks = [euler(luck, graph) for _ in range(count)]
    walks = [walk for walk in walks if walk[0]]
    ends = np.array([pair or (NOWHERE, NOWHERE) for _, pair in walks], np.int8)
    return [walked for walked, _ in walks], [pair for _, pair in walks], ends


def test_no_part_is_longer_than_its_blocks_allow() -> None:
    luck, close, loose = Random(31), 0, 0
    for _ in range(30):
        graph = graph_of(luck.sample(ROADS, luck.randint(24, 84)))
        sets, pairs, ends = some_walks(luck, graph, 40)
        task = tuple(luck.sample(range(len(graph.crossroads)), 3))
        found = most_on_parts(graph, task, rows_of(graph, sets), ends).tolist()
        for some, pair, most in zip(sets, pairs, found, strict=True):
            split = best_split(graph, some, pair, task)
            true = split.points if split is not None else 0
            assert true <= most
            close, loose = close + (0 < true == most), loose + (true < most)
    assert close > 4 * loose


def test_no_part_with_a_ride_is_longer_than_its_blocks_allow() -> None:
    luck, close = Random(32), 0
    for _ in range(30):
        roads = luck.sample(ROADS, luck.randint(24, 60))
        one, other = luck.sample(sorted({end for road in roads for end in road.ends}), 2)
        joined = graph_of(roads, RoadId.between(one, other, SUFFIX))
        plain = graph_of(roads)
        sets, pairs, ends = some_walks(luck, joined, 200)
        riding = [n for n, some in enumerate(sets) if some & joined.free]
        if not riding:
            continue
        sets, pairs, ends = [sets[n] for n in riding], [pairs[n] for n in riding], ends[riding]
        task = tuple(luck.sample(range(len(joined.crossroads)), 3))
        a, b = joined.ends[joined.free.bit_length() - 1]
        own = np.delete(rows_of(joined, sets), joined.free.bit_length() - 1, axis=1)
        apart = most_on_parts(plain, task, own, ends, [(a, b, np.ones(len(sets), np.bool_))])
        as_section = most_on_parts(joined, task, rows_of(joined, sets), ends)
        for n, (some, pair) in enumerate(zip(sets, pairs, strict=True)):
            split = best_split(joined, some, pair, task)
            true = split.points if split is not None else 0
            assert true <= apart[n]
            assert true <= as_section[n]
            close += 0 < true == apart[n]
    assert close > 50


def test_bridges_are_those_without_which_there_is_no_way() -> None:
    luck = Random(33)
    for count in (20, 45, 62, 63, 64, 84):
        graph = graph_of(luck.sample(ROADS, count))
        sets = [luck.getrandbits(count) | luck.getrandbits(count) for _ in range(8)]
        starts = [luck.choice(graph.touched(some)) for some in sets]
        one, other = luck.sample(range(len(graph.crossroads)), 2)
        whose = np.arange(len(sets)) % 2 > 0
        found = bridges_before(graph, rows_of(graph, sets), np.array(starts), [(one, other, whose)])
        for some, start, rides, numbers in zip(sets, starts, whose, found.tolist(), strict=True):
            lattice = nx.MultiGraph([graph.ends[i] for i in bits(some)])
            lattice.add_nodes_from(range(len(graph.crossroads)))
            if rides:
                lattice.add_edge(one, other)
            there = nx.node_connected_component(lattice, start)
            assert all((number == FAR) == (v not in there) for v, number in enumerate(numbers))
            needed = dict.fromkeys(there, 0)
            for edge in list(lattice.subgraph(there).edges(keys=True)):
                lattice.remove_edge(*edge)
                for v in there - nx.node_connected_component(lattice, start):
                    needed[v] += 1
                lattice.add_edge(*edge)
            assert all(numbers[v] == number for v, number in needed.items())
