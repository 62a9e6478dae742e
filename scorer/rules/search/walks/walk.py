"""Walking a set of sections: one walk over all of them, and the best one for the task."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from heapq import heappop, heappush

from scorer.rules.notation import Crossroads
from scorer.rules.scoring.sheet import FinalRoute
from scorer.rules.search.drawing.graph import Graph, bits, bridges
from scorer.rules.search.walks.outside import most_between
from scorer.rules.search.walks.turning import Walk

# Ways before the part for the task that are tried before its bound is looked at closely; none
# where there are many sections, for then each takes long.
PATIENCE = 8
MANY = 36


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
    points: int
    """Sections on the counted part; a ride is none."""


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
    visited = [v for v in task if graph.incident[v] & sections & ~graph.free]
    if len(visited) < 2:
        return None
    ways = {v: ways_to(graph, sections, v) for v in {*visited, *(ends or ())}}
    crossed = bridges(graph, sections)
    cuts = []
    for first in visited:
        for last in visited:
            # Walked backwards, a closed walk from last to first is one from first to last.
            turned = ends is None and first > last and not graph.leaving
            if graph.crossroads[first] == graph.crossroads[last] or turned:
                continue
            if first not in ways[last]:
                continue
            start, end = ends if ends is not None else (first, first)
            before, after = ways[first][start], ways[end][last]
            if before & after & crossed:
                continue
            beyond = crossed & (before | after | ~ways[last][first])
            most = graph.length(graph.connected_to(first, sections & ~beyond))
            most = min(most, graph.length(sections) - graph.length(before) - graph.length(after))
            cuts.append((most, (start, first, last, end)))
    steps = {v: {u: graph.length(way) for u, way in found.items()} for v, found in ways.items()}
    best: TaskSplit | None = None
    for most, stops in sorted(cuts, reverse=True):
        floor = best.points if best is not None else more_than
        if most <= floor:
            break
        better = _longest_between(graph, sections, stops, floor, steps)
        best = better or best
    return best


@dataclass(frozen=True)
class Tips:
    """A drawing in which both ends of a walk are tips: only one section leads from each.

    ``at`` are the crossroads that they stand for.
    """

    graph: Graph
    ends: tuple[int, int]
    at: tuple[int, int]

    def of_task(self, task: tuple[int, ...]) -> tuple[int, ...]:
        """Return the crossroads of *task*, with the tips that are crossroads of it."""
        return (*task, *(tip for tip, v in zip(self.ends, self.at, strict=True) if v in task))


def with_tips(graph: Graph, ends: tuple[int, int], alone: tuple[int, int]) -> Tips:
    """Return *graph* where a walk between *ends* starts and ends by the sections *alone*."""
    count = len(graph.crossroads)
    tips = (count, count + 1)
    incident, joined, leaving = [*graph.incident], [*graph.ends], [*graph.leaving]
    for tip, v, i in zip(tips, ends, alone, strict=True):
        incident[v] &= ~(1 << i)
        incident.append(1 << i)
        if leaving:
            leaving.append(leaving[v] & 1 << i)
            leaving[v] &= ~(1 << i)
        a, b = joined[i]
        joined[i] = (tip, b) if a == v else (a, tip)
    named = (*graph.crossroads, *(graph.crossroads[v] for v in ends))
    drawn = Graph(graph.sections, named, tuple(joined), tuple(incident), graph.free, tuple(leaving))
    return Tips(drawn, tips, ends)


def route_of(
    graph: Graph, sections: int, ends: tuple[int, int] | None, split: TaskSplit | None
) -> FinalRoute:
    """Return a walk over all of *sections*, cut as *split* says where it is given."""
    if not sections:
        return FinalRoute()
    return _named(graph, *_walked(graph, sections, ends, split))


def walk_of(
    graph: Graph, sections: int, ends: tuple[int, int] | None, split: TaskSplit | None
) -> Walk:
    """Return the same walk as ``route_of`` by numbers; *sections* are some."""
    start, walked = _walked(graph, sections, ends, split)
    points = [start]
    for i in walked:
        a, b = graph.ends[i]
        points.append(b if points[-1] == a else a)
    return Walk(tuple(points), tuple(walked))


def _walked(
    graph: Graph, sections: int, ends: tuple[int, int] | None, split: TaskSplit | None
) -> tuple[int, list[int]]:
    """Return where a walk over all of *sections* starts, and the sections in its order."""
    if split is None:
        start = ends[0] if ends is not None else graph.touched(sections)[0]
        return start, _ride_inside(graph, _euler(graph, sections, start), start)
    start = ends[0] if ends is not None else split.first
    walked = [
        *_euler(graph, split.before, start),
        *_ride_inside(graph, _euler(graph, split.part, split.first), split.first),
        *_euler(graph, split.after, split.last),
    ]
    return start, walked


def _longest_between(
    graph: Graph,
    sections: int,
    stops: tuple[int, int, int, int],
    floor: int,
    steps: dict[int, dict[int, int]],
) -> TaskSplit | None:
    """Return the longest cut with *stops* (start, first, last, end) of more than *floor*."""
    start, first, last, end = stops
    size = graph.length(sections)
    to_first, to_end = steps[first], steps[end]
    best: TaskSplit | None = None
    most = size - floor - 1 - to_end[last]
    patience = PATIENCE if size < MANY else 0
    for tried, before in enumerate(_paths(graph, sections, (start, first), most, to_first)):
        if tried == patience and _no_more(graph, sections, stops, floor):
            break
        left = size - graph.length(before)
        if left - to_end[last] <= floor:
            break
        rest = sections & ~before
        for after in _paths(graph, rest, (last, end), left - floor - 1, to_end):
            if left - graph.length(after) <= floor:
                break
            part = graph.connected_to(first, rest & ~after)
            if start != end and _by_ride_alone(graph, part, stops):
                continue
            if graph.length(part) > floor:
                floor = graph.length(part)
                split = TaskSplit(first, last, before, part, after, floor)
                best = _with_loops(graph, sections, split)
            # The next path is no shorter: to look for it may take long where there is none.
            if left - graph.length(after) <= floor:
                break
        if left - to_end[last] <= floor:
            break
    return best


def _no_more(graph: Graph, sections: int, stops: tuple[int, int, int, int], floor: int) -> bool:
    """Whether no walk with *stops* has a part of more than *floor*: looked at closely."""
    start, first, last, end = stops
    if graph.leaving or start == end:
        return False
    return most_between(graph, sections, (start, end), (first, last)) <= floor


def _by_ride_alone(graph: Graph, part: int, stops: tuple[int, int, int, int]) -> bool:
    """Whether the walk would start or end by the ride: it has to join two segments."""
    start, first, last, end = stops
    tips = [point for point, stop in ((start, first), (end, last)) if point == stop]
    return any(graph.incident[tip] & part == graph.free != 0 for tip in tips)


def ways_to(graph: Graph, sections: int, stop: int) -> dict[int, int]:
    """Return a shortest way (a mask) to *stop* from every crossroads that has any.

    A ride adds nothing to a way, so whoever gets to one of its ends is at the other at once.
    """
    found = {stop: 0}
    queue = deque([stop])
    done: set[int] = set()
    while queue:
        at = queue.popleft()
        if at in done:
            continue
        done.add(at)
        for i in bits(graph.behind(at) & sections):
            a, b = graph.ends[i]
            to, way = (b if at == a else a), found[at] | 1 << i
            if to not in found or graph.length(way) < graph.length(found[to]):
                found[to] = way
                (queue.appendleft if graph.free >> i & 1 else queue.append)(to)
    return found


def _with_loops(graph: Graph, sections: int, split: TaskSplit) -> TaskSplit:
    """Return *split* with the closed loops that hang on its two paths walked with them."""
    before, after = split.before, split.after
    for loop in graph.components(sections & ~split.before & ~split.part & ~split.after):
        if set(graph.touched(loop)) & set(graph.touched(split.before)):
            before |= loop
        else:
            after |= loop
    return replace(split, before=before, after=after)


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
        for i in bits(graph.ahead(at) & sections & ~walked):
            a, b = graph.ends[i]
            to = b if at == a else a
            ahead = graph.length(walked | 1 << i)
            # Over one-way streets there may be no way on.
            if not seen >> to & 1 and to in steps and ahead + steps[to] <= longest:
                begun -= 1
                heappush(queue, (ahead + steps[to], begun, to, walked | 1 << i, seen | 1 << to))


def _euler(graph: Graph, sections: int, start: int) -> list[int]:
    """Return *sections* in an order in which they can be walked from *start* (Hierholzer)."""
    left = sections
    stack: list[tuple[int, int | None]] = [(start, None)]
    walked: list[int] = []
    while stack:
        at, came_by = stack[-1]
        ahead = graph.ahead(at) & left
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


def _ride_inside(graph: Graph, walked: list[int], start: int) -> list[int]:
    """Return *walked* with a ride at either end moved inside, where a loop there allows it.

    A loop can be walked the other way round.
    """
    points = [start]
    for i in walked:
        a, b = graph.ends[i]
        points.append(b if points[-1] == a else a)
    if walked and graph.free >> walked[-1] & 1 and points[-1] in points[:-1]:
        back = len(points) - 2 - points[-2::-1].index(points[-1])
        walked = [*walked[:back], *walked[back:][::-1]]
    elif walked and graph.free >> walked[0] & 1 and start in points[1:]:
        back = points.index(start, 1)
        walked = [*walked[:back][::-1], *walked[back:]]
    return walked


def named(graph: Graph, walk: Walk) -> FinalRoute:
    """Return *walk*, which is by numbers of *graph*, by names."""
    return _named(graph, walk.crossroads[0], list(walk.sections)) if walk.sections else FinalRoute()


def _named(graph: Graph, start: int, walked: list[int]) -> FinalRoute:
    points: list[Crossroads] = [graph.crossroads[start]]
    for i in walked:
        points.append(graph.sections[i].other_end(points[-1]))
    rides = [n for n, i in enumerate(walked) if graph.free >> i & 1]
    if points[0] == points[-1] and rides and rides[0] in (0, len(walked) - 1):
        # A closed walk may be started anywhere: here one section further on.
        step, first = (1, points[1]) if rides[0] else (-1, points[-2])
        return _named(graph, graph.crossroads.index(first), [*walked[step:], *walked[:step]])
    sections = tuple(graph.sections[i] for i in walked if not graph.free >> i & 1)
    if not rides or not 0 < rides[0] < len(walked) - 1:
        # A ride before the first section or behind the last one leads nowhere.
        points = points[1:] if rides[:1] == [0] else points[: len(sections) + 1]
        return FinalRoute(tuple(points), sections)
    return FinalRoute.of(tuple(points), sections, rides[0])
