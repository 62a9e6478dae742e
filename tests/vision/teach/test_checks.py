"""What is no blank board is not learned unasked: chess boards, tables, screens; boards with pen."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from samples.simulator.art.families import Split
from samples.simulator.innsmouth.photos import TownPage, blank_town, simulate_town
from samples.simulator.innsmouth.townart import art_town
from samples.simulator.strata import Kind
from scorer.rules.city.city import load_city
from scorer.rules.innsmouth.ownbox import town_in
from scorer.rules.innsmouth.teaching.edits import new_town
from scorer.rules.innsmouth.town import practice_town
from scorer.vision.boards.picture import load_picture
from scorer.vision.innsmouth.page import page_in
from scorer.vision.locate.locate import NotFound
from scorer.vision.photo.gate import NotRead, NotReadReason, Photo, open_photo
from scorer.vision.read import read_photo
from scorer.vision.refusals import no_board
from scorer.vision.teach.checks import is_drawn_on, is_town_drawn_on, taught_before
from scorer.vision.teach.learn import Learned, learn_board
from scorer.vision.teach.propose import empty_board
from tests.support import scenes
from tests.support.photos import sample_photo
from tests.support.pictures import squares

pytestmark = pytest.mark.slow

Picture = NDArray[np.uint8]
WANTED = empty_board(load_city("first-city"), "own", "Own")


def photographed(flat: Picture) -> bytes:
    """Return the photo of something flat on a table."""
    height, width = flat.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    seen = np.array([[300, 150], [1250, 200], [1300, 1080], [220, 1000]], np.float32)
    way = cv2.getPerspectiveTransform(corners, seen)
    photo = cv2.warpPerspective(flat, way, (1600, 1200), borderValue=(90, 80, 70))
    noise = np.random.default_rng(1).normal(0, 3, photo.shape)
    rgb = np.clip(cv2.GaussianBlur(photo, (0, 0), 1) + noise, 0, 255).astype(np.uint8)
    return scenes.encoded(rgb)


def table() -> Picture:
    """Return a table of nine by nine numbers."""
    page = np.full((870, 870, 3), 250, np.uint8)
    for k in range(10):
        width, at = 7 if k % 3 == 0 else 3, 30 + k * 90
        cv2.line(page, (at, 30), (at, 840), (20, 20, 20), width)
        cv2.line(page, (30, at), (840, at), (20, 20, 20), width)
    for k in range(27):
        row, column = divmod(k * 7 % 81, 9)
        place = (58 + column * 90, 95 + row * 90)
        cv2.putText(page, str(k % 9 + 1), place, cv2.FONT_HERSHEY_SIMPLEX, 1.6, (20, 20, 20), 3)
    return page


def shaded() -> Picture:
    """Return such a table with every other box of nine tinted."""
    page = table()
    for row, column in ((row, column) for row in range(3) for column in range(3)):
        if (row + column) % 2 == 0:
            box = page[34 + row * 270 : 296 + row * 270, 34 + column * 270 : 296 + column * 270]
            box[:] = np.minimum(box, np.array([150, 190, 230], np.uint8))
    return page


def ruled() -> Picture:
    """Return six by six squares ruled on paper."""
    page = np.full((1000, 1000, 3), 245, np.uint8)
    for at in range(50, 1000, 150):
        cv2.line(page, (at, 50), (at, 950), (60, 50, 50), 4)
        cv2.line(page, (50, at), (950, at), (60, 50, 50), 4)
    return page


@pytest.mark.parametrize(
    "make",
    [lambda: squares(8), lambda: squares(10), table, ruled],
    ids=["chess", "draughts", "table", "ruled"],
)
def test_what_goes_on_beyond_six_by_six_or_is_ruled_is_no_map(make: Callable[[], Picture]) -> None:
    refused = learn_board(photographed(make()), WANTED)
    assert isinstance(refused, NotRead)
    assert refused.reason is NotReadReason.NOT_A_MAP
    assert "go on beyond" in refused.hint


@pytest.mark.parametrize("make", [table, shaded, ruled])
def test_a_lattice_without_a_town_is_no_board_and_a_town_is_another_one(
    make: Callable[[], Picture],
) -> None:
    known = scenes.first_city()
    grid = read_photo(photographed(make()), known)
    assert isinstance(grid, NotRead)
    assert grid.reason is NotReadReason.NO_BOARD
    town = read_photo(scenes.encoded(scenes.scene(scenes.shuffled(known), noise=2).rgb), known)
    assert isinstance(town, NotRead)
    assert town.reason is NotReadReason.OTHER_BOARD


def test_a_map_that_could_be_taught_is_another_board_though_no_road_was_in_plain_view() -> None:
    known = scenes.first_city()
    town = scenes.encoded(scenes.scene(scenes.shuffled(known), noise=2).rgb)
    for data, reason in (
        (town, NotReadReason.OTHER_BOARD),
        (photographed(squares(8)), NotReadReason.NO_BOARD),
        (photographed(shaded()), NotReadReason.NO_BOARD),
    ):
        photo = open_photo(data)
        assert isinstance(photo, Photo)
        assert no_board(photo, NotFound(0.0), (known,)).reason is reason


def test_a_part_of_a_grid_is_refused_where_blur_makes_its_lines_as_wide_as_roads() -> None:
    page = cv2.GaussianBlur(table(), (0, 0), 9)
    refused = learn_board(photographed(np.asarray(page, np.uint8)), WANTED)
    assert isinstance(refused, NotRead)
    assert refused.reason is NotReadReason.NOT_A_MAP


def test_a_board_after_a_game_is_not_blank() -> None:
    assert not is_drawn_on(load_picture("first-city"))
    played = learn_board(sample_photo(), WANTED)
    assert isinstance(played, Learned)
    assert is_drawn_on(played.picture)


@pytest.mark.parametrize(
    "page",
    [
        lambda: TownPage.of(practice_town()),
        lambda: art_town("strange", Split.TEST, (991, 9), signs=True),
    ],
    ids=["ours", "art"],
)
def test_a_town_after_a_game_is_not_blank(page: Callable[[], TownPage]) -> None:
    """Nothing is told of it yet."""
    shown, town = page(), town_in(new_town("own", "Own"))
    blank = blank_town(shown, Kind.EASY, (9,))
    filled = simulate_town(shown, Kind.EASY, (9, 5))
    seen = [
        page_in(photo.jpeg, town, np.array(photo.truth["corners_xy"])) for photo in (blank, filled)
    ]
    assert [is_town_drawn_on(one) for one in seen] == [False, True]


def test_a_board_that_was_taught_is_known_again() -> None:
    city = scenes.first_city()
    town = scenes.shuffled(city)
    photo = scenes.encoded(scenes.scene(town, noise=2).rgb)
    assert taught_before(photo, [town]) is town
    assert taught_before(photo, []) is None
