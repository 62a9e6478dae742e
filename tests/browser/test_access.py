"""No page keeps anybody out: axe-core finds nothing, by day and by night."""

import shutil

import pytest
from playwright.sync_api import Page, expect

from scorer.rules.values import replace
from scorer.store.games import GameStore
from scorer.vision.boards.picture import load_picture
from scorer.vision.boards.taught import save_taught
from tests.support.browser.access import violations
from tests.support.browser.browsing import PHONE, Opener, Server, Watch
from tests.support.browser.cities import begin as begin_city
from tests.support.browser.photopage import DOUBTS, open_with_doubts
from tests.support.browser.tablepage import begin

PHONE_WIDTH = 390


@pytest.fixture
def page(new_page: Opener) -> Page:
    return new_page(PHONE, reduced_motion="reduce", bypass_csp=True)


def test_nothing_keeps_anybody_out(page: Page, server: Server, watch: Watch) -> None:
    watch.forgiven = ("404",)
    for path in ("/", "/new", "/teach"):
        page.goto(server.url + path)
        assert violations(page) == [], path
    begin(page, server.url, "Anna", "Boris")
    page.locator('[data-button="add-goal"]').tap()
    expect(page.locator("#goal-new-measure")).to_be_visible()
    assert violations(page) == []
    page.goto(page.locator(".join .small a").get_attribute("href") or "")
    assert violations(page) == [], "looking on"
    page.goto(f"{server.url}/game/unknown")
    assert violations(page) == [], "an error"


@pytest.mark.parametrize("city", ["london", "new-york"])
def test_the_board_editor_keeps_nobody_out(page: Page, server: Server, city: str) -> None:
    picture = load_picture(city)
    board = replace(picture.board, id=f"own-{city}", name="Our own", practice=False)
    save_taught(server.data_dir / "boards", replace(picture, board=board))
    page.goto(f"{server.url}/teach/own-{city}?road=d3-e3#roads")
    for summary in page.locator("summary").all():
        if not summary.evaluate("one => one.parentElement.open"):
            summary.tap()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE_WIDTH
    shutil.rmtree(server.data_dir / "boards" / board.id)


def test_a_board_keeps_nobody_out(page: Page, server: Server, games: GameStore) -> None:
    board = open_with_doubts(page, server, games, DOUBTS)
    page.locator('[data-step="red"]').tap()
    assert violations(page) == []
    for mode in ("tourists", "cafe", "task"):
        board.mode(mode)
        assert violations(page) == [], mode
    page.locator('[data-button="load"]').tap()
    page.locator('[data-button="route-1"]').tap(timeout=20_000)
    page.locator("#dispute summary").tap()
    page.locator("#written-red").fill("7")
    page.locator('[data-button="check"]').tap()
    expect(page.locator(".wrong").first).to_be_visible()
    board.mode("tourists")
    board.tap_location("C3")
    assert violations(page) == [], "a line, a dispute and the stepper open"
    page.goto(f"{page.url}/corners")
    page.locator(".handle").first.focus()
    assert violations(page) == [], "corners"


@pytest.mark.parametrize("city", ["new-york", "paris", "cairo"])
def test_what_a_city_has_of_its_own_keeps_nobody_out(page: Page, server: Server, city: str) -> None:
    board = begin_city(page, server.url, city)
    board.mode("cafe")
    assert violations(page) == []
    board.mode("tourists")
    page.locator(f'[data-where="{CROSSED.get(city, "B2")}"]').press("Enter")
    assert violations(page) == []


# A location that may be crossed out, where there are such.
CROSSED = {"cairo": "B4"}
