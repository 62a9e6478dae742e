"""Photos that first fill in what no photo of their board had shown, and then are read."""

from collections.abc import Sequence
from pathlib import Path

from scorer.vision.boards.halfboard import HalfBoard
from scorer.vision.boards.picture import BoardPicture
from scorer.vision.drawn.learn import filled_later
from scorer.vision.photo.gate import NotRead
from scorer.vision.read import Reading, read_photos


def read_filling(
    photos: Sequence[bytes],
    known: Sequence[BoardPicture],
    debug_dir: Path | None = None,
) -> Reading | NotRead:
    """Read *photos* of one filled board as ``read_photos`` does, none of them by hand.

    Where its picture has places that no photo had shown, what these show of them is filled in
    first. The picture itself stays as it is.
    """
    reading = read_photos(photos, known, (), debug_dir)
    if isinstance(reading, NotRead) or isinstance(reading.board, HalfBoard):
        return reading
    whole = (one for one in known if not isinstance(one.board, HalfBoard))
    picture = next(one for one in whole if one.board.id == reading.board.id)
    filled = filled_later(picture, photos)
    if isinstance(filled, NotRead):
        return reading
    again = read_photos(photos, (filled.picture,), (), debug_dir)
    return reading if isinstance(again, NotRead) else again
