"""One process that reads photos, and how long it may take; see ``worker`` for what it does."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from threading import Timer

from scorer.web.reading.messages import (
    MESSAGES,
    End,
    Message,
    Opened,
    Stage,
    Task,
    put,
    take,
)

LIMIT_S = 60.0
# Libraries of a hundred megabytes, on a slow disk.
START_S = 60.0
WORKER = (sys.executable, "-m", "scorer.web.reading.worker")


def read_by(
    reader: "Reader",
    task: Task,
    enter: Callable[[Stage], None],
    keep: Callable[[Opened | End], None],
    limit_s: float = LIMIT_S,
) -> None:
    """Let *reader* work on *task*; tell each stage and what is found.

    Raises
    ------
    LostError
        If the process ends meanwhile; ``reader.stopped`` tells whether it was ended.
    """
    with within(START_S, reader.stop):
        reader.wait_until_ready()
    with within(limit_s * task.patience, reader.stop):
        for message in reader.answers(task):
            if isinstance(message, Stage):
                enter(message)
            else:
                keep(message)


class Reader:
    """One process that reads, and the connection to it.

    Waiting for it has no time limit of its own: whoever sets one calls ``stop``, from another
    thread. A process may stall in the middle of a message, where asking whether anything has
    come is no help.
    """

    def __init__(self, command: tuple[str, ...]) -> None:
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None
        self.stopped = False

    def begin(self) -> None:
        """Begin the process, unless it is at work."""
        if self._process and self._process.poll() is None:
            return
        self.end()
        self._socket, theirs = socket.socketpair()
        self._connection = Connection(os.dup(self._socket.fileno()))
        self.stopped = self._ready = False
        with theirs:
            number = theirs.fileno()
            self._process = subprocess.Popen(
                (*self._command, str(number)),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=(number,),
            )

    def end(self) -> None:
        """End the process, if there is one, and let go of the connection."""
        if self._process:
            self._process.kill()
            self._process.wait()
            self._connection.close()
            self._socket.close()
            self._process = None

    def stop(self) -> None:
        """Kill the process, so that who waits for it gets a ``LostError``."""
        self.stopped = True
        if self._process:
            self._process.kill()
            # Something that it began may hold its end open.
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)

    def wait_until_ready(self) -> None:
        """Return once the process has loaded what it needs; raises ``LostError``."""
        if not self._ready:
            take(self._connection, MESSAGES)
            self._ready = True

    def answers(self, task: Task) -> Iterator[Message]:
        """Yield what the process says about *task*, the end last; raises ``LostError``."""
        put(self._connection, task)
        message: Message = Stage("")
        while isinstance(message, Stage | Opened):
            message = take(self._connection, MESSAGES)
            yield message


@contextmanager
def within(seconds: float, stop: Callable[[], None]) -> Iterator[None]:
    """Call *stop* unless what is done inside is over after *seconds*."""
    timer = Timer(seconds, stop)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
