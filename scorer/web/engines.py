"""What an app works with: the engines of one process, or those that its environment names."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from os import environ
from pathlib import Path
from typing import Any

from scorer.store.database import FILE_NAME, keep_safely, open_database
from scorer.store.games import GameStore
from scorer.store.pictures import pictures_at
from scorer.web.hosted.settings import PHOTOS, engines_named
from scorer.web.reading.here import LineHere
from scorer.web.reading.line import Line
from scorer.web.reading.queue import PhotoQueue
from scorer.web.serving.live import Hub
from scorer.web.shelf import Shelf, ShelfHere

SECRET_BYTES = 32


@dataclass(frozen=True, slots=True)
class Works:
    """The parts that differ between a server of one process and one of many.

    ``shelf`` has taught boards, ``maps`` taught maps; ``secret`` signs cookies; ``settings`` are
    Flask's; ``checks`` raise where an engine does not answer.
    """

    games: GameStore
    hub: Hub
    shelf: Shelf
    maps: Shelf
    line: Line
    secret: bytes
    settings: Mapping[str, Any]
    checks: Mapping[str, Callable[[], object]] = field(default_factory=dict)


def open_works(folder: Path, given: Mapping[str, Any]) -> Works:
    """Return what the app on the data folder *folder* works with, *given* Flask's settings.

    Raises
    ------
    StoreError
        If an engine that is needed cannot be used.
    """
    if engines := engines_named():
        from scorer.web.hosted.opening import limit_settings, open_shared

        shared = open_shared(engines, folder, int(given.get("MOST_STREAMS", 0)))
        checks: dict[str, Callable[[], object]] = {
            "database": shared.games.check,
            "redis": shared.line.redis.ping,
        }
        secret = shared.settings.agreed("secret", lambda: secrets.token_bytes(SECRET_BYTES))
        limits = limit_settings(engines)
        shelves = shared.shelf, shared.maps
        return Works(shared.games, shared.hub, *shelves, shared.line, secret, limits, checks)
    return _here(folder, given)


def _here(folder: Path, given: Mapping[str, Any]) -> Works:
    games = GameStore(open_database(folder), pictures_at(environ.get(PHOTOS, "")))
    hub, shelf, maps = Hub(), ShelfHere(folder / "boards"), ShelfHere(folder / "maps")
    queue = given.get("PHOTO_QUEUE") or PhotoQueue()
    line = LineHere(games, shelf.folder, hub, queue, folder / "waiting")
    limits = {"RATELIMIT_STORAGE_URI": "memory://"}
    checks: dict[str, Callable[[], object]] = {"database": games.check}
    return Works(games, hub, shelf, maps, line, secret_in(folder), limits, checks)


def kept_games(folder: Path) -> GameStore | None:
    """Return the games of the app on the data folder *folder*, None where it never ran.

    Raises
    ------
    StoreError
        If the database cannot be used.
    """
    if engines := engines_named():
        from scorer.store.postgres import open_postgres

        return GameStore(open_postgres(engines.database))
    return GameStore(open_database(folder)) if (folder / FILE_NAME).exists() else None


def secret_in(folder: Path) -> bytes:
    """Return the key that signs cookies; kept, so that open pages outlive a restart."""
    path = folder / "secret.key"
    key = path.read_bytes() if path.exists() else b""
    if len(key) != SECRET_BYTES:
        # Left half-written by a full disk or a power cut, it would fail every page for ever.
        key = secrets.token_bytes(SECRET_BYTES)
        keep_safely(path, key)
    return key
