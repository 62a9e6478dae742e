"""An independent scorer for tests: every walk, one by one, scored from the rules' words."""

from collections.abc import Callable, Iterator
from functools import cache

from scorer.rules.board.board import Board, LandmarkKind
from scorer.rules.city.city import City
from scorer.rules.notation import Crossroads, RoadId
from scorer.rules.position.mark import CafeMark
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup

Walk = tuple[tuple[Crossroads, ...], tuple[RoadId, ...]]


def walks(sections: frozenset[RoadId]) -> Iterator[Walk]:
    """Yield every walk that uses each section at most once, in both directions."""
    yield (), ()

    def further(points: tuple[Crossroads, ...], walked: tuple[RoadId, ...]) -> Iterator[Walk]:
        for section in sections:
            if section not in walked and points[-1] in section.ends:
                longer = (*points, section.other_end(points[-1])), (*walked, section)
                yield longer
                yield from further(*longer)

    for start in {end for section in sections for end in section.ends}:
        yield from further((start,), ())


def task_points(points: tuple[Crossroads, ...], task: frozenset[Crossroads]) -> int:
    """Return the most sections between visits of two different task crossroads.

    A closed walk is also among those started elsewhere, so no circle is looked at here.
    """
    visits = [i for i, point in enumerate(points) if point in task]
    spans = [j - i for i in visits for j in visits if i < j and points[i] != points[j]]
    return max(spans, default=0)


def roads_total(
    board: Board, city: City, marks: Marks, setup: Setup, walked: frozenset[RoadId]
) -> int:
    """Return the points of the sections *walked*, in whatever order, in plain words of the rules.

    The crossroads that a walk visits are the ends of its sections.
    """
    beside = {place for road in walked for place in board.road_of[road].locations}
    points = {end for road in walked for end in road.ends}
    total = 0
    for colour, shape in city.pairs.items():
        landmarks = [
            mark for mark in board.landmarks if mark.kind is colour and mark.roads & walked
        ]
        visitors = sum(
            group.count(shape) for place, group in marks.tourists.items() if place in beside
        )
        total += len(landmarks) * visitors
    for mark in board.landmarks:
        if mark.roads & walked:
            if mark.kind is LandmarkKind.YELLOW:
                total += mark.value or 0
            if mark.kind is LandmarkKind.GREY:
                total += setup.ratings[mark.id]
    if setup.cafes:
        total += 2 * sum(mark is CafeMark.VISITED for mark in marks.cafes.values())
    total += (0, 0, 12, 24)[sum(point in points for point in board.visit_all)]
    return total


def totals(board: Board, city: City, marks: Marks, setup: Setup) -> Callable[[Walk], int]:
    """Return what tells the points of walks; each set of sections is looked at once."""

    @cache
    def of_roads(walked: frozenset[RoadId]) -> int:
        return roads_total(board, city, marks, setup, walked)

    def total(walk: Walk) -> int:
        points, walked = walk
        task = task_points(points, marks.task) if setup.tasks else 0
        return of_roads(frozenset(walked)) + task

    return total


def total(board: Board, city: City, marks: Marks, setup: Setup, walk: Walk) -> int:
    """Return the points of *walk*."""
    return totals(board, city, marks, setup)(walk)


def best_total(board: Board, city: City, marks: Marks, setup: Setup) -> tuple[int, int]:
    """Return the most points of any walk, and the most sections of a walk with so many."""
    points = totals(board, city, marks, setup)
    return max((points(walk), len(walk[1])) for walk in walks(marks.sections))
