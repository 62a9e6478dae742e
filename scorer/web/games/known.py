"""The games of other boxes that are plugged in."""

from scorer.store.games import Game
from scorer.web.games.innsmouth import InnsmouthPlug
from scorer.web.games.phototour import PhotoTourGame
from scorer.web.games.plugin import OtherGame
from scorer.web.games.tickettoride.plug import TicketToRideGame

OTHER_GAMES: dict[str, OtherGame] = {
    one.id: one for one in (PhotoTourGame(), TicketToRideGame(), InnsmouthPlug())
}


def other_game(game: Game) -> OtherGame | None:
    """Return what *game* is played by; None if it is one of En Route."""
    return OTHER_GAMES.get(game.box)
