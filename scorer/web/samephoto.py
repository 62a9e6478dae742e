"""Whose boards have one photo or are drawn exactly alike: a photo may be of another's board."""

import json
from collections.abc import Callable

from scorer.store.games import Game, PictureKind, Player
from scorer.web.games.telling import names_in
from scorer.web.serving.words import word

# Boards on which so many sections and all tourists are the same are one and the same board.
_ALIKE = 5


def photo_digest(player: Player) -> str:
    """Return what tells the photo of a player's board from all others; empty without one."""
    photo = player.pictures.get(PictureKind.PHOTO)
    return photo.digest if photo else ""


def drawing(player: Player) -> str:
    """Return what tells the drawing on a player's board from others; empty with little drawn."""
    sections = player.marks.get("sections", [])
    if len(sections) < _ALIKE:
        return ""
    return json.dumps([sections, player.marks.get("tourists", {})], sort_keys=True)


def seats_with_one(game: Game, tell: Callable[[Player], str]) -> list[list[int]]:
    """Return the seats of *game* that have one and the same, by what *tell* says of each."""
    found: dict[str, list[int]] = {}
    for player in game.players:
        if told := tell(player):
            found.setdefault(told, []).append(player.seat)
    return [seats for seats in found.values() if len(seats) > 1]


def wrong_board_words(game: Game, player: Player) -> str:
    """Return why the photo of *player* may be of another's board, in the reader's language.

    Nothing is said of a board without a photo, or one that is like none of the others.
    """
    if not photo_digest(player):
        return ""
    # What is on a board whose photo was not read is none of that photo's.
    tells = {"same-photo": photo_digest} | ({} if player.not_read else {"drawn-alike": drawing})
    names = dict(zip([one.seat for one in game.players], names_in(game), strict=True))
    for name, tell in tells.items():
        for seats in seats_with_one(game, tell):
            if player.seat in seats:
                others = [names[seat] for seat in seats if seat != player.seat]
                return word(name, names=word("list").join(others))
    return ""
