"""Goal cards as data: what stands on a card, and what its words are allowed to be."""

from collections.abc import Callable
from enum import StrEnum

import msgspec

from scorer.rules.board.board import LandmarkKind, TouristKind
from scorer.rules.notation import Location, NotationError, RoadId, RulesError

# Far above what stands on any card; it keeps sums within what machines count quickly.
MOST_POINTS = 999


class CardError(RulesError):
    """A goal card that contradicts itself, naming the key after a dot."""


class Measure(StrEnum):
    """What a goal card measures on the final route; ``measures`` defines each exactly."""

    TURNS = "turns"
    LENGTH = "length"
    STRAIGHT_RUN = "straight-run"
    TOURISTS = "tourists"
    LANDMARKS = "landmarks"
    ICONIC = "iconic"
    OCCUPIED = "occupied"
    LARGEST_GROUP = "largest-group"
    CROSSINGS = "crossings"
    ALONG = "along"
    ACROSS = "across"
    BESIDE = "beside"
    ENDS_BESIDE = "ends-beside"


class Direction(StrEnum):
    """Whether a card asks for its threshold or more (``+``) or for no more than it (``−``)."""

    AT_LEAST = "at-least"
    AT_MOST = "at-most"

    @property
    def sign(self) -> str:
        """The comparison as it is written."""
        return "≥" if self is Direction.AT_LEAST else "≤"


# Measures of marked roads, and of marked locations: both need ``elements``.
OF_ROADS = (Measure.ALONG, Measure.ACROSS)
OF_LOCATIONS = (Measure.BESIDE, Measure.ENDS_BESIDE)


class GoalCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A goal card: what is measured, the requirement, and its PP when reached and when won.

    ``of`` narrows tourists or landmarks down to one kind. ``elements`` are the marked roads
    (``along``, ``across``) or locations (``beside``, ``ends-beside``), in notation.
    ``name`` is the card's title, for people only. ``practice``: its figures are ours, and nobody
    has said yet that they stand on the card.
    """

    measure: Measure
    direction: Direction
    threshold: int
    reached: int
    won: int
    of: str = ""
    elements: tuple[str, ...] = ()
    name: str = ""
    practice: bool = False

    @property
    def roads(self) -> frozenset[RoadId]:
        """The marked roads, where the measure is of roads."""
        return frozenset(map(RoadId.parse, self.elements if self.measure in OF_ROADS else ()))

    @property
    def locations(self) -> frozenset[Location]:
        """The marked locations, where the measure is of locations."""
        marked = self.elements if self.measure in OF_LOCATIONS else ()
        return frozenset(map(Location.parse, marked))

    def meets(self, value: int) -> bool:
        """Whether *value* fulfils the requirement."""
        if self.direction is Direction.AT_LEAST:
            return value >= self.threshold
        return value <= self.threshold

    def beats(self, value: int, other: int) -> bool:
        """Whether *value* is a better result than *other*, the requirement apart."""
        return value > other if self.direction is Direction.AT_LEAST else value < other


def check_card(
    card: GoalCard, tourists: tuple[TouristKind, ...], landmarks: tuple[LandmarkKind, ...]
) -> None:
    """Refuse a card that means nothing in a city with these kinds.

    Raises
    ------
    CardError
        If a figure is out of bounds, a kind is unknown, or elements are missing, out of
        place or no notation.
    """
    if not 0 <= card.threshold <= MOST_POINTS:
        raise CardError(f".threshold: {card.threshold} is not between 0 and {MOST_POINTS}")
    if not 0 <= card.reached <= MOST_POINTS:
        raise CardError(f".reached: {card.reached} is not between 0 and {MOST_POINTS}")
    if not card.reached <= card.won <= MOST_POINTS:
        raise CardError(
            f".won: {card.won} is not between {card.reached}, the PP for reaching, "
            f"and {MOST_POINTS}"
        )
    _check_kind(card, tourists, landmarks)
    _check_elements(card)


def _check_kind(
    card: GoalCard, tourists: tuple[TouristKind, ...], landmarks: tuple[LandmarkKind, ...]
) -> None:
    known: dict[Measure, list[str]] = {
        Measure.TOURISTS: [kind.value for kind in tourists],
        Measure.LANDMARKS: [kind.value for kind in landmarks],
    }
    kinds = known.get(card.measure, [])
    if card.of and card.of not in kinds:
        expected = ", ".join(kinds) or f"nothing: {card.measure} has no kinds"
        raise CardError(f".of: {card.of!r} is no kind here; expected {expected}")


def _check_elements(card: GoalCard) -> None:
    parse: Callable[[str], object]
    if card.measure in OF_ROADS:
        parse, what = RoadId.parse, "roads, like b2-c2"
    elif card.measure in OF_LOCATIONS:
        parse, what = Location.parse, "locations, like B3"
    elif card.elements:
        raise CardError(f".elements: {card.measure} has no marked elements")
    else:
        return
    if not card.elements:
        raise CardError(f".elements: {card.measure} needs the marked {what}")
    for i, text in enumerate(card.elements):
        try:
            parse(text)
        except NotationError as error:
            raise CardError(f".elements[{i}]: {error}") from error
