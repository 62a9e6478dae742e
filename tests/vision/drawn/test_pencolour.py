"""Print that no pen's colour explains."""

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.drawn.pencolour import by_pen_colour
from tests.support import scenes

SCALE = 4.0
BOARD = scenes.first_city().board
PAPER, PEN, BROWN = (215, 210, 200), (90, 40, 130), (110, 80, 30)
Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]


def page() -> tuple[Bytes, Floats]:
    """Return a pale page with twelve purple sections on it, and what a network says of it."""
    width, height = (round(side * SCALE) for side in BOARD.page_mm)
    rgb = np.full((height, width, 3), PAPER, np.uint8)
    rng = np.random.default_rng(3)
    rgb = np.clip(rgb + rng.normal(0, 3, rgb.shape), 0, 255).astype(np.uint8)
    chances = np.full((height, width), 0.01, np.float32)
    for road in BOARD.roads[:36:3]:
        (first, last) = (
            tuple(round(v * SCALE) for v in end) for end in (road.path[0], road.path[-1])
        )
        cv2.line(rgb, first, last, PEN, 6)
        cv2.line(chances, first, last, 0.97, 6)
    return rgb, chances


def spot(rgb: Bytes, chances: Floats, colour: tuple[int, int, int]) -> tuple[int, int]:
    """Print, or draw, something dark at a café; the network takes it for ink."""
    x, y = (round(value * SCALE) for value in BOARD.cafes[-1].xy)
    cv2.circle(rgb, (x, y), 7, colour, -1)
    cv2.circle(chances, (x, y), 7, 0.95, -1)
    return x, y


def test_a_symbol_of_another_colour_is_print() -> None:
    rgb, chances = page()
    # The same brown is printed in locations, and nobody takes it for ink there.
    for cell in BOARD.cells:
        x, y = (round(value * SCALE) for value in np.mean(cell.polygon, axis=0))
        cv2.circle(rgb, (x, y), 16, BROWN, -1)
        chances[y - 16 : y + 17, x - 16 : x + 17] = 0.02
    x, y = spot(rgb, chances, BROWN)
    found = by_pen_colour(chances, rgb, BOARD, SCALE)
    assert found[y, x] < 0.6
    assert chances[y, x] > 0.9


def test_what_has_the_pen_s_colour_stays_ink() -> None:
    rgb, chances = page()
    x, y = spot(rgb, chances, PEN)
    found = by_pen_colour(chances, rgb, BOARD, SCALE)
    assert found[y, x] > 0.9
    (a, b), (c, d) = BOARD.roads[0].path[0], BOARD.roads[0].path[-1]
    assert found[round((b + d) / 2 * SCALE), round((a + c) / 2 * SCALE)] > 0.9


def test_nothing_is_told_where_no_pen_was_used() -> None:
    rgb, chances = page()
    chances = np.full_like(chances, 0.01)
    x, y = spot(rgb, chances, BROWN)
    assert by_pen_colour(chances, rgb, BOARD, SCALE)[y, x] > 0.9


def test_colours_alone_make_no_ink() -> None:
    rgb, chances = page()
    x, y = (round(value * SCALE) for value in np.mean(BOARD.cells[0].polygon, axis=0))
    cv2.circle(rgb, (x, y), 7, PEN, -1)
    # Nor does a printed line across an empty road.
    (x, y), (u, v) = BOARD.roads[1].path[0], BOARD.roads[1].path[-1]
    x, y = (round(one / 2 * SCALE) for one in (x + u, y + v))
    cv2.line(rgb, (x - 8, y - 8), (x + 8, y + 8), PEN, 6)
    found = by_pen_colour(chances, rgb, BOARD, SCALE)
    assert (found <= np.maximum(chances, 0.02)).all()


def test_a_stroke_goes_on_where_the_network_loses_it() -> None:
    rgb, chances = page()
    road = BOARD.roads[0]
    (left, top), (right, bottom) = road.path[0], road.path[-1]
    middle = [round((a + b) / 2 * SCALE) for a, b in ((left, right), (top, bottom))]
    lost = chances.copy()
    end = [round(right * SCALE), round(bottom * SCALE)]
    cv2.line(lost, middle, end, 0.01, 8)
    x, y = ((a + b) // 2 for a, b in zip(middle, end, strict=True))
    assert lost[y, x] < 0.05
    assert by_pen_colour(lost, rgb, BOARD, SCALE)[y, x] > 0.8
    # Paler as print may be, it is no stroke.
    rgb[y - 6 : y + 7, x - 6 : x + 7] = PAPER
    assert by_pen_colour(lost, rgb, BOARD, SCALE)[y, x] < 0.05
