"""The process that opens and reads photos, apart from the app.

Anybody may send a photo, and decoders are large: whatever one does to this process, the app
goes on. It takes one task after another from a connection and answers there with messages.
"""

import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scorer.rules.values import replace
from scorer.vision.boards.halfboard import Side
from scorer.web.reading.learning import KEPT_PX, Tell, filled_in, learned, told_photos
from scorer.web.reading.messages import (
    TASKS,
    Before,
    Board,
    Frame,
    Links,
    LostError,
    Message,
    Opened,
    Read,
    ReadLinks,
    ReadTown,
    Refused,
    Stage,
    Task,
    Taught,
    View,
    put,
    take,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from scorer.rules.board.board import Board as CityBoard
    from scorer.rules.innsmouth.town import Town
    from scorer.vision.boards.picture import BoardPicture
    from scorer.vision.halves import PartRead
    from scorer.vision.locate.look import Look
    from scorer.vision.photo.gate import NotRead
    from scorer.vision.read import Reading

# Why a photo was not read that may show another board than the one asked for.
WRONG_BOARD = ("no-board", "other-board", "unsure-board")
# What comes after each stage of reading.
_NEXT = {"open": "locate", "locate": "rectify", "rectify": "read", "interpret": "score"}


def main(descriptor: int) -> None:
    """Read photos until the app closes its end of the socket *descriptor*."""
    # Ctrl-C reaches every process of a terminal; the app ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Who taps waits for milliseconds, who sent a photo for seconds.
    if hasattr(os, "nice"):
        os.nice(5)
    with Connection(descriptor) as connection, suppress(LostError):
        from scorer.vision import read

        read.prepare()

        def tell(message: Message) -> None:
            put(connection, message)

        tell(Stage("ready"))
        while True:
            task = take(connection, TASKS)
            if task.glance:
                tell(_look(task))
            else:
                tell(_worked(task, tell))


def _worked(task: Task, tell: Tell) -> "Read | ReadLinks | ReadTown | Taught | Refused":
    """Do what *task* asks for with a whole photo."""
    if task.links:
        return _read_links(task, task.links, tell)
    if task.innsmouth:
        return _read_town(task, task.innsmouth, tell)
    return learned(task, tell) if task.learn else _read(task, tell)


def _read_links(task: Task, links: Links, tell: Tell) -> ReadLinks | Taught | Refused:
    """Open a photo of a map, and read whose its links are."""
    import numpy as np

    from scorer.vision.links.picture import MapPictureError
    from scorer.vision.links.read import UnfitPhoto, read_links
    from scorer.vision.links.taught import load_picture
    from scorer.vision.links.written import WrittenLinks
    from scorer.vision.photo.gate import NotRead, NotReadReason, has_print, open_photo
    from scorer.vision.photo.jpeg import jpeg_of

    tell(Stage("open"))
    photo = open_photo(task.data)
    if isinstance(photo, NotRead):
        return Refused(photo.reason)
    if links.blank and not has_print(photo.rgb):
        return Refused(NotReadReason.NO_PRINT)
    jpeg, (height, width) = jpeg_of(photo.rgb, KEPT_PX)
    tell(Opened(jpeg, width, height))
    if links.blank:
        return Taught(links.map_id)
    tell(Stage("locate"))
    try:
        picture = load_picture(links.map_id, Path(links.maps))
    except MapPictureError:
        # Forgotten meanwhile.
        return Refused(NotReadReason.NO_BOARD)
    corners = None if task.corners_xy is None else np.array(task.corners_xy, dtype=np.float64)
    reading = read_links(jpeg, picture, links.colours or None, corners)
    if isinstance(reading, NotRead):
        known = reading.corners_xy if isinstance(reading, UnfitPhoto) else ()
        return Refused(reading.reason, corners_xy=known)
    rgb = reading.page.rgb
    page, (height, width) = jpeg_of(rgb, max(rgb.shape[:2]))
    return ReadLinks(WrittenLinks.of(reading), page, width, height, reading.page.px_per_mm)


def _read_town(task: Task, asked: Board, tell: Tell) -> ReadTown | Refused:
    """Open a photo of a board of Innsmouth, and read what is drawn on it."""
    import numpy as np

    from scorer.vision.innsmouth.patches import Beside
    from scorer.vision.innsmouth.read import read_town
    from scorer.vision.innsmouth.written import WrittenTownReading
    from scorer.vision.photo.gate import NotRead, open_photo
    from scorer.vision.photo.jpeg import jpeg_of

    tell(Stage("open"))
    photo = open_photo(task.data)
    if isinstance(photo, NotRead):
        return Refused(photo.reason)
    jpeg, (height, width) = jpeg_of(photo.rgb, KEPT_PX)
    tell(Opened(jpeg, width, height))
    tell(Stage("locate"))
    town, picture = _town(asked.town, asked.maps)
    corners = None if task.corners_xy is None else np.array(task.corners_xy, dtype=np.float64)
    reading = read_town(
        jpeg,
        picture,
        town,
        asked.known,
        corners,
        on_stage=lambda done: tell(Stage(_NEXT.get(done, "read"))),
    )
    if isinstance(reading, NotRead):
        return _refused(reading)
    flat = reading.rectified
    page, (height, width) = jpeg_of(flat.rgb, max(flat.rgb.shape[:2]))
    frame = Frame((float(flat.origin_mm[0]), float(flat.origin_mm[1])), float(flat.px_per_mm))
    parts = Beside.of(picture.board).parts
    return ReadTown(WrittenTownReading.of(reading), page, width, height, frame, parts)


def _town(told: str | None, maps: str) -> "tuple[Town, BoardPicture]":
    """Return a town and the picture of its page: that of the box, if the folder *maps* has it."""
    from scorer.rules.innsmouth.ownbox import town_told
    from scorer.vision.innsmouth.page import taught_picture

    if told is not None and maps:
        town = town_told(told)
        if (picture := taught_picture(town, Path(maps))) is not None:
            return town, picture
    return _printed(told)


@lru_cache(maxsize=4)
def _printed(told: str | None) -> "tuple[Town, BoardPicture]":
    """Return a town and the picture of its page as we print it, which takes a second to draw."""
    from scorer.printing.seatown import photo_page
    from scorer.rules.innsmouth.ownbox import town_told
    from scorer.rules.innsmouth.town import practice_town
    from scorer.vision.boards.picture import open_picture

    town = practice_town() if told is None else town_told(told)
    return town, open_picture(*photo_page(town))


def _look(task: Task) -> "Look | Refused":
    """Look at a camera's picture."""
    from scorer.vision.locate.look import look
    from scorer.vision.photo.gate import NotRead, open_photo

    photo = open_photo(task.data)
    if isinstance(photo, NotRead):
        return Refused(photo.reason)
    return look(photo, _with_halves(_pictures(task)))


def _read(task: Task, tell: Tell) -> Read | Refused:
    """Open and read a photo, telling each stage and the photo as it is to be kept."""
    import numpy as np

    from scorer.vision.photo.container import is_film
    from scorer.vision.photo.gate import NotRead, open_photo
    from scorer.vision.photo.jpeg import jpeg_of
    from scorer.vision.read import best_of_film, read_photos

    tell(Stage("open"))
    pictures = _with_halves(_pictures(task))
    taken = best_of_film(task.data, pictures) if is_film(task.data) else (task.data,)
    if isinstance(taken, NotRead):
        return Refused(taken.reason)
    views = []
    for data in taken:
        photo = open_photo(data)
        if isinstance(photo, NotRead):
            return Refused(photo.reason)
        jpeg, (height, width) = jpeg_of(photo.rgb, KEPT_PX)
        views.append(View(jpeg, width, height))
    first, *others = views
    jpeg, filmed = first.jpeg, [view.jpeg for view in others]
    tell(Opened(jpeg, first.width, first.height, tuple(others)))
    corners = None if task.corners_xy is None else np.array(task.corners_xy, dtype=np.float64)

    def read(*photos: bytes, known: "Sequence[BoardPicture]" = pictures) -> "Reading | NotRead":
        return read_photos(
            photos,
            known,
            (corners,),
            on_stage=lambda done: tell(Stage(_NEXT.get(done, "read"))),
            all_the_same=task.all_the_same,
        )

    before = task.views if task.joins else ()
    together = (*before, jpeg, *filmed, *(() if task.joins else task.views))
    reading = read(*together)
    if isinstance(reading, NotRead) and task.joins:
        return _refused(reading)
    if isinstance(reading, NotRead) and reading.photo > 0:
        # Of the photo as it is to be read now, the others show nothing.
        together = (jpeg,)
        reading = read(*together)
    if isinstance(reading, NotRead):
        refused = _refused(reading)
        if refused.corners_xy and task.corners_xy:
            # What a person has set is not to be set once more.
            refused = replace(refused, corners_xy=tuple(task.corners_xy))
        return replace(refused, instead=_instead(task, jpeg, corners, refused))
    if (better := _better_picture(task, reading, (jpeg, *filmed), tell)) is not None:
        again = read(*together, known=(better,))
        reading = reading if isinstance(again, NotRead) else again
    found = _found(reading, task.before)
    about = _about_picture(task, found, reading.board)
    return replace(found, all_the_same=task.all_the_same, **about)


def _better_picture(
    task: Task, reading: "Reading", photos: tuple[bytes, ...], tell: Tell
) -> "BoardPicture | None":
    """Return the picture of a taught board with what *photos*, just read, show for the first time.

    It is kept. None where they show nothing that no photo had shown.
    """
    from scorer.vision.boards.halfboard import HalfBoard
    from scorer.vision.boards.later import is_new, picture_mark
    from scorer.vision.boards.picture import load_picture
    from scorer.vision.drawn.places import unknown_places
    from scorer.vision.photo.gate import NotReadReason

    boards, id_ = Path(task.boards), reading.marks.board
    # Where corners were set by hand, the photo may be of anything.
    if task.corners_xy or task.all_the_same or isinstance(reading.board, HalfBoard):
        return None
    # A photo that is read again, or taught the board, is there as it was kept then.
    taught = picture_mark(boards, id_) and is_new(boards, id_, task.data)
    if not (taught and unknown_places(load_picture(id_, boards))):
        return None
    found = filled_in(boards, id_, photos, told_photos(tell))
    return None if isinstance(found, NotReadReason) else load_picture(id_, boards)


def _about_picture(task: Task, found: Read, read_as: "CityBoard") -> dict[str, Any]:
    """Return by which picture and places of a taught board the photo was read.

    The places are those of the board that it was *read_as*: somebody may correct it meanwhile.
    """
    from scorer.vision.boards.halfboard import HalfBoard
    from scorer.vision.boards.later import picture_mark, places_mark

    if not (mark := picture_mark(Path(task.boards), found.reading.marks.board)):
        return {}
    whole = read_as.whole if isinstance(read_as, HalfBoard) else read_as
    return {"picture": mark, "places": places_mark(whole)}


def _pictures(task: Task) -> "tuple[BoardPicture, ...]":
    """Return the pictures of all boards that the photo may show."""
    from scorer.vision.boards.picture import load_picture
    from scorer.vision.boards.taught import known_pictures

    boards = Path(task.boards)
    if task.board_id is None:
        return known_pictures(boards)
    return (load_picture(task.board_id, boards),)


def _with_halves(pictures: "Sequence[BoardPicture]") -> "tuple[BoardPicture, ...]":
    """Return *pictures*, and those of the halves of double boards."""
    from scorer.vision.boards.halfboard import half_pictures, is_double

    halves = [half for one in pictures if is_double(one.board) for half in half_pictures(one)]
    return (*pictures, *halves)


def _instead(
    task: Task, jpeg: bytes, corners: "NDArray[np.float64] | None", refused: Refused
) -> str:
    """Return which other known board the photo shows that is not of the one asked for."""
    from scorer.vision.boards.halfboard import HalfBoard
    from scorer.vision.boards.taught import known_pictures
    from scorer.vision.locate.otherboard import shown_instead

    if task.board_id is None or refused.reason not in WRONG_BOARD:
        return ""
    known = [one for one in known_pictures(Path(task.boards)) if one.board.id != task.board_id]
    found = shown_instead(jpeg, _with_halves(known), corners)
    board = found.board if found else None
    whole = board.whole if isinstance(board, HalfBoard) else board
    return whole.id if whole else ""


def _refused(found: "NotRead") -> Refused:
    """Return why a photo was not read, with what was found out about it all the same."""
    from scorer.vision.read import Unfit

    if not isinstance(found, Unfit):
        return Refused(found.reason)
    return Refused(
        found.reason,
        board_id=found.board,
        half=found.half,
        corners_xy=found.corners_xy,
        others_xy=found.others_xy,
    )


def _found(reading: "Reading", before: Before | None) -> Read:
    """Return what was read; of half a board, with what was read before of the other half."""
    from scorer.vision.boards.halfboard import HalfBoard
    from scorer.vision.halves import joined_part, part_of, with_part
    from scorer.vision.photo.jpeg import beside, jpeg_of
    from scorer.vision.written import WrittenReading

    board, rgb = reading.board, reading.rectified.rgb
    x, y = map(float, reading.rectified.origin_mm)
    scale = float(reading.rectified.px_per_mm)
    half, sides = None, frozenset[Side]()
    if isinstance(board, HalfBoard):
        half, sides = board.side, frozenset({board.side})
        x += board.left_mm
        if before is not None:
            part = joined_part(board.whole, _part(before, board.whole), part_of(reading, half))
            reading, sides = with_part(reading, board.whole, part), part.sides
            old_frame = (before.frame.origin_mm, before.frame.px_per_mm)
            rgb, (x, y) = beside(before.jpeg, old_frame, rgb, ((x, y), scale))
    jpeg, (height, width) = jpeg_of(rgb, max(rgb.shape[:2]))
    frame = Frame((x, y), scale)
    return Read(WrittenReading.of(reading), jpeg, width, height, frame, half, sides)


def _part(before: Before, board: "CityBoard") -> "PartRead":
    from scorer.vision.halves import PartRead

    return PartRead(before.marks.checked_on(board), before.doubts, before.sides)


if __name__ == "__main__":
    main(int(sys.argv[1]))
