"""Narrow places: every walk of small drawings is one of the cases that they make."""

import random
from itertools import combinations

import pytest

from scorer.rules.search.candidates.sweep.narrows import Case, Narrows
from scorer.rules.search.drawing.graph import Graph, bits, graph_of
from tests.support.randomboards import BOARD

CORNER = [r for r in sorted(BOARD.road_of) if all(max(p.lattice or ()) <= 3 for p in r.ends)]
Ride = tuple[int, int]
Trail = tuple[list[int], list[int]]


def drawing(luck: random.Random, count: int) -> Graph:
    """Return so many roads of a 4 × 4 corner of the board, each of which touches another."""
    found = [luck.choice(CORNER)]
    while len(found) < count:
        reached = {end for road in found for end in road.ends}
        found.append(luck.choice([r for r in CORNER if r not in found and reached & set(r.ends)]))
    return graph_of(found)


def trails(graph: Graph, ride: Ride | None) -> list[Trail]:
    """Return the crossroads and sections of every walk that cannot go on; -1 is the *ride*."""
    found: list[Trail] = []

    def further(points: list[int], walked: list[int]) -> None:
        ways = [
            (i, b if points[-1] == a else a)
            for i, (a, b) in enumerate(graph.ends)
            if points[-1] in (a, b) and i not in walked
        ]
        if ride is not None and points[-1] in ride and -1 not in walked:
            ways.append((-1, ride[points[-1] == ride[0]]))
        for i, to in ways:
            further([*points, to], [*walked, i])
        if not ways:
            found.append((points, walked))

    for v in range(len(graph.crossroads)):
        further([v], [])
    return found


def admitted(cases: list[Case], trail: Trail, first: int, last: int) -> bool:
    """Whether one of *cases* has *trail* with each part of it from *first* to *last*."""
    points, walked = trail
    parts = [
        sum(1 << i for i in walked[n:m] if i >= 0)
        for n, v in enumerate(points)
        for m, u in enumerate(points)
        if (v, u) == (first, last) and n < m
    ]
    return all(
        any(
            not part & ~case.within
            and case.starts >> points[0] & 1
            and case.finishes >> points[-1] & 1
            for case in cases
        )
        for part in parts
    )


@pytest.mark.slow
@pytest.mark.parametrize("riding", [False, True])
def test_every_walk_is_one_of_the_cases(*, riding: bool) -> None:
    luck = random.Random(f"narrow {riding}")
    told_apart = 0
    for _ in range(40):
        graph = drawing(luck, luck.randint(8, 14))
        numbers = range(len(graph.crossroads))
        ride = (luck.choice(numbers), luck.choice(numbers)) if riding else None
        narrows = Narrows(graph, graph.everything, [ride] if ride else [])
        every = Case(graph.everything, (1 << len(numbers)) - 1, (1 << len(numbers)) - 1)
        known = trails(graph, ride)
        for first, last in combinations(luck.sample(numbers, 4), 2):
            cases = narrows.cases(first, last, [every])
            told_apart += cases != [every]
            for trail in known:
                assert admitted(cases, trail, first, last), (graph.sections, ride, first, last)
    assert told_apart > 60


def test_two_crossroads_that_three_sections_lead_to() -> None:
    """A part between a0 and b0 is the section there, or the walk ends at one of both."""
    graph = graph_of(CORNER)
    number = {str(point): v for v, point in enumerate(graph.crossroads)}
    a, b = number["a0"], number["b0"]
    every = Case(graph.everything, (1 << len(number)) - 1, (1 << len(number)) - 1)
    outside = every.starts & ~(1 << a | 1 << b)
    (between,) = (i for i in bits(graph.incident[a]) if set(graph.ends[i]) == {a, b})
    cases = Narrows(graph, graph.everything).cases(a, b, [every])
    assert Case(1 << between, outside, outside) in cases
    for case in cases:
        ends_outside = case.starts & outside and case.finishes & outside
        assert case.within == 1 << between or not ends_outside


def test_crossroads_of_other_parts_are_not_told_apart() -> None:
    graph = graph_of(CORNER[:1])
    every = Case(1, 3, 3)
    assert Narrows(graph, 1).cases(0, 5, [every]) == [every]
