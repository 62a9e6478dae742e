"""What is kept of a game, as the rules know it."""

from collections.abc import Iterable
from typing import Any

from scorer.rules.board.board import Board
from scorer.rules.city.city import City
from scorer.rules.city.goalcards import GoalCard
from scorer.rules.jsonfile import from_data, to_data
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.marks import Marks
from scorer.rules.position.saved import Rivals
from scorer.rules.position.setup import Setup
from scorer.rules.values import replace
from scorer.store.games import PLACE, Game, Player

# What of the game's set-up the rules keep apart from what lies beside a board.
# ``FIND_OUT``: the first photo tells which board the game is played on.
FIND_OUT = "find_out"
# ``REMATCH`` and ``REMATCH_OF``: the keys of the game that followed, and of the one before.
REMATCH, REMATCH_OF = "rematch", "rematch_of"
# ``ASIDE``: the goal cards of a mode that has them, while another mode is chosen. They are no part
# of the set-up, so that nothing counts them.
ASIDE = "goals_aside"
GAME_KEYS = ("challenge", REMATCH, REMATCH_OF, FIND_OUT, ASIDE)
# In the quality of a reading of a board that is this one only because a person says so.
ALL_THE_SAME = "all_the_same"
# There too: that a person had set the corners, and by which picture and which places of a taught
# board it was read.
BY_HAND, PICTURE, PLACES = "by_hand", "picture", "places"
# What is one player's alone, and no part of the set-up.
OWN_KEYS = ("to_check", "rivals", "others_task", PLACE)


def kept_marks(player: Player, board: Board) -> Marks:
    """Return the current marks on the board of *player*."""
    return from_data(player.marks, Marks).checked_on(board)


def read_marks(player: Player, board: Board) -> Marks | None:
    """Return what was last read from the photo of *player*, if it was."""
    if player.reading is None:
        return None
    return from_data(player.reading.marks, Marks).checked_on(board)


def kept_setup(game: Game, player: Player | None, city: City) -> Setup:
    """Return the set-up that all players of *game* share, with what is *player*'s alone."""
    own = {k: v for k, v in player.own.items() if k not in OWN_KEYS} if player else {}
    common = {key: value for key, value in game.setup.items() if key not in GAME_KEYS}
    return from_data({**common, **own}, Setup).completed_in(city)


def kept_board(game: Game, player: Player, board: Board, city: City) -> FilledBoard:
    """Return the board of *player* as it stands now, with what lies beside it."""
    setup = kept_setup(game, player, city)
    return FilledBoard(board, city, kept_marks(player, board), setup, told_rivals(game, setup))


def told_rivals(game: Game, setup: Setup) -> Rivals | None:
    """Return what a file told of the rivals of a board that is alone at its table.

    With other cards than it was told of it means nothing.
    """
    told = game.players[0].own.get("rivals") if len(game.players) == 1 else None
    if told is None or not setup.goals:
        return None
    same = from_data(told["goals"], tuple[GoalCard, ...])
    return from_data(told["values"], Rivals) if _asked(same) == _asked(setup.goals) else None


def kept_rivals(setup: Setup, rivals: Rivals | None, others_task: bool) -> dict[str, Any]:
    """Return how what a file told of a player's rivals is kept with the player.

    They are *rivals* on the goal cards of *setup*, and whether any of them has rings.
    """
    kept: dict[str, Any] = {"others_task": True} if others_task else {}
    if rivals is not None:
        kept["rivals"] = {"goals": to_data(list(setup.goals)), "values": list(rivals)}
    return kept


def others_task(game: Game, player: Player) -> bool:
    """Whether others than *player* have ringed their task's crossroads, or a file tells so.

    What a file told of the others is nothing more than that once others sit at the table.
    """
    if len(game.players) == 1:
        return bool(player.own.get("others_task"))
    return any(one.marks.get("task") for one in game.players if one.seat != player.seat)


def _asked(cards: Iterable[GoalCard]) -> list[GoalCard]:
    """Return *cards* without what changes no result: a name, and whose figures they are."""
    return [replace(card, name="", practice=False) for card in cards]


def open_doubts(player: Player) -> list[dict[str, Any]]:
    """Return the doubts of the newest reading that nobody has answered."""
    doubts = player.reading.doubts if player.reading else []
    return [one for one in doubts if place_of(one["kind"], one["where"]) not in player.settled]


def is_checked(player: Player) -> bool:
    """Whether somebody declared the board right, as it was read last."""
    number = player.reading.number if player.reading else 0
    return place_of("checked", str(number)) in player.settled


def place_of(kind: str, where: str) -> str:
    """Return the name under which a doubt about a place counts as answered."""
    return f"{kind}:{where}"


def on_places(mark: str) -> str:
    """Return the name under which it counts that a board was declared right with these places."""
    return place_of("places", mark)
