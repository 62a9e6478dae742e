"""Ways over a drawing: shortest ones, a tree of it, and the sums of its circles."""

import numpy as np
from numpy.typing import NDArray

from scorer.rules.search.drawing.graph import Graph, bits

Keys = NDArray[np.int64]


def own_distances(
    graph: Graph,
    task: tuple[int, ...],
    rows: NDArray[np.bool_],
    rides: NDArray[np.int8] | None = None,
) -> Keys:
    """Return the sections on a shortest way from each crossroads of *task* to every other.

    Parameters
    ----------
    rows : (N, E) bool
        Which sections each of N sets holds.
    rides : (N, 2) int8, optional
        The crossroads that a ride of each set joins, which counts nothing.

    Returns
    -------
    (N, T, V) int64
        More than any way has, where there is no way over the sections of the set.
    """
    far = len(graph.sections) + 1
    apart = np.where(rows.T, 1, far).astype(np.int16)[:, :, None]
    steps = np.full((len(graph.crossroads), len(rows), len(task)), far, np.int16)
    steps[list(task), :, np.arange(len(task))] = 0
    order = list(range(len(graph.sections)))
    while True:
        before = steps.copy()
        # To and fro along the board, so that ways of any direction are soon found.
        for i in (*order, *reversed(order)):
            a, b = graph.ends[i]
            np.minimum(steps[a], steps[b] + apart[i], out=steps[a])
            np.minimum(steps[b], steps[a] + apart[i], out=steps[b])
        if rides is not None:
            numbers = np.arange(len(rows))
            least = np.minimum(steps[rides[:, 0], numbers], steps[rides[:, 1], numbers])
            steps[rides[:, 0], numbers] = steps[rides[:, 1], numbers] = least
        if np.array_equal(before, steps):
            return steps.transpose(1, 2, 0).astype(np.int64)


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
