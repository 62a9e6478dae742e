"""A whole table of Innsmouth: every board, in which order the checks are played, and who wins."""

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from scorer.rules.certainty import GameStatus, Lack
from scorer.rules.innsmouth.filled import (
    GAME,
    Filled,
    InnsmouthBoard,
    InnsmouthMarks,
    InnsmouthSetup,
    PlayedCheck,
    filled_on,
)
from scorer.rules.innsmouth.pieces import Bonus, Character
from scorer.rules.innsmouth.referee import Finding, differing_groups, findings
from scorer.rules.innsmouth.search.best import best_route
from scorer.rules.innsmouth.search.whole import given_route, whole_route
from scorer.rules.innsmouth.sheet import (
    Line,
    Sheet,
    check_order,
    check_played,
    sheet_of,
    solo_won,
    standings,
)
from scorer.rules.innsmouth.town import Town
from scorer.rules.innsmouth.worth import Ground
from scorer.rules.jsonfile import JsonError, decode_json
from scorer.rules.values import replace

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
# What is missing from a board until its check is played.
CHECK = "check"
TIE_BREAKS = ("points", "goals")


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player's board, route and outcome of the check; an own ``character`` if they differ."""

    name: Name
    marks: InnsmouthMarks
    character: Character | None = None
    bonuses: tuple[Bonus, ...] | None = None
    route: tuple[str, ...] | None = None
    played: PlayedCheck | None = None


class InnsmouthGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A game in its file. Players sit in order, the first player of the set-up first."""

    game: Annotated[str, msgspec.Meta(pattern=f"^{GAME}$")]
    players: Annotated[tuple[Player, ...], msgspec.Meta(min_length=1, max_length=4)]
    setup: InnsmouthSetup = InnsmouthSetup()
    town: str = "practice"


class PlayerResult(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What one player has: lines and total after the check, before it the best expectation."""

    name: str
    character: Character
    route: str
    level: int
    expected: float | UnsetType = UNSET
    lines: tuple[Line, ...] = ()
    total: int | UnsetType = UNSET
    goals: int | UnsetType = UNSET
    findings: tuple[Finding, ...] = ()


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place, the seats (from 1) that take it, and what puts them ahead of the next."""

    place: int
    seats: tuple[int, ...]
    ahead_by: str | None = None


class InnsmouthResult(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The result. ``checks`` are the seats (from 1) whose checks are open, in their order.

    There are ``standings`` once every check is played; in a solo game ``won``.
    """

    players: tuple[PlayerResult, ...]
    status: GameStatus
    checks: tuple[int, ...] = ()
    standings: tuple[Place, ...] = ()
    won: bool | UnsetType = UNSET
    findings: tuple[Finding, ...] = ()


def read_game(data: bytes) -> InnsmouthGame:
    """Return the game in the JSON *data*.

    Raises
    ------
    JsonError
        If it is no such game, with the place.
    """
    return decode_json(data, InnsmouthGame)


def result_of(game: InnsmouthGame, town: Town) -> InnsmouthResult:
    """Return the result of *game*, whose boards are of *town*.

    Raises
    ------
    JsonError, InnsmouthError
        If a board, a route or the outcome of a check cannot be, with the player.
    """
    if game.town != town.file.id:
        raise JsonError(f"$.town: there is no town {game.town!r} here; known is {town.file.id!r}")
    if len(game.players) > 1 and game.setup.challenge is not None:
        raise JsonError("$.setup.challenge: a solo game has one player")
    boards = [_board(game, town, seat) for seat in range(len(game.players))]
    pairs = [_player(*one, f"$.players[{i}]") for i, one in enumerate(zip(game.players, boards,
             strict=True))]  # fmt: skip
    results, sheets = [one for one, _ in pairs], [sheet for _, sheet in pairs]
    done = [sheet for sheet in sheets if sheet is not None]
    left = [i for i, sheet in enumerate(sheets) if sheet is None]
    order = check_order([one.level for one in results])
    won = solo_won(done[0], boards[0]) if len(sheets) == 1 and done else None
    lacks = [Lack(CHECK, seat) for seat in left]
    noted = sum(len(one.findings) for one in results)
    return InnsmouthResult(
        players=tuple(results),
        status=GameStatus.because(lacks, noted),
        checks=tuple(seat + 1 for seat in order if seat in left),
        standings=() if left else _places(done),
        won=UNSET if won is None else won,
        findings=differing_groups(boards),
    )


def _board(game: InnsmouthGame, town: Town, seat: int) -> Filled:
    """Return the board of a player, with what is common to the table."""
    player, setup = game.players[seat], game.setup
    if player.character is not None:
        setup = replace(setup, character=player.character)
    if player.bonuses is not None:
        setup = replace(setup, bonuses=player.bonuses)
    try:
        return filled_on(InnsmouthBoard(GAME, player.marks, setup), town)
    except JsonError as error:
        said = str(error).replace("$.marks", f"$.players[{seat}].marks")
        raise JsonError(said) from error


def _player(player: Player, filled: Filled, where: str) -> tuple[PlayerResult, Sheet | None]:
    """Return what *player* has, and the sheet where the check is played."""
    ground = Ground(filled)
    try:
        if player.route is not None:
            route = given_route(filled, player.route)
        else:
            route = best_route(ground).route if player.played is None else whole_route(filled)
        passed = ground.passed(route)
        if player.played is not None:
            check_played(ground, passed, player.played)
    except ValueError as error:
        raise JsonError(str(error).replace("$", where, 1)) from error
    name, who, level = player.name, filled.setup.character, ground.level(passed)
    if player.played is None:
        noted = findings(filled, level, passed.ferries)
        worth = float(ground.value(passed))
        text = route.text
        return PlayerResult(name=name, character=who, route=text, level=level, expected=worth,
                            findings=noted), None  # fmt: skip
    sheet = sheet_of(ground, passed, player.played)
    found = PlayerResult(name=name, character=who, route=route.text, level=level,
                         lines=sheet.lines, total=sheet.total, goals=sheet.goals)  # fmt: skip
    return found, sheet


def _places(sheets: list[Sheet]) -> tuple[Place, ...]:
    return tuple(
        Place(
            one.place,
            tuple(seat + 1 for seat in one.seats),
            None if one.ahead_by is None else TIE_BREAKS[one.ahead_by],
        )
        for one in standings(sheets)
    )
