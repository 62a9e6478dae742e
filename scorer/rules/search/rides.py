"""Rides: once, two segments may be joined, each ending at a station of the city's transport.

A ride is a virtual section between two stations that counts nothing (D3), so a final route
with a ride is a walk over the drawing with that section added. For every pair of stations
that drawn sections reach, that drawing is searched like any other; only walks that ride
matter, for the others are those of the drawing without. So the best of all is proved best.
Where these drawings have many circles, all rides are swept at once.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from scorer.rules.notation import RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.search.candidates.bestsofar import Best, Keeper
from scorer.rules.search.candidates.listing import best_over_ride, best_route
from scorer.rules.search.candidates.sweep.swept import Pair, sweep
from scorer.rules.search.drawing.graph import Graph, graph_of
from scorer.rules.search.order import Ends
from scorer.rules.search.valuation import Valuation, Worth

# What the name of a ride ends with; no road of a board is called so.
SUFFIX = "ride"
# Candidates of one ride after the other that are listed; where there are more, all are swept.
LISTED = 1 << 17
# The same where the order of the walk matters, for which listed ones have closer bounds.
LISTED_IN_ORDER = 1 << 20

# Sections that can be listed; a ride is one more.
WORD = 64

Valued = Callable[[Graph], Valuation]
Stop = Callable[[], bool]


def rides_of(filled: FilledBoard) -> tuple[RoadId, ...]:
    """Return the rides between any two stations that the drawn sections reach."""
    reached = {end for section in filled.marks.sections for end in section.ends}
    pairs = {
        pair for ride in filled.board.transports for pair in ride.pairs if set(pair) <= reached
    }
    return tuple(RoadId.between(one, other, SUFFIX) for one, other in sorted(pairs))


def best_with_rides(
    filled: FilledBoard,
    valued: Valued,
    stop: Stop | None = None,
    plain: Best | None = None,
    floor: Worth | None = None,
) -> tuple[Graph, Best]:
    """Return the best final route with a ride or without, and the graph that it is over.

    Parameters
    ----------
    valued : callable
        Returns what the sections of a graph are worth.
    stop, plain, floor
        As for ``best_route``; *plain* is of the drawing without a ride.
    """
    sections = filled.marks.sections
    graph = graph_of(sections)
    valuation = valued(graph)
    rides, most = rides_of(filled), 0
    found: tuple[Graph, Best] | None = None
    if _too_many(graph, valuation, rides):
        # What is found with a ride mostly is more than any route has without.
        riding = _Riding(graph, valuation, valued, rides, floor, stop)
        rides = () if sweep(riding, riding.part) else rides
        most = riding.open
        if riding.found is not None:
            found, floor = riding.found, _just_below(riding.found[1].worth)
    best = best_route(graph, valuation, stop, plain, floor)
    most = max(most, best.worth.points + best.at_most_more)
    if found is None or best.worth.key >= found[1].worth.key:
        found = graph, best
    for ride in rides:
        joined = graph_of(sections, ride)
        one = best_over_ride(joined, valued(joined), found[1].worth, stop)
        most = max(most, one.worth.points + one.at_most_more)
        if one.worth.key > found[1].worth.key:
            found = joined, one
    graph, best = found
    return graph, replace(best, at_most_more=max(0, most - best.worth.points))


def _just_below(worth: Worth) -> Worth:
    """Return what a route without a ride has to beat to be as good as one that has *worth*."""
    return worth._replace(landmarks=worth.landmarks - 1) if worth.landmarks else worth


def _too_many(graph: Graph, valuation: Valuation, rides: Sequence[RoadId]) -> bool:
    """Whether all *rides* are swept at once: where that can be done, and is sooner done."""
    prizes = valuation.prizes
    if not rides or (prizes is not None and prizes.stops(graph)):
        return False
    ordered = prizes is not None and prizes.ordered
    most = LISTED_IN_ORDER if ordered else LISTED
    return len(graph.sections) >= WORD or _listed(graph, rides) > most


def _listed(graph: Graph, rides: Sequence[RoadId]) -> int:
    """Return how many candidates there are with one of *rides*, roughly.

    A ride between two parts of the drawing may be taken with every pair of their candidates.
    """
    parts = graph.components(graph.everything)
    found = 0
    for ride in rides:
        reached = graph.reaching(ride.ends)
        joined = [part for part in parts if part & reached]
        circles = sum(part.bit_count() - len(graph.touched(part)) + 1 for part in joined)
        odd = len(graph.odd(sum(joined)))
        found += (odd * (odd - 1) // 2 + 1) << circles
    return found


class _Riding:
    """Keeps the best route with any of *rides* that beats *floor*, the empty one without it."""

    def __init__(
        self,
        graph: Graph,
        valuation: Valuation,
        valued: Valued,
        rides: Sequence[RoadId],
        floor: Worth | None,
        stop: Stop | None,
    ) -> None:
        self.graph = graph
        self.valuation = valuation
        self.found: tuple[Graph, Best] | None = None
        self.stops = 0
        self.open = -1
        self._worth = floor if floor is not None else valuation.worth(0)
        self._valued = valued
        self._stop = stop
        number = {point: v for v, point in enumerate(graph.crossroads)}
        self._named = {(number[r.first], number[r.second]): r for r in rides}
        self._keepers: dict[Pair, Keeper] = {}

    @property
    def rides(self) -> tuple[Pair, ...]:
        """The crossroads that a ride may join."""
        return tuple(self._named)

    @property
    def part(self) -> int:
        """The sections that hang together with any station."""
        stations = {v for pair in self._named for v in pair}
        parts = self.graph.components(self.graph.everything)
        return sum(part for part in parts if any(self.graph.incident[v] & part for v in stations))

    @property
    def floor(self) -> int:
        """The key that a route has to beat."""
        return self._worth.key

    @property
    def stopped(self) -> bool:
        """Whether to give up."""
        return self._stop is not None and self._stop()

    def leave_open(self, points: int) -> None:
        """Note that routes not looked at may have so many points."""
        self.open = max(self.open, points)

    def take(self, sections: int, ends: Ends, ride: Pair) -> None:
        """Settle the best walk over all of *sections* with *ride*; keep it if it is better."""
        if ride not in self._keepers:
            joined = graph_of(self.graph.sections, self._named[ride])
            self._keepers[ride] = Keeper(joined, self._valued(joined), self._stop)
        keeper = self._keepers[ride]
        keeper.best = Best(0, None, None, self._worth)
        bit = keeper.graph.free
        low = sections & bit - 1
        keeper.offer(low | bit | (sections ^ low) << 1, ends)
        best = keeper.result()
        self.leave_open(best.worth.points + best.at_most_more)
        if best.worth.key > self.floor:
            self.found, self._worth = (keeper.graph, best), best.worth
