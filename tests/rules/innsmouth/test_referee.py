"""What the referee says about a board, and that a legal one passes."""

import random
from collections.abc import Callable

import pytest

from samples.simulator.innsmouth.games import played_board
from scorer.rules.innsmouth.filled import Filled
from scorer.rules.innsmouth.pieces import Bonus, Character, Group, Threat
from scorer.rules.innsmouth.referee import (
    Offence,
    alike_boards,
    differing_groups,
    differing_symbols,
    fated,
    findings,
)
from scorer.rules.innsmouth.search.bonuses import unused
from scorer.rules.innsmouth.town import practice_town, town_of
from scorer.rules.notation import Location, NameSet, RoadId
from scorer.rules.values import replace
from tests.support.innsmouthtowns import board

TOWN = practice_town()
SECTIONS = "a1-a2 a2-a3 b1-b2 b2-b3 c1-c2 d1-d2 d4-d5 e4-e5 d5-e5 b4-b5"
TOURISTS = "A1 ○2; A2 ○2; B2 ○2; B4 ○2; C5 ○2; D1 ○2; D5 ○2; E1 ○2; E5 ○2; F6 ○2"
# Rounds 1 and 2 give (1; 2) = A2, then B1, C3, C3 and F6.
FATES = (1, 2, 2, 1, 3, 3, 3, 3, 6, 6)


def legal(**changes: object) -> Filled:
    """Return a board that nothing is wrong with, but for *changes* of its marks."""
    filled = board(
        TOWN,
        TOURISTS,
        "A2 B1 C3 C3 F6",
        SECTIONS,
        character=Character.COLLECTOR,
        caches="fog",
        fates=FATES,
    )
    return replace(filled, marks=replace(filled.marks, **changes))


def offences(filled: Filled, **known: int) -> list[Offence]:
    return [one.offence for one in findings(filled, **known)]


def test_a_legal_board_passes() -> None:
    assert findings(legal()) == ()
    assert findings(legal(ferries=1, level=3), level=3, ferries=1) == ()


def test_fate_numbers_give_the_cultists() -> None:
    due = fated(legal())
    assert due == {"A2": 1, "B1": 1, "C3": 2, "F6": 1}


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda m: {"tourists": {Location("A1"): Group(circle=2)}}, Offence.OCCUPIED_FEW),
        (lambda m: {"tourists": {**m.tourists, Location("F1"): Group(1)}}, Offence.OCCUPIED_MANY),
        (lambda m: {"tourists": {**m.tourists, Location("A1"): Group(5)}}, Offence.TOURISTS_MANY),
        (lambda m: {"sections": NameSet([RoadId("a1-a2")])}, Offence.SECTIONS_FEW),
        (lambda m: {"caches": NameSet(["a4"])}, Offence.CACHES),
        (lambda m: {"rings": NameSet(["c1"])}, Offence.RINGS),
        (lambda m: {"circled": (Bonus.COORDINATE,)}, Offence.BONUSES),
        (lambda m: {"used": (Bonus.COORDINATE,)}, Offence.BONUSES),
        (lambda m: {"ferries": 5}, Offence.FERRIES),
        (lambda m: {"ferries": 2}, Offence.FERRIES),
        (lambda m: {"level": 2}, Offence.LEVEL),
    ],
)
def test_each_offence_is_named(change: Callable[..., dict[str, object]], expected: Offence) -> None:
    filled = legal(**change(legal().marks))
    assert offences(filled, level=3, ferries=1) == [expected]


def test_missing_symbols_and_those_too_many_are_told_apart() -> None:
    """A2, B1, C3 twice and F6 are due."""

    def told(threats: dict[str, int]) -> list[tuple[Offence, tuple[str, ...]]]:
        drawn = legal(threats={Location(q): n for q, n in threats.items()})
        return [(one.offence, one.places) for one in findings(drawn)]

    over, lacking = Offence.SYMBOLS_OVER, Offence.SYMBOLS_LACKING
    assert told({"A2": 5}) == [(lacking, ("B1", "C3", "F6")), (over, ("A2",))]
    assert told({"A2": 1, "B1": 1, "C3": 1, "F6": 1}) == [(lacking, ("C3",))]
    assert told({"A2": 1, "B1": 1, "C3": 2, "F6": 1, "E4": 1}) == [(over, ("E4",))]


def test_one_sign_on_the_page_stands_for_all_copies_of_a_bonus() -> None:
    """Of the extra section our own print has one sign; a card may have two of it."""
    twice = (Bonus.SECTION, Bonus.SECTION)

    def circled(*bonuses: Bonus, used: tuple[Bonus, ...] = ()) -> Filled:
        filled = legal(circled=bonuses, used=used)
        return replace(filled, setup=replace(filled.setup, bonuses=twice))

    for some in ((Bonus.SECTION,), twice):
        assert offences(circled(*some, used=twice)) == []
        assert unused(circled(*some, used=(Bonus.SECTION,))) == (Bonus.SECTION,)
    assert offences(circled()) == [Offence.BONUSES]
    assert unused(circled()) == ()


def test_a_bonus_without_a_sign_on_the_page_is_not_taken_for_circled() -> None:
    """The photo of this box shows the extra section's sign alone; nothing is circled."""
    spots = replace(TOWN.file.spots, bonuses={"section-1": (-1.5, 2.0)})
    filled = replace(legal(circled=()), town=town_of(replace(TOWN.file, spots=spots)))
    both = (Bonus.SECTION, Bonus.DIAGONAL)
    assert replace(filled, setup=replace(filled.setup, bonuses=both)).circled == ()


def test_zigzags_are_noted_and_more_is_too_many() -> None:
    printed = [road.id for road in TOWN.board.roads if road.kind.value == "straight"]
    for count, expected in (
        (20, []),
        (21, [Offence.SECTIONS_NOTED]),
        (31, [Offence.SECTIONS_MANY]),
    ):
        assert offences(legal(sections=NameSet(printed[:count]))) == expected
    assert offences(legal(sections=NameSet(printed[:31]), used=(Bonus.SECTION,))) == [
        Offence.SECTIONS_NOTED
    ]


def test_what_an_end_bonus_draws_is_no_section_of_the_rounds() -> None:
    printed = [road.id for road in TOWN.board.roads if road.kind.value == "straight"]
    (noted,) = findings(legal(sections=NameSet(printed[:22]), used=(Bonus.DIAGONAL,)))
    assert (noted.offence, noted.found, noted.due) == (Offence.SECTIONS_NOTED, 21, 20)
    assert findings(legal(sections=NameSet(printed[:21]), used=(Bonus.SECTION,))) == ()


def test_ten_diagonals_and_the_bonus_are_most() -> None:
    ways = [road.id for road in TOWN.board.roads if road.kind.value == "diagonal"]
    assert offences(legal(sections=NameSet(ways[:10]))) == []
    assert offences(legal(sections=NameSet(ways[:11]))) == [Offence.DIAGONALS_MANY]
    more = legal(sections=NameSet(ways[:11]), used=(Bonus.DIAGONAL,))
    assert offences(more) == []


def test_the_detective_rings_what_sections_touch() -> None:
    """The fog card: a3_south, c1, d3_north, e5, g2; shelters d3_north, b5, f1.

    Sections touch c1, e5 and b5.
    """
    filled = legal()
    filled = replace(filled, setup=replace(filled.setup, character=Character.DETECTIVE))
    filled = replace(filled, marks=replace(filled.marks, rings=NameSet(["b5", "c1", "e5"])))
    assert offences(filled) == []
    fewer = replace(filled, marks=replace(filled.marks, rings=NameSet(["b5", "c1"])))
    assert offences(fewer) == [Offence.RINGS]
    # A section to g2 was erased when a route was corrected; nothing is at a1.
    erased = replace(filled, marks=replace(filled.marks, rings=NameSet(["b5", "c1", "e5", "g2"])))
    assert offences(erased) == []
    astray = replace(filled, marks=replace(filled.marks, rings=NameSet(["a1", "b5", "c1", "e5"])))
    assert [(one.offence, one.places) for one in findings(astray)] == [(Offence.RINGS, ("a1",))]
    # He finds one tourist more a round.
    crowded = {**filled.marks.tourists, Location("A1"): Group(5)}
    assert offences(replace(filled, marks=replace(filled.marks, tourists=crowded))) == []


def test_without_fate_numbers_five_symbols_are_due() -> None:
    filled = legal(threats={Location("A2"): 4})
    open_ = replace(filled, setup=replace(filled.setup, fates=()))
    assert offences(open_) == [Offence.SYMBOLS]
    # The cultists draw five; who threatens is not told here.
    assert offences(replace(open_, setup=replace(open_.setup, threat=None))) == []
    some = replace(legal(), setup=replace(filled.setup, fates=FATES[:4]))
    assert offences(some) == [Offence.FATES_FEW]


def test_players_place_the_same_tourists_but_in_starting_rounds() -> None:
    """Two players have ten rounds in common, three nine and four eight; a Detective finds more.

    Source: phases 1 to 3; "Starting rounds".
    """

    def other(count: int) -> Filled:
        """Return a board where so many groups are other ones."""
        changes = [Location(one) for one in ("A1", "A2", "B2")][:count]
        return legal(tourists={**legal().marks.tourists, **dict.fromkeys(changes, Group(square=2))})

    mine = legal()
    for players, apart in ((2, 0), (3, 1), (4, 2)):
        rest = [mine] * (players - 1)
        assert differing_groups([*rest, other(apart)]) == ()
        (found,) = differing_groups([*rest, other(apart + 1)])
        assert found.offence is Offence.GROUPS_DIFFER
        finder = replace(mine, setup=replace(mine.setup, character=Character.DETECTIVE))
        assert differing_groups([*rest[1:], finder, other(apart + 1)]) == ()
    assert differing_groups([mine]) == ()


def without_fates(symbols: str, **setup: object) -> Filled:
    filled = board(TOWN, TOURISTS, symbols, SECTIONS, caches="fog")
    return replace(filled, setup=replace(filled.setup, **setup))


def test_the_cultists_draw_the_same_symbols_on_every_board() -> None:
    """What a check erased is lacking; six and more, or four before it, are told of that board."""
    mine, other = without_fates("A2 B1 C3 C3 F6"), without_fates("A2 B1 C3 E4 F6")
    assert differing_symbols([mine, mine, mine]) == differing_symbols([mine]) == ()
    (found,) = differing_symbols([mine, mine, other])
    assert (found.offence, found.places) == (Offence.SYMBOLS_DIFFER, ("C3", "E4"))
    erased = [without_fates(left) for left in ("A2 C3", "", "B1 C3 F6")]
    assert differing_symbols([mine, *erased]) == ()
    assert differing_symbols([mine, without_fates("A2 E4")]) != ()
    assert differing_symbols([mine, without_fates("A2 B1 C3 C3 F6 E4")]) == ()
    # Known fate numbers are compared with each board; the Deep Ones' symbols are one's own.
    assert differing_symbols([legal(), legal(threats=other.marks.threats)]) == ()
    for threat in (Threat.DEEP_ONES, None):
        boards = [replace(one, setup=replace(one.setup, threat=threat)) for one in (mine, other)]
        assert differing_symbols(boards) == ()


def test_boards_with_the_same_sections_and_tourists_are_named() -> None:
    other = legal(tourists={**legal().marks.tourists, Location("A1"): Group(square=2)})
    drawn = legal().marks.sections
    four, five = (legal(sections=NameSet(sorted(drawn)[:count])) for count in (4, 5))
    assert alike_boards([legal(), other, four, four]) == ()
    assert [one.places for one in alike_boards([five, other, five])] == [("1", "3")]
    (found,) = alike_boards([legal(), other, legal()])
    assert (found.offence, found.places) == (Offence.BOARDS_ALIKE, ("1", "3"))
    # Nothing else of them is compared, so no more is said.
    assert found.message == "the boards of players 1, 3 hold the same sections and tourists"


@pytest.mark.parametrize("seed", range(5))
def test_played_games_hold_ten_occupied_quarters(seed: int) -> None:
    filled = played_board(random.Random(seed), TOWN)
    found = offences(filled)
    assert Offence.OCCUPIED_FEW not in found
    assert Offence.SECTIONS_MANY not in found


def test_every_sign_of_the_deep_ones_but_one_draws_a_symbol() -> None:
    def deep(symbols: str, signs: tuple[int, ...], ringed: bool | None = True) -> Filled:
        town = town_of(replace(TOWN.file, signs=signs))
        filled = board(
            town,
            TOURISTS,
            symbols,
            SECTIONS,
            character=Character.COLLECTOR,
            caches="fog",
            threat=Threat.DEEP_ONES,
        )
        return replace(filled, marks=replace(filled.marks, ringed_name=ringed))

    assert offences(deep("A2 B1", (2, 5, 9))) == []
    assert offences(deep("A2 B1 C3", (2, 5, 9))) == [Offence.DEEP_SYMBOLS]
    assert offences(deep("A2", (2, 5, 9))) == [Offence.DEEP_SYMBOLS]
    # Where nobody has told the signs, no number is wrong.
    assert offences(deep("A2 B1 C3", ())) == []
    assert offences(deep("A2 B1", (2, 5, 9), ringed=False)) == [Offence.SKIP]
