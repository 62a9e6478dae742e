"""Which landmarks a board seems to hold, on pages whose landmarks are known."""

import numpy as np
import pytest

from samples.simulator.art import Split, art_page
from scorer.rules.board.board import Board, LandmarkKind
from scorer.rules.board.missing import Need, missing
from scorer.rules.city.city import load_city
from scorer.rules.notation import Location
from scorer.rules.values import replace
from scorer.vision.boards.picture import BoardPicture, load_picture
from scorer.vision.teach.kinds import about_as_many, landmark_kinds, likeliest, unshown
from scorer.vision.teach.propose import proposed

CITY = load_city("first-city")


def right(board: Board) -> dict[Location, LandmarkKind]:
    return {place: marks[0].kind for place, marks in board.landmark_at.items()}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["first-city", "london", "cairo", "hong-kong"])
def test_all_landmarks_of_a_printed_page_are_found_grey_ones_too(name: str) -> None:
    picture = load_picture(name)
    assert landmark_kinds(picture, load_city(name)) == (right(picture.board), ())


@pytest.mark.slow
def test_light_of_another_colour_changes_little() -> None:
    picture = load_picture("first-city")
    warm = np.clip(picture.rgb * np.array([1.0, 0.93, 0.82]), 0, 255).astype(np.uint8)
    found, _ = landmark_kinds(replace(picture, rgb=warm), CITY)
    assert len(found.items() ^ right(picture.board).items()) <= 2


@pytest.mark.slow
def test_landmarks_are_found_in_art_that_the_network_never_learned_from() -> None:
    told = wrong = asked = 0
    for number in (0, 1, 2):
        page = art_page(CITY, Split.TEST, (901, number), "art", px_per_mm=4.0)
        picture = BoardPicture(page.board, page.rgb, page.px_per_mm)
        wanted, (found, unclear) = right(page.board), landmark_kinds(picture, CITY)
        told += len(wanted)
        asked += len(unclear)
        wrong += sum(
            found.get(place) is not kind for place, kind in wanted.items() if place not in unclear
        )
    assert wrong <= 0.05 * told
    assert asked <= 0.1 * told


@pytest.mark.slow
def test_what_is_covered_is_not_taken_for_the_print() -> None:
    """A quarter of every location, painted over in red and said to be unknown."""
    picture = load_picture("first-city")
    rgb, known = picture.rgb.copy(), np.full(picture.rgb.shape[:2], 255, np.uint8)
    for cell in picture.board.cells:
        (left, top), (right_, bottom) = np.array(cell.polygon)[[0, 2]] * picture.px_per_mm
        middle = slice(int(top * 0.75 + bottom * 0.25), int(top * 0.25 + bottom * 0.75))
        across = slice(int(left * 0.75 + right_ * 0.25), int(left * 0.25 + right_ * 0.75))
        rgb[middle, across], known[middle, across] = (230, 40, 40), 0
    found, _ = landmark_kinds(replace(picture, rgb=rgb, known=known), CITY)
    assert len(found.items() ^ right(picture.board).items()) <= 2


@pytest.mark.slow
def test_of_what_no_photo_shows_nothing_is_said_and_the_rest_stays() -> None:
    picture = load_picture("first-city")
    rgb, known = picture.rgb.copy(), np.full(picture.rgb.shape[:2], 255, np.uint8)
    hidden = {Location.parse(name) for name in ("C1", "D1", "E1", "C2", "D2", "E2")}
    for cell in picture.board.cells:
        if cell.location in hidden:
            (left, top), (right_, bottom) = np.array(cell.polygon)[[0, 2]] * picture.px_per_mm
            box = slice(int(top), int(bottom)), slice(int(left), int(right_))
            rgb[box], known[box] = (225, 225, 225), 0
    veiled = replace(picture, rgb=rgb, known=known)
    assert set(unshown(veiled)) == hidden
    wanted = {place: kind for place, kind in right(picture.board).items() if place not in hidden}
    found, unclear = landmark_kinds(veiled, CITY)
    assert (found, {*unclear}) == (wanted, hidden)
    bare = replace(picture.board, landmarks=())
    board = proposed(replace(veiled, board=bare), CITY)
    assert set(board.unshown) == hidden


def test_numbers_that_are_as_usual_change_no_chance() -> None:
    # Of the first kind 0.9 + 0.1 locations are expected, and one is usual; so of nothing.
    chances = np.array([[0.1, 0.9, 0.0], [0.9, 0.1, 0.0]])
    assert about_as_many(chances, [1, 0]) == pytest.approx(chances)


def test_a_kind_that_is_seen_too_rarely_becomes_likelier() -> None:
    chances = np.array([[0.6, 0.4, 0.0], [0.7, 0.3, 0.0], [0.8, 0.1, 0.1], [0.9, 0.1, 0.0]])
    found = about_as_many(chances, [3, 0])
    assert (found[:, 1] > chances[:, 1]).all()
    assert found[:, 2] == pytest.approx(0)
    assert found.sum(axis=1) == pytest.approx(1)
    # What was likelier stays likelier.
    assert found[0, 1] > found[1, 1] > found[3, 1]


def test_no_more_of_a_kind_are_found_than_there_may_be() -> None:
    """Two of the second kind may be there; the least sure of three holds its next likeliest."""
    chances = np.array(
        [
            [0.1, 0.0, 0.9],
            [0.2, 0.3, 0.5],
            [0.1, 0.3, 0.6],
            [0.6, 0.3, 0.1],
        ]
    )
    # 0.5 / 0.3 is less than 0.6 / 0.3: the second location gives way.
    assert likeliest(chances, [4, 2]).tolist() == [2, 1, 2, 0]
    assert likeliest(chances, [4, 4]).tolist() == [2, 2, 2, 0]
    # Of the first kind there may be none, so that only nothing is left to it.
    assert likeliest(chances, [0, 2]).tolist() == [2, 0, 2, 0]
    assert likeliest(chances, [0, 0]).tolist() == [0, 0, 0, 0]


def test_grey_landmarks_are_proposed_without_a_name() -> None:
    picture = load_picture("first-city")
    blank = replace(picture.board, landmarks=())
    board = proposed(replace(picture, board=blank), CITY)
    needs = [lack.need for lack in missing(board, CITY.practice_board)]
    assert needs == [Need.VALUE] * 4 + [Need.NAME] * 3 + [Need.SYMBOLS]
