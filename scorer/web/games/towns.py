"""The towns of Innsmouth that were taught on this server, beside the maps that were.

A town's folder holds its file and, where it was begun with one, the photo of its blank board and
the page cut out of it.
"""

from contextlib import suppress
from pathlib import Path

import msgspec

from scorer.rules.innsmouth.ownbox import MOST_CHARACTERS, town_told
from scorer.rules.innsmouth.pieces import InnsmouthError
from scorer.rules.innsmouth.teaching.edits import new_town, newer
from scorer.rules.innsmouth.town import Town, TownFile
from scorer.rules.jsonfile import to_data
from scorer.rules.notation import RulesError
from scorer.store.database import keep_safely
from scorer.vision.innsmouth.page import PICTURE_FILE
from scorer.web.games.tickettoride.drafts import is_id, new_id
from scorer.web.games.tickettoride.known import maps_folder

TOWN, PHOTO = "town.json", "photo.jpg"


def home_of(id_: str) -> Path | None:
    """Return the folder of the town called *id_*; None if there is none."""
    home = maps_folder() / id_
    return home if is_id(id_) and (home / TOWN).is_file() else None


def file_in(home: Path) -> TownFile:
    """Return what is told of the town in *home*.

    Raises
    ------
    RulesError
        If its file is broken.
    """
    return town_told((home / TOWN).read_text("utf-8")).file


def known_towns() -> tuple[Town, ...]:
    """Return the towns that were taught here; broken ones are passed over."""
    found = []
    for file in sorted(maps_folder().glob(f"*/{TOWN}")):
        with suppress(OSError, RulesError):
            found.append(town_told(file.read_text("utf-8")))
    return tuple(found)


def kept_text(file: TownFile) -> str:
    """Return *file* as it is kept: in a folder, and with a game."""
    return msgspec.json.encode(to_data(file)).decode()


def short_text(file: TownFile) -> str:
    """Return *file* as it is kept.

    Raises
    ------
    InnsmouthError
        If it is longer than a town's file may be.
    """
    text = kept_text(file)
    # What is longer could not be read again.
    if len(text) > MOST_CHARACTERS:
        raise InnsmouthError(f"town: {len(text)} characters; it has {MOST_CHARACTERS} at most")
    return text


def keep(home: Path, file: TownFile) -> None:
    """Keep what is told of a town.

    Raises
    ------
    InnsmouthError
        If it is longer than a town's file may be.
    StoreError
        If it cannot be written.
    """
    keep_safely(home / TOWN, short_text(file).encode())


def begin(maps: Path, id_: str, name: str, photo: bytes | None = None) -> None:
    """Keep a town of which nothing is told yet; one that is there gets the *photo* alone.

    Raises
    ------
    StoreError
        If it cannot be written.
    """
    home = maps / id_
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    if photo is not None:
        keep_safely(home / PHOTO, photo)
    if not (home / TOWN).is_file():
        keep(home, new_town(id_, name))


def take(file: TownFile) -> str:
    """Keep a town from a *file* under a name of its own; return that.

    Raises
    ------
    StoreError
        If it cannot be written.
    """
    id_ = new_id(file.name)
    home = maps_folder() / id_
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    keep(home, newer(file, id_))
    return id_


def has_picture(town: Town) -> bool:
    """Whether the blank board of *town* is known here from a photo."""
    if town.file.practice:
        return False
    home = home_of(town.file.id)
    return home is not None and (home / PICTURE_FILE).is_file()
