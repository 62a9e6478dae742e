"""The personal task: the sections on the longest part of the walk between two of its crossroads."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, NamedTuple

from scorer.rules.board.board import Board
from scorer.rules.city.city import City
from scorer.rules.notation import Crossroads, RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.setup import Half, Setup
from scorer.rules.scoring.mistakes import Attempt, Mistake, MistakeKind, attempt
from scorer.rules.scoring.onroute import Walked
from scorer.rules.scoring.sheet import FinalRoute, Line, Step
from scorer.rules.scoring.terms.parts import Between, Part
from scorer.rules.scoring.terms.term import Term

# Steps of the search for other orders of walking: plenty for any route of a real game.
MOST_STEPS = 20_000


class Task(Term):
    """PP for each section on the longest part of the walk between two task crossroads."""

    kind: ClassVar[str] = "task"

    def __init__(self, city: City) -> None:
        super().__init__(city, Step.TASK)
        self._factor = city.game.task_factor

    def in_play(self, setup: Setup) -> bool:
        return setup.tasks

    def line(self, walked: Walked) -> Line:
        parts = [task_part(task, walked.route) for task in task_choices(walked.filled)]
        part = max(parts, key=len)
        word = "section" if len(part) == 1 else "sections"
        factor = self._factor
        working = f"{len(part)} {word}" if factor == 1 else f"{factor} × {len(part)} {word}"
        return Line(self.step, factor * len(part), working, part)

    def search(self, filled: FilledBoard) -> tuple[Part, ...]:
        return (Between(task_choices(filled), self._factor),)

    def phone(self, board: Board) -> dict[str, Any]:
        half = board.half if self.city.game.task_halves else 0
        return {"factor": self._factor, "half": half}

    def mistakes(self, walked: Walked) -> Iterator[Attempt]:
        route, factor = walked.route, self._factor
        choices = task_choices(walked.filled)
        task = max(choices, key=lambda choice: len(task_part(choice, route)))
        for tried in _lengths(walked, task):
            yield Attempt(factor * tried.points, tried.explanation)
        if factor != 1:
            sections = len(task_part(task, route))
            figures = {"sections": sections, "factor": factor}
            yield attempt(sections, Mistake(MistakeKind.TASK_FACTOR, figures=figures))


def task_choices(filled: FilledBoard) -> tuple[frozenset[Crossroads], ...]:
    """Return the crossroads that the personal task may be about, as ringed first.

    Where the player picks the half of the map, those as far along in the other half too. Rings
    that are all on the fold do not tell which half that is: then the player is asked
    (``Setup.task_half``), and until it is known they count as ringed only.
    """
    board, task = filled.board, filled.marks.task
    places = [point.lattice for point in task]
    if not filled.city.game.task_halves or not places or None in places:
        return (task,)
    half = board.half
    columns = [place[0] for place in places if place is not None]
    if filled.task_on_fold:
        step = {None: 0, Half.LEFT: half, Half.RIGHT: -half}[filled.setup.task_half]
    else:
        step = half if max(columns) <= half else -half if min(columns) >= half else 0
    other = {Crossroads.at(place[0] + step, place[1]) for place in places if place is not None}
    if not step:
        return (task,)
    # A rounded corner has no crossroads; the others of the card count without it.
    return task, frozenset(other & set(board.crossroads_xy))


def task_part(task: frozenset[Crossroads], route: FinalRoute) -> tuple[RoadId, ...]:
    """Return the longest part of *route*, as walked, between two different *task* crossroads.

    Decision D2: which visit of a crossroads passed twice counts is the player's choice, and
    a closed route may be started anywhere, so the longer of its two arcs counts. Two passes
    of the same crossroads are no pair. Among equals the first in walking order is taken.
    Decision D3: a ride adds nothing, but the parts before and behind it add up.
    """
    return _part(task, route).sections


class _Part(NamedTuple):
    """A part of a walk: its sections, and all crossroads passed on it, a ride's too."""

    sections: tuple[RoadId, ...] = ()
    crossroads: tuple[Crossroads, ...] = ()

    @property
    def rides(self) -> int:
        """How many rides lie on it: each joins two crossroads without a section."""
        return max(0, len(self.crossroads) - 1 - len(self.sections))


def _part(task: frozenset[Crossroads], route: FinalRoute) -> _Part:
    """Return the longest part as ``task_part`` has it, with its crossroads."""
    best = _Part()
    walked, points = route.walked_to, route.crossroads
    visits = [i for i, point in enumerate(points) if point in task]
    for first in visits:
        for last in visits:
            if points[first] == points[last]:
                continue
            if first < last:
                sections = route.sections[walked(first) : walked(last)]
                passed = points[first : last + 1]
            elif route.closed and last < first < len(points) - 1:
                sections = route.sections[walked(first) :] + route.sections[: walked(last)]
                passed = points[first:-1] + points[: last + 1]
            else:
                continue
            if len(sections) > len(best.sections):
                best = _Part(sections, passed)
    return best


def _lengths(walked: Walked, task: frozenset[Crossroads]) -> Iterator[Attempt]:
    """Yield the sections that may have been counted."""
    route = walked.route
    yield from _other_pairs(route, task)
    yield from _slips(route, task)
    for points, pair in sorted(_other_orders(route, task).items()):
        yield attempt(points, Mistake(MistakeKind.TASK_OTHER_ORDER, pair))
    for sections, kind in (
        (route.sections, MistakeKind.TASK_SHORTEST),
        (sorted(walked.marks.sections), MistakeKind.TASK_OFF_ROUTE),
    ):
        for points, pair in _shortest(sections, task):
            yield attempt(points, Mistake(kind, pair))


def _slips(route: FinalRoute, task: frozenset[Crossroads]) -> Iterator[Attempt]:
    """Yield that crossroads were counted, or the whole route, or a part up to its end."""
    part = _part(task, route)
    right = len(part.sections)
    if right:
        pair = (part.crossroads[0], part.crossroads[-1])
        passed = len(part.crossroads)
        yield attempt(passed, Mistake(MistakeKind.TASK_CROSSROADS_COUNTED, pair))
        yield attempt(passed - 2, Mistake(MistakeKind.TASK_CROSSROADS_BETWEEN, pair))
    if part.rides and route.ride is not None:
        stations = route.crossroads[route.ride.after : route.ride.after + 2]
        yield attempt(right + part.rides, Mistake(MistakeKind.TASK_RIDE_COUNTED, stations))
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
    around: dict[Crossroads, set[Crossroads]] = {}
    for section in sections:
        for end in section.ends:
            around.setdefault(end, set()).add(section.other_end(end))
    points = sorted(task & around.keys())
    for i, one in enumerate(points):
        steps = {one: 0}
        queue = [one]
        for at in queue:
            for to in sorted(around[at] - steps.keys()):
                steps[to] = steps[at] + 1
                queue.append(to)
        for other in points[i + 1 :]:
            if other in steps:
                yield steps[other], (one, other)


def _ends(part: tuple[RoadId, ...]) -> tuple[Crossroads, ...]:
    """Return where *part*, as walked, starts and ends.

    Beside a ride or a road drawn twice between two crossroads either end may be it.
    """
    if len(part) == 1:
        return part[0].ends
    start = min(set(part[0].ends) - set(part[1].ends), default=part[0].first)
    end = max(set(part[-1].ends) - set(part[-2].ends), default=part[-1].second)
    return (start, end)
