"""Readings beside the truth."""

import json

import numpy as np
import pytest

from scorer.rules.board.board import TouristKind
from scorer.rules.city.city import load_city
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.position.mark import CafeMark, tourists_of
from scorer.rules.position.marks import Marks
from scorer.rules.values import replace
from scorer.vision.doubts import Doubt
from scorer.vision.measure.measure import (
    Mistake,
    TruthError,
    corner_error_mm,
    measure,
    parse_truth,
    taps_of,
    true_marks,
)
from tests.support import scenes

BOARD = load_city("first-city").practice_board
CAFE = next(iter(BOARD.cafe_at))
TRUTH = Marks(
    "first-city",
    "first-city",
    frozenset({RoadId.parse("b2-c2")}),
    {Location.parse("B3"): tourists_of({TouristKind.CIRCLE: 2, TouristKind.SQUARE: 1})},
    {CAFE: CafeMark.USED},
    frozenset({Crossroads.parse("c3")}),
)


def truth_text(**changes: object) -> bytes:
    return json.dumps(
        {
            "photo": "x.jpg",
            "board": "first-city",
            "stratum": "easy",
            "marks": {"sections": ["b1-c1", "c1-c2"]},
            "corners_xy": scenes.CORNERS.tolist(),
            "more": 1,
            **changes,
        }
    ).encode()


def test_the_truth_itself_is_perfect() -> None:
    found = measure(TRUTH, (), TRUTH, BOARD)
    assert found.perfect
    assert found.confident == 0
    there = {kind: number for kind, number in found.places.items() if number}
    assert there == {"section": 84, "tourists": 36, "cafe": len(BOARD.cafes), "task": 49}


def test_each_wrong_place_is_one_mistake() -> None:
    read = replace(TRUTH, sections=frozenset(), cafes={CAFE: CafeMark.VISITED}, tourists={})
    found = measure(read, (), TRUTH, BOARD)
    assert [found.wrong(kind) for kind in ("section", "tourists", "cafe", "task")] == [1, 1, 1, 0]
    assert found.confident == 3


def test_a_mistake_is_confident_unless_a_doubt_points_at_it() -> None:
    read = replace(TRUTH, sections=frozenset(), tourists={}, task=frozenset())
    truth_offered = Doubt("section", "b2-c2", False, 0.6, (True,), "faint")
    other_offered = Doubt("tourists", "B3", {}, 0.6, ({"circle": 1},), "faint")
    found = measure(read, (truth_offered, other_offered), TRUTH, BOARD)
    assert {(one.kind, one.confident, one.offered) for one in found.mistakes} == {
        ("section", False, True),
        ("tourists", False, False),
        ("task", True, False),
    }
    assert found.doubts == 2
    assert found.confident == 1


def test_corner_error_is_that_of_the_worst_corner_in_mm() -> None:
    # A map of 150 mm that is 300 px wide: 2 px are 1 mm.
    corners = np.array([[0.0, 0], [300, 0], [300, 300], [0, 300]])
    off = corners + np.array([[0, 0], [3, 4], [0, 1], [0, 0]])
    assert corner_error_mm(off, corners, BOARD) == pytest.approx(2.5)


def test_truth_files_are_understood() -> None:
    truth = parse_truth(truth_text())
    assert true_marks(truth, BOARD).sections == {RoadId.parse("b1-c1"), RoadId.parse("c1-c2")}
    blank = parse_truth(truth_text(marks=None))
    assert true_marks(blank, BOARD) == Marks(BOARD.city, BOARD.id)


@pytest.mark.parametrize(
    "text", [b"{", truth_text(corners_xy=[[1, 2]]), truth_text(marks={"sections": "b1-c1"})]
)
def test_broken_truth_is_refused(text: bytes) -> None:
    with pytest.raises(TruthError, match="truth"):
        parse_truth(text)


def test_truth_of_another_board_is_refused() -> None:
    with pytest.raises(TruthError, match="a9-b9"):
        true_marks(parse_truth(truth_text(marks={"sections": ["a9-b9"]})), BOARD)


def test_taps_are_counted_as_the_app_takes_them() -> None:
    three = {"circle": 3}
    assert taps_of(Mistake("section", "b2-c2", True, False, True, False)) == 1
    assert taps_of(Mistake("cafe", "d0", "none", "used", True, False)) == 2
    assert taps_of(Mistake("cafe", "d0", "used", "none", True, False)) == 1
    # Open the location, take two circles away, add a square.
    mended = Mistake("tourists", "B3", three, {"circle": 1, "square": 1}, True, False)
    assert taps_of(mended) == 4


def test_shapes_are_counted_one_by_one() -> None:
    read = replace(TRUTH, tourists={Location.parse("B3"): tourists_of({TouristKind.CIRCLE: 3})})
    found = measure(read, (), TRUTH, BOARD)
    assert (found.shapes.there, found.shapes.missed, found.shapes.extra) == (3, 1, 1)


def test_every_place_is_judged_by_how_sure_the_reader_was() -> None:
    read = replace(TRUTH, sections=frozenset())
    sure = {("section", "b2-c2"): 0.7, ("section", "c2-c3"): 0.99, ("task", "z9"): 0.5}
    judged = measure(read, (), TRUTH, BOARD, sure).judged
    assert [(one.confidence, one.right) for one in judged] == [(0.7, False), (0.99, True)]
