"""A store in a new folder, or in the engines that the tests' environment names."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorer.store.database import open_database
from scorer.store.games import GameStore
from tests.support.stores import store_in


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    store = store_in(tmp_path)
    yield store
    store.close()


@pytest.fixture
def file_store(tmp_path: Path) -> Iterator[GameStore]:
    """A store in a file, whatever the environment names."""
    store = GameStore(open_database(tmp_path))
    yield store
    store.close()
