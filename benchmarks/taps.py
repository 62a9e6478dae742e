"""Twenty people correct five games at once: no lost edit, no error, and how long a tap takes.

    .venv/bin/python -m benchmarks.taps [--people 20] [--games 5] [--taps 40]

It serves the app as ``scorer serve`` does, on a new data folder and on this computer alone.
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
from scorer.rules.city import load_city

JSON = {"Content-Type": "application/json", "Accept": "application/json"}
PATIENCE_S = 60.0


@dataclass
class Result:
    """What all people together saw."""

    taps_ms: list[float] = field(default_factory=list)
    conflicts: int = 0
    errors: list[str] = field(default_factory=list)


class Visitor:
    """One phone: a connection of its own, with its cookies."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
        self._cookie, self._token = "", ""

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> tuple[int, str, str]:
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
    for name, usual in (("people", 20), ("games", 5), ("taps", 40)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as data_dir:
        port = free_port()
        server = serve(data_dir, port)
        try:
            result, lost = load(port, options.people, options.games, options.taps)
        finally:
            server.terminate()
            server.wait(20)
    slow = statistics.quantiles(result.taps_ms, n=100)
    print(
        f"{len(result.taps_ms)} taps by {options.people} people on {options.games} games: "
        f"median {slow[49]:.0f} ms, p95 {slow[94]:.0f} ms, longest {max(result.taps_ms):.0f} ms; "
        f"{result.conflicts} conflicts mended, {lost} edits lost, {len(result.errors)} errors"
    )
    for error in result.errors[:5]:
        print(error, file=sys.stderr)
    sys.exit(bool(lost or result.errors))


def load(port: int, people: int, games: int, taps: int) -> tuple[Result, int]:
    """Let everybody tap at once; return what they saw and how many edits were lost."""
    boards = [board for _ in range(games) for board in begin(Visitor(port))]
    result, wanted = Result(), [dict[str, bool]() for _ in range(people)]
    threads = [
        threading.Thread(
            target=tap, args=(port, boards[i % len(boards)], i, taps, result, wanted[i])
        )
        for i in range(people)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lost = 0
    for i, roads in enumerate(wanted):
        state = json.loads(Visitor(port).ask("GET", f"{boards[i % len(boards)]}/state")[1])
        drawn = set(state["marks"]["sections"])
        lost += sum((road in drawn) is not there for road, there in roads.items())
    return result, lost


def begin(visitor: Visitor) -> list[str]:
    """Begin a game of four with the worked example on each board; return the boards."""
    visitor.ask("GET", "/new")
    form = {f"name{i}": f"Player {i}" for i in range(1, 5)}
    form |= {"board": "first-city", "kind": "usual", "mode": "medium"}
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    game = visitor.ask("POST", "/games", urlencode(form), **kind)[2]
    marks = json.loads((folder("samples") / "worked-example" / "marks.json").read_text())
    edits = [{"kind": "section", "where": one, "value": True} for one in marks["sections"]]
    edits += [{"kind": "tourists", "where": w, "value": v} for w, v in marks["tourists"].items()]
    boards = [f"{game}/{seat}" for seat in range(1, 5)]
    for board in boards:
        version = json.loads(visitor.ask("GET", f"{board}/state")[1])["version"]
        body = json.dumps({"version": version, "edits": edits})
        visitor.ask("POST", f"{board}/edits", body, **JSON)
    return boards


def tap(
    port: int, board: str, person: int, taps: int, result: Result, wanted: dict[str, bool]
) -> None:
    """Draw and remove roads of one's own, as the page does: a conflict is sent once more."""
    rng = random.Random(person)
    visitor = Visitor(port)
    visitor.ask("GET", board)
    version = json.loads(visitor.ask("GET", f"{board}/state")[1])["version"]
    roads = [str(road.id) for road in load_city("first-city").practice_board.roads]
    for _ in range(taps):
        road = roads[person * 4 % 80 + rng.randrange(4)]
        there = rng.random() < 0.5
        edit = {"kind": "section", "where": road, "value": there}
        begun = time.perf_counter()
        for _ in range(50):
            body = json.dumps({"version": version, "edits": [edit]})
            status, text, _ = visitor.ask("POST", f"{board}/edits", body, **JSON)
            answer: dict[str, Any] = json.loads(text) if status in (200, 409) else {}
            version = answer.get("version") or answer.get("state", {}).get("version", version)
            if status != 409:
                break
            result.conflicts += 1
        result.taps_ms.append(1000 * (time.perf_counter() - begun))
        wanted[road] = there
        if status != 200:
            result.errors.append(f"{status}: {text[:200]}")
        # People look before they tap again.
        time.sleep(rng.uniform(0.3, 1.2))


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
