"""Whether the print in a photo is a board's own, in poor photos too."""

import numpy as np
import pytest

from scorer.vision.boards.picture import BoardPicture, load_picture
from scorer.vision.locate.locate import from_corners
from scorer.vision.locate.printmatch import PrintMatch, print_match, verdict
from scorer.vision.photo.gate import NotReadReason
from scorer.vision.read import NotRead, Reading, Unfit, read_photo
from tests.support import scenes

DRAWN = ("b1-c1", "c1-c2", "c2-c3", "c3-d3", "d3-e3", "e3-e4", "a5-b5", "b5-b6", "f0-f1")


def seen_as(rgb: np.ndarray, picture: BoardPicture, corners: np.ndarray) -> PrintMatch:
    """Return what the print says of *picture* in a photo with corners set by a shaky hand."""
    grey = scenes.grey(rgb)
    located = from_corners(grey, picture, corners + np.array([[6, -5], [-5, 6], [5, 5], [-6, -4]]))
    assert located is not None
    return verdict(print_match(grey, picture, located.mapping))


def shown(how: str) -> tuple[np.ndarray, np.ndarray]:
    scene = scenes.scene(drawn=DRAWN, noise=3)
    rgb = scene.rgb
    if how == "blurred":
        rgb = scenes.blurred(rgb, 11.0)
    elif how == "dim":
        noise = np.random.default_rng(3).normal(0, 5, rgb.shape)
        rgb = np.clip(rgb * 0.2 + noise, 0, 255).astype(np.uint8)
    elif how == "burnt out":
        rgb = rgb.copy()
        rgb[:650] = 255
    return rgb, scene.corners_xy


@pytest.mark.parametrize("how", ["plain", "blurred", "dim", "burnt out"])
def test_the_right_board_is_known_however_poor_the_photo(how: str) -> None:
    rgb, corners = shown(how)
    assert seen_as(rgb, scenes.first_city(), corners) is PrintMatch.AGREES


@pytest.mark.parametrize("how", ["plain", "blurred", "dim", "burnt out"])
@pytest.mark.parametrize("other", ["london", "paris", "shuffled"])
def test_another_board_is_told_however_poor_the_photo(how: str, other: str) -> None:
    city = scenes.first_city()
    picture = scenes.shuffled(city) if other == "shuffled" else load_picture(other)
    rgb, corners = shown(how)
    assert seen_as(rgb, picture, corners) is PrintMatch.DISAGREES


def test_a_photo_that_shows_nothing_of_the_map_cannot_tell() -> None:
    assert verdict(None) is PrintMatch.UNSURE
    scene = scenes.scene()
    beside = scene.corners_xy + np.array([1500, 0])
    located = from_corners(scenes.grey(scene.rgb), scenes.first_city(), beside)
    assert located is not None
    assert print_match(scenes.grey(scene.rgb), scenes.first_city(), located.mapping) is None


def test_another_board_with_corners_by_hand_is_read_only_when_told_all_the_same() -> None:
    scene = scenes.scene(scenes.shuffled(scenes.first_city()), drawn=DRAWN, noise=2)
    data = scenes.encoded(scene.rgb)
    refused = read_photo(data, scenes.first_city(), scene.corners_xy)
    assert isinstance(refused, Unfit)
    assert refused.reason is NotReadReason.OTHER_BOARD
    assert refused.board == "first-city"
    assert np.allclose(refused.corners_xy, scene.corners_xy, atol=1)
    assert "is not what is printed" in refused.hint
    found = read_photo(data, scenes.first_city(), scene.corners_xy, all_the_same=True)
    assert isinstance(found, Reading)


def test_where_too_little_is_in_the_photo_a_person_is_asked() -> None:
    scene = scenes.scene(noise=2)
    left, top = scene.corners_xy[2] - [330, 330]
    part = np.ascontiguousarray(scene.rgb[round(top) :, round(left) :])
    asked = read_photo(scenes.encoded(part), scenes.first_city(), scene.corners_xy - [left, top])
    assert isinstance(asked, NotRead)
    assert asked.reason is NotReadReason.UNSURE_BOARD
    assert "or say that it is" in asked.hint
