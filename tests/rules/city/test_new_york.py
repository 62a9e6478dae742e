"""New York by hand: two halves, pentagons, Broadway, parks, docks, stars, the café area."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from msgspec import structs

from scorer.rules.city import load_city
from scorer.rules.notation import RoadId
from scorer.rules.score import score
from scorer.rules.steps import task_choices
from tests.rules.cities.boards import Game
from tests.rules.cities.test_search import filled

PLAIN = {"cafes": False, "tasks": False}


def everything(**marks: Any) -> Game:
    found: dict[str, Any] = {
        "tickets": ["whitehall"],
        "cafe_area": {"section-1": "visited", "coordinate-1": "used", "points-1": "visited"},
        "task": ["b4", "e3", "f6"],
        "hot_spots": ["b4-c4"],
    }
    return Game(
        "new-york",
        "a4 b4 c4 d3 e3 f3 g2 h2 h3 h4 g4 ~ h6 i6 j6",
        tourists={"B4": "pp", "F3": "pcc", "H4": "sss", "I3": "ss", "G4": "tt", "H6": "c"},
        ratings={"rockefeller": 8, "statue": 6, "broadway": 3},
        **{**found, **marks},
    )


def test_a_board_with_all_that_new_york_has() -> None:
    """Worked by hand: up Broadway, round the park, by subway from g4 to h6.

    a4-b4 passes A4 A5; b4-c4 B4 B5; c4-d3 C4 and the Flatiron's long side; d3-e3 D3 D4;
    e3-f3 E3 E4 and Times Square; f3-g2 F3; g2-h2 G2 G3; h2-h3 G3 H3; h3-h4 G4 H4;
    g4-h4 G4 G5; h6-i6 H6; i6-j6 I6.
    Red: B5. Green: D3, Central Park West. Blue: A5, G5. Purple: Times Square, G2, H6.
    Yellow: Flatiron 9. Grey: Rockefeller. The park's pond shares H4 but none of its sides.
    Circles 2 + 1, squares 3 (two in I3 are lost), triangles 2, pentagons 2 + 1.
    """
    assert everything().points() == {
        "red": 3,  # 1 × 3
        "green": 6,  # 2 × 3
        "blue": 4,  # 2 × 2
        "purple": 9,  # 3 × 3
        "yellow": 9,
        "grey": 8,
        "task": 3,  # b4 to e3 in the left half
        "cafes": 10,  # an unused bonus 2, and the 8 PP bonus
        "statue": 6,  # Whitehall's ticket, and a4 on the route
        "broadway": 18,  # six sections, 3 each; the hot spot counts once
        "bridges": 6,  # j6
    }
    assert everything().total() == 82


def test_a_small_board_with_its_task_in_the_other_half() -> None:
    """h2-i2 H2 H3; i2-j2 I2 I3; the park's diagonals j2-k3 J3 and k3-l4 K4.

    Ringed are b2, e3 and f4; as far along in the right half lie h2, k3 and l4.
    """
    game = Game(
        "new-york",
        "h2 i2 j2 k3 l4",
        tourists={"I3": "ss", "K4": "s"},
        task=["b2", "e3", "f4"],
    )
    assert game.points() == {
        "red": 0,
        "green": 9,  # west, hill and walk × 3
        "blue": 0,
        "purple": 0,
        "yellow": 0,
        "grey": 0,
        "task": 4,
        "cafes": 0,
        "statue": 0,
        "broadway": 0,
        "bridges": 0,
    }


def test_the_task_is_better_in_the_half_where_less_of_it_is_drawn() -> None:
    """Left b2, e3 and f4 have a section each, apart; right h2 and k3 are three sections apart."""
    places = {"I3": "ssss"}
    game = Game("new-york", "h2 i2 j2 k3", tourists=places, task=["b2", "e3", "f4"])
    apart = frozenset(map(RoadId.parse, ("b2-b3", "e2-e3", "f4-f5")))
    marks = replace(game.marks, sections=game.marks.sections | apart)
    sheet = score(game.board, game.city, marks, game.setup)
    assert next(line.points for line in sheet.lines if line.step == "task") == 3
    assert sheet.length == 3


@pytest.mark.parametrize("with_goals", [False, True])
def test_the_better_half_for_the_task_is_found(*, with_goals: bool) -> None:
    """The best of both halves is the better one of what each has where no half can be chosen."""
    city = load_city("new-york")
    board, game = city.practice_board, city.game
    bound = replace(city, game=structs.replace(game, task_halves=False))
    goals = tuple(goal.on(board) for goal in city.goals) if with_goals else ()
    for seed in range(20):
        marks, setup = filled(city, Random(f"halves {seed}"), 14)
        setup = replace(setup, tasks=True, goals=goals)
        halves = [
            score(board, bound, replace(marks, task=task), setup).total
            for task in task_choices(city, board, marks)
        ]
        assert score(board, city, marks, setup).total == max(halves)


@pytest.mark.parametrize(
    ("tickets", "points"),
    [([], 0), (["whitehall"], 6), (["corlears-hook"], 0), (["whitehall", "corlears-hook"], 6)],
)
def test_the_statue_needs_the_ticket_of_a_dock_on_the_route(
    tickets: list[str], points: int
) -> None:
    assert everything(tickets=tickets).points()["statue"] == points


def test_the_statue_counts_once_with_both_docks_and_both_tickets() -> None:
    game = Game(
        "new-york",
        "a4 b4 b5 c5 d5 e5 e6",
        ratings={"statue": 10},
        tickets=["whitehall", "corlears-hook"],
        setup=PLAIN,
    )
    assert game.points()["statue"] == 10


def test_only_the_cafe_area_gives_points_for_bonuses() -> None:
    """Circles on the map are no bonuses; D5: the 8 PP bonus is not also an unused one."""
    assert everything(cafes={"a2": "visited"}, cafe_area={}).points()["cafes"] == 0
    assert everything(cafe_area={"points-1": "visited"}).points()["cafes"] == 8
    assert everything(cafe_area={"points-1": "used"}).points()["cafes"] == 0
    alone = {"tourists-1": "visited", "section-2": "visited"}
    assert everything(cafe_area=alone).points()["cafes"] == 4


def test_a_park_landmark_covers_three_locations() -> None:
    board = everything().board
    parks = [mark for mark in board.landmarks if mark.id.startswith("park-")]
    assert [len(mark.locations) for mark in parks] == [3, 3, 3, 3]
    assert len({place for mark in parks for place in mark.locations}) == 8


@pytest.mark.parametrize("route", ["e3 f3", "f2 f3", "f3 f4", "f3 g3", "f3 g2"])
def test_times_square_is_a_crossroads(route: str) -> None:
    tourists = {"E3": "p", "F3": "p", "E4": "p", "F4": "p"}
    assert Game("new-york", route, tourists=tourists, setup=PLAIN).points()["purple"] >= 1


def test_star_crossroads_give_what_is_printed_there() -> None:
    game = Game("new-york", "c6 d6 e6 f6", setup=PLAIN)
    assert game.points()["bridges"] == 4 + 3 + 5


def test_a_task_across_both_halves_cannot_be_moved() -> None:
    game = Game("new-york", "h2 i2", task=["b2", "l4", "h2"], setup={"cafes": False})
    assert game.points()["task"] == 0


def test_a_task_crossroads_in_a_rounded_corner_of_the_other_half_is_left_out() -> None:
    """Ringed are g0, i2, j3; as far along on the left lie a rounded corner, c2 and d3."""
    game = Game("new-york", "c2 d2 d3", task=["g0", "i2", "j3"], setup={"cafes": False})
    assert game.points()["task"] == 2
