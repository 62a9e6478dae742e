"""Correcting a taught board: each correction changes its place and nothing else."""

import pytest

from scorer.rules.board.board import CafeBonus, LandmarkKind, Sign
from scorer.rules.city.city import load_city
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.teaching.corrections import (
    CorrectionError,
    renamed,
    with_cafe,
    with_dock,
    with_landmark,
    with_marked,
    with_road_beside,
    with_visit_all,
)
from scorer.rules.values import replace

CITY = load_city("first-city")
BOARD = CITY.practice_board
WORLD = load_city("london")
LONDON = WORLD.practice_board
PLAIN = next(cell.location for cell in BOARD.cells if cell.location not in BOARD.landmark_at)
YELLOW = next(mark for mark in BOARD.landmarks if mark.kind is LandmarkKind.YELLOW)
GREY = next(mark for mark in BOARD.landmarks if mark.kind is LandmarkKind.GREY)


def test_a_landmark_appears_with_the_roads_around_it() -> None:
    mended = with_landmark(BOARD, CITY, PLAIN, LandmarkKind.YELLOW, 5, "Opera")
    (mark,) = mended.landmark_at[PLAIN]
    assert (mark.kind, mark.value, mark.name) == (LandmarkKind.YELLOW, 5, "Opera")
    assert mark.roads == {road.id for road in BOARD.roads if PLAIN in road.locations}
    assert set(mended.landmarks) - {mark} == set(BOARD.landmarks)
    assert PLAIN not in BOARD.landmark_at


def test_a_landmark_is_replaced_and_taken_away() -> None:
    place = YELLOW.locations[0]
    red = with_landmark(BOARD, CITY, place, LandmarkKind.RED)
    assert [mark.kind for mark in red.landmark_at[place]] == [LandmarkKind.RED]
    none = with_landmark(red, CITY, place, None)
    assert place not in none.landmark_at
    assert set(none.landmarks) == set(BOARD.landmarks) - {YELLOW}


def test_a_grey_landmark_takes_the_iconic_id_that_is_free() -> None:
    without = with_landmark(BOARD, CITY, GREY.locations[0], None)
    moved = with_landmark(without, CITY, PLAIN, LandmarkKind.GREY)
    assert moved.landmark_at[PLAIN][0].id == GREY.id


@pytest.mark.parametrize(
    ("kind", "value", "id_", "message"),
    [
        (LandmarkKind.RED, 6, "", "only yellow"),
        (LandmarkKind.YELLOW, 1000, "", "cannot be printed"),
        (LandmarkKind.GREY, None, "lighthouse", "no iconic landmark"),
        (LandmarkKind.GREY, None, GREY.id, "another place"),
        (LandmarkKind.GREY, None, "", "have a place"),
        (LandmarkKind.RED, None, YELLOW.id, "another landmark"),
    ],
)
def test_landmarks_that_cannot_be_are_refused(
    kind: LandmarkKind, value: int | None, id_: str, message: str
) -> None:
    with pytest.raises(CorrectionError, match=message):
        with_landmark(BOARD, CITY, PLAIN, kind, value, id_=id_)


def test_a_part_of_a_larger_landmark_is_left_alone() -> None:
    wide = replace(YELLOW, locations=(*YELLOW.locations, PLAIN), name="Market")
    others = tuple(mark for mark in BOARD.landmarks if mark is not YELLOW)
    board = replace(BOARD, landmarks=(*others, wide))
    with pytest.raises(CorrectionError, match="Market"):
        with_landmark(board, CITY, PLAIN, None)


def test_cafes_come_change_and_go() -> None:
    free = next(point for point in BOARD.crossroads_xy if point not in BOARD.cafe_at)
    added = with_cafe(BOARD, free, CafeBonus.TOURISTS)
    assert added.cafe_at[free].bonus is CafeBonus.TOURISTS
    assert added.cafe_at[free].xy == BOARD.crossroads_xy[free]
    first = BOARD.cafes[0]
    changed = with_cafe(BOARD, first.crossroads, CafeBonus.COORDINATE)
    assert changed.cafe_at[first.crossroads].xy == first.xy
    gone = with_cafe(BOARD, first.crossroads, None)
    assert set(gone.cafes) == set(BOARD.cafes) - {first}


def test_cafes_off_the_page_or_the_map_are_refused() -> None:
    with pytest.raises(CorrectionError, match="page"):
        with_cafe(BOARD, Crossroads.parse("c3"), CafeBonus.SECTION, (-1.0, 5.0))
    with pytest.raises(CorrectionError, match="z9"):
        with_cafe(BOARD, Crossroads.parse("z9"), CafeBonus.SECTION)


def test_visit_them_all_points_are_exactly_those_given() -> None:
    points = [Crossroads.parse(name) for name in ("d4", "b2", "d4")]
    assert list(map(str, with_visit_all(BOARD, points).visit_all)) == ["b2", "d4"]
    with pytest.raises(CorrectionError, match="j1"):
        with_visit_all(BOARD, [Crossroads.parse("j1")])


def test_a_river_takes_one_side_of_a_road_away_and_landmarks_follow() -> None:
    place = YELLOW.locations[0]
    road = next(r for r in BOARD.roads if place in r.locations and len(r.locations) == 2)
    other = next(one for one in road.locations if one != place)
    mended = with_road_beside(BOARD, road.id, [other])
    assert mended.road_of[road.id].locations == (other,)
    mark = next(one for one in mended.landmarks if one.id == YELLOW.id)
    assert mark.roads == YELLOW.roads - {road.id}
    again = with_road_beside(mended, road.id, road.locations)
    assert next(one for one in again.landmarks if one.id == YELLOW.id).roads == YELLOW.roads


def test_a_road_has_only_its_own_two_sides() -> None:
    with pytest.raises(CorrectionError, match="B2, B3"):
        with_road_beside(BOARD, RoadId.parse("b2-c2"), [Location.parse("F6")])
    with pytest.raises(CorrectionError, match="no such road"):
        with_road_beside(BOARD, RoadId.parse("b2-c3"), [])


def test_a_bridge_changes_its_value_comes_and_goes() -> None:
    old, new = RoadId.parse("b4-b5"), RoadId.parse("e3-e4")
    nine = with_marked(LONDON, WORLD, "bridges", old, 9)
    assert dict(nine.marked_as("bridges").values)[old] == 9
    added = with_marked(nine, WORLD, "bridges", new, 4)
    assert added.marked_as("bridges").roads == (*LONDON.marked_as("bridges").roads, new)
    kept = with_marked(added, WORLD, "bridges", new)
    assert dict(kept.marked_as("bridges").values)[new] == 4
    gone = with_marked(added, WORLD, "bridges", old, there=False)
    assert old not in gone.marked_as("bridges").places
    assert old not in dict(gone.marked_as("bridges").values)
    assert gone.marked_as("tube") == LONDON.marked_as("tube")


def test_the_rides_stations_follow_those_that_are_marked() -> None:
    station = Crossroads.parse("c6")
    added = with_marked(LONDON, WORLD, "tube", station)
    assert station in added.marked_as("tube").crossroads
    assert [ride.groups for ride in added.transports] == [(added.marked_as("tube").crossroads,)]
    assert with_marked(added, WORLD, "tube", station, there=False) == LONDON


def test_a_board_that_marks_nothing_yet_takes_its_first_place() -> None:
    bare = replace(LONDON, marked=())
    road = RoadId.parse("c4-d4")
    group = with_marked(bare, WORLD, "bridges", road, 7).marked_as("bridges")
    assert (group.roads, group.values, group.sign) == ((road,), ((road, 7),), Sign.VALUE)


@pytest.mark.parametrize(
    ("id_", "place", "value", "there", "message"),
    [
        ("castles", "b4-b5", None, True, "do not mark"),
        ("bridges", "e3-e4", None, True, "how many PP"),
        ("bridges", "b4-b5", 100, True, "cannot be printed"),
        ("bridges", "e3-e4", None, False, "none of them"),
        ("waterfront", "e3-e4", 5, True, "no PP are printed"),
        ("tube", "b4-b5", None, True, "no such place"),
    ],
)
def test_marks_that_cannot_be_are_refused(
    id_: str, place: str, value: int | None, there: bool, message: str
) -> None:
    with pytest.raises(CorrectionError, match=message):
        with_marked(LONDON, WORLD, id_, RoadId.parse(place), value, there=there)


def test_the_last_place_that_a_goal_card_needs_stays() -> None:
    new_york = load_city("new-york")
    board, old = new_york.practice_board, Location.parse("G4")
    with pytest.raises(CorrectionError, match="goal card"):
        with_marked(board, new_york, "grand-central", old, there=False)
    both = with_marked(board, new_york, "grand-central", Location.parse("H4"))
    moved = with_marked(both, new_york, "grand-central", old, there=False)
    assert list(map(str, moved.marked_as("grand-central").locations)) == ["H4"]


def test_a_dock_is_where_its_ticket_says() -> None:
    new_york = load_city("new-york")
    board, there = new_york.practice_board, Crossroads.parse("b6")
    with pytest.raises(CorrectionError, match="ticket"):
        with_marked(board, new_york, "docks", there)
    moved = with_dock(board, "whitehall", there)
    assert [symbol.dock for symbol in moved.cafe_area if symbol.id == "whitehall"] == [there]
    assert list(map(str, moved.marked_as("docks").crossroads)) == ["b6", "e6"]
    with pytest.raises(CorrectionError, match="no such ticket"):
        with_dock(board, "section-1", there)
    with pytest.raises(CorrectionError, match="z9"):
        with_dock(board, "whitehall", Crossroads.parse("z9"))


def test_names_are_not_empty() -> None:
    assert renamed(BOARD, " Home ").name == "Home"
    assert renamed(BOARD, "Home").id == BOARD.id
    with pytest.raises(CorrectionError, match="1 to 80"):
        renamed(BOARD, "  ")
