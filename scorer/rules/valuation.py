"""What sets of sections are worth, many at a time, without the order of the walk.

All of it only grows with the set: a section more never takes a location, a landmark or a
point off the route. The search relies on that; goal cards, of which it does not hold, are
apart in ``prizes``.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scorer.rules.board import Board, LandmarkKind
from scorer.rules.city import City
from scorer.rules.graph import Graph, crossroads_mask, landmark_mask, location_mask
from scorer.rules.marks import Marks, Setup
from scorer.rules.prizes import Prizes

Counts = NDArray[np.int64]

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

    def with_points(self, points: int) -> "Worth":
        """Return this worth with *points* added, of the personal task or of goals."""
        return self._replace(points=self.points + points)


class _Column(IntEnum):
    """What is added up over the features that a set of sections reaches."""

    FLAT = 0
    VISITED = 1
    TOURISTS = 2
    LANDMARKS = 3
    FIRST_GROUP = 4


@dataclass(frozen=True)
class Valuation:
    """Everything about one board's marks that makes points, as features with weights.

    A feature is reached by a set of sections that shares a bit with its mask. Columns of
    ``weights`` (F, 4 + 2 G): PP of its own; visit-them-all points; tourists; landmarks; then
    for each special colour its landmarks and the tourists that multiply with them. ``fixed``
    is what does not depend on the route (cafés). ``task`` are the crossroads (numbers) of
    the personal task that any section reaches, empty where it is not in play. ``prizes``
    are the goal cards, which ``keys`` and ``worth`` leave out.
    """

    masks: tuple[int, ...]
    weights: NDArray[np.float32]
    visit_all_points: tuple[int, ...]
    fixed: int
    task: tuple[int, ...]
    prizes: Prizes | None = None

    def keys(self, candidates: NDArray[np.uint64]) -> Counts:
        """Return the ``Worth.key`` of each candidate, task and goals left out.

        Parameters
        ----------
        candidates : (N,) uint64
            Sets of sections.

        Returns
        -------
        (N,) int64
        """
        masks = np.array(self.masks, np.uint64)
        points, tourists, landmarks = self._measure((candidates[:, None] & masks) != 0)
        length = np.bitwise_count(candidates).astype(np.int64)
        keys: Counts = (
            (points << POINTS_SHIFT)
            | (length << LENGTH_SHIFT)
            | (tourists << LANDMARK_BITS)
            | landmarks
        )
        return keys

    def worth(self, sections: int) -> Worth:
        """Return the worth of one set of any size, task and goals left out."""
        reached = np.array([[bool(sections & mask) for mask in self.masks]], np.bool_)
        points, tourists, landmarks = self._measure(reached.reshape(1, len(self.masks)))
        return Worth(int(points[0]), sections.bit_count(), int(tourists[0]), int(landmarks[0]))

    def _measure(self, reached: NDArray[np.bool_]) -> tuple[Counts, Counts, Counts]:
        """Return points, tourists and landmarks for each row of *reached* features.

        Sums are of small whole numbers, which floating point adds exactly and fast.
        """
        sums = (reached.astype(np.float32) @ self.weights).astype(np.int64)
        landmarks = sums[:, _Column.FIRST_GROUP :: 2]
        tourists = sums[:, _Column.FIRST_GROUP + 1 :: 2]
        table = np.array(self.visit_all_points, np.int64)
        points = self.fixed + sums[:, _Column.FLAT] + table[sums[:, _Column.VISITED]]
        points += (landmarks * tourists).sum(axis=1)
        return points, sums[:, _Column.TOURISTS], sums[:, _Column.LANDMARKS]


def valuation_of(
    graph: Graph,
    board: Board,
    city: City,
    marks: Marks,
    setup: Setup,
    fixed: int,
    prizes: Prizes | None = None,
) -> Valuation:
    """Return what the sections of *graph* are worth on *board*.

    Parameters
    ----------
    fixed : int
        Points that do not depend on the route.
    prizes : Prizes, optional
        The goal cards in play.
    """
    features: list[tuple[int, dict[int, int]]] = []
    special = {kind: _Column.FIRST_GROUP + 2 * i for i, kind in enumerate(city.pairs)}
    guests = {shape: special[kind] + 1 for kind, shape in city.pairs.items()}
    for mark in board.landmarks:
        row = {int(_Column.LANDMARKS): 1}
        if mark.kind in special:
            row[special[mark.kind]] = 1
        elif mark.kind is LandmarkKind.GREY:
            row[_Column.FLAT] = setup.ratings[mark.id]
        else:
            row[_Column.FLAT] = mark.value or 0
        features.append((landmark_mask(graph, mark), row))
    for place, group in marks.tourists.items():
        row = {guests[shape]: number for shape, number in group.counts if shape in guests}
        features.append((location_mask(graph, board, place), row | {_Column.TOURISTS: group.total}))
    for point in board.visit_all:
        features.append((crossroads_mask(graph, point), {_Column.VISITED: 1}))
    features = [(mask, row) for mask, row in features if mask]
    weights = np.zeros((len(features), _Column.FIRST_GROUP + 2 * len(special)), np.float32)
    for i, (_, row) in enumerate(features):
        weights[i, list(row)] = list(row.values())
    task = marks.task if setup.tasks else frozenset()
    return Valuation(
        masks=tuple(mask for mask, _ in features),
        weights=weights,
        visit_all_points=tuple(
            city.visit_all.points_for(count) for count in range(len(board.visit_all) + 1)
        ),
        fixed=fixed,
        task=tuple(v for v, point in enumerate(graph.crossroads) if point in task),
        prizes=prizes,
    )
