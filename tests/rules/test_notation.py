"""Names round-trip, and what is no name is refused with what was expected."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.rules.notation import Crossroads, Location, NotationError, RoadId

locations = st.builds(Location.at, st.integers(0, 25), st.integers(0, 98))
lattice = st.builds(Crossroads.at, st.integers(0, 25), st.integers(0, 9))
named = st.sampled_from(["times_square", "christ", "pier_11", "whitehall"]).map(Crossroads)
crossroads = lattice | named
suffixes = st.sampled_from(["", "north", "south", "lane_2"])
roads = st.builds(
    lambda ends, suffix: RoadId.between(ends[0], ends[1], suffix),
    st.tuples(crossroads, crossroads).filter(lambda ends: ends[0] != ends[1]),
    suffixes,
)


@given(locations)
def test_a_location_round_trips(location: Location) -> None:
    assert Location.parse(str(location)) == location


@given(crossroads)
def test_a_crossroads_round_trips(point: Crossroads) -> None:
    assert Crossroads.parse(str(point)) == point


@given(roads)
def test_a_road_round_trips(road: RoadId) -> None:
    assert RoadId.parse(str(road)) == road


@given(st.integers(0, 25), st.integers(0, 9))
def test_a_lattice_crossroads_knows_its_lines(column: int, line: int) -> None:
    assert Crossroads.parse(str(Crossroads.at(column, line))).lattice == (column, line)


def test_columns_are_letters_and_rows_count_from_one() -> None:
    """B3 is in the second column and the third row: no axis is mixed up."""
    assert Location.parse("B3") == Location.at(1, 2)
    assert str(Location.at(11, 5)) == "L6"


def test_a_space_off_the_map_has_a_name() -> None:
    assert str(Location.parse("sphinx_terrace")) == "sphinx_terrace"
    assert Location.parse("sphinx_terrace").column == -1


def test_lines_are_counted_from_zero() -> None:
    assert Crossroads.at(0, 0) == Crossroads.parse("a0")
    assert Crossroads.at(6, 6) == Crossroads.parse("g6")
    assert Crossroads.parse("times_square").lattice is None


@pytest.mark.parametrize("text", ["b2-c2", "b2-b3", "b2-c3", "a1-b0", "b2-c2/north"])
def test_all_shapes_of_road_have_a_name(text: str) -> None:
    assert str(RoadId.parse(text)) == text


def test_the_smaller_end_comes_first_by_letter_then_number() -> None:
    assert str(RoadId.between(Crossroads("c1"), Crossroads("b9"))) == "b9-c1"
    assert str(RoadId.between(Crossroads("b3"), Crossroads("b2"))) == "b2-b3"


def test_the_other_end() -> None:
    road = RoadId.parse("b2-c2")
    assert [str(road.other_end(end)) for end in road.ends] == ["c2", "b2"]


@pytest.mark.parametrize("text", ["", "b3", "B0", "B", "3B", "BB3", "B3 ", "B100", "B-3"])
def test_what_is_no_location_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="like B3"):
        Location.parse(text)


@pytest.mark.parametrize("text", ["", "B3", "b", "b10", "2b", "b-2", "b2 ", "b2-c2"])
def test_what_is_no_crossroads_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="like b2"):
        Crossroads.parse(text)


@pytest.mark.parametrize("text", ["", "b2", "b2c2", "b2-", "b2-c2-d2", "B2-C2", "b2-c2/"])
def test_what_is_no_road_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="like b2-c2"):
        RoadId.parse(text)


@pytest.mark.parametrize("text", ["c2-b2", "b3-b2", "b2-b2"])
def test_a_road_with_its_ends_the_wrong_way_round_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="the smaller end comes first"):
        RoadId.parse(text)
