"""A board without a photo, on a phone and on a laptop."""

from collections import Counter
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.browsing import IPHONE, LAPTOP, Opener, Server
from tests.support.browser.pages import MARKS, SETUP, BoardPage, rate, sheet_of
from tests.support.browser.said import said

# The sections of the worked example, without lifting the finger where they go on.
WALKS = (
    "a4 a5 a6 b6 b5 b4 c4 c3 c2 d2 d3 e3 f3 f4 e4 d4 d5 e5",
    "c3 d3",
    "b5 c5",
    "e6 f6 g6",
)


def test_a_board_is_tapped_in_from_nothing(phone: Page, server: Server) -> None:
    board = BoardPage(phone).open_empty(server.url)
    assert board.total == 0
    expect(phone.locator("#sheet .summary")).to_have_text(said("nothing-drawn"))
    for road in ("c2-d2", "d2-d3", "d3-e3", "c2-c3"):
        board.tap_road(road)
    board.mode("tourists")
    board.tap_location("C2")
    for _ in range(3):
        phone.get_by_role("button", name=said("tourists.add", kind=said("square"))).tap()
    phone.get_by_role("button", name=said("tourists.done")).tap()
    board.ready()
    state = board.state
    assert state["marks"]["sections"] == ["c2-c3", "c2-d2", "d2-d3", "d3-e3"]
    assert state["marks"]["tourists"] == {"C2": {"square": 3}}
    assert board.total == sheet_of(state).total > 0


def test_by_hand_to_105_in_at_most_60_taps(new_page: Opener, server: Server) -> None:
    """Roads are dragged along, cafés that they reach are ringed at once; a drag counts as a tap."""
    phone, taps = new_page(IPHONE), Counter[str]()
    board = BoardPage(phone).open_empty(server.url)
    taps["begin"] = 1
    for walk in WALKS:
        board.drag(*walk.split())
        taps["roads"] += 1
    # One tap rings a café, another one crosses it out.
    for cafe, times in {"a4": 2, "b6": 2, "e6": 1}.items():
        expect(phone.locator(f'#board [data-where="{cafe}"]')).to_have_count(1)
        for _ in range(times):
            board.tap_cafe(cafe)
            taps["cafés"] += 1
    board.mode("tourists")
    taps["modes"] += 1
    for where, counts in MARKS["tourists"].items():
        board.tap_location(where)
        taps["tourists"] += 1
        for kind, number in counts.items():
            for _ in range(number):
                phone.locator(f'[data-button="{kind}-more"]').tap()
                taps["tourists"] += 1
    board.mode("task")
    taps["modes"] += 1
    for crossroads in MARKS["task"]:
        board.tap_crossroads(crossroads)
        taps["task"] += 1
    phone.locator('[data-part="part-setup"]').tap()
    taps["ratings"] += 1
    for landmark, rating in SETUP["ratings"].items():
        taps["ratings"] += rate(phone, landmark, rating)
    board.ready()
    assert board.state["marks"] == MARKS
    assert board.total == 105
    print(f"\n{taps.total()} taps by hand to 105: {dict(taps)}")
    assert taps.total() <= 60


def test_a_drag_draws_takes_back_and_goes_at_one_go(phone: Page, server: Server) -> None:
    board = BoardPage(phone).open_empty(server.url)
    board.drag("b2", "c2", "c3")
    board.drag("e3", "f3", "e3", "e4")
    # A corner that was cut.
    board.drag("a0", "b1")
    board.ready()
    drawn = board.state["marks"]["sections"]
    assert {"b2-c2", "c2-c3", "e3-e4"} < set(drawn)
    assert len(drawn) == 5
    assert set(drawn) & {"a0-a1", "a0-b0"}
    phone.locator("#undo").tap()
    expect(phone.locator("#redo")).to_be_enabled()
    board.ready()
    assert board.state["marks"]["sections"] == ["b2-c2", "c2-c3", "e3-e4"]
    # What is drawn already is drawn no second time; alone it goes again.
    board.drag("b2", "c2", "d2")
    board.drag("e3", "e4")
    board.ready()
    assert board.state["marks"]["sections"] == ["b2-c2", "c2-c3", "c2-d2"]
    # In other modes a drag draws nothing.
    board.mode("tourists")
    board.drag("a3", "b3", "c3")
    board.ready()
    assert board.state["marks"]["sections"] == ["b2-c2", "c2-c3", "c2-d2"]


def test_the_sheet_is_pulled_up_over_the_board(new_page: Opener, server: Server) -> None:
    phone = new_page(IPHONE)
    board = BoardPage(phone).open_example(server.url)
    frame, pull = phone.locator(".board-frame"), phone.locator("#pull")
    large = frame.bounding_box()
    pull.tap()
    expect(pull).to_have_attribute("aria-expanded", "true")
    small = frame.bounding_box()
    assert large
    assert small
    assert small["height"] == pytest.approx(0.3 * 664, abs=1)
    assert small["height"] < 0.6 * large["height"]
    assert small["y"] == pytest.approx(0, abs=1)
    assert small["x"] + small["width"] / 2 == pytest.approx(390 / 2, abs=1)
    # More than half of the screen is the sheet's.
    head = phone.locator("#parts").bounding_box()
    assert head
    assert 664 - head["y"] - head["height"] > 0.5 * 664
    phone.locator('[data-step="green"]').tap()
    expect(phone.locator("#rule")).to_be_in_viewport(ratio=1)
    # The small board makes room for the rule beside it.
    beside = frame.bounding_box()
    assert beside
    assert beside["x"] == pytest.approx(0, abs=1)
    expect(phone.locator("#rule")).to_contain_text(said("rule.green"))
    for part in ("check", "setup", "share", "score"):
        tab = phone.locator(f'[data-part="part-{part}"]')
        tab.tap()
        expect(tab).to_have_attribute("aria-current", "true")
        expect(phone.locator(f"#part-{part} > :visible").first).to_be_in_viewport()
    board.push_down()
    assert frame.bounding_box() == pytest.approx(large, abs=1)
    expect(phone.locator("#rule")).to_be_in_viewport(ratio=1)


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
    page.keyboard.press("Control+Shift+z")
    board.ready()
    assert (where in board.state["marks"]["sections"]) is (before == "false")
    page.keyboard.press("Control+y")
    page.keyboard.press("Control+z")
    board.ready()
    assert board.total == 105


def test_tourists_are_counted_with_the_keyboard_alone(new_page: Opener, server: Server) -> None:
    page = new_page(LAPTOP)
    board = BoardPage(page).open_example(server.url)
    focused = partial(page.evaluate, "Object.values(document.activeElement.dataset)[0] ?? ''")
    page.locator("#board [tabindex='0']").focus()
    # The modes follow what stands around the board, and not all that is beside it.
    for _ in range(12):
        page.keyboard.press("Tab")
        if focused() == "section":
            break
    page.keyboard.press("ArrowRight")
    assert focused() == "tourists"
    page.locator("#board [tabindex='0']").focus()
    where = focused()
    for end in ("Escape", "Enter"):
        page.keyboard.press("Enter")
        assert focused() == "circle-more"
        page.keyboard.press("Enter")
        if end == "Enter":
            page.locator('[data-button="done"]').focus()
        page.keyboard.press(end)
        expect(page.locator("#stepper")).to_be_hidden()
        assert focused() == where
    board.ready()
    before = MARKS["tourists"].get(where, {}).get("circle", 0)
    assert board.state["marks"]["tourists"][where]["circle"] == before + 2


def test_undo_in_a_field_takes_back_what_was_typed_there(phone: Page, server: Server) -> None:
    board = BoardPage(phone).open_example(server.url)
    board.tap_road("e4-e5")
    board.ready()
    name = phone.locator("#part-share input[name=name]")
    name.focus()
    phone.keyboard.type("Anna")
    phone.keyboard.press("Control+z")
    board.ready()
    expect(name).not_to_have_value("Anna")
    assert "e4-e5" in board.state["marks"]["sections"]


def test_everything_on_the_board_has_a_name(new_page: Opener, server: Server) -> None:
    page = new_page(LAPTOP)
    board = BoardPage(page).open_example(server.url)
    button = page.get_by_role(
        "button", name=said("section.label", a="c2", b="d2", state=said("section.on-route"))
    )
    expect(button).to_have_attribute("aria-pressed", "true")
    page.get_by_role("radio", name=said("modes.tourists")).click()
    expect(
        page.get_by_role(
            "button", name=said("tourists.label", where="A2", state=said("circle.other", n=2))
        )
    ).to_have_count(1)
    page.get_by_role("radio", name=said("modes.cafe")).click()
    expect(
        page.get_by_role(
            "button", name=said("cafe.label", where="e6", state=said("cafe.visited")), exact=True
        )
    ).to_have_count(1)
    page.get_by_role("radio", name=said("modes.task")).click()
    expect(
        page.get_by_role("button", name=said("task.label", where="d2", state=said("task.ringed")))
    ).to_have_count(1)
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
