"""Gauges of what the order of the walk changes: turns, straight runs and where a walk ends.

Of these a set of sections tells how far they could come.
"""

from typing import ClassVar

import numpy as np

from scorer.rules.search.cards.gauge import Begun, Counts, OrderedGauge, Sets
from scorer.rules.search.cards.limits import Limit, Lines, Sections, whole
from scorer.rules.search.drawing.graph import Graph, bits
from scorer.rules.search.walks.turning import Turning, Walk


class Turns(OrderedGauge):
    """Turns: at each crossroads sections are paired with most turns, or with fewest."""

    asks_turns: ClassVar[bool] = True
    kept_by_loops: ClassVar[bool] = True

    def __init__(self, graph: Graph, turning: Turning) -> None:
        self._graph = graph
        self._turning = turning
        self._around = [tuple(bits(mask)) for mask in graph.incident]
        tables = [turning.tables(v) for v in range(len(graph.crossroads))]
        self._fewest = [fewest for fewest, _ in tables]
        self._most = [most for _, most in tables]
        # Of a set, some subset may turn more often than all of it: an end more is a pass less.
        self._any = [_of_subsets(most) for most in self._most]

    def value(self, sections: int) -> int:
        return sum(
            int(table[sum(1 << k for k, i in enumerate(around) if sections >> i & 1)])
            for around, table in zip(self._around, self._any, strict=True)
        )

    def most(self, sets: Sets, near: Sets) -> Counts:
        return self._sum(sets, self._most)

    def least(self, sets: Sets, near: Sets) -> Counts:
        return self._sum(sets, self._fewest)

    def ahead(self, begun: Begun, *, most: bool) -> int:
        return begun.turned(most=most)

    def stops(self, graph: Graph) -> int:
        return 0

    def limit(self, most: int) -> Limit | None:
        free = self._graph.free
        # Each line is there once from either end. A ride is on none, and does not turn.
        every = {sum(1 << i for i, _ in line) & ~free for line in self._turning.lines}
        lines = sorted(every - {0})
        if sum(mask.bit_count() for mask in lines) > self._graph.length(self._graph.everything):
            # Off the lattice lines may fork; then it is not clear how many there are.
            return None
        return Lines(tuple(map(whole, lines)), most + 1 + bool(free))

    def walked(self, walk: Walk) -> int:
        return sum(self._turning.turns(v, i, j) for v, i, j in walk.joints)

    def _sum(self, sets: Sets, tables: list[Counts]) -> Counts:
        found = np.zeros(len(sets), np.int64)
        for around, table in zip(self._around, tables, strict=True):
            if not table.any():
                continue
            local = np.zeros(len(sets), np.intp)
            for k, i in enumerate(around):
                local |= (sets >> np.uint64(i) & np.uint64(1)).astype(np.intp) << k
            found += table[local]
        return found


class Run(OrderedGauge):
    """The longest straight run: sections of a straight line, at best walked in one go."""

    asks_run: ClassVar[bool] = True

    def __init__(self, graph: Graph, turning: Turning) -> None:
        self._graph = graph
        self._turning = turning
        self._lines = turning.lines

    def value(self, sections: int) -> int:
        best = 0
        for line in self._lines:
            run = 0
            for i, _ in line:
                run = run + 1 if sections >> i & 1 else 0
                best = max(best, run)
        return best

    def most(self, sets: Sets, near: Sets) -> Counts:
        return self._longest(sets, forced=False)

    def least(self, sets: Sets, near: Sets) -> Counts:
        return self._longest(sets, forced=True)

    def ahead(self, begun: Begun, *, most: bool) -> int:
        return begun.run(most=most)

    def stops(self, graph: Graph) -> int:
        return 0

    def limit(self, most: int) -> Limit | None:
        if most:
            return None
        return Sections(tuple(whole(1 << i) for i in bits(self._graph.everything)), most)

    def walked(self, walk: Walk) -> int:
        straight = [self._turning.straight(*joint) for joint in walk.joints]
        if walk.closed and not all(straight):
            turn = straight.index(False) + 1
            straight = straight[turn:] + straight[:turn]
        best = run = min(1, len(walk.sections))
        for on in straight:
            run = run + 1 if on else 1
            best = max(best, run)
        return min(best, len(walk.sections))

    def _longest(self, sets: Sets, *, forced: bool) -> Counts:
        """Return the longest run; *forced*: over crossroads where the walk has no choice."""
        best = np.zeros(len(sets), np.int64)
        for line in self._lines:
            run = np.zeros(len(sets), np.int64)
            for i, before in line:
                if forced and before is not None:
                    there = np.bitwise_count(sets & np.uint64(self._graph.incident[before]))
                    run *= there == 2
                run = (run + 1) * (sets >> np.uint64(i) & np.uint64(1)).astype(np.int64)
                np.maximum(best, run, out=best)
        return best


class EndsBeside(OrderedGauge):
    """Whether the walk starts or ends on one of some sections; a closed one starts anywhere."""

    asks_ends: ClassVar[bool] = True

    def __init__(self, mask: int) -> None:
        self.mask = mask

    def value(self, sections: int) -> int:
        return int(bool(sections & self.mask))

    def most(self, sets: Sets, near: Sets) -> Counts:
        found: Counts = ((sets & near & np.uint64(self.mask)) != 0).astype(np.int64)
        return found

    def least(self, sets: Sets, near: Sets) -> Counts:
        return np.zeros(len(sets), np.int64)

    def ahead(self, begun: Begun, *, most: bool) -> int:
        return begun.beside_ends(self.mask, most=most)

    def stops(self, graph: Graph) -> int:
        return sum(1 << v for v, around in enumerate(graph.incident) if around & self.mask)

    def walked(self, walk: Walk) -> int:
        ends = walk.sections if walk.closed else walk.sections[:1] + walk.sections[-1:]
        return int(any(self.mask >> i & 1 for i in ends))


def _of_subsets(table: Counts) -> Counts:
    """Return the most that *table* holds for any subset of each local set."""
    found = table.copy()
    for local in range(len(found)):
        for k in bits(local):
            found[local] = max(found[local], found[local ^ 1 << k])
    return found
