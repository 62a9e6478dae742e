"""The standing while the game is played: running totals, buses left, the last round."""

from msgspec import Struct

from scorer.rules.ticket_to_ride.flags import A_FLAG, flags_of, link_points
from scorer.rules.ticket_to_ride.game import Played
from scorer.rules.ticket_to_ride.map import Link
from scorer.rules.ticket_to_ride.referee import CLOSES_LANES, LAST_BUSES


class Running(Struct, frozen=True):
    """A player's points without tickets, which are secret, and buses left."""

    points: int
    buses_left: int


class Live(Struct, frozen=True):
    """Where the game stands. ``last_round`` are the seats with so few buses that it begins."""

    players: tuple[Running, ...]
    last_round: tuple[int, ...]


def live(played: Played) -> Live:
    """Return where the game stands.

    The last round begins when somebody has two buses or fewer: everybody, that player too,
    gets one more turn.
    """
    running = tuple(
        Running(
            link_points(played, seat) + A_FLAG * (flags_of(played, seat) or 0),
            played.map.buses - played.buses(seat),
        )
        for seat in range(len(played.players))
    )
    ending = (seat for seat, one in enumerate(running) if one.buses_left <= LAST_BUSES)
    return Live(running, tuple(ending))


def may_claim(played: Played, seat: int, link: Link) -> bool:
    """Whether *link* is open to the player at *seat*, however many buses are left.

    Nobody may own it, nor that player its other lane; in a game of two nobody its other lane.
    """
    if played.owners(link):
        return False
    other = played.map.other_lane(link)
    taken = played.owners(other) if other else ()
    return not taken if len(played.players) == CLOSES_LANES else seat not in taken
