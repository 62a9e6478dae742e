"""What a better picture shows of a board that a worse one left to guess."""

from functools import cache

import numpy as np
import pytest

from scorer.rules.board.board import Board, CafeBonus, LandmarkKind
from scorer.rules.city.city import load_city
from scorer.rules.notation import Crossroads, Location
from scorer.rules.teaching.corrections import with_cafe, with_landmark
from scorer.rules.values import replace
from scorer.vision.boards.picture import BoardPicture
from scorer.vision.teach.propose import proposed
from scorer.vision.teach.shownlater import shown_later
from tests.support import scenes

pytestmark = pytest.mark.slow

CITY = load_city("first-city")
# A corner of the map that the worse picture does not show, and what stands there.
HIDDEN = ("A1", "B1", "C1", "A2", "B2", "C2")
C1 = Location.parse("C1")


@cache
def better() -> BoardPicture:
    whole = scenes.first_city()
    bare = replace(whole.board, landmarks=(), cafes=(), visit_all=(), practice=False)
    return replace(whole, board=bare, known=np.full(whole.rgb.shape[:2], 255, np.uint8))


@cache
def worse() -> BoardPicture:
    whole, scale = better(), better().px_per_mm
    rgb, known = whole.rgb.copy(), np.full(whole.rgb.shape[:2], 255, np.uint8)
    cells = [np.array(c.polygon) for c in whole.board.cells if str(c.location) in HIDDEN]
    (left, top), (right, bottom) = np.min(cells, axis=(0, 1)), np.max(cells, axis=(0, 1))
    wide = 8.0
    box = tuple(
        slice(int((first - wide) * scale), int((last + wide) * scale))
        for first, last in ((top, bottom), (left, right))
    )
    rgb[box], known[box] = (225, 225, 225), 0
    return replace(whole, rgb=rgb, known=known)


@cache
def guessed() -> Board:
    return proposed(worse(), CITY)


def kinds(board: Board) -> dict[Location, LandmarkKind]:
    return {place: marks[0].kind for place, marks in board.landmark_at.items()}


def test_what_was_hidden_and_what_was_guessed_is_as_the_better_picture_shows_it() -> None:
    assert {*map(str, guessed().unshown)} == {*HIDDEN}
    found = shown_later(guessed(), worse(), better(), CITY)
    real = scenes.first_city().board
    assert found.unshown == ()
    assert kinds(found) == kinds(real)
    assert {cafe.crossroads for cafe in guessed().cafes} != {*real.cafe_at}
    assert {cafe.crossroads for cafe in found.cafes} == {*real.cafe_at}
    assert {*found.visit_all} == {*real.visit_all}


def test_the_same_picture_changes_nothing() -> None:
    assert shown_later(guessed(), worse(), worse(), CITY) == guessed()


def test_what_a_person_said_stays() -> None:
    real = scenes.first_city().board
    assert C1 in real.landmark_at
    told = with_landmark(guessed(), CITY, C1, None)
    there = next(place for place, kind in kinds(told).items() if kind is LandmarkKind.RED)
    told = with_landmark(told, CITY, there, LandmarkKind.BLUE)
    found = shown_later(told, worse(), better(), CITY)
    assert C1 not in found.landmark_at
    assert kinds(found)[there] is LandmarkKind.BLUE
    # Somebody who said that the cafés are right has looked at them.
    right = replace(told, guessed=False)
    assert shown_later(right, worse(), better(), CITY).cafes == guessed().cafes


def test_a_cafe_that_a_person_corrected_stays() -> None:
    lost = {*scenes.first_city().board.cafe_at} - {*guessed().cafe_at}
    assert lost
    place: Crossroads = min(lost)
    told = with_cafe(guessed(), place, CafeBonus.TOURISTS, None)
    found = shown_later(told, worse(), better(), CITY)
    assert found.cafe_at[place].bonus is CafeBonus.TOURISTS
    assert {*found.cafe_at} == {*scenes.first_city().board.cafe_at}
