"""What no paper sheet tells: what a ticket cost, what it lacked, what nobody used. Facts only."""

from typing import NamedTuple

from scorer.rules.ticket_to_ride.game import Played
from scorer.rules.ticket_to_ride.live import may_claim
from scorer.rules.ticket_to_ride.map import Link, Ticket
from scorer.rules.ticket_to_ride.paths import cheapest, on_ways, own_path, pieces


class OfTicket(NamedTuple):
    """What a ticket took, or lacked.

    Attributes
    ----------
    done : bool
    buses : int or None
        Completed: the buses of the way that joins its locations, the fewest of all such. Not
        completed: how many more were needed at least; None if the other players closed it off.
    would_do : tuple of Link
        Not completed: the links open to the player each of which alone would have done it.
    swing : int
        Points between completed and not completed: twice its value.
    """

    ticket: Ticket
    done: bool
    buses: int | None
    would_do: tuple[Link, ...]
    swing: int


def of_tickets(played: Played, seat: int) -> tuple[OfTicket, ...]:
    """Return what the tickets of the player at *seat* took or lacked."""
    return tuple(_of_ticket(played, seat, ticket) for ticket in played.tickets(seat))


def _of_ticket(played: Played, seat: int, ticket: Ticket) -> OfTicket:
    owned, swing = played.players[seat].links, 2 * ticket.points
    path = own_path(played.map, ticket.between, owned)
    if path is not None:
        return OfTicket(ticket, True, sum(link.length for link in path), (), swing)
    open_ = [link for link in played.map.links if may_claim(played, seat, link)]
    cost = {link.name: link.length for link in open_} | dict.fromkeys(owned, 0)
    missing = cheapest(played.map, ticket.between, cost)
    piece = pieces(played.map, owned)
    apart = {piece[id_] for id_ in ticket.between}
    would_do = tuple(link for link in open_ if {piece[id_] for id_ in link.between} == apart)
    buses = None if missing is None else sum(cost[link.name] for link in missing)
    return OfTicket(ticket, False, buses, would_do, swing)


def idle_links(played: Played, seat: int) -> tuple[Link, ...]:
    """Return the links of the player at *seat* that lie on no way of a completed ticket.

    Ways that meet a location twice do not count. The longest first.
    """
    owned = played.players[seat].links
    used = {
        name
        for ticket in played.tickets(seat)
        for name in on_ways(played.map, ticket.between, owned)
    }
    idle = [link for link in played.links(seat) if link.name not in used]
    return tuple(sorted(idle, key=lambda link: -link.length))


def longest_unclaimed(played: Played) -> tuple[Link, ...]:
    """Return the longest of the links that nobody claimed; several if they are as long.

    The second lane of a double route is no link that could have been claimed in a game of two.
    """
    seats = range(len(played.players))
    free = [link for link in played.map.links if any(may_claim(played, s, link) for s in seats)]
    longest = max((link.length for link in free), default=0)
    return tuple(link for link in free if link.length == longest)
