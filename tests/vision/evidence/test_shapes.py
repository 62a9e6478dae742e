"""Tourists: kinds, touching shapes, shapes at a section, glare."""

import numpy as np
import pytest

from scorer.vision.evidence import shapes
from scorer.vision.evidence.networks.patches import SIDE, Layers
from scorer.vision.evidence.shapes import Crowd, Looked, find_shapes
from scorer.vision.ink.ink import find_ink
from tests.support.drawings import SCALE, Sheet, make_board

pytestmark = pytest.mark.slow


def look(sheet: Sheet, route: Sheet | None = None, **photo: object) -> dict[str, Crowd]:
    """Return what is found on *sheet*, where the ink of *route* is known to be sections'."""
    rectified = sheet.photo(**photo)  # type: ignore[arg-type]
    ink = find_ink(rectified)
    taken = np.zeros(ink.strength.shape, np.uint8)
    if route is not None:
        taken[find_ink(route.photo()).strength > shapes.INKED] = 255
    looked = Looked.at(Layers.of(rectified, ink), sheet.board)
    return {str(c.location): c for c in find_shapes(ink, taken, looked, rectified, sheet.board)}


def word(crowd: Crowd) -> str:
    return "".join(sorted("cst"[int(np.argmax(shape.kinds))] for shape in crowd.shapes))


@pytest.mark.parametrize("kinds", ["c", "s", "t", "cs", "tt", "cst", "sss", "cstt", "cccc"])
@pytest.mark.parametrize("width", [1.2, 2.0])
def test_tourists_are_told_by_their_shape_in_one_pen(kinds: str, width: float) -> None:
    sheet = Sheet(width_mm=width)
    sheet.tourists("B2", kinds)
    found = look(sheet)
    assert word(found.pop("B2")) == kinds
    assert not any(crowd.shapes for crowd in found.values())


def test_touching_shapes_are_counted_apart() -> None:
    sheet = Sheet()
    x, y = 51.5, 51.5
    sheet.round((x - 3.7, y), 3.4)
    sheet.round((x + 3.7, y), 3.4)
    assert word(look(sheet)["B2"]) == "cc"


def test_a_shape_may_touch_the_section_beside_it() -> None:
    sheet = Sheet()
    sheet.section("b1-b2")
    sheet.section("b1-c1")
    sheet.corners((39 + 5.0, 39 + 5.0), 4.4, 4)
    found = look(sheet)
    assert word(found["B2"]) == "s"
    assert word(found["A2"]) == ""


@pytest.mark.parametrize("dark", [1.0, 0.45])
def test_a_shape_paler_than_the_section_beside_it_is_not_lost(dark: float) -> None:
    """On dark print all ink is pale, and that of a section beside it on light print is not."""
    route = Sheet()
    route.section("b1-b2", aside_mm=-2.0)
    sheet = Sheet()
    sheet.section("b1-b2", aside_mm=-2.0)
    sheet.round((45.0, 51.5), 3.4, dark=dark)
    assert word(look(sheet, route)["B2"]) == "c"


def test_the_ink_of_sections_is_no_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    def sees_a_circle(pictures: np.ndarray, grey: bool) -> np.ndarray:
        found = np.zeros((len(pictures), 3, 24, 24), np.float32)
        found[:, 0, 12, 12] = 0.95
        return found

    monkeypatch.setattr("scorer.vision.evidence.shapes.middles", sees_a_circle)
    sheet = Sheet()
    sheet.line((45.5, 51.5), (57.5, 51.5))
    assert word(look(sheet)["B2"]) == "c"
    assert word(look(sheet, sheet)["B2"]) == ""


@pytest.mark.parametrize(
    ("others", "dark", "read"), [(None, 1, "c"), (None, 0.25, ""), (1, 0.25, ""), (0.5, 0.35, "c")]
)
def test_what_was_wiped_off_is_a_trace_at_most(
    monkeypatch: pytest.MonkeyPatch, others: float | None, dark: float, read: str
) -> None:
    def sees_circles(pictures: np.ndarray, grey: bool) -> np.ndarray:
        found = np.zeros((len(pictures), 3, 24, 24), np.float32)
        found[:, 0, 12, 12] = 0.95 * (pictures[:, 1, 24:-24, 24:-24].max(axis=(1, 2)) > 0.08)
        return found

    monkeypatch.setattr("scorer.vision.evidence.shapes.middles", sees_circles)
    sheet = Sheet()
    sheet.section("b1-c1")
    for cell in sheet.board.cells:
        x, y = np.mean(cell.polygon, axis=0)
        if str(cell.location) == "B2":
            sheet.round((x, y), 4.2, dark=dark)
        elif others is not None:
            # Where all are pale, a pale one was not wiped off.
            sheet.round((x, y), 4.2, dark=others)
    crowd = look(sheet)["B2"]
    assert word(crowd) == read
    assert len(crowd.shapes) + len(crowd.traces) == 1


@pytest.mark.parametrize(("between", "counted"), [(0.1, 2), (0.6, 3)])
def test_a_shape_squeezed_between_two_is_counted(
    monkeypatch: pytest.MonkeyPatch, between: float, counted: int
) -> None:
    def sees_a_ridge(pictures: np.ndarray, grey: bool) -> np.ndarray:
        found = np.zeros((len(pictures), 3, 24, 24), np.float32)
        # Nowhere between the outer ones is the map higher than round about.
        for column, chance in ((9, 0.9), (10, 0.8 if between > 0.5 else 0.3), (14, 0.9)):
            found[:, 0, 12, column] = chance
        found[:, 0, 12, 11:13] = between
        found[:, 0, 12, 13] = 0.7 if between > 0.5 else 0.3
        return found

    monkeypatch.setattr("scorer.vision.evidence.shapes.middles", sees_a_ridge)
    sheet = Sheet()
    for x in (45.0, 51.5, 58.0):
        sheet.round((x, 51.5), 3.6)
    assert len(look(sheet)["B2"].shapes) == counted


def test_a_circle_that_does_not_close_is_a_circle() -> None:
    sheet = Sheet()
    sheet.round((51.5, 51.5), 3.6, gap=0.07)
    assert word(look(sheet)["B2"]) == "c"


def test_shapes_stay_with_their_location_on_a_transposed_board() -> None:
    sheet = Sheet(make_board(transposed=True))
    sheet.tourists("C4", "ct")
    found = look(sheet, shift_px=3)
    assert [name for name, crowd in found.items() if crowd.shapes] == ["C4"]
    assert word(found["C4"]) == "ct"


def test_the_middle_of_a_shape_is_where_it_was_drawn() -> None:
    sheet = Sheet()
    sheet.round((50.0, 53.0), 3.6)
    shape = look(sheet)["B2"].shapes[0]
    assert shape.middle_px == pytest.approx((50.0 * SCALE, 53.0 * SCALE), abs=8)


def test_a_reflection_over_a_location_is_told() -> None:
    found = look(Sheet(), glare=(51.5, 51.5, 14))
    assert found["B2"].unseen > 0.8
    assert found["D1"].unseen < 0.2


def test_ink_that_is_no_shape_is_left_over() -> None:
    sheet = Sheet()
    sheet.line((42, 58), (61, 58))
    crowd = look(sheet)["B2"]
    assert crowd.shapes == ()
    assert crowd.left_over > 0.3


def test_what_is_hardly_a_shape_counts_under_a_veil_only_beside_a_clear_one() -> None:
    sheet = Sheet()
    rectified = sheet.photo()
    ink, cell = find_ink(rectified), sheet.board.cells[0]
    free = np.ones((SIDE, SIDE), np.bool_)

    def seen(unseen: float, *chances: float) -> tuple[int, int]:
        peaks = [
            (shapes.Peak(30.0 + 30 * at, 48.0, np.array([chance, 0, 0], np.float32)), 1.0)
            for at, chance in enumerate(chances)
        ]
        found = shapes._crowd(cell, peaks, free, unseen, ink, rectified)
        return len(found.shapes), len(found.traces)

    assert seen(0.0, 0.58) == (1, 0)
    assert seen(0.9, 0.58) == (0, 1)
    assert seen(0.9, 0.8, 0.58) == (2, 0)
    assert seen(0.9, 0.8, 0.51) == (1, 1)
