"""Reading a whole folder of photos with known truth, boards nobody has taught included."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from scorer.rules.board.board import Board, BoardError
from scorer.rules.board.geometry import parse_geometry
from scorer.rules.values import replace
from scorer.vision.boards.picture import GEOMETRY_FILE, BoardPicture, load_board, load_picture
from scorer.vision.measure.measure import (
    Measured,
    TruthError,
    TruthFile,
    corner_error_mm,
    measure,
    parse_truth,
    true_marks,
)
from scorer.vision.measure.memory import PeakMemory
from scorer.vision.photo.gate import NotReadReason
from scorer.vision.read import NotRead, Reading, read_photos
from scorer.vision.teach.learn import Learned, learn_board

_GEOMETRY_ENDING = ".geometry.json"
_BOARDS = "boards"
# A folder may show more boards than memory holds; photos of one come one after the other.
_KEPT = 3
_USUAL_CITY = "first-city"
# What tells a truth file from other JSON files, and how photos beside one may end.
_TRUTH = ("photo", "board", "corners_xy")
_PHOTOS = (".jpg", ".jpeg", ".png", ".webp", ".avif", ".heic", ".heif")


class EvaluationError(ValueError):
    """A folder that cannot be measured, saying what is missing."""


@dataclass(frozen=True)
class Result:
    """One photo measured.

    Attributes
    ----------
    photo, board, stratum : str
    seconds : float
        From the bytes of the file to the reading.
    peak_mb : float
        The most memory of the process while reading it; all of it, libraries included.
    not_read : str
        Why no board was read; empty where one was.
    corner_mm : float or None
        How far the worst of the map's corners is off.
    blur_mm, agreement : float or None
        As in the reading's quality.
    measured : Measured or None
    timings_ms : dict of str to float
    """

    photo: str
    board: str
    stratum: str
    seconds: float
    peak_mb: float
    not_read: str
    corner_mm: float | None = None
    blur_mm: float | None = None
    agreement: float | None = None
    measured: Measured | None = None
    timings_ms: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Read:
    """A photo's result, and the reading it comes from where there is one."""

    result: Result
    reading: Reading | None
    board: Board
    data: bytes


@dataclass(frozen=True, slots=True)
class Proposed:
    """How well a board's print was guessed.

    Attributes
    ----------
    kinds : tuple of int
        For how many locations the kind of landmark, or none, is right, of how many, and how many
        others are asked about.
    cafes, points : tuple of int
        How many cafés, or visit-them-all points, were found, of how many, and how many false ones.
    """

    kinds: tuple[int, int, int]
    cafes: tuple[int, int, int]
    points: tuple[int, int, int]

    @property
    def crossroads_right(self) -> bool:
        """Whether all cafés and points are right."""
        return all(found == of and not false for found, of, false in (self.cafes, self.points))


@dataclass(frozen=True, slots=True)
class Taught:
    """A board learned from the folder's own photos, how well it was placed, and what was proposed
    to be printed on it, where that was asked.
    """

    board: str
    photos: tuple[str, ...]
    corner_mm: float | None
    sure_of_turn: bool
    seconds: float
    proposed: Proposed | None = None


@dataclass(eq=False)
class Folder:
    """A folder of photos, each with a JSON file of its truth.

    A board is looked for among those in ``boards`` (default: the folder ``boards`` beside the
    photos), then learned from the folder's own blank photo and geometry, then among the
    shipped ones.

    Attributes
    ----------
    path : Path
    boards : Path or None
        Folder of taught boards.
    blank, geometry : Path or None
        Photo of a blank board and the geometry file to learn it with, where the folder does
        not have them under names of their own: ``NAME.geometry.json``, and a photo whose
        truth says ``"blank": true`` or whose name has ``-blank`` in it.
    grey : bool
        Read the photos without their colours.
    views : int or None
        Read at most so many photos of one group together, the first by name; None: all of them.
    """

    path: Path
    boards: Path | None = None
    blank: Path | None = None
    geometry: Path | None = None
    grey: bool = False
    views: int | None = None
    taught: list[Taught] = field(default_factory=list)
    _pictures: dict[str, BoardPicture] = field(default_factory=dict)

    def read(self, count: int | None = None) -> Iterator[Read]:
        """Yield what is read from the first *count* boards, by name; blank photos only teach.

        Raises
        ------
        EvaluationError
            If the folder holds no photos with truth, or a board cannot be learned.
        TruthError
            If a truth file is broken or does not fit its board.
        """
        for photos in self.together()[:count]:
            truth = photos[0][1]
            picture = self.picture(truth.board)
            yield read_one([self.data(*one) for one in photos], truth, picture)

    def data(self, path: Path, truth: TruthFile) -> bytes:
        """Return the photo whose *truth* is in the file at *path*."""
        data = (path.parent / truth.photo).read_bytes()
        return without_colours(data) if self.grey else data

    def together(self) -> list[list[tuple[Path, TruthFile]]]:
        """Return the photos that are not blank, those of one group together, by name.

        Raises
        ------
        EvaluationError
            If there are none.
        """
        groups: dict[tuple[str, str], list[tuple[Path, TruthFile]]] = {}
        for path, truth in sorted(self.filled(), key=lambda one: Path(one[1].photo).stem):
            key = ("group", truth.group) if truth.group else ("photo", truth.photo)
            groups.setdefault(key, []).append((path, truth))
        return [photos[: self.views] for photos in groups.values()]

    def filled(self) -> list[tuple[Path, TruthFile]]:
        """Return the truths of all photos that are not blank, by name, and their files.

        Raises
        ------
        EvaluationError
            If there are none.
        """
        truths = [(path, truth) for path, truth in self._truths() if not _is_blank(truth)]
        if not truths:
            raise EvaluationError(f"{self.path} holds no photos with truth")
        return truths

    def board(self, board_id: str) -> Board:
        """Return where everything is on the board called *board_id*; no picture is needed."""
        beside = self.boards or self.path / _BOARDS
        if (beside / board_id / GEOMETRY_FILE).is_file():
            return load_board(board_id, beside)
        return self._geometry(board_id) or load_board(board_id, self.boards)

    def picture(self, board_id: str) -> BoardPicture:
        """Return the picture of the board called *board_id*, learned now if need be."""
        if board_id not in self._pictures:
            if len(self._pictures) >= _KEPT:
                del self._pictures[next(iter(self._pictures))]
            self._pictures[board_id] = self._find(board_id)
        return self._pictures[board_id]

    def _find(self, board_id: str) -> BoardPicture:
        beside = self.boards or self.path / _BOARDS
        if (beside / board_id / GEOMETRY_FILE).is_file():
            return load_picture(board_id, beside, keep=False)
        geometry = self._geometry(board_id)
        blanks = self._blanks(board_id)
        if geometry is None or not blanks:
            try:
                return load_picture(board_id, self.boards, keep=False)
            except BoardError as error:
                missing = "geometry file" if geometry is None else "photo of it blank"
                raise EvaluationError(
                    f"{error}; nor has {self.path} a {missing} for it (--teach BLANK.jpg "
                    "--geometry FILE)"
                ) from error
        return self._learned(geometry, blanks)

    def _learned(self, board: Board, blanks: list[Path]) -> BoardPicture:
        start = time.perf_counter()
        data = [path.read_bytes() for path in blanks]
        learned = learn_board(data[0], board, more_photos=data[1:])
        if not isinstance(learned, Learned):
            raise EvaluationError(f"{blanks[0].name} teaches nothing: {learned.hint}")
        seconds = time.perf_counter() - start
        truth = next((t for p, t in self._truths() if t.photo == blanks[0].name), None)
        error = None
        if truth is not None:
            error = corner_error_mm(learned.corners_xy, np.array(truth.corners_xy), board)
        names = tuple(path.name for path in blanks)
        self.taught.append(Taught(board.id, names, error, learned.sure_of_turn, seconds))
        return learned.picture

    def _geometry(self, board_id: str) -> Board | None:
        paths = [self.geometry] if self.geometry else self.path.glob(f"*{_GEOMETRY_ENDING}")
        for path in sorted(path for path in paths if path):
            board = parse_geometry(path.read_bytes())
            # What learns and measures needs a city; the format leaves it open.
            board = board if board.city else replace(board, city=_USUAL_CITY)
            if board_id in (board.id, path.name.removesuffix(_GEOMETRY_ENDING)):
                return replace(board, id=board_id)
        return None

    def _blanks(self, board_id: str) -> list[Path]:
        if self.blank:
            return [self.blank]
        known = [t.photo for _, t in self._truths() if _is_blank(t) and t.board == board_id]
        named = [path.name for path in self.path.glob(f"{board_id}-blank*.jp*g")]
        return [self.path / name for name in sorted({*known, *named})]

    def _truths(self) -> list[tuple[Path, TruthFile]]:
        found, others = [], []
        for path in sorted(self.path.glob("*.json")):
            try:
                truth = _truth(path.read_bytes())
            except TruthError as error:
                raise TruthError(f"{path.name}: {error}") from error
            if truth is None:
                others.append(path)
            else:
                found.append((path, truth))
        self._need_truths(others, {truth.photo for _, truth in found})
        return found

    def _need_truths(self, others: list[Path], known: set[str]) -> None:
        """Refuse one of the *others*, which are no truth files, that is to be a photo's truth.

        It is named like a photo beside it of which no truth is *known*: that photo would be left
        out without a word.
        """
        for path in others:
            photos = {path.with_suffix(ending).name for ending in _PHOTOS}
            beside = next((name for name in sorted(photos) if (self.path / name).is_file()), None)
            if beside is not None and not photos & known:
                raise TruthError(
                    f"{path.name}: no truth of {beside}; expected an object with {_listed(_TRUTH)}"
                )


def _listed(keys: tuple[str, ...]) -> str:
    return f"{', '.join(keys[:-1])} and {keys[-1]}"


def _truth(data: bytes) -> TruthFile | None:
    """Return the truth in a JSON file, or None if it is a file of another kind."""
    try:
        keys = msgspec.json.decode(data)
    except msgspec.DecodeError as error:
        raise TruthError(f"truth: {error}") from error
    if not isinstance(keys, dict) or not set(_TRUTH) <= set(keys):
        return None
    beside = keys.get("setup")
    if isinstance(beside, dict) and "threat" in beside:
        raise TruthError("a board of Innsmouth, and only those of En Route are measured here")
    return parse_truth(data)


def _is_blank(truth: TruthFile) -> bool:
    return truth.blank or "-blank" in truth.photo


def lost(truth: TruthFile, data: bytes, board: Board) -> Read:
    """Return the result of a photo whose board could not be learned."""
    reason = NotReadReason.NO_BOARD.value
    return Read(
        Result(truth.photo, truth.board, truth.stratum, 0.0, 0.0, reason), None, board, data
    )


def read_one(photos: Sequence[bytes], truth: TruthFile, picture: BoardPicture) -> Read:
    """Return what is read from the *photos* of one board, beside the *truth* of the first."""
    memory = PeakMemory()
    start = time.perf_counter()
    reading = read_photos(photos, picture)
    seconds = time.perf_counter() - start
    board = picture.board
    plain = Result(truth.photo, truth.board, truth.stratum, seconds, memory.peak_mb(), "")
    if isinstance(reading, NotRead):
        return Read(replace(plain, not_read=reading.reason.value), None, board, photos[0])
    corners: NDArray[np.float64] = np.array(truth.corners_xy)
    result = replace(
        plain,
        corner_mm=corner_error_mm(reading.corners_xy, corners, board),
        blur_mm=reading.quality.blur_mm,
        agreement=reading.quality.agreement,
        measured=measure(
            reading.marks, reading.doubts, true_marks(truth, board), board, reading.confidences
        ),
        timings_ms=reading.timings_ms,
    )
    return Read(result, reading, board, photos[0])


def without_colours(data: bytes) -> bytes:
    """Return a photo's file with all its colours turned to grey, its orientation kept."""
    file = BytesIO()
    with Image.open(BytesIO(data)) as image:
        image.convert("L").convert("RGB").save(file, "JPEG", quality=95, exif=image.getexif())
    return file.getvalue()
