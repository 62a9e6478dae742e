"""Whole boards, from a rectified photo to marks and doubts."""

from pathlib import Path
from typing import Any

import pytest

from scorer.rules.jsonfile import to_data
from scorer.vision.debug.pictures import Debug
from scorer.vision.decide.interpret import interpret
from scorer.vision.decide.seen import Seen
from scorer.vision.geometry import Rectified
from tests.support.drawings import BLUE, GREEN, PURPLE, RED, Sheet, make_board

pytestmark = pytest.mark.slow

SECTIONS = ["a0-b0", "b0-b1", "b1-b2", "b2-c2", "c1-c2", "d2-d3"]
TOURISTS = {"A1": "ct", "C1": "tt", "D3": "ccss", "B3": "s"}
WORDS = {"c": "circle", "s": "square", "t": "triangle"}


def filled(four_pens: bool = False, transposed: bool = False) -> Sheet:
    """Return a board with marks of every sort; names are those of the usual way round."""
    sheet = Sheet(make_board(transposed=transposed))
    turn = turned if transposed else str
    for road in SECTIONS:
        sheet.section("-".join(sorted(map(turn, road.split("-")))), 0.5)
    for where, kinds in TOURISTS.items():
        for kind in sorted(set(kinds)) if four_pens else [None]:
            sheet.pen = {None: PURPLE, "c": RED, "s": GREEN, "t": BLUE}[kind]
            tourists(sheet, turn(where), kinds, kind)
    sheet.pen = PURPLE
    for point in ("d1", "e3", "b2"):
        sheet.ring(turn(point))
    sheet.cafe(turn("b0"), 2)
    sheet.cafe(turn("c2"))
    return sheet


def tourists(sheet: Sheet, where: str, kinds: str, only: str | None) -> None:
    """Draw *kinds* in *where*, or those of one kind in the places that they would have."""
    if only is None:
        sheet.tourists(where, kinds)
        return
    whole = Sheet(sheet.board)
    whole.pen = sheet.pen
    drawn, whole.line = [], lambda *path, dark=1.0: drawn.append(path)  # type: ignore[method-assign]
    whole.tourists(where, kinds)
    for kind, path in zip(kinds, drawn, strict=True):
        if kind == only:
            sheet.line(*path)


def turned(name: str) -> str:
    """Return *name* with column and line exchanged."""
    first = 65 if name[0].isupper() else 97
    offset = 1 if name[0].isupper() else 0
    column, line = ord(name[0]) - first, int(name[1:]) - offset
    return f"{chr(first + line)}{column + offset}"


def wanted(transposed: bool = False) -> dict[str, Any]:
    turn = turned if transposed else str
    counts = {
        turn(where): {WORDS[kind]: kinds.count(kind) for kind in kinds}
        for where, kinds in TOURISTS.items()
    }
    return {
        "city": "first-city",
        "board": "made-up",
        "sections": sorted("-".join(sorted(map(turn, r.split("-")))) for r in SECTIONS),
        "tourists": counts,
        "cafes": {turn("b0"): "used", turn("c2"): "visited"},
        "task": sorted(turn(point) for point in ("d1", "e3", "b2")),
        "crossed": [],
    }


def read(sheet: Sheet, photo: Rectified) -> Seen:
    return interpret(photo, sheet.board)


@pytest.mark.parametrize("shadow", [False, True])
def test_an_empty_board_has_no_marks_and_no_doubts(shadow: bool) -> None:
    sheet = Sheet()
    found = read(sheet, sheet.photo(shadow=shadow))
    data = to_data(found.marks)
    empty = {key: value for key, value in data.items() if key not in ("city", "board")}
    assert not any(empty.values())
    assert found.asked == ()


@pytest.mark.parametrize(
    "photo",
    [
        {},
        {"shift_px": 3},
        {"shadow": True},
        {"noise": 6.0},
        {"light": (0.5, 0.42, 0.3)},
        {"light": (1.25, 1.2, 1.2)},
    ],
    ids=["plain", "misaligned", "shadow", "noise", "dim and warm", "overexposed"],
)
@pytest.mark.parametrize("four_pens", [False, True])
def test_every_mark_is_read(photo: dict[str, Any], four_pens: bool) -> None:
    sheet = filled(four_pens)
    found = read(sheet, sheet.photo(**photo))
    assert to_data(found.marks) == wanted()
    assert len(found.asked) <= 3


def test_a_transposed_board_gives_transposed_marks() -> None:
    sheet = filled(transposed=True)
    found = read(sheet, sheet.photo())
    assert to_data(found.marks) == wanted(transposed=True)


@pytest.mark.parametrize(
    ("glare", "kind", "where"),
    [
        ((39 + 12.5, 14 + 25, 12), "section", "b1-c1"),
        ((14 + 62.5, 14 + 12.5, 13), "tourists", "C1"),
    ],
)
def test_what_a_reflection_hides_is_a_doubt(
    glare: tuple[float, float, float], kind: str, where: str
) -> None:
    sheet = Sheet()
    sheet.section("b1-c1")
    sheet.tourists("C1", "tt")
    sheet.section("a2-b2")
    found = read(sheet, sheet.photo(glare=glare))
    reasons = {(doubt.kind, doubt.where): doubt.reason for doubt in found.asked}
    assert reasons.get((kind, where)) == "glare"


def test_a_tasks_ring_round_a_cafe_that_is_passed_by_is_the_tasks() -> None:
    sheet = Sheet()
    for road in ("a2-b2", "b2-b3"):
        sheet.section(road)
    sheet.tourists("A3", "cc")
    for point in ("d1", "e3"):
        sheet.ring(point)
    sheet.cafe("c2")
    sheet.tourists("C2", "ss")
    found = read(sheet, sheet.photo())
    assert found.marks.cafes == {}
    assert sorted(map(str, found.marks.task)) == ["c2", "d1", "e3"]
    assert {str(place): tourists.total for place, tourists in found.marks.tourists.items()} == {
        "A3": 2,
        "C2": 2,
    }
    asked = {(doubt.kind, doubt.where) for doubt in found.asked}
    assert asked >= {("cafe", "c2"), ("task", "c2")}


@pytest.mark.parametrize("strokes", [0, 1, 2])
def test_a_second_ring_round_a_cafe_is_a_tasks(strokes: int) -> None:
    sheet = Sheet()
    for road in ("b2-c2", "c1-c2"):
        sheet.section(road)
    for point in ("d1", "e3"):
        sheet.ring(point)
    sheet.cafe("c2", strokes)
    once = read(sheet, sheet.photo()).marks
    assert sorted(map(str, once.task)) == ["d1", "e3"]
    sheet.ring("c2", 6.6)
    twice = read(sheet, sheet.photo(shift_px=3)).marks
    assert sorted(map(str, twice.task)) == ["c2", "d1", "e3"]
    assert twice.cafes == once.cafes


def test_a_ghost_of_erased_ink_is_no_section() -> None:
    sheet = Sheet()
    sheet.section("b1-c1")
    sheet.section("b2-c2", dark=0.12)
    found = read(sheet, sheet.photo())
    assert [str(road) for road in found.marks.sections] == ["b1-c1"]
    assert found.asked == ()


def test_a_shape_on_the_border_is_no_section() -> None:
    sheet = Sheet()
    sheet.section("a1-b1")
    sheet.corners((39 + 6.0, 39 + 12.5), 5.4, 4)
    found = read(sheet, sheet.photo())
    assert [str(road) for road in found.marks.sections] == ["a1-b1"]
    assert to_data(found.marks)["tourists"] == {"B2": {"square": 1}}


def test_a_stroke_that_fades_away_is_a_doubt() -> None:
    sheet = Sheet()
    sheet.section("a1-b1")
    x0, x1, y0 = 39.0, 64.0, 64.0
    for step in range(10):
        near, far = x0 + (x1 - x0) * step / 10, x0 + (x1 - x0) * (step + 1) / 10
        sheet.line((near, y0), (far, y0), dark=0.75 - 0.062 * step)
    found = read(sheet, sheet.photo(noise=1.0))
    assert "b2-c2" in {doubt.where for doubt in found.asked} | set(map(str, found.marks.sections))


def test_each_stage_leaves_a_picture(tmp_path: Path) -> None:
    sheet = filled()
    Debug(tmp_path).seen(interpret(sheet.photo(), sheet.board))
    names = sorted(path.stem.split("-", 1)[1] for path in tmp_path.glob("*.png"))
    assert names == ["ink", "read", "rings", "sections", "shapes"]
