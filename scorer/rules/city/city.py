"""Cities: what the rules of each city fix, read from one TOML file per city.

A key ``practice = true`` says that the figures beside it stand on the printed board or its
cards only, so that ours are made up and may be changed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TypeVar

import msgspec

from scorer.rules import city as cities
from scorer.rules.board.board import Board, LandmarkKind, Sign, TouristKind
from scorer.rules.board.practice import Layout, layout_board
from scorer.rules.city.goalcards import CardError, check_card
from scorer.rules.city.owncards import CityGoal
from scorer.rules.notation import Location, RulesError

# Above what any rules text tells of a track: Christ the Redeemer's ends here.
MOST_RATING = 24
# What checks the rules that a city's file names.
TERMS = "scorer.rules.scoring.terms.allterms"


class CityError(RulesError):
    """A city file that cannot be used, naming the file and the key."""


class UnknownCityError(RulesError):
    """A city name that no file stands for, with those there are."""


class Iconic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An iconic landmark, street or group of landmarks that has a rating of its own.

    ``steps`` is its track where that is not the city's usual one.
    """

    id: str
    name: str
    steps: tuple[int, ...] = ()
    practice: bool = False


class Ratings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """PP over the boxes of a rating track; the first box counts as marked from the start.

    ``most`` is the highest rating there is. Only where the steps are a ``practice`` track's it
    says more than they do.
    """

    steps: tuple[int, ...]
    practice: bool = False
    most: int = MOST_RATING


class VisitAll(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The visit-them-all points: ``points[n]`` PP for n of them on the route."""

    name: str
    points: tuple[int, ...]
    sign: Sign = Sign.NONE

    def points_for(self, count: int) -> int:
        """Return the PP for *count* points on the route; beyond the table its last entry."""
        return self.points[min(count, len(self.points) - 1)]


class Special(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scoring step of the city's own, called ``name`` on the sheet.

    ``rule`` is one of ``allterms.KINDS`` or of the city's own module, ``of`` the marked places
    that it is about. Each is worth what is printed there, else the rating called ``rating``,
    else ``points``.
    """

    step: str
    name: str
    rule: str
    of: str = ""
    points: int = 0
    rating: str = ""
    hint: str = ""
    practice: bool = False


class Tour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A themed tour: with ``last_stage`` of its places on the route, ``landmark`` is on it.

    ``places`` are crossroads, roads, locations or ids of landmarks of the practice board.
    """

    id: str
    name: str
    colour: LandmarkKind
    landmark: str
    places: tuple[str, ...]
    last_stage: int
    practice: bool = False


class Diversity(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """PP for runs of three sections of three colours: ``points[n]`` for n of them."""

    points: tuple[int, ...]
    practice: bool = False

    def points_for(self, count: int) -> int:
        """Return the PP for *count* runs; beyond the table its last entry."""
        return self.points[min(count, len(self.points) - 1)]


class AdvancedMode(StrEnum):
    """Whether ratings move as in the advanced mode; a solo game never does (seed 002)."""

    CHOSEN = "chosen"
    ALWAYS = "always"
    NEVER = "never"


class GameLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a legal game can produce, for the referee, and the PP of an unused café bonus.

    ``task_factor`` multiplies the personal task's PP. Where ``task_halves``, its crossroads
    may be taken in either half of the map. With ``one_cafe_a_round`` a touched café may stay
    without a ring. With ``hot_spots`` some roads take two sections to draw. Each round may
    add ``round_bonus`` tourists beside the cards'. ``advanced`` says who plays the advanced mode.
    """

    rounds: int
    sections_per_round: int
    cafe_points: int
    tourists_per_location: int
    instant_bonus: int
    free_sections: int = 0
    task_factor: int = 1
    task_halves: bool = False
    one_cafe_a_round: bool = False
    hot_spots: bool = False
    round_bonus: int = 0
    advanced: AdvancedMode = AdvancedMode.CHOSEN


class Mode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which modules a mode of the game plays with."""

    id: str
    cafes: bool
    tasks: bool
    goals: bool


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the solo game's challenge table: the fewest PP that win on this level."""

    id: str
    name: str
    points: int


_Named = TypeVar("_Named", Tour, Mode, Level)


class _CityFile(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    name: str
    tourists: tuple[TouristKind, ...]
    landmarks: tuple[LandmarkKind, ...]
    pairs: dict[LandmarkKind, TouristKind]
    ratings: Ratings
    iconic: tuple[Iconic, ...]
    visit_all: VisitAll
    game: GameLimits
    modes: tuple[Mode, ...]
    board: Layout
    specials: tuple[Special, ...] = ()
    step_names: dict[str, str] = {}
    coloured: bool = False
    tours: tuple[Tour, ...] = ()
    diversity: Diversity | None = None
    difficulty: int = 1
    levels: tuple[Level, ...] = ()
    goals: tuple[CityGoal, ...] = ()


@dataclass(frozen=True)
class City:
    """The rules of one city; its boards are apart, since a taught board has its own layout.

    ``pairs`` tells which tourists a special landmark multiplies with. ``specials`` are the
    city's own scoring steps, ``step_names`` what it calls usual ones. In a ``coloured`` city
    sections are red, green or blue.
    """

    id: str
    name: str
    tourists: tuple[TouristKind, ...]
    landmarks: tuple[LandmarkKind, ...]
    pairs: dict[LandmarkKind, TouristKind]
    ratings: Ratings
    iconic: tuple[Iconic, ...]
    visit_all: VisitAll
    game: GameLimits
    modes: tuple[Mode, ...]
    practice_board: Board
    levels: tuple[Level, ...] = ()
    specials: tuple[Special, ...] = ()
    step_names: dict[str, str] = field(default_factory=dict)
    coloured: bool = False
    tours: tuple[Tour, ...] = ()
    diversity: Diversity | None = None
    difficulty: int = 1
    goals: tuple[CityGoal, ...] = ()

    def track(self, id_: str) -> tuple[int, ...]:
        """Return the PP over the boxes of the rating track called *id_*, lowest first."""
        own = next(mark.steps for mark in self.iconic if mark.id == id_)
        return own or self.ratings.steps

    def ratings_on(self, id_: str) -> tuple[int, ...]:
        """Return every rating that the track called *id_* may show, lowest first.

        A rules text gives the steps of few tracks. Where ours are made up, a real rounds board
        may show any number of PP up to the highest (our decision: none of them is refused).
        """
        mark = next(mark for mark in self.iconic if mark.id == id_)
        made_up = mark.practice if mark.steps else self.ratings.practice
        return tuple(range(self.ratings.most + 1)) if made_up else self.track(id_)

    @property
    def plays_goals(self) -> bool:
        """Whether goal cards are in play in any of its modes."""
        return any(mode.goals for mode in self.modes)

    @property
    def tour_colours(self) -> frozenset[LandmarkKind]:
        """The colours of its themed tours: one tour of each lies out in every game."""
        return frozenset(tour.colour for tour in self.tours)

    def crossable(self, board: Board) -> frozenset[Location]:
        """Return the locations of *board* that a game may cross out.

        Where tourists may wait off the map, a location they have left is crossed out; ferries
        are, where they have left themselves.
        """
        printed = self.practice_board
        if any(cell.meeting_point for cell in printed.cells):
            return frozenset(cell.location for cell in board.cells if cell.meeting_point is None)
        ferries = [group.locations for group in printed.marked if group.sign is Sign.FERRY]
        return frozenset(place for group in ferries for place in group if place in board.cell_of)

    def tour(self, id_: str) -> Tour:
        """Return the themed tour called *id_*.

        Raises
        ------
        CityError
            If this city has no such tour, with those it has.
        """
        return _called(id_, self.tours, f"{self.name} has no tour")

    def mode(self, id_: str) -> Mode:
        """Return the mode called *id_*.

        Raises
        ------
        CityError
            If this city has no such mode, with those it has.
        """
        return _called(id_, self.modes, f"{self.name} has no mode")

    def level(self, id_: str) -> Level:
        """Return the row of the challenge table called *id_*.

        Raises
        ------
        CityError
            If this city has no such row, with those it has.
        """
        return _called(id_, self.levels, f"{self.name} has no level")


def _called(id_: str, things: Sequence[_Named], none_called: str) -> _Named:
    """Return the one of *things* called *id_*; where none is, *none_called* begins the error."""
    for thing in things:
        if thing.id == id_:
            return thing
    known = ", ".join(thing.id for thing in things) or "none"
    raise CityError(f"{none_called} {id_!r}; it has {known}")


def city_names() -> tuple[str, ...]:
    """Return the ids of all cities, sorted."""
    return tuple(sorted(file.name.removesuffix(".toml") for file in _files()))


@cache
def load_city(id_: str) -> City:
    """Return the city called *id_*.

    Raises
    ------
    UnknownCityError
        If there is none of that name.
    CityError
        If its file is wrong, naming the file and the key.
    """
    for file in _files():
        if file.name == f"{id_}.toml":
            return parse_city(file.read_bytes(), file.name)
    raise UnknownCityError(f"unknown city {id_!r}; known are {', '.join(city_names())}")


def parse_city(data: bytes, source: str) -> City:
    """Return the city that the TOML text *data* describes.

    Parameters
    ----------
    data : bytes
        UTF-8 TOML.
    source : str
        The file's name, for error messages.

    Raises
    ------
    CityError
        If the text is no such city, naming *source* and the key; or if it names a rule that
        cannot be scored, searched, shown on a phone and judged.
    """
    try:
        file = msgspec.toml.decode(data, type=_CityFile)
        _check(file)
        board = layout_board(file.board, file.id)
        _check_board(file, board)
    except (msgspec.ValidationError, msgspec.DecodeError, ValueError) as error:
        raise CityError(f"{source}: {error}") from error
    city = City(
        id=file.id,
        name=file.name,
        tourists=file.tourists,
        landmarks=file.landmarks,
        pairs=file.pairs,
        ratings=file.ratings,
        iconic=file.iconic,
        visit_all=file.visit_all,
        game=file.game,
        modes=file.modes,
        practice_board=board,
        levels=file.levels,
        specials=file.specials,
        step_names=file.step_names,
        coloured=file.coloured,
        tours=file.tours,
        diversity=file.diversity,
        difficulty=file.difficulty,
        goals=file.goals,
    )
    # Rules build on cities, so they are asked by name.
    import_module(TERMS).check_terms(city, source)
    return city


def board_places(board: Board) -> frozenset[str]:
    """Return the names of everything on *board* that a route can reach."""
    return frozenset(
        [mark.id for mark in board.landmarks]
        + [str(cell.location) for cell in board.cells]
        + [str(point) for point in board.crossroads_xy]
        + [str(road.id) for road in board.roads]
    )


def _files() -> list[Path]:
    """Return the city files in every folder of the package of cities."""
    return [file for folder in cities.__path__ for file in Path(folder).glob("*.toml")]


def _check(file: _CityFile) -> None:
    for colour, shape in file.pairs.items():
        if colour not in file.landmarks:
            raise CityError(f"pairs.{colour}: the city's landmarks have no {colour}")
        if shape not in file.tourists:
            raise CityError(f"pairs.{colour}: the city's tourists have no {shape}")
    if not file.ratings.steps:
        raise CityError("ratings.steps: expected at least one PP value")
    if not file.visit_all.points:
        raise CityError("visit_all.points: expected the PP for 0, 1, 2 … points")
    if file.diversity is not None and not file.diversity.points:
        raise CityError("diversity.points: expected the PP for 0, 1, 2 … runs")
    _refuse_twice("iconic", (mark.id for mark in file.iconic))
    _refuse_twice("specials", (special.step for special in file.specials))
    _refuse_twice("tours", (tour.id for tour in file.tours))
    rated = {mark.id for mark in file.iconic}
    for special in file.specials:
        if special.rating and special.rating not in rated:
            raise CityError(f"specials.{special.step}.rating: nothing called {special.rating!r}")


def _refuse_twice(key: str, names: Iterator[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise CityError(f"{key}: {name!r} is given twice")
        seen.add(name)


def _check_board(file: _CityFile, board: Board) -> None:
    """Refuse a practice board whose landmarks the city's rules do not know."""
    iconic = {landmark.id for landmark in file.iconic}
    for landmark in board.landmarks:
        where = f"board.landmarks: {landmark.name or landmark.id}"
        if landmark.kind not in file.landmarks:
            raise CityError(f"{where}: the city has no {landmark.kind} landmarks")
        if landmark.rated_as is not None and landmark.rated_as not in iconic:
            raise CityError(f"{where}: {landmark.rated_as!r} is not among the iconic landmarks")
        if landmark.kind is LandmarkKind.YELLOW and landmark.value is None:
            raise CityError(f"{where}: a yellow landmark needs a value")
    marked = {group.id for group in board.marked}
    for special in file.specials:
        if special.of and special.of not in marked:
            raise CityError(f"specials.{special.step}.of: the board marks no {special.of!r}")
    for goal in file.goals:
        try:
            check_card(goal.on(board), file.tourists, file.landmarks)
        except CardError as error:
            raise CityError(f"goals.{goal.name}{error}") from error
    for tour in file.tours:
        if tour.landmark not in {landmark.id for landmark in board.landmarks}:
            raise CityError(f"tours.{tour.id}.landmark: there is no landmark {tour.landmark!r}")
        for place in tour.places:
            _check_place(board, place, f"tours.{tour.id}.places")
        if not 0 < tour.last_stage <= len(tour.places):
            raise CityError(f"tours.{tour.id}.last_stage: expected 1 to {len(tour.places)}")


def _check_place(board: Board, text: str, key: str) -> None:
    if text not in board_places(board):
        raise CityError(f"{key}: {text!r} is no landmark, location, crossroads or road")
