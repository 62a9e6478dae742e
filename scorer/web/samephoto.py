"""Whose board has the same photo: one of the two is of the wrong board."""

from scorer.store.games import Game, PictureKind, Player
from scorer.web.games.telling import names_in
from scorer.web.serving.words import word


def photo_digest(player: Player) -> str:
    """Return what tells the photo of a player's board from all others; empty without one."""
    photo = player.pictures.get(PictureKind.PHOTO)
    return photo.digest if photo else ""


def with_same_photo(game: Game, player: Player) -> list[Player]:
    """Return the others of *game* whose boards have the photo of *player* too."""
    own = photo_digest(player)
    return [one for one in game.players if own and one is not player and photo_digest(one) == own]


def same_photo_words(game: Game, player: Player) -> str:
    """Return whose photo that of *player* is too, in the reader's language; nothing if nobody's."""
    names = dict(zip([one.seat for one in game.players], names_in(game), strict=True))
    others = [names[one.seat] for one in with_same_photo(game, player)]
    return word("same-photo", names=word("list").join(others)) if others else ""
