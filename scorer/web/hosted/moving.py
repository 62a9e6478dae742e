"""Moves all that a server keeps from a data folder into PostgreSQL, or back; nothing is lost.

The rows of each table are copied as they are, in one transaction. Pictures, taught boards and
maps, photos that wait and the key of cookies lie elsewhere on one side than on the other, and are
laid there.
"""

from dataclasses import dataclass
from pathlib import Path

from scorer.store.copying import copy_games, counted
from scorer.store.database import keep_safely, open_database
from scorer.store.pictures import pictures_at
from scorer.store.postgres import open_postgres
from scorer.store.sharing import PhotoJobs, Settings, TaughtFiles, TaughtKind
from scorer.web.hosted.settings import Engines
from scorer.web.hosted.shelf import shelf_of
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
        If there are games already, or one of the two cannot be used.
    """
    near, far = open_database(folder), open_postgres(engines.database)
    try:
        # Pictures may lie in objects on both sides.
        copy_games(near, far, pictures_at(engines.photos), pictures_at(engines.photos))
        for kind in TaughtKind:
            shelf_of(TaughtFiles(far, kind), folder).push()
        secret = folder / _SECRET
        if secret.exists():
            Settings(far).agreed("secret", secret.read_bytes)
        room, jobs, waiting = WaitingRoom(folder / "waiting"), PhotoJobs(far), 0
        for id_, photo, begins in room.waiting():
            if begins:
                jobs.add(id_, packed(photo), photo.address)
                waiting += 1
        return _moved(counted(far), folder, waiting)
    finally:
        near.dispose()
        far.dispose()


def out_of_engines(engines: Engines, folder: Path) -> Moved:
    """Copy all of *engines* into the data folder *folder*, which has to be empty.

    Raises
    ------
    StoreError
        If there are games already, or one of the two cannot be used.
    """
    far, near = open_postgres(engines.database), open_database(folder)
    try:
        copy_games(far, near, pictures_at(engines.photos), pictures_at(""))
        for kind in TaughtKind:
            shelf_of(TaughtFiles(far, kind), folder).pull()
        keep_safely(folder / _SECRET, Settings(far).agreed("secret", lambda: b""))
        room, jobs, waiting = WaitingRoom(folder / "waiting"), PhotoJobs(far), 0
        for id_ in (one.id for one in jobs.open()):
            if photo := waiting_in(jobs.work(id_) or b""):
                room.keep(id_, photo)
                waiting += 1
        return _moved(counted(near), folder, waiting)
    finally:
        near.dispose()
        far.dispose()


def _moved(games_pictures: tuple[int, int], folder: Path, waiting: int) -> Moved:
    boards, maps = (
        sum(place.is_dir() for place in (folder / kind.value).glob("*")) for kind in TaughtKind
    )
    return Moved(*games_pictures, boards, maps, waiting)
