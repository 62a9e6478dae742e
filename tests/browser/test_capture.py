"""Photos on their way: real stages, a queue that outlives the page, poor photos used anyway."""

import json
import re
from io import BytesIO
from itertools import pairwise

import pytest
from PIL import Image, ImageOps
from playwright.sync_api import Page, Route, expect

from scorer.store.games import GameStore, NewPicture, NewPlayer, PictureInfo, Source
from scorer.web.serving.words import text_in
from tests.support.browser.browsing import PATIENCE_MS, PHONE, Opener, Server, Watch, ours
from tests.support.browser.pages import BOARD, MARKS, SAMPLE, SETUP, WIDTH, BoardPage
from tests.support.browser.photopage import (
    DOUBTS,
    answer_stage,
    corner_at,
    drag_corner,
    note_progress,
    open_with_doubts,
    progress_done,
    progress_told,
    upright_size,
)
from tests.support.browser.said import said
from tests.support.browser.tablepage import begin
from tests.support.photos import cut_photo, jpeg, small_photo

# The language with the longest words; that all say the same is tested without a browser.
LONGEST = "ru"
STAGES = ("locate", "rectify", "read")


def test_the_stages_of_reading_are_told_in_their_order(phone: Page, server: Server) -> None:
    note_progress(phone)
    # A server that is quicker than the page asks leaves some out.
    for seen, stage in pairwise(("", *STAGES)):
        answer_stage(phone, seen=seen, stage=stage)
    begin(phone, server.url, "Anna")
    phone.locator("input[data-send]").nth(1).set_input_files(SAMPLE / "photo.jpg")
    phone.wait_for_url("**/game/*/1")
    told = progress_told(phone)
    # Whose photo it is stands before what is done.
    name = said("upload.whose", name="Anna", doing="")
    assert told[0].startswith(name + said("upload.sending", percent="").split("…")[0])
    stages = [name + said(f"stage.{stage}") for stage in STAGES]
    # What the server answers after these may be an earlier one.
    assert list(dict.fromkeys(text for text in told if text in stages)) == stages


def test_the_bar_never_goes_back(phone: Page, server: Server) -> None:
    note_progress(phone)
    # A board is looked for, which is most of a reading, before photos of a new one are learned.
    answer_stage(phone, stage="read")
    begin(phone, server.url, "Anna")
    phone.locator("input[data-send]").nth(1).set_input_files(SAMPLE / "photo.jpg")
    phone.wait_for_url("**/game/*/1")
    done = progress_done(phone)
    assert 85 in done
    assert done == sorted(done)


def test_photos_of_several_players_are_taken_in_a_row(phone: Page, server: Server) -> None:
    """The table stays until all are read, and says whose photos are; one photo twice is told."""
    begin(phone, server.url, "Anna", "Boris")
    held: list[Route] = []
    both_sent = False
    phone.route(
        re.compile(r"/jobs/"), lambda route: route.continue_() if both_sent else held.append(route)
    )
    anna, _, boris, _ = phone.locator("input[data-send]").all()
    anna.set_input_files(SAMPLE / "photo.jpg")
    boris.set_input_files(SAMPLE / "photo.jpg")
    expect(phone.locator("[data-progress] p")).to_contain_text("Boris")
    both_sent = True
    for route in held:
        route.continue_()
    expect(phone.locator("[data-progress]")).to_be_hidden(timeout=PATIENCE_MS)
    names = "Anna, Boris"
    expect(phone.locator("#verdict")).to_contain_text(said("table.same-photo", names=names))
    # One alone leads to its board, after a word on whose photo it is.
    phone.locator("input[data-send]").nth(3).set_input_files(SAMPLE / "photo.jpg")
    expect(phone.locator("[data-problem]")).to_contain_text(said("same-photo", names="Anna"))
    phone.get_by_role("link", name=said("same-photo.on")).tap()
    phone.wait_for_url("**/game/*/2")
    expect(phone.locator("#wrong-board")).to_contain_text(said("same-photo", names="Anna"))


def test_the_table_stays_until_the_last_board_is_photographed(phone: Page, server: Server) -> None:
    begin(phone, server.url, "Anna", "Boris", board="auto")
    anna, boris = (phone.locator(f"#player-{seat}") for seat in (1, 2))
    far = {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": small_photo()}
    anna.locator("input[data-send]").last.set_input_files(far)  # type: ignore[arg-type]
    expect(anna.locator(".todo")).to_contain_text(said("todo.not-read"), timeout=PATIENCE_MS)
    # Of a photo that is not read nothing is counted, not even as nothing.
    expect(phone.locator("#scores tr.total td").first).to_have_text("–")
    anna.locator("input[data-send]").last.set_input_files(SAMPLE / "photo.jpg")
    expect(phone.locator("#scores tr.total td").first).to_have_text("99", timeout=PATIENCE_MS)
    expect(phone.locator("[data-progress]")).to_be_hidden()
    # The photo has told which board it is.
    expect(phone.locator("#find-out")).to_have_count(0)
    expect(phone.locator("#game-name")).to_have_text(said("city.first-city"))
    expect(boris.locator(".tool").last).to_be_in_viewport()
    boris.locator("input[data-send]").last.set_input_files(SAMPLE / "photo.jpg")
    expect(phone.locator("[data-problem]")).to_contain_text(said("same-photo", names="Anna"))
    phone.get_by_role("link", name=said("same-photo.on")).tap()
    phone.wait_for_url("**/game/*/2")


def test_a_photo_chosen_before_the_page_is_ready_is_sent(phone: Page, server: Server) -> None:
    held: list[Route] = []
    phone.route("**/words/**", lambda route: held.append(route), times=1)
    with phone.expect_request("**/words/**"):
        phone.goto(server.url, wait_until="commit")
    phone.locator("input[data-chosen]").set_input_files(SAMPLE / "photo.jpg")
    expect(phone.locator("[data-progress]")).to_be_hidden()
    held[0].continue_()
    phone.wait_for_url("**/game/*/*")
    assert BoardPage(phone).ready().state["read"] == MARKS


def test_a_photo_need_not_wait_for_the_score_sheet(phone: Page, server: Server) -> None:
    begin(phone, server.url, "Anna", "Boris")
    held: list[Route] = []
    phone.route("**/table", lambda route: held.append(route))
    with phone.expect_request("**/table"):
        phone.reload()
    phone.locator("input[data-send]").nth(1).set_input_files(SAMPLE / "photo.jpg")
    phone.wait_for_url("**/game/*/1")
    assert BoardPage(phone).ready().state["read"] == MARKS
    assert held


def test_a_photo_waits_over_a_closed_page_and_is_sent_when_asked(
    phone: Page, server: Server, watch: Watch
) -> None:
    watch.forgiven = ("ERR_FAILED", "ERR_CONNECTION_FAILED", "/photo", "/healthz")
    begin(phone, server.url, "Anna")

    def cut(route: Route) -> None:
        route.abort("connectionfailed")

    for address in ("**/photo", "**/healthz"):
        phone.route(address, cut)
    phone.locator("input[data-send]").nth(1).set_input_files(SAMPLE / "photo.jpg")
    expect(phone.locator("[data-problem]")).to_contain_text(said("upload.lost.hint"))
    phone.reload()
    waits = phone.locator("#unsent")
    expect(waits).to_be_in_viewport(ratio=1)
    expect(waits).to_contain_text(said("upload.whose", name="Anna", doing=said("upload.unsent")))
    for address in ("**/photo", "**/healthz"):
        phone.unroute(address)
    waits.get_by_role("button", name=said("upload.send")).tap()
    phone.wait_for_url("**/game/*/1")
    assert BoardPage(phone).ready().state["read"] == MARKS
    # The server has it: nothing is left to be sent.
    expect(waits).to_have_count(0)
    assert photos_kept(phone) == []


def test_a_photo_whose_answer_was_lost_is_read_once(phone: Page, server: Server) -> None:
    # The server has it, and the phone does not hear of that.
    phone.add_init_script("""
        const open = XMLHttpRequest.prototype.open;
        XMLHttpRequest.prototype.open = function (...how) {
          XMLHttpRequest.prototype.open = open;
          this.addEventListener("load", (event) => {
            event.stopImmediatePropagation();
            window.lost = this.response.job;
            this.dispatchEvent(new Event("error"));
          });
          open.apply(this, how);
        };
    """)
    phone.goto(server.url)
    phone.locator("input[data-chosen]").set_input_files(SAMPLE / "photo.jpg")
    expect(phone.locator("[data-problem]")).to_contain_text(said("upload.lost.hint"))
    job = phone.evaluate("window.lost")
    with phone.expect_response("**/photos") as again:
        phone.evaluate("dispatchEvent(new Event('online'))")
    assert again.value.json() == {"job": job}
    phone.wait_for_url("**/game/*/*")
    assert BoardPage(phone).ready().state["read"] == MARKS
    assert photos_kept(phone) == []


def send_for_long(phone: Page, server: Server) -> None:
    """Have the first photo of a new game be on its way for as long as its page is there."""
    begin(phone, server.url, "Anna")
    held: list[Route] = []
    phone.route("**/photo", lambda route: held.append(route), times=1)
    with phone.expect_request("**/photo"):
        phone.locator("input[data-send]").nth(1).set_input_files(SAMPLE / "photo.jpg")


def test_a_photo_on_its_way_waits_when_its_page_is_left(phone: Page, server: Server) -> None:
    send_for_long(phone, server)
    # Nobody is asked about a photo that is being sent.
    expect(phone.locator("#unsent")).to_have_count(0)
    phone.reload()
    phone.locator("#unsent").get_by_role("button", name=said("upload.send")).tap()
    phone.wait_for_url("**/game/*/1")
    assert BoardPage(phone).ready().state["reading"] == 1
    expect(phone.locator("#unsent")).to_have_count(0)
    assert photos_kept(phone) == []


def test_a_photo_that_is_cancelled_on_its_way_is_not_kept(phone: Page, server: Server) -> None:
    send_for_long(phone, server)
    phone.locator("[data-cancel]").tap()
    expect(phone.locator("[data-progress]")).to_be_hidden()
    # The page forgets it a moment after it has stopped.
    while photos_kept(phone):
        phone.wait_for_timeout(20)
    phone.reload()
    expect(phone.locator("#table.ready")).to_be_visible()
    expect(phone.locator("#unsent")).to_have_count(0)


def test_a_photo_is_sent_though_the_token_of_its_page_has_grown_old(
    phone: Page, server: Server, watch: Watch
) -> None:
    watch.forgiven = ("400",)
    begin(phone, server.url, "Anna")
    phone.context.clear_cookies()
    phone.locator("input[data-send]").nth(1).set_input_files(SAMPLE / "photo.jpg")
    phone.wait_for_url("**/game/*/1")
    assert BoardPage(phone).ready().state["reading"] == 1


def photos_kept(phone: Page) -> list[str]:
    """Return the addresses of the photos that this browser keeps."""
    kept: list[str] = phone.evaluate(
        ours(
            """async () => {
                 const { waiting } = await import("/static/js/parts/live/photoqueue.js");
                 return (await waiting()).map(({ url }) => url); }"""
        )
    )
    return kept


def newer_photo() -> bytes:
    """Return the sample as another camera would write it."""
    return jpeg(ImageOps.exif_transpose(Image.open(SAMPLE / "photo.jpg")), quality=90)


def keep_photo(phone: Page, watch: Watch) -> None:
    """Choose a photo for the board of the page where there is no connection, and leave the page."""
    BoardPage(phone).ready()
    asked = ("/photo", "/events", "/stamp", "/healthz", "/js/scoring/", ".jpg", "/art")
    watch.forgiven = ("ERR_INTERNET_DISCONNECTED", *asked)
    phone.context.set_offline(True)
    phone.locator("#photo input[data-send]").nth(1).set_input_files(SAMPLE / "photo.jpg")
    expect(phone.locator("[data-problem]")).to_contain_text(said("upload.lost.hint"))
    left = phone.url
    phone.goto("about:blank")
    phone.context.set_offline(False)
    phone.goto(left)


@pytest.mark.unused
def test_a_newer_photo_takes_the_place_of_one_that_waits(
    phone: Page, server: Server, games: GameStore, watch: Watch
) -> None:
    """What was kept before is not sent later behind the newer one, nor ever again."""
    board = open_with_doubts(phone, server, games, [])
    keep_photo(phone, watch)
    board.ready()
    expect(phone.locator("#unsent")).to_be_in_viewport(ratio=1)
    before = board.state["reading"]
    newer = {"name": "newer.jpg", "mimeType": "image/jpeg", "buffer": newer_photo()}
    with phone.expect_navigation():
        phone.locator("#photo input[data-send]").nth(1).set_input_files(newer)  # type: ignore[arg-type]
    expect(phone.locator("#unsent")).to_have_count(0)
    assert photos_kept(phone) == []
    sent: list[str] = []
    phone.on("request", lambda request: sent.append(request.method))
    phone.context.set_offline(True)
    phone.context.set_offline(False)
    phone.wait_for_timeout(1500)
    assert "POST" not in sent
    assert board.ready().state["reading"] == before + 1


def test_a_board_whose_page_is_slow_loads_once_after_its_photo(
    phone: Page, server: Server, games: GameStore
) -> None:
    """The page hears twice that the photo is read: as the sender's, and as everybody's."""
    board = open_with_doubts(phone, server, games, [])
    before = board.state["reading"]
    loads: list[str] = []

    def slowly(route: Route) -> None:
        loads.append(route.request.url)
        phone.wait_for_timeout(3000)
        route.continue_()

    def late(route: Route) -> None:
        answer = route.fetch()
        phone.wait_for_timeout(1000)
        route.fulfill(response=answer)

    phone.route(phone.url, slowly)
    phone.route("**/jobs/*", late)
    with phone.expect_navigation():
        phone.locator("#photo input[data-send]").nth(1).set_input_files(SAMPLE / "photo.jpg")
    assert board.ready().state["reading"] == before + 1
    assert len(loads) == 1


@pytest.mark.unused
def test_a_photo_that_waits_from_an_earlier_visit_is_forgotten_when_asked(
    phone: Page, server: Server, games: GameStore, watch: Watch
) -> None:
    open_with_doubts(phone, server, games, [])
    keep_photo(phone, watch)
    phone.locator("#unsent").get_by_role("button", name=said("upload.drop")).tap()
    expect(phone.locator("#unsent")).to_have_count(0)
    assert photos_kept(phone) == []


@pytest.mark.unused
def test_of_two_photos_of_a_board_without_a_connection_the_newer_one_is_kept(
    phone: Page, server: Server, games: GameStore, watch: Watch
) -> None:
    open_with_doubts(phone, server, games, [])
    keep_photo(phone, watch)
    keep_photo(phone, watch)
    expect(phone.locator("#unsent img")).to_have_count(1)
    assert len(photos_kept(phone)) == 1
    # The start page tells of photos of all boards.
    phone.goto(server.url)
    expect(phone.locator("#unsent img")).to_have_count(1)


def test_a_blurred_photo_is_used_anyway(new_page: Opener, server: Server, games: GameStore) -> None:
    language = LONGEST
    phone = new_page(PHONE, locale=language)
    truth = json.loads((SAMPLE / "truth.json").read_text())
    empty = NewPlayer({**MARKS, "sections": [], "tourists": {}, "cafes": {}, "task": []})
    key = games.create("first-city", "first-city", SETUP, [empty], single=True)
    data = (SAMPLE / "photo.jpg").read_bytes()
    photo = NewPicture(PictureInfo(*upright_size(data)), data)
    games.put_photo(key, 1, photo, Source.PHOTO)
    games.set_not_read(key, 1, {"reason": "too-blurred"})
    phone.goto(f"{server.url}/game/{key}/1/corners")
    said = text_in(language, "not-read.too-blurred.corners")
    expect(phone.locator(".words")).to_contain_text(said)
    for name, corner in zip(["A1", "F1", "F6", "A6"], truth["corners_xy"], strict=True):
        drag_corner(phone, name, corner)
    phone.get_by_role("button", name=text_in(language, "corners.anyway")).tap()
    phone.wait_for_url(f"**/game/{key}/1")
    assert BoardPage(phone).ready().state["read"] == MARKS


def test_a_photo_that_is_cut_off_is_used_anyway(new_page: Opener, server: Server) -> None:
    language = LONGEST
    phone = new_page(PHONE, locale=language)
    rest = text_in(language, "doubt.outside.empty")
    send(phone, server, cut_photo(0.3)[0])
    expect(phone.locator(".words")).to_contain_text(text_in(language, "not-read.cut-off"))
    # Found corners that lie outside the photo are in view, to be dragged.
    for handle in phone.locator(".handle .ring").all():
        box = handle.bounding_box()
        assert box
        assert 0 <= box["x"] <= WIDTH - box["width"]
    phone.get_by_role("button", name=text_in(language, "corners.anyway")).tap()
    phone.wait_for_url("**/game/*/1")
    board = BoardPage(phone).ready()
    assert set(board.state["read"]["sections"]) < set(MARKS["sections"])
    expect(phone.locator("#quality")).to_be_visible()
    # Whoever says that all is checked says it of what the photo does not show, too.
    checked = phone.locator('[data-button="all-checked"]')
    expect(checked).to_contain_text(text_in(language, "result.all-checked.outside"))
    # A section that the photo does not show is tapped in; all the rest there is empty.
    board.tap_road("a5-a6")
    board.ready()
    asked = [one["where"] for one in board.state["doubts"]]
    assert "b5-b6" in asked
    assert "a5-a6" not in asked
    phone.locator("#check").tap()
    # Other doubts may come first: those that change the score do.
    for _ in [one for one in board.state["doubts"] if one["reason"] != "outside the photo"]:
        if not phone.get_by_role("button", name=rest).count():
            phone.locator(".doubt-head button", has_text="›").tap()
    phone.get_by_role("button", name=rest).tap()
    board.ready()
    assert [one for one in board.state["doubts"] if one["reason"] == "outside the photo"] == []
    assert "a5-a6" in board.state["marks"]["sections"]
    outside = text_in(language, "result.all-checked.outside")
    expect(phone.locator("#status")).not_to_contain_text(outside)
    phone.locator("#undo").tap()
    board.ready()
    # In which order depends on how many of them the server had time to weigh.
    assert sorted(one["where"] for one in board.state["doubts"]) == sorted(asked)


def send(phone: Page, server: Server, data: bytes) -> None:
    """Choose a photo on the start page that leads on to its corners."""
    phone.goto(server.url)
    file = {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": data}
    phone.locator("input[data-chosen]").set_input_files(file)  # type: ignore[arg-type]
    phone.wait_for_url("**/corners")


def test_a_board_far_away_is_shown_large_and_used_anyway(phone: Page, server: Server) -> None:
    send(phone, server, small_photo())
    expect(phone.locator(".words")).to_contain_text(said("not-read.too-small"))
    boxes = [one.bounding_box() for one in phone.locator(".handle .ring").all()]
    left, right = (pick([box["x"] for box in boxes if box]) for pick in (min, max))
    # Shown whole, the map would be a fifth as wide as the photo.
    assert right - left > 0.3 * WIDTH
    phone.get_by_role("button", name=said("corners.anyway")).tap()
    phone.wait_for_url("**/game/*/1")
    board = BoardPage(phone).ready()
    asked = {one["where"] for one in board.state["doubts"]}
    assert set(board.state["read"]["sections"]) ^ set(MARKS["sections"]) <= asked


def test_a_corner_is_dragged_beyond_the_photo(
    phone: Page, server: Server, games: GameStore
) -> None:
    """At the rim there is more room as soon as the corner is let go."""
    open_with_doubts(phone, server, games, [])
    phone.goto(f"{phone.url}/corners")
    corner = phone.get_by_role("slider", name="A1")
    middle = corner_at(corner)[1]
    drag_corner(phone, "A1", [5, middle])
    drag_corner(phone, "A1", [-200, middle])
    assert corner_at(corner)[0] == pytest.approx(-200, abs=4)
    drag_corner(phone, "A1", [300, middle])
    width = float((phone.locator("#photo").get_attribute("viewBox") or "").split()[2])
    assert width == float(phone.locator("#corners").get_attribute("data-width") or 0)


def test_a_doubt_shows_its_place_large_and_says_when_it_changes_nothing(
    phone: Page, server: Server, games: GameStore
) -> None:
    doubt: dict[str, object] = {
        "kind": "section", "where": "a0-b0", "read": False, "confidence": 0.6,
        "alternatives": [True], "reason": "faint",
    }  # fmt: skip
    dim = Image.new("RGB", (600, 600), (50, 50, 50))
    phone.route("**/rectified-*", lambda route: route.fulfill(body=jpeg(dim)))
    open_with_doubts(phone, server, games, [doubt])
    phone.locator("#check").tap()
    expect(phone.locator(".doubt-choices button").nth(1)).to_contain_text(said("doubt.same"))
    crop = phone.locator(".doubt-body > svg")
    box = crop.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 140
    # The photo lies in it, cut down to the doubtful place.
    assert crop.locator("image").count() >= 1
    width = float((crop.get_attribute("viewBox") or "").split()[2])
    assert width < 70
    # A dim photo is shown brighter there.
    lifted = crop.locator("[amplitude]").first
    expect(lifted).to_have_attribute("amplitude", re.compile("^[34]"))


def test_of_a_crossroads_with_a_cafe_it_is_asked_whether_it_is_ringed_itself(
    phone: Page, server: Server, games: GameStore
) -> None:
    """The ring that is seen there may be the café's."""
    cafe = next(str(one.crossroads) for one in BOARD.cafes if str(one.crossroads) != "c3")
    doubts: list[dict[str, object]] = [
        {
            "kind": "task", "where": where, "read": False, "confidence": 0.6,
            "alternatives": [True], "reason": "ring beside a café's",
        }
        for where in (cafe, "c3")
    ]  # fmt: skip
    open_with_doubts(phone, server, games, doubts)
    phone.locator("#check").tap()
    expect(phone.locator("#doubts h2")).to_contain_text(said("doubt.reason.ring-beside-a-cafe-s"))
    asked = {phone.locator("#doubts h2").inner_text().split("\n")[0]}
    phone.locator(".doubt-head button", has_text="›").tap()
    expect(phone.locator("#doubts h2")).not_to_contain_text(asked.copy().pop())
    asked.add(phone.locator("#doubts h2").inner_text().split("\n")[0])
    assert asked == {said("doubt.task.cafe", where=cafe), said("doubt.task", where="c3")}


def test_doubts_that_change_nothing_are_left_as_read_by_one_tap(
    phone: Page, server: Server, games: GameStore
) -> None:
    """One that changes the score comes first and is asked by itself; undo brings all back."""
    nothing: list[dict[str, object]] = [
        {
            "kind": "section", "where": where, "read": False, "confidence": 0.6,
            "alternatives": [True], "reason": "faint",
        }
        for where in ("a0-b0", "f0-g0")
    ]  # fmt: skip
    board = open_with_doubts(phone, server, games, [*nothing, DOUBTS[0]])
    phone.locator("#check").tap()
    leave = phone.locator('[data-button="leave-same"]')
    expect(phone.locator("#doubts h2")).to_contain_text("C3")
    expect(leave).to_have_count(0)
    before = board.state["sheet"]["total"]
    phone.locator('#doubts [data-button="choice-0"]').tap()
    expect(leave).to_have_text(said("doubt.same.leave", n=2))
    # Before the first answer is kept, a tap so soon is taken for that one's second.
    board.ready()
    leave.tap()
    expect(phone.locator("#doubts")).to_be_hidden()
    # Nothing is open any more: the sheet is what comes next.
    expect(phone.locator("#sheet .line").first).to_be_in_viewport()
    board.ready()
    assert board.state["status"]["to_check"] == 0
    assert board.state["sheet"]["total"] == before
    phone.locator("#undo").tap()
    expect(leave).to_be_visible()


def test_the_board_with_its_sheet_is_saved_as_a_picture(phone: Page, server: Server) -> None:
    BoardPage(phone).open_example(server.url)
    with phone.expect_download() as waiting:
        phone.locator("#picture").tap()
    picture = Image.open(BytesIO(waiting.value.path().read_bytes()))
    assert picture.format == "PNG"
    assert picture.width == 1400
    # It is no empty canvas.
    assert len(picture.convert("RGB").resize((60, 60)).getcolors(3600) or []) > 100


def test_what_is_printed_is_the_sheet_alone(phone: Page, server: Server) -> None:
    begin(phone, server.url, "Anna", "Boris")
    phone.emulate_media(media="print")
    expect(phone.locator("#scores table")).to_be_visible()
    for part in ("#setup", "#goals", ".join", ".share", ".options", ".home-link", "#live"):
        expect(phone.locator(part).first).to_be_hidden()
    phone.goto(f"{phone.url}/1")
    BoardPage(phone).ready()
    expect(phone.locator("#board")).to_be_visible()
    expect(phone.locator("#sheet")).to_be_visible()
    for part in (".modes", ".zoom", "#undo", "#routes", "#dispute", "#photo"):
        expect(phone.locator(part).first).to_be_hidden()


def test_what_is_pressed_is_not_printed(phone: Page, server: Server) -> None:
    board = BoardPage(phone).open_example(server.url)
    phone.locator('[data-step="grey"]').tap()
    assert board.lit
    pressed = (phone.locator(".layer-light > *").first, phone.locator("#rule"))
    for one in pressed:
        expect(one).to_be_visible()
    phone.emulate_media(media="print")
    for one in pressed:
        expect(one).to_be_hidden()
