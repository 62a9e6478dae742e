"""The app on a new data folder, and a client that talks to it as a browser would."""

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jinja2 import BytecodeCache, FileSystemBytecodeCache

from scorer.resources import folder
from scorer.store.games import GameStore
from scorer.web.app import create_app
from scorer.web.reading.queue import PhotoQueue
from scorer.web.serving.lastused import Kept
from scorer.web.views import results, searches
from tests.support.apps import addresses_kept, begun_with, empty_database
from tests.support.client import OPEN
from tests.support.readings import SharedReadings


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture(scope="session")
def photo_queue() -> Iterator[PhotoQueue]:
    """The processes that read photos, begun once for all tests, and each photo read once."""
    queue = SharedReadings()
    yield queue
    queue.close()


@pytest.fixture(scope="session", autouse=True)
def addresses() -> Iterator[None]:
    """The code that builds addresses, made for the first app."""
    with addresses_kept():
        yield


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with nothing in it, as every new app makes one."""
    return empty_database(tmp_path_factory.mktemp("database"))


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> BytecodeCache:
    """The templates as they were compiled for an app before."""
    return FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))


@pytest.fixture
def app(
    data_dir: Path, photo_queue: PhotoQueue, compiled: BytecodeCache, database: Path
) -> Iterator[Flask]:
    begun_with(database, data_dir)
    app = create_app(data_dir, {**OPEN, "PHOTO_QUEUE": photo_queue})
    app.jinja_env.bytecode_cache = compiled
    yield app
    app.extensions["scorer"].games.close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def anothers_turn(monkeypatch: pytest.MonkeyPatch) -> Callable[[], AbstractContextManager[bool]]:
    """While another phone at the same address searches; nothing has been searched before."""
    monkeypatch.setattr(searches, "QUEUE_S", 0.01)
    monkeypatch.setattr(searches, "_turns", searches.Turns())
    monkeypatch.setattr(searches, "_sheets", Kept(1))
    monkeypatch.setattr(results, "_tables", Kept(1))
    return lambda: searches._turns.turn("127.0.0.1")


@pytest.fixture
def games(app: Flask) -> GameStore:
    store = app.extensions["scorer"].games
    assert isinstance(store, GameStore)
    return store


@pytest.fixture
def example() -> dict[str, object]:
    """The worked example of the rulebook as a file: marks and set-up."""
    samples = folder("samples") / "worked-example"
    return {
        "marks": json.loads((samples / "marks.json").read_text()),
        "setup": json.loads((samples / "setup.json").read_text()),
    }


@pytest.fixture
def opened(client: FlaskClient) -> Callable[[object], str]:
    """Open a saved board and return its address."""

    def open_file(content: object) -> str:
        from io import BytesIO

        file = (BytesIO(json.dumps(content).encode()), "board.json")
        response = client.post("/files", data={"file": file})
        assert response.status_code == 303, response.text
        return response.headers["Location"]

    return open_file


@pytest.fixture
def game(opened: Callable[[object], str], example: dict[str, object]) -> str:
    """The address of a game with the worked example on its board."""
    return opened(example)
