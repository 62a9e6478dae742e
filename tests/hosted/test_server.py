"""The server of many processes: news reach all of them, a restart loses nothing, who may ask."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import Client

from scorer.web.app import create_app
from scorer.web.hosted.server import Server
from scorer.web.hosted.settings import DATABASE, REDIS, Engines
from scorer.web.serving.hosts import Public
from tests.hosted.test_faults import BOARD, Tapper, ended, go_on, send
from tests.support.hosted import WORKER
from tests.support.phone import Phone
from tests.support.town import Town

pytestmark = pytest.mark.slow

_numbers = count(1)


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    town = Town(tmp_path_factory.mktemp("town"), workers=1)
    yield town
    town.end()


@pytest.fixture
def game(town: Town) -> str:
    phone = Phone(town.port)
    phone.get("/new")
    return phone.form("/games", **BOARD).location


class Stream:
    """An open page's stream of news."""

    def __init__(self, town: Town, game: str) -> None:
        address = f"127.0.5.{next(_numbers)}", 0
        self._socket = socket.create_connection(
            ("127.0.0.1", town.port), 60, source_address=address
        )
        asked = f"GET {game}/events?seen= HTTP/1.1\r\nHost: localhost\r\n\r\n"
        self._socket.sendall(asked.encode())
        self._lines = self._socket.makefile("rb")

    def stamp(self) -> str:
        """The next stamp that is told; empty: the stream has ended."""
        for line in self._lines:
            if line.startswith(b"data: "):
                return line[6:].strip().decode()
        return ""

    def close(self) -> None:
        self._lines.close()
        self._socket.close()


@pytest.fixture
def streams(town: Town, game: str) -> Iterator[list[Stream]]:
    """More streams than processes: each process has some."""
    streams = [Stream(town, game) for _ in range(8)]
    yield streams
    for one in streams:
        one.close()


def test_a_change_in_one_process_is_news_in_all(
    town: Town, game: str, streams: list[Stream]
) -> None:
    assert len({one.stamp() for one in streams}) == 1
    phone = Phone(town.port)
    phone.get(game)
    assert phone.form(f"{game}/players", name="Boris").status == 303
    new = phone.get(f"{game}/stamp").json["stamp"]
    assert {one.stamp() for one in streams} == {new}


def test_a_restart_ends_streams_and_loses_no_request(
    town: Town, game: str, streams: list[Stream]
) -> None:
    tapper = Tapper(town, game, 1)
    tapper.start()
    go_on(town, [tapper])
    before = set(town.web_processes())
    os.kill(town.server.pid, signal.SIGHUP)
    town.until(lambda: len(town.web_processes()) == 2 and not before & set(town.web_processes()))
    go_on(town, [tapper])
    tapper.check()
    assert tapper.lost == 0
    while streams[0].stamp():
        pass


def test_metrics_count_requests_and_photos_by_rule(town: Town, game: str) -> None:
    phone = Phone(town.port)
    phone.get(game)
    job = phone.photo(f"{game}/1/photo", b"good").json["job"]
    town.until(lambda: phone.get(job).json["over"])
    shown = phone.get("/metrics").text
    assert 'scorer_requests_total{method="POST",rule="/game/<key>/<int:seat>/photo"' in shown
    assert 'scorer_request_seconds_bucket{le="0.3",rule="/game/<key>"}' in shown
    assert 'scorer_readings_total{result="read"} 1.0' in shown
    assert "scorer_photos_waiting 0.0" in shown
    assert "scorer_workers 1.0" in shown
    assert game.rpartition("/")[2] not in shown


def test_only_a_named_proxy_says_who_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    public = Public("scores.example.org", "127.0.0.2, 10.7.0.0/16")
    apps: list[Flask] = []

    def make(folder: Path, config: Mapping[str, Any]) -> Flask:
        apps.append(create_app(folder, config))
        return apps[-1]

    client = Client(Server(make, tmp_path, "127.0.0.1:0", 1, public).load())

    def status(address: str, said: str) -> int:
        """Metrics are for private addresses alone."""
        headers = {"X-Forwarded-For": said}
        answer = client.get("/metrics", headers=headers, environ_base={"REMOTE_ADDR": address})
        return answer.status_code

    assert status("127.0.0.2", "8.8.8.8") == 404
    assert status("10.7.1.1", "10.9.9.9, 8.8.8.8") == 404
    assert status("127.0.0.2", "8.8.8.8, 10.9.9.9") == 200
    assert status("127.0.0.3", "8.8.8.8") == 200
    assert status("8.8.8.8", "127.0.0.1") == 404
    services = apps[0].extensions["scorer"]
    for part in (services.games, services.hub, services.desk):
        part.close()


def test_an_address_with_many_photos_holds_up_nobody(town: Town, game: str) -> None:
    one, other = Phone(town.port, "127.0.6.1"), Phone(town.port, "127.0.6.2")
    for phone in (one, other):
        phone.get(game)
    begun = send(one, game, "early 50 good")
    town.until(lambda: town.holder(begun) is not None)
    many = [send(one, game, f"good {number}") for number in range(3)]
    single = send(other, game, "good")
    # The one that is being read is before all; then that of the address that had no turn yet.
    assert one.get(single).json["ahead"] == 1
    assert [one.get(job).json["ahead"] for job in many] == [2, 3, 4]
    one.form(f"{begun}/cancel")
    for job in (single, *many):
        assert "next" in ended(town, one, job)


def test_each_engine_is_named_that_does_not_answer(town: Town) -> None:
    phone = Phone(town.port)
    assert phone.get("/readyz").json == {"database": "ok", "redis": "ok"}
    town.redis.kill()
    assert phone.get("/readyz").json == {"database": "ok", "redis": "away"}
    town.postgres.kill()
    away = phone.get("/readyz")
    assert (away.status, away.json) == (503, {"database": "away", "redis": "away"})
    assert phone.get("/healthz").status == 200
    town.postgres.start()
    town.redis.start()
    town.until(town.answers)


def test_a_worker_does_not_start_without_redis(tmp_path: Path, engines: Engines) -> None:
    """It said that it was ready, and never read a photo."""
    away = {DATABASE: engines.database, REDIS: "redis://127.0.0.1:9/0"}
    done = subprocess.run(
        [sys.executable, "-c", WORKER, "worker"],
        env={**os.environ, **away, "SCORER_DATA": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "Redis does not answer: look at SCORER_REDIS_URL" in done.stderr
