"""What is drawn on one board (``Marks``) and what lies beside it (``Setup``)."""

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeVar

import msgspec

from scorer.rules.board import Board, LandmarkKind, TouristKind
from scorer.rules.cards import CardError, check_card
from scorer.rules.cards import GoalCard as GoalCard
from scorer.rules.city import City
from scorer.rules.jsonfile import JsonError, decode_json
from scorer.rules.notation import Crossroads, Location, NotationError, RoadId

T = TypeVar("T")

# The pens that a coloured city's sections are drawn with.
SECTION_COLOURS = (LandmarkKind.RED, LandmarkKind.GREEN, LandmarkKind.BLUE)
# Far above what fits into a location; it keeps sums within what machines count quickly.
MOST_TOURISTS = 99
# As many as the box holds.
MOST_BALANCE_CARDS = 4


class MarksError(ValueError):
    """Marks or a set-up that do not fit the board, naming the key."""


class GameMode(StrEnum):
    """Who plays against whom: each for himself, alone, or two against two."""

    USUAL = "usual"
    SOLO = "solo"
    TEAM = "team"


class CafeMark(StrEnum):
    """A café's mark: circled, or circled and crossed out."""

    VISITED = "visited"
    USED = "used"


@dataclass(frozen=True)
class Tourists:
    """The tourists in one location: how many of each kind; none of a kind is absent."""

    counts: tuple[tuple[TouristKind, int], ...]

    def count(self, kind: TouristKind) -> int:
        """Return how many there are of *kind*."""
        return dict(self.counts).get(kind, 0)

    @property
    def total(self) -> int:
        """How many there are of all kinds."""
        return sum(number for _, number in self.counts)


@dataclass(frozen=True)
class Marks:
    """What is drawn on one board, and nothing else. Representable is not yet legal.

    ``tourists`` holds no location without tourists; ``cafes`` no untouched café. Some cities
    have more: ``colours`` of sections (Paris), and beside New York's map the ``tickets`` and
    the bonuses circled in the ``cafe_area``, by the ids of their symbols; its ``hot_spots``
    are roads that cost two sections to draw.
    """

    city: str
    board: str
    sections: frozenset[RoadId] = frozenset()
    tourists: dict[Location, Tourists] = field(default_factory=dict)
    cafes: dict[Crossroads, CafeMark] = field(default_factory=dict)
    task: frozenset[Crossroads] = frozenset()
    crossed: frozenset[Location] = frozenset()
    colours: dict[RoadId, LandmarkKind] = field(default_factory=dict)
    tickets: frozenset[str] = frozenset()
    cafe_area: dict[str, CafeMark] = field(default_factory=dict)
    hot_spots: frozenset[RoadId] = frozenset()


@dataclass(frozen=True)
class Setup:
    """What lies beside the board. ``ratings`` are the PP of each iconic landmark now.

    ``balance_cards`` each allow one section more or one change of a coordinate. In Paris
    ``tours`` are the themed tours in play and ``diversity`` the board's own table, where it
    is known.
    """

    ratings: dict[str, int]
    cafes: bool = True
    tasks: bool = True
    goals: tuple[GoalCard, ...] = ()
    mode: GameMode = GameMode.USUAL
    balance_cards: int = 0
    tours: tuple[str, ...] = ()
    diversity: tuple[int, ...] = ()


class ColouredSection(msgspec.Struct, forbid_unknown_fields=True):
    """A section with its colour, as JSON."""

    section: str
    colour: LandmarkKind


class MarksFile(msgspec.Struct, forbid_unknown_fields=True):
    """``Marks`` as JSON."""

    city: str
    board: str
    sections: list[str | ColouredSection] = []
    tourists: dict[str, dict[TouristKind, int]] = {}
    cafes: dict[str, CafeMark] = {}
    task: list[str] = []
    crossed: list[str] = []
    tickets: list[str] = []
    cafe_area: dict[str, CafeMark] = {}
    hot_spots: list[str] = []


class SetupFile(msgspec.Struct, forbid_unknown_fields=True):
    """``Setup`` as JSON."""

    ratings: dict[str, int] = {}
    cafes: bool = True
    tasks: bool = True
    goals: tuple[GoalCard, ...] = ()
    mode: str = "usual"
    balance_cards: int = 0
    tours: tuple[str, ...] = ()
    diversity: tuple[int, ...] = ()


class BoardFile(msgspec.Struct, forbid_unknown_fields=True):
    """A board as the app saves it: what is drawn on it, and what lies beside it."""

    marks: MarksFile
    setup: SetupFile = msgspec.field(default_factory=SetupFile)


def parse_marks(data: bytes, path: str = "$") -> MarksFile:
    """Return the marks file that *data* holds, its names not yet looked up.

    *path* is where the marks stand in a larger file, for error messages.

    Raises
    ------
    MarksError
        If *data* is no such JSON, with the path of the bad value.
    """
    try:
        return decode_json(data, MarksFile, start=path)
    except JsonError as error:
        raise MarksError(f"marks: {error}") from error


def marks_on(file: MarksFile, board: Board, path: str = "$") -> Marks:
    """Return *file* as marks on *board*, every name looked up.

    Parameters
    ----------
    path : str
        Where the marks stand in a larger file, for error messages.

    Raises
    ------
    MarksError
        If it names something that is not on the board, or a count is negative.
    """
    if file.city != board.city:
        raise MarksError(
            f"{path}.city: these marks are of {file.city!r}, the board of {board.city!r}"
        )
    sections, colours = _sections_on(file, board, path)
    if len(sections) != len(file.sections):
        raise MarksError(f"{path}.sections: a section is listed twice")
    for key in ("task", "crossed", "tickets", "hot_spots"):
        names = getattr(file, key)
        if len(set(names)) != len(names):
            raise MarksError(f"{path}.{key}: {_twice(names)} is listed twice")
    tourists = {}
    for text, counts in file.tourists.items():
        location = _known(
            Location.parse, text, board.cell_of, "location", f"{path}.tourists.{text}"
        )
        for kind, number in counts.items():
            if number < 0:
                raise MarksError(f"{path}.tourists.{text}.{kind}: {number} is below zero")
            if number > MOST_TOURISTS:
                raise MarksError(
                    f"{path}.tourists.{text}.{kind}: {number} is above {MOST_TOURISTS}"
                )
        if any(counts.values()):
            tourists[location] = tourists_of(counts)
    return Marks(
        city=file.city,
        board=file.board,
        sections=sections,
        tourists=tourists,
        cafes={
            _known(Crossroads.parse, text, board.cafe_at, "café", f"{path}.cafes.{text}"): mark
            for text, mark in file.cafes.items()
        },
        task=frozenset(
            _known(Crossroads.parse, text, board.crossroads_xy, "crossroads", f"{path}.task[{i}]")
            for i, text in enumerate(file.task)
        ),
        crossed=frozenset(
            _known(Location.parse, text, board.cell_of, "location", f"{path}.crossed[{i}]")
            for i, text in enumerate(file.crossed)
        ),
        colours=colours,
        tickets=frozenset(
            _symbol(text, board, f"{path}.tickets[{i}]", ticket=True)
            for i, text in enumerate(file.tickets)
        ),
        cafe_area={
            _symbol(text, board, f"{path}.cafe_area.{text}", ticket=False): mark
            for text, mark in file.cafe_area.items()
        },
        hot_spots=frozenset(
            _known(RoadId.parse, text, board.road_of, "road", f"{path}.hot_spots[{i}]")
            for i, text in enumerate(file.hot_spots)
        ),
    )


def _twice(names: list[str]) -> str:
    return next(name for i, name in enumerate(names) if name in names[:i])


def _sections_on(
    file: MarksFile, board: Board, path: str
) -> tuple[frozenset[RoadId], dict[RoadId, LandmarkKind]]:
    """Return the sections in *file*, and the colours of those that have one."""
    sections, colours = set(), {}
    for i, entry in enumerate(file.sections):
        text = entry.section if isinstance(entry, ColouredSection) else entry
        road = _known(RoadId.parse, text, board.road_of, "road", f"{path}.sections[{i}]")
        sections.add(road)
        if isinstance(entry, ColouredSection):
            if entry.colour not in SECTION_COLOURS:
                known = ", ".join(SECTION_COLOURS)
                raise MarksError(f"{path}.sections[{i}].colour: expected {known}")
            colours[road] = entry.colour
    return frozenset(sections), colours


def _symbol(text: str, board: Board, path: str, *, ticket: bool) -> str:
    known = [mark.id for mark in board.cafe_area if (mark.dock is not None) == ticket]
    if text not in known:
        what = "ticket" if ticket else "café symbol"
        raise MarksError(f"{path}: there is no {what} {text!r} beside this board")
    return text


def tourists_of(counts: dict[TouristKind, int]) -> Tourists:
    """Return the tourists of one location, kinds in the game's order, zeros left out."""
    return Tourists(tuple((kind, counts[kind]) for kind in TouristKind if counts.get(kind)))


def marks_data(marks: Marks) -> dict[str, Any]:
    """Return *marks* in the shape of their JSON, everything sorted."""
    return {
        "city": marks.city,
        "board": marks.board,
        "sections": [_section_data(marks, road) for road in sorted(marks.sections, key=str)],
        "tourists": {
            str(place): {kind.value: number for kind, number in marks.tourists[place].counts}
            for place in sorted(marks.tourists)
        },
        "cafes": {str(point): marks.cafes[point].value for point in sorted(marks.cafes)},
        "task": _names(marks.task),
        "crossed": _names(marks.crossed),
        **({"tickets": sorted(marks.tickets)} if marks.tickets else {}),
        **({"cafe_area": _area_data(marks)} if marks.cafe_area else {}),
        **({"hot_spots": _names(marks.hot_spots)} if marks.hot_spots else {}),
    }


def _section_data(marks: Marks, road: RoadId) -> str | dict[str, str]:
    colour = marks.colours.get(road)
    return str(road) if colour is None else {"section": str(road), "colour": colour.value}


def _area_data(marks: Marks) -> dict[str, str]:
    return {id_: marks.cafe_area[id_].value for id_ in sorted(marks.cafe_area)}


def parse_setup(data: bytes, city: City, path: str = "$") -> Setup:
    """Return the set-up that *data* holds, ratings not given being the lowest.

    *path* is where the set-up stands in a larger file, for error messages.

    Raises
    ------
    MarksError
        If *data* is no such JSON or rates something that the city has not.
    """
    try:
        file = decode_json(data, SetupFile, start=path)
    except JsonError as error:
        raise MarksError(f"setup: {error}") from error
    return setup_in(file, city, path)


def setup_in(file: SetupFile, city: City, path: str = "$") -> Setup:
    """Return *file* as a set-up of *city*; *path* is where it stands in a larger file.

    Raises
    ------
    MarksError
        If a rating is of no iconic landmark or not on its track, a goal card makes no
        sense, there is no such mode, or there are more balance cards than the box holds.
    """
    for i, card in enumerate(file.goals):
        try:
            check_card(card, city.tourists, city.landmarks)
        except CardError as error:
            raise MarksError(f"{path}.goals[{i}]{error}") from error
    modes = [mode.value for mode in GameMode]
    if file.mode not in modes:
        raise MarksError(f"{path}.mode: {file.mode!r} is none of {', '.join(modes)}")
    ratings = lowest_ratings(city)
    for id_, rating in file.ratings.items():
        if id_ not in ratings:
            raise MarksError(
                f"{path}.ratings.{id_}: {city.name} rates only {', '.join(sorted(ratings))}"
            )
        if rating not in city.track(id_):
            steps = ", ".join(map(str, city.track(id_)))
            raise MarksError(f"{path}.ratings.{id_}: {rating} is not on its track ({steps})")
        ratings[id_] = rating
    if not 0 <= file.balance_cards <= MOST_BALANCE_CARDS:
        raise MarksError(
            f"{path}.balance_cards: {file.balance_cards} is not from 0 to {MOST_BALANCE_CARDS}"
        )
    _check_tours(file, city, path)
    return Setup(
        ratings,
        file.cafes,
        file.tasks,
        file.goals,
        GameMode(file.mode),
        file.balance_cards,
        file.tours,
        file.diversity,
    )


def lowest_ratings(city: City) -> dict[str, int]:
    """Return the PP of each iconic landmark of *city* before any rating went up."""
    return {iconic.id: city.track(iconic.id)[0] for iconic in city.iconic}


def _check_tours(file: SetupFile, city: City, path: str) -> None:
    known = [tour.id for tour in city.tours]
    for i, id_ in enumerate(file.tours):
        if id_ not in known:
            has = ", ".join(known) or "none"
            raise MarksError(f"{path}.tours[{i}]: {city.name} has no tour {id_!r}; it has {has}")
        if id_ in file.tours[:i]:
            raise MarksError(f"{path}.tours[{i}]: {id_!r} is given twice")
        colour = city.tour(id_).colour
        if colour in [city.tour(other).colour for other in file.tours[:i]]:
            raise MarksError(
                f"{path}.tours[{i}]: {id_!r} is a second {colour} tour; one of each colour lies out"
            )
    if file.diversity and city.diversity is None:
        raise MarksError(f"{path}.diversity: {city.name} has no diversity table")
    if sorted(file.diversity) != list(file.diversity) or min(file.diversity, default=0) < 0:
        raise MarksError(f"{path}.diversity: expected PP for 0, 1, 2 … runs, never falling")


def usual_setup(city: City, mode: str = "medium") -> Setup:
    """Return the set-up of a game in *mode* before any rating went up."""
    modules = city.mode(mode)
    ratings = lowest_ratings(city)
    return Setup(ratings, modules.cafes, modules.tasks)


def setup_data(setup: Setup) -> dict[str, Any]:
    """Return *setup* in the shape of its JSON."""
    return {
        "ratings": dict(setup.ratings),
        "cafes": setup.cafes,
        "tasks": setup.tasks,
        "goals": [msgspec.to_builtins(goal) for goal in setup.goals],
        "mode": setup.mode.value,
        **({"balance_cards": setup.balance_cards} if setup.balance_cards else {}),
        **({"tours": list(setup.tours)} if setup.tours else {}),
        **({"diversity": list(setup.diversity)} if setup.diversity else {}),
    }


def _names(things: Iterable[object]) -> list[str]:
    return sorted(map(str, things))


def _known(parse: Callable[[str], T], text: str, known: Container[T], what: str, path: str) -> T:
    try:
        value = parse(text)
    except NotationError as error:
        raise MarksError(f"{path}: {error}") from error
    if value not in known:
        raise MarksError(f"{path}: there is no {what} {text} on this board")
    return value
