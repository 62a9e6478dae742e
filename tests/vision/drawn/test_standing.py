"""In which locations of a page people drew."""

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.drawn.standing import Standing, where_people_stand
from tests.support import scenes

SCALE = 3.0
CELLS = [cell for cell in scenes.first_city().board.cells if not cell.location.name]
Floats = NDArray[np.float32]


def blank() -> Floats:
    board = scenes.first_city().board
    width, height = (round(side * SCALE) for side in board.page_mm)
    return np.full((height, width), 0.01, np.float32)


def at(number: int) -> tuple[int, int]:
    """Return the middle of a location, in pixels (x, y)."""
    x, y = np.mean(CELLS[number].polygon, axis=0) * SCALE
    return round(x), round(y)


def with_shapes(chances: Floats, number: int, chance: float = 0.95) -> Floats:
    """Draw two circles as people do into a location."""
    x, y = at(number)
    for middle in ((x - 13, y), (x + 13, y)):
        cv2.circle(chances, middle, 9, chance, 4)
    return chances


def standing(chances: Floats) -> Standing:
    return where_people_stand(chances, scenes.first_city().board, SCALE)


def test_a_letter_where_nobody_stands_is_print() -> None:
    chances = blank()
    for number in range(10):
        with_shapes(chances, number)
    x, y = at(20)
    cv2.line(chances, (x - 8, y), (x + 8, y), 0.7, 4)
    found = standing(chances)
    assert found.chances[y, x] < 0.05
    assert not found.contested.any()
    first = at(0)
    assert found.chances[first[1], first[0] - 13 - 9] > 0.9


def test_an_eleventh_location_is_contested_and_no_other() -> None:
    chances = blank()
    for number in range(10):
        with_shapes(chances, number)
    with_shapes(chances, 25, 0.8)
    found = standing(chances)
    x, y = at(25)
    assert found.contested[y, x]
    assert found.chances[y, x - 13 - 9] > 0.7, "its ink is not denied"
    assert not found.contested[at(3)[::-1]]


def test_rings_round_crossroads_are_no_tourists() -> None:
    chances = blank()
    for number in range(10):
        with_shapes(chances, number)
    board = scenes.first_city().board
    x, y = (round(value * SCALE) for value in board.cafes[0].xy)
    cv2.circle(chances, (x, y), round(3.5 * SCALE), 0.95, 3)
    ring = (np.hypot(*np.indices(chances.shape)[::-1] - np.array([x, y])[:, None, None])) < 14
    assert np.array_equal(standing(chances).chances[ring], chances[ring])


def test_a_board_with_few_marks_loses_none_of_them() -> None:
    chances = with_shapes(with_shapes(blank(), 4), 9)
    found = standing(chances)
    for number in (4, 9):
        x, y = at(number)
        assert found.chances[y, x - 13 - 9] > 0.9
    assert np.array_equal(standing(blank()).chances > 0.5, blank() > 0.5)
