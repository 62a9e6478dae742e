"""A photo of another drawing than what was entered, on a phone: which one counts is asked."""

import re

import pytest
from playwright.sync_api import expect

from scorer.store.games import (
    ASIDE,
    ASKED,
    GameStore,
    NewPicture,
    NewPlayer,
    PictureInfo,
    PictureKind,
    Source,
    StoredReading,
)
from tests.support.browser.browsing import IOS_15, IPHONE, Opener, Server
from tests.support.browser.pages import MARKS, SAMPLE, SETUP, BoardPage
from tests.support.browser.said import said

# A reader that has just begun, on a busy machine.
READ_MS = 60_000
ENTERED = {"city": "first-city", "board": "first-city", "sections": ["a0-b0", "a0-a1"]}


def test_which_drawing_counts_is_asked_and_undo_brings_the_other_back(
    new_page: Opener, server: Server, games: GameStore
) -> None:
    anna, boris = (NewPlayer(ENTERED, name, settled=frozenset({"checked:0"})) for name in "AB")
    key = games.create("first-city", "first-city", SETUP, [anna, boris], single=False)
    kept = {"marks": ENTERED, "settled": ["checked:0"], "after": MARKS}
    reading = StoredReading(0, MARKS, [], [], {"before": kept, "apart": True, ASIDE: ASKED})
    frame = {"origin_mm": [30, 20], "px_per_mm": 6.0}
    photo = NewPicture(PictureInfo(600, 600, frame), (SAMPLE / "photo.jpg").read_bytes())
    games.add_reading(key, 1, 1, reading, ENTERED, photo)
    page = new_page(IPHONE)
    page.goto(f"{server.url}/game/{key}")
    # The score table leads to the question, as the line of what is left to do does.
    open_ = page.locator("#scores td.open a").first
    expect(open_).to_have_attribute("href", re.compile("#doubts$"))
    page.locator('[data-seat="1"] [data-todo-step="check"]').tap()
    board = BoardPage(page).ready()
    expect(page.locator("#drawings")).to_be_in_viewport()
    expect(page.locator("#drawings b")).to_have_text(said("drawing.another", name="A"))
    expect(page.locator("#check")).to_have_text(said("result.to-check", n=1))
    expect(page.locator('[data-button="all-checked"]')).to_be_hidden()
    total = board.total
    page.locator('[data-button="drawing-photo"]').tap()
    expect(page.locator("#total output")).not_to_have_text(str(total))
    expect(page.locator("#drawings")).to_be_hidden()
    expect(page.locator("#undo")).to_be_enabled()
    page.locator("#undo").tap()
    expect(page.locator("#total output")).to_have_text(str(total))
    expect(page.locator("#drawings")).to_be_visible()
    board.ready()
    page.locator('[data-button="drawing-entered"]').tap()
    expect(page.locator("#drawings")).to_be_hidden()
    board.ready()
    expect(page.locator("#check")).to_be_hidden()
    assert board.state["status"]["checked"]
    page.locator("#undo").tap()
    expect(page.locator("#drawings")).to_be_visible()
    board.ready()
    # Whoever opens the page sees the question first.
    page.reload()
    board.ready()
    expect(page.locator("#drawings b")).to_be_in_viewport()


@pytest.mark.parametrize("lacks", ["", IOS_15], ids=["newer", "older"])
def test_undo_takes_away_the_photo_that_was_not_read(
    new_page: Opener, server: Server, games: GameStore, lacks: str
) -> None:
    key = games.create("first-city", "first-city", SETUP, [NewPlayer(MARKS, "A")], single=False)
    frame = {"origin_mm": [30, 20], "px_per_mm": 6.0}
    jpeg = (SAMPLE / "photo.jpg").read_bytes()
    games.put_photo(key, 1, NewPicture(PictureInfo(600, 600), jpeg), Source.PHOTO)
    rectified = NewPicture(PictureInfo(600, 600, frame), jpeg)
    version = games.load(key).player(1).version
    games.add_reading(key, 1, version, StoredReading(0, MARKS, [], [], {}), MARKS, rectified)
    games.put_photo(key, 1, NewPicture(PictureInfo(9, 9), b"jpeg"), Source.PHOTO)
    games.set_not_read(key, 1, {"reason": "no-board"})
    page = new_page(IPHONE)
    page.add_init_script(lacks)
    page.goto(f"{server.url}/game/{key}/1")
    board = BoardPage(page).ready()
    expect(page.get_by_role("button", name=said("not-read.earlier"))).to_be_visible()
    total = board.total
    page.locator("#undo").tap()
    expect(page.locator("#leave-out")).to_have_count(0)
    board.ready()
    assert board.total == total
    assert games.picture(key, 1, PictureKind.PHOTO) == jpeg
    expect(page.locator("#undo")).to_be_disabled()


def test_the_question_comes_into_sight_of_whoever_sent_the_photo_far_below_it(
    new_page: Opener, server: Server
) -> None:
    page = new_page(IPHONE)
    board = BoardPage(page).open_empty(server.url)
    choose = page.locator("#photo input[data-send]").first
    with page.expect_navigation(timeout=READ_MS):
        choose.set_input_files(SAMPLE / "photo.jpg")
    board.ready()
    page.evaluate("location.hash = '#photo'")
    expect(page.locator("#photo")).to_be_in_viewport()
    with page.expect_navigation(timeout=READ_MS):
        choose.set_input_files(SAMPLE.parent / "photos" / "easy-1.jpg")
    board.ready()
    expect(page.locator("#drawings b")).to_be_in_viewport()
    expect(page.locator('[data-button="drawing-photo"]')).to_be_in_viewport()
