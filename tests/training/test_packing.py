"""Pictures made grey while training are as those of grey photos are."""

import numpy as np
import pytest

from training.packing import greyed, packed, unpacked


def pictures(*pens: tuple[float, float, float]) -> np.ndarray:
    """Return a picture (5, 40, 40) of a stroke by each of *pens*, which darken red, green, blue."""
    found = np.zeros((len(pens), 5, 40, 40), np.float32)
    found[:, 4] = 0.8
    for picture, pen in zip(found, pens, strict=True):
        picture[1:4, 10:30, 10:30] = np.array(pen)[:, None, None]
        picture[0, 10:30, 10:30] = max(pen)
    return packed(found)


def test_grey_pictures_stay_as_they_are() -> None:
    grey = pictures((0.9, 0.9, 0.9), (0.5, 0.5, 0.5))
    assert np.array_equal(greyed(grey), grey)


def test_nothing_tells_the_channels_apart_and_the_print_stays() -> None:
    coloured = pictures((0.1, 1.0, 0.9), (1.0, 0.4, 0.6))
    found = greyed(coloured)
    assert np.array_equal(found[:, 1], found[:, 2])
    assert np.array_equal(found[:, 1], found[:, 3])
    assert np.array_equal(found[:, 4], coloured[:, 4])


def test_the_usual_pen_is_as_strong_as_before_and_a_red_one_paler_than_a_black_one() -> None:
    red, black = (0.1, 1.0, 1.0), (1.0, 1.0, 1.0)
    found = unpacked(greyed(pictures(red, black, black, black)))[:, :4, 20, 20]
    assert found[1:] == pytest.approx(1.0, abs=0.02)
    assert (found[0] < 0.8).all()
    only = unpacked(greyed(pictures(red, red)))[:, :4, 20, 20]
    assert only == pytest.approx(1.0, abs=0.02)
