"""Every goal measure on routes small enough to count by hand.

The made-up board has 3 columns (A to C) and 2 rows of locations: crossroads a0 to d2.
"""

from typing import Any

import pytest

from scorer.rules.board.board import Board, RoadKind
from scorer.rules.city.city import load_city
from scorer.rules.city.goalcards import Direction, GoalCard, Measure
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.marks import Marks, parse_marks
from scorer.rules.position.setup import usual_setup
from scorer.rules.scoring.measures import groups, measure_value, measured, runs_on
from scorer.rules.scoring.onroute import Walked
from scorer.rules.scoring.sheet import FinalRoute
from scorer.rules.values import replace
from tests.support.layouts import board, walk

CITY = load_city("first-city")
BOARD = board()
NOBODY = Marks("first-city", "made-up")


def card(measure: Measure, of: str = "", *elements: str) -> GoalCard:
    return GoalCard(measure, Direction.AT_LEAST, 1, 4, 8, of, elements)


def on(route: FinalRoute, made: Board = BOARD, marks: Marks = NOBODY) -> Walked:
    return Walked(FilledBoard(made, CITY, marks, usual_setup(CITY)), route)


def value(goal: GoalCard, route: str, made: Board = BOARD, marks: Marks = NOBODY) -> int:
    return measured(goal, on(walk(route), made, marks)).value


def held(**tourists: dict[str, int]) -> Marks:
    """Return marks with tourists in the locations named."""
    text = f'{{"city": "first-city", "board": "made-up", "tourists": {tourists}}}'
    return parse_marks(text.replace("'", '"').encode()).checked_on(BOARD)


def shown(goal: GoalCard, route: str, made: Board = BOARD, marks: Marks = NOBODY) -> list[str]:
    """Return the parts of the board that make up the measure, in order."""
    return [str(part) for part in measured(goal, on(walk(route), made, marks)).elements]


@pytest.mark.parametrize(
    ("route", "turns"),
    [
        # One section passes no crossroads; three in a line pass two without turning.
        ("a0 b0", 0),
        ("a0 b0 c0 d0", 0),
        # East, south: a turn at b0. East, south, east, south: at b0, b1 and c1.
        ("a0 b0 b1", 1),
        ("a0 b0 b1 c1 c2", 3),
        # Straight over b0, then round B1: turns at c0, c1 and b1; b0 is then the end.
        ("a0 b0 c0 c1 b1 b0", 3),
        # Straight over b1 eastwards, round B2 by c1, c2, b2, straight over b1 northwards.
        ("a1 b1 c1 c2 b2 b1 b0", 3),
        # The same sections the other way round B2: turns at b1 both times too.
        ("a1 b1 b2 c2 c1 b1 b0", 5),
    ],
)
def test_turns(route: str, turns: int) -> None:
    assert value(card(Measure.TURNS), route) == turns


def test_both_turns_at_a_crossroads_passed_twice_are_counted() -> None:
    """South at b1 and, back from c1, north at b1: b1 stands there twice."""
    assert shown(card(Measure.TURNS), "a1 b1 b2 c2 c1 b1 b0") == ["b1", "b2", "c2", "c1", "b1"]


def test_a_closed_route_turns_where_it_closes_too() -> None:
    """Round B1: four corners, wherever it is started. Round B1 and C1: six crossroads, four
    of them corners; started in the middle of a side there is no turn where it closes."""
    assert value(card(Measure.TURNS), "b0 c0 c1 b1 b0") == 4
    assert value(card(Measure.TURNS), "b0 c0 d0 d1 c1 b1 b0") == 4
    assert value(card(Measure.TURNS), "c0 d0 d1 c1 b1 b0 c0") == 4


def test_a_diagonal_turns_against_every_section_it_joins() -> None:
    """a0-b0, the diagonal b0-c1, c1-d1: turns at b0 and at c1."""
    made = board(diagonals=["b0-c1"])
    route = FinalRoute(
        tuple(map(Crossroads, ("a0", "b0", "c1", "d1"))),
        tuple(map(RoadId.parse, ("a0-b0", "b0-c1", "c1-d1"))),
    )
    assert measure_value(card(Measure.TURNS), on(route, made)) == 2
    assert measure_value(card(Measure.STRAIGHT_RUN), on(route, made)) == 1


def test_two_diagonals_in_one_line_turn_against_each_other() -> None:
    made = board(diagonals=["a0-b1", "b1-c2"])
    roads = tuple(map(RoadId.parse, ("a0-b1", "b1-c2")))
    route = FinalRoute(tuple(map(Crossroads, ("a0", "b1", "c2"))), roads)
    assert measure_value(card(Measure.TURNS), on(route, made)) == 1


def test_a_rounded_corner_turns_against_both_its_neighbours() -> None:
    """a1 to b0 round the corner of A1, and on along the top: the corner is no straight road."""
    made = replace(
        BOARD,
        roads=tuple(
            replace(road, kind=RoadKind.CORNER) if str(road.id) == "a0-b0" else road
            for road in BOARD.roads
        ),
    )
    assert value(card(Measure.TURNS), "a0 b0 c0 d0", made) == 1
    assert value(card(Measure.STRAIGHT_RUN), "a0 b0 c0 d0", made) == 2


@pytest.mark.parametrize(
    ("route", "length", "run"),
    [
        ("a0 b0", 1, 1),
        # Two east, one south, one east.
        ("a0 b0 c0 c1 d1", 4, 2),
        ("a0 b0 c0 d0 d1", 4, 3),
        # Into the ring straight over b1: b1 counts in the run of a1-b1-c1, two sections; the
        # way back north over b1 makes b2-b1-b0, two as well.
        ("a1 b1 c1 c2 b2 b1 b0", 6, 2),
        # Turning at b1 each time there is no run of two.
        ("a1 b1 b2 c2 c1 b1 b0", 6, 1),
        # Round B1 and C1 from b0: sides of 2, 1, 2, 1. Started amid a side it is the same.
        ("b0 c0 d0 d1 c1 b1 b0", 6, 2),
        ("c0 d0 d1 c1 b1 b0 c0", 6, 2),
    ],
)
def test_length_and_longest_straight_run(route: str, length: int, run: int) -> None:
    assert value(card(Measure.LENGTH), route) == length
    assert value(card(Measure.STRAIGHT_RUN), route) == run


def test_the_run_over_the_place_where_a_ring_closes_is_shown_whole() -> None:
    """From c0 round C1 and B1 back to c0: b0-c0 and c0-d0 are one side."""
    route = "c0 d0 d1 c1 b1 b0 c0"
    assert shown(card(Measure.STRAIGHT_RUN), route) == ["b0-c0", "c0-d0"]


def test_tourists_on_the_route_all_or_of_one_kind() -> None:
    """b0-c0 runs along B1 only; A1 and B2 touch it at corners at most."""
    marks = held(B1={"circle": 2, "square": 1}, A1={"circle": 4}, B2={"triangle": 3})
    assert value(card(Measure.TOURISTS), "b0 c0", marks=marks) == 3
    assert value(card(Measure.TOURISTS, "circle"), "b0 c0", marks=marks) == 2
    assert value(card(Measure.TOURISTS, "triangle"), "b0 c0", marks=marks) == 0
    # b0-b1 on the way adds A1: 3 + 4; b1-c1 then B2: 3 more.
    assert value(card(Measure.TOURISTS), "c0 b0 b1 c1", marks=marks) == 10
    assert shown(card(Measure.TOURISTS, "circle"), "c0 b0 b1 c1", marks=marks) == ["A1", "B1"]


def test_landmarks_on_the_route_all_or_of_one_kind_and_iconic_ones() -> None:
    """Along b0-c0 lies B1 (red); c0-c1 adds C1 (grey); b1-c1 would add B2 (yellow)."""
    marks = {"B1": {"kind": "red"}, "B2": {"kind": "yellow", "value": 6}}
    grey: dict[str, Any] = {"C1": {"kind": "grey", "id": "school", "name": "School"}}
    made = board(landmarks=marks | grey)
    counts = [
        value(goal, "b0 c0 c1", made)
        for goal in (
            card(Measure.LANDMARKS),
            card(Measure.LANDMARKS, "red"),
            card(Measure.LANDMARKS, "yellow"),
            card(Measure.ICONIC),
        )
    ]
    assert counts == [2, 1, 0, 1]
    assert value(card(Measure.LANDMARKS), "b0 c0 c1 b1", made) == 3


def test_occupied_locations_are_those_on_the_route() -> None:
    """b1-c1 has B1 and B2 as sides; A1 is occupied too, but off the route."""
    marks = held(A1={"circle": 1}, B1={"circle": 4}, B2={"square": 1})
    assert value(card(Measure.OCCUPIED), "b1 c1", marks=marks) == 2
    assert value(card(Measure.OCCUPIED), "a1 b1 c1", marks=marks) == 3


def test_the_largest_group_of_occupied_locations_hangs_together_by_sides() -> None:
    """A1 and B2 touch at the corner b1 only: groups of 1. With B1 on the route all three
    hang together. C2 beside B2 makes four, once c1-d1 puts it on the route."""
    marks = held(A1={"circle": 1}, B2={"circle": 1})
    assert value(card(Measure.LARGEST_GROUP), "a1 b1 c1", marks=marks) == 1
    marks = held(A1={"circle": 1}, B1={"circle": 1}, B2={"circle": 1}, C2={"circle": 1})
    assert value(card(Measure.LARGEST_GROUP), "a1 b1 c1", marks=marks) == 3
    assert value(card(Measure.LARGEST_GROUP), "a1 b1 c1 d1", marks=marks) == 4


def test_occupied_locations_off_the_route_join_no_group() -> None:
    """A1 and C1 are on the route, B1 between them is not: two groups of one."""
    made = board(across={"a1-b1": [], "c1-d1": []})
    marks = held(A1={"circle": 1}, B1={"circle": 1}, C1={"circle": 1})
    assert value(card(Measure.LARGEST_GROUP), "a0 a1 a2 b2 c2 d2 d1 d0", made, marks) == 1


def test_a_river_does_not_separate_a_group() -> None:
    """Water between A1 and A2 below a1-b1: both are reached from elsewhere, and are one group."""
    made = board(across={"a1-b1": ["A2"]})
    marks = held(A1={"circle": 1}, A2={"circle": 1})
    assert value(card(Measure.LARGEST_GROUP), "a0 a1 a2", made, marks) == 2


@pytest.mark.parametrize(
    ("route", "crossings"),
    [
        ("a0 b0 c0", 0),
        # b1 is passed twice: straight over itself, or touching at the corner.
        ("a1 b1 c1 c2 b2 b1 b0", 1),
        ("a1 b1 b2 c2 c1 b1 b0", 1),
        # The end lies on b1, which is passed once only: no crossing. Nor does a ring cross.
        ("a1 b1 c1 c2 b2 b1", 0),
        ("b0 c0 c1 b1 b0", 0),
        # A ring that closes at b1, through which it passes in between as well: 4 sections
        # meet there, so it is passed twice.
        ("b1 b0 a0 a1 b1 c1 c2 b2 b1", 1),
    ],
)
def test_crossings(route: str, crossings: int) -> None:
    assert value(card(Measure.CROSSINGS), route) == crossings


def test_sections_along_and_across_marked_roads_each_count_once() -> None:
    bank = ("a1-b1", "b1-c1", "c1-d1")
    assert value(card(Measure.ALONG, "", *bank), "a0 a1 b1 b0 c0 c1 d1") == 2
    assert value(card(Measure.ACROSS, "", "b0-b1", "c0-c1"), "a0 a1 b1 b0 c0 c1 d1") == 2
    assert shown(card(Measure.ALONG, "", *bank), "d1 c1 b1") == ["c1-d1", "b1-c1"]


def test_sections_beside_marked_locations() -> None:
    """Round the theatres B1 and C1: c0-c1 between both counts once. a0-b0 is beside neither."""
    theatres = card(Measure.BESIDE, "", "B1", "C1")
    assert value(theatres, "a0 b0 c0 c1") == 2
    assert value(theatres, "a0 b0") == 0
    made = board(across={"b0-c0": ["B1"]})
    assert value(theatres, "a0 b0 c0 c1", made) == 1


@pytest.mark.parametrize(
    ("route", "beside"),
    [
        # The station is C1: c0-d0, c0-c1, d0-d1 and c1-d1 are beside it.
        ("c0 d0", 1),
        ("a0 b0 c0 d0", 1),
        ("d0 c0 b0 a0", 1),
        # In the middle only, or not at all.
        ("b0 c0 d0 d1 d2", 0),
        ("a0 b0", 0),
        # A ring may be started beside it.
        ("b1 b0 c0 c1 b1", 1),
    ],
)
def test_the_first_or_last_section_beside_a_marked_location(route: str, beside: int) -> None:
    assert value(card(Measure.ENDS_BESIDE, "", "C1"), route) == beside


@pytest.mark.parametrize("measure", Measure)
def test_the_empty_route_measures_nothing(measure: Measure) -> None:
    elements = {Measure.ALONG: ("a0-b0",), Measure.BESIDE: ("A1",), Measure.ENDS_BESIDE: ("A1",)}
    goal = card(measure, "", *elements.get(measure, ()))
    assert measured(goal, on(FinalRoute())).value == 0


def test_a_ride_passes_no_crossroads_and_breaks_a_run() -> None:
    """a0-b0, a ride from b0 to c0, c0-d0: no turn, no run of two, two sections."""
    route = FinalRoute.of(
        tuple(map(Crossroads, ("a0", "b0", "c0", "d0"))),
        tuple(map(RoadId.parse, ("a0-b0", "c0-d0"))),
        after=1,
    )
    values = [
        measure_value(card(measure), on(route))
        for measure in (Measure.TURNS, Measure.STRAIGHT_RUN, Measure.LENGTH)
    ]
    assert values == [0, 1, 2]


def test_off_the_lattice_roads_run_on_where_they_hardly_bend() -> None:
    """A lane from b0 leaves in the direction of the road that ends there, or bends away."""
    pier = Crossroads("pier")
    lane = replace(
        BOARD.road_of[RoadId.parse("b0-c0")],
        id=RoadId.between(Crossroads("d1"), pier),
        kind=RoadKind.LANE,
    )
    x, y = BOARD.crossroads_xy[Crossroads("d1")]
    for ahead, on in (((x + 9, y + 2), True), ((x + 5, y + 5), False), ((x, y + 9), False)):
        made = replace(
            BOARD,
            crossroads_xy=BOARD.crossroads_xy | {pier: ahead},
            roads=(*BOARD.roads, replace(lane, path=((x, y), ahead))),
        )
        assert runs_on(made, RoadId.parse("c1-d1"), Crossroads("d1"), lane.id) is on


def test_spaces_off_the_map_are_adjacent_to_nothing() -> None:
    names = ("A1", "B1", "statue")
    assert sorted(map(len, groups(map(Location.parse, names)))) == [1, 2]
