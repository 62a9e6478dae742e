"""Sections along roads, and what is none."""

import pytest

from scorer.rules.notation import RoadId
from scorer.vision.evidence.sections import SectionEvidence, find_sections
from scorer.vision.ink.ink import find_ink
from tests.support.drawings import Sheet, make_board


def evidence(sheet: Sheet, **photo: object) -> dict[str, SectionEvidence]:
    rectified = sheet.photo(**photo)  # type: ignore[arg-type]
    found = find_sections(find_ink(rectified), rectified, sheet.board)
    assert [item.road for item in found] == [road.id for road in sheet.board.roads]
    return {str(item.road): item for item in found}


@pytest.mark.slow
@pytest.mark.parametrize("aside", [-1.1, 0.0, 1.1])
@pytest.mark.parametrize("shift_px", [0, 3])
def test_sections_are_covered_and_blank_roads_are_not(aside: float, shift_px: int) -> None:
    sheet = Sheet()
    drawn = ["a0-b0", "b0-b1", "c1-d1", "e2-e3"]
    for road in drawn:
        sheet.section(road, aside)
    found = evidence(sheet, shift_px=shift_px)
    for road, item in found.items():
        assert (item.coverage > 0.9) if road in drawn else (item.coverage < 0.4), road


def test_sections_of_a_transposed_board_have_transposed_names() -> None:
    sheet = Sheet(make_board(transposed=True))
    sheet.section("c3-d3")
    covered = [road for road, item in evidence(sheet).items() if item.coverage > 0.6]
    assert covered == ["c3-d3"]


def test_a_shape_on_the_border_is_beside_the_road() -> None:
    sheet = Sheet()
    x, y = sheet.board.crossroads_xy[RoadId.parse("b1-b2").first]
    # Two squares whose sides run along nearly the whole road, 2 mm from its middle.
    sheet.corners((x + 7.5, y + 7), 7.7, 4)
    sheet.corners((x + 7.5, y + 18), 7.7, 4)
    item = evidence(sheet)["b1-b2"]
    assert item.coverage < 0.6 or item.beside_mm > 1.3


def test_crossing_strokes_and_rings_cover_little() -> None:
    sheet = Sheet()
    sheet.ring("b1")
    sheet.ring("c1")
    sheet.line((52, 32), (50, 46))
    assert evidence(sheet)["b1-c1"].coverage < 0.45


def test_half_a_section_is_half_covered() -> None:
    sheet = Sheet()
    (x0, y0), (x1, y1) = sheet.board.road_of[RoadId.parse("b1-c1")].path
    sheet.line((x0, y0), ((x0 + x1) / 2, (y0 + y1) / 2))
    item = evidence(sheet)["b1-c1"]
    assert 0.3 < item.coverage < 0.7
    assert item.gap > 0.3


def test_a_reflection_over_a_road_is_unseen() -> None:
    item = evidence(Sheet(), glare=(51.5, 39, 10))["b1-c1"]
    assert item.unseen > 0.5
