"""Undo and redo, zoom, other routes, a route of one's own, a disputed sheet."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from scorer.rules.jsonfile import to_data
from scorer.rules.search.best import score
from scorer.store.games import GameStore
from tests.support.browser.browsing import Server, Watch, ours
from tests.support.browser.cities import GAMES
from tests.support.browser.pages import BoardPage
from tests.support.browser.photopage import open_with_doubts
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


@pytest.mark.parametrize("city", ["london", "cairo"])
def test_a_route_of_ones_own_rides_once(phone: Page, server: Server, city: str) -> None:
    game = GAMES[city]
    board = BoardPage(phone, game.board)
    board.open_saved(server.url, to_data(game.marks), to_data(game.setup))
    sheet = score(game.filled)
    best, total = sheet.route, sheet.total
    phone.locator('[data-button="own"]').tap()
    expect(phone.locator("#routes")).to_contain_text(said("own.how.ride"))
    for section in best.sections:
        board.tap_road(str(section))
    expect(phone.locator(".own-score")).to_have_text(
        f"{said('own.score', total=total, best=total)} {said('own.best')}"
    )
    expect(phone.locator(".own-stops")).to_have_text(best.text)
    expect(phone.locator(".layer-own path.ride")).to_have_count(1)
    # Without its last part it does not ride.
    for section in reversed(best.parts[1]):
        board.tap_road(str(section))
    expect(phone.locator(".own-stops")).not_to_contain_text("~")


# A ride joins a1 or a3 with c1 or c3.
WALK = """async (taps) => {
  const { OwnRoute } = await import("/static/js/parts/board/ownroute.js");
  const ids = "a1-a2 a2-a3 a1-a3 a2-b2 a3-b3 c1-c2 c2-c3 c1-c3 c3-d3 d1-d2".split(" ");
  const roads = ids.map((id) => ({ id, ends: id.split("-"), path: [] }));
  const rides = ["a1", "a3"].flatMap((one) => ["c1", "c3"].map((other) => [one, other]));
  const route = new OwnRoute({ roads }, rides);
  const wrong = taps.map((id) => route.tap(id, ids)).filter(Boolean);
  return [route.stops.join(" "), ...wrong];
}"""


def test_a_ride_goes_where_the_taps_mean(board: BoardPage) -> None:
    def walked(taps: str) -> list[str]:
        found: list[str] = board.page.evaluate(ours(WALK), taps.split())
        return found

    # From the end that was tapped last, or from the other where only that one has a ride.
    assert walked("a1-a2 a2-a3 c1-c2") == ["a1 a2 a3 ~ c1 c2"]
    assert walked("a2-a3 a1-a2 c2-c3") == ["a3 a2 a1 ~ c3 c2"]
    assert walked("a1-a2 a2-b2 c2-c3") == ["b2 a2 a1 ~ c3 c2"]
    # Where either end of a section may be meant the next tap tells.
    assert walked("a1-a2 a2-a3 c1-c3 c1-c2") == ["a1 a2 a3 ~ c3 c1 c2"]
    assert walked("a1-a2 a2-a3 c1-c3 c3-d3") == ["a1 a2 a3 ~ c1 c3 d3"]
    assert walked("a1-a3 c1-c2 a3-b3") == ["c2 c1 ~ a1 a3 b3"]
    # No ride without a station, and none besides another one.
    assert walked("a1-a2 d1-d2") == ["a1 a2", said("own.apart")]
    assert walked("a1-a2 c1-c2 c2-c3 a3-b3") == ["a2 a1 ~ c1 c2 c3", said("own.one-ride")]
    # It goes with the part behind it.
    assert walked("a1-a2 c1-c2 c1-c2") == ["a2 a1"]
    assert walked("a1-a2 a2-b2 c1-c2 a2-b2") == ["a2 a1 ~ c1 c2"]
    assert walked("a1-a2 c1-c2 a1-a2") == ["c1 c2"]


def test_other_good_routes_are_shown_on_the_board(board: BoardPage) -> None:
    """Another phone at the same address has its turn to search first."""
    page = board.page
    first = iter([True])

    def in_vain_once(route: Route) -> None:
        if next(first, False):
            route.fulfill(json={"busy": True})
        else:
            route.continue_()

    page.route("**/routes", in_vain_once)
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


@pytest.mark.unused
def test_what_needs_a_connection_says_so_without_one(board: BoardPage, watch: Watch) -> None:
    watch.forgiven = ("ERR_INTERNET_DISCONNECTED", "/events", "/stamp", "/routes", "/dispute")
    page = board.page
    page.locator("#dispute summary").tap()
    page.locator("#written-cafes").fill("6")
    page.context.set_offline(True)
    for button in ("load", "check"):
        page.locator(f'[data-button="{button}"]').tap()
        expect(page.locator("#toast")).to_have_text(said("offline.ask"))
        page.evaluate("document.querySelector('#toast').textContent = ''")


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


def test_a_place_to_check_that_makes_the_number_right_comes_first(
    phone: Page, server: Server, games: GameStore
) -> None:
    """One square more at C3 makes 2 × 11 of the 2 × 10 green, as if two were miscounted."""
    doubt: dict[str, Any] = {"confidence": 0.5, "reason": "glare"}
    tourists = doubt | {"kind": "tourists", "where": "C3", "read": {"circle": 1, "square": 3}}
    tourists["alternatives"] = [{"circle": 1, "square": 4}]
    section = doubt | {"kind": "section", "where": "a0-b0", "read": False, "alternatives": [True]}
    open_with_doubts(phone, server, games, [section, tourists])
    phone.locator("#dispute summary").tap()
    phone.locator("#written-green").fill("22")
    phone.locator('[data-button="check"]').tap()
    wrong = phone.locator(".wrong")
    name = said("step.green")
    expect(wrong).to_contain_text(said("dispute.line-so-far", name=name, claimed=22, computed=20))
    group = said("list").join((said("circle.one", n=1), said("square.other", n=4)))
    first = wrong.locator("li button").first
    expect(first).to_have_text(said("dispute.reading", place="C3", value=group, points=22))
    first.tap()
    expect(phone.locator("#doubts h2")).to_contain_text("C3")
    expect(phone.locator("#doubts")).to_be_in_viewport()


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
