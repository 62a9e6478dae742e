"""A city that the project does not ship, put where a player would put it."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from scorer.rules import cities
from scorer.rules.city import City, load_city

SEVENTH = Path(__file__).parent / "seventh"


@pytest.fixture
def atlantis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[City]:
    """The made-up city, its two files in a folder of their own."""
    for file in SEVENTH.glob("atlantis.*"):
        shutil.copy(file, tmp_path)
    monkeypatch.setattr(cities, "__path__", [*cities.__path__, str(tmp_path)])
    load_city.cache_clear()
    yield load_city("atlantis")
    load_city.cache_clear()
    sys.modules.pop("scorer.rules.cities.atlantis", None)
