"""What is kept of a photo of the map that all players of Ticket to Ride share.

A reading lies below what people tapped: of links that somebody settled it says nothing.
"""

from typing import Any

from scorer.rules.jsonfile import to_data
from scorer.rules.ticket_to_ride.map import TicketMap
from scorer.store.games import (
    Game,
    GameStore,
    Json,
    NewPicture,
    PictureInfo,
    Played,
    Source,
)
from scorer.vision.links.written import LinkDoubt, WhyDoubtful, WrittenLinks
from scorer.web.games.tickettoride.known import map_in
from scorer.web.games.tickettoride.table import Doubt, Photo
from scorer.web.reading.messages import Opened, ReadLinks

# Somebody with so few buses left has ended the game, or is about to.
LAST_BUSES = 2


def keep_links(games: GameStore, key: str, opened: Opened, message: ReadLinks) -> None:
    """Keep a photo and whose the links on it are."""
    game = games.load(key)
    if not game.players:
        return
    seat = min(one.seat for one in game.players)
    frame = {"origin_mm": [0.0, 0.0], "px_per_mm": message.px_per_mm}
    games.put_photo(
        key,
        seat,
        NewPicture(PictureInfo(opened.width, opened.height), opened.jpeg),
        Source.PHOTO,
        rectified=NewPicture(PictureInfo(message.width, message.height, frame), message.jpeg),
    )
    photo = Photo(
        seat, game.photos + 1, message.width / message.px_per_mm, message.height / message.px_per_mm
    )
    games.play(key, lambda now: read_into(now, message.reading, photo))


def read_into(game: Game, reading: WrittenLinks, photo: Photo) -> Played:
    """Return *game* with *reading* in place of the one before."""
    map_, setup = map_in(game.setup["map"]), game.setup
    if map_.id != reading.map:
        # Another map was chosen meanwhile.
        return Played(setup, {})
    told: dict[str, Any] = {
        "read": {
            name: seen.colour.value
            for seen in reading.players
            for name in seen.links
            if name in map_.link
        },
        "doubts": {
            doubt.link: to_data(_doubt(doubt))
            for doubt in reading.doubts
            if doubt.link in map_.link and doubt.link not in setup["by_hand"]
        },
        "markers": {
            seen.colour.value: seen.marker.space for seen in reading.players if seen.marker
        },
        "seen": {seen.colour.value: list(seen.rgb) for seen in reading.players},
        "photo": to_data(photo),
        "finished": setup["finished"] or _is_over(reading, map_),
        "checked": False,
    }
    return Played({**setup, **told}, _buses(game, reading))


def _doubt(doubt: LinkDoubt) -> Doubt:
    return Doubt(doubt.alternatives, doubt.reason is not WhyDoubtful.NOT_SEEN)


def _is_over(reading: WrittenLinks, map_: TicketMap) -> bool:
    return any(seen.buses >= map_.buses - LAST_BUSES for seen in reading.players)


def _buses(game: Game, reading: WrittenLinks) -> dict[int, Json]:
    """Return what is kept of players whose own colour is one of those on the photo."""
    seen = {one.colour.value for one in reading.players}
    taken = {one.marks["bus"] for one in game.players}
    return {
        one.seat: {**one.marks, "bus": one.colour}
        for one in game.players
        if one.marks["bus"] is None and one.colour in seen - taken
    }
