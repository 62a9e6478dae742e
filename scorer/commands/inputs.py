"""What several commands read: boards, photos, marks and set-ups named on the command line."""

import json
import math
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from msgspec import UNSET

from scorer import resources
from scorer.rules.board.board import Board
from scorer.rules.city.box import in_box
from scorer.rules.city.city import City, load_city
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup
from scorer.rules.status import Checking

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from scorer.vision.boards.picture import BoardPicture
    from scorer.vision.read import NotRead, Reading

NOT_ONE_BOARD = "these photos show neither one board nor the two halves of one"
CORNERS_HELP = "The map's corners top left, top right, bottom right, bottom left: x,y;x,y;x,y;x,y"


class WholeNumber(click.IntRange):
    """A whole number within bounds."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return *value* as a number; what is none is refused with the numbers there are."""
        try:
            return int(super().convert(value, param, ctx))
        except click.BadParameter:
            bounds = f"{self.min} or more" if self.max is None else f"{self.min} to {self.max}"
            self.fail(f"{value!r} cannot be; give a whole number, {bounds}.", param, ctx)


class Seconds(click.FloatRange):
    """A time of 0 seconds or more."""

    def __init__(self) -> None:
        super().__init__(min=0)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return *value* as a number; what is none compares with no limit."""
        try:
            seconds = float(super().convert(value, param, ctx))
        except click.BadParameter:
            seconds = math.nan
        if math.isnan(seconds):
            self.fail(f"{value!r} is no number of seconds; give 0 or more.", param, ctx)
        return seconds


class InputError(ValueError):
    """What a command was given is none of what it takes: said in one line, without the usage."""


def board_of(id_: str) -> Board:
    """Return the board called *id_*, shipped or taught."""
    from scorer.vision.boards.picture import load_board

    with _board_needed(known := taught_id(id_)):
        return load_board(known, resources.taught_boards_dir())


def picture_of(id_: str) -> "BoardPicture":
    """Return the picture of the blank board called *id_*."""
    from scorer.vision.boards.picture import load_picture

    with _board_needed(known := taught_id(id_)):
        return load_picture(known, resources.taught_boards_dir())


@contextmanager
def _board_needed(id_: str) -> Iterator[None]:
    """Say how a board gets here where the one called *id_* is not."""
    from scorer.rules.board.board import BoardError
    from scorer.vision.boards.picture import board_ids

    try:
        yield
    except BoardError as error:
        if id_ in board_ids(resources.taught_boards_dir()):
            raise
        raise BoardError(f"{error}; `scorer board import` takes in a board's file") from error


def pictures_of(name: str) -> "tuple[BoardPicture, ...]":
    """Return the picture of the board called *name*; of all boards there are for ``auto``."""
    from scorer.vision.boards.taught import known_pictures

    if name != "auto":
        return (picture_of(name),)
    return known_pictures(resources.taught_boards_dir())


def taught_id(name: str) -> str:
    """Return the id of the board called *name*: ``Plain City`` is kept as ``plain-city``."""
    from scorer.rules.board.board import Board
    from scorer.vision.boards.taught import TaughtBoardError, board_id, taught_boards

    folder = resources.taught_boards_dir()
    if (folder / name).is_dir() and name not in ("", ".", ".."):
        return name
    try:
        id_ = board_id(name)
    except TaughtBoardError:
        return name
    if (folder / id_).is_dir():
        return id_
    # It has another name now, or was kept when ids of such names were made in another way.
    there = (one for one in taught_boards(folder) if isinstance(one, Board))
    return next((one.id for one in there if one.name == name), name)


def read_file(
    photo: Path,
    picture: "BoardPicture | Sequence[BoardPicture]",
    debug_dir: Path | None,
    corners_xy: "NDArray[np.float64] | None" = None,
    all_the_same: bool = False,
) -> "Reading":
    """Return what stands in *photo*; a photo that was not read is refused with its hint."""
    from scorer.commands.filling import read_filling
    from scorer.vision.read import read_photo

    data = photo.read_bytes()
    if corners_xy is None and not all_the_same:
        known = picture if isinstance(picture, Sequence) else (picture,)
        return _read_or_refused([photo], read_filling([data], known, debug_dir), picture)
    result = read_photo(data, picture, corners_xy, debug_dir, all_the_same=all_the_same)
    return _read_or_refused([photo], result, picture, corners_xy)


def _read_or_refused(
    photos: Sequence[Path],
    result: "Reading | NotRead",
    picture: "BoardPicture | Sequence[BoardPicture]",
    corners_xy: "NDArray[np.float64] | None" = None,
) -> "Reading":
    from scorer.vision.read import NotRead

    if not isinstance(result, NotRead):
        return result
    photo = photos[result.photo]
    pictures = (picture,) if not isinstance(picture, Sequence) else picture
    also = _ways_on(photo.read_bytes(), result, pictures, corners_xy)
    raise InputError(f"{photo.name} was not read ({result.reason}): {result.hint}{also}")


def _ways_on(
    data: bytes,
    refused: "NotRead",
    pictures: "Sequence[BoardPicture]",
    corners_xy: "NDArray[np.float64] | None",
) -> str:
    """Return which known board the photo shows instead, and how to read it all the same."""
    from scorer.vision.boards.taught import known_pictures
    from scorer.vision.locate.otherboard import shown_instead
    from scorer.vision.read import NotReadReason, Unfit

    if picks := ways_to_pick(refused):
        return picks
    wrong = (NotReadReason.NO_BOARD, NotReadReason.OTHER_BOARD, NotReadReason.UNSURE_BOARD)
    if refused.reason not in wrong:
        return ""
    asked = {picture.board.id for picture in pictures}
    known = known_pictures(resources.taught_boards_dir())
    others = [one for one in known if one.board.id not in asked]
    instead = shown_instead(data, others, corners_xy)
    told = f" It shows the board {instead.board.id}: --board {instead.board.id}." if instead else ""
    if not instead and refused.reason is NotReadReason.OTHER_BOARD:
        told = " `scorer board learn` teaches it; with --drawn by photos of filled boards."
    unlike = isinstance(refused, Unfit) and corners_xy is not None
    return told + (" --all-the-same reads it as this board anyway." if unlike else "")


def ways_to_pick(refused: "NotRead") -> str:
    """Return the options that read each of several boards in a photo, on lines of their own."""
    from scorer.vision.read import Unfit

    if not isinstance(refused, Unfit) or not refused.others_xy:
        return ""
    maps = (refused.corners_xy, *refused.others_xy)
    places = (";".join(f"{x:.0f},{y:.0f}" for x, y in corners) for corners in maps)
    return "".join(f'\n  --corners "{corners}"' for corners in places)


def corners_from(text: str | None) -> "NDArray[np.float64] | None":
    """Return the four corners, (4, 2), that the option --corners names."""
    import numpy as np

    if text is None:
        return None
    try:
        corners = np.array([[float(n) for n in pair.split(",")] for pair in text.split(";")])
    except ValueError:
        corners = np.empty(0)
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        raise click.UsageError(f"--corners {text!r}: expected four places, x,y;x,y;x,y;x,y")
    return corners


def read_together(
    photos: Sequence[Path], pictures: "Sequence[BoardPicture]", debug_dir: Path | None
) -> "Reading":
    """Return what stands on the one board that all *photos* show.

    Of a double board each may show one half.
    """
    from scorer.commands.filling import read_filling
    from scorer.vision.boards.halfboard import half_pictures, is_double
    from scorer.vision.read import NotRead, NotReadReason

    double = [picture for picture in pictures if is_double(picture.board)]
    known = [*pictures, *(half for picture in double for half in half_pictures(picture))]
    found = read_filling([photo.read_bytes() for photo in photos], known, debug_dir)
    if double and isinstance(found, NotRead) and found.reason is NotReadReason.NOT_TOGETHER:
        return _read_halves(photos, known, debug_dir)
    return _read_or_refused(photos, found, pictures)


def _read_halves(
    photos: Sequence[Path], known: "Sequence[BoardPicture]", debug_dir: Path | None
) -> "Reading":
    """Return what *photos* of the two halves of a double board show."""
    from scorer.vision.halves import HalvesError, joined
    from scorer.vision.read import read_photos

    sides: dict[str, list[Path]] = {}
    for photo in photos:
        sides.setdefault(read_file(photo, known, None).board.id, []).append(photo)
    read = []
    for number, some in enumerate(sides.values()):
        folder = debug_dir / f"half-{number + 1}" if debug_dir else None
        found = read_photos([photo.read_bytes() for photo in some], known, (), folder)
        read.append(_read_or_refused(some, found, known))
    try:
        left, right = read
        return joined(left, right)
    except (HalvesError, ValueError) as error:
        raise InputError(NOT_ONE_BOARD) from error


def marks_from(path: str, data: Any = UNSET) -> tuple[Board, City, Marks, Setup | None, Checking]:
    """Return board, city and marks in the file at *path*, and the set-up if it holds one.

    *data* is what its JSON holds, where it has been read already.

    A reading, and a board as the app saves it, hold their marks under a key of their own, and
    tell how far people have looked at the board.
    """
    from scorer.rules.position.marks import parse_marks
    from scorer.rules.position.saved import refuse_mistyped
    from scorer.rules.position.setup import parse_setup

    data, start = json_of(path) if data is UNSET else data, "$"
    beside, checking = None, Checking()
    if isinstance(data, dict) and "players" in data:
        raise InputError(f"{path} is a whole game: use scorer table for it")
    if isinstance(data, dict) and "marks" in data:
        refuse_mistyped(data)
        checking = _checking(data)
        data, start, beside = data["marks"], "$.marks", data.get("setup")
    file = parse_marks(json.dumps(data).encode(), start)
    city = load_city(file.city)
    board = board_of(file.board)
    if board.city == city.id:
        city = in_box(city, board)
    setup = None
    if beside is not None:
        setup = parse_setup(json.dumps(beside).encode(), city, "$.setup")
    return board, city, file.checked_on(board, start), setup, checking


def refuse_board(path: str, data: bytes) -> None:
    """Refuse the *data* in the file at *path* if that holds one board, and no game."""
    keys = _keys_of(data)
    if "players" not in keys and keys & {"marks", "sections"}:
        raise InputError(f"{_named(path)} is a single board: use scorer score for it")


def refuse_game(path: str, data: bytes) -> None:
    """Refuse the *data* in the file at *path* if that holds a whole game."""
    if "players" in _keys_of(data):
        raise InputError(f"{_named(path)} is a whole game: use scorer table for it")


def _keys_of(data: bytes) -> set[str]:
    """Return the keys of the object in *data*; what is no JSON is left to whoever reads it."""
    from scorer.rules.jsonfile import decode_json
    from scorer.rules.jsonfile.text import JsonError

    try:
        content = decode_json(data, object)
    except JsonError:
        return set()
    return set(content) if isinstance(content, dict) else set()


def _checking(data: dict[str, Any]) -> Checking:
    """Return how many places are to check in *data*: a reading's doubts, or as the app saved."""
    doubts, left, checked = data.get("doubts"), data.get("to_check", 0), data.get("checked")
    if isinstance(doubts, list):
        left = len(doubts)
    if type(left) is not int or left < 0:
        raise InputError("$.to_check: expected how many places are left to check")
    if not isinstance(checked, bool | None):
        raise InputError("$.checked: expected true or false")
    others_task = data.get("others_task", False)
    if not isinstance(others_task, bool):
        raise InputError("$.others_task: expected true or false")
    return Checking(left, checked, others_task)


def json_of(path: str, data: bytes | None = None) -> Any:
    """Return what the JSON in the file at *path* holds; *data* where it has been read."""
    from scorer.rules.jsonfile import decode_json
    from scorer.rules.jsonfile.text import DoubleKeyError, JsonError

    try:
        return decode_json(bytes_of(path) if data is None else data, object)
    except DoubleKeyError as error:
        raise InputError(f"{_named(path)}: {error}") from error
    except JsonError as error:
        raise InputError(f"{_named(path)} is no JSON: {error}") from error


def bytes_of(path: str) -> bytes:
    """Return what stands in the file at *path*; ``-`` is standard input."""
    if path == "-" and sys.stdin is None:
        raise InputError("standard input is closed: pipe the marks in, or name a file")
    try:
        return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error


@contextmanager
def of_file(path: str | Path) -> Iterator[None]:
    """Name the file at *path*, ``-`` for standard input, in what is said of the JSON in it."""
    from scorer.rules.jsonfile.text import JsonError

    try:
        yield
    except JsonError as error:
        raise InputError(f"{_named(path)}: {error}") from error


def _named(path: str | Path) -> str:
    return "standard input" if path == "-" else str(path)


def setup_from(path: Path | None, city: City) -> Setup:
    """Return the set-up in the file at *path*, or *city*'s usual one."""
    from scorer.rules.position.setup import parse_setup, usual_setup

    return parse_setup(path.read_bytes(), city) if path else usual_setup(city)


def look_at_setup(path: Path | None, boards: Sequence[Board]) -> None:
    """Refuse a file with a set-up of no city of *boards*, one of which a photo shows."""
    from scorer.rules.position.mark import MarksError
    from scorer.rules.position.setup import parse_setup

    if path is None:
        return
    refusals = []
    for board in boards:
        try:
            parse_setup(path.read_bytes(), in_box(load_city(board.city), board))
        except MarksError as error:
            refusals.append(error)
        else:
            return
    # Where all of them refuse it alike, the reason is told that they have in common.
    if len({str(error) for error in refusals}) > 1:
        raise InputError(f"{path}: the set-up fits none of the known boards; name one by --board")
    if refusals:
        raise refusals[0]


def print_json(data: Any) -> None:
    """Print *data* as JSON a person can read."""
    click.echo(json.dumps(data, indent=1, ensure_ascii=False))


def stop_after(seconds: float | None) -> Callable[[], bool] | None:
    """Return what tells whether *seconds* are over; None where there is no limit."""
    if seconds is None:
        return None
    end = time.monotonic() + seconds
    return lambda: time.monotonic() >= end
