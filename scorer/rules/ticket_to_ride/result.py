"""The result of a game as one value: sheets, places, facts, the referee, and how sure it is.

It is what ``scorer table --json`` prints of such a game.
"""

from collections.abc import Iterable
from enum import StrEnum

from msgspec import Struct

from scorer.rules.certainty import GameStatus, Lack
from scorer.rules.ticket_to_ride.facts import OfTicket, idle_links, longest_unclaimed, of_tickets
from scorer.rules.ticket_to_ride.flags import flags_of
from scorer.rules.ticket_to_ride.game import FEWEST_PLAYERS, BusColour, Played, TicketToRide
from scorer.rules.ticket_to_ride.game import Player as PlayerGiven
from scorer.rules.ticket_to_ride.live import Live, live
from scorer.rules.ticket_to_ride.map import Link
from scorer.rules.ticket_to_ride.referee import Finding, findings
from scorer.rules.ticket_to_ride.sheet import (
    Category,
    Checked,
    Sheet,
    Standing,
    sheet_of,
    standings,
)


class Need(StrEnum):
    """What a result needs and nobody has told yet, in the order in which it is asked for."""

    PLAYERS = "players"  # a second one
    END = "end"  # the game is still played
    LINKS = "links"
    FLAGS = "flags"
    TICKETS = "tickets"


class TicketResult(Struct, frozen=True):
    """A ticket: whether it is completed, and by which links of the player's own.

    Not completed: ``would_do`` are links each of which alone would have done it, ``missing``
    how many more buses were needed at least, None where the others closed it off. Completed:
    ``buses`` are those of the ``path``.
    """

    ticket: str
    points: int
    done: bool
    path: tuple[str, ...]
    buses: int | None
    missing: int | None
    would_do: tuple[str, ...]
    swing: int


class Player(Struct, frozen=True):
    """A player's result. ``lines`` are the points by category, ``terms`` what they add up.

    ``idle`` are the player's own links that lie on no way of a completed ticket. What of the table
    is open, and bears on the player, is in the ``status`` too.
    """

    name: str
    colour: BusColour | None
    lines: dict[Category, int]
    terms: dict[Category, tuple[int, ...]]
    total: int
    buses: int
    flags: int | None
    tickets: tuple[TicketResult, ...]
    idle: tuple[str, ...]
    status: GameStatus


class Result(Struct, frozen=True):
    """The result of a game. Players are told by their position, from 0.

    ``live`` is the standing without tickets; ``unclaimed`` are the longest links that nobody
    claimed and somebody could have.
    """

    map: str
    practice: bool
    players: tuple[Player, ...]
    standings: tuple[Standing, ...]
    findings: tuple[Finding, ...]
    live: Live
    unclaimed: tuple[str, ...]
    status: GameStatus
    game: str = "ticket-to-ride"


def result_of(played: Played) -> Result:
    """Return the result of a game."""
    found, game = findings(played), played.game
    of_table = [Lack(need) for need in _needs_of_table(game)]
    own = [
        [Lack(need, seat) for need in _needs(played, seat)] for seat in range(len(played.players))
    ]
    players = tuple(
        _player(played, found, (*lacks, *of_table), seat) for seat, lacks in enumerate(own)
    )
    missing = [*(lack for lacks in own for lack in lacks), *of_table]
    open_ = len(found) + game.to_check
    return Result(
        map=played.map.name or played.map.id,
        practice=played.map.practice,
        players=players,
        standings=standings(played),
        findings=found,
        live=live(played),
        unclaimed=_names(longest_unclaimed(played)),
        status=GameStatus.because(missing, open_, checked=game.checked),
    )


def _player(
    played: Played, found: tuple[Finding, ...], missing: Iterable[Lack], seat: int
) -> Player:
    player, sheet = played.players[seat], sheet_of(played, seat)
    open_ = sum(_concerns(finding, player, seat) for finding in found) + played.game.to_check
    return Player(
        name=player.name,
        colour=player.colour,
        lines={line.category: line.points for line in sheet.lines},
        terms={line.category: line.terms for line in sheet.lines},
        total=sheet.total,
        buses=played.buses(seat),
        flags=flags_of(played, seat),
        tickets=_tickets(played, sheet, seat),
        idle=_names(idle_links(played, seat)),
        status=GameStatus.because(missing, open_, checked=played.game.checked),
    )


def _concerns(finding: Finding, player: PlayerGiven, seat: int) -> bool:
    """Whether the total of the *player* at *seat* may change by what *finding* objects to."""
    if finding.seat is not None:
        return finding.seat == seat
    # Without a name it is about the whole table.
    return not finding.names or not {*player.links, *(player.tickets or ())}.isdisjoint(
        finding.names
    )


def _needs_of_table(game: TicketToRide) -> list[Need]:
    open_ = {
        Need.PLAYERS: len(game.players) < FEWEST_PLAYERS,
        Need.END: not game.finished,
    }
    return [need for need, lacks in open_.items() if lacks]


def _needs(played: Played, seat: int) -> list[Need]:
    player = played.players[seat]
    told = {
        Need.LINKS: bool(player.links),
        Need.FLAGS: flags_of(played, seat) is not None,
        Need.TICKETS: player.tickets is not None,
    }
    return [need for need, known in told.items() if not known]


def _tickets(played: Played, sheet: Sheet, seat: int) -> tuple[TicketResult, ...]:
    facts = of_tickets(played, seat)
    return tuple(_ticket(one, fact) for one, fact in zip(sheet.tickets, facts, strict=True))


def _ticket(checked: Checked, fact: OfTicket) -> TicketResult:
    return TicketResult(
        ticket=checked.ticket.name,
        points=checked.points,
        done=checked.done,
        path=_names(checked.path or ()),
        buses=fact.buses if fact.done else None,
        missing=None if fact.done else fact.buses,
        would_do=_names(fact.would_do),
        swing=fact.swing,
    )


def _names(links: tuple[Link, ...]) -> tuple[str, ...]:
    return tuple(link.name for link in links)
