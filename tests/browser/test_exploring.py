"""Undo and redo, zoom, other routes, a route of one's own, a disputed sheet."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.browser.browsing import Server
from tests.support.browser.pages import BoardPage
from tests.support.browser.said import said
from tests.support.browser.tablepage import begin, draw_example


@pytest.fixture
def board(phone: Page, server: Server) -> BoardPage:
    return BoardPage(phone).open_example(server.url)


def test_what_was_undone_is_done_again(board: BoardPage) -> None:
    page = board.page
    board.tap_road("e4-e5")
    board.tap_road("c2-d2")
    board.ready()
    after = board.state["marks"]
    for button in ("#undo", "#undo", "#redo", "#redo"):
        page.locator(button).tap()
        board.ready()
    assert board.state["marks"] == after
    expect(page.locator("#redo")).to_be_disabled()


def test_a_zoomed_board_is_tapped_where_it_shows(board: BoardPage) -> None:
    page = board.page
    for _ in range(2):
        page.locator("#zoom-in").tap()
    board.tap_road("d3-d4")
    board.ready()
    assert "d3-d4" in board.state["marks"]["sections"]
    page.locator("#zoom-all").tap()
    board.tap_road("d3-d4")
    board.ready()
    assert "d3-d4" not in board.state["marks"]["sections"]


def test_a_route_of_ones_own_is_scored_against_the_best(board: BoardPage) -> None:
    page, route = board.page, board.state["sheet"]["route"]["sections"]
    page.locator('[data-button="own"]').tap()
    for section in route[:3]:
        board.tap_road(section)
    expect(page.locator(".own-score")).to_contain_text("best: 105")
    expect(page.locator(".own-score")).to_contain_text(said("own.counts"))
    expect(page.locator("path.own")).to_have_count(1)
    board.tap_road("a0-b0")
    expect(page.locator("#toast")).to_have_text(said("own.not-drawn"))
    for section in route[3:]:
        board.tap_road(section)
    expect(page.locator(".own-score")).to_have_text(
        f"{said('own.score', total=105, best=105)} {said('own.best')}"
    )
    assert board.state["marks"]["sections"] == sorted(board.state["marks"]["sections"])


def test_other_good_routes_are_shown_on_the_board(board: BoardPage) -> None:
    page = board.page
    page.locator('[data-button="load"]').tap()
    buttons = page.locator('[data-button^="route-"]')
    expect(buttons.first).to_contain_text("105 PP")
    expect(page.get_by_text(said("routes.not-proved"))).to_have_count(0)
    buttons.nth(1).tap()
    expect(page.locator("path.own")).to_have_count(1)


def test_routes_that_are_not_proved_are_said_to_be_so(board: BoardPage) -> None:
    page = board.page

    def leave_open(route: Route) -> None:
        route.fulfill(json={**route.fetch().json(), "alternatives_proved": False})

    page.route("**/routes", leave_open)
    page.locator('[data-button="load"]').tap()
    expect(page.get_by_text(said("routes.not-proved"))).to_be_visible()


def test_a_disputed_sheet_shows_the_line_and_the_likely_mistake(board: BoardPage) -> None:
    page = board.page
    page.locator("#dispute summary").tap()
    page.locator("#written-cafes").fill("6")
    page.locator("#written-total").fill("109")
    page.locator('[data-button="check"]').tap()
    expect(page.locator(".wrong").first).to_contain_text(
        said("dispute.line", name=said("step.cafes"), claimed=6, computed=2)
    )
    expect(page.locator(".wrong").first).to_contain_text(said("mistake.used-cafes-counted"))


def test_one_of_several_is_said_where_it_cannot_be_told_which(board: BoardPage) -> None:
    page = board.page
    page.locator("#dispute summary").tap()
    page.locator("#written-yellow").fill("12")
    page.locator('[data-button="check"]').tap()
    likeliest = page.locator(".wrong li").first
    expect(likeliest).to_have_text(re.compile(r"^One of A\d.+ / .+: "))
    expect(likeliest).to_contain_text(said("mistake.landmark-forgotten"))
    # The verdict is not about another number, which may be refused.
    page.locator("#written-yellow").fill("99999999")
    expect(page.locator(".wrong")).to_have_count(0)
    expect(page.locator("#written-yellow")).to_have_value("99999999")


def test_a_dispute_says_what_is_open_and_what_the_written_lines_add_up_to(
    phone: Page, server: Server
) -> None:
    begin(phone, server.url, "Anna", "Boris")
    draw_example(phone)
    phone.locator("#player-1 a.who").tap()
    BoardPage(phone).ready()
    phone.locator("#dispute summary").tap()
    phone.locator("#written-total").fill("200")
    phone.locator('[data-button="check"]').tap()
    answer = phone.locator("#dispute [role=status]")
    expect(answer).to_contain_text(said("dispute.so-far"))
    expect(answer).to_contain_text(said("result.missing.drawing"))
    expect(answer.locator(".wrong")).to_contain_text(said("dispute.no-reason"))
    lines = phone.locator("#dispute input:not([name=total])")
    for index in range(lines.count()):
        lines.nth(index).fill("1")
    phone.locator('[data-button="check"]').tap()
    added = said("dispute.added", added=lines.count())
    expect(answer.locator(".wrong").last).to_contain_text(added)


def test_the_route_is_walked_from_end_to_end(board: BoardPage) -> None:
    board.page.locator("#play").tap()
    expect(board.page.locator(".walker")).to_have_count(1)
    expect(board.page.locator(".walker")).to_have_count(0, timeout=15_000)
