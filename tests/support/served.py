"""The app served in a process of its own, as ``scorer serve`` does, to be killed at will."""

import http.client
import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import sleep

from tests.support.phone import Phone

# With the reader that does what a photo says.
_SCRIPT = """
import sys
from pathlib import Path
from scorer.web import app, serve
from scorer.web.reading.queue import PhotoQueue
from tests.support.readers import COMMAND

made = app.create_app
serve.create_app = lambda folder, config: made(
    folder, {**config, "PHOTO_QUEUE": PhotoQueue(command=COMMAND)}
)
serve.run("127.0.0.1", int(sys.argv[1]), Path(sys.argv[2]))
"""


class Served:
    """The app on the data folder *folder*, answering on *port*."""

    def __init__(self, folder: Path) -> None:
        # Somebody else may take the port before the app does.
        for _ in range(5):
            self._start(folder)
            if self._answers():
                return
            self.kill()
        raise AssertionError("the app did not start")

    def _start(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self._process = subprocess.Popen(
            [sys.executable, "-c", _SCRIPT, str(self.port), str(folder)],
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )

    def _answers(self) -> bool:
        for _ in range(600):
            with suppress(OSError, http.client.HTTPException):
                if Phone(self.port).get("/healthz").status == 200:
                    return True
            if self._process.poll() is not None:
                return False
            sleep(0.05)
        return False

    def readers(self) -> list[int]:
        """Return the processes that read photos."""
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        # Threads have children of their own.
        found = children.parent.parent.glob("*/children")
        pids: list[str] = []
        for file in found:
            with suppress(OSError):  # the thread has ended meanwhile
                pids += file.read_text().split()
        return [int(pid) for pid in pids]

    def kill_reader(self, number: int) -> None:
        """Kill one of the processes that read, as if the system did."""
        if readers := self.readers():
            with suppress(ProcessLookupError):
                os.kill(readers[number % len(readers)], signal.SIGKILL)

    def kill(self) -> None:
        """Kill the app and all it began, at once."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
