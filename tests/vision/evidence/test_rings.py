"""Rings round crossroads, at junctions too."""

import pytest

from scorer.rules.notation import Crossroads
from scorer.vision.evidence.rings import RingEvidence, find_rings
from scorer.vision.ink.ink import find_ink
from tests.support.drawings import SCALE, Sheet


def at(sheet: Sheet, where: str, shift_px: int = 0) -> RingEvidence:
    photo = sheet.photo(shift_px=shift_px)
    place = photo.to_px(sheet.board.crossroads_xy[Crossroads.parse(where)])
    return find_rings(find_ink(photo), [place], SCALE)[0]


@pytest.mark.slow
@pytest.mark.parametrize("roads", [[], ["b1-c1"], ["b1-c1", "c1-d1", "c0-c1", "c1-c2"]])
def test_a_ring_is_found_at_any_junction(roads: list[str]) -> None:
    sheet = Sheet()
    for road in roads:
        sheet.section(road)
    sheet.ring("c1", 3.9)
    found = at(sheet, "c1", shift_px=3)
    assert found.coverage > 0.95
    assert found.radius_mm == pytest.approx(3.9, abs=0.3)
    assert found.offset_mm < 1.0


def test_a_junction_without_ring_covers_little() -> None:
    sheet = Sheet()
    for road in ("b1-c1", "c1-d1", "c0-c1", "c1-c2"):
        sheet.section(road)
    found = at(sheet, "c1")
    assert found.coverage < 0.6 or found.radius_mm < 2.4


@pytest.mark.slow
def test_shapes_round_a_crossroads_are_no_ring() -> None:
    sheet = Sheet()
    for where in ("B1", "C1", "B2", "C2"):
        sheet.tourists(where, "cccc")
    assert at(sheet, "c1").coverage < 0.6


def test_an_open_ring_covers_what_it_covers() -> None:
    sheet = Sheet()
    sheet.ring("c1", gap=0.25)
    assert at(sheet, "c1").coverage == pytest.approx(0.75, abs=0.1)


def test_ink_of_another_mark_tells_nothing() -> None:
    sheet = Sheet()
    sheet.ring("c1")
    photo = sheet.photo()
    ink = find_ink(photo)
    place = photo.to_px(sheet.board.crossroads_xy[Crossroads.parse("c1")])
    taken = (ink.strength > 0.1).astype("uint8") * 255
    assert find_rings(ink, [place], SCALE, taken)[0].coverage < 0.3


def test_no_places_no_rings() -> None:
    assert find_rings(find_ink(Sheet().photo()), [], SCALE) == ()
