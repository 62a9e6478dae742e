"""A board that nobody has seen: taught from one photo of it blank, then read, on a phone."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from samples.simulator.art import Split, art_page
from samples.simulator.board.printedpage import PrintedPage
from samples.simulator.photo import Photo, simulate
from samples.simulator.strata import Kind
from scorer.rules.board.board import Board
from scorer.rules.city.city import load_city
from scorer.rules.jsonfile import from_data
from scorer.rules.position.marks import Marks
from scorer.store.games import GameStore
from scorer.vision.boards.picture import BoardPicture, load_board
from scorer.vision.measure.measure import values
from tests.support import scenes
from tests.support.browser.browsing import Server
from tests.support.browser.editorpage import EditorPage
from tests.support.browser.pages import BoardPage
from tests.support.browser.said import said
from tests.support.stores import store_in

CITY = load_city("first-city")
NAME, ID = "Granny's board", "granny-s-board"
PHOTOS = 3
# Of the photos that are read; small ones are made faster.
MEGAPIXELS = 2.5


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of its own: what is taught here is no choice in other tests' games."""
    with Server(tmp_path / "data") as server:
        yield server


@pytest.fixture(scope="module")
def page() -> PrintedPage:
    """A made-up board in art that the networks were not trained on."""
    return art_page(CITY, Split.TEST, (77, 1), "art")


def test_a_board_is_taught_at_30_degrees_and_photos_of_it_are_read(
    page: PrintedPage, server: Server, phone: Page, tmp_path: Path
) -> None:
    teach(phone, server, blank_photo(page, tmp_path))
    correct_cafes(phone, page.board, load_board(ID, server.data_dir / "boards"))
    board = load_board(ID, server.data_dir / "boards")
    assert set(board.cafe_at) == set(page.board.cafe_at)
    store = store_in(server.data_dir)
    wrong = 0
    for number in range(PHOTOS):
        photo = simulate(page, CITY, Kind.EASY, (77, 1, number), MEGAPIXELS)
        path = tmp_path / f"{number}.jpg"
        path.write_bytes(photo.jpeg)
        key = read(phone, server, path)
        mistakes, doubted = mistakes_of(store, key, board, photo)
        assert mistakes <= doubted
        wrong += len(mistakes)
    store.close()
    assert wrong <= PHOTOS


def blank_photo(page: PrintedPage, folder: Path) -> Path:
    picture = BoardPicture(page.board, page.rgb, page.px_per_mm)
    corners = scenes.tilted(np.ptp(picture.map_corners_mm, axis=0), 30, -12)
    path = folder / "blank.jpg"
    path.write_bytes(scenes.encoded(scenes.scene(picture, corners, noise=3, bend_mm=0.4).rgb))
    return path


def teach(phone: Page, server: Server, blank: Path) -> None:
    """Teach the board from a photo of it blank, and wait for the page that shows it."""
    phone.goto(f"{server.url}/teach")
    phone.locator('#teach-form input[name="name"]').fill(NAME)
    phone.locator('#teach-form input[name="photo"]').set_input_files(blank)
    expect(phone.locator("[data-photo-name]")).to_have_text(blank.name)
    phone.locator("#teach-form button.primary").tap()
    phone.wait_for_url(f"**/teach/{ID}")
    # Taken the right way round: the first picture.
    phone.locator('button[name="quarters"][value="0"]').tap()
    EditorPage(phone, CITY.practice_board).ready()


def correct_cafes(phone: Page, right: Board, proposed: Board) -> None:
    """Put right, by taps on the map, which crossroads seemed to have cafés."""
    editor = EditorPage(phone, proposed).ready()
    for point in set(right.cafe_at) ^ set(proposed.cafe_at):
        cafe = right.cafe_at.get(point)
        editor.tap_place(str(point))
        editor.press(said(f"bonus.{cafe.bonus}") if cafe else said("tap.no-cafe"))
        editor.close()
    editor.ready()


def read(phone: Page, server: Server, photo: Path) -> str:
    """Have *photo* of the taught board read, and return the game's key."""
    phone.goto(server.url)
    phone.locator('#photo-form select[name="board"]').select_option(ID)
    phone.locator("input[data-chosen]").set_input_files(photo)
    phone.wait_for_url("**/game/*/1")
    board = BoardPage(phone).ready()
    expect(phone.locator("#board image")).to_have_count(2)
    assert board.route_drawn
    return phone.url.split("/game/")[1].split("/")[0]


def mistakes_of(
    store: GameStore, key: str, board: Board, photo: Photo
) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    """Return the places that were read wrongly, and those that are doubted."""
    reading = store.load(key).player(1).reading
    assert reading is not None
    read, true = (
        values(marks_file(one, board).checked_on(board), board)
        for one in (reading.marks, photo.truth["marks"])
    )
    doubted = {(doubt["kind"], doubt["where"]) for doubt in reading.doubts}
    return {place for place in true if read[place] != true[place]}, doubted


def marks_file(data: dict[str, Any], board: Board) -> Marks:
    kept: dict[str, Any] = {
        key: data[key] for key in ("sections", "tourists", "cafes", "task") if key in data
    }
    return from_data({"city": board.city, "board": board.id, **kept}, Marks)
