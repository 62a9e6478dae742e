"""Hong Kong by hand: lanes, two groups of landmarks, viewpoints, ferries."""

import pytest

from scorer.rules.board.board import RoadKind
from scorer.rules.notation import Location
from tests.support.cityboards import Game
from tests.support.fullboards import hong_kong

PLAIN = {"cafes": False, "tasks": False}


def test_a_board_with_all_that_hong_kong_has() -> None:
    """Worked by hand: over the harbour by two lanes.

    d1-d2 passes C2 D2; d2-d3 C3 D3; c3-d3 C3 C4; lane c3-c4 B4 C4; c4-c5 B5 C5;
    b5-c5 B5 B6; a5-b5 A5 A6; a4-a5 A5; lane a3-a4 A4.
    Green: D2, B6. Blue: D3, C4, A6. Historic: C3, A5. Modern: C5, A4.
    Squares: 2 in C2, 1 in B5. Triangles: 1 in B5, 2 in A5. The circles in D4 are lost.
    """
    assert hong_kong().points() == {
        "red": 0,
        "green": 6,  # 2 × 3
        "blue": 9,  # 3 × 3
        "yellow": 0,
        "grey": 16,  # 5 + 5 historic, 3 + 3 modern
        "cafes": 2,
        "visit-all": 9,  # d1 and b5
        "task": 7,  # d2 to a4, a lane counting one
    }
    assert hong_kong().total() == 49


def test_a_small_board() -> None:
    """a0-b0 A1; b0-c0 B1; c0-d0 C1; d0-d1 C1 D1; d1-e1 D1 D2; e0-e1 D1 E1; e0-f0 E1; f0-g0 F1."""
    game = Game(
        "hong-kong",
        "a0 b0 c0 d0 d1 e1 e0 f0 g0",
        tourists={"A1": "css"},
        cafes={"c0": "visited", "e0": "visited"},
        setup={"tasks": False},
    )
    assert game.points() == {
        "red": 1,  # E1 × 1
        "green": 4,  # B1, D2 × 2
        "blue": 0,
        "yellow": 0,
        "grey": 2,  # one historic landmark, no upgrade
        "cafes": 4,
        "visit-all": 16,  # a0, d1, g0
    }
    assert game.total() == 27


def test_every_landmark_of_a_group_gives_the_groups_rating() -> None:
    """c1-d1 passes C1 (historic); c4-d4, c4-c5 pass the Bank of China (modern) once."""
    ratings = {"historic": 6, "modern": 2}
    assert Game("hong-kong", "c1 d1", ratings=ratings, setup=PLAIN).points()["grey"] == 6
    assert Game("hong-kong", "d4 c4 c5", ratings=ratings, setup=PLAIN).points()["grey"] == 2


@pytest.mark.parametrize(
    ("route", "points"),
    [
        ("b1 c1", 0),
        ("a0 a1", 4),
        ("f6 e6 d6 c6 b6 b5 a5", 9),
        ("b5 b6 c6 d6 e6 f6 g6", 16),
    ],
)
def test_viewpoints_by_the_table(route: str, points: int) -> None:
    assert Game("hong-kong", route, setup=PLAIN).points()["visit-all"] == points


def test_five_or_six_viewpoints_still_give_25() -> None:
    table = Game("hong-kong", "a0 a1").city.visit_all
    assert [table.points_for(count) for count in range(7)] == [0, 4, 9, 16, 25, 25, 25]


def test_there_are_four_lanes_and_no_other_way_over_the_harbour() -> None:
    board = Game("hong-kong", "a0 a1").board
    lanes = [road for road in board.roads if road.kind is RoadKind.LANE]
    over = [road for road in board.roads if {e[1] for e in road.id.ends} == {"3", "4"}]
    assert len(lanes) == 4
    assert set(lanes) == set(over)


def test_a_bank_is_not_beside_the_land_across_the_harbour() -> None:
    """Finance Tower (D4) stands on the island: the road d3-e3 of Kowloon does not pass it."""
    ratings = {"modern": 6}
    assert Game("hong-kong", "d3 e3", ratings=ratings, setup=PLAIN).points()["grey"] == 0
    assert Game("hong-kong", "d4 e4", ratings=ratings, setup=PLAIN).points()["grey"] == 6


def test_two_ferries() -> None:
    ferries = Game("hong-kong", "a0 a1").board.marked_as("ferries").locations
    assert ferries == (Location.parse("B4"), Location.parse("E4"))
