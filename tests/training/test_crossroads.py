"""Boards with many symbols at crossroads, for a network to learn from."""

import numpy as np
import pytest

from samples.simulator.art import Split, art_page
from samples.simulator.art.canvas import Canvas, Tones, tinted
from samples.simulator.art.families import FAMILIES
from samples.simulator.art.figures import Figure
from samples.simulator.board.printedpage import PrintedPage, printed
from scorer.rules.city.city import load_city
from scorer.rules.values import replace
from scorer.vision.teach.symbols import CAFE, POINT, SYMBOL_MM, SYMBOL_SIDE
from training.crossings import SIDE, Crossings
from training.crossroads import art, crossroads_of, made_up

CITY = load_city("first-city")


@pytest.mark.slow
def test_a_practice_board_is_cut_at_its_crossroads_with_what_they_hold() -> None:
    found = crossroads_of(printed(CITY.practice_board, CITY))
    assert found.rgb.shape == (49, SIDE, SIDE, 3)
    places = [str(point) for point in sorted(CITY.practice_board.crossroads_xy)]
    said = dict(zip(places, found.kinds.tolist(), strict=True))
    # As scorer/rules/city/first-city.toml has them.
    cafes = {str(cafe.crossroads) for cafe in CITY.practice_board.cafes}
    assert {place for place in places if said[place] == CAFE} == cafes
    assert {place for place in places if said[place] == POINT} == {"b5", "c2", "e1"}
    at = places.index("a4")
    assert (found.off[at] * SYMBOL_MM).tolist() == pytest.approx([-4.5, 0.0])
    assert found.ways[at].tolist() == [-1, 0]
    assert not found.off[places.index("c2")].any()


@pytest.mark.slow
def test_pages_of_one_seed_are_alike_and_points_lie_on_the_rim_too() -> None:
    pages = [crossroads_of(art(7, number)) for number in range(4)]
    again = crossroads_of(art(7, 0))
    assert np.array_equal(pages[0].rgb, again.rgb)
    assert np.array_equal(pages[0].kinds, again.kinds)
    assert not np.array_equal(pages[0].kinds, pages[1].kinds)
    assert any((page.ways[page.kinds == POINT] != 0).any() for page in pages)


def _disc(at: Canvas, middle: np.ndarray, half: float, _: Tones, __: np.random.Generator) -> None:
    at.disc(middle, half, (0.9, 0.1, 0.1))


def _nothing(at: Canvas, middle: np.ndarray, half: float, _: Tones, __: object) -> None:
    pass


def _page(number: int, symbol: Figure) -> PrintedPage:
    families = replace(FAMILIES[Split.TRAIN], cafes=(symbol,), spots=(symbol,))
    return art_page(CITY, Split.TRAIN, (11, number), "art", families=families, px_per_mm=4.0)


@pytest.mark.slow
def test_a_symbol_lies_at_the_place_that_is_said() -> None:
    """Of the same page with and without its symbols, the middle of what differs."""
    scale, farthest = SYMBOL_SIDE / (2 * SYMBOL_MM), 0.0
    for number in range(3):
        found, bare = (crossroads_of(_page(number, symbol)) for symbol in (_disc, _nothing))
        differs = np.abs(found.rgb.astype(int) - bare.rgb).sum(axis=3) > 60
        for mask, off in zip(differs[found.kinds > 0], found.off[found.kinds > 0], strict=True):
            middle = np.argwhere(mask)[:, ::-1].mean(axis=0) + 0.5 - SIDE / 2
            assert middle / scale == pytest.approx(off * SYMBOL_MM, abs=1.0)
            farthest = max(farthest, float(np.abs(off).max()) * SYMBOL_MM)
    assert farthest > 3


def test_a_board_is_turned_with_its_symbols() -> None:
    """A dot on the right and a bit above the middle, on the right side of the map."""
    rgb, middle = np.zeros((1, SIDE, SIDE, 3), np.uint8), SIDE // 2
    rgb[0, middle - 5, middle + 11] = 200
    off = np.array([[11.5, -4.5]], np.float32)
    page = Crossings(rgb, np.array([CAFE], np.int8), off, np.array([[1, 0]], np.int8))
    for quarters, mirrored, way in ((1, False, [0, -1]), (2, False, [-1, 0]), (0, True, [-1, 0])):
        found = page.turned(quarters, mirrored)
        (row, column) = np.argwhere(found.rgb[0, :, :, 0])[0]
        seen = np.array([column, row]) + 0.5 - SIDE / 2
        assert seen.tolist() == found.off[0].tolist()
        assert found.ways[0].tolist() == way


def test_as_many_crossroads_are_chosen_as_are_asked_for() -> None:
    count = np.arange(45)
    page = Crossings(
        np.zeros((45, 1, 1, 3), np.uint8),
        count.astype(np.int8),
        np.stack([count, count], 1).astype(np.float32),
        np.zeros((45, 2), np.int8),
    )
    more, fewer = (page.some(asked, np.random.default_rng(1)) for asked in (49, 30))
    assert set(more.kinds.tolist()) == set(range(45))
    assert len(more.kinds) == 49
    assert len(set(fewer.kinds.tolist())) == 30
    assert more.off[:, 0].tolist() == more.kinds.tolist()


@pytest.mark.slow
def test_a_made_up_symbol_stays_about_its_place() -> None:
    hand = np.random.default_rng(0)
    tones = tinted(0.0, 0.6, 0.8, 0.3)
    for number in range(8):
        canvas = Canvas.of((40.0, 40.0), 4.0)
        made_up(np.random.default_rng(number))(canvas, np.array([20.0, 20.0]), 4.0, tones, hand)
        there = np.argwhere(canvas.rgb.any(axis=2))
        assert len(there) > 20
        assert np.abs(there / 4.0 - 20).max() < 7
