"""Walking a set of sections: one walk over all of them, and the best one for the task."""

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush

from scorer.rules.graph import Graph, bits, bridges
from scorer.rules.notation import Crossroads
from scorer.rules.sheet import FinalRoute
from scorer.rules.turning import Walk


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
    the start to p and one from q to the end, sharing no section. A bridge that both need
    rules the pair out, and one that either needs cuts off what lies beyond it. Whatever
    else hangs on those paths only is walked with them; all the rest, one connected piece,
    is the part. So trying pairs of paths, shortest first, until their length alone rules
    out more, finds the longest part.

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
    if len(visited) < 2:
        return None
    ways = {v: ways_from(graph, sections, v) for v in {*visited, *(ends or ())}}
    crossed = bridges(graph, sections)
    cuts = []
    for first in visited:
        for last in visited:
            # Walked backwards, a closed walk from last to first is one from first to last.
            if first == last or (ends is None and first > last):
                continue
            start, end = ends if ends is not None else (first, first)
            before, after = ways[first][start], ways[end][last]
            if before & after & crossed:
                continue
            beyond = crossed & (before | after | ~ways[first][last])
            most = graph.connected_to(first, sections & ~beyond).bit_count()
            most = min(most, sections.bit_count() - before.bit_count() - after.bit_count())
            cuts.append((most, (start, first, last, end)))
    steps = {v: {u: way.bit_count() for u, way in found.items()} for v, found in ways.items()}
    best: TaskSplit | None = None
    for most, stops in sorted(cuts, reverse=True):
        floor = best.points if best is not None else more_than
        if most <= floor:
            break
        better = _longest_between(graph, sections, stops, floor, steps)
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
    graph: Graph,
    sections: int,
    stops: tuple[int, int, int, int],
    floor: int,
    steps: dict[int, dict[int, int]],
) -> TaskSplit | None:
    """Return the longest cut with *stops* (start, first, last, end) of more than *floor*."""
    start, first, last, end = stops
    size = sections.bit_count()
    to_first, to_end = steps[first], steps[end]
    best: TaskSplit | None = None
    most = size - floor - 1 - to_end[last]
    for before in _paths(graph, sections, (start, first), most, to_first):
        left = size - before.bit_count()
        if left - to_end[last] <= floor:
            break
        rest = sections & ~before
        for after in _paths(graph, rest, (last, end), left - floor - 1, to_end):
            if left - after.bit_count() <= floor:
                break
            part = graph.connected_to(first, rest & ~after)
            if part.bit_count() > floor:
                floor = part.bit_count()
                best = _with_loops(graph, sections, TaskSplit(first, last, before, part, after))
    return best


def ways_from(graph: Graph, sections: int, start: int) -> dict[int, int]:
    """Return a shortest way (a mask) from *start* to every crossroads that can be reached."""
    found = {start: 0}
    queue = [start]
    for at in queue:
        for i in bits(graph.incident[at] & sections):
            for to in graph.ends[i]:
                if to not in found:
                    found[to] = found[at] | 1 << i
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
    """Yield the paths between two *stops* of up to *longest* sections, shortest first.

    A path (a mask) visits no crossroads twice. From a place to itself there is only the
    empty one. *steps* says how far it is at least from each crossroads to the second stop.
    """
    start, end = stops
    # First those that may still become shortest; among equals the one begun last.
    queue = [(steps[start], 0, start, 0, 1 << start)]
    begun = 0
    while queue:
        _, _, at, walked, seen = heappop(queue)
        if at == end:
            yield walked
            continue
        ahead = walked.bit_count() + 1
        for i in bits(graph.incident[at] & sections & ~walked):
            a, b = graph.ends[i]
            to = b if at == a else a
            if not seen >> to & 1 and ahead + steps[to] <= longest:
                begun -= 1
                heappush(queue, (ahead + steps[to], begun, to, walked | 1 << i, seen | 1 << to))


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


def named(graph: Graph, walk: Walk) -> FinalRoute:
    """Return *walk*, which is by numbers of *graph*, by names."""
    return FinalRoute(
        tuple(graph.crossroads[v] for v in walk.crossroads),
        tuple(graph.sections[i] for i in walk.sections),
    )


def _named(graph: Graph, start: int, walked: list[int]) -> FinalRoute:
    points: list[Crossroads] = [graph.crossroads[start]]
    for i in walked:
        points.append(graph.sections[i].other_end(points[-1]))
    return FinalRoute(tuple(points), tuple(graph.sections[i] for i in walked))
