"""Opens the engines of a server of many processes."""

from dataclasses import dataclass
from pathlib import Path

from scorer.store.games import GameStore
from scorer.store.pictures import pictures_at
from scorer.store.postgres import open_postgres
from scorer.store.sharing import PhotoJobs, Settings, TaughtFiles, TaughtKind
from scorer.web.hosted.line import RedisLine
from scorer.web.hosted.news import RedisHub, connected, once_more
from scorer.web.hosted.settings import Engines
from scorer.web.hosted.shelf import ShelfShared, shelf_of


@dataclass(frozen=True, slots=True)
class Shared:
    """What a process of the server works with."""

    games: GameStore
    hub: RedisHub
    shelf: ShelfShared
    maps: ShelfShared
    line: RedisLine
    settings: Settings

    def close(self) -> None:
        """Let go of the engines."""
        self.hub.close()
        self.line.close()
        self.games.close()


def limit_settings(engines: Engines) -> dict[str, object]:
    """Return Flask's settings for limits that all processes count together.

    While Redis is away each process counts for itself.
    """
    patience = {"socket_connect_timeout": 1, "socket_timeout": 1, "retry": once_more()}
    return {
        "RATELIMIT_STORAGE_URI": engines.redis,
        "RATELIMIT_STORAGE_OPTIONS": patience,
        "RATELIMIT_IN_MEMORY_FALLBACK_ENABLED": True,
        # Of requests at the moment when Redis goes, one turns to the fallback; others go on.
        "RATELIMIT_SWALLOW_ERRORS": True,
    }


def open_shared(engines: Engines, folder: Path, streams: int = 0) -> Shared:
    """Return what one process works with; its copy of what was taught lies in *folder*.

    Raises
    ------
    StoreError
        If PostgreSQL cannot be used. Redis may be away, and come later.
    """
    pictures = pictures_at(engines.photos)
    database = open_postgres(engines.database)
    hub = RedisHub(engines.redis, streams, streams)
    shelf, maps = (shelf_of(TaughtFiles(database, kind), folder, hub) for kind in TaughtKind)
    line = RedisLine(PhotoJobs(database), connected(engines.redis), hub)
    return Shared(GameStore(database, pictures), hub, shelf, maps, line, Settings(database))
