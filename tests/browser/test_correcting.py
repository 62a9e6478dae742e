"""Corrections by tap: board, route and total follow."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browsing import Server
from tests.support.browser.leaving import leave_unanswered, unanswered
from tests.support.browser.pages import BOARD, CITY, BoardPage, on_map, on_screen, rate, sheet_of
from tests.support.browser.said import final, said
from tests.support.client import until


@pytest.fixture
def board(phone: Page, server: Server) -> BoardPage:
    return BoardPage(phone).open_example(server.url)


def expect_total_by_the_rules(board: BoardPage) -> None:
    board.ready()
    assert board.total == sheet_of(board.state).total


def test_the_example_shows_105_and_its_route_with_both_ends(board: BoardPage) -> None:
    assert board.total == 105
    assert board.page.locator("path.arrow").count() == board.state["sheet"]["length"]
    expect(board.page.locator(".end.start")).to_have_count(1)
    expect(board.page.locator(".end.finish")).to_have_count(1)
    expect(board.page.locator("#proof")).to_have_text(final("proved"))
    assert board.page.locator("path.left-out").count() == len(board.state["sheet"]["unused"])


def test_a_word_about_a_tap_does_not_lie_on_what_was_tapped(board: BoardPage) -> None:
    word = board.page.locator("#toast")
    for road in ("c6-d6", "c0-d0", "a3-a4", "c6-d6"):
        board.tap_road(road)
        expect(word).to_have_class(re.compile("shown"))
        _, y = on_screen(board.page, "board", list(on_map(BOARD, road)))
        box = word.bounding_box()
        assert box
        assert not box["y"] - 10 <= y <= box["y"] + box["height"] + 10
        board.ready()


def test_taking_a_section_away_reroutes_and_undo_brings_all_back(board: BoardPage) -> None:
    before, route = board.state, board.route_drawn
    board.tap_road("c2-d2")
    expect(board.page.locator("#toast")).to_contain_text(said("done.section.false", a="c2", b="d2"))
    expect_total_by_the_rules(board)
    assert board.total < 105
    assert board.route_drawn != route
    board.page.locator("#undo").tap()
    board.ready()
    assert (board.total, board.route_drawn) == (105, route)
    assert {**board.state, "version": 0} == {**before, "version": 0}
    expect(board.page.locator("#undo")).to_be_disabled()


@pytest.mark.parametrize("aside", [-6.0, 6.0])
def test_a_tap_beside_a_road_means_the_road(board: BoardPage, aside: float) -> None:
    board.tap_road("e4-e5", aside)
    expect_total_by_the_rules(board)
    assert "e4-e5" in board.state["marks"]["sections"]


def test_a_tap_in_the_middle_of_a_block_means_no_road(board: BoardPage) -> None:
    before = board.state
    board.tap_location("F5")
    board.ready()
    assert board.state == before


def test_tourists_are_counted_up_and_down(board: BoardPage) -> None:
    board.mode("tourists")
    board.tap_location("C3")
    expect(
        board.page.get_by_role("heading", name=said("tourists.title", where="C3"))
    ).to_be_visible()
    board.page.get_by_role("button", name=said("tourists.add", kind=said("circle"))).tap()
    board.page.get_by_role("button", name=said("tourists.remove", kind=said("square"))).tap()
    expect_total_by_the_rules(board)
    assert board.state["marks"]["tourists"]["C3"] == {"circle": 2, "square": 2}
    board.page.get_by_role("button", name=said("tourists.remove", kind=said("circle"))).tap()
    board.page.get_by_role("button", name=said("tourists.add", kind=said("square"))).tap()
    board.ready()
    assert board.total == 105
    board.page.get_by_role("button", name=said("tourists.done")).tap()
    expect(board.page.locator("#stepper")).to_be_hidden()


def test_what_counts_tourists_stands_apart_on_a_narrow_phone(board: BoardPage) -> None:
    page = board.page
    board.mode("tourists")
    board.tap_location("A1")
    # With two figures a count is as wide as it gets.
    page.locator(".count output").evaluate_all("all => all.forEach((one) => one.append('0'))")
    for width in (320, 360, 390):
        page.set_viewport_size({"width": width, "height": 640})
        boxes = [one.bounding_box() for one in page.locator(".count button").all()]
        found = [box for box in boxes if box]
        assert len(found) == 6
        for box in found:
            assert min(box["width"], box["height"]) >= 40
            assert 12 <= box["x"] < box["x"] + box["width"] <= width - 12
        for more, less in zip(found[1::2], found[2::2], strict=False):
            assert less["x"] - more["x"] - more["width"] >= 8 or less["y"] > more["y"]


def test_nobody_cannot_become_fewer(board: BoardPage) -> None:
    board.mode("tourists")
    board.tap_location("F5")
    expect(
        board.page.get_by_role("button", name=said("tourists.remove", kind=said("circle")))
    ).to_be_disabled()


def test_a_cafe_goes_round_visited_used_untouched(board: BoardPage) -> None:
    board.mode("cafe")
    seen = []
    for _ in range(3):
        board.tap_cafe("e6")
        expect_total_by_the_rules(board)
        seen.append((board.state["marks"]["cafes"].get("e6"), board.total))
    assert seen == [("used", 103), (None, 103), ("visited", 105)]


def test_a_task_ring_goes_and_comes(board: BoardPage) -> None:
    board.mode("task")
    board.tap_crossroads("a5")
    expect_total_by_the_rules(board)
    assert board.state["marks"]["task"] == ["d2", "e3"]
    assert board.total < 105
    board.tap_crossroads("a5")
    board.ready()
    assert board.total == 105


def test_ratings_and_mode_stand_beside_the_board(board: BoardPage) -> None:
    rate(board.page, "tv-tower", 12)
    expect_total_by_the_rules(board)
    assert board.total == 107
    board.page.get_by_role("radio", name=said("mode.simplified")).tap()
    expect_total_by_the_rules(board)
    assert board.state["setup"]["cafes"] is False
    expect(board.page.locator('[data-step="task"]')).to_contain_text(said("not-in-play"))


def test_corrections_survive_a_reload(board: BoardPage) -> None:
    board.tap_road("e4-e5")
    board.ready()
    before = (board.total, board.route_drawn, board.state)
    board.page.reload()
    board.ready()
    assert (board.total, board.route_drawn, board.state) == before


def test_corrections_reach_the_server_though_the_board_is_left_at_once(board: BoardPage) -> None:
    page, address = board.page, board.page.url
    drawn = {*board.state["marks"]["sections"]}
    leave_unanswered(page)
    for road in ("e4-e5", "a3-a4"):
        board.tap_road(road)
        unanswered(page)
    page.goto("about:blank")

    def changed() -> set[str]:
        return {*page.request.get(f"{address}/state").json()["marks"]["sections"]} ^ drawn

    until(lambda: changed() == {"e4-e5", "a3-a4"})


def test_the_page_fits_a_phone(board: BoardPage) -> None:
    assert board.page.evaluate("document.documentElement.scrollWidth") == 390


def test_what_is_tapped_with_a_thumb_is_large_enough(board: BoardPage) -> None:
    board.mode("tourists")
    board.tap_location("C3")
    for button in board.page.locator(
        "button:visible, .choices label:visible, .steps select:visible"
    ).all():
        box = button.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44, button.inner_text()


def test_a_rating_is_stepped_along_its_track_and_never_beside_it(board: BoardPage) -> None:
    page, track = board.page, [str(step) for step in CITY.track("tv-tower")]
    field = page.locator("#rating-tv-tower")
    less, more = (
        page.get_by_role("button", name=f'TV tower "Oko": one {which}')
        for which in ("less", "more")
    )
    assert field.locator("option").all_inner_texts() == track
    for step in (*track[track.index("10") + 1 :], track[-1]):
        more.tap(force=True)
        expect(field).to_have_value(step)
    expect(more).to_have_attribute("aria-disabled", "true")
    for step in (*reversed(track[:-1]), track[0], track[0]):
        less.tap(force=True)
        expect(field).to_have_value(step)
    expect(less).to_have_attribute("aria-disabled", "true")
    expect_total_by_the_rules(board)
    assert board.state["setup"]["ratings"]["tv-tower"] == int(track[0])


def test_a_rating_is_stepped_by_keys_and_spoken(board: BoardPage) -> None:
    page = board.page
    page.locator('[data-button="rating-school-more"]').focus()
    for _ in range(3):
        page.keyboard.press("Enter")
    board.ready()
    # At the end of the scale the focus stays where it was.
    assert page.evaluate("document.activeElement.dataset.button") == "rating-school-more"
    assert board.state["setup"]["ratings"]["school"] == 12
    expect(page.locator("#toast[role=status]")).to_have_text("School of Illusions: 12")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowUp")
    board.ready()
    assert board.state["setup"]["ratings"]["school"] == 10
