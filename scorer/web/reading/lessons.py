"""Photos that teach: what a message to a reader holds of them."""

from collections.abc import Sequence
from pathlib import Path

from scorer.rules.board.board import Board
from scorer.rules.values import replace
from scorer.store.games import Source
from scorer.web.reading.keeping import Aim
from scorer.web.reading.messages import MOST_BYTES, Corners, Learn, Task

# Bytes of photos that go into one message together.
_MOST_TOGETHER = MOST_BYTES - 1_000_000


def lesson(
    boards: Path,
    photos: Sequence[bytes],
    board_id: str,
    learn: Learn,
    waits: tuple[str, int] | None = None,
    owner: str = "",
    corners: Corners | None = None,
) -> tuple[Task, Aim]:
    """Return the task to learn a board from as many of *photos* as go into one message.

    The map has its *corners* there in the first of them, if a person has set them.
    """
    first, *others = photos
    more: list[bytes] = []
    for data in others:
        if len(first) + sum(map(len, more)) + len(data) < _MOST_TOGETHER:
            more.append(data)
    task = Task(first, board_id, str(boards), corners, learn=replace(learn, more=tuple(more)))
    return task, Aim(Source.PHOTO, waits=waits, teaching=True, better=learn.better, owner=owner)


def lesson_better(
    boards: Path, photos: Sequence[bytes], board: Board, waits: tuple[str, int] | None = None
) -> tuple[Task, Aim]:
    """Return the task to fill in what no photo of a taught *board* has shown."""
    learn = Learn(board.city, board.name, drawn=True, better=True)
    return lesson(boards, photos, board.id, learn, waits)
