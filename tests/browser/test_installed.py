"""Under https the app goes on without a connection."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from werkzeug.serving import make_server

from scorer.web.app import create_app
from tests.support.browser.browsing import PHONE, Opener, Watch
from tests.support.browser.othergames import put
from tests.support.browser.pages import BoardPage, sheet_of
from tests.support.browser.said import said
from tests.support.innsmouthpages import WHOLE, board_entries, own_entry, shared_entries

# What is asked for in vain without a connection.
ASKED = ("/events", "/edits", "/stamp", "/state", "/table")


@pytest.fixture
def installed(tmp_path: Path, new_page: Opener, watch: Watch) -> Iterator[tuple[Page, str]]:
    """A phone that has the app installed, and the app's address."""
    # Of a stream that is cut off the browser tells twice, the second time by its address alone.
    cut_off = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "ERR_CONNECTION_RESET")
    watch.forgiven = (*cut_off, *ASKED)
    app = create_app(tmp_path, {"SERVICE_WORKER": True})
    server = make_server("127.0.0.1", 0, app, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    page, url = new_page(PHONE), f"http://127.0.0.1:{server.port}"
    page.goto(url)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    yield page, url
    page.close()
    server.shutdown()
    app.extensions["scorer"].games.close()


@pytest.mark.unused
def test_an_installed_app_goes_on_without_a_connection(installed: tuple[Page, str]) -> None:
    page, url = installed
    board = BoardPage(page).open_example(url)
    page.reload()
    board.ready()
    page.context.set_offline(True)
    page.reload()
    board.ready()
    assert board.total == 105
    page.context.set_offline(False)
    with page.expect_response(lambda answer: answer.url.endswith("/edits")):
        board.tap_road("a1-b1")
    board.ready()
    page.context.set_offline(True)
    page.reload()
    board.ready()
    # What the server has taken stands there, though the page was fetched before that.
    expect(page.locator('[data-where="a1-b1"]')).to_have_attribute("aria-pressed", "true")
    # The sheet and its rules are there.
    page.locator('[data-step="red"]').tap()
    expect(page.locator("#rule")).to_be_visible()
    page.locator('[data-step="red"]').tap()
    board.tap_road("e4-e5")
    expect(page.locator("#saving")).to_contain_text(said("offline"))
    # Scored by scripts that were kept with the app, and named so.
    expect(page.locator("#proof")).to_have_text(said("phone.total"))
    expect(page.locator("#total.stale")).to_have_count(0)
    own = board.total
    page.context.set_offline(False)
    expect(page.locator('#game[data-status="settled"]')).to_be_attached(timeout=30_000)
    assert "e4-e5" in board.state["marks"]["sections"]
    expect(page.locator("#total.stale")).to_have_count(0)
    expect(page.locator("#proof")).to_have_text(said("best-drawn"))
    assert board.total == sheet_of(board.state).total == own


@pytest.mark.unused
def test_a_page_that_is_left_while_it_keeps_its_look_opens_without_a_connection(
    installed: tuple[Page, str],
) -> None:
    page, url = installed
    page.goto(f"{url}/new/phototour")
    page.locator("button.primary").tap()
    expect(page.locator("#scores .total td").first).to_have_text("0")
    page.reload()
    expect(page.locator("#live")).to_have_text(said("table.live"))
    page.evaluate("() => { Cache.prototype.put = () => new Promise(() => {}); }")
    with page.expect_response(lambda answer: answer.url.endswith("/edits")):
        page.locator("#card-points").fill("31")
    page.wait_for_timeout(500)
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("#scores .total td").first).to_have_text("31")


@pytest.mark.unused
def test_a_game_of_another_box_is_opened_and_scored_without_a_connection(
    installed: tuple[Page, str],
) -> None:
    page, url = installed
    page.goto(f"{url}/new/phototour")
    page.locator("button.primary").tap()
    page.locator("#card-points").fill("31")
    total = page.locator("#scores .total td").first
    expect(total).to_have_text("31")
    expect(page.locator("#live")).to_have_text(said("table.live"))
    page.reload()
    expect(total).to_have_text("31")
    page.context.set_offline(True)
    page.reload()
    expect(total).to_have_text("31")
    page.locator("#tokens").fill("8")
    expect(total).to_have_text("55")
    page.reload()
    # What waits is kept over the reload.
    expect(total).to_have_text("55")
    expect(page.locator("#saving")).to_have_text(said("other.unsent"))
    page.context.set_offline(False)
    expect(page.locator("#saving")).to_have_text("", timeout=30_000)
    table = page.request.get(f"{page.url.split('#')[0]}/table").json()
    assert [one["total"] for one in table["result"]["players"]] == [55, 0]
    the_last_sheet_of_innsmouth_stays(page, url)


def the_last_sheet_of_innsmouth_stays(page: Page, url: str) -> None:
    """No phone scores Innsmouth alone: reloaded without a connection it shows what was last said.

    The check of the route over both banks is over: 20 VP.
    """
    page.goto(f"{url}/new/innsmouth")
    page.locator("button.primary").tap()
    expect(page.locator("#live")).to_have_text(said("table.live"))
    left = {"closed": 1, "left": ["C2"]}
    put(page, *shared_entries(), *board_entries(1, "detective"), own_entry(1, "route", WHOLE),
        own_entry(1, "played", left))  # fmt: skip
    total = page.locator("#scores .total td").first
    expect(total).to_have_text("20")
    # The page with its town is kept once it is opened again.
    page.reload()
    expect(page.locator("#live")).to_have_text(said("table.live"))
    page.context.set_offline(True)
    page.reload()
    expect(total).to_have_text("20")
    rows = page.locator("#scores tr")
    expect(rows.filter(has_text=said("innsmouth.stars")).locator("td").first).to_have_text("9")
    # The town and what is drawn on it are there too.
    expect(page.locator("#map .walked")).not_to_have_count(0)
    expect(page.locator("#map .struck")).to_have_count(1)
    page.context.set_offline(False)
    expect(page.locator("#live")).to_have_text(said("table.live"), timeout=30_000)
