"""Sections that a reflection pales, told by the other roads."""

from collections.abc import Callable

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.rules.board.board import Road
from scorer.vision.drawn.palesections import PaleSections, with_pale_sections
from tests.support import scenes

SCALE = 4.0
BOARD = scenes.first_city().board
PAPER, ROAD, PEN = (215, 205, 190), (238, 235, 230), (90, 40, 130)
DRAWN, PALE, EMPTY = BOARD.roads[:36:3], BOARD.roads[50], BOARD.roads[60]
Colour = tuple[int, int, int]


class Page:
    """A page with printed roads, twelve sections on them, and what a network says of these."""

    def __init__(self) -> None:
        width, height = (round(side * SCALE) for side in BOARD.page_mm)
        self.rgb = np.full((height, width, 3), PAPER, np.uint8)
        self.chances = np.full((height, width), 0.01, np.float32)
        for road in BOARD.roads:
            self.line(road, ROAD, 14)
        for road in DRAWN:
            self.line(road, PEN, 6)
            self.line(road, 0.97, 6, self.chances)

    def line(
        self,
        road: Road,
        colour: Colour | float,
        width: int,
        on: NDArray[np.float32] | None = None,
        share: float = 1.0,
    ) -> None:
        first, last = (np.array(end) * SCALE for end in (road.path[0], road.path[-1]))
        ends = np.round([first, first + share * (last - first)]).astype(int).tolist()
        cv2.line(self.rgb if on is None else on, ends[0], ends[1], colour, width)

    def found(self) -> PaleSections:
        noise = np.random.default_rng(3).normal(0, 3, self.rgb.shape)
        rgb = np.clip(self.rgb + noise, 0, 255).astype(np.uint8)
        return with_pale_sections(self.chances, rgb, BOARD, SCALE)


def paled(share: float) -> Colour:
    """Return the pen's colour on a road, of which a reflection leaves so much."""
    r, g, b = (round(road + share * (pen - road)) for road, pen in zip(ROAD, PEN, strict=True))
    return r, g, b


def middle(road: Road) -> tuple[int, int]:
    x, y = np.mean([road.path[0], road.path[-1]], axis=0) * SCALE
    return round(y), round(x)


@pytest.mark.parametrize(("left", "ink", "hardly"), [(0.45, 0.6, False), (0.2, 0.6, True)])
def test_a_pale_line_in_the_pen_s_colour_may_be_a_section(
    left: float, ink: float, hardly: bool
) -> None:
    page = Page()
    page.line(PALE, paled(left), 6)
    found = page.found()
    assert found.chances[middle(PALE)] == pytest.approx(ink)
    assert found.contested[middle(PALE)] == hardly
    assert found.chances[middle(EMPTY)] < 0.1
    assert np.count_nonzero(found.chances != page.chances) < 6000


def test_a_road_that_is_inked_along_a_part_of_it_may_be_drawn() -> None:
    page = Page()
    page.line(PALE, 0.97, 6, page.chances, share=0.6)
    x, y = np.array(PALE.path[0]) * 0.2 + np.array(PALE.path[-1]) * 0.8
    found = page.found()
    assert found.chances[round(y * SCALE), round(x * SCALE)] == pytest.approx(0.6)
    assert not found.contested.any()


def lines_on_every_road(page: Page) -> None:
    for road in BOARD.roads[36:]:
        page.line(road, paled(0.4), 6)


def a_line_of_another_colour(page: Page) -> None:
    page.line(PALE, (190, 235, 200), 6)


def nothing_drawn(page: Page) -> None:
    page.line(PALE, paled(0.45), 6)
    page.chances[:] = 0.01


@pytest.mark.parametrize("prints", [lines_on_every_road, a_line_of_another_colour, nothing_drawn])
def test_other_lines_are_print(prints: Callable[[Page], None]) -> None:
    page = Page()
    prints(page)
    found = page.found()
    assert np.array_equal(found.chances, page.chances)
    assert not found.contested.any()
