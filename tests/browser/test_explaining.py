"""Each line of the sheet shows on the board what makes it up."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browsing import Server
from tests.support.browser.pages import BoardPage, sheet_of
from tests.support.browser.said import said

PAPER_ORDER = [
    "red",
    "green",
    "blue",
    "yellow",
    "grey",
    "cafes",
    "visit-all",
    "task",
    "goals",
]


@pytest.fixture
def board(phone: Page, server: Server) -> BoardPage:
    return BoardPage(phone).open_example(server.url)


def test_the_sheet_is_in_the_order_of_the_paper_one(board: BoardPage) -> None:
    rows = board.page.locator("#sheet [data-step]").all()
    assert [row.get_attribute("data-step") for row in rows] == PAPER_ORDER
    expect(board.page.locator("#sheet .sum")).to_contain_text("105")


def test_a_tapped_line_lights_up_exactly_its_elements(board: BoardPage) -> None:
    lines = sheet_of(board.state).lines
    assert len(lines) == 8
    for line in lines:
        board.page.locator(f'[data-step="{line.step}"]').tap()
        assert board.lit == sorted({str(element) for element in line.elements})
        expect(board.page.locator("#rule")).to_be_visible()


def test_a_second_tap_puts_the_light_out(board: BoardPage) -> None:
    for lights in (1, 0):
        board.page.locator('[data-step="grey"]').tap()
        assert (len(board.lit) > 0) is bool(lights)


def test_left_out_sections_and_lost_tourists_come_with_their_reasons(board: BoardPage) -> None:
    notes = board.page.locator("#notes")
    expect(notes).to_contain_text(
        said("unused.row", sections="b5–c5", reason=said("reason.dead-end"))
    )
    expect(notes).to_contain_text(
        said("unused.row", sections="c3–d3", reason=said("reason.alternative"))
    )
    expect(notes).to_contain_text(
        said("unused.row", sections="e6–f6, f6–g6", reason=said("reason.not-connected"))
    )
    expect(notes).to_contain_text(said("lost.row", where="A2", list=said("circle.other", n=2)))
    notes.get_by_text(said("reason.not-connected")).tap()
    assert board.lit == ["e6-f6", "f6-g6"]


def test_the_referee_warns_and_refuses_nothing(board: BoardPage) -> None:
    board.mode("task")
    board.tap_crossroads("g0")
    board.ready()
    assert "g0" in board.state["marks"]["task"]
    finding = board.page.locator("#notes .finding")
    expect(finding).to_have_count(1)
    expect(finding).to_have_text(said("finding.too-many-tasks", count=4, most=3))
