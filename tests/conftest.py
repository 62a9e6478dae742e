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
# Tests that share nothing.
ALONE = "tests/rules/"

# How long an example takes is measured in benchmarks, never in a test.
hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave what shares nothing to the end, when each test goes where there is room."""
    items.sort(key=lambda item: item.nodeid.startswith(ALONE))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Keep a file's tests in one process, where they share what is costly to make.

    The groups of pytest-xdist 3.8 are not heeded with pytest 9.2.
    """
    from xdist.scheduler import LoadScopeScheduling

    class ByFile(LoadScopeScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            return nodeid if nodeid.startswith(ALONE) else nodeid.partition("::")[0]

    return ByFile(config, log)


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
