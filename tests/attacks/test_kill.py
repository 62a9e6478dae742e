"""The app and its readers killed at random moments: what was acknowledged is there."""

import http.client
import random
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from time import sleep

import pytest

from scorer.rules.city.city import load_city
from tests.support.phone import Phone
from tests.support.served import Served

ROADS = [str(road.id) for road in load_city("first-city").practice_board.roads]
LOST = (OSError, http.client.HTTPException)


class Guest:
    """One who taps on a board, takes other names and sends photos, until the app is killed."""

    def __init__(self, phone: Phone, game: str, seat: int, seed: int) -> None:
        self.phone, self._game, self._seat = phone, game, seat
        self._rng = random.Random(seed)
        # What each road, and the name, may be: one value once the app has said so.
        self._roads: dict[str, set[bool]] = {}
        self._names = {f"Guest {seat}"}
        self._jobs: list[str] = []
        self._photos: set[str] = set()
        self._photo_there = False

    def play(self) -> None:
        try:
            while True:
                self._rng.choice([self._tap, self._tap, self._tap, self._rename, self._send])()
        except LOST:
            return

    def check(self) -> int:
        """Assert that all is there; return how many photos are asked for again."""
        board = self.phone.get(f"{self._game}/{self._seat}/state").json
        drawn = set(board["marks"]["sections"])
        for road, values in self._roads.items():
            assert (road in drawn) in values, (road, values)
            self._roads[road] = {road in drawn}
        players = self.phone.get(f"{self._game}/table").json["players"]
        (name,) = (one["name"] for one in players if one["seat"] == self._seat)
        assert name in self._names
        self._names = {name}
        led = [self._led(job) for job in self._jobs]
        self._jobs = []
        self._photo_there |= any(led)
        if self._photo_there:
            assert self.phone.get(f"{self._game}/{self._seat}/photo.jpg").text in self._photos
        return led.count(False)

    def _tap(self) -> None:
        road, value = self._rng.choice(ROADS), self._rng.random() < 0.5
        known = self._roads.setdefault(road, {False})
        known.add(value)
        state = self.phone.get(f"{self._game}/{self._seat}/state").json
        # A photo may be read meanwhile; nobody else draws on this board.
        was = road in state["marks"]["sections"]
        edit = {"kind": "section", "where": road, "value": value, "was": was}
        change = {"version": state["version"], "edits": [edit]}
        answer = self.phone.json(f"{self._game}/{self._seat}/edits", change)
        assert answer.status == 200, answer.text
        self._roads[road] = {value}

    def _rename(self) -> None:
        name = f"Name {self._rng.randrange(1000)}"
        self._names.add(name)
        assert self.phone.form(f"{self._game}/players/{self._seat}", name=name).status == 303
        self._names = {name}

    def _send(self) -> None:
        words = f"photo {self._rng.randrange(10**6)}"
        self._photos.add(words)
        answer = self.phone.photo(f"{self._game}/{self._seat}/photo", words.encode())
        if answer.status == 202:
            self._jobs.append(answer.json["job"])
        else:
            # Too many are waiting: said so, and sent later.
            assert answer.status in (429, 503), answer.text

    def _led(self, job: str) -> bool:
        """Follow *job* to its end; return whether it led to the board, or else was asked for."""
        answer = {"over": False, "stage": ""}
        while not answer["over"]:
            asked = self.phone.get(f"{job}?seen={answer['stage']}")
            if asked.status == 404:
                return False
            answer = asked.json
        assert "next" in answer or answer["failed"] in ("reader-crashed", "reader-slow")
        return "next" in answer


@pytest.fixture
def served(tmp_path: Path) -> Iterator[list[Served]]:
    apps = [Served(tmp_path)]
    yield apps
    apps[-1].kill()


def evening(apps: list[Served], folder: Path, kills: int, seed: int) -> tuple[int, int]:
    """Kill the app so often; return how many photos were sent and how many asked for again."""
    rng = random.Random(seed)
    host = Phone(apps[-1].port)
    host.get("/new")
    form = {"name1": "Host", "board": "first-city", "kind": "usual", "mode": "medium"}
    game = host.form("/games", **form).location
    guests = []
    for number in range(3):
        phone = Phone(apps[-1].port, f"127.0.0.{10 + number}")
        phone.get(game)
        assert phone.form(f"{game}/players", name=f"Guest {number + 2}").status == 303
        guests.append(Guest(phone, game, number + 2, seed + number))
    sent = again = 0
    for _ in range(kills):
        threads = [Thread(target=guest.play) for guest in guests]
        for thread in threads:
            thread.start()
        sleep(rng.uniform(0.02, 0.6))
        if rng.random() < 0.3:
            apps[-1].kill_reader(rng.randrange(2))
            sleep(rng.uniform(0.02, 0.3))
        apps[-1].kill()
        for thread in threads:
            thread.join(60)
        apps.append(Served(folder))
        for guest in guests:
            guest.phone = guest.phone.moved(apps[-1].port)
            sent += len(guest._jobs)
            again += guest.check()
    return sent, again


@pytest.mark.slow
def test_after_three_kills_all_that_was_acknowledged_is_there(
    served: list[Served], tmp_path: Path
) -> None:
    evening(served, tmp_path, 3, 1)


@pytest.mark.attack
def test_after_two_hundred_kills_all_that_was_acknowledged_is_there(
    served: list[Served], tmp_path: Path
) -> None:
    sent, again = evening(served, tmp_path, 200, 2)
    print(f"{sent} photos sent, {again} asked for again")
    # How many are sent before the next kill depends on the machine; it must be enough to tell.
    assert sent > 40
    assert again < sent / 10
