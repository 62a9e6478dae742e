"""What the box holds: tourists, threats, characters, artefacts, bonuses and goal cards."""

from enum import StrEnum
from typing import Annotated

import msgspec

from scorer.rules.board.board import LandmarkKind
from scorer.rules.notation import RulesError

Number = Annotated[int, msgspec.Meta(ge=0, le=99)]
Points = Annotated[int, msgspec.Meta(ge=0, le=999)]

# Most ferries of a final route (step 1), and most artefact cards that a player can take.
MOST_FERRIES = 4
DECK = 7
# VP of a closed artefact; what characters add in step 5.
CLOSED_ARTEFACT, COLLECTED, CROSSED, HUNTED = 7, 8, 10, 10


class InnsmouthError(RulesError):
    """Input for Innsmouth that cannot be used, with the place and what is wrong."""


class Tourist(StrEnum):
    """The four types of tourists, in the order of the sheet."""

    CIRCLE = "circle"
    SQUARE = "square"
    TRIANGLE = "triangle"
    CROSS = "cross"


# The landmarks that each type of tourist comes for.
WANTED = {
    Tourist.CIRCLE: LandmarkKind.RED,
    Tourist.SQUARE: LandmarkKind.GREEN,
    Tourist.TRIANGLE: LandmarkKind.BLUE,
    Tourist.CROSS: LandmarkKind.PURPLE,
}


class Threat(StrEnum):
    """The side of the rounds board that is in play."""

    CULTISTS = "cultists"
    DEEP_ONES = "deep-ones"


class Character(StrEnum):
    """Who the player is."""

    DETECTIVE = "detective"
    WARLOCK = "warlock"
    COLLECTOR = "collector"
    BOATMAN = "boatman"
    HUNTRESS = "huntress"


class Artefact(StrEnum):
    """The kinds of artefact cards; the Manuscript is applied first."""

    MANUSCRIPT = "manuscript"
    DAGGER = "dagger"
    AMULET = "amulet"
    TIARA = "tiara"


class Bonus(StrEnum):
    """Bonuses that a character card may give; the last two are used at the end of the game."""

    COORDINATE = "coordinate"
    SECTION = "section"
    DIAGONAL = "diagonal"


class Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Tourists in one quarter or shelter: how many of each type.

    >>> Group(circle=2, cross=1).total
    3
    """

    circle: Number = 0
    square: Number = 0
    triangle: Number = 0
    cross: Number = 0

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """How many there are of each type, in the order of the sheet."""
        return self.circle, self.square, self.triangle, self.cross

    @property
    def total(self) -> int:
        """How many there are of all types."""
        return sum(self.counts)


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many of a player's seven artefact cards are of each kind."""

    manuscript: Number = 0
    dagger: Number = 0
    amulet: Number = 0
    tiara: Number = 0

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """The numbers, in the order of ``Artefact``."""
        return self.manuscript, self.dagger, self.amulet, self.tiara

    @property
    def mistake(self) -> str:
        """What is wrong where it has not seven cards, or nothing."""
        number = sum(self.counts)
        return "" if number == DECK else f"a deck has {DECK} artefacts, and not {number}"


class Measure(StrEnum):
    """What a goal card measures on the final route, after the threat check."""

    TURNS = "turns"
    LENGTH = "length"
    QUARTERS = "quarters"
    LANDMARKS = "landmarks"
    CACHES = "caches"
    SHELTERS = "shelters"
    TOURISTS = "tourists"
    OCCUPIED = "occupied"


class Tier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """At least so much of what is measured gives so many VP."""

    threshold: Points
    points: Points


class GoalCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A goal card. Of its ``tiers`` only the best one reached counts.

    ``of`` narrows tourists down to a type, or landmarks to a colour.
    """

    measure: Measure
    tiers: Annotated[tuple[Tier, ...], msgspec.Meta(min_length=1, max_length=9)]
    of: str = ""
    name: str = ""

    @property
    def mistake(self) -> str:
        """What is wrong where ``of`` is no kind of what is measured, or nothing."""
        kinds = OF.get(self.measure, ())
        if not self.of or self.of in kinds:
            return ""
        expected = ", ".join(kinds) or f"nothing: {self.measure} has no kinds"
        return f"{self.of!r} is no kind here; expected {expected}"

    def points(self, value: int) -> int:
        """Return the VP for *value*.

        Source: "Goal cards".

        >>> winding = GoalCard(Measure.TURNS, (Tier(10, 8), Tier(12, 16), Tier(14, 24)))
        >>> [winding.points(turns) for turns in (9, 11, 13, 20)]
        [0, 8, 16, 24]
        """
        return max((tier.points for tier in self.tiers if value >= tier.threshold), default=0)


# What the kinds in ``GoalCard.of`` may be.
OF: dict[Measure, tuple[str, ...]] = {
    Measure.TOURISTS: tuple(Tourist),
    Measure.LANDMARKS: tuple(kind for kind in LandmarkKind if kind is not LandmarkKind.GREY),
}


class Challenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cell of the solo challenge card: VP to reach in all, and from goal cards."""

    points: Points
    goals: Points = 0
