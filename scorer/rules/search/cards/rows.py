"""Rows of sections that count for a term on the walk: without them no section counts.

A run of three colours, say, takes three sections that meet one another in a row. A section that
lies on no such row of a set is on no run of any walk over it, however it is walked.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from scorer.rules.scoring.terms.parts import Pieces
from scorer.rules.search.drawing.graph import Graph, bits

Counts = NDArray[np.int64]


class Rows:
    """The rows of *graph* that count by *pieces*, and what any set of sections has on them."""

    def __init__(self, graph: Graph, pieces: Pieces) -> None:
        self._points = pieces.points
        own = (1 << len(graph.sections)) - 1 & ~graph.free
        letters = {i: pieces.letters.get(graph.sections[i], pieces.other) for i in bits(own)}
        self._each = {i: pieces.most(letter) for i, letter in letters.items()}
        self._masks = tuple(sorted(set(_rows(graph, letters, pieces.rows))))
        # Which sections lie on each row (R, S), and what each section adds (S,).
        count = len(graph.sections)
        self._on = np.array(
            [[mask >> i & 1 for i in range(count)] for mask in self._masks], np.float32
        ).reshape(len(self._masks), count)
        self._adds = np.array([self._each.get(i, 0) for i in range(count)], np.int64)

    def of_set(self, sections: int) -> int:
        """Return points that no walk over a part of *sections* exceeds."""
        on = 0
        for mask in self._masks:
            if mask & sections == mask:
                on |= mask
        return self._points(sum(self._each[i] for i in bits(on)))

    def of_sets(self, drawn: NDArray[np.bool_]) -> Counts:
        """Return the same for many sets.

        Parameters
        ----------
        drawn : (N, S) bool
            Which of S sections each of them has.
        """
        there = drawn.astype(np.float32) @ self._on.T >= self._on.sum(axis=1)
        on = there.astype(np.float32) @ self._on > 0
        sums, which = np.unique(on @ self._adds, return_inverse=True)
        return np.array(list(map(self._points, sums.tolist())), np.int64)[which]


def _rows(graph: Graph, letters: dict[int, str], words: frozenset[str]) -> Iterator[int]:
    """Yield the sections (a mask) of each row that is a word, read from either side."""
    begun = {word[:length] for word in words for length in range(1, len(word) + 1)}
    open_ = [(letter, 1 << i, end) for i, letter in letters.items() for end in graph.ends[i]]
    while open_:
        word, mask, at = open_.pop()
        if word not in begun:
            continue
        if word in words:
            yield mask
        for i in bits(graph.incident[at] & ~graph.free & ~mask):
            a, b = graph.ends[i]
            open_.append((word + letters[i], mask | 1 << i, b if at == a else a))
