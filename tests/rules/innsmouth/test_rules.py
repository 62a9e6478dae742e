"""The rulebook's other examples, our worked sheets, and what is easily missed, one test each."""

from fractions import Fraction

import pytest

from scorer.rules.innsmouth.facts import Pass
from scorer.rules.innsmouth.filled import InnsmouthMarks, PlayedCheck
from scorer.rules.innsmouth.pieces import Challenge, Character, GoalCard, Measure, Threat, Tier
from scorer.rules.innsmouth.referee import Offence, findings
from scorer.rules.innsmouth.route import Route, parse_route
from scorer.rules.innsmouth.search.best import best_route
from scorer.rules.innsmouth.sheet import (
    check_order,
    lost_groups,
    sheet_after,
    sheet_of,
    solo_won,
    standings,
)
from scorer.rules.innsmouth.town import practice_town
from scorer.rules.innsmouth.worth import Ground, Outcome, cumulated
from scorer.rules.notation import Location
from scorer.rules.values import replace
from tests.support.innsmouthtowns import along, board, plain_town

TOWN = practice_town()
WINDING = GoalCard(Measure.TURNS, (Tier(10, 8), Tier(12, 16), Tier(14, 24)))
NOTHING = PlayedCheck()


def test_what_a_route_passes_is_told_by_numbers() -> None:
    """c2-d2 lies beside C2 and C3, d2-d3_north beside C3 and D3; its tip is the first shelter."""
    ground = Ground(board(TOWN, caches=("a1", "b1", "c2"), sections="c2-d2 d2-d3_north"))
    route = parse_route(["c2-d2", "d2-d3_north"], TOWN)
    assert ground.passed(route) == Pass(along(TOWN, "C2 C3 D3"), 0b100, 0b1, 2, 1)
    assert ground.passed(Route()) == Pass() == (0,) * 7


def test_where_nobody_left_the_first_quarter_counts() -> None:
    """A1 red, with ○3: 3 VP, and three tourists are the tier of 5. If they leave: nothing."""
    goal = GoalCard(Measure.TOURISTS, (Tier(3, 5),))
    ground = Ground(board(plain_town("red A1"), "A1 ○3", goals=(goal,)))
    passed = Pass(quarters=0b1)
    assert ground.people(passed) == (3, 0, 0, 0)
    assert (ground.measured(goal, passed), ground.measured(goal, passed, 0b1)) == (3, 0)
    assert (ground.goal_points(passed), ground.goal_points(passed, 0b1)) == (5, 0)
    assert (ground.product_points(passed), ground.product_points(passed, 0b1)) == (3, 0)
    (sheet, after) = (sheet_of(ground, passed, NOTHING, lost) for lost in (0, 0b1))
    assert (sheet.total, after.total) == (8, 0)
    assert sheet == sheet_of(ground, passed, NOTHING) == sheet_after(ground, passed, NOTHING)
    assert after == sheet_after(ground, passed, PlayedCheck(left=(Location("A1"),)))
    with pytest.raises(ValueError, match="no tourists are along the route in Z9"):
        sheet_after(ground, passed, PlayedCheck(left=(Location("Z9"),)))
    assert [line.working for line in sheet.lines if line.step == "character"] == [(0, 0)]


@pytest.mark.parametrize(("turned", "points"), [(9, 0), (11, 8), (13, 16), (20, 24)])
def test_r4_tiers_of_a_goal_card_do_not_add_up(turned: int, points: int) -> None:
    ground = Ground(board(TOWN, goals=(WINDING,)))
    assert ground.goal_points(Pass(turns=turned)) == points


@pytest.mark.parametrize(
    ("measure", "of", "value", "after"),
    [
        (Measure.TURNS, "", 3, 3),
        (Measure.LENGTH, "", 7, 7),
        (Measure.QUARTERS, "", 4, 4),
        (Measure.LANDMARKS, "", 3, 3),
        (Measure.LANDMARKS, "red", 1, 1),
        (Measure.CACHES, "", 2, 2),
        (Measure.SHELTERS, "", 1, 1),
        (Measure.TOURISTS, "", 6, 3),
        (Measure.TOURISTS, "cross", 2, 1),
        (Measure.OCCUPIED, "", 2, 1),
    ],
)
def test_what_goal_cards_measure(measure: Measure, of: str, value: int, after: int) -> None:
    """A1 green, C1 red and D1 blue are along, B1 is white; the third shelter hides □1 ×1.

    After the check the three of A1 have left. F6 is off the route.
    """
    ground = Ground(board(TOWN, "A1 ○2 ×1; B1 □1; F6 △4"))
    passed = Pass(along(TOWN, "A1 B1 C1 D1"), 0b101, 0b100, 7, 3)
    card = GoalCard(measure, (Tier(1, 5),), of)
    assert ground.measured(card, passed) == value
    assert ground.measured(card, passed, along(TOWN, "A1")) == after


def test_i1_a_plain_sheet() -> None:
    """○5, one of them in a shelter, □4 △3 ×2; red 2, green 1, blue 3, purple 0; stars 4 and 6.

    Two closed artefacts, 12 turns: 10 + 4 + 9 + 0 + 14 + 16 + 0 + 10 = 63.
    """
    town = plain_town(
        "red A6 B6; green C6; blue D6 E6 F6; yellow A5=4 B5=6",
        '{ at = "c3", tourists = { circle = 1 } }',
    )
    ground = Ground(board(town, "A1 ○4 □4; B1 △3 ×2", goals=(WINDING,), caches=("a1", "b1")))
    passed = Pass(along(town, "A1 B1 A6 B6 C6 D6 E6 F6 A5 B5"), 3, 1, 16, 12)
    assert ground.value(passed) == 63
    sheet = sheet_of(ground, passed, PlayedCheck(closed=2))
    assert [line.points for line in sheet.lines] == [10, 4, 9, 0, 14, 16, 0, 10]
    assert sheet.total == 63
    assert sheet.goals == 16


def test_i11_collector_and_boatman() -> None:
    """Four taken, two opened: 2·7 + 4·8 = 46. Two ferries across, one on one side: 20, L = 0."""
    town = plain_town()
    collector = Ground(board(town, caches=("a1", "b1", "c1", "d1"), character=Character.COLLECTOR))
    assert sheet_of(collector, Pass(caches=15), PlayedCheck(closed=2)).total == 46
    boatman = Ground(board(town, character=Character.BOATMAN))
    passed = Pass(length=4, ferries=3, crossing=2)
    assert boatman.level(passed) == 0
    assert sheet_of(boatman, passed, NOTHING).total == 20


@pytest.mark.parametrize(("cost", "points"), [(6, 34), (15, 30)])
def test_i12_a_star_against_a_threat(cost: int, points: int) -> None:
    """The section c1-d1 adds a star of 8 (C1) and a symbol (C2), which reaches B2.

    Red A1: ○ 30 − cost in A1, ○ cost in B2. Costing 6: 38 − 4 = 34; costing 15: 38 − 10 = 28.
    """
    town = plain_town("red A1; yellow C1=8")
    filled = board(town, f"A1 ○{30 - cost}; B2 ○{cost}", "C2", "b0-b1 b1-c1 c1-d1")
    best = best_route(Ground(filled, exact=True))
    assert best.worth.value == points
    assert len(best.route.sections) == (3 if cost == 6 else 2)


# What is easily missed.


def test_tourists_off_the_route_never_shield_anyone() -> None:
    """C1 (5) is fuller than B2 (3) but off the route: B2 is punished."""
    town = plain_town("red A6")
    ground = Ground(board(town, "C1 ○5; B2 ○3", "B1"))
    on, off = Pass(along(town, "B2 C1 A6")), Pass(along(town, "B2 A6"))
    assert [way[0].points for way in ground.outcomes(on, 1)] == [8, 3]
    assert [way[0].points for way in ground.outcomes(off, 1)] == [3, 0]


def test_tourists_off_the_route_are_erased_in_step_1() -> None:
    ground = Ground(board(TOWN, "A1 ○3; B1 □1; F6 △4"))
    assert lost_groups(ground, Pass(along(TOWN, "A1 C1"))) == ("B1", "F6")


def test_symbols_off_the_route_punish_but_do_not_raise_the_level() -> None:
    town = plain_town("red A6")
    ground = Ground(board(town, "B2 ○3; C4 ○1", "B1 C4"))
    passed = Pass(along(town, "B2 C4 A6"))
    assert ground.level(passed) == 1
    assert [way[0].points for way in ground.outcomes(passed, 2)] == [4, 1, 0]


def test_a_punishment_takes_the_fullest_quarter_over_all_symbols() -> None:
    town = plain_town("red A6")
    ground = Ground(board(town, "A2 ○1; E2 ○4; E5 ○2", "A1 E1 E6"))
    passed = Pass(along(town, "A2 E2 E5 A6"))
    assert [way[0].points for way in ground.outcomes(passed, 3)] == [7, 3, 1, 0]


def test_the_warlock_takes_no_cards() -> None:
    ground = Ground(board(TOWN, character=Character.WARLOCK, caches=("a1", "b1")))
    assert ground.taken(Pass(caches=3)) == 0
    assert ground.value(Pass(caches=3)) == 0


def test_only_the_warlock_has_rituals_and_only_the_huntress_hits() -> None:
    """Two caches: 2 VP for each of three tourists erased. Each hit gives 10 VP."""
    passed, rituals, hits = Pass(caches=0b11), PlayedCheck(sacrificed=3), PlayedCheck(hits=2)
    for who, played, points in (
        (Character.WARLOCK, rituals, 6),
        (Character.HUNTRESS, hits, 20),
        (Character.WARLOCK, hits, None),
        (Character.HUNTRESS, rituals, None),
        (Character.DETECTIVE, rituals, None),
        (Character.DETECTIVE, hits, None),
    ):
        ground = Ground(board(TOWN, character=who, caches=("a1", "b1")))
        if points is None:
            with pytest.raises(ValueError, match=r"only the (Warlock|Huntress) has"):
                sheet_after(ground, passed, played)
        else:
            assert sheet_after(ground, passed, played).total == points


def test_a_huntress_four_neither_erases_nor_scores() -> None:
    """One die: 5 and 6 give 10, 4 nothing, and neither fails: 2/6·14 + 1/6·4 + 1/2·0."""
    town = plain_town("red A6")
    ground = Ground(board(town, "B2 ○4", "B2", character=Character.HUNTRESS), exact=True)
    passed = Pass(along(town, "B2 A6"))
    assert ground.value(passed) == Fraction(2 * 14 + 4, 6)


def test_symbols_are_erased_before_punishments() -> None:
    """A hit and a failure: the only symbol is gone, so nobody leaves."""
    town = plain_town("red A6")
    ground = Ground(board(town, "B2 ○4", "B2", character=Character.HUNTRESS))
    ways = list(ground.outcomes(Pass(along(town, "B2 A6")), 2))
    assert ways[1 * 3 + 1][0].points == 14


def test_the_huntress_cannot_erase_the_symbol_that_punishes_from_off_the_route() -> None:
    """Two ferries: L = 2. ○15 × 1 and a star 5 along: 20, or 5 once B1's symbol took B2.

    By (hits, failures): (2,0) 1/9 · 40, (1,0) 1/9 · 30, (0,0) 1/36 · 20, (1,1) 1/3 · 15, (0,1) and
    (0,2) 5/12 · 5: 185/12.
    """
    town = plain_town("red A6; yellow F6=5")
    filled = board(town, "B2 ○15", "B1", character=Character.HUNTRESS)
    ground = Ground(filled, exact=True)
    passed = Pass(along(town, "B2 A6 F6"), ferries=2, crossing=2)
    assert ground.value(passed) == Fraction(185, 12)


@pytest.mark.parametrize(
    ("level", "taken", "worth"),
    [(0, 2, 14), (1, 0, Fraction(10, 3)), (2, 0, Fraction(20, 3)), (1, 2, Fraction(10, 3) + 14)],
)
def test_what_hits_and_closed_cards_are_worth(level: int, taken: int, worth: Fraction) -> None:
    """Each die hits with 1/3. An opened card gives less than the 7 VP that it costs."""
    ground = Ground(board(TOWN, character=Character.HUNTRESS))
    assert ground.hunt(level, taken) == pytest.approx(float(worth))


def test_each_hit_erases_a_symbol_even_where_that_hurts() -> None:
    """C3 holds a symbol and □2, who give nothing; B1's symbol reaches B2, ○2 × 5 = 10 VP. L = 2.

    One failure takes C3, as full and with a symbol itself. After a hit that symbol is gone, and a
    failure takes B2. By (hits, failures): (0,0) 1/36 · 10, (0,1) 1/6 · 10, (0,2) 1/4 · 0, (1,0)
    1/9 · 20, (1,1) 1/3 · 10, (2,0) 1/9 · 30: 65/6.
    """
    town = plain_town("red A6 B6 C6 D6 E6")
    filled = board(town, "B2 ○2; C3 □2", "C3 B1", character=Character.HUNTRESS)
    ground = Ground(filled, exact=True)
    passed = Pass(along(town, "B2 C3 A6 B6 C6 D6 E6"), ferries=1, crossing=1)
    assert ground.level(passed) == 2
    assert ground.value(passed) == Fraction(65, 6)


def test_what_can_still_come_takes_only_who_is_left_along_the_route() -> None:
    """C1 is fuller than B2 and beside the symbol too, but off the route."""
    town = plain_town("red A6")
    ground = Ground(board(town, "B2 ○2; C1 □4", "B1"))
    passed, gone = Pass(along(town, "B2 A6")), along(town, "B2")
    symbols = ground.streets.symbols
    assert ground.ends_from(passed, symbols, 0, 1, 0) == [Outcome(0, 0, gone)]
    assert ground.ends_from(passed, symbols, 0, 1, gone) == [Outcome(0, 0, gone)]
    assert ground.ends_from(passed, symbols, 0, 0, 0) == [Outcome(2, 0, 0)]


def test_hits_count_without_a_symbol_to_erase() -> None:
    town = plain_town()
    ground = Ground(board(town, character=Character.HUNTRESS), exact=True)
    assert ground.value(Pass(length=2, ferries=3, crossing=3)) == 10


def test_tiara_and_dagger_results_count_for_the_huntress() -> None:
    """One die and a deck of Tiaras: opened, 10 for sure; closed, 7 + 10/3."""
    town, deck = plain_town(), replace(plain_town().file.deck, manuscript=0, dagger=0, amulet=0)
    filled = board(town, character=Character.HUNTRESS, caches=("a1",), deck=replace(deck, tiara=7))
    choice = Ground(filled, exact=True).check(Pass(caches=1, ferries=1)).choices[0, 0, 0, 0]
    assert choice == (Fraction(31, 3), 10)


def test_shelters_count_and_are_never_punished() -> None:
    """Two crosses at b5, a symbol in B5 beside them: nobody can leave."""
    town = plain_town("purple B5", '{ at = "b5", tourists = { cross = 2 } }')
    ground = Ground(board(town, symbols="B5", sections="b5-c5"))
    passed = ground.passed(parse_route(["b5-c5"], town))
    assert ground.level(passed) == 1
    assert [way[0].points for way in ground.outcomes(passed, 1)] == [2, 2]


def test_a_crossed_quarter_brings_its_symbols_too() -> None:
    ground = Ground(board(TOWN, symbols="B1 B1", sections="b0-c1"))
    assert ground.level(ground.passed(parse_route(["b0-c1"], TOWN))) == 2


def test_a_quarter_across_the_river_is_not_along() -> None:
    ground = Ground(board(TOWN, symbols="C3 C4", sections="c3_south-d3"))
    assert ground.level(ground.passed(parse_route(["c3_south-d3"], TOWN))) == 1


def test_a_tie_is_broken_by_goal_cards_and_nothing_else() -> None:
    sheets = []
    for quarters, length, turned in (("A6", 3, 10), ("A5", 9, 0), ("A5", 3, 0)):
        town = plain_town("yellow A6=2 A5=10")
        ground = Ground(board(town, goals=(WINDING,)))
        passed = Pass(along(town, quarters), length=length, turns=turned)
        sheets.append(sheet_of(ground, passed, NOTHING))
    assert [sheet.total for sheet in sheets] == [10, 10, 10]
    places = standings(sheets)
    assert [(one.place, one.seats, one.ahead_by) for one in places] == [
        (1, (0,), 1),
        (2, (1, 2), None),
    ]


def test_skipping_a_symbol_of_the_deep_ones_is_a_duty() -> None:
    filled = board(TOWN, threat=Threat.DEEP_ONES)
    filled = replace(filled, marks=InnsmouthMarks(ringed_name=False))
    assert Offence.SKIP in {one.offence for one in findings(filled)}
    filled = replace(filled, marks=InnsmouthMarks(ringed_name=True))
    assert Offence.SKIP not in {one.offence for one in findings(filled)}


def test_goals_are_measured_after_the_check() -> None:
    """Three circles asked for; a failure takes two of four: 4 + 20, else 2."""
    town = plain_town("red A6")
    goal = GoalCard(Measure.TOURISTS, (Tier(3, 20),), of="circle")
    ground = Ground(board(town, "B2 ○2; E5 ○2", "B2", goals=(goal,)), exact=True)
    assert ground.value(Pass(along(town, "B2 E5 A6"))) == Fraction(24 + 2 * 2, 3)


def test_checks_go_by_level_and_then_from_the_last_seat() -> None:
    assert check_order([1, 1, 1]) == (2, 0, 1)
    assert check_order([0, 3, 3, 1]) == (1, 2, 3, 0)


def test_a_solo_challenge_asks_for_both() -> None:
    town = plain_town("yellow A6=9")
    filled = board(town, goals=(WINDING,), challenge=Challenge(17, 8))
    ground = Ground(filled)
    sheet = sheet_of(ground, Pass(along(town, "A6"), turns=10), NOTHING)
    assert solo_won(sheet, filled) is True
    assert solo_won(sheet_of(ground, Pass(turns=14), NOTHING), filled) is True
    assert solo_won(sheet_of(ground, Pass(along(town, "A6")), NOTHING), filled) is False
    assert solo_won(sheet, board(town)) is None


def test_solo_opens_a_card_only_for_the_chance_of_both() -> None:
    """24 VP with one closed card are enough only if nobody leaves: 1/3; opening loses them.

    Asked for 10 VP: any outcome with the card closed will do, so the chance is 1.
    """
    town = plain_town("red A6")
    filled = board(town, "B2 ○17", "B2", caches=("a1",))
    passed = Pass(along(town, "B2 A6"), caches=1)
    for points, chance in ((24, Fraction(1, 3)), (7, 1), (17, Fraction(40, 63)), (25, 0)):
        ground = Ground(filled, Challenge(points), exact=True)
        assert ground.value(passed) == chance


def test_in_solo_routes_of_like_checks_are_told_apart() -> None:
    """67 VP are asked for; one die, one card. A failure costs ○20, and then 67 is out of reach.

    60 VP need the closed card's 7: 1/3. With the star of F6 it is 70, and the card may be opened:
    40/63, as in the example I6.
    """
    town = plain_town("red A5; yellow A6=40 F6=10")
    filled = board(town, "B2 ○20", "B1", caches=("a1",))
    ground = Ground(filled, Challenge(67), exact=True)
    less, more = (
        Pass(along(town, f"B2 A5 A6 {star}"), 0b1, ferries=1, crossing=1) for star in ("", "F6")
    )
    assert ground.value(less) == Fraction(1, 3)
    assert ground.value(more) == Fraction(40, 63)


def test_chances_to_reach_a_total() -> None:
    chances = {(20, 0): Fraction(1, 9), (15, 8): Fraction(4, 9), (15, 0): Fraction(4, 9)}
    assert cumulated(chances) == {20: Fraction(1, 9), 15: 1}


def test_a_star_whose_value_nobody_told_counts_nothing() -> None:
    town = plain_town("yellow A6 B6=4")
    assert Ground(board(town)).star_points(Pass(along(town, "A6 B6"))) == 4
