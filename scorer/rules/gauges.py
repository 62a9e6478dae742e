"""Goal cards' measures on sets of sections: exactly, or as far as the order might bring them.

``measures`` defines each on a walk. Most depend on the sections alone and only grow with
them. Turns, straight runs and the ends of the walk depend on its order too; of these a set
tells how far they could come.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from scorer.rules.board import Board, LandmarkKind, TouristKind
from scorer.rules.cards import OF_LOCATIONS, OF_ROADS, GoalCard, Measure
from scorer.rules.graph import Graph, bits, landmark_mask, location_mask
from scorer.rules.marks import Marks
from scorer.rules.measures import groups
from scorer.rules.notation import Location, RoadId
from scorer.rules.turning import Turning, Walk

# Sections of a run.
RUN = 3

Counts = NDArray[np.int64]
Sets = NDArray[np.uint64]


class Gauge(ABC):
    """One measure of a set of sections, which only grows with the set."""

    @abstractmethod
    def value(self, sections: int) -> int:
        """Return the measure of one set; where the order matters, the most in any subset."""

    def values(self, sets: Sets) -> Counts:
        """Return the measure of each of many *sets* of up to 64 sections."""
        return np.array([self.value(sections) for sections in sets.tolist()], np.int64)


class OrderedGauge(Gauge):
    """A measure that the order of the walk changes."""

    @abstractmethod
    def most(self, sets: Sets, near: Sets) -> Counts:
        """Return the most that each set can come to in any order.

        *near* are the sections at the ends of each walk, all sections for a closed one.
        """

    @abstractmethod
    def least(self, sets: Sets, near: Sets) -> Counts:
        """Return the least that each set can come to in any order."""

    @abstractmethod
    def walked(self, walk: Walk) -> int:
        """Return the measure of one walk."""


class Reached(Gauge):
    """What is on the route as soon as one of some sections is, each with its weight."""

    def __init__(self, features: Sequence[tuple[int, int]]) -> None:
        self.features = [(mask, weight) for mask, weight in features if mask and weight]

    def value(self, sections: int) -> int:
        return sum(weight for mask, weight in self.features if mask & sections)

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

    def values(self, sets: Sets) -> Counts:
        found: Counts = np.bitwise_count(sets & np.uint64(self.mask)).astype(np.int64)
        return found


class Crossings(Gauge):
    """Crossroads passed twice: of the sections there, two are used up by each pass.

    A ride and the section before or behind it pass nothing.
    """

    def __init__(self, graph: Graph) -> None:
        self._crowded = [mask for mask in graph.incident if mask.bit_count() > 3]
        self._ride = graph.free

    def value(self, sections: int) -> int:
        return sum(
            max(0, (mask & sections).bit_count() // 2 - 1 - bool(mask & sections & self._ride))
            for mask in self._crowded
        )

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

    @property
    def masks(self) -> tuple[int, ...]:
        """The sections that put each occupied location on the route."""
        return tuple(mask for _, mask in self._places)

    def value(self, sections: int) -> int:
        return self._largest([place for place, mask in self._places if mask & sections])

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


class Turns(OrderedGauge):
    """Turns: at each crossroads sections are paired with most turns, or with fewest."""

    def __init__(self, graph: Graph, turning: Turning) -> None:
        self._turning = turning
        self.lines = turning.lines
        self._around = [tuple(bits(mask)) for mask in graph.incident]
        tables = [turning.tables(v) for v in range(len(graph.crossroads))]
        self._fewest = [fewest for fewest, _ in tables]
        self._most = [most for _, most in tables]
        # Of a set, some subset may turn more often than all of it: an end more is a pass less.
        self._any = [_of_subsets(most) for most in self._most]

    def value(self, sections: int) -> int:
        return sum(
            int(table[sum(1 << k for k, i in enumerate(around) if sections >> i & 1)])
            for around, table in zip(self._around, self._any, strict=True)
        )

    def most(self, sets: Sets, near: Sets) -> Counts:
        return self._sum(sets, self._most)

    def least(self, sets: Sets, near: Sets) -> Counts:
        return self._sum(sets, self._fewest)

    def walked(self, walk: Walk) -> int:
        return sum(self._turning.turns(v, i, j) for v, i, j in walk.joints)

    def _sum(self, sets: Sets, tables: list[Counts]) -> Counts:
        found = np.zeros(len(sets), np.int64)
        for around, table in zip(self._around, tables, strict=True):
            if not table.any():
                continue
            local = np.zeros(len(sets), np.intp)
            for k, i in enumerate(around):
                local |= (sets >> np.uint64(i) & np.uint64(1)).astype(np.intp) << k
            found += table[local]
        return found


class Run(OrderedGauge):
    """The longest straight run: sections of a straight line, at best walked in one go."""

    def __init__(self, graph: Graph, turning: Turning) -> None:
        self._graph = graph
        self._turning = turning
        self._lines = turning.lines

    def value(self, sections: int) -> int:
        best = 0
        for line in self._lines:
            run = 0
            for i, _ in line:
                run = run + 1 if sections >> i & 1 else 0
                best = max(best, run)
        return best

    def most(self, sets: Sets, near: Sets) -> Counts:
        return self._longest(sets, forced=False)

    def least(self, sets: Sets, near: Sets) -> Counts:
        return self._longest(sets, forced=True)

    def walked(self, walk: Walk) -> int:
        straight = [self._turning.straight(*joint) for joint in walk.joints]
        if walk.closed and not all(straight):
            turn = straight.index(False) + 1
            straight = straight[turn:] + straight[:turn]
        best = run = min(1, len(walk.sections))
        for on in straight:
            run = run + 1 if on else 1
            best = max(best, run)
        return min(best, len(walk.sections))

    def _longest(self, sets: Sets, *, forced: bool) -> Counts:
        """Return the longest run; *forced*: over crossroads where the walk has no choice."""
        best = np.zeros(len(sets), np.int64)
        for line in self._lines:
            run = np.zeros(len(sets), np.int64)
            for i, before in line:
                if forced and before is not None:
                    there = np.bitwise_count(sets & np.uint64(self._graph.incident[before]))
                    run *= there == 2
                run = (run + 1) * (sets >> np.uint64(i) & np.uint64(1)).astype(np.int64)
                np.maximum(best, run, out=best)
        return best


class ColourRuns(OrderedGauge):
    """Runs of three sections in a row of three colours, sharing no section."""

    def __init__(self, graph: Graph, colours: Mapping[RoadId, LandmarkKind]) -> None:
        kinds = sorted(set(colours.values()))
        self._kind = {i: colours[s] for i, s in enumerate(graph.sections) if s in colours}
        self._masks = [sum(1 << i for i, k in self._kind.items() if k is kind) for kind in kinds]
        self._ride = graph.free

    def value(self, sections: int) -> int:
        if len(self._masks) < RUN:
            return 0
        return min((sections & mask).bit_count() for mask in self._masks)

    def most(self, sets: Sets, near: Sets) -> Counts:
        if len(self._masks) < RUN:
            return np.zeros(len(sets), np.int64)
        counts = [np.bitwise_count(sets & np.uint64(mask)) for mask in self._masks]
        found: Counts = np.min(counts, axis=0).astype(np.int64)
        return found

    def least(self, sets: Sets, near: Sets) -> Counts:
        return np.zeros(len(sets), np.int64)

    def walked(self, walk: Walk) -> int:
        kinds = [
            None if self._ride >> i & 1 else self._kind.get(i, LandmarkKind.GREY)
            for i in walk.sections
        ]
        return most_runs(kinds, closed=walk.closed)


def most_runs(kinds: list[LandmarkKind | None], *, closed: bool) -> int:
    """Return how many runs of three colours a walk has at most, none sharing a section.

    Parameters
    ----------
    kinds : list
        Each section's colour in walking order; grey for one of no known colour, None for a
        ride, which no run spans.
    closed : bool
        Whether the walk may be started anywhere.
    """
    starts = range(min(RUN, len(kinds))) if closed and None not in kinds else range(1)
    if closed and None in kinds:
        ride = kinds.index(None)
        kinds = [*kinds[ride + 1 :], *kinds[:ride]]
    return max((_runs(kinds[s:] + kinds[:s]) for s in starts), default=0)


def _runs(kinds: Sequence[LandmarkKind | None]) -> int:
    """Return how many runs there are when each is taken as early as it ends."""
    found = at = 0
    while at + RUN <= len(kinds):
        window = set(kinds[at : at + RUN])
        whole = len(window) == RUN and not window & {None, LandmarkKind.GREY}
        found += whole
        at += RUN if whole else 1
    return found


class EndsBeside(OrderedGauge):
    """Whether the walk starts or ends on one of some sections; a closed one starts anywhere."""

    def __init__(self, graph: Graph, mask: int) -> None:
        self.mask = mask

    def value(self, sections: int) -> int:
        return int(bool(sections & self.mask))

    def most(self, sets: Sets, near: Sets) -> Counts:
        found: Counts = ((sets & near & np.uint64(self.mask)) != 0).astype(np.int64)
        return found

    def least(self, sets: Sets, near: Sets) -> Counts:
        return np.zeros(len(sets), np.int64)

    def walked(self, walk: Walk) -> int:
        ends = walk.sections if walk.closed else walk.sections[:1] + walk.sections[-1:]
        return int(any(self.mask >> i & 1 for i in ends))


def gauge_of(card: GoalCard, graph: Graph, board: Board, marks: Marks, turning: Turning) -> Gauge:
    """Return the gauge of what *card* measures on the sections of *graph*."""
    beside = 0
    if card.measure in OF_LOCATIONS:
        roads = {id_ for place in card.locations for id_ in board.roads_beside[place]}
        beside = graph.mask(roads)
    match card.measure:
        case Measure.TURNS:
            return Turns(graph, turning)
        case Measure.STRAIGHT_RUN:
            return Run(graph, turning)
        case Measure.ENDS_BESIDE:
            return EndsBeside(graph, beside)
        case Measure.LENGTH:
            return Counted(graph.everything & ~graph.free)
        case Measure.BESIDE:
            return Counted(beside)
        case Measure.CROSSINGS:
            return Crossings(graph)
        case measure if measure in OF_ROADS:
            return Counted(graph.mask(card.roads))
        case Measure.TOURISTS | Measure.OCCUPIED | Measure.LARGEST_GROUP:
            return _of_tourists(card, graph, board, marks)
        case _:
            if card.measure is Measure.ICONIC:
                chosen = [mark for mark in board.landmarks if mark.rated_as is not None]
            else:
                chosen = [m for m in board.landmarks if not card.of or m.kind == card.of]
            return Reached([(landmark_mask(graph, mark), 1) for mark in chosen])


def _of_tourists(card: GoalCard, graph: Graph, board: Board, marks: Marks) -> Gauge:
    held = [
        (place, location_mask(graph, board, place), group)
        for place, group in sorted(marks.tourists.items())
        if group.total
    ]
    on_map = [(place, mask) for place, mask, _ in held if not place.name]
    if card.measure is Measure.LARGEST_GROUP:
        return Group([(place, mask) for place, mask in on_map if mask])
    if card.measure is Measure.OCCUPIED:
        return Reached([(mask, 1) for _, mask in on_map])
    kind = TouristKind(card.of) if card.of else None
    return Reached([(mask, group.count(kind) if kind else group.total) for _, mask, group in held])


def _of_subsets(table: Counts) -> Counts:
    """Return the most that *table* holds for any subset of each local set."""
    found = table.copy()
    for local in range(len(found)):
        for k in bits(local):
            found[local] = max(found[local], found[local ^ 1 << k])
    return found
