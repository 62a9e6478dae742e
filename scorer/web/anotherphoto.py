"""A further photo of a board that was read: when one would help, and with what it is read."""

from typing import Any

from scorer.store.games import OTHER_VIEWS, Game, GameStore, PictureKind, Player
from scorer.store.kept import is_checked, open_doubts
from scorer.vision.doubts import OUTSIDE

# Why a place is doubted that another photo may show: readings name it so.
GLARE = "glare"
SETTLED_BY_PHOTO = (GLARE, OUTSIDE)
# Enough for every player to try again a dozen times.
MOST_PHOTOS = 60


def may_join(game: Game, player: Player) -> bool:
    """Whether another photo can be read together with the one of *player*.

    Photos of halves of a board are joined in another way.
    """
    return (
        game.photos < MOST_PHOTOS
        and player.reading is not None
        and "half" not in player.reading.quality
        and PictureKind.PHOTO in player.pictures
        and not all(kind in player.pictures for kind in OTHER_VIEWS)
    )


def places_to_show(game: Game, player: Player) -> list[dict[str, Any]]:
    """Return the open doubts that a photo from another side would settle, as the page shows them.

    There are none where no other photo can join.
    """
    if not game.editable or not may_join(game, player) or is_checked(player):
        return []
    return [
        {"kind": doubt["kind"], "where": doubt["where"], "outside": doubt["reason"] == OUTSIDE}
        for doubt in open_doubts(player)
        if doubt["reason"] in SETTLED_BY_PHOTO
    ]


def views_of(games: GameStore, key: str, player: Player) -> tuple[bytes, ...]:
    """Return the further photos of the board of *player*, in the order in which they came."""
    kinds = [kind for kind in OTHER_VIEWS if kind in player.pictures]
    found = (games.picture(key, player.seat, kind) for kind in kinds)
    return tuple(photo for photo in found if photo)
