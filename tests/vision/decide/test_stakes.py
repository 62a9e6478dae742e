"""Doubts and the rules: alternatives put into the marks, referee findings, worth in points."""

import pytest

from scorer.rules.board.board import TouristKind
from scorer.rules.city.city import load_city
from scorer.rules.notation import Crossroads, Element, Location, RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import CafeMark, tourists_of
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import usual_setup
from scorer.rules.referee import Finding, FindingKind
from scorer.rules.values import replace
from scorer.vision.decide.stakes import marks_with, score_changes, with_findings
from scorer.vision.doubts import Doubt

ROAD, PLACE, POINT = RoadId.parse("b2-c2"), Location.parse("B3"), Crossroads.parse("d0")
EMPTY = Marks("first-city", "first-city")
FULL = Marks(
    "first-city",
    "first-city",
    frozenset({ROAD}),
    {PLACE: tourists_of({TouristKind.CIRCLE: 2})},
    {POINT: CafeMark.VISITED},
    frozenset({POINT}),
)


@pytest.mark.parametrize(
    ("kind", "where", "drawn", "nothing"),
    [
        ("section", "b2-c2", True, False),
        ("tourists", "B3", {"circle": 2}, {}),
        ("cafe", "d0", "visited", "none"),
        ("task", "d0", True, False),
    ],
)
def test_alternatives_go_into_the_marks_and_out(
    kind: str, where: str, drawn: object, nothing: object
) -> None:
    doubt = Doubt(kind, where, drawn, 0.5, (nothing,), "faint")
    without = marks_with(FULL, doubt, nothing)
    assert without != FULL
    assert marks_with(without, doubt, drawn) == FULL
    assert marks_with(EMPTY, doubt, nothing) == EMPTY


def test_a_doubt_changes_the_score_or_not() -> None:
    city = load_city("first-city")
    board = city.practice_board
    cafe = next(iter(board.cafe_at))
    doubts = (
        Doubt("cafe", str(cafe), "none", 0.6, ("visited",), "faint"),
        Doubt("cafe", str(cafe), "none", 0.6, ("used",), "faint"),
        Doubt("tourists", "A1", {}, 0.6, ({"circle": 1},), "faint"),
    )
    filled = FilledBoard(board, city, EMPTY, usual_setup(city))
    # 2 PP for a bonus kept; a used one gives none; tourists off the route are lost.
    assert score_changes(doubts, filled) == (True, False, False)


def finding(*places: Element, kind: FindingKind = FindingKind.FOREIGN_TOURIST) -> Finding:
    return Finding(kind, "…", places)


def test_objections_rank_a_doubt_up() -> None:
    café = Doubt("cafe", "d0", "visited", 0.9, ("none",), "faint")
    road = Doubt("section", "a0-b0", False, 0.8, (True,), "faint")
    ranked = with_findings((road, café), [finding(POINT)], FULL)
    assert [doubt.where for doubt in ranked] == ["d0", "a0-b0"]
    assert ranked[0].confidence < 0.9
    assert ranked[0].read == "visited"
    assert ranked[1] == road


def test_an_objection_without_a_doubt_makes_one() -> None:
    doubts = with_findings((), [finding(POINT), finding(PLACE)], FULL)
    assert {(doubt.kind, doubt.where) for doubt in doubts} == {
        ("cafe", "d0"),
        ("task", "d0"),
        ("tourists", "B3"),
    }
    for doubt in doubts:
        assert doubt.reason == "referee"
        assert doubt.read not in doubt.alternatives


def test_what_the_reading_weighed_itself_does_not_count_twice() -> None:
    café = Doubt("cafe", "d0", "visited", 0.4, ("none",), "referee")
    noticed = [finding(POINT, kind=FindingKind.CAFE_NOT_REACHED)]
    assert with_findings((café,), noticed, FULL) == (café,)


def test_an_objection_to_the_whole_board_doubts_no_single_mark() -> None:
    places = [Location.at(column, 0) for column in range(6)]
    group = tourists_of({TouristKind.SQUARE: 1})
    crowded = replace(EMPTY, tourists=dict.fromkeys(places, group))
    assert with_findings((), [finding(*places)], crowded) == ()
