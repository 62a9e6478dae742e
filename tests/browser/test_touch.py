"""Fingers on the glass: pinch and drag, and targets that a thumb meets."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import CDPSession, Page, expect

from scorer.vision.picture import load_picture
from scorer.vision.taught import save_taught
from tests.browser.conftest import PHONE, Opener, Server
from tests.browser.pages import BoardPage
from tests.browser.test_game import begin

Point = tuple[float, float]
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


def after(
    page: Page,
    session: CDPSession,
    fingers: list[tuple[Point, Point]],
    wanted: Callable[[list[float]], bool],
) -> list[float]:
    """Move *fingers*, as *moved* does, and return what is in view once it is at rest as *wanted*.

    From a page that is too busy to answer in time the browser takes the fingers away and may
    scroll; then, as anybody would, it is scrolled back and they are moved again, twice at most.
    """
    seen: list[float] = []
    for _ in range(3):
        page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
        moved(session, fingers)
        for _ in range(15):
            before, seen = seen, shown(page)
            if wanted(seen) and seen == before:
                return seen
            page.wait_for_timeout(100)
    return seen


def test_the_board_is_pinched_and_dragged_and_nothing_is_drawn(phone: Page, server: Server) -> None:
    board = BoardPage(phone).open_example(server.url)
    before, marks = shown(phone), board.state["marks"]
    session = phone.context.new_cdp_session(phone)
    apart = [((180.0, 220.0), (90.0, 140.0)), ((210.0, 250.0), (300.0, 330.0))]
    near = after(phone, session, apart, lambda view: view[2] < before[2] * 0.6)
    assert near[2] < before[2] * 0.6
    along = [((200.0, 240.0), (120.0, 180.0))]
    aside = after(phone, session, along, lambda view: view[0] > near[0] and view[1] > near[1])
    assert aside[2] == pytest.approx(near[2])
    assert aside[0] > near[0]
    assert aside[1] > near[1]
    board.ready()
    assert board.state["marks"] == marks


def test_the_board_is_pinched_smaller(phone: Page, server: Server) -> None:
    BoardPage(phone).open_example(server.url)
    for _ in range(2):
        phone.locator("#zoom-in").click()
    near = shown(phone)
    session = phone.context.new_cdp_session(phone)
    together = [((90.0, 140.0), (180.0, 220.0)), ((300.0, 330.0), (210.0, 250.0))]
    far = after(phone, session, together, lambda view: view[2] > near[2] * 1.5)
    assert far[2] > near[2] * 1.5


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
    expect(page.locator("#goal-0-measure")).to_be_visible()
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
