"""The threat check: worked examples with exact fractions, and brute force over all policies."""

from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

from scorer.rules.innsmouth.check.chances import after_throw, picks, results
from scorer.rules.innsmouth.check.decisions import Check, Opened, Stakes
from scorer.rules.innsmouth.check.dice import (
    FACES,
    class_of,
    failures,
    fewest_failures,
    hunts,
    throws,
)
from scorer.rules.innsmouth.pieces import Character
from tests.support.innsmouthbrute import check_value, endings
from tests.support.innsmouthtowns import DECK, i2

NONE: Opened = (0, 0, 0, 0)
TIARA, DAGGER = (0, 0, 0, 1), (0, 1, 0, 0)


def check(*points: int, level: int, taken: int, deck: Opened = DECK.counts) -> Check:
    """Return a check that leaves so many points after 0, 1, 2 … failures, exact."""
    ends = (points + points[-1:] * level)[: level + 1]

    def stakes(opened: int) -> Stakes:
        more = 7 * (taken - opened)
        return Stakes(tuple(p + more for p in ends), tuple((p + more, 0) for p in ends))

    return Check(level, taken, deck, hunting=False, stakes=stakes, exact=True)


def test_r3_two_successes_and_one_failure() -> None:
    """Four cards, Tiara and Dagger opened: 14 VP closed; 1, 2, 4 become 6, 4, 6."""
    played = check(20, 15, 10, 10, level=3, taken=4)
    assert played.staked[2].values == (34, 29, 24, 24)
    counts = [class_of(face, 0, hunting=False) for face in (1, 2, 4)]
    assert fewest_failures(tuple(map(counts.count, range(3))), 1, 1) == 1
    number = played.throws.number[tuple(map(counts.count, range(3)))]
    assert after_throw(played, (0, 1, 0, 1), number, 0) == {(29, 0): 1}


def test_i3_two_failures_and_no_cache() -> None:
    assert check(20, 15, 10, level=2, taken=0).value == Fraction(40, 3)


def test_i3_closing_two_artefacts() -> None:
    choice = check(20, 15, 10, level=2, taken=2).choices[NONE]
    assert choice.stop == Fraction(82, 3)
    assert choice.open == Fraction(1451, 63)
    assert not choice.opens


def test_i6_one_card_worth_opening() -> None:
    played = check(60, 20, level=1, taken=1)
    assert played.choices[NONE].stop == Fraction(121, 3)
    assert played.choices[NONE].open == Fraction(2860, 63)
    worth = {row: choice.best for row, choice in played.choices.items()}
    assert worth[TIARA] == 60
    assert worth[DAGGER] == Fraction(140, 3)
    assert worth[0, 0, 1, 0] == 40
    assert worth[1, 0, 0, 0] == Fraction(380, 9)
    assert results(played) == {(60, 0): Fraction(40, 63), (20, 0): Fraction(23, 63)}


def test_i7_cards_are_opened_one_by_one() -> None:
    played = check(60, 20, level=1, taken=2)
    assert played.choices[TIARA].stop == 67
    assert not played.choices[TIARA].opens
    assert played.choices[DAGGER] == (Fraction(161, 3), Fraction(1520, 27))
    assert played.choices[0, 0, 1, 0] == (47, Fraction(470, 9))
    assert played.choices[1, 0, 0, 0] == (Fraction(443, 9), Fraction(4310, 81))
    assert played.choices[NONE] == (Fraction(142, 3), Fraction(31627, 567))
    assert results(played) == {
        (67, 0): Fraction(81, 567),
        (60, 0): Fraction(412, 567),
        (20, 0): Fraction(74, 567),
    }


def test_i8_both_dice_are_rerolled() -> None:
    """Tiara and Manuscript, 1 and 2 rolled: both successes with 5/9, rerolling one only 1/3."""
    played = check(1, 0, level=2, taken=2)
    rolled = played.throws.number[0, 0, 2]
    kept_last, _ = played.stages((1, 0, 0, 1))
    assert kept_last[0] == Fraction(5, 9)
    assert kept_last[played.throws.number[0, 0, 1]] == Fraction(1, 3)
    assert picks(played.throws, list(kept_last))[rolled] == 0  # type: ignore[arg-type]
    assert after_throw(played, (1, 0, 0, 1), rolled, 1)[1, 0] == Fraction(5, 9)


@pytest.mark.parametrize(("left", "chance"), [(0, 0), (1, Fraction(1, 3)), (2, Fraction(5, 9))])
def test_each_manuscript_that_is_left_rerolls_once(left: int, chance: Fraction) -> None:
    played = check(1, 0, level=1, taken=2, deck=(7, 0, 0, 0))
    failed = played.throws.number[0, 0, 1]
    assert after_throw(played, (2, 0, 0, 0), failed, left).get((1, 0), 0) == chance


def test_where_nothing_is_at_stake_no_die_is_thrown_again() -> None:
    """Equal choices: keep more dice."""
    played = check(5, level=3, taken=1)
    (_, kept) = played.stages((1, 0, 0, 0))
    assert picks(played.throws, kept) == list(range(len(kept)))


def test_results_stand_by_falling_totals() -> None:
    assert [total for total, _ in results(check(60, 20, level=1, taken=2))] == [67, 60, 20]


def test_i9_the_huntress_expects_65_thirds() -> None:
    ground, passed = i2(Character.HUNTRESS, ferries=1)
    assert ground.level(passed) == 2
    assert ground.value(passed) == Fraction(65, 3)
    played = ground.check(passed)
    rolled = played.throws.number[1, 0, 0, 0, 1]
    assert after_throw(played, NONE, rolled, 0) == {(25, 0): 1}


def test_with_no_dice_nothing_is_opened() -> None:
    played = check(50, level=0, taken=4)
    assert played.value == 50 + 28
    assert not any(choice.opens for choice in played.choices.values())


def test_a_card_that_gains_nothing_stays_closed() -> None:
    """42 are at stake: closed 42/3 + 7 = 21, with an Amulet 42/2."""
    choice = check(42, 0, level=1, taken=1, deck=(0, 0, 7, 0)).choices[NONE]
    assert not choice.opens
    assert choice == (21, 21)


def test_a_deck_is_private_and_not_replaced() -> None:
    """Three of seven cards are Tiaras: after two the chance of a third is 1 in 5."""
    played = check(100, 0, level=3, taken=3, deck=(0, 0, 4, 3))
    assert played.choices[0, 0, 0, 2].open == sum(
        Fraction(n, 5) * played.choices[row].best
        for n, row in ((4, (0, 0, 1, 2)), (1, (0, 0, 0, 3)))
    )
    assert (0, 0, 0, 4) not in played.choices


def test_artefacts_are_opened_before_the_dice() -> None:
    """A Tiara would turn 0 into 100 after a bad throw: its worth is that of an average one."""
    played = check(100, 0, level=1, taken=1, deck=(0, 0, 0, 7))
    assert played.choices[NONE] == (Fraction(100, 3) + 7, 100)


@pytest.mark.parametrize("level", range(4))
@pytest.mark.parametrize("amulets", [0, 1, 2, 3, 5])
def test_effects_used_greedily_are_used_best(level: int, amulets: int) -> None:
    for dice in combinations_with_replacement(FACES, level):
        for daggers in range(3):
            for tiaras in range(3):
                # Amulets are never left out here: they cannot hurt.
                raised = tuple(min(6, face + amulets) for face in dice)
                best = min(f for _, f in endings(raised, (daggers, 0, tiaras), False))
                of = [class_of(face, amulets, hunting=False) for face in dice]
                counts = tuple(of.count(kind) for kind in range(3))
                assert fewest_failures(counts, daggers, tiaras) == best


@pytest.mark.parametrize(("daggers", "amulets", "tiaras"), [(2, 1, 0), (1, 1, 1), (0, 2, 1)])
def test_the_huntress_reaches_all_that_effects_allow(
    daggers: int, amulets: int, tiaras: int
) -> None:
    level = 3
    ways = hunts(level, daggers, amulets, tiaras).tolist()
    table = throws(level, 5)
    for dice in combinations_with_replacement(FACES, level):
        of = [class_of(face, 0, hunting=True) for face in dice]
        at = table.number[tuple(of.count(kind) for kind in range(5))] - table.starts[level]
        found = {divmod(way, level + 1) for way in ways[at]}
        assert found == endings(dice, (daggers, amulets, tiaras), True)


@pytest.mark.parametrize("hunting", [False, True])
@pytest.mark.parametrize(
    ("level", "taken", "deck"),
    [(1, 2, (3, 2, 1, 1)), (2, 3, (2, 2, 2, 1)), (3, 2, (2, 1, 2, 2)), (2, 2, (5, 1, 1, 0))],
)
def test_no_policy_is_better(level: int, taken: int, deck: Opened, hunting: bool) -> None:
    points = {
        (h, f): (50, 31, 30, 12)[f] + 10 * h - (3 * h if f == 1 else 0)
        for h in range(level + 1 if hunting else 1)
        for f in range(level + 1)
    }

    def stakes(opened: int) -> Stakes:
        values = tuple(p + 7 * (taken - opened) for p in points.values())
        return Stakes(values, tuple((value, 0) for value in values))

    best = check_value(level, taken, deck, hunting, tuple(points.items()))
    exact = Check(level, taken, deck, hunting, stakes, exact=True)
    assert float(exact.value) == pytest.approx(best)
    assert Check(level, taken, deck, hunting, stakes).value == pytest.approx(best)
    chances = results(exact)
    assert sum(chances.values()) == 1
    assert sum(total * chance for (total, _), chance in chances.items()) == exact.value


def test_more_dice_than_the_box_holds_form_one_throw() -> None:
    """Our decision: P(no failure of nine) is 1/3 to the ninth."""
    assert results(check(1, 0, level=9, taken=0))[1, 0] == Fraction(1, 3**9)
    assert failures(9, 0, 0).max() == 9
