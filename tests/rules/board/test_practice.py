"""Practice layouts: every shape of road and landmark that any city has can be laid out."""

import pytest

from scorer.rules.board.board import Board, BoardError, RoadKind
from scorer.rules.city.city import load_city
from scorer.rules.notation import Crossroads, Location, NotationError, RoadId
from tests.support.layouts import board


def beside(made: Board, road: str) -> list[str]:
    """Return the names of the locations that a section on *road* puts on the route."""
    return [str(place) for place in made.road_of[RoadId.parse(road)].locations]


def roads_of(made: Board, landmark: str) -> list[str]:
    """Return the names of the roads that put *landmark* on the route."""
    (mark,) = [mark for mark in made.landmarks if mark.id == landmark]
    return sorted(map(str, mark.roads))


def test_the_plain_square_has_49_crossroads_and_84_roads() -> None:
    made = load_city("first-city").practice_board
    assert (len(made.cells), len(made.crossroads_xy), len(made.roads)) == (36, 49, 84)


def test_a_map_twice_as_wide_has_its_own_counts_and_axes() -> None:
    """12 × 6 locations: 13 · 7 crossroads, 12 · 7 + 13 · 6 roads; A1 left, L6 right below."""
    made = board(columns=12, rows=6)
    assert (len(made.cells), len(made.crossroads_xy), len(made.roads)) == (72, 91, 162)
    assert made.crossroads_xy[Crossroads("m6")] == (15 + 12 * 10, 10 + 6 * 10)
    assert beside(made, "m5-m6") == ["L6"]
    assert beside(made, "l6-m6") == ["L6"]
    with pytest.raises(KeyError):
        made.cell_of[Location.parse("F7")]


def test_a_road_is_beside_the_locations_on_both_its_sides() -> None:
    made = board()
    assert beside(made, "b0-b1") == ["A1", "B1"]
    assert beside(made, "b1-c1") == ["B1", "B2"]
    assert beside(made, "a0-b0") == ["A1"]
    assert beside(made, "d1-d2") == ["C2"]


def test_positions_are_in_millimetres_of_the_page() -> None:
    made = board()
    assert made.crossroads_xy[Crossroads("c1")] == (35, 20)
    assert made.cell_of[Location.parse("C2")].polygon == ((35, 20), (45, 20), (45, 30), (35, 30))
    assert made.road_of[RoadId.parse("c1-d1")].path == ((35, 20), (45, 20))


def test_a_rounded_corner_replaces_two_roads_and_a_crossroads() -> None:
    made = board(corners=["a1-b0"])
    assert Crossroads("a0") not in made.crossroads_xy
    assert {RoadId.parse("a0-b0"), RoadId.parse("a0-a1")}.isdisjoint(made.road_of)
    corner = made.road_of[RoadId.parse("a1-b0")]
    assert (corner.kind, beside(made, "a1-b0")) == (RoadKind.CORNER, ["A1"])


@pytest.mark.parametrize(
    ("corner", "cut", "place"),
    [("c0-d1", "d0", "C1"), ("a1-b2", "a2", "A2"), ("c2-d1", "d2", "C2")],
)
def test_any_of_the_four_corners_may_be_rounded(corner: str, cut: str, place: str) -> None:
    made = board(corners=[corner])
    assert Crossroads(cut) not in made.crossroads_xy
    assert beside(made, corner) == [place]


def test_a_diagonal_touches_only_the_location_it_crosses() -> None:
    made = board(diagonals=["b0-c1", "a2-b1"])
    assert beside(made, "b0-c1") == ["B1"]
    assert beside(made, "a2-b1") == ["A2"]
    assert made.road_of[RoadId.parse("a2-b1")].kind is RoadKind.DIAGONAL


def test_a_river_keeps_a_road_from_the_location_across_the_water() -> None:
    made = board(
        across={"b1-c1": ["B2"]}, landmarks={"B1": {"kind": "red"}, "B2": {"kind": "blue"}}
    )
    assert beside(made, "b1-c1") == ["B1"]
    assert "b1-c1" in roads_of(made, "red-B1")
    assert "b1-c1" not in roads_of(made, "blue-B2")


def test_a_road_may_be_missing() -> None:
    assert RoadId.parse("b0-b1") not in board(no_roads=["b0-b1"]).road_of


def test_half_a_location_has_only_the_roads_along_its_own_sides() -> None:
    """Two triangles share B1: the upper left one has its top and its left side."""
    upper = {"kind": "green", "cells": ["B1"], "roads": ["b0-c0", "b0-b1"], "id": "upper"}
    lower = {"kind": "red", "cells": ["B1"], "roads": ["c0-c1", "b1-c1"], "id": "lower"}
    made = board(landmarks={"upper": upper, "lower": lower})
    assert roads_of(made, "upper") == ["b0-b1", "b0-c0"]
    assert roads_of(made, "lower") == ["b1-c1", "c0-c1"]
    assert [mark.id for mark in made.landmark_at[Location.parse("B1")]] == ["upper", "lower"]


def test_a_large_landmark_is_beside_the_roads_of_all_its_locations() -> None:
    park = {"kind": "green", "cells": ["A1", "B1"], "id": "park"}
    assert roads_of(board(landmarks={"park": park}), "park") == [
        "a0-a1", "a0-b0", "a1-b1", "b0-b1", "b0-c0", "b1-c1", "c0-c1",
    ]  # fmt: skip


def test_a_remote_landmark_has_a_meeting_point_and_no_road() -> None:
    made = board(landmarks={"remote": {"kind": "grey", "meeting_point": "d1", "id": "sphinx"}})
    (mark,) = made.landmarks
    assert (mark.meeting_point, mark.roads, mark.locations) == (Crossroads("d1"), frozenset(), ())


def test_transport_between_any_two_stations_or_between_two_banks() -> None:
    made = board(transports={"tube": [["a0", "c1", "d2"]], "boat": [["a0", "b0"], ["a2", "b2"]]})
    tube, boat = made.transports
    names = [f"{one}+{other}" for one, other in tube.pairs]
    assert names == ["a0+c1", "a0+d2", "c1+d2"]
    assert [f"{one}+{other}" for one, other in boat.pairs] == ["a0+a2", "a0+b2", "a2+b0", "b0+b2"]


def test_a_cafe_stands_outside_the_edge_of_the_map() -> None:
    made = board(cafes={"a1": "section", "b0": "tourists", "d2": "coordinate"})
    (x1, y1), (x2, y2), (x3, y3) = (cafe.xy for cafe in made.cafes)
    assert (x1 < 15, y1) == (True, 20)
    assert (x2, y2 < 10) == (25, True)
    assert x3 > 45
    assert y3 > 30


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"cafes": {"e0": "section"}}, "cafes: there is no crossroads e0"),
        ({"visit_all": ["a3"]}, "visit_all: there is no crossroads a3"),
        ({"visit_all": ["a1", "a1"]}, "visit_all a1 is given twice"),
        ({"landmarks": {"D1": {"kind": "red"}}}, "red-D1: there is no location D1"),
        (
            {"landmarks": {"x": {"kind": "red", "cells": ["A1"], "roads": ["a0-c0"]}}},
            "there is no road a0-c0",
        ),
        ({"diagonals": ["c1-e3"]}, "there is no crossroads e3"),
        ({"corners": ["hub_a-hub_b"]}, "hub_a is on no lattice point"),
    ],
)
def test_a_layout_that_names_what_is_not_there_is_refused(
    changes: dict[str, object], words: str
) -> None:
    with pytest.raises(BoardError, match=words):
        board(**changes)


def test_a_layout_with_an_unreadable_name_is_refused() -> None:
    with pytest.raises(NotationError, match="'B9x' is no location"):
        board(landmarks={"B9x": {"kind": "red"}})
