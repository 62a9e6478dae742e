"""The photo of a game that waits while its board is taught."""

from dataclasses import dataclass

from flask import request

from scorer.store.games import Game, PictureKind, Player, UnknownGameError
from scorer.web.services import services


@dataclass(frozen=True, slots=True)
class Waiting:
    """A game, and the seat whose photo is to be read once the board is known."""

    game: Game
    player: Player

    @property
    def key(self) -> str:
        """The game's."""
        return self.game.key

    @property
    def seat(self) -> int:
        """Whose photo waits."""
        return self.player.seat

    @property
    def city(self) -> str:
        """The city that the game is played in, as far as is known."""
        return self.game.city

    @property
    def seats(self) -> list[int]:
        """All seats of the game with a photo, this one first: their boards share a map."""
        with_photo = [one.seat for one in self.game.players if PictureKind.PHOTO in one.pictures]
        return sorted(with_photo, key=lambda seat: seat != self.seat)

    def reads(self, board_id: str) -> bool:
        """Whether the photo is still to be read on the board called *board_id*."""
        player = self.player
        read = player.board_id == board_id and player.reading is not None
        return PictureKind.PHOTO in player.pictures and (not read or player.not_read is not None)

    def photos(self) -> list[bytes]:
        """Return the photos of all ``seats``."""
        games = services().games
        found = (games.picture(self.key, seat, PictureKind.PHOTO) for seat in self.seats)
        return [photo for photo in found if photo]


def waiting_photo() -> Waiting | None:
    """Return the photo that the address speaks of (``key``, ``seat``), if there is such a game."""
    key, seat = request.args.get("key", ""), request.args.get("seat", "")
    if not key or not seat.isascii() or not seat.isdigit():
        return None
    try:
        game = services().games.load(key)
    except UnknownGameError:
        return None
    player = next((one for one in game.players if one.seat == int(seat)), None)
    return Waiting(game, player) if player and game.editable else None
