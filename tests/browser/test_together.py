"""Two phones on one board, and a phone without a connection: nothing is lost."""

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.support.browser.browsing import Opener, Server, Watch
from tests.support.browser.pages import BoardPage, rate
from tests.support.browser.said import said

# What a phone without a connection asks for in vain.
OFFLINE = ("/edits", "/events", "/stamp", "/state", "/scoring/")
# Where one phone took a visited café away and the other one used its bonus.
ASKED = said("conflict.values", what="e6", mine=said("cafe.none"), theirs=said("cafe.used"))


def second(board: BoardPage, new_page: Opener) -> BoardPage:
    page = new_page()
    page.goto(board.page.url)
    return BoardPage(page).ready()


def test_changes_of_two_phones_at_different_places_both_stay(
    phone: Page, server: Server, new_page: Opener, watch: Watch
) -> None:
    watch.forgiven = ("409",)
    mine = BoardPage(phone).open_example(server.url)
    theirs = second(mine, new_page)
    theirs.tap_road("e4-e5")
    theirs.ready()
    expect(phone.locator("#toast")).to_contain_text(said("conflict", what="").strip())
    mine.tap_road("a0-b0")
    mine.ready()
    sections = mine.state["marks"]["sections"]
    assert {"e4-e5", "a0-b0"} <= set(sections)


def test_what_is_told_while_a_tap_is_on_its_way_is_shown_afterwards(
    phone: Page, server: Server, new_page: Opener
) -> None:
    mine = BoardPage(phone).open_example(server.url)
    theirs = second(mine, new_page)
    taken: list[tuple[Route, APIResponse]] = []
    # The server takes the tap, but its answer is slow.
    phone.route("**/edits", lambda route: taken.append((route, route.fetch())))
    mine.tap_road("a0-b0")
    expect(theirs.page.locator('[data-where="a0-b0"]')).to_have_attribute("aria-pressed", "true")
    with phone.expect_request(lambda asked: asked.url.endswith(("/stamp", "/state"))):
        theirs.tap_road("e4-e5")
        theirs.ready()
    for route, answer in taken:
        route.fulfill(response=answer)
    expect(phone.locator('[data-where="e4-e5"]')).to_have_attribute("aria-pressed", "true")
    mine.ready()


def test_undo_takes_back_only_what_this_phone_changed(
    phone: Page, server: Server, new_page: Opener
) -> None:
    mine = BoardPage(phone).open_example(server.url)
    theirs = second(mine, new_page)
    rate(phone, "school", 10)
    lay_out(phone, 3)
    expect(theirs.page.locator("#goal-0-threshold")).to_have_value("3")
    lay_out(theirs.page, 5)
    rate(theirs.page, "school", 12)
    expect(phone.locator("#rating-school")).to_have_value("12")
    undo = phone.locator("#undo")
    undo.tap()
    expect(phone.locator("#goal-0-threshold")).to_have_value("5")
    undo.tap()
    left = said("undone.theirs", what="School of Illusions: 10")
    expect(phone.locator("#toast")).to_have_text(left)
    mine.ready()
    assert thresholds(mine) == [5]
    assert mine.state["setup"]["ratings"]["school"] == 12


@pytest.mark.unused
def test_goal_cards_of_two_phones_without_a_connection_all_lie_out(
    phone: Page, server: Server, new_page: Opener, watch: Watch
) -> None:
    watch.forgiven = ("409", "ERR_INTERNET_DISCONNECTED", *OFFLINE)
    mine = BoardPage(phone).open_example(server.url)
    theirs = second(mine, new_page)
    phone.context.set_offline(True)
    lay_out(phone, 3)
    lay_out(theirs.page, 5)
    phone.context.set_offline(False)
    expect(phone.locator("#goal-1-threshold")).to_have_value("3")
    mine.ready()
    assert thresholds(mine) == [5, 3]


def lay_out(page: Page, threshold: int) -> None:
    """Add a goal card that asks for *threshold*, and wait until it lies out."""
    cards = page.locator(".goal[id]")
    there = cards.count()
    page.locator('[data-button="add-goal"]').tap()
    for name, value in (("threshold", threshold), ("reached", 4), ("won", 8)):
        page.locator(f"#goal-new-{name}").fill(str(value))
        page.locator(f"#goal-new-{name}").press("Tab")
    expect(page.locator("#goal-new-card")).to_have_count(0)
    expect(cards).to_have_count(there + 1)


def thresholds(board: BoardPage) -> list[int]:
    """Return what each goal card that lies out asks for."""
    return [card["threshold"] for card in board.state["setup"]["goals"]]


@pytest.mark.unused
def test_changes_of_the_same_place_are_put_to_the_person(
    phone: Page, server: Server, new_page: Opener, watch: Watch
) -> None:
    watch.forgiven = ("409", "ERR_INTERNET_DISCONNECTED", *OFFLINE)
    mine = BoardPage(phone).open_example(server.url)
    theirs = second(mine, new_page)
    for board in (mine, theirs):
        board.mode("cafe")
    phone.context.set_offline(True)
    theirs.tap_cafe("e6")
    theirs.ready()
    mine.mode("section")
    mine.tap_road("a0-b0")
    mine.mode("cafe")
    for _ in range(2):
        mine.tap_cafe("e6")
    phone.context.set_offline(False)
    question = phone.locator("#problem")
    expect(question).to_contain_text(ASKED)
    question.get_by_role("button", name=said("conflict.theirs")).tap()
    mine.ready()
    assert mine.state["marks"]["cafes"]["e6"] == "used"
    # What was given up is neither taken back nor done again; the road that was kept is.
    mine.mode("section")
    for button, drawn in (("#undo", "false"), ("#redo", "true")):
        phone.locator(button).tap()
        expect(phone.locator('[data-where="a0-b0"]')).to_have_attribute("aria-pressed", drawn)
        expect(phone.locator(button)).to_be_disabled()
    mine.ready()
    assert mine.state["marks"]["cafes"]["e6"] == "used"


@pytest.mark.parametrize("leaves", [False, True])
def test_a_tap_whose_answer_was_lost_is_not_taken_for_another_phones(
    phone: Page, server: Server, watch: Watch, *, leaves: bool
) -> None:
    watch.forgiven = ("ERR_FAILED", "/edits")
    board = BoardPage(phone).open_example(server.url)
    address = phone.url
    taken: list[tuple[Route, APIResponse]] = []
    board.mode("cafe")
    phone.route("**/edits", lambda route: taken.append((route, route.fetch())), times=1)
    board.tap_cafe("e6")
    while not taken:
        phone.wait_for_timeout(20)
    # The server has the first tap; the second one comes before its answer, which never does.
    board.tap_cafe("e6")
    if leaves:
        phone.goto("about:blank")
        phone.goto(address)
    else:
        taken[0][0].abort()
    board.ready()
    expect(phone.locator("#problem")).to_be_hidden()
    assert "e6" not in board.state["marks"]["cafes"]


@pytest.mark.unused
def test_taps_without_a_connection_are_kept_over_a_reload_and_sent_later(
    phone: Page, server: Server, watch: Watch
) -> None:
    watch.forgiven = ("ERR_INTERNET_DISCONNECTED", *OFFLINE)
    board = BoardPage(phone).open_example(server.url)
    phone.context.set_offline(True)
    board.tap_road("e4-e5")
    expect(phone.locator("#saving")).to_contain_text(said("offline"))
    assert phone.locator("#game").get_attribute("data-status") == "unsent"
    phone.context.set_offline(False)
    phone.reload()
    board.ready()
    assert "e4-e5" in board.state["marks"]["sections"]
    expect(phone.get_by_text(said("offline"))).to_have_count(0)


@pytest.mark.unused
def test_a_change_kept_over_a_reload_does_not_override_a_newer_one_unasked(
    phone: Page, server: Server, new_page: Opener, watch: Watch
) -> None:
    watch.forgiven = ("ERR_INTERNET_DISCONNECTED", *OFFLINE, "409")
    mine = BoardPage(phone).open_example(server.url)
    theirs = second(mine, new_page)
    mine.mode("cafe")
    phone.context.set_offline(True)
    for _ in range(2):
        mine.tap_cafe("e6")
    expect(phone.locator("#saving")).to_contain_text(said("offline"))
    theirs.mode("cafe")
    theirs.tap_cafe("e6")
    theirs.ready()
    phone.context.set_offline(False)
    phone.reload()
    question = phone.locator("#problem")
    expect(question).to_contain_text(ASKED)
    # Neither a further tap nor leaving the page is an answer.
    mine.mode("section")
    mine.tap_road("a0-b0")
    phone.reload()
    expect(question).to_contain_text(ASKED)
    question.get_by_role("button", name=said("conflict.mine")).tap()
    mine.ready()
    assert "e6" not in mine.state["marks"]["cafes"]
    assert "a0-b0" in mine.state["marks"]["sections"]


def test_a_refused_tap_is_kept_until_the_person_says_what_becomes_of_it(
    phone: Page, server: Server, watch: Watch
) -> None:
    watch.forgiven = ("400", "403")
    board = BoardPage(phone).open_example(server.url)
    phone.context.clear_cookies()
    board.tap_road("a0-b0")
    board.ready()
    assert "a0-b0" in board.state["marks"]["sections"]

    def refuse(route: Route) -> None:
        route.fulfill(status=403, json={"error": "No entry", "hint": "Ask somebody."})

    question = phone.locator("#problem")
    # Sent again, the road is drawn; then taking it away is refused, and thrown away.
    for answer in ("refused.again", "refused.drop"):
        phone.route("**/edits", refuse)
        board.tap_road("a0-a1")
        expect(question).to_contain_text("No entry")
        expect(question).to_contain_text(said("refused.kept"))
        phone.unroute_all()
        question.get_by_role("button", name=said(answer)).tap()
        board.ready()
        assert "a0-a1" in board.state["marks"]["sections"]
