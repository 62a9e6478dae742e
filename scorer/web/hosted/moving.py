"""Moves all that a server keeps from a data folder into PostgreSQL, or back; nothing is lost.

The rows of each table are copied as they are, in one transaction. Pictures, taught boards and
maps, photos that wait and the key of cookies lie elsewhere on one side than on the other, and are
laid there. All goes one way: the place that it comes from stays as it is, and the place that it
goes to has to hold no games, photos that wait, boards and maps of its own. So no two boards of one
name ever meet.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from scorer.store.copying import copy_games, counted
from scorer.store.database import StoreError, keep_safely, open_database
from scorer.store.pictures import pictures_at
from scorer.store.postgres import open_postgres
from scorer.store.sharing import PhotoJobs, Settings, TaughtFiles, TaughtKind
from scorer.store.values import NotReachableError
from scorer.web.hosted.settings import Engines
from scorer.web.hosted.shelf import Place, files_in, hand_all, take_all
from scorer.web.reading.waiting import WaitingRoom, packed, waiting_in

_SECRET = "secret.key"


@dataclass(frozen=True, slots=True)
class Moved:
    """How much was moved."""

    games: int
    pictures: int
    boards: int
    maps: int
    waiting: int


def into_engines(folder: Path, engines: Engines) -> Moved:
    """Copy all of the data folder *folder* into *engines*, which have to be empty.

    Raises
    ------
    StoreError
        If the folder does not exist, something is there already, or one of the two cannot be used.
    """
    if not folder.is_dir():
        raise StoreError(f"there is no folder {folder}: look at SCORER_DATA")
    near, far = open_database(folder), open_postgres(engines.database)
    try:
        shelves = [TaughtFiles(far, kind) for kind in TaughtKind]
        room, jobs = WaitingRoom(folder / "waiting"), PhotoJobs(far)
        _refuse_any("games", bool(counted(far)[0]))
        _refuse_any("photos that wait", bool(jobs.open()))
        for shelf in shelves:
            _refuse_others(shelf, folder, shelf.listed())
        # Pictures may lie in objects on both sides.
        with _told():
            copy_games(near, far, pictures_at(engines.photos), pictures_at(engines.photos))
        for shelf in shelves:
            hand_all(shelf, folder)
        secret = folder / _SECRET
        if secret.exists():
            # No game is there yet that a key of its own would open.
            Settings(far).keep("secret", secret.read_bytes())
        waiting = [(id_, photo) for id_, photo, begins in room.kept() if begins]
        for id_, photo in waiting:
            jobs.add(id_, packed(photo), photo.address)
        return _moved(counted(far), shelves, len(waiting))
    finally:
        near.dispose()
        far.dispose()


def out_of_engines(engines: Engines, folder: Path) -> Moved:
    """Copy all of *engines* into the data folder *folder*, which has to be empty.

    Raises
    ------
    StoreError
        If something is there already, or one of the two cannot be used.
    """
    far, near = open_postgres(engines.database), open_database(folder)
    try:
        shelves = [TaughtFiles(far, kind) for kind in TaughtKind]
        room, jobs = WaitingRoom(folder / "waiting"), PhotoJobs(far)
        _refuse_any("games", bool(counted(near)[0]))
        _refuse_any("photos that wait", any(room.kept()))
        for shelf in shelves:
            _refuse_others(shelf, folder, files_in(folder / shelf.kind.value))
        with _told():
            copy_games(far, near, pictures_at(engines.photos), pictures_at(""))
        for shelf in shelves:
            take_all(shelf, folder)
        # A database that no server was started on has none; the folder then makes its own.
        if key := Settings(far).value("secret"):
            keep_safely(folder / _SECRET, key)
        waiting = 0
        for id_ in (one.id for one in jobs.open()):
            if photo := waiting_in(jobs.work(id_) or b""):
                room.keep(id_, photo)
                waiting += 1
        return _moved(counted(near), shelves, waiting)
    finally:
        near.dispose()
        far.dispose()


def _refuse_any(what: str, there: bool) -> None:
    if there:
        raise StoreError(f"there are {what} already where these are to go")


def _refuse_others(files: TaughtFiles, data: Path, target: Iterable[Place]) -> None:
    """Refuse a target with boards or maps of its own: what the other side does not hold just so.

    What both hold alike is a copy, which a server of many processes leaves on each computer.
    """
    folder = data / files.kind.value
    own = {place[0] for place in target if files.load(*place) != _file(folder.joinpath(*place))}
    if own:
        raise StoreError(
            f"there are other {files.kind.value} already where these are to go: "
            f"{', '.join(sorted(own))}"
        )


def _file(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


@contextmanager
def _told() -> Iterator[None]:
    """Tell of a picture that cannot be had as of any other reason not to copy."""
    try:
        yield
    except (LookupError, NotReachableError) as error:
        raise StoreError(f"nothing was copied: {error}") from error


def _moved(games_pictures: tuple[int, int], shelves: Iterable[TaughtFiles], waiting: int) -> Moved:
    boards, maps = (len({taught for taught, _ in shelf.listed()}) for shelf in shelves)
    return Moved(*games_pictures, boards, maps, waiting)
