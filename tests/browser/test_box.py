"""The board in the box: only filled boards on the table, on a phone from the photos to the winner.

The photos are simulated, of a board in art that nothing was trained on.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, TimeoutError, expect

from samples.simulator.art import Split, art_page
from samples.simulator.board.printedpage import PrintedPage
from samples.simulator.photo import simulate
from samples.simulator.strata import Kind
from scorer.rules.board.board import Board, Landmark, LandmarkKind
from scorer.rules.city.city import load_city
from scorer.rules.jsonfile import from_data
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup
from scorer.rules.search.best import score
from scorer.vision.boards.later import picture_mark
from scorer.vision.boards.picture import load_board
from tests.support.browser.browsing import IPHONE, Opener, Server
from tests.support.browser.editorpage import EditorPage
from tests.support.browser.pages import BoardPage
from tests.support.browser.photopage import answer_stage, note_progress, progress_told
from tests.support.browser.said import said
from tests.support.browser.tablepage import begin

CITY = load_city("first-city")
NAMES = ("Ann", "Bob", "Cem", "Dee")
ID = "our-board"
MEGAPIXELS = 2.5
# By players: two taps for each photo, the landmarks, cafés and values of the board, and the check.
MOST_TAPS = {4: 60, 1: 55}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of its own: what is taught here is no choice in other tests' games."""
    with Server(tmp_path / "data") as server:
        yield server


@pytest.fixture(scope="module")
def page() -> PrintedPage:
    """A made-up board in art that the networks were not trained on."""
    return art_page(CITY, Split.TEST, (77, 1), "art")


@pytest.mark.parametrize("players", [4, 1])
def test_a_table_with_nothing_but_filled_boards_is_scored(
    page: PrintedPage, server: Server, new_page: Opener, tmp_path: Path, players: int
) -> None:
    # What a service worker asks for cannot be held back.
    phone, taps = new_page(IPHONE, service_workers="block"), Taps()
    note_progress(phone)
    begin(phone, server.url, *NAMES[:players])
    table = phone.url
    for seat in range(1, players + 1):
        photo = tmp_path / f"{seat}.jpg"
        photo.write_bytes(simulate(page, CITY, Kind.EASY, (77, 1, seat), MEGAPIXELS).jpeg)
        phone.goto(f"{table}/{seat}")
        phone.locator('input[type="file"]').first.set_input_files(photo)
        phone.wait_for_url("**/which", timeout=120_000)
        taps.made += 2
    late: list[Route] = []
    phone.route("**/teach.js*", lambda route: late.append(route), times=1)
    taps.tap(phone.get_by_role("link", name=said("which.box")))
    learn = phone.get_by_role("button", name=said("teach.learn"), exact=True)
    # Every photo that waits is seen: nothing would say that a row of them scrolls.
    expect(phone.locator(".waiting img")).to_have_count(players)
    assert phone.locator(".waiting").evaluate("all => all.scrollWidth <= all.clientWidth")
    # Until the page can show how far the reading is, it takes no tap.
    with pytest.raises(TimeoutError):
        learn.tap(timeout=2000)
    late[0].continue_()
    # The map may be learned before a busy page has asked how far it is.
    answer_stage(phone, stage="learn", photo=1, photos=players)
    taps.tap(learn)
    phone.wait_for_url(f"**/teach/{ID}*", timeout=120_000)
    key = "stage.learn.photos" if players > 1 else "stage.learn"
    assert said(key, photo=1, photos=players) in progress_told(phone)
    upright = phone.locator('button[name="quarters"][value="0"]')
    taps.tap(upright)
    # The page comes back at the same address, once what lies there has been looked at anew.
    expect(upright).to_have_count(0)
    editor = EditorPage(phone, load_board(ID, server.data_dir / "boards")).ready()
    kinds(editor, page.board)
    read = phone.get_by_role("button", name=said("tap.read"), exact=True)
    # As long as something is missing, the photo is not what comes next.
    expect(read).to_have_class("button small")
    boards = server.data_dir / "boards"
    known = picture_mark(boards, ID)
    taps.tap(read)
    phone.wait_for_url(f"{table}/{players}", timeout=120_000)
    BoardPage(phone).ready()
    # What taught the board shows no more of it.
    assert picture_mark(boards, ID) == known
    expect(phone.locator("#check")).to_have_text(said("result.incomplete"))
    phone.goto(f"{server.url}/teach/{ID}")
    taps.made += 1
    figures(editor.ready(), page.board)
    # What the photos seemed to show at crossroads somebody has to look at.
    symbols = phone.locator("[data-symbols]")
    expect(symbols).to_contain_text(said("tap.cafes.other", n=len(page.board.cafes)))
    taps.tap(symbols.locator("button"))
    expect(symbols).to_have_count(0)
    if players == 1:
        # What a pen covers in the one photo no tap can tell: the way leads to another photo.
        phone.locator("#tell .chip.asks", has_text="covered").tap()
        expect(phone.locator("#unseen")).to_be_in_viewport()
    for seat in range(1, players + 1):
        check(phone, f"{table}/{seat}", taps)
    for seat in range(1, players + 1):
        state = phone.request.get(f"{table}/{seat}/state").json()
        assert state["status"]["kind"] == "final", state["status"]
        marks = from_data(state["marks"], Marks).moved_to(CITY.id, page.board.id)
        setup = from_data(state["setup"], Setup).checked_in(CITY)
        right = score(FilledBoard(page.board, CITY, marks.checked_on(page.board), setup))
        assert state["sheet"]["total"] == right.total
    print(f"\n{taps.made + editor.taps} taps for {players} boards of an unknown box")
    assert taps.made + editor.taps <= MOST_TAPS[players]


class Taps:
    """Taps beside those in the editor, counted."""

    def __init__(self) -> None:
        self.made = 0

    def tap(self, what: Locator) -> None:
        what.tap()
        self.made += 1


def kinds(editor: EditorPage, right: Board) -> None:
    """Tell where landmarks, cafés and points lie, wherever it was not proposed so."""
    for cell in right.cells:
        true, seen = (at(board, str(cell.location)) for board in (right, editor.board))
        unclear = cell.location in editor.board.unshown
        if unclear or (true and true.kind) != (seen and seen.kind):
            editor.tap_place(str(cell.location))
            editor.press(said(f"tap.kind.{true.kind}") if true else said("tap.kind.none"))
    for point in sorted(set(right.cafe_at) | set(editor.board.cafe_at)):
        true_cafe, seen_cafe = right.cafe_at.get(point), editor.board.cafe_at.get(point)
        if (true_cafe and true_cafe.bonus) != (seen_cafe and seen_cafe.bonus):
            editor.tap_place(str(point))
            editor.press(said(f"bonus.{true_cafe.bonus}") if true_cafe else said("tap.no-cafe"))
    for point in sorted(set(right.visit_all) ^ set(editor.board.visit_all)):
        editor.tap_place(str(point))
        editor.press(said("step.visit-all"))
    editor.close()
    editor.ready()


def figures(editor: EditorPage, right: Board) -> None:
    """Say what the yellow landmarks are worth, and which grey one is which."""
    for mark in right.landmarks:
        if mark.kind in (LandmarkKind.YELLOW, LandmarkKind.GREY):
            editor.tap_place(str(mark.locations[0]))
            grey = mark.kind is LandmarkKind.GREY
            editor.press(said(f"iconic.{mark.id}") if grey else str(mark.value))
    editor.close()
    editor.ready()


def at(board: Board, where: str) -> Landmark | None:
    """Return the landmark in a location, None where there is none."""
    found = [mark for mark in board.landmarks if where in map(str, mark.locations)]
    return found[0] if found else None


def check(phone: Page, address: str, taps: Taps) -> None:
    """Say that all was checked, and that the ratings are as shown."""
    phone.goto(address)
    board = BoardPage(phone).ready()
    for button in ("all-checked", "as-shown"):
        wanted = phone.locator(f'[data-button="{button}"]')
        if wanted.count() and wanted.is_visible():
            taps.tap(wanted)
            board.ready()
