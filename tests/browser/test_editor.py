"""What is printed on a taught board, told by tapping its map, on a phone."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, Route, expect

from scorer.rules.board.board import Board, CafeBonus, LandmarkKind
from scorer.rules.board.missing import missing
from scorer.rules.city.city import load_city
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.values import replace
from scorer.vision.boards.picture import load_board, load_picture
from scorer.vision.boards.taught import save_taught
from tests.support.browser.browsing import IPHONE, PHONE, Opener, Server, Watch
from tests.support.browser.editorpage import EditorPage
from tests.support.browser.said import said

LONDON, OWN = "own-london", "own"
CITY = load_city("first-city")
# Taps that six landmarks may take, of which nothing was recognised.
MOST_TAPS = 20
# Three popular and the three iconic landmarks of the board.
SIX = {
    "E2": ("yellow", "6"),
    "B4": ("yellow", "5"),
    "D5": ("yellow", "12"),
    "C1": ("grey", "School of Illusions"),
    "F2": ("grey", "Skywatcher Observatory"),
    "A5": ("grey", 'TV tower "Oko"'),
}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of these tests' own: what is taught here is no choice in other tests' games."""
    with Server(tmp_path_factory.mktemp("taught"), reads=False) as server:
        yield server


@pytest.fixture
def server(served: Server) -> Server:
    """The server with two boards that somebody taught, as no test has changed them yet.

    One is of London; on the other, of the First City, six landmarks were not recognised.
    """
    folder = served.data_dir / "boards"
    shutil.rmtree(folder, ignore_errors=True)
    london = load_picture("london")
    board = replace(london.board, id=LONDON, name="Our London", practice=False)
    save_taught(folder, replace(london, board=board))
    picture = load_picture("first-city")
    marks = [mark for mark in picture.board.landmarks if str(mark.locations[0]) not in SIX]
    own = replace(picture.board, id=OWN, name="Own", practice=False, landmarks=tuple(marks))
    save_taught(folder, replace(picture, board=own))
    return served


@pytest.fixture
def phone(new_page: Opener) -> Page:
    """A phone whose browser leaves little height."""
    return new_page(IPHONE)


def test_six_landmarks_are_told_by_few_taps_and_nothing_moves(phone: Page, server: Server) -> None:
    editor = open_editor(phone, server, OWN)
    frames = editor.frames
    before = kept(server, OWN)
    for where, (kind, what) in SIX.items():
        editor.tap_place(where)
        editor.press(said(f"tap.kind.{kind}"))
        # One iconic landmark and one name are left: they belong together.
        if where != "A5":
            editor.press(what)
        assert editor.frames == frames
        assert not hidden(phone, editor, where)
    editor.ready()
    # Two names that begin alike are told apart.
    assert {"Sc", "Sk", "T"} <= set(phone.locator("#map .said-text").all_text_contents())
    print(f"\n{editor.taps} taps for {len(SIX)} landmarks")
    assert editor.taps <= MOST_TAPS
    board = kept(server, OWN)
    values = {str(m.locations[0]): m.value for m in board.landmarks if str(m.locations[0]) in SIX}
    assert values == {"E2": 6, "B4": 5, "D5": 12, "C1": None, "F2": None, "A5": None}
    rated = [board.landmark_at[Location.parse(one)][0].rated_as for one in ("C1", "F2", "A5")]
    assert rated == ["school", "observatory", "tv-tower"]
    # Every tap is taken back, one after the other.
    while not editor.button(said("undo")).is_disabled():
        editor.press(said("undo"))
    editor.ready()
    assert set(kept(server, OWN).landmarks) == set(before.landmarks)


def hidden(phone: Page, editor: EditorPage, where: str) -> bool:
    """Whether a place lies below the screen or behind the sheet."""
    y = editor.middle(where)[1]
    low = phone.evaluate(
        "y => new DOMPoint(0, y).matrixTransform(document.getElementById('map').getScreenCTM()).y",
        y,
    )
    height = phone.viewport_size["height"] if phone.viewport_size else 0
    return bool(low > editor.frames[1][1] or editor.frames[1][1] + 150 > height)


@pytest.mark.parametrize("language", ["en-GB", "ru-RU"])
def test_a_word_in_passing_is_read_whole(new_page: Opener, server: Server, language: str) -> None:
    narrow = new_page({**PHONE, "viewport": {"width": 360, "height": 640}}, locale=language)
    open_editor(narrow, server, OWN)
    word = narrow.locator("#toast")
    for asked in narrow.locator("#tell .chips .asks").filter(has_text="?").all():
        asked.tap()
        expect(word).to_have_class("toast shown")
        assert word.evaluate("word => word.scrollWidth <= word.clientWidth")
        box, frame = word.bounding_box(), narrow.locator(".map-frame").bounding_box()
        assert box
        assert frame
        assert 0 <= box["x"] < box["x"] + box["width"] <= 360
        assert frame["y"] <= box["y"] < box["y"] + box["height"] <= frame["y"] + frame["height"]


def test_all_that_a_board_lacks_is_on_a_high_phone(new_page: Opener, server: Server) -> None:
    """Six landmarks were not recognised; cafés are to be looked at, one of which is not found."""
    folder = server.data_dir / "boards"
    picture = load_picture(OWN, folder)
    known = np.full(picture.rgb.shape[:2], 255, np.uint8)
    known[: len(known) // 2] = 0
    cafes = picture.board.cafes[1:]
    board = replace(picture.board, cafes=cafes, guessed=True)
    save_taught(folder, replace(picture, board=board, known=known))
    high = new_page({**PHONE, "viewport": {"width": 390, "height": 844}})
    open_editor(high, server, OWN)
    chips = high.locator("#tell .chips .asks")
    assert chips.count() > 3
    tell = high.locator("#tell").bounding_box()
    last = chips.last.bounding_box()
    assert tell
    assert last
    assert last["y"] + last["height"] <= tell["y"] + tell["height"]


@pytest.mark.parametrize("language", ["en", "ru", "ja"])
def test_what_to_do_is_on_the_first_screen_of_a_small_phone(
    new_page: Opener, server: Server, language: str
) -> None:
    folder = server.data_dir / "boards"
    picture = load_picture(OWN, folder)
    board = replace(picture.board, name="Our board", guessed=True)
    save_taught(folder, replace(picture, board=board))
    small = new_page({**IPHONE, "viewport": {"width": 360, "height": 640}}, locale=language)
    small.goto(f"{server.url}/teach/{OWN}")
    chips = small.locator("#tell .chips .asks")
    expect(chips).not_to_have_count(0)
    for chip in chips.all():
        expect(chip).to_be_in_viewport(ratio=1)
    # What stands at crossroads is asked below them.
    expect(small.locator("#tell .symbols")).to_be_in_viewport(ratio=0.6)
    top = small.locator(".top").bounding_box()
    assert top
    assert top["height"] <= 52


@pytest.mark.parametrize("language", ["en", "ru", "ja"])
def test_all_keys_of_values_are_there_where_pen_covers_a_place(
    new_page: Opener, server: Server, language: str
) -> None:
    """On the narrowest phones too, whatever the length of what is said of the pen."""
    folder = server.data_dir / "boards"
    picture = load_picture(OWN, folder)
    cell = np.array(picture.board.cell_of[Location.parse("E2")].polygon) * picture.px_per_mm
    (left, top), (right, bottom) = cell.min(axis=0).astype(int), cell.max(axis=0).astype(int)
    known = np.full(picture.rgb.shape[:2], 255, np.uint8)
    known[top:bottom, left:right] = 0
    save_taught(folder, replace(picture, known=known))
    for width in (320, 360):
        small = {**IPHONE, "viewport": {"width": width, "height": 640}}
        phone = new_page(small, locale=language)
        phone.goto(f"{server.url}/teach/{OWN}")
        editor = EditorPage(phone, picture.board).ready()
        editor.tap_place("E2")
        phone.locator('[data-button="kind-yellow"]').tap()
        keys = phone.locator("#tell .values .chip")
        expect(keys).to_have_count(13)
        expect(phone.locator("#tell .covered")).to_be_visible()
        for key in (keys.first, keys.last):
            expect(key).to_be_in_viewport(ratio=1)
        assert (
            phone.evaluate(
                "(({ clientHeight, scrollHeight }) => scrollHeight - clientHeight)"
                "(document.getElementById('tell'))"
            )
            == 0
        ), width
        kinds = phone.locator("#tell .kind span:last-child")
        for i in range(kinds.count()):
            assert kinds.nth(i).evaluate(
                "(word) => word.scrollWidth <= word.parentElement.clientWidth"
            ), kinds.nth(i).inner_text()
        phone.context.close()


def test_the_list_leads_from_one_missing_thing_to_the_next(phone: Page, server: Server) -> None:
    editor = open_editor(phone, server, OWN)
    expect(editor.sheet).to_contain_text(said("tap.place", name="School of Illusions"))
    for where in ("E2", "B4"):
        editor.tap_place(where)
        editor.press(said("tap.kind.yellow"))
    editor.close()
    count = editor.sheet.get_by_role("button", name=said("tap.values.other", n=2))
    count.tap()
    expect(editor.sheet).to_have_attribute("data-where", "E2")
    editor.ready()
    held: list[Route] = []
    phone.route("**/places", lambda route: held.append(route), times=1)
    with phone.expect_request("**/places"):
        # A second tap at once is not meant for the next place.
        editor.button("6").evaluate("button => { button.click(); button.click(); }")
    # What was asked is answered: the next is asked, until this is taken back.
    expect(editor.sheet).to_have_attribute("data-where", "B4")
    editor.press(said("undo"))
    expect(editor.sheet).to_have_attribute("data-where", "E2")
    editor.press("6")
    expect(editor.sheet).to_have_attribute("data-where", "B4")
    # A value of 0 is typed, and is not the same as none.
    editor.press(said("tap.type"))
    phone.locator("#typed").fill("0")
    # What was told before is answered while this is typed.
    with phone.expect_response("**/places"):
        held[0].continue_()
    editor.ready()
    phone.locator("#typed").press("Enter")
    expect(phone.locator("#typed")).to_have_count(0)
    editor.ready()
    (mark,) = kept(server, OWN).landmark_at[Location.parse("B4")]
    assert mark.value == 0
    assert {lack.need for lack in missing(kept(server, OWN), CITY.practice_board)} == {"place"}


@pytest.mark.unused
def test_what_was_told_without_a_connection_is_kept(
    phone: Page, server: Server, watch: Watch
) -> None:
    watch.forgiven = ("failed", "ERR_INTERNET_DISCONNECTED")
    editor = open_editor(phone, server, OWN)
    phone.context.set_offline(True)
    editor.tap_place("C3")
    editor.press(said("tap.kind.red"))
    # It is said while the place is open, too.
    expect(phone.locator("#saving")).to_have_text(said("offline"))
    assert Location.parse("C3") not in kept(server, OWN).landmark_at
    phone.context.set_offline(False)
    open_editor(phone, server, OWN)
    (mark,) = kept(server, OWN).landmark_at[Location.parse("C3")]
    assert mark.kind is LandmarkKind.RED


def test_two_owners_see_each_others_answers_and_take_back_their_own(
    new_page: Opener, server: Server
) -> None:
    mine, other = (open_editor(new_page(IPHONE), server, OWN) for _ in range(2))
    for one in (mine, other):
        one.tap_place("E2")
    mine.press(said("tap.kind.yellow"))
    # The other phone shows it without being loaded anew.
    for editor, value in ((mine, "6"), (other, "5")):
        editor.press(value)
        for one in (mine, other):
            expect(one.button(value)).to_have_attribute("aria-pressed", "true")
            one.ready()
    # What the other phone has said since stays.
    mine.press(said("undo"))
    what = "E2: yellow, 6"
    expect(mine.page.locator("#toast")).to_have_text(said("undone.theirs", what=what))
    other.press(said("undo"))
    for one in (mine, other):
        expect(one.button("6")).to_have_attribute("aria-pressed", "true")
        one.ready()
    (mark,) = kept(server, OWN).landmark_at[Location.parse("E2")]
    assert mark.value == 6


def test_a_name_is_typed_and_a_cafe_and_a_point_are_tapped(phone: Page, server: Server) -> None:
    editor = open_editor(phone, server, OWN)
    editor.tap_place("B1")
    phone.locator('[data-button="name"]').tap()
    phone.locator("#typed").fill("Opera")
    phone.locator("#typed").press("Enter")
    expect(editor.sheet).to_contain_text("Opera")
    editor.tap_place("d3")
    editor.press(said("bonus.coordinate"))
    editor.press(said("step.visit-all"))
    editor.ready()
    board = kept(server, OWN)
    assert board.landmark_at[Location.parse("B1")][0].name == "Opera"
    assert board.cafe_at[Crossroads.parse("d3")].bonus is CafeBonus.COORDINATE
    assert Crossroads.parse("d3") in board.visit_all


def test_what_no_photo_shows_is_asked_place_by_place(phone: Page, server: Server) -> None:
    folder = server.data_dir / "boards"
    own = load_picture(OWN, folder)
    hidden = tuple(map(Location.parse, ("B4", "D5")))
    save_taught(folder, replace(own, board=replace(own.board, unshown=hidden)))
    editor = open_editor(phone, server, OWN)
    asked = phone.locator("#map .said-text.asked")
    before = asked.count()
    editor.press(said("tap.kinds.other", n=2) + " ▸")
    expect(editor.sheet).to_contain_text(said("tap.kind.unshown"))
    expect(phone.locator('.kind[aria-pressed="true"]')).to_have_count(0)
    editor.press(said("tap.kind.none"))
    expect(editor.sheet).to_have_attribute("data-where", "D5")
    editor.ready()
    assert kept(server, OWN).unshown == hidden[1:]
    expect(asked).to_have_count(before - 1)
    editor.press(said("undo"))
    editor.ready()
    assert kept(server, OWN).unshown == hidden
    editor.tap_place("D5")
    editor.press(said("tap.kind.blue"))
    editor.ready()
    assert kept(server, OWN).unshown == hidden[:1]
    assert kept(server, OWN).landmark_at[hidden[1]][0].kind is LandmarkKind.BLUE


def test_fewer_cafes_than_usual_are_told_as_such(phone: Page, server: Server) -> None:
    folder = server.data_dir / "boards"
    own = load_picture(OWN, folder)
    lost, *others = own.board.cafes
    board = replace(own.board, cafes=tuple(others), guessed=True)
    save_taught(folder, replace(own, board=board))
    usual = said("tap.symbols.hidden")
    editor = open_editor(phone, server, OWN)
    symbols = phone.locator("[data-symbols]")
    expect(symbols).to_contain_text(said("tap.cafes.other", n=len(others)))
    expect(symbols).to_contain_text(usual)
    # Such a number is asked about once more, and what was said of it is taken back.
    few = said("tap.cafes.other", n=len(others))
    expect(editor.button(said("tap.symbols.right"))).to_be_in_viewport(ratio=1)
    for answer in ("tap.symbols.right", "tap.symbols.again", "tap.symbols.right"):
        assert kept(server, OWN).guessed
        editor.press(said(answer))
    editor.press(said("tap.symbols.there", what=few))
    expect(symbols).to_have_count(0)
    assert not kept(server, OWN).guessed
    editor.press(said("undo"))
    expect(symbols).to_contain_text(usual)
    assert kept(server, OWN).guessed
    editor.tap_place(str(lost.crossroads))
    editor.press(said(f"bonus.{lost.bonus}"))
    editor.ready()
    phone.reload()
    expect(symbols).to_contain_text(said("tap.cafes.other", n=len(own.board.cafes)))
    expect(symbols).not_to_contain_text(usual)
    editor.press(said("tap.symbols.right"))
    expect(symbols).to_have_count(0)


def test_marks_of_the_city_are_compared_kind_by_kind(phone: Page, server: Server) -> None:
    folder = server.data_dir / "boards"
    london = load_picture(LONDON, folder)
    board = replace(london.board, uncompared=("bridges", "tube"))
    save_taught(folder, replace(london, board=board))
    editor = open_editor(phone, server, LONDON)
    tube = editor.button(said("tap.compare", name="Tube stations") + "\u00a0▸")
    line = phone.locator("#tube")
    expect(line).to_contain_text("(10)")
    expect(line.locator(".notice")).to_be_visible()
    tube.tap()
    expect(phone.locator("#map .chosen-place")).to_have_count(10)
    station = str(board.marked_as("tube").crossroads[0])
    editor.tap_place(station)
    editor.press("Tube stations")
    editor.ready()
    # One that was wrong says nothing of the others; the list below counts at once.
    expect(line).to_contain_text("(9)")
    expect(line.locator(".notice")).to_be_visible()
    editor.close()
    tube.tap()
    editor.press(said("tap.symbols.right"))
    expect(tube).to_have_count(0)
    expect(line.locator(".notice")).to_be_hidden()
    assert kept(server, LONDON).uncompared == ("bridges",)
    editor.press(said("undo"))
    expect(tube).to_have_count(1)
    assert kept(server, LONDON).uncompared == ("bridges", "tube")


def test_the_walk_stays_with_what_is_asked_and_ends_at_what_has_no_place(
    phone: Page, server: Server
) -> None:
    editor = open_editor(phone, server, OWN)
    # A grey landmark lies between the yellow ones, in whatever order they are read.
    for where, kind in (("E2", "yellow"), ("E3", "grey"), ("B4", "yellow")):
        editor.tap_place(where)
        editor.press(said(f"tap.kind.{kind}"))
    editor.close()
    editor.ready()
    editor.sheet.locator(".chip", has_text=said("tap.values.other", n=2)).tap()
    more = phone.locator('[data-button="next"]')
    # The two iconic landmarks that have no place are among what is left.
    expect(more).to_contain_text(said("tap.left.other", n=4))
    expect(editor.sheet).to_have_attribute("data-where", "E2")
    editor.press("6")
    expect(editor.sheet).to_have_attribute("data-where", "B4")
    editor.press("5")
    # The last value leads back to the list, which has other questions.
    expect(editor.sheet).not_to_have_attribute("data-where", "B4")
    editor.ready()
    editor.sheet.locator(".chip", has_text=said("tap.names.one", n=1)).tap()
    expect(editor.sheet).to_have_attribute("data-where", "E3")
    more.tap()
    expect(phone.locator("#toast")).to_contain_text("Skywatcher Observatory")
    expect(editor.sheet).not_to_have_attribute("data-where", "E3")


def test_a_name_that_the_rules_speak_of_is_chosen(phone: Page, server: Server) -> None:
    paris = load_picture("paris")
    marks = tuple(
        replace(mark, name="") if mark.id == "orsay" else mark for mark in paris.board.landmarks
    )
    board = replace(paris.board, id="paris-2", name="Paris 2", practice=False, landmarks=marks)
    save_taught(server.data_dir / "boards", replace(paris, board=board))
    editor = open_editor(phone, server, "paris-2")
    editor.tap_place("B4")
    phone.locator('[data-button="name"]').tap()
    # Those of other kinds are not offered.
    expect(editor.button("Les Halles Market")).to_have_count(0)
    editor.press("Orsay Museum")
    editor.ready()
    (mark,) = kept(server, "paris-2").landmark_at[Location.parse("B4")]
    assert (mark.id, mark.name) == ("orsay", "Orsay Museum")


def test_bridges_banks_and_the_file_are_corrected_on_a_phone(
    phone: Page, server: Server, watch: Watch, tmp_path: Path
) -> None:
    editor = open_editor(phone, server, LONDON)
    editor.tap_place("b4-b5")
    editor.press("9")
    editor.tap_place("d3-e3")
    editor.press("D3")
    editor.ready()
    board = kept(server, LONDON)
    assert dict(board.marked_as("bridges").values)[RoadId.parse("b4-b5")] == 9
    assert len(board.road_of[RoadId.parse("d3-e3")].locations) == 2
    with phone.expect_download() as saved:
        phone.locator('a[href$="geometry.json"]').tap()
    file = json.loads(saved.value.path().read_text("utf-8"))
    watch.forgiven = ("422",)
    hand_in(phone, tmp_path, {**file, "cells": 3})
    # The refused file's form is there to take another one.
    expect(phone.locator(".refused")).to_contain_text("$.cells")
    file["transports"][0]["groups"][0].append("c6")
    hand_in(phone, tmp_path, file)
    expect(phone.locator("#bridges")).to_be_visible()
    assert "c6" in map(str, kept(server, LONDON).transports[0].groups[0])


def open_editor(phone: Page, server: Server, board: str) -> EditorPage:
    phone.goto(f"{server.url}/teach/{board}")
    return EditorPage(phone, kept(server, board)).ready()


def hand_in(phone: Page, folder: Path, file: dict[str, object]) -> None:
    (folder / "own.json").write_text(json.dumps(file), "utf-8")
    phone.locator('input[name="geometry"]').set_input_files(folder / "own.json")
    with phone.expect_navigation():
        phone.locator("form[enctype] button").tap()


def kept(server: Server, board: str) -> Board:
    return load_board(board, server.data_dir / "boards")
