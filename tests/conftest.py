"""What tests of several layers use."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from scorer.rules import city as cities
from scorer.rules.city.city import City, load_city
from scorer.rules.scoring import own
from scorer.web.hosted.settings import engines_named
from tests.support.seventh import SEVENTH

HOSTED = Path(__file__).parent / "hosted"

# How long an example takes is measured in benchmarks, never in a test.
hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep a file's tests in one process, where they share what is costly to make.

    The slow tests of the rules share nothing, so each goes where there is room.
    """
    for item in items:
        alone = "rules" in item.path.parts and item.get_closest_marker("slow")
        if not alone:
            item.add_marker(pytest.mark.xdist_group(str(item.path)))


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave to ``make test-hosted`` what needs its engines."""
    return True if collection_path == HOSTED and engines_named() is None else None


@pytest.fixture
def atlantis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[City]:
    """The made-up city, its two files in a folder of their own, where a player would put them."""
    for file in SEVENTH.glob("atlantis.*"):
        shutil.copy(file, tmp_path)
    for package in (cities, own):
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    load_city.cache_clear()
    yield load_city("atlantis")
    load_city.cache_clear()
    sys.modules.pop("scorer.rules.scoring.own.atlantis", None)
