"""Where a walk may run straight on: for each crossroads of a drawing, which sections pair up."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board
from scorer.rules.scoring.measures import runs_on
from scorer.rules.search.drawing.graph import Graph, bits

# A straight line of sections, each with the crossroads towards the one before it.
StraightLine = tuple[tuple[int, int | None], ...]
Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Walk:
    """A walk by numbers: ``sections[i]`` joins ``crossroads[i]`` and ``crossroads[i + 1]``."""

    crossroads: tuple[int, ...] = ()
    sections: tuple[int, ...] = ()

    @property
    def closed(self) -> bool:
        """Whether it ends where it starts."""
        return bool(self.sections) and self.crossroads[0] == self.crossroads[-1]

    @property
    def joints(self) -> list[tuple[int, int, int]]:
        """The crossroads passed, each with the sections before and behind it.

        A closed walk passes the crossroads where it closes as well.
        """
        walked = self.sections
        found = list(zip(self.crossroads[1:-1], walked, walked[1:], strict=False))
        if self.closed:
            found.append((self.crossroads[0], walked[-1], walked[0]))
        return found


class Turning:
    """The turns of one drawing's sections (numbers of the graph) at its crossroads."""

    def __init__(self, graph: Graph, board: Board) -> None:
        self.graph = self._graph = graph
        self._straight: set[tuple[int, int, int]] = set()
        for v, there in enumerate(graph.incident):
            # Where a ride starts or ends nothing is passed.
            around = there & ~graph.free
            at = graph.crossroads[v]
            for i in bits(around):
                for j in bits(around & ~((2 << i) - 1)):
                    if runs_on(board, graph.sections[i], at, graph.sections[j]):
                        self._straight |= {(v, i, j), (v, j, i)}

    def turns(self, v: int, i: int, j: int) -> bool:
        """Whether who goes from section *i* on to *j* at crossroads *v* turns: not by a ride."""
        return not self.straight(v, i, j) and not self._graph.free & (1 << i | 1 << j)

    def straight(self, v: int, i: int, j: int) -> bool:
        """Whether *j* goes straight on from section *i* at crossroads *v*."""
        return (v, i, j) in self._straight

    def ways(self, v: int, sections: tuple[int, ...]) -> list[tuple[Pairs, int | None]]:
        """Return every way to pair up *sections* at *v*; of an odd number one stays alone."""
        return list(_ways(sections))

    def tables(self, v: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the fewest and the most turns at *v* for every set of its sections.

        Returns
        -------
        two (2 ** D,) int64
            Bit k of the index is the k-th of the D sections there, by number.
        """
        around = tuple(bits(self._graph.incident[v]))
        fewest = np.zeros(1 << len(around), np.int64)
        most = np.zeros(1 << len(around), np.int64)
        for local in range(1, 1 << len(around)):
            here = tuple(around[k] for k in bits(local))
            counts = [sum(self.turns(v, i, j) for i, j in pairs) for pairs, _ in self.ways(v, here)]
            fewest[local], most[local] = min(counts), max(counts)
        return fewest, most

    @cached_property
    def lines(self) -> tuple[StraightLine, ...]:
        """The straight lines of the drawing, each as long as it goes; together all sections.

        Where a line off the lattice forks, both branches are lines, with the part before.
        """
        ahead: dict[tuple[int, int], list[int]] = {}
        for v, i, j in sorted(self._straight):
            ahead.setdefault((v, i), []).append(j)
        found: list[StraightLine] = []
        for i, (first, second) in enumerate(self._graph.ends):
            for behind, front in ((first, second), (second, first)):
                if (behind, i) in ahead:
                    continue
                found += _followed(self._graph, ahead, ((i, None),), front)
        seen = {i for line in found for i, _ in line}
        found += [((i, None),) for i in range(len(self._graph.sections)) if i not in seen]
        return tuple(found)


@lru_cache(maxsize=4096)
def _ways(sections: tuple[int, ...]) -> tuple[tuple[Pairs, int | None], ...]:
    if not sections:
        return (((), None),)
    first, *rest = sections
    found: list[tuple[Pairs, int | None]] = []
    if len(sections) % 2:
        found += [(pairs, first) for pairs, _ in _ways(tuple(rest))]
    for k, other in enumerate(rest):
        left = tuple(rest[:k] + rest[k + 1 :])
        found += [(((first, other), *pairs), alone) for pairs, alone in _ways(left)]
    return tuple(found)


def _followed(
    graph: Graph, ahead: dict[tuple[int, int], list[int]], line: StraightLine, front: int
) -> list[StraightLine]:
    """Return *line* followed straight on from crossroads *front* to every end."""
    found = []
    open_ = [(line, front)]
    while open_:
        line, at = open_.pop()
        walked = {i for i, _ in line}
        further = [j for j in ahead.get((at, line[-1][0]), []) if j not in walked]
        for j in further:
            a, b = graph.ends[j]
            open_.append(((*line, (j, at)), b if at == a else a))
        if not further:
            found.append(line)
    return found
