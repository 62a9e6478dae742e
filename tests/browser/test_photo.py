"""From a photo to a corrected board, on a phone."""

import json
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Error, Page, Route, expect

from scorer.store.games import GameStore, NewPicture, NewPlayer, PictureInfo, Source, StoredReading
from tests.support.browser.browsing import Opener, Server, Watch
from tests.support.browser.leaving import OUT_OF_MEMORY
from tests.support.browser.pages import MARKS, SAMPLE, SETUP, BoardPage, sheet_of
from tests.support.browser.photopage import (
    DOUBTS,
    corner_at,
    drag_corner,
    open_with_doubts,
    upright_size,
)
from tests.support.browser.said import said
from tests.support.browser.tablepage import begin


def test_a_photo_is_read_corrected_and_outlives_the_server(
    tmp_path: Path, phone: Page, watch: Watch
) -> None:
    # The stream of news breaks off with the server.
    watch.forgiven = ("/events", "/stamp", "ERR_INCOMPLETE", "ERR_CONNECTION_REFUSED")
    with Server(tmp_path) as server:
        phone.goto(server.url)
        phone.locator("input[data-chosen]").set_input_files(SAMPLE / "photo.jpg")
        phone.wait_for_url("**/game/*/1")
        board = BoardPage(phone).ready()
        assert board.state["read"] == MARKS
        expect(phone.locator("#board image")).to_have_count(2)
        board.tap_road("c2-d2")
        board.ready()
        assert board.total == sheet_of(board.state).total
        expect(phone.locator("#corrections")).to_have_text(said("corrections.one", n=1))
        kept = board.state
        phone.get_by_role("link", name=said("home")).tap()
        phone.wait_for_url(f"{server.url}/")
    with server:
        phone.go_back()
        board.ready()
        assert board.state == kept
        phone.get_by_role("button", name=said("back-to-read")).tap()
        board.ready()
        assert board.state["marks"] == MARKS
        # What the page still asks for must not meet a server that stops.
        phone.goto("about:blank")


def test_the_sample_is_one_tap_away_and_listed_afterwards(phone: Page, server: Server) -> None:
    phone.goto(server.url)
    phone.get_by_role("button", name=said("home.sample")).tap()
    phone.wait_for_url("**/game/*/1")
    board = BoardPage(phone).ready()
    assert board.total == 105
    expect(phone.get_by_text(said("board.simulated"))).to_be_visible()
    phone.get_by_role("link", name=said("home")).tap()
    expect(phone.locator("#recent li")).to_have_count(1)
    expect(phone.locator("#recent li")).to_contain_text("105")


def test_the_photo_fades_and_the_overlay_hides(
    phone: Page, server: Server, games: GameStore
) -> None:
    board = open_with_doubts(phone, server, games, [])
    phone.locator("#opacity").fill("20")
    assert phone.locator("#board image").nth(1).get_attribute("opacity") == "0.2"
    eye = phone.locator("#hide")
    eye.dispatch_event("pointerdown")
    expect(phone.locator("path.route")).to_be_hidden()
    eye.dispatch_event("pointerup")
    expect(phone.locator("path.route")).to_be_visible()
    assert board.total == 105


def test_doubts_are_answered_one_by_one_and_undo_asks_again(
    phone: Page, server: Server, games: GameStore
) -> None:
    board = open_with_doubts(phone, server, games, DOUBTS)
    expect(phone.locator("#check")).to_have_text(said("result.to-check", n=2))
    expect(phone.locator("#board .doubt")).to_have_count(2)
    phone.locator("#check").tap()
    expect(phone.locator("#doubts h2")).to_contain_text(said("doubt.tourists", where="C3"))
    choices = phone.locator(".doubt-choices button")
    expect(choices.first).to_contain_text("105 PP")
    choices.nth(1).tap()
    board.ready()
    assert board.state["marks"]["tourists"]["C3"] == {"circle": 1, "square": 2}
    assert board.total == sheet_of(board.state).total
    expect(phone.locator("#check")).to_have_text(said("result.to-check", n=1))
    expect(phone.locator("#doubts h2")).to_contain_text(said("doubt.section", a="c2", b="d2"))
    choices.first.tap()
    board.ready()
    expect(phone.locator("#doubts")).to_be_hidden()
    assert "c2-d2" in board.state["marks"]["sections"]
    phone.locator("#undo").tap()
    board.ready()
    expect(phone.locator("#check")).to_have_text(said("result.to-check", n=1))


def test_a_very_dark_photo_is_shown_lighter(phone: Page, server: Server, games: GameStore) -> None:
    open_with_doubts(phone, server, games, [])
    shown = phone.locator("#board image").nth(1)
    expect(shown).not_to_have_attribute("filter", "url(#photo-light)")
    key = phone.url.split("/")[-2]
    dark = BytesIO()
    with Image.open(SAMPLE / "photo.jpg") as image:
        image.point(lambda value: value // 6).save(dark, "JPEG")
    frame = {"origin_mm": [30, 20], "px_per_mm": 6.0}
    picture = NewPicture(PictureInfo(600, 600, frame), dark.getvalue())
    version = games.load(key).player(1).version
    games.add_reading(key, 1, version, StoredReading(0, MARKS, [], [], {}), MARKS, picture)
    phone.goto(f"{server.url}/game/{key}/1")
    expect(shown).to_have_attribute("filter", "url(#photo-light)")


def test_where_no_photo_is_kept_no_print_stands_in_its_place(
    phone: Page, server: Server, games: GameStore, watch: Watch
) -> None:
    # The page may be about to ask for it.
    watch.forgiven = ("/rectified",)
    open_with_doubts(phone, server, games, DOUBTS)
    crop = phone.locator(".doubt-body [data-part]")
    expect(crop).to_have_count(1)
    now, day = datetime.now(UTC), timedelta(days=1)
    with phone.expect_event("load"):
        games.forget_old(now - day, now + day)
        # The stream looks now and then; a page that comes back looks at once.
        with suppress(Error):
            phone.evaluate("dispatchEvent(new Event('online'))")
    BoardPage(phone).ready()
    expect(phone.locator(".doubt-choices")).to_have_count(1)
    expect(crop).to_have_count(0)


def test_each_choice_foretells_the_total(phone: Page, server: Server, games: GameStore) -> None:
    board = open_with_doubts(phone, server, games, DOUBTS[1:])
    foretold = phone.locator(".doubt-choices small").nth(1).inner_text()
    phone.locator(".doubt-choices button").nth(1).tap()
    board.ready()
    assert foretold == f"{board.total} PP"


def test_a_photo_whose_map_is_not_found_is_read_by_its_corners(
    phone: Page, server: Server, games: GameStore
) -> None:
    truth = json.loads((SAMPLE / "truth.json").read_text())
    empty = NewPlayer({**MARKS, "sections": [], "tourists": {}, "cafes": {}, "task": []})
    key = games.create("first-city", "first-city", SETUP, [empty], single=True)
    data = (SAMPLE / "photo.jpg").read_bytes()
    width, height = upright_size(data)
    photo = NewPicture(PictureInfo(width, height), data)
    games.put_photo(key, 1, photo, Source.PHOTO)
    games.set_not_read(key, 1, {"reason": "no-board"})
    phone.goto(f"{server.url}/game/{key}/1")
    BoardPage(phone).ready()
    expect(phone.locator("#saving")).to_have_text(said("begin.not-read"))
    phone.get_by_role("link", name=said("not-read.corners")).tap()
    expect(phone.get_by_role("heading", name=said("corners.not-found"))).to_be_visible()
    for name, corner in zip(["A1", "F1", "F6", "A6"], truth["corners_xy"], strict=True):
        drag_corner(phone, name, corner)
    phone.get_by_role("button", name=said("corners.read")).tap()
    phone.wait_for_url(f"**/game/{key}/1")
    board = BoardPage(phone).ready()
    assert board.state["read"] == MARKS
    assert board.total == 105


def test_a_photo_that_is_read_by_corners_is_waited_for_without_a_connection(
    phone: Page, server: Server, games: GameStore, watch: Watch
) -> None:
    watch.forgiven = ("ERR_FAILED", "/jobs/")
    board = open_with_doubts(phone, server, games, [])
    before, address = board.state["reading"], phone.url
    phone.goto(f"{address}/corners")
    # The server has the corners; as it starts anew nobody can ask it.
    phone.route("**/jobs/**", lambda route: route.abort())
    reading = phone.locator("#read")
    reading.tap()
    expect(reading).to_have_text(said("upload.lost"))
    phone.wait_for_timeout(2000)
    phone.unroute_all()
    phone.wait_for_url(address)
    assert board.ready().state["reading"] == before + 1


def test_corners_that_one_goes_back_to_can_be_sent_again(
    phone: Page, server: Server, games: GameStore
) -> None:
    open_with_doubts(phone, server, games, [])
    phone.goto(f"{phone.url}/corners")
    reading = phone.locator("#read")
    expect(reading).to_be_enabled()
    # As the page was left, while the board was read.
    reading.evaluate("(button) => { button.disabled = true; }")
    phone.evaluate(OUT_OF_MEMORY)
    expect(reading).to_be_enabled()


def test_a_corner_is_nudged_with_the_keyboard_under_a_loupe(
    phone: Page, server: Server, games: GameStore
) -> None:
    open_with_doubts(phone, server, games, [])
    phone.goto(f"{phone.url}/corners")
    corner = phone.get_by_role("slider", name="A1")
    corner.focus()
    expect(phone.locator("#loupe")).to_be_visible()
    x, y = corner_at(corner)
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Shift+ArrowDown"):
        phone.keyboard.press(key)
    right, down = corner_at(corner)
    # One step is a pixel of the screen, with Shift ten.
    assert right > x
    assert down - y == pytest.approx(5.5 * (right - x), rel=0.1)
    corner.blur()
    expect(phone.locator("#loupe")).to_be_hidden()


@pytest.mark.unused
def test_a_photo_without_a_connection_waits_and_is_sent_later(
    phone: Page, server: Server, watch: Watch
) -> None:
    watch.forgiven = ("ERR_INTERNET_DISCONNECTED", "/photo", "/events", "/stamp", "/healthz")
    begin(phone, server.url, "Anna")
    phone.context.set_offline(True)
    phone.locator("input[data-send]").nth(1).set_input_files(SAMPLE / "photo.jpg")
    expect(phone.locator("[data-problem]")).to_contain_text(said("upload.lost.hint"))
    phone.context.set_offline(False)
    phone.wait_for_url("**/game/*/1")
    assert BoardPage(phone).ready().state["read"] == MARKS


def test_a_photo_on_its_way_is_cancelled(phone: Page, server: Server) -> None:
    begin(phone, server.url, "Anna", "Boris")
    held: list[Route] = []
    # Held on its way: else a quick server has read it before anybody can cancel.
    phone.route("**/photo", lambda route: held.append(route))
    phone.locator("input[data-send]").nth(1).set_input_files(SAMPLE / "photo.jpg")
    phone.locator("[data-cancel]").tap()
    expect(phone.locator("[data-progress]")).to_be_hidden()
    assert len(held) == 1
    phone.unroute("**/photo")
    phone.reload()
    expect(phone.locator("#player-1 [data-status]")).not_to_have_text(said("status.photo"))


def test_doubts_beside_the_map_are_answered_too(
    phone: Page, server: Server, games: GameStore
) -> None:
    nobody = {"city": "new-york", "board": "new-york", "sections": [], "crossed": []}
    player = NewPlayer(nobody, source=Source.PHOTO)
    key = games.create("new-york", "new-york", {}, [player], single=True)
    doubt = {"confidence": 0.6, "reason": "faint"}
    doubts: list[dict[str, object]] = [
        {**doubt, "kind": "ticket", "where": "whitehall", "read": False, "alternatives": [True]},
        {
            **doubt,
            "kind": "cafe-area",
            "where": "points-1",
            "read": "none",
            "alternatives": ["visited", "used"],
        },
    ]
    reading = StoredReading(0, nobody, doubts, [], {"halves": ["left"]})
    frame = {"origin_mm": [60, 30], "px_per_mm": 4.0}
    picture = NewPicture(PictureInfo(600, 600, frame), (SAMPLE / "photo.jpg").read_bytes())
    games.add_reading(key, 1, 1, reading, nobody, picture)
    phone.goto(f"{server.url}/game/{key}/1")
    board = BoardPage(phone).ready()
    expect(phone.locator("#quality")).to_contain_text(said("half.right"))
    question = phone.locator("#doubts h2")
    asked = []
    for _ in range(2):
        asked.append(question.inner_text().split("\n")[0])
        phone.locator(".doubt-choices button").nth(1).tap()
        board.ready()
    expect(phone.locator("#doubts")).to_be_hidden()
    assert any("ticket" in text for text in asked)
    assert any("8 PP" in text for text in asked)
    assert board.state["marks"]["tickets"] == ["whitehall"]
    assert board.state["marks"]["cafe_area"] == {"points-1": "visited"}
    assert board.total == 8


def test_a_file_that_is_no_photo_is_answered_on_the_start_page(
    phone: Page, server: Server, watch: Watch
) -> None:
    phone.goto(server.url)
    file = {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": b"Dear diary"}
    phone.locator("input[data-chosen]").set_input_files(file)  # type: ignore[arg-type]
    expect(phone.locator("[data-problem]")).to_contain_text("This photo cannot be opened. ")
    expect(phone.locator("[data-progress]")).to_be_hidden()


def test_who_looks_on_is_shown_what_is_to_be_checked(
    phone: Page, new_page: Opener, server: Server, games: GameStore
) -> None:
    open_with_doubts(phone, server, games, DOUBTS)
    key = phone.url.split("/")[-2]
    looker = new_page()
    looker.goto(f"{server.url}/game/{games.load(key).view_key}/1")
    BoardPage(looker).ready()
    looker.locator("#check").tap()
    doubts = looker.locator("#doubts")
    expect(doubts).to_be_visible()
    expect(doubts).to_contain_text(said("doubt.read"))
    expect(doubts.locator(".doubt-choices")).to_have_count(0)
    expect(looker.locator("#board .doubt.current")).to_have_count(1)
    if len(DOUBTS) > 1:
        first = doubts.locator("h2").inner_text()
        looker.locator('[data-button="doubt.next"]').tap()
        expect(doubts.locator("h2")).not_to_have_text(first)
