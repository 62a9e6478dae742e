"""What holds on every page: its language, its own address, little weight, no key shown."""

import re

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from scorer.rules.city.city import city_names, load_city
from tests.support.browser.browsing import IPHONE, PHONE, PIXEL, Opener, Server, ours
from tests.support.browser.pages import BoardPage
from tests.support.browser.said import said
from tests.support.browser.tablepage import begin, draw_example, tell_card

MOST_BYTES = 240_000
# Names of people, formats and things that have no other name.
LATIN = (
    "Anna", "Boris", "English", "BG Stats", "CSV", "PDF", "JSON", "JavaScript", "JPEG", "QR",
    "En Route", "Ticket to Ride", "DejaVu", "http",
)  # fmt: skip


def asked_for(page: Page) -> list[Request]:
    requests: list[Request] = []
    page.on("requestfinished", lambda request: requests.append(request))
    return requests


@pytest.mark.unused
def test_no_page_is_heavy_and_none_asks_another_server(
    phone: Page, new_page: Opener, server: Server
) -> None:
    begin(phone, server.url, "Anna", "Boris")
    table = phone.url
    draw_example(phone)
    for page in (server.url, f"{server.url}/new", f"{server.url}/teach", table, f"{table}/1"):
        # On a phone that has nothing of the app yet each is weighed whole.
        opened = new_page(PHONE)
        requests = asked_for(opened)
        opened.goto(page)
        opened.wait_for_load_state("load")
        opened.wait_for_timeout(500)
        if page.endswith("/1"):
            # What scores without a connection comes a little later, and counts as well.
            opened.evaluate(ours("import('/static/js/scoring/score.js').then(() => true)"))
        assert len(requests) > 3
        assert all(one.url.startswith((server.url, "blob:")) for one in requests)
        whole = [one for one in requests if not one.url.split("?")[0].endswith("/events")]
        weight = sum(one.sizes()["responseBodySize"] for one in whole)
        assert 0 < weight < MOST_BYTES, page


def test_without_scripts_a_page_says_so_and_shows_nothing_dead(
    phone: Page, browser: Browser, server: Server
) -> None:
    begin(phone, server.url, "Anna", "Boris")
    context = browser.new_context(java_script_enabled=False)
    bare = context.new_page()
    for page in (phone.url, f"{phone.url}/1"):
        bare.goto(page)
        expect(bare.locator("noscript p")).to_be_visible()
        expect(bare.get_by_text(said("board.loading"))).to_be_hidden()
        for dead in ("#undo", ".modes", ".zoom", ".parts", "#setup", "#goals", ".player .tool"):
            for one in bare.locator(dead).all():
                expect(one).to_be_hidden()
    context.close()


def shown(page: Page) -> str:
    """All that a person or a screen reader is told, links and typed names left out."""
    text: str = page.evaluate(
        """() => {
             const named = [...document.querySelectorAll("[aria-label], [title], [placeholder]")];
             const labels = named.flatMap((one) =>
               ["aria-label", "title", "placeholder"].map((name) => one.getAttribute(name) ?? ""));
             const options = [...document.querySelectorAll("option")].map((one) => one.text);
             const all = [document.title, document.body.innerText, ...labels, ...options];
             return all.join("\\n"); }"""
    )
    return re.sub(r"https?://\S+", "", text)


@pytest.mark.parametrize(("language", "device"), [("ru-RU", IPHONE), ("ja-JP", PIXEL)])
def test_every_part_of_a_game_speaks_the_chosen_language(
    new_page: Opener, server: Server, language: str, device: dict[str, object]
) -> None:
    page = new_page(device, locale=language)
    begin(page, server.url, "Anna", "Boris")
    draw_example(page)
    expect(page.locator("#scores tr.total td").first).not_to_have_text("–")
    page.locator('[data-button="add-goal"]').tap()
    told = [shown(page)]
    tell_card(page)
    told.append(shown(page))
    page.locator("#player-1 a.who").tap()
    board = BoardPage(page).ready()
    page.locator('[data-button="load"]').tap()
    expect(page.locator('[data-button="route-1"]')).to_be_visible(timeout=20_000)
    page.locator("#dispute summary").tap()
    page.locator("#written-red").fill("7")
    page.locator('[data-button="check"]').tap()
    expect(page.locator(".wrong").first).to_be_visible()
    for mode in ("tourists", "cafe", "task", "section"):
        board.mode(mode)
        told.append(shown(page))
    for step in ("red", "yellow", "cafes", "task", "goals"):
        page.locator(f'[data-step="{step}"]').tap()
        told.append(page.locator(f'[data-step="{step}"]').inner_text())
        told.append(page.locator("#rule").inner_text())
    board.tap_road("e4-e5")
    told.append(page.locator("#toast").inner_text())
    page.locator("#undo").tap()
    told.append(page.locator("#toast").inner_text())
    page.goto(f"{server.url}/new")
    told.append(shown(page))
    page.goto(server.url)
    told.append(shown(page))
    assert foreign(told, "first-city") == set()


def foreign(told: list[str], city: str) -> set[str]:
    """Words in Latin letters that have another name in the reader's language."""
    words = {word for text in told for word in re.findall(r"[A-Za-z]{3,}", text)}
    names = [*LATIN, *printed(city)]
    return words - {word for name in names for word in re.findall(r"[A-Za-z]{3,}", name)}


def printed(name: str) -> list[str]:
    """The names of landmarks that stand on the board in Latin letters alone."""
    city = load_city(name)
    rated = {mark.id for mark in city.iconic}
    return [mark.name for mark in city.practice_board.landmarks if mark.id not in rated]


@pytest.mark.parametrize("city", [name for name in city_names() if name != "first-city"])
def test_every_city_speaks_another_language(new_page: Opener, server: Server, city: str) -> None:
    page = new_page(PHONE, locale="ja-JP")
    page.goto(f"{server.url}/new")
    page.locator('input[name="name1"]').fill("Anna")
    page.locator('select[name="board"]').select_option(city)
    page.locator("form button.primary").tap()
    expect(page.locator("#scores tbody tr")).not_to_have_count(0)
    for add in page.locator('[data-button^="add-"]').all()[1:2]:
        add.tap()
    told = [shown(page)]
    page.locator("#player-1 a.who").tap()
    board = BoardPage(page).ready()
    page.locator("#board [data-where]").first.press("Enter")
    page.locator("#dispute summary").tap()
    for mode in ("tourists", "cafe", "task", "section"):
        board.mode(mode)
        told.append(shown(page))
    for line in page.locator("#sheet button.line").all():
        line.tap()
        told += [line.inner_text(), page.locator("#rule").inner_text()]
    assert foreign(told, city) == set()
