"""One walk over a set of sections and ferries, with as many turns as it can have.

At every vertex the ends of sections are paired, all but those where a ferry or the route ends.
That gives walks and rings. Where a ring shares a vertex with another piece of walk, exchanging
two ends there makes one of both, in two ways, one of which has no turn fewer (``ends`` says
why). At last the walks are put in a row, ferries between them.
"""

from collections.abc import Iterator
from itertools import permutations, product

from scorer.rules.innsmouth.route import Route, Segment
from scorer.rules.innsmouth.search.drawing import Drawing
from scorer.rules.innsmouth.search.ends import Sailing
from scorer.rules.notation import Crossroads
from scorer.rules.search.drawing.graph import bits

# An end of a section: its number, and which of its two ends.
End = tuple[int, int]
# The number of ferry ends at each vertex that has any.
Landings = dict[int, int]


def route_over(drawing: Drawing, mask: int, sailing: Sailing) -> Route:
    """Return a route over all sections of *mask* that sails as *sailing* says."""
    if not mask:
        return Route()
    landings = _landings(drawing, mask, sailing)
    walks = _Walks(drawing, mask, landings, closed=sailing.closed)
    walks.join()
    if sailing.closed:
        return _closed(drawing, walks, sailing)
    return _in_a_row(drawing, walks, sailing)


def _landings(drawing: Drawing, mask: int, sailing: Sailing) -> Landings:
    """Return how many ferries end at each water vertex.

    Where all cross the river, as many end on one side as on the other. A closed route has more
    sections than ferries, so that it may begin somewhere.
    """
    pieces = drawing.pieces(mask)
    water = [v for v in drawing.touched(mask) if drawing.side[v]]
    size = {v: (drawing.around[v] & mask).bit_count() for v in drawing.touched(mask)}

    def fits(f: Landings) -> bool:
        odd = sum((n + f.get(v, 0)) % 2 for v, n in size.items())
        spared = sum((drawing.around[v] & mask) in drawing.straight[v] for v in f)
        sides = [sum(n for v, n in f.items() if drawing.side[v] == side) for side in (1, 2)]
        joined = len(pieces) == 1 or all(
            any(drawing.around[v] & piece for v in f) for piece in pieces
        )
        return (
            odd == (0 if sailing.closed else 2)
            and min(sides) == sailing.crossing
            and spared >= sailing.spared
            and joined
        )

    for f in _spread(water, size, 2 * sailing.ferries, sailing.ferries):
        if fits(f):
            return f
    raise AssertionError("there is always a way that was found possible")


def _spread(water: list[int], size: dict[int, int], ends: int, cap: int) -> Iterator[Landings]:
    """Yield every way to land so many *ends* at *water* vertices, no more than *cap* at one."""
    if not ends:
        yield {}
        return
    if not water:
        return
    v, *others = water
    for f in range(min(size[v], cap, ends) + 1):
        for rest in _spread(others, size, ends - f, cap):
            yield {v: f, **rest} if f else rest


class _Walks:
    """The pairs of ends at all vertices of a set of sections."""

    def __init__(self, drawing: Drawing, mask: int, landings: Landings, *, closed: bool) -> None:
        self.drawing = drawing
        self.mask = mask
        self.partner: dict[End, End] = {}
        self.landings = landings
        for v in drawing.touched(mask):
            ends = self.ends_at(v)
            loose = landings.get(v, 0)
            loose += (len(ends) + loose) % 2
            for one, other in self._pairs(v, ends, len(ends) - loose):
                self._pair(one, other)

    def ends_at(self, v: int) -> list[End]:
        """Return the ends of sections at vertex *v*."""
        around = bits(self.drawing.around[v] & self.mask)
        return [(i, self.drawing.ends[i].index(v)) for i in around]

    def turn(self, v: int, one: End, other: End) -> bool:
        """Whether a walk turns at *v* from the section of *one* to that of *other*."""
        return (1 << one[0] | 1 << other[0]) not in self.drawing.straight[v]

    def _pairs(self, v: int, ends: list[End], count: int) -> list[tuple[End, End]]:
        """Return *count* of the *ends* at *v* in pairs, as few running straight on as can be."""
        if not count:
            return []
        first, *others = ends
        found = []
        if count < len(ends):
            found.append(self._pairs(v, others, count))
        for other in others:
            rest = [end for end in others if end != other]
            found.append([(first, other), *self._pairs(v, rest, count - 2)])
        return max(found, key=lambda pairs: sum(self.turn(v, *pair) for pair in pairs))

    def _pair(self, one: End, other: End) -> None:
        self.partner[one], self.partner[other] = other, one

    def threads(self) -> list[list[End]]:
        """Return the walks and rings, each as the ends that it comes in by, walks first."""
        left = set(bits(self.mask))
        found = []
        starts = [(i, e) for i in sorted(left) for e in (0, 1) if (i, e) not in self.partner]
        for start in (*starts, *((i, 0) for i in sorted(left))):
            if start[0] not in left:
                continue
            thread, at = [], start
            while at[0] in left:
                left.discard(at[0])
                thread.append(at)
                after = self.partner.get((at[0], 1 - at[1]))
                if after is None:
                    break
                at = after
            found.append(thread)
        return found

    def is_ring(self, thread: list[End]) -> bool:
        return thread[0] in self.partner

    def join(self) -> None:
        """Exchange ends until no ring is left beside anything that it meets."""
        while (found := self._meeting()) is not None:
            self._exchange(*found)

    def _meeting(self) -> tuple[int, End, End] | None:
        """Return a vertex, and an end there of a ring and one of another thread.

        Also of two walks, one of which begins and ends the route where ferries are used.
        """
        threads = self.threads()
        number = {i: n for n, thread in enumerate(threads) for i, _ in thread}
        rings = {n for n, thread in enumerate(threads) if self.is_ring(thread)}
        alone = {n for n, thread in enumerate(threads) if self._needs_no_ferry(thread)}
        for v in self.drawing.touched(self.mask):
            ends = self.ends_at(v)
            for one, other in product(ends, ends):
                n, m = number[one[0]], number[other[0]]
                if n != m and one in self.partner and (n in rings or {n, m} & alone):
                    return v, one, other
        return None

    def _needs_no_ferry(self, thread: list[End]) -> bool:
        """Whether a walk begins and ends the route though ferries have to be used."""
        if self.is_ring(thread) or not self.landings:
            return False
        first, (i, e) = thread[0], thread[-1]
        return not self._lands(first) and not self._lands((i, 1 - e))

    def _lands(self, end: End) -> bool:
        """Whether a ferry may end where a walk has its *end*."""
        v = self.drawing.ends[end[0]][end[1]]
        return self.landings.get(v, 0) > 0

    def _exchange(self, v: int, one: End, other: End) -> None:
        """Join the threads of *one* and *other* at *v*, in the way with more turns."""
        mine, theirs = self.partner[one], self.partner.get(other)
        ways = [((one, other), (mine, theirs)), ((mine, other), (one, theirs))]

        def turns(way: tuple[tuple[End, End], tuple[End, End | None]]) -> int:
            return sum(end is not None and self.turn(v, at, end) for at, end in way)

        for at, end in max(ways, key=turns):
            if end is None:
                del self.partner[at]
            else:
                self._pair(at, end)

    def segment(self, thread: list[End]) -> Segment:
        """Return a thread as a walk."""
        drawing = self.drawing
        points = [drawing.ends[i][e] for i, e in thread]
        last, e = thread[-1]
        points.append(drawing.ends[last][1 - e])
        return Segment(
            tuple(drawing.vertices[v] for v in points),
            tuple(drawing.sections[i] for i, _ in thread),
        )


def _reversed(segment: Segment) -> Segment:
    return Segment(segment.crossroads[::-1], segment.sections[::-1])


def _in_a_row(drawing: Drawing, walks: _Walks, sailing: Sailing) -> Route:
    """Return the walks in an order in which ferries can join them."""
    landings = _by_name(drawing, walks.landings)
    segments = [walks.segment(thread) for thread in walks.threads()]
    for row in _rows(segments):
        route = Route(row)
        if _lands_right(drawing, route, landings) and _crossing(drawing, route) == sailing.crossing:
            return route
    raise AssertionError("the walks can always be put in a row")


def _closed(drawing: Drawing, walks: _Walks, sailing: Sailing) -> Route:
    """Return a route that ends where it begins: inside one of its walks."""
    segments = [walks.segment(thread) for thread in walks.threads()]
    landings = _by_name(drawing, walks.landings)
    if not sailing.ferries:
        return Route(tuple(segments))
    for row in _rows(segments):
        for n, cut in enumerate(row):
            for at in range(1, len(cut.sections)):
                first = Segment(cut.crossroads[at:], cut.sections[at:])
                last = Segment(cut.crossroads[: at + 1], cut.sections[:at])
                route = Route((first, *row[n + 1 :], *row[:n], last))
                right = _lands_right(drawing, route, landings)
                if right and _crossing(drawing, route) == sailing.crossing:
                    return route
    raise AssertionError("the walks can always be closed")


def _by_name(drawing: Drawing, landings: Landings) -> dict[Crossroads, int]:
    return {drawing.vertices[v]: number for v, number in landings.items()}


def _rows(segments: list[Segment]) -> Iterator[tuple[Segment, ...]]:
    """Yield the segments in every order, each walked either way."""
    ways = [(segment, _reversed(segment)) for segment in segments]
    for order in permutations(ways):
        yield from product(*order)


def _lands_right(drawing: Drawing, route: Route, landings: dict[Crossroads, int]) -> bool:
    ends = [end for ferry in route.ferries for end in ferry]
    return all(a != b for a, b in route.ferries) and all(
        ends.count(end) == landings.get(end, 0) for end in {*ends, *landings}
    )


def _crossing(drawing: Drawing, route: Route) -> int:
    side = dict(zip(drawing.vertices, drawing.side, strict=True))
    return sum(side[a] != side[b] for a, b in route.ferries)
