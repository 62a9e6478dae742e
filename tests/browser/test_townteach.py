"""A town of Innsmouth taught on a phone: drawn, tapped, taken back, played on, by photo too."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from samples.simulator.innsmouth.photos import blank_town, simulate_town
from samples.simulator.strata import Kind
from tests.support.browser.access import violations
from tests.support.browser.browsing import PHONE, Opener, Server, Watch
from tests.support.browser.othergames import fits
from tests.support.browser.said import said
from tests.web.pages.test_townteach import blank_photo, strange_page

# The practice page: the lattice begins at (52, 28) mm, a quarter has 25.
ON_SCREEN = """([id, x, y]) => {
  const root = document.getElementById(id);
  const point = new DOMPoint(x, y).matrixTransform(root.getScreenCTM());
  return [point.x, point.y];
}"""


def begin(page: Page, server: Server) -> None:
    page.goto(f"{server.url}/new/innsmouth")
    page.get_by_role("link", name=said("towns.teach")).tap()
    page.get_by_role("button", name=said("maps.begin")).tap()
    expect(page.locator("#town-editor.ready")).to_be_visible()


def tap(page: Page, x: float, y: float) -> None:
    """Tap on the map, in quarters from its top left."""
    page.evaluate("document.getElementById('town').scrollIntoView({ block: 'center' })")
    at = page.evaluate(ON_SCREEN, ["town", 52 + 25 * x, 28 + 25 * y])
    page.touchscreen.tap(*at)


def press(page: Page, name: str) -> None:
    page.locator(f'[data-button="{name}"]').tap()


def mode(page: Page, name: str) -> None:
    page.locator(f"label:has(#town-mode-{name})").tap()


def test_a_town_is_taught_by_taps_alone(new_page: Opener, server: Server) -> None:
    page = new_page(PHONE)
    begin(page, server)
    press(page, "river")
    for x, y in ((-0.5, 3.25), (1.5, 3.25), (2.5, 2.75), (6.5, 2.75)):
        tap(page, x, y)
    expect(page.locator("#town .bend")).to_have_count(4)
    press(page, "river-keep")
    # It takes crossroads c3: both banks have one, and the water's sides have colours.
    expect(page.locator('[data-place="c3_north"]')).to_have_class("told-place side-1")
    expect(page.locator('[data-place="c3_south"]')).to_have_class("told-place side-2")
    press(page, "sea-right")
    expect(page.locator("#town .sea")).to_have_count(1)
    tap(page, 6, 0)
    expect(page.locator('[data-place="g0"]')).to_have_class("told-place")
    press(page, "told-water")
    expect(page.locator('[data-button="open-water"]')).to_have_count(0)
    mode(page, "roads")
    tap(page, 0, 0)
    expect(page.locator('[data-corner="a1-b0"]')).to_have_class("corner rounded")
    tap(page, 3, 2.5)
    press(page, "state-first")
    expect(page.locator('[data-place="d3_north"]')).to_have_class("told-place tip")
    page.locator("#undo").tap()
    expect(page.locator('[data-place="d3_north"]')).to_have_count(0)
    page.locator("#redo").tap()
    expect(page.locator('[data-place="d3_north"]')).to_have_count(1)
    mode(page, "quarters")
    tap(page, 1.5, 1.5)
    press(page, "kind-yellow")
    expect(page.locator('[data-button="open-star-value"]')).to_contain_text("B2")
    page.locator("#star").fill("6")
    expect(page.locator('[data-button="open-star-value"]')).to_have_count(0)
    press(page, "done")
    mode(page, "places")
    tap(page, 1, 5)
    press(page, "cross-more")
    expect(page.locator("#town .shelter")).to_have_count(1)
    press(page, "done")
    press(page, "new-card")
    tap(page, 2, 1)
    tap(page, 4, 5)
    expect(page.locator("#town .told-cache")).to_have_count(2)
    mode(page, "cards")
    page.locator("#deck-tiara").fill("2")
    expect(page.locator("#map-sheet")).to_contain_text("8")
    page.locator("#deck-dagger").fill("1")
    expect(page.locator('[data-button="open-deck"]')).to_have_count(0)
    press(page, "sign-3")
    assert violations(page) == []
    # A game begins on it, says that parts are open, and draws the town.
    page.get_by_role("link", name=said("home.game")).tap()
    expect(page.locator("select[name=town]")).to_have_value("our-innsmouth")
    page.get_by_role("button", name=said("new.start")).tap()
    expect(page.locator("#entering")).to_be_visible()
    expect(page.locator("svg.town")).to_be_visible()
    expect(page.locator("main")).to_contain_text(said("innsmouth.need.town"))


def lay_signs(page: Page) -> None:
    """Lay what is circled beside the map: the next sign is chosen by itself."""
    press(page, "open-beside")
    # All of the page is there to tap on.
    expect(page.locator("#town")).to_have_attribute("viewBox", "0 0 297 210")
    for y in (0.06, 0.48, 0.9):
        tap(page, -1.58, y)
    expect(page.locator("#town [data-sign]")).to_have_count(3)
    expect(page.locator("#map-sheet")).to_contain_text(said("town-editor.sign.begin"))
    tap(page, -1.57, -0.72)
    expect(page.locator("#map-sheet")).to_contain_text(said("town-editor.sign.end"))
    tap(page, -0.3, -0.72)
    expect(page.locator('ellipse[data-sign="name"]')).to_be_visible()
    expect(page.locator('[data-button="open-beside"]')).to_have_count(0)
    page.locator("#undo").tap()
    expect(page.locator('[data-sign="name"]')).to_have_count(0)
    expect(page.locator('[data-button="open-beside"]')).to_be_visible()
    page.locator("#redo").tap()
    expect(page.locator('[data-sign="name"]')).to_have_count(1)
    press(page, "sign-diagonal-1")
    press(page, "sign-away")
    expect(page.locator('[data-sign="diagonal-1"]')).to_have_count(0)
    assert violations(page) == []
    fits(page, 390)
    mode(page, "roads")
    expect(page.locator("#town")).not_to_have_attribute("viewBox", "0 0 297 210")


def test_a_change_that_was_lost_on_its_way_is_sent_again(
    phone: Page, server: Server, watch: Watch
) -> None:
    watch.forgiven = ("ERR_FAILED", "failed: ")
    begin(phone, server)
    saves = phone.locator("#town-editor").get_attribute("data-save") or ""
    phone.route(f"**{saves}", lambda route: route.abort(), times=1)
    press(phone, "sea-right")
    expect(phone.locator("#toast")).to_have_text(said("upload.lost"))
    expect(phone.locator("#town .sea")).to_have_count(1)
    phone.reload()
    expect(phone.locator("#town .sea")).to_have_count(1)


@pytest.mark.parametrize("language", ["en", "ru", "ja"])
def test_all_fits_a_narrow_phone(new_page: Opener, server: Server, language: str) -> None:
    page = new_page({**PHONE, "viewport": {"width": 360, "height": 640}}, locale=language)
    page.goto(f"{server.url}/towns")
    fits(page, 360)
    page.locator("#maps-form button.primary").tap()
    expect(page.locator("#town-editor.ready")).to_be_visible()
    for name in ("water", "roads", "quarters", "places", "cards"):
        mode(page, name)
        tap(page, 2.5, 3)
        fits(page, 360)


def set_corners(page: Page, corners: list[list[float]]) -> None:
    """Drag the corners of a map to where they are on its photo."""
    expect(page.locator("#corners .handle")).to_have_count(4)
    handles = page.locator("#corners .handle .ring")
    for i, (x, y) in enumerate(corners):
        box = handles.nth(i).bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        page.mouse.move(*page.evaluate(ON_SCREEN, ["photo", x, y]), steps=4)
        page.mouse.up()


def test_a_town_is_taught_on_a_photo_and_by_two(
    new_page: Opener, server: Server, tmp_path: Path
) -> None:
    photo = tmp_path / "board.jpg"
    photo.write_bytes(blank_photo().jpeg)
    page = new_page(PHONE)
    page.goto(f"{server.url}/towns")
    page.locator("input[name=name]").fill("By photo")
    page.locator("#maps-form input[name=photo]").set_input_files(photo)
    page.get_by_role("button", name=said("maps.begin")).tap()
    set_corners(page, blank_photo().truth["corners_xy"])
    page.locator("#read").tap()
    # The page is cut out of a photo meanwhile.
    expect(page.locator("#town-editor.ready #town.on-photo")).to_be_visible(timeout=60_000)
    lay_signs(page)
    link = page.locator("[data-copy]").get_attribute("data-copy")
    assert link
    other = new_page(PHONE)
    other.goto(page.url)
    expect(other.locator("#town-editor.ready")).to_be_visible()
    expect(other.locator("#undo")).to_have_count(0)
    other.goto(f"{page.url}?{link.partition('?')[2]}")
    expect(other.locator("#town-editor.ready #undo")).to_be_visible()
    mode(other, "roads")
    tap(other, 2.5, 3)
    press(other, "state-none")
    expect(other.locator('[data-drawn="c3-d3"]')).to_have_count(0)
    page.reload()
    expect(page.locator("#town-editor.ready")).to_be_visible()
    expect(page.locator('[data-drawn="c3-d3"]')).to_have_count(0)


def test_a_game_finds_its_own_town_and_a_filled_board_is_no_blank_one(
    new_page: Opener, server: Server, watch: Watch, tmp_path: Path
) -> None:
    watch.forgiven = ("422",)
    shown = strange_page()
    filled = simulate_town(shown, Kind.EASY, (9, 5), 1.5)
    blank = blank_town(shown, Kind.EASY, (9,), 1.5)
    for name, photo in (("filled", filled), ("blank", blank)):
        (tmp_path / name).with_suffix(".jpg").write_bytes(photo.jpeg)
    page = new_page(PHONE)
    page.goto(f"{server.url}/new/innsmouth")
    page.locator('input[name="name1"]').fill("Anna")
    page.locator("button.primary").tap()
    expect(page.locator("#table.ready")).to_be_visible()
    page.locator("#pickers input[type=file]").first.set_input_files(tmp_path / "filled.jpg")
    # It is not the practice town: the page leads to one's own.
    way = page.get_by_role("link", name=said("towns.own"))
    expect(way).to_be_visible(timeout=60_000)
    assert violations(page) == []
    way.tap()
    page.locator("input[name=name]").fill("Strange town")
    page.locator("#maps-form input[name=photo]").set_input_files(tmp_path / "filled.jpg")
    page.get_by_role("button", name=said("maps.begin")).tap()
    set_corners(page, filled.truth["corners_xy"])
    page.locator("#read").tap()
    expect(page.locator("#problem")).to_contain_text(said("towns.drawn-on"), timeout=60_000)
    page.locator("#problem #anyway").tap()
    expect(page.locator("#town-editor.ready #town.on-photo")).to_be_visible(timeout=60_000)
    page.locator("#maps-form input[name=photo]").set_input_files(tmp_path / "blank.jpg")
    set_corners(page, blank.truth["corners_xy"])
    page.locator("#read").tap()
    expect(page.locator("#town-editor.ready #town.on-photo")).to_be_visible(timeout=60_000)
    assert violations(page) == []
    page.get_by_role("button", name=said("towns.play")).tap()
    expect(page.locator("#table.ready")).to_be_visible(timeout=60_000)
    expect(page.locator("#players-title ~ .players")).to_contain_text("Anna")
    expect(page.locator("#map .section")).not_to_have_count(0)


@pytest.mark.parametrize("language", ["en", "ru", "ja"])
def test_a_newer_town_is_taken_by_a_button_and_drawn_on_all_phones(
    new_page: Opener, server: Server, language: str
) -> None:
    owner = new_page(PHONE)
    begin(owner, server)
    name = owner.url.rpartition("/")[2]
    page = new_page({**PHONE, "viewport": {"width": 360, "height": 640}}, locale=language)
    page.goto(f"{server.url}/new/innsmouth?town={name}")
    page.locator('input[name="name1"]').fill("Anna")
    page.locator("button.primary").tap()
    expect(page.locator("#table.ready")).to_be_visible()
    expect(page.locator("#newer-town")).to_have_count(0)
    other = new_page(PHONE)
    other.goto(page.url)
    mode(owner, "roads")
    tap(owner, 2.5, 3)
    press(owner, "state-none")
    expect(owner.locator('[data-drawn="c3-d3"]')).to_have_count(0)
    owner.wait_for_load_state("networkidle")
    page.reload()
    expect(page.locator("#table.ready")).to_be_visible()
    expect(page.locator('#map [data-road="c3-d3"]')).to_have_count(1)
    expect(page.locator("#newer-town li")).to_contain_text(["c3-d3"])
    assert violations(page) == []
    fits(page, 360)
    page.locator("#newer-town button").tap()
    for one in (page, other):
        expect(one.locator("#table.ready")).to_be_visible()
        expect(one.locator('#map [data-road="c3-d3"]')).to_have_count(0)
        expect(one.locator("#newer-town")).to_have_count(0)
