"""Which cafés and visit-them-all points a board seems to show, where they are known."""

import numpy as np
import pytest

from samples.simulator.art import Split, art_page
from scorer.rules.board.board import CafeBonus
from scorer.rules.city.city import load_city
from scorer.rules.values import replace
from scorer.vision.boards.picture import BoardPicture, load_picture
from scorer.vision.teach.symbols import (
    SYMBOL_SIDE,
    outward,
    symbol_layers,
    symbols,
)

CITY = load_city("first-city")


# The network learned from these pages too: no figure, but that all of it fits together.
@pytest.mark.slow
@pytest.mark.parametrize("name", ["first-city", "hong-kong", "new-york", "cairo"])
def test_all_symbols_of_a_printed_page_are_found_where_they_lie(name: str) -> None:
    picture = load_picture(name)
    cafes, points = symbols(picture, load_city(name))
    wanted = {cafe.crossroads: cafe.xy for cafe in picture.board.cafes}
    found = {cafe.crossroads for cafe in cafes}
    assert found <= set(wanted)
    # One of New York's two inner cafés is missed.
    assert len(found) >= len(wanted) - (name == "new-york")
    assert set(points) == set(picture.board.visit_all)
    for cafe in cafes:
        assert np.hypot(*np.subtract(cafe.xy, wanted[cafe.crossroads])) < 1.5
    # Each seems to give what most of that city's give.
    given = {"hong-kong": CafeBonus.INSTANT_SECTION, "new-york": CafeBonus.CARD}
    assert {cafe.bonus for cafe in cafes} <= {given.get(name, CafeBonus.SECTION)}


@pytest.mark.slow
def test_symbols_are_found_in_art_that_the_network_never_learned_from() -> None:
    wrong = told = 0
    for number in range(6):
        page = art_page(CITY, Split.TEST, (902, number), "art", px_per_mm=4.0)
        cafes, points = symbols(BoardPicture(page.board, page.rgb, page.px_per_mm), CITY)
        told += len(page.board.cafes) + len(page.board.visit_all)
        wrong += len({c.crossroads for c in cafes} ^ {c.crossroads for c in page.board.cafes})
        wrong += len(set(points) ^ set(page.board.visit_all))
    assert told == 60
    assert wrong <= 6


@pytest.mark.slow
def test_ink_that_covers_crossroads_is_not_taken_for_symbols() -> None:
    """A dark bar over every third crossroads, said to be unknown."""
    picture = load_picture("first-city")
    rgb, known = picture.rgb.copy(), np.full(picture.rgb.shape[:2], 255, np.uint8)
    points = sorted(picture.board.crossroads_xy)
    for point in points[::3]:
        x, y = (round(value * picture.px_per_mm) for value in picture.board.crossroads_xy[point])
        reach = round(12 * picture.px_per_mm)
        rgb[y - 6 : y + 6, max(0, x - reach) : x + reach] = (20, 20, 40)
        known[y - 10 : y + 10, max(0, x - reach) : x + reach] = 0
    cafes, points_ = symbols(replace(picture, rgb=rgb, known=known), CITY)
    wanted = {cafe.crossroads for cafe in picture.board.cafes}
    assert len({cafe.crossroads for cafe in cafes} ^ wanted) <= 1
    assert len(set(points_) ^ set(picture.board.visit_all)) <= 1


def test_the_way_out_is_told_on_the_sides_and_at_the_corners() -> None:
    board = CITY.practice_board
    points = sorted(board.crossroads_xy)
    said = dict(zip(map(str, points), outward(board, points).tolist(), strict=True))
    assert said["a0"] == [-1, -1]
    assert said["g0"] == [1, -1]
    assert said["d6"] == [0, 1]
    assert said["a3"] == [-1, 0]
    assert said["c2"] == [0, 0]


def test_what_is_alike_but_for_the_way_out_differs_from_nothing() -> None:
    """A kerb towards the outside on all four sides, four times each: all look as usual."""
    kerb = np.full((SYMBOL_SIDE, SYMBOL_SIDE, 3), 100, np.float32)
    kerb[:10] = 200
    ways = np.array([(0, -1), (1, 0), (0, 1), (-1, 0)] * 4)
    # Turned with the clock, up becomes right.
    rgb = np.stack([np.rot90(kerb, -turn) for turn in (0, 1, 2, 3)] * 4)
    known = np.ones(rgb.shape[:3], np.float32)
    assert np.abs(symbol_layers(rgb, known, ways)[:, 3:6]).max() < 1e-6
    # At the corners, towards two sides: above and on the right, then turned.
    bent = kerb.copy()
    bent[:, -10:] = 200
    corners = np.array([(1, -1), (1, 1), (-1, 1), (-1, -1)])
    turned = np.stack([np.rot90(bent, -turn) for turn in (0, 1, 2, 3)])
    assert np.abs(symbol_layers(turned, known[:4], corners)[:, 3:6]).max() < 1e-6
    rgb[5, 20:24, 20:24] = 30
    found = np.abs(symbol_layers(rgb, known, ways)[:, 3:6]).max(axis=(1, 2, 3))
    assert np.flatnonzero(found > 1e-6).tolist() == [5]


def test_what_is_not_known_changes_nothing() -> None:
    chance = np.random.default_rng(4)
    rgb = chance.uniform(60, 200, (9, SYMBOL_SIDE, SYMBOL_SIDE, 3)).astype(np.float32)
    known, ways = np.ones(rgb.shape[:3], np.float32), np.zeros((9, 2), np.int64)
    known[4, 5:20] = 0
    other = rgb.copy()
    other[4, 5:20] = 0
    assert np.array_equal(symbol_layers(rgb, known, ways), symbol_layers(other, known, ways))
