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


def test_colours_never_make_ink() -> None:
    rgb, chances = page()
    assert (by_pen_colour(chances, rgb, BOARD, SCALE) <= chances).all()
