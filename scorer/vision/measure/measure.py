"""How right a reading is, beside the truth of a test photo."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board, Point
from scorer.rules.jsonfile import decode_json
from scorer.rules.jsonfile.text import JsonError
from scorer.rules.position.mark import CIRCLES, MarkKind, MarksError
from scorer.rules.position.marks import Marks, UnplacedMarks
from scorer.vision.boards.picture import map_corners_mm
from scorer.vision.doubts import Doubt
from scorer.vision.evidence.crosses import crossable

# Hot spots are not read: they are told apart by hand.
KINDS = tuple(kind.value for kind in MarkKind if kind is not MarkKind.HOT_SPOT)


class TruthError(ValueError):
    """A truth file that is broken or does not fit its board."""


class TruthFile(msgspec.Struct):
    """The truth beside a test photo; keys as in the format description, more are allowed.

    A photo is ``blank`` where nothing is drawn on the board: it can teach the board. Photos of
    the same ``group`` show one filled board from different sides, and are read together.
    """

    photo: str
    board: str
    stratum: str
    corners_xy: tuple[Point, Point, Point, Point]
    marks: UnplacedMarks | None = None
    blank: bool = False
    group: str = ""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A place that was read wrongly.

    ``confident`` if no doubt points at the place; ``offered`` if one does, with the truth
    among its alternatives.
    """

    kind: str
    where: str
    read: Any
    truth: Any
    confident: bool
    offered: bool


@dataclass(frozen=True, slots=True)
class Shapes:
    """Tourists one by one: how many there are, were missed, and were read too many."""

    there: int
    missed: int
    extra: int


@dataclass(frozen=True, slots=True)
class Judged:
    """How sure the reader was of one place, and whether it was right."""

    kind: str
    confidence: float
    right: bool


@dataclass(frozen=True, slots=True)
class Measured:
    """One reading beside the truth: ``places`` is how many there are of each of ``KINDS``."""

    places: dict[str, int]
    mistakes: tuple[Mistake, ...]
    doubts: int
    shapes: Shapes
    judged: tuple[Judged, ...] = ()

    @property
    def taps(self) -> int:
        """How many taps put all mistakes right."""
        return sum(map(taps_of, self.mistakes))

    @property
    def perfect(self) -> bool:
        """Whether every mark is right."""
        return not self.mistakes

    @property
    def confident(self) -> int:
        """How many mistakes no doubt gives away: the worst a reader can do."""
        return sum(mistake.confident for mistake in self.mistakes)

    def wrong(self, kind: str) -> int:
        """Return how many places of *kind* were read wrongly."""
        return sum(mistake.kind == kind for mistake in self.mistakes)


def parse_truth(data: bytes) -> TruthFile:
    """Return the truth file that *data* holds.

    Raises
    ------
    TruthError
        If it is no such JSON, with the path of the bad value.
    """
    try:
        return decode_json(data, TruthFile)
    except JsonError as error:
        raise TruthError(f"truth: {error}") from error


def true_marks(truth: TruthFile, board: Board) -> Marks:
    """Return the marks that are really on the photo of *board*; none on a blank one.

    Raises
    ------
    TruthError
        If the truth names something that is not on *board*.
    """
    marks = (truth.marks or UnplacedMarks()).moved_to(board.city, board.id)
    try:
        return marks.checked_on(board)
    except MarksError as error:
        raise TruthError(f"truth of {truth.photo}: {error}") from error


def measure(
    marks: Marks,
    doubts: tuple[Doubt, ...],
    truth: Marks,
    board: Board,
    confidences: Mapping[tuple[str, str], float] | None = None,
) -> Measured:
    """Compare *marks* with the *truth*, place by place.

    ``confidences`` are those of the reading; places it says nothing about are not judged.
    """
    offered = {(doubt.kind, doubt.where): doubt.alternatives for doubt in doubts}
    read, true = values(marks, board), values(truth, board)
    mistakes = tuple(
        Mistake(
            *place,
            read[place],
            true[place],
            confident=place not in offered,
            offered=true[place] in offered.get(place, ()),
        )
        for place in read
        if read[place] != true[place]
    )
    places = {kind: sum(place[0] == kind for place in read) for kind in KINDS}
    judged = tuple(
        Judged(place[0], confidence, read[place] == true[place])
        for place, confidence in (confidences or {}).items()
        if place in read
    )
    return Measured(places, mistakes, len(doubts), _shapes(read, true), judged)


def taps_of(mistake: Mistake) -> int:
    """Return how many taps in the app put *mistake* right.

    A tap draws or takes away a section, a ring, a cross or a ticket, and takes a café on from
    free to visited to used to free. Tourists take one to open the location and one for each shape.
    """
    if mistake.kind in ("cafe", "cafe-area"):
        return (CIRCLES.index(mistake.truth) - CIRCLES.index(mistake.read)) % len(CIRCLES)
    if mistake.kind == "tourists":
        return 1 + sum(_differences(mistake.read, mistake.truth))
    return 1


def _shapes(read: dict[tuple[str, str], Any], true: dict[tuple[str, str], Any]) -> Shapes:
    places = [place for place in true if place[0] == "tourists"]
    both = [_differences(read[place], true[place]) for place in places]
    there = sum(sum(true[place].values()) for place in places)
    return Shapes(there, sum(missed for missed, _ in both), sum(extra for _, extra in both))


def _differences(read: dict[str, int], true: dict[str, int]) -> tuple[int, int]:
    """Return how many shapes were missed and how many read that are not there."""
    apart = [true.get(kind, 0) - read.get(kind, 0) for kind in {*read, *true}]
    return sum(max(n, 0) for n in apart), sum(max(-n, 0) for n in apart)


def values(marks: Marks, board: Board) -> dict[tuple[str, str], Any]:
    """Return what *marks* say about every place of *board*, keyed and written as in doubts."""
    places: dict[MarkKind, Iterable[object]] = {
        MarkKind.SECTION: [road.id for road in board.roads],
        MarkKind.TOURISTS: [cell.location for cell in board.cells],
        MarkKind.CAFE: [cafe.crossroads for cafe in board.cafes],
        MarkKind.TASK: board.crossroads_xy,
        MarkKind.CROSSED: crossable(board),
        MarkKind.TICKET: [symbol.id for symbol in board.cafe_area if symbol.dock is not None],
        MarkKind.CAFE_AREA: [symbol.id for symbol in board.cafe_area if symbol.dock is None],
    }
    return {
        (kind.value, where): kind.get(marks, where)
        for kind, known in places.items()
        for where in map(str, known)
    }


def corner_error_mm(
    found_xy: NDArray[np.float64], truth_xy: NDArray[np.float64], board: Board
) -> float:
    """Return how far the worst of the four corners is off, in mm on the board.

    Parameters
    ----------
    found_xy, truth_xy : (4, 2) float
        The map's corners a0, g0, g6, a6 in the photo, in pixels.
    board : Board
    """
    page = map_corners_mm(board)
    sides_mm = np.linalg.norm(page - np.roll(page, 1, axis=0), axis=1)
    sides_px = np.linalg.norm(truth_xy - np.roll(truth_xy, 1, axis=0), axis=1)
    off_px = np.linalg.norm(found_xy - truth_xy, axis=1)
    return float(off_px.max() / (sides_px / sides_mm).mean())
