"""What a person typed outlives a refusal, and large text stays within the screen."""

import time
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Page, Route, expect

from scorer.rules.city.city import city_names
from scorer.rules.table.names import LONGEST_NAME
from scorer.store.games import GameStore
from scorer.web.serving.words import text_in
from tests.support.browser.access import violations
from tests.support.browser.browsing import IOS_15, PHONE, Opener, Server, Watch
from tests.support.browser.pages import BoardPage
from tests.support.browser.photopage import DOUBTS, open_with_doubts
from tests.support.browser.said import said
from tests.support.browser.tablepage import begin, draw_example

WIDTH = 390


def type_names(page: Page, url: str) -> None:
    page.goto(f"{url}/new")
    for i, name in enumerate(("Анна", "Борис"), 1):
        page.locator(f'input[name="name{i}"]').fill(name)
    page.locator('select[name="colour1"]').select_option("black")
    page.locator('select[name="board"]').select_option("first-city")


def test_a_refused_game_is_mended_where_it_was_typed(
    new_page: Opener, server: Server, watch: Watch
) -> None:
    page = new_page(PHONE, locale="ru-RU", bypass_csp=True)
    type_names(page, server.url)
    page.locator('label:has(input[value="solo"])').tap()
    watch.forgiven = ("422",)
    page.locator("form button.primary").tap()
    refused = page.locator(".refused")
    expect(refused).to_contain_text(text_in("ru", "error.solo"))
    # It is read out, and the screen shows it.
    expect(refused).to_be_focused()
    expect(refused).to_be_in_viewport()
    expect(page.locator('input[name="name2"]')).to_have_value("Борис")
    assert violations(page) == []
    page.locator('label:has(input[value="usual"])').tap()
    page.locator("form button.primary").tap()
    expect(page.locator("#player-1 .token")).to_have_class("token black")
    expect(page.locator("#player-2 b")).to_have_text("Борис")


def test_a_name_that_is_too_long_is_told_of_and_not_cut(phone: Page, server: Server) -> None:
    type_names(phone, server.url)
    name = phone.locator('input[name="name1"]')
    for typed, told in (
        ("x" * 41, said("players.name.long", n=LONGEST_NAME)),
        # A sign beyond the usual ones is one character.
        ("\N{GRINNING FACE}" * 40, ""),
        ("\N{GRINNING FACE}" * 41, said("players.name.long", n=LONGEST_NAME)),
    ):
        name.fill(typed)
        assert name.evaluate("field => field.validationMessage") == told
    phone.locator("form button.primary").tap()
    assert phone.url == f"{server.url}/new"
    name.fill("x" * 40)
    phone.locator("form button.primary").tap()
    expect(phone.locator("#player-1 b")).to_have_text("x" * 40)


def test_a_page_that_came_back_may_be_reloaded_from_its_address(
    phone: Page, server: Server, watch: Watch
) -> None:
    type_names(phone, server.url)
    phone.locator('label:has(input[value="solo"])').tap()
    watch.forgiven = ("422",)
    phone.locator("form button.primary").tap()
    expect(phone.locator(".refused")).to_be_visible()
    phone.goto(phone.url)
    assert phone.url == f"{server.url}/new"


def widen(page: Page) -> int:
    """Show a page with text twice as large; return how far it may be scrolled sideways."""
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.wait_for_timeout(100)
    over: int = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return over


@pytest.mark.parametrize("city", city_names())
def test_a_city_in_large_russian_letters_fits_a_phone(
    new_page: Opener, server: Server, city: str
) -> None:
    page = new_page(PHONE, locale="ru-RU")
    type_names(page, server.url)
    page.locator('select[name="board"]').select_option(city)
    assert widen(page) == 0, "a new game"
    page.locator("form button.primary").tap()
    page.locator("#player-1 a.who").wait_for()
    assert widen(page) == 0, "the table"
    page.goto(f"{page.url}/1")
    board = BoardPage(page).ready()
    page.locator("#board [data-where]").first.press("Enter")
    board.ready()
    page.locator("#dispute summary").evaluate("one => one.click()")
    for mode in ("tourists", "cafe", "task", "section"):
        board.mode(mode)
        assert widen(page) == 0, mode


@pytest.mark.parametrize("language", ["ru-RU", "ja-JP"])
def test_every_page_in_large_letters_fits_a_phone(
    new_page: Opener, server: Server, language: str
) -> None:
    page = new_page(PHONE, locale=language)
    for path in ("/", "/teach"):
        page.goto(server.url + path)
        assert widen(page) == 0, path
    begin(page, server.url, "Анна", "千代子", "Maximiliane-Charlotte")
    draw_example(page)
    page.locator('[data-button="add-goal"]').tap()
    expect(page.locator("#goal-new-measure")).to_be_visible()
    assert widen(page) == 0, "the table"
    page.goto(f"{page.url}/1")
    BoardPage(page).ready()
    page.locator('[data-step="red"]').evaluate("one => one.click()")
    page.locator('[data-button="own"]').evaluate("one => one.click()")
    assert widen(page) == 0, "a board"


NARROW = {**PHONE, "viewport": {"width": 320, "height": 640}}


@pytest.mark.parametrize("language", ["en", "ru"])
def test_large_letters_and_a_long_name_fit_a_narrow_phone(
    new_page: Opener, server: Server, games: GameStore, language: str
) -> None:
    page = new_page(NARROW, locale=language)
    open_with_doubts(page, server, games, DOUBTS)
    assert widen(page) == 0, "a board"
    begin(page, server.url, "W" * 40, "Anna", board="london")
    assert widen(page) == 0, "the table"
    page.goto(server.url)
    expect(page.locator("#recent li").first).to_contain_text("W" * 40)
    # At the usual size too.
    for size in ("100%", "200%"):
        page.evaluate("size => (document.documentElement.style.fontSize = size)", size)
        assert page.evaluate("document.documentElement.scrollWidth") == 320, size
    begin(page, server.url, "Anastasia")
    page.goto(f"{page.url}/1")
    BoardPage(page).ready()
    lines = "one => { const all = new Range(); all.selectNodeContents(one);"
    lines += " return [all.getClientRects().length, one.scrollWidth - one.clientWidth]; }"
    assert page.locator("h1 span").evaluate(lines) == [1, 0], "the name is whole"


@pytest.mark.unused
def test_a_form_without_a_connection_stays_with_what_was_typed(
    phone: Page, server: Server, watch: Watch
) -> None:
    watch.forgiven = ("ERR_INTERNET_DISCONNECTED", "/healthz", "/events", "/stamp", "/table")
    begin(phone, server.url, "Anna", "Boris")
    form = phone.locator("form.add")
    phone.context.set_offline(True)
    form.locator("input[name=name]").fill("Chen")
    form.get_by_role("button").tap()
    expect(form.get_by_role("alert")).to_have_text(said("form.offline"))
    expect(form.locator("input[name=name]")).to_have_value("Chen")
    phone.context.set_offline(False)
    form.get_by_role("button").tap()
    expect(phone.locator(".players b")).to_have_text(["Anna", "Boris", "Chen"])
    expect(form.get_by_role("alert")).to_have_count(0)


def test_what_lies_beside_the_board_stands_apart(new_page: Opener, server: Server) -> None:
    page = new_page(PHONE, locale="ru-RU")
    page.goto(server.url)
    page.locator("#hand-form button").tap()
    page.locator('[data-part="part-setup"]').tap()
    modes, cards = page.locator("#setup > .rating"), page.locator("#setup > .scale .steps")
    expect(cards).to_be_visible()
    above, below = modes.bounding_box(), cards.bounding_box()
    assert above
    assert below
    assert below["y"] - above["y"] - above["height"] >= 8


TWICE = """(button) => { button.click(); setTimeout(() => button.click(), 60); }"""


def test_an_older_phone_sends_forms(phone: Page, server: Server) -> None:
    phone.add_init_script(IOS_15)
    phone.goto(f"{server.url}/new/phototour")
    phone.locator('input[name="name1"]').fill("Anna")
    phone.locator("form button.primary").tap()
    expect(phone.locator("#table.ready")).to_be_visible()


# Fields that iPhones enlarge the page for, once somebody is in them.
SMALL_TEXT = """() => [...document.querySelectorAll("select, input:not([type=file], [type=radio])")]
  .filter((field) => field.getClientRects().length)
  .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
  .map((field) => field.id || field.name)"""


def test_no_field_has_text_so_small_that_a_phone_enlarges_the_page(
    phone: Page, server: Server
) -> None:
    phone.goto(f"{server.url}/new")
    assert phone.evaluate(SMALL_TEXT) == []
    begin(phone, server.url, "Anna")
    phone.locator('[data-button="add-goal"]').tap()
    expect(phone.locator("#goal-new-measure")).to_be_visible()
    assert phone.evaluate(SMALL_TEXT) == []


def test_a_form_tapped_twice_is_sent_once(phone: Page, server: Server, games: GameStore) -> None:
    sent: list[str] = []
    phone.on("request", lambda one: sent.append(one.url) if one.method == "POST" else None)

    def slowly(route: Route) -> None:
        time.sleep(0.5)
        route.continue_()

    # What was tapped is sent, and the answer takes its time.
    phone.route("**/games/**", lambda route: slowly(route))
    phone.route("**/players**", lambda route: slowly(route))
    phone.goto(server.url)
    # The words of the page are late.
    late: list[Route] = []
    phone.route("**/words/**", lambda route: late.append(route))
    phone.locator('a[href="/new/phototour"]').tap()
    phone.wait_for_url("**/new/phototour", wait_until="commit")
    phone.locator('input[name="name1"]').fill("Anna")
    phone.locator("form button.primary").evaluate(TWICE)
    phone.wait_for_timeout(200)
    phone.unroute("**/words/**")
    for one in late:
        # Of a page that was left nobody waits for them.
        with suppress(Error):
            one.continue_()
    expect(phone.locator("#table.ready")).to_be_visible()
    assert len(sent) == 1
    phone.locator("form.add input[name=name]").fill("Zed")
    phone.locator("form.add button").evaluate(TWICE)
    expect(phone.locator(".player b")).to_have_text(["Anna", "Zed"])
    key = phone.url.split("#")[0].rpartition("/")[2]
    assert [one.name for one in games.load(key).players] == ["Anna", "Zed"]
    # Whoever comes back to the page may send the form again.
    phone.go_back()
    phone.goto(f"{server.url}/new/phototour")
    phone.locator('input[name="name1"]').fill("Boris")
    phone.locator("form button.primary").click()
    expect(phone.locator("#table.ready")).to_be_visible()
    phone.go_back()
    phone.locator("form button.primary").click()
    expect(phone.locator("#table.ready")).to_be_visible()
    assert len([one for one in sent if one.endswith("/games/phototour")]) == 3
