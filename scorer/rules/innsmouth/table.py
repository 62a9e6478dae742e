"""A whole table of Innsmouth: every board, in which order the checks are played, and who wins."""

from collections.abc import Callable
from typing import Annotated, Literal, NamedTuple

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
from scorer.rules.innsmouth.judge import Verdict, judged
from scorer.rules.innsmouth.outcome import told_findings
from scorer.rules.innsmouth.ownbox import town_in
from scorer.rules.innsmouth.pieces import Bonus, Character, InnsmouthError, Number, Points
from scorer.rules.innsmouth.playing import Advice, Left, Moves, Step, advise
from scorer.rules.innsmouth.referee import (
    AT_ONCE,
    Finding,
    Offence,
    alike_boards,
    differing_groups,
    differing_symbols,
    findings,
)
from scorer.rules.innsmouth.route import Route
from scorer.rules.innsmouth.search.best import best_route
from scorer.rules.innsmouth.search.whole import given_route, whole_route
from scorer.rules.innsmouth.sheet import (
    Line,
    Sheet,
    check_order,
    sheet_after,
    solo_won,
    standings,
)
from scorer.rules.innsmouth.town import Town, TownFile, practice_town
from scorer.rules.innsmouth.worth import Ground
from scorer.rules.jsonfile import decode_json
from scorer.rules.jsonfile.text import JsonError
from scorer.rules.values import kept, replace

# A field of the sheet, or the total.
Written = Literal[
    "circle", "square", "triangle", "cross", "artefacts", "goals", "character", "stars", "total"
]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
# What is missing from a table: whose threat it is. What is missing from a player: a board, a final
# route that is chosen, a check that is played, who plays it.
THREAT = "threat"
BOARD, ROUTE, CHECK, CHARACTER = "board", "route", "check", "character"
TIE_BREAKS = ("points", "goals")


class Player(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player's board and route; an own ``character`` if they differ, None if none is chosen yet.

    ``check`` is a check played with help, as far as it has come; the board stands as before it.
    ``played`` is the outcome of one that was played without. ``written`` are the numbers on the
    player's own sheet, by its fields and ``total``, for the judge. ``to_check`` tells how many
    doubts of a photo are open.
    """

    name: Name
    marks: InnsmouthMarks
    character: Character | UnsetType | None = UNSET
    bonuses: tuple[Bonus, ...] | None = None
    route: tuple[str, ...] | None = None
    played: PlayedCheck | None = None
    check: Moves | None = None
    written: dict[Written, Points] = kept({})
    to_check: Number = 0


class InnsmouthGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A game in its file. Players sit in order, the first player of the set-up first.

    ``own_town`` is the town of the box, where it is not the practice town. ``checked``: somebody
    looked at all that was to check, and it is so.
    """

    game: Annotated[str, msgspec.Meta(pattern=f"^{GAME}$")]
    players: Annotated[tuple[Player, ...], msgspec.Meta(min_length=1, max_length=4)]
    setup: InnsmouthSetup = InnsmouthSetup()
    town: str = "practice"
    own_town: TownFile | None = None
    checked: bool = False

    def on_town(self) -> Town:
        """Return the town that the game is played in.

        Raises
        ------
        InnsmouthError
            If its own town contradicts itself, with the key.
        """
        return practice_town() if self.own_town is None else town_in(self.own_town)


class PlayerResult(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What one player has: lines and total after the check, before it the best expectation.

    ``advice`` is for the next step of a check that is played with help, ``verdicts`` are about
    numbers that the player wrote.
    """

    name: str
    character: Character
    route: str
    level: int
    ferries: int = 0
    taken: int = 0
    expected: float | UnsetType = UNSET
    lines: tuple[Line, ...] = ()
    total: int | UnsetType = UNSET
    goals: int | UnsetType = UNSET
    advice: Advice | UnsetType = UNSET
    verdicts: tuple[Verdict, ...] = ()
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


# Finds the route of a board whose player has named none; None leaves it open.
Chooser = Callable[[Ground], Route | None]


def best_of(ground: Ground) -> Route:
    """Return the best final route on *ground*, proved."""
    return best_route(ground).route


def result_of(game: InnsmouthGame, town: Town, chosen: Chooser = best_of) -> InnsmouthResult:
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
    boards = [board_of(game, town, seat) for seat in range(len(game.players))]
    seats = [
        seat_of(player, board, f"$.players[{i}]", chosen)
        for i, (player, board) in enumerate(zip(game.players, boards, strict=True))
    ]
    return together(game, boards, seats)


def together(game: InnsmouthGame, boards: list[Filled], seats: list["Seat"]) -> InnsmouthResult:
    """Return the result of *game*, of whose players each has a board and what there is on it."""
    done = [seat.sheet for seat in seats if seat.sheet is not None]
    open_ = [i for i, seat in enumerate(seats) if seat.sheet is None]
    order = check_order([seat.result.level for seat in seats])
    won = solo_won(done[0], boards[0]) if len(seats) == 1 and done else None
    lacks = [Lack(THREAT)] if any(one.setup.threat is None for one in boards) else []
    lacks += [Lack(CHARACTER, i) for i, one in enumerate(game.players) if one.character is None]
    lacks += [Lack(_open(seats[i], boards[i]), i) for i in open_]
    differ = differing_symbols(boards)
    all_routed = all(seat.routed for seat in seats)
    noted = sum(len(seat.result.findings) for seat in seats) + len(differ)
    noted += sum(one.to_check for one in game.players)
    return InnsmouthResult(
        players=tuple(seat.result for seat in seats),
        status=GameStatus.because(lacks, noted, checked=game.checked),
        checks=tuple(i + 1 for i in order if i in open_ and seats[i].routed),
        standings=() if open_ else _places(done),
        won=UNSET if won is None else won,
        # Groups that a board does not hold yet are no difference.
        findings=(
            *alike_boards(boards),
            *(differing_groups(boards) if all_routed else ()),
            *differ,
        ),
    )


def _open(seat: "Seat", board: Filled) -> str:
    """Return what is missing first of a player who has no sheet yet."""
    if seat.routed:
        return CHECK
    return ROUTE if is_begun(board.marks) else BOARD


def is_begun(marks: InnsmouthMarks) -> bool:
    """Whether a board holds anything of its player's; symbols may come of the fate numbers."""
    return bool(marks.sections) or any(group.total for group in marks.tourists.values())


def board_of(game: InnsmouthGame, town: Town, seat: int) -> Filled:
    """Return the board of the player at *seat* (from 0), with what is common to the table.

    Raises
    ------
    JsonError
        If it is none of *town*, with the place.
    """
    player, setup = game.players[seat], game.setup
    if isinstance(player.character, Character):
        setup = replace(setup, character=player.character)
    if player.bonuses is not None:
        setup = replace(setup, bonuses=player.bonuses)
    try:
        return filled_on(InnsmouthBoard(GAME, player.marks, setup), town)
    except JsonError as error:
        said = str(error).replace("$.marks", f"$.players[{seat}].marks")
        raise JsonError(said) from error


class Seat(NamedTuple):
    """What a player has, the sheet once the check is over, and whether there is a route."""

    result: PlayerResult
    sheet: Sheet | None
    routed: bool = True


def seat_of(player: Player, filled: Filled, where: str, chosen: Chooser = best_of) -> Seat:
    """Return what *player* has, whose board is *filled*; errors name the place *where*.

    Raises
    ------
    JsonError
        If the route or the check cannot be.
    """
    if player.played is not None and player.check is not None:
        raise JsonError(f"{where}.played: the check is told twice: there is a check too")
    ground = Ground(filled)
    try:
        route = _route(player, ground, chosen)
        if route is None:
            who = filled.setup.character
            early = _early(filled)
            open_ = PlayerResult(name=player.name, character=who, route="", level=0, findings=early)
            return Seat(open_, None, routed=False)
        return _checked(player, ground, route)
    except ValueError as error:
        raise JsonError(str(error).replace("$.", f"{where}.")) from error


def _early(filled: Filled) -> tuple[Finding, ...]:
    """Return what is wrong on a board without a route; one not begun lacks no symbols yet."""
    found = (one for one in findings(filled) if one.offence in AT_ONCE)
    begun = is_begun(filled.marks)
    return tuple(one for one in found if begun or one.offence is not Offence.SYMBOLS_LACKING)


def _route(player: Player, ground: Ground, chosen: Chooser) -> Route | None:
    if player.route is not None:
        return given_route(ground.filled, player.route)
    if player.played is not None:
        return whole_route(ground.filled)
    # Over a board that nobody has entered yet a route and a check would be made up.
    told = player.check is not None or is_begun(player.marks)
    return chosen(ground) if told else None


def _checked(player: Player, ground: Ground, route: Route) -> Seat:
    """Return what *player* has on a *route*: what is expected of its check, or its sheet."""
    filled, passed = ground.filled, ground.passed(route)
    level = ground.level(passed)
    found = PlayerResult(
        name=player.name,
        character=filled.setup.character,
        route=route.text,
        level=level,
        ferries=passed.ferries,
        taken=ground.taken(passed),
    )
    if player.played is not None:
        sheet = sheet_after(ground, passed, player.played)
        found = replace(found, findings=told_findings(ground, passed, player.played))
        return _ended(player, ground, route, found, sheet)
    found = replace(found, findings=findings(filled, level, passed.ferries))
    if player.check is None:
        return Seat(replace(found, expected=float(ground.value(passed))), None)
    challenged = Ground(filled, filled.setup.challenge)
    try:
        advice = advise(challenged, passed, player.check, route.text)
    except InnsmouthError as error:
        raise InnsmouthError(str(error).replace("$.", "$.check.")) from error
    # For a challenge the advice is about the chance to meet it; here the mean total is told.
    mean = sum(one.total * one.chance for one in advice.chances)
    expected = advice.expected if filled.setup.challenge is None else mean
    found = replace(found, expected=expected, advice=advice)
    if advice.step is not Step.DONE:
        return Seat(found, None)
    return _ended(player, ground, route, found, Sheet(advice.lines))


def _ended(player: Player, ground: Ground, route: Route, found: PlayerResult, sheet: Sheet) -> Seat:
    """Return what *player* has on a *sheet* after the check."""
    left = player.played.left if player.played else [one.quarter for one in _left(player)]
    quarters = ground.filled.town.quarters
    lost = sum(1 << quarters.index(place) for place in left)
    written = {str(line): number for line, number in player.written.items()}
    passed, corners = ground.passed(route), ground.corners(route)
    verdicts = judged(ground, passed, sheet, lost, written, corners)
    result = replace(
        found,
        expected=UNSET,
        lines=sheet.lines,
        total=sheet.total,
        goals=sheet.goals,
        verdicts=verdicts,
    )
    return Seat(result, sheet)


def _left(player: Player) -> tuple[Left, ...]:
    return player.check.left if player.check else ()


def _places(sheets: list[Sheet]) -> tuple[Place, ...]:
    return tuple(
        Place(
            one.place,
            tuple(seat + 1 for seat in one.seats),
            None if one.ahead_by is None else TIE_BREAKS[one.ahead_by],
        )
        for one in standings(sheets)
    )
