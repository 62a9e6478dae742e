"""Five whole boards worked by hand, one for each character, on the practice town.

All share what is drawn. In the west: c1-c2-c3_north, on the north bank. The section c1-c2 lies
beside B2 and C2, c2-c3_north beside B3 and C3. On the south bank: c3_south-d3-d4; c3_south-d3
lies beside C4 alone, since C3 is across the river; d3-d4 beside C4 and D4. A ferry can join
c3_north (side 1) to c3_south or d3 (side 2). Two sections lie apart in the south-east: e5-e6
beside D6 and E6, e6-f6 beside E6.

Landmarks along: B2 yellow 4, C2 blue, B3 red, C3 white, C4 purple, D4 yellow 5; D6 red, E6 blue.
Tourists: C2 △3, B3 ○2, C4 ×2, E6 □3; six more quarters that nothing reaches.
Symbols: one in C3, one in F1, two in A6 and one in F5, which reach nobody along any route.

The route c1 c2 c3_north ~ c3_south d3 d4 passes ○2 × red 1, △3 × blue 1, ×2 × purple 1 and
the stars 4 + 5: 2 + 3 + 2 + 9 = 16 VP. The symbol in C3 is along it. C3 has no tourists; its
neighbours with tourists are C2 (3), B3 (2) and C4 (2). So the first failure costs △3, 3 VP, and
the symbol; after that nobody is reached: 16, 13, 13.

North alone: 2 + 3 + 4 = 9 VP with L = 1 (9, 6). South alone: 2 + 5 = 7 VP, L = 0. South-east
alone: 0 VP. Only c1-c2: 3 + 4 = 7 VP, L = 0.
"""

from fractions import Fraction

import pytest

from scorer.rules.innsmouth.filled import Filled
from scorer.rules.innsmouth.pieces import Character
from scorer.rules.innsmouth.search.best import best_route, without_ferries, without_threat
from scorer.rules.innsmouth.town import practice_town
from scorer.rules.innsmouth.worth import Ground
from tests.support.innsmouthtowns import board

TOWN = practice_town()
NORTH, SOUTH, EAST = "c1-c2 c2-c3_north", "c3_south-d3 d3-d4", "e5-e6 e6-f6"
TOURISTS = (
    "C2 △3; B3 ○2; C4 ×2; E6 □3; A1 ○4; F2 ×1; A5 □2; F4 △2 ×1; D1 ○1 □1; B6 △4"  # ten quarters
)
SYMBOLS = "C3 F1 A6 A6 F5"
WHOLE = "c1 c2 c3_north ~ c3_south d3 d4"


def whole_board(who: Character, caches: tuple[str, ...] = ("c1",)) -> Filled:
    return board(TOWN, TOURISTS, SYMBOLS, f"{NORTH} {SOUTH} {EAST}", character=who, caches=caches)


def best_text(ground: Ground) -> str:
    """Return the best route, from its northern end."""
    text = best_route(ground).route.text
    return text if text.startswith("c1") else " ".join(reversed(text.split()))


def test_detective() -> None:
    """L = 1 symbol + 1 ferry = 2; one cache at c1.

    Closed: 7 + 16/9 + 13·8/9 = 7 + 120/9 = 61/3. Opening costs 7 and saves 3 at most. North
    alone is worth 7 + 9/3 + 6·2/3 = 14, and so is c1-c2 alone: 7 + 7, with L = 0.
    """
    ground = Ground(whole_board(Character.DETECTIVE), exact=True)
    best = best_route(ground)
    assert best.worth.value == Fraction(61, 3)
    assert best.optimal
    assert best_text(ground) == WHOLE
    assert ground.prospect(best.passed).results == {
        (23, 0): Fraction(1, 9),
        (20, 0): Fraction(8, 9),
    }
    assert without_ferries(ground).worth.value == 14
    assert without_threat(ground).worth.value == 14
    assert without_threat(ground).route.text in ("c1 c2", "c2 c1")


def test_warlock() -> None:
    """Caches at c2 and d4; no dice, no cards: L is not raised.

    Five rituals. The symbol in C3 takes C2: △3 go, 3·2 = 6 VP for 3 VP. The others reach
    nobody: 16 − 3 + 6 = 19.
    """
    ground = Ground(whole_board(Character.WARLOCK, ("c2", "d4")), exact=True)
    best = best_route(ground)
    assert best.worth.value == 19
    assert best_text(ground) == WHOLE
    assert ground.prospect(best.passed).results == {(19, 0): 1}


def test_collector() -> None:
    """As the Detective, and 8 for the card taken: 61/3 + 8."""
    ground = Ground(whole_board(Character.COLLECTOR), exact=True)
    assert best_route(ground).worth.value == Fraction(85, 3)
    assert best_text(ground) == WHOLE


def test_boatman() -> None:
    """The ferry does not raise L: 1. It crosses the river: 10.

    16/3 + 13·2/3 = 14, and 7 for the closed card, and 10: 31. A second ferry, d3 to c3_south
    and on, would stay on one side: 0 VP.
    """
    ground = Ground(whole_board(Character.BOATMAN), exact=True)
    best = best_route(ground)
    assert best.worth.value == 31
    assert ground.level(best.passed) == 1
    assert best.passed.crossing == 1


def test_huntress() -> None:
    """L = 2. With a hit the symbol in C3 is erased, and nobody leaves.

    Without the card, by (hits, failures): (2,0) 1/9 · 36, (1,0) 1/9 · 26, (1,1) 1/3 · 26,
    (0,0) 1/36 · 16, (0,1) and (0,2) 5/12 · 13: 257/12; closed: 257/12 + 7 = 341/12 = 28.4.
    Opened: Tiara: 36 where a die hits by itself (5/9), else 26: 284/9. Dagger: each die hits
    with 2/3 (3 and up); no hit and a 1: 1/12: 16 + 40/3 − 3/12 = 349/12. Amulet: hits from 4;
    no hit and a failure 2/9: 16 + 10 − 3·2/9 = 76/3. Manuscript: all but hits are rolled again,
    each die then hits with 5/9, is a 4 with 1/9: 16 + 100/9 − 3·15/81 = 239/9.
    Opening: (284/9 + 2·349/12 + 2·76/3 + 2·239/9) / 7 = 387/14 = 27.6: it stays closed.
    """
    ground = Ground(whole_board(Character.HUNTRESS), exact=True)
    best = best_route(ground)
    assert best_text(ground) == WHOLE
    choice = ground.check(best.passed).choices[0, 0, 0, 0]
    assert choice == (Fraction(341, 12), Fraction(387, 14))
    assert best.worth.value == Fraction(341, 12)


@pytest.mark.parametrize("who", list(Character))
def test_floats_and_fractions_agree(who: Character) -> None:
    filled = whole_board(who)
    plain, exact = best_route(Ground(filled)), best_route(Ground(filled, exact=True))
    assert plain.worth.value == pytest.approx(float(exact.worth.value))
    assert plain.route == exact.route
