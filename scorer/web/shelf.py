"""Taught boards and maps: folders that everybody reads from, and how others come to have them."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import Lock
from typing import Protocol

from flask import Flask, Response, request

# Where boards and maps are taught, changed and taken away.
_CHANGING = ("teach", "tapping", "shareboard", "mapteach", "townteach")
# Where photos are sent, which workers read on the boards that are known then.
_SENDING = (*_CHANGING, "upload", "corners", "which", "better", "camera", "mapphoto")
# What is answered without knowing any board; static files have no such part at all.
_WITHOUT = ("jobs", "installing", "words", "certificates", None)


class Shelf(Protocol):
    """The folder of taught boards, or that of taught maps."""

    @property
    def folder(self) -> Path:
        """Where they are, on this computer."""

    def pull(self) -> None:
        """Bring the folder up to date with what other processes have changed."""

    def push(self) -> None:
        """Let other processes know what was changed in the folder."""

    def changing(self) -> AbstractContextManager[object]:
        """Let nobody else change a board while one is read, changed and kept."""


class ShelfHere:
    """A folder that only this process uses."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()

    @property
    def folder(self) -> Path:
        """Where the boards are."""
        return self._folder

    def pull(self) -> None:
        """Do nothing: nobody else changes it."""

    def push(self) -> None:
        """Do nothing: nobody else reads it."""

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Hold the lock of those who change boards."""
        with self._lock:
            yield


def init_app(app: Flask, *shelves: Shelf) -> None:
    """Let every answer of *app* know all that was taught, and hand on what it changed of it."""

    def before() -> None:
        if request.method == "POST" and request.blueprint in _SENDING:
            for shelf in shelves:
                shelf.push()
        elif request.blueprint not in _WITHOUT and request.endpoint != "home.health":
            for shelf in shelves:
                shelf.pull()

    def after(response: Response) -> Response:
        if request.method == "POST" and request.blueprint in _CHANGING:
            for shelf in shelves:
                shelf.push()
        return response

    app.before_request(before)
    app.after_request(after)
