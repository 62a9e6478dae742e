"""The gauge of each measure of a goal card: exact on sets of sections, or a bound.

``measures`` defines each on a walk. Most depend on the sections alone and only grow with
them; those that the order of the walk changes are in ``walkgauges``.
"""

from collections.abc import Sequence
from typing import assert_never

import numpy as np

from scorer.rules.board.board import TouristKind
from scorer.rules.city.goalcards import OF_LOCATIONS, GoalCard, Measure
from scorer.rules.notation import Location
from scorer.rules.position.filled import FilledBoard
from scorer.rules.scoring.measures import groups
from scorer.rules.search.cards.gauge import Counts, Gauge, Sets
from scorer.rules.search.cards.limits import (
    Adjacent,
    Element,
    Limit,
    Passed,
    Sections,
    Weighed,
    whole,
)
from scorer.rules.search.cards.walkgauges import EndsBeside, Run, Turns
from scorer.rules.search.drawing.graph import Graph, bits, landmark_mask, location_mask
from scorer.rules.search.walks.turning import Turning


class Reached(Gauge):
    """What is on the route as soon as one of some sections is, each with its weight."""

    def __init__(self, features: Sequence[tuple[int, int]]) -> None:
        self.features = [(mask, weight) for mask, weight in features if mask and weight]

    def value(self, sections: int) -> int:
        return sum(weight for mask, weight in self.features if mask & sections)

    def limit(self, most: int) -> Limit | None:
        elements = tuple(whole(mask) for mask, _ in self.features)
        return Weighed(elements, most, tuple(weight for _, weight in self.features))

    def values(self, sets: Sets) -> Counts:
        found = np.zeros(len(sets), np.int64)
        for mask, weight in self.features:
            found += weight * ((sets & np.uint64(mask)) != 0)
        return found


class Counted(Gauge):
    """How many of some sections are on the route."""

    def __init__(self, mask: int) -> None:
        self.mask = mask

    def value(self, sections: int) -> int:
        return (sections & self.mask).bit_count()

    def limit(self, most: int) -> Limit | None:
        return Sections(tuple(whole(1 << i) for i in bits(self.mask)), most)

    def values(self, sets: Sets) -> Counts:
        found: Counts = np.bitwise_count(sets & np.uint64(self.mask)).astype(np.int64)
        return found


class Crossings(Gauge):
    """Crossroads passed twice: of the sections there, two are used up by each pass.

    A ride and the section before or behind it pass nothing.
    """

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._crowded = [mask for mask in graph.incident if mask.bit_count() > 3]
        self._ride = graph.free

    def value(self, sections: int) -> int:
        return sum(
            max(0, (mask & sections).bit_count() // 2 - 1 - bool(mask & sections & self._ride))
            for mask in self._crowded
        )

    def limit(self, most: int) -> Limit | None:
        if self._ride or any(mask.bit_count() > 5 for mask in self._crowded):
            return None
        crossed = (Element(m, tuple(1 << i for i in bits(m)), there=4) for m in self._crowded)
        return Passed(self._graph, tuple(crossed), most)

    def values(self, sets: Sets) -> Counts:
        found = np.zeros(len(sets), np.int64)
        for mask in self._crowded:
            passes = np.bitwise_count(sets & np.uint64(mask)).astype(np.int64) // 2
            passes -= (sets & np.uint64(mask & self._ride)) != 0
            found += np.maximum(0, passes - 1)
        return found


class Group(Gauge):
    """The largest group of adjacent occupied locations."""

    def __init__(self, places: Sequence[tuple[Location, int]]) -> None:
        self._places = places
        self._known: dict[bytes, int] = {}

    def value(self, sections: int) -> int:
        return self._largest([place for place, mask in self._places if mask & sections])

    def limit(self, most: int) -> Limit | None:
        return Adjacent(self.largest, tuple(whole(mask) for _, mask in self._places), most)

    def largest(self, numbers: Sequence[int]) -> int:
        """Return the size of the largest group of the locations with these *numbers*."""
        return self._largest([self._places[n][0] for n in numbers])

    def values(self, sets: Sets) -> Counts:
        if not self._places:
            return np.zeros(len(sets), np.int64)
        masks = np.array([mask for _, mask in self._places], np.uint64)
        packed = np.packbits((sets[:, None] & masks) != 0, axis=1)
        width = packed.shape[1]
        rows, which = np.unique(
            np.ascontiguousarray(packed).view(f"V{width}").ravel(), return_inverse=True
        )
        sizes = [self._size(row.tobytes()) for row in rows]
        return np.array(sizes, np.int64)[which]

    def _size(self, row: bytes) -> int:
        if row not in self._known:
            held = np.unpackbits(np.frombuffer(row, np.uint8))
            self._known[row] = self._largest(
                [place for (place, _), on in zip(self._places, held, strict=False) if on]
            )
        return self._known[row]

    @staticmethod
    def _largest(places: list[Location]) -> int:
        return max(map(len, groups(places)), default=0)


def gauge_of(card: GoalCard, graph: Graph, filled: FilledBoard, turning: Turning) -> Gauge:
    """Return the gauge of what *card* measures on the sections of *graph*."""
    board = filled.board
    beside = 0
    if card.measure in OF_LOCATIONS:
        roads = {id_ for place in card.locations for id_ in board.roads_beside[place]}
        beside = graph.mask(roads)
    held = [
        (place, location_mask(graph, board, place), group)
        for place, group in sorted(filled.marks.tourists.items())
        if group.total
    ]
    on_map = [(place, mask) for place, mask, _ in held if not place.name]
    match card.measure:
        case Measure.TURNS:
            return Turns(graph, turning)
        case Measure.STRAIGHT_RUN:
            return Run(graph, turning)
        case Measure.ENDS_BESIDE:
            return EndsBeside(beside)
        case Measure.LENGTH:
            return Counted(graph.everything & ~graph.free)
        case Measure.BESIDE:
            return Counted(beside)
        case Measure.CROSSINGS:
            return Crossings(graph)
        case Measure.ALONG | Measure.ACROSS:
            return Counted(graph.mask(card.roads))
        case Measure.TOURISTS:
            kind = TouristKind(card.of) if card.of else None
            return Reached([(m, g.count(kind) if kind else g.total) for _, m, g in held])
        case Measure.OCCUPIED:
            return Reached([(mask, 1) for _, mask in on_map])
        case Measure.LARGEST_GROUP:
            return Group([(place, mask) for place, mask in on_map if mask])
        case Measure.LANDMARKS:
            chosen = [m for m in board.landmarks if not card.of or m.kind == card.of]
            return Reached([(landmark_mask(graph, mark, filled.docks), 1) for mark in chosen])
        case Measure.ICONIC:
            chosen = [mark for mark in board.landmarks if mark.iconic]
            return Reached([(landmark_mask(graph, mark, filled.docks), 1) for mark in chosen])
        case never:
            assert_never(never)
