"""Cities: what the rules of each city fix, read from one TOML file per city."""

from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

import msgspec

from scorer.rules.board import Board, LandmarkKind, TouristKind
from scorer.rules.practice import Layout, layout_board


class CityError(ValueError):
    """A city file that cannot be used, naming the file and the key."""


class UnknownCityError(ValueError):
    """A city name that no file stands for, with those there are."""


class Iconic(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An iconic landmark that has a rating of its own."""

    id: str
    name: str


class Ratings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """PP over the boxes of a rating track; the first box counts as marked from the start."""

    steps: tuple[int, ...]


class VisitAll(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The visit-them-all points: ``points[n]`` PP for n of them on the route."""

    name: str
    points: tuple[int, ...]

    def points_for(self, count: int) -> int:
        """Return the PP for *count* points on the route; beyond the table its last entry."""
        return self.points[min(count, len(self.points) - 1)]


class GameLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a legal game can produce, for the referee, and the PP of an unused café bonus."""

    rounds: int
    sections_per_round: int
    cafe_points: int
    tourists_per_location: int
    instant_bonus: int


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
    levels: tuple[Level, ...] = ()


@dataclass(frozen=True)
class City:
    """The rules of one city; its boards are apart, since a taught board has its own layout.

    ``pairs`` tells which tourists a special landmark multiplies with.
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

    def mode(self, id_: str) -> Mode:
        """Return the mode called *id_*.

        Raises
        ------
        CityError
            If this city has no such mode, with those it has.
        """
        for mode in self.modes:
            if mode.id == id_:
                return mode
        known = ", ".join(mode.id for mode in self.modes)
        raise CityError(f"{self.name} has no mode {id_!r}; it has {known}")

    def level(self, id_: str) -> Level:
        """Return the row of the challenge table called *id_*.

        Raises
        ------
        CityError
            If this city has no such row, with those it has.
        """
        for level in self.levels:
            if level.id == id_:
                return level
        known = ", ".join(level.id for level in self.levels) or "none"
        raise CityError(f"{self.name} has no level {id_!r}; it has {known}")


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
        If the text is no such city, naming *source* and the key.
    """
    try:
        file = msgspec.toml.decode(data, type=_CityFile)
        _check(file)
        board = layout_board(file.board, file.id)
        _check_board(file, board)
    except (msgspec.ValidationError, msgspec.DecodeError, ValueError) as error:
        raise CityError(f"{source}: {error}") from error
    return City(
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
    )


def _files() -> list[Traversable]:
    folder = resources.files("scorer.rules") / "cities"
    return [file for file in folder.iterdir() if file.name.endswith(".toml")]


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


def _check_board(file: _CityFile, board: Board) -> None:
    """Refuse a practice board whose landmarks the city's rules do not know."""
    iconic = {landmark.id for landmark in file.iconic}
    for landmark in board.landmarks:
        where = f"board.landmarks: {landmark.name or landmark.id}"
        if landmark.kind not in file.landmarks:
            raise CityError(f"{where}: the city has no {landmark.kind} landmarks")
        if landmark.kind is LandmarkKind.GREY and landmark.id not in iconic:
            raise CityError(f"{where}: {landmark.id!r} is not among the iconic landmarks")
        if landmark.kind is LandmarkKind.YELLOW and landmark.value is None:
            raise CityError(f"{where}: a yellow landmark needs a value")
