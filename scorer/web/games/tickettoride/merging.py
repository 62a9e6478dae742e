"""Two owners tap on one map at once: what one changed goes on top of what the other did."""

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

import msgspec

from scorer.rules.ticket_to_ride.map import Link
from scorer.rules.values import replace
from scorer.web.games.tickettoride.drafts import Draft

Part = TypeVar("Part")


def merged(since: Draft, mine: Draft, now: Draft) -> Draft:
    """Return the draft as it is *now*, with what *mine* changed of *since*.

    Where both changed the same thing, *mine* stays: it is the newer one. A route or a ticket goes
    with its location.
    """
    if now == since:
        return mine
    fields = {
        name: getattr(mine, name)
        for name in Draft.__struct_fields__
        if getattr(mine, name) != getattr(since, name)
    }
    places = _merged(since.places, mine.places, now.places, lambda one: one.id)
    known = {one.id for one in places}
    links = _merged(since.links, mine.links, now.links, lambda one: (one.ends, one.lane))
    tickets = _merged(since.tickets, mine.tickets, now.tickets, lambda one: frozenset(one.between))
    lists = {
        "places": places,
        "links": _in_lanes(one for one in links if known.issuperset(one.between)),
        "tickets": tuple(one for one in tickets if known.issuperset(one.between)),
    }
    return msgspec.structs.replace(now, **(fields | lists))


def _merged(
    since: Iterable[Part],
    mine: Iterable[Part],
    now: Iterable[Part],
    key: Callable[[Part], Hashable],
) -> tuple[Part, ...]:
    """Return what is there *now*, changed as *mine* differs from *since*."""
    known, own, there = ({key(one): one for one in some} for some in (since, mine, now))
    changed = {name for name, one in own.items() if known.get(name) != one}
    kept = [
        own[name] if name in changed else one
        for name, one in there.items()
        if name in own or name not in known
    ]
    return (*kept, *(one for name, one in own.items() if name in changed and name not in there))


def _in_lanes(links: Iterable[Link]) -> tuple[Link, ...]:
    """Return *links* with the lane that is left of a double route as the first one."""
    kept = [*links]
    first = {one.ends for one in kept if one.lane == 1}
    return tuple(one if one.ends in first else replace(one, lane=1) for one in kept)
