"""A glance at a camera's picture: where the map is, and what is in the way of a good photo."""

import json
from io import BytesIO

import cv2
import numpy as np
import pytest
from PIL import Image

from scorer.resources import folder
from scorer.vision.boards.picture import load_picture
from scorer.vision.locate.look import look
from scorer.vision.photo.gate import Photo
from tests.support import photos

pytestmark = pytest.mark.slow

PICTURES = (load_picture("first-city"),)
TRUTH = json.loads((folder("samples") / "worked-example" / "truth.json").read_text())


@pytest.fixture(scope="module")
def seen() -> np.ndarray:
    """The worked example as a camera page sends it."""
    with Image.open(BytesIO(photos.sample_photo())) as photo:
        return np.asarray(photo.resize((640, 480), Image.Resampling.LANCZOS))


def photo_of(rgb: np.ndarray) -> Photo:
    return Photo(rgb, (rgb.shape[1], rgb.shape[0]))


def test_the_map_is_found_within_a_few_pixels(seen: np.ndarray) -> None:
    found = look(photo_of(seen), PICTURES)
    width = TRUTH["size"][0] if "size" in TRUTH else 2832
    real = np.array(TRUTH["corners_xy"]) * (640 / width)
    assert np.abs(np.array(found.corners_xy) - real).max() < 4
    assert not found.cut_off
    assert found.glare_share < 0.015


def test_a_lamp_a_cut_and_a_shaking_hand_are_seen(seen: np.ndarray) -> None:
    lamp = seen.copy()
    x, y = np.mean(look(photo_of(seen), PICTURES).corners_xy, axis=0)
    cv2.circle(lamp, (round(x), round(y)), 60, (255, 255, 255), -1)
    assert look(photo_of(lamp), PICTURES).glare_share > 0.05
    assert look(photo_of(np.ascontiguousarray(seen[:, 180:])), PICTURES).cut_off
    shaken = np.asarray(cv2.GaussianBlur(seen, (0, 0), 4), np.uint8)
    assert look(photo_of(shaken), PICTURES).sharpness < 0.12


def test_a_table_without_a_board_shows_none() -> None:
    with Image.open(BytesIO(photos.other_photo())) as photo:
        assert look(photo_of(np.asarray(photo.resize((640, 480)))), PICTURES).corners_xy == ()
