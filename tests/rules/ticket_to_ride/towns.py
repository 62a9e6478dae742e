"""Small maps to work games out on by hand."""

from typing import Any

from scorer.rules.ticket_to_ride.game import Played, Player, TicketToRide, held_against
from scorer.rules.ticket_to_ride.map import Link, LinkColour, Place, Ticket, TicketMap, Track

B, W, R, Y, G, P = LinkColour
PLACES = tuple(Place(name) for name in "abcdef")


def link(ends: str, length: int, colour: LinkColour, lane: int = 1) -> Link:
    return Link((ends[0], ends[1]), length, colour, lane)


# A ring a-b-c-d-e-f-a with a double route b-c and a chord a-d; the illustrative points 1, 2, 4.
RING = TicketMap(
    id="ring",
    points=(1, 2, 4),
    places=PLACES,
    links=(
        link("ab", 2, B),
        link("bc", 3, W),
        link("bc", 3, G, 2),
        link("cd", 1, R),
        link("de", 3, Y),
        link("ef", 3, P),
        link("fa", 2, R),
        link("ad", 3, B),
    ),
    tickets=(
        Ticket(("a", "d"), 8),
        Ticket(("a", "e"), 5),
        Ticket(("b", "f"), 4),
        Ticket(("c", "e"), 6),
        Ticket(("d", "f"), 7),
    ),
    track=Track(50),
)


def game(
    *players: Player, map_: TicketMap = RING, finished: bool = True, to_check: int = 0
) -> Played:
    told = TicketToRide(map=map_, players=players, finished=finished, to_check=to_check)
    return held_against(told)


def player(name: str, links: str = "", tickets: str | None = None, **more: Any) -> Player:
    """Return a player; *links* and *tickets* are names such as ``ab bc:2``, without dashes."""
    kept = None if tickets is None else tuple(f"{t[0]}-{t[1]}" for t in tickets.split())
    named = tuple(f"{one[0]}-{one[1:]}" for one in links.split())
    return Player(name=name, links=named, tickets=kept, **more)
