"""Boards with many landmarks, for the network of landmarks to learn from."""

import numpy as np
import pytest

from samples.simulator.art.canvas import Canvas, tinted
from samples.simulator.board.printedpage import printed
from scorer.rules.board.board import LandmarkKind
from scorer.rules.city.city import load_city
from scorer.vision.teach.looks import KINDS
from training.landmarks import art, cells_of, made_up
from training.packing import LANDMARK_SIDE as SIDE

pytestmark = pytest.mark.slow


def test_a_practice_board_is_cut_into_its_locations_with_what_they_hold() -> None:
    city = load_city("first-city")
    rgb, kinds = cells_of(printed(city.practice_board, city))
    assert rgb.shape == (36, SIDE, SIDE, 3)
    places = [str(cell.location) for cell in city.practice_board.cells]
    said = dict(zip(places, kinds.tolist(), strict=True))
    # As scorer/rules/city/first-city.toml has them.
    assert said["A1"] == 0
    assert KINDS[said["B1"] - 1] is LandmarkKind.RED
    assert KINDS[said["C1"] - 1] is LandmarkKind.GREY
    assert KINDS[said["D1"] - 1] is LandmarkKind.BLUE
    red, green, blue = rgb[places.index("D1"), 4:-4, 4:-4].reshape(-1, 3).mean(axis=0)
    assert blue > max(red, green)


def test_pages_of_one_seed_are_alike_and_others_are_not() -> None:
    first, again, other = (cells_of(art(7, number)) for number in (0, 0, 1))
    assert np.array_equal(first[0], again[0])
    assert np.array_equal(first[1], again[1])
    assert not np.array_equal(first[1], other[1])
    assert first[1].max() <= len(KINDS)


def test_a_made_up_frame_tints_the_same_patches_of_every_landmark() -> None:
    hand = np.random.default_rng(0)
    tones = tinted(0.0, 0.6, 0.8, 0.3)
    tried = changed = 0
    for number in range(6):
        frame = made_up(np.random.default_rng(number))
        canvas = Canvas.of((60.0, 30.0), 4.0)
        for x in (15.0, 45.0):
            frame(canvas, np.array([x, 15.0]), 10.0, tones, LandmarkKind.RED, hand)
        left, right = canvas.rgb[:, :120], canvas.rgb[:, 120:]
        assert np.array_equal(left, right)
        tried += 1
        changed += bool((left > 0).any())
        # Nothing lies outside the block of 20 mm and its soft rim.
        assert not canvas.rgb[:18].any()
        assert not canvas.rgb[-18:].any()
    assert changed == tried
