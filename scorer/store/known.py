"""Games that were looked at lately: who asks again gets them without their rows."""

from collections import OrderedDict
from datetime import datetime
from threading import Lock
from time import monotonic

from scorer.store.values import Game

# Of a game, the sum of its boards', how many these are, and when it was begun: no two states of
# a game have the same.
Versions = tuple[int, int, int, datetime]

# As many tables as one process has phones of.
MOST = 128
# Pictures may go without a change of their game; after so long a game is looked at anew.
FRESH_S = 60.0


class KnownGames:
    """The last games, each with the versions that it had."""

    def __init__(self) -> None:
        self._games: OrderedDict[str, tuple[Versions, float, Game]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: str, now: Versions) -> Game | None:
        """Return the game with *key*, if it is known as it is *now*."""
        with self._lock:
            known = self._games.get(key)
        if known and known[0] == now and monotonic() < known[1]:
            return known[2]
        return None

    def keep(self, key: str, seen: Versions, game: Game) -> Game:
        """Know *game*, which is as new as was *seen* or newer; return it."""
        with self._lock:
            self._games[key] = seen, monotonic() + FRESH_S, game
            self._games.move_to_end(key)
            if len(self._games) > MOST:
                self._games.popitem(last=False)
        return game
