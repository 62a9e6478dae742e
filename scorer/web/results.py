"""What games come to, worked out by the rules, each once: taps and phones ask many times."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from threading import Lock
from time import monotonic
from typing import Any

import msgspec

from scorer.rules.city import City
from scorer.rules.game import ChallengeFile
from scorer.rules.game import Game as PlayedGame
from scorer.rules.game import Player as PlayedBoard
from scorer.rules.marks import GameMode
from scorer.rules.solo import Challenge, Solo
from scorer.rules.table import Table, table_of
from scorer.rules.ties import TEAMS
from scorer.store.games import Game
from scorer.web.boards import find_board
from scorer.web.edits import kept_marks, kept_setup
from scorer.web.limits import MAX_SECTIONS

# Games kept in mind at once; the one asked for longest ago goes first.
MOST_KEPT = 64
# So long each search may take; what is found by then is shown, and not called the best.
PATIENCE_S = 2.0


class _Kept:
    """Results by what they were worked out from."""

    def __init__(self) -> None:
        self._results: OrderedDict[bytes, Table] = OrderedDict()
        self._lock = Lock()

    def get(self, key: bytes) -> Table | None:
        with self._lock:
            if key in self._results:
                self._results.move_to_end(key)
            return self._results.get(key)

    def put(self, key: bytes, result: Table) -> None:
        with self._lock:
            self._results[key] = result
            while len(self._results) > MOST_KEPT:
                self._results.popitem(last=False)


_kept = _Kept()


def table_result(game: Game, city: City) -> Table | None:
    """Return the result of *game*, or None while nobody sits at its table.

    A board with more sections than can be searched while a person waits counts as empty.
    """
    if not game.players:
        return None
    boards = [(one.board_id, one.marks, one.own) for one in game.players]
    key = msgspec.json.encode([game.city, game.setup, boards])
    if (known := _kept.get(key)) is not None:
        return known
    result = table_of(played(game, city), _stops)
    # A board taught anew under its old name is another board.
    if all(find_board(one.board_id)[0].practice for one in game.players):
        _kept.put(key, result)
    return result


def _stops() -> Callable[[], bool]:
    """Return what stops a search that people have waited long enough for."""
    end = monotonic() + PATIENCE_S
    return lambda: monotonic() > end


def played(game: Game, city: City) -> PlayedGame:
    """Return *game* as the rules know it."""
    seats = tuple(_seat(game, i, city) for i in range(len(game.players)))
    mode = seats[0].setup.mode
    if len(seats) != {GameMode.TEAM: sum(map(len, TEAMS)), GameMode.SOLO: 1}.get(mode, len(seats)):
        mode = GameMode.USUAL
    return PlayedGame(city, mode, False, seats, challenge_of(game, city))


def challenge_of(game: Game, city: City) -> Challenge | None:
    """Return what the solo player set out for, if anything."""
    data = game.setup.get("challenge")
    if not data:
        return None
    file = msgspec.convert(data, ChallengeFile)
    points = file.points
    if points is None:
        points = city.level(file.level).points if file.level else 0
    return Challenge(points, file.goals)


def solo_data(solo: Solo) -> dict[str, Any]:
    """Return how a solo game ended, as JSON."""
    wanted = solo.challenge
    return {
        "challenge": {"points": wanted.points, "goals": wanted.goals} if wanted else None,
        "points": solo.points,
        "goals": solo.goals,
        "won": solo.won,
    }


def _seat(game: Game, number: int, city: City) -> PlayedBoard:
    player = game.players[number]
    board, _ = find_board(player.board_id)
    marks = kept_marks(player, board)
    if len(marks.sections) > MAX_SECTIONS:
        marks = replace(marks, sections=frozenset(), colours={}, hot_spots=frozenset())
    return PlayedBoard(player.name, board, marks, kept_setup(game, player, city))
