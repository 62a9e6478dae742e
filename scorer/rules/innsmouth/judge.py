"""The judge: which numbers of a player's own sheet are wrong, and the likeliest mistakes.

A mistake is made on purpose, the line is worked out anew, and only what gives exactly the number
that was written is named.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple, assert_never

from scorer.rules.innsmouth.facts import Facts, Pass
from scorer.rules.innsmouth.pieces import CLOSED_ARTEFACT, COLLECTED, CROSSED, Character, Tourist
from scorer.rules.innsmouth.sheet import Line, Sheet, Step

# What a player wrote as the sum of all.
TOTAL = "total"
EVERYWHERE = (1 << 64) - 1


class Mistake(StrEnum):
    """How a number may have come about."""

    LOST = "lost"
    OFF_ROUTE = "off-route"
    SHELTERS = "shelters"
    SIGHTS = "sights"
    CORNERS = "corners"
    ADDED = "added"
    OPENED = "opened"
    TIERS = "tiers"
    CLOSED_ONLY = "closed-only"
    SAME_SIDE = "same-side"
    COUNTED = "counted"
    SUM = "sum"


class Verdict(NamedTuple):
    """A number that is wrong: what was written, what is right, and what gives the former.

    ``line`` is a field of the sheet, or ``total``.
    """

    line: str
    written: int
    right: int
    mistakes: tuple[Mistake, ...]


def judged(
    facts: Facts,
    passed: Pass,
    sheet: Sheet,
    lost: int,
    written: Mapping[str, int],
    corners: int = 0,
) -> tuple[Verdict, ...]:
    """Return which of the *written* numbers differ from those on *sheet*, and why.

    Parameters
    ----------
    lost : int
        Quarters whose tourists left in the check (a mask).
    written : mapping
        Numbers by the field of the sheet, or ``total``.
    corners : int
        Quarters that the route touches at a corner only, or across the river (a mask).
    """
    found = []
    for line in sheet.lines:
        told = written.get(line.step)
        if told is not None and told != line.points:
            made = dict.fromkeys(
                mistake
                for mistake, value in _made(facts, passed, line, lost, corners)
                if value == told
            )
            found.append(Verdict(line.step.value, told, line.points, tuple(made)))
    told = written.get(TOTAL)
    if told is not None and told != sheet.total:
        # Who wrote the total alone may have made any mistake; a line of 0 is often left out.
        whole = all(line.step in written or not line.points for line in sheet.lines)
        summed = whole and told != sum(written.get(line.step, 0) for line in sheet.lines)
        found.append(Verdict(TOTAL, told, sheet.total, (Mistake.SUM,) if summed else ()))
    return tuple(found)


def _made(
    facts: Facts, passed: Pass, line: Line, lost: int, corners: int
) -> Iterator[tuple[Mistake, int]]:
    """Yield mistakes that one can make in *line*, and what the line is worth with each."""
    match line.step:
        case Step.ARTEFACTS:
            yield Mistake.OPENED, facts.taken(passed) * CLOSED_ARTEFACT
            yield Mistake.COUNTED, line.working[0]
        case Step.GOALS:
            yield from _in_goals(facts, passed, lost)
        case Step.CHARACTER:
            yield from _in_character(facts, passed, line)
        case Step.STARS:
            yield Mistake.COUNTED, len(line.working)
            yield Mistake.OFF_ROUTE, sum(value for _, value in facts.stars)
        case Step.CIRCLE | Step.SQUARE | Step.TRIANGLE | Step.CROSS:
            kind = Tourist(line.step.value)
            yield from _in_tourists(facts, passed, kind, lost)
            yield from _at_corners(facts, passed, kind, lost, corners)
        case _:
            assert_never(line.step)


def _in_tourists(
    facts: Facts, passed: Pass, kind: Tourist, lost: int
) -> Iterator[tuple[Mistake, int]]:
    at = list(Tourist).index(kind)
    people, sights = facts.people(passed, lost)[at], facts.sights(passed)[at]
    everywhere = passed._replace(quarters=EVERYWHERE)
    yield Mistake.LOST, facts.people(passed)[at] * sights
    yield Mistake.SHELTERS, facts.people(passed._replace(shelters=0), lost)[at] * sights
    yield Mistake.OFF_ROUTE, facts.people(everywhere, lost)[at] * sights
    yield Mistake.SIGHTS, people * facts.sights(everywhere)[at]
    yield Mistake.ADDED, people + sights
    yield Mistake.COUNTED, people


def _at_corners(
    facts: Facts, passed: Pass, kind: Tourist, lost: int, corners: int
) -> Iterator[tuple[Mistake, int]]:
    """Yield what comes of some landmarks too many, or of all tourists there."""
    at = list(Tourist).index(kind)
    wider = passed._replace(quarters=passed.quarters | corners)
    people, sights = facts.people(passed, lost)[at], facts.sights(passed)[at]
    for seen in range(sights + 1, facts.sights(wider)[at] + 1):
        yield Mistake.CORNERS, people * seen
    yield Mistake.CORNERS, facts.people(wider, lost)[at] * sights


def _in_goals(facts: Facts, passed: Pass, lost: int) -> Iterator[tuple[Mistake, int]]:
    reached = [
        tier.points
        for card in facts.filled.setup.goals
        for tier in card.tiers
        if facts.measured(card, passed, lost) >= tier.threshold
    ]
    yield Mistake.TIERS, sum(reached)
    yield Mistake.LOST, facts.goal_points(passed)


def _in_character(facts: Facts, passed: Pass, line: Line) -> Iterator[tuple[Mistake, int]]:
    times, each = line.working
    yield Mistake.COUNTED, times
    if facts.character is Character.WARLOCK:
        yield Mistake.ADDED, times + each
    if facts.character is Character.COLLECTOR:
        for closed in range(times):
            yield Mistake.CLOSED_ONLY, closed * COLLECTED
    if facts.character is Character.BOATMAN:
        yield Mistake.SAME_SIDE, passed.ferries * CROSSED
