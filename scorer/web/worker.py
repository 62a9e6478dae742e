"""The process that opens and reads photos, apart from the app.

Anybody may send a photo, and decoders are large: whatever one does to this process, the app
goes on. It takes one task after another from its standard input and answers with frames on
its standard output, each four bytes of length and one MessagePack value.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import msgspec
from msgspec import Struct

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


class Task(Struct, frozen=True):
    """A photo to read. ``corners_xy``: set by a person, in pixels of the upright photo."""

    data: bytes
    board_id: str
    taught: str
    corners_xy: list[tuple[float, float]] | None = None
    learn: Learn | None = None


class Stage(Struct, frozen=True, tag=True):
    """The stage that begins now."""

    name: str


class Opened(Struct, frozen=True, tag=True):
    """The photo as it is to be kept: upright, encoded anew, without metadata."""

    jpeg: bytes
    width: int
    height: int


class Refused(Struct, frozen=True, tag=True):
    """Why the photo was not read."""

    reason: str


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
    reading = read_photo(
        jpeg,
        known_pictures(taught) if auto else load_picture(task.board_id, taught),
        corners,
        on_stage=lambda done: put(answers, Stage(name=_NEXT.get(done, "read"))),
    )
    put(answers, Refused(str(reading.reason)) if isinstance(reading, NotRead) else _read(reading))


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


def _read(reading: object) -> Read:
    from scorer.vision.jpeg import jpeg_of
    from scorer.vision.read import Reading, reading_data

    assert isinstance(reading, Reading)
    rectified = reading.rectified
    jpeg, (height, width) = jpeg_of(rectified.rgb, max(rectified.rgb.shape[:2]))
    x, y = map(float, rectified.origin_mm)
    return Read(
        reading=msgspec.json.encode(reading_data(reading)),
        jpeg=jpeg,
        width=width,
        height=height,
        origin_mm=(x, y),
        px_per_mm=float(rectified.px_per_mm),
    )


if __name__ == "__main__":
    main()
