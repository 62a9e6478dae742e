"""Phones at tables, as `benchmarks.tables` has them play: each with its board's page open."""

import asyncio
import json
import random
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from benchmarks.taps import ROADS, Visitor, begin
from scorer.resources import folder

SEATS = 4
TAP_S = 8.0
ASK_S = 4.0
# Phones open their pages within so long.
ARRIVE_S = 4.0
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
                except asyncio.CancelledError:
                    # Its answer must not be taken for the next one's.
                    self.close()
                    raise
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
    """One person at a table, with their board's page open; it asks as the page does."""

    def __init__(self, port: int, number: int, game: str, seat: int, seen: Seen) -> None:
        self.client = Client(port, number)
        self.game, self.board = game, f"{game}/{seat}"
        self.seen, self._rng = seen, random.Random(number)
        self._state: dict[str, Any] = {}
        self._stamp = ""
        self.wanted: dict[str, bool] = {}

    async def play(self, end: float, *, sends: bool) -> None:
        """Follow the news, tap, and perhaps send a photo, until *end*."""
        # Nobody opens all pages of an evening at the same moment.
        await asyncio.sleep(self._rng.uniform(0, ARRIVE_S))
        news = asyncio.create_task(self._follow(end))
        left = end - time.monotonic()
        photo_at = self._rng.uniform(0.05, 0.7) * left
        sent = asyncio.create_task(self._photo(photo_at)) if sends else None
        try:
            if not self._state:
                await self._look()
            pause = self._rng.uniform(0, TAP_S)
            while pause < (left := end - time.monotonic()):
                await asyncio.sleep(pause)
                await self._tap()
                pause = self._rng.uniform(0.75, 1.25) * TAP_S
            await asyncio.sleep(max(0.0, left))
            if sent:
                await sent
        except (OSError, ValueError, KeyError, asyncio.IncompleteReadError) as error:
            self.seen.errors.append(f"{type(error).__name__}: {error}")
        news.cancel()

    async def lost(self) -> int:
        """Return how many of this phone's changes are not there."""
        await self._look()
        if not self._state:
            return len(self.wanted)
        drawn = set(self._state["marks"]["sections"])
        return sum((road in drawn) is not there for road, there in self.wanted.items())

    async def _look(self) -> None:
        status, data = await self.client.ask("GET", f"{self.board}/state")
        if status == 200:
            self._state = json.loads(data)
        else:
            self.seen.errors.append(f"state {status}: {data[:100]!r}")

    async def _tap(self) -> None:
        road = self._rng.choice(ROADS)
        there = road not in self._state["marks"]["sections"]
        edit = {"kind": "section", "where": road, "value": there, "was": not there}
        change = {"version": self._state["version"], "edits": [edit]}
        began = time.perf_counter()
        status, data = await self.client.ask(
            "POST", f"{self.board}/edits", json.dumps(change).encode()
        )
        self.seen.taps_ms.append(1000 * (time.perf_counter() - began))
        if status == 200:
            self._state = json.loads(data)
            self.wanted[road] = there
        elif status == 409:
            # A photo was read meanwhile; the page sends the tap once more.
            self._state = json.loads(data)["state"]
        else:
            self.seen.errors.append(f"tap {status}: {data[:100]!r}")

    async def _photo(self, pause: float) -> None:
        await asyncio.sleep(pause)
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
            self.seen.photos += 1
        else:
            self.seen.errors.append(f"photo: {found}")

    async def _follow(self, end: float) -> None:
        while time.monotonic() < end:
            with suppress(OSError, asyncio.IncompleteReadError):
                if not await self._stream():
                    await asyncio.sleep(ASK_S)
                    status, data = await self.client.ask("GET", f"{self.board}/stamp")
                    await self._news(json.loads(data)["stamp"] if status == 200 else self._stamp)

    async def _stream(self) -> bool:
        """Read one stream to its end; return whether there was one."""
        reader, writer = await self.client.connect()
        try:
            writer.write(
                self.client.head("GET", f"{self.board}/events?seen={self._stamp}", b"", "")
            )
            if (await answer_head(reader))[0] != 200:
                return False
            self.seen.streams += 1
            try:
                while line := await reader.readline():
                    if line.startswith(b"data: ") and (stamp := line[6:].strip()):
                        await self._news(stamp.decode())
            finally:
                self.seen.streams -= 1
            return True
        finally:
            writer.close()

    async def _news(self, stamp: str) -> None:
        if stamp != self._stamp:
            self._stamp = stamp
            # What this phone changed itself is no news.
            if stamp != str(self._state.get("version")):
                await self._look()


def tables(port: int, numbers: range, seen: Seen) -> list[Phone]:
    """Begin a game of four for each number, and return their phones."""
    phones = []
    for table in numbers:
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
