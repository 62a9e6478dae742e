"""What can be seen on a printed board."""

import numpy as np
import pytest

from samples.simulator.art import Split, art_page
from samples.simulator.board.legible import FLOOR, all_seen, contrast, lifted
from samples.simulator.board.printedpage import PrintedPage, map_box
from samples.simulator.people.pens import INKS, Pen
from samples.simulator.people.strokes import Stroke
from samples.simulator.photo import simulate
from samples.simulator.scene.light import random_light
from samples.simulator.strata import ART, ART_STRATA, CONTRAST, Kind
from scorer.rules.city.city import load_city
from scorer.rules.values import replace

PAGE_MM = (60.0, 40.0)


def stroke(name: str, start: tuple[float, float], end: tuple[float, float]) -> Stroke:
    return Stroke(np.array([start, end]), Pen(name, INKS[name], 1.5, 1.0))


def halves() -> PrintedPage:
    """Return a page that is white on the left and dark blue on the right."""
    rgb = np.full((160, 240, 3), 255, np.uint8)
    rgb[:, 120:] = (20, 25, 70)
    board = replace(load_city("first-city").practice_board, page_mm=PAGE_MM)
    return PrintedPage(board, rgb)


def test_ink_stands_out_from_white_and_not_from_its_own_colour() -> None:
    under = np.array([[0.9, 0.9, 0.9], INKS["blue"]], np.float32)
    on_white, on_blue = contrast(under, stroke("blue", (0, 0), (1, 0)))
    assert on_white > 60
    assert on_blue < CONTRAST


def test_a_blue_stroke_is_seen_on_white_and_not_on_dark_blue() -> None:
    page = halves()
    assert all_seen([stroke("blue", (5, 20), (28, 20))], page)
    assert not all_seen([stroke("blue", (32, 20), (55, 20))], page)


def test_one_stroke_that_cannot_be_seen_is_one_too_many() -> None:
    seen, unseen = stroke("blue", (5, 9), (28, 9)), stroke("blue", (35, 30), (55, 30))
    assert not all_seen([seen, unseen], halves())


def test_wide_dark_print_gets_lighter_and_fine_print_stays_dark() -> None:
    rgb = np.full((200, 200, 3), 250, np.uint8)
    rgb[100:, :100] = 15
    rgb[100:, 100:] = 60
    rgb[40:44, 10:190] = 15
    found = lifted(rgb, 8.0).astype(float)
    dark, lighter = found[150, 50].mean(), found[150, 150].mean()
    assert dark >= 255 * FLOOR - 2
    assert lighter > dark
    assert found[41, 100].mean() < 40
    assert found[10, 10].mean() == pytest.approx(250, abs=3)


@pytest.mark.slow
@pytest.mark.parametrize("number", [0, 1])
def test_every_mark_on_a_board_of_random_art_can_be_seen(number: int) -> None:
    city = load_city("first-city")
    page = art_page(city, Split.TRAIN, (9, number), "made-up")
    photo = simulate(page, city, Kind.HARD, (9, number), 0.5, manner=ART)
    marked = {id(path) for paths in photo.drawing.subjects.values() for path in paths}
    own = [one for one in photo.drawing.strokes if id(one.path) in marked]
    assert len(own) > 5
    assert all_seen(own, page)


@pytest.mark.parametrize("kind", list(Kind))
def test_no_lamp_burns_out_a_board_of_random_art(kind: Kind) -> None:
    board = load_city("first-city").practice_board
    stratum = ART_STRATA[kind]
    for number in range(20):
        rng = np.random.default_rng(number)
        light = random_light(board.page_mm, map_box(board), np.zeros((1, 2)), stratum, rng)
        for lamp in light.lamps:
            glare = float(lamp.glare(np.array([lamp.centre]))[0])
            assert glare + stratum.brightness[0] <= stratum.glare_limit + 1e-6
