"""Terms that the order of the walk decides: at most for a set of sections, exactly for a walk."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from scorer.rules.scoring.terms.parts import OnWalk, Pieces
from scorer.rules.search.cards.rows import Rows
from scorer.rules.search.columns import Columns, Counts, columns_of
from scorer.rules.search.drawing.graph import Graph
from scorer.rules.search.walks.turning import Walk
from scorer.rules.search.walks.walk import named


class OnWalks:
    """All such terms in play, together."""

    def __init__(self, graph: Graph, parts: tuple[OnWalk, ...]) -> None:
        self._graph = graph
        self._parts = parts
        self._bound: Columns = columns_of(graph, (one for part in parts for one in part.at_most))
        self._rows = Rows(graph, self.pieces) if self.pieces is not None else None
        self.empty = self._points(Walk())

    @property
    def pieces(self) -> Pieces | None:
        """What pieces of a walk tell of it, where there is but one term."""
        return self._parts[0].pieces if len(self._parts) == 1 else None

    @property
    def alike(self) -> bool:
        """Whether neither the direction nor the start of a closed walk makes a difference."""
        return all(part.alike for part in self._parts)

    @property
    def stops(self) -> bool:
        """Whether a best walk may end anywhere though it could go on."""
        return not all(part.kept_by_going_on for part in self._parts)

    def at_most(self, sections: int) -> int:
        """Return PP that no walk over a part of *sections* exceeds."""
        most = self._bound.of_set(sections)
        return min(most, self._rows.of_set(sections)) if self._rows is not None else most

    def roughly(self, sets: NDArray[np.uint64]) -> Counts:
        """Return, soon, PP that no walk over a part of each of *sets* exceeds."""
        return self._bound.of_sets(sets)

    def closely(self, sets: NDArray[np.uint64]) -> Counts:
        """Return closer bounds than ``roughly``."""
        most = self._bound.of_sets(sets)
        if self._rows is None:
            return most
        numbers = np.arange(len(self._graph.sections), dtype=np.uint64)
        drawn = (sets[:, None] >> numbers & np.uint64(1)).astype(np.bool_)
        return np.minimum(most, self._rows.of_sets(drawn))

    def best(self, walk: Walk) -> tuple[int, Walk]:
        """Return the most PP of *walk* from any of its starts, and how it is walked then."""
        if self.alike:
            return self._points(walk), walk
        return max(((self._points(one), one) for one in _starts(walk)), key=lambda found: found[0])

    def _points(self, walk: Walk) -> int:
        route = named(self._graph, walk)
        return sum(part.points(route) for part in self._parts)


def _starts(walk: Walk) -> Iterator[Walk]:
    """Yield *walk* as given, backwards and, where it is closed, from each of its crossroads."""
    for points, sections in (
        (walk.crossroads, walk.sections),
        (walk.crossroads[::-1], walk.sections[::-1]),
    ):
        for at in range(len(sections)) if walk.closed else (0,):
            turned = (*points[at:], *points[1 : at + 1]) if at else points
            yield Walk(turned, sections[at:] + sections[:at])
