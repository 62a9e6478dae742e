"""No page keeps anybody out: axe-core finds nothing, by day and by night."""

import shutil
from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorer.store.games import GameStore
from scorer.vision.picture import load_picture
from scorer.vision.taught import save_taught
from tests.browser.conftest import PHONE, Opener, Server, Watch
from tests.browser.test_cities import begin as begin_city
from tests.browser.test_game import begin
from tests.browser.test_photo import DOUBTS, open_with_doubts

AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
PHONE_WIDTH = 390


def violations(page: Page) -> list[str]:
    """What axe-core objects to on a page, with the elements."""
    page.wait_for_timeout(200)
    page.evaluate(AXE)
    found: dict[str, Any] = page.evaluate("axe.run()")
    return [
        f"{one['id']}: {node['target']} {node['failureSummary']}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


@pytest.fixture(params=["light", "dark"])
def page(request: pytest.FixtureRequest, new_page: Opener) -> Page:
    return new_page(PHONE, color_scheme=request.param, reduced_motion="reduce", bypass_csp=True)


def test_nothing_keeps_anybody_out(page: Page, server: Server, watch: Watch) -> None:
    watch.forgiven = ("404",)
    for path in ("/", "/new", "/teach"):
        page.goto(server.url + path)
        assert violations(page) == [], path
    begin(page, server.url, "Anna", "Boris")
    page.locator('[data-button="add-goal"]').tap()
    expect(page.locator("#goal-0-measure")).to_be_visible()
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
    for mode in ("Tourists", "Cafés", "Task"):
        board.mode(mode)
        assert violations(page) == [], mode
    page.locator('[data-button="load"]').tap()
    page.locator('[data-button="route-1"]').tap(timeout=20_000)
    page.locator("#dispute summary").tap()
    page.locator("#written-red").fill("7")
    page.locator('[data-button="check"]').tap()
    expect(page.locator(".wrong").first).to_be_visible()
    board.mode("Tourists")
    board.tap_location("C3")
    assert violations(page) == [], "a line, a dispute and the stepper open"
    page.goto(f"{page.url}/corners")
    page.locator(".handle").first.focus()
    assert violations(page) == [], "corners"


@pytest.mark.parametrize("city", ["new-york", "paris", "cairo"])
def test_what_a_city_has_of_its_own_keeps_nobody_out(page: Page, server: Server, city: str) -> None:
    board = begin_city(page, server.url, city)
    board.mode("Cafés")
    assert violations(page) == []
    board.mode("Tourists")
    page.locator(f'[data-where="{CROSSED.get(city, "B2")}"]').press("Enter")
    assert violations(page) == []


# A location that may be crossed out, where there are such.
CROSSED = {"cairo": "B4"}
