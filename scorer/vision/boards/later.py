"""What is remembered of a taught board so that later photos can make its picture better."""

from collections.abc import Iterable
from pathlib import Path
from zlib import crc32

from scorer.vision.boards.picture import KNOWN_FILE, REFERENCE_FILE

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
