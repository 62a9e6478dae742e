"""The judge: each mistake made by hand on the board of test_boards, named from its number alone.

On the route c1 c2 c3_north ~ c3_south d3 d4: ○2 × red 1, △3 × blue 1, ×2 × purple 1, stars 4 + 5,
a card at c1. On the whole map ○ are 7, red landmarks 5 (C1, F2, B3, A5, D6), the stars 22.
"""

import pytest

from scorer.rules.innsmouth.filled import Filled, PlayedCheck
from scorer.rules.innsmouth.judge import Mistake, Verdict, judged
from scorer.rules.innsmouth.pieces import Character, GoalCard, Measure, Tier
from scorer.rules.innsmouth.route import parse_route
from scorer.rules.innsmouth.sheet import sheet_after
from scorer.rules.innsmouth.town import practice_town
from scorer.rules.innsmouth.worth import Ground
from scorer.rules.notation import Location, NameSet, RoadId
from scorer.rules.values import replace
from tests.rules.innsmouth.test_boards import whole_board
from tests.support.innsmouthtowns import board, plain_town

TOWN = practice_town()
ROUTE = parse_route(["c1-c2", "c2-c3_north", "~", "c3_south-d3", "d3-d4"], TOWN)
# Four sections reach two tiers.
LENGTH = GoalCard(Measure.LENGTH, (Tier(2, 8), Tier(4, 16), Tier(9, 24)))
C2_LEFT = PlayedCheck(closed=1, left=(Location("C2"),))


def said(filled: Filled, played: PlayedCheck, line: str, written: int) -> tuple[int, set[Mistake]]:
    """Return the right number of a line and the mistakes that give what was written."""
    ground = Ground(filled)
    passed = ground.passed(ROUTE)
    sheet = sheet_after(ground, passed, played)
    numbers = {place: q for q, place in enumerate(TOWN.quarters)}
    lost = sum(1 << numbers[place] for place in played.left)
    (verdict,) = judged(ground, passed, sheet, lost, {line: written})
    assert (verdict.line, verdict.written) == (line, written)
    return verdict.right, set(verdict.mistakes)


def with_goal(who: Character) -> Filled:
    filled = whole_board(who)
    return Filled(TOWN, filled.marks, replace(filled.setup, goals=(LENGTH,)))


@pytest.mark.parametrize(
    ("who", "line", "written", "right", "mistake"),
    [
        # △3 left: 0 × blue. C2's landmark is blue.
        ("detective", "triangle", 3, 0, Mistake.LOST),
        # ○4 in A1 and ○1 in D1 are off the route.
        ("detective", "circle", 7, 2, Mistake.OFF_ROUTE),
        ("detective", "circle", 10, 2, Mistake.SIGHTS),
        ("detective", "circle", 3, 2, Mistake.ADDED),
        ("detective", "stars", 22, 9, Mistake.OFF_ROUTE),
        ("detective", "stars", 2, 9, Mistake.COUNTED),
        ("detective", "artefacts", 1, 7, Mistake.COUNTED),
        ("detective", "goals", 24, 16, Mistake.TIERS),
        ("collector", "character", 0, 8, Mistake.CLOSED_ONLY),
        ("boatman", "character", 1, 10, Mistake.COUNTED),
    ],
)
def test_each_mistake_is_known_by_its_number(
    who: str, line: str, written: int, right: int, mistake: Mistake
) -> None:
    found = said(with_goal(Character(who)), C2_LEFT, line, written)
    assert found[0] == right
    assert mistake in found[1]


def test_opened_artefacts_give_nothing() -> None:
    """The one card was opened: 0, not 7."""
    played = replace(C2_LEFT, closed=0)
    found = said(whole_board(Character.DETECTIVE), played, "artefacts", 7)
    assert found == (0, {Mistake.OPENED})


@pytest.mark.parametrize(
    ("way", "line", "written", "right"),
    [
        # The shelter's ×2 and C4's ×2, C4 is purple: 4 × 1, without the shelter 2.
        ("b4-b5 b4-c4 c4-d4", "cross", 2, 4),
        # C2's △3 and the shelter's △1, C2 is blue: 4 × 1, without the shelter 3.
        ("c1-c2 c2-d2 d2-d3_north", "triangle", 3, 4),
    ],
)
def test_shelters_count(way: str, line: str, written: int, right: int) -> None:
    filled = whole_board(Character.DETECTIVE)
    marks = replace(filled.marks, sections=NameSet(map(RoadId, way.split())))
    ground = Ground(Filled(TOWN, marks, filled.setup))
    passed = ground.passed(parse_route(way.split(), TOWN))
    sheet = sheet_after(ground, passed, PlayedCheck())
    (verdict,) = judged(ground, passed, sheet, 0, {line: written})
    assert (verdict.right, Mistake.SHELTERS in verdict.mistakes) == (right, True)


def test_the_warlocks_numbers_are_multiplied() -> None:
    """△3 erased, two caches: 3 × 2, not 3 + 2. Nobody else adds: 8 for the Collector's card."""
    caster = whole_board(Character.WARLOCK, ("c2", "d4"))
    sacrificed = PlayedCheck(left=(Location("C2"),))
    assert said(caster, sacrificed, "character", 5) == (6, {Mistake.ADDED})
    assert said(whole_board(Character.COLLECTOR), C2_LEFT, "character", 9) == (8, set())


def test_the_boatmans_ferries_on_one_side_give_nothing() -> None:
    """From b3 to c3_north it is not across the river: 0, not 10. Source: "Boatman"."""
    way = ["b2-b3", "~", "c2-c3_north"]
    for who, mistakes in ((Character.BOATMAN, (Mistake.SAME_SIDE,)), (Character.COLLECTOR, ())):
        filled = whole_board(who, ())
        drawn = NameSet([RoadId("b2-b3"), RoadId("c2-c3_north")])
        ground = Ground(Filled(TOWN, replace(filled.marks, sections=drawn), filled.setup))
        passed = ground.passed(parse_route(way, TOWN))
        sheet = sheet_after(ground, passed, PlayedCheck())
        (verdict,) = judged(ground, passed, sheet, 0, {"character": 10})
        assert (verdict.right, verdict.mistakes) == (0, mistakes)


def test_right_numbers_and_numbers_without_a_reason() -> None:
    ground = Ground(whole_board(Character.DETECTIVE))
    passed = ground.passed(ROUTE)
    sheet = sheet_after(ground, passed, PlayedCheck(closed=1))
    right: dict[str, int] = {line.step.value: line.points for line in sheet.lines}
    assert judged(ground, passed, sheet, 0, {**right, "total": 23}) == ()
    assert judged(ground, passed, sheet, 0, {"circle": 99})[0].mistakes == ()
    # 23 in all: 24 is a wrong sum; with circles 3 the sum of one's own numbers is 24.
    summed = {line: points for line, points in right.items() if points}
    assert judged(ground, passed, sheet, 0, {**summed, "total": 24}) == (
        Verdict("total", 24, 23, (Mistake.SUM,)),
    )
    assert judged(ground, passed, sheet, 0, {**summed, "circle": 3, "total": 24})[1].mistakes == ()
    # Nobody knows how a total alone came about.
    for written in ({"total": 24}, {"circle": 3, "total": 30}):
        assert judged(ground, passed, sheet, 0, written)[-1].mistakes == ()


def test_what_only_touches_the_route_does_not_count() -> None:
    """c1 c2 c3: B1 and C1 lie at its end, B4 and C4 across the river. C1 is red: ○2 × 2, not 1."""
    ground = Ground(whole_board(Character.DETECTIVE))
    route = parse_route(["c1-c2", "c2-c3_north"], TOWN)
    near, passed = ground.corners(route), ground.passed(route)
    names = {place for q, place in enumerate(TOWN.quarters) if near >> q & 1}
    assert names == {"B1", "C1", "B4", "C4"}
    sheet = sheet_after(ground, passed, PlayedCheck())
    (verdict,) = judged(ground, passed, sheet, 0, {"circle": 4}, near)
    assert (verdict.right, verdict.mistakes) == (2, (Mistake.CORNERS,))


@pytest.mark.parametrize(
    ("written", "mistakes"),
    [
        (0, set()),
        (5, set()),
        (6, {Mistake.CORNERS}),
        (7, {Mistake.CORNERS, Mistake.OFF_ROUTE}),
        (8, set()),
        (9, {Mistake.CORNERS, Mistake.SIGHTS}),
    ],
)
def test_of_what_touches_the_route_some_or_all_may_be_counted(
    written: int, mistakes: set[Mistake]
) -> None:
    """b1-c1 is beside B1 (red) and B2 (○3): 3. It touches A1 and C1, both red, and A2 with ○4.

    One landmark too many is 3 × 2, both 3 × 3; all tourists are 7 × 1.
    """
    filled = board(plain_town("red A1 B1 C1"), "B2 ○3; A2 ○4", sections="b1-c1")
    ground = Ground(filled)
    route = parse_route(["b1-c1"], filled.town)
    passed, near = ground.passed(route), ground.corners(route)
    sheet = sheet_after(ground, passed, PlayedCheck())
    (verdict,) = judged(ground, passed, sheet, 0, {"circle": written}, near)
    assert (verdict.right, set(verdict.mistakes)) == (3, mistakes)
