"""Photos that wait, kept on the disk until they are read: a restart costs nobody a photo.

Each is one file, named by its job and by how often its reading was begun; a photo that ended
the app twice is not begun again. Where a photo led is kept too, for the phone that asks after the
restart. What is not needed any more is overwritten before it is deleted.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.msgpack import Decoder

from scorer.rules.jsonfile import data_of, value_from
from scorer.store.database import StoreError, keep_safely
from scorer.store.games import NoRoomError
from scorer.web.reading.keeping import Aim
from scorer.web.reading.messages import Task
from scorer.web.reading.queue import MOST_KEPT, Outcome

MOST_TRIES = 2
_ENDED = "ended"


class Waiting(Struct, frozen=True):
    """A photo with what is to become of it, and the address that it came from."""

    task: Task
    aim: Aim
    address: str


# Made when the module is: a first use in two threads at once would not be safe.
_WAITING = Decoder(Waiting, dec_hook=value_from)
_OUTCOME = Decoder(Outcome)


def packed(kept: Waiting | Outcome) -> bytes:
    """Return *kept* as it is kept."""
    return msgspec.msgpack.encode(kept, enc_hook=data_of)


def waiting_in(data: bytes) -> Waiting | None:
    """Return the photo in *data*; None if another version of the app packed it."""
    with suppress(msgspec.MsgspecError):
        return _WAITING.decode(data)
    return None


def outcome_in(data: bytes) -> Outcome | None:
    """Return the outcome in *data*; None if another version of the app packed it."""
    with suppress(msgspec.MsgspecError):
        return _OUTCOME.decode(data)
    return None


class WaitingRoom:
    """The folder of photos that wait, and of where the last ones led."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, id_: str, waiting: Waiting) -> None:
        """Keep the photo of the job *id_*.

        Raises
        ------
        NoRoomError
            If it cannot be written.
        """
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            keep_safely(self._folder / f"{id_}.0", packed(waiting))
        except (OSError, StoreError) as error:
            raise NoRoomError("the photo cannot be kept") from error

    def begun(self, id_: str) -> None:
        """Count that the photo of the job *id_* is being read."""
        for path in self._of(id_):
            tries = int(path.suffix[1:])
            path.replace(path.with_suffix(f".{tries + 1}"))

    def ended(self, id_: str, outcome: Outcome | None) -> None:
        """Forget the photo of the job *id_*; remember its *outcome*, if it led anywhere."""
        if outcome is not None:
            with suppress(StoreError):
                keep_safely(self._folder / f"{id_}.{_ENDED}", packed(outcome))
        for path in self._of(id_):
            _overwrite(path)
        for path in self._ended()[:-MOST_KEPT]:
            path.unlink(missing_ok=True)

    def waiting(self) -> Iterator[tuple[str, Waiting, bool]]:
        """Yield each job that waits, the oldest first, its photo, and whether to begin it.

        What cannot be read any more is deleted.
        """
        for path, found in self._opened():
            if found:
                yield path.stem, found, _begins(path)
            elif path.suffix != f".{_ENDED}":
                _overwrite(path)

    def kept(self) -> Iterator[tuple[str, Waiting, bool]]:
        """Yield what ``waiting`` does, and delete nothing."""
        return ((path.stem, found, _begins(path)) for path, found in self._opened() if found)

    def outcomes(self) -> Iterator[tuple[str, Outcome]]:
        """Yield the last jobs that led somewhere, the oldest first."""
        for path in self._ended():
            with suppress(OSError):
                if outcome := outcome_in(path.read_bytes()):
                    yield path.stem, outcome

    def _opened(self) -> Iterator[tuple[Path, Waiting | None]]:
        for path in self._by_age(self._files()):
            found = None
            if path.suffix[1:].isdigit():
                with suppress(OSError):
                    found = waiting_in(path.read_bytes())
            yield path, found

    def _files(self) -> list[Path]:
        return [path for path in self._folder.glob("*.*") if path.is_file()]

    def _of(self, id_: str) -> list[Path]:
        tries = [self._folder / f"{id_}.{count}" for count in range(MOST_TRIES + 1)]
        return [path for path in tries if path.exists()]

    def _ended(self) -> list[Path]:
        return self._by_age(one for one in self._files() if one.suffix == f".{_ENDED}")

    def _by_age(self, paths: Iterator[Path] | list[Path]) -> list[Path]:
        def age(path: Path) -> int:
            try:
                return path.stat().st_mtime_ns
            except OSError:
                return 0

        return sorted(paths, key=age)


def _begins(path: Path) -> bool:
    """Whether the photo in *path* was not begun too often."""
    return int(path.suffix[1:]) < MOST_TRIES


def _overwrite(path: Path) -> None:
    """Delete a file; nothing of what it held stays on the disk."""
    with suppress(OSError):
        with path.open("r+b") as file:
            file.write(bytes(path.stat().st_size))
            file.flush()
            os.fsync(file.fileno())
        path.unlink()
