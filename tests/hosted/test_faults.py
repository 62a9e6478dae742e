"""Each part killed in the middle of taps and photos: what was acknowledged is there, the rest is
answered in words, and all goes on by itself once the part is back.
"""

import http.client
import os
import random
import signal
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from threading import Event, Thread, Timer
from time import sleep

import pytest

from scorer.rules.city.city import load_city
from tests.support.phone import Answer, Phone
from tests.support.town import Town

pytestmark = pytest.mark.slow

ROADS = [str(road.id) for road in load_city("first-city").practice_board.roads]
LOST = (OSError, http.client.HTTPException)
BOARD = {"name1": "Host Borisova", "board": "first-city", "kind": "usual", "mode": "medium"}
_numbers = count(1)
SENTENCE = "The server cannot reach its games just now."


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Town]:
    town = Town(tmp_path_factory.mktemp("town"))
    yield town
    town.end()


@pytest.fixture
def phone(town: Town) -> Phone:
    town.until(town.answers)
    # Each test asks from an address of its own: a photo that ends a reader makes the app wary.
    phone = Phone(town.port, f"127.0.3.{next(_numbers)}")
    phone.get("/new")
    return phone


@pytest.fixture
def game(phone: Phone) -> str:
    return phone.form("/games", **BOARD).location


class Tapper(Thread):
    """One who taps on a board of their own until told to stop."""

    def __init__(self, town: Town, game: str, seed: int) -> None:
        super().__init__(daemon=True)
        self._phone, self._game = Phone(town.port), game
        self._phone.get(game)
        form = {"name": f"Guest Petrov {seed}"}
        assert self._phone.form(f"{game}/players", **form).status == 303
        players = self._phone.get(f"{game}/table").json["players"]
        (self._seat,) = (one["seat"] for one in players if one["name"] == form["name"])
        self._rng, self._stopped = random.Random(seed), Event()
        # What each road may be: one value once the app has said so.
        self._roads: dict[str, set[bool]] = {}
        self.kept = self.lost = 0
        self.wrong: list[str] = []

    def run(self) -> None:
        while not self._stopped.is_set():
            try:
                self._tap()
            except LOST:
                self.lost += 1
                sleep(0.1)

    def _tap(self) -> None:
        board = f"{self._game}/{self._seat}"
        state = self._phone.get(f"{board}/state")
        if state.status != 200:
            self._refused(state)
            return
        road, value = self._rng.choice(ROADS), self._rng.random() < 0.5
        self._roads.setdefault(road, {False}).add(value)
        was = road in state.json["marks"]["sections"]
        edit = {"kind": "section", "where": road, "value": value, "was": was}
        change = {"version": state.json["version"], "edits": [edit]}
        answer = self._phone.json(f"{board}/edits", change)
        if answer.status == 200:
            self._roads[road] = {value}
            self.kept += 1
        else:
            self._refused(answer)

    def _refused(self, answer: Answer) -> None:
        if answer.status != 503 or SENTENCE not in answer.text:
            self.wrong.append(f"{answer.status}: {answer.text[:300]}")
        sleep(0.1)

    def check(self) -> None:
        """Stop, and assert that all that was acknowledged is there."""
        self._stopped.set()
        self.join(60)
        state = self._phone.get(f"{self._game}/{self._seat}/state")
        assert state.status == 200, state.text[:500]
        drawn = set(state.json["marks"]["sections"])
        assert {
            road for road, known in self._roads.items() if (road in drawn) not in known
        } == set()
        assert self.wrong == []


@pytest.fixture
def tappers(town: Town, game: str) -> Iterator[list[Tapper]]:
    """Three who tap; at the end all that they were told is there."""
    tappers = [Tapper(town, game, seed) for seed in range(3)]
    for one in tappers:
        one.start()
    yield tappers
    for one in tappers:
        one.check()


def go_on(town: Town, tappers: list[Tapper]) -> float:
    """Wait until each has tapped once more."""
    before = [one.kept for one in tappers]
    return town.until(lambda: all(one.kept > was for one, was in zip(tappers, before, strict=True)))


def send(phone: Phone, game: str, words: str) -> str:
    answer = phone.photo(f"{game}/1/photo", words.encode())
    assert answer.status == 202, answer.text
    return str(answer.json["job"])


def ended(town: Town, phone: Phone, job: str) -> dict[str, object]:
    """Ask about a photo until it is over, as its page does."""
    found: dict[str, object] = {}

    def over() -> bool:
        try:
            answer = phone.get(job)
        except LOST:
            return False
        assert answer.status == 200, answer.text
        found.update(answer.json)
        return bool(found["over"])

    town.until(over)
    return found


def test_taps_and_photos_go_on_when_a_web_process_is_killed(
    town: Town, phone: Phone, game: str, tappers: list[Tapper]
) -> None:
    go_on(town, tappers)
    before = town.web_processes()
    jobs = []
    for number in range(6):
        killer = Timer(0.005, os.kill, (before[0], signal.SIGKILL))
        if number == 2:
            killer.start()
        # Which process takes a photo, nobody knows; one that is killed acknowledges nothing.
        with suppress(*LOST):
            jobs.append(send(phone, game, f"photo {number} ".ljust(3_000_000)))
    for job in jobs:
        assert "next" in ended(town, phone, job)
    print(f"\nweb process: taps after {go_on(town, tappers):.1f} s")
    town.until(lambda: len(town.web_processes()) == len(before))
    assert before[0] not in town.web_processes()


def test_a_photo_whose_worker_is_killed_is_read_by_another(
    town: Town, phone: Phone, game: str
) -> None:
    job = send(phone, game, "early 2 good")
    town.until(lambda: town.holder(job) is not None)
    held = town.holder(job)
    (killed,) = (one for one in town.workers if one.pid == held)
    os.killpg(killed.pid, signal.SIGKILL)
    killed.wait()
    town.workers.remove(killed)
    began = town.until(lambda: town.holder(job) not in (None, held))
    print(f"\nworker: another has its photo after {began:.1f} s")
    assert "next" in ended(town, phone, job)
    assert phone.get(f"{game}/1/photo.jpg").text == "early 2 good"
    town.workers.append(town.begin_worker())
    town.until(lambda: town.workers_known() == 2)


# As a decoder's mistake and a full memory end a process.
@pytest.mark.parametrize("end", ["SIGSEGV", "SIGKILL"])
def test_a_photo_that_ends_every_reader_is_tried_twice_then_told_in_words(
    town: Town, phone: Phone, game: str, end: str
) -> None:
    before = town.logged().count('"reading": "again"')
    found = ended(town, phone, send(phone, game, f"crash {end}"))
    assert found["failed"] == "reader-crashed"
    assert found["error"]
    assert town.logged().count('"reading": "again"') == before + 1
    town.until(lambda: "next" in ended(town, phone, send(phone, game, "good")))


def test_of_two_who_teach_a_board_of_one_name_at_once_the_first_has_it(town: Town) -> None:
    town.until(town.answers)
    jobs = {}
    for words in (b"teach 4 one", b"teach 4 two"):
        phone = Phone(town.port, f"127.0.3.{next(_numbers)}")
        phone.get("/teach")
        form = {"city": "first-city", "name": "Board of two"}
        jobs[words] = phone.photo("/teach", words, **form).json["job"]
    town.until(lambda: all(town.holder(job) for job in jobs.values()))
    found = {words: ended(town, phone, job) for words, job in jobs.items()}
    # Which worker is done first, nobody knows.
    (first,) = (words for words, one in found.items() if "next" in one)
    (other,) = (one for words, one in found.items() if words != first)
    assert found[first]["next"] == "/teach/board-of-two"
    assert (other["failed"], other["known"]) == ("not-taught", "/teach/board-of-two")
    kept = {town.board_file("board-of-two", name) for name in ("geometry.json", "reference.png")}
    assert kept == {first}


def test_photos_and_taps_outlive_redis(
    town: Town, phone: Phone, game: str, tappers: list[Tapper]
) -> None:
    jobs = [send(phone, game, f"early 1 number {number}") for number in range(4)]
    town.redis.kill()
    go_on(town, tappers)
    jobs.append(send(phone, game, "sent while Redis was away"))
    assert phone.get(jobs[-1]).json["over"] is False
    town.redis.start()
    print(f"\nRedis: ready after {town.until(town.answers):.1f} s")
    for job in jobs:
        assert "next" in ended(town, phone, job)


def test_photos_and_taps_outlive_postgresql(
    town: Town, phone: Phone, game: str, tappers: list[Tapper]
) -> None:
    jobs = [send(phone, game, f"early 1 number {number}") for number in range(3)]
    town.until(lambda: any(town.holder(job) for job in jobs))
    town.postgres.kill()
    answer = phone.photo(f"{game}/1/photo", b"refused")
    assert answer.status == 503
    assert SENTENCE in answer.text
    # A photo that was taken is said to wait, whatever is known of it now.
    assert phone.get(jobs[0]).json["over"] is False
    town.postgres.start()
    print(f"\nPostgreSQL: taps after {go_on(town, tappers):.1f} s")
    for job in jobs:
        assert "next" in ended(town, phone, job)


def test_nothing_that_was_logged_meanwhile_tells_keys_names_or_photos(
    town: Town, phone: Phone, game: str
) -> None:
    job = send(phone, game, "good")
    ended(town, phone, job)
    page = phone.get(game).text
    logged = town.logged()
    assert '"rule": "/game/<key>/<int:seat>/edits"' in logged
    look = page.partition('data-look="')[2].partition('"')[0]
    secrets = {game, game.rpartition("/")[2], job.rpartition("/")[2], look or game}
    told = [one for one in (*secrets, "Borisova", "Petrov", "postgresql://") if one in logged]
    assert told == []
