"""Where a map lies that nobody has taught."""

import cv2
import numpy as np
import pytest

from scorer.vision.geometry import Mapping
from scorer.vision.photo.gate import Photo, open_photo
from scorer.vision.teach.laying import Laid, lay
from scorer.vision.teach.placing import empty, placed, searched
from scorer.vision.teach.puttingright import put_right
from tests.support import scenes

pytestmark = pytest.mark.slow


def photo_of(rgb: scenes.Picture) -> Photo:
    photo = open_photo(scenes.encoded(rgb))
    assert isinstance(photo, Photo)
    return photo


@pytest.mark.parametrize(("across", "down"), [(0, 0), (1, 0), (0, -1)])
def test_a_map_a_row_off_is_put_right(across: int, down: int) -> None:
    scene = scenes.scene(noise=2)
    page = empty(scenes.first_city().board)
    small, shrink = searched(photo_of(scene.rgb))
    corners = page.map_corners_mm
    pitch = (corners[2] - corners[0]) / 6
    off = scene.to_photo(corners + pitch * (across, down))
    laid = lay(small, page, Mapping.from_corners(page, (off + 0.5) * shrink - 0.5))
    found = (put_right(small, page, laid).mapping.to_photo(corners) + 0.5) / shrink - 0.5
    assert scenes.corner_error_px(found, scene.corners_xy) < 8.0


def test_a_corner_that_a_frame_has_pulled_away_is_put_right() -> None:
    scene = scenes.scene(noise=2)
    page = empty(scenes.first_city().board)
    small, shrink = searched(photo_of(scene.rgb))
    corners = page.map_corners_mm
    true = (scene.to_photo(corners) + 0.5) * shrink - 0.5
    away = true + np.array([[30.0, 20.0], [0, 0], [0, 0], [0, 0]])
    inset_mm = lay(small, page, Mapping.from_corners(page, true)).inset_mm
    pulled = Laid(Mapping.from_corners(page, away), inset_mm, 0.3)
    found = (put_right(small, page, pulled).mapping.to_photo(corners) + 0.5) / shrink - 0.5
    assert scenes.corner_error_px(found, scene.corners_xy) < 8.0


def test_a_bold_frame_round_the_map_is_no_row_of_locations() -> None:
    scene = scenes.scene(noise=2)
    board = scenes.first_city().board
    corners = empty(board).map_corners_mm
    pitch = float(corners[2][0] - corners[0][0]) / 6
    rgb = scene.rgb.copy()
    for out in (0.12, 0.5, 0.88):
        frame = scene.to_photo(corners + np.sign(corners - corners.mean(axis=0)) * out * pitch)
        cv2.polylines(rgb, [frame.round().astype(np.int32)], True, (20, 20, 20), 3)
    found = placed(photo_of(rgb), board)
    assert isinstance(found, tuple)
    laid, _ = found
    assert scenes.corner_error_px(laid.mapping.to_photo(corners), scene.corners_xy) < 8.0


def test_a_board_on_a_chequered_cloth_is_found() -> None:
    board = scenes.first_city().board
    small = np.array([[420.0, 180.0], [1010.0, 260.0], [930.0, 810.0], [330.0, 700.0]])
    scene = scenes.scene(corners_xy=small, noise=2)
    width, height = board.page_mm
    page = scene.to_photo(np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]]))
    ys, xs = np.indices(scene.rgb.shape[:2]) // 60
    cloth = np.where(((xs + ys) % 2 == 0)[..., None], (205, 195, 185), (120, 100, 90))
    on_page = cv2.fillPoly(np.zeros(scene.rgb.shape[:2], np.uint8), [page.astype(np.int32)], 1)
    rgb = np.where(on_page[..., None] > 0, scene.rgb, cloth).astype(np.uint8)
    found = placed(photo_of(rgb), board)
    assert isinstance(found, tuple)
    laid, sure = found
    corners = laid.mapping.to_photo(empty(board).map_corners_mm)
    assert sure
    assert scenes.corner_error_px(corners, scene.corners_xy) < 8.0
