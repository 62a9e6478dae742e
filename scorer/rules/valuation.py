"""What sets of sections are worth, many at a time, without the order of the walk.

All of it only grows with the set: a section more never takes a location, a landmark or a
point off the route. The search relies on that.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scorer.rules.board import Board, LandmarkKind, TouristKind
from scorer.rules.city import City
from scorer.rules.graph import Graph, crossroads_mask, landmark_mask, location_masks
from scorer.rules.marks import Marks, Setup

Counts = NDArray[np.int64]
Hits = Callable[[int], NDArray[np.bool_]]

# One integer holds a worth so that comparing integers compares points, then length, then
# tourists, then landmarks: the game's tie-break. Widths leave room for any board.
LANDMARK_BITS = 8
TOURIST_BITS = 20
LENGTH_BITS = 10
LENGTH_SHIFT = LANDMARK_BITS + TOURIST_BITS
POINTS_SHIFT = LENGTH_SHIFT + LENGTH_BITS


class Worth(NamedTuple):
    """Points and the tie-break figures of a route, in the order in which they decide."""

    points: int
    length: int
    tourists: int
    landmarks: int

    @property
    def key(self) -> int:
        """One integer that orders as this does."""
        return (
            (self.points << POINTS_SHIFT)
            | (self.length << LENGTH_SHIFT)
            | (self.tourists << LANDMARK_BITS)
            | self.landmarks
        )

    def with_task(self, points: int) -> "Worth":
        """Return this worth with the personal task's *points* added."""
        return self._replace(points=self.points + points)


@dataclass(frozen=True)
class _Group:
    """The landmarks of one colour (their masks) and the tourists that multiply with them."""

    landmarks: tuple[int, ...]
    tourists: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Valuation:
    """Everything about one board's marks that makes points, as masks over a graph.

    ``fixed`` is what does not depend on the route (cafés). ``flat`` are single landmarks
    with their PP. ``task`` are the crossroads (numbers) of the personal task that any
    section reaches, empty where it is not in play.
    """

    groups: tuple[_Group, ...]
    flat: tuple[tuple[int, int], ...]
    unpaired: tuple[tuple[int, int], ...]
    visit_all: tuple[int, ...]
    visit_all_points: tuple[int, ...]
    fixed: int
    task: tuple[int, ...]

    def keys(self, candidates: NDArray[np.uint64]) -> Counts:
        """Return the ``Worth.key`` of each candidate, the personal task left out.

        Parameters
        ----------
        candidates : (N,) uint64
            Sets of sections.

        Returns
        -------
        (N,) int64
        """

        def hits(mask: int) -> NDArray[np.bool_]:
            found: NDArray[np.bool_] = (candidates & np.uint64(mask)) != 0
            return found

        points, tourists, landmarks = self._measure(hits, candidates.shape)
        length = np.bitwise_count(candidates).astype(np.int64)
        return (
            (points << POINTS_SHIFT)
            | (length << LENGTH_SHIFT)
            | (tourists << LANDMARK_BITS)
            | landmarks
        )

    def worth(self, sections: int) -> Worth:
        """Return the worth of one set of any size, the personal task left out."""

        def hits(mask: int) -> NDArray[np.bool_]:
            return np.asarray(bool(sections & mask))

        points, tourists, landmarks = self._measure(hits, ())
        return Worth(int(points), sections.bit_count(), int(tourists), int(landmarks))

    def _measure(self, hits: Hits, shape: tuple[int, ...]) -> tuple[Counts, Counts, Counts]:
        points = np.full(shape, self.fixed, np.int64)
        all_tourists = np.zeros(shape, np.int64)
        all_landmarks = np.zeros(shape, np.int64)
        for group in self.groups:
            landmarks = np.zeros(shape, np.int64)
            tourists = np.zeros(shape, np.int64)
            for mask in group.landmarks:
                landmarks += hits(mask)
            for mask, number in group.tourists:
                tourists += hits(mask) * np.int64(number)
            points += landmarks * tourists
            all_landmarks += landmarks
            all_tourists += tourists
        for mask, number in self.unpaired:
            all_tourists += hits(mask) * np.int64(number)
        for mask, value in self.flat:
            reached = hits(mask)
            points += reached * np.int64(value)
            all_landmarks += reached
        table = np.array(self.visit_all_points, np.int64)
        visited = np.zeros(shape, np.int64)
        for mask in self.visit_all:
            visited += hits(mask)
        points += table[visited]
        return points, all_tourists, all_landmarks


def valuation_of(
    graph: Graph, board: Board, city: City, marks: Marks, setup: Setup, fixed: int
) -> Valuation:
    """Return what the sections of *graph* are worth on *board*.

    Parameters
    ----------
    fixed : int
        Points that do not depend on the route.
    """
    places = location_masks(graph, board)
    of_kind: dict[LandmarkKind, list[int]] = {kind: [] for kind in LandmarkKind}
    flat = []
    for mark in board.landmarks:
        mask = landmark_mask(graph, mark)
        if mark.kind in city.pairs:
            of_kind[mark.kind].append(mask)
        elif mark.kind is LandmarkKind.GREY:
            flat.append((mask, setup.ratings[mark.id]))
        else:
            flat.append((mask, mark.value or 0))

    def hosts(shape: TouristKind) -> tuple[tuple[int, int], ...]:
        counted = ((places[place], group.count(shape)) for place, group in marks.tourists.items())
        return tuple((mask, number) for mask, number in counted if mask and number)

    groups = tuple(_Group(tuple(of_kind[kind]), hosts(shape)) for kind, shape in city.pairs.items())
    paired = set(city.pairs.values())
    task = marks.task if setup.tasks else frozenset()
    return Valuation(
        groups=groups,
        flat=tuple(flat),
        unpaired=tuple(
            pair for shape in TouristKind if shape not in paired for pair in hosts(shape)
        ),
        visit_all=tuple(crossroads_mask(graph, point) for point in board.visit_all),
        visit_all_points=tuple(
            city.visit_all.points_for(count) for count in range(len(board.visit_all) + 1)
        ),
        fixed=fixed,
        task=tuple(v for v, point in enumerate(graph.crossroads) if point in task),
    )
