"""The best route beside brute force, and what is shown beside it."""

import random
from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from itertools import combinations, cycle, product
from typing import Any

import numpy as np
import pytest

from samples.simulator.innsmouth.games import played_board
from scorer.rules.innsmouth.facts import Pass
from scorer.rules.innsmouth.filled import Filled
from scorer.rules.innsmouth.pieces import (
    Bonus,
    Challenge,
    Character,
    GoalCard,
    Measure,
    Tier,
)
from scorer.rules.innsmouth.route import check_route, parse_route, walkable
from scorer.rules.innsmouth.search import best as best_of_search
from scorer.rules.innsmouth.search.best import (
    COLUMNS,
    Limits,
    best_route,
    without_ferries,
    without_threat,
)
from scorer.rules.innsmouth.search.bonuses import best_use, unused, with_sections
from scorer.rules.innsmouth.search.bounds import Columns, most
from scorer.rules.innsmouth.search.drawing import drawing_of, listed
from scorer.rules.innsmouth.search.ends import EndsOf, Sort
from scorer.rules.innsmouth.search.options import Option, beats, options_of, passing_of
from scorer.rules.innsmouth.search.whole import best_over, given_route, whole_route
from scorer.rules.innsmouth.town import load_town, practice_town
from scorer.rules.innsmouth.worth import Ground, Worth
from scorer.rules.notation import RoadId
from scorer.rules.values import replace as with_changes
from tests.support.innsmouthbrute import as_route, bests_of, compare_best, small_board, walks
from tests.support.innsmouthtowns import PLAIN, board, middle_town, plain_town, wet_town

TOWN = practice_town()


@pytest.mark.slow
@pytest.mark.parametrize("seed", [11, 12])
def test_no_walk_and_no_policy_is_better(seed: int) -> None:
    """``python -m tests.support.innsmouthbrute`` does the same for 500 boards."""
    assert compare_best(200, seed) > 20


@pytest.mark.slow
@pytest.mark.parametrize("who", list(Character))
def test_no_walk_is_better_where_most_is_at_the_water(who: Character) -> None:
    """Beside every walk: many ferries, few symbols. Only the Warlock, who opens none, has caches.

    The same without ferries, and without threat.
    """
    rng, sailed = random.Random(who.value), 0
    for town in (wet_town(rng) for _ in range(8)):
        for _ in range(6):
            filled = small_board(rng, town, rng.randint(2, 4), who)
            threats = dict.fromkeys(list(filled.symbols)[: rng.randint(0, 2)], 1)
            filled = replace(filled, marks=with_changes(filled.marks, threats=threats))
            if who is not Character.WARLOCK:
                filled = replace(filled, setup=with_changes(filled.setup, caches=()))
            ground = Ground(filled)
            best = best_route(ground)
            assert best.optimal
            right = bests_of(filled)
            assert best.worth.value == pytest.approx(right.of_all)
            assert ground.value(ground.passed(best.route)) == pytest.approx(best.worth.value)
            assert without_ferries(ground).worth.value == pytest.approx(right.dry)
            assert without_threat(ground).worth.value == pytest.approx(right.calm)
            sailed += len(best.route.ferries)
    assert sailed > 5


@pytest.mark.slow
@pytest.mark.parametrize("who", list(Character))
def test_a_whole_game_is_proved_and_its_route_is_worth_what_it_says(who: Character) -> None:
    filled = played_board(random.Random(who.value), TOWN, who)
    ground = Ground(filled)
    best = best_route(ground)
    assert best.optimal
    boatman = who is Character.BOATMAN
    check_route(best.route, TOWN, filled.marks.sections, boatman=boatman)
    assert walkable(best.route.sections, best.route.ferries, TOWN.side, boatman=boatman)
    assert ground.passed(best.route) == best.passed
    assert ground.value(best.passed) == pytest.approx(best.worth.value)
    # Whoever names these sections alone is told the same worth.
    over = best_over(ground, best.route.sections)
    assert ground.value(ground.passed(over)) == pytest.approx(best.worth.value)


@pytest.mark.slow
@pytest.mark.parametrize("who", list(Character))
def test_no_route_has_a_better_chance_in_solo(who: Character) -> None:
    """Brute force over walks; the policy of each is that of its own check."""
    rng = random.Random(who.value)
    for points in (8, 20):
        filled = small_board(rng, TOWN, 5, who)
        ground = Ground(filled, Challenge(points, 5 if filled.setup.goals else 0))
        side: dict[str, int] = dict(TOWN.side.items())
        boatman = who is Character.BOATMAN
        tried = walks(list(filled.marks.sections), side, boatman, 4)
        passes = {ground.passed(as_route(steps)) for steps in tried}
        chance = max(ground.value(passed) for passed in passes)
        assert best_route(ground).worth.value == pytest.approx(chance)


def test_nothing_drawn_is_the_empty_route() -> None:
    best = best_route(Ground(board(TOWN)))
    assert (best.route.text, best.worth.value, best.optimal) == ("", 0, True)
    assert whole_route(board(TOWN)).text == ""


def test_among_equals_the_longer_route_is_best() -> None:
    best = best_route(Ground(board(plain_town("yellow A1=5"), sections="b0-b1 b1-b2 b2-b3")))
    assert (best.worth.value, best.worth.length) == (5, 3)


def test_among_equals_more_goal_vp_go_first() -> None:
    """A star of 5 along three sections, or a goal of 5 VP for a turn along two."""
    goal = GoalCard(Measure.TURNS, (Tier(1, 5),))
    drawn = "b0-b1 b1-b2 b2-b3 e4-e5 e5-f5"
    best = best_route(Ground(board(plain_town("yellow A1=5"), sections=drawn, goals=(goal,))))
    assert set(best.route.sections) == {"e4-e5", "e5-f5"}
    assert best.worth == (5, 5, 0, 2)


def test_among_equals_the_lower_threat_level_goes_first() -> None:
    """A star of 5 along three sections beside a symbol that reaches nobody, or along one."""
    town = plain_town("yellow A1=5 E6=5")
    best = best_route(Ground(board(town, symbols="B1", sections="b0-b1 b1-b2 b2-b3 e5-f5")))
    assert best.route.sections == ("e5-f5",)
    assert best.worth == (5, 0, 0, 1)


def test_a_stopped_search_says_what_is_open() -> None:
    filled = played_board(random.Random(3), TOWN, Character.DETECTIVE)
    best = best_route(Ground(filled), None, lambda: True)
    assert not best.optimal
    whole = best_route(Ground(filled))
    assert 0 < best.worth.value <= whole.worth.value
    assert best.worth.value + best.at_most_more >= whole.worth.value


def test_a_search_stopped_before_ferries_says_what_they_may_give() -> None:
    """The stars of A1 (5) and A4 (10) lie beside two sections, joined by a ferry."""
    town = plain_town("yellow A1=5 A4=10", water=("a0", "a4"))
    ground = Ground(board(town, sections="a0-b0 a4-b4"))
    assert best_route(ground).worth.value == pytest.approx(15)
    best = best_route(ground, None, lambda: True)
    assert (best.worth.value, best.optimal) == (10, False)
    assert best.at_most_more == pytest.approx(5)


def test_only_routes_over_needed_sections_are_looked_for() -> None:
    ground = Ground(board(plain_town("yellow A1=5"), sections="b0-b1 e4-e5"))
    floor = best_route(ground).worth
    best = best_route(ground, Limits(needed=2, floor=floor))
    assert best.route.text == ""


def test_what_beats_a_floor_may_take_two_parts_together() -> None:
    """Two lines of three sections and a ferry: all six give 50, any other route nothing."""
    town = plain_town(water=("a0", "a4"))
    drawn = "a0-b0 b0-c0 c0-d0 a4-b4 b4-c4 c4-d4"
    goal = GoalCard(Measure.LENGTH, (Tier(6, 50),))
    ground = Ground(board(town, sections=drawn, goals=(goal,)))
    for needed in range(1, 7):
        best = best_route(ground, Limits(needed=needed, floor=Worth(40, 40, 0, 3)))
        assert (best.worth.value, best.passed.length) == (pytest.approx(50), 6)
    none = best_route(ground, Limits(needed=1, floor=Worth(60, 60, 0, 3)))
    assert none.route.text == ""


def test_the_end_bonus_is_drawn_where_it_helps_most() -> None:
    """c2-d2 joins both halves: B1 (5), D3 (7) along one route."""
    town = plain_town("yellow B1=5 D3=7")
    filled = board(town, sections="b1-c1 c1-c2 d2-d3", bonuses=(Bonus.SECTION,))
    use = best_use(Ground(filled), best_route(Ground(filled)))
    assert use is not None
    assert use.drawn == ((Bonus.SECTION, "c2-d2"),)
    assert use.best.worth.value == 12
    assert unused(filled) == (Bonus.SECTION,)


def test_a_route_over_both_halves_that_a_bonus_joins_is_as_long_as_both() -> None:
    """Two sections, one, and c2-d2 between: four, for 50. Neither half has so many."""
    goal = GoalCard(Measure.LENGTH, (Tier(4, 50),))
    halves = "b1-c1 c1-c2 d2-d3"
    filled = board(plain_town(), sections=halves, bonuses=(Bonus.SECTION,), goals=(goal,))
    use = best_use(Ground(filled), best_route(Ground(filled)))
    assert use is not None
    assert (use.drawn, use.best.worth.value) == (((Bonus.SECTION, "c2-d2"),), 50)


def test_a_route_over_both_halves_that_a_bonus_joins_takes_the_caches_of_both() -> None:
    """A closed artefact gives 7 (A7): one at b1, one at d3."""
    halves = "b1-c1 c1-c2 d2-d3"
    filled = board(plain_town(), sections=halves, bonuses=(Bonus.SECTION,), caches=("b1", "d3"))
    best = best_route(Ground(filled))
    use = best_use(Ground(filled), best)
    assert use is not None
    assert best.worth.value == 7
    assert (use.drawn, use.best.worth.value) == (((Bonus.SECTION, "c2-d2"),), 14)


def test_a_route_over_both_halves_that_a_bonus_joins_takes_the_shelters_of_both() -> None:
    """○1 hides at b1 and at d3, B1 and D3 are red: 2 × 2 together, 1 × 1 in either half."""
    hidden = '{ at = "b1", tourists = { circle = 1 } }, { at = "d3", tourists = { circle = 1 } }'
    town = plain_town("red B1 D3", hidden)
    filled = board(town, sections="b1-c1 c1-c2 d2-d3", bonuses=(Bonus.SECTION,))
    best = best_route(Ground(filled))
    use = best_use(Ground(filled), best)
    assert use is not None
    assert best.worth.value == 1
    assert (use.drawn, use.best.worth.value) == (((Bonus.SECTION, "c2-d2"),), 4)


def test_what_a_bonus_goes_on_from_is_passed_whole() -> None:
    """A section at c2 reaches C3 (4), less than the 5 of B1 at the other end, beside b1-c1.

    So nothing helps unless both sections are known to hang together.
    """
    town = plain_town("yellow B1=5 C3=4")
    filled = board(town, sections="b1-c1 c1-c2", bonuses=(Bonus.SECTION,))
    use = best_use(Ground(filled), best_route(Ground(filled)))
    assert use is not None
    assert use.best.worth.value == 9
    assert use.drawn[0][1] in {"c2-c3", "c2-d2"}


@pytest.mark.slow
def test_no_other_place_for_the_end_bonus_is_better() -> None:
    filled = board(
        TOWN, "B2 ○2; E5 ×2; D4 △1", "C2", "b1-b2 b2-b3 d3-d4", bonuses=(Bonus.DIAGONAL,)
    )
    best = best_route(Ground(filled))
    use = best_use(Ground(filled), best)
    roads = [road.id for road in TOWN.board.roads if road.kind.value == "diagonal"]
    tried = [best_route(Ground(with_sections(filled, (road,)))).worth.value for road in roads]
    assert use is not None
    assert use.best.worth.value == max(tried) > best.worth.value


BOTH = (Bonus.SECTION, Bonus.DIAGONAL)


def test_two_end_bonuses_that_help_only_together_are_found() -> None:
    """From c2 to e3 it takes both: c2-d2 and the diagonal through D3, or others of such kinds.

    B1 (5) is beside what hangs together at c2, E4 (9) beside e3-f3.
    """
    town = plain_town("yellow B1=5 E4=9")
    filled = board(town, sections="b1-c1 c1-c2 e3-f3", bonuses=BOTH)
    best = best_route(Ground(filled))
    use = best_use(Ground(filled), best)
    assert use is not None
    assert {bonus for bonus, _ in use.drawn} == set(BOTH)
    assert best.worth.value == 9
    assert use.best.worth.value == 14
    assert use.best.optimal


SMALL = (
    PLAIN.replace("columns = 6", "columns = 3")
    .replace("rows = 6", "rows = 3")
    .replace("[1, 2, 3, 4, 5, 6]", "[1, 2, 3]")
    .replace("sides = [[], []]", 'sides = [["a1", "d1"], ["a2", "c2", "d2"]]')
    .replace("shelters = [ SHELTERS ]", "")
)
MARKS = 'A1 = { kind = "red" }\nC1 = { kind = "yellow", value = 6 }\nB3 = { kind = "green" }\n'


def every_use(filled: Filled) -> float:
    """The worth of the best route over every use of any of the unused end bonuses."""
    roads = {
        bonus: [
            road.id
            for road in filled.town.board.roads
            if (road.kind.value == "diagonal") == (bonus is Bonus.DIAGONAL)
            and road.id not in filled.marks.sections
        ]
        for bonus in BOTH
    }
    bonuses = unused(filled)
    uses = {
        frozenset(use)
        for size in range(len(bonuses) + 1)
        for kinds in combinations(bonuses, size)
        for use in product(*(roads[kind] for kind in kinds))
    }
    # What a route passes is worth the same whatever is drawn: that is worked out once for all.
    ground, found = Ground(filled), []
    for use in uses:
        drawn = copy(ground)
        drawn.filled = with_sections(filled, use)
        found.append((drawn.filled, best_route(drawn)))
    for anew, best in found[::40]:
        assert best_route(Ground(anew)).worth.value == pytest.approx(best.worth.value)
    most, best = max(found, key=lambda one: float(one[1].worth.value))
    assert Ground(most).value(best.passed) == pytest.approx(best.worth.value)
    return float(best.worth.value)


TINY = (
    SMALL.replace("columns = 3", "columns = 2")
    .replace("rows = 3", "rows = 2")
    .replace("[1, 2, 3]", "[1, 2]")
    .replace('[["a1", "d1"], ["a2", "c2", "d2"]]', '[["a1", "c1"], ["a2", "b2"]]')
)
TINY_MARKS = 'A1 = { kind = "red" }\nB1 = { kind = "yellow", value = 6 }\nB2 = { kind = "green" }\n'


@pytest.mark.slow
@pytest.mark.parametrize(
    ("who", "kinds"), list(zip(Character, cycle(["ssd", "sdd", "sss"]), strict=False))
)
def test_no_other_three_end_bonuses_are_better(who: Character, kinds: str) -> None:
    """Beside every use on a town of four quarters, of one, two and three bonuses."""
    luck, town = random.Random(who.value + kinds), load_town((TINY + TINY_MARKS).encode())
    printed = [road.id for road in town.board.roads if road.kind.value != "diagonal"]
    for drawn in (0, 3):
        filled = board(
            town,
            "; ".join(f"{q} {luck.choice('○□△×')}{luck.randint(1, 3)}" for q in town.quarters),
            str(luck.choice(town.quarters)),
            " ".join(luck.sample(printed, drawn)),
            character=who,
            caches=("b1", "c2"),
            goals=(GoalCard(Measure.LENGTH, (Tier(3, 5), Tier(5, 9))),),
            bonuses=tuple({"s": Bonus.SECTION, "d": Bonus.DIAGONAL}[kind] for kind in kinds),
        )
        best = best_route(Ground(filled))
        use = best_use(Ground(filled), best)
        assert (use.best if use else best).worth.value == pytest.approx(every_use(filled))
        assert use is None or use.best.optimal


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "who"), [(1, Character.WARLOCK), (7, Character.COLLECTOR), (14, Character.HUNTRESS)]
)
def test_after_a_whole_game_the_use_of_three_end_bonuses_is_proved(
    seed: int, who: Character
) -> None:
    """Beside every use, on a town where ten rounds leave few roads without a section."""
    filled = played_board(random.Random(seed), middle_town(), who, unused=set(Bonus))
    bonuses = (Bonus.SECTION, Bonus.SECTION, Bonus.DIAGONAL)
    filled = replace(filled, setup=with_changes(filled.setup, bonuses=bonuses))
    best = best_route(Ground(filled))
    use = best_use(Ground(filled), best)
    assert len(filled.marks.sections) > 14
    assert use is not None
    assert use.best.optimal
    assert use.best.worth.value == pytest.approx(every_use(filled))
    assert use.best.worth.value > best.worth.value + 1


def test_an_end_bonus_may_be_walked_by_itself() -> None:
    """Nothing drawn is worth anything: one section beside E4 (9) is the route."""
    town = plain_town("yellow E4=9")
    filled = board(town, sections="a5-a6", bonuses=(Bonus.SECTION,))
    use = best_use(Ground(filled), best_route(Ground(filled)))
    assert use is not None
    assert use.best.worth.value == 9
    assert use.best.optimal


def test_where_no_route_is_left_there_is_no_bound() -> None:
    goals = (GoalCard(Measure.TOURISTS, (Tier(1, 5),)),)
    ground = Ground(board(plain_town("yellow A1=5"), sections="a0-b0", goals=goals))
    nothing = dict.fromkeys(COLUMNS, np.zeros(0, np.int64))
    assert most(ground, nothing, (0,)).shape == (0,)


@pytest.mark.parametrize("who", list(Character))
@pytest.mark.parametrize("calm", [False, True])
def test_no_quick_bound_is_too_low(who: Character, calm: bool) -> None:
    """Beside what may be passed, chosen by chance; each goal card in turn, two to a board."""
    rng, goals = random.Random(who.value), every_goal()
    for pair in zip(goals[::2], goals[1::2], strict=True):
        filled = played_board(rng, TOWN, who)
        threats = {} if calm else dict(list(filled.symbols.items())[:3])
        marks = with_changes(filled.marks, threats=threats)
        filled = replace(filled, marks=marks, setup=with_changes(filled.setup, goals=pair))
        ground = Ground(filled)
        for _ in range(4):
            length, ferries = rng.randint(3, 20), 0 if calm else 1
            ferries = 4 if who is Character.BOATMAN else ferries
            passed = Pass(
                rng.getrandbits(36) | rng.getrandbits(36),
                rng.getrandbits(len(filled.caches)),
                rng.getrandbits(len(TOWN.shelters)),
                length,
                rng.randint(0, length),
                ferries,
                ferries,
            )
            columns = {name: np.array([getattr(passed, name)], np.int64) for name in COLUMNS}
            bound = most(ground, columns, range(ground.level(passed) + 1))[0]
            assert ground.value(passed) <= bound + 1e-9


def test_no_quick_bound_of_rituals_is_too_low() -> None:
    """Three caches × the four tourists whom the ritual takes: 12. Source: "Warlock"."""
    caches = ("b1", "b2", "c2")
    ground = Ground(board(TOWN, "A2 ○4", "A2", character=Character.WARLOCK, caches=caches))
    passed = Pass(ground.occupied, 0b111, 0, 3, 0)
    columns = {name: np.array([getattr(passed, name)], np.int64) for name in COLUMNS}
    assert ground.value(passed) == 12
    assert most(ground, columns)[0] >= 12


def every_goal() -> list[GoalCard]:
    """Cards for all that can be measured, with a tier for each number and much at stake."""
    tiers = tuple(Tier(n, 3 * n) for n in (1, 2, 3, 4, 5, 7, 9, 12, 16, 20, 24))
    kinds = {Measure.TOURISTS: ("", "cross"), Measure.LANDMARKS: ("", "red")}
    return [GoalCard(one, tiers, of) for one in Measure for of in kinds.get(one, ("",))]


@pytest.mark.slow
@pytest.mark.parametrize("who", list(Character))
def test_no_other_pair_of_end_bonuses_is_better(who: Character) -> None:
    """Beside every use on a town of nine quarters, with ferries, symbols, caches and a goal."""
    luck, town = random.Random(who.value), load_town((SMALL + MARKS).encode())
    roads = [road.id for road in town.board.roads]
    quarters = luck.sample(town.quarters, 4)
    filled = board(
        town,
        "; ".join(f"{q} {luck.choice('○□△×')}{luck.randint(1, 3)}" for q in quarters),
        " ".join(luck.sample(town.quarters, 2)),
        " ".join(luck.sample(roads, 4)),
        character=who,
        caches=("b1", "c3"),
        goals=(GoalCard(Measure.LENGTH, (Tier(4, 5), Tier(6, 9))),),
        bonuses=BOTH,
    )
    best = best_route(Ground(filled))
    use = best_use(Ground(filled), best)
    assert (use.best if use else best).worth.value == pytest.approx(every_use(filled))
    assert use is None or use.best.optimal


@pytest.mark.parametrize("bonuses", [BOTH, (*BOTH, Bonus.SECTION)])
def test_a_search_for_end_bonuses_that_is_stopped_says_how_much_more_there_may_be(
    bonuses: tuple[Bonus, ...],
) -> None:
    town = plain_town("yellow B1=5 E4=9")
    filled = board(town, sections="b1-c1 c1-c2 e3-f3", bonuses=bonuses)
    best = best_route(Ground(filled))
    for patience in range(1, 60, 6):
        asked = iter(range(patience))

        def stop(left: Iterator[int] = asked) -> bool:
            return next(left, None) is None

        use = best_use(Ground(filled), best, stop)
        assert use is not None
        assert use.best.worth.value + use.best.at_most_more >= 14


@pytest.mark.parametrize("patience", [0, 1, 2, 3, 1000])
def test_where_the_one_use_that_helps_was_not_looked_at_to_the_end_it_counts_as_open(
    patience: int,
) -> None:
    """A2 (5) is beside b1-b2, E5 (7) beside e4-e5. b1-c1 leads to the water, and a ferry to e4.

    No other section promises more than E5's 7.
    """
    town = plain_town("yellow A2=5 E5=7", water=("c1", "e4"))
    filled = board(town, sections="b1-b2 e4-e5", bonuses=(Bonus.SECTION,))
    best = best_route(Ground(filled))
    assert best.worth.value == 7
    asked = iter(range(patience))
    use = best_use(Ground(filled), best, lambda: next(asked, None) is None)
    assert use is not None
    assert use.best.worth.value + use.best.at_most_more == 12
    assert use.best.optimal == (patience == 1000)


@pytest.mark.parametrize("who", [Character.DETECTIVE, Character.BOATMAN])
def test_four_ferries_join_five_pieces(who: Character) -> None:
    """Source: "Ferries": four at most, from side to side; the Boatman's may stay on one side."""
    water = ("b0 b1 b2 b3", "a1 a2 a3 a4")
    if who is Character.BOATMAN:
        water = (" ".join(water), "")
    drawn, goal = [f"a{n}-b{n}" for n in range(6)], GoalCard(Measure.LENGTH, (Tier(5, 50),))
    town = plain_town(water=water)
    ground = Ground(board(town, sections=" ".join(drawn), character=who, goals=(goal,)))
    five = board(town, sections=" ".join(drawn[:5]), character=who)
    best = best_route(ground)
    assert best.optimal
    assert best.worth.value == pytest.approx(50)
    for route in (best.route, whole_route(five), best_over(ground, five.marks.sections)):
        assert len(route.ferries) == 4
        assert set(route.sections) == set(five.marks.sections)
    assert best_route(ground, Limits(ferries=3)).worth.value == 0


def test_a_boatman_does_not_end_by_a_ferry_to_where_he_began() -> None:
    """N N2 ~ S S2: one ferry, 10 VP. N2 ~ S and S2 ~ N would begin or end the walk.

    Source: "Boatman"; a ferry joins two segments, so none begins or ends the route.
    """
    town = plain_town(water=("b1 c1", "b2 c2"))
    ground = Ground(board(town, sections="b1-c1 b2-c2", character=Character.BOATMAN))
    best = best_route(ground)
    assert (best.worth.value, best.optimal, len(best.route.ferries)) == (10, True, 1)
    assert len(best_over(ground, best.route.sections).ferries) == 1


def test_a_ring_is_left_where_the_road_runs_straight_on() -> None:
    """Round B2 and C2, and by ferry along a straight line to the star of F5 (10).

    From c1 all four corners are turns, 8 VP. From d1 one could sail too, but at c1 it is
    straight on then: three turns. Source: goal cards, turns; "Ferries".
    """
    ring, line = "b1-c1 c1-d1 d1-d2 c2-d2 b2-c2 b1-b2", "a5-b5 b5-c5 c5-d5 d5-e5 e5-f5 f5-g5"
    town = plain_town("yellow F5=10", water=("c1 d1", "a5"))
    goal = GoalCard(Measure.TURNS, (Tier(4, 8),))
    ground = Ground(board(town, sections=f"{ring} {line}", goals=(goal,)))
    best = best_route(ground)
    assert (best.worth.value, best.optimal) == (18, True)
    assert (best.passed.turns, best.passed.ferries, best.passed.length) == (4, 1, 12)
    assert best_over(ground, best.route.sections).ferries in ((("c1", "a5"),), (("a5", "c1"),))
    for goals in ((goal,), (goal, GoalCard(Measure.LENGTH, (Tier(1, 1),)))):
        whole = board(town, sections=f"{ring} {line}", goals=goals)
        assert Ground(whole).passed(whole_route(whole)).turns == 4


def test_all_parts_together_may_be_as_long_as_the_longest_of_each() -> None:
    """Three lines, the second section of each with a symbol: all six by two ferries, L = 5.

    ○4 × the red A1 are 4, and gone unless all dice succeed: 4 / 243. Six sections give 50.
    The first section alone is worth 4.
    """
    town = plain_town("red A1", water=("a0 a4", "a2 c2"))
    lines = " ".join(f"a{n}-b{n} b{n}-c{n}" for n in (0, 2, 4))
    goal = GoalCard(Measure.LENGTH, (Tier(6, 50),))
    best = best_route(Ground(board(town, "A1 ○4", "B1 B3 B5", lines, goals=(goal,))))
    assert best.worth.value == pytest.approx(50 + 4 / 243)
    assert (best.optimal, best.passed.length, best.worth.calm) == (True, 6, -5)


def test_all_parts_together_may_turn_as_often_as_each() -> None:
    """As above, with a turn before the second section of each line, and three turns for 50."""
    town = plain_town("red A1", water=("a0 a4", "a2 b3"))
    lines = " ".join(f"a{n}-b{n} b{n}-b{n + 1}" for n in (0, 2, 4))
    goal = GoalCard(Measure.TURNS, (Tier(3, 50),))
    best = best_route(Ground(board(town, "A1 ○4", "B1 B3 B5", lines, goals=(goal,))))
    assert best.worth.value == pytest.approx(50 + 4 / 243)
    assert (best.optimal, best.passed.turns, best.worth.calm) == (True, 3, -5)


def test_symbols_that_need_not_be_passed_cost_nothing() -> None:
    """A1's ○9 (red) by themselves: 9, no dice. With two symbols along: 9 / 9, and the star 3.

    So what beats 8 is found, though all that is drawn would give 4.
    """
    town = plain_town("red A1; yellow A4=3", water=("a0", "a3"))
    ground = Ground(board(town, "A1 ○9", "B1 B3 B4", "a0-a1 a0-b0 a3-b3 b3-c3"))
    best = best_route(ground, Limits(needed=1, floor=Worth(8, 0, 0, 1)))
    assert best.worth.value == pytest.approx(9)
    assert set(best.route.sections) == {"a0-a1", "a0-b0"}


def test_all_parts_together_may_pass_the_shelters_of_each() -> None:
    """Two shelters by a ferry give 50; the line that is looked at first is worth 4 by itself."""
    hidden = ", ".join(f'{{ at = "{at}", tourists = {{ square = 1 }} }}' for at in ("b2", "b4"))
    town = plain_town("red A1", hidden, ("c0 a2", "a4"))
    goal = GoalCard(Measure.SHELTERS, (Tier(2, 50),))
    drawn = "a0-b0 b0-c0 a2-b2 a4-b4"
    best = best_route(Ground(board(town, "A1 ○4", "B1", drawn, goals=(goal,))))
    assert best.worth.value == pytest.approx(50)
    assert set(best.route.sections) == {"a2-b2", "a4-b4"}


def test_where_not_all_sets_are_listed_it_is_not_called_proved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of two sections in a row with symbols: both, either or none."""
    drawing = drawing_of(board(plain_town(), sections="b2-c2 c2-d2"))
    every = [listed(drawing, drawing.everything, drawing.everything, n)[1] for n in (2, 3, 4)]
    assert every == [False, False, True]
    filled = played_board(random.Random(3), TOWN, Character.DETECTIVE)
    proved = best_route(Ground(filled))
    monkeypatch.setattr(best_of_search, "LISTED", 2)
    some = best_route(Ground(filled))
    assert (proved.optimal, some.optimal) == (True, False)
    assert some.worth.value <= proved.worth.value <= some.worth.value + some.at_most_more


@pytest.mark.parametrize(
    ("other", "as_good"),
    [
        ({}, True),
        ({"quarters": 1, "caches": 1, "shelters": 1, "length": 2, "straight": 0}, True),
        ({"quarters": 7}, False),
        ({"caches": 7}, False),
        ({"shelters": 7}, False),
        ({"length": 5}, False),
        ({"pieces": 1}, False),
        # Three joints that may be turns, and not two.
        ({"straight": 0}, False),
        ({"ends": ((Sort(True, 0, 4), 3),)}, False),
        ({"ends": ((Sort(False, 0, 4), 1),)}, False),
        ({"ends": ((Sort(False, 0, 4), 1), (Sort(True, 0, 4), 1))}, False),
    ],
)
def test_an_option_that_gives_all_that_another_gives_is_as_good(
    other: dict[str, Any], as_good: bool
) -> None:
    one = Option(15, 3, 3, 3, 4, 1, 2, ((Sort(True, 0, 4), 1),))
    assert beats(one, replace(one, **other), turning=True) is as_good
    if "straight" in other:
        assert beats(one, replace(one, **other), turning=False)


def test_options_say_whether_all_sets_were_looked_at() -> None:
    filled = played_board(random.Random(3), TOWN, Character.DETECTIVE)
    drawing = drawing_of(filled)
    part = max(drawing.parts, key=int.bit_count)
    sets, _ = listed(drawing, part, drawing.everything, 1 << 17)
    ends_of = EndsOf(drawing, 4, boatman=False, turning=False)

    def every(columns: Columns) -> Any:
        return columns["length"] > 0

    passing = passing_of(filled, drawing)
    whole = [options_of(sets, passing, ends_of, 0, every, stop)[1] for stop in (None, lambda: True)]
    assert len(sets) > 64
    assert whole == [True, False]


def test_a_route_that_is_named_is_checked_for_its_character() -> None:
    """From b3 to c3_north it is not across the river: the Boatman's ferry alone."""
    way = ("b2-b3", "~", "c2-c3_north")
    drawn = "b2-b3 c2-c3_north"
    sailed = given_route(board(TOWN, sections=drawn, character=Character.BOATMAN), way)
    assert len(sailed.ferries) == 1
    with pytest.raises(ValueError, match="no ferry leads from b3 to c3_north"):
        given_route(board(TOWN, sections=drawn), way)
    with pytest.raises(ValueError, match=r"\$\.route: c2-c3_north is not drawn"):
        best_over(Ground(board(TOWN, sections="b2-b3")), [RoadId(way[0]), RoadId(way[2])])


def test_too_many_sections_are_refused_in_words() -> None:
    """A machine word has 64 bits."""
    every = [road.id for road in TOWN.board.roads]
    assert len(drawing_of(board(TOWN, sections=" ".join(every[:64]))).sections) == 64
    with pytest.raises(ValueError, match="65 are drawn; no game draws more than 64"):
        best_route(Ground(board(TOWN, sections=" ".join(every[:65]))))


def test_what_is_left_on_the_board_is_the_route() -> None:
    route = whole_route(board(TOWN, sections="c1-c2 c2-c3_north c3_south-d3"))
    assert parse_route(["c1-c2", "c2-c3_north", "~", "c3_south-d3"], TOWN).crossing(TOWN) == 1
    assert len(route.ferries) == 1
    with pytest.raises(ValueError, match="cannot all be walked"):
        whole_route(board(TOWN, sections="c1-c2 e4-e5"))


def test_three_end_bonuses_that_help_only_together_are_found() -> None:
    """From c2 (B1, 5) to e5 (E6, 9) it is two to the right and three down: two are diagonals."""
    town = plain_town("yellow B1=5 E6=9")
    filled = board(town, sections="b1-c1 c1-c2 e5-f5", bonuses=(*BOTH, Bonus.DIAGONAL))
    best = best_route(Ground(filled))
    use = best_use(Ground(filled), best)
    assert use is not None
    assert best.worth.value == 9
    assert (len(use.drawn), use.best.worth.value) == (3, 14)
    assert use.best.optimal


def test_of_four_end_bonuses_the_best_three_are_shown_and_not_called_proved() -> None:
    town = plain_town("yellow B1=5 E4=9 A6=7")
    filled = board(town, sections="b1-c1 c1-c2 e3-f3", bonuses=(*BOTH, *BOTH))
    use = best_use(Ground(filled), best_route(Ground(filled)))
    assert use is not None
    assert use.best.worth.value == 14
    assert not use.best.optimal
