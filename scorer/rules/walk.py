"""Walking a set of sections: one walk over all of them, and the best one for the task."""

from collections.abc import Iterator
from dataclasses import dataclass

from scorer.rules.graph import Graph, bits
from scorer.rules.notation import Crossroads
from scorer.rules.sheet import FinalRoute


@dataclass(frozen=True)
class TaskSplit:
    """How a walk is cut for the personal task: before, the counted part, after.

    ``before`` leads from the start to crossroads ``first``, ``part`` from there to ``last``
    and ``after`` on to the end; each is a mask. A closed walk starts at ``first``.
    """

    first: int
    last: int
    before: int
    part: int
    after: int

    @property
    def points(self) -> int:
        """Sections on the counted part."""
        return self.part.bit_count()


def best_split(
    graph: Graph,
    sections: int,
    ends: tuple[int, int] | None,
    task: tuple[int, ...],
    more_than: int = 0,
) -> TaskSplit | None:
    """Return the cut of a walk over *sections* with the longest part for the task.

    The part from p to q is longest where what is walked outside it is least: a path from
    the start to p and one from q to the end, sharing no section. Whatever else hangs on
    those paths only is walked with them; all the rest, one connected piece, is the part.
    So trying pairs of paths, shortest first, until their length alone rules out more,
    finds the longest part.

    Parameters
    ----------
    sections : int
        Mask; connected, and odd at *ends* only.
    ends : tuple of int, or None
        Both ends of the walk; None for a closed one.
    task : tuple of int
        The crossroads of the task.
    more_than : int
        Parts of up to so many sections are not looked for.

    Returns
    -------
    TaskSplit or None
        None where fewer than two of them are on the route, or no part is long enough.
    """
    visited = [v for v in task if graph.incident[v] & sections]
    best: TaskSplit | None = None
    for first in visited:
        for last in visited:
            if first == last:
                continue
            start, end = ends if ends is not None else (first, first)
            floor = best.points if best is not None else more_than
            better = _longest_between(graph, sections, (start, first, last, end), floor)
            best = better or best
    return best


def route_of(
    graph: Graph, sections: int, ends: tuple[int, int] | None, split: TaskSplit | None
) -> FinalRoute:
    """Return a walk over all of *sections*, cut as *split* says where it is given."""
    if not sections:
        return FinalRoute()
    if split is None:
        start = ends[0] if ends is not None else graph.touched(sections)[0]
        walked = _euler(graph, sections, start)
    else:
        start = ends[0] if ends is not None else split.first
        walked = [
            *_euler(graph, split.before, start),
            *_euler(graph, split.part, split.first),
            *_euler(graph, split.after, split.last),
        ]
    return _named(graph, start, walked)


def _longest_between(
    graph: Graph, sections: int, stops: tuple[int, int, int, int], floor: int
) -> TaskSplit | None:
    """Return the longest cut with *stops* (start, first, last, end) of more than *floor*."""
    start, first, last, end = stops
    size = sections.bit_count()
    to_first = _steps_to(graph, sections, first)
    to_end = _steps_to(graph, sections, end)
    best: TaskSplit | None = None
    budget = to_first[start] + to_end[last]
    while size - budget > floor:
        for before in _paths(graph, sections, (start, first), budget - to_end[last], to_first):
            left = budget - before.bit_count()
            for after in _paths(graph, sections & ~before, (last, end), left, to_end):
                if before.bit_count() + after.bit_count() != budget:
                    continue
                part = graph.connected_to(first, sections & ~before & ~after)
                if part.bit_count() > floor:
                    floor = part.bit_count()
                    best = _with_loops(graph, sections, TaskSplit(first, last, before, part, after))
        budget += 1
    return best


def _steps_to(graph: Graph, sections: int, end: int) -> dict[int, int]:
    """Return how many of *sections* lie at least between each crossroads and *end*."""
    found = {end: 0}
    queue = [end]
    for at in queue:
        for i in bits(graph.incident[at] & sections):
            for to in graph.ends[i]:
                if to not in found:
                    found[to] = found[at] + 1
                    queue.append(to)
    return found


def _with_loops(graph: Graph, sections: int, split: TaskSplit) -> TaskSplit:
    """Return *split* with the closed loops that hang on its two paths walked with them."""
    before, after = split.before, split.after
    for loop in graph.components(sections & ~split.before & ~split.part & ~split.after):
        if set(graph.touched(loop)) & set(graph.touched(split.before)):
            before |= loop
        else:
            after |= loop
    return TaskSplit(split.first, split.last, before, split.part, after)


def _paths(
    graph: Graph, sections: int, stops: tuple[int, int], longest: int, steps: dict[int, int]
) -> Iterator[int]:
    """Yield the paths between two *stops* of up to *longest* sections, as masks.

    A path visits no crossroads twice. From a place to itself there is only the empty one.
    *steps* says how far it is at least from each crossroads to the second stop.
    """
    start, end = stops
    if start == end:
        yield 0
        return
    stack = [(start, 0, 1 << start)]
    while stack:
        at, walked, seen = stack.pop()
        if walked.bit_count() + steps[at] > longest:
            continue
        for i in bits(graph.incident[at] & sections):
            a, b = graph.ends[i]
            to = b if at == a else a
            if to == end:
                yield walked | 1 << i
            elif not seen >> to & 1:
                stack.append((to, walked | 1 << i, seen | 1 << to))


def _euler(graph: Graph, sections: int, start: int) -> list[int]:
    """Return *sections* in an order in which they can be walked from *start* (Hierholzer)."""
    left = sections
    stack: list[tuple[int, int | None]] = [(start, None)]
    walked: list[int] = []
    while stack:
        at, came_by = stack[-1]
        ahead = graph.incident[at] & left
        if ahead:
            i = (ahead & -ahead).bit_length() - 1
            left &= ~(1 << i)
            a, b = graph.ends[i]
            stack.append((b if at == a else a, i))
        else:
            stack.pop()
            if came_by is not None:
                walked.append(came_by)
    return walked[::-1]


def _named(graph: Graph, start: int, walked: list[int]) -> FinalRoute:
    points: list[Crossroads] = [graph.crossroads[start]]
    for i in walked:
        points.append(graph.sections[i].other_end(points[-1]))
    return FinalRoute(tuple(points), tuple(graph.sections[i] for i in walked))
