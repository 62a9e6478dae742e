"""Photos into games: what is kept of a photo, and how a new reading meets corrections."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

import msgspec
from flask import Flask, current_app

from scorer.rules.board import Board
from scorer.rules.marks import Marks, MarksFile, marks_data, marks_on
from scorer.store.games import (
    ConflictError,
    Game,
    NewPicture,
    PictureInfo,
    PictureKind,
    Player,
    Source,
    StoredReading,
)
from scorer.web.boards import FIRST, find_board
from scorer.web.edits import confirmed, corrected, differences, kept_marks, read_marks
from scorer.web.errors import RefusedError
from scorer.web.readers import BusyError, Job
from scorer.web.services import services
from scorer.web.words import proper, word
from scorer.web.worker import AUTO, Before, Learn, Message, Opened, Read, Refused, Task, Taught

Corners = Sequence[tuple[float, float]]

# Enough for every player to try again a dozen times.
MOST_PHOTOS = 60
# The map was found, but the photo is too poor to be read unasked.
POOR = ("too-blurred", "too-small", "cut-off")
# People correct while their photo is read; each time the newest marks are taken.
_TRIES = 5


@dataclass(frozen=True)
class Outcome:
    """Where a photo led: the board it belongs to, or none; and why it was not read.

    ``board`` is the id of one that was learned.
    """

    key: str = ""
    seat: int = 0
    reason: str = ""
    board: str = ""


def read_new(data: bytes, board_id: str, source: Source, make: Callable[[str], str]) -> Job:
    """Return the job that reads a photo; *make* keeps the game for it, given the board's id.

    Raises
    ------
    RefusedError
        If too many photos are waiting.
    """
    return _submit(_Keeper(_app(), source, make=make, board_id=board_id), _task(data, board_id))


def read_for(game: Game, seat: int, data: bytes, source: Source) -> Job:
    """Return the job that reads a photo for the board at *seat*; raises as ``read_new``."""
    player = game.player(seat)
    if game.photos >= MOST_PHOTOS:
        raise RefusedError("many-photos", 429)
    keeper = _Keeper(_app(), source, key=game.key, seat=seat)
    return _submit(keeper, _task(data, player.board_id, before=_before(game, player)))


def read_again(game: Game, seat: int, corners: Corners) -> Job:
    """Return the job that reads the kept photo with *corners*; raises as ``read_new``.

    Corrections stay as they are: only what a person has not corrected follows the reading.
    """
    player = game.player(seat)
    data = services().games.picture(game.key, seat, PictureKind.PHOTO) or b""
    keeper = _Keeper(_app(), player.source, key=game.key, seat=seat, kept=True)
    return _submit(keeper, _task(data, player.board_id, corners, _before(game, player)))


def read_blank(data: bytes, city: str, board_id: str, name: str) -> Job:
    """Return the job that learns a board from a photo of it; raises as ``read_new``."""
    taught = str(services().taught_boards)
    task = Task(data, board_id, taught, learn=Learn(city, name))
    return _submit(_Keeper(_app(), Source.PHOTO), task)


def is_poor(player: Player) -> bool:
    """Whether a photo was not read unasked although it shows the map: it may be used anyway."""
    return player.not_read is not None and str(player.not_read["reason"]) in POOR


def why_not_read(reason: str) -> str:
    """Return why a photo was not read and what to do, in the reader's language."""
    return proper("not-read", reason, word("not-read.unknown"))


def with_corrections(player: Player, board: Board, newly_read: Marks) -> Marks:
    """Return *newly_read* with all corrections made so far on top of it.

    What a person confirmed as it was read counts as a correction too.
    """
    before = read_marks(player, board) or Marks(board.city, board.id)
    now = kept_marks(player, board)
    edits = [*differences(before, now), *confirmed(now, player.settled)]
    return corrected(newly_read, board, edits)


class _Keeper:
    """Keeps what the worker finds, from a thread of its own."""

    def __init__(
        self,
        app: Flask,
        source: Source,
        *,
        make: Callable[[str], str] | None = None,
        board_id: str = "",
        key: str = "",
        seat: int = 1,
        kept: bool = False,
    ) -> None:
        self._app, self._source = app, source
        self._make, self._key, self._seat, self._kept = make, key, seat, kept
        self._board_id = board_id
        self._opened: Opened | None = None

    def __call__(self, message: Message) -> Outcome | None:
        with self._app.app_context():
            outcome = self._keep(message)
            services().hub.tell()
            return outcome

    def _keep(self, message: Message) -> Outcome | None:
        match message:
            case Opened() if self._board_id == AUTO:
                # Until it is known whose board it is.
                self._opened = message
                return None
            case Opened():
                self._photo(message)
                return None
            case Read():
                self._settle(json.loads(message.reading)["marks"]["board"])
                _keep_reading(self._key, self._seat, message)
                return Outcome(self._key, self._seat)
            case Taught():
                return Outcome(board=message.board_id)
            case Refused() if self._opened is not None:
                self._settle(message.board_id or FIRST)
                return self._keep(message)
            case Refused() if self._key:
                services().games.set_not_read(self._key, self._seat, _not_read(message))
                return Outcome(self._key, self._seat, message.reason)
            case Refused():
                return Outcome(reason=message.reason)
        return None

    def _settle(self, board_id: str) -> None:
        """Keep the photo as one of the board that was found out."""
        if self._opened is not None:
            self._board_id, opened, self._opened = board_id, self._opened, None
            self._photo(opened)

    def _photo(self, message: Opened) -> None:
        """Keep the photo, and its game with it, once it is known to be a photo."""
        if self._kept:
            return
        if self._make:
            self._key, self._make = self._make(self._board_id), None
        picture = NewPicture(PictureInfo(message.width, message.height), message.jpeg)
        services().games.put_photo(self._key, self._seat, picture, self._source)


def _not_read(message: Refused) -> dict[str, Any]:
    """Return why a photo was not read as it is kept, with where its map was found."""
    kept: dict[str, Any] = {"reason": message.reason}
    if message.corners_xy:
        kept |= {"corners_xy": [list(corner) for corner in message.corners_xy]}
    return kept | ({"half": message.half} if message.half else {})


def _keep_reading(key: str, seat: int, message: Read) -> None:
    store = services().games
    found: dict[str, Any] = json.loads(message.reading)
    stored = StoredReading(
        0, found["marks"], found["doubts"], found["corners_xy"], found["quality"]
    )
    frame = {"origin_mm": list(message.origin_mm), "px_per_mm": message.px_per_mm}
    picture = NewPicture(PictureInfo(message.width, message.height, frame), message.jpeg)
    for left in reversed(range(_TRIES)):
        player = store.load(key).player(seat)
        board, _ = find_board(player.board_id)
        newly_read = marks_on(msgspec.convert(found["marks"], MarksFile), board)
        marks = marks_data(with_corrections(player, board, newly_read))
        try:
            store.add_reading(key, seat, player.version, stored, marks, picture)
            return
        except ConflictError:
            if not left:
                raise


def _task(
    data: bytes, board_id: str, corners: Corners | None = None, before: Before | None = None
) -> Task:
    taught = str(services().taught_boards)
    by_hand = None if corners is None else list(corners)
    return Task(data, board_id, taught, by_hand, before=before)


def _before(game: Game, player: Player) -> Before | None:
    """Return what was read from the last photo of *player*, if anything was."""
    info, reading = player.pictures.get(PictureKind.RECTIFIED), player.reading
    if info is None or info.frame is None or reading is None:
        return None
    jpeg = services().games.picture(game.key, player.seat, PictureKind.RECTIFIED) or b""
    data = {"marks": reading.marks, "doubts": reading.doubts, "quality": reading.quality}
    x, y = info.frame["origin_mm"]
    return Before(msgspec.json.encode(data), jpeg, (x, y), info.frame["px_per_mm"])


def _submit(keeper: _Keeper, task: Task) -> Job:
    try:
        return services().readers.submit(task, keeper)
    except BusyError as error:
        raise RefusedError("reader-busy", 503) from error


def _app() -> Flask:
    return cast(Flask, current_app._get_current_object())  # type: ignore[attr-defined]
