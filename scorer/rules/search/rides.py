"""Rides: once, two segments may be joined, each ending at a station of the city's transport.

A ride is a virtual section between two stations that counts nothing (D3), so a final route
with a ride is a walk over the drawing with that section added. For every pair of stations
that drawn sections reach, that drawing is searched like any other; only walks that ride
matter, for the others are those of the drawing without. So the best of all is proved best.
"""

from collections.abc import Callable
from dataclasses import replace

from scorer.rules.notation import RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.search.candidates.bestsofar import Best
from scorer.rules.search.candidates.listing import best_over_ride, best_route
from scorer.rules.search.drawing.graph import Graph, graph_of
from scorer.rules.search.valuation import Valuation, Worth

# What the name of a ride ends with; no road of a board is called so.
SUFFIX = "ride"


def rides_of(filled: FilledBoard) -> tuple[RoadId, ...]:
    """Return the rides between any two stations that the drawn sections reach."""
    reached = {end for section in filled.marks.sections for end in section.ends}
    pairs = {
        pair for ride in filled.board.transports for pair in ride.pairs if set(pair) <= reached
    }
    return tuple(RoadId.between(one, other, SUFFIX) for one, other in sorted(pairs))


def best_with_rides(
    filled: FilledBoard,
    valued: Callable[[Graph], Valuation],
    stop: Callable[[], bool] | None = None,
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
    best = best_route(graph, valued(graph), stop, plain, floor)
    most = best.worth.points + best.at_most_more
    for ride in rides_of(filled):
        joined = graph_of(sections, ride)
        found = best_over_ride(joined, valued(joined), best.worth, stop)
        most = max(most, found.worth.points + found.at_most_more)
        if found.worth.key > best.worth.key:
            graph, best = joined, found
    return graph, replace(best, at_most_more=max(0, most - best.worth.points))
