"""Starting the server."""

import socket
from pathlib import Path

import pytest

from scorer.store.database import StoreError
from scorer.web.hosted.settings import DATABASE, REDIS
from scorer.web.serve import ServeError, run, welcome
from scorer.web.serving.hosts import Public
from scorer.web.serving.limits import MOST_GB
from tests.support.engines import free_port


def test_a_port_in_use_is_refused_with_what_to_do(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(ServeError, match=rf"port {port} is in use.*--port {port + 1}"):
            run("127.0.0.1", port, tmp_path)


def test_an_address_of_another_computer_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ServeError, match="choose another --host"):
        run("192.0.2.1", 8000, tmp_path)


def test_a_variable_that_is_no_number_is_refused_before_any_process_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each process of many read it, and ended in a traceback."""
    monkeypatch.setenv(DATABASE, "postgresql://scorer@127.0.0.1:9/scorer")
    monkeypatch.setenv(REDIS, "redis://127.0.0.1:9/0")
    monkeypatch.setenv(MOST_GB, "much")
    with pytest.raises(StoreError, match=f"{MOST_GB} is 'much': expected a number"):
        run("127.0.0.1", free_port(), tmp_path, Public("scores.example.org"))


def test_the_welcome_shows_phones_the_way() -> None:
    text = welcome("0.0.0.0", 8000, "192.168.1.5")
    assert "http://localhost:8000\n" in text
    assert "http://192.168.1.5:8000" in text
    assert text.count("█") > 100


def test_without_a_network_the_welcome_says_so() -> None:
    text = welcome("0.0.0.0", 8000, None)
    assert "in no network" in text
    assert "█" not in text


def test_on_loopback_the_welcome_says_how_to_let_phones_in() -> None:
    assert "--host 0.0.0.0" in welcome("127.0.0.1", 8000, "192.168.1.5")
