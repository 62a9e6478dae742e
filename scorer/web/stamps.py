"""By which stamp a page tells whether what it shows is still the newest.

A taught board is no game's own: whoever corrects it changes the totals of all games on it.
"""

from pathlib import Path

from scorer.store.games import Game, GameStore
from scorer.web.shelf import Shelf


def stamp_of_game(boards: Shelf, game: Game) -> str:
    """Return the stamp of *game*, and of the board that it is played on."""
    return _with_board(boards, game.stamp, game.board_id)


def stamp_of_board(boards: Shelf, game: Game, seat: int) -> str:
    """Return the stamp of what the page of the board at *seat* shows."""
    return _with_board(boards, game.board_stamp(seat), game.board_id)


def newest_of_game(games: GameStore, boards: Shelf, key: str) -> str:
    """Return the stamp of a game as it is now, without loading it."""
    return _with_board(boards, games.stamp(key), games.board_id(key))


def newest_of_board(games: GameStore, boards: Shelf, key: str, seat: int) -> str:
    """Return the stamp of the page of one board as it is now, without loading the game."""
    return _with_board(boards, games.board_stamp(key, seat), games.board_id(key))


def board_mark(folder: Path, board_id: str) -> str:
    """Return what differs after a taught board was corrected; nothing for one of ours."""
    from scorer.vision.boards.picture import GEOMETRY_FILE

    try:
        return f"{(folder / board_id / GEOMETRY_FILE).stat().st_mtime_ns:x}"
    except OSError:
        return ""


def _with_board(boards: Shelf, stamp: str, board_id: str) -> str:
    if not board_id:
        return stamp
    # A stream asks outside of requests, and another process may have changed the board.
    boards.pull()
    mark = board_mark(boards.folder, board_id)
    return f"{stamp}.{mark}" if mark else stamp
