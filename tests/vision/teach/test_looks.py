"""What the network of landmarks is shown: light hardly counts, and unknown places never do."""

import numpy as np
import pytest

from scorer.vision.boards.picture import BoardPicture, load_picture
from scorer.vision.teach.looks import LOOK_SIDE, cut, layers


def boards(count: int = 8) -> np.ndarray:
    """Return locations without shadows, which the logarithms' lift would show."""
    chance = np.random.default_rng(3)
    return chance.uniform(90, 180, (count, LOOK_SIDE, LOOK_SIDE, 3)).astype(np.float32)


def test_light_of_another_colour_is_told_apart_from_the_print() -> None:
    rgb, known = boards(), np.ones((8, LOOK_SIDE, LOOK_SIDE), np.float32)
    light = np.array([1.2, 1.0, 0.7], np.float32)
    plain, lit = layers(rgb, known), layers(rgb * light, known)
    # Only the lift of 10 is not multiplied by the light.
    assert np.abs(lit[:, :6] - plain[:, :6]).max() < 0.05
    # log 1.2 and log 0.7, less the lift.
    assert (lit - plain)[0, 7, 0, 0] == pytest.approx(np.log(1.2), abs=0.02)
    assert (lit - plain)[0, 8, 0, 0] == pytest.approx(np.log(0.7), abs=0.03)


def test_what_is_not_known_changes_nothing() -> None:
    rgb, known = boards(), np.ones((8, LOOK_SIDE, LOOK_SIDE), np.float32)
    known[2, 10:30] = 0
    other = rgb.copy()
    other[2, 10:30] = 255
    assert np.array_equal(layers(rgb, known), layers(other, known))
    assert not layers(rgb, known)[2, :7, 10:30].any()


def test_a_location_unlike_the_others_stands_out_at_its_place() -> None:
    rgb = np.full((5, LOOK_SIDE, LOOK_SIDE, 3), 100, np.float32)
    rgb[3, 4:8, 4:8] = (200, 100, 100)
    found = layers(rgb, np.ones(rgb.shape[:3], np.float32))
    told = np.abs(found[:, :6]).max(axis=1) > 1e-6
    assert told[3, 4:8, 4:8].all()
    assert told.sum() == 16
    # log (200 + 10) / (100 + 10)
    assert found[3, 0, 5, 5] == pytest.approx(np.log(210 / 110))


def test_nothing_known_at_all_is_no_error() -> None:
    assert not layers(boards(), np.zeros((8, LOOK_SIDE, LOOK_SIDE), np.float32)).any()


def test_a_box_is_averaged_over_what_is_known_of_it() -> None:
    page = load_picture("first-city")
    rgb = np.zeros((80, 80, 3), np.uint8)
    rgb[:, ::2], known = 200, np.zeros((80, 80), np.uint8)
    known[:, ::2] = 255
    picture = BoardPicture(page.board, rgb, 1.0, known)
    corners = np.array([[0, 0], [80, 0], [80, 80], [0, 80]], np.float64)
    seen, share = cut(picture, corners)
    assert seen == pytest.approx(np.full((LOOK_SIDE, LOOK_SIDE, 3), 200.0))
    assert share == pytest.approx(np.full((LOOK_SIDE, LOOK_SIDE), 0.5))


def test_beyond_the_page_nothing_is_known() -> None:
    page = load_picture("first-city")
    rgb = np.repeat(np.arange(80, dtype=np.uint8)[None, :, None], 80, axis=0).repeat(3, axis=2)
    corners = np.array([[-40, 0], [40, 0], [40, 80], [-40, 80]], np.float64)
    seen, share = cut(BoardPicture(page.board, rgb, 1.0), corners)
    half = LOOK_SIDE // 2
    assert not share[:, :half].any()
    assert share[:, half:].all()
    # Two pixels of the page in one of the look: 0.5, 2.5, 4.5 …
    assert seen[0, half:, 0] == pytest.approx(np.arange(half) * 2 + 0.5)
