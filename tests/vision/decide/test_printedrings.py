"""Coins printed round crossroads, which look like rings."""

import cv2
import numpy as np
import pytest

from scorer.rules.notation import Crossroads
from scorer.rules.values import replace
from scorer.vision.boards.picture import BoardPicture
from scorer.vision.decide.printedrings import doubting_printed_rings
from scorer.vision.decide.unprinted import REASON
from scorer.vision.doubts import SURE, Doubt
from scorer.vision.geometry import Mapping
from scorer.vision.ink.ink import find_ink
from scorer.vision.locate.rectify import rectify
from tests.support import scenes

pytestmark = pytest.mark.slow

DRAWN = ("c3-d3", "b1-b2")
GOLD, BLACK = (225, 170, 40), (40, 40, 44)


def read(*colours: tuple[int, int, int], learned: bool = True) -> list[Doubt]:
    """Return which rings of *colours*, at d4, e2 …, are taken for print, two sections drawn."""
    blank = scenes.first_city()
    known = np.full(blank.rgb.shape[:2], 255, np.uint8)
    blank = replace(blank, known=known if learned else None)
    page, places = blank.rgb.copy(), ("d4", "e2", "f5", "b5")[: len(colours)]
    for where, colour in zip(places, colours, strict=True):
        x, y = blank.board.crossroads_xy[Crossroads(where)]
        middle = (round(x * blank.px_per_mm), round(y * blank.px_per_mm))
        cv2.circle(page, middle, round(3.4 * blank.px_per_mm), colour, round(blank.px_per_mm))
    scene = scenes.scene(BoardPicture(blank.board, page, blank.px_per_mm), drawn=DRAWN, noise=2)
    flat = rectify(scene.rgb, blank, Mapping.plain(blank, scene.homography))
    doubts = [Doubt("section", road, True, 0.99, (False,), "faint") for road in DRAWN]
    doubts += [Doubt("task", at, True, 0.99, (False,), "faint") for at in places]
    return doubting_printed_rings(doubts, find_ink(flat), flat, blank.board)


def test_a_golden_coin_is_no_ring_but_asked_about() -> None:
    (coin,) = read(scenes.INK, GOLD)
    assert (coin.where, coin.read, coin.alternatives) == ("e2", False, (True,))
    assert coin.confidence < 0.5
    assert coin.reason == REASON


def test_a_ring_of_hardly_any_ink_that_makes_three_is_a_doubt() -> None:
    (rest,) = read(scenes.INK, (205, 203, 198), scenes.INK)
    assert (rest.where, rest.read, rest.reason) == ("e2", True, REASON)
    assert rest.confidence < SURE


@pytest.mark.parametrize("others", [0, 2])
def test_a_ring_of_hardly_any_ink_that_makes_no_three_is_a_rest_of_print(others: int) -> None:
    (rest,) = read(scenes.INK, (205, 203, 198), *[scenes.INK] * others)
    assert (rest.where, rest.read, rest.alternatives) == ("e2", False, (True,))
    assert rest.confidence < 0.5


def test_a_ring_by_another_pen_is_a_ring() -> None:
    assert read(scenes.INK, BLACK, (40, 70, 190)) == []


def test_where_the_blank_board_is_known_a_ring_may_have_any_colour() -> None:
    assert read(GOLD, learned=False) == []
