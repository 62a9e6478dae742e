"""The score sheet (step 4), line by line, for a board as it stands after the check."""

from enum import StrEnum
from typing import NamedTuple, assert_never

from scorer.rules.innsmouth.facts import Facts, Pass
from scorer.rules.innsmouth.filled import Filled, PlayedCheck
from scorer.rules.innsmouth.pieces import (
    CLOSED_ARTEFACT,
    COLLECTED,
    CROSSED,
    HUNTED,
    Character,
    InnsmouthError,
    Tourist,
)
from scorer.rules.ranking import Ranked, ranked
from scorer.rules.search.drawing.graph import bits
from scorer.rules.values import replace


class Step(StrEnum):
    """The fields of the sheet, in the order in which they are filled."""

    CIRCLE = "circle"
    SQUARE = "square"
    TRIANGLE = "triangle"
    CROSS = "cross"
    ARTEFACTS = "artefacts"
    GOALS = "goals"
    CHARACTER = "character"
    STARS = "stars"


class Line(NamedTuple):
    """A field's VP and its working: factors that are multiplied, or parts that are added."""

    step: Step
    points: int
    working: tuple[int, ...]


class Sheet(NamedTuple):
    """What a player has scored."""

    lines: tuple[Line, ...]

    @property
    def total(self) -> int:
        return sum(line.points for line in self.lines)

    @property
    def goals(self) -> int:
        """The VP of goal cards, which break a tie."""
        return next(line.points for line in self.lines if line.step is Step.GOALS)


def sheet_of(facts: Facts, passed: Pass, played: PlayedCheck, lost: int = 0) -> Sheet:
    """Return the sheet of a route that passes *passed*, after the check that was *played*.

    Source: step 4, points 1 to 7.

    Parameters
    ----------
    lost : int
        Quarters whose tourists left, where they are still on the board (a mask).
    """
    pairs = zip(facts.people(passed, lost), facts.sights(passed), strict=True)
    lines = [
        Line(Step(kind.value), people * sights, (people, sights))
        for kind, (people, sights) in zip(Tourist, pairs, strict=True)
    ]
    goals = tuple(
        card.points(facts.measured(card, passed, lost)) for card in facts.filled.setup.goals
    )
    stars = tuple(value for q, value in facts.stars if passed.quarters >> q & 1)
    closed = (played.closed, CLOSED_ARTEFACT)
    character = _character(facts, passed, played)
    lines += [
        Line(Step.ARTEFACTS, closed[0] * closed[1], closed),
        Line(Step.GOALS, sum(goals), goals),
        Line(Step.CHARACTER, character[0] * character[1], character),
        Line(Step.STARS, sum(stars), stars),
    ]
    return Sheet(tuple(lines))


def _character(facts: Facts, passed: Pass, played: PlayedCheck) -> tuple[int, int]:
    """Return how often the character gives VP, and how many each time."""
    match facts.character:
        case Character.DETECTIVE:
            return 0, 0
        case Character.WARLOCK:
            return played.sacrificed, passed.caches.bit_count()
        case Character.COLLECTOR:
            return facts.taken(passed), COLLECTED
        case Character.BOATMAN:
            return passed.crossing, CROSSED
        case Character.HUNTRESS:
            return played.hits, HUNTED
        case _:
            assert_never(facts.character)


def sheet_after(facts: Facts, passed: Pass, played: PlayedCheck) -> Sheet:
    """Return the sheet of a route that passes *passed*, after a check that is told.

    Raises
    ------
    InnsmouthError
        If no check of this route can end so, with the key.
    """
    check_played(facts, passed, played)
    numbers = {place: q for q, place in enumerate(facts.filled.town.quarters)}
    lost = 0
    for i, place in enumerate(played.left):
        q = numbers.get(place, -1)
        if q < 0 or not (passed.quarters & facts.occupied & ~lost) >> q & 1:
            raise InnsmouthError(f"$.played.left[{i}]: no tourists are along the route in {place}")
        lost |= 1 << q
    if facts.character is Character.WARLOCK:
        erased = sum(sum(facts.counts[q]) for q in bits(lost))
        played = replace(played, sacrificed=played.sacrificed + erased)
    return sheet_of(facts, passed, played, lost)


def check_played(facts: Facts, passed: Pass, played: PlayedCheck) -> None:
    """Refuse an outcome that no check of this route can have.

    Raises
    ------
    InnsmouthError
        With the key and what is possible.
    """
    taken = facts.taken(passed)
    if played.closed > taken:
        raise InnsmouthError(
            f"$.played.closed: {played.closed}, but the route takes {taken} artefacts"
        )
    if played.hits and facts.character is not Character.HUNTRESS:
        raise InnsmouthError("$.played.hits: only the Huntress has hits")
    if played.sacrificed and facts.character is not Character.WARLOCK:
        raise InnsmouthError("$.played.sacrificed: only the Warlock has rituals")


def lost_groups(facts: Facts, passed: Pass) -> tuple[str, ...]:
    """Return the occupied quarters that are not along the route: their tourists are erased.

    Source: step 1, point c.
    """
    return tuple(facts.filled.town.quarters[q] for q in bits(facts.occupied & ~passed.quarters))


def standings(sheets: list[Sheet]) -> tuple[Ranked, ...]:
    """Return the places: most VP; then most VP from goal cards; then shared. Nothing else.

    Source: step 4 (the winner).
    """
    return ranked([(sheet.total, sheet.goals) for sheet in sheets])


def check_order(levels: list[int]) -> tuple[int, ...]:
    """Return in which order the seats play their checks: the highest threat level first.

    Ties go clockwise from the first player of the last round. That is the last seat, since the
    first player changes each round but not in starting rounds.

    Source: step 3 (the order of the checks).

    >>> check_order([2, 5, 2, 5])
    (3, 1, 0, 2)
    """
    count = len(levels)
    first = count - 1
    return tuple(sorted(range(count), key=lambda seat: (-levels[seat], (seat - first) % count)))


def solo_won(sheet: Sheet, filled: Filled) -> bool | None:
    """Whether the challenge is met: VP in all and VP from goal cards; None without one.

    Source: "Conditions of victory" of the solo game.
    """
    asked = filled.setup.challenge
    if asked is None:
        return None
    return sheet.total >= asked.points and sheet.goals >= asked.goals
