"""Two photos of the halves of a board: one rule for what they say together."""

from typing import Any

import pytest

from scorer.rules.city.city import load_city
from scorer.rules.jsonfile import from_data, to_data
from scorer.rules.position.marks import Marks
from scorer.vision.boards.halfboard import Side
from scorer.vision.doubts import OUTSIDE, Doubt
from scorer.vision.halves import DIFFER, PartRead, joined_part

BOARD = load_city("new-york").practice_board
LEFT, RIGHT = Side.LEFT, Side.RIGHT
# On the fold.
FOLD = "g2-g3"


def part(
    *sides: Side, sections: tuple[str, ...] = (), doubts: tuple[Doubt, ...] = (), **marks: Any
) -> PartRead:
    data = {"city": "new-york", "board": "new-york", "sections": list(sections), **marks}
    return PartRead(from_data(data, Marks).checked_on(BOARD), doubts, frozenset(sides))


def doubt(where: str, read: Any, confidence: float, kind: str = "section") -> Doubt:
    return Doubt(kind, where, read, confidence, (not read,), "faint")


def sections(found: PartRead) -> list[str]:
    return sorted(map(str, found.marks.sections))


def asked(found: PartRead) -> list[tuple[str, Any, float]]:
    return [(one.where, one.read, round(one.confidence, 2)) for one in found.doubts]


def test_each_half_says_what_it_alone_shows() -> None:
    before = part(
        LEFT,
        sections=("b2-c2", FOLD),
        tourists={"B2": {"circle": 1}},
        task=["c2"],
        crossed=["C3"],
        doubts=(doubt("b2-c2", True, 0.6),),
    )
    now = part(
        RIGHT,
        sections=("k1-l1", FOLD),
        tourists={"J3": {"square": 2}},
        tickets=["whitehall"],
        doubts=(doubt("k1-l1", True, 0.5),),
    )
    found = joined_part(BOARD, before, now)
    assert to_data(found.marks) == {
        "city": "new-york",
        "board": "new-york",
        "sections": ["b2-c2", FOLD, "k1-l1"],
        "tourists": {"B2": {"circle": 1}, "J3": {"square": 2}},
        "cafes": {},
        "task": ["c2"],
        "crossed": ["C3"],
        "tickets": ["whitehall"],
    }
    assert asked(found) == [("k1-l1", True, 0.5), ("b2-c2", True, 0.6)]
    assert found.sides == {LEFT, RIGHT}


def test_the_order_of_the_photos_does_not_matter() -> None:
    left = part(LEFT, sections=("b2-c2", FOLD), doubts=(doubt(FOLD, True, 0.7),))
    right = part(RIGHT, sections=("k1-l1", "g3-g4"), doubts=(doubt("g3-g4", True, 0.9),))
    assert joined_part(BOARD, left, right) == joined_part(BOARD, right, left)


@pytest.mark.parametrize(
    ("of_left", "of_right", "read", "confidence"),
    [
        # Both sure of the opposite: what was seen counts, and a person decides.
        (None, None, True, 0.5),
        # The surer one counts, however it reads.
        (0.9, 0.6, True, 0.86),
        (0.6, 0.9, False, 0.86),
        (None, 0.7, True, 0.85),
        (0.7, None, False, 0.85),
        # Two that are unsure of the opposite are as unsure together.
        (0.7, 0.7, True, 0.5),
    ],
)
def test_where_they_differ_the_surer_counts_and_is_doubted(
    of_left: float | None, of_right: float | None, read: bool, confidence: float
) -> None:
    """The left photo shows a section on the fold, the right one does not."""
    left = (doubt(FOLD, True, of_left),) if of_left else ()
    right = (doubt(FOLD, False, of_right),) if of_right else ()
    found = joined_part(BOARD, part(LEFT, sections=(FOLD,), doubts=left), part(RIGHT, doubts=right))
    assert sections(found) == ([FOLD] if read else [])
    assert asked(found) == [(FOLD, read, confidence)]
    assert found.doubts[0].alternatives == (not read,)
    assert found.doubts[0].reason == DIFFER


@pytest.mark.parametrize("drawn", [True, False])
def test_who_is_no_surer_than_a_coin_makes_no_doubt(drawn: bool) -> None:
    left = part(LEFT, sections=(FOLD,) if drawn else ())
    right = part(RIGHT, sections=() if drawn else (FOLD,), doubts=(doubt(FOLD, not drawn, 0.5),))
    found = joined_part(BOARD, left, right)
    assert (sections(found), found.doubts) == ([FOLD] if drawn else [], ())


@pytest.mark.parametrize(
    ("of_left", "of_right", "confidence"), [(0.6, 0.8, 0.8), (0.6, None, None), (None, None, None)]
)
def test_where_they_agree_the_surer_ones_doubt_counts(
    of_left: float | None, of_right: float | None, confidence: float | None
) -> None:
    left = (doubt(FOLD, True, of_left),) if of_left else ()
    right = (doubt(FOLD, True, of_right),) if of_right else ()
    found = joined_part(
        BOARD,
        part(LEFT, sections=(FOLD,), doubts=left),
        part(RIGHT, sections=(FOLD,), doubts=right),
    )
    assert sections(found) == [FOLD]
    assert asked(found) == ([(FOLD, True, confidence)] if confidence else [])


def test_a_photo_that_does_not_reach_the_fold_has_no_say_there() -> None:
    cut_off = part(LEFT, doubts=(Doubt("section", FOLD, False, 0.75, (True,), OUTSIDE),))
    seen = part(RIGHT, sections=(FOLD,), doubts=(doubt(FOLD, True, 0.6),))
    assert asked(joined_part(BOARD, cut_off, seen)) == [(FOLD, True, 0.6)]
    neither = joined_part(BOARD, cut_off, part(RIGHT, doubts=cut_off.doubts))
    assert neither.doubts == cut_off.doubts


def test_rings_on_the_fold_follow_the_same_rule() -> None:
    found = joined_part(BOARD, part(LEFT, task=["g3"]), part(RIGHT))
    assert [str(point) for point in found.marks.task] == ["g3"]
    assert [(one.kind, one.where, one.read) for one in found.doubts] == [("task", "g3", True)]


def test_the_same_half_again_replaces_itself_alone() -> None:
    before = part(LEFT, RIGHT, sections=("b2-c2", "k1-l1"), doubts=(doubt("b2-c2", True, 0.6),))
    found = joined_part(BOARD, before, part(LEFT, sections=("c2-c3",)))
    assert sections(found) == ["c2-c3", "k1-l1"]
    assert found.doubts == ()


def test_one_half_again_forgets_what_it_said_of_the_fold() -> None:
    found = joined_part(BOARD, part(LEFT, sections=(FOLD,)), part(LEFT))
    assert (sections(found), found.doubts) == ([], ())
    assert found.sides == {LEFT}


def test_what_the_other_half_said_of_the_fold_stays_when_one_is_taken_again() -> None:
    found = joined_part(BOARD, part(LEFT, RIGHT, sections=(FOLD,)), part(LEFT))
    assert asked(found) == [(FOLD, True, 0.5)]
