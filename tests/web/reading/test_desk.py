"""The desk: what pages may know, and what is forgotten of a photo."""

from pathlib import Path
from sys import getrefcount

import pytest
from flask import Flask

from scorer.store.games import Source
from scorer.vision.boards.picture import load_picture
from scorer.vision.boards.taught import taught_boards
from scorer.vision.drawn.places import unknown_places
from scorer.web.reading.messages import End, Opened, Task
from scorer.web.reading.queue import Job, Outcome
from tests.support import scenes
from tests.test_layers import imports, modules

pytestmark = pytest.mark.slow

PAGES = sorted(name for name in modules() if name.startswith("scorer.web.pages."))


@pytest.mark.parametrize("page", PAGES)
def test_pages_know_the_desk_and_nothing_behind_it(page: str) -> None:
    known = modules()
    behind = {name for name in imports(known[page], known) if name.startswith("scorer.web.reading")}
    assert behind <= {"scorer.web.reading.desk"}


def test_the_folder_that_pages_are_kept_out_of_is_there() -> None:
    assert "scorer.web.reading.desk" in imports(modules()["scorer.web.pages.jobs"], modules())


def test_a_photo_is_forgotten_once_it_is_read(app: Flask) -> None:
    photo = b"no photo".ljust(1000)
    before = getrefcount(photo)
    job = app.extensions["scorer"].desk.read_new(photo, "first-city", Source.PHOTO)
    job.wait(60)
    assert job.outcome == Outcome(reason="not-an-image")
    assert getrefcount(photo) == before


def test_a_board_is_learned_from_filled_photos_and_made_better(app: Flask) -> None:
    services = app.extensions["scorer"]
    first, second = (
        scenes.encoded(scenes.scene(drawn=drawn, noise=2).rgb)
        for drawn in (("c3-d3", "b1-b2"), ("a5-b5",))
    )
    job = services.desk.learn_drawn([first], "first-city", "mine", "My board")
    job.wait(100)
    assert job.outcome == Outcome(board="mine")
    services.shelf.pull()
    known = load_picture("mine", services.taught_boards)
    roads = {where for kind, where in unknown_places(known) if kind == "section"}
    assert {"c3-d3", "b1-b2"} <= roads
    job = services.desk.learn_better([second], known.board)
    job.wait(100)
    assert job.outcome == Outcome(board="mine")
    services.shelf.pull()
    better = load_picture("mine", services.taught_boards)
    roads = {where for kind, where in unknown_places(better) if kind == "section"}
    assert not {"c3-d3", "b1-b2"} & roads
    assert better.board == known.board


def test_no_more_photos_are_taken_than_go_into_one_message(app: Flask) -> None:
    desk = app.extensions["scorer"].desk
    photo = b"no photo".ljust(20_000_000)
    job = desk.learn_drawn([photo] * 4, "first-city", "mine", "My board")
    job.wait(100)
    assert job.outcome == Outcome(reason="not-an-image", teaching=True)


def test_a_photo_is_forgotten_when_it_is_cancelled() -> None:
    def keep(_: Opened | End) -> None: ...

    photo = b"photo".ljust(1000)
    before = getrefcount(photo)
    job = Job(Task(photo, None, str(Path())), keep)
    assert getrefcount(photo) > before
    job.cancel()
    assert getrefcount(photo) == before


def test_of_two_who_teach_a_board_by_the_same_photos_at_once_one_is_told(app: Flask) -> None:
    services = app.extensions["scorer"]
    first, second = (
        scenes.encoded(scenes.scene(drawn=drawn, noise=2).rgb)
        for drawn in (("c3-d3", "b1-b2"), ("a5-b5",))
    )
    # Each phone sends the photo of its own player first.
    mine = services.desk.learn_drawn([first, second], "first-city", "mine", "My board")
    yours = services.desk.learn_drawn([second, first], "first-city", "yours", "Your board")
    for job in (mine, yours):
        job.wait(200)
    services.shelf.pull()
    (taught,) = {one.id for one in taught_boards(services.taught_boards)}
    told = [job.outcome or Outcome() for job in (mine, yours)]
    assert [one.board for one in told] == [taught, taught]
    assert sorted(one.reason for one in told) == ["", "taught-already"]
