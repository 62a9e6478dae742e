"""Ink against print, light, shadow, reflections and misfit."""

import numpy as np
import pytest

from scorer.vision.evidence.shapes import INKED
from scorer.vision.ink.ink import find_ink
from tests.support.drawings import BLUE, SCALE, Sheet, without_colours


@pytest.mark.parametrize("shift_px", [0, 3, -3])
@pytest.mark.parametrize("shadow", [False, True])
def test_a_blank_board_has_no_ink(shift_px: int, shadow: bool) -> None:
    ink = find_ink(Sheet().photo(shift_px=shift_px, shadow=shadow))
    inside = ink.strength[40:-40, 40:-40]
    assert (inside > INKED).mean() < 0.001


def test_ink_is_found_where_it_was_drawn_and_nowhere_else() -> None:
    sheet = Sheet()
    sheet.section("b1-c1")
    ink = find_ink(sheet.photo())
    y = round((14 + 25) * SCALE)
    along = ink.strength[y - 2 : y + 3, round(42 * SCALE) : round(61 * SCALE)]
    assert along.max(axis=0).min() > 0.6
    far = np.delete(ink.strength, np.s_[y - 20 : y + 20], axis=0)
    assert (far > INKED).mean() < 0.0005


def test_density_tells_the_colour_of_the_ink() -> None:
    sheet = Sheet(pen=(0.9, 0.1, 0.15))
    sheet.section("b1-c1")
    ink = find_ink(sheet.photo())
    red, green, blue = ink.density[round(39 * SCALE), round(50 * SCALE)]
    assert green > 2 * red
    assert blue > 2 * red


def test_a_ghost_is_far_fainter_than_a_stroke() -> None:
    sheet = Sheet()
    sheet.section("b1-c1")
    sheet.section("b2-c2", dark=0.12)
    ink = find_ink(sheet.photo())
    y = round((14 + 50) * SCALE)
    assert ink.strength[y - 6 : y + 7, round(42 * SCALE) : round(61 * SCALE)].max() < INKED


@pytest.mark.slow
def test_a_reflection_is_not_seen_and_a_shadow_is() -> None:
    sheet = Sheet()
    glare = find_ink(sheet.photo(glare=(55, 45, 9))).hidden
    assert glare[round(45 * SCALE), round(55 * SCALE)]
    assert not glare[round(80 * SCALE), round(100 * SCALE)]
    assert find_ink(sheet.photo(shadow=True)).hidden.mean() < 0.01


def test_ink_shows_through_a_reflection_that_leaves_some_of_it() -> None:
    sheet = Sheet(pen=BLUE)
    sheet.round((51.5, 51.5), 4)
    ink = find_ink(sheet.photo(glare=(51.5, 51.5, 6), veil=0.45))
    turn = np.linspace(0, 2 * np.pi, 60)
    columns, rows = (np.round((51.5 + 4 * f(turn)) * SCALE).astype(int) for f in (np.cos, np.sin))
    assert np.median(ink.strength[rows, columns]) > 0.4
    middle = round(51.5 * SCALE)
    assert ink.strength[middle - 8 : middle + 8, middle - 8 : middle + 8].max() < 0.2


def test_places_outside_the_photo_are_not_seen() -> None:
    photo = Sheet().photo()
    photo.seen[:, :60] = False
    hidden = find_ink(photo).hidden
    assert hidden[:, :60].all()
    assert not hidden[:, 60:].any()


def test_the_print_is_laid_exactly_for_a_close_look() -> None:
    sheet = Sheet()
    sheet.cafe("b0")
    ink = find_ink(sheet.photo(shift_px=2))
    x, y = (round(value * SCALE) for value in sheet.board.cafes[0].xy)
    close = ink.closely((slice(y - 50, y + 50), slice(x - 50, x + 50)))
    # Between the printed outline and the symbol there is blank paper.
    assert close[49:52, 60:65].max() < 0.35


@pytest.mark.slow
def test_ink_on_dark_print_shows_by_its_colour() -> None:
    sheet = Sheet(pen=(0.9, 0.2, 0.2))
    y, x = round((14 + 25) * SCALE), round(52 * SCALE)
    place = (slice(y - 2, y + 3), slice(x - 60, x + 60))
    sheet.reference[y - 40 : y + 40, x - 80 : x + 80] = (30, 80, 50)
    blank = find_ink(sheet.photo()).off(place)
    assert np.abs(blank).mean() < 0.1
    sheet.section("b1-c1")
    red, green, blue = np.moveaxis(find_ink(sheet.photo()).off(place).mean(axis=(0, 1)), -1, 0)
    assert green > red + 0.3
    assert blue > red + 0.3


def test_a_veil_pales_ink_less_than_the_photo_shows() -> None:
    sheet = Sheet()
    sheet.section("b1-c1")
    x, y = 51.5, 39.0
    ink = find_ink(sheet.photo(glare=(x, y + 6, 9.0), veil=0.6))
    place = (
        slice(round(y * SCALE) - 2, round(y * SCALE) + 3),
        slice(round(45 * SCALE), round(58 * SCALE)),
    )
    shown = (ink.expected - ink.photo)[place].mean() / ink.level
    assert ink.off(place).mean() > 1.5 * shown > 0.1
    assert ink.off().min() >= -1
    assert ink.off().max() <= 2


@pytest.mark.slow
def test_the_board_has_no_colours_where_the_photo_has_none() -> None:
    sheet = Sheet(pen=BLUE)
    sheet.section("b1-c1")
    photo = sheet.photo()
    coloured, grey = find_ink(photo), find_ink(without_colours(photo))
    assert grey.grey
    assert not coloured.grey
    assert np.ptp(coloured.off(), axis=2).max() > 0.3
    assert np.ptp(grey.off(), axis=2).max() == 0
