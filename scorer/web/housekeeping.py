"""What a public host forgets, and when it is full: see ``Quotas``."""

import shutil
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock, Thread
from time import monotonic, sleep

from flask import Flask, request

from scorer.rules.board.board import BoardError
from scorer.store.games import GameStore, NoRoomError
from scorer.web.serving.limits import Quotas, quotas

EVERY_S = 3600.0
# The folder is measured again after so long.
_MEASURED_S = 30.0
# Where games are begun and photos and boards sent.
_TAKING = (
    "upload", "home", "newgame", "teach", "shareboard", "mapphoto", "mapteach", "townteach",
)  # fmt: skip


class Housekeeper:
    """Forgets what is old, and says when there is no more room.

    Parameters
    ----------
    games : GameStore
    boards : Path
        The folder of taught boards.
    maps : Path
        The folder of taught maps. Games keep theirs.
    """

    def __init__(self, games: GameStore, boards: Path, maps: Path) -> None:
        self._games, self._boards, self._maps = games, boards, maps
        self._lock = Lock()
        self._measured, self._bytes = -_MEASURED_S, 0

    def sweep(self, kept: Quotas, now: datetime | None = None) -> int:
        """Forget what is older than *kept* says; return how many things that were."""
        now = now or datetime.now(UTC)
        if kept.games_for is None or kept.photos_for is None:
            return 0
        forgotten = self._games.forget_old(now - kept.games_for, now - kept.photos_for)
        oldest = (now - kept.games_for).timestamp()
        boards = sum(self._forget_board(place, oldest) for place in self._taught(self._boards))
        maps = sum(self._forget_map(place, oldest) for place in self._taught(self._maps))
        return forgotten + boards + maps

    def sweep_for_ever(self, kept: Quotas) -> None:
        """Forget what is old now and every hour, in a thread of its own."""

        def work() -> None:
            while True:
                # A full disk or a damaged file is told to whoever uses the app.
                with suppress(Exception):
                    self.sweep(kept)
                    self._games.forget_orphans()
                sleep(EVERY_S)

        Thread(target=work, daemon=True).start()

    def check_room(self, kept: Quotas) -> None:
        """Raise ``NoRoomError`` where more is kept than *kept* allows."""
        if kept.most_bytes is None:
            return
        with self._lock:
            if monotonic() - self._measured > _MEASURED_S:
                taught = [*self._boards.rglob("*"), *self._maps.rglob("*")]
                boards = sum(path.stat().st_size for path in taught if path.is_file())
                self._bytes, self._measured = self._games.bytes_used() + boards, monotonic()
            if self._bytes >= kept.most_bytes:
                raise NoRoomError("this host keeps no more")

    def _taught(self, folder: Path) -> list[Path]:
        return [one for one in folder.glob("*") if one.is_dir()]

    def _forget_map(self, place: Path, oldest: float) -> bool:
        if max((path.stat().st_mtime for path in place.iterdir()), default=0.0) >= oldest:
            return False
        shutil.rmtree(place, ignore_errors=True)
        return True

    def _forget_board(self, place: Path, oldest: float) -> bool:
        from scorer.vision.boards.taught import remove_taught

        newest = max((path.stat().st_mtime for path in place.iterdir()), default=0.0)
        if newest >= oldest or self._games.uses(place.name):
            return False
        with suppress(BoardError, OSError):
            remove_taught(self._boards, place.name)
            return True
        return False


def init_app(app: Flask, keeper: Housekeeper) -> None:
    """Let *app* take nothing new where there is no more room."""

    def check() -> None:
        if request.method == "POST" and request.blueprint in _TAKING:
            keeper.check_room(quotas())

    app.before_request(check)
