"""The queue: a photo that crashes or never ends costs its own job and nothing else."""

import os
import pickle
import sys
import time
from collections.abc import Callable, Iterator
from multiprocessing import Pipe
from pathlib import Path

import pytest

from scorer.rules.values import replace
from scorer.web.reading.messages import (
    MESSAGES,
    MOST_BYTES,
    TASKS,
    End,
    Learn,
    LostError,
    Opened,
    Refused,
    Stage,
    Task,
    put,
    take,
)
from scorer.web.reading.queue import MOST_WAITING, BusyError, Failure, Job, Outcome, PhotoQueue

pytestmark = pytest.mark.slow

# A process that does what the photo says.
WORKER = """
import os, pickle, subprocess, sys, time
from multiprocessing.connection import Connection
from scorer.web.reading.messages import TASKS, Refused, Stage, put, take

class Evil:
    def __reduce__(self):
        return os.mkdir, (os.environ["EVIL"],)

descriptor = int(sys.argv[1])
app = Connection(descriptor)
put(app, Stage("ready"))
while True:
    word = take(app, TASKS).data
    put(app, Stage("open"))
    match word:
        case b"crash":
            os._exit(11)
        case b"endless":
            time.sleep(60)
        case b"slow":
            put(app, Stage("learn", 2, 11))
            time.sleep(2)
        case b"garbage":
            app.send_bytes(b"\\xff" * 64)
        case b"pickle":
            app.send(Evil())
        case b"huge":
            os.write(descriptor, (64_000_001).to_bytes(4, "big"))
            time.sleep(60)
        case b"half":
            os.write(descriptor, (1000).to_bytes(4, "big") + b"only so much")
            time.sleep(60)
        case b"child":
            # One that outlives its parent and keeps the connection open.
            subprocess.Popen(["sleep", "50"], pass_fds=[descriptor], start_new_session=True)
            os.write(descriptor, (1000).to_bytes(4, "big"))
            time.sleep(60)
    put(app, Refused(word.decode()))
    if word == b"last":
        os._exit(0)
"""


def task(word: bytes) -> Task:
    return Task(word, "first-city", "")


@pytest.fixture
def limit_s() -> float:
    """Longer than any test, so that a busy machine ends no photo."""
    return 60.0


@pytest.fixture
def queue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit_s: float) -> Iterator[PhotoQueue]:
    monkeypatch.setenv("EVIL", str(tmp_path / "evil"))
    queue = PhotoQueue(limit_s, (sys.executable, "-c", WORKER))
    yield queue
    queue.close()


def told(message: Opened | End) -> Outcome | None:
    return Outcome(reason=message.reason) if isinstance(message, Refused) else None


def result(queue: PhotoQueue, word: bytes, keep: Callable[..., Outcome | None] = told) -> str:
    job = queue.submit(task(word), keep)
    job.wait(40)
    assert job.over
    return job.failed or (job.outcome.reason if job.outcome else "")


def test_each_photo_gets_its_own_answer(queue: PhotoQueue) -> None:
    jobs = [queue.submit(task(b"photo %d" % i), told) for i in range(6)]
    for job in jobs:
        job.wait(40)
    assert [job.outcome for job in jobs] == [Outcome(reason=f"photo {i}") for i in range(6)]
    assert all(queue.job(job.id) is job for job in jobs)


@pytest.mark.parametrize("word", [b"crash", b"garbage", b"pickle", b"huge"])
def test_after_a_crash_or_nonsense_the_next_photo_is_read(queue: PhotoQueue, word: bytes) -> None:
    for _ in range(3):
        assert result(queue, word) == Failure.CRASHED
    assert result(queue, b"fine") == "fine"


def test_a_process_that_was_taken_over_gets_no_code_run_in_the_app(
    queue: PhotoQueue, tmp_path: Path
) -> None:
    assert result(queue, b"pickle") == Failure.CRASHED
    assert not (tmp_path / "evil").exists()


@pytest.mark.parametrize("limit_s", [3.0])
@pytest.mark.parametrize("word", [b"endless", b"half", b"child"])
def test_what_does_not_end_is_ended(queue: PhotoQueue, word: bytes) -> None:
    assert result(queue, word) == Failure.SLOW
    assert result(queue, b"fine") == "fine"


@pytest.mark.parametrize("limit_s", [1.0])
def test_learning_a_board_may_take_as_long_as_its_photos_do(queue: PhotoQueue) -> None:
    learn = Learn("first-city", "Town", drawn=True, more=(b"",) * 10)
    job = queue.submit(replace(task(b"slow"), learn=learn), told)
    while job.stage.name != "learn":
        job.wait(10, job.stage)
    assert job.stage == Stage("learn", photo=2, photos=11)
    job.wait(40)
    assert job.outcome == Outcome(reason="slow")


def test_a_process_that_ends_while_nobody_waits_costs_no_photo(queue: PhotoQueue) -> None:
    for _ in range(4):
        assert result(queue, b"last") == "last"
        time.sleep(0.2)


def until_open(job: Job) -> None:
    while job.stage.name in ("waiting", "starting"):
        job.wait(10, job.stage)


def test_who_waits_is_told_how_many_are_before(queue: PhotoQueue) -> None:
    jobs = [queue.submit(task(b"endless"), told) for _ in range(4)]
    for job in jobs[:2]:
        until_open(job)
    assert [queue.ahead(job) for job in jobs] == [0, 0, 2, 3]
    jobs[0].cancel()
    until_open(jobs[2])
    assert [queue.ahead(job) for job in jobs[2:]] == [0, 2]


def test_a_cancelled_photo_makes_room_at_once(queue: PhotoQueue) -> None:
    jobs = [queue.submit(task(b"endless"), told) for _ in range(2)]
    until_open(jobs[0])
    for job in jobs:
        job.cancel()
    assert result(queue, b"fine") == "fine"
    assert {job.failed for job in jobs} == {Failure.CANCELLED}


def test_a_photo_cancelled_while_it_waits_is_never_begun(queue: PhotoQueue) -> None:
    kept: list[object] = []
    busy = [queue.submit(task(b"endless"), told) for _ in range(2)]
    for job in busy:
        until_open(job)
    waiting = queue.submit(task(b"fine"), kept.append)
    waiting.cancel()
    for job in busy:
        job.cancel()
    assert result(queue, b"fine") == "fine"
    assert waiting.failed is Failure.CANCELLED
    assert kept == []


def test_a_mistake_of_ours_costs_one_job(queue: PhotoQueue) -> None:
    def keep(_: object) -> None:
        raise OSError

    assert result(queue, b"fine", keep) == Failure.OURS
    assert result(queue, b"fine") == "fine"


def test_beyond_so_many_waiting_photos_more_are_refused(queue: PhotoQueue) -> None:
    def send_many() -> None:
        for _ in range(MOST_WAITING + 4):
            queue.submit(task(b"endless"), told)

    with pytest.raises(BusyError):
        send_many()


def test_messages_come_back_as_they_were_sent() -> None:
    app, process = Pipe()
    with app, process:
        put(app, task(b"photo"))
        assert take(process, TASKS) == task(b"photo")
        for message in (Stage("open"), Refused("no-board", corners_xy=((0.0, 1.5),))):
            put(process, message)
            assert take(app, MESSAGES) == message


@pytest.mark.parametrize("data", [b"", b"\xc1", pickle.dumps(os.getcwd), b"\x81\xa4type\xa4Read"])
def test_what_is_no_message_is_refused(data: bytes) -> None:
    app, process = Pipe()
    with app, process:
        process.send_bytes(data)
        with pytest.raises(LostError):
            take(app, MESSAGES)


def test_a_message_that_is_too_long_is_not_even_read() -> None:
    app, process = Pipe()
    with app, process:
        os.write(process.fileno(), (MOST_BYTES + 1).to_bytes(4, "big"))
        with pytest.raises(LostError):
            take(app, MESSAGES)
