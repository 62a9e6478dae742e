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
from scorer.rules.notation import Crossroads, RoadId
from scorer.rules.prizes import NEEDED, Prizes
from scorer.rules.sheet import Element
from scorer.rules.specials import bonuses_of

Counts = NDArray[np.int64]
# The sections that reach something, and what it counts in: PP, tourists, landmarks …
_Feature = tuple[int, dict[int, int]]

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


@dataclass(frozen=True, slots=True)
class TourFeatures:
    """A themed tour: features from ``first`` up to ``last`` are its places.

    With so many ``needed`` reached, its landmark counts in ``column``.
    """

    first: int
    last: int
    needed: int
    column: int


@dataclass(frozen=True)
class Valuation:
    """Everything about one board's marks that makes points, as features with weights.

    A feature is reached by a set of sections that shares a bit with its mask. Columns of
    ``weights`` (F, 4 + 2 G): PP of its own; visit-them-all points; tourists; landmarks; then
    for each special colour its landmarks and the tourists that multiply with them. ``fixed``
    is what does not depend on the route (cafés). ``task`` are the crossroads (numbers) of
    the personal task that any section reaches, empty where it is not in play; each section of
    its part gives ``task_factor`` PP. ``prizes`` are the goal cards, which ``keys`` and
    ``worth`` leave out. ``tours`` put remote landmarks on the route once enough of their
    features are reached; in a solo game so many of them as ``tours_needed`` outweigh all
    else. ``ride`` is the mask of a ride, which is no section.
    """

    masks: tuple[int, ...]
    weights: NDArray[np.float32]
    visit_all_points: tuple[int, ...]
    fixed: int
    task: tuple[int, ...]
    prizes: Prizes | None = None
    task_factor: int = 1
    tours: tuple[TourFeatures, ...] = ()
    ride: int = 0
    tours_needed: int = 0

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
        length = np.bitwise_count(candidates & ~np.uint64(self.ride)).astype(np.int64)
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
        length = (sections & ~self.ride).bit_count()
        return Worth(int(points[0]), length, int(tourists[0]), int(landmarks[0]))

    def _measure(self, reached: NDArray[np.bool_]) -> tuple[Counts, Counts, Counts]:
        """Return points, tourists and landmarks for each row of *reached* features.

        Sums are of small whole numbers, which floating point adds exactly and fast.
        """
        sums = (reached.astype(np.float32) @ self.weights).astype(np.int64)
        finished = np.zeros(len(reached), np.int64)
        for tour in self.tours:
            done = reached[:, tour.first : tour.last].sum(axis=1) >= tour.needed
            sums[:, tour.column] += done
            sums[:, _Column.LANDMARKS] += done
            finished += done
        landmarks = sums[:, _Column.FIRST_GROUP :: 2]
        tourists = sums[:, _Column.FIRST_GROUP + 1 :: 2]
        table = np.array(self.visit_all_points, np.int64)
        points = self.fixed + sums[:, _Column.FLAT] + table[sums[:, _Column.VISITED]]
        points += (landmarks * tourists).sum(axis=1)
        points += NEEDED * np.minimum(finished, self.tours_needed)
        return points, sums[:, _Column.TOURISTS], sums[:, _Column.LANDMARKS]


def valuation_of(
    graph: Graph,
    board: Board,
    city: City,
    marks: Marks,
    setup: Setup,
    fixed: int,
    prizes: Prizes | None = None,
    tours_needed: int = 0,
) -> Valuation:
    """Return what the sections of *graph* are worth on *board*.

    Parameters
    ----------
    fixed : int
        Points that do not depend on the route.
    prizes : Prizes, optional
        The goal cards in play.
    tours_needed : int
        In a solo game: how many themed tours are to be finished.
    """
    special = {kind: int(_Column.FIRST_GROUP) + 2 * i for i, kind in enumerate(city.pairs)}
    features = _of_landmarks(graph, board, city, marks, setup, special)
    guests = {shape: special[kind] + 1 for kind, shape in city.pairs.items()}
    for place, group in marks.tourists.items():
        row = {guests[shape]: number for shape, number in group.counts if shape in guests}
        row[int(_Column.TOURISTS)] = group.total
        features.append((location_mask(graph, board, place), row))
    for point in board.visit_all:
        features.append((crossroads_mask(graph, point), {int(_Column.VISITED): 1}))
    bonuses = [bonus for _, found in bonuses_of(city, board, marks, setup) for bonus in found]
    for bonus in bonuses:
        row = {int(_Column.FLAT): bonus.points}
        features.append((_places_mask(graph, board, bonus.places), row))
    features = [(mask, row) for mask, row in features if mask]
    tours = []
    for tour in (city.tour(id_) for id_ in setup.tours):
        first = len(features)
        features += [(_named_mask(graph, board, place), {}) for place in tour.places]
        tours.append(TourFeatures(first, len(features), tour.last_stage, special[tour.colour]))
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
        fixed=fixed + sum(bonus.points for bonus in bonuses if not bonus.places),
        task=tuple(v for v, point in enumerate(graph.crossroads) if point in task),
        prizes=prizes,
        task_factor=city.game.task_factor,
        tours=tuple(tours),
        ride=graph.free,
        tours_needed=tours_needed,
    )


def _of_landmarks(
    graph: Graph,
    board: Board,
    city: City,
    marks: Marks,
    setup: Setup,
    special: dict[LandmarkKind, int],
) -> list[_Feature]:
    """Return the landmarks as features, each with what it counts in.

    In a coloured city a special landmark counts in its group by the sections of its colour.
    """
    features: list[_Feature] = []
    for mark in board.landmarks:
        row, by_colour = {int(_Column.LANDMARKS): 1}, 0
        if mark.kind in special and city.coloured:
            own = [road for road in mark.roads if marks.colours.get(road) is mark.kind]
            by_colour = graph.mask(own)
        elif mark.kind in special:
            row[special[mark.kind]] = 1
        flat = mark.value or 0 if mark.kind is LandmarkKind.YELLOW else 0
        flat += setup.ratings[mark.rated_as] if mark.rated_as is not None else 0
        if flat:
            row[int(_Column.FLAT)] = flat
        features.append((landmark_mask(graph, mark), row))
        if by_colour:
            features.append((by_colour, {special[mark.kind]: 1}))
    return features


def _places_mask(graph: Graph, board: Board, places: tuple[Element, ...]) -> int:
    """Return the sections that reach any of *places*."""
    found = 0
    for place in places:
        if isinstance(place, RoadId):
            found |= graph.mask((place,))
        elif isinstance(place, Crossroads):
            found |= crossroads_mask(graph, place)
        else:
            found |= location_mask(graph, board, place)
    return found


def _named_mask(graph: Graph, board: Board, name: str) -> int:
    """Return the sections that reach a tour's place: a landmark, or what *name* stands for."""
    for mark in board.landmarks:
        if mark.id == name:
            return landmark_mask(graph, mark)
    places: list[Element] = [*board.cell_of, *board.crossroads_xy, *board.road_of]
    return _places_mask(graph, board, tuple(place for place in places if str(place) == name))
