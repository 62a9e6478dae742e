"""The most that a route may still come to from any state of a sweep: exact tables, backwards.

A *key* is PP and then sections, so that comparing keys compares both. A route keeps some
sections of the drawing and leaves the others out. Whether it hangs together is not asked, and
what it is worth is bounded by a sum (``losses``); so a table may promise too much, never too
little.

The personal task pays for the sections between two of its crossroads, as walked. Between any
two of them (an *aim*) that is all that is walked, less the ways from the start to the first and
from the last to the end. These are at least the shortest ways of the drawing: so each end of
the walk has a price. Nor does the part between them cross a bridge that does not lie between
them, for it would have to come back. Another aim is to do without the task.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from itertools import combinations
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from scorer.rules.search.candidates.sweep.narrows import Case, Narrows
from scorer.rules.search.candidates.sweep.plan import Passed, Plan, Section, Settled
from scorer.rules.search.drawing.graph import Graph, bits, bridges
from scorer.rules.search.walks.walk import ways_to

Table = NDArray[np.int32]
Keys = NDArray[np.int64]

# Sections take the low bits of a key; no drawing has so many.
LENGTH_BITS = 9
# Less than any route has, so that adding to it stays less, and fits the tables.
NEVER = -(1 << 28)
NOWHERE = -1
# How many ends are behind: none, the one before the task, the one behind it, both.
ENDS = 4


def key_of(points: int, length: int = 0) -> int:
    """Return the key of *points* and *length*."""
    return (points << LENGTH_BITS) + length


@dataclass(frozen=True)
class Aims:
    """What a walk may aim at, in keys: A aims over S sections and V crossroads.

    Each section walked adds ``each`` (A, S). An end of the walk takes off ``start`` or
    ``finish`` (A, V), a closed walk takes off ``closed`` (A,); none may be closed where that
    is ``-NEVER``. Aims with the same ``stops`` (A, 2), as their place in the task, are cases of
    one. Where no bridge leads from a crossroads to them it is ``near`` (A, V): there what an
    end takes off is for each section on the way.
    """

    each: Keys
    start: Keys
    finish: Keys
    closed: Keys
    stops: NDArray[np.intp]
    near: NDArray[np.bool_]

    def prices(self, ends: NDArray[np.int8]) -> Keys:
        """Return what both *ends* (N, 2) of walks take off at least, as (A, N)."""
        one, other = ends[:, 0], ends[:, 1]
        found: Keys = np.minimum(
            self.start[:, one] + self.finish[:, other], self.start[:, other] + self.finish[:, one]
        )
        return found

    def only(self, some: NDArray[np.bool_]) -> "Aims":
        """Return *some* of the aims."""
        return Aims(*(getattr(self, field.name)[some] for field in fields(self)))


def joined(some: Sequence[Aims]) -> Aims:
    """Return all of *some* as one."""
    names = [field.name for field in fields(Aims)]
    return Aims(*(np.concatenate([getattr(one, name) for one in some]) for name in names))


def aims_of(
    graph: Graph,
    part: int,
    task: tuple[int, ...],
    factor: int,
    rides: Sequence[tuple[int, int]] = (),
    *,
    closed: bool,
    closely: bool = False,
) -> Aims:
    """Return the aims of walks over *part*; the task gives *factor* PP for each section.

    Closed walks count where the task does; *closed*: without it, too. A walk may take one of
    *rides*, pairs of crossroads, which is no section. *closely*: narrow places make cases.
    """
    crossroads, sections = len(graph.crossroads), len(graph.sections)
    every, price = (1 << crossroads) - 1, key_of(factor)

    @cache
    def to(stop: int, within: int) -> Keys:
        return price * _steps(graph, part, stop, within, rides)

    narrows = [Narrows(graph, one, rides) for one in graph.components(part)] if closely else []
    found = [
        Aims(
            np.ones((1, sections), np.int64),
            np.zeros((1, crossroads), np.int64),
            np.zeros((1, crossroads), np.int64),
            np.array([0 if closed else -NEVER]),
            np.full((1, 2), NOWHERE),
            np.zeros((1, crossroads), np.bool_),
        )
    ]
    for first, last in combinations([v for v in task if graph.incident[v] & part], 2):
        within = _pieces(graph, part, first, last) if rides else _within(graph, part, first, last)
        cases = [Case(within, every, every)]
        for one in narrows:
            cases = one.cases(first, last, cases)
        widest = max((case.within for case in cases), key=int.bit_count)
        for within, starts, finishes in cases:
            each = np.ones((1, sections), np.int64)
            each[0, list(bits(within))] += price
            start, finish = to(first, within).copy(), to(last, within).copy()
            start[list(bits(every & ~starts))] = finish[list(bits(every & ~finishes))] = -NEVER
            stops = np.array([[task.index(first), task.index(last)]])
            near = np.zeros((1, crossroads), np.bool_)
            near[0, list(graph.touched(within))] = within == widest
            found.append(Aims(each, start[None], finish[None], start[[last]], stops, near))
    return joined(found)


def _within(graph: Graph, part: int, first: int, last: int) -> int:
    """Return the sections of *part* that may lie between *first* and *last* on a walk."""
    between = ways_to(graph, part, first)[last]
    return graph.connected_to(first, part & ~(bridges(graph, part) & ~between))


def _pieces(graph: Graph, part: int, first: int, last: int) -> int:
    """Return the same where there are rides: a walk rides once, and so does not come back."""
    there = graph.incident[first] | graph.incident[last]
    return sum(piece for piece in graph.components(part) if piece & there)


def _steps(
    graph: Graph, part: int, stop: int, within: int, rides: Sequence[tuple[int, int]]
) -> Keys:
    """Return how many sections *within* lie on a way from each crossroads to *stop*.

    More than any way has where there is none.
    """

    def from_all(to: int) -> Keys:
        found = np.full(len(graph.crossroads), len(graph.sections) + 1, np.int64)
        ways = ways_to(replace(graph, free=part & ~within), part, to)
        for v, way in ways.items():
            found[v] = (way & within).bit_count()
        return found

    plain = best = from_all(stop)
    for a, b in {(a, b) for pair in rides for a, b in (pair, pair[::-1])}:
        best = np.minimum(best, from_all(a) + plain[b])
    return best


@dataclass(frozen=True)
class Terms:
    """What a sweep is about: keys of single sections and of features, aims, stations.

    ``fixed`` is what any route has besides. ``stations`` are the crossroads (a mask) where a
    ride may begin or end. Where there are any, every walk rides once. At ``stops`` (a mask) a
    walk may end though it could go on.
    """

    sections: Keys
    features: Keys
    aims: Aims
    fixed: int
    stations: int = 0
    stops: int = 0

    def of(self, step: Settled) -> int:
        """Return the key of the feature that *step* settles; 0 for a bridge."""
        return int(self.features[step.feature]) if step.feature is not None else 0

    @property
    def rides(self) -> int:
        """How many ends of a ride a walk may have behind it: 0, or up to 2."""
        return 2 if self.stations else 0


class Ahead:
    """``tables[n]`` (A, ENDS, rides + 1, states) is the most that steps from n on can add."""

    def __init__(self, plan: Plan, terms: Terms, odd: int) -> None:
        self._odd = odd
        self._terms = terms
        self._states = np.arange(plan.states)
        shape = (len(terms.aims.each), ENDS, terms.rides + 1, plan.states)
        table = np.full(shape, NEVER, np.int32)
        table[:, ENDS - 1, -1, 0] = 0
        table[:, 0, -1, 0] = -terms.aims.closed
        self.tables: list[Table] = [table]
        for step in reversed(plan.steps):
            match step:
                case Section():
                    table = self._section(table, step)
                case Settled():
                    table = self._settled(table, step)
                case Passed():
                    table = self._passed(table, step)
                case _:
                    assert_never(step)
            self.tables.append(table)
        self.tables.reverse()

    def _section(self, after: Table, step: Section) -> Table:
        gain = self._terms.aims.each[:, step.number] + self._terms.sections[step.number]
        kept = after[..., self._states | step.reaches] if step.reaches else after
        kept = kept + gain.astype(np.int32)[:, None, None, None]
        if step.needs:
            kept[..., (self._states & step.needs) != step.needs] = NEVER
        out = after[..., self._states ^ step.flips]
        if step.bars:
            out[..., (self._states & step.bars) != 0] = NEVER
        found: Table = np.maximum(kept, out)
        return np.maximum(found, NEVER, out=found)

    def _settled(self, after: Table, step: Settled) -> Table:
        gain = self._terms.of(step)
        split = after.reshape(*after.shape[:3], -1, 2, 1 << step.bit)
        found = np.empty_like(split)
        found[..., 0, :] = split[..., 0, :]
        found[..., 1, :] = split[..., 0, :] + np.int32(gain)
        return found.reshape(after.shape)

    def _passed(self, after: Table, step: Passed) -> Table:
        """Where the route has an even number of sections it goes on; else it ends, or rides."""
        v = step.crossroads
        odd = self._odd >> v & 1
        split = after.reshape(*after.shape[:3], -1, 2, 1 << step.place)
        even = split[..., 0, :]
        uneven = np.full_like(even, NEVER)
        if self._terms.stations >> v & 1:
            uneven[:, :, :-1] = even[:, :, 1:]
            if not odd:
                # All sections are walked, the ride as well: one may end there.
                even = np.maximum(even, self._ended(uneven, v))
        if odd or self._terms.stops >> v & 1:
            uneven = np.maximum(uneven, self._ended(split[..., 0, :], v))
        found = np.empty_like(split)
        found[..., odd, :] = even
        found[..., 1 - odd, :] = uneven
        return np.maximum(found, NEVER, out=found).reshape(after.shape)

    def _ended(self, after: Table, v: int) -> Table:
        """Return *after* where one more end of the walk lies at *v*."""
        start = self._terms.aims.start[:, v].astype(np.int32)[:, None, None, None]
        finish = self._terms.aims.finish[:, v].astype(np.int32)[:, None, None, None]
        found = np.full_like(after, NEVER)
        found[:, 0] = np.maximum(after[:, 1] - start, after[:, 2] - finish)
        found[:, 1] = after[:, 3] - finish
        found[:, 2] = after[:, 3] - start
        return found
