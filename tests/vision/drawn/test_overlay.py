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


BLUE, RED, GREEN = (40, 30, 90), (170, 40, 40), (30, 90, 50)


def page(
    rows: slice, chance: float = 0.9, light: float = 1.0, pen: tuple[int, int, int] = BLUE
) -> Page:
    """Return the print with a thick stroke across *rows*, which the network mostly believes."""
    rgb = np.clip(print_() * light, 0, 255).astype(np.uint8)
    inked = np.full(SHAPE, 0.02, np.float32)
    rgb[rows, 60:360] = pen
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


def lamp(one: Page, at: tuple[int, int] = (220, 130), radius: int = 60, left: float = 0.2) -> Page:
    """Lay the sharp reflection of a lamp on the page, which leaves so much of its contrast."""
    disc = np.zeros(SHAPE, np.uint8)
    cv2.circle(disc, at, radius, 1, -1)
    pale = np.asarray(one.rgb * left + 255 * (1 - left), np.uint8)
    one.rgb[:] = np.where(disc[..., None] > 0, pale, one.rgb)
    return one


def test_a_reflection_on_the_first_page_is_not_in_the_print() -> None:
    pages = [lamp(page(np.s_[0:0])), page(np.s_[40:50]), page(np.s_[300:310])]
    found = laid_together(pages, SCALE)
    off = np.abs(shown(found.page) - print_())
    assert float(off[80:180, 170:270].mean()) < 8
    assert found.sure[80:180, 170:270].min() > 0.9


def test_what_a_reflection_hides_and_ink_covers_is_not_known() -> None:
    pages = [lamp(page(np.s_[0:0]))]
    pages += [page(np.s_[100:120], 0.99, pen=pen) for pen in (BLUE, RED, GREEN)]
    found = laid_together(pages, SCALE)
    assert float(found.sure[105:115, 180:260].mean()) < 0.5
    assert found.sure[140:170, 180:260].min() > 0.9
    assert found.sure[105:115, 310:340].min() > 0.9


def test_the_light_is_that_of_the_page_with_least_reflections_unless_another_is_wanted() -> None:
    pages = [lamp(page(np.s_[0:0], light=0.7)), page(np.s_[40:50]), page(np.s_[300:310])]
    for as_first, light in ((False, 1.0), (True, 0.7)):
        found = laid_together(pages, SCALE, as_first=as_first)
        off = np.abs(shown(found.page) - light * print_())
        assert float(off[210:290].mean()) < 8
        assert float(off[80:180, 170:270].mean()) < 8
