"""Walks that turn at every crossroads: sections along the map and across it, in turn.

Colour the crossroads of the lattice like a chess board. A walk that always turns takes all
sections along the map from white to black and all those across it from black to white, or
the other way about. So each section is a *one-way* street, and such walks are the walks over
these: at every crossroads but the ends as many sections lead in as out, and a set that hangs
together and is balanced in this way can be walked so. What a walk must leave out for it is
found as in ``shortfall``, exactly, but for whether what is left hangs together.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scorer.rules.search.drawing.graph import Graph, bits
from scorer.rules.search.drawing.shortfall import ENDS, NEVER
from scorer.rules.search.walks.turning import Turning, Walk
from scorer.rules.search.walks.walk import best_split, walk_of

Fewest = NDArray[np.int16]


def one_way(graph: Graph, turning: Turning) -> Graph | None:
    """Return *graph* with all sections one-way streets; None where it is no plain lattice."""
    leaving = [0] * len(graph.crossroads)
    for i, (a, b) in enumerate(graph.ends):
        one, other = graph.crossroads[a].lattice, graph.crossroads[b].lattice
        if one is None or other is None or abs(one[0] - other[0]) + abs(one[1] - other[1]) != 1:
            return None
        white = (one[0] + one[1]) % 2 == 0
        leaving[a if white == _along(graph, a, b) else b] |= 1 << i
    for v, around in enumerate(graph.incident):
        for i, j in product(bits(around), repeat=2):
            alike = leaving[v] >> i & 1 == leaving[v] >> j & 1
            if i != j and alike != turning.straight(v, i, j):
                return None
    return replace(graph, leaving=tuple(leaving)) if not graph.free else None


def best_zigzag(
    graph: Graph, sections: int, ends: tuple[int, int] | None, task: tuple[int, ...]
) -> Walk | None:
    """Return the walk over all *sections* that is best for the *task* and turns everywhere.

    Parameters
    ----------
    graph : Graph
        One-way streets.
    sections : int
        Mask; connected, and odd at *ends* only.

    Returns
    -------
    Walk or None
        From the first of *ends* to the second. None where every walk runs straight on once.
    """
    excess = [graph.excess(v, sections) for v in range(len(graph.crossroads))]
    backwards = ends is not None and excess[ends[0]] < 0
    start, end = ends[:: -1 if backwards else 1] if ends is not None else (0, 0)
    if ends is not None:
        excess[start] -= 1
        excess[end] += 1
    if any(excess):
        return None
    stops = (start, end) if ends is not None else None
    walk = walk_of(graph, sections, stops, best_split(graph, sections, stops, task))
    return Walk(walk.crossroads[::-1], walk.sections[::-1]) if backwards else walk


@dataclass(frozen=True, slots=True)
class ZigzagQuestion:
    """What may be left out of ``left`` for a walk that turns everywhere: masks, see ``Question``.

    At ``fixed`` ends nothing is left out.
    """

    left: int
    droppable: int
    fixed: int
    may_end: int
    free: int
    uncounted: int = 0

    def cost(self, i: int) -> int:
        """Return what leaving out section *i* counts."""
        return int(not self.uncounted >> i & 1) if self.droppable >> i & 1 else NEVER


class _Place(NamedTuple):
    """A place of the lattice: its crossroads, -1 for none, and the sections right and down."""

    v: int
    right: int | None
    down: int | None


class LeastUnturned:
    """Answers questions about the sections of one drawing, of one-way streets.

    The lattice is gone through column by column. Of each place ahead that was met it matters
    whether the section along the map was left out, and of the next one how many more of
    those than of the sections across.
    """

    def __init__(self, graph: Graph) -> None:
        at = {point.lattice: v for v, point in enumerate(graph.crossroads)}
        columns, rows = zip(*(place for place in at if place is not None), strict=True)
        joined = {frozenset(pair): i for i, pair in enumerate(graph.ends)}
        top, bottom = min(rows), max(*rows, min(rows) + 1)
        self._places = []
        for c, r in product(range(min(columns), max(columns) + 1), range(top, bottom + 1)):
            v, right, down = (at.get(place, -1) for place in ((c, r), (c + 1, r), (c, r + 1)))
            sections = (joined.get(frozenset((v, u))) for u in (right, down))
            self._places.append(_Place(v, *sections))
        self._ahead = bottom - top
        self._along = sum(1 << i for i, (a, b) in enumerate(graph.ends) if _along(graph, a, b))
        self._incident = graph.incident

    def __call__(self, questions: Sequence[ZigzagQuestion]) -> list[int | None]:
        """Return the fewest sections left out for each of *questions*; None where none fit."""
        if not questions:
            return []
        # By the ends met; by how many more sections along the map than across it are left out
        # at the next place, plus one; and by whether the one along is, at all others ahead.
        fewest = np.full((len(questions), ENDS + 1, 3, 1 << self._ahead), NEVER, np.int16)
        fewest[:, 0, 1, 0] = 0
        for place in self._places:
            fewest = self._passed(fewest, place, questions)
        found = [int(fewest[n, question.free, 1, 0]) for n, question in enumerate(questions)]
        return [number if number < NEVER else None for number in found]

    def _passed(self, fewest: Fewest, place: _Place, questions: Sequence[ZigzagQuestion]) -> Fewest:
        """Return what there is behind *place*: it is balanced there, or the walk ends."""
        v, count = place.v, len(questions)
        found = np.full((count, ENDS + 1, 3, fewest.shape[-1] // 2, 2), NEVER, np.int16)
        wanted = np.array([self._too_many(v, question) for question in questions])
        before = {shift: _where(fewest, wanted + shift) for shift in range(-2, 3)}
        ending = np.array([v >= 0 and bool(q.may_end >> v & 1) for q in questions])
        for right, down in product(*([None, i] if i is not None else [None] for i in place[1:])):
            x, y = int(right is not None), int(down is not None)
            there = before[y - x].copy()
            if ending.any():
                ended = np.minimum(before[y - x - 1], before[y - x + 1])[ending, :ENDS]
                there[ending, 1:] = np.minimum(there[ending, 1:], ended)
            cost = [sum(q.cost(i) for i in (right, down) if i is not None) for q in questions]
            there += np.array(cost, np.int16)[:, None, None]
            onward = found[:, :, 1 - y : 3 - y, :, x]
            np.minimum(onward, there.reshape(onward.shape), out=onward)
        return np.minimum(found, NEVER).reshape(fewest.shape)

    def _too_many(self, v: int, question: ZigzagQuestion) -> int:
        """Return how many more sections along the map than across it have to go at *v*."""
        if v < 0 or question.fixed >> v & 1:
            return 0
        there = self._incident[v] & question.left
        return (there & self._along).bit_count() - (there & ~self._along).bit_count()


def _along(graph: Graph, a: int, b: int) -> bool:
    """Whether a section between crossroads *a* and *b* leads along the map."""
    one, other = graph.crossroads[a].lattice, graph.crossroads[b].lattice
    return one is not None and other is not None and one[1] == other[1]


def _where(fewest: Fewest, gone: NDArray[np.int_]) -> Fewest:
    """Return for each question the part where at the next place so many more are *gone*."""
    kept: Fewest = fewest[np.arange(len(gone)), :, np.clip(gone, -1, 1) + 1]
    kept[abs(gone) > 1] = NEVER
    return kept
