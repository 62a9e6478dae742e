"""Kinds of marks: their values out of a board's marks and into them, and what is refused."""

import pytest

from scorer.rules.board.board import LandmarkKind, TouristKind
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.position.mark import (
    CafeMark,
    Mark,
    MarkKind,
    MarksError,
    all_marks,
    coloured,
    differences,
    kinds_table,
    tourists_of,
)
from scorer.rules.position.marks import Marks

ROAD, RED = RoadId.parse("b2-c2"), RoadId.parse("c2-c3")
PLACE, POINT = Location.parse("B3"), Crossroads.parse("d0")
EMPTY = Marks("new-york", "new-york")
FULL = Marks(
    "new-york",
    "new-york",
    coloured({ROAD, RED}, {RED: LandmarkKind.RED}),
    {PLACE: tourists_of({TouristKind.CIRCLE: 2, TouristKind.SQUARE: 1})},
    {POINT: CafeMark.USED},
    frozenset({POINT}),
    frozenset({PLACE}),
    frozenset({"whitehall"}),
    {"bonus": CafeMark.VISITED},
    frozenset({ROAD}),
)
MARKS = [
    Mark(MarkKind.SECTION, "b2-c2", True),
    Mark(MarkKind.SECTION, "c2-c3", "red"),
    Mark(MarkKind.TOURISTS, "B3", {"circle": 2, "square": 1}),
    Mark(MarkKind.CAFE, "d0", "used"),
    Mark(MarkKind.TASK, "d0", True),
    Mark(MarkKind.CROSSED, "B3", True),
    Mark(MarkKind.CAFE_AREA, "bonus", "visited"),
    Mark(MarkKind.TICKET, "whitehall", True),
    Mark(MarkKind.HOT_SPOT, "b2-c2", True),
]


def test_all_marks_are_told_kind_by_kind() -> None:
    assert list(all_marks(FULL)) == MARKS
    assert all_marks(EMPTY) == ()


@pytest.mark.parametrize("mark", MARKS, ids=lambda mark: f"{mark.kind}-{mark.where}")
def test_a_mark_goes_out_and_in_again(mark: Mark) -> None:
    kind, where = mark.kind, mark.where
    without = kind.set(FULL, where, kind.nothing)
    assert kind.get(without, where) == kind.nothing
    assert without != FULL
    assert mark.on(without) == mark.on(FULL) == FULL
    assert differences(without, FULL) == (mark,)
    assert differences(FULL, without) == (Mark(kind, where, kind.nothing),)


def test_another_colour_takes_the_place_of_the_first() -> None:
    blue = MarkKind.SECTION.set(FULL, "c2-c3", "blue")
    assert blue.colours == {RED: LandmarkKind.BLUE}
    assert MarkKind.SECTION.set(FULL, "c2-c3", True).colours == {}


@pytest.mark.parametrize(
    ("kind", "where", "value"),
    [
        (MarkKind.SECTION, "B3", True),
        (MarkKind.SECTION, "b2-c2", "pink"),
        (MarkKind.SECTION, "b2-c2", {"circle": 1}),
        (MarkKind.TOURISTS, "b3", {}),
        (MarkKind.TOURISTS, "B3", {"round": 1}),
        (MarkKind.TOURISTS, "B3", True),
        (MarkKind.CAFE, "d0", "full"),
        (MarkKind.TASK, "d0", "yes"),
        (MarkKind.HOT_SPOT, "d0", True),
    ],
)
def test_what_is_no_such_mark_is_refused(kind: MarkKind, where: str, value: object) -> None:
    with pytest.raises(MarksError, match=f"^{kind} {where}: "):
        kind.set(FULL, where, value)  # type: ignore[arg-type]


def test_the_table_names_each_kind_with_its_key_and_shape() -> None:
    table = kinds_table()
    assert table["ticket"] == {"key": "tickets", "shape": "flag"}
    assert table["cafe-area"] == {"key": "cafe_area", "shape": "circle"}
    assert list(table) == [kind.value for kind in MarkKind]
