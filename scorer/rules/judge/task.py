"""Step 8 tried wrongly: the part of the route between two task crossroads."""

from collections.abc import Iterable, Iterator

from scorer.rules.graph import graph_of
from scorer.rules.judge.case import Case
from scorer.rules.judge.mistakes import Attempt, Mistake, MistakeKind, attempt
from scorer.rules.notation import Crossroads, RoadId
from scorer.rules.sheet import FinalRoute
from scorer.rules.steps import task_choices, task_part
from scorer.rules.walk import ways_to

# Steps of the search for other orders of walking: plenty for any route of a real game.
MOST_STEPS = 20_000


def task_attempts(case: Case) -> Iterator[Attempt]:
    """Yield what the personal task would be with each mistake made on purpose."""
    route, factor = case.sheet.route, case.city.game.task_factor
    choices = task_choices(case.city, case.board, case.marks)
    task = max(choices, key=lambda choice: len(task_part(choice, route)))
    for tried in _lengths(case, task):
        yield Attempt(factor * tried.points, tried.explanation)
    if factor != 1:
        sections = len(task_part(task, route))
        figures = {"sections": sections, "factor": factor}
        yield attempt(sections, Mistake(MistakeKind.TASK_FACTOR, figures=figures))


def _lengths(case: Case, task: frozenset[Crossroads]) -> Iterator[Attempt]:
    """Yield the sections that may have been counted."""
    route = case.sheet.route
    yield from _other_pairs(route, task)
    yield from _slips(route, task)
    for points, pair in sorted(_other_orders(route, task).items()):
        yield attempt(points, Mistake(MistakeKind.TASK_OTHER_ORDER, pair))
    for sections, kind in (
        (route.sections, MistakeKind.TASK_SHORTEST),
        (sorted(case.marks.sections), MistakeKind.TASK_OFF_ROUTE),
    ):
        for points, pair in _shortest(sections, task):
            yield attempt(points, Mistake(kind, pair))


def _slips(route: FinalRoute, task: frozenset[Crossroads]) -> Iterator[Attempt]:
    """Yield that crossroads were counted, or the whole route, or a part up to its end."""
    part = task_part(task, route)
    right = len(part)
    if right:
        pair = _ends(part)
        yield attempt(right + 1, Mistake(MistakeKind.TASK_CROSSROADS_COUNTED, pair))
        yield attempt(right - 1, Mistake(MistakeKind.TASK_CROSSROADS_BETWEEN, pair))
    length = len(route.sections)
    yield attempt(length, Mistake(MistakeKind.TASK_WHOLE_ROUTE, figures={"length": length}))
    for i, point in enumerate(route.crossroads):
        if point in task:
            walked = route.walked_to(i)
            ends = (walked, route.crossroads[0]), (length - walked, route.crossroads[-1])
            for points, end in ends:
                if points:
                    yield attempt(points, Mistake(MistakeKind.TASK_TO_END, (point, end)))


def _other_pairs(route: FinalRoute, task: frozenset[Crossroads]) -> Iterator[Attempt]:
    """Yield every part of the walk between two passes of task crossroads."""
    visits = [
        (route.walked_to(i), point) for i, point in enumerate(route.crossroads) if point in task
    ]
    length = len(route.sections)
    for i, (first, one) in enumerate(visits):
        for last, other in visits[i + 1 :]:
            same = one == other
            kind = MistakeKind.TASK_SAME_CROSSROADS if same else MistakeKind.TASK_OTHER_PAIR
            pair = (one,) if same else (one, other)
            yield attempt(last - first, Mistake(kind, pair))
            if route.closed and not same:
                yield attempt(length - last + first, Mistake(kind, (other, one)))


def _other_orders(
    route: FinalRoute, task: frozenset[Crossroads]
) -> dict[int, tuple[Crossroads, ...]]:
    """Return what the task would be for other orders of walking the same sections.

    For each length the pair of crossroads. Orders are tried one by one, up to a bound that
    only drawings far beyond a game exceed; then some may be missing. Around a ride none are.
    """
    found: dict[int, tuple[Crossroads, ...]] = {}
    if not route.sections or route.ride is not None:
        return found
    around: dict[Crossroads, list[RoadId]] = {}
    for section in sorted(route.sections):
        for end in section.ends:
            around.setdefault(end, []).append(section)
    starts = set(route.crossroads) if route.closed else {route.crossroads[0]}
    steps = 0
    stack = [FinalRoute((start,)) for start in sorted(starts, reverse=True)]
    while stack and steps < MOST_STEPS:
        walk = stack.pop()
        steps += 1
        if len(walk.sections) == len(route.sections):
            part = task_part(task, walk)
            if part:
                found.setdefault(len(part), _ends(part))
            continue
        at = walk.crossroads[-1]
        for section in reversed(around[at]):
            if section not in walk.sections:
                points = (*walk.crossroads, section.other_end(at))
                stack.append(FinalRoute(points, (*walk.sections, section)))
    return found


def _shortest(
    sections: Iterable[RoadId], task: frozenset[Crossroads]
) -> Iterator[tuple[int, tuple[Crossroads, ...]]]:
    """Yield the fewest of *sections* between each two task crossroads that they join."""
    graph = graph_of(sections)
    points = [point for point in graph.crossroads if point in task]
    for i, one in enumerate(points):
        ways = ways_to(graph, graph.everything, graph.crossroads.index(one))
        for other in points[i + 1 :]:
            way = ways.get(graph.crossroads.index(other))
            if way:
                yield way.bit_count(), (one, other)


def _ends(part: tuple[RoadId, ...]) -> tuple[Crossroads, ...]:
    """Return where *part*, as walked, starts and ends.

    Beside a ride or a road drawn twice between two crossroads either end may be it.
    """
    if len(part) == 1:
        return part[0].ends
    start = min(set(part[0].ends) - set(part[1].ends), default=part[0].first)
    end = max(set(part[-1].ends) - set(part[-2].ends), default=part[-1].second)
    return (start, end)
