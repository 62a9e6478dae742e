"""A single board of Innsmouth in a file, as ``scorer score`` reads one: a game of one player."""

from typing import Any

from scorer.rules.innsmouth.filled import InnsmouthBoard
from scorer.rules.innsmouth.table import InnsmouthGame, Player, read_game
from scorer.rules.innsmouth.town import TownFile, practice_town
from scorer.rules.jsonfile import decode_json, from_data
from scorer.rules.jsonfile.text import JsonError
from scorer.web.games.towns import known_towns

# What a reading has of a board; what else it has tells of its photo.
_BOARD = ("game", "town", "marks", "setup")


def game_in(data: bytes) -> InnsmouthGame:
    """Return the game in the JSON *data*; a board alone is one of a player without a name.

    Raises
    ------
    JsonError
        If it is neither, or the board's town is not known here, with the place.
    """
    told = decode_json(data, object)
    if not isinstance(told, dict) or "marks" not in told or "players" in told:
        return read_game(data)
    return _game_of(told)


def _game_of(told: dict[str, Any]) -> InnsmouthGame:
    doubts = told.get("doubts")
    if doubts is not None:
        told = {key: told[key] for key in _BOARD if key in told}
    board = from_data(told, InnsmouthBoard)
    chosen = "character" in told.get("setup", {})
    player = Player(
        "",
        board.marks,
        # Nobody has chosen the Detective whom the rules take where a file names no character.
        character=board.setup.character if chosen else None,
        route=board.route,
        played=board.played,
        to_check=len(doubts) if isinstance(doubts, list) else 0,
    )
    return InnsmouthGame(board.game, (player,), board.setup, board.town, _own_town(board.town))


def _own_town(id_: str) -> TownFile | None:
    """Return the town called *id_* that was taught here; None for the practice town."""
    if id_ == practice_town().file.id:
        return None
    for town in known_towns():
        if town.file.id == id_:
            return town.file
    raise JsonError(
        f"$.town: no town is called {id_!r} here; teach it first, or open the whole game, "
        "which holds its town"
    )
