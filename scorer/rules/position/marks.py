"""What is drawn on a board (``Marks``) and what lies beside it (``Setup``)."""

import re
from collections.abc import Container, Iterable
from difflib import get_close_matches
from enum import StrEnum
from typing import Annotated, Any, Self

import msgspec
from msgspec.structs import force_setattr

from scorer.rules.board.board import Board, LandmarkKind
from scorer.rules.city.city import City
from scorer.rules.city.goalcards import CardError, check_card
from scorer.rules.city.goalcards import GoalCard as GoalCard
from scorer.rules.jsonfile import decode_json, from_data
from scorer.rules.jsonfile.text import JsonError
from scorer.rules.notation import Crossroads, Location, NameSet, RoadId
from scorer.rules.position.mark import SECTION_COLOURS as SECTION_COLOURS
from scorer.rules.position.mark import CafeMark as CafeMark
from scorer.rules.position.mark import MarkKind, MarkShape, MarkValue, Sections, colours_of
from scorer.rules.position.mark import MarksError as MarksError
from scorer.rules.position.mark import Tourists as Tourists
from scorer.rules.position.mark import coloured as coloured
from scorer.rules.position.mark import tourists_of as tourists_of
from scorer.rules.values import kept

# Far above what fits into a location; it keeps sums within what machines count quickly.
MOST_TOURISTS = 99
# As many as the box holds.
MOST_BALANCE_CARDS = 4
# So much alike are a word and the same with a letter more, less or wrong, from 0 to 1.
_ALIKE = 0.8

_NOTATION = re.compile(r"(?P<city>\S+) (?P<board>\S+):(?: (?P<rest>.+))?")
_NONE: frozenset[Any] = NameSet()


class GameMode(StrEnum):
    """Who plays against whom: each for himself, alone, or two against two."""

    USUAL = "usual"
    SOLO = "solo"
    TEAM = "team"


class Half(StrEnum):
    """One half of a board whose two maps lie side by side."""

    LEFT = "left"
    RIGHT = "right"


class Marks(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, dict=False
):
    """What is drawn on one board, and nothing else. Representable is not yet legal.

    ``tourists`` holds no location without tourists; ``cafes`` no untouched café. Some cities
    have more: ``coloured`` sections (Paris), and beside New York's map the ``tickets`` and
    the bonuses circled in the ``cafe_area``, by the ids of their symbols; its ``hot_spots``
    are roads that cost two sections to draw.

    >>> marks = Marks.parse("first-city first-city: section b2-c2; tourists B3=circle:2")
    >>> list(marks.sections), marks.tourists[Location("B3")].circle
    (['b2-c2'], 2)
    >>> marks
    Marks.parse('first-city first-city: section b2-c2; tourists B3=circle:2')
    """

    city: str
    board: str
    sections: Sections = kept(Sections())
    tourists: dict[Location, Tourists] = kept({})
    cafes: dict[Crossroads, CafeMark] = kept({})
    task: NameSet[Crossroads] = kept(_NONE)
    crossed: NameSet[Location] = kept(_NONE)
    tickets: NameSet[str] = _NONE
    cafe_area: dict[str, CafeMark] = {}
    hot_spots: NameSet[RoadId] = _NONE

    def __post_init__(self) -> None:
        """Put everything into the order of the notation; leave out what is no mark."""
        if type(self.sections) is not Sections:
            force_setattr(self, "sections", Sections(self.sections))
        held = sorted((place, group) for place, group in self.tourists.items() if group.total)
        force_setattr(self, "tourists", dict(held))
        for key in ("cafes", "cafe_area"):
            force_setattr(self, key, dict(sorted(getattr(self, key).items())))
        for key in ("task", "crossed", "tickets", "hot_spots"):
            names = getattr(self, key)
            if type(names) is not NameSet or not names:
                force_setattr(self, key, NameSet(names) if names else _NONE)

    def __hash__(self) -> int:
        return hash(str(self))

    @property
    def colours(self) -> dict[RoadId, LandmarkKind]:
        """The colours of those sections that have one."""
        return colours_of(self.sections)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the marks that *text* tells in notation; inverse of ``str``.

        Raises
        ------
        MarksError
            If *text* is no such notation, with the part that is none.
        """
        found = _NOTATION.fullmatch(text)
        if not found:
            raise MarksError(f"{text!r} are no marks: expected a city, a board and a colon")
        marks = cls(found["city"], found["board"])
        for part in (found["rest"] or "").split("; ") if found["rest"] else ():
            kind, *places = part.split()
            if kind not in _KINDS or not places:
                raise MarksError(f"{part!r}: expected a kind of mark ({', '.join(_KINDS)}), places")
            for place in places:
                where, _, value = place.partition("=")
                marks = _KINDS[kind].set(marks, where, _value(_KINDS[kind], value))
        return marks

    def __str__(self) -> str:
        parts = []
        for kind in MarkKind:
            places = [_written(kind.get(self, place), place) for place in kind.places(self)]
            if places:
                parts.append(" ".join([kind.value, *places]))
        return f"{self.city} {self.board}:" + (f" {'; '.join(parts)}" if parts else "")

    def __repr__(self) -> str:
        return f"Marks.parse({str(self)!r})"

    def checked_on(self, board: Board, path: str = "$") -> Self:
        """Return the marks themselves.

        Parameters
        ----------
        path : str
            Where the marks stand in a larger file, for error messages.

        Raises
        ------
        MarksError
            If they name something that is not on *board*, or a count is negative.
        """
        if self.city != board.city:
            raise MarksError(
                f"{path}.city: these marks are of {self.city!r}, the board of {board.city!r}"
            )
        _known(self.sections, board.road_of, "road", f"{path}.sections")
        _known(self.tourists, board.cell_of, "location", f"{path}.tourists")
        for place, group in self.tourists.items():
            for kind, number in group.counts:
                where = f"{path}.tourists.{place}.{kind}"
                if number < 0:
                    raise MarksError(f"{where}: {number} is below zero")
                if number > MOST_TOURISTS:
                    raise MarksError(f"{where}: {number} is above {MOST_TOURISTS}")
        _known(self.cafes, board.cafe_at, "café", f"{path}.cafes")
        _known(self.task, board.crossroads_xy, "crossroads", f"{path}.task")
        _known(self.crossed, board.cell_of, "location", f"{path}.crossed")
        symbols = {True: set[str](), False: set[str]()}
        for symbol in board.cafe_area:
            symbols[symbol.dock is not None].add(symbol.id)
        _known(self.tickets, symbols[True], "ticket", f"{path}.tickets", "beside")
        _known(self.cafe_area, symbols[False], "café symbol", f"{path}.cafe_area", "beside")
        _known(self.hot_spots, board.road_of, "road", f"{path}.hot_spots")
        return self

    def moved_to(self, city: str, board: str) -> "Marks":
        """Return the same marks on the board of another name."""
        return Marks(city, board, *(getattr(self, name) for name in Marks.__struct_fields__[2:]))


class UnplacedMarks(Marks, frozen=True, forbid_unknown_fields=True):
    """Marks in a larger file, which may leave city and board to that file."""

    city: str = ""
    board: str = ""


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What lies beside the board. ``ratings`` are the PP of each iconic landmark now.

    ``balance_cards`` each allow one section more or one change of a coordinate. In Paris
    ``tours`` are the themed tours in play, ``fewer_tours`` says that no others are, though the
    game has them, and ``diversity`` is the board's own table, where it is known.
    ``goal_cards``: goal cards are in play, though nobody may have said yet which.
    ``unrated`` are those of the ratings that nobody gave: they count as the lowest.
    In New York ``task_half`` is the half on which the task card was laid; it is looked at only
    where the rings do not tell, None where nobody said.
    """

    ratings: dict[str, int] = kept({})
    cafes: bool = kept(True)
    tasks: bool = kept(True)
    goals: tuple[GoalCard, ...] = kept(())
    goal_cards: bool = False
    mode: GameMode = kept(GameMode.USUAL)
    balance_cards: int = 0
    tours: tuple[str, ...] = ()
    diversity: tuple[int, ...] = ()
    unrated: tuple[str, ...] = ()
    task_half: Half | None = None
    fewer_tours: bool = False

    def __hash__(self) -> int:
        ratings = frozenset(self.ratings.items())
        return hash((ratings, *(getattr(self, name) for name in self.__struct_fields__[1:])))

    def checked_in(self, city: City, path: str = "$") -> Self:
        """Return the set-up with every rating of *city*, those not given being the lowest.

        These are ``unrated`` from then on.

        *path* is where the set-up stands in a larger file.

        Raises
        ------
        MarksError
            If a rating is of no iconic landmark or not on its track, a goal card makes no
            sense, the city is played without goal cards, there are more balance cards than
            the box holds, or a half is named where the map has none.
        """
        if (self.goals or self.goal_cards) and not city.plays_goals:
            raise MarksError(f"{path}.goals: {city.name} is played without goal cards")
        for i, card in enumerate(self.goals):
            try:
                check_card(card, city.tourists, city.landmarks)
            except CardError as error:
                raise MarksError(f"{path}.goals[{i}]{error}") from error
        _check_ratings(self, city, path)
        if not 0 <= self.balance_cards <= MOST_BALANCE_CARDS:
            raise MarksError(
                f"{path}.balance_cards: {self.balance_cards} is not from 0 to {MOST_BALANCE_CARDS}"
            )
        _check_tours(self, city, path)
        if self.task_half and not city.game.task_halves:
            raise MarksError(f"{path}.task_half: the map of {city.name} has no halves")
        return self.completed_in(city)

    def completed_in(self, city: City) -> Self:
        """Return the set-up with every rating of *city*, as ``checked_in``, taken as it is.

        For what was checked when it was kept: a track that was told later may have other
        steps.
        """
        ratings = lowest_ratings(city) | self.ratings
        given = self.ratings.keys() - set(self.unrated)
        unrated = tuple(mark.id for mark in city.iconic if mark.id not in given)
        return msgspec.structs.replace(self, ratings=ratings, unrated=unrated)


# For each goal card the best value of a rival who reached it, None where no rival did.
Rivals = tuple[int | None, ...]


class SavedBoard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A board as the app saves it: what is drawn on it, and what lies beside it.

    ``to_check`` and ``checked`` are as in ``Checking``. ``rivals`` are, for each goal card, the
    best result of another player who reached it, null for none; left out where the others'
    boards are not known. ``others_task``: some of the others have ringed their task's crossroads.
    """

    marks: Marks
    setup: Setup = kept(Setup())
    to_check: Annotated[int, msgspec.Meta(ge=0)] = 0
    checked: bool | None = None
    rivals: Rivals | None = None
    others_task: bool = False


# What a file with marks may tell besides; a reading has its doubts in place of their number.
_BESIDE = (*SavedBoard.__struct_fields__, "doubts")


def refuse_mistyped(data: dict[str, Any]) -> None:
    """Refuse the *data* of a saved board with a key that is nearly one that it may have.

    What that key tells would count for nothing. Any other key is left alone: files with marks
    also tell of their photo, as truth files do.

    Raises
    ------
    MarksError
        With the path of the key, and the one that is likely meant.
    """
    for key in data:
        meant = [] if key in _BESIDE else get_close_matches(key.lower(), _BESIDE, 1, _ALIKE)
        if meant:
            right = meant[0]
            leave = f"`{right}` is there too, so leave one out"
            said = leave if right in data else f"did you mean `{right}`?"
            raise MarksError(f"board: $.{key}: unknown key `{key}`; {said}")


def parse_marks(data: bytes, path: str = "$") -> Marks:
    """Return the marks in the JSON *data*, not yet held against a board.

    *path* is where the marks stand in a larger file, for error messages.

    Raises
    ------
    MarksError
        If *data* is no such JSON, with the path of the bad value.
    """
    try:
        return decode_json(data, Marks, start=path)
    except JsonError as error:
        raise MarksError(f"marks: {error}") from error


def parse_setup(data: bytes, city: City, path: str = "$") -> Setup:
    """Return the set-up in the JSON *data*, ratings not given being the lowest.

    *path* is where the set-up stands in a larger file, for error messages.

    Raises
    ------
    MarksError
        If *data* is no such JSON or rates something that the city has not.
    """
    return decoded_setup(data, path).checked_in(city, path)


def decoded_setup(data: bytes, path: str = "$") -> Setup:
    """Return the set-up in the JSON *data*, not yet held against a city.

    Raises
    ------
    MarksError
        If *data* is no such JSON, with the path of the bad value.
    """
    try:
        return decode_json(data, Setup, start=path)
    except JsonError as error:
        raise MarksError(f"setup: {error}") from error


class _Told(msgspec.Struct):
    """What of a file with marks tells of rivals; all else in it is looked at elsewhere."""

    rivals: Rivals | None = None


def rivals_in(data: dict[str, Any], setup: Setup) -> Rivals | None:
    """Return what the *data* of a saved board tells of rivals on the goal cards of *setup*.

    Raises
    ------
    MarksError
        If it is no such list, with its path, or has not one entry for each card.
    """
    try:
        rivals = from_data(data, _Told).rivals
    except JsonError as error:
        raise MarksError(f"board: {error}") from error
    check_rivals(rivals, setup.goals, "$.rivals")
    return rivals


def check_rivals(rivals: Rivals | None, cards: tuple[GoalCard, ...], path: str) -> None:
    """Refuse *rivals* that have not one entry for each of *cards*.

    Raises
    ------
    MarksError
        With their *path*.
    """
    if rivals is not None and len(rivals) != len(cards):
        raise MarksError(f"{path}: {len(rivals)} results, but {len(cards)} goal cards lie out")


_KINDS = {kind.value: kind for kind in MarkKind}


def _written(value: MarkValue, where: str) -> str:
    """Return the place *where* with what is drawn there, where that is more than drawn."""
    if isinstance(value, bool):
        return where
    if isinstance(value, str):
        return f"{where}={value}"
    return f"{where}={','.join(f'{kind}:{number}' for kind, number in value.items())}"


def _value(kind: MarkKind, text: str) -> MarkValue:
    """Return the value that stands behind a place; inverse of ``_written``."""
    if kind.shape is not MarkShape.TOURISTS:
        return text or True
    pairs = [pair.partition(":") for pair in text.split(",")]
    return {name: int(number) if number.isdecimal() else -1 for name, _, number in pairs}


def _check_ratings(setup: Setup, city: City, path: str) -> None:
    tracks = {iconic.id: city.ratings_on(iconic.id) for iconic in city.iconic}
    rates = f"{city.name} rates only {', '.join(tracks)}"
    for i, id_ in enumerate(setup.unrated):
        if id_ not in tracks:
            raise MarksError(f"{path}.unrated[{i}]: {rates}")
    for id_, rating in setup.ratings.items():
        where = f"{path}.ratings.{id_}"
        if id_ not in tracks:
            raise MarksError(f"{where}: {rates}")
        if rating not in tracks[id_]:
            steps = ", ".join(map(str, tracks[id_]))
            raise MarksError(f"{where}: {rating} is not on its track ({steps})")


def lowest_ratings(city: City) -> dict[str, int]:
    """Return the PP of each iconic landmark of *city* before any rating went up."""
    return {iconic.id: city.track(iconic.id)[0] for iconic in city.iconic}


def usual_setup(city: City, mode: str = "medium") -> Setup:
    """Return the set-up of a game in *mode* before any rating went up."""
    modules = city.mode(mode)
    return Setup(cafes=modules.cafes, tasks=modules.tasks, goal_cards=modules.goals).checked_in(
        city
    )


def _check_tours(setup: Setup, city: City, path: str) -> None:
    known = [tour.id for tour in city.tours]
    for i, id_ in enumerate(setup.tours):
        if id_ not in known:
            has = ", ".join(known) or "none"
            raise MarksError(f"{path}.tours[{i}]: {city.name} has no tour {id_!r}; it has {has}")
        if id_ in setup.tours[:i]:
            raise MarksError(f"{path}.tours[{i}]: {id_!r} is given twice")
        colour = city.tour(id_).colour
        if colour in [city.tour(other).colour for other in setup.tours[:i]]:
            raise MarksError(
                f"{path}.tours[{i}]: {id_!r} is a second {colour} tour; one of each colour lies out"
            )
    if setup.fewer_tours and not known:
        raise MarksError(f"{path}.fewer_tours: {city.name} has no themed tours")
    if setup.diversity and city.diversity is None:
        raise MarksError(f"{path}.diversity: {city.name} has no diversity table")
    if sorted(setup.diversity) != list(setup.diversity) or min(setup.diversity, default=0) < 0:
        raise MarksError(f"{path}.diversity: expected PP for 0, 1, 2 … runs, never falling")


def _known(
    names: Iterable[str], known: Container[str], what: str, path: str, side: str = "on"
) -> None:
    """Refuse *names* that are not *known*; in a list they have numbers, in a map their names."""
    for i, name in enumerate(getattr(names, "given", names)):
        if name not in known:
            where = f".{name}" if isinstance(names, dict) else f"[{i}]"
            raise MarksError(f"{path}{where}: there is no {what} {name} {side} this board")
