"""The town of one's own box told step by step: the practice town from nothing, and chance taps."""

import json
import random

import pytest

from scorer.rules.board.board import LandmarkKind, RoadKind
from scorer.rules.innsmouth.ownbox import town_in, town_told
from scorer.rules.innsmouth.pieces import (
    Bonus,
    Character,
    Deck,
    GoalCard,
    Group,
    InnsmouthError,
    Measure,
    Tier,
)
from scorer.rules.innsmouth.teaching.changes import (
    Change,
    Edge,
    SetBeside,
    SetBonuses,
    SetCard,
    SetCoordinates,
    SetCorner,
    SetDeck,
    SetDiagonals,
    SetGoals,
    SetQuarter,
    SetRiver,
    SetRoad,
    SetSea,
    SetShelter,
    SetSigns,
    SetSpot,
    SetTold,
    SetWater,
)
from scorer.rules.innsmouth.teaching.edits import (
    changed,
    corners_of,
    edges_in,
    lacks_of,
    new_town,
    unlaid_signs,
)
from scorer.rules.innsmouth.teaching.laying import (
    RoadState,
    laid,
    lattice_roads,
    places_in,
    quarters_at,
    streets_in,
)
from scorer.rules.innsmouth.town import (
    PRACTICE,
    Part,
    Spots,
    Town,
    TownFile,
    practice_town,
    town_of,
)
from scorer.rules.jsonfile import to_data
from scorer.rules.notation import Crossroads, Location, RoadId
from tests.support.towntaught import OUR_DEAD_ENDS, dry, taps

ROAD, NONE = RoadState.ROAD, RoadState.NONE


def told(file: TownFile, *changes: Change) -> TownFile:
    for change in changes:
        file = changed(file, change)
    return file


def empty() -> TownFile:
    return new_town("mine", "Mine")


def streets(town: Town) -> dict[object, object]:
    """All of a town's roads: where they run, and which quarters are along them."""
    return {road.id: (road.path, road.locations, road.kind) for road in town.board.roads}


def along(town: Town) -> dict[object, object]:
    return {road.id: (road.locations, road.kind) for road in town.board.roads}


def test_the_practice_town_is_told_by_taps_alone() -> None:
    file = told(empty(), *taps())
    file = told(file, *dry(file))
    mine, ours = town_of(file), practice_town()
    assert along(mine) == along(ours)
    # Where exactly a bank is drawn nobody told: within 2 mm it is as in our file.
    assert mine.board.crossroads_xy.keys() == ours.board.crossroads_xy.keys()
    for point, xy in ours.board.crossroads_xy.items():
        assert mine.board.crossroads_xy[point] == pytest.approx(xy, abs=2), point
    assert mine.side == ours.side
    assert mine.dead_ends == ours.dead_ends
    assert mine.coordinates == ours.coordinates
    assert mine.shelters == ours.shelters
    assert file.caches == ours.file.caches
    assert {q: (m.kind, m.value, m.roads) for q, m in mine.landmark.items()} == {
        q: (m.kind, m.value, m.roads) for q, m in ours.landmark.items()
    }
    assert (file.unknown, lacks_of(file), file.practice) == ((), (), False)


def test_a_file_that_somebody_wrote_is_laid_as_it_is() -> None:
    ours = practice_town().file
    told_of = streets_in(ours)
    odd = {str(road): state for road, state in told_of.states.items() if state is not ROAD}
    assert odd == OUR_DEAD_ENDS
    again = laid(ours, told_of, ours.board)
    assert streets(town_of(again)) == streets(practice_town())
    assert again.sides == ours.sides
    assert again.caches == ours.caches


def test_nothing_told_is_all_roads_and_practice_cards() -> None:
    file = empty()
    board = town_of(file).board
    # 7 x 6 roads across and as many down, and two diagonals in each of 36 quarters.
    kinds = [road.kind for road in board.roads]
    assert kinds.count(RoadKind.STRAIGHT) == 84
    assert kinds.count(RoadKind.DIAGONAL) == 72
    assert file.unknown == tuple(Part)
    assert file.deck == practice_town().file.deck
    assert not file.practice


def test_the_town_of_a_file_is_worked_out_once_and_another_files_is_another() -> None:
    one, other = empty(), new_town("mine", "Theirs")
    assert town_in(one) is town_in(one)
    assert [town_in(file).file.name for file in (one, other, one)] == ["Mine", "Theirs", "Mine"]


def test_a_river_splits_the_crossroads_that_it_takes() -> None:
    """It runs through d3 from west to east: every road there ends at the bank it lies on."""
    file = told(empty(), SetRiver(((-0.5, 2.75), (2.5, 2.75), (3.5, 3.25), (6.5, 3.25))))
    town = town_of(file)
    ends = {str(road.id) for road in town.board.roads if road.kind is RoadKind.STRAIGHT}
    assert "d3" not in town.board.crossroads_xy
    # The river falls to the east: c3 lies below it, e3 above it.
    assert {"c3-d3_south", "d2-d3_north", "d3_north-e3", "d3_south-d4"} <= ends
    assert {town.side[Crossroads(p)] for p in ("d3_north", "e3", "f3", "g3")} == {1}
    assert {town.side[Crossroads(p)] for p in ("a3", "b3", "c3", "d3_south")} == {2}
    # Roads over it are bridges, and quarters across it are not along the roads on its bank.
    assert "b2-b3" in ends
    assert town.board.road_of[RoadId("b3-c3")].locations == (Location("B4"),)


def test_a_river_along_roads_takes_them_away() -> None:
    file = told(empty(), SetRiver(((-0.5, 3.0), (6.5, 3.0))))
    assert streets_in(file).states[RoadId("c3-d3")] is NONE
    assert not any("c3" in str(one) and "d3" in str(one) for one in streets(town_of(file)))
    town = town_of(file)
    assert {str(point) for point in town.board.crossroads_xy if str(point).startswith("c3")} == {
        "c3_north",
        "c3_south",
    }


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (RoadState.FIRST, {"b2-c2_west": ("B2", "B3")}),
        (RoadState.SECOND, {"b2_east-c2": ("B2", "B3")}),
        (RoadState.BOTH, {"b2-c2_west": ("B2", "B3"), "b2_east-c2": ("B2", "B3")}),
        (NONE, {}),
    ],
)
def test_a_road_may_end_dead_on_either_side(
    state: RoadState, expected: dict[str, tuple[str, ...]]
) -> None:
    file = told(empty(), SetRoad(RoadId("b2-c2"), state))
    found = town_of(file)
    stubs = {
        str(road.id): tuple(map(str, road.locations))
        for road in found.board.roads
        if road.kind is RoadKind.STRAIGHT and road.id not in town_of(empty()).board.road_of
    }
    assert stubs == expected
    assert RoadId("b2-c2") not in found.board.road_of
    assert {str(tip) for tip in found.dead_ends} == {
        end for road in expected for end in road.split("-") if "_" in end
    }
    # Tips are by the water: ferries land there.
    assert found.dead_ends <= set(found.side)
    assert streets_in(file).states[RoadId("b2-c2")] is state
    assert town_of(told(file, SetRoad(RoadId("b2-c2"), ROAD))).board.roads == (
        town_of(empty()).board.roads
    )


def test_a_dead_end_at_a_river_stops_on_its_own_bank() -> None:
    river = SetRiver(((-0.5, 2.5), (6.5, 2.5)))
    file = told(empty(), river, SetRoad(RoadId("c2-c3"), RoadState.BOTH))
    tips = {str(name): dead_end.at for name, dead_end in file.dead_ends.items()}
    # The river is 0.22 wide; 0.06 are left free on each bank.
    assert tips == {"c3_north": (2.0, 2.33), "c2_south": (2.0, 2.67)}
    assert {str(name): town_of(file).side[name] for name in file.dead_ends} == {
        "c3_north": 1,
        "c2_south": 2,
    }


def test_a_rounded_corner_takes_its_crossroads_and_gives_it_back() -> None:
    corner = RoadId("f0-g1")
    file = told(empty(), SetCorner(corner, True))
    assert town_of(file).board.road_of[corner].kind is RoadKind.CORNER
    assert Crossroads("g0") not in town_of(file).board.crossroads_xy
    assert {str(road) for road in corners_of(file.board)} == {"a1-b0", "f0-g1", "a5-b6", "f6-g5"}
    assert streets(town_of(told(file, SetCorner(corner, False)))) == streets(town_of(empty()))


def test_the_sea_gives_crossroads_by_the_water_and_a_person_takes_some_away() -> None:
    file = told(empty(), SetSea((Edge.TOP,)), SetWater(Crossroads("c0"), False))
    assert [str(one) for one in file.sides[0]] == ["a0", "b0", "d0", "e0", "f0", "g0"]
    assert edges_in(file) == (Edge.TOP,)
    # What a person said stays while other things change.
    file = told(file, SetRoad(RoadId("b2-c2"), NONE), SetWater(Crossroads("d4"), True))
    file = told(file, SetSea((Edge.TOP, Edge.LEFT)))
    assert Crossroads("c0") not in file.sides[0]
    assert {"d4", "a3", "b0"} <= {str(one) for one in file.sides[0]}
    assert "a3" not in {str(one) for one in told(file, SetSea(())).sides[0]}


def test_a_quarter_across_a_road_may_be_taken_off_it() -> None:
    file = told(empty(), SetBeside(RoadId("b2-c2"), Location("B3"), False))
    assert town_of(file).board.road_of[RoadId("b2-c2")].locations == (Location("B2"),)
    file = told(file, SetRoad(RoadId("b2-c2"), RoadState.FIRST))
    assert town_of(file).board.road_of[RoadId("b2-c2_west")].locations == (Location("B2"),)
    file = told(file, SetBeside(RoadId("b2-c2"), Location("B3"), True))
    assert len(town_of(file).board.road_of[RoadId("b2-c2_west")].locations) == 2


def test_shelters_and_caches_go_along_when_a_crossroads_moves() -> None:
    group = Group(circle=1, cross=1)
    file = told(empty(), SetShelter("d3", group), SetCard("card 1", ("d3", "a1")))
    file = told(file, SetRiver(((-0.5, 3.25), (2.5, 3.25), (3.5, 2.75), (6.5, 2.75))))
    assert file.shelters[0].at in ("d3_north", "d3_south")
    assert file.shelters[0].tourists == group
    assert file.caches["card 1"][0] in ("d3_north", "d3_south")
    assert [one.at for one in told(file, SetRiver(())).shelters] == ["d3"]
    assert told(file, SetShelter(file.shelters[0].at)).shelters == ()


def test_what_is_told_of_quarters_and_cards() -> None:
    file = told(
        empty(),
        SetQuarter(Location("B2"), LandmarkKind.YELLOW, 6, "Lamp"),
        SetQuarter(Location("C2"), LandmarkKind.RED, 6),
        SetDiagonals(Location("C2"), False),
        SetCoordinates((6, 5, 4, 3, 2, 1), (2, 1, 3, 4, 5, 6)),
        SetDeck(Deck(1, 1, 1, 4)),
        SetBonuses(Character.BOATMAN, (Bonus.SECTION, Bonus.SECTION)),
        SetSigns((7, 2, 7)),
    )
    town = town_of(file)
    assert (town.landmark[Location("B2")].value, town.landmark[Location("B2")].name) == (6, "Lamp")
    assert town.landmark[Location("C2")].value is None
    assert town.coordinates[Location("A1")] == (6, 2)
    crossing = [r for r in town.board.roads if r.kind is RoadKind.DIAGONAL]
    assert not any(Location("C2") in road.locations for road in crossing)
    assert file.signs == (2, 7)
    assert file.bonuses[Character.BOATMAN] == (Bonus.SECTION, Bonus.SECTION)
    # A split of seven cards is the box's; what is told of a map a person says to be all.
    assert Part.DECK not in file.unknown
    assert Part.QUARTERS in file.unknown
    assert Part.QUARTERS not in told(file, SetTold(Part.QUARTERS, True)).unknown
    assert told(file, SetTold(Part.QUARTERS, True), SetTold(Part.QUARTERS, False)) == file
    assert Location("B2") not in town_of(told(file, SetQuarter(Location("B2")))).landmark


def test_what_cannot_be_right_yet() -> None:
    star = SetQuarter(Location("B2"), LandmarkKind.YELLOW)
    assert lacks_of(empty()) == ()
    assert lacks_of(told(empty(), star, SetCard("card 1", ()))) == ("star-value", "empty-card")
    # A river beyond the map parts nothing.
    assert lacks_of(told(empty(), SetRiver(((-1.0, -1.0), (7.0, -1.0))))) == ("one-side",)
    # Crossroads lie near one bank of it alone.
    river = SetRiver(((-0.5, 1.75), (6.5, 1.75)))
    assert lacks_of(told(empty(), river)) == ("no-ferry",)
    assert lacks_of(told(empty(), river, SetWater(Crossroads("c1"), True))) == ()


def test_signs_beside_the_map_are_laid_moved_and_taken_away() -> None:
    assert unlaid_signs(empty()) == ("coordinate-1", "section-1", "diagonal-1", "name")
    section = SetSpot("section-1", ((-1.5, 2.0),))
    # The name is tapped from its end: its left one comes first all the same.
    name = SetSpot("name", ((-0.5, -0.8), (-1.75, -0.75)))
    file = told(empty(), section, name)
    assert file.spots == Spots({"section-1": (-1.5, 2.0)}, ((-1.75, -0.75), (-0.5, -0.8)))
    assert unlaid_signs(file) == ("coordinate-1", "diagonal-1")
    moved = told(file, SetSpot("section-1", ((8.5, 2.5),)))
    assert moved.spots.bonuses == {"section-1": (8.5, 2.5)}
    assert told(file, SetSpot("section-1"), SetSpot("name")) == empty()
    # Who has a bonus twice may circle two signs.
    twice = told(file, SetBonuses(Character.BOATMAN, (Bonus.SECTION, Bonus.SECTION)))
    assert unlaid_signs(twice) == ("coordinate-1", "section-2", "diagonal-1")
    # A sign that no card has any more may still be taken away.
    laid = told(twice, SetSpot("section-2", ((-1.5, 2.5),)))
    once = told(laid, SetBonuses(Character.BOATMAN, (Bonus.SECTION,)), SetSpot("section-2"))
    assert once.spots == file.spots
    # Water and roads leave signs where they are.
    assert told(file, SetRiver(((-0.5, 1.75), (6.5, 1.75)))).spots == file.spots


def test_signs_go_into_a_towns_file_and_files_without_them_stay_valid() -> None:
    file = told(empty(), SetSpot("diagonal-1", ((-1.25, 3.0),)))
    data = to_data(file)
    assert town_told(json.dumps(data)).file == file
    del data["spots"]
    assert town_told(json.dumps(data)).file == empty()
    spots = "[spots]\nname = [[-1.5, -0.9], [-0.5, -0.9]]\nbonuses = { section-1 = [-1.5, 2] }\n"
    ours = town_told(PRACTICE.read_text() + spots).file
    assert ours.spots == Spots({"section-1": (-1.5, 2.0)}, ((-1.5, -0.9), (-0.5, -0.9)))
    with pytest.raises(InnsmouthError, match="luck-1"):
        town_told(PRACTICE.read_text() + "[spots]\nbonuses = { luck-1 = [-1.5, 2] }\n")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (SetRoad(RoadId("a0-b1"), NONE), "there is no road a0-b1"),
        (SetCorner(RoadId("b1-c2"), True), "no rounded road b1-c2"),
        (SetRiver(((1.0, 1.0),)), "two points at least"),
        (SetRiver(((1.0, 1.0), (1.0, 1.0))), "two points at least"),
        (SetWater(Crossroads("h9"), True), "there is no crossroads h9"),
        (SetQuarter(Location("A7"), LandmarkKind.RED), "there is no quarter A7"),
        (SetQuarter(Location("A1"), LandmarkKind.GREY), "no grey landmarks"),
        (SetShelter("h9", Group(circle=1)), "there is no crossroads or road h9"),
        (SetCard("card 1", ("h9",)), "there is no crossroads or road h9"),
        (SetDeck(Deck(1, 1, 1, 1)), "7 artefacts, and not 4"),
        (
            SetGoals((GoalCard(Measure.CACHES, (Tier(1, 1),), "red"),)),
            r"goals\[0\]\.of: 'red' is no kind here; expected nothing: caches has no kinds",
        ),
        (SetSpot("luck-1", ((0.0, 0.0),)), "no bonus has the sign luck-1"),
        (SetSpot("section-2", ((0.0, 0.0),)), "no bonus has the sign section-2"),
        (SetSpot("section-1", ((0.0, 0.0), (1.0, 0.0))), "has one place"),
        (SetSpot("name", ((0.0, -1.0),)), "two ends"),
        (SetSpot("name", ((0.0, -1.0), (0.1, -1.0))), "where it ends"),
        # The page ends 52 mm, which are 2.08 quarters, left of the map.
        (SetSpot("section-1", ((-2.1, 0.0),)), "spots.bonuses.section-1: it is not on the page"),
        (SetSpot("name", ((-1.0, -1.2), (0.0, -1.0))), "spots.name: it is not on the page"),
        (SetCoordinates((1, 1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6)), "stands there once"),
    ],
)
def test_what_cannot_be_is_refused(change: Change, said: str) -> None:
    with pytest.raises(InnsmouthError, match=said):
        changed(empty(), change)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(24))
def test_whatever_is_tapped_the_town_stays_whole(seed: int) -> None:
    """No tap is refused; laying the streets again changes nothing; all crossroads are known."""
    luck = random.Random(seed)
    file = empty() if seed % 2 else practice_town().file
    for _ in range(20):
        change = any_tap(luck, file)
        file = changed(file, change)
        if isinstance(change, SetRiver | SetSea | SetRoad | SetCorner | SetBeside):
            assert laid(file, streets_in(file), file.board) == file, change
        assert set(places_in(file)) == set(town_of(file).board.crossroads_xy), change


def any_tap(luck: random.Random, file: TownFile) -> Change:
    roads, places = sorted(lattice_roads(file.board)), sorted(places_in(file))
    road, yes = luck.choice(roads), luck.random() < 0.5
    kind = luck.randrange(10)
    if kind == 0:
        bends = luck.choice([2, 3, 5])
        across = [(-0.5 + 7 * i / (bends - 1), luck.randrange(25) / 4) for i in range(bends)]
        anywhere = [(luck.randrange(-2, 27) / 4, luck.randrange(-2, 27) / 4) for _ in range(4)]
        path = tuple(dict.fromkeys(across if yes else anywhere))
        return SetRiver(path if len(path) > 1 else ())
    if kind == 1:
        return SetSea(tuple(luck.sample(list(Edge), luck.randrange(3))))
    if kind == 2:
        return SetWater(luck.choice(places), yes)
    if kind == 3:
        return SetCorner(luck.choice(sorted(corners_of(file.board))), yes)
    if kind == 4:
        return SetBeside(road, luck.choice(quarters_at(file.board, road)), yes)
    if kind == 5:
        return SetShelter(str(luck.choice(places)), Group(circle=1))
    if kind == 6:
        return SetCard("card 1", tuple(map(str, luck.sample(places, 3))))
    return SetRoad(road, luck.choice(list(RoadState)))
