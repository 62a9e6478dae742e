"""Cafés: circled, crossed out by one stroke or two, reached by sections."""

import cv2
import numpy as np
import pytest

from scorer.rules.notation import Crossroads
from scorer.vision.evidence.cafes import CafeEvidence, find_cafes
from scorer.vision.evidence.rings import RingEvidence
from scorer.vision.evidence.sections import find_sections
from scorer.vision.ink.ink import find_ink
from tests.support.drawings import SCALE, Sheet

pytestmark = pytest.mark.slow

# At b0 a section comes from the side, at c2 sections run through the café itself.
ROADS = {"b0": ["a0-b0", "b0-b1"], "c2": ["b2-c2", "c2-c3"]}


def look(sheet: Sheet, roads: list[str]) -> dict[str, CafeEvidence]:
    photo = sheet.photo(shift_px=2)
    ink = find_ink(photo)
    route = np.zeros(ink.strength.shape, np.uint8)
    for found in find_sections(ink, photo, sheet.board):
        if str(found.road) in roads:
            cv2.polylines(route, [np.round(found.stroke_px).astype(np.int32)], False, 255, 13)
    return {str(c.crossroads): c for c in find_cafes(ink, route, 10.0, photo, sheet.board)}


@pytest.mark.parametrize("where", ["b0", "c2"])
@pytest.mark.parametrize("strokes", [0, 1, 2])
def test_a_ring_is_visited_and_strokes_across_are_used(where: str, strokes: int) -> None:
    sheet = Sheet()
    for road in ROADS[where]:
        sheet.section(road)
    sheet.cafe(where, strokes)
    found = look(sheet, ROADS[where])
    assert found[where].ring.coverage > 0.8
    assert (found[where].stroke > 0.65) == (strokes > 0)


@pytest.mark.parametrize("radius", [2.4, 3.1])
def test_a_thin_ring_over_fine_print_is_seen(radius: float) -> None:
    def hatched(drawn: bool) -> RingEvidence:
        sheet = Sheet(width_mm=0.6, pen=(0.75, 0.45, 0.8))
        middle = sheet.board.cafe_at[Crossroads.parse("b0")].xy
        x, y = (round(value * SCALE) for value in middle)
        for aside in range(-30, 31, 7):
            cv2.line(sheet.reference, (x + aside, y - 30), (x + aside, y + 30), (40, 40, 40), 1)
        if drawn:
            sheet.round(middle, radius)
        return look(sheet, [])["b0"].ring

    assert hatched(drawn=True).coverage > 0.6
    assert hatched(drawn=True).radius_mm == pytest.approx(radius, abs=0.4)
    assert hatched(drawn=False).coverage < 0.2


def test_an_untouched_cafe_has_no_ring() -> None:
    found = look(Sheet(), [])
    assert all(cafe.ring.coverage < 0.2 for cafe in found.values())
    assert all(cafe.stroke == 0 for cafe in found.values())


def test_a_section_through_a_cafe_is_no_ring() -> None:
    sheet = Sheet()
    for road in ("b2-c2", "c2-d2", "c1-c2", "c2-c3"):
        sheet.section(road)
    ring = look(sheet, ["b2-c2", "c2-d2", "c1-c2", "c2-c3"])["c2"].ring
    assert ring.coverage < 0.3 or ring.radius_mm < 2.4
