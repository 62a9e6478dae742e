"""Reads a photo of a filled board: from photo bytes to marks with doubts.

What a program needs is named here. What is read holds its marks and the places where it may be
wrong; a photo that cannot be read gives a ``NotRead`` with the reason and what to do:

>>> from scorer.resources import folder
>>> from scorer.vision import load_picture, read_photo
>>> photo = (folder("samples") / "worked-example" / "photo.jpg").read_bytes()
>>> reading = read_photo(photo, load_picture("first-city"))
>>> len(reading.marks.sections), reading.marks.tourists["B2"].total
(21, 3)
>>> all(doubt.confidence < 1 for doubt in reading.doubts)
True
>>> read_photo(b"no picture", load_picture("first-city")).reason.value
'not-an-image'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scorer.vision.boards.picture import BoardPicture as BoardPicture
    from scorer.vision.boards.picture import board_ids as board_ids
    from scorer.vision.boards.picture import load_board as load_board
    from scorer.vision.boards.picture import load_picture as load_picture
    from scorer.vision.boards.taught import known_pictures as known_pictures
    from scorer.vision.doubts import Doubt as Doubt
    from scorer.vision.halves import HalvesError as HalvesError
    from scorer.vision.halves import joined as joined
    from scorer.vision.photo.gate import NotRead as NotRead
    from scorer.vision.photo.gate import NotReadReason as NotReadReason
    from scorer.vision.read import Reading as Reading
    from scorer.vision.read import read_photo as read_photo
    from scorer.vision.read import read_photos as read_photos
    from scorer.vision.read import with_score_effect as with_score_effect
    from scorer.vision.written import WrittenReading as WrittenReading

# Where each name lives. It is fetched when it is asked for: networks take a while to load.
_HOMES = {
    "BoardPicture": "boards.picture",
    "Doubt": "doubts",
    "HalvesError": "halves",
    "NotRead": "photo.gate",
    "NotReadReason": "photo.gate",
    "Reading": "read",
    "WrittenReading": "written",
    "board_ids": "boards.picture",
    "joined": "halves",
    "known_pictures": "boards.taught",
    "load_board": "boards.picture",
    "load_picture": "boards.picture",
    "read_photo": "read",
    "read_photos": "read",
    "with_score_effect": "read",
}
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    """Return the public *name* from the module that it lives in."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return [*globals(), *_HOMES]
