"""A store in a new folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from scorer.store.database import open_database
from scorer.store.games import GameStore


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    store = GameStore(open_database(tmp_path))
    yield store
    store.close()
