"""What a taught board lacks, told landmark by landmark."""

import pytest

from scorer.rules.board.board import BoardError, Landmark, LandmarkKind
from scorer.rules.board.geometry import geometry_json, parse_geometry
from scorer.rules.board.missing import Lack, Need, missing
from scorer.rules.city.city import city_names, load_city
from scorer.rules.notation import Location
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup
from scorer.rules.scoring.sheet import Step
from scorer.rules.search.best import score
from scorer.rules.values import replace

CITY = load_city("first-city")
USUAL = CITY.practice_board
YELLOW = next(mark for mark in USUAL.landmarks if mark.kind is LandmarkKind.YELLOW)
GREYS = [mark for mark in USUAL.landmarks if mark.kind is LandmarkKind.GREY]


def nameless(mark: Landmark) -> Landmark:
    return replace(mark, id=f"grey-{mark.locations[0]}", name="")


def test_practice_boards_lack_nothing() -> None:
    for name in city_names():
        board = load_city(name).practice_board
        assert missing(board, board) == ()


def test_a_value_that_nobody_entered_is_missing_and_0_is_not() -> None:
    others = [mark for mark in USUAL.landmarks if mark is not YELLOW]
    for value, lacks in ((None, [Lack(Need.VALUE, YELLOW.id, YELLOW.locations)]), (0, [])):
        board = replace(USUAL, landmarks=(*others, replace(YELLOW, value=value)))
        assert list(missing(board, USUAL)) == lacks


def test_what_stands_where_no_photo_shows_it_is_missing() -> None:
    c3 = Location.parse("C3")
    board = replace(USUAL, unshown=(c3,))
    assert missing(board, USUAL) == (Lack(Need.KIND, "", (c3,)),)
    assert parse_geometry(geometry_json(board)).unshown == (c3,)
    with pytest.raises(BoardError, match="Z9"):
        replace(USUAL, unshown=(Location.parse("Z9"),)).checked()


def test_a_grey_landmark_without_a_name_is_missing_its_name_only() -> None:
    first, *rest = GREYS
    others = [mark for mark in USUAL.landmarks if mark is not first]
    board = replace(USUAL, landmarks=(*others, nameless(first)))
    (lack,) = missing(board, USUAL)
    assert lack == Lack(Need.NAME, f"grey-{first.locations[0]}", first.locations)
    without = replace(USUAL, landmarks=tuple(others))
    assert missing(without, USUAL) == (Lack(Need.PLACE, first.id),)
    plain = [mark for mark in USUAL.landmarks if mark not in GREYS]
    assert [lack.need for lack in missing(replace(USUAL, landmarks=tuple(plain)), USUAL)] == [
        Need.PLACE
    ] * len(GREYS)
    assert rest


def test_crossroads_that_photos_seem_to_show_are_missing_a_persons_word() -> None:
    board = load_city("first-city").practice_board
    guessed = replace(board, guessed=True)
    assert missing(guessed, board) == (Lack(Need.SYMBOLS, ""),)
    assert parse_geometry(geometry_json(guessed)).guessed
    assert not parse_geometry(geometry_json(board)).guessed


def test_a_grey_landmark_without_a_name_is_scored_as_nothing() -> None:
    mark = GREYS[0]
    board = replace(
        USUAL, landmarks=tuple(nameless(one) if one is mark else one for one in USUAL.landmarks)
    )
    road = min(mark.roads)
    setup = Setup(ratings={one.id: 4 for one in CITY.iconic}).checked_in(CITY)
    points = {}
    for one in (USUAL, board):
        marks = Marks(CITY.id, one.id, frozenset({road})).checked_on(one)
        sheet = score(FilledBoard(one, CITY, marks, setup))
        points[one is board] = next(line.points for line in sheet.lines if line.step == Step.GREY)
    assert points == {False: 4, True: 0}
