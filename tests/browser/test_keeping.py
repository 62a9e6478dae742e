"""What is printed, and what stays in the list of games."""

import pytest
from playwright.sync_api import Page, expect

from scorer.web.serving.words import catalogue
from tests.support.browser.browsing import PHONE, Opener, Server
from tests.support.browser.pages import BoardPage
from tests.support.browser.said import said
from tests.support.browser.tablepage import begin, draw_example


def test_a_table_prints_without_its_forms(phone: Page, server: Server) -> None:
    begin(phone, server.url, "Anna", "Boris")
    draw_example(phone)
    expect(phone.locator("#scores tr.total td").first).not_to_have_text("–")
    phone.emulate_media(media="print")
    expect(phone.locator("#scores")).to_be_visible()
    for part in ("form", "input", "button", "select", ".todo a", "#join-title", ".played-on"):
        for found in phone.locator(part).all():
            expect(found).not_to_be_visible()
    # Printers leave out backgrounds: what stands on a dark one would be pale.
    for cell in ("td", "th"):
        expect(phone.locator(f"#scores tr.total {cell}").first).to_have_css("color", "rgb(0, 0, 0)")
    phone.emulate_media(media="screen")
    phone.goto(f"{server.url}/new/innsmouth")
    phone.locator("form .primary.big").tap()
    expect(phone.locator(".blank").first).to_be_visible()
    phone.emulate_media(media="print")
    for found in phone.locator(".blank").all():
        expect(found).not_to_be_visible()


def test_a_board_prints_without_marks_of_doubt_and_only_begun_ones_are_listed(
    phone: Page, server: Server
) -> None:
    board = BoardPage(phone).open_empty(server.url)
    phone.goto(server.url)
    expect(phone.locator("#hand-form")).to_be_visible()
    expect(phone.locator("#recent li")).to_have_count(0)
    phone.go_back()
    board.ready().tap_road("a0-b0")
    board.ready()
    phone.evaluate(
        """() => {
             const halo = document.createElementNS("http://www.w3.org/2000/svg", "circle");
             halo.setAttribute("class", "doubt-halo");
             halo.setAttribute("r", "20");
             document.querySelector("#board").append(halo); }"""
    )
    expect(phone.locator(".doubt-halo")).to_be_visible()
    phone.emulate_media(media="print")
    expect(phone.locator("#board")).to_be_visible()
    expect(phone.locator(".doubt-halo")).not_to_be_visible()
    phone.goto(server.url)
    expect(phone.locator("#recent li")).to_contain_text(said("recent.hand"))
    expect(phone.locator("#recent li")).to_contain_text("1 section")
    # A game that goes on comes before all that can be begun; one that is over does after it.
    start = phone.locator(".start").bounding_box()
    going = phone.locator("#recent").bounding_box()
    assert start
    assert going
    assert going["y"] < start["y"]
    phone.evaluate(
        """status => {
             const [one] = JSON.parse(localStorage.getItem("boards"));
             localStorage.setItem("boards", JSON.stringify([{ ...one, status, when: 0 }])); }""",
        said("result.final"),
    )
    phone.reload()
    expect(phone.locator("#earlier li")).to_have_count(1)
    expect(phone.locator("#recent")).to_be_hidden()
    # They stand far below; a link leads there.
    phone.locator("#to-earlier a").tap()
    expect(phone.locator("#earlier li")).to_be_in_viewport()


# In how many lines the status of the first game of the list stands.
STATUS_LINES = """() => {
  const said = document.createRange();
  said.selectNode(document.querySelector("#recent .so-sure").lastChild);
  return new Set([...said.getClientRects()].map(({ top }) => top)).size;
}"""


@pytest.mark.parametrize("language", ["ja", "ru"])
def test_a_game_of_the_list_has_its_city_and_its_status_in_one_line(
    new_page: Opener, server: Server, language: str
) -> None:
    page = new_page({**PHONE, "viewport": {"width": 360, "height": 640}}, locale=language)
    begin(page, server.url, "Константин Константинович", "千代子", board="london")
    city = catalogue(language)["city.london"]
    page.goto(server.url)
    expect(page.locator("#recent li")).to_contain_text(city)
    expect(page.locator("#recent li")).to_contain_text("千代子")
    for kind in ("final", "ratings-not-set"):
        status = catalogue(language)[f"result.{kind}"]
        page.evaluate(
            """status => {
                 const [one] = JSON.parse(localStorage.getItem("boards"));
                 localStorage.setItem("boards", JSON.stringify([{ ...one, status }])); }""",
            status,
        )
        page.reload()
        expect(page.locator("#recent .so-sure")).to_contain_text(status)
        assert page.evaluate(STATUS_LINES) == 1
        assert page.evaluate("document.documentElement.scrollWidth") == 360
