"""Strokes thinned, beside what scikit-image makes of them."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from skimage.morphology import skeletonize

from scorer.vision.ink.thinning import thinned

RNG = np.random.default_rng(5)


def strokes(width: int) -> NDArray[np.uint8]:
    """Return a page with lines and rings of a pen so wide."""
    page = np.zeros((300, 400), np.uint8)
    for _ in range(8):
        (x, y), (u, v) = RNG.integers(20, 280, (2, 2)).tolist()
        cv2.line(page, (x, y), (u, v), 1, width)
        cv2.circle(page, (u + 60, v), 15, 1, width)
    return page


@pytest.mark.parametrize("width", [3, 5, 8, 13])
def test_a_line_of_one_pixel_is_left_in_the_middle(width: int) -> None:
    page = strokes(width)
    line, theirs = thinned(page > 0), skeletonize(page > 0)
    assert not (line & (page == 0)).any()
    # What hangs together does so still, and so do the holes in it.
    for seen in (0, 1):
        parts = [
            cv2.connectedComponents((mask == seen).astype(np.uint8), connectivity=4 + 4 * seen)[0]
            for mask in (page, line.astype(np.uint8))
        ]
        assert parts[0] == parts[1]
    depth = cv2.distanceTransform(page, cv2.DIST_L2, 3)
    assert np.median(depth[line]) == pytest.approx(np.median(depth[theirs]), abs=0.5)
    # Slanted lines may be two pixels wide.
    assert line.sum() < 1.5 * theirs.sum()
    assert (thinned(line) == line).all()


def test_nothing_is_left_of_nothing_and_a_rim_is_no_end() -> None:
    assert not thinned(np.zeros((5, 5), bool)).any()
    bar = np.zeros((7, 30), bool)
    bar[2:5] = True
    assert thinned(bar).any(axis=0).sum() >= 27
    assert (thinned(bar).sum(axis=0) <= 1).all()
