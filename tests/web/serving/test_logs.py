"""A mistake of ours is logged without what the address or the error tells of people."""

import logging
from pathlib import Path

import pytest

from scorer.store.games import GameStore
from scorer.web.app import create_app
from tests.support.client import OPEN


def test_a_mistake_is_logged_without_keys_and_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: object, key: str) -> str:
        raise OSError(f"Anna's game {key} is broken")

    app = create_app(tmp_path, {**OPEN, "TESTING": False})
    monkeypatch.setattr(GameStore, "stamp", broken)
    with caplog.at_level(logging.INFO):
        answer = app.test_client().get("/game/a-secret-key/stamp")
    app.extensions["scorer"].games.close()
    assert answer.status_code == 500
    assert "OSError in GET /game/<key>/stamp" in caplog.text
    assert "in broken" in caplog.text
    assert "a-secret-key" not in caplog.text
    assert "Anna's game" not in caplog.text.replace("raise OSError(f\"Anna's game", "")
