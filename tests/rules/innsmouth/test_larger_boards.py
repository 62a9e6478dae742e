"""Four larger boards worked by hand on the practice town, each with a drawing of its own.

They are what a whole game can leave: fourteen sections or more, ten quarters with tourists. The
Huntress's numbers are worked by hand in ``test_boards``, on a smaller one. North of the river
(side 1) and south of it (side 2) a crossroads has names of its own, as ``c3_north`` and
``c3_south``. The deck is 2 Manuscripts, 2 Daggers, 2 Amulets, 1 Tiara.
"""

from dataclasses import replace
from fractions import Fraction

import pytest
from msgspec import UNSET, structs

from scorer.rules.innsmouth.filled import Filled, InnsmouthBoard
from scorer.rules.innsmouth.pieces import Character, Threat
from scorer.rules.innsmouth.referee import findings
from scorer.rules.innsmouth.search.best import best_route, without_ferries, without_threat
from scorer.rules.innsmouth.town import practice_town
from scorer.rules.innsmouth.worth import Ground
from scorer.rules.innsmouth.written import told
from scorer.rules.notation import NameSet
from tests.support.innsmouthtowns import board

TOWN = practice_town()
WINDING, LONG, BELIEVERS, HOUSE, HUNT = TOWN.file.goals


def detectives() -> Filled:
    """A line of twelve sections in the north, a branch at c2, and one section in the south."""
    filled = board(
        TOWN,
        "A2 ○2 □1; B1 □2; C2 △2; D2 ○1 △3; E1 ○1; F1 ×2; C5 □4; A6 ○3; D6 △1; B4 ×2",
        "D1 F2 A6 C6 F4",
        "a1-a2 a1-b0 b0-b1 b1-c1 c1-c2 c2-d2 d1-d2 d1-e1 e0-e1 e0-f0 f0-f1 f1-g2 c2-c3_north f5-g5",
        character=Character.DETECTIVE,
        caches="fog",
        goals=(WINDING,),
    )
    return replace(filled, marks=structs.replace(filled.marks, rings=NameSet(("c1", "f1", "g2"))))


def test_detective() -> None:
    """The line a2 a1 b0 b1 c1 c2 d2 d1 e1 e0 f0 f1 g2, and by ferry to g5 and f5.

    The corner road a1-b0 and the diagonal f1-g2 turn at both ends, and every other crossroads is
    a turn too: 11, which is 10 and not yet 12: 8 VP. Landmarks along: A1 green, B2 yellow 4,
    C2 and D1 blue, F1 purple, F2 red (crossed by the diagonal). The shelter f1 has □1 ×1.
    ○ 2 + 1 + 1 = 4 × 1, □ 1 + 2 + 1 = 4 × 1, △ 2 + 3 = 5 × 2, × 2 + 1 = 3 × 1, the star 4:
    4 + 4 + 10 + 3 + 4 + 8 = 33 VP. Caches at c1 and g2: two cards.

    Symbols along: D1 and F2. First D2 goes, the fullest beside one: ○1 △3, 7 VP, with D1. Then F1,
    beside F2: ×2, 2 VP. Then nobody is reached. Without a ferry L = 2: (33 + 4·26 + 4·24) / 9 =
    233/9, and 14 for closed cards: 359/9. A Tiara would make it 269/9: 4 more, for 7.

    With the ferry L = 3, and the star of F6 gives 7: 40, 33, 31, 31. (40 + 6·33 + 20·31) / 27 =
    286/9, and 14: 412/9. A card saves at most 66/27 of it.

    Without threat: a2 … d1 has □3 △5 and the star 4, and the cache c1: 12 + 7 = 19. The branch to
    c3_north instead has ○2 × red B3, □3, △2 and 4: 11 + 7 = 18.
    """
    ground = Ground(detectives(), exact=True)
    best = best_route(ground)
    assert best.optimal
    assert best.worth.value == Fraction(412, 9)
    assert _either_way(best.route.text) == "a2 a1 b0 b1 c1 c2 d2 d1 e1 e0 f0 f1 g2 ~ g5 f5"
    assert (ground.level(best.passed), best.passed.turns) == (3, 11)
    assert ground.prospect(best.passed).results == {
        (54, 8): Fraction(1, 27),
        (47, 8): Fraction(6, 27),
        (45, 8): Fraction(20, 27),
    }
    assert without_ferries(ground).worth.value == Fraction(359, 9)
    assert without_threat(ground).worth.value == 19


def warlocks() -> Filled:
    """A line in the south with a dead end and a branch to b5, three sections north, two east."""
    return board(
        TOWN,
        "A5 ○3; B6 □2 ×1; C6 △2; C5 □3; D4 ○1 ×2; C3 △4; F5 ×1; B1 ○2; E2 □1 △1; F3 ×3",
        "B5 D5 F1",
        "a3_south-a4 a4-a5 a5-b6 b6-c6 c5-c6 c5-d5 d4-d5 d3-d4 b5-b6 "
        "c2-c3_north c2-d2 d2-d3_north g4-g5 f5-g5",
        character=Character.WARLOCK,
        threat=Threat.DEEP_ONES,
        caches="lamps",
        goals=(HOUSE, HUNT),
    )


def test_warlock() -> None:
    """All but the branch: a3_south … d3, by ferry c3_north … d3_north, by ferry g4 g5 f5.

    Landmarks along: A5 and B3 red, B6, C5 and D3 green, C2 blue, C4 purple, stars D4 5 and F6 7.
    The shelter d3_north has ○1 △1. ○ 5 × 2, □ 5 × 3, △ 7 × 1, × 4 × 1, stars 12: 48 VP. Caches
    at b6, c2, d4, g5: four, so the tier of 24 VP, and 4 VP for each tourist erased.

    Three rituals, for three symbols. Beside B5 and D5 are A5, C5, B6 and D4, three tourists each.
    None holds a symbol. A5 has the smallest sum: ○3 go with B5, −6 + 12. D5 reaches C5 and D4, both
    of the sum 8: the player takes D4, −2 − 2 + 12, rather than C5, −9 + 12. F1 reaches nobody.
    48 + 6 + 8 + 24 = 86. Of seven occupied quarters five are left: not the six of the other card.

    The branch instead of a3_south … b6 has the shelter b5, ×2, and no A5: □ 15, ○ 2 × 1, △ 7,
    × 6, 12 are 42; D4 goes, −1 − 2 + 12, and B6, −6 − 1 + 12: 42 + 9 + 5 + 24 = 80. Or the
    branch first, b5 … a3_south, the north, and d3 … b6 last: no east, three caches: 48 + 2 − 1 − 7
    = 42, 3 and 5 by rituals, 16: 66.
    """
    ground = Ground(warlocks(), exact=True)
    best = best_route(ground)
    assert best.optimal
    assert best.worth.value == 86
    assert set(ground.filled.marks.sections) - set(best.route.sections) == {"b5-b6"}
    assert (ground.level(best.passed), best.passed.ferries) == (0, 2)
    assert ground.prospect(best.passed).results == {(86, 24): 1}


def collectors() -> Filled:
    """A line in the north-east and one in the south-east, each with branches."""
    return board(
        TOWN,
        "D5 ×4; E1 □1 ×2; F5 ○2; C5 △1; F3 ○1 □1; C6 □4; A1 ○3; B3 △2; A5 ×1; B5 ○4",
        "D6 B1 B1 A6 A4",
        "d1-e1 e1-f1 f0-f1 f0-g1 g1-g2 g2-g3 e1-e2 g4-g5 f4-g4 e4-f4 d4-e4 c4-d4 g3_south-g4 e4-e5",
        character=Character.COLLECTOR,
        caches="lamps",
        goals=(LONG, BELIEVERS),
    )


def test_collector() -> None:
    """d1 e1 f1 f0 g1 g2 g3, and by ferry g5 g4 f4 e4 d4 c4; caches at g5 and d4.

    Landmarks along: F2 red, E2 and C5 green, D1 and F4 blue, F1, E5 and C4 purple, stars F3 6 and
    D4 5. The shelter f1 has □1 ×1. ○ 3 × 1, □ 3 × 2, △ 1 × 2, × 7 × 3, stars 11: 43 VP, and 16
    for seven crosses: 59. Eleven sections are no long route. The cards give 16 for sure.

    No symbol is along: L = 1, the ferry's. D6 reaches D5 alone, for C6 is off the route: ×4 go,
    12 VP and the goal's 16: 31. One die, 28 VP at stake, cards one by one as in the example I7.
    One card succeeds with: Tiara 1, Dagger 2/3, Amulet 1/2, Manuscript 5/9. A second one after a
    Dagger: (2·8/9 + 1 + 2·5/6 + 1) / 6 = 49/54, after an Amulet (2·3/4 + 2·5/6 + 2/3 + 1) / 6 =
    29/36, after a Manuscript (19/27 + 2·8/9 + 2·3/4 + 1) / 6 = 269/324. Above 31, a closed card
    being 7: after a Tiara 28 + 7 = 35; after a Dagger 56/3 + 7 = 77/3 > 28·49/54: stop; after an
    Amulet 28·29/36 = 203/9 > 14 + 7: go on; after a Manuscript 28·269/324 = 1883/81 > 140/9 + 7: go
    on. The first: (35 + 2·77/3 + 2·203/9 + 2·1883/81) / 7 = 2059/81 = 25.4, none 28/3 + 14 = 70/3.
    31 + 16 + 2059/81 = 5866/81.

    Without the ferry the south has ×4 × 2, △1, the star 5, 8 for four crosses: 22; L = 0, and 30
    for two cards: 52. The north alone has 13. From e2 there is no D1, and E2 is beside e1-f1 too.
    """
    ground = Ground(collectors(), exact=True)
    best = best_route(ground)
    assert best.optimal
    assert best.worth.value == Fraction(5866, 81)
    assert _either_way(best.route.text) == "c4 d4 e4 f4 g4 g5 ~ g3 g2 g1 f0 f1 e1 d1"
    choices = ground.check(best.passed).choices
    sure = 31 + 16
    assert choices[0, 0, 0, 0] == (sure + Fraction(70, 3), sure + Fraction(2059, 81))
    assert choices[0, 1, 0, 0] == (sure + Fraction(77, 3), sure + Fraction(28 * 49, 54))
    assert ground.prospect(best.passed).results == {
        (82, 16): Fraction(1, 7) + Fraction(4, 21),
        (75, 16): Fraction(2, 7) * (Fraction(29, 36) + Fraction(269, 324)),
        (54, 0): Fraction(2, 21),
        (47, 0): Fraction(2, 7) * (Fraction(7, 36) + Fraction(55, 324)),
    }
    assert without_ferries(ground).worth.value == 52
    assert without_threat(ground).worth.value == 52


def boatmans() -> Filled:
    """Five pieces by the water. At f5 the last one goes on to f6, or by a diagonal to e4."""
    return board(
        TOWN,
        "A2 □1 ×2; C3 ○2 △1; F2 ○1; D4 □2; F5 △2 ×1; E5 ×1; D6 ○4; B5 □2; E1 △1; C6 ×3",
        "B2 E5 D6",
        "b1-c1 b1-b2 a2-b2 a2-a3 c2-c3_north c2-d2 d2-d3_north g1-g2 g2-g3 "
        "c3_south-d3 d3-e3 g4-g5 f5-g5 f5-f6 e4-f5",
        character=Character.BOATMAN,
        threat=Threat.DEEP_ONES,
        caches="tide",
        goals=(LONG,),
    )


def test_boatman() -> None:
    """All five pieces, by three ferries across the river and one on the northern side: 30 VP.

    c1 … a3 and g4 … f6 can only be ends, and lie on different sides: an even number of
    ferries cannot cross. Without either of them all four may: 40 VP.

    With f6: A3 and C4 purple, B3 and F2 red, D3 green, C2 and E6 blue, the stars of B2, F3, D4
    and F6 4 + 6 + 5 + 7. The shelter d3_north has ○1 △1. ○ 4 × 2, □ 3 × 1, △ 4 × 2, × 3 × 2, the
    stars 22: 47 VP. 14 sections: 8. 47 + 8 + 30 = 85. Caches at b2, c3_south, g4: 21. B2's symbol
    is along: L = 1. A2 and F5 have three tourists each, F5 beside E5's symbol; A2 has the smaller
    sum: −4 − 1.
    85/3 + 80·2/3 + 21 = 308/3.

    With e4 the diagonal crosses E5: × 4 × 3, △ 4 × 1: 87, but its symbol makes L = 2. A2 costs
    7, F5 goes then, fuller than E5: −2 − 3. (87 + 4·80 + 4·75) / 9 + 21 = 896/9 < 308/3.

    With b2 as its end the route has L = 0, no star B2 and 12 sections: 73 + 21 = 94. Without the
    western piece it is 8 + 2 + 8 + 1 + 18 + 40 + 14 = 91, without the eastern one less. Without
    ferries g4 g5 f5 f6: △2 × 1, the star 7, one card: 16.
    """
    ground = Ground(boatmans(), exact=True)
    best = best_route(ground)
    assert best.optimal
    assert best.worth.value == Fraction(308, 3)
    assert set(ground.filled.marks.sections) - set(best.route.sections) == {"e4-f5"}
    assert (best.passed.ferries, best.passed.crossing) == (4, 3)
    assert ground.level(best.passed) == 1
    assert ground.prospect(best.passed).results == {
        (106, 8): Fraction(1, 3),
        (101, 8): Fraction(2, 3),
    }
    assert without_threat(ground).worth.value == 94
    assert without_ferries(ground).worth.value == 16


BOARDS = {
    Character.DETECTIVE: detectives,
    Character.WARLOCK: warlocks,
    Character.COLLECTOR: collectors,
    Character.BOATMAN: boatmans,
}


@pytest.mark.parametrize("who", list(BOARDS))
def test_floats_and_fractions_agree(who: Character) -> None:
    filled = BOARDS[who]()
    plain, exact = best_route(Ground(filled)), best_route(Ground(filled, exact=True))
    assert not isinstance(plain.worth.value, Fraction)
    assert plain.worth.value == pytest.approx(float(exact.worth.value))
    assert plain.route == exact.route


def test_what_is_told_of_a_board() -> None:
    """The Detective's: 412/9, without a ferry 359/9, without threat 19."""
    filled = detectives()
    sheet = told(filled, InnsmouthBoard("innsmouth", filled.marks), None, bonuses=False)
    routes = (sheet.best, sheet.without_ferries, sheet.without_threat)
    shown = [one for one in routes if one is not UNSET]
    assert [one.expected for one in shown] == pytest.approx([412 / 9, 359 / 9, 19])
    assert [(one.level, one.optimal) for one in shown] == [(3, True), (2, True), (0, True)]
    assert (sheet.bonuses, sheet.with_bonuses, sheet.bonuses_at_most_more) == ((), UNSET, UNSET)


def test_where_no_use_of_bonuses_was_looked_at_none_is_shown() -> None:
    filled = detectives()
    sheet = told(filled, InnsmouthBoard("innsmouth", filled.marks), lambda: True)
    assert (sheet.bonuses, sheet.with_bonuses) == ((), UNSET)
    assert sheet.bonuses_at_most_more is not UNSET
    assert sheet.bonuses_at_most_more > 0


@pytest.mark.parametrize("who", list(BOARDS))
def test_a_game_can_leave_such_boards(who: Character) -> None:
    assert findings(BOARDS[who]()) == ()


def _either_way(text: str) -> str:
    """Return the route *text* from the end that comes first in the alphabet."""
    return min(text, " ".join(reversed(text.split())))
