"""A map of Ticket to Ride taught on a phone: tapped on a photo, corrected, saved, played on."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.access import violations
from tests.support.browser.browsing import IPHONE, PHONE, Opener, Server, Watch
from tests.support.browser.hand import Hand
from tests.support.browser.said import said
from tests.support.tickettoride import BAY
from tests.web.pages.test_mapteach import blank_photo

# The middle of the screen of a point of an SVG, in CSS pixels.
ON_SCREEN = """([id, x, y]) => {
  const root = document.getElementById(id);
  const point = new DOMPoint(x, y).matrixTransform(root.getScreenCTM());
  return [point.x, point.y];
}"""
PLACES = ("north_gate", "kite_hill", "orchard", "tannery")


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    file = tmp_path / "board.jpg"
    file.write_bytes(blank_photo().jpeg)
    return file


def set_corners(page: Page) -> None:
    """Drag the four corners to those of the board on the simulated photo."""
    expect(page.locator("#corners .handle")).to_have_count(4)
    handles = page.locator("#corners .handle .ring")
    for i, (x, y) in enumerate(blank_photo().truth["corners_xy"]):
        box = handles.nth(i).bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        page.mouse.move(*page.evaluate(ON_SCREEN, ["photo", x, y]), steps=4)
        page.mouse.up()
    page.locator("#read").tap()
    expect(page.locator("#map-editor.ready")).to_be_visible()


def on_page(hand: Hand, xy: tuple[float, float]) -> None:
    """Tap on the page, where the practice map, 297 x 210 mm, has something."""
    page = hand.page
    page.evaluate("document.getElementById('page').scrollIntoView({ block: 'center' })")
    at = [xy[0] * 300 / 297, xy[1] * 300 / 297]
    page.touchscreen.tap(*page.evaluate(ON_SCREEN, ["page", *at]))


def drawn(hand: Hand, one: str, *rest: str | tuple[float, float]) -> list[str]:
    """Draw a link; return the length and the colour that are proposed."""
    for where in (one, *rest):
        xy = BAY.place[where].xy if isinstance(where, str) else where
        assert xy
        on_page(hand, xy)
    expect(hand.page.locator("#map-sheet .paint")).to_have_count(6)
    return hand.page.locator("#map-sheet [aria-pressed=true]").all_inner_texts()


def test_a_map_is_taught_by_tapping_and_played_on(
    new_page: Opener, server: Server, photo: Path
) -> None:
    phone = new_page(IPHONE)
    hand = Hand(phone)
    phone.goto(f"{server.url}/new/ticket-to-ride")
    hand.tap(phone.get_by_role("link", name=said("ticket-to-ride.teach")))
    phone.locator("#maps-form input[data-taken]").set_input_files(photo)
    hand.name('#maps-form input[name="name"]', "Tapped town")
    hand.tap("#maps-form .primary")
    set_corners(phone)
    for id_ in PLACES:
        place = BAY.place[id_]
        assert place.xy
        on_page(hand, place.xy)
        phone.locator("#map-sheet input").fill(place.name)
        phone.keyboard.press("Tab")
    expect(phone.locator(".taught-place")).to_have_count(4)
    hand.tap("label:has(#map-mode-link)")
    # Length and colour come from the picture.
    assert drawn(hand, "north_gate", "kite_hill") == ["4", said("ticket-to-ride.colour.purple")]
    assert drawn(hand, "north_gate", "orchard") == ["1", said("ticket-to-ride.colour.white")]
    # Along the bends of one lane of a double route, and of the other one.
    blue = drawn(hand, "orchard", (43, 79), (44, 113), "tannery")
    assert blue == ["3", said("ticket-to-ride.colour.blue")]
    green = drawn(hand, "orchard", (35, 79), (36, 113), "tannery")
    assert green == ["3", said("ticket-to-ride.colour.green")]
    # A correction counts for both lanes; it is taken back.
    hand.tap('[data-button="length-2"]')
    hand.tap("#undo")
    hand.tap("label:has(#map-mode-ticket)")
    for id_ in ("kite_hill", "tannery"):
        xy = BAY.place[id_].xy
        assert xy
        on_page(hand, xy)
    # What no ticket is worth is not taken, and said so.
    out = said("map-editor.worth.range", most=99)
    for digits in ("0", "-5", "120"):
        phone.locator("#worth-new").fill(digits)
        expect(phone.locator("#toast.shown")).to_have_text(out)
        phone.locator("#toast").evaluate("toast => { toast.textContent = ''; }")
        expect(phone.locator('[data-button="keep"]')).to_be_disabled()
    # What is unusual for the way between is asked about, and taken all the same: 4 + 1 + 3 buses.
    phone.locator("#worth-new").fill("99")
    odd = phone.locator(".odd")
    expect(odd).to_have_text(said("map-editor.worth.way", points=99, buses=8))
    hand.tap('[data-button="keep"]')
    expect(odd).to_have_count(1)
    phone.locator("#worth-0").fill("0")
    expect(phone.locator("#toast.shown")).to_have_text(out)
    phone.keyboard.press("Tab")
    expect(phone.locator("#worth-0")).to_have_value("99")
    phone.locator("#worth-0").fill("11")
    expect(odd).to_have_count(0)
    expect(phone.locator("#lacks")).to_contain_text(said("map-editor.lacks.points"))
    hand.tap("label:has(#map-mode-box)")
    phone.locator("#map-points").fill("1, 2, 4, 7")
    phone.keyboard.press("Tab")
    expect(phone.locator("#lacks")).to_have_text(said("map-editor.ready"))
    draw_track(hand)
    with phone.expect_download() as waiting:
        phone.locator("#play a[download]").tap()
    file = Path(waiting.value.path()).read_bytes()
    hand.tap("#play .primary")
    # The map is chosen already; of practice maps only one is told.
    expect(phone.locator("select[name=map]")).to_have_value("tapped-town")
    expect(phone.locator(".of-practice")).to_be_hidden()
    phone.locator("select[name=map]").select_option("lantern-bay")
    expect(phone.locator(".of-practice")).to_be_visible()
    phone.locator("select[name=map]").select_option(label="Tapped town")
    for i, name in enumerate(("Anna", "Boris"), 1):
        hand.name(f'input[name="name{i}"]', name)
    hand.tap("button.primary")
    expect(phone.locator("#table.ready")).to_be_visible()
    expect(phone.locator("[data-link]")).to_have_count(4)
    hand.tap("label:has(#finished-true)")
    hand.tap('.ticket:has-text("Kite Hill")')
    # 11 points for the ticket are not scored yet.
    expect(phone.locator("#scores .total td").first).to_have_text("−11")
    taken_in_elsewhere(new_page(PHONE), server, phone, file)


def test_what_two_owners_tap_at_once_is_all_there(
    new_page: Opener, server: Server, photo: Path
) -> None:
    phone, other = new_page(IPHONE), new_page(PHONE)
    anna, boris = Hand(phone), Hand(other)
    phone.goto(f"{server.url}/maps")
    phone.locator("#maps-form input[name=photo]").set_input_files(photo)
    anna.name('#maps-form input[name="name"]', "For two")
    anna.tap("#maps-form .primary")
    set_corners(phone)
    other.goto(phone.locator('[data-copy*="owner="]').get_attribute("data-copy") or "")
    expect(other.locator("#map-editor.ready")).to_be_visible()
    # Neither page hears of the other's taps until it sends one of its own.
    for hand, id_ in ((anna, "north_gate"), (boris, "orchard"), (anna, "tannery")):
        xy = BAY.place[id_].xy
        assert xy
        with hand.page.expect_response(lambda answer: answer.request.method == "POST"):
            on_page(hand, xy)
    expect(phone.locator(".taught-place")).to_have_count(3)
    # Anna takes back what she did, not what Boris did.
    for left in (2, 1):
        anna.tap("#undo")
        expect(phone.locator(".taught-place")).to_have_count(left)
    places = other.request.get(f"{server.url}/maps/for-two/draft.json").json()["draft"]["places"]
    assert [one["xy"] for one in places] == [pytest.approx(near(BAY.place["orchard"].xy), abs=1)]


def test_a_tap_that_was_lost_on_its_way_is_sent_again(
    phone: Page, server: Server, photo: Path, watch: Watch
) -> None:
    watch.forgiven = ("ERR_FAILED", "failed: ")
    anna = Hand(phone)
    phone.goto(f"{server.url}/maps")
    phone.locator("#maps-form input[name=photo]").set_input_files(photo)
    anna.name('#maps-form input[name="name"]', "Lost and found")
    anna.tap("#maps-form .primary")
    set_corners(phone)
    saves = phone.locator("#map-editor").get_attribute("data-save") or ""
    phone.route(f"**{saves}", lambda route: route.abort(), times=1)
    xy = BAY.place["orchard"].xy
    assert xy
    with phone.expect_response(lambda answer: answer.request.method == "POST"):
        on_page(anna, xy)
    phone.reload()
    expect(phone.locator(".taught-place")).to_have_count(1)


def test_a_route_without_a_proposal_is_asked_about(
    new_page: Opener, server: Server, photo: Path, watch: Watch
) -> None:
    watch.forgiven = ("propose", "ERR_FAILED")
    phone = new_page(PHONE)
    hand = Hand(phone)
    phone.goto(f"{server.url}/maps")
    phone.locator("#maps-form input[name=photo]").set_input_files(photo)
    hand.name('#maps-form input[name="name"]', "Asked town")
    hand.tap("#maps-form .primary")
    set_corners(phone)
    for id_ in PLACES:
        xy = BAY.place[id_].xy
        assert xy
        on_page(hand, xy)
    hand.tap("label:has(#map-mode-link)")
    start, end = BAY.place["north_gate"].xy, BAY.place["kite_hill"].xy
    assert start
    assert end
    # A tap on the start itself takes the route back, and says so.
    on_page(hand, start)
    on_page(hand, start)
    expect(phone.locator("#toast")).to_contain_text(said("map-editor.links.cancelled", place="1"))
    # A bend 9 px beside it is a bend.
    phone.route("**/propose", lambda route: route.abort())
    on_page(hand, start)
    on_page(hand, (start[0] + 8, start[1]))
    expect(phone.locator(".bend")).to_have_count(1)
    on_page(hand, start)
    expect(phone.locator("#toast")).to_contain_text(said("map-editor.links.other-end"))
    on_page(hand, end)
    # No connection: nothing is preset, and the route is there once both are told.
    expect(phone.locator("#untold")).to_contain_text(said("map-editor.not-proposed"))
    expect(phone.locator("#map-sheet [aria-pressed=true]")).to_have_count(0)
    expect(phone.locator(".taught")).to_have_count(0)
    on_page(hand, end)
    expect(phone.locator("#toast")).to_contain_text(said("map-editor.tell-first"))
    hand.tap('[data-button="length-4"]')
    hand.tap('[data-button="colour-purple"]')
    expect(phone.locator("#untold")).to_have_count(0)
    expect(phone.locator(".taught")).to_have_count(1)
    phone.unroute("**/propose")
    # The same route drawn again is said to be the second lane.
    assert drawn(hand, "north_gate", "kite_hill") == ["4", said("ticket-to-ride.colour.purple")]
    expect(phone.locator("#map-sheet")).to_contain_text(said("map-editor.second-lane"))
    hand.tap('[data-button="delete"]')
    expect(phone.locator(".taught")).to_have_count(1)
    # On the list a long name leaves the words beside it whole.
    hand.tap("label:has(#map-mode-box)")
    phone.locator("#map-name").fill("The town that was asked about on this phone")
    with phone.expect_response(lambda answer: answer.request.method == "POST"):
        phone.keyboard.press("Tab")
    phone.goto(f"{server.url}/maps")
    box = phone.locator('.player:has([href$="/asked-town"]) small').bounding_box()
    assert box
    assert box["height"] < 30


def near(xy: tuple[float, float] | None) -> list[float]:
    """Return where a place of the practice map lies on the page that was cut out."""
    assert xy
    return [one * 300 / 297 for one in xy]


def draw_track(hand: Hand) -> None:
    """Space 0, those in three corners, and the last one: all 80 lie between."""
    page = hand.page
    hand.number("#map-track", 80)
    hand.tap('[data-button="track-draw"]')
    for xy in ((10.5, 13), (286.5, 13), (286.5, 197), (10.5, 197), (10.5, 24.5)):
        on_page(hand, xy)
    expect(page.locator("polyline.drawing")).to_have_count(1)
    hand.tap('[data-button="track-keep"]')
    expect(page.locator(".track-space")).to_have_count(80)
    expect(page.locator(".track-space.first")).to_have_count(1)


def taken_in_elsewhere(other: Page, server: Server, owner: Page, file: bytes) -> None:
    """Whoever does not own the map sees it; gone, it comes back from its file."""
    other.goto(f"{server.url}/maps/tapped-town")
    expect(other.locator("#map-editor.ready .taught-place")).to_have_count(4)
    expect(other.locator("#undo")).to_have_count(0)
    owner.goto(f"{server.url}/maps/tapped-town")
    expect(owner.locator("#map-editor.ready")).to_be_visible()
    owner.locator("details summary").tap()
    owner.locator("details .warn").tap()
    expect(owner.locator("#maps-form")).to_be_visible()
    owner.locator("details summary").tap()
    sent = {"name": "town.map", "mimeType": "application/zip", "buffer": file}
    owner.locator("input[name=map]").set_input_files(sent)  # type: ignore[arg-type]
    owner.locator("details .button").tap()
    expect(owner.locator("#map-editor.ready .taught-place")).to_have_count(4)
    assert violations(owner) == []
