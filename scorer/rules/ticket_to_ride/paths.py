"""Ways over links: whether two locations are joined, and by which links most cheaply."""

import heapq
from collections.abc import Collection, Iterator, Mapping

from scorer.rules.ticket_to_ride.map import Link, TicketMap


def cheapest(
    map_: TicketMap, between: tuple[str, str], cost: Mapping[str, int]
) -> tuple[Link, ...] | None:
    """Return the links of the cheapest way between two locations, None where there is none.

    Parameters
    ----------
    cost : mapping of names of links to int
        The links that may be used, and what each costs, 0 or more.
    """
    start, goal = between
    neighbours = _neighbours(map_, cost)
    # Of equally cheap ways the one with fewest links, then the first by its links' order.
    waiting: list[tuple[int, int, tuple[int, ...], str]] = [(0, 0, (), start)]
    done: set[str] = set()
    while waiting:
        spent, links, way, here = heapq.heappop(waiting)
        if here == goal:
            return tuple(map_.links[i] for i in way)
        if here in done:
            continue
        done.add(here)
        for i, there in neighbours.get(here, ()):
            if there not in done:
                price = spent + cost[map_.links[i].name]
                heapq.heappush(waiting, (price, links + 1, (*way, i), there))
    return None


def own_path(
    map_: TicketMap, between: tuple[str, str], owned: Collection[str]
) -> tuple[Link, ...] | None:
    """Return the way of fewest buses over links *owned*, None where they do not join the two."""
    return cheapest(map_, between, {name: map_.link[name].length for name in owned})


def simple_paths(
    map_: TicketMap, between: tuple[str, str], owned: Collection[str]
) -> Iterator[tuple[Link, ...]]:
    """Yield every way over links *owned* that meets no location twice."""
    neighbours = _neighbours(map_, dict.fromkeys(owned, 0))
    start, goal = between
    stack: list[tuple[str, tuple[int, ...], frozenset[str]]] = [(start, (), frozenset({start}))]
    while stack:
        here, way, met = stack.pop()
        if here == goal:
            yield tuple(map_.links[i] for i in way)
            continue
        for i, there in neighbours.get(here, ()):
            if there not in met:
                stack.append((there, (*way, i), met | {there}))


def _neighbours(map_: TicketMap, used: Mapping[str, int]) -> dict[str, list[tuple[int, str]]]:
    found: dict[str, list[tuple[int, str]]] = {}
    for i, link in enumerate(map_.links):
        if link.name in used:
            one, other = link.between
            found.setdefault(one, []).append((i, other))
            found.setdefault(other, []).append((i, one))
    return found
