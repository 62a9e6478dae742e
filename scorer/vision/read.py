"""From the bytes of a photo to a reading, or to a reason that the user can act on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from scorer.rules.board.board import Board
from scorer.rules.city.city import City
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.marks import Marks, Setup
from scorer.rules.values import replace
from scorer.vision import refusals
from scorer.vision.boards.halfboard import HalfBoard
from scorer.vision.boards.picture import BoardPicture
from scorer.vision.debug.pictures import Debug
from scorer.vision.decide.decide import decide
from scorer.vision.decide.outside import with_ghost_outside
from scorer.vision.decide.seen import Seen
from scorer.vision.decide.stakes import score_changes
from scorer.vision.doubts import Doubt
from scorer.vision.geometry import Rectified
from scorer.vision.ink.quality import Quality
from scorer.vision.photo.gate import NotRead, NotReadReason
from scorer.vision.refusals import (
    Clock,
    Corners,
    FlatMap,
    RefusalError,
    Unfit,
    flattened,
    found_in,
    opened,
)

__all__ = [
    "NotRead",
    "NotReadReason",
    "Reading",
    "Unfit",
    "read_photo",
    "with_score_effect",
]


@dataclass(frozen=True, eq=False)
class Reading:
    """What was read from a photo.

    Attributes
    ----------
    board : Board
        What the photo shows: a whole board or a ``HalfBoard``.
    marks : Marks
        Of the whole board.
    doubts : tuple of Doubt
        Most doubtful first.
    corners_xy : (4, 2) float
        The map's corners a0, g0, g6, a6 in the upright photo.
    quality : Quality
    timings_ms : dict of str to float
        By stage, and ``total``.
    rectified : Rectified
        The map seen from straight above.
    changes_score : tuple of bool or None
        For each doubt, whether an alternative would change the score; None if not asked.
    confidences : dict of (str, str) to float
        Chance, 0 … 1, that what was read is right, by kind and place as in doubts; all
        places of the board.
    """

    board: Board
    marks: Marks
    doubts: tuple[Doubt, ...]
    corners_xy: Corners
    quality: Quality
    timings_ms: dict[str, float]
    rectified: Rectified
    changes_score: tuple[bool | None, ...]
    confidences: dict[tuple[str, str], float]


def read_photo(
    data: bytes,
    picture: BoardPicture | Sequence[BoardPicture],
    corners_xy: Corners | None = None,
    debug_dir: Path | None = None,
    on_stage: Callable[[str], None] | None = None,
    *,
    all_the_same: bool = False,
) -> Reading | NotRead:
    """Read the marks on the board in a photo.

    Parameters
    ----------
    data : bytes
        A picture file.
    picture : BoardPicture or sequence of BoardPicture
        The board it should show, or all boards that it may show: then the reading's marks
        say which one it is.
    corners_xy : (4, 2) float, optional
        The map's corners a0, g0, g6, a6 in the upright photo or outside it, set by a person;
        then the map is not looked for, and of several boards the one that agrees best is
        taken. The photo is read however poor it is: what lies outside it is doubtful.
        But its print must be the board's, see ``all_the_same``.
    debug_dir : Path, optional
        Gets one picture per stage.
    on_stage : callable, optional
        Is told each stage when it is over: ``open``, ``locate``, ``rectify``, ``interpret``.
    all_the_same : bool
        A person says that it is this board although its print does not say so.
    """
    clock, debug = Clock(on_stage), Debug(debug_dir) if debug_dir else None
    pictures = (picture,) if isinstance(picture, BoardPicture) else tuple(picture)
    by_hand = corners_xy is not None
    try:
        photo = opened(data)
        clock.mark("open")
        found = found_in(photo, pictures, corners_xy, debug)
        clock.mark("locate")
        map_ = flattened(photo, found, by_hand, debug)
        if not all_the_same:
            refusals.unless_this_print(photo, found)
        clock.mark("rectify")
        # The photo itself, the largest picture of all, is not needed any more.
        del photo
        seen = decide(map_.rectified, found.picture.board, by_hand)
        clock.mark("interpret")
    except RefusalError as refusal:
        return refusal.why
    if debug:
        debug.seen(seen)
    return _reading(seen, map_, clock.all(), by_hand)


def _reading(seen: Seen, map_: FlatMap, timings_ms: dict[str, float], by_hand: bool) -> Reading:
    board, doubts = seen.board, seen.asked
    whole = board.whole if isinstance(board, HalfBoard) else board
    return Reading(
        board=board,
        marks=replace(seen.marks, board=whole.id),
        doubts=doubts,
        corners_xy=map_.corners_xy,
        quality=map_.quality,
        timings_ms=timings_ms,
        rectified=with_ghost_outside(map_.rectified) if by_hand else map_.rectified,
        changes_score=(None,) * len(doubts),
        confidences={place: doubt.confidence for place, doubt in seen.doubts.items()},
    )


def with_score_effect(reading: Reading, city: City, setup: Setup) -> Reading:
    """Return *reading*, each doubt told whether one of its alternatives changes the total."""
    changes = score_changes(reading.doubts, FilledBoard(reading.board, city, reading.marks, setup))
    return replace(reading, changes_score=changes)
