"""What the process that reads photos does to learn a board from them, or to make one better."""

import fcntl
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from scorer.rules.values import replace
from scorer.web.reading.messages import (
    HARD_TO_FIND,
    TAUGHT_ALREADY,
    Learn,
    Message,
    Opened,
    Refused,
    Stage,
    Task,
    Taught,
)

if TYPE_CHECKING:
    from scorer.vision.drawn.learn import LearnedDrawn
    from scorer.vision.photo.gate import NotRead, NotReadReason
    from scorer.vision.teach.learn import Learned

Tell = Callable[[Message], None]

# Enough for reading again; the longer side of what a 12-megapixel camera takes.
KEPT_PX = 4096
# Stands in the folder of taught boards; whoever keeps a new one locks it.
_LESSONS = ".lessons"
# Why a board was not learned although it could be, as ``TAUGHT_ALREADY``.
DRAWN_ON = "drawn-on"


def learned(task: Task, tell: Tell) -> Taught | Refused:
    """Learn a board from photos of it, blank or filled, and keep it."""
    from scorer.rules.city.city import load_city
    from scorer.vision.boards.later import note_photos
    from scorer.vision.boards.picture import board_ids
    from scorer.vision.boards.taught import NameTakenError, ask_turn, save_taught
    from scorer.vision.drawn.cafes import with_cafes
    from scorer.vision.drawn.places import unknown_places
    from scorer.vision.photo.gate import NotRead
    from scorer.vision.teach.checks import is_drawn_on
    from scorer.vision.teach.propose import proposed

    assert task.learn
    tell(Stage("locate"))
    if task.learn.better:
        return _better(task, task.learn, tell)
    boards = Path(task.boards)
    before = board_ids(boards)
    if not task.learn.anyway and (known := _taught_before(task)):
        return Refused(TAUGHT_ALREADY, board_id=known)
    found = _learned_picture(task, task.learn, tell)
    if isinstance(found, NotRead):
        if found.reason in HARD_TO_FIND and not task.learn.drawn:
            _show(task.data, tell)
        return Refused(found.reason)
    tell(Stage("propose"))
    if not (task.learn.anyway or task.learn.drawn) and is_drawn_on(found.picture):
        return Refused(DRAWN_ON)
    board = proposed(found.picture, load_city(task.learn.city))
    # Where cafés seem to be is known only now.
    picture = with_cafes(replace(found.picture, board=board))
    with _alone(boards):
        # Another phone may have taught it by the same photos while this lesson went on.
        if not task.learn.anyway and (known := _taught_before(task, but=before)):
            return Refused(TAUGHT_ALREADY, board_id=known)
        try:
            save_taught(boards, picture, new=True)
        except NameTakenError:
            # Somebody else was faster.
            return Refused(TAUGHT_ALREADY, board_id=board.id)
    note_photos(boards, board.id, (task.data, *task.learn.more))
    if not found.sure_of_turn:
        ask_turn(boards, board.id)
    return Taught(board.id, unknown_places(picture), found.photos_used, found.sure_of_turn)


def _show(data: bytes, tell: Tell) -> None:
    """Tell a photo as it is to be kept, so that a person can set corners on it."""
    from scorer.vision.photo.gate import NotRead, open_photo
    from scorer.vision.photo.jpeg import jpeg_of

    photo = open_photo(data)
    if not isinstance(photo, NotRead):
        jpeg, (height, width) = jpeg_of(photo.rgb, KEPT_PX)
        tell(Opened(jpeg, width, height))


def _better(task: Task, learn: Learn, tell: Tell) -> Taught | Refused:
    """Fill in, by later photos, what no photo of a taught board has shown."""
    from scorer.vision.drawn.places import unknown_places
    from scorer.vision.photo.gate import NotReadReason

    assert task.board_id
    boards, id_, photos = Path(task.boards), task.board_id, (task.data, *learn.more)
    found = filled_in(boards, id_, photos, told_photos(tell))
    if isinstance(found, NotReadReason):
        return Refused(found)
    return Taught(id_, unknown_places(found.picture), found.photos_used)


def filled_in(
    boards: Path, id_: str, photos: tuple[bytes, ...], on_photo: Callable[[int, int], None]
) -> "LearnedDrawn | NotReadReason":
    """Keep the picture of a taught board with what *photos* show that none had shown."""
    from scorer.rules.city.city import load_city
    from scorer.vision.boards.later import note_photos, picture_mark
    from scorer.vision.boards.picture import load_board, load_picture
    from scorer.vision.boards.taught import save_geometry, save_picture
    from scorer.vision.drawn.learn import filled_later
    from scorer.vision.photo.gate import NotRead, NotReadReason
    from scorer.vision.teach.shownlater import shown_later

    before = picture_mark(boards, id_)
    old = load_picture(id_, boards)
    found = filled_later(old, photos, on_photo=on_photo)
    note_photos(boards, id_, photos)
    if isinstance(found, NotRead):
        return found.reason
    if picture_mark(boards, id_) != before:
        # Somebody has turned it meanwhile, or another photo was quicker.
        return NotReadReason.NOTHING_NEW
    save_picture(boards, found.picture)
    # Somebody may have told more of the board meanwhile.
    board = load_board(id_, boards)
    shown = shown_later(board, old, found.picture, load_city(board.city))
    if shown != board:
        save_geometry(boards, shown)
    return found


def told_photos(tell: Tell) -> Callable[[int, int], None]:
    def on_photo(number: int, count: int) -> None:
        tell(Stage("learn", number, count))

    return on_photo


@contextmanager
def _alone(boards: Path) -> Iterator[None]:
    """Keep a new board while no other process on this computer does."""
    boards.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (boards / _LESSONS).open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _taught_before(task: Task, but: Collection[str] = ()) -> str:
    """Return the board that somebody has taught before by photos of the same map, if any.

    Boards named in *but* are left out.
    """
    from scorer.vision.boards.taught import known_pictures
    from scorer.vision.teach.checks import taught_before

    known = known_pictures(Path(task.boards))
    taught = [one for one in known if not one.board.practice and one.board.id not in but]
    found = taught_before(task.data, taught)
    return found.board.id if found else ""


def _learned_picture(task: Task, learn: Learn, tell: Tell) -> "Learned | LearnedDrawn | NotRead":
    """Return what the photos of *task* teach, nothing proposed yet."""
    import numpy as np

    from scorer.rules.city.city import load_city
    from scorer.vision.drawn.learn import learn_drawn
    from scorer.vision.teach.learn import learn_board
    from scorer.vision.teach.propose import empty_board

    assert task.board_id
    photos, on_photo = (task.data, *learn.more), told_photos(tell)
    board = empty_board(load_city(learn.city), task.board_id, learn.name)
    corners = None if task.corners_xy is None else np.array(task.corners_xy, dtype=np.float64)
    if learn.drawn:
        return learn_drawn(photos, board, corners, on_photo)
    on_photo(1, 1)
    return learn_board(task.data, board, more_photos=learn.more)
