"""The score sheet, what completes a ticket, and who wins."""

from enum import StrEnum
from typing import NamedTuple

from msgspec import Struct

from scorer.rules.ranking import ranked
from scorer.rules.ticket_to_ride.flags import A_FLAG, flags_of
from scorer.rules.ticket_to_ride.game import Played
from scorer.rules.ticket_to_ride.map import Link, Ticket
from scorer.rules.ticket_to_ride.paths import own_path


class Category(StrEnum):
    """The lines of a sheet, in the order in which they are counted."""

    LINKS = "links"
    FLAGS = "flags"
    TICKETS_DONE = "tickets_done"
    TICKETS_NOT_DONE = "tickets_not_done"


class TieBreak(StrEnum):
    """What puts a player ahead of the next, in the order in which it is asked."""

    POINTS = "points"
    TICKETS = "tickets"


class Line(NamedTuple):
    """A category's points and the ``terms`` that they are the sum of."""

    category: Category
    points: int
    terms: tuple[int, ...]


class Checked(NamedTuple):
    """A ticket and the links that complete it, of fewest buses; None where it is not completed."""

    ticket: Ticket
    path: tuple[Link, ...] | None

    @property
    def done(self) -> bool:
        return self.path is not None

    @property
    def points(self) -> int:
        return self.ticket.points if self.done else -self.ticket.points


class Sheet(NamedTuple):
    """What a player has scored; the total may be below zero. What nobody told counts 0."""

    lines: tuple[Line, ...]
    tickets: tuple[Checked, ...]

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)

    @property
    def done(self) -> int:
        """How many tickets are completed."""
        return sum(one.done for one in self.tickets)


class Standing(Struct, frozen=True):
    """A place, the seats that take it, and what puts them ahead of the next place."""

    place: int
    seats: tuple[int, ...]
    ahead_by: TieBreak | None


def sheet_of(played: Played, seat: int) -> Sheet:
    """Return the sheet of the player at *seat*."""
    links = played.links(seat)
    flags = flags_of(played, seat) or 0
    tickets = tuple(
        Checked(ticket, own_path(played.map, ticket.between, played.players[seat].links))
        for ticket in played.tickets(seat)
    )
    terms = {
        Category.LINKS: tuple(played.map.points_of(link) for link in links),
        Category.FLAGS: (A_FLAG,) * flags,
        Category.TICKETS_DONE: tuple(one.points for one in tickets if one.done),
        Category.TICKETS_NOT_DONE: tuple(one.points for one in tickets if not one.done),
    }
    lines = tuple(Line(category, sum(parts), parts) for category, parts in terms.items())
    return Sheet(lines, tickets)


def sheets(played: Played) -> tuple[Sheet, ...]:
    """Return the players' sheets, in the order of their seats."""
    return tuple(sheet_of(played, seat) for seat in range(len(played.players)))


def standings(played: Played) -> tuple[Standing, ...]:
    """Return the places: most points; then more completed tickets; then shared.

    The rules ask this of the first place only; we order all places so (our decision).
    """
    breaks = tuple(TieBreak)
    found = ranked([(sheet.total, sheet.done) for sheet in sheets(played)])
    return tuple(
        Standing(one.place, one.seats, None if one.ahead_by is None else breaks[one.ahead_by])
        for one in found
    )
