"""How sure a result is: which kind comes first, what is missing where, and a whole table."""

import itertools
from typing import Any

import pytest

from scorer.rules.board.board import Board, LandmarkKind
from scorer.rules.certainty import Certainty
from scorer.rules.city.city import load_city
from scorer.rules.city.goalcards import Direction, GoalCard, Measure
from scorer.rules.notation import Location
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import MarksError
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import GameMode, Setup, usual_setup
from scorer.rules.status import (
    Checking,
    Gap,
    GapKind,
    Status,
    alone,
    status_of,
    together,
    with_rivals,
)
from scorer.rules.teaching.corrections import with_landmark
from scorer.rules.values import replace

CITY = load_city("first-city")
BOARD = CITY.practice_board
DRAWN = "first-city first-city: section b1-c1"
RATED = Setup({"school": 4, "observatory": 6, "tv-tower": 4}).checked_in(CITY)


def status(
    checking: Checking = Checking(),  # noqa: B008
    setup: Setup = RATED,
    board: Board = BOARD,
    marks: str = DRAWN,
) -> Status:
    return status_of(FilledBoard(board, CITY, Marks.parse(marks), setup), checking)


def test_a_board_that_lacks_nothing_is_final() -> None:
    assert status() == Status(Certainty.FINAL)
    assert status().final


def test_the_first_kind_that_holds_is_the_status_and_the_rest_is_told_too() -> None:
    """Every subset of what can be amiss: the kind is its first in the order of the docstring."""
    amiss: dict[Certainty, dict[str, Any]] = {
        Certainty.INCOMPLETE: {"missing": [Gap(GapKind.VALUE, "B3")]},
        Certainty.TO_CHECK: {"to_check": 3},
        Certainty.RATINGS_NOT_SET: {"ratings": ["school"]},
    }
    order = list(Certainty)
    assert [*amiss, Certainty.FINAL] == order
    for number in range(len(amiss) + 1):
        for kinds in itertools.combinations(amiss, number):
            found = Status.because(**{k: v for kind in kinds for k, v in amiss[kind].items()})
            assert found.kind is min((*kinds, Certainty.FINAL), key=order.index)
            assert bool(found.missing) == (Certainty.INCOMPLETE in kinds)
            assert bool(found.to_check) == (Certainty.TO_CHECK in kinds)
            assert bool(found.ratings) == (Certainty.RATINGS_NOT_SET in kinds)


def test_an_empty_board_is_incomplete() -> None:
    found = status(marks="first-city first-city:")
    assert found.missing == (Gap(GapKind.DRAWING),)


def test_a_yellow_landmark_without_a_value_is_missing_wherever_the_route_goes() -> None:
    e2, d5 = map(Location.parse, ("E2", "D5"))
    board = with_landmark(BOARD, CITY, e2, LandmarkKind.YELLOW)
    board = with_landmark(board, CITY, d5, LandmarkKind.YELLOW, 0)
    found = status(board=board)
    assert (found.kind, found.missing) == (Certainty.INCOMPLETE, (Gap(GapKind.VALUE, "E2"),))


def test_what_a_board_lacks_is_missing_with_its_place() -> None:
    """The school stands nowhere, another grey landmark is nobody's yet, or there is neither."""
    (school,) = (mark for mark in BOARD.landmarks if mark.id == "school")
    others = tuple(mark for mark in BOARD.landmarks if mark is not school)
    (place,) = school.locations
    nobody = replace(school, id=f"grey-{place}", name="")
    named = replace(BOARD, landmarks=(*others, nobody))
    assert status(board=named).missing == (Gap(GapKind.NAME, str(place)),)
    without = status(board=replace(BOARD, landmarks=others))
    assert without.missing == (Gap(GapKind.PLACE, "school"),)


def test_open_doubts_are_to_check_until_the_board_is_declared_checked() -> None:
    assert (status(Checking(2)).kind, status(Checking(2)).to_check) == (Certainty.TO_CHECK, 2)
    done = status(Checking(2, checked=True))
    assert (done.final, done.to_check, done.checked) == (True, 0, True)


def test_what_no_legal_game_gives_is_to_check_until_the_board_is_declared_checked() -> None:
    """A café is circled that no section reaches, and two crossroads are ringed for a task."""
    marks = f"{DRAWN}; cafe e6=visited; task c3 d3"
    assert (status(marks=marks).kind, status(marks=marks).to_check) == (Certainty.TO_CHECK, 2)
    assert status(Checking(1), marks=marks).to_check == 3
    assert status(Checking(checked=True), marks=marks).final


def test_a_board_that_is_being_tapped_in_is_incomplete_until_it_is_declared_checked() -> None:
    assert status(Checking(checked=False)).missing == (Gap(GapKind.DRAWING),)
    assert status(Checking(checked=True)).final


def test_to_declare_a_board_checked_gives_no_values_and_no_ratings() -> None:
    board = with_landmark(BOARD, CITY, Location.parse("E2"), LandmarkKind.YELLOW)
    checked = Checking(checked=True)
    assert status(checked, board=board).kind is Certainty.INCOMPLETE
    assert status(checked, usual_setup(CITY)).kind is Certainty.RATINGS_NOT_SET


def test_ratings_that_nobody_gave_are_told_and_stay_so_when_looked_up_again() -> None:
    some = Setup({"observatory": 6}).checked_in(CITY)
    assert some.unrated == ("school", "tv-tower")
    assert some.checked_in(CITY) == some
    assert status(setup=some).ratings == ("school", "tv-tower")
    assert usual_setup(CITY).unrated == ("school", "observatory", "tv-tower")
    assert RATED.unrated == ()
    with pytest.raises(MarksError, match=r"\$\.unrated\[1\]: The First City rates only"):
        Setup(unrated=("school", "pub")).checked_in(CITY)


def test_a_board_without_rings_lacks_its_task_where_others_ringed_theirs() -> None:
    def told(
        marks: str = DRAWN, setup: Setup = RATED, checked: bool | None = None
    ) -> tuple[Gap, ...]:
        filled = FilledBoard(BOARD, CITY, Marks.parse(marks), setup)
        return status_of(filled, Checking(checked=checked, others_task=True)).missing

    assert told() == (Gap(GapKind.TASK),)
    assert told(checked=True) == ()
    assert told(f"{DRAWN}; task b1") == ()
    assert told(setup=replace(RATED, tasks=False)) == ()
    assert told("first-city first-city:") == (Gap(GapKind.DRAWING),)
    assert status().missing == ()


def test_a_table_is_no_surer_than_its_least_sure_board() -> None:
    gap = Gap(GapKind.NAME, "A2")
    open_ = Status.because((gap,), ratings=("school",))
    doubtful = replace(Status.because((gap,), 3), checked=True)
    assert together([Status(Certainty.FINAL)] * 2).final
    assert together([Status(Certainty.FINAL), doubtful, open_, doubtful]) == Status(
        Certainty.INCOMPLETE, (gap,), 6, ("school",)
    )
    assert together([]).kind is Certainty.INCOMPLETE


TURNS = GoalCard(Measure.TURNS, Direction.AT_LEAST, 3, 5, 10)


def test_a_board_waits_for_others_that_may_still_win_a_goal_card() -> None:
    drawing = Status.because((Gap(GapKind.DRAWING),))
    doubtful, unrated = Status.because(to_check=1), Status.because(ratings=("school",))
    boards = [("Ann", Status(Certainty.FINAL)), ("Bob", drawing), ("Cem", doubtful)]
    ann, bob, cem = with_rivals(boards, (TURNS,))
    assert (ann.kind, ann.missing) == (
        Certainty.INCOMPLETE,
        (Gap(GapKind.BOARDS, "Bob"), Gap(GapKind.BOARDS, "Cem")),
    )
    # What can be done on a board comes first.
    assert (cem.kind, cem.missing) == (Certainty.TO_CHECK, (Gap(GapKind.BOARDS, "Bob"),))
    assert together([ann, bob, cem]).missing == (Gap(GapKind.DRAWING),)
    # Ratings are everybody's own gaps already, and Ann's total waits for nobody's.
    assert with_rivals([boards[0], ("Bob", unrated)], (TURNS,)) == (boards[0][1], unrated)
    alike = replace(TURNS, won=TURNS.reached)
    for cards in ((), (alike,)):
        assert with_rivals(boards, cards) == tuple(status for _, status in boards)


TOURS = ("islands", "bridges", "lights")


@pytest.mark.parametrize(
    ("setup", "lacks"),
    [
        ({}, True),
        ({"tours": TOURS[:2]}, True),
        ({"tours": TOURS}, False),
        ({"mode": GameMode.SOLO}, True),
        ({"fewer_tours": True}, False),
        ({"tours": TOURS[:2], "fewer_tours": True}, False),
    ],
)
def test_paris_asks_for_a_tour_of_each_colour_unless_a_table_plays_without(
    setup: dict[str, Any], lacks: bool
) -> None:
    paris = load_city("paris")
    drawn = Marks.parse("paris paris: section b1-c1=red")
    board = FilledBoard(paris.practice_board, paris, drawn, Setup(**setup).checked_in(paris))
    found = status_of(board, Checking(checked=True))
    assert found.missing == ((Gap(GapKind.TOURS),) if lacks else ())
    # All players of a table lack them alike: nobody waits for another's board.
    assert with_rivals([("Ann", found), ("Bob", found)], (TURNS,)) == (found, found)


def test_a_board_alone_waits_for_rivals_that_nothing_tells_of() -> None:
    setup = replace(RATED, goals=(TURNS,))
    filled = FilledBoard(BOARD, CITY, Marks.parse(DRAWN), setup)
    waits = alone(filled, status_of(filled))
    assert (waits.kind, waits.missing) == (Certainty.INCOMPLETE, (Gap(GapKind.RIVALS),))
    # What can be done on the board comes first, and a table of it is no surer.
    assert alone(filled, status_of(filled, Checking(1))).kind is Certainty.TO_CHECK
    assert together([waits]) == waits
    paying_once = replace(setup, goals=(replace(TURNS, won=TURNS.reached),))
    for known in (
        replace(filled, rivals=(None,)),
        replace(filled, setup=replace(setup, mode=GameMode.SOLO)),
        replace(filled, setup=paying_once),
        replace(filled, setup=RATED),
    ):
        assert alone(known, status_of(known)).final


def test_practice_figures_of_a_goal_card_are_to_check_once_whoever_declared_a_board() -> None:
    setup = replace(RATED, goals=(replace(TURNS, name="Turns", practice=True), TURNS))
    ann, bob = status(setup=setup), status(Checking(2, checked=True), setup)
    assert (ann.kind, ann.to_check, ann.cards) == (Certainty.TO_CHECK, 1, ("Turns",))
    assert ann.own_to_check == 0
    assert (bob.kind, bob.to_check) == (Certainty.TO_CHECK, 1)
    assert together([ann, bob]).to_check == 1
    # Nobody waits for a board that has nothing else to check.
    assert with_rivals([("Ann", ann), ("Bob", bob)], setup.goals) == (ann, bob)
    assert status(setup=replace(RATED, goals=(TURNS,))).final
