"""What was taught on a server of many processes: files in the database, a copy on each computer.

A file beside the copy tells how both were when they were last the same, and in which database. So
it is known which of the two has changed since, be it by a page, a worker or ``scorer board`` on one
of the computers; and a database that knows nothing of the copy takes nothing of it away.
Taught maps lie on a shelf of their own; what is said here of boards is true of them.
"""

import fcntl
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from math import inf
from pathlib import Path
from threading import Event, RLock
from time import monotonic

import msgspec

from scorer.store.database import keep_safely
from scorer.store.sharing import TaughtFiles
from scorer.web.serving.live import Hub

# A file of a board: the board's id, and its name.
Place = tuple[str, str]
_LOCK, _SAME = ".lock", ".same"
# So long the database is believed to be as it was, if nobody tells otherwise.
_TRUST_S = 3.0


class _Same(msgspec.Struct):
    """How a folder and a database were when they were last the same."""

    origin: bytes
    files: list[tuple[str, str, int]]


class ShelfShared:
    """A folder of this computer, and what the database has of it.

    Parameters
    ----------
    files : TaughtFiles
    folder : Path
        All processes on this computer may share it.
    hub : Hub, optional
        Tells when others have changed something; without it each ``pull`` looks.
    """

    def __init__(self, files: TaughtFiles, folder: Path, hub: Hub | None = None) -> None:
        self._files, self._folder, self._hub = files, folder, hub
        self._topic = files.kind.value
        self._listening = ExitStack()
        self._news = self._listening.enter_context(hub.listening(self._topic)) if hub else Event()
        self._looked = -inf
        self._lock = RLock()
        self._seen: object = None
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    @property
    def folder(self) -> Path:
        """Where the copy is."""
        return self._folder

    def pull(self) -> None:
        """Make both the same; where both have changed a file, the later change counts.

        While news come by themselves, the database is asked only once in a while without any.
        """
        if self._hub and not self._news.is_set() and monotonic() < self._looked + _TRUST_S:
            return
        self.push()

    def push(self) -> None:
        """Make both the same now."""
        # Streams look seldom while news come by themselves.
        trusted = self._hub is not None and self._hub.look_s > _TRUST_S
        self._news.clear()
        self._looked = monotonic() if trusted else -inf
        if self._seen == (self._files.stamp(), self._signature()):
            return
        with self._lock, self._alone():
            taken = True
            while taken:
                stamp = self._files.stamp()
                new, gone, fresh = self._compared()
                if not new and not gone:
                    break
                stamp = secrets.token_bytes(8)
                files = {place: (ns, self._path(place).read_bytes()) for place, ns in new.items()}
                # If somebody was faster with a board of that name, theirs is taken over.
                taken = self._files.change(files, gone, stamp, fresh)
                if self._hub:
                    self._hub.tell(self._topic)
            self._keep(files_in(self._folder))
            self._seen = (stamp, self._signature())

    def _compared(self) -> tuple[dict[Place, int], set[Place], set[str]]:
        """Take over what others have changed.

        Returns
        -------
        tuple
            Which files are to be handed on, with their times; which are gone; and which boards
            nobody but this computer had.
        """
        same, here, there = self._kept(), files_in(self._folder), self._files.listed()
        known = _boards(same)
        fresh, others = _boards(here) - known, _boards(there) - known
        new: dict[Place, int] = {}
        gone: set[Place] = set()
        for place in same.keys() | here.keys() | there.keys():
            was, mine, theirs = (files.get(place) for files in (same, here, there))
            if mine == theirs:
                continue
            # Of two new boards of one name the first that was handed on stays.
            first = place[0] in fresh & others
            if first or mine == was or (theirs != was and (theirs or 0) > (mine or 0)):
                self._take_over(place, theirs)
            elif mine is not None:
                new[place] = mine
            else:
                gone.add(place)
        return new, gone, fresh

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Hold the lock of all processes; what is changed inside is handed on."""
        with self._lock, self._files.changing():
            self.push()
            yield
            self.push()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Let no other process on this computer in here."""
        with (self._folder / _LOCK).open("a") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield

    def _signature(self) -> tuple[tuple[str, int], ...]:
        """Return what differs after a file was written, replaced or removed."""
        with os.scandir(self._folder) as entries:
            found = [(one.name, one.stat().st_mtime_ns) for one in entries if one.is_dir()]
        return tuple(sorted(found))

    def _kept(self) -> dict[Place, int]:
        try:
            kept = msgspec.json.decode((self._folder / _SAME).read_bytes(), type=_Same)
        except (OSError, msgspec.MsgspecError):
            return {}
        if kept.origin != self._files.origin():
            return {}
        return {(board, name): ns for board, name, ns in kept.files}

    def _keep(self, same: dict[Place, int]) -> None:
        files = [(*place, ns) for place, ns in same.items()]
        data = msgspec.json.encode(_Same(self._files.origin(), files))
        keep_safely(self._folder / _SAME, data)

    def _take_over(self, place: Place, ns: int | None) -> None:
        """Write a file as the database has it, or remove it where the database has it no more."""
        path = self._path(place)
        data = self._files.load(*place) if ns is not None else None
        if ns is None or data is None:
            path.unlink(missing_ok=True)
            with suppress(OSError):
                path.parent.rmdir()
            return
        _write(path, data, ns)

    def _path(self, place: Place) -> Path:
        board, name = place
        return self._folder / board / name


def shelf_of(files: TaughtFiles, data: Path, hub: Hub | None = None) -> ShelfShared:
    """Return the shelf of *files*, with its copy in its folder of the data folder *data*."""
    return ShelfShared(files, data / files.kind.value, hub)


def files_in(folder: Path) -> dict[Place, int]:
    """Return the time of the last change of each file of what was taught in *folder*."""
    found: dict[Place, int] = {}
    for path in folder.glob("*/*"):
        # What is being written has another ending, or lies in a hidden folder.
        half = path.suffix == ".new" or path.parent.name.startswith(".")
        if path.is_file() and not half and not path.name.startswith("."):
            with suppress(OSError):
                found[path.parent.name, path.name] = path.stat().st_mtime_ns
    return found


def hand_all(files: TaughtFiles, data: Path) -> None:
    """Copy all that was taught in the data folder *data* into *files*; the folder stays as it is.

    Whatever the folder was the same as before does not count: nothing is taken for removed.
    """
    folder = data / files.kind.value
    new = {
        place: (ns, folder.joinpath(*place).read_bytes()) for place, ns in files_in(folder).items()
    }
    if new:
        files.change(new, set(), secrets.token_bytes(8))


def take_all(files: TaughtFiles, data: Path) -> None:
    """Copy all of *files* into the data folder *data*; *files* stay as they are."""
    folder = data / files.kind.value
    # It tells of another copy, of what was there before.
    (folder / _SAME).unlink(missing_ok=True)
    for place, ns in files.listed().items():
        content = files.load(*place)
        if content is not None:
            _write(folder.joinpath(*place), content, ns)


def _write(path: Path, data: bytes, ns: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.new")
    part.write_bytes(data)
    os.utime(part, ns=(ns, ns))
    part.replace(path)


def _boards(files: Mapping[Place, int]) -> set[str]:
    return {board for board, _ in files}
