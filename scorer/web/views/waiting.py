"""The photo of a game that waits while its board is taught."""

from dataclasses import dataclass

from flask import request

from scorer.store.games import Game, PictureKind, Player, UnknownGameError
from scorer.store.kept import ALL_THE_SAME, BY_HAND
from scorer.web.services import services
from scorer.web.views.standing import seen_of


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
    def corners(self) -> list[tuple[float, float]] | None:
        """The map's corners, where a person has set them on the photo."""
        found = self.player.not_read
        if found is None and self.player.reading:
            reading = self.player.reading
            # As the chosen board all the same it is read at corners that the app has found.
            by_hand = {BY_HAND: BY_HAND in reading.quality and ALL_THE_SAME not in reading.quality}
            found = {"corners_xy": reading.corners_xy, **by_hand}
        corners = (found or {}).get("corners_xy")
        return [(x, y) for x, y in corners] if corners and found and found.get(BY_HAND) else None

    @property
    def players(self) -> list[Player]:
        """All players of the game with a photo, this one first: their boards share a map."""
        with_photo = [one for one in self.game.players if PictureKind.PHOTO in one.pictures]
        return sorted(with_photo, key=lambda one: one.seat != self.seat)

    @property
    def seen(self) -> str:
        """What a form that reads the photo on another board knows of the game."""
        return seen_of(self.game)

    def reads(self, board_id: str) -> bool:
        """Whether the photo is still to be read on the board called *board_id*."""
        player = self.player
        read = player.board_id == board_id and player.reading is not None
        return PictureKind.PHOTO in player.pictures and (not read or player.not_read is not None)

    def photos(self) -> list[bytes]:
        """Return the photos of all ``players``."""
        games = services().games
        found = (games.picture(self.key, one.seat, PictureKind.PHOTO) for one in self.players)
        return [photo for photo in found if photo]


def waiting_photo() -> Waiting | None:
    """Return the photo that the address speaks of (``key``, ``seat``), if there is such a game."""
    key, seat = request.args.get("key", ""), request.args.get("seat", "")
    if not key or not seat:
        return None
    try:
        game = services().games.load(key)
    except UnknownGameError:
        return None
    player = next((one for one in game.players if str(one.seat) == seat), None)
    return Waiting(game, player) if player and game.editable else None
