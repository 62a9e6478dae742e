"""Serves the app by gunicorn: some processes with many threads each.

Every open page holds a stream of news, and so a thread, which mostly sleeps. Scores are worked out
in the same threads, and no stream waits for one: threads take turns within milliseconds, which
greenlets do not.
"""

import logging
import os
import shutil
import tempfile
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.config import Config
from gunicorn.workers.gthread import ThreadWorker

from scorer.web.hosted.opening import open_shared
from scorer.web.hosted.proxies import Behind, networks
from scorer.web.hosted.settings import Engines
from scorer.web.serving.hosts import Public
from scorer.web.serving.limits import public_quotas

# Open pages of one process; a thread beside them answers all else.
STREAMS, THREADS = 400, 32
# What is being answered when a process is to end has so long.
GRACE_S = 5
# A thread's own; the search and the drawing go deep, yet not into megabytes.
_STACK_BYTES = 1_048_576


# Makes the app on a data folder, with Flask's settings.
Make = Callable[[Path, Mapping[str, Any]], Flask]


class Worker(ThreadWorker):  # type: ignore[misc]
    """Ends its streams when it is to end, so that a restart waits for nobody's page."""

    def handle_exit(self, sig: int, frame: object) -> None:
        """Begin to end."""
        self.app.closing()
        super().handle_exit(sig, frame)


class Server(BaseApplication):  # type: ignore[misc]
    """gunicorn with this app in each of its processes.

    Parameters
    ----------
    make : callable
        Makes the app, in each process.
    folder : Path
        The data folder.
    listening : str
        Address and port.
    processes : int
    public : Public, optional
        How the internet reaches the app.
    """

    cfg: Config

    def __init__(
        self, make: Make, folder: Path, listening: str, processes: int, public: Public | None
    ) -> None:
        self._make = make
        self._folder, self._listening, self._processes = folder, listening, processes
        self._public = public
        self._app: Flask | None = None
        super().__init__()

    def load_config(self) -> None:
        """Set what gunicorn asks for."""
        settings: dict[str, Any] = {
            "bind": self._listening,
            "workers": self._processes,
            "worker_class": "scorer.web.hosted.server.Worker",
            "threads": STREAMS + THREADS,
            "worker_connections": 2 * (STREAMS + THREADS),
            "keepalive": 15,
            "graceful_timeout": GRACE_S,
            "timeout": 60,
            # Who asks, and for what, is logged by the app without names and keys.
            "accesslog": None,
            "loglevel": "warning",
            "forwarded_allow_ips": "",
            "proc_name": "scorer",
            "child_exit": _forget_process,
        }
        for name, value in settings.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """Return the app of one process, with connections of its own."""
        from scorer.web.hosted import metrics

        config = self._public.flask_settings() if self._public else {}
        app = self._make(self._folder, {**config, "MOST_STREAMS": STREAMS})
        metrics.init_app(app, app.extensions["scorer"].desk.line)
        self._app = app
        return Behind(app, networks(self._public.proxy) if self._public else ())

    def closing(self) -> None:
        """Let streams end, and their pages open new ones elsewhere."""
        if self._app:
            self._app.extensions["scorer"].hub.end_streams()


def _forget_process(_server: object, worker: Any) -> None:
    from prometheus_client.multiprocess import mark_process_dead

    mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


def run(
    make: Make,
    engines: Engines,
    folder: Path,
    listening: tuple[str, int],
    processes: int,
    public: Public | None,
) -> None:
    """Serve the app until a signal ends it; SIGHUP starts its processes anew, one by one.

    Raises
    ------
    StoreError
        If the engines cannot be used, or a variable of what a public host keeps is no number.
    """
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    for library in ("alembic", "rq", "sqlalchemy", "flask-limiter"):
        logging.getLogger(library).setLevel(logging.CRITICAL)
    # Says what is wrong before any process starts, and migrates for all of them.
    if public:
        public_quotas()
    open_shared(engines, folder).close()
    threading.stack_size(_STACK_BYTES)
    host, port = listening
    address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    print(f"The route scorer is running on {address}, {processes} processes.", flush=True)
    counted, first = tempfile.mkdtemp(prefix="scorer-metrics-"), os.getpid()
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = counted
    try:
        Server(make, folder, address, processes, public).run()
    finally:
        # Its processes come by here too when they end.
        if os.getpid() == first:
            shutil.rmtree(counted, ignore_errors=True)
