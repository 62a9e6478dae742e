"""The networks' word on sections, cafés and rings, on drawings whose truth is known."""

import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.rules.notation import Crossroads
from scorer.vision.evidence.networks import network
from scorer.vision.evidence.networks.patches import Layers
from scorer.vision.evidence.networks.trained import Chances, find_chances
from scorer.vision.geometry import Rectified
from scorer.vision.ink.ink import find_ink
from tests.support.drawings import Sheet, make_board, without_colours

pytestmark = pytest.mark.slow

Floats = NDArray[np.float32]


def look(rectified: Rectified, sheet: Sheet) -> Chances:
    return find_chances(Layers.of(rectified, find_ink(rectified)), sheet.board)


def sections(rectified: Rectified, sheet: Sheet) -> dict[str, float]:
    return {str(road): p for road, p in look(rectified, sheet).sections.items()}


@pytest.mark.parametrize("transposed", [False, True])
def test_drawn_roads_are_likely_and_all_others_are_not(transposed: bool) -> None:
    sheet = Sheet(make_board(transposed=transposed))
    drawn = {"b1-c1", "b1-b2", "a0-a1", "c2-c3"}
    for road in drawn:
        sheet.section(road)
    sheet.tourists("B2", "cst")
    chances = sections(sheet.photo(), sheet)
    assert {road for road, chance in chances.items() if chance > 0.5} == drawn


def test_roads_that_one_look_leaves_unsure_are_looked_at_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sheet = Sheet()
    asked: list[int] = []

    def drawn(roads: Floats) -> Floats:
        asked.append(len(roads))
        return np.full(len(roads), 0.7 if len(asked) == 1 else 0.3, np.float32)

    monkeypatch.setattr(network, "drawn", drawn)
    chances = sections(sheet.photo(), sheet)
    # The mean of the first look and of three more.
    assert list(chances.values()) == pytest.approx([0.4] * len(chances))
    assert asked == [len(chances), 3 * len(chances)]


def test_colour_is_not_needed_for_sections() -> None:
    sheet = Sheet()
    for road in ("b1-c1", "b1-b2", "a0-a1"):
        sheet.section(road)
    photo = sheet.photo()
    chances = sections(without_colours(photo), sheet)
    assert {road for road, chance in chances.items() if chance > 0.5} == {"b1-c1", "b1-b2", "a0-a1"}


def test_a_wiped_off_stroke_is_no_section() -> None:
    sheet = Sheet()
    sheet.section("b1-c1")
    sheet.section("a0-a1")
    sheet.section("c1-c2", dark=0.12)
    chances = sections(sheet.photo(), sheet)
    assert chances["b1-c1"] > 0.5 > chances["c1-c2"]


@pytest.mark.parametrize("road", ["b1-c1", "c1-c2"])
def test_what_a_reflection_hides_is_not_surely_empty(road: str) -> None:
    sheet = Sheet()
    sheet.section("a0-a1")
    (x0, y0), (x1, y1) = next(r for r in sheet.board.roads if str(r.id) == road).path
    hidden = sections(sheet.photo(glare=((x0 + x1) / 2, (y0 + y1) / 2, 22.0)), sheet)[road]
    seen = sections(sheet.photo(), sheet)[road]
    assert hidden > 10 * seen


@pytest.mark.parametrize(("strokes", "mark"), [(0, "visited"), (1, "used"), (2, "used")])
def test_a_cafes_mark_is_told(strokes: int, mark: str) -> None:
    sheet = Sheet()
    sheet.section("b0-b1")
    sheet.cafe("b0", strokes)
    chances = look(sheet.photo(), sheet)
    found, other = (chances.cafes[Crossroads.parse(name)] for name in ("b0", "c2"))
    assert max(found, key=lambda word: found[word]) == mark
    assert sum(found.values()) == pytest.approx(1, abs=1e-4)
    assert other["none"] > 0.5
    # Its own crossroads is judged by the café's ring too, in ``evidence``.
    assert max(p for point, p in chances.rings.items() if str(point) != "b0") < 0.5


def test_ringed_crossroads_are_told_from_crossings() -> None:
    sheet = Sheet()
    for road in ("b1-c1", "c1-d1", "c0-c1", "c1-c2"):
        sheet.section(road)
    for point in ("b2", "d3"):
        sheet.ring(point)
    rings = look(sheet.photo(), sheet).rings
    assert {str(point) for point, chance in rings.items() if chance > 0.5} == {"b2", "d3"}
    assert set(rings) == set(sheet.board.crossroads_xy)
