"""From the bytes of a photo to a reading, or to a reason that the user can act on."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from scorer.rules.board.board import Board
from scorer.rules.city.city import City
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup
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
from scorer.vision.evidence.views import OtherDrawingError
from scorer.vision.geometry import Rectified
from scorer.vision.ink.quality import Quality, glare_share
from scorer.vision.ink.together import together_clearest
from scorer.vision.photo.container import is_film
from scorer.vision.photo.film import frames_in
from scorer.vision.photo.gate import NotRead, NotReadReason, Photo
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
    "read_photos",
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


def prepare() -> None:
    """Load now what the first photo would wait for."""
    import skimage.filters  # noqa: F401


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
    return read_photos(
        (data,), picture, (corners_xy,), debug_dir, on_stage, all_the_same=all_the_same
    )


def read_photos(
    photos: Sequence[bytes],
    picture: BoardPicture | Sequence[BoardPicture],
    corners_xy: Sequence[Corners | None] = (),
    debug_dir: Path | None = None,
    on_stage: Callable[[str], None] | None = None,
    *,
    all_the_same: bool = False,
) -> Reading | NotRead:
    """Read the marks on one filled board that several photos show, from different sides.

    What they show is joined place by place before anything is decided: what a photo does not
    see, under a lamp or where it is cut off, the others tell.

    Parameters
    ----------
    photos : sequence of bytes
        Picture files, at least one, or short films (MP4, MOV), of which the pictures that
        together show most are taken. Corners, size and quality of the reading are the first's.
    picture, debug_dir, on_stage, all_the_same
        As for ``read_photo``.
    corners_xy : sequence of (4, 2) float or None
        For the first photos, the map's corners where a person has set them.

    Returns
    -------
    Reading or NotRead
        If any of the photos is not read: why, and which ``photo`` it was. Photos of different
        boards, or of boards filled in differently, are not read together.
    """
    clock, debug = Clock(on_stage), Debug(debug_dir) if debug_dir else None
    known = (picture,) if isinstance(picture, BoardPicture) else tuple(picture)
    by_hand = [*corners_xy, *(None for _ in photos)][: len(photos)]
    laid: list[_Laid] = []
    for number, (data, at) in enumerate(zip(photos, by_hand, strict=True)):
        pictures = best_of_film(data, known) if is_film(data) else (data,)
        if isinstance(pictures, NotRead):
            return replace(pictures, photo=number)
        for one in pictures:
            try:
                photo = opened(one)
                clock.mark("open")
                laid.append(_laid(photo, known, at, clock, debug, all_the_same=all_the_same))
                refusals.unless_together(laid[0].picture, laid[-1].picture)
            except RefusalError as refusal:
                return replace(refusal.why, photo=number)
            # The photo itself, the largest picture of all, is not needed any more.
            del photo
    return _decided(laid, any(at is not None for at in by_hand), clock, debug)


def best_of_film(
    data: bytes, picture: BoardPicture | Sequence[BoardPicture]
) -> tuple[bytes, ...] | NotRead:
    """Return the pictures of a film that together show most of a board, as JPEG files.

    They are sharp, and a lamp is mirrored elsewhere in each. Where the board is found in none,
    it is the sharpest one alone.
    """
    known = (picture,) if isinstance(picture, BoardPicture) else tuple(picture)
    frames = frames_in(data)
    if isinstance(frames, NotRead):
        return frames
    found: list[tuple[bytes, Rectified]] = []
    boards = set()
    for frame in frames:
        with suppress(RefusalError):
            one = _laid(opened(frame), known, None, Clock(None), None)
            boards.add(one.picture.board.id)
            found.append((frame, one.map.rectified))
    if len(boards) != 1:
        return (max(frames, key=len),)
    return tuple(found[at][0] for at in together_clearest([flat for _, flat in found]))


@dataclass(frozen=True, slots=True)
class _Laid:
    """A photo's map seen from above, and of which board it is."""

    map: FlatMap
    picture: BoardPicture


def _laid(
    photo: Photo,
    known: Sequence[BoardPicture],
    corners_xy: Corners | None,
    clock: Clock,
    debug: Debug | None,
    *,
    all_the_same: bool = False,
) -> _Laid:
    """Find one of the *known* boards in *photo* and lay its map flat.

    Raises
    ------
    RefusalError
    """
    found = found_in(photo, known, corners_xy, debug)
    clock.mark("locate")
    map_ = flattened(photo, found, corners_xy is not None, debug)
    if not all_the_same:
        refusals.unless_this_print(photo, found)
    clock.mark("rectify")
    return _Laid(map_, found.picture)


def _decided(
    laid: Sequence[_Laid], by_hand: bool, clock: Clock, debug: Debug | None
) -> Reading | NotRead:
    """Return what stands on the board that all photos *laid* flat show."""
    first, *others = laid
    flat = [one.map.rectified for one in others]
    try:
        seen = decide(first.map.rectified, first.picture.board, by_hand, flat)
    except OtherDrawingError as other:
        return replace(refusals.NOT_TOGETHER, photo=other.photo)
    clock.mark("interpret")
    if debug:
        debug.seen(seen)
    return _reading(seen, first.map, clock.all(), by_hand, joined=bool(others))


def _reading(
    seen: Seen, map_: FlatMap, timings_ms: dict[str, float], by_hand: bool, *, joined: bool
) -> Reading:
    board, doubts = seen.board, seen.asked
    whole = board.whole if isinstance(board, HalfBoard) else board
    flat = seen.rectified if joined else map_.rectified
    return Reading(
        board=board,
        marks=replace(seen.marks, board=whole.id),
        doubts=doubts,
        corners_xy=map_.corners_xy,
        quality=replace(map_.quality, glare_share=glare_share(flat)) if joined else map_.quality,
        timings_ms=timings_ms,
        rectified=with_ghost_outside(flat) if by_hand else flat,
        changes_score=(None,) * len(doubts),
        confidences={place: doubt.confidence for place, doubt in seen.doubts.items()},
    )


def with_score_effect(reading: Reading, city: City, setup: Setup) -> Reading:
    """Return *reading*, each doubt told whether one of its alternatives changes the total."""
    changes = score_changes(reading.doubts, FilledBoard(reading.board, city, reading.marks, setup))
    return replace(reading, changes_score=changes)
