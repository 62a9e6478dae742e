"""Ways over a drawing: shortest ones, a tree of it, and the sums of its circles."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scorer.rules.search.drawing.graph import Graph, bits

Keys = NDArray[np.int64]

# Bits of a machine word.
WORD = 64


def own_distances(
    graph: Graph,
    task: tuple[int, ...],
    rows: NDArray[np.bool_],
    rides: Sequence[tuple[int, int, NDArray[np.bool_]]] = (),
) -> NDArray[np.int16]:
    """Return the sections on a shortest way from each crossroads of *task* to every other.

    Parameters
    ----------
    rows : (N, E) bool
        Which sections each of N sets holds.
    rides : sequence of (int, int, (N,) bool)
        Two crossroads that a ride joins, which counts nothing, and which of the sets may ride.

    Returns
    -------
    (N, T, V) int16
        More than any way has, where there is no way over the sections of the set.
    """
    count, crossroads = len(graph.sections), range(len(graph.crossroads))
    # A bit for each set, 64 in a word: whose section it is, who has got to a crossroads.
    words = -(-len(rows) // WORD)
    open_ = _packed(np.vstack([rows.T, np.zeros((1, len(rows)), np.bool_)]), words)
    slots = _slots(graph)
    reached = np.zeros((len(crossroads), len(task), words), np.uint64)
    reached[list(task), np.arange(len(task))] = ~np.uint64(0)
    joined = [(a, b, _packed(whose[None], words)) for a, b, whose in rides]
    _ride(reached, joined)
    # The steps taken to each crossroads, a plane for each binary digit.
    planes: list[NDArray[np.uint64]] = []
    for step in range(1, count + 1):
        grown = reached.copy()
        for neighbours, sections in slots:
            grown |= reached[neighbours] & open_[sections][:, None]
        _ride(grown, joined)
        new = grown & ~reached
        if not new.any():
            break
        if step.bit_length() > len(planes):
            planes.append(np.zeros_like(new))
        for digit in bits(step):
            planes[digit] |= new
        reached = grown
    found = (1 - _unpacked(reached, len(rows))).astype(np.int16) * np.int16(count + 1)
    for digit, plane in enumerate(planes):
        found += _unpacked(plane, len(rows)).astype(np.int16) << np.int16(digit)
    return found.transpose(2, 1, 0)


def _slots(graph: Graph) -> list[tuple[list[int], list[int]]]:
    """Return every crossroads' first neighbour and the section to it, then every second one's …

    Where a crossroads has no more, itself, by a section that nobody has.
    """
    found = []
    left = list(graph.incident)
    while any(left):
        neighbours, sections = list(range(len(left))), [len(graph.sections)] * len(left)
        for v, around in enumerate(left):
            if around:
                i = sections[v] = next(iter(bits(around)))
                a, b = graph.ends[i]
                neighbours[v] = b if a == v else a
                left[v] ^= 1 << i
        found.append((neighbours, sections))
    return found


def _ride(reached: NDArray[np.uint64], joined: list[tuple[int, int, NDArray[np.uint64]]]) -> None:
    """Let whoever is at one end of its ride be at the other too."""
    for a, b, whose in joined:
        both = (reached[a] | reached[b]) & whose
        reached[a] |= both
        reached[b] |= both


def _packed(rows: NDArray[np.bool_], words: int) -> NDArray[np.uint64]:
    """Return *rows* as bits of so many *words*."""
    wide = np.zeros((len(rows), words * WORD), np.bool_)
    wide[:, : rows.shape[1]] = rows
    return np.packbits(wide, axis=1, bitorder="little").view(np.uint64)


def _unpacked(words: NDArray[np.uint64], count: int) -> NDArray[np.uint8]:
    """Return the first *count* bits of *words* along the last axis."""
    return np.unpackbits(words.view(np.uint8), axis=-1, count=count, bitorder="little")


def spanning_tree(graph: Graph, part: int) -> tuple[dict[int, int], list[int]]:
    """Return each crossroads' path to the root (a mask) and the fundamental cycles."""
    root = graph.touched(part)[0]
    paths = {root: 0}
    left = part
    queue = [root]
    for at in queue:
        for i in bits(graph.incident[at] & part):
            a, b = graph.ends[i]
            to = b if at == a else a
            if to not in paths:
                paths[to] = paths[at] | 1 << i
                left &= ~(1 << i)
                queue.append(to)
    cycles = [1 << i | paths[graph.ends[i][0]] ^ paths[graph.ends[i][1]] for i in bits(left)]
    return paths, cycles


def sums(cycles: list[int]) -> NDArray[np.uint64]:
    """Return every sum of *cycles*, the empty one first."""
    found = np.zeros(1, np.uint64)
    for cycle in cycles:
        found = np.concatenate([found, found ^ np.uint64(cycle)])
    return found


def sum_of(cycles: list[int], chosen: int) -> int:
    total = 0
    for i in bits(chosen):
        total ^= cycles[i]
    return total


def distances(graph: Graph, part: int) -> NDArray[np.int64]:
    """Return the sections on a shortest way between any two crossroads of *part*."""
    count = len(graph.crossroads)
    found = np.full((count, count), len(graph.sections) + 1, np.int64)
    for start in graph.touched(part):
        found[start, start] = 0
        queue = [start]
        for at in queue:
            for i in bits(graph.incident[at] & part):
                a, b = graph.ends[i]
                to = b if at == a else a
                if found[start, to] > found[start, at] + 1:
                    found[start, to] = found[start, at] + 1
                    queue.append(to)
    return found
