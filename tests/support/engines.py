"""PostgreSQL and Redis as throw-away servers on this computer, to be killed and started at will."""

import os
import random
import shutil
import signal
import socket
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

PATIENCE_S = 30.0
PORTS = range(20_000, 32_000)


class Throwaway:
    """A server in a folder of its own, answering on loopback alone."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="scorer-"))
        self.port = free_port()
        # PostgreSQL refuses to run as root.
        self.user = "postgres" if os.geteuid() == 0 else None
        self._process: subprocess.Popen[bytes] | None = None
        if self.user:
            shutil.chown(self.folder, self.user)
        self.prepare()
        self.start()

    def prepare(self) -> None:
        """Make what the server needs once."""

    def command(self) -> list[str]:
        raise NotImplementedError

    def start(self) -> None:
        """Start the server, on the port and with the data that it had before; wait for it."""
        log = (self.folder / "log").open("ab")
        self._process = subprocess.Popen(
            self.command(),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=self.folder,
            user=self.user,
            group=self.user,
            extra_groups=[] if self.user else None,
            start_new_session=True,
        )
        log.close()
        end = monotonic() + PATIENCE_S
        while not self.answers():
            said = (self.folder / "log").read_text()[-2000:]
            assert self._process.poll() is None, said
            assert monotonic() < end, said
            sleep(0.05)

    def answers(self) -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
            return True
        return False

    @property
    def pid(self) -> int:
        """The server's first process."""
        assert self._process
        return self._process.pid

    def kill(self) -> None:
        """Kill the server and all it began, at once."""
        assert self._process
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def remove(self) -> None:
        """Kill the server, and forget its data."""
        self.kill()
        shutil.rmtree(self.folder, ignore_errors=True)


class Postgres(Throwaway):
    """PostgreSQL; what is committed outlives a kill, though not a power cut."""

    @property
    def url(self) -> str:
        return f"postgresql://scorer@127.0.0.1:{self.port}/postgres"

    def prepare(self) -> None:
        shown = subprocess.run(
            [
                program("initdb"), "-D", str(self.folder / "data"), "-U", "scorer",
                "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C.UTF-8",
            ],
            user=self.user, group=self.user, extra_groups=[] if self.user else None,
            cwd=self.folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert shown.returncode == 0, shown.stderr

    def command(self) -> list[str]:
        # A killed server leaves shared memory behind, which the next one takes over.
        return [
            program("postgres"), "-D", str(self.folder / "data"), "-p", str(self.port),
            "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=",
            "-c", "fsync=off", "-c", "max_connections=200",
        ]  # fmt: skip

    def answers(self) -> bool:
        ready = [program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        return subprocess.run(ready, check=False).returncode == 0


class Redis(Throwaway):
    """Redis, which keeps nothing on the disk: a kill loses all it knew."""

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        return [
            "redis-server", "--port", str(self.port), "--bind", "127.0.0.1",
            "--save", "", "--appendonly", "no",
        ]  # fmt: skip


def program(name: str) -> str:
    """Return where Debian keeps a *name* of PostgreSQL, the newest."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    if found:
        return str(found[-1])
    path = shutil.which(name)
    assert path, f"{name} is missing: make engines"
    return path


def free_port() -> int:
    """Return a port that nothing answers on, below those that outgoing connections take."""
    for port in random.SystemRandom().sample(PORTS, len(PORTS)):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("every port is taken")
