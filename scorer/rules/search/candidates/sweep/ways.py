"""The ways to the task as long as the sections left out so far make them.

The tables ahead know the shortest ways of the whole drawing. The more a beginning leaves out,
the longer its ways are; what they cost more is taken off what it has.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scorer.rules.search.candidates.sweep.ahead import NOWHERE, Aims, Keys, key_of
from scorer.rules.search.drawing.cycles import own_distances
from scorer.rules.search.drawing.graph import Graph

Steps = NDArray[np.int16]


class Ways:
    """The ways to the *task* of walks over *part*, which may ride between *stations*, pairs.

    The task gives *factor* PP for each section.
    """

    def __init__(
        self,
        graph: Graph,
        part: int,
        aims: Aims,
        task: tuple[int, ...],
        factor: int,
        stations: Sequence[tuple[int, int]],
    ) -> None:
        self._graph = graph
        self._aims = aims
        self._task = task
        self._price = key_of(factor)
        self._stations = stations
        self._drawn = np.array([part >> i & 1 for i in range(len(graph.sections))], np.bool_)
        self._aiming = np.flatnonzero(aims.near.any(axis=1)).tolist()

    def __bool__(self) -> bool:
        return bool(self._aiming)

    def longer(
        self,
        out: NDArray[np.uint64],
        ends: NDArray[np.int8],
        stops: NDArray[np.int8],
        may_end: NDArray[np.bool_],
        open_: set[int],
    ) -> Keys:
        """Return what the ways of N beginnings cost more at least than the tables say, (N, A).

        Parameters
        ----------
        out : (N, words) uint64
            The sections they leave out.
        ends, stops : (N, 2) int8
            The ends of their walks and of their rides, as far as they are known.
        may_end : (N, V) bool
            Where the walk may still end.
        open_ : set of int
            The crossroads that are still open.
        """
        count = len(self._graph.sections)
        left = np.unpackbits(out.view(np.uint8), axis=1, bitorder="little", count=count) == 0
        rides = self._rides(stops, open_)
        steps = own_distances(self._graph, self._task, left & self._drawn, rides).T
        found = np.zeros((len(out), len(self._aims.each)), np.int64)
        for aim in self._aiming:
            found[:, aim] = self._price * self._more(aim, steps, ends, may_end.T)
        return found

    def _more(
        self, aim: int, steps: Steps, ends: NDArray[np.int8], may_end: NDArray[np.bool_]
    ) -> NDArray[np.int64]:
        """Return how many sections more one *aim* has outside its part."""
        aims, far = self._aims, np.int16(len(self._graph.sections) + 1)
        near = aims.near[aim][:, None]
        numbers, (one, other) = np.arange(steps.shape[2]), ends.T
        usual: list[Steps] = []
        own: list[Steps] = []
        for stop, prices in zip(aims.stops[aim], (aims.start[aim], aims.finish[aim]), strict=True):
            usual.append(np.minimum(prices // self._price, far).astype(np.int16)[:, None])
            own.append(np.where(near, np.maximum(steps[:, stop], usual[-1]), usual[-1]))
        start, finish = (ways - before for ways, before in zip(own, usual, strict=True))
        # At least so much more it is wherever an end may still come to lie.
        starts, finishes = (
            np.where(may_end, more, far).min(axis=0, initial=far) for more in (start, finish)
        )
        back = start[self._task[aims.stops[aim, 1]]]
        unknown = np.minimum(starts + finishes, back)
        single = np.minimum(start[one, numbers] + finishes, finish[one, numbers] + starts)
        both = _cheapest(own, one, other, numbers) - _cheapest(usual, one, other, 0)
        known = np.where(other == NOWHERE, single, both)
        return np.where(one == NOWHERE, unknown, known).astype(np.int64)

    def _rides(
        self, stops: NDArray[np.int8], open_: set[int]
    ) -> list[tuple[int, int, NDArray[np.bool_]]]:
        """Return the rides that some beginnings may take, or have taken, and which of them."""
        first, second = stops.T
        found = []
        for pair in self._stations:
            whose = (first == NOWHERE) & (set(pair) <= open_)
            for one, other in (pair, pair[::-1]):
                whose |= (first == one) & (second == other)
                whose |= (first == one) & (second == NOWHERE) & (other in open_)
            if whose.any():
                found.append((*pair, whose))
        return found


def _cheapest(
    ways: Sequence[Steps],
    one: NDArray[np.int8],
    other: NDArray[np.int8],
    numbers: NDArray[np.intp] | int,
) -> Steps:
    """Return how long the ways of walks from *one* to *other* or back are together."""
    start, finish = ways
    ahead = start[one, numbers] + finish[other, numbers]
    back = start[other, numbers] + finish[one, numbers]
    found: Steps = np.minimum(ahead, back)
    return found
