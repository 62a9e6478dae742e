"""Reflections on a page whose print nobody knows, told by its roads."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.vision.drawn.light import Page
from scorer.vision.drawn.veil import under_reflections
from tests.support import scenes

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]


def lit(light: Floats, veil: Floats) -> Page:
    """Return the blank board's page in a *light*, (H, W), under a *veil*, (H, W), of 0 … 1."""
    rgb = scenes.first_city().rgb * light[..., None]
    noise = np.random.default_rng(3).normal(0, 3, rgb.shape)
    shown = np.clip(rgb + (230 - rgb) * veil[..., None] + noise, 0, 255).astype(np.uint8)
    nothing = np.zeros(veil.shape, np.float32)
    return Page(shown, nothing == 0, nothing, nothing > 0)


def flat() -> Floats:
    return np.ones(scenes.first_city().rgb.shape[:2], np.float32)


def over_c3() -> Mask:
    """Return a slanting square about the crossroads c3, as large as four locations."""
    picture = scenes.first_city()
    xy = next(xy for point, xy in picture.board.crossroads_xy.items() if str(point) == "c3")
    around = cv2.boxPoints((tuple(v * picture.px_per_mm for v in xy), (260, 260), 25))
    found = np.zeros(picture.rgb.shape[:2], np.uint8)
    cv2.fillPoly(found, [around.astype(np.int32)], 1)
    return np.asarray(found > 0)


def found(page: Page) -> Mask:
    picture = scenes.first_city()
    return under_reflections(page, picture.board, picture.px_per_mm)


@pytest.mark.parametrize("strength", [0.3, 0.6])
def test_a_lamp_hides_what_lies_under_it_and_little_more(strength: float) -> None:
    lamp = over_c3()
    seen = found(lit(0.6 * flat(), np.float32(strength) * lamp))
    assert (seen & lamp).sum() > 0.95 * lamp.sum()
    assert (seen & ~lamp).sum() < 0.5 * lamp.sum()


def test_light_that_fades_over_the_board_is_no_reflection() -> None:
    fading = np.linspace(1, 0.5, flat().shape[1], dtype=np.float32) * flat()
    assert not found(lit(fading, 0 * flat())).any()


def test_a_road_that_a_pen_covers_is_no_darker_light() -> None:
    """A stroke that was overlooked makes the rest of the map no reflection."""
    page = lit(0.8 * flat(), 0 * flat())
    picture = scenes.first_city()
    for road in picture.board.roads[::8]:
        ends = np.round(np.array(road.path)[[0, -1]] * picture.px_per_mm).astype(int).tolist()
        cv2.line(page.rgb, ends[0], ends[1], (90, 40, 130), 9)
    assert not found(page).any()
