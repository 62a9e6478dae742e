"""Which landmarks a board seems to hold, on pages whose landmarks are known."""

import cv2
import numpy as np
import pytest

from samples.simulator.art import Split, art_page
from scorer.rules.board.board import Board, LandmarkKind
from scorer.rules.board.missing import Need, missing
from scorer.rules.city.city import load_city
from scorer.rules.notation import Location
from scorer.rules.values import replace
from scorer.vision.boards.picture import BoardPicture, load_picture
from scorer.vision.teach.kinds import landmark_kinds
from scorer.vision.teach.propose import proposed

CITY = load_city("first-city")


def right(board: Board) -> dict[Location, LandmarkKind]:
    return {place: marks[0].kind for place, marks in board.landmark_at.items()}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["first-city", "london", "cairo", "hong-kong"])
def test_all_landmarks_of_a_printed_page_are_found_grey_ones_too(name: str) -> None:
    picture = load_picture(name)
    assert landmark_kinds(picture, load_city(name)) == right(picture.board)


@pytest.mark.slow
def test_light_of_another_colour_changes_little() -> None:
    picture = load_picture("first-city")
    warm = np.clip(picture.rgb * np.array([1.0, 0.93, 0.82]), 0, 255).astype(np.uint8)
    found = landmark_kinds(replace(picture, rgb=warm), CITY)
    assert len(found.items() ^ right(picture.board).items()) <= 2


@pytest.mark.slow
def test_landmarks_that_are_tinted_along_their_rims_are_found() -> None:
    """In art of their own, whose landmarks are frames in four colours, or fills."""
    told = wrong = 0
    for number in (0, 5, 12):
        page = art_page(CITY, Split.TRAIN, (901, number), "art")
        small = cv2.resize(page.rgb, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        picture = BoardPicture(page.board, np.asarray(small, np.uint8), page.px_per_mm / 2)
        wanted, found = right(page.board), landmark_kinds(picture, CITY)
        told += len(wanted)
        wrong += sum(found.get(place) is not kind for place, kind in wanted.items())
    assert wrong <= 0.1 * told


def test_grey_landmarks_are_proposed_without_a_name() -> None:
    picture = load_picture("first-city")
    blank = replace(picture.board, landmarks=())
    board = proposed(replace(picture, board=blank), CITY)
    needs = [lack.need for lack in missing(board, CITY.practice_board)]
    assert needs == [Need.VALUE] * 4 + [Need.NAME] * 3
