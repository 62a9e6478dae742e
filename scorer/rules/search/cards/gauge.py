"""What a goal card's measure tells the search of sets of sections: the gauge of it."""

from abc import ABC, abstractmethod
from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from scorer.rules.search.cards.limits import Limit
from scorer.rules.search.drawing.graph import Graph
from scorer.rules.search.walks.turning import Walk

Counts = NDArray[np.int64]
Sets = NDArray[np.uint64]

# More than any walk comes to.
FAR = 1 << 20


class Begun(Protocol):
    """A walk over all of ``sections`` of which some joints are settled, the others open."""

    @property
    def sections(self) -> int:
        """The sections walked."""

    def turned(self, *, most: bool) -> int:
        """Return the most or the fewest turns that it can come to."""

    def run(self, *, most: bool) -> int:
        """Return the longest straight run there may be, or the one that there has to be."""

    def beside_ends(self, mask: int, *, most: bool) -> int:
        """Return 1 where it may start or end by a section of *mask*, or has to; else 0."""


class Gauge(ABC):
    """One measure of a set of sections, which only grows with the set.

    What it tells the search of itself: whether it is ``ordered``, that is whether the order
    of the walk changes it; whether it ``asks_ends``, ``asks_run`` or ``asks_turns``, for which
    the search has ways of its own; whether it is ``kept_by_loops``: a walk that takes a closed
    loop on its way, or goes on at an end, never has less of it.
    """

    ordered: ClassVar[bool] = False
    asks_ends: ClassVar[bool] = False
    asks_run: ClassVar[bool] = False
    asks_turns: ClassVar[bool] = False
    kept_by_loops: ClassVar[bool] = True

    @abstractmethod
    def value(self, sections: int) -> int:
        """Return the measure of one set; where the order matters, the most in any subset."""

    @abstractmethod
    def limit(self, most: int) -> Limit | None:
        """Return what a route keeps to come to at *most* so much; None if sections do not tell."""

    def walked(self, walk: Walk) -> int:
        """Return the measure of one walk."""
        return self.value(sum(1 << i for i in walk.sections))

    def ahead(self, begun: Begun, *, most: bool) -> int:
        """Return the most, or the least, that a walk begun so can come to."""
        return self.value(begun.sections)

    def values(self, sets: Sets) -> Counts:
        """Return the measure of each of many *sets* of up to 64 sections."""
        return np.array([self.value(sections) for sections in sets.tolist()], np.int64)

    def roughly(self, sets: Sets, *, most: bool) -> Counts:
        """Return, soon, a value that nothing beats which each set can come to."""
        return self.values(sets)

    def closely(self, sets: Sets, near: Sets, *, most: bool) -> Counts:
        """Return the most, or the least, that each set can come to in any order.

        *near* are the sections at the ends of each walk, all sections for a closed one.
        """
        return self.values(sets)

    def stops(self, graph: Graph) -> int:
        """Return the crossroads (a mask) where a walk may stop for it though it could go on."""
        return 0


class OrderedGauge(Gauge):
    """A measure that the order of the walk changes.

    Unless it says more of itself a walk may stop anywhere for it, and a loop may spoil it.
    """

    ordered: ClassVar[bool] = True
    kept_by_loops: ClassVar[bool] = False

    @abstractmethod
    def most(self, sets: Sets, near: Sets) -> Counts:
        """Return the most that each set can come to; *near* as for ``closely``."""

    @abstractmethod
    def least(self, sets: Sets, near: Sets) -> Counts:
        """Return the least that each set can come to; *near* as for ``closely``."""

    @abstractmethod
    def walked(self, walk: Walk) -> int:
        """Return the measure of one walk."""

    def ahead(self, begun: Begun, *, most: bool) -> int:
        """Return the most, or the least, that a walk begun so can come to."""
        return self.value(begun.sections) if most else 0

    def limit(self, most: int) -> Limit | None:
        return None

    def roughly(self, sets: Sets, *, most: bool) -> Counts:
        return np.full(len(sets), FAR if most else 0, np.int64)

    def closely(self, sets: Sets, near: Sets, *, most: bool) -> Counts:
        return self.most(sets, near) if most else self.least(sets, near)

    def stops(self, graph: Graph) -> int:
        return (1 << len(graph.crossroads)) - 1
