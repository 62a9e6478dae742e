"""Photos into games: what is kept of a photo, and how a new reading meets corrections."""

from collections.abc import Sequence
from threading import BoundedSemaphore

from scorer.rules.board import Board
from scorer.rules.marks import Marks, marks_data
from scorer.store.games import Game, NewPicture, PictureInfo, PictureKind, StoredReading
from scorer.web.boards import board_picture
from scorer.web.edits import confirmed, corrected, differences, kept_marks, read_marks
from scorer.web.errors import RefusedError
from scorer.web.services import services
from scorer.web.words import proper, word

Corners = Sequence[tuple[float, float]]

# Enough for reading again; the longer side of what a 12-megapixel camera takes.
KEPT_PX = 4096
# Each reading takes a processor and a few hundred MB: more at once would only slow all down.
_AT_ONCE = BoundedSemaphore(2)


def kept_photo(data: bytes) -> NewPicture:
    """Return the photo in *data* as it will be kept: upright, without metadata.

    Raises
    ------
    RefusedError
        If it is no photo that can be opened.
    """
    from scorer.vision.gate import NotRead, open_photo
    from scorer.vision.jpeg import jpeg_of

    photo = open_photo(data)
    if isinstance(photo, NotRead):
        raise RefusedError("photo", why=why_not_read(photo.reason))
    jpeg, (height, width) = jpeg_of(photo.rgb, KEPT_PX)
    return NewPicture(PictureInfo(width, height), jpeg)


def why_not_read(reason: str) -> str:
    """Return why a photo was not read and what to do, in the reader's language."""
    return proper("not-read", reason, word("not-read.unknown"))


def read_kept_photo(game: Game, board: Board, corners: Corners | None = None) -> Game:
    """Read the photo of *game* and keep what was read; corrections stay as they are.

    Where no map is found the reason is kept with the game. Only what a person has not
    corrected follows the new reading.
    """
    import numpy as np

    from scorer.vision.gate import NotRead
    from scorer.vision.jpeg import jpeg_of
    from scorer.vision.read import read_photo, reading_data

    store = services().games
    data = store.picture(game.key, PictureKind.PHOTO) or b""
    corners_xy = None if corners is None else np.array(corners, dtype=np.float64)
    with _AT_ONCE:
        reading = read_photo(data, board_picture(board.id), corners_xy)
    if isinstance(reading, NotRead):
        store.set_not_read(game.key, {"reason": str(reading.reason), "hint": reading.hint})
        return store.load(game.key)
    rectified = reading.rectified
    jpeg, (height, width) = jpeg_of(rectified.rgb, max(rectified.rgb.shape[:2]))
    frame = {"origin_mm": list(map(float, rectified.origin_mm)), "px_per_mm": rectified.px_per_mm}
    found = reading_data(reading)
    stored = StoredReading(
        0, found["marks"], found["doubts"], found["corners_xy"], found["quality"]
    )
    # Somebody may have corrected the board while its photo was read.
    game = store.load(game.key)
    marks = with_corrections(game, board, reading.marks)
    picture = NewPicture(PictureInfo(width, height, frame), jpeg)
    return store.add_reading(game.key, game.version, stored, marks_data(marks), picture)


def with_corrections(game: Game, board: Board, newly_read: Marks) -> Marks:
    """Return *newly_read* with all corrections made so far on top of it.

    What a person confirmed as it was read counts as a correction too.
    """
    before = read_marks(game, board) or Marks(board.city, board.id)
    now = kept_marks(game, board)
    edits = [*differences(before, now), *confirmed(now, game.settled)]
    return corrected(newly_read, board, edits)
