"""Throws of several dice as multisets of classes, and what artefacts make of them.

A throw's worth depends only on how much each die lacks, so dice are counted by classes. For
all but the Huntress there are three: dice that succeed, dice that need one +2, dice that need
two. Which face is in which depends on the Amulets opened. The Huntress tells 4 from 5, so she
has five: the faces 1, 2, 3, 4 and "5 or 6".

Faces above 6 count as 6, and the faces 1 to 6 are equally likely (our decisions).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Counts = tuple[int, ...]
FACES = (1, 2, 3, 4, 5, 6)
SUCCESS = 5
# What a Dagger adds to each of two dice, and an Amulet to all.
DAGGER, AMULET = 2, 1
NEEDS = 3


def class_of(face: int, amulets: int, *, hunting: bool) -> int:
    """Return the class of a die that shows *face*, before Daggers and Tiaras.

    Source: step 3, point 4; "Amulet", "Huntress".

    >>> [class_of(face, 0, hunting=False) for face in FACES]
    [2, 2, 1, 1, 0, 0]
    >>> [class_of(face, 0, hunting=True) for face in FACES]
    [0, 1, 2, 3, 4, 4]
    """
    if hunting:
        return min(face, SUCCESS) - 1
    lacking = max(0, SUCCESS - face - AMULET * amulets)
    return (lacking + DAGGER - 1) // DAGGER


def sixths(amulets: int, *, hunting: bool) -> Counts:
    """Return how many of the six faces fall into each class."""
    of = [class_of(face, amulets, hunting=hunting) for face in FACES]
    return tuple(of.count(kind) for kind in range(SUCCESS if hunting else NEEDS))


@dataclass(frozen=True)
class Throws:
    """All multisets of up to ``level`` dice by classes, the empty one first, by size.

    ``up[c, i]`` is the multiset *i* with a die of class *c* more (only below ``level`` dice),
    ``down[c, i]`` the one with a die of it fewer, -1 where it has none.
    """

    level: int
    counts: tuple[Counts, ...]
    number: dict[Counts, int]
    starts: tuple[int, ...]
    up: NDArray[np.intp]
    down: NDArray[np.intp]

    def of_size(self, size: int) -> slice:
        """Return which multisets have *size* dice."""
        return slice(self.starts[size], self.starts[size + 1])

    @property
    def full(self) -> tuple[Counts, ...]:
        """The multisets of all dice."""
        return self.counts[self.of_size(self.level)]


@lru_cache(maxsize=64)
def throws(level: int, classes: int) -> Throws:
    """Return the multisets of up to *level* dice of so many *classes*."""
    layers: list[list[Counts]] = [[(0,) * classes]]
    for _ in range(level):
        more = {_with(one, c, 1) for one in layers[-1] for c in range(classes)}
        layers.append(sorted(more, reverse=True))
    counts = tuple(one for layer in layers for one in layer)
    number = {one: i for i, one in enumerate(counts)}
    starts = tuple(int(n) for n in np.cumsum([0, *map(len, layers)]))
    below = counts[: starts[level]]
    up = [[number[_with(one, c, 1)] for one in below] for c in range(classes)]
    down = [[number.get(_with(one, c, -1), -1) for one in counts] for c in range(classes)]
    ups = np.array(up, np.intp).reshape(classes, len(below))
    return Throws(level, counts, number, starts, ups, np.array(down, np.intp))


def _with(counts: Counts, kind: int, more: int) -> Counts:
    return (*counts[:kind], counts[kind] + more, *counts[kind + 1 :])


def fewest_failures(counts: Counts, daggers: int, tiaras: int) -> int:
    """Return how many dice fail after the best use of Daggers and Tiaras.

    *counts* are dice that succeed, need one +2, need two. Tiaras go to those that need most.
    A Dagger never raises one die twice, so two of its +2 on one die take two Daggers.

    Source: step 3, points 3 and 4; "Dagger", "Tiara".
    """
    _, one, two = counts
    used = min(tiaras, two)
    two, one = two - used, max(0, one - (tiaras - used))
    left = DAGGER_DICE * daggers
    used = min(left, one)
    one, left = one - used, left - used
    if daggers > 1:
        two -= min(two, left // 2)
    return one + two


# Dice that one Dagger raises.
DAGGER_DICE = 2


@lru_cache(maxsize=256)
def failures(level: int, daggers: int, tiaras: int) -> NDArray[np.intp]:
    """Return the fewest failures of every full throw, in the order of ``Throws.full``."""
    full = throws(level, NEEDS).full
    return np.array([fewest_failures(one, daggers, tiaras) for one in full], np.intp)


@lru_cache(maxsize=256)
def hunts(level: int, daggers: int, amulets: int, tiaras: int) -> NDArray[np.intp]:
    """Return what the Huntress can reach from every full throw, (throws, most ways).

    A way is ``hits * (level + 1) + failures``; rows are filled up with their first way.
    Effects may be used in part or left out (our decision): an erased symbol can hurt.

    Source: "Huntress"; "Effects of artefacts".
    """
    known, full = _known(level), throws(level, SUCCESS).full
    found = [sorted(_ways(one, (daggers, amulets, tiaras), known)) for one in full]
    most = max(map(len, found))
    return np.array([ways + ways[:1] * (most - len(ways)) for ways in found], np.intp)


@lru_cache(maxsize=8)
def _known(level: int) -> dict[tuple[Counts, int, int, int], frozenset[int]]:
    """Return the table of ways that all throws of *level* dice share."""
    return {}


def _ways(
    counts: Counts,
    cards: tuple[int, int, int],
    known: dict[tuple[Counts, int, int, int], frozenset[int]],
) -> frozenset[int]:
    """Return the pairs of hits and failures that *cards* can make of the dice *counts*."""
    key = (counts, *cards)
    if key in known:
        return known[key]
    hits = counts[SUCCESS - 1]
    found = {hits * (sum(counts) + 1) + sum(counts[: SUCCESS - 2])}
    daggers, amulets, tiaras = cards
    if tiaras:
        for kind in _kinds(counts):
            raised = _with(_with(counts, kind, -1), SUCCESS - 1, 1)
            found |= _ways(raised, (daggers, amulets, tiaras - 1), known)
    if amulets:
        raised = (0, *counts[: SUCCESS - 2], counts[SUCCESS - 2] + hits)
        found |= _ways(raised, (daggers, amulets - 1, tiaras), known)
    if daggers:
        for raised in daggered(counts):
            found |= _ways(raised, (daggers - 1, amulets, tiaras), known)
    known[key] = frozenset(found)
    return known[key]


def daggered(counts: Counts) -> set[Counts]:
    """Return what one Dagger can make of dice counted by the Huntress's classes.

    Source: "Dagger".
    """
    found = set()
    for first in _kinds(counts):
        rest = _with(counts, first, -1)
        once = min(first + DAGGER, SUCCESS - 1)
        found.add(_with(rest, once, 1))
        for second in _kinds(rest):
            both = _with(_with(rest, second, -1), once, 1)
            found.add(_with(both, min(second + DAGGER, SUCCESS - 1), 1))
    return found


def counts_of(classes: Sequence[int], number: int) -> Counts:
    """Return how many of *classes* are of each, of so many."""
    return tuple(classes.count(kind) for kind in range(number))


def hunting_ways(faces: Sequence[int], cards: tuple[int, int, int]) -> set[tuple[int, int]]:
    """Return the hits and failures that the Huntress can reach from *faces* with *cards*."""
    counts = counts_of([class_of(face, 0, hunting=True) for face in faces], SUCCESS)
    ways = _ways(counts, cards, _known(len(faces)))
    return {(way // (len(faces) + 1), way % (len(faces) + 1)) for way in ways}


def _kinds(counts: Counts) -> list[int]:
    return [kind for kind, number in enumerate(counts) if number]
