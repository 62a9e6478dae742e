"""What sets of sections are worth, many at a time, without the order of the walk.

All of it only grows with the set: a section more never takes a location, a landmark or a
point off the route. The search relies on that; goal cards, of which it does not hold, are
apart in ``cards``. All that adds to it is told by the terms of the city, as parts.
"""

from dataclasses import dataclass
from typing import NamedTuple, assert_never

import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board
from scorer.rules.notation import Crossroads, Element
from scorer.rules.position.filled import FilledBoard
from scorer.rules.scoring.onroute import ways_to, ways_to_landmark
from scorer.rules.scoring.terms.allterms import terms_in_play
from scorer.rules.scoring.terms.parts import (
    Between,
    Counted,
    Feature,
    Fewest,
    Fixed,
    Flat,
    GoalCards,
    Growing,
    Multiplied,
    OnWalk,
)
from scorer.rules.search.cards.cardworth import NEEDED, Prizes, prizes_of
from scorer.rules.search.columns import Builder, Columns, Counts, reached
from scorer.rules.search.drawing.graph import Graph, landmark_mask
from scorer.rules.values import replace

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


@dataclass(frozen=True, slots=True)
class TourFeatures:
    """A themed tour: features from ``first`` up to ``last`` are its places.

    With so many ``needed`` reached, its landmark counts in ``column``.
    """

    first: int
    last: int
    needed: int
    column: int | None


@dataclass(frozen=True)
class Parts:
    """What the terms in play are made of, by what the search does with it.

    ``choices`` are the crossroads that the personal task may be about, of which ``task`` is
    the choice that is weighed.
    """

    growing: tuple[Growing, ...] = ()
    onwalk: tuple[OnWalk, ...] = ()
    choices: tuple[frozenset[Crossroads], ...] = ()
    task: frozenset[Crossroads] = frozenset()
    task_factor: int = 1


def parts_of(filled: FilledBoard) -> Parts:
    """Return the parts of all terms in play on a board; the task's first choice is weighed."""
    growing: list[Growing] = []
    onwalk: list[OnWalk] = []
    parts = Parts()
    for term in terms_in_play(filled.city, filled.setup):
        for part in term.search(filled):
            match part:
                case Fixed() | Flat() | Counted() | Multiplied() | Fewest():
                    growing.append(part)
                case OnWalk():
                    onwalk.append(part)
                case Between(choices, factor):
                    parts = Parts(choices=choices, task=choices[0], task_factor=factor)
                case GoalCards():
                    # The cards themselves lie in the set-up.
                    pass
                case never:
                    assert_never(never)
    return replace(parts, growing=tuple(growing), onwalk=tuple(onwalk))


@dataclass(frozen=True)
class Valuation:
    """Everything about one board's marks that makes points, as features with weights.

    A feature is reached by a set of sections that shares a bit with its mask. ``columns`` add
    them up to PP, in ``tourists`` and ``landmarks`` to the figures of the tie-break. ``task``
    are the crossroads (numbers) of the personal task that any section reaches, empty where it
    is not in play; each section of its part gives ``task_factor`` PP. ``prizes`` are the goal
    cards and what the order of the walk decides, which ``keys`` and ``worth`` leave out.
    ``tours`` put remote landmarks on the route once enough of their features are reached; in a
    solo game so many of them as ``tours_needed`` outweigh all else. ``ride`` is the mask of a
    ride, which is no section.
    """

    masks: tuple[int, ...]
    columns: Columns
    tourists: int
    landmarks: int
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
        length = np.bitwise_count(candidates & ~np.uint64(self.ride)).astype(np.int64)
        return self._keys((candidates[:, None] & masks) != 0, length)

    def keys_of_rows(self, rows: NDArray[np.bool_]) -> Counts:
        """Return the same for sets of any size.

        Parameters
        ----------
        rows : (N, E) bool
            Which of E sections each set holds.
        """
        numbers = range(rows.shape[1])
        reaching = np.array([[mask >> i & 1 for mask in self.masks] for i in numbers], np.float32)
        found = rows.astype(np.float32) @ reaching.reshape(rows.shape[1], len(self.masks)) > 0
        ride = np.array([self.ride >> i & 1 for i in numbers], np.bool_)
        return self._keys(found, (rows & ~ride).sum(axis=1))

    def _keys(self, found: NDArray[np.bool_], length: Counts) -> Counts:
        """Return keys for rows of features *found* and the *length* of each."""
        points, tourists, landmarks = self._measure(found)
        keys: Counts = (
            (points << POINTS_SHIFT)
            | (length << LENGTH_SHIFT)
            | (tourists << LANDMARK_BITS)
            | landmarks
        )
        return keys

    def worth(self, sections: int) -> Worth:
        """Return the worth of one set of any size, task and goals left out."""
        points, tourists, landmarks = self._measure(reached(self.masks, sections))
        length = (sections & ~self.ride).bit_count()
        return Worth(int(points[0]), length, int(tourists[0]), int(landmarks[0]))

    def _measure(self, found: NDArray[np.bool_]) -> tuple[Counts, Counts, Counts]:
        """Return points, tourists and landmarks for each row of features *found*."""
        sums = self.columns.sums(found)
        finished = np.zeros(len(found), np.int64)
        for tour in self.tours:
            done = found[:, tour.first : tour.last].sum(axis=1) >= tour.needed
            if tour.column is not None:
                sums[:, tour.column] += done
            sums[:, self.landmarks] += done
            finished += done
        points = self.columns.points(sums) + NEEDED * np.minimum(finished, self.tours_needed)
        return points, sums[:, self.tourists], sums[:, self.landmarks]


def valuation_of(graph: Graph, filled: FilledBoard, parts: Parts, needed: int = 0) -> Valuation:
    """Return what the sections of *graph* are worth on a board.

    Parameters
    ----------
    parts : Parts
        What the terms in play are made of.
    needed : int
        In a solo game: how many goals are to be reached, or themed tours to be finished.
    """
    board, city = filled.board, filled.city
    builder = Builder(graph)
    for part in parts.growing:
        builder.take(part)
    tourists = builder.column(
        Feature(ways_to(board, place), group.total)
        for place, group in filled.marks.tourists.items()
    )
    landmarks = builder.column(
        Feature(ways_to_landmark(mark, filled.docks)) for mark in board.landmarks
    )
    columns, colours = builder.built()
    masks, tours = [*columns.masks], []
    for tour in (city.tour(id_) for id_ in filled.setup.tours):
        first = len(masks)
        masks += [_named_mask(graph, board, place) for place in tour.places]
        column = colours.get(tour.colour)
        tours.append(TourFeatures(first, len(masks), tour.last_stage, column))
    more = np.zeros((len(masks) - len(columns.masks), columns.weights.shape[1]), np.float32)
    weights = np.concatenate([columns.weights, more])
    return Valuation(
        masks=tuple(masks),
        columns=replace(columns, masks=tuple(masks), weights=weights),
        tourists=tourists,
        landmarks=landmarks,
        task=tuple(v for v, point in enumerate(graph.crossroads) if point in parts.task),
        prizes=prizes_of(graph, filled, parts.onwalk, needed),
        task_factor=parts.task_factor,
        tours=tuple(tours),
        ride=graph.free,
        tours_needed=needed if city.tours else 0,
    )


def _named_mask(graph: Graph, board: Board, name: str) -> int:
    """Return the sections that reach a tour's place: a landmark, or what *name* stands for."""
    for mark in board.landmarks:
        if mark.id == name:
            return landmark_mask(graph, mark)
    places: list[Element] = [*board.cell_of, *board.crossroads_xy, *board.road_of]
    named = [place for place in places if str(place) == name]
    return graph.reaching(way for place in named for way in ways_to(board, place))
