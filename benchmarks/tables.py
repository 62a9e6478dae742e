"""Tables of four connected phones, more and more of them, until a tap takes too long.

    .venv/bin/python -m benchmarks.tables                    # three servers, 12 minutes at most
    .venv/bin/python -m benchmarks.tables --here             # the usual server of one process
    .venv/bin/python -m benchmarks.tables --processes 2      # one of many, with two workers

Each phone has its board's page open with a stream of news, taps every 8 s, and fetches the board
when somebody else at its table has changed something, as the page does. One board in twenty gets a
photo each minute. PostgreSQL and Redis are throw-away servers on this computer (``make engines``).
The phones are one process more on the same computer: what they take of it is told too.

It prints what stands in ``docs/hosting.md``: a table of the steps, and what 2,000 tables need by
what a tap and a photo took of the processors in the last step within the limit.
"""

import argparse
import asyncio
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from benchmarks.sizing import Cost, sizing
from benchmarks.tablephones import ARRIVE_S, SEATS, Phone, Seen, tables
from benchmarks.taps import Visitor, free_port
from tests.support.engines import Postgres, Redis

# So many of a hundred boards get a photo in a minute.
PHOTOS_PERCENT = 5
MOST_P95_MS = 300.0
# Phones ask so many at a time whether all that they did is there.
AT_ONCE = 8
TICKS = os.sysconf("SC_CLK_TCK")
COMMAND = [sys.executable, "-c", "from scorer.cli import main; main()"]
HEAD = (
    "| server | tables | streams | taps | median ms | p95 ms | photos/min | MB a phone "
    "| lost | errors | busy: pages, readers, PostgreSQL, Redis, phones |"
)


@dataclass(frozen=True, slots=True)
class Mode:
    """A server to measure; without processes the usual one."""

    processes: int = 0
    workers: int = 0

    def __str__(self) -> str:
        return f"{self.processes} × {self.workers}" if self.processes else "at home"


@dataclass(frozen=True, slots=True)
class Row:
    """What one step came to."""

    tables: int
    seen: Seen
    minutes: float
    mb_a_phone: float
    lost: int
    cost: Cost
    busy: tuple[float, ...]

    @property
    def p95_ms(self) -> float:
        """The time within which 95 of 100 taps were answered."""
        return statistics.quantiles(self.seen.taps_ms, n=100)[94]

    def line(self, mode: Mode) -> str:
        """Return the step as a row of the table; what was busy is in processors."""
        seen = self.seen
        return (
            f"| {mode} | {self.tables} | {seen.streams} | {len(seen.taps_ms)} "
            f"| {statistics.median(seen.taps_ms):.0f} | {self.p95_ms:.0f} "
            f"| {seen.photos / self.minutes:.1f} | {self.mb_a_phone:.2f} | {self.lost} "
            f"| {len(seen.errors)} | {', '.join(f'{one:.2f}' for one in self.busy)} |"
        )


class Server:
    """The server that is measured, and what it takes."""

    def __init__(self, mode: Mode) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.port = free_port()
        many = mode.processes > 0
        self._engines: list[Postgres | Redis] = [Postgres(), Redis()] if many else []
        names = ("SCORER_DATABASE_URL", "SCORER_REDIS_URL")
        urls = dict(zip(names, (one.url for one in self._engines), strict=False))
        self._environment = {**os.environ, **urls, "SCORER_DATA": self._folder.name}
        more = ["--processes", str(mode.processes)] if many else []
        self._started = [self._start("serve", "--port", str(self.port), *more)]
        self._wait()
        self._started += [self._start("worker") for _ in range(mode.workers)]
        time.sleep(4)

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
        self.end()
        raise SystemExit("the app did not start")

    def _web(self) -> list[int]:
        return [pid for pid in family(self._started[0].pid) if not is_reader(pid)]

    def web_mb(self) -> float:
        """Return the memory of the processes that answer, each shared page counted once."""
        kilobytes = 0
        for pid in self._web():
            with suppress(OSError):
                lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
                kilobytes += next(int(line.split()[1]) for line in lines if line[:4] == "Pss:")
        return kilobytes / 1000

    def cost(self) -> Cost:
        """Return the seconds of a processor that each part has taken so far."""
        web = self._web()
        readers = [pid for pid in family(self._started[0].pid) if pid not in web]
        for worker in self._started[1:]:
            readers += family(worker.pid)
        spent = [sum(map(seconds, family(engine.pid))) for engine in self._engines]
        postgres, redis = spent or (0.0, 0.0)
        web_s, readers_s = sum(map(seconds, web)), sum(map(seconds, readers))
        return Cost(web_s, readers_s, postgres, redis, time.process_time())

    def end(self) -> None:
        """Stop everything."""
        for process in self._started:
            process.terminate()
        for process in self._started:
            process.wait(120)
        for engine in self._engines:
            engine.remove()
        self._folder.cleanup()


def family(pid: int) -> list[int]:
    """Return a process and all that it began."""
    found = [pid]
    for file in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            for child in file.read_text().split():
                found += family(int(child))
    return found


def is_reader(pid: int) -> bool:
    """Whether a process reads photos."""
    with suppress(OSError):
        return b"reading.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()
    return False


def seconds(pid: int) -> float:
    """Return the seconds of a processor that a process took, and those that it waited for."""
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return sum(map(int, fields[11:15])) / TICKS
    return 0.0


class Evening:
    """One server, and the tables that play on it: each step has those of the one before."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._before = server.web_mb()
        self._phones: list[Phone] = []
        self._runner = asyncio.Runner()

    def warm(self) -> None:
        """Have each process load what it loads with its first pages and taps: no phone's memory."""
        self._runner.run(self._play(3, 8.0))
        self._before = self._server.web_mb()

    def step(self, count: int, lasts_s: float) -> Row:
        """Let so many tables play."""
        return self._runner.run(self._play(count, lasts_s))

    def end(self) -> None:
        """Let all phones go."""
        self._runner.close()

    async def _play(self, count: int, lasts_s: float) -> Row:
        seen = Seen()
        numbers = range(len(self._phones) // SEATS, count)
        self._phones += await asyncio.to_thread(tables, self._server.port, numbers, seen)
        for phone in self._phones:
            phone.seen = seen
        photos = max(1, round(len(self._phones) * PHOTOS_PERCENT / 100 * lasts_s / 60))
        sending = set(random.Random(count).sample(range(len(self._phones)), photos))
        end = time.monotonic() + lasts_s
        playing = [
            asyncio.create_task(phone.play(end, sends=number in sending))
            for number, phone in enumerate(self._phones)
        ]
        # What opening the pages takes is measured nowhere: they stay open for an evening.
        await asyncio.sleep(ARRIVE_S)
        seen.taps_ms.clear()
        began, before = time.monotonic(), self._server.cost()
        await asyncio.sleep(0.7 * (end - began))
        streams = seen.streams
        memory = (self._server.web_mb() - self._before) / len(self._phones)
        await asyncio.sleep(max(0.0, end - time.monotonic()))
        busy = (self._server.cost() - before).busy(time.monotonic() - began)
        # The last photos are read to their end.
        await asyncio.gather(*playing)
        minutes, cost = (time.monotonic() - began) / 60, self._server.cost() - before
        lost = await self._lost()
        seen.streams = streams
        return Row(len(self._phones) // SEATS, seen, minutes, memory, lost, cost, busy)

    async def _lost(self) -> int:
        lost = 0
        for first in range(0, len(self._phones), AT_ONCE):
            some = self._phones[first : first + AT_ONCE]
            lost += sum(await asyncio.gather(*(phone.lost() for phone in some)))
            for phone in some:
                phone.client.close()
        return lost


def measure(mode: Mode, counts: Sequence[int], lasts_s: float, within_s: float) -> list[Row]:
    """Measure step by step until a tap takes too long; print a row each."""
    rows: list[Row] = []
    began = time.monotonic()
    server = Server(mode)
    try:
        evening = Evening(server)
        evening.warm()
        for count in counts:
            left = within_s - (time.monotonic() - began)
            if left < 1.5 * lasts_s:
                print(f"{mode}: no time for {count} tables", file=sys.stderr)
                break
            rows.append(evening.step(count, lasts_s))
            print(rows[-1].line(mode), flush=True)
            for error in rows[-1].seen.errors[:3]:
                print(error, file=sys.stderr)
            if rows[-1].p95_ms > MOST_P95_MS:
                break
        evening.end()
    finally:
        server.end()
    return rows


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure the servers that were asked for, and say what 2,000 tables need."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--here", action="store_true")
    parser.add_argument("--processes", type=int)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--tables", default="20,40,60,80,110,150,200")
    parser.add_argument("--seconds", type=float, default=22.0)
    parser.add_argument("--minutes", type=float, default=3.6, help="of one server, at most")
    options = parser.parse_args(arguments)
    counts = [int(count) for count in options.tables.split(",")]
    modes = [Mode(), Mode(1, options.workers), Mode(2, options.workers)]
    if options.here or options.processes:
        modes = [Mode(options.processes, options.workers) if options.processes else Mode()]
    print(HEAD)
    print("|---" * HEAD.count(" | ") + "|---|")
    wrong, best = 0, None
    for mode in modes:
        rows = measure(mode, counts, options.seconds, 60 * options.minutes)
        within = [row for row in rows if row.p95_ms <= MOST_P95_MS]
        wrong += sum(row.lost + len(row.seen.errors) for row in within)
        if mode.processes and rows:
            best = (within or rows)[-1]
    print(f"\nMeasured on {os.cpu_count()} processors on {date.today()}.")
    if best:
        print(f"\n{sizing(best.cost, len(best.seen.taps_ms), best.seen.photos, best.mb_a_phone)}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
