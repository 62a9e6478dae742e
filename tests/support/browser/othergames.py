"""Pages of games of other boxes on a phone: begun, read off, asked about what the server keeps."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.support.browser.begun import begin_with, open_file
from tests.support.browser.hand import Hand

# What a phone asks for in vain without a connection.
IN_VAIN = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "/events", "/edits", "/stamp", "/table")
_PUT = """async (edits) => {
  const { dataset } = document.getElementById("table");
  const token = document.querySelector('meta[name="csrf-token"]').content;
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  await fetch(dataset.edits, { method: "POST", headers, body: JSON.stringify({ edits }) });
}"""
_SMALL = """() => [...document.querySelectorAll("main button, main input:not([type=radio])")]
  .filter((one) => one.checkVisibility() && one.type !== "file")
  .map((one) => [one.id || one.dataset.button, one.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 40 || height < 40)
  .map(([name, { width, height }]) => [name, width, height])"""


def begin_box(box: str, page: Page, url: str, *names: str) -> Hand:
    """Begin a game of the *box*."""
    rows = {f"name{i}": name for i, name in enumerate(names, 1)}
    begin_with(page, url, f"/games/{box}", **rows)
    expect(page.locator("#table.ready")).to_be_visible()
    return Hand(page)


def open_game(page: Page, url: str, game: dict[str, Any]) -> Hand:
    """Open the file of a *game*."""
    open_file(page, url, game)
    return Hand(page)


def put(page: Page, *entries: dict[str, Any]) -> None:
    """Enter values as another phone would."""
    page.evaluate(_PUT, list(entries))


def totals(page: Page) -> list[int]:
    """The totals on the sheet."""
    told = page.locator("#scores .total td").all_inner_texts()
    # A minus sign is no hyphen.
    return [int(one.replace("−", "-")) for one in told]


def server_totals(page: Page) -> list[int]:
    """The totals as the server works them out."""
    table = page.request.get(f"{page.url.split('#')[0]}/table").json()
    return [one["total"] for one in table["result"]["players"]]


def sent(page: Page) -> None:
    """Wait until the server has all that was entered."""
    page.wait_for_function(
        "() => Object.keys(localStorage).every((key) => !key.startsWith('unsent:'))"
    )


def fits(page: Page, width: int) -> None:
    """Check that nothing is wider than the screen, and that thumbs hit all there is to tap."""
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate(_SMALL) == []
