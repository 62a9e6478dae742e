"""Photos that crash, never end, come in masses or wait when the app is killed: none is lost."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorer.store.database import FILE_NAME
from scorer.web.app import create_app
from scorer.web.reading.queue import MOST_WAITING_EACH, PhotoQueue
from tests.support.client import JSON, OPEN, begin, ended, json_at, json_in, until
from tests.support.photos import as_file
from tests.support.readers import COMMAND

pytestmark = pytest.mark.slow

Start = Callable[..., Flask]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start an app on the folder "data", or on what another one left when it was killed."""
    apps: list[tuple[Flask, PhotoQueue]] = []

    def start_app(limit_s: float = 60.0, killed: bool = False) -> Flask:
        folder = tmp_path / f"data{len(apps)}"
        if killed:
            # What is on the disk now is all that a kill would leave.
            shutil.copytree(tmp_path / f"data{len(apps) - 1}", folder)
        queue = PhotoQueue(limit_s, COMMAND)
        apps.append((create_app(folder, {**OPEN, "PHOTO_QUEUE": queue}), queue))
        return apps[-1][0]

    yield start_app
    for app, queue in apps:
        queue.close()
        app.extensions["scorer"].games.close()


def photograph(
    client: FlaskClient, words: str, address: str = "/photos", phone: str = "127.0.0.1"
) -> str:
    """Send a photo; return its job."""
    form = {"photo": as_file(words.encode()), "board": "first-city"}
    answer = client.post(address, data=form, headers=JSON, environ_base={"REMOTE_ADDR": phone})
    assert answer.status_code == 202, answer.text
    return str(json_in(answer)["job"])


def games_in(folder: Path) -> int:
    connection = sqlite3.connect(folder / FILE_NAME)
    (count,) = connection.execute("SELECT count(*) FROM game").fetchone()
    connection.close()
    return int(count)


def left_in(folder: Path) -> list[Path]:
    return [path for path in (folder / "waiting").iterdir() if path.suffix != ".ended"]


@pytest.mark.parametrize("end", ["cancelled", "reader-slow", "reader-crashed"])
def test_a_photo_that_leads_nowhere_leaves_no_game_behind(
    start: Start, tmp_path: Path, end: str
) -> None:
    client = start(limit_s=1.0 if end == "reader-slow" else 60.0).test_client()
    job = photograph(client, "crash" if end == "reader-crashed" else "slow 50")
    if end == "cancelled":
        until(lambda: games_in(tmp_path / "data0"))
        client.post(f"{job}/cancel")
    assert ended(client, job)["failed"] == end
    until(lambda: not games_in(tmp_path / "data0"))
    until(lambda: not left_in(tmp_path / "data0"))


def test_photos_that_wait_when_the_app_is_killed_are_read_after_it_starts_again(
    start: Start, tmp_path: Path
) -> None:
    client = start().test_client()
    game = begin(client, "Anna", "Boris")
    jobs = [photograph(client, "slow 50", phone=f"192.0.2.{i}") for i in range(2)]
    until(lambda: games_in(tmp_path / "data0") == 3)
    jobs += [photograph(client, f"photo {seat}", f"{game}/{seat}/photo") for seat in (1, 2)]
    jobs += [photograph(client, "new photo", phone="192.0.2.9")]
    again = start(limit_s=0.8, killed=True).test_client()
    # Those that were being read are begun once more; here they take too long again.
    assert [ended(again, job).get("failed") for job in jobs[:2]] == ["reader-slow"] * 2
    led = [ended(again, job)["next"] for job in jobs[2:]]
    assert led[:2] == [f"{game}/1/which", f"{game}/2/which"]
    assert again.get(f"{game}/2/photo.jpg").data == b"photo 2"
    until(lambda: games_in(tmp_path / "data1") == 2)
    until(lambda: not left_in(tmp_path / "data1"))
    # Where they led is known to the phones that ask after one more start.
    third = start(killed=True).test_client()
    assert [json_at(third, job)["next"] for job in jobs[2:]] == led


def test_a_photo_that_ends_the_app_each_time_is_not_begun_for_ever(
    start: Start, tmp_path: Path
) -> None:
    job = photograph(start().test_client(), "slow 50")
    for number in range(2):
        until(lambda number=number: games_in(tmp_path / f"data{number}"))  # type: ignore[misc]
        client = start(killed=True).test_client()
    answer: dict[str, Any] = json_in(client.get(job, headers=JSON))
    assert answer["error"] == "This reading is no longer known"
    assert games_in(tmp_path / "data2") == 0
    assert left_in(tmp_path / "data2") == []


def test_one_address_cannot_keep_others_out_of_the_queue(start: Start) -> None:
    client = start().test_client()
    # A crash is told a moment before it counts; after a second one the first surely does.
    for _ in range(2):
        crash = photograph(client, "crash", phone="192.0.2.7")
        assert ended(client, crash)["failed"] == "reader-crashed"
    # From then on the stranger has one process, and the other is for everybody else.
    stranger = [photograph(client, "slow 50", phone="192.0.2.7") for _ in range(MOST_WAITING_EACH)]

    def one_more() -> int:
        asks = {"REMOTE_ADDR": "192.0.2.7"}
        form = {"photo": as_file(b"slow 50"), "board": "first-city"}
        return client.post("/photos", data=form, headers=JSON, environ_base=asks).status_code

    assert [one_more() for _ in range(2)][-1] == 503
    for number in range(2):
        job = photograph(client, f"photo {number}", phone="192.0.2.8")
        assert ended(client, job)["next"]
    assert not json_at(client, stranger[-1])["over"]
