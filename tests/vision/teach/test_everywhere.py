"""A picture compared everywhere with stripes, and with OpenCV's matching of templates."""

import cv2
import numpy as np
import pytest

from scorer.vision.teach.everywhere import Everywhere


@pytest.mark.parametrize("size", [(1, 9), (40, 30), (97, 131)])
def test_likenesses_are_those_of_matched_templates(size: tuple[int, int]) -> None:
    luck = np.random.default_rng(7)
    picture = luck.random((97, 131, 2)).astype(np.float32)
    picture[:45, :40] = 0
    stripes = [[(luck.random(size[0]), luck.random(size[1])) for _ in range(2)] for _ in range(3)]
    for template, found in zip(stripes, Everywhere.of(picture).likenesses(stripes), strict=True):
        whole = np.stack([np.outer(*one) for one in template], axis=2).astype(np.float32)
        expected = cv2.matchTemplate(picture, whole, cv2.TM_CCOEFF_NORMED)
        assert found.shape == expected.shape
        assert np.allclose(found, expected, atol=1e-4)


def test_nothing_is_like_an_even_place() -> None:
    stripes = [[(np.ones(5), np.arange(6.0))]]
    (found,) = Everywhere.of(np.full((20, 30, 1), 2.0, np.float32)).likenesses(stripes)
    assert not found.any()
