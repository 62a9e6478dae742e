"""Photos that were read before their board got better, and how sure their results are then.

A taught board gets better in two ways. A later photo makes its *picture* better: then reading
again is offered, unless somebody declared the board right, for no picture knows better. Or its
owner corrects the *places* that a photo is read by, as a café: then a total can be wrong that
nobody doubted, so it is one more thing to check until the photo is read again. Who declared the
board right before saw it without that correction: it is to be declared again, or read again.
"""

from collections.abc import Set
from datetime import UTC, datetime, timedelta

from scorer.rules.status import Checking
from scorer.rules.values import replace
from scorer.store.games import Game, PictureKind, Player, Source
from scorer.store.kept import ALL_THE_SAME, PICTURE, PLACES, is_checked, on_places, open_doubts
from scorer.web.services import services

# Whoever scores a game corrects its board on the same evening: that is no news to anybody.
_EVENING = timedelta(hours=12)


def outdated(game: Game) -> tuple[int, ...]:
    """Return the seats whose photos were read before their taught board got better."""
    return tuple(player.seat for player in game.players if is_outdated(player))


def to_read_again(game: Game, reading: Set[int]) -> bool:
    """Whether there are such photos beside those of the seats that are being read just now."""
    return any(seat not in reading for seat in outdated(game))


def is_outdated(player: Player) -> bool:
    """Whether the photo of *player* was read before its taught board got better."""
    from scorer.vision.boards.later import picture_mark

    if not _has_photo(player):
        return False
    if is_corrected(player):
        return True
    if player.reading is None or is_checked(player):
        return False
    read_by = player.reading.quality.get(PICTURE)
    now = picture_mark(services().taught_boards, player.board_id)
    return bool(read_by and now) and read_by != now


def is_corrected(player: Player) -> bool:
    """Whether places of the board were corrected since its photo was read, or declared right.

    Of what was read before the places were kept with it nobody knows.
    """
    if player.reading is None or not _has_photo(player):
        return False
    read_by = player.reading.quality.get(PLACES)
    now = places_now(player) if read_by else ""
    if not now or read_by == now:
        return False
    return not (is_checked(player) and on_places(now) in player.settled)


def places_now(player: Player) -> str:
    """Return what tells the places of the taught board of *player* from others; of others ""."""
    from scorer.vision.boards.later import places_mark_now

    return places_mark_now(services().taught_boards, player.board_id)


def board_changed(game: Game) -> datetime | None:
    """Return when the taught board of *game* was changed, if that was after the game's evening.

    The totals go by the board as it is now: another value on its map makes others of them.
    """
    from scorer.vision.boards.picture import GEOMETRY_FILE

    try:
        changed_s = (services().taught_boards / game.board_id / GEOMETRY_FILE).stat().st_mtime
    except OSError:
        return None
    changed = datetime.fromtimestamp(changed_s, UTC)
    return changed if game.changed_at and changed > game.changed_at + _EVENING else None


def is_declared(player: Player) -> bool:
    """Whether somebody declared the board right, as it was read last and as it is now.

    While it is asked which drawing it has nobody can.
    """
    return is_checked(player) and not is_corrected(player) and player.asked is None


def looked_at(player: Player) -> Checking:
    """Return how far people have looked at the board, whether or not it was declared right."""
    asked = player.asked is not None
    if player.reading is None:
        told = player.source is Source.FILE or (asked and is_checked(player))
        return Checking(player.own.get("to_check", 0) + asked, None if told else False)
    # One more thing to look at is a later photo that could not be read, or shows another drawing;
    # whether it is this board at all, where its print does not say so; and a board that was
    # corrected since.
    unread, another = player.not_read is not None, ALL_THE_SAME in player.reading.quality
    to_check = len(open_doubts(player)) + unread + another + is_corrected(player) + asked
    # So is a photo that shows nothing at all: nobody plays a whole game so.
    return Checking(to_check or int(shows_nothing(player)))


def shows_nothing(player: Player) -> bool:
    """Whether neither sections nor tourists are on the board."""
    return not any(player.marks.get(key) for key in ("sections", "tourists"))


def checking_of(player: Player) -> Checking:
    """Return how far people have looked at the board of *player*."""
    looked = looked_at(player)
    return replace(looked, checked=True) if is_declared(player) else looked


def _has_photo(player: Player) -> bool:
    return player.reading is not None and PictureKind.PHOTO in player.pictures
