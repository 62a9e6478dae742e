"""From a photo to its map seen from above, or to why it is not read, in words that help."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Protocol, assert_never

import numpy as np
from numpy.typing import NDArray

from scorer.vision.boards.halfboard import HalfBoard, Side
from scorer.vision.boards.picture import BoardPicture
from scorer.vision.decide.outside import share_seen
from scorer.vision.geometry import Mapping, Rectified
from scorer.vision.ink.quality import Quality, blur_mm, glare_share
from scorer.vision.locate.lattice import cell_counts
from scorer.vision.locate.locate import NotFound, Recognised, find_map, shows_mirrored
from scorer.vision.locate.printmatch import PrintMatch
from scorer.vision.locate.rectify import coarse, rectify
from scorer.vision.locate.several import boards_in
from scorer.vision.photo.gate import (
    NotRead,
    NotReadReason,
    Photo,
    contrast,
    open_photo,
    sharpness,
)
from scorer.vision.teach.placing import placed, shows_town

Corners = NDArray[np.float64]
Places = tuple[tuple[float, float], ...]

# Below this a photo without a board is probably just out of focus.
_HAZY = 0.12
# Below this there is nothing in the photo to be out of focus.
_EMPTY = 12.0
# A map's corner may lie this far outside the photo: less than half a road's width.
_OVERSHOOT_MM = 1.0
_LEAST_PX_PER_MM = 2.2
_MOST_BLUR_MM = 1.5
# With corners set by hand: the least share of the map that must be in the photo.
_LEAST_OF_MAP = 0.12


@dataclass(frozen=True, slots=True, kw_only=True)
class Unfit(NotRead):
    """A photo whose map was found, but which is not read unasked.

    It is too poor, or its print is not clearly that of ``board``. Reading it with these corners
    as if a person had set them reads a poor one anyway; one of another print only when told
    that it is this board all the same.

    Attributes
    ----------
    board : str
        The id of the board that was found.
    half : Side or None
        Which half of it, if it was found alone.
    corners_xy : (4, 2) tuple of float
        The map's corners a0, g0, g6, a6 in the upright photo, perhaps outside it.
    others_xy : tuple of (4, 2) tuple of float
        The corners of other boards in the photo, any of which a person may mean.
    """

    board: str
    half: Side | None
    corners_xy: Places
    others_xy: tuple[Places, ...] = ()


class RefusalError(Exception):
    """A photo is not read: raised inside the pipeline, whose callers get ``why`` as a value."""

    def __init__(self, why: NotRead) -> None:
        super().__init__(why.hint)
        self.why = why


def no_board(photo: Photo, found: NotFound, pictures: Sequence[BoardPicture]) -> NotRead:
    """Return why none of the boards in *pictures* was found in *photo*."""
    if contrast(photo.rgb) < _EMPTY:
        return NotRead(
            NotReadReason.NO_BOARD,
            "There is nothing to see in the photo but an even surface. Take it from above, with "
            "the whole map in the picture.",
            photo.size,
        )
    if sharpness(photo.whole.rgb) < _HAZY:
        return NotRead(
            NotReadReason.TOO_BLURRED,
            "The photo is too blurred to find the board. Hold the phone still and tap the board "
            "to focus, or set the four corners by hand.",
            photo.size,
        )
    if shows_mirrored(photo, pictures):
        return NotRead(
            NotReadReason.MIRRORED,
            "The photo is mirrored, as a selfie is. Take it with the other camera, or mirror it "
            "back.",
            photo.size,
        )
    if _shows_other_board(photo, found, pictures):
        return NotRead(
            NotReadReason.OTHER_BOARD,
            f"The photo shows roads of a map, but it is not {_named(pictures)}. Choose the right "
            "board, or teach this one to the app from photos of it, blank or filled; or set the "
            "four corners by hand.",
            photo.size,
        )
    return NotRead(
        NotReadReason.NO_BOARD,
        "This board was not found in the photo. Take it from above, with the whole map in the "
        "picture and without glare; check that the right board is chosen; or set the four "
        "corners by hand.",
        photo.size,
    )


def _shows_other_board(photo: Photo, found: NotFound, pictures: Sequence[BoardPicture]) -> bool:
    """Whether a board that is none of *pictures* lies in *photo*, so that it can be taught."""
    roads, like = found.plain_roads, found.like
    if roads is not None and like is not None and shows_town(photo, roads, like):
        return True
    # Where teaching would find its map, the person is not told that there is none.
    shape = min((one.board for one in pictures), key=lambda board: np.prod(cell_counts(board)))
    whole = shape.whole if isinstance(shape, HalfBoard) else shape
    return not isinstance(placed(photo, whole, closely=False), NotRead)


def _named(pictures: Sequence[BoardPicture]) -> str:
    if len(pictures) == 1:
        return f"the board {_name(pictures[0])}"
    return f"one of the {len(pictures)} boards known here"


def _name(picture: BoardPicture) -> str:
    board = picture.board
    whole = board.whole if isinstance(board, HalfBoard) else board
    return repr(whole.name or whole.id)


def no_map(photo: Photo) -> NotRead:
    """Return why four corners set by hand are none of a map's."""
    return NotRead(
        NotReadReason.NO_BOARD,
        "These four corners do not enclose a map. Put them on the outermost crossroads, "
        "clockwise, starting at the map's top left.",
        photo.size,
    )


def unless_this_print(photo: Photo, found: Recognised) -> None:
    """Refuse a map whose print is not clearly that of the board it would be read as.

    Raises
    ------
    RefusalError
    """
    picture, mapping = found.picture, found.located.mapping
    named = f"the board {_name(picture)}"
    match found.print_match:
        case PrintMatch.AGREES:
            return
        case PrintMatch.DISAGREES:
            reason = NotReadReason.OTHER_BOARD
            hint = (
                f"What is printed on the map in the photo is not what is printed on {named}. "
                "Choose the right board, or teach this one to the app."
            )
        case PrintMatch.UNSURE:
            reason = NotReadReason.UNSURE_BOARD
            hint = (
                "The photo shows too little of the print to tell whether the map is that of "
                f"{named}. Take a sharper photo of the whole map, or say that it is."
            )
        case _:
            assert_never(found.print_match)
    raise _unfit(reason, hint, photo, picture, mapping)


NOT_TOGETHER = NotRead(
    NotReadReason.NOT_TOGETHER,
    "The photos do not show the same filled board. Take all of them of one player's board, with "
    "nothing drawn or wiped off in between.",
)


def unless_together(first: BoardPicture, other: BoardPicture) -> None:
    """Refuse a photo of another board than the *first* one's.

    Raises
    ------
    RefusalError
    """
    if first.board.id != other.board.id:
        raise RefusalError(NOT_TOGETHER)


def unless_in_view(photo: Photo, picture: BoardPicture, mapping: Mapping) -> None:
    """Refuse a map that is cut off or small in the photo.

    Raises
    ------
    RefusalError
    """
    corners = corners_in(photo, picture, mapping)
    scale = px_per_mm(photo, picture, mapping)
    outside = np.maximum(-0.5 - corners, corners - (np.array(photo.size) - 0.5)).max()
    if outside > _OVERSHOOT_MM * scale:
        hint = (
            "A part of the map lies outside the photo. Step back a little, so that all four "
            "corners of the map are in the picture."
        )
        raise _unfit(NotReadReason.CUT_OFF, hint, photo, picture, mapping)
    if scale < _LEAST_PX_PER_MM:
        hint = (
            "The board is too small in the photo. Go closer, until the map fills the picture, "
            "or send the photo at its full size."
        )
        raise _unfit(NotReadReason.TOO_SMALL, hint, photo, picture, mapping)


def unless_enough(photo: Photo, picture: BoardPicture, rectified: Rectified) -> None:
    """Refuse a photo that shows next to nothing of the map within its corners.

    Raises
    ------
    RefusalError
    """
    if share_seen(rectified, picture) < _LEAST_OF_MAP:
        hint = (
            "Between these four corners there is hardly anything of the photo. Put them on the "
            "outermost crossroads of the map that it shows."
        )
        raise RefusalError(NotRead(NotReadReason.NO_BOARD, hint, photo.size))


def unless_sharp(photo: Photo, picture: BoardPicture, mapping: Mapping, quality: Quality) -> None:
    """Refuse a photo that is too blurred to tell marks apart.

    Raises
    ------
    RefusalError
    """
    if quality.blur_mm > _MOST_BLUR_MM:
        hint = (
            "The photo is too blurred to tell the marks apart. Hold the phone still, tap the "
            "board to focus, and take it again in more light."
        )
        raise _unfit(NotReadReason.TOO_BLURRED, hint, photo, picture, mapping)


def the_one_meant(photo: Photo, found: Recognised, pictures: Sequence[BoardPicture]) -> Recognised:
    """Return the largest board in *photo*, in which one was *found*.

    Raises
    ------
    RefusalError
        If a person may mean any of several boards.
    """
    if found.print_match is not PrintMatch.AGREES:
        return found
    largest, *others = boards_in(photo, found, pictures)
    if not others:
        return largest
    places = [_places(photo, one) for one in (largest, *others)]
    hint = (
        f"The photo shows {len(places)} boards: which one is meant? Take a photo of it alone, or "
        "set its corners."
    )
    raise _unfit(
        NotReadReason.SEVERAL_BOARDS,
        hint,
        photo,
        largest.picture,
        largest.located.mapping,
        tuple(places[1:]),
    )


def _unfit(
    reason: NotReadReason,
    hint: str,
    photo: Photo,
    picture: BoardPicture,
    mapping: Mapping,
    others_xy: tuple[Places, ...] = (),
) -> RefusalError:
    corners = _places_of(corners_in(photo, picture, mapping))
    board = picture.board
    whole, half = (board.whole, board.side) if isinstance(board, HalfBoard) else (board, None)
    why = Unfit(
        reason,
        hint,
        photo.size,
        board=whole.id,
        half=half,
        corners_xy=corners,
        others_xy=others_xy,
    )
    return RefusalError(why)


def _places(photo: Photo, found: Recognised) -> Places:
    return _places_of(corners_in(photo, found.picture, found.located.mapping))


def _places_of(corners: Corners) -> Places:
    return tuple((x, y) for x, y in corners.tolist())


def corners_in(photo: Photo, picture: BoardPicture, mapping: Mapping) -> Corners:
    """Return the map's corners (4, 2) in the upright photo at its full size, in pixels."""
    return mapping.scaled(photo.scale).to_photo(picture.map_corners_mm)


def px_per_mm(photo: Photo, picture: BoardPicture, mapping: Mapping) -> float:
    """Return the pixels of the full photo to a millimetre on the map's shortest side."""
    corners, page = corners_in(photo, picture, mapping), picture.map_corners_mm
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    return float((sides / np.linalg.norm(page - np.roll(page, 1, axis=0), axis=1)).min())


class Steps(Protocol):
    """Keeps pictures of steps (``debug``)."""

    def located(self, photo: Photo, found: Recognised | NotFound) -> None:
        """Keep where the map was found."""

    def rectified(self, rectified: Rectified) -> None:
        """Keep the map seen from above."""


@dataclass(frozen=True, slots=True)
class FlatMap:
    """A map as rectified, how good its photo is, and its corners in the photo."""

    rectified: Rectified
    quality: Quality
    corners_xy: Corners


def opened(data: bytes) -> Photo:
    """Return the photo in *data*, a large one at half its size.

    Raises
    ------
    RefusalError
        If it is none that can be read.
    """
    photo = open_photo(data, halved=True)
    if isinstance(photo, NotRead):
        raise RefusalError(photo)
    return photo


def found_in(
    photo: Photo,
    pictures: Sequence[BoardPicture],
    corners_xy: Corners | None,
    debug: Steps | None,
) -> Recognised:
    """Return which board it is and where, its mapping leading to pixels of ``photo.rgb``."""
    found = find_map(photo, pictures, corners_xy)
    if debug:
        debug.located(photo, found)
    if isinstance(found, NotFound):
        by_hand = corners_xy is not None
        why = no_map(photo) if by_hand else no_board(photo, found, pictures)
        raise RefusalError(why)
    return found if corners_xy is not None else the_one_meant(photo, found, pictures)


def flattened(photo: Photo, found: Recognised, by_hand: bool, debug: Steps | None) -> FlatMap:
    """Return the map seen from above, unless it is too poor to be read.

    Who set the corners *by_hand* wants it read as it is.
    """
    picture, mapping = found.picture, found.located.mapping
    if photo.file and coarse(picture, mapping):
        halved, photo = photo, photo.whole
        mapping = mapping.scaled(halved.scale / photo.scale)
    if not by_hand:
        unless_in_view(photo, picture, mapping)
    rectified = rectify(photo.rgb, picture, mapping)
    if by_hand:
        unless_enough(photo, picture, rectified)
    quality = Quality(
        blur_mm=blur_mm(rectified),
        glare_share=glare_share(rectified),
        px_per_mm=px_per_mm(photo, picture, mapping),
        agreement=found.located.agreement,
        size=photo.size,
    )
    if debug:
        debug.rectified(rectified)
    if not by_hand:
        unless_sharp(photo, picture, mapping, quality)
    return FlatMap(rectified, quality, corners_in(photo, picture, mapping))


class Clock:
    """Time of each stage, in ms, of all photos together."""

    def __init__(self, on_stage: Callable[[str], None] | None) -> None:
        self.start = self.last = perf_counter()
        self.stages: dict[str, float] = {}
        self.on_stage = on_stage

    def mark(self, stage: str) -> None:
        """Note that *stage* is over."""
        now = perf_counter()
        self.stages[stage] = self.stages.get(stage, 0.0) + 1000 * (now - self.last)
        self.last = now
        if self.on_stage:
            self.on_stage(stage)

    def all(self) -> dict[str, float]:
        """Return the time of each stage, and of all of them."""
        return {**self.stages, "total": 1000 * (self.last - self.start)}
