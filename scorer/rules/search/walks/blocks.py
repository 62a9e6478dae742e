"""How much of a walk may lie between two crossroads of the task: for many sets at once.

A section is a *bridge* if every way from the start of the walk to its end takes it. As all
crossroads but the ends are even, no other section divides what is walked; so the bridges divide
it into *blocks*, one after the other, and the walk goes through each of them once and for all.

The part for the task from p to q lies in the blocks from that of p to that of q. Of these it
leaves out a way to p from where the walk comes into the block, and a way from q to where it
leaves it. Blocks are told apart by how many bridges lie before them.
"""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from scorer.rules.search.drawing.cycles import own_distances
from scorer.rules.search.drawing.graph import Graph

Counts = NDArray[np.int64]
Rides = Sequence[tuple[int, int, NDArray[np.bool_]]]

WORD = 64
NOWHERE = -1
# More bridges than any walk has: before a crossroads that it does not come to.
FAR = 1 << 12


def most_on_parts(
    graph: Graph,
    task: tuple[int, ...],
    rows: NDArray[np.bool_],
    ends: NDArray[np.int8],
    rides: Rides = (),
) -> Counts:
    """Return how many sections walks have at most between two crossroads of *task*.

    Parameters
    ----------
    rows : (N, S) bool
        Which of S sections each walk has: all of one that there is.
    ends : (N, 2) int8
        Both ends of each walk, NOWHERE for a closed one.
    rides : sequence of (int, int, (N,) bool)
        Two crossroads that a ride joins, which is no section, and which of the walks ride so.
    """
    numbers, first = np.arange(len(rows)), np.array(graph.ends, np.intp)[:, 0]
    closed = ends[:, 0] == NOWHERE
    start = np.where(closed, first[rows.argmax(axis=1)], ends[:, 0])
    steps = own_distances(graph, task, rows, rides)
    before = bridges_before(graph, rows, start, rides)
    last = np.where(closed, 0, before[numbers, ends[:, 1]])
    sides = before[:, np.array(graph.ends, np.intp)]
    nearer, further = sides.min(axis=2), sides.max(axis=2)
    found = np.zeros(len(rows), np.int64)
    for i, j in combinations(range(len(task)), 2):
        one, other = before[:, task[i]], before[:, task[j]]
        low, high = np.minimum(one, other), np.maximum(one, other)
        within = rows & (nearer >= low[:, None]) & (further <= high[:, None])
        length = within.sum(axis=1)
        ahead, beyond = before < low[:, None], (before > high[:, None]) & (before < FAR)
        for p, q, may in ((i, j, one <= other), (j, i, other <= one)):
            # A closed walk may as well begin with the part.
            starts, finishes = (np.where(closed, task[p], end) for end in ends.T)
            come = np.where(low == 0, steps[numbers, p, starts], _to(steps[:, p], ahead))
            go = np.where(high == last, steps[numbers, q, finishes], _to(steps[:, q], beyond))
            found = np.maximum(found, np.where(may & (high < FAR), length - come - go, 0))
    return found


def _to(steps: NDArray[np.int16], there: NDArray[np.bool_]) -> Counts:
    """Return how far it is to the bridge that leads to the crossroads *there*."""
    far = np.where(there, steps, np.int16(FAR)).min(axis=1)
    found: Counts = np.maximum(far - 1, 0).astype(np.int64)
    return found


def bridges_before(
    graph: Graph, rows: NDArray[np.bool_], start: NDArray[np.intp], rides: Rides = ()
) -> NDArray[np.int16]:
    """Return how many sections every way from the *start* of a set takes to each crossroads.

    Those that every way takes are those that every way to some neighbour takes, and the
    section from there. At first all are thought to be; then as many go as have to.

    Returns
    -------
    (N, V) int16
        FAR where there is no way.
    """
    count, sections = len(rows), len(graph.sections)
    words = (sections + 1) // WORD + 1
    taken = np.full((len(graph.crossroads), words, count), ~np.uint64(0))
    taken[start, :, np.arange(count)] = 0
    ways = [(a, b, i, rows[:, i]) for i, (a, b) in enumerate(graph.ends) if rows[:, i].any()]
    ways += [(a, b, sections, whose) for a, b, whose in rides]
    steps = []
    for a, b, i, whose in ways:
        bars = np.repeat(np.where(whose, np.uint64(0), ~np.uint64(0))[None], words, axis=0)
        bars[i // WORD] |= np.uint64(1 << i % WORD)
        steps.append((a, b, bars))
    while True:
        known = taken.copy()
        for a, b, bars in steps:
            taken[b] &= taken[a] | bars
            taken[a] &= taken[b] | bars
        steps.reverse()
        if np.array_equal(known, taken):
            break
    found = np.bitwise_count(taken).sum(axis=1, dtype=np.int16).T
    # One bit more than there are sections and rides is left where nothing came to.
    return np.where(taken[:, -1].T >> np.uint64(WORD - 1) & np.uint64(1), np.int16(FAR), found)
