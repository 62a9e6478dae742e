"""Whose photo is read next, where workers choose."""

from collections.abc import Iterator

import pytest
from sqlalchemy import text

from scorer.store.postgres import open_postgres
from scorer.store.sharing import PhotoJobs
from scorer.web.hosted.news import connected
from scorer.web.hosted.turns import Turns
from tests.support.engines import Postgres, Redis

pytestmark = pytest.mark.slow


@pytest.fixture
def jobs(postgres: Postgres) -> Iterator[PhotoJobs]:
    engine = open_postgres(postgres.url)
    with engine.begin() as connection:
        connection.execute(text("TRUNCATE photo_job"))
    yield PhotoJobs(engine)
    engine.dispose()


@pytest.fixture
def turns(jobs: PhotoJobs, redis: Redis) -> Iterator[Turns]:
    with connected(redis.url) as connection:
        connection.flushall()
        yield Turns(jobs, connection)


def send(jobs: PhotoJobs, *photos: str) -> None:
    """Let photos wait; the address of ``a1`` is ``a``."""
    for photo in photos:
        jobs.add(photo, b"work", photo[0])


def read_all(jobs: PhotoJobs, turns: Turns, named: str) -> list[str]:
    """Read all photos one by one, whatever photo the call names."""
    order = []
    while photo := turns.claim(named, "worker"):
        assert jobs.begin(photo)
        jobs.end(photo)
        turns.release(photo)
        order.append(photo)
    return order


def test_addresses_take_turns(jobs: PhotoJobs, turns: Turns) -> None:
    send(jobs, "a1", "a2", "a3", "a4", "b1", "c1", "c2")
    # Each has its first before anybody has a second one.
    assert read_all(jobs, turns, "a4") == ["a1", "b1", "c1", "a2", "c2", "a3", "a4"]


def test_who_comes_later_waits_for_one_photo_of_an_address(jobs: PhotoJobs, turns: Turns) -> None:
    send(jobs, "a1", "a2", "a3")
    assert turns.claim("a1", "worker") == "a1"
    assert jobs.begin("a1")
    send(jobs, "b1", "b2")
    assert [one.id for one in turns.order(jobs.open())][:2] == ["b1", "a1"]
    # Two workers at once: one address each. Then a's turn was before b's.
    assert [turns.claim("a2", worker) for worker in ("one", "two", "three")] == ["b1", "a2", "b2"]


def test_a_photo_is_given_to_one_worker(jobs: PhotoJobs, turns: Turns) -> None:
    send(jobs, "a1")
    assert turns.claim("a1", "one") == "a1"
    assert turns.claim("a1", "two") is None
    turns.release("a1")
    assert turns.claim("a1", "two") == "a1"


def test_a_photo_that_is_kept_twice_is_there_once(jobs: PhotoJobs) -> None:
    jobs.add("a1", b"work", "a")
    assert jobs.begin("a1") == (b"work", 1)
    jobs.add("a1", b"other", "a")
    assert [(one.id, one.tries) for one in jobs.open()] == [("a1", 1)]
    assert jobs.work("a1") == b"work"


def test_what_was_begun_is_given_by_its_name_alone(jobs: PhotoJobs, turns: Turns) -> None:
    send(jobs, "a1", "a2")
    assert jobs.begin("a1")
    assert turns.claim("a2", "one") == "a2"
    assert turns.claim("a2", "two") is None
    assert turns.claim("a1", "two") == "a1"


def test_without_redis_the_oldest_photo_is_said_to_be_next(jobs: PhotoJobs) -> None:
    send(jobs, "a1", "a2", "b1")
    nobody = Turns(jobs, connected("redis://127.0.0.1:9/0"))
    assert [one.id for one in nobody.order(jobs.open())] == ["a1", "b1", "a2"]
