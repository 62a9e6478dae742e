"""Locating: the right place, any way round, by details or by the lattice; and no other board."""

from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from scorer.rules.values import replace
from scorer.vision.boards.picture import BoardPicture, load_picture
from scorer.vision.boards.taught import known_pictures
from scorer.vision.geometry import Mapping
from scorer.vision.locate import features
from scorer.vision.locate import locate as locate_module
from scorer.vision.locate.glance import glances
from scorer.vision.locate.locate import (
    Located,
    NotFound,
    Recognised,
    Way,
    find_map,
    from_corners,
    is_view,
    locate,
)
from scorer.vision.locate.printmatch import PrintMatch
from scorer.vision.locate.prints import rough_agreement
from scorer.vision.photo.gate import Photo
from tests.support import scenes

pytestmark = pytest.mark.slow

DRAWN = ("b1-c1", "c1-c2", "c2-c3", "c3-d3", "d3-e3", "e3-e4", "a5-b5", "b5-b6", "f0-f1")


@cache
def drawn(bend_mm: float = 0.0) -> scenes.Scene:
    """Return the photo that most tests are about."""
    return scenes.scene(drawn=DRAWN, bend_mm=bend_mm)


def grey(rgb: np.ndarray) -> np.ndarray:
    return cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY)


def turned(scene: scenes.Scene, quarters: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the photo turned clockwise by quarters, and its corners then."""
    rgb, corners = scene.rgb, scene.corners_xy
    for _ in range(quarters):
        height = rgb.shape[0]
        rgb = np.ascontiguousarray(np.rot90(rgb, -1))
        corners = np.stack([height - 1 - corners[:, 1], corners[:, 0]], axis=1)
    return rgb, corners


def corners_of(found: Located | NotFound | None, picture: BoardPicture) -> np.ndarray:
    assert isinstance(found, Located)
    return found.mapping.to_photo(picture.map_corners_mm)


@pytest.mark.parametrize("quarters", range(4))
def test_finds_the_board_any_way_round(quarters: int) -> None:
    rgb, truth = turned(drawn(0.8), quarters)
    picture = scenes.first_city()
    found = locate(grey(rgb), picture)
    assert scenes.corner_error_px(corners_of(found, picture), truth) < 2.0
    assert isinstance(found, Located)
    assert found.way is Way.FEATURES
    assert found.agreement > 0.5


@pytest.mark.parametrize("quarters", range(4))
def test_finds_the_lattice_of_roads_any_way_round(
    quarters: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locate_module, "ATTEMPTS", ())
    rgb, truth = turned(drawn(), quarters)
    picture = scenes.first_city()
    found = locate(grey(rgb), picture)
    assert scenes.corner_error_px(corners_of(found, picture), truth) < 2.0
    assert isinstance(found, Located)
    assert found.way is Way.LATTICE


def test_a_map_laid_askew_is_looked_for_on(monkeypatch: pytest.MonkeyPatch) -> None:
    board, photo = scenes.first_city(), drawn()
    askew = photo.corners_xy.copy()
    askew[1] += 0.2 * (askew[3] - askew[1])
    view = Mapping.from_corners(board, askew).homography
    # Details of three corners agree with it; the lattice of roads tells better.
    monkeypatch.setattr(locate_module, "candidates", lambda *_: [view])
    found = locate(grey(photo.rgb), board)
    assert isinstance(found, Located)
    assert found.way is Way.LATTICE
    assert np.abs(corners_of(found, board) - photo.corners_xy).max() < 3
    # Where nothing tells better, it stands.
    monkeypatch.setattr(locate_module, "_by_lattice", lambda *_: [])
    stands = locate(grey(photo.rgb), board)
    assert isinstance(stands, Located)
    assert 0.2 < stands.agreement < 0.4


@pytest.mark.parametrize("by_lattice", [False, True])
def test_finds_a_map_that_is_no_square(by_lattice: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if by_lattice:
        monkeypatch.setattr(locate_module, "ATTEMPTS", ())
    whole = scenes.first_city()
    picture = BoardPicture(scenes.cropped(whole.board, 6, 4), whole.rgb, whole.px_per_mm)
    corners = np.array([[300.0, 250.0], [1300.0, 180.0], [1260.0, 850.0], [360.0, 830.0]])
    scene = scenes.scene(picture, corners)
    found = locate(grey(scene.rgb), picture)
    assert scenes.corner_error_px(corners_of(found, picture), scene.corners_xy) < 2.0


def test_finds_the_board_in_dim_light_and_noise() -> None:
    scene = scenes.scene(drawn=DRAWN, noise=3)
    rng = np.random.default_rng(5)
    dim = np.clip(scene.rgb * 0.2 + rng.normal(0, 5, scene.rgb.shape), 0, 255).astype(np.uint8)
    picture = scenes.first_city()
    found = locate(grey(dim), picture)
    assert scenes.corner_error_px(corners_of(found, picture), scene.corners_xy) < 3.0


@pytest.mark.parametrize("flip", [slice(None, None, -1), slice(None)])
def test_a_mirrored_board_is_no_board(flip: slice) -> None:
    rgb = scenes.scene().rgb
    mirrored = rgb[:, ::-1] if flip.step else rgb.transpose(1, 0, 2)
    assert isinstance(locate(grey(np.ascontiguousarray(mirrored)), scenes.first_city()), NotFound)


def test_another_board_on_the_same_page_is_refused() -> None:
    other = scenes.shuffled(scenes.first_city())
    found = locate(grey(scenes.scene(other).rgb), scenes.first_city())
    assert isinstance(found, NotFound)
    itself = locate(grey(scenes.scene(other).rgb), other)
    assert isinstance(itself, Located)


def test_boards_are_looked_for_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Details of a board that is not needed are not worked out: that takes long."""
    city, asked = scenes.first_city(), []
    other = scenes.shuffled(city)
    seen = features.candidates

    def noted(grey: object, details: object, picture: BoardPicture, attempt: object) -> object:
        asked.append(picture)
        return seen(grey, details, picture, attempt)  # type: ignore[arg-type]

    monkeypatch.setattr(locate_module, "candidates", noted)
    other = BoardPicture(replace(other.board, id="other"), other.rgb, other.px_per_mm)
    found = locate_module.recognise(grey(drawn().rgb), (city, other))
    assert not isinstance(found, NotFound)
    assert (found.picture, asked) == (city, [city])
    found = locate_module.recognise(grey(drawn().rgb), (other, city))
    assert not isinstance(found, NotFound)
    assert found.picture is city


def test_a_bare_lattice_is_refused() -> None:
    page = np.full((1000, 1200), 240, np.uint8)
    for row in range(6):
        for column in range(6):
            x, y = 150 + 130 * column, 100 + 130 * row
            page[y : y + 105, x : x + 105] = 150 + 13 * ((row * 5 + column * 3) % 7)
    assert isinstance(locate(page, scenes.first_city()), NotFound)


@pytest.mark.parametrize("shade", [0, 255])
def test_an_empty_picture_is_refused(shade: int) -> None:
    empty = np.full((900, 1200), shade, np.uint8)
    assert locate(empty, scenes.first_city()) == NotFound(0.0)


def test_hand_set_corners_are_helped_along() -> None:
    scene, picture = drawn(0.8), scenes.first_city()
    shaky = scene.corners_xy + np.array([[9, -7], [-8, 8], [7, 9], [-9, -6]])
    found = from_corners(grey(scene.rgb), picture, shaky)
    assert scenes.corner_error_px(corners_of(found, picture), scene.corners_xy) < 2.0


def test_hand_set_corners_may_start_at_another_corner() -> None:
    scene, picture = drawn(), scenes.first_city()
    found = from_corners(grey(scene.rgb), picture, np.roll(scene.corners_xy, 1, axis=0))
    assert scenes.corner_error_px(corners_of(found, picture), scene.corners_xy) < 2.0


def test_hand_set_corners_stand_where_the_photo_shows_no_board() -> None:
    picture = scenes.first_city()
    rng = np.random.default_rng(2)
    noise = rng.integers(0, 255, (900, 1400), np.uint8)
    found = from_corners(noise, picture, scenes.CORNERS)
    assert isinstance(found, Located)
    assert found.way is Way.CORNERS
    assert corners_of(found, picture) == pytest.approx(scenes.CORNERS, abs=0.01)
    assert found.agreement < 0.1


@pytest.mark.parametrize("turns", range(4))
def test_a_glance_tells_which_board_lies_there_and_how_it_is_turned(turns: int) -> None:
    scene, seen = drawn(), [load_picture("cairo"), scenes.first_city()]
    corners = np.roll(scene.corners_xy, -turns, axis=0)
    found = glances(grey(scene.rgb), corners, seen)
    assert divmod(int(found.argmax()), 4) == (1, turns)
    mapping = Mapping.from_corners(seen[1], scene.corners_xy)
    assert found.max() == pytest.approx(rough_agreement(grey(scene.rgb), seen[1], mapping), abs=0.1)
    assert np.sort(found, axis=None)[-2] < 0.2


@pytest.mark.parametrize("turns", range(4))
def test_hand_set_corners_tell_the_board_that_lies_there(turns: int, tmp_path: Path) -> None:
    height, width = drawn().rgb.shape[:2]
    photo = Photo(drawn().rgb, (width, height))
    shaky = drawn().corners_xy + np.array([[9, -7], [-8, 8], [7, 9], [-9, -6]])
    found = find_map(photo, known_pictures(tmp_path), np.roll(shaky, turns, axis=0))
    assert isinstance(found, Recognised)
    assert found.picture is scenes.first_city()
    assert found.print_match is PrintMatch.AGREES


@pytest.mark.parametrize(
    "corners",
    [scenes.CORNERS[::-1], scenes.CORNERS[[0, 2, 1, 3]], np.full((4, 2), 100.0)],
    ids=["mirrored", "crossed", "one point"],
)
def test_impossible_corners_are_no_view(corners: np.ndarray) -> None:
    assert from_corners(grey(scenes.scene().rgb), scenes.first_city(), corners) is None


def test_a_view_keeps_the_corners_order() -> None:
    picture = scenes.first_city()
    homography = Mapping.from_corners(picture, scenes.CORNERS).homography
    mirror = np.diag([-1.0, 1.0, 1.0])
    assert is_view(homography, picture)
    assert not is_view(mirror @ homography, picture)
    assert not is_view(np.diag([0.01, 0.01, 1.0]) @ homography, picture)
    assert not is_view(np.full((3, 3), np.nan), picture)
