"""A plugin of pytest: the same tests on a server of many processes (``make test-hosted``).

Each process of tests has a PostgreSQL and a Redis of its own, and one worker. The app finds them by
its environment; no test has to know.
"""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from scorer.store.models import Base
from scorer.store.postgres import open_postgres
from scorer.web import app, engines
from scorer.web.hosted.news import connected
from scorer.web.hosted.settings import DATABASE, REDIS
from tests.support.browser.browsing import Server
from tests.support.engines import Postgres, Redis

WORKER = "from scorer.cli import main; main()"
# The key that signs cookies outlives the tests of a file, as the server of a browser's tests does.
_TABLES = [table for table in reversed(Base.metadata.sorted_tables) if table.name != "setting"]


class Hosted:
    """The engines, and the worker that reads for all apps of these tests."""

    def __init__(self) -> None:
        self.postgres, self.redis = Postgres(), Redis()
        os.environ |= {DATABASE: self.postgres.url, REDIS: self.redis.url}
        open_postgres(self.postgres.url).dispose()
        url = self.postgres.url.replace("postgresql", "postgresql+psycopg")
        # One connection for all times: a new one costs as much as emptying every table.
        self._engine = create_engine(url, pool_size=1)
        self._folder = TemporaryDirectory(prefix="scorer-worker-")
        self._worker = subprocess.Popen(
            [sys.executable, "-c", WORKER, "worker"],
            env={**os.environ, "SCORER_DATA": self._folder.name},
            stdout=subprocess.DEVNULL,
        )

    def clean(self) -> None:
        """Forget what the tests before have kept, and how often they asked."""
        with self._engine.begin() as connection:
            # A third of the work of truncating so few rows, and nobody is waited for.
            for table in _TABLES:
                connection.execute(table.delete())
            # It stays the same database for the worker, whose copies of boards go.
            kept = "DELETE FROM setting WHERE name NOT IN ('secret', 'origin')"
            connection.execute(text(kept))
        with connected(self.redis.url) as redis:
            for key in redis.scan_iter("LIMIT*"):
                redis.delete(key)

    def end(self) -> None:
        self._worker.terminate()
        self._worker.wait(60)
        self._folder.cleanup()
        self.redis.remove()
        self._engine.dispose()
        self.postgres.remove()
        assert not Path(self.postgres.folder).exists()


_hosted: list[Hosted] = []
_folders: set[Path] = set()
_open_works, _start = engines.open_works, Server.start


def _begin_empty(folder: Path) -> None:
    """Let what runs on a new folder begin with empty engines, as it does without them."""
    if folder not in _folders:
        _folders.add(folder)
        _hosted[0].clean()


def _open_empty(folder: Path, given: Mapping[str, Any]) -> engines.Works:
    _begin_empty(folder)
    return _open_works(folder, given)


def _start_empty(server: Server) -> None:
    _begin_empty(server.data_dir)
    _start(server)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Start the engines, in each process that runs tests."""
    vars(app)["open_works"] = _open_empty
    Server.start = _start_empty  # type: ignore[method-assign, assignment]
    parallel = getattr(session.config.option, "numprocesses", None)
    if hasattr(session.config, "workerinput") or not parallel:
        _hosted.append(Hosted())


def pytest_sessionfinish() -> None:
    """End the engines."""
    while _hosted:
        _hosted.pop().end()


@pytest.fixture(scope="module", autouse=True)
def _clean_engines() -> None:
    """Begin each file of tests with empty engines."""
    _hosted[0].clean()
