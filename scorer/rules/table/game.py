"""A finished game: what lay on the whole table at the end, one board for each player."""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import msgspec

from scorer.rules.board.board import Board
from scorer.rules.city.box import in_box
from scorer.rules.city.city import AdvancedMode, City, CityError
from scorer.rules.city.goalcards import GoalCard
from scorer.rules.jsonfile import decode_json
from scorer.rules.jsonfile.text import JsonError
from scorer.rules.notation import RulesError
from scorer.rules.position.filled import FilledBoard, Rivals
from scorer.rules.position.marks import Marks, UnplacedMarks
from scorer.rules.position.saved import check_rivals
from scorer.rules.position.setup import GameMode, Half, Setup
from scorer.rules.scoring.namedroute import RouteError, parse_route
from scorer.rules.scoring.sheet import FinalRoute
from scorer.rules.status import NOTHING_KNOWN, Checking, Status, alone, status_of, with_rivals
from scorer.rules.table.names import LONGEST_NAME, not_shown
from scorer.rules.table.solo import Challenge
from scorer.rules.table.ties import TEAMS
from scorer.rules.values import kept, replace

# The box holds four boards of a city; two boxes on one table are played too.
BOARDS_IN_BOX = 4
MOST_PLAYERS = 2 * BOARDS_IN_BOX
# Far beyond any score; what phones and files can hold.
MOST_POINTS = 99_999
# So many goal cards, or themed tours, lie out. A challenge may be chosen before they do.
GOAL_CARDS = 3


class GameError(RulesError):
    """A game that cannot be scored, naming the key."""


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


class Player(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """One player of a game: the own board, by its name, and what lies beside it.

    ``ratings`` overrides the game's, which are common to all. ``route`` is the final route
    that the player chose, by its crossroads, where it is not left to the scorer. ``colour``
    is only shown. ``to_check`` and ``checked`` are as in ``Checking``, ``task_half`` as in
    ``Setup``. ``rivals`` and ``others_task`` are as in ``SavedBoard``, for a player whose rivals
    are not in the game.
    """

    name: str
    board: str = ""
    colour: PlayerColour | None = None
    marks: UnplacedMarks
    ratings: dict[str, int] = {}
    balance_cards: int = 0
    task_half: Half | None = None
    route: tuple[str, ...] | None = None
    to_check: Annotated[int, msgspec.Meta(ge=0)] = 0
    checked: bool | None = None
    rivals: Rivals | None = None
    others_task: bool = False


class ChosenChallenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The challenge of a solo game: a ``level`` of the city's table, or ``points`` of your own."""

    level: str = ""
    points: Annotated[int, msgspec.Meta(le=MOST_POINTS)] | None = None
    goals: int = 0

    @property
    def is_open(self) -> bool:
        """Whether nobody has told yet how many PP it asks for: then it is none."""
        return self.points is None and not self.level

    def wanted_in(self, city: City) -> Challenge:
        """Return the PP and the goals that it asks for in *city*.

        Raises
        ------
        CityError
            If the level that its points stand for is not in the city's table.
        """
        points = self.points
        if points is None:
            points = city.level(self.level).points if self.level else 0
        return Challenge(points, self.goals)


class Game(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A finished game: what all share, and the players in the order in which they sit.

    Partners sit opposite. City and boards stand in it by their names.
    """

    city: str
    ratings: dict[str, int] = kept({})
    cafes: bool = kept(True)
    tasks: bool = kept(True)
    goals: tuple[GoalCard, ...] = kept(())
    goal_cards: bool = False
    mode: GameMode = kept(GameMode.USUAL)
    advanced: bool = False
    tours: tuple[str, ...] = ()
    fewer_tours: bool = False
    diversity: tuple[int, ...] = ()
    unrated: tuple[str, ...] = ()
    challenge: ChosenChallenge | None = None
    players: tuple[Player, ...]

    @property
    def setup(self) -> Setup:
        """What lies in the middle of the table, for all."""
        return Setup(
            ratings=self.ratings,
            cafes=self.cafes,
            tasks=self.tasks,
            goals=self.goals,
            goal_cards=self.goal_cards,
            mode=self.mode,
            tours=self.tours,
            fewer_tours=self.fewer_tours,
            diversity=self.diversity,
            unrated=self.unrated,
        )

    def played_in(self, city: City, board_of: Callable[[str], Board]) -> "PlayedGame":
        """Return the game in *city* with every name looked up, held against the boards.

        Parameters
        ----------
        board_of : callable
            Returns the board of a name, or raises a ``ValueError`` that says why it cannot.

        Raises
        ------
        GameError, MarksError
            If something in it does not fit, with its path.
        """
        first = [_board(one, city, board_of, "$.players[0]") for one in self.players[:1]]
        # All boards of one table are from one box, whose rounds board it is.
        city = in_box(city, first[0]) if first else city
        common = self.setup.checked_in(city)
        _check_seats(self)
        advanced = _advanced(self, city)
        seats = range(len(self.players))
        boards = tuple(_played(self, i, city, common, board_of) for i in seats)
        return PlayedGame(city, self.mode, advanced, boards, _challenge(self, city))


@dataclass(frozen=True)
class PlayedBoard:
    """One player's board, looked up. ``setup`` is the game's with what is this player's alone.

    ``route`` is the final route that the player chose, None where the best one is looked for;
    ``colour`` what the player is shown with, None where nothing was said about it;
    ``checking`` how far people have looked at the board; ``rivals`` what is told of the others
    where this board is alone at the table.
    """

    name: str
    board: Board
    marks: Marks
    setup: Setup
    route: FinalRoute | None = None
    colour: PlayerColour | None = None
    checking: Checking = NOTHING_KNOWN
    rivals: Rivals | None = None

    @property
    def begun(self) -> bool:
        """Whether anything is known of the board: something is drawn, or was looked at."""
        looked_at = self.checking.to_check or self.checking.checked
        return bool(self.marks.sections or self.marks.tourists or looked_at)

    def filled(self, city: City, rivals: Rivals | None = None) -> FilledBoard:
        """Return the player's board as the rules of *city* look at it."""
        return FilledBoard(self.board, city, self.marks, self.setup, rivals)

    def status(self, city: City) -> Status:
        """Return how sure the result of this board is, whatever the others' routes show."""
        return status_of(self.filled(city), self.checking)


@dataclass(frozen=True)
class PlayedGame:
    """A game held against its city and its boards, for the rules to settle."""

    city: City
    mode: GameMode
    advanced: bool
    players: tuple[PlayedBoard, ...]
    challenge: Challenge | None = None

    @property
    def statuses(self) -> tuple[Status, ...]:
        """How sure the result of each player is, others' boards included that bear on it."""
        boards = [(one.name, one.status(self.city)) for one in self.players]
        if len(boards) == 1:
            (player,), (_, status) = self.players, boards[0]
            return (alone(player.filled(self.city, player.rivals), status),)
        return with_rivals(boards, self.players[0].setup.goals)


def parse_game(data: bytes) -> Game:
    """Return the game that the JSON *data* holds, its names not yet looked up.

    Raises
    ------
    GameError
        If *data* is no such JSON, with the path of the bad value.
    """
    try:
        return decode_json(data, Game)
    except JsonError as error:
        raise GameError(f"game: {error}") from error


def _advanced(game: Game, city: City) -> bool:
    """Return whether the advanced mode is played (seed 002: not in Rio, always in Paris).

    Paris's ratings that are not given are named as such with the result; where the file says
    that the mode is advanced, they are needed.
    """
    if game.advanced and game.mode is GameMode.SOLO:
        raise GameError("$.advanced: the advanced mode is not for the solo game")
    if game.advanced and city.game.advanced is AdvancedMode.NEVER:
        raise GameError(f"$.advanced: {city.name} has no advanced mode")
    always = city.game.advanced is AdvancedMode.ALWAYS and game.mode is not GameMode.SOLO
    return game.advanced or always


def _check_seats(game: Game) -> None:
    mode, number = game.mode, len(game.players)
    if mode is GameMode.TEAM and number != (needed := sum(map(len, TEAMS))):
        raise GameError(f"$.players: a team game has {needed} players, not {number}")
    if mode is GameMode.SOLO and number != 1:
        raise GameError(f"$.players: a solo game has 1 player, not {number}")
    if not 1 <= number <= MOST_PLAYERS:
        raise GameError(f"$.players: a game has 1 to {MOST_PLAYERS} players, not {number}")
    taken: dict[str, int] = {}
    for i, player in enumerate(game.players):
        name = player.name.strip()
        if not 1 <= len(name) <= LONGEST_NAME:
            raise GameError(
                f"$.players[{i}].name: expected 1 to {LONGEST_NAME} characters, not {len(name)}"
            )
        if letter := not_shown(name):
            raise GameError(
                f"$.players[{i}].name: expected only what shows on one line, not "
                + f"U+{ord(letter):04X} {unicodedata.name(letter, '')}".strip()
            )
        if name in taken:
            raise GameError(f"$.players[{i}].name: player {taken[name] + 1} is called {name} too")
        taken[name] = i


def _played(
    game: Game, seat: int, city: City, common: Setup, board_of: Callable[[str], Board]
) -> PlayedBoard:
    player, path = game.players[seat], f"$.players[{seat}]"
    board = _board(player, city, board_of, path)
    marks = player.marks.moved_to(player.marks.city or city.id, board.id)
    marks.checked_on(board, f"{path}.marks")
    setup = _setup(game, player, city, common, path)
    route = _route(player, board, marks, path)
    others = [one.marks for i, one in enumerate(game.players) if i != seat]
    for key in ("rivals", "others_task") if others else ():
        if getattr(player, key) not in (None, False):
            raise GameError(f"{path}.{key}: this game has the boards of the others")
    others_task = player.others_task or any(marks.task for marks in others)
    checking = Checking(player.to_check, player.checked, others_task)
    check_rivals(player.rivals, setup.goals, f"{path}.rivals")
    name, colour = player.name.strip(), player.colour
    return PlayedBoard(name, board, marks, setup, route, colour, checking, player.rivals)


def _board(player: Player, city: City, board_of: Callable[[str], Board], path: str) -> Board:
    """Return the player's board: the one named, else the city's practice board."""
    named = player.board or player.marks.board
    where = f"{path}.board" if player.board else f"{path}.marks.board"
    other = player.marks.board
    if player.board and other not in ("", player.board):
        raise GameError(
            f"{path}.marks.board: {other!r}, but the player's board is {player.board!r}"
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


def _setup(game: Game, player: Player, city: City, common: Setup, path: str) -> Setup:
    own = Setup(
        ratings=player.ratings, balance_cards=player.balance_cards, task_half=player.task_half
    ).checked_in(city, path)
    given = game.ratings | player.ratings
    if game.advanced:
        # Some first boxes are marked from the start, and ratings fall too: none can be taken
        # for granted, as the lowest is in the usual game.
        for id_ in own.ratings:
            if id_ not in given:
                raise GameError(
                    f"$.ratings.{id_}: missing; in the advanced mode every final rating is needed"
                )
    return replace(
        common,
        ratings={**common.ratings, **player.ratings},
        unrated=tuple(id_ for id_ in common.unrated if id_ not in player.ratings),
        balance_cards=own.balance_cards,
        task_half=own.task_half,
    )


def _route(player: Player, board: Board, marks: Marks, path: str) -> FinalRoute | None:
    if player.route is None:
        return None
    try:
        return parse_route(",".join(player.route), board, marks)
    except RouteError as error:
        raise GameError(f"{path}.route: {error}") from error


def _challenge(game: Game, city: City) -> Challenge | None:
    chosen = game.challenge
    if chosen is None:
        return None
    if game.mode is not GameMode.SOLO:
        raise GameError("$.challenge: only the solo game has one")
    # Where there are themed tours, the challenge asks for these.
    there, what = (len(game.tours), "tours") if city.tours else (len(game.goals), "goal cards")
    if not 0 <= chosen.goals <= max(there, GOAL_CARDS):
        raise GameError(f"$.challenge.goals: {chosen.goals} to reach, but {there} {what} lie out")
    try:
        if chosen.level:
            city.level(chosen.level)
    except CityError as error:
        raise GameError(f"$.challenge.level: {error}") from error
    if chosen.points is not None and chosen.points < 0:
        raise GameError(f"$.challenge.points: {chosen.points} is below zero")
    if chosen.is_open and not chosen.goals:
        raise GameError("$.challenge: expected a level of the city's table or points")
    return None if chosen.is_open else chosen.wanted_in(city)
