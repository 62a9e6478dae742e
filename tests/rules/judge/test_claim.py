"""Claim files: what they may leave out, and what is refused where."""

import json
from typing import Any

import pytest

from scorer.rules.board.board import Board
from scorer.rules.judge.claim import ClaimError, parse_claim
from scorer.rules.judge.judge import Claim
from scorer.rules.notation import RoadId
from scorer.rules.position.mark import MarksError
from scorer.rules.scoring.sheet import Step
from tests.support.judgecases import CITY, walk

GOAL = {"measure": "length", "direction": "at-least", "threshold": 1, "reached": 3, "won": 5}


def board_of(name: str) -> Board:
    if name != CITY.practice_board.id:
        raise ValueError(f"unknown board {name!r}")
    return CITY.practice_board


def read(marks: dict[str, Any] | None = None, **keys: Any) -> Claim:
    drawn = {"city": "first-city", "board": "first-city", "sections": ["a0-b0"]} | (marks or {})
    file = {"marks": drawn, "lines": {"red": 4}} | keys
    return parse_claim(json.dumps(file).encode()).held_against(board_of)


def test_a_claim_needs_marks_and_one_number() -> None:
    claim = read()
    assert claim.filled.marks.sections == {RoadId.parse("a0-b0")}
    assert (claim.lines, claim.total, claim.route, claim.filled.rivals) == (
        {Step.RED: 4},
        None,
        None,
        None,
    )
    assert claim.filled.setup.ratings == {"school": 4, "observatory": 4, "tv-tower": 4}
    only_total = read(lines={}, total=7)
    assert (only_total.lines, only_total.total) == ({}, 7)


def test_a_route_is_walked_over_the_marks_and_one_that_cannot_be_is_told_not_refused() -> None:
    assert read(route=["b0", "a0"]).route == walk("b0 a0")
    broken = read(route=["a0", "b0", "c0"])
    assert broken.route is None
    assert broken.route_problem == "step 2: b0-c0 is not drawn"


def test_rivals_hold_one_result_for_each_card() -> None:
    claim = read(setup={"goals": [GOAL, GOAL]}, rivals=[4, None])
    assert claim.filled.rivals == (4, None)


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"lines": {}}, r"\$\.lines: nothing to judge"),
        ({"lines": {"red": -1}}, r"\$\.lines\.red: -1 is not from 0 to 9999"),
        ({"lines": {"red": 10000}}, r"\$\.lines\.red: 10000 is not from 0 to 9999"),
        ({"lines": {"red": "12"}}, r"claim: \$\.lines\.red: expected a whole number"),
        (
            {"lines": {"purple": 1}},
            r"\$\.lines\.purple: The First City has the lines red, green, b",
        ),
        ({"lines": {"pink": 1}}, r"\$\.lines\.pink: The First City has the lines"),
        ({"total": -5}, r"\$\.total: -5 is not from 0"),
        ({"rivals": [4]}, r"\$\.rivals: 1 results, but 0 goal cards lie out"),
        ({"setup": {"ratings": {"school": 5}}}, r"\$\.setup\.ratings\.school: 5 is not on its"),
        ({"setup": {"mode": "duel"}}, r"\$\.setup\.mode: unknown value 'duel'"),
        (
            {"setup": {"goals": [{**GOAL, "measure": "along", "elements": ["a0-c0"]}]}},
            r"\$\.setup\.goals\[0\]\.elements\[0\]: there is no road a0-c0",
        ),
        ({"sheet": {}}, r"claim: \$: unknown key `sheet`"),
    ],
)
def test_what_does_not_fit_is_refused_with_its_path(keys: dict[str, Any], words: str) -> None:
    with pytest.raises((ClaimError, MarksError), match=words):
        read(**keys)


@pytest.mark.parametrize(
    ("marks", "words"),
    [
        ({"city": "atlantis"}, r"\$\.marks\.city: unknown city 'atlantis'"),
        ({"board": "atlantis"}, r"\$\.marks\.board: unknown board 'atlantis'"),
        ({"task": ["a0", "h0"]}, r"\$\.marks\.task\[1\]: there is no crossroads h0"),
    ],
)
def test_marks_that_do_not_fit_are_refused_with_their_path(
    marks: dict[str, Any], words: str
) -> None:
    with pytest.raises((ClaimError, MarksError), match=words):
        read(marks)


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b"\xff"])
def test_what_is_no_claim_file_is_refused(data: bytes) -> None:
    with pytest.raises(ClaimError, match=r"^claim: "):
        parse_claim(data)
