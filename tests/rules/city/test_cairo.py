"""Cairo by hand: islands, felucca, tourists at remote landmarks, crossed-out locations."""

import pytest

from scorer.rules.city.goalcards import Direction, GoalCard, Measure
from scorer.rules.notation import Location, RoadId
from scorer.rules.scoring.measures import measure_value
from tests.support.cityboards import Game
from tests.support.fullboards import cairo

PLAIN = {"cafes": False, "tasks": False}


def test_a_board_with_all_that_cairo_has() -> None:
    """Worked by hand: over the bridge to d4, by felucca back to c5.

    a3-a4 passes A4; a3-b3 A3 A4; b3-c3 B3 B4; the bridge c3-d3 C3 C4; d3-d4 only D4;
    c5-c6 only B6; b6-c6 B6; the corner a5-b6 A6.
    Meeting points: a4 (Giza), b6 (Saqqara); Dahshur's e6 is not on the route.
    Red: A6. Green: A3, A4 (C6 lies across the water). Blue: C3. Yellow: C4 8.
    Circles: 3 at Giza + 1 in B3. Squares: 2 in B3. Triangles: 2 at Saqqara + 1 in D4.
    Lost: four squares at Dahshur, two circles on island C5. B4 was crossed out.
    """
    assert cairo().points() == {
        "red": 4,  # 1 × 4
        "green": 4,  # 2 × 2
        "blue": 3,  # 1 × 3
        "yellow": 8,
        "grey": 16,  # Giza 10 + Saqqara 6
        "cafes": 2,
        "task": 6,  # a3 b3 c3 d3 d4, the felucca, c5 c6 b6: 4 + 2
    }
    assert cairo().total() == 43


def test_a_small_board_that_closes() -> None:
    """e3-e4 D4 E4; e4-f4 E4 E5; f3-f4 E4 F4; e3-f3 E3 E4."""
    game = Game(
        "cairo",
        "e3 e4 f4 f3 e3",
        tourists={"E4": "sscc"},
        task=["e3", "f4", "c1"],
        setup={"cafes": False},
    )
    assert game.points() == {
        "red": 0, "green": 2, "blue": 0, "yellow": 0, "grey": 4, "task": 2,
    }  # fmt: skip


@pytest.mark.parametrize("row", range(6))
def test_an_island_is_on_the_route_only_by_its_bridge(row: int) -> None:
    board = Game("cairo", "a2 a3").board
    island = Location.at(2, row)
    bridges = set(board.marked_as("bridges").roads)
    assert len(board.roads_beside[island]) == 1
    assert set(board.roads_beside[island]) <= bridges


def test_no_road_crosses_the_water_but_the_bridges() -> None:
    board = Game("cairo", "a2 a3").board
    over = {road.id for road in board.roads if {e[0] for e in road.id.ends} == {"c", "d"}}
    assert over == {RoadId.parse(name) for name in ("c1-d1", "c3-d3", "c5-d5")}


def test_remote_tourists_need_their_own_meeting_point() -> None:
    """Red A6 is on both routes; the three circles at Giza only where a4 is."""
    tourists = {"giza_space": "ccc"}
    far = Game("cairo", "b6 a5", tourists=tourists, setup=PLAIN)
    near = Game("cairo", "b6 a5 a4", tourists=tourists, setup=PLAIN)
    assert (far.points()["red"], near.points()["red"]) == (0, 3)


def test_the_felucca_goes_from_any_crossroads_of_a_bank_to_any_of_the_other() -> None:
    (felucca,) = Game("cairo", "a2 a3").board.transports
    assert len(felucca.pairs) == 7 * 7


def test_who_waits_beside_the_map_occupies_no_location() -> None:
    """D14: a4 reaches Giza's space; B4 and A4 lie beside the route, A4 holding a square."""
    game = Game("cairo", "b4 a4", tourists={"giza_space": "cct", "A4": "s"}, crossed=["A5"])
    counted = {
        measure: measure_value(GoalCard(measure, Direction.AT_LEAST, 1, 1, 2), game.walked)
        for measure in (Measure.TOURISTS, Measure.OCCUPIED, Measure.LARGEST_GROUP)
    }
    assert list(counted.values()) == [4, 1, 1]


def test_a_crossed_location_is_empty_for_goals() -> None:
    """A5 lies on the route with nobody in it."""
    game = Game("cairo", "a4 b4 b5", tourists={"A4": "s"}, crossed=["A5"])
    card = GoalCard(Measure.OCCUPIED, Direction.AT_LEAST, 1, 1, 2)
    assert measure_value(card, game.walked) == 1
