"""How many sections a walk must leave out at least, exactly, for many questions at once.

The sections that a walk leaves out of a drawing meet an odd number of times at every odd
crossroads that is no end of the walk, and an even number of times elsewhere. Whether the
walk hangs together is not asked, so a real walk may have to leave out more, never less.

The crossroads are gone through column by column. On the way only the crossroads of a
narrow front matter, those passed that still have sections ahead: for every choice of which
of them have met an odd number of left-out sections so far, the fewest are noted.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.rules.search.drawing.graph import Graph, bits

# More sections than any drawing has; sums of a few of these stay within 16 bits.
NEVER = 4096
# Ends that a walk has.
ENDS = 2


@dataclass(frozen=True, slots=True)
class Question:
    """What may be left out, and where: masks of sections and of crossroads.

    ``odd`` crossroads are met an odd number of times, but for exactly ``free`` ends, which
    are chosen among those that ``may_end``. Sections that are ``uncounted`` may be left out
    like others, but are not counted.
    """

    droppable: int
    odd: int
    may_end: int
    free: int
    uncounted: int = 0

    def cost(self, i: int) -> int:
        """Return what leaving out section *i* counts."""
        return int(not self.uncounted >> i & 1) if self.droppable >> i & 1 else NEVER


@dataclass(frozen=True, slots=True)
class _Pass:
    """One crossroads left behind: its place in the front, and the sections met there.

    Each section comes with its number and the two places of its ends.
    """

    crossroads: int
    place: int
    sections: tuple[tuple[int, int, int], ...]


class LeastLeftOut:
    """Answers questions about the sections of one drawing."""

    def __init__(self, graph: Graph) -> None:
        plans = [_plan(graph, order) for order in _orders(graph)]
        self._passes, self._width = min(plans, key=lambda plan: plan[1])

    def __call__(self, questions: Sequence[Question]) -> list[int | None]:
        """Return the fewest sections left out for each of *questions*; None where none fit."""
        if not questions:
            return []
        states = np.arange(1 << self._width)
        fewest = np.full((len(questions), ENDS + 1, 1 << self._width), NEVER, np.int16)
        fewest[:, 0, 0] = 0
        for step in self._passes:
            for i, one, other in step.sections:
                cost = [question.cost(i) for question in questions]
                dropped = fewest[:, :, states ^ (1 << one | 1 << other)]
                dropped += np.array(cost, np.int16)[:, None, None]
                np.minimum(fewest, dropped, out=fewest)
            _leave(fewest, step, questions)
            np.minimum(fewest, NEVER, out=fewest)
        found = [int(fewest[n, question.free, 0]) for n, question in enumerate(questions)]
        return [number if number < NEVER else None for number in found]


def _leave(fewest: NDArray[np.int16], step: _Pass, questions: Sequence[Question]) -> None:
    """Leave a crossroads behind: keep only what is odd there as asked; its place is free."""
    v = step.crossroads
    wanted = np.array([question.odd >> v & 1 for question in questions])
    here = fewest.reshape(len(questions), ENDS + 1, -1, 2, 1 << step.place)
    all_questions = np.arange(len(questions))
    kept = here[all_questions, :, :, wanted]
    ending = np.array([question.may_end >> v & 1 for question in questions], bool)
    if ending.any():
        ended = here[all_questions, :, :, 1 - wanted][:, :ENDS]
        ended[~ending] = NEVER
        np.minimum(kept[:, 1:], ended, out=kept[:, 1:])
    here[:, :, :, 0] = kept
    here[:, :, :, 1] = NEVER


def _orders(graph: Graph) -> list[list[int]]:
    """Return the crossroads column by column and line by line."""
    places = [point.lattice or (0, 0) for point in graph.crossroads]
    numbers = range(len(places))
    return [
        sorted(numbers, key=lambda v: places[v]),
        sorted(numbers, key=lambda v: places[v][::-1]),
    ]


def _plan(graph: Graph, order: list[int]) -> tuple[list[_Pass], int]:
    """Return how the crossroads are left behind in *order*, and the widest front."""
    place: dict[int, int] = {}
    free: list[int] = []
    passes = []
    width = 0
    met = 0
    for v in order:
        sections = []
        ahead = graph.incident[v] & ~met
        met |= ahead
        for u in (v, *(u for i in bits(ahead) for u in graph.ends[i])):
            if u not in place:
                place[u] = free.pop() if free else width
                width = max(width, place[u] + 1)
        for i in bits(ahead):
            a, b = graph.ends[i]
            sections.append((i, place[a], place[b]))
        passes.append(_Pass(v, place[v], tuple(sections)))
        free.append(place.pop(v))
    return passes, width
