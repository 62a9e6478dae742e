"""Who leaves, and which symbol goes: worked examples, and what the choice of a symbol changes."""

import random

import pytest

from scorer.rules.innsmouth.check.punishments import erasures
from scorer.rules.innsmouth.facts import Pass
from scorer.rules.innsmouth.pieces import Character
from scorer.rules.innsmouth.worth import Ground
from tests.support.innsmouthtowns import along, board, i2, plain_town


def after_failures(ground: Ground, passed: Pass, most: int) -> list[int]:
    """Return the best points after 0, 1, 2 … failures."""
    ways = ground.outcomes(passed, most)
    return [max(one.points for one in way) for way in ways]


def test_i2_the_fullest_goes_first() -> None:
    """(3;2) and (3;3) hold four each; (3;3) holds a symbol, so it goes first.

    Nobody lost: 3·2 + 4·1 + 4·1 + 2·3 = 20. Without (3;3): 2·2 + 1 + 4 + 6 = 15. The symbol at
    (2;1) then reaches only (2;2): 4 + 6 = 10. No symbol is left.
    """
    ground, passed = i2()
    assert after_failures(ground, passed, 3) == [20, 15, 10, 10]


def test_i4_the_player_chooses_the_symbol() -> None:
    """(2;2) goes; erasing (3;2) leaves (2;1), which reaches nobody: 11, 7, 7 and not 11, 7, 1."""
    town = plain_town("red A6; green B6 C6; blue D6")
    ground = Ground(board(town, "B2 ○4; D2 □3; B4 △1", "B1 C2"))
    passed = Pass(along(town, "B2 D2 B4 A6 B6 C6 D6"))
    assert after_failures(ground, passed, 2) == [11, 7, 7]
    steps = ground.streets.steps(passed.quarters & ground.occupied, ground.streets.symbols)
    names = {(town.quarters[q], town.quarters[at]) for q, at in steps}
    assert names == {("B2", "B1"), ("B2", "C2")}


def test_i5_one_symbol_goes_where_two_stand() -> None:
    """(4;4) goes with one symbol; the other reaches (4;5), 3 tourists; then nobody."""
    town = plain_town("red A6; green B6; purple C6 D6")
    ground = Ground(board(town, "D4 ×3; D5 ×2 ○1; E4 □2", "D4 D4"))
    passed = Pass(along(town, "D4 D5 E4 A6 B6 C6 D6"))
    assert after_failures(ground, passed, 3) == [13, 7, 2, 2]
    assert ground.level(passed) == 2
    assert ground.level(Pass(along(town, "D5 E4"))) == 0


def test_among_equals_the_smallest_sum_of_coordinates_goes() -> None:
    """B3 (2 + 3) and C2 (3 + 2) tie, D3 (4 + 3) does not: the player chooses between two."""
    town = plain_town()
    ground = Ground(board(town, "B3 ○2; C2 ○2; D3 ○2", "C3"))
    steps = ground.streets.steps(ground.occupied, ground.streets.symbols)
    assert {town.quarters[q] for q, _ in steps} == {"B3", "C2"}


def test_a_fuller_quarter_goes_before_one_with_a_symbol() -> None:
    town = plain_town()
    ground = Ground(board(town, "B3 ○3; C3 ○2", "C3"))
    steps = ground.streets.steps(ground.occupied, ground.streets.symbols)
    assert {town.quarters[q] for q, _ in steps} == {"B3"}


def test_a_corner_is_not_a_side() -> None:
    town = plain_town()
    ground = Ground(board(town, "B2 ○3", "C3"))
    assert ground.streets.steps(ground.occupied, ground.streets.symbols) == ()


def test_i10_rituals_of_the_warlock() -> None:
    """Rituals at (3;3), four tourists, and (2;2), three: 10 + 3·7 = 31; no artefacts."""
    ground, passed = i2(Character.WARLOCK, caches=3)
    prospect = ground.prospect(passed)
    assert prospect.results == {(31, 0): 1}
    assert (prospect.level, prospect.taken) == (0, 0)


def test_rituals_are_a_duty() -> None:
    """Without a cache they give nothing and cost all the same: 10, and not 20."""
    ground, passed = i2(Character.WARLOCK)
    assert ground.prospect(passed).results == {(10, 0): 1}


def test_the_huntress_erases_only_along_the_route() -> None:
    ground, passed = i2(Character.HUNTRESS)
    symbols = ground.streets.symbols
    assert erasures(symbols, passed.quarters, 0) == {symbols}
    left = erasures(symbols, passed.quarters, 2)
    names = [{ground.streets.names[q]: n for q, n in one} for one in left]
    assert names == [{"B1": 1}]


@pytest.mark.slow
@pytest.mark.parametrize("who", list(Character))
def test_more_along_the_route_never_costs(who: Character) -> None:
    """What the search rests on: a further quarter without a symbol, and fewer dice."""
    rng, town = random.Random(who.value), plain_town("red A6; green F1; blue F6; purple A1 D4")
    for _ in range(40):
        places = rng.sample(town.quarters, 9)
        tourists = "; ".join(f"{q} ○{rng.randint(0, 3)} ×{rng.randint(0, 3)}" for q in places)
        symbols = " ".join(rng.choice(town.quarters) for _ in range(rng.randint(1, 5)))
        ground = Ground(board(town, tourists, symbols, character=who))
        free = [q for q in range(36) if q not in ground.symbols]
        fewer = sum(1 << q for q in range(36) if rng.random() < 0.5)
        more = fewer | 1 << rng.choice(free)
        caches, level = rng.choice((0, 1, 3)), rng.randint(0, 4)
        values = [ground.value(Pass(quarters, caches), level) for quarters in (fewer, more)]
        assert values[1] >= values[0] - 1e-9
        if who is not Character.HUNTRESS:
            assert ground.value(Pass(fewer, caches), level + 1) <= values[0] + 1e-9
