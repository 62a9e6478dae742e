"""The map of a town: banks, dead ends, shelters, and the diagonals that may be drawn."""

import pytest

from scorer.rules.board.board import RoadKind
from scorer.rules.innsmouth.pieces import InnsmouthError
from scorer.rules.innsmouth.town import PRACTICE, Town, load_town, practice_town, town_of
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.values import replace
from tests.support.innsmouthtowns import PLAIN, plain_town

TOWN = practice_town()


def test_a_river_splits_a_crossroads_into_one_vertex_a_bank() -> None:
    assert "c3" not in TOWN.board.crossroads_xy
    north, south = Crossroads("c3_north"), Crossroads("c3_south")
    assert (TOWN.side[north], TOWN.side[south]) == (1, 2)
    ends = [{road.id for road in TOWN.board.roads_at[one]} for one in (north, south)]
    assert not ends[0] & ends[1]


def test_diagonals_run_through_quarters_and_never_across_the_river() -> None:
    road_of = TOWN.board.road_of
    assert road_of[RoadId("c2-d3_north")].locations == (Location("C3"),)
    assert road_of[RoadId("a3_south-b4")].locations == (Location("A4"),)
    # a1-b0 is the rounded road; a0 is cut off, so one diagonal alone crosses A1.
    assert road_of[RoadId("a1-b0")].kind.value == "corner"
    assert road_of[RoadId("a1-b0/diagonal")].kind.value == "diagonal"
    assert RoadId("b3-c4") not in road_of
    assert RoadId("d2-e3") not in road_of


def diagonals(town: Town, quarter: str) -> list[str]:
    """Return the diagonals through *quarter*."""
    roads = [road for road in town.board.roads if road.kind is RoadKind.DIAGONAL]
    return [str(road.id) for road in roads if road.locations == (quarter,)]


def test_a_river_cuts_off_the_corner_of_a_quarter_that_lies_across() -> None:
    """Over x + y = 2.4: c0 lies across from the middle of C1, and c1 from that of B1."""
    river = "\n[[board.rivers]]\nwidth = 0.1\npath = [[1.4, 1.0], [3.0, -0.6]]\n"
    town = load_town((PLAIN.replace("SHELTERS", "") + river).encode())
    assert diagonals(town, "C1") == ["c1-d0"]
    assert diagonals(town, "B1") == ["b1-c0"]
    assert diagonals(town, "D1") == ["d0-e1", "d1-e0"]


def test_no_diagonal_runs_where_the_town_has_none() -> None:
    some = (Location("A2"), Location("C1"))
    town = town_of(replace(plain_town().file, no_diagonals=some))
    without = [quarter for quarter in town.quarters if not diagonals(town, quarter)]
    assert sorted(without) == ["A2", "C1"]


def test_a_tip_close_to_where_its_dead_end_begins_is_no_corner_of_a_quarter() -> None:
    """It begins on the bank at c3 and is too short for c4: nobody takes its tip for c3 either."""
    stub = '\n[dead_ends.c4_stub]\nstart = "c3_south"\nat = [2.1, 3.45]\nquarters = ["C4"]\n\n'
    text = PRACTICE.read_text().replace("[[shelters]]", stub + "[[shelters]]", 1)
    town = load_town(text.encode())
    assert RoadId("c3_south-c4_stub") in town.board.road_of
    assert diagonals(town, "C4") == diagonals(TOWN, "C4") == ["c3_south-d4", "c4-d3"]


def test_a_landmark_knows_all_roads_beside_and_through_its_quarter() -> None:
    """A1 has the rounded corner, two roads and one diagonal; d3-e3 is across from D3."""
    roads = {quarter: sorted(map(str, mark.roads)) for quarter, mark in TOWN.landmark.items()}
    assert roads[Location("A1")] == ["a1-b0", "a1-b0/diagonal", "a1-b1", "b0-b1"]
    assert roads[Location("D3")] == ["d2-d3_north", "d2-e2", "d3_north-e2", "e2-e3"]


def test_a_shelter_may_lie_on_a_road() -> None:
    town = plain_town(shelters='{ at = "b5-c5", tourists = { cross = 2 } }')
    assert [town.is_place(name) for name in ("b5-c5", "b5-d5", "b5", "b9")] == [
        True, False, True, False
    ]  # fmt: skip
    with pytest.raises(InnsmouthError, match=r"shelters\[0\]\.at: there is no .* b5-d5"):
        plain_town(shelters='{ at = "b5-d5", tourists = { cross = 2 } }')


def test_a_road_never_runs_straight_on_into_two_others() -> None:
    """A dead end on the road c1-c2 leaves c2 as that road does: c2-c3 runs on into both."""
    both = '\n[dead_ends.c2_stub]\nstart = "c2"\nat = [2, 1.6]\n'
    with pytest.raises(InnsmouthError, match=r"board: at c2 c2-c3 runs straight on twice"):
        load_town((PLAIN.replace("SHELTERS", "") + both).encode())
