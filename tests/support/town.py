"""A whole server of many processes, each part of which may be killed and started again."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

from scorer.store.postgres import open_postgres
from scorer.store.sharing import TaughtFiles, TaughtKind
from scorer.web.hosted.news import connected
from scorer.web.hosted.settings import DATABASE, REDIS
from tests.support.engines import Postgres, Redis, free_port
from tests.support.phone import Phone
from tests.support.readers import COMMAND

# All phones have one address, and ask faster than people.
_SERVE = (
    "from scorer.cli import main; from scorer.web.serving import limits; "
    "limits.HOME = limits.Quotas(*['90000 per minute'] * 4); main()"
)
# With the reader that does what a photo says.
_WORK = (
    "import sys; from pathlib import Path; from scorer.web.hosted.working import run; "
    f"run(Path(sys.argv[1]), {COMMAND!r})"
)


class Town:
    """PostgreSQL, Redis, a server with so many processes, and workers.

    Parameters
    ----------
    folder : Path
        Holds what the processes write, their logs too.
    processes, workers : int
    """

    def __init__(self, folder: Path, processes: int = 2, workers: int = 2) -> None:
        self._folder = folder
        self.postgres, self.redis = Postgres(), Redis()
        self.port = free_port()
        self._logs: list[Path] = []
        more = ["--port", str(self.port), "--processes", str(processes)]
        self.server = self._begin("server", ["-c", _SERVE, "serve", *more])
        self.until(self.answers)
        self.workers = [self.begin_worker() for _ in range(workers)]
        self.until(lambda: self.workers_known() == workers)

    def begin_worker(self) -> subprocess.Popen[bytes]:
        """Start one more worker."""
        folder = self._folder / f"worker{len(self._logs)}"
        return self._begin("worker", ["-c", _WORK, str(folder)])

    def _begin(self, name: str, arguments: list[str]) -> subprocess.Popen[bytes]:
        self._logs.append(self._folder / f"{name}{len(self._logs)}.log")
        engines = {DATABASE: self.postgres.url, REDIS: self.redis.url}
        with self._logs[-1].open("wb") as log:
            return subprocess.Popen(
                [sys.executable, *arguments],
                env={**os.environ, **engines, "SCORER_DATA": str(self._folder / "data")},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def answers(self) -> bool:
        """Whether the app answers and says that all it needs does."""
        with suppress(OSError):
            return Phone(self.port).get("/readyz").status == 200
        return False

    def workers_known(self) -> int:
        """How many workers say that they are there."""
        with connected(self.redis.url) as redis:
            return int(redis.zcard("scorer:workers"))

    def holder(self, job: str) -> int | None:
        """The process of the worker that answers for a photo, if one does."""
        with connected(self.redis.url) as redis:
            name = redis.get(f"scorer:held:{job.rpartition('/')[2]}")
        return int(name.decode().rpartition(":")[2]) if isinstance(name, bytes) else None

    def board_file(self, board: str, name: str) -> bytes | None:
        """What the database has of a taught board."""
        engine = open_postgres(self.postgres.url)
        data = TaughtFiles(engine, TaughtKind.BOARDS).load(board, name)
        engine.dispose()
        return data

    def web_processes(self) -> list[int]:
        """The processes that answer, which the server's first process looks after."""
        children = Path(f"/proc/{self.server.pid}/task/{self.server.pid}/children")
        return [int(pid) for pid in children.read_text().split()]

    def logged(self) -> str:
        """All that the server and the workers have written."""
        return "".join(path.read_text(errors="replace") for path in self._logs)

    def until(self, there: object, seconds: float = 60.0) -> float:
        """Wait until *there* holds; return for how many seconds that was."""
        assert callable(there)
        began = monotonic()
        while not there():
            assert monotonic() < began + seconds, self.logged()[-3000:]
            sleep(0.05)
        return monotonic() - began

    def end(self) -> None:
        """Kill everything."""
        for process in (self.server, *self.workers):
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        self.redis.remove()
        self.postgres.remove()
