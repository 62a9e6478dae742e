"""Fifty people at ten games, all who play together tapping on one board: no lost edit, name or
photo, no error, and how long a tap takes.

    .venv/bin/python -m benchmarks.taps [--people 50] [--games 10] [--taps 40] [--photos 10]

Everybody joins, takes another name and taps; some send a photo of their own board meanwhile. It
serves the app as ``scorer serve`` does, on a new data folder and on this computer alone, where
each phone has an address of its own.
"""

import argparse
import http.client
import json
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from os import environ
from typing import Any
from urllib.parse import urlencode

from scorer.resources import folder
from scorer.rules.city.city import load_city

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
BOUNDARY = "photo-of-a-board"
ROADS = [str(road.id) for road in load_city("first-city").practice_board.roads]
JSON = {"Content-Type": "application/json", "Accept": "application/json"}
PATIENCE_S = 60.0


@dataclass
class Result:
    """What all people together saw."""

    taps_ms: list[float] = field(default_factory=list)
    conflicts: int = 0
    photos_read: int = 0
    errors: list[str] = field(default_factory=list)


class Visitor:
    """One phone: a connection and an address of its own, with its cookies."""

    def __init__(self, port: int, number: int = 0) -> None:
        source = f"127.0.{1 + number // 250}.{1 + number % 250}", 0
        self._connection = http.client.HTTPConnection(
            "127.0.0.1", port, timeout=PATIENCE_S, source_address=source
        )
        self._cookie, self._token = "", ""

    def ask(
        self, method: str, path: str, body: str | bytes = "", **headers: str
    ) -> tuple[int, str, str]:
        """Return status, body and the Location header."""
        sent = {**headers, "Cookie": self._cookie, "X-CSRFToken": self._token}
        self._connection.request(method, path, body or None, sent)
        answer = self._connection.getresponse()
        if cookie := answer.getheader("Set-Cookie"):
            self._cookie = cookie.split(";")[0]
        text = answer.read().decode()
        if token := re.search(r'name="csrf-token" content="([^"]+)"', text):
            self._token = token[1]
        return answer.status, text, answer.getheader("Location") or ""


def main() -> None:
    """Run the load and print what it came to."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    for name, usual in (("people", 50), ("games", 10), ("taps", 40), ("photos", 10)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as data_dir:
        port = free_port()
        server = serve(data_dir, port)
        try:
            result, lost = load(port, options.people, options.games, options.taps, options.photos)
        finally:
            server.terminate()
            server.wait(20)
    slow = statistics.quantiles(result.taps_ms, n=100)
    print(
        f"{len(result.taps_ms)} taps by {options.people} people on {options.games} games: "
        f"median {slow[49]:.0f} ms, p95 {slow[94]:.0f} ms, longest {max(result.taps_ms):.0f} ms; "
        f"{result.conflicts} conflicts mended, {result.photos_read} photos read, "
        f"{lost} things lost, {len(result.errors)} errors"
    )
    for error in result.errors[:5]:
        print(error, file=sys.stderr)
    sys.exit(bool(lost or result.errors))


def load(port: int, people: int, games: int, taps: int, photos: int) -> tuple[Result, int]:
    """Let everybody play at once; return what they saw and how many changes were lost."""
    tables = [begin(Visitor(port)) for _ in range(games)]
    result = Result()
    phones = [Phone(port, tables[i % games], i, i // games, result) for i in range(people)]
    threads = [
        threading.Thread(target=phone.play, args=(taps, phone.number < photos)) for phone in phones
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return result, sum(phone.lost() for phone in phones)


def begin(visitor: Visitor) -> str:
    """Begin a game with the worked example on its first board; return its address."""
    visitor.ask("GET", "/new")
    form = {"name1": "Host", "board": "first-city", "kind": "usual", "mode": "medium"}
    game = visitor.ask("POST", "/games", urlencode(form), **FORM)[2]
    marks = json.loads((folder("samples") / "worked-example" / "marks.json").read_text())
    edits = [{"kind": "section", "where": one, "value": True} for one in marks["sections"]]
    edits += [{"kind": "tourists", "where": w, "value": v} for w, v in marks["tourists"].items()]
    version = json.loads(visitor.ask("GET", f"{game}/1/state")[1])["version"]
    visitor.ask("POST", f"{game}/1/edits", json.dumps({"version": version, "edits": edits}), **JSON)
    return game


class Phone:
    """One person at a game, the number *place* of those who joined it."""

    def __init__(self, port: int, game: str, number: int, place: int, result: Result) -> None:
        self.number = number
        self._visitor = Visitor(port, number + 1)
        self._game, self._place, self._result = game, place, result
        self._rng = random.Random(number)
        self._name = f"Renamed {number}"
        self._wanted: dict[str, bool] = {}
        self._drawn: set[str] = set()
        self._job = ""

    def play(self, taps: int, photo: bool) -> None:
        """Join, take another name, tap and send a photo meanwhile, if one is to be sent."""
        try:
            seat = self._join()
            sent = self._rng.randrange(taps) if photo else -1
            board = f"{self._game}/1"
            state = json.loads(self._visitor.ask("GET", f"{board}/state")[1])
            version, self._drawn = state["version"], set(state["marks"]["sections"])
            for number in range(taps):
                if number == sent:
                    self._send_photo(seat)
                version = self._tap(board, version)
                # People look before they tap again.
                time.sleep(self._rng.uniform(1.0, 4.0))
            if photo:
                self._await_photo(seat)
        except (OSError, http.client.HTTPException, ValueError, KeyError) as error:
            self._result.errors.append(f"{type(error).__name__}: {error}")

    def lost(self) -> int:
        """Return how many of this phone's changes are not there."""
        state = json.loads(self._visitor.ask("GET", f"{self._game}/1/state")[1])
        drawn = set(state["marks"]["sections"])
        table = json.loads(self._visitor.ask("GET", f"{self._game}/table")[1])
        names = {player["name"] for player in table["players"]}
        wrong = sum((road in drawn) is not there for road, there in self._wanted.items())
        return wrong + (self._name not in names)

    def _join(self) -> int:
        self._visitor.ask("GET", self._game)
        name = f"Player {self.number}"
        self._done(self._visitor.ask("POST", f"{self._game}/players", f"name={name}", **FORM))
        table = json.loads(self._visitor.ask("GET", f"{self._game}/table")[1])
        (seat,) = (one["seat"] for one in table["players"] if one["name"] == name)
        body = urlencode({"name": self._name})
        self._done(self._visitor.ask("POST", f"{self._game}/players/{seat}", body, **FORM))
        return int(seat)

    def _tap(self, board: str, version: int) -> int:
        """Draw or remove a road of one's own, as the page does: a conflict is sent once more."""
        # A change of the same place by somebody else would be asked about; here nobody else does.
        road = ROADS[self._place * 4 % 80 + self._rng.randrange(4)]
        there = self._rng.random() < 0.5
        was = self._wanted.get(road, road in self._drawn)
        edit = {"kind": "section", "where": road, "value": there, "was": was}
        begun = time.perf_counter()
        for _ in range(50):
            body = json.dumps({"version": version, "edits": [edit]})
            status, text, _ = self._visitor.ask("POST", f"{board}/edits", body, **JSON)
            answer: dict[str, Any] = json.loads(text) if status in (200, 409) else {}
            version = answer.get("version") or answer.get("state", {}).get("version", version)
            if status != 409:
                break
            self._result.conflicts += 1
        self._result.taps_ms.append(1000 * (time.perf_counter() - begun))
        self._wanted[road] = there
        if status != 200:
            self._result.errors.append(f"{status}: {text[:200]}")
        return version

    def _send_photo(self, seat: int) -> None:
        """Send the sample photo; where too many wait, a little later, as a person would."""
        photo = (folder("samples") / "worked-example" / "photo.jpg").read_bytes()
        head = 'Content-Disposition: form-data; name="photo"; filename="photo.jpg"'
        body = f"--{BOUNDARY}\r\n{head}\r\n\r\n".encode() + photo
        body += f"\r\n--{BOUNDARY}--\r\n".encode()
        kind = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"}
        kind["Accept"] = "application/json"
        for _ in range(60):
            status, text, _ = self._visitor.ask("POST", f"{self._game}/{seat}/photo", body, **kind)
            if status != 503:
                break
            time.sleep(1)
        self._done((status, text, ""))
        self._job = str(json.loads(text)["job"])

    def _await_photo(self, seat: int) -> None:
        """Follow the photo to its end."""
        answer = {"over": False, "stage": ""}
        while not answer["over"]:
            asked = self._visitor.ask("GET", f"{self._job}?seen={answer['stage']}", **JSON)
            answer = json.loads(asked[1])
        if answer.get("next") == f"{self._game}/{seat}":
            self._result.photos_read += 1
        else:
            self._result.errors.append(f"photo: {answer}")

    def _done(self, answer: tuple[int, str, str]) -> None:
        if answer[0] >= 400:
            self._result.errors.append(f"{answer[0]}: {answer[1][:200]}")


def free_port() -> int:
    """Return a port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def serve(data_dir: str, port: int) -> subprocess.Popen[bytes]:
    """Start the app and wait until it answers."""
    command = [sys.executable, "-c", "from scorer.cli import main; main()"]
    server = subprocess.Popen(
        [*command, "serve", "--host", "127.0.0.1", "--port", str(port)],
        env={**environ, "SCORER_DATA": data_dir},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    for _ in range(600):
        try:
            if Visitor(port).ask("GET", "/healthz")[0] == 200:
                return server
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the app did not start")


if __name__ == "__main__":
    main()
