"""A game that goes on, on another board: what stays of each player's marks and answers."""

from collections.abc import Callable, Iterable
from typing import assert_never

from scorer.rules.board.board import Board, TouristKind
from scorer.rules.city.city import City, load_city
from scorer.rules.jsonfile import to_data
from scorer.rules.position.mark import CafeMark, Mark, MarksError, MarkShape
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup, usual_setup
from scorer.rules.values import replace
from scorer.store.games import ConflictError, Game, GameStore, Json, Player
from scorer.store.kept import FIND_OUT, REMATCH, REMATCH_OF, kept_setup, place_of
from scorer.web.edits import corrections

# Others may change the set-up at the same moment.
_TRIES = 10


def move(games: GameStore, game: Game, new: Board, board_of: Callable[[str], Board]) -> Game:
    """Let *game* be played on the board *new*, and return it as it is then.

    What people corrected and answered stays where the same place exists on the new board; what
    was only read is read anew. *board_of* finds boards by their id.
    """
    same = game.city == new.city
    setup = _found(game) if same else moved_setup(game, load_city(game.city), load_city(new.city))
    return games.change_map(
        game.key,
        new.city,
        new.id,
        setup,
        lambda player: moved(player, board_of(player.board_id), new),
    )


def stay(games: GameStore, key: str) -> Game:
    """Let the game with *key* be played on its board for good, and return it as it is then."""
    for left in reversed(range(_TRIES)):
        game = games.load(key)
        if FIND_OUT not in game.setup:
            break
        try:
            return games.change_setup(key, game.version, _found(game))
        except ConflictError:
            if not left:
                raise
    return game


def _found(game: Game) -> Json:
    """Return the set-up of *game* once its board is known."""
    return {name: value for name, value in game.setup.items() if name != FIND_OUT}


def moved(player: Player, old: Board, new: Board) -> tuple[Json, frozenset[str]]:
    """Return the marks and answered doubts of *player* that stay on the board *new*."""
    marks, stay = _kept_on(Marks(new.city, new.id), new, corrections(player, old))
    known = {place_of(mark.kind.value, mark.where) for mark in stay}
    return to_data(marks), frozenset(place for place in player.settled if place in known)


def with_corrections(player: Player, board: Board, newly_read: Marks) -> Marks:
    """Return *newly_read* with all corrections made so far on top of it.

    What a person confirmed as it was read counts as a correction too.
    """
    for mark in corrections(player, board):
        newly_read = mark.on(newly_read)
    return newly_read


def moved_setup(game: Game, old: City, new: City) -> Json:
    """Return the usual set-up of the city *new*, with *game*'s modules if a mode there has them."""
    before = kept_setup(game, None, old)
    usual: Setup = usual_setup(new)
    modules = before.cafes, before.tasks
    if modules in {(mode.cafes, mode.tasks) for mode in new.modes}:
        usual = replace(usual, cafes=before.cafes, tasks=before.tasks)
    cards = before.goal_cards and new.plays_goals
    beside = {key: game.setup[key] for key in (REMATCH, REMATCH_OF) if key in game.setup}
    setup: Json = to_data(replace(usual, mode=before.mode, goal_cards=cards))
    return setup | beside


def _kept_on(marks: Marks, board: Board, wanted: Iterable[Mark]) -> tuple[Marks, list[Mark]]:
    """Return *marks* with those of *wanted* whose places are on *board*, and which these are."""
    kept = []
    for mark in wanted:
        try:
            # To take a mark away, too, its place must be there.
            _drawn_at(mark).on(Marks(board.city, board.id)).checked_on(board)
            marks = mark.on(marks).checked_on(board)
        except MarksError:
            continue
        kept.append(mark)
    return marks, kept


def _drawn_at(mark: Mark) -> Mark:
    """Return *mark*, or where it is that nothing is drawn, something at its place."""
    if mark.value != mark.kind.nothing:
        return mark
    match mark.kind.shape:
        case MarkShape.SECTION | MarkShape.FLAG:
            return replace(mark, value=True)
        case MarkShape.CIRCLE:
            return replace(mark, value=CafeMark.VISITED.value)
        case MarkShape.TOURISTS:
            return replace(mark, value={TouristKind.CIRCLE: 1})
        case other:
            assert_never(other)
