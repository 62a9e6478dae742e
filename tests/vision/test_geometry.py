"""Mappings, frames and the field: millimetres on the page and pixels agree."""

import numpy as np
import pytest

from scorer.vision.geometry import Mapping, Rectified, field_terms, frame_of
from tests.support import scenes


def test_frame_holds_the_map_and_its_margin() -> None:
    picture = scenes.first_city()
    frame = frame_of(picture)
    assert frame.reference.shape == (1068, 1068, 3)
    assert frame.origin_mm == (33.0, 19.0)
    assert frame.size == (1068, 1068)


def test_pixels_and_millimetres_agree() -> None:
    rectified = Rectified(
        np.zeros((6, 12, 3), np.uint8),
        np.zeros((6, 12, 3), np.uint8),
        (10.0, 20.0),
        2.0,
        np.ones((6, 12), np.bool_),
    )
    # The first pixel covers 10.0 to 10.5 mm, so its middle is 10.25.
    assert rectified.to_px((10.25, 20.25)) == (0.0, 0.0)
    assert rectified.to_px((12.25, 21.25)) == (4.0, 2.0)


def test_given_corners_are_met_exactly() -> None:
    picture = scenes.first_city()
    mapping = Mapping.from_corners(picture, scenes.CORNERS)
    assert mapping.to_photo(picture.map_corners_mm) == pytest.approx(scenes.CORNERS, abs=1e-3)


def test_scaling_a_mapping_scales_pixel_middles() -> None:
    picture = scenes.first_city()
    mapping = Mapping.from_corners(picture, scenes.CORNERS).scaled(0.5)
    expected = (scenes.CORNERS + 0.5) / 2 - 0.5
    assert mapping.to_photo(picture.map_corners_mm) == pytest.approx(expected, abs=1e-3)


def test_a_grid_is_mapped_like_its_places() -> None:
    rng = np.random.default_rng(2)
    plain = Mapping.from_corners(scenes.first_city(), scenes.CORNERS)
    x, y = np.linspace(-30, 250, 9), np.linspace(-20, 230, 7)
    places = np.stack(np.meshgrid(x, y), axis=-1)
    for mapping in (plain, plain.bent_by(rng.normal(0, 0.5, (15, 2)))):
        assert mapping.grid_to_photo(x, y) == pytest.approx(mapping.to_photo(places))


def test_field_terms_are_independent() -> None:
    places = np.random.default_rng(1).uniform(-1, 1, (200, 2))
    terms = field_terms(places)
    assert terms.shape == (200, 15)
    assert np.linalg.matrix_rank(terms) == 15
    assert terms[:, 0] == pytest.approx(1)
