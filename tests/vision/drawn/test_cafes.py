"""Cafés' symbols that are drawn on, as other cafés show them."""

import cv2
import numpy as np

from scorer.rules.values import replace
from scorer.vision.boards.picture import BoardPicture
from scorer.vision.drawn.cafes import with_cafes
from tests.support import scenes


def covered(number: int) -> tuple[BoardPicture, BoardPicture]:
    """Return a board with the same symbol at all cafés, and it with one of them covered."""
    picture = scenes.first_city()
    rgb = np.full_like(picture.rgb, 220)
    scale = picture.px_per_mm
    for cafe in picture.board.cafes:
        x, y = (round(value * scale) for value in cafe.xy)
        cv2.circle(rgb, (x, y), round(2.5 * scale), (120, 90, 60), -1)
        cv2.line(rgb, (x - 8, y - 6), (x + 8, y + 6), (20, 20, 20), 3)
    blank = replace(picture, rgb=rgb)
    known = np.full(rgb.shape[:2], 255, np.uint8)
    x, y = (round(value * scale) for value in picture.board.cafes[number].xy)
    inked = rgb.copy()
    around = np.s_[y - 22 : y + 22, x - 22 : x + 22]
    inked[around] = (180, 180, 200)
    known[around] = 0
    return blank, replace(picture, rgb=inked, known=known)


def test_a_covered_symbol_gets_the_look_of_the_others() -> None:
    blank, inked = covered(2)
    found = with_cafes(inked)
    x, y = (round(value * blank.px_per_mm) for value in blank.board.cafes[2].xy)
    inside = np.s_[y - 10 : y + 10, x - 10 : x + 10]
    assert np.abs(found.rgb[inside].astype(int) - blank.rgb[inside]).mean() < 25
    assert found.known is not None
    assert found.known[inside].min() >= 128


def test_what_is_known_stays() -> None:
    blank, inked = covered(2)
    found = with_cafes(inked)
    assert inked.known is not None
    assert (found.rgb[inked.known > 0] == inked.rgb[inked.known > 0]).all()
    assert with_cafes(blank) is blank
