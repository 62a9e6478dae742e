"""Ways over links: whether two locations are joined, and by which links most cheaply."""

import heapq
from collections.abc import Collection, Mapping

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


def on_ways(map_: TicketMap, between: tuple[str, str], owned: Collection[str]) -> frozenset[str]:
    """Return which links *owned* lie on a way between two locations that meets none twice.

    With one more link between the two these are its block: what stays in one piece whichever
    location is taken away (Hopcroft and Tarjan, 1973).
    """
    neighbours = _neighbours(map_, dict.fromkeys(owned, 0))
    start, goal = between
    depth, held = {start: 0, goal: 1}, list[int]()

    def highest(here: str, came: int | None) -> int:
        """Return the least depth that is reached from *here* on; ``held`` keeps what is walked."""
        found = depth[here]
        for i, there in neighbours.get(here, ()):
            if there not in depth:
                depth[there], size = depth[here] + 1, len(held)
                held.append(i)
                above = highest(there, i)
                if above >= depth[here]:
                    # Only by way of this location: a block of its own.
                    del held[size:]
                found = min(found, above)
            elif i != came and depth[there] < depth[here]:
                held.append(i)
                found = min(found, depth[there])
        return found

    highest(goal, None)
    return frozenset(map_.links[i].name for i in held)


def pieces(map_: TicketMap, owned: Collection[str]) -> dict[str, int]:
    """Return the locations, each with the number of the piece that links *owned* join it to."""
    neighbours = _neighbours(map_, dict.fromkeys(owned, 0))
    found: dict[str, int] = {}
    for number, place in enumerate(map_.places):
        waiting = [place.id]
        while waiting:
            here = waiting.pop()
            if here not in found:
                found[here] = number
                waiting += [there for _, there in neighbours.get(here, ())]
    return found


def _neighbours(map_: TicketMap, used: Mapping[str, int]) -> dict[str, list[tuple[int, str]]]:
    found: dict[str, list[tuple[int, str]]] = {}
    for i, link in enumerate(map_.links):
        if link.name in used:
            one, other = link.between
            found.setdefault(one, []).append((i, other))
            found.setdefault(other, []).append((i, one))
    return found
