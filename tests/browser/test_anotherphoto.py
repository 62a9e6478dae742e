"""On a phone: another photo from the other side, where places are under a lamp."""

from playwright.sync_api import FilePayload, Page, expect

from tests.support.browser.browsing import Server
from tests.support.browser.pages import MARKS, BoardPage
from tests.support.browser.said import said
from tests.support.photos import blank_photo, lamped_photo

# A reader that has just begun, on a busy machine.
READ_MS = 60_000
ONE, OTHER = (73.0, 86.0), (124.0, 136.0)


def file_of(photo: bytes) -> FilePayload:
    return {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": photo}


def test_another_photo_from_the_other_side_settles_what_is_under_the_lamp(
    phone: Page, server: Server
) -> None:
    phone.goto(server.url)
    phone.locator("input[data-chosen]").set_input_files(file_of(lamped_photo(*ONE)))
    phone.wait_for_url("**/game/*/1", timeout=READ_MS)
    board = BoardPage(phone).ready()
    hidden = [place["where"] for place in board.state["another_photo"]]
    assert "B2" in hidden
    phone.locator("#check").tap()
    card = phone.locator("#another")
    expect(card.get_by_role("heading")).to_have_text(said("another.title"))
    card.get_by_role("button", name=said("another.show")).tap()
    assert board.lit == sorted(set(hidden))
    phone.locator("#check").tap()
    choose = card.locator("input").last
    choose.set_input_files(file_of(blank_photo()))
    problem = phone.locator("[data-problem]")
    expect(problem).to_contain_text(said("error.not-joined"), timeout=READ_MS)
    expect(problem).to_contain_text("stays")
    expect(problem).to_be_in_viewport()
    assert [place["where"] for place in board.state["another_photo"]] == hidden
    with phone.expect_navigation(timeout=READ_MS):
        choose.set_input_files(file_of(lamped_photo(*OTHER)))
    board.ready()
    assert board.state["read"] == MARKS
    expect(card).to_be_hidden()
