"""The game file: what lay on the whole table at the end, one board for each player."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

import msgspec

from scorer.rules.board import Board
from scorer.rules.city import City, CityError
from scorer.rules.given import RouteError, parse_route
from scorer.rules.jsonfile import JsonError, decode_json
from scorer.rules.marks import (
    GameMode,
    GoalCard,
    Marks,
    MarksFile,
    Setup,
    SetupFile,
    marks_on,
    setup_in,
)
from scorer.rules.sheet import FinalRoute
from scorer.rules.solo import Challenge
from scorer.rules.ties import TEAMS

# The box holds four boards of a city; two boxes on one table are played too.
MOST_PLAYERS = 8
LONGEST_NAME = 40


class GameError(ValueError):
    """A game file that cannot be scored, naming the key."""


class PlayerColour(StrEnum):
    """What players are told apart by; it scores nothing.

    After Okabe and Ito: told apart with any colour vision.
    """

    ORANGE = "orange"
    SKY = "sky"
    GREEN = "green"
    PURPLE = "purple"
    VERMILLION = "vermillion"
    BLUE = "blue"
    YELLOW = "yellow"
    BLACK = "black"


class PlayerMarksFile(MarksFile):
    """Marks in a game file, which may leave city and board to the game and the player."""

    city: str = ""
    board: str = ""


class PlayerFile(msgspec.Struct, forbid_unknown_fields=True):
    """One player in the game file.

    ``ratings`` overrides the game's, which are common to all. ``route`` is the final route
    that the player chose, by its crossroads, where it is not left to the scorer. ``colour``
    is only shown.
    """

    name: str
    marks: PlayerMarksFile
    board: str = ""
    ratings: dict[str, int] = {}
    balance_cards: int = 0
    route: list[str] | None = None
    colour: PlayerColour | None = None


class ChallengeFile(msgspec.Struct, forbid_unknown_fields=True):
    """The challenge of a solo game: a ``level`` of the city's table, or ``points`` of your own."""

    level: str = ""
    points: int | None = None
    goals: int = 0


class GameFile(msgspec.Struct, forbid_unknown_fields=True):
    """A game as JSON."""

    city: str
    players: list[PlayerFile]
    mode: str = "usual"
    advanced: bool = False
    goals: tuple[GoalCard, ...] = ()
    cafes: bool = True
    tasks: bool = True
    ratings: dict[str, int] = {}
    tours: tuple[str, ...] = ()
    diversity: tuple[int, ...] = ()
    challenge: ChallengeFile | None = None


@dataclass(frozen=True)
class Player:
    """One player's board. ``setup`` is the game's with what is this player's alone.

    ``route`` is the final route that the player chose, None where the best one is looked for;
    ``colour`` what the player is shown with, None where nothing was said about it.
    """

    name: str
    board: Board
    marks: Marks
    setup: Setup
    route: FinalRoute | None = None
    colour: PlayerColour | None = None


@dataclass(frozen=True)
class Game:
    """A finished game. Players sit in the order given; partners sit opposite."""

    city: City
    mode: GameMode
    advanced: bool
    players: tuple[Player, ...]
    challenge: Challenge | None = None


def parse_game(data: bytes) -> GameFile:
    """Return the game file that *data* holds, its names not yet looked up.

    Raises
    ------
    GameError
        If *data* is no such JSON, with the path of the bad value.
    """
    try:
        return decode_json(data, GameFile)
    except JsonError as error:
        raise GameError(f"game: {error}") from error


def game_on(file: GameFile, city: City, board_of: Callable[[str], Board]) -> Game:
    """Return *file* as a game in *city*, every name looked up.

    Parameters
    ----------
    board_of : callable
        Returns the board of a name, or raises a ``ValueError`` that says why it cannot.

    Raises
    ------
    GameError, MarksError
        If something in it does not fit, with its path.
    """
    common = setup_in(_common(file), city)
    _check_seats(file, common.mode)
    if file.advanced and common.mode is GameMode.SOLO:
        raise GameError("$.advanced: the advanced mode is not for the solo game")
    players = tuple(_player(file, i, city, common, board_of) for i in range(len(file.players)))
    return Game(city, common.mode, file.advanced, players, _challenge(file, city, common))


def _common(file: GameFile) -> SetupFile:
    """Return what lies in the middle of the table, for all."""
    return SetupFile(
        ratings=file.ratings,
        cafes=file.cafes,
        tasks=file.tasks,
        goals=file.goals,
        mode=file.mode,
        tours=file.tours,
        diversity=file.diversity,
    )


def _check_seats(file: GameFile, mode: GameMode) -> None:
    number = len(file.players)
    if mode is GameMode.TEAM and number != (needed := sum(map(len, TEAMS))):
        raise GameError(f"$.players: a team game has {needed} players, not {number}")
    if mode is GameMode.SOLO and number != 1:
        raise GameError(f"$.players: a solo game has 1 player, not {number}")
    if not 1 <= number <= MOST_PLAYERS:
        raise GameError(f"$.players: a game has 1 to {MOST_PLAYERS} players, not {number}")
    taken: dict[str, int] = {}
    for i, player in enumerate(file.players):
        name = player.name.strip()
        if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
            raise GameError(
                f"$.players[{i}].name: expected 1 to {LONGEST_NAME} characters on one line"
            )
        if name in taken:
            raise GameError(f"$.players[{i}].name: player {taken[name] + 1} is called {name} too")
        taken[name] = i


def _player(
    file: GameFile, seat: int, city: City, common: Setup, board_of: Callable[[str], Board]
) -> Player:
    entry, path = file.players[seat], f"$.players[{seat}]"
    board = _board(entry, city, board_of, path)
    marks_file = msgspec.structs.replace(
        entry.marks, city=entry.marks.city or city.id, board=board.id
    )
    marks = marks_on(marks_file, board, f"{path}.marks")
    setup = _setup(file, entry, city, common, path)
    route = _route(entry, board, marks, path)
    return Player(entry.name.strip(), board, marks, setup, route, entry.colour)


def _board(entry: PlayerFile, city: City, board_of: Callable[[str], Board], path: str) -> Board:
    """Return the player's board: the one named, else the city's practice board."""
    named = entry.board or entry.marks.board
    where = f"{path}.board" if entry.board else f"{path}.marks.board"
    if entry.board and entry.marks.board not in ("", entry.board):
        raise GameError(
            f"{path}.marks.board: {entry.marks.board!r}, but the player's board is {entry.board!r}"
        )
    if not named:
        return city.practice_board
    try:
        board = board_of(named)
    except ValueError as error:
        raise GameError(f"{where}: {error}") from error
    if board.city != city.id:
        raise GameError(f"{where}: {named!r} is a board of {board.city!r}, the game of {city.id!r}")
    return board


def _setup(file: GameFile, entry: PlayerFile, city: City, common: Setup, path: str) -> Setup:
    own = setup_in(SetupFile(ratings=entry.ratings, balance_cards=entry.balance_cards), city, path)
    given = file.ratings | entry.ratings
    if file.advanced:
        # Some first boxes are marked from the start, and ratings fall too: none can be taken
        # for granted, as the lowest is in the usual game.
        for id_ in own.ratings:
            if id_ not in given:
                raise GameError(
                    f"$.ratings.{id_}: missing; in the advanced mode every final rating is needed"
                )
    return replace(
        common,
        ratings={**common.ratings, **entry.ratings},
        balance_cards=own.balance_cards,
    )


def _route(entry: PlayerFile, board: Board, marks: Marks, path: str) -> FinalRoute | None:
    if entry.route is None:
        return None
    try:
        return parse_route(",".join(entry.route), board, marks)
    except RouteError as error:
        raise GameError(f"{path}.route: {error}") from error


def _challenge(file: GameFile, city: City, common: Setup) -> Challenge | None:
    entry = file.challenge
    if entry is None:
        return None
    if common.mode is not GameMode.SOLO:
        raise GameError("$.challenge: only the solo game has one")
    # Where there are themed tours, the challenge asks for these.
    most, what = (len(file.tours), "tours") if city.tours else (len(file.goals), "goal cards")
    if not 0 <= entry.goals <= most:
        raise GameError(f"$.challenge.goals: {entry.goals} to reach, but {most} {what} lie out")
    try:
        points = city.level(entry.level).points if entry.level else 0
    except CityError as error:
        raise GameError(f"$.challenge.level: {error}") from error
    if entry.points is not None:
        if entry.points < 0:
            raise GameError(f"$.challenge.points: {entry.points} is below zero")
        points = entry.points
    elif not entry.level:
        raise GameError("$.challenge: expected a level of the city's table or points")
    return Challenge(points, entry.goals)
