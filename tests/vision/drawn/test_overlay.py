"""Pages of one print, drawn on differently, made into the print."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.vision.drawn.light import Page
from scorer.vision.drawn.overlay import laid_together
from scorer.vision.ink.sampling import LIFT

SCALE = 6.0
SHAPE = (360, 420)


def print_() -> NDArray[np.uint8]:
    rng = np.random.default_rng(3)
    coarse = rng.integers(120, 245, (18, 21, 3)).astype(np.uint8)
    large = cv2.resize(coarse, (SHAPE[1], SHAPE[0]), interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.GaussianBlur(large, (0, 0), 1.5), np.uint8)


def page(rows: slice, chance: float = 0.9, light: float = 1.0) -> Page:
    """Return the print with a thick stroke across *rows*, which the network mostly believes."""
    rgb = np.clip(print_() * light, 0, 255).astype(np.uint8)
    inked = np.full(SHAPE, 0.02, np.float32)
    rgb[rows, 60:360] = (40, 30, 90)
    inked[rows, 60:360] = chance
    return Page(rgb, np.ones(SHAPE, np.bool_), inked, np.zeros(SHAPE, np.bool_))


def shown(page_log: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(np.exp(page_log) * (255 + LIFT) - LIFT, np.float32)


def test_what_is_covered_on_one_page_comes_from_the_other() -> None:
    found = laid_together([page(np.s_[100:110]), page(np.s_[200:210], light=0.8)], SCALE)
    assert found.sure[105, 100:320].min() > 0.7
    assert found.sure[205, 100:320].min() > 0.7
    off = np.abs(shown(found.page) - print_())
    assert float(off[95:115, 70:350].mean()) < 8
    assert float(off[195:215, 70:350].mean()) < 8


def test_ink_that_the_network_overlooked_is_told_by_the_other_page() -> None:
    found = laid_together([page(np.s_[100:110], 0.3), page(np.s_[200:210], 0.3)], SCALE)
    off = np.abs(shown(found.page) - print_())
    assert float(off[103:107, 80:340].mean()) < 12


def test_what_is_covered_on_all_pages_is_not_known() -> None:
    found = laid_together([page(np.s_[100:110]), page(np.s_[100:110])], SCALE)
    assert found.sure[103:107, 80:340].max() < 0.5
    assert found.sure[150:180].min() > 0.9


@pytest.mark.parametrize("chance", [0.7, 0.9])
def test_print_that_looks_like_ink_on_all_pages_is_print(chance: float) -> None:
    pages = [page(np.s_[0:0]) for _ in range(4)]
    for one in pages:
        one.inked[100:110, 60:360] = chance
    found = laid_together(pages, SCALE)
    assert found.sure[103:107, 80:340].min() > 0.5


def test_ink_under_a_reflection_of_the_first_page_is_not_taken_for_print() -> None:
    """A lamp pales print and ink, and the network overlooks what is left of the ink."""
    lit = page(np.s_[100:110], 0.1)
    lit.rgb[60:180, 40:380] = lit.rgb[60:180, 40:380] // 5 + 180
    found = laid_together([lit, page(np.s_[0:0]), page(np.s_[95:115])], SCALE)
    detail = found.page - cv2.GaussianBlur(found.page, (0, 0), 8)
    right = np.log(print_() + np.float32(LIFT))
    right -= cv2.GaussianBlur(right, (0, 0), 8)
    middle = np.s_[95:115, 80:340]
    assert np.corrcoef(detail[middle].ravel(), right[middle].ravel())[0, 1] > 0.9
