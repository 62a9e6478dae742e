"""By keys and by ear: the focus has a place, what changes is told, and what is chosen is seen."""

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from scorer.store.games import GameStore
from tests.support.browser.browsing import LAPTOP, PHONE, Opener, Server
from tests.support.browser.othergames import begin_box
from tests.support.browser.pages import BoardPage
from tests.support.browser.photopage import DOUBTS, open_with_doubts
from tests.support.browser.said import said
from tests.support.browser.tablepage import begin

# A window of 1280 × 1024 that is zoomed four times.
ZOOMED = {"viewport": {"width": 320, "height": 256}}
# What is seen where the middle of an element is: the element, or what covers it.
SEEN = """(one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return one.contains(document.elementFromPoint(x + width / 2, y + height / 2)); }"""
BACK = "(one) => getComputedStyle(one).backgroundColor"


@pytest.fixture
def laptop(new_page: Opener) -> Page:
    return new_page(LAPTOP)


def heading(page: Page, word: str) -> Locator:
    return page.get_by_role("heading", name=said(word), exact=True)


def type_card(page: Page, last: str) -> None:
    """Enter a goal card by keys, *last* the figure that makes it one."""
    page.locator('[data-button="add-goal"]').press("Enter")
    expect(page.locator("#goal-new-measure")).to_be_focused()
    for name in ("threshold", "reached", "won"):
        if name != last:
            page.locator(f"#goal-new-{name}").fill("4")
    page.locator(f"#goal-new-{last}").press_sequentially("4")
    page.keyboard.press("Tab")


def test_the_focus_stays_on_a_board_where_something_was_pressed(
    laptop: Page, server: Server
) -> None:
    board = BoardPage(laptop).open_empty(server.url)
    laptop.locator('[data-button="as-shown"]').press("Enter")
    expect(heading(laptop, "setup")).to_be_focused()
    board.ready()
    type_card(laptop, "threshold")
    expect(laptop.locator("#goal-0-reached")).to_be_focused()
    board.ready()
    # Nobody else has changed anything.
    expect(laptop.locator("#toast")).to_have_text(said("goals.title"))
    laptop.locator('[data-button="goal-0-remove"]').press("Enter")
    expect(heading(laptop, "goals.title")).to_be_focused()
    undo = laptop.locator("#undo")
    for _ in range(5):
        undo.press("Enter")
    expect(undo).to_be_disabled()
    expect(undo).to_be_focused()
    undo.press("Tab")
    expect(laptop.locator("#redo")).to_be_focused()


def test_a_button_at_the_end_of_its_scale_keeps_the_focus(laptop: Page, server: Server) -> None:
    BoardPage(laptop).open_empty(server.url)
    laptop.locator('[data-mode="tourists"]').press("Enter")
    laptop.locator('[data-where="B2"]').press("Enter")
    laptop.keyboard.press("Enter")
    fewer = laptop.locator('#stepper [data-button$="-less"]').first
    for _ in range(3):
        fewer.press("Enter")
    expect(fewer).to_be_focused()
    expect(laptop.locator("#stepper output").first).to_have_text("0")


def test_what_leads_to_a_part_takes_the_focus_there(laptop: Page, server: Server) -> None:
    BoardPage(laptop).open_example(server.url)
    for part, word in (("setup", "setup"), ("score", "sheet.title")):
        laptop.locator(f'[data-part="part-{part}"]').press("Enter")
        expect(heading(laptop, word)).to_be_focused()
    laptop.locator('[data-button="load"]').press("Enter")
    expect(laptop.locator('[data-button="route-0"]')).to_be_visible()
    expect(heading(laptop, "routes.title")).to_be_focused()


def test_the_focus_stays_on_a_table_as_its_goal_cards_change(laptop: Page, server: Server) -> None:
    begin(laptop, server.url, "Anna", "Boris")
    type_card(laptop, "reached")
    expect(laptop.locator("#goal-0-won")).to_be_focused()


def test_each_doubt_is_told_of_and_places_tell_what_they_are(
    laptop: Page, server: Server, games: GameStore
) -> None:
    board = open_with_doubts(laptop, server, games, DOUBTS)
    asked = laptop.locator("#doubts h2")
    expect(asked).to_have_attribute("aria-live", "polite")
    question = said("doubt.tourists", where="C3")
    expect(laptop.get_by_role("group", name=question)).to_be_visible()
    section = laptop.locator('#board [data-where="c2-d2"]')
    expect(section).to_have_accessible_name(
        "section c2 to d2, drawn, on the route (beside Fox Hill), To check"
    )
    # The figures beside what is drawn belong to no place that a voice could name.
    assert laptop.locator("#board").aria_snapshot().count("text") == 0
    laptop.locator('[data-button="choice-0"]').press("Enter")
    board.ready()
    expect(asked).to_contain_text(said("doubt.section", a="c2", b="d2"))
    laptop.locator('[data-mode="tourists"]').press("Enter")
    place = laptop.locator('#board [data-where="C2"]')
    expect(place).to_have_accessible_name(
        "location C2, Fox Hill (green), 1 circle, 1 square, 2 triangles"
    )


def test_a_town_tells_what_its_quarters_are(laptop: Page, server: Server) -> None:
    begin_box("innsmouth", laptop, server.url, "Anna")
    quarter = laptop.locator('[data-quarter="B2"][role="button"]')
    expect(quarter).to_have_accessible_name("B2 Weather Glass (star 4)")


def test_what_is_chosen_is_seen_where_the_system_sets_the_colours(
    laptop: Page, server: Server
) -> None:
    laptop.emulate_media(forced_colors="active")
    BoardPage(laptop).open_example(server.url)
    chosen, other = (laptop.locator(f'[data-mode="{one}"]') for one in ("section", "task"))
    assert chosen.evaluate(BACK) != other.evaluate(BACK)
    full, medium = (laptop.locator(f"#mode-{one} + span") for one in ("full", "medium"))
    assert full.evaluate(BACK) != medium.evaluate(BACK)


def test_nothing_is_covered_in_a_page_that_is_zoomed_four_times(
    new_page: Opener, server: Server, games: GameStore
) -> None:
    page = new_page(ZOOMED)
    open_with_doubts(page, server, games, DOUBTS)
    for one in page.locator("#sheet button, #status button").all():
        one.focus()
        page.wait_for_timeout(100)
        assert one.evaluate(SEEN), one.inner_text()


def test_a_comparison_is_told_where_it_was_waited_for(laptop: Page, server: Server) -> None:
    BoardPage(laptop).open_example(server.url)
    laptop.locator("#dispute summary").press("Enter")
    answer = laptop.locator("#dispute [role=status]")
    expect(answer).to_be_empty()
    answer.evaluate("one => { window.before = one; }")
    laptop.locator("#written-red").fill("7")
    laptop.locator('[data-button="check"]').press("Enter")
    expect(answer).not_to_be_empty()
    assert answer.evaluate("one => one === window.before")


def test_corners_without_scripts_are_no_dead_buttons(
    laptop: Page, browser: Browser, server: Server, games: GameStore
) -> None:
    open_with_doubts(laptop, server, games, DOUBTS)
    context = browser.new_context(java_script_enabled=False)
    bare = context.new_page()
    bare.goto(f"{laptop.url}/corners")
    expect(bare.locator("noscript p")).to_have_text(said("needs-scripts"))
    expect(bare.locator("button:visible")).to_have_count(0)
    bare.goto(f"{laptop.url}/which")
    expect(bare.locator("[data-send]").first).to_be_hidden()
    context.close()


# Where one word lies over another, or over the edge of its button.
OVER = """() => [...document.querySelectorAll(".contest")].some((one) => {
  const [title, least] = [".least", "legend"].map((name) =>
    one.querySelector(name).getBoundingClientRect());
  return title.left < least.right && title.top < least.bottom && title.bottom > least.top;
}) || [...document.querySelectorAll('[data-choice="way"] .choices span')].some(
  (one) => one.scrollWidth > one.clientWidth)"""


@pytest.mark.parametrize("size", ["100%", "200%"])
def test_no_word_of_phototour_lies_over_another(
    new_page: Opener, server: Server, size: str
) -> None:
    page = new_page({**PHONE, "viewport": {"width": 320, "height": 568}})
    begin_box("phototour", page, server.url, "Anna", "Boris")
    page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
    page.wait_for_timeout(100)
    assert not page.evaluate(OVER)
    # The name of the game is not broken.
    assert page.locator("h1").evaluate("one => one.scrollWidth <= one.clientWidth")
