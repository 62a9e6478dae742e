"""Photos that were read by a picture of their board that has become better since."""

from scorer.store.games import Game, PictureKind, Player
from scorer.web.edits import PICTURE, is_checked
from scorer.web.services import services


def outdated(game: Game) -> tuple[int, ...]:
    """Return the seats whose photos were read by an earlier picture of their taught board."""
    return tuple(player.seat for player in game.players if is_outdated(player))


def is_outdated(player: Player) -> bool:
    """Whether the photo of *player* was read by an earlier picture of their taught board.

    A board that somebody declared right is not: no picture knows better.
    """
    from scorer.vision.boards.later import picture_mark

    if player.reading is None or is_checked(player) or PictureKind.PHOTO not in player.pictures:
        return False
    read_by = player.reading.quality.get(PICTURE)
    now = picture_mark(services().taught_boards, player.board_id)
    return bool(read_by and now) and read_by != now
