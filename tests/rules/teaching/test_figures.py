"""Figures of a board's own box: told one by one, scored with, and kept in its geometry."""

import pytest

from scorer.rules.board.board import Board
from scorer.rules.board.figures import NO_FIGURES, CardFigures, Figures
from scorer.rules.board.geometry import geometry_json, parse_geometry
from scorer.rules.city.box import in_box
from scorer.rules.city.city import City, city_names, load_city
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import MarksError
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup, usual_setup
from scorer.rules.scoring.terms.allterms import terms_of
from scorer.rules.search.best import score
from scorer.rules.status import Gap, GapKind, status_of
from scorer.rules.table.game import parse_game
from scorer.rules.teaching.corrections import CorrectionError
from scorer.rules.teaching.figures import check_figures, figures_of, with_figure
from scorer.rules.teaching.geometryedits import redescribed
from scorer.rules.values import replace
from tests.support.judgecases import MARKS, SETUP

LONDON, PARIS, FIRST = map(load_city, ("london", "paris", "first-city"))


def taught(city: City) -> Board:
    """Return a board of the box: the practice layout under another name."""
    return replace(city.practice_board, id="mine", practice=False)


def numbers(board: Board, city: City, key: str) -> tuple[int, ...]:
    return next(one.numbers for one in figures_of(board, city) if one.key == key)


@pytest.mark.parametrize("city_id", city_names())
def test_figures_are_proposed_as_the_city_has_them_until_they_are_confirmed(city_id: str) -> None:
    """Those of a rules text need no mark: all of the First City's, and single tracks of others."""
    city = load_city(city_id)
    board = taught(city)
    for one in figures_of(board, city):
        assert not one.confirmed
        told = with_figure(board, city, one.key, one.numbers)
        (after,) = [other for other in figures_of(told, city) if other.key == one.key]
        assert (after.numbers, after.confirmed, after.practice) == (one.numbers, True, False)
        assert with_figure(told, city, one.key, ()).figures == NO_FIGURES
    marked = {one.key for one in figures_of(board, city) if one.practice}
    assert bool(marked) == (city_id != "first-city")
    assert not marked & {"track.christ", "track.carnival", "track.broadway", "visit-all"}


def test_a_confirmed_track_has_its_own_boxes_and_lowest_rating() -> None:
    board = with_figure(taught(LONDON), LONDON, "track.big-ben", (2, 5, 9))
    box = in_box(LONDON, board)
    assert usual_setup(box).ratings["big-ben"] == 2
    assert usual_setup(box).ratings["st-pauls"] == 4
    assert Setup({"big-ben": 5}).checked_in(box).ratings["big-ben"] == 5
    with pytest.raises(MarksError, match=r"4 is not on its track \(2, 5, 9\)"):
        Setup({"big-ben": 4}).checked_in(box)
    # What was kept before the track was told stays as it is.
    assert Setup({"big-ben": 4}).completed_in(box).ratings["big-ben"] == 4


def test_a_table_of_the_box_scores() -> None:
    """The worked example passes two festival points: 12 by the city's table, 30 by the box's."""
    marks = MARKS.moved_to("first-city", "mine")
    board = with_figure(taught(FIRST), FIRST, "visit-all", (0, 0, 30, 40))
    assert score(FilledBoard(taught(FIRST), FIRST, marks, SETUP)).total == 105
    assert score(FilledBoard(board, FIRST, marks, SETUP)).total == 105 - 12 + 30


def test_the_diversity_table_of_the_box_takes_the_place_of_the_practice_one() -> None:
    board = with_figure(taught(PARIS), PARIS, "diversity", (0, 8, 20))
    empty = Marks("paris", "mine", frozenset([board.roads[0].id]))
    setup = Setup({one.id: 4 for one in PARIS.iconic}, fewer_tours=True).checked_in(PARIS)
    told, before = (FilledBoard(there, PARIS, empty, setup) for there in (board, taught(PARIS)))
    for filled, points, practice in ((told, [0, 8, 20], False), (before, None, True)):
        (term,) = [one for one in terms_of(filled.city) if one.step.value == "diversity"]
        data = term.phone_data(filled.board)
        assert data["practice"] is practice
        assert points is None or data["points"] == points
    assert status_of(before).missing == (Gap(GapKind.TABLE, "diversity"),)
    assert status_of(told).missing == ()
    given = replace(before, setup=replace(setup, diversity=(0, 1)))
    assert status_of(given).missing == ()
    assert status_of(replace(before, board=PARIS.practice_board)).missing == ()


def test_a_goal_card_of_the_box_is_offered_with_its_own_figures() -> None:
    board = with_figure(taught(LONDON), LONDON, "card.Thames: waterfront", (4, 6, 12))
    (goal,) = [one for one in in_box(LONDON, board).goals if one.name == "Thames: waterfront"]
    card = goal.on(board)
    assert (card.threshold, card.reached, card.won, goal.practice) == (4, 6, 12, False)


def test_figures_are_part_of_the_geometry() -> None:
    figures = Figures({"big-ben": (2, 5)}, goals={"Thames: waterfront": CardFigures(4, 6, 12)})
    board = replace(taught(LONDON), figures=figures)
    assert parse_geometry(geometry_json(board)) == board
    plain = geometry_json(taught(LONDON)).replace(b' "figures": {},\n', b"", 1)
    assert parse_geometry(plain).figures == NO_FIGURES
    again = redescribed(taught(LONDON), LONDON, geometry_json(board))
    assert again.figures == figures


@pytest.mark.parametrize(
    ("figures", "words"),
    [
        (Figures({"eiffel": (1, 2)}), r"\$\.figures\.tracks\.eiffel: London rates only"),
        (Figures({"big-ben": ()}), "big-ben: expected rising PP"),
        (Figures({"big-ben": (4, 4)}), "big-ben: expected rising PP"),
        (Figures({"big-ben": (4, 100)}), "expected numbers from 0 to 99"),
        (Figures({"big-ben": tuple(range(21))}), "more than 20 figures"),
        (Figures(visit_all=(0, 3, 2)), "visit_all: expected PP for 0, 1, 2 …, never falling"),
        (Figures(diversity=(0, 3)), "London has no diversity table"),
        (Figures(goals={"Moon": CardFigures(1, 2, 3)}), "London has no such card"),
        (Figures(goals={"Thames: waterfront": CardFigures(1, -2, 3)}), "from 0 to 99"),
    ],
)
def test_figures_that_no_box_can_have_are_refused(figures: Figures, words: str) -> None:
    with pytest.raises(CorrectionError, match=words):
        check_figures(figures, LONDON)
    data = geometry_json(replace(taught(LONDON), figures=figures))
    with pytest.raises(CorrectionError, match=words):
        redescribed(taught(LONDON), LONDON, data)


@pytest.mark.parametrize(
    ("key", "numbers", "words"),
    [
        ("track.eiffel", (1,), "there are no such figures; there are track.big-ben"),
        ("card.Thames: waterfront", (1, 2), "expected what is required, PP reached and PP won"),
    ],
)
def test_what_the_box_has_not_is_not_taken(key: str, numbers: tuple[int, ...], words: str) -> None:
    with pytest.raises(CorrectionError, match=words):
        with_figure(taught(LONDON), LONDON, key, numbers)


def test_the_ratings_of_a_game_are_those_of_its_box() -> None:
    """All boards of a table are from one box: nothing given is its first box, 2."""
    board = with_figure(taught(LONDON), LONDON, "track.big-ben", (2, 5, 9))
    game = parse_game(
        b'{"city": "london", "ratings": {"st-pauls": 6}, "players":'
        b' [{"name": "Ann", "board": "mine", "marks": {}}]}'
    )
    (seat,) = game.played_in(LONDON, lambda _: board).players
    assert seat.setup.ratings == {"big-ben": 2, "tower-of-london": 4, "st-pauls": 6}
    assert seat.setup.unrated == ("big-ben", "tower-of-london")
