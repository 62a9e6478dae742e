"""The queue: who waits, what stage a photo is in, and the processes that read.

Each process works within a time limit. A photo that crashes a decoder, or that would be read
for ever, costs its own job and one process; the next job gets a new one. Addresses take turns,
so that nobody waits behind all photos of one of them.
"""

import secrets
import sys
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from threading import Condition, Thread
from time import monotonic
from typing import TypeVar

from scorer.web.reading.messages import End, LostError, Opened, Stage, Task
from scorer.web.reading.process import LIMIT_S, WORKER, Reader, read_by

T = TypeVar("T")

AT_ONCE = 2
MOST_WAITING = 16
# A table behind one address is a game of eight, all at the same moment.
MOST_WAITING_EACH = 8
# After a photo that ended a process an address has one process at a time, for so long.
WARY_S = 600.0
# Finished jobs are remembered so long as their phones may ask for them.
MOST_KEPT = 200


class BusyError(ValueError):
    """Too many photos are waiting."""


class Failure(StrEnum):
    """Why nothing became of a photo, as the words name it."""

    CANCELLED = "cancelled"
    SLOW = "reader-slow"
    CRASHED = "reader-crashed"
    OURS = "500"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where a photo led: the board it belongs to, or none; and why it was not read.

    ``board`` is the id of one that was learned; ``by_hand``: a person had set the corners;
    ``teaching``: a board was to be learned, or if ``better`` its picture to get so. With a
    reason, ``board`` is one known before. ``map`` is the id of a map whose photo was taken in.
    ``innsmouth``: the board, or the map, is one of that game. ``joins``: the photo was to be read
    together with one that was read before. ``city`` and ``name`` are of a board that was not
    learned, where the game keeps the photo: corners set on it may teach it all the same.
    """

    key: str = ""
    seat: int = 0
    reason: str = ""
    board: str = ""
    by_hand: bool = False
    teaching: bool = False
    better: bool = False
    map: str = ""
    innsmouth: bool = False
    joins: bool = False
    city: str = ""
    name: str = ""


# Gets the photo and the end, and returns where they led, once that is known.
Keep = Callable[[Opened | End], Outcome | None]


@dataclass(frozen=True, slots=True)
class Watch:
    """Who is told when work on a photo begins, and when it is over; the queue's end is neither."""

    began: Callable[["Job"], None] = lambda _: None
    ended: Callable[["Job"], None] = lambda _: None


def new_id() -> str:
    """Return the id of a new job, which nobody can guess."""
    return secrets.token_urlsafe(16)


def in_turns(lines: Sequence[Sequence[T]]) -> list[T]:
    """Return the first of each line, then the second of each, and so on."""
    turns = max(map(len, lines), default=0)
    return [line[turn] for turn in range(turns) for line in lines if turn < len(line)]


class Job:
    """A photo on its way: what stage it is in, and in the end where it led."""

    def __init__(
        self, task: Task, keep: Keep, id_: str = "", address: str = "", watch: Watch | None = None
    ) -> None:
        self.id = id_ or new_id()
        self.address, self.watch = address, watch or Watch()
        self.stage = Stage("waiting")
        self.patience = task.patience
        self.failed: Failure | None = None
        self.outcome: Outcome | None = None
        self.over = False
        self._work: tuple[Task, Keep] | None = (task, keep)
        self._stop: Callable[[], None] | None = None
        self._changed = Condition()

    @classmethod
    def known(cls, id_: str, outcome: Outcome) -> "Job":
        """Return a job that was over before this app began."""
        job = cls(Task(b"", None, ""), lambda _: None, id_)
        job.outcome = outcome
        job.end()
        return job

    def begin(self, stop: Callable[[], None]) -> tuple[Task, Keep] | None:
        """Return what is to be done, once, or None if it was cancelled; *stop* ends it early."""
        with self._changed:
            work, self._work = self._work, None
            if work:
                self._stop = stop
                self.enter(Stage("starting"))
            return work

    def enter(self, stage: Stage) -> None:
        """Tell everyone who waits that *stage* begins."""
        with self._changed:
            self.stage = stage
            self._changed.notify_all()

    def end(self, failed: Failure | None = None) -> None:
        """Tell everyone who waits that it is over; what it came to stays the first."""
        with self._changed:
            self._work = self._stop = None
            if not self.over:
                self.failed, self.over = failed, True
            self._changed.notify_all()

    def wait(self, seconds: float, seen: Stage | None = None) -> None:
        """Return once it is over, or in another stage than *seen*, or after *seconds*."""
        with self._changed:
            self._changed.wait_for(
                lambda: self.over or (seen is not None and self.stage != seen), seconds
            )

    def cancel(self) -> None:
        """Drop it, also while it is read."""
        with self._changed:
            if self._stop:
                self._stop()
            self.end(Failure.CANCELLED)


class PhotoQueue:
    """Photos that wait and the processes that work on them, begun when first needed.

    Parameters
    ----------
    limit_s : float
        How long one photo may take to be read. Learning a board gets that for each of its
        photos, and once more.
    command : tuple of str
        Starts a process; it gets the number of its socket as one argument more.
    """

    def __init__(self, limit_s: float = LIMIT_S, command: tuple[str, ...] = WORKER) -> None:
        self._limit_s = limit_s
        self._command = command
        # Those that wait, by their address; the address whose turn is next comes first.
        self._waiting: OrderedDict[str, deque[Job]] = OrderedDict()
        self._running: Counter[str] = Counter()
        self._wary: dict[str, float] = {}
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._threads: list[Thread] = []
        self._closed = False
        self._changed = Condition()

    def submit(self, task: Task, keep: Keep, *, address: str = "") -> Job:
        """Return a new job for *task*, with *keep* getting what is found.

        Raises
        ------
        BusyError
            If too many are waiting already, all together or of *address*.
        """
        job = Job(task, keep, address=address)
        self.check_room(address)
        self.add(job)
        return job

    def check_room(self, address: str) -> None:
        """Raise ``BusyError`` if too many are waiting, all together or of *address*."""
        with self._changed:
            waiting = [one for jobs in self._waiting.values() for one in jobs if not one.over]
            each = sum(one.address == address for one in waiting)
            if len(waiting) >= MOST_WAITING or each >= MOST_WAITING_EACH:
                raise BusyError("too many photos are waiting")

    def add(self, job: Job) -> None:
        """Let *job* wait for its turn, however many there are."""
        with self._changed:
            self._closed = False
            self.know(job)
            self._waiting.setdefault(job.address, deque()).append(job)
            self._start()
            self._changed.notify_all()

    def know(self, job: Job) -> None:
        """Answer for *job*; the oldest ones are forgotten."""
        with self._changed:
            self._jobs[job.id] = job
            while len(self._jobs) > MOST_KEPT:
                self._jobs.popitem(last=False)

    def glance(self, task: Task, keep: Keep, *, address: str = "") -> Job:
        """Return a new job for a *task* that is over in a moment; nobody asks for it later.

        Raises
        ------
        BusyError
            If a photo is waiting: it comes first.
        """
        job = Job(task, keep, address=address)
        with self._changed:
            if any(not one.over for jobs in self._waiting.values() for one in jobs):
                raise BusyError("photos are waiting")
            self._closed = False
            self._waiting.setdefault(address, deque()).append(job)
            self._start()
            self._changed.notify_all()
        return job

    def job(self, id_: str) -> Job | None:
        """Return the job called *id_*, if it is still known."""
        with self._changed:
            return self._jobs.get(id_)

    def ahead(self, job: Job) -> int:
        """Return how many photos are read before *job* begins, as far as is known."""
        with self._changed:
            running = self._running.total()
            order = in_turns(
                [[one for one in jobs if not one.over] for jobs in self._waiting.values()]
            )
        return running + order.index(job) if job in order else 0

    def warm(self) -> None:
        """Begin the processes now, so that the first photo need not wait for them."""
        with self._changed:
            self._start()

    def close(self) -> None:
        """End the processes, and drop what waits."""
        with self._changed:
            threads, self._threads = self._threads, []
            open_jobs = list(self._jobs.values())
            self._closed = True
            self._waiting.clear()
            self._changed.notify_all()
        for job in open_jobs:
            job.cancel()
        for thread in threads:
            thread.join(5)

    def _start(self) -> None:
        while len(self._threads) < AT_ONCE:
            thread = Thread(target=self._work, daemon=True)
            self._threads.append(thread)
            thread.start()

    def _work(self) -> None:
        reader = Reader(self._command)
        while True:
            # The next photo finds a process that is ready.
            with suppress(OSError):
                reader.begin()
            if (job := self._next()) is None:
                break
            failed = self._run(reader, job)
            job.end(failed)
            self._over(job)
            if failed or reader.stopped:
                reader.end()
        reader.end()

    def _next(self) -> Job | None:
        """Wait for the job whose turn it is; None: there will be none any more."""
        with self._changed:
            while not self._closed:
                for address, jobs in self._waiting.items():
                    if self._running[address] and self._is_wary_of(address):
                        continue
                    job = jobs.popleft()
                    # Its next one waits until all others have had their turn.
                    self._waiting.move_to_end(address)
                    if not jobs:
                        del self._waiting[address]
                    self._running[address] += 1
                    return job
                self._changed.wait()
            return None

    def _is_wary_of(self, address: str) -> bool:
        return monotonic() < self._wary.get(address, 0.0)

    def _over(self, job: Job) -> None:
        with self._changed:
            closed = self._closed
            self._running -= Counter([job.address])
            if job.failed in (Failure.SLOW, Failure.CRASHED):
                now = monotonic()
                self._wary = {one: end for one, end in self._wary.items() if end > now}
                self._wary[job.address] = now + WARY_S
            self._changed.notify_all()
        if not closed:
            _told(job.watch.ended, job)

    def _run(self, reader: Reader, job: Job) -> Failure | None:
        """Work on *job*; return why nothing became of it."""
        try:
            reader.begin()
            if work := job.begin(reader.stop):
                job.watch.began(job)
                self._read(reader, job, *work)
        except LostError:
            return Failure.SLOW if reader.stopped else Failure.CRASHED
        except Exception as error:
            # Whatever happens to one photo, the next one is read.
            sys.stderr.write(f"reading failed: {type(error).__name__}\n")
            return Failure.OURS
        return None

    def _read(self, reader: Reader, job: Job, task: Task, keep: Keep) -> None:
        def kept(message: Opened | End) -> None:
            job.outcome = keep(message) or job.outcome

        read_by(reader, task, job.enter, kept, self._limit_s)


def _told(listener: Callable[[Job], None], job: Job) -> None:
    """Tell *listener* of *job*; whatever happens there, the next photo is read."""
    try:
        listener(job)
    except Exception as error:
        sys.stderr.write(f"after reading: {type(error).__name__}\n")
