"""Boards taught to this computer: kept, listed, taken away, packed into one file and unpacked.

A board's file is a ZIP archive of its geometry and its picture. It may come from anybody, so
nothing in it is believed: names, sizes and contents are all checked before a board is kept.
"""

import re
import shutil
import zipfile
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from scorer.rules.board.board import Board, BoardError
from scorer.rules.board.geometry import geometry_json
from scorer.rules.city.city import UnknownCityError, city_names, load_city
from scorer.rules.latin import latin_id
from scorer.rules.teaching.compared import kept_board
from scorer.rules.teaching.geometryedits import described
from scorer.rules.values import replace
from scorer.vision.boards.archive import DAMAGED, NO_PICTURE
from scorer.vision.boards.picture import (
    GEOMETRY_FILE,
    KNOWN_FILE,
    REFERENCE_FILE,
    BoardPicture,
    PictureError,
    load_picture,
    open_picture,
)

MAX_FILE_BYTES = 24 * 2**20
_MOST_GEOMETRY_BYTES = 2 * 2**20
_MOST_PICTURE_BYTES = 20 * 2**20
_MOST_PICTURE_PIXELS = 16_000_000
_LEAST_SIDE_PX = 200
_LONGEST_ID = 48
_FIRST = "first-city"
# Stands beside a board until a person has told which side of it is the upper one.
_TURN_FILE = "turn.asked"
# Stands beside a board that its owner wants to see no more, although games need it.
_HIDDEN_FILE = "hidden"
_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")


class TaughtBoardError(BoardError):
    """A board that cannot be kept, packed or unpacked, saying what to do."""


class NameTakenError(TaughtBoardError):
    """A new board under the name of one that has been taught already."""


@dataclass(frozen=True, slots=True)
class BrokenBoard:
    """A folder of a taught board that cannot be used, and why."""

    id: str
    reason: str


def board_id(name: str) -> str:
    """Return the id that a board called *name* is kept under: ``Plain City`` → ``plain-city``.

    Raises
    ------
    TaughtBoardError
        If *name* has no letter or digit to make one of, or is the name of a shipped board.
    """
    id_ = latin_id(name)[:_LONGEST_ID].strip("-")
    lettered = any(letter.isalpha() for letter in name)
    if (not id_ and name.strip()) or (lettered and not re.search("[a-z]", id_)):
        # Other scripts are spelt by their characters' numbers.
        id_ = "board-" + "-".join(f"{ord(letter):x}" for letter in name.strip()[:8])
    _check_id(id_, name)
    return id_


def save_taught(folder: Path, picture: BoardPicture, *, new: bool = False) -> None:
    """Keep the board of *picture* in *folder*, the folder of all taught boards.

    A board already taught under the same id is replaced, unless this one is to be *new*.

    Raises
    ------
    NameTakenError
        If it is to be new, and its id is taken; of two at once one gets it.
    TaughtBoardError
        If its id is none, or that of a shipped board.
    """
    board = picture.board
    _check_id(board.id, board.id)
    place = folder / board.id
    try:
        place.mkdir(parents=True, exist_ok=not new)
    except FileExistsError as error:
        raise NameTakenError(f"a board called {board.id!r} has been taught already") from error
    _write_picture(place, picture)
    _write(place / GEOMETRY_FILE, geometry_json(board))
    (place / _TURN_FILE).unlink(missing_ok=True)


def save_picture(folder: Path, picture: BoardPicture) -> None:
    """Keep a better picture of a taught board; what was told of its places stays as it is.

    Raises
    ------
    TaughtBoardError
        If no such board has been taught.
    """
    need_taught(folder, picture.board.id)
    _write_picture(folder / picture.board.id, picture)


def _write_picture(place: Path, picture: BoardPicture) -> None:
    _write(place / REFERENCE_FILE, _png(picture.rgb))
    if picture.known is not None:
        _write(place / KNOWN_FILE, _png(picture.known))
    else:
        (place / KNOWN_FILE).unlink(missing_ok=True)


def ask_turn(folder: Path, id_: str) -> None:
    """Note that nobody has told yet which side of the board called *id_* is the upper one."""
    (folder / id_ / _TURN_FILE).touch()


def turn_is_asked(folder: Path, id_: str) -> bool:
    """Return whether a person has yet to tell which side of a taught board is the upper one."""
    return (folder / id_ / _TURN_FILE).exists()


def hide(folder: Path, id_: str, hidden: bool) -> None:
    """Leave the taught board called *id_* out where boards are listed and looked for, or not.

    Raises
    ------
    TaughtBoardError
        If no such board has been taught.
    """
    need_taught(folder, id_)
    mark = folder / id_ / _HIDDEN_FILE
    mark.touch() if hidden else mark.unlink(missing_ok=True)


def is_hidden(folder: Path, id_: str) -> bool:
    """Return whether the board called *id_* is only there for the games that are on it."""
    return (folder / id_ / _HIDDEN_FILE).exists()


def save_geometry(folder: Path, board: Board) -> None:
    """Keep a corrected *board*, whose picture stays as it is.

    Raises
    ------
    TaughtBoardError
        If no such board has been taught.
    """
    need_taught(folder, board.id)
    _write(folder / board.id / GEOMETRY_FILE, geometry_json(board))


def remove_taught(folder: Path, id_: str) -> None:
    """Forget the taught board called *id_*, a broken one too.

    Raises
    ------
    TaughtBoardError
        If no such board has been taught; shipped boards stay.
    """
    need_taught(folder, id_)
    shutil.rmtree(folder / id_)


def packed(folder: Path, id_: str) -> bytes:
    """Return the taught board called *id_* as one file.

    Raises
    ------
    TaughtBoardError
        If no such board has been taught, or it is broken.
    """
    need_taught(folder, id_)
    try:
        geometry = (folder / id_ / GEOMETRY_FILE).read_bytes()
        picture = (folder / id_ / REFERENCE_FILE).read_bytes()
        known = folder / id_ / KNOWN_FILE
        shown = known.read_bytes() if known.is_file() else None
    except OSError as error:
        raise TaughtBoardError(f"board {id_}: its picture is missing; teach it again") from error
    entries = [
        (GEOMETRY_FILE, geometry, zipfile.ZIP_DEFLATED),
        (REFERENCE_FILE, picture, zipfile.ZIP_STORED),
    ]
    if shown is not None:
        entries.append((KNOWN_FILE, shown, zipfile.ZIP_STORED))
    file = BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, data, how in entries:
            # The same board gives the same file, whenever it is packed.
            entry = zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0))
            entry.compress_type = how
            archive.writestr(entry, data)
    return file.getvalue()


def unpacked(data: bytes, name: str = "") -> BoardPicture:
    """Return the board in a file that ``packed`` made; *name* renames it.

    Raises
    ------
    TaughtBoardError
        If *data* is no such file, or holds anything that does not belong there.
    """
    files = _entries(data)
    geometry = _geometry(files[GEOMETRY_FILE])
    board = replace(geometry, practice=False)
    if name:
        board = replace(board, id=board_id(name), name=name)
    _check_id(board.id, board.id)
    return _checked_picture(board, files[REFERENCE_FILE], files.get(KNOWN_FILE))


def taught_boards(folder: Path) -> tuple[Board | BrokenBoard, ...]:
    """Return all boards taught into *folder*, by id; of those that are broken, why."""
    if not folder.is_dir():
        return ()
    return tuple(_listed(place) for place in sorted(folder.iterdir()) if place.is_dir())


def known_boards(folder: Path) -> tuple[Board | BrokenBoard, ...]:
    """Return the shipped boards, then those taught into *folder*; of broken ones, why."""
    shipped = tuple(load_city(city).practice_board for city in city_names())
    return (*shipped, *taught_boards(folder))


def known_pictures(folder: Path) -> tuple[BoardPicture, ...]:
    """Return the pictures of all boards that a photo may show, those without one left out.

    Somebody's own boards come first, then the city that everybody begins with: so they are
    looked for.
    """
    found = []
    known = [board for board in known_boards(folder) if isinstance(board, Board)]
    for board in sorted(known, key=lambda one: (one.practice, one.id != _FIRST)):
        if is_hidden(folder, board.id):
            continue
        with suppress(BoardError):
            found.append(load_picture(board.id, folder))
    return tuple(found)


def _listed(place: Path) -> Board | BrokenBoard:
    try:
        board = kept_board((place / GEOMETRY_FILE).read_bytes())
        load_city(board.city)
    except OSError:
        return BrokenBoard(place.name, f"it has no {GEOMETRY_FILE}")
    except ValueError as error:
        return BrokenBoard(place.name, str(error))
    if board.id != place.name:
        return BrokenBoard(place.name, f"its geometry is that of {board.id!r}")
    if not (place / REFERENCE_FILE).is_file():
        return BrokenBoard(place.name, f"it has no {REFERENCE_FILE}")
    return board


def _check_id(id_: str, name: str) -> None:
    if not _ID.match(id_) or len(id_) > _LONGEST_ID:
        raise TaughtBoardError(
            f"{name!r} is no name for a board: expected letters or digits, "
            f"at most {_LONGEST_ID} of them"
        )
    if _is_shipped(id_):
        raise TaughtBoardError(f"{id_!r} is the name of a shipped board; choose another one")


def _is_shipped(id_: str) -> bool:
    return id_ in {load_city(city).practice_board.id for city in city_names()}


def need_taught(folder: Path, id_: str) -> None:
    """Refuse what is no taught board in *folder*, with those there are."""
    known = [place.name for place in folder.iterdir() if place.is_dir()] if folder.is_dir() else []
    if id_ not in known:
        there = f"taught are {', '.join(sorted(known))}" if known else "none has been taught yet"
        shipped = f"{id_!r} is a shipped board, which stays as it is"
        unknown = f"no board called {id_!r} has been taught"
        raise TaughtBoardError(f"{shipped if _is_shipped(id_) else unknown}; {there}")


def _entries(data: bytes) -> dict[str, bytes]:
    """Return the files in an archive, never more of them than their limits."""
    if len(data) > MAX_FILE_BYTES:
        raise TaughtBoardError(
            f"board file: {len(data) / 1e6:.0f} MB are too many; at most "
            f"{MAX_FILE_BYTES // 2**20} MB are taken"
        )
    limits = {
        GEOMETRY_FILE: _MOST_GEOMETRY_BYTES,
        REFERENCE_FILE: _MOST_PICTURE_BYTES,
        KNOWN_FILE: _MOST_PICTURE_BYTES,
    }
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            names = [entry.filename for entry in archive.infolist()[:10]]
            needed = {GEOMETRY_FILE, REFERENCE_FILE}
            if len(names) != len({*names}) or not needed <= {*names} <= limits.keys():
                raise TaughtBoardError(
                    f"board file: expected {GEOMETRY_FILE} and {REFERENCE_FILE} in it, perhaps "
                    f"{KNOWN_FILE}, and nothing else, but it holds {_shortly(names)}"
                )
            return {name: _content(archive, name, limits[name]) for name in names}
    except TaughtBoardError:
        raise
    except DAMAGED as error:
        raise TaughtBoardError(
            "board file: it is damaged, or no file of a board; export the board once more"
        ) from error


def _content(archive: zipfile.ZipFile, name: str, limit: int) -> bytes:
    # What an archive says about its sizes may be a lie: no more than the limit is unpacked.
    with archive.open(name) as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise TaughtBoardError(f"board file: {name} is larger than {limit // 2**20} MB")
    return data


def _geometry(data: bytes) -> Board:
    try:
        return described(data)
    except (BoardError, UnknownCityError) as error:
        raise TaughtBoardError(f"board file: {error}") from error


def _checked_picture(board: Board, data: bytes, known: bytes | None) -> BoardPicture:
    try:
        for pixels in (data, *([known] if known is not None else [])):
            with Image.open(BytesIO(pixels), formats=("PNG",)) as image:
                if image.width * image.height > _MOST_PICTURE_PIXELS:
                    raise TaughtBoardError(
                        f"board file: its picture has {image.width} × {image.height} pixels, "
                        "too many"
                    )
        picture = open_picture(board, data, known)
    except TaughtBoardError:
        raise
    except PictureError as error:
        raise TaughtBoardError(f"board file: {error}") from error
    except NO_PICTURE as error:
        raise TaughtBoardError("board file: its picture is no PNG picture") from error
    height, width = picture.rgb.shape[:2]
    if min(height, width) < _LEAST_SIDE_PX:
        raise TaughtBoardError(
            f"board file: its picture has {width} × {height} pixels, too few to know the board by"
        )
    return picture


def _png(pixels: NDArray[np.uint8]) -> bytes:
    file = BytesIO()
    Image.fromarray(np.asarray(pixels, np.uint8)).save(file, "PNG", compress_level=4)
    return file.getvalue()


def _write(path: Path, data: bytes) -> None:
    """Write a file in one go: a crash leaves the old one."""
    new = path.with_name(path.name + ".new")
    new.write_bytes(data)
    new.replace(path)


def _shortly(names: Iterable[str]) -> str:
    shown = [repr(name[:40]) for name in names]
    return ", ".join(shown[:4]) + (" …" if len(shown) > 4 else "") or "nothing"
