"""London by hand: tube, ride, bridges with values, the Thames between road and location."""

from itertools import pairwise

from scorer.rules.board.board import Board, Point
from scorer.rules.notation import RoadId
from tests.support.cityboards import Game
from tests.support.fullboards import london

PLAIN = {"cafes": False, "tasks": False}


def test_a_board_with_all_that_london_has() -> None:
    """Worked by hand, section by section.

    b1-b2 passes A2 B2; b2-c2 B2 B3; c2-d2 C2 C3; d2-d3 C3 D3; d3-e3 only D4, for the Thames
    lies north of it; b4-b5 A5 B5; b4-c4 only B4; c4-d4 C4 C5; d4-d5 C5 D5.
    Landmarks: red B2; green A5; blue D3, D4, C5; yellow C3 (7); grey Big Ben.
    Circles: 2 in B2, 1 in B5, 1 in C5 = 4 (three in E3 are lost). Squares: 1 + 1 + 3 = 5.
    Triangles: 1 in A2, 2 in C2, 2 in C5 = 5.
    """
    assert london().points() == {
        "red": 4,  # 1 × 4
        "green": 5,  # 1 × 5
        "blue": 15,  # 3 × 5
        "yellow": 7,
        "grey": 8,  # Big Ben after two upgrades
        "cafes": 2,  # c0; a2 is used
        "task": 5,  # c2 d2 d3 e3, the ride, b5 b4 c4: 3 + 2 sections
        "tube": 20,  # b1, d2, e3, b5, d5: both stations of the ride count
        "bridges": 14,  # b4-b5 and c4-d4, 7 each
    }
    assert london().total() == 80


def test_a_small_board() -> None:
    """e1-f1 passes E1 E2; f1-f2 E2 F2; f2-f3 E3 F3; f3-g3 only F3; g2-g3 F3."""
    game = Game(
        "london",
        "e1 f1 f2 f3 g3 g2",
        tourists={"E3": "tt", "F4": "ccc"},
        ratings={"tower-of-london": 12},
        setup=PLAIN,
    )
    assert game.points() == {
        "red": 0,
        "green": 0,
        "blue": 2,  # E1 × the two in E3
        "yellow": 0,
        "grey": 16,  # St Paul's 4 + Tower 12
        "tube": 8,  # f1 and g2
        "bridges": 7,  # f3-g3; f2-f3 crosses the Thames too, but has no PP
    }
    assert game.total() == 33


def test_a_road_on_the_bank_is_not_beside_the_location_across_the_thames() -> None:
    assert Game("london", "a4 b4", tourists={"A5": "c"}, setup=PLAIN).points()["green"] == 0
    here = Game("london", "a5 b5", tourists={"A5": "sss"}, setup=PLAIN)
    assert here.points()["green"] == 3


def test_bridges_are_no_waterfront() -> None:
    """No road of the goal "Thames: waterfront" crosses the river's middle line."""
    board = london().board
    waterfront = set(board.marked_as("waterfront").roads)
    crossing = {road for road in board.road_of if _crosses_a_river(board, road)}
    assert set(board.marked_as("bridges").roads) | {RoadId("g3-g4")} <= crossing
    assert waterfront
    assert waterfront.isdisjoint(crossing)


def _crosses_a_river(board: Board, road: RoadId) -> bool:
    one, other = (board.crossroads_xy[end] for end in road.ends)
    pieces = [piece for water in board.waters for piece in pairwise(water.path)]
    return any(
        _side(one, other, a) * _side(one, other, b) < 0
        and _side(a, b, one) * _side(a, b, other) < 0
        for a, b in pieces
    )


def _side(a: Point, b: Point, point: Point) -> float:
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def test_a_station_that_the_route_does_not_reach_gives_nothing() -> None:
    assert Game("london", "a0 b0", setup=PLAIN).points()["tube"] == 0
    assert Game("london", "c0 d0", setup=PLAIN).points()["tube"] == 4


def test_a_ride_adds_no_section_to_the_task_but_joins_its_parts() -> None:
    """c1 to b1, ride to d0, d0 to d1: two sections, not three, between c1 and d1."""
    game = Game("london", "c1 b1 ~ d0 d1", task=["c1", "d1", "a6"], setup={"cafes": False})
    assert game.points()["task"] == 2
