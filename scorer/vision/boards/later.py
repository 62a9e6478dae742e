"""What is remembered of a taught board, so that one knows what was read before it got better."""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from zlib import crc32

from scorer.rules.board.board import Board, BoardError
from scorer.rules.board.geometry import parse_geometry
from scorer.vision.boards.picture import GEOMETRY_FILE, KNOWN_FILE, REFERENCE_FILE

# Beside a board's picture: the sums of the photos that have been looked at for it.
_PHOTOS_FILE = "photos.seen"


def picture_mark(folder: Path, id_: str) -> str:
    """Return a text that changes whenever the picture of a taught board does; of others "".

    Parameters
    ----------
    folder : Path
        The folder of all taught boards.
    id_ : str
    """
    files = [folder / id_ / name for name in (REFERENCE_FILE, KNOWN_FILE)]
    try:
        return f"{_sum(*(file.read_bytes() for file in files if file.is_file())):08x}"
    except ValueError:
        return ""


def places_mark(board: Board) -> str:
    """Return a text that changes whenever the places do by which photos of *board* are read.

    These are its crossroads, roads and locations, its cafés, the symbols beside the map, and what
    is marked. No reading looks at landmarks, visit-them-all points, figures and names: a total
    takes them from the board as it is now.
    """
    told = [
        *(f"crossroads {point} {xy}" for point, xy in board.crossroads_xy.items()),
        *(f"road {one.id} {one.path} {_names(one.locations)}" for one in board.roads),
        *(f"cell {one.location} {one.polygon} {one.meeting_point}" for one in board.cells),
        *(f"cafe {one.crossroads} {one.xy} {one.bonus}" for one in board.cafes),
        *(f"beside {one.id} {one.bonus} {one.xy} {one.dock}" for one in board.cafe_area),
        *(f"marked {one.id} {one.sign} {_names(one.places)}" for one in board.marked),
    ]
    return f"{_sum('|'.join(sorted(told)).encode()):08x}"


def places_mark_now(folder: Path, id_: str) -> str:
    """Return the ``places_mark`` of the board taught into *folder* as *id_*; of others ""."""
    file = folder / id_ / GEOMETRY_FILE
    try:
        return _places_mark(file.read_bytes())
    except (OSError, BoardError):
        return ""


# A page asks several times for each player, and a board seldom changes.
@lru_cache(maxsize=32)
def _places_mark(geometry: bytes) -> str:
    return places_mark(parse_geometry(geometry))


def _names(places: Iterable[object]) -> str:
    return " ".join(sorted(map(str, places)))


def is_new(folder: Path, id_: str, photo: bytes) -> bool:
    """Return whether *photo*, a picture file, has not been looked at yet for a taught board."""
    return f"{_sum(photo):08x}" not in _seen(folder / id_ / _PHOTOS_FILE)


def note_photos(folder: Path, id_: str, photos: Iterable[bytes]) -> None:
    """Remember that *photos* have been looked at for the board called *id_*."""
    file = folder / id_ / _PHOTOS_FILE
    seen = {*_seen(file), *(f"{_sum(photo):08x}" for photo in photos)}
    file.write_text("".join(f"{one}\n" for one in sorted(seen)), "ascii")


def _seen(file: Path) -> set[str]:
    return {*file.read_text("ascii").split()} if file.is_file() else set()


def _sum(*contents: bytes) -> int:
    if not contents:
        raise ValueError("nothing to sum up")
    found = 0
    for content in contents:
        found = crc32(content, found)
    return found
