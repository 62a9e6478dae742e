"""Ways over a drawing: shortest ones, a tree of it, and the sums of its circles."""

import numpy as np
from numpy.typing import NDArray

from scorer.rules.search.drawing.graph import Graph, bits

Keys = NDArray[np.int64]


def own_distances(graph: Graph, task: tuple[int, ...], sets: NDArray[np.uint64]) -> Keys:
    """Return the sections on a shortest way from each crossroads of *task* to every other.

    Returns
    -------
    (N, T, V) int64
        More than any way has, where there is no way over the sections of the set.
    """
    count, numbers = len(graph.crossroads), np.arange(len(graph.sections), dtype=np.uint64)
    drawn = (sets[:, None] >> numbers & np.uint64(1)).astype(np.float32)
    joined = np.zeros((len(sets), count, count), np.float32)
    for i, (a, b) in enumerate(graph.ends):
        joined[:, a, b] += drawn[:, i]
        joined[:, b, a] += drawn[:, i]
    steps = np.full((len(sets), len(task), count), len(graph.sections) + 1, np.int64)
    steps[:, np.arange(len(task)), list(task)] = 0
    wave = steps == 0
    for step in range(1, len(graph.sections) + 1):
        wave = (wave.astype(np.float32) @ joined > 0) & (steps > step)
        if not wave.any():
            break
        steps[wave] = step
    return steps


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
