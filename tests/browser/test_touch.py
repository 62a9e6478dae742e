"""Fingers on the glass: pinch and drag, and targets that a thumb meets."""

import shutil
from collections.abc import Callable, Iterator
from typing import TypeVar

import pytest
from playwright.sync_api import CDPSession, Page, expect

from scorer.rules.values import replace
from scorer.vision.boards.picture import load_picture
from scorer.vision.boards.taught import save_taught
from tests.support.browser.browsing import PHONE, Opener, Server
from tests.support.browser.pages import BoardPage
from tests.support.browser.tablepage import begin

Point = tuple[float, float]
Seen = TypeVar("Seen")
# Links within a sentence need no size of their own.
TARGETS = "button, select, summary, a.button, a.way, a.who, label.button, label.tool, input"
LEAST_PX = 44


def touch(session: CDPSession, kind: str, points: list[Point]) -> None:
    where = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})


def moved(session: CDPSession, fingers: list[tuple[Point, Point]], steps: int = 6) -> None:
    """Put fingers down, move each from its one point to the other, and lift them."""
    touch(session, "touchStart", [start for start, _ in fingers])
    for step in range(1, steps + 1):
        share = step / steps
        at = [(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share) for (x0, y0), (x1, y1) in fingers]
        touch(session, "touchMove", at)
    touch(session, "touchEnd", [])


def shown(page: Page) -> list[float]:
    """The part of the board that is in view: x, y, width, height in mm."""
    return [float(n) for n in (page.locator("#board").get_attribute("viewBox") or "").split()]


def settled(page: Page, look: Callable[[Page], Seen], wanted: Callable[[Seen], bool]) -> Seen:
    """What is seen once it is as *wanted* and stays so: a busy page answers fingers late."""
    seen = look(page)
    for _ in range(50):
        page.wait_for_timeout(100)
        before, seen = seen, look(page)
        if wanted(seen) and seen == before:
            break
    return seen


def enlarged(page: Page) -> float:
    """How much larger than life the browser itself shows the page."""
    scale: float = page.evaluate("visualViewport.scale")
    return scale


def scrolled(page: Page) -> float:
    y: float = page.evaluate("scrollY")
    return y


@pytest.mark.parametrize("slowness", [1, 10])
def test_the_board_is_pinched_and_dragged_and_nothing_is_drawn(
    phone: Page, server: Server, slowness: int
) -> None:
    board = BoardPage(phone).open_example(server.url)
    before, marks = shown(phone), board.state["marks"]
    session = phone.context.new_cdp_session(phone)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowness})
    moved(session, [((180, 220), (90, 140)), ((210, 250), (300, 330))])
    near = settled(phone, shown, lambda view: view[2] < before[2] * 0.25)
    assert near[2] < before[2] * 0.25
    moved(session, [((200, 240), (120, 180))])
    aside = settled(phone, shown, lambda view: view[0] > near[0] and view[1] > near[1])
    assert aside[2] == pytest.approx(near[2])
    assert aside[0] > near[0]
    assert aside[1] > near[1]
    moved(session, [((90, 140), (180, 220)), ((300, 330), (210, 250))])
    assert settled(phone, shown, lambda view: view == before) == before
    assert enlarged(phone) == 1
    board.ready()
    assert board.state["marks"] == marks


def test_a_pinch_around_the_thumb_does_not_scroll_the_page(phone: Page, server: Server) -> None:
    BoardPage(phone).open_example(server.url)
    before = shown(phone)
    # Chromium leaves two fingers alone by touch-action; other browsers must be told at once.
    phone.evaluate("addEventListener('touchstart', (e) => (window.kept = e.defaultPrevented))")
    session = phone.context.new_cdp_session(phone)
    moved(session, [((180, 390), (180, 390)), ((210, 360), (300, 150))])
    near = settled(phone, shown, lambda view: view[2] < before[2] * 0.25)
    assert near[2] < before[2] * 0.25
    assert (scrolled(phone), enlarged(phone)) == (0, 1)
    assert phone.evaluate("kept")


def test_one_finger_on_the_board_pulls_the_sheet_where_it_draws_nothing(
    phone: Page, server: Server
) -> None:
    BoardPage(phone).open_example(server.url).mode("tourists")
    before = shown(phone)
    phone.evaluate("addEventListener('touchstart', (e) => (window.kept = e.defaultPrevented))")
    moved(phone.context.new_cdp_session(phone), [((200, 400), (200, 100))])
    assert settled(phone, scrolled, lambda y: y > 100) > 100
    assert not phone.evaluate("kept")
    assert shown(phone) == before


def test_a_page_that_the_browser_enlarged_is_made_smaller_again_on_the_board(
    phone: Page, server: Server
) -> None:
    BoardPage(phone).open_example(server.url)
    phone.locator("#zoom-in").tap()
    before = shown(phone)
    session = phone.context.new_cdp_session(phone)
    session.send("Emulation.setPageScaleFactor", {"pageScaleFactor": 3})
    assert settled(phone, enlarged, lambda scale: scale > 2.9) == pytest.approx(3)
    moved(session, [((10, 70), (60, 120)), ((120, 175), (70, 130))])
    assert settled(phone, enlarged, lambda scale: scale < 2) < 2
    assert shown(phone) == before


@pytest.fixture
def own_board(server: Server) -> Iterator[str]:
    picture = load_picture("london")
    board = replace(picture.board, id="thumb-london", name="Our own", practice=False)
    save_taught(server.data_dir / "boards", replace(picture, board=board))
    yield f"{server.url}/teach/{board.id}"
    shutil.rmtree(server.data_dir / "boards" / board.id)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_target_on_every_page_is_large_enough(
    new_page: Opener, server: Server, own_board: str, language: str
) -> None:
    page = new_page(PHONE, locale=language)
    small = []
    for address in (server.url, f"{server.url}/new", f"{server.url}/teach", own_board):
        page.goto(address)
        small += too_small(page)
    begin(page, server.url, "Anna", "Boris")
    page.locator('[data-button="add-goal"]').tap()
    expect(page.locator("#goal-new-measure")).to_be_visible()
    small += too_small(page)
    page.locator("#player-1 a.who").tap()
    BoardPage(page).ready()
    small += too_small(page)
    assert small == []


def too_small(page: Page) -> list[str]:
    page.evaluate("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    found: list[str] = page.evaluate(
        """([targets, least]) => [...document.querySelectorAll(targets)]
             .filter((one) => one.checkVisibility() && one.type !== "hidden")
             .filter((one) => one.parentElement.closest("label") === null)
             .map((one) => [one, one.getBoundingClientRect()])
             .filter(([, box]) => box.width && Math.min(box.width, box.height) < least - 0.5)
             .map(([one, box]) => `${location.pathname} ${one.outerHTML.slice(0, 90)} ${box.width}`)
        """,
        [TARGETS, LEAST_PX],
    )
    return found


def test_where_movement_is_unwanted_the_route_is_walked_in_steps(
    new_page: Opener, server: Server
) -> None:
    page = new_page(PHONE, reduced_motion="reduce")
    board = BoardPage(page).open_example(server.url)
    roads = len(board.state["sheet"]["route"]["sections"])
    page.evaluate(
        """() => {
             window.places = new Set();
             new MutationObserver(() => {
               const dot = document.querySelector(".walker");
               if (dot) places.add(`${dot.getAttribute("cx")} ${dot.getAttribute("cy")}`);
             }).observe(document.getElementById("board"), { subtree: true, attributes: true });
           }"""
    )
    page.locator("#play").tap()
    expect(page.locator(".walker")).to_have_count(1)
    expect(page.locator(".walker")).to_have_count(0, timeout=20_000)
    assert 2 < page.evaluate("places.size") <= roads + 2
