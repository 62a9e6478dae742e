"""One app for the attacks of a file, with a reader that does what a photo says."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorer.web.app import create_app
from scorer.web.reading.queue import PhotoQueue
from tests.support.client import OPEN
from tests.support.readers import COMMAND

T = TypeVar("T")
AtOnce = Callable[[int, Callable[[FlaskClient, int], T]], list[T]]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    queue = PhotoQueue(command=COMMAND)
    app = create_app(tmp_path_factory.mktemp("data"), {**OPEN, "PHOTO_QUEUE": queue})
    yield app
    queue.close()
    app.extensions["scorer"].games.close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def at_once(app: Flask) -> AtOnce[T]:
    """Let so many phones do something at the same moment; return what each got."""

    def all_at_once(phones: int, work: Callable[[FlaskClient, int], T]) -> list[T]:
        with ThreadPoolExecutor(phones) as pool:
            return list(pool.map(lambda i: work(app.test_client(), i), range(phones)))

    return all_at_once
