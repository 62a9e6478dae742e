"""Rectifying: the picture from above lies on the blank board, however the sheet is bent."""

import math

import cv2
import numpy as np
import pytest

from scorer.vision.boards.picture import BoardPicture, map_corners_mm
from scorer.vision.geometry import PX_PER_MM, Mapping, Rectified, frame_of
from scorer.vision.ink.quality import blur_mm, glare_share
from scorer.vision.locate.prints import agreement
from scorer.vision.locate.rectify import rectify
from scorer.vision.locate.refine import refine
from tests.support import scenes

pytestmark = pytest.mark.slow

DRAWN = ("b1-c1", "c1-c2", "c2-c3", "c3-d3", "d3-e3", "e3-e4", "a5-b5", "b5-b6")
# Hands miss the corners by so many pixels.
SHAKY = np.array([[4, 3], [-4, 2], [3, -4], [2, 3]])


def grid_mm(picture: BoardPicture) -> np.ndarray:
    """Return places all over the map and a little beyond, (225, 2)."""
    corners = map_corners_mm(picture.board)
    xs = np.linspace(corners[0, 0] - 5, corners[2, 0] + 5, 15)
    ys = np.linspace(corners[0, 1] - 5, corners[2, 1] + 5, 15)
    return np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)


def off_mm(found: np.ndarray, truth: np.ndarray, scene: scenes.Scene) -> np.ndarray:
    sides = np.linalg.norm(scene.corners_xy - np.roll(scene.corners_xy, 1, axis=0), axis=1)
    off: np.ndarray = np.linalg.norm(found - truth, axis=1) / (sides.mean() / 150)
    return off


def test_flat_board_is_rectified_onto_its_reference() -> None:
    scene = scenes.scene(noise=2)
    picture = scenes.first_city()
    flat = rectify(scene.rgb, picture, Mapping.plain(picture, scene.homography))
    assert flat.rgb.shape == flat.reference.shape == (1068, 1068, 3)
    assert flat.px_per_mm == PX_PER_MM
    assert flat.seen.all()
    one, other = (scenes.grey(rgb) for rgb in (flat.rgb, flat.reference))
    assert np.corrcoef(one.ravel(), other.ravel())[0, 1] > 0.8
    shift, _ = cv2.phaseCorrelate(one.astype(np.float64), other.astype(np.float64))
    assert math.hypot(*shift) < 0.5


def test_places_outside_the_photo_are_not_seen() -> None:
    scene = scenes.scene()
    picture = scenes.first_city()
    cut = scene.rgb[:, 400:]
    moved = np.array([[1, 0, -400], [0, 1, 0], [0, 0, 1]]) @ scene.homography
    seen = rectify(cut, picture, Mapping.plain(picture, moved)).seen
    places = grid_mm(picture)
    frame = frame_of(picture)
    at = np.round((places - frame.origin_mm) * PX_PER_MM).astype(int)
    truly = scene.to_photo(places)[:, 0] >= 400
    assert 0.02 < (~truly).mean() < 0.5
    assert (seen[at[:, 1], at[:, 0]] == truly).mean() > 0.97


@pytest.mark.parametrize("bend_mm", [0.0, 1.0, 2.0])
def test_refining_follows_a_bent_board(bend_mm: float) -> None:
    picture = scenes.first_city()
    scene = scenes.scene(bend_mm=bend_mm, drawn=DRAWN)
    start = Mapping.from_corners(picture, scene.corners_xy + SHAKY)
    found = refine(scenes.grey(scene.rgb), picture, start)
    places = grid_mm(picture)
    off = off_mm(found.mapping.to_photo(places), scene.to_photo(places), scene)
    assert np.median(off) < 0.15
    assert off.max() < 0.5
    assert found.agreement > 0.5


def test_refining_is_not_led_astray_by_glare() -> None:
    picture = scenes.first_city()
    scene = scenes.scene(bend_mm=1.0, drawn=DRAWN)
    burnt = scene.rgb.copy()
    cv2.ellipse(burnt, (900, 420), (190, 130), 20, 0, 360, (255, 255, 255), -1)
    start = Mapping.from_corners(picture, scene.corners_xy + 4)
    found = refine(scenes.grey(burnt), picture, start)
    places = grid_mm(picture)
    off = off_mm(found.mapping.to_photo(places), scene.to_photo(places), scene)
    assert np.percentile(off, 95) < 0.4


def test_agreement_tells_the_board_from_a_turned_one() -> None:
    picture = scenes.first_city()
    scene = scenes.scene()
    right = Mapping.plain(picture, scene.homography)
    turned = Mapping.from_corners(picture, np.roll(scene.corners_xy, 1, axis=0))
    assert agreement(scenes.grey(scene.rgb), picture, right) > 0.5
    assert abs(agreement(scenes.grey(scene.rgb), picture, turned)) < 0.1


def test_blur_is_measured_in_millimetres() -> None:
    picture = scenes.first_city()
    scene = scenes.scene(noise=1)
    mapping = Mapping.plain(picture, scene.homography)
    measured = []
    for mm in (0.0, 0.6, 1.2):
        rgb = scenes.blurred(scene.rgb, 5.0 * mm) if mm else scene.rgb
        measured.append(blur_mm(rectify(rgb, picture, mapping)))
    assert measured[0] < 0.4
    assert measured[1] == pytest.approx(0.6, abs=0.25)
    assert measured[2] == pytest.approx(1.2, abs=0.35)


def test_glare_share_is_that_of_the_burnt_map() -> None:
    rgb = np.full((100, 100, 3), 120, np.uint8)
    rgb[:25] = 255
    seen = np.ones((100, 100), np.bool_)
    rectified = Rectified(rgb, rgb, (0, 0), 6.0, seen)
    assert glare_share(rectified) == pytest.approx(0.25)
