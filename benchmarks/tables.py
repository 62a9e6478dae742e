"""Tables of four connected phones, more and more of them, until a tap takes too long.

    .venv/bin/python -m benchmarks.tables [--processes 2] [--workers 2] [--tables 5,10,20]
    .venv/bin/python -m benchmarks.tables --here [--tables 5,10,20]

Each phone has its board's page open with a stream of news, taps every 8 s, and fetches the board
when somebody else at its table has changed something, as the page does. One board in twenty gets a
photo. PostgreSQL and Redis are throw-away servers on this computer (``make engines``); ``--here``
is the usual server of one process. The phones are one process more on the same computer:
what that takes of the processors is told too.
"""

import argparse
import asyncio
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.taps import ROADS, Visitor, begin, free_port
from scorer.resources import folder
from tests.support.engines import Postgres, Redis

SEATS = 4
TAP_S = 8.0
# One phone in so many sends a photo.
PHOTO_EACH = 20
MOST_P95_MS = 300.0
ASK_S = 4.0
COMMAND = [sys.executable, "-c", "from scorer.cli import main; main()"]
JPEG = (folder("samples") / "worked-example" / "photo.jpg").read_bytes()
BOUNDARY = b"photo-of-a-board"


@dataclass
class Seen:
    """What all phones saw in one step."""

    taps_ms: list[float] = field(default_factory=list)
    photos: int = 0
    streams: int = 0
    errors: list[str] = field(default_factory=list)


class Client:
    """One phone's connections, from an address of its own."""

    def __init__(self, port: int, number: int) -> None:
        self._port = port
        self._source = f"127.{1 + number // 62_500}.{number // 250 % 250}.{1 + number % 250}"
        self._lock = asyncio.Lock()
        self._open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.cookie = self.token = ""

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Return a new connection."""
        return await asyncio.open_connection(
            "127.0.0.1", self._port, local_addr=(self._source, 0), limit=1 << 20
        )

    def head(self, method: str, path: str, body: bytes, kind: str) -> bytes:
        """Return a request without its body."""
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Accept: application/json"]
        lines += [f"Cookie: {self.cookie}", f"X-CSRFToken: {self.token}"]
        if body:
            lines += [f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
        return "\r\n".join([*lines, "", ""]).encode()

    async def ask(
        self, method: str, path: str, body: bytes = b"", kind: str = "application/json"
    ) -> tuple[int, bytes]:
        """Return status and body; a connection that was closed meanwhile is opened anew."""
        async with self._lock:
            for again in (True, False):
                try:
                    self._open = self._open or await self.connect()
                    reader, writer = self._open
                    writer.write(self.head(method, path, body, kind) + body)
                    await writer.drain()
                    status, headers = await answer_head(reader)
                    data = await reader.readexactly(int(headers.get("content-length", "0")))
                    if headers.get("connection") == "close":
                        self.close()
                except (OSError, asyncio.IncompleteReadError):
                    self.close()
                    if not again or method == "POST":
                        raise
                else:
                    return status, data
        raise AssertionError

    def close(self) -> None:
        """Let go of the connection."""
        if self._open:
            self._open[1].close()
            self._open = None


async def answer_head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """Return status and headers of an answer."""
    lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    pairs = (line.partition(":") for line in lines[1:] if line)
    return int(lines[0].split()[1]), {name.lower(): value.strip() for name, _, value in pairs}


class Phone:
    """One person at a table, with their board's page open."""

    def __init__(self, port: int, number: int, game: str, seat: int, seen: Seen) -> None:
        self.client = Client(port, number)
        self.game, self.board = game, f"{game}/{seat}"
        self._seen, self._rng = seen, random.Random(number)
        self._sends = number % PHOTO_EACH == PHOTO_EACH // 2
        self._state: dict[str, Any] = {}
        self._stamp = ""
        self.wanted: dict[str, bool] = {}

    async def play(self, end: float) -> None:
        """Follow the news, tap, and perhaps send a photo, until *end*."""
        news = asyncio.create_task(self._follow(end))
        photo_at = self._rng.uniform(0.1, 0.6) if self._sends else 2.0
        began, sent = time.monotonic(), None
        try:
            await self._look()
            await asyncio.sleep(self._rng.uniform(0, TAP_S))
            while time.monotonic() < end:
                if time.monotonic() - began > photo_at * (end - began) and sent is None:
                    sent = asyncio.create_task(self._photo())
                await self._tap()
                await asyncio.sleep(self._rng.uniform(0.75, 1.25) * TAP_S)
            if sent:
                await sent
        except (OSError, ValueError, KeyError, asyncio.IncompleteReadError) as error:
            self._seen.errors.append(f"{type(error).__name__}: {error}")
        news.cancel()

    async def lost(self) -> int:
        """Return how many of this phone's changes are not there."""
        await self._look()
        drawn = set(self._state["marks"]["sections"])
        return sum((road in drawn) is not there for road, there in self.wanted.items())

    async def _look(self) -> None:
        status, data = await self.client.ask("GET", f"{self.board}/state")
        if status == 200:
            self._state = json.loads(data)
        else:
            self._seen.errors.append(f"state {status}: {data[:100]!r}")

    async def _tap(self) -> None:
        road = self._rng.choice(ROADS)
        there = road not in self._state["marks"]["sections"]
        edit = {"kind": "section", "where": road, "value": there, "was": not there}
        change = {"version": self._state["version"], "edits": [edit]}
        began = time.perf_counter()
        status, data = await self.client.ask(
            "POST", f"{self.board}/edits", json.dumps(change).encode()
        )
        self._seen.taps_ms.append(1000 * (time.perf_counter() - began))
        if status == 200:
            self._state = json.loads(data)
            self.wanted[road] = there
        elif status == 409:
            # A photo was read meanwhile; the page sends the tap once more.
            self._state = json.loads(data)["state"]
        else:
            self._seen.errors.append(f"tap {status}: {data[:100]!r}")

    async def _photo(self) -> None:
        head = b'Content-Disposition: form-data; name="photo"; filename="photo.jpg"'
        body = b"--%b\r\n%b\r\n\r\n%b\r\n--%b--\r\n" % (BOUNDARY, head, JPEG, BOUNDARY)
        client = Client(self.client._port, self._rng.randrange(10**6))
        client.cookie, client.token = self.client.cookie, self.client.token
        kind = f"multipart/form-data; boundary={BOUNDARY.decode()}"
        status, data = 503, b""
        while status == 503:
            status, data = await client.ask("POST", f"{self.board}/photo", body, kind)
            await asyncio.sleep(1 if status == 503 else 0)
        found: dict[str, Any] = {"over": False, "stage": ""}
        job = json.loads(data)["job"]
        while not found["over"]:
            status, data = await client.ask("GET", f"{job}?seen={found['stage']}")
            found = json.loads(data)
        client.close()
        if "next" in found:
            self._seen.photos += 1
        else:
            self._seen.errors.append(f"photo: {found}")

    async def _follow(self, end: float) -> None:
        while time.monotonic() < end:
            with suppress(OSError, asyncio.IncompleteReadError):
                if not await self._stream():
                    await asyncio.sleep(ASK_S)
                    status, data = await self.client.ask("GET", f"{self.game}/stamp")
                    await self._news(json.loads(data)["stamp"] if status == 200 else self._stamp)

    async def _stream(self) -> bool:
        """Read one stream to its end; return whether there was one."""
        reader, writer = await self.client.connect()
        try:
            writer.write(self.client.head("GET", f"{self.game}/events?seen={self._stamp}", b"", ""))
            if (await answer_head(reader))[0] != 200:
                return False
            self._seen.streams += 1
            try:
                while line := await reader.readline():
                    if line.startswith(b"data: ") and (stamp := line[6:].strip()):
                        await self._news(stamp.decode())
            finally:
                self._seen.streams -= 1
            return True
        finally:
            writer.close()

    async def _news(self, stamp: str) -> None:
        if stamp != self._stamp:
            self._stamp = stamp
            await self._look()


def tables(port: int, count: int, seen: Seen) -> list[Phone]:
    """Begin so many games of four, and return their phones."""
    phones = []
    for table in range(count):
        visitor = Visitor(port, table)
        game = begin(visitor)
        for seat in range(2, SEATS + 1):
            form = {"Content-Type": "application/x-www-form-urlencoded"}
            visitor.ask("POST", f"{game}/players", f"name=Player {seat}", **form)
        for seat in range(1, SEATS + 1):
            phone = Phone(port, table * SEATS + seat, game, seat, seen)
            phone.client.cookie, phone.client.token = visitor._cookie, visitor._token
            phones.append(phone)
    return phones


class Server:
    """The server that is measured, and what it takes."""

    def __init__(self, here: bool, processes: int, workers: int) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.port = free_port()
        self._engines: list[Postgres | Redis] = [] if here else [Postgres(), Redis()]
        names = ("SCORER_DATABASE_URL", "SCORER_REDIS_URL")
        urls = dict(zip(names, (one.url for one in self._engines), strict=False))
        self._environment = {**os.environ, **urls, "SCORER_DATA": self._folder.name}
        more = [] if here else ["--processes", str(processes)]
        self.started = [self._start("serve", "--port", str(self.port), *more)]
        self._wait()
        self.started += [] if here else [self._start("worker") for _ in range(workers)]
        time.sleep(5)

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        quiet = subprocess.DEVNULL
        return subprocess.Popen(
            [*COMMAND, *arguments], env=self._environment, stdout=quiet, stderr=quiet
        )

    def _wait(self) -> None:
        for _ in range(600):
            with suppress(OSError):
                if Visitor(self.port).ask("GET", "/readyz")[0] == 200:
                    return
            time.sleep(0.1)
        raise SystemExit("the app did not start")

    def web_mb(self) -> float:
        """Return the memory of the processes that answer, each shared page counted once."""
        kilobytes = 0
        for pid in (self.started[0].pid, *children(self.started[0].pid)):
            with suppress(OSError):
                lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
                kilobytes += next(int(line.split()[1]) for line in lines if line[:4] == "Pss:")
        return kilobytes / 1000

    def end(self) -> None:
        """Stop everything."""
        for process in self.started:
            process.terminate()
        for process in self.started:
            process.wait(120)
        for engine in self._engines:
            engine.remove()
        self._folder.cleanup()


def children(pid: int) -> list[int]:
    """Return the children of a process, but none that reads photos."""
    found = []
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in file.read_text().split():
            if b"reading.worker" not in Path(f"/proc/{child}/cmdline").read_bytes():
                found.append(int(child))
    return found


async def step(server: Server, count: int, seconds: float) -> tuple[Seen, int, float]:
    """Let so many tables play; return what they saw, what was lost, and MB a phone."""
    seen = Seen()
    before = server.web_mb()
    phones = await asyncio.to_thread(tables, server.port, count, seen)
    end = time.monotonic() + seconds
    playing = [asyncio.create_task(phone.play(end)) for phone in phones]
    await asyncio.sleep(0.7 * seconds)
    streams, memory = seen.streams, (server.web_mb() - before) / len(phones)
    await asyncio.gather(*playing)
    lost = sum([await phone.lost() for phone in phones])
    for phone in phones:
        phone.client.close()
    seen.streams = streams
    return seen, lost, memory


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure step by step and print a row each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--here", action="store_true")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--tables", default="10,20,40,60,80,100")
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args(arguments)
    server = Server(options.here, options.processes, options.workers)
    wrong = 0
    print(
        "| tables | streams | taps | median ms | p95 ms | photos/min | MB a phone | lost | errors |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    try:
        # What a process loads with its first pages and taps is no phone's.
        asyncio.run(step(server, 2 * options.processes, 15.0))
        for count in map(int, options.tables.split(",")):
            began, used = time.monotonic(), time.process_time()
            seen, lost, memory = asyncio.run(step(server, count, options.seconds))
            minutes = (time.monotonic() - began) / 60
            slow = statistics.quantiles(seen.taps_ms, n=100)
            print(
                f"| {count} | {seen.streams} | {len(seen.taps_ms)} | {slow[49]:.0f} "
                f"| {slow[94]:.0f} | {seen.photos / minutes:.1f} | {memory:.2f} "
                f"| {lost}, {len(seen.errors)} |",
                flush=True,
            )
            share = (time.process_time() - used) / (60 * minutes)
            print(f"the phones took {100 * share:.0f} % of a processor", file=sys.stderr)
            for error in seen.errors[:3]:
                print(error, file=sys.stderr)
            wrong += lost + len(seen.errors)
            if slow[94] > MOST_P95_MS:
                break
    finally:
        server.end()
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
