"""Engines of a file's own, which its tests may kill."""

from collections.abc import Iterator

import pytest

from scorer.web.hosted.settings import Engines
from tests.support.engines import Postgres, Redis


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
