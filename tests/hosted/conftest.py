"""Engines of a file's own, which its tests may kill."""

import subprocess
import sys
from collections.abc import Iterator
from os import environ
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from scorer.web.app import create_app
from scorer.web.hosted.settings import DATABASE, PHOTOS, REDIS, Engines
from tests.support.client import OPEN
from tests.support.engines import Postgres, Redis
from tests.support.hosted import WORKER


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.remove()


@pytest.fixture(scope="module")
def redis() -> Iterator[Redis]:
    server = Redis()
    yield server
    server.remove()


@pytest.fixture(scope="module")
def engines(postgres: Postgres, redis: Redis) -> Engines:
    return Engines(postgres.url, redis.url)


@pytest.fixture
def computers(
    tmp_path: Path, engines: Engines, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[FlaskClient, FlaskClient]]:
    """Two computers that serve pages and a third that reads; they share only a store of photos."""
    monkeypatch.setenv(DATABASE, engines.database)
    monkeypatch.setenv(REDIS, engines.redis)
    monkeypatch.setenv(PHOTOS, f"file://{tmp_path}/photos")
    apps = [create_app(tmp_path / name, OPEN) for name in ("one", "two")]
    worker = subprocess.Popen(
        [sys.executable, "-c", WORKER, "worker"],
        env={**environ, "SCORER_DATA": str(tmp_path / "three")},
        stdout=subprocess.DEVNULL,
    )
    one, two = (app.test_client() for app in apps)
    yield one, two
    worker.terminate()
    worker.wait(60)
    for app in apps:
        services = app.extensions["scorer"]
        for part in (services.games, services.hub, services.desk):
            part.close()
