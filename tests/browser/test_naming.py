"""Places: their letters at the rim, the names of landmarks, and cards about them."""

from playwright.sync_api import Page, expect

from tests.support.browser.browsing import Server
from tests.support.browser.pages import BOARD, BoardPage, on_screen
from tests.support.browser.said import said
from tests.support.browser.tablepage import tell_card


def rim(phone: Page) -> list[str]:
    return [text.text_content() or "" for text in phone.locator(".rim").all()]


def test_places_are_named_as_the_rim_has_them_and_goal_cards_are_tapped(
    phone: Page, server: Server
) -> None:
    board = BoardPage(phone).open_example(server.url)
    assert rim(phone) == []
    board.tap_road("b3-c3")
    expect(phone.locator("#toast")).to_contain_text("Spice Market")
    board.mode("tourists")
    board.tap_location("B3")
    expect(phone.locator("#stepper h2")).to_have_text(
        said("tourists.title", where="B3, Spice Market")
    )
    assert rim(phone) == [*"ABCDEF", *"123456"]
    # Left of the map are the numbers that are printed on the board.
    rows = phone.locator(".rim").all()[6:]
    beside = max(x for cell in BOARD.cells for x, _ in cell.polygon)
    assert {float(one.get_attribute("x") or 0) > beside for one in rows} == {True}
    phone.locator("#stepper").get_by_role("button", name=said("tourists.done")).tap()
    assert rim(phone) == []
    phone.locator('[data-button="add-goal"]').tap()
    phone.locator("#goal-new-measure").select_option("beside")
    expect(phone.locator("dialog .primary")).to_be_disabled()
    for name in ("B3", "C4", "C4", "E6"):
        cell = next(cell for cell in BOARD.cells if cell.location == name)
        x = sum(x for x, _ in cell.polygon) / len(cell.polygon)
        y = sum(y for _, y in cell.polygon) / len(cell.polygon)
        phone.locator("dialog svg").evaluate("(node) => { node.id = 'picker'; }")
        phone.touchscreen.tap(*on_screen(phone, "picker", [x, y]))
    expect(phone.locator("[data-picked]")).to_have_count(2)
    phone.locator("dialog .primary").tap()
    expect(phone.locator('[data-button="goal-new-elements"]')).to_have_text("2 places")
    assert board.ready().state["setup"]["goals"] == []
    tell_card(phone, 2)
    board.ready()
    (card,) = board.state["setup"]["goals"]
    assert (card["measure"], card["elements"]) == ("beside", ["B3", "E6"])
    expect(phone.locator('[data-button="goal-0-elements"]')).to_have_text("2 places")
    assert phone.locator(".goal input:not([type=number])").count() == 0, "nothing is typed"
