"""What the referee says about a check that was played with cardboard."""

from typing import Any

import pytest

from scorer.rules.innsmouth.facts import Facts
from scorer.rules.innsmouth.filled import Filled, PlayedCheck
from scorer.rules.innsmouth.outcome import told_findings
from scorer.rules.innsmouth.pieces import Bonus, Character
from scorer.rules.innsmouth.referee import Offence
from scorer.rules.innsmouth.search.whole import given_route
from scorer.rules.innsmouth.town import practice_town
from scorer.rules.notation import Location, NameSet, RoadId
from scorer.rules.values import replace
from tests.support.innsmouthtowns import board

TOWN = practice_town()
# C2 and B2 lie along the route, E5 does not; the symbol in B3 reaches B2 alone of them.
ROUTE = ("b1-c1", "c1-c2")
SECTIONS = "b1-c1 c1-c2 e5-e6"
TOURISTS = "B2 ○2; C2 △3; E5 ×2"


def told(symbols: str, character: Character = Character.COLLECTOR, **played: Any) -> list[Offence]:
    filled = board(TOWN, TOURISTS, symbols, SECTIONS, character=character, caches="fog")
    return offences(filled, ROUTE, **played)


def offences(filled: Filled, route: tuple[str, ...], **played: Any) -> list[Offence]:
    facts = Facts(filled)
    passed = facts.passed(given_route(filled, route))
    return [one.offence for one in told_findings(facts, passed, PlayedCheck(**played))]


@pytest.mark.parametrize(
    ("symbols", "left", "expected"),
    [
        # Threat level 0: no die fails, so nobody leaves.
        ("B3", (), None),
        ("B3", ("B2",), Offence.LEFT_MANY),
        # One die: at most one quarter, and of those near the symbol the fullest.
        ("C2", (), None),
        ("C2", ("C2",), None),
        ("C2", ("B2",), Offence.LEFT_WRONG),
        ("C2", ("B2", "C2"), Offence.LEFT_MANY),
        ("C2 B2", ("B2", "C2"), None),
    ],
)
def test_who_left_must_fit_the_dice(
    symbols: str, left: tuple[str, ...], expected: Offence | None
) -> None:
    found = told(symbols, left=tuple(Location(one) for one in left))
    assert [one for one in found if one.startswith("left")] == ([expected] if expected else [])


def test_tourists_off_the_route_shield_nobody() -> None:
    """E5 is fuller than B2 and holds a symbol too, but no route is beside it."""
    filled = board(TOWN, "B2 ○2; E5 ×4", "B2 E5", SECTIONS)
    assert Offence.LEFT_WRONG not in offences(filled, ROUTE, left=(Location("B2"),))


def test_hits_are_dice_that_do_not_fail() -> None:
    hunted = Character.HUNTRESS
    assert Offence.HITS_MANY in told("C2", hunted, hits=2)
    assert Offence.HITS_MANY not in told("C2", hunted, hits=1)
    assert Offence.LEFT_MANY in told("C2", hunted, hits=1, left=(Location("C2"),))


def test_every_ritual_is_carried_out() -> None:
    warlock = Character.WARLOCK
    assert Offence.LEFT_WRONG in told("C2", warlock)
    facts = Facts(board(TOWN, TOURISTS, "C2", SECTIONS, character=warlock))
    passed = facts.passed(given_route(facts.filled, ROUTE))
    said = [one.message for one in told_findings(facts, passed, PlayedCheck())]
    assert any(one.startswith("nobody left; punishments take others") for one in said)
    assert Offence.LEFT_WRONG not in told("C2", warlock, left=(Location("C2"),))


def test_findings_of_the_drawing_stay() -> None:
    found = told("C2", left=(Location("C2"),))
    assert {Offence.OCCUPIED_FEW, Offence.SECTIONS_FEW, Offence.SYMBOLS} <= set(found)


def test_a_board_after_the_check_lacks_what_was_erased() -> None:
    """A bonus that the character does not have is still one too many."""
    filled = board(TOWN, "C2 △3", "", "c1-c2", character=Character.COLLECTOR, caches="fog")
    assert offences(filled, ("c1-c2",)) == []
    marks = replace(filled.marks, used=(Bonus.COORDINATE,) * 5)
    assert offences(replace(filled, marks=marks), ("c1-c2",)) == [Offence.BONUSES]
    apart = replace(filled.marks, sections=NameSet([RoadId("c1-c2"), RoadId("e5-e6")]))
    assert Offence.SECTIONS_FEW in offences(replace(filled, marks=apart), ("c1-c2",))


def test_a_single_tourist_told_as_erased_shows_that_the_rituals_are_over() -> None:
    assert Offence.SYMBOLS in told("C2", Character.WARLOCK)
    assert told("C2", Character.WARLOCK, sacrificed=1) == []
