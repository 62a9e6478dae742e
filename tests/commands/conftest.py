"""Every command works on a data folder of its own."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SCORER_DATA", str(tmp_path / "data"))
