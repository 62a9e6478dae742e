"""Reads photos in processes of their own, each within a time limit.

A photo that crashes a decoder, or that would be read for ever, costs its own job and one
process; the next job gets a new one.
"""

import secrets
import subprocess
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import Queue
from select import select
from threading import Condition, Lock, Thread
from time import monotonic

import msgspec

from scorer.web.worker import MOST_FRAME, Message, Read, Refused, Stage, Task, Taught

AT_ONCE = 2
LIMIT_S = 60.0
# Libraries of a hundred megabytes, on a slow disk.
START_S = 60.0
MOST_WAITING = 12
# Finished jobs are remembered so long as their phones may ask for them.
MOST_KEPT = 200


class BusyError(ValueError):
    """Too many photos are waiting."""


class Job:
    """A photo on its way: what stage it is in, and in the end where it led.

    ``failed`` names the reason as the words do; ``result`` is what the last step returned.
    """

    def __init__(self, task: Task, keep: Callable[[Message], object]) -> None:
        self.id = secrets.token_urlsafe(16)
        self.task = task
        self.keep = keep
        self.stage = "waiting"
        self.failed = ""
        self.result: object = None
        self.over = False
        self.cancelled = False
        self._changed = Condition()

    def enter(self, stage: str) -> None:
        """Tell everyone who waits that *stage* begins."""
        with self._changed:
            self.stage = stage
            self._changed.notify_all()

    def end(self, failed: str = "") -> None:
        """Tell everyone who waits that it is over; what it came to stays the first."""
        with self._changed:
            if not self.over:
                self.failed, self.over = failed, True
            self._changed.notify_all()

    def wait(self, seconds: float, seen: str | None = None) -> None:
        """Return once it is over, or in another stage than *seen*, or after *seconds*."""
        with self._changed:
            self._changed.wait_for(
                lambda: self.over or (seen is not None and self.stage != seen), seconds
            )

    def cancel(self) -> None:
        """Ask for it to be dropped."""
        self.cancelled = True
        self.end("cancelled")


class Readers:
    """A queue of jobs and the processes that work on them, begun when first needed."""

    def __init__(self, limit_s: float = LIMIT_S, command: tuple[str, ...] = ()) -> None:
        self._limit_s = limit_s
        self._command = command or (sys.executable, "-m", "scorer.web.worker")
        self._queue: Queue[Job | None] = Queue()
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._threads: list[Thread] = []
        self._lock = Lock()

    def submit(self, task: Task, keep: Callable[[Message], object]) -> Job:
        """Return a new job for *task*; *keep* gets each message, and returns what it led to.

        Raises
        ------
        BusyError
            If too many are waiting already.
        """
        job = Job(task, keep)
        with self._lock:
            if self._queue.qsize() >= MOST_WAITING:
                raise BusyError("too many photos are waiting")
            self._jobs[job.id] = job
            while len(self._jobs) > MOST_KEPT:
                self._jobs.popitem(last=False)
            self._start()
        self._queue.put(job)
        return job

    def job(self, id_: str) -> Job | None:
        """Return the job called *id_*, if it is still known."""
        with self._lock:
            return self._jobs.get(id_)

    def ahead(self, job: Job) -> int:
        """Return how many photos are read before *job* begins."""
        with self._lock:
            open_jobs = [one for one in self._jobs.values() if not one.over]
        before = open_jobs[: open_jobs.index(job)] if job in open_jobs else []
        return len(before) if job.stage == "waiting" else 0

    def warm(self) -> None:
        """Begin the processes now, so that the first photo need not wait for them."""
        with self._lock:
            self._start()

    def close(self) -> None:
        """End the processes, and drop what waits."""
        with self._lock:
            threads, self._threads = self._threads, []
            waiting = list(self._jobs.values())
        for job in waiting:
            job.cancel()
        for _ in threads:
            self._queue.put(None)
        for thread in threads:
            thread.join(5)

    def _start(self) -> None:
        while len(self._threads) < AT_ONCE:
            thread = Thread(target=self._work, daemon=True)
            self._threads.append(thread)
            thread.start()

    def _work(self) -> None:
        process = _Process(self._command)
        process.begin()
        while (job := self._queue.get()) is not None:
            if job.cancelled:
                continue
            failed = self._run(process, job)
            if failed:
                process.end()
                process.begin()
            job.end(failed)
        process.end()

    def _run(self, process: "_Process", job: Job) -> str:
        """Work on *job*; return why the process is of no use any more, or nothing."""
        job.enter("starting")
        try:
            process.wait_until_ready(lambda: job.cancelled, monotonic() + START_S)
            deadline = monotonic() + self._limit_s
            for message in process.ask(job.task, lambda: job.cancelled, deadline):
                if isinstance(message, Stage):
                    job.enter(message.name)
                    continue
                job.result = job.keep(message) or job.result
                if isinstance(message, Read | Refused | Taught):
                    return ""
        except TimeoutError:
            return "cancelled" if job.cancelled else "reader-slow"
        except Exception as error:
            # Whatever happens to one photo, the next one is read.
            sys.stderr.write(f"reading failed: {type(error).__name__}\n")
            return "500"
        return "reader-crashed"


class _Process:
    """One worker process and the pipes to it."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self._command = command

    def begin(self) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(self._command, stdin=pipe, stdout=pipe, bufsize=0)
        self._buffer = b""
        self._ready = False

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                with suppress(OSError):
                    pipe.close()

    def wait_until_ready(self, given_up: Callable[[], bool], deadline: float) -> None:
        """Return once the process has loaded what it needs; raises as ``ask``."""
        if not self._ready:
            self._frame(given_up, deadline)
            self._ready = True

    def ask(self, task: Task, given_up: Callable[[], bool], deadline: float) -> Iterator[Message]:
        """Yield the answers to *task* until the process ends.

        Raises
        ------
        TimeoutError
            After the *deadline*, or once *given_up* says so.
        """
        data = msgspec.msgpack.encode(task)
        stdin = self._process.stdin
        assert stdin
        with suppress(BrokenPipeError):
            _write_all(stdin, len(data).to_bytes(4, "big") + data)
        while (frame := self._frame(given_up, deadline)) is not None:
            yield msgspec.msgpack.decode(frame, type=Message)

    def _frame(self, given_up: Callable[[], bool], deadline: float) -> bytes | None:
        while True:
            size = int.from_bytes(self._buffer[:4], "big")
            if size > MOST_FRAME:
                return None
            if len(self._buffer) >= 4 + size and len(self._buffer) >= 4:
                frame, self._buffer = self._buffer[4 : 4 + size], self._buffer[4 + size :]
                return frame
            if not self._more(given_up, deadline):
                return None

    def _more(self, given_up: Callable[[], bool], deadline: float) -> bool:
        stdout = self._process.stdout
        assert stdout
        while not select([stdout], [], [], 0.1)[0]:
            if given_up() or monotonic() > deadline:
                raise TimeoutError
        data = stdout.read(1 << 20)
        self._buffer += data
        return bool(data)


def _write_all(stream: object, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[stream.write(view) :]  # type: ignore[attr-defined]
