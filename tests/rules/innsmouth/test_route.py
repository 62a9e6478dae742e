"""What can be walked: worked examples, brute force, and walks with as many turns as predicted."""

import random

import pytest

from samples.simulator.innsmouth.games import small_drawing
from scorer.rules.innsmouth.filled import Filled, InnsmouthMarks, InnsmouthSetup
from scorer.rules.innsmouth.pieces import Character, GoalCard, InnsmouthError, Measure, Tier
from scorer.rules.innsmouth.route import check_route, parse_route, turns, walkable
from scorer.rules.innsmouth.search.drawing import drawing_of
from scorer.rules.innsmouth.search.ends import EndsOf
from scorer.rules.innsmouth.search.walks import route_over
from scorer.rules.innsmouth.town import Town, practice_town
from scorer.rules.notation import Crossroads, NameSet, RoadId
from tests.support.innsmouthbrute import as_route, compare_walks, walks
from tests.support.innsmouthtowns import wet_town

TOWN = practice_town()
# The vertices of the example: n, n_two on side 1; s, s_two, c_two on side 2.
SIDE = {Crossroads(name): side for name, side in (("a1", 1), ("a2", 1), ("b1", 2), ("b2", 2))}


def sections(text: str) -> list[RoadId]:
    return [RoadId(name) for name in text.split()]


def ferry(text: str) -> tuple[Crossroads, Crossroads]:
    one, other = text.split("~")
    return Crossroads(one), Crossroads(other)


def test_i13_two_ferries_with_a_section_between() -> None:
    """a N ~ S c ~ N2 d, with N = a1, S = b1, c = b2, N2 = a2."""
    drawn = sections("a0-a1 b1-b2 a2-a3")
    assert walkable(drawn, [ferry("a1~b1"), ferry("b2~a2")], SIDE)


def test_i13_two_ferries_in_a_row_are_none() -> None:
    assert not walkable(sections("a0-a1 a2-a3"), [ferry("a1~b1"), ferry("b1~a2")], SIDE)


def test_i13_a_walk_never_begins_with_a_ferry() -> None:
    """N N2 ~ S S2 is legal; N2~S and S2~N together are not."""
    drawn = sections("a1-a2 b1-b2")
    assert walkable(drawn, [ferry("a2~b1")], SIDE)
    assert not walkable(drawn, [ferry("a2~b1"), ferry("b2~a1")], SIDE)


def test_a_ferry_joins_different_sides_but_for_the_boatman() -> None:
    drawn = sections("a0-a1 a2-a3")
    assert not walkable(drawn, [ferry("a1~a2")], SIDE)
    assert walkable(drawn, [ferry("a1~a2")], SIDE, boatman=True)
    assert not walkable(drawn, [ferry("a0~b1")], SIDE, boatman=True)
    more = sections("a0-a1 b1-b2 a2-a3 c0-c1")
    assert walkable(more[:3], [ferry("a1~b1"), ferry("b2~a2")], SIDE)
    assert not walkable(more, [ferry("a1~b1"), ferry("b2~a2"), ferry("a3~c0")], SIDE)


def test_the_empty_route_is_one() -> None:
    assert walkable([])
    assert parse_route([], TOWN).segments == ()
    assert not walkable([], [ferry("a1~b1")], SIDE)


def test_four_ferries_may_be_used_and_none_leads_back_to_where_it_began() -> None:
    drawn = sections("a0-b0 a1-b1 a2-b2 a3-b3 a4-b4 a5-b5")
    sailed = [ferry(f"b{n}~a{n + 1}") for n in range(5)]
    assert walkable(drawn[:5], sailed[:4])
    assert not walkable(drawn, sailed)
    assert not walkable(sections("a0-a1 a1-a2"), [ferry("a1~a1")])
    row = sections("g1-g2 g2-g3 c3_south-d3 d3-e3 e3-f3_south g4-g5")
    steps = " ~ ".join(row).split()
    # Sections that share a crossroads are walked so that no ferry leads back there.
    check_route(parse_route(steps[2:], TOWN), TOWN, row, boatman=True)
    with pytest.raises(ValueError, match="at most 4 ferries"):
        check_route(parse_route(steps, TOWN), TOWN, row, boatman=True)
    back = parse_route(["b1-b2", "b2-b3", "~", "b3-c3_north", "c2-c3_north"], TOWN)
    with pytest.raises(ValueError, match="no ferry leads from b3 to b3"):
        check_route(back, TOWN, back.sections, boatman=True)


def test_walkable_says_what_trying_every_walk_says_of_few_drawings() -> None:
    assert 100 < compare_walks(500, seed=4) < 300


@pytest.mark.slow
def test_walkable_says_what_trying_every_walk_says() -> None:
    assert 5_000 < compare_walks(20_000, seed=3) < 15_000


@pytest.mark.slow
@pytest.mark.parametrize("who", [Character.DETECTIVE, Character.BOATMAN])
def test_routes_over_whole_drawings_sail_and_turn_as_found(who: Character) -> None:
    rng = random.Random(8)
    drawings = [small_drawing(rng, TOWN, rng.randint(2, 6)) for _ in range(80)]
    assert sum(_as_found(TOWN, drawn, who) for drawn in drawings) > 8


@pytest.mark.slow
@pytest.mark.parametrize("who", [Character.DETECTIVE, Character.BOATMAN])
def test_routes_sail_and_turn_as_found_where_most_is_at_the_water(who: Character) -> None:
    """Rings with ferries, ferries from where the road runs straight on, all four ferries."""
    rng, sailed = random.Random(8), 0
    for town in (wet_town(rng) for _ in range(15)):
        drawings = [small_drawing(rng, town, rng.randint(2, 4)) for _ in range(5)]
        sailed += sum(_as_found(town, drawn, who) for drawn in drawings)
    assert sailed > 100


def _as_found(town: Town, drawn: list[RoadId], who: Character) -> int:
    """Compare with brute force; return how many routes sail.

    No walk over all sections has fewer ferries, or more turns with as many.
    """
    boatman, seen = who is Character.BOATMAN, 0
    goal = GoalCard(Measure.TURNS, (Tier(1, 1),))
    filled = Filled(
        town, InnsmouthMarks(NameSet(drawn)), InnsmouthSetup(character=who, goals=(goal,))
    )
    drawing = drawing_of(filled)
    ends_of = EndsOf(drawing, 4, boatman=boatman, turning=True)
    found: dict[tuple[int, int], int] = {}
    for sailing in ends_of.sailings(*ends_of.of_set(drawing.everything)):
        route = route_over(drawing, drawing.everything, sailing)
        check_route(route, town, drawn, boatman=boatman)
        assert set(route.sections) == set(drawn)
        key = (len(route.ferries), route.crossing(town))
        assert key == (sailing.ferries, sailing.crossing)
        found[key] = max(found.get(key, 0), turns(route, town))
        seen += bool(route.ferries)
    tried = _by_brute_force(town, drawn, boatman=boatman)
    assert all(tried[key] >= most for key, most in found.items())
    for (ferries, crossing), most in tried.items():
        better = [found[n, m] >= most for n, m in found if n == ferries and m >= crossing]
        assert any(better), drawn
    return seen


def _by_brute_force(
    town: Town, drawn: list[RoadId], *, boatman: bool
) -> dict[tuple[int, int], int]:
    """Return the most turns of all walks over *drawn*, by ferries and crossing ones."""
    found: dict[tuple[int, int], int] = {}
    side: dict[str, int] = dict(town.side.items())
    for steps in walks(drawn, side, boatman, 4):
        if sum(kind != "~" for kind, _, _ in steps) < len(drawn):
            continue
        route = as_route(steps)
        key = (len(route.ferries), sum(side[a] != side[b] for a, b in route.ferries))
        found[key] = max(found.get(key, 0), turns(route, town))
    return found


def test_a_dead_end_is_one_section_and_goes_on_by_ferry_alone() -> None:
    assert "d3_north" in TOWN.dead_ends
    near = TOWN.board.roads_at[Crossroads("d3_north")]
    printed = [road.id for road in near if road.kind.value == "straight"]
    assert printed == ["d2-d3_north"]
    assert parse_route(["d2-d3_north", "~", "d3-d4"], TOWN).text == "d2 d3_north ~ d3 d4"
    with pytest.raises(InnsmouthError, match="does not meet"):
        parse_route(["d2-d3_north", "d3-d4"], TOWN)


def test_a_single_section_between_ferries_is_walked_the_way_that_sails() -> None:
    route = parse_route(["d2-d3_north", "~", "d3-e3", "~", "g2-g3"], TOWN)
    assert [one != two for one, two in route.ferries] == [True, True]
    assert route.crossing(TOWN) == 2


def test_turns_are_counted_as_in_the_base_game_and_a_ferry_is_none() -> None:
    """b1 b2 straight on to b3 (0), ferry, d3 d4 then e4 (1), e4-f5 diagonal (2)."""
    route = parse_route(["b1-b2", "b2-b3", "~", "d3-d4", "d4-e4", "e4-f5"], TOWN)
    assert turns(route, TOWN) == 2


def test_a_closed_route_may_turn_where_it_closes() -> None:
    assert turns(parse_route(["b1-b2", "b2-c2", "c1-c2", "b1-c1"], TOWN), TOWN) == 4


@pytest.mark.parametrize("first", range(6))
def test_a_closed_route_has_as_many_turns_wherever_it_begins(first: int) -> None:
    """Round two quarters: four corners, and twice straight on, at c1 and c2."""
    around = ["b1-c1", "c1-d1", "d1-d2", "c2-d2", "b2-c2", "b1-b2"]
    assert turns(parse_route(around[first:] + around[:first], TOWN), TOWN) == 4


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        (["b1-b2", "~"], "a ferry ~ joins two segments"),
        (["b1-b2", "b1-b2"], "walked twice"),
        (["b1-b2", "b2-c2"], "b2-c2 is not drawn"),
        (["b1-b2", "b2-b3", "b2-c2"], "cannot be walked in this order"),
        (["b1-b2", "~", "d3-d4"], "no ferry leads from b2 to d3"),
        (["b1-b2", "b2-b3", "c2-b2"], "the smaller end comes first"),
    ],
)
def test_a_route_that_cannot_be_is_refused(steps: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        check_route(parse_route(steps, TOWN), TOWN, sections("b1-b2 b2-b3 d3-d4"), boatman=False)
