"""What the rules do not allow, with the links and the figures that show it."""

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from scorer.rules.ticket_to_ride.flags import flags_of, most_flags, on_track
from scorer.rules.ticket_to_ride.game import Played

# The last round begins with so few buses left.
LAST_BUSES = 2
# With so few players the second lane of a double route is closed once one is claimed.
CLOSES_LANES = 2


class Offence(StrEnum):
    """What is wrong."""

    BUSES_OVER = "buses_over"  # more buses on the map than a player has
    BOTH_LANES = "both_lanes"  # one player on both lanes of a double route
    FLAGS_OVER = "flags_over"  # more flags than blue, white and red links allow
    TRACK = "track"  # the marker's points beyond the links are no whole flags
    FLAGS_AND_TRACK = "flags_and_track"  # the flags told are not those the marker shows
    NO_TICKET = "no_ticket"  # everybody keeps one at least
    LINK_TWICE = "link_twice"  # two players on one link
    LANE_CLOSED = "lane_closed"  # both lanes of a double route in a game of two
    TICKET_TWICE = "ticket_twice"
    NOBODY_ENDS_IT = "nobody_ends_it"  # a game ends when somebody has two buses or fewer


class Finding(Struct, frozen=True):
    """An offence. ``seat`` is the player's, None where it concerns the table.

    ``found`` is the figure as given and ``allowed`` the one that the rules set: a most, for
    ``NO_TICKET`` and ``NOBODY_ENDS_IT`` a least. ``names`` are the links, or the ticket.
    """

    offence: Offence
    seat: int | None
    found: int
    allowed: int
    names: tuple[str, ...] = ()


def findings(played: Played) -> tuple[Finding, ...]:
    """Return all that cannot be, players first, then what concerns the table."""
    of_players = (
        finding for seat in range(len(played.players)) for finding in _of_player(played, seat)
    )
    return (*of_players, *_of_table(played))


def _of_player(played: Played, seat: int) -> Iterator[Finding]:
    player, buses = played.players[seat], played.buses(seat)
    if buses > played.map.buses:
        yield Finding(Offence.BUSES_OVER, seat, buses, played.map.buses, player.links)
    for link in played.links(seat):
        other = played.map.other_lane(link)
        if link.lane == 1 and other and other.name in player.links:
            yield Finding(Offence.BOTH_LANES, seat, 2, 1, (link.name, other.name))
    flags, most = flags_of(played, seat), most_flags(played, seat)
    if flags is not None and flags > most:
        yield Finding(Offence.FLAGS_OVER, seat, flags, most)
    shown = on_track(played, seat)
    if shown and shown.flags is None:
        yield Finding(Offence.TRACK, seat, shown.surplus, 4 * (max(shown.surplus, 0) // 4))
    elif shown and shown.flags is not None and flags != shown.flags:
        yield Finding(Offence.FLAGS_AND_TRACK, seat, flags or 0, shown.flags)
    if player.tickets == ():
        yield Finding(Offence.NO_TICKET, seat, 0, 1)


def _of_table(played: Played) -> Iterator[Finding]:
    for link in played.map.links:
        owners = played.owners(link)
        if len(owners) > 1:
            yield Finding(Offence.LINK_TWICE, None, len(owners), 1, (link.name,))
    if len(played.players) == CLOSES_LANES:
        yield from _closed_lanes(played)
    held = [name for player in played.players for name in player.tickets or ()]
    for name in dict.fromkeys(held):
        if held.count(name) > 1:
            yield Finding(Offence.TICKET_TWICE, None, held.count(name), 1, (name,))
    most = max(played.buses(seat) for seat in range(len(played.players)))
    # While links of a photo are in doubt, or nobody's yet, nobody knows who has used how many.
    settled = played.game.checked or not played.game.to_check
    if played.game.finished and settled and most < played.map.buses - LAST_BUSES:
        yield Finding(Offence.NOBODY_ENDS_IT, None, most, played.map.buses - LAST_BUSES)


def _closed_lanes(played: Played) -> Iterator[Finding]:
    for link in played.map.links:
        other = played.map.other_lane(link)
        if link.lane == 1 and other:
            one, two = played.owners(link), played.owners(other)
            # One player on both lanes has been told already.
            if one and two and one != two:
                yield Finding(Offence.LANE_CLOSED, None, 2, 1, (link.name, other.name))
