"""The city's marks on a taught board: from the practice layout until somebody has compared them."""

import json
from typing import Any

import pytest

from scorer.rules.board.board import BANKS, Board, BoardError
from scorer.rules.board.geometry import geometry_json, parse_geometry
from scorer.rules.board.missing import Lack, Need, missing
from scorer.rules.city.city import city_names, load_city
from scorer.rules.notation import Crossroads
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup
from scorer.rules.status import Checking, Gap, GapKind, status_of
from scorer.rules.teaching.compared import all_marks, compared, kept_board
from scorer.rules.teaching.corrections import CorrectionError, with_marked
from scorer.rules.teaching.geometryedits import described, redescribed
from scorer.rules.values import replace

LONDON = load_city("london")
USUAL = LONDON.practice_board
MARKS = ("bridges", "tube", "waterfront", BANKS)


def taught(**changed: Any) -> Board:
    return replace(USUAL, id="own", name="Own", practice=False, **changed)


def old_file(board: Board) -> bytes:
    """A file as it was kept before the app asked."""
    data = json.loads(geometry_json(board))
    del data["uncompared"]
    return json.dumps(data).encode()


def test_a_city_without_marks_has_nothing_to_compare() -> None:
    found = {name: all_marks(load_city(name).practice_board) for name in city_names()}
    assert found["first-city"] == ()
    assert found["london"] == MARKS
    assert "docks" in found["new-york"]


def test_marks_that_nobody_compared_are_missing_one_kind_at_a_time() -> None:
    board = taught(uncompared=MARKS)
    assert missing(board, USUAL) == tuple(Lack(Need.MARKS, id_) for id_ in MARKS)
    # Who corrects one station has not looked at the others.
    moved = with_marked(board, LONDON, "tube", Crossroads.parse("a0"))
    assert moved.uncompared == MARKS
    right = compared(moved, USUAL, "tube")
    assert right.uncompared == ("bridges", "waterfront", BANKS)
    assert compared(right, USUAL, "tube", right=False).uncompared == MARKS
    assert parse_geometry(geometry_json(right)).uncompared == right.uncompared
    with pytest.raises(CorrectionError, match="castles"):
        compared(board, USUAL, "castles")


def test_a_total_is_not_final_before_the_marks_are_compared() -> None:
    setup = Setup(ratings={one.id: 4 for one in LONDON.iconic})
    board = taught(uncompared=("tube",))
    marks = Marks("london", "own", frozenset({board.roads[0].id}))
    said = status_of(FilledBoard(board, LONDON, marks, setup), Checking(checked=True))
    assert said.missing == (Gap(GapKind.MARKS, "tube"),)
    assert not said.final


def test_old_files_are_compared_where_they_differ_from_the_practice_layout() -> None:
    moved = with_marked(taught(), LONDON, "tube", Crossroads.parse("a0"))
    rest = tuple(id_ for id_ in MARKS if id_ != "tube")
    for read in (kept_board, described):
        assert read(old_file(moved)).uncompared == rest
        # One that says that nothing is open is complete.
        assert read(geometry_json(moved)).uncompared == ()
        assert read(geometry_json(USUAL)).uncompared == ()
    assert redescribed(taught(uncompared=rest), LONDON, old_file(moved)).uncompared == rest
    with pytest.raises(BoardError, match=r"\$\.uncompared"):
        described(geometry_json(taught(uncompared=("castles",))))
