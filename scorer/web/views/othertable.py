"""The page of a game of another box, as its script gets it."""

from typing import Any

from flask import url_for

from scorer.rules.certainty import GameStatus
from scorer.rules.jsonfile import to_data
from scorer.store.games import Game, Player
from scorer.store.kept import REMATCH, REMATCH_OF
from scorer.web.games.entries import state_of
from scorer.web.games.plugin import OtherGame
from scorer.web.games.telling import names_in
from scorer.web.services import services
from scorer.web.views.boardpage import next_game

# Of other games, beside what was entered; these games' own challenge is entered as the rest is.
_LINKS = (REMATCH, REMATCH_OF)


def other_table(game: Game, box: OtherGame) -> dict[str, Any]:
    """Return what the page of *game* shows: what was entered, and what it comes to."""
    players = dict(zip(names_in(game), (one.marks for one in game.players), strict=True))
    found = box.result(game.setup, players)
    result, status = found or (None, GameStatus.because((), 0))
    after = next_game(game)
    return {
        "stamp": game.stamp,
        "version": game.version,
        "editable": game.editable,
        "box": box.id,
        "players": [
            {"seat": one.seat, "name": name, "colour": one.colour}
            for one, name in zip(game.players, names_in(game), strict=True)
        ],
        "state": state_of(
            {key: value for key, value in game.setup.items() if key not in _LINKS},
            ((one.seat, one.marks) for one in game.players),
        ),
        "result": result,
        "status": to_data(status),
        "reading": sorted(services().desk.reading(game.key)),
        "rematch": url_for("table.page", key=after.key) if after else None,
    }


def page_of(game: Game, player: Player) -> str:
    """Return the address where what *player* has is entered."""
    if game.city:
        return url_for("board.page", key=game.key, seat=player.seat)
    return f"{url_for('table.page', key=game.key)}#player-{player.seat}"
