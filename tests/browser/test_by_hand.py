"""A board without a photo, on a phone and on a laptop."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, Opener, Server
from tests.browser.pages import BoardPage, sheet_of


def test_a_board_is_tapped_in_from_nothing(phone: Page, server: Server) -> None:
    board = BoardPage(phone).open_empty(server.url)
    assert board.total == 0
    expect(phone.locator("#sheet .summary")).to_have_text(
        "Nothing is drawn yet. Tap the roads you drew."
    )
    for road in ("c2-d2", "d2-d3", "d3-e3", "c2-c3"):
        board.tap_road(road)
    board.mode("Tourists")
    board.tap_location("C2")
    for _ in range(3):
        phone.get_by_role("button", name="One square more").tap()
    phone.get_by_role("button", name="Done").tap()
    board.ready()
    state = board.state
    assert state["marks"]["sections"] == ["c2-c3", "c2-d2", "d2-d3", "d3-e3"]
    assert state["marks"]["tourists"] == {"C2": {"square": 3}}
    assert board.total == sheet_of(state).total > 0


def test_on_a_laptop_board_and_sheet_stand_side_by_side(new_page: Opener, server: Server) -> None:
    page = new_page(LAPTOP)
    BoardPage(page).open_example(server.url)
    board, sheet = page.locator("#board").bounding_box(), page.locator("#sheet").bounding_box()
    assert board
    assert sheet
    assert board["x"] + board["width"] < sheet["x"]
    assert board["y"] + board["height"] < 800
    assert page.evaluate("document.documentElement.scrollWidth") == 1280


def test_a_board_is_corrected_with_the_keyboard_alone(new_page: Opener, server: Server) -> None:
    page = new_page(LAPTOP)
    board = BoardPage(page).open_example(server.url)
    page.locator('#board [tabindex="0"]').focus()
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    where = page.evaluate("document.activeElement.dataset.where")
    before = page.evaluate("document.activeElement.getAttribute('aria-pressed')")
    page.keyboard.press("Enter")
    board.ready()
    assert page.evaluate("document.activeElement.dataset.where") == where
    assert page.evaluate("document.activeElement.getAttribute('aria-pressed')") != before
    assert (where in board.state["marks"]["sections"]) is (before == "false")
    page.keyboard.press("Control+z")
    board.ready()
    assert board.total == 105


def test_everything_on_the_board_has_a_name(new_page: Opener, server: Server) -> None:
    page = new_page(LAPTOP)
    board = BoardPage(page).open_example(server.url)
    button = page.get_by_role("button", name="section c2 to d2, drawn, on the route")
    expect(button).to_have_attribute("aria-pressed", "true")
    page.get_by_role("radio", name="Tourists").click()
    expect(page.get_by_role("button", name="location A2, 2 circles")).to_have_count(1)
    page.get_by_role("radio", name="Cafés").click()
    expect(page.get_by_role("button", name="café at e6, visited", exact=True)).to_have_count(1)
    page.get_by_role("radio", name="Task").click()
    expect(page.get_by_role("button", name="crossroads d2, ringed")).to_have_count(1)
    assert board.total == 105


def test_the_focus_stays_where_the_keyboard_left_it(new_page: Opener, server: Server) -> None:
    page = new_page(LAPTOP)
    board = BoardPage(page).open_example(server.url)
    page.locator('[data-step="grey"]').focus()
    page.keyboard.press("Enter")
    assert board.lit == ["A5"]
    assert page.evaluate("document.activeElement.dataset.step") == "grey"
    page.locator("#rating-school").focus()
    page.keyboard.press("ArrowDown")
    board.ready()
    assert board.state["setup"]["ratings"]["school"] == 10
    assert page.evaluate("document.activeElement.id") == "rating-school"
