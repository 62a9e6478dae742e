"""What is printed, and what stays in the list of games."""

from playwright.sync_api import Page, expect

from tests.support.browser.browsing import Server
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
