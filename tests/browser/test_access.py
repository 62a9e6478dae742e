"""No page keeps anybody out: axe-core finds nothing, by day and by night."""

from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Opener, Server
from tests.browser.pages import BoardPage
from tests.browser.test_game import begin

AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


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


def test_nothing_keeps_anybody_out(page: Page, server: Server) -> None:
    for path in ("/", "/new", "/teach"):
        page.goto(server.url + path)
        assert violations(page) == [], path
    begin(page, server.url, "Anna", "Boris")
    assert violations(page) == []
    board = BoardPage(page).open_example(server.url)
    board.page.locator('[data-step="red"]').tap()
    assert violations(page) == []
    for mode in ("Tourists", "Cafés", "Task"):
        board.mode(mode)
        assert violations(page) == [], mode
    expect(page.locator("#total")).to_contain_text("105")
