"""A filled board of Innsmouth: what is drawn on it (marks), and what lies beside it (set-up)."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

import msgspec

from scorer.rules.innsmouth.pieces import (
    DECK,
    Bonus,
    Challenge,
    Character,
    Deck,
    GoalCard,
    Group,
    Measure,
    Number,
    Threat,
)
from scorer.rules.innsmouth.town import Town, card_mistake, signs_laid
from scorer.rules.jsonfile import decode_json
from scorer.rules.jsonfile.text import JsonError
from scorer.rules.notation import Location, NameSet, RoadId
from scorer.rules.values import kept

GAME = "innsmouth"
MOST_GOALS = 2
# A round draws one threat symbol at most.
MOST_SYMBOLS = 10
_NONE: frozenset[Any] = NameSet()


class InnsmouthSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What lies beside the board.

    ``threat`` is None where nobody told it; then nothing is said of how many symbols there are.
    ``caches`` are those of the cache card in play: its name in the town's file, or crossroads.
    ``deck`` is the split of the seven artefacts and ``bonuses`` those of the character card;
    without them those of the town's file. ``fates`` are the numbers on the rounds board.
    ``challenge`` makes it a solo game.
    """

    threat: Threat | None = kept(Threat.CULTISTS)
    character: Character = kept(Character.DETECTIVE)
    caches: str | tuple[str, ...] = kept(())
    goals: Annotated[tuple[GoalCard, ...], msgspec.Meta(max_length=MOST_GOALS)] = kept(())
    deck: Deck | None = None
    bonuses: tuple[Bonus, ...] | None = None
    fates: tuple[Annotated[int, msgspec.Meta(ge=1, le=6)], ...] = ()
    challenge: Challenge | None = None


class InnsmouthMarks(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is drawn on a board.

    ``threats`` are symbols by quarters, ``caches`` the drawn cache symbols (None: those of the
    card), ``rings`` the ringed caches and shelters, ``circled`` and ``used`` the bonuses
    circled and crossed out, ``ringed_name`` the ring round the town's name. ``ferries`` and
    ``level`` are what stands in these areas beside the map.
    """

    sections: NameSet[RoadId] = kept(_NONE)
    tourists: dict[Location, Group] = kept({})
    threats: dict[Location, Number] = kept({})
    caches: NameSet[str] | None = None
    rings: NameSet[str] = _NONE
    circled: tuple[Bonus, ...] | None = None
    used: tuple[Bonus, ...] = ()
    ringed_name: bool | None = None
    ferries: Number | None = None
    level: Number | None = None


class InnsmouthBoard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A filled board as its file holds it.

    ``route`` is the final route if the player chose one: sections in walking order, and ``~``
    for a ferry. ``played`` tells a check that was played with cardboard.
    """

    game: Annotated[str, msgspec.Meta(pattern=f"^{GAME}$")]
    marks: InnsmouthMarks
    setup: InnsmouthSetup = kept(InnsmouthSetup())
    town: str = kept("practice")
    route: tuple[str, ...] | None = None
    played: "PlayedCheck | None" = None


class PlayedCheck(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The outcome of a check: the board stands as it is after it.

    ``closed`` artefacts were taken and not opened. ``hits`` are the Huntress's final fives and
    sixes, ``sacrificed`` the tourists whom the Warlock's rituals erased. Where the board still
    stands as before the check, ``left`` are the quarters whose tourists left; the Warlock's are
    sacrificed besides.
    """

    closed: Annotated[int, msgspec.Meta(ge=0, le=DECK)] = 0
    hits: Number = 0
    sacrificed: Number = 0
    left: tuple[Location, ...] = ()


@dataclass(frozen=True)
class Filled:
    """A filled board with all that counts. Everything in it fits the town."""

    town: Town
    marks: InnsmouthMarks
    setup: InnsmouthSetup

    @cached_property
    def caches(self) -> tuple[str, ...]:
        """Where the caches are: as drawn, else as the card in play says."""
        if self.marks.caches is not None:
            return tuple(self.marks.caches)
        return card_caches(self.town, self.setup)

    @property
    def deck(self) -> tuple[int, int, int, int]:
        """The split of the player's artefacts, in the order of ``Artefact``."""
        return (self.setup.deck or self.town.file.deck).counts

    @property
    def bonuses(self) -> tuple[Bonus, ...]:
        """The bonuses of the character card."""
        if self.setup.bonuses is not None:
            return self.setup.bonuses
        return self.town.file.bonuses.get(self.setup.character, ())

    @cached_property
    def circled(self) -> tuple[Bonus, ...]:
        """The bonuses that are circled, else those of the card.

        Where the page has fewer signs of a bonus than the card has copies, a sign stands for all.
        """
        if self.marks.circled is None:
            return self.bonuses
        circled, card = Counter(self.marks.circled), Counter(self.bonuses)
        signs = signs_laid(self.town.file)
        for bonus, copies in card.items():
            if 0 < signs[bonus] <= circled[bonus] < copies:
                circled[bonus] = copies
        return tuple(circled.elements())

    @property
    def symbols(self) -> dict[Location, int]:
        """The threat symbols in the quarters that have any."""
        return {q: number for q, number in sorted(self.marks.threats.items()) if number}


def card_caches(town: Town, setup: InnsmouthSetup) -> tuple[str, ...]:
    """Return the places on the cache card in play."""
    return town.file.caches[setup.caches] if isinstance(setup.caches, str) else setup.caches


def read_board(data: bytes) -> InnsmouthBoard:
    """Return the board in the JSON *data*; whether it fits its town, ``filled_on`` asks.

    Raises
    ------
    JsonError
        If it is no such board, with the place.
    """
    return decode_json(data, InnsmouthBoard)


def filled_on(file: InnsmouthBoard, town: Town) -> Filled:
    """Return the board of *file*, which is on a board of *town*.

    Raises
    ------
    JsonError
        If it names what is not on that map, or its set-up contradicts itself, with the place.
    """
    _check_marks(file.marks, town)
    _check_setup(file.setup, town)
    return Filled(town, file.marks, file.setup)


def _check_marks(marks: InnsmouthMarks, town: Town) -> None:
    for i, section in enumerate(getattr(marks.sections, "given", marks.sections)):
        if section not in town.board.road_of:
            raise JsonError(
                f"$.marks.sections[{i}]: there is no road or diagonal {section} on this map"
            )
    for key in ("tourists", "threats"):
        for place in getattr(marks, key):
            if place not in town.board.cell_of:
                raise JsonError(f"$.marks.{key}.{place}: there is no quarter {place} on this map")
    symbols = sum(marks.threats.values())
    if symbols > MOST_SYMBOLS:
        raise JsonError(f"$.marks.threats: {symbols} symbols; a game draws {MOST_SYMBOLS} at most")
    _check_caches(tuple(marks.caches or ()), "$.marks.caches")
    for key in ("caches", "rings"):
        for i, name in enumerate(getattr(marks, key) or ()):
            _need(town, name, f"$.marks.{key}[{i}]")


def _check_setup(setup: InnsmouthSetup, town: Town) -> None:
    if isinstance(setup.caches, str) and setup.caches not in town.file.caches:
        known = ", ".join(town.file.caches) or "none"
        raise JsonError(f"$.setup.caches: no cache card {setup.caches!r}; this town has {known}")
    caches = card_caches(town, setup)
    _check_caches(caches, "$.setup.caches")
    for i, place in enumerate(caches):
        _need(town, place, f"$.setup.caches[{i}]")
    if setup.deck is not None and setup.deck.mistake:
        raise JsonError(f"$.setup.deck: {setup.deck.mistake}")
    for i, card in enumerate(setup.goals):
        if card.mistake:
            raise JsonError(f"$.setup.goals[{i}].of: {card.mistake}")


def _check_caches(places: tuple[str, ...], where: str) -> None:
    if mistake := card_mistake(places):
        raise JsonError(where + mistake)


def _need(town: Town, name: str, where: str) -> None:
    if not town.is_place(name):
        raise JsonError(f"{where}: there is no crossroads or road {name} on this map")


def counts_tourists(card: GoalCard) -> bool:
    """Whether what *card* measures can change in the threat check."""
    return card.measure in (Measure.TOURISTS, Measure.OCCUPIED)
