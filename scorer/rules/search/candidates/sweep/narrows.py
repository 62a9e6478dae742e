"""Narrow places around two crossroads of the task, and what they mean for the walk between.

Up to three sections lead from some crossroads *inside*, both of the task among them, to all
others. Each end of the walk that lies outside takes one of them for the way to it. The part
for the task needs two to go out and come back. So where three sections lead out the part stays
inside, or an end lies inside; where two do, it stays inside, or both ends lie inside. A ride
that leads out is one section more.

Sections are such a place exactly if every circle has an even number of them.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scorer.rules.search.drawing.cycles import spanning_tree
from scorer.rules.search.drawing.graph import Graph, bits

# More circles are not told apart.
WORD = 64


class Case(NamedTuple):
    """A part for the task stays ``within`` sections; its walk starts and ends at crossroads.

    All three are masks.
    """

    within: int
    starts: int
    finishes: int


class Narrows:
    """The narrow places of a connected *part* of a drawing; a walk may take one of *rides*."""

    def __init__(self, graph: Graph, part: int, rides: Sequence[tuple[int, int]] = ()) -> None:
        self._graph = graph
        sections = list(bits(part))
        paths, cycles = spanning_tree(graph, part)
        self._row = {v: n for n, v in enumerate(paths)}
        # Which sections lead to each crossroads from the root of a tree.
        ways = np.array([[way >> i & 1 for i in sections] for way in paths.values()], np.bool_)
        on = [sum(1 << n for n, cycle in enumerate(cycles) if cycle >> i & 1) for i in sections]
        places = _places(np.array(on, np.uint64)) if len(cycles) <= WORD else []
        sides = [np.logical_xor.reduce(ways[:, some], axis=2) for some in places]
        # Which side each crossroads lies on (V, N), and how many sections lead across (N,).
        self._sides = np.concatenate([*sides, np.zeros((len(ways), 0), np.bool_)], axis=1)
        self._across = np.repeat([1, 2, 3][: len(sides)], [side.shape[1] for side in sides])
        self._rides = rides

    def cases(self, first: int, last: int, cases: list[Case]) -> list[Case]:
        """Return *cases* of walks with a part from *first* to *last*, told apart further."""
        if first not in self._row or last not in self._row:
            return cases
        for across, inside in self._nearest(first, last):
            cases = [one for case in cases for one in self._split(case, inside, across)]
        return cases

    def _split(self, case: Case, inside: int, across: int) -> list[Case]:
        """Return the cases of *case* where so many sections lead *across* from *inside*."""
        within, starts, finishes = case
        ends = self._graph.ends
        stays = sum(1 << i for i in bits(within) if all(inside >> v & 1 for v in ends[i]))
        if across == 1:
            return [Case(stays, starts, finishes)]
        if across == 2:
            return [Case(stays, starts, finishes), Case(within, starts & inside, finishes & inside)]
        return [
            Case(stays, starts & ~inside, finishes & ~inside),
            Case(within, starts & inside, finishes),
            Case(within, starts, finishes & inside),
        ]

    def _nearest(self, first: int, last: int) -> list[tuple[int, int]]:
        """Return how many lead across, and the crossroads inside (a mask) where these are fewest.

        One for each number of sections, the most first.
        """
        row = self._row
        inside = self._sides == self._sides[row[first]]
        together = inside[row[last]]
        inside, across = inside[:, together], self._across[together]
        outside = np.zeros(inside.shape[1], np.bool_)
        rides = [[inside[row[v]] if v in row else outside for v in pair] for pair in self._rides]
        crossed = np.any([one != other for one, other in rides], axis=0) if rides else outside
        across = across + crossed
        found = []
        for number in (3, 2, 1):
            some = inside[:, across == number]
            if some.shape[1]:
                smallest = some[:, some.sum(axis=0).argmin()].tolist()
                there = sum(1 << v for v, on in zip(row, smallest, strict=True) if on)
                found.append((number, there))
        return found


def _places(on: NDArray[np.uint64]) -> list[NDArray[np.intp]]:
    """Return the sections, by one, two and three, that divide what hangs together.

    *on* are the circles that each section lies on, as bits.
    """
    number, some = np.arange(len(on)), on != 0
    two = (on[:, None] == on) & some & (number[:, None] < number)
    three = (on[:, None, None] ^ on[:, None]) == on
    three &= some & some[:, None] & some[:, None, None]
    three &= (number[:, None, None] < number[:, None]) & (number[:, None] < number)
    return [np.argwhere(~some), np.argwhere(two), np.argwhere(three)]
