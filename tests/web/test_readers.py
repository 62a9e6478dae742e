"""Readers: a photo that crashes or never ends costs its own job and nothing else."""

import sys
from collections.abc import Iterator
from io import BytesIO

import pytest

from scorer.web.readers import MOST_WAITING, BusyError, Job, Readers
from scorer.web.worker import Message, Refused, Stage, Task, put, take

# A worker that does what the photo says.
WORKER = """
import os, sys, time, msgspec
from scorer.web.worker import Refused, Stage, Task, put, take
out = sys.stdout.buffer
put(out, Stage(name="ready"))
while (frame := take(sys.stdin.buffer)) is not None:
    word = msgspec.msgpack.decode(frame, type=Task).data
    put(out, Stage(name="open"))
    if word == b"crash":
        os._exit(11)
    if word == b"garbage":
        out.write(b"\\xff" * 64); out.flush()
    if word in (b"endless", b"garbage"):
        time.sleep(60)
    put(out, Refused(reason=word.decode()))
"""


def task(word: bytes) -> Task:
    return Task(word, "first-city", "")


@pytest.fixture
def readers() -> Iterator[Readers]:
    readers = Readers(limit_s=2.0, command=(sys.executable, "-c", WORKER))
    yield readers
    readers.close()


def reason(message: Message) -> str | None:
    return message.reason if isinstance(message, Refused) else None


def result(readers: Readers, word: bytes) -> object:
    job = readers.submit(task(word), reason)
    job.wait(20)
    assert job.over
    return job.failed or job.result


def test_each_photo_gets_its_own_answer(readers: Readers) -> None:
    jobs = [readers.submit(task(b"photo %d" % i), reason) for i in range(6)]
    for job in jobs:
        job.wait(20)
    assert [job.result for job in jobs] == [f"photo {i}" for i in range(6)]
    assert all(readers.job(job.id) is job for job in jobs)


def test_after_a_crash_the_next_photo_is_read(readers: Readers) -> None:
    for _ in range(3):
        assert result(readers, b"crash") == "reader-crashed"
    assert result(readers, b"fine") == "fine"


@pytest.mark.parametrize("word", [b"endless", b"garbage"])
def test_what_does_not_end_is_ended(readers: Readers, word: bytes) -> None:
    assert result(readers, word) in ("reader-slow", "reader-crashed")
    assert result(readers, b"fine") == "fine"


def until_open(job: Job) -> None:
    while job.stage in ("waiting", "starting"):
        job.wait(10, job.stage)


def test_who_waits_is_told_how_many_are_before(readers: Readers) -> None:
    jobs = [readers.submit(task(b"endless"), reason) for _ in range(4)]
    for job in jobs[:2]:
        until_open(job)
    assert [readers.ahead(job) for job in jobs] == [0, 0, 2, 3]
    jobs[0].cancel()
    until_open(jobs[2])
    assert [readers.ahead(job) for job in jobs[2:]] == [0, 2]


def test_a_cancelled_photo_makes_room_at_once(readers: Readers) -> None:
    jobs = [readers.submit(task(b"endless"), reason) for _ in range(2)]
    until_open(jobs[0])
    for job in jobs:
        job.cancel()
    assert result(readers, b"fine") == "fine"
    assert {job.failed for job in jobs} == {"cancelled"}


def test_a_mistake_of_ours_costs_one_job(readers: Readers) -> None:
    def keep(_: Message) -> None:
        raise ZeroDivisionError

    job = readers.submit(task(b"fine"), keep)
    job.wait(20)
    assert job.failed == "500"
    assert result(readers, b"fine") == "fine"


def test_beyond_so_many_waiting_photos_more_are_refused(readers: Readers) -> None:
    def send_many() -> None:
        for _ in range(MOST_WAITING + 4):
            readers.submit(task(b"endless"), reason)

    with pytest.raises(BusyError):
        send_many()


def test_frames_come_back_as_they_were_sent() -> None:
    stream = BytesIO()
    put(stream, Stage(name="open"))
    put(stream, Refused(reason="no-board"))
    stream.seek(0)
    first, second, end = take(stream), take(stream), take(stream)
    assert first
    assert second
    assert b"open" in first
    assert b"no-board" in second
    assert end is None
