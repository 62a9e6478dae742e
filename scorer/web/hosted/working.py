"""Starts a worker, with the engines that the environment names."""

import logging
import signal
import sys
from pathlib import Path

from redis.exceptions import RedisError

from scorer.store.database import StoreError
from scorer.web.hosted.opening import open_shared
from scorer.web.hosted.settings import DATABASE, REDIS, engines_named
from scorer.web.hosted.worker import Reading, work
from scorer.web.reading.process import WORKER


def open_reading(folder: Path, command: tuple[str, ...] = WORKER) -> Reading:
    """Return a worker's work; its copy of what was taught lies in *folder*.

    Raises
    ------
    StoreError
        If no engines are named, or PostgreSQL cannot be used.
    """
    engines = engines_named()
    if engines is None:
        raise StoreError(
            f"a worker needs to know its engines: set {DATABASE} and {REDIS} "
            "(without them the app reads photos by itself)"
        )
    shared = open_shared(engines, folder)
    return Reading(shared.games, shared.shelf, shared.maps, shared.line, command)


def _need_redis(reading: Reading) -> None:
    """Refuse to start while Redis is away; a worker that runs already waits for it to come back."""
    try:
        reading.line.redis.ping()
    except RedisError as error:
        raise StoreError(
            f"Redis does not answer: look at {REDIS} and whether Redis runs"
        ) from error


def run(folder: Path, command: tuple[str, ...] = WORKER) -> None:
    """Work until a signal says to stop; see ``open_reading``.

    Raises
    ------
    StoreError
        If an engine cannot be used.
    """
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    reading = open_reading(folder, command)
    _need_redis(reading)
    print("The worker is ready; stop it with Ctrl-C.", flush=True)
    work(reading)
    print("Stopped. What waits is read by others, or after the next start.")
