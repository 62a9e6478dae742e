"""What games come to, worked out by the rules, each once: taps and phones ask many times."""

from collections.abc import Callable
from time import monotonic
from typing import Any

from scorer.rules.city.city import City
from scorer.rules.jsonfile import from_data
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import GameMode
from scorer.rules.status import Status, alone, status_of, with_rivals
from scorer.rules.table.game import ChosenChallenge, PlayedBoard, PlayedGame
from scorer.rules.table.result import Table, table_of
from scorer.rules.table.solo import Challenge, Solo
from scorer.rules.table.ties import TEAMS, Figures, figures_of
from scorer.rules.values import replace
from scorer.store.games import Game, Player
from scorer.store.kept import kept_board, kept_marks, kept_setup, others_task, told_rivals
from scorer.web.games.telling import names_in
from scorer.web.serving.lastused import Kept
from scorer.web.serving.limits import MAX_SECTIONS
from scorer.web.views.knownboards import find_board
from scorer.web.views.outdated import checking_of, shows_nothing
from scorer.web.views.searches import PATIENCE_S, TABLE_PATIENCE_S, key_of, searching

# Games kept in mind at once; the one asked for longest ago goes first.
MOST_KEPT = 64


_tables = Kept[Table](MOST_KEPT)


def table_result(game: Game, city: City) -> Table | None:
    """Return the result of *game*, or None while nobody sits at its table.

    A board with more sections than can be searched while a person waits counts as empty.
    """
    if not game.players:
        return None
    return _with_statuses(_settled(game, city), game, city)


def _settled(game: Game, city: City) -> Table:
    """Return the result of *game*, known from before where nothing that scores has changed."""
    boards = [(one.board_id, one.marks, one.own, is_begun(one)) for one in game.players]
    shown = [key_of(find_board(id_)[0], "").hex() for id_ in {one.board_id for one in game.players}]
    key = key_of(find_board(game.board_id)[0], [game.city, game.setup, boards, sorted(shown)])
    if (known := _tables.get(key)) is not None:
        return known
    with searching(TABLE_PATIENCE_S) as (stop, granted):
        result = table_of(played(game, city), lambda: _stops(stop))
    if granted:
        _tables.put(key, result)
    return result


def _with_statuses(table: Table, game: Game, city: City) -> Table:
    """Return *table* with how sure it is now: people check boards and change nothing else."""
    boards = [(one, _kept(game, one, city)) for one in game.players]
    seats = zip(table.seats, game.players, _statuses(game, boards), strict=True)
    return replace(
        table,
        seats=tuple(
            replace(seat, status=status, begun=is_begun(player)) for seat, player, status in seats
        ),
    )


def is_begun(player: Player) -> bool:
    """Whether anything is known of the board: read from a photo, marked by hand, or looked at."""
    if player.reading is not None or not shows_nothing(player):
        return True
    # As the rules say of a file, from which it may be.
    checking = checking_of(player)
    return bool(checking.to_check or checking.checked)


def status_on(game: Game, player: Player, city: City) -> Status:
    """Return how sure the result of *player* is."""
    return status_of_kept(game, player, _kept(game, player, city), city)


def status_of_kept(game: Game, player: Player, filled: FilledBoard, city: City) -> Status:
    """Return how sure the result of *player* is, whose board is *filled*."""
    if not filled.setup.goals:
        return _status(game, player, filled)
    boards = [(one, filled if one is player else _kept(game, one, city)) for one in game.players]
    return _statuses(game, boards)[game.players.index(player)]


def _statuses(game: Game, boards: list[tuple[Player, FilledBoard]]) -> tuple[Status, ...]:
    """Return how sure the result of each player is, others' boards included that bear on it."""
    each = [_status(game, *board) for board in boards]
    if len(each) == 1:
        return (alone(boards[0][1], each[0]),)
    return with_rivals(zip(names_in(game), each, strict=True), boards[0][1].setup.goals)


def _kept(game: Game, player: Player, city: City) -> FilledBoard:
    board, _ = find_board(player.board_id)
    return kept_board(game, player, board, city)


def _status(game: Game, player: Player, filled: FilledBoard) -> Status:
    """Return how sure the result of *player* is, whatever the others' routes show."""
    checking = replace(checking_of(player), others_task=others_task(game, player))
    return status_of(filled, checking)


def _stops(stop: Callable[[], bool]) -> Callable[[], bool]:
    """Return what stops one search: people have waited long enough for it, or for all."""
    end = monotonic() + PATIENCE_S
    return lambda: monotonic() > end or stop()


def played(game: Game, city: City) -> PlayedGame:
    """Return *game* as the rules know it."""
    seats = tuple(_seat(game, i, city) for i in range(len(game.players)))
    mode = seats[0].setup.mode
    if not can_be_played(mode, len(seats)):
        mode = GameMode.USUAL
    return PlayedGame(city, mode, False, seats, challenge_of(game, city))


def lost_routes(game: PlayedGame) -> list[int]:
    """Return the players, from 0, whose chosen routes the pages would not make good.

    The pages look for every player's best route. Where that comes to the same for the whole table,
    nothing is lost.
    """
    chosen = [i for i, one in enumerate(game.players) if one.route is not None]
    if not chosen:
        return []
    boards = [replace(one, route=None, marks=_searchable(one.marks)) for one in game.players]
    found = replace(game, players=tuple(boards))
    with searching(TABLE_PATIENCE_S) as (stop, _):
        told, shown = (table_of(one, lambda: _stops(stop)) for one in (game, found))
    if _decided(told) == _decided(shown):
        return []
    pairs = list(zip(told.seats, shown.seats, strict=True))
    other = [i for i in chosen if figures_of(pairs[i][0].sheet) != figures_of(pairs[i][1].sheet)]
    return other or chosen


def _decided(table: Table) -> tuple[list[Figures], bool | None]:
    """Return what decides at *table*: everybody's figures, and whether a challenge was met."""
    won = table.solo.won if table.solo else None
    return [figures_of(one.sheet) for one in table.seats], won


def can_be_played(mode: GameMode, players: int) -> bool:
    """Whether so many *players* can play in *mode*; people come and go while they set up."""
    needed = {GameMode.TEAM: sum(map(len, TEAMS)), GameMode.SOLO: 1}
    return players == needed.get(mode, players)


def challenge_of(game: Game, city: City) -> Challenge | None:
    """Return what the solo player set out for, if anything: without its PP it is none yet."""
    data = game.setup.get("challenge")
    chosen = from_data(data, ChosenChallenge) if data else None
    return None if chosen is None or chosen.is_open else chosen.wanted_in(city)


def solo_data(solo: Solo) -> dict[str, Any]:
    """Return how a solo game ended, as JSON."""
    wanted = solo.challenge
    return {
        "challenge": {"points": wanted.points, "goals": wanted.goals} if wanted else None,
        "points": solo.points,
        "goals": solo.goals,
        "won": solo.won,
    }


def _seat(game: Game, number: int, city: City) -> PlayedBoard:
    player = game.players[number]
    board, _ = find_board(player.board_id)
    marks = _searchable(kept_marks(player, board))
    setup = kept_setup(game, player, city)
    checking, rivals = checking_of(player), told_rivals(game, setup)
    return PlayedBoard(player.name, board, marks, setup, checking=checking, rivals=rivals)


def _searchable(marks: Marks) -> Marks:
    """Return *marks*, with no section drawn where there are too many to search."""
    if len(marks.sections) <= MAX_SECTIONS:
        return marks
    return replace(marks, sections=frozenset(), hot_spots=frozenset())
