"""The drawn sections as bit masks, and what each of them puts on the route.

A set of sections is one integer: bit ``i`` is section ``i`` of the graph. Masks of up to
84 bits are plain integers; ``search`` packs them into machine words where they fit.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from scorer.rules.board.board import Board, Landmark
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.position.mark import roads_of
from scorer.rules.scoring.onroute import ways_to, ways_to_landmark


@dataclass(frozen=True)
class Graph:
    """Drawn sections and their crossroads, numbered in the order of their names.

    ``ends[i]`` are the numbers of both crossroads of section ``i``; ``incident[v]`` is the
    mask of the sections at crossroads ``v``. ``free`` is the mask of a ride: it joins two
    crossroads like a section, but counts nothing and puts nothing on the route. Where the
    sections are one-way streets, ``leaving[v]`` are those at crossroads ``v`` that lead away.
    """

    sections: tuple[RoadId, ...]
    crossroads: tuple[Crossroads, ...]
    ends: tuple[tuple[int, int], ...]
    incident: tuple[int, ...]
    free: int = 0
    leaving: tuple[int, ...] = ()

    def ahead(self, v: int) -> int:
        """Return the sections by which a walk may leave crossroads *v*."""
        return self.leaving[v] if self.leaving else self.incident[v]

    def behind(self, v: int) -> int:
        """Return the sections by which a walk may come to crossroads *v*."""
        return self.incident[v] & ~self.leaving[v] if self.leaving else self.incident[v]

    def excess(self, v: int, mask: int) -> int:
        """Return how many more sections of *mask* lead away from *v* than to it."""
        return (self.ahead(v) & mask).bit_count() - (self.behind(v) & mask).bit_count()

    def length(self, mask: int) -> int:
        """Return how many sections *mask* holds, the ride left out."""
        return (mask & ~self.free).bit_count()

    @cached_property
    def number(self) -> dict[RoadId, int]:
        """Each section's bit."""
        return {section: i for i, section in enumerate(self.sections)}

    @cached_property
    def by_name(self) -> dict[RoadId | Crossroads, int]:
        """The sections (a mask) that walk each road, or reach each crossroads: a ride does not."""
        pairs = zip(self.crossroads, self.incident, strict=True)
        found: dict[RoadId | Crossroads, int] = {v: around & ~self.free for v, around in pairs}
        return found | {section: 1 << i for i, section in enumerate(self.sections)}

    @property
    def everything(self) -> int:
        """The mask of all sections."""
        return (1 << len(self.sections)) - 1

    def mask(self, sections: Iterable[RoadId]) -> int:
        """Return the mask of those of *sections* that are drawn."""
        found = 0
        for section in sections:
            bit = self.number.get(section)
            if bit is not None:
                found |= 1 << bit
        return found

    def reaching(self, by: Iterable[RoadId | Crossroads]) -> int:
        """Return the drawn sections that walk any road, or reach any crossroads, of *by*."""
        found, known = 0, self.by_name
        for way in by:
            found |= known.get(way, 0)
        return found

    def names(self, mask: int) -> tuple[RoadId, ...]:
        """Return the sections in *mask*."""
        return tuple(self.sections[i] for i in bits(mask))

    def connected_to(self, start: int, mask: int) -> int:
        """Return the sections of *mask* that can be reached from crossroads *start*."""
        reached = 0
        fresh = self.incident[start] & mask
        while fresh:
            reached |= fresh
            wave = 0
            for i in bits(fresh):
                a, b = self.ends[i]
                wave |= self.incident[a] | self.incident[b]
            fresh = wave & mask & ~reached
        return reached

    def components(self, mask: int) -> tuple[int, ...]:
        """Return the connected parts of *mask*, each a mask, lowest section first."""
        parts = []
        while mask:
            part = self.connected_to(self.ends[_lowest(mask)][0], mask)
            parts.append(part)
            mask &= ~part
        return tuple(parts)

    def odd(self, mask: int) -> tuple[int, ...]:
        """Return the crossroads where an odd number of sections of *mask* meet."""
        return tuple(v for v, around in enumerate(self.incident) if (around & mask).bit_count() % 2)

    def touched(self, mask: int) -> tuple[int, ...]:
        """Return the crossroads that *mask* reaches."""
        return tuple(v for v, around in enumerate(self.incident) if around & mask)


def graph_of(sections: Iterable[RoadId], ride: RoadId | None = None) -> Graph:
    """Return the graph of *sections*, and of a *ride* that may join two of its crossroads."""
    ordered = tuple(sorted({*roads_of(sections), *([ride] if ride is not None else [])}))
    crossroads = tuple(sorted({end for section in ordered for end in section.ends}))
    number = {point: v for v, point in enumerate(crossroads)}
    ends = tuple((number[section.first], number[section.second]) for section in ordered)
    incident = [0] * len(crossroads)
    for i, pair in enumerate(ends):
        for v in pair:
            incident[v] |= 1 << i
    free = 1 << ordered.index(ride) if ride is not None else 0
    return Graph(ordered, crossroads, ends, tuple(incident), free)


def bits(mask: int) -> Iterable[int]:
    """Yield the numbers of the bits set in *mask*, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def bridges(graph: Graph, mask: int) -> int:
    """Return the sections of *mask* on no circle of it: without one, its ends fall apart."""
    seen: dict[int, int] = {}
    low: dict[int, int] = {}
    found = 0
    for root in graph.touched(mask):
        if root in seen:
            continue
        seen[root] = low[root] = len(seen)
        stack = [(root, 0, graph.incident[root] & mask)]
        while stack:
            at, came_by, ahead = stack.pop()
            if ahead:
                i = _lowest(ahead)
                stack.append((at, came_by, ahead & (ahead - 1)))
                a, b = graph.ends[i]
                to = b if at == a else a
                if to not in seen:
                    seen[to] = low[to] = len(seen)
                    stack.append((to, 1 << i, graph.incident[to] & mask & ~(1 << i)))
                else:
                    low[at] = min(low[at], seen[to])
            elif came_by:
                before = stack[-1][0]
                low[before] = min(low[before], low[at])
                if low[at] > seen[before]:
                    found |= came_by
    return found


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


def location_mask(graph: Graph, board: Board, location: Location) -> int:
    """Return the sections that put *location* on the route."""
    return graph.reaching(ways_to(board, location))


def landmark_mask(graph: Graph, landmark: Landmark, docks: tuple[Crossroads, ...] = ()) -> int:
    """Return the sections that put *landmark* on the route; *docks* are open."""
    return graph.reaching(ways_to_landmark(landmark, docks))
