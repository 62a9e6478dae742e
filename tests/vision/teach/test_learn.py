"""Learning a board from a photo of it with nothing drawn on it."""

import math
from pathlib import Path

import cv2
import numpy as np
import pytest

from scorer.rules.board.geometry import geometry_json
from scorer.rules.values import replace
from scorer.vision.boards.picture import BoardPicture, load_picture, save_picture
from scorer.vision.geometry import Mapping
from scorer.vision.locate.locate import Located, locate
from scorer.vision.photo.gate import NotRead, NotReadReason
from scorer.vision.teach.learn import Learned, learn_board
from scorer.vision.teach.turns import colour_agreement
from tests.support import scenes
from tests.support.photos import blank_photo, other_photo

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def learned() -> BoardPicture:
    scene = scenes.scene(noise=3, bend_mm=0.5)
    found = learn_board(scenes.encoded(scene.rgb), scenes.first_city().board)
    assert isinstance(found, Learned)
    assert found.sure_of_turn
    assert scenes.corner_error_px(found.corners_xy, scene.corners_xy) < 4.0
    return found.picture


def test_the_learned_page_lies_like_the_real_one(learned: BoardPicture) -> None:
    real = scenes.first_city()
    assert learned.rgb.shape == real.rgb.shape
    assert learned.px_per_mm == real.px_per_mm
    for x, y in [(60, 45), (120, 45), (184, 45), (60, 110), (184, 110), (60, 170), (184, 170)]:
        spot = np.s_[(y - 10) * 6 : (y + 10) * 6, (x - 10) * 6 : (x + 10) * 6]
        one, other = (
            scenes.grey(picture.rgb[spot]).astype(np.float64) for picture in (learned, real)
        )
        shift, _ = cv2.phaseCorrelate(one, other, cv2.createHanningWindow((120, 120), cv2.CV_64F))
        assert math.hypot(*shift) / 6 < 0.7, (x, y)


def test_a_photo_is_found_with_the_learned_picture(learned: BoardPicture) -> None:
    scene = scenes.scene(drawn=("b1-c1", "c1-c2"), corners_xy=scenes.CORNERS + 25)
    found = locate(scenes.grey(scene.rgb), learned)
    assert isinstance(found, Located)
    corners = found.mapping.to_photo(learned.map_corners_mm)
    # 5 pixels of this photo are a millimetre.
    assert scenes.corner_error_px(corners, scene.corners_xy) < 4.0


def test_given_corners_are_taken() -> None:
    scene = scenes.scene(noise=1)
    real = scenes.first_city()
    found = learn_board(scenes.encoded(scene.rgb), real.board, scene.corners_xy)
    assert isinstance(found, Learned)
    middle = np.s_[300:1000, 400:1100]
    one, other = (scenes.grey(p.rgb[middle]) for p in (found.picture, real))
    assert np.corrcoef(one.ravel(), other.ravel())[0, 1] > 0.8


def test_colours_tell_how_the_board_is_turned() -> None:
    scene, real = scenes.scene(), scenes.first_city()
    worth = [
        colour_agreement(
            scene.rgb,
            real.board,
            Mapping.from_corners(real, np.roll(scene.corners_xy, turns, axis=0)),
        )
        for turns in range(4)
    ]
    assert worth[0] > 0.7
    assert max(worth[1:]) < 0.5


def test_a_photo_without_a_map_has_a_reason() -> None:
    photos = {
        other_photo(): NotReadReason.NO_BOARD,
        blank_photo(): NotReadReason.NO_PRINT,
        b"text": NotReadReason.NOT_AN_IMAGE,
    }
    for photo, reason in photos.items():
        answer = learn_board(photo, scenes.first_city().board)
        assert isinstance(answer, NotRead)
        assert answer.reason is reason


def test_a_learned_board_is_loaded_again(learned: BoardPicture, tmp_path: Path) -> None:
    board = replace(learned.board, id="mine")
    save_picture(learned, tmp_path / "mine", geometry_json(board))
    loaded = load_picture("mine", tmp_path)
    assert loaded.board == board
    assert (loaded.rgb == learned.rgb).all()
