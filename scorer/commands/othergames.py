"""The games that ``scorer table`` scores beside those of En Route, by the ``game`` of a file."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from scorer.commands.maps import map_of
from scorer.commands.text.innsmouth import table_text as innsmouth_text
from scorer.commands.text.phototour import phototour_text
from scorer.commands.text.tickettoride import ticket_to_ride_text
from scorer.rules.innsmouth import table as innsmouth
from scorer.rules.innsmouth.table import result_of as innsmouth_result
from scorer.rules.jsonfile import decode_json
from scorer.rules.jsonfile.text import DoubleKeyError, JsonError
from scorer.rules.phototour.game import read_game
from scorer.rules.phototour.result import result_of
from scorer.rules.ticket_to_ride import game as ticket_to_ride
from scorer.rules.ticket_to_ride.result import result_of as ticket_to_ride_result


@dataclass(frozen=True, slots=True)
class Scored:
    """The ``result`` of a game; ``text`` tells it in words."""

    result: Any
    text: Callable[[], str]


# Scores the JSON of a game's file.
Scorer = Callable[[bytes], Scored]


def innsmouth_scored(game: innsmouth.InnsmouthGame) -> innsmouth.InnsmouthResult:
    """Return the result of *game* in its own town, or the practice town."""
    return innsmouth_result(game, game.on_town())


def _phototour(data: bytes) -> Scored:
    result = result_of(read_game(data))
    return Scored(result, lambda: phototour_text(result))


def _innsmouth(data: bytes) -> Scored:
    result = innsmouth_scored(innsmouth.read_game(data))
    return Scored(result, lambda: innsmouth_text(result))


def _ticket_to_ride(data: bytes) -> Scored:
    played = ticket_to_ride.read_game(data, map_of)
    result = ticket_to_ride_result(played)
    return Scored(result, lambda: ticket_to_ride_text(result, played.map))


GAMES: dict[str, Scorer] = {
    "phototour": _phototour,
    "innsmouth": _innsmouth,
    "ticket-to-ride": _ticket_to_ride,
}


def other_game(data: bytes) -> Scorer | None:
    """Return what scores the game in the JSON *data*; None if it is one of En Route.

    Raises
    ------
    JsonError
        If the file names a game that nobody here knows, or a key in it is there twice.
    """
    try:
        content = decode_json(data, object)
    except DoubleKeyError:
        raise
    except JsonError:
        # Whoever reads a game of En Route says what is wrong, and where.
        return None
    name = content.get("game") if isinstance(content, dict) else None
    if name is None:
        return None
    if not isinstance(name, str) or name not in GAMES:
        known = ", ".join(GAMES)
        raise JsonError(
            f"$.game: no game is called {name!r}; known are {known}; a game of En Route has none"
        )
    return GAMES[name]
