"""The process that opens and reads photos, apart from the app.

Anybody may send a photo, and decoders are large: whatever one does to this process, the app
goes on. It takes one task after another from its standard input and answers with frames on
its standard output, each four bytes of length and one MessagePack value.
"""

import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import msgspec
from msgspec import Struct

from scorer.web.halves import joined

if TYPE_CHECKING:
    from scorer.rules.board import Board
    from scorer.vision.gate import NotRead
    from scorer.vision.read import Reading

# A photo of 20 MB and little else.
MOST_FRAME = 64_000_000
# Enough for reading again; the longer side of what a 12-megapixel camera takes.
KEPT_PX = 4096
# In place of a board's name: it is to be found out.
AUTO = "auto"


class Learn(Struct, frozen=True):
    """A blank board to learn: the city, and the name it shall be known by."""

    city: str
    name: str


class Before(Struct, frozen=True):
    """What was read before, as JSON, and the map as it was cut out of its photo."""

    reading: bytes
    jpeg: bytes
    origin_mm: tuple[float, float]
    px_per_mm: float


class Task(Struct, frozen=True):
    """A photo to read. ``corners_xy``: set by a person, in pixels of the upright photo.

    A photo of one half of a board joins ``before``, which holds the other one.
    """

    data: bytes
    board_id: str
    taught: str
    corners_xy: list[tuple[float, float]] | None = None
    learn: Learn | None = None
    before: Before | None = None


class Stage(Struct, frozen=True, tag=True):
    """The stage that begins now."""

    name: str


class Opened(Struct, frozen=True, tag=True):
    """The photo as it is to be kept: upright, encoded anew, without metadata."""

    jpeg: bytes
    width: int
    height: int


class Refused(Struct, frozen=True, tag=True):
    """Why the photo was not read; of which board its map is, and where, if it was found.

    ``half`` is the half of a double board that was found alone.
    """

    reason: str
    board_id: str = ""
    half: str = ""
    corners_xy: tuple[tuple[float, float], ...] = ()


class Read(Struct, frozen=True, tag=True):
    """What was read, as JSON, and the map as a JPEG with its frame on the board's page."""

    reading: bytes
    jpeg: bytes
    width: int
    height: int
    origin_mm: tuple[float, float]
    px_per_mm: float


class Taught(Struct, frozen=True, tag=True):
    """A board was learned and kept. ``sure_of_turn``: its upper side is known."""

    board_id: str
    sure_of_turn: bool


Message = Stage | Opened | Refused | Read | Taught
# What comes after each stage of reading.
_NEXT = {"open": "locate", "locate": "rectify", "rectify": "read", "interpret": "score"}


def main() -> None:
    """Read photos until the standard input ends."""
    tasks = sys.stdin.buffer
    # An app that has gone wants no more answers.
    with suppress(BrokenPipeError), os.fdopen(os.dup(1), "wb") as answers:
        # Libraries that print must not end up between the frames.
        os.dup2(2, 1)
        from scorer.vision import read  # noqa: F401

        put(answers, Stage(name="ready"))
        while (frame := take(tasks)) is not None:
            task = msgspec.msgpack.decode(frame, type=Task)
            (_learn if task.learn else _work)(task, answers)


def put(stream: BinaryIO, value: Struct) -> None:
    """Write one frame."""
    data = msgspec.msgpack.encode(value)
    stream.write(len(data).to_bytes(4, "big") + data)
    stream.flush()


def take(stream: BinaryIO) -> bytes | None:
    """Return the next frame, or None at the end."""
    head = stream.read(4)
    return stream.read(int.from_bytes(head, "big")) if len(head) == 4 else None


def _work(task: Task, answers: BinaryIO) -> None:
    import numpy as np

    from scorer.vision.gate import NotRead, open_photo
    from scorer.vision.halves import half_pictures, is_double
    from scorer.vision.jpeg import jpeg_of
    from scorer.vision.picture import load_picture
    from scorer.vision.read import read_photo
    from scorer.vision.taught import known_pictures

    put(answers, Stage(name="open"))
    photo = open_photo(task.data)
    if isinstance(photo, NotRead):
        put(answers, Refused(reason=str(photo.reason)))
        return
    jpeg, (height, width) = jpeg_of(photo.rgb, KEPT_PX)
    put(answers, Opened(jpeg=jpeg, width=width, height=height))
    corners = None if task.corners_xy is None else np.array(task.corners_xy, dtype=np.float64)
    taught = Path(task.taught)
    auto = task.board_id == AUTO
    pictures = known_pictures(taught) if auto else (load_picture(task.board_id, taught),)
    halves = [half for one in pictures if is_double(one.board) for half in half_pictures(one)]
    reading = read_photo(
        jpeg,
        (*pictures, *halves),
        corners,
        on_stage=lambda done: put(answers, Stage(name=_NEXT.get(done, "read"))),
    )
    if isinstance(reading, NotRead):
        put(answers, _refused(reading))
        return
    half = next((one.board for one in halves if one.board.id == reading.marks.board), None)
    page_mm = next(
        one.board.page_mm for one in pictures if reading.marks.board.startswith(one.board.id)
    )
    put(answers, _read(reading, half, page_mm[0], task.before))


def _refused(found: "NotRead") -> Refused:
    """Return why a photo was not read, with what was found out about it all the same."""
    from scorer.vision.read import Unfit

    if not isinstance(found, Unfit):
        return Refused(str(found.reason))
    board_id, _, half = found.board.partition(":")
    return Refused(str(found.reason), board_id, half, found.corners_xy)


def _learn(task: Task, answers: BinaryIO) -> None:
    from dataclasses import replace

    from scorer.rules.city import load_city
    from scorer.vision.gate import NotRead
    from scorer.vision.learn import learn_board
    from scorer.vision.propose import empty_board, proposed
    from scorer.vision.taught import save_taught

    assert task.learn
    put(answers, Stage(name="locate"))
    city = load_city(task.learn.city)
    found = learn_board(task.data, empty_board(city, task.board_id, task.learn.name))
    if isinstance(found, NotRead):
        put(answers, Refused(reason=str(found.reason)))
        return
    put(answers, Stage(name="read"))
    picture = replace(found.picture, board=proposed(found.picture, city))
    save_taught(Path(task.taught), picture)
    put(answers, Taught(board_id=task.board_id, sure_of_turn=found.sure_of_turn))


def _read(reading: "Reading", half: "Board | None", page_mm: float, before: Before | None) -> Read:
    """Return what was read; of *half* a board, with what was read before of the other half."""
    from scorer.vision.jpeg import beside, jpeg_of
    from scorer.vision.read import reading_data

    rectified = reading.rectified
    rgb, scale = rectified.rgb, float(rectified.px_per_mm)
    x, y = map(float, rectified.origin_mm)
    data = reading_data(reading)
    if half is not None:
        whole, _, side = half.id.rpartition(":")
        # A half's millimetres begin at its own page's edge.
        x += page_mm - half.page_mm[0] if side == "right" else 0.0
        data["marks"]["board"] = whole
        data["quality"] |= {"halves": [side], "half": side}
        if before is not None:
            data = joined(json.loads(before.reading), data, half, side)
            old_frame = (before.origin_mm, before.px_per_mm)
            rgb, (x, y) = beside(before.jpeg, old_frame, rgb, ((x, y), scale))
    jpeg, (height, width) = jpeg_of(rgb, max(rgb.shape[:2]))
    return Read(
        reading=msgspec.json.encode(data),
        jpeg=jpeg,
        width=width,
        height=height,
        origin_mm=(x, y),
        px_per_mm=scale,
    )


if __name__ == "__main__":
    main()
