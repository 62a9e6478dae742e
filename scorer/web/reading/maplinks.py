"""What is kept of a photo of the map that all players of Ticket to Ride share.

A reading lies below what people tapped: of links that somebody settled it says nothing.
"""

from typing import Any

from scorer.rules.jsonfile import from_data, to_data
from scorer.rules.ticket_to_ride.map import TicketMap
from scorer.rules.values import replace
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
from scorer.web.games.tickettoride.table import Before, Doubt, Photo, Unread
from scorer.web.reading.messages import Opened, ReadLinks, Refused

# Somebody with so few buses left has ended the game, or is about to.
LAST_BUSES = 2


def keep_links(
    games: GameStore, key: str, opened: Opened | None, message: ReadLinks, seat: int
) -> None:
    """Keep a photo and whose the links on it are; without *opened* that at *seat* is kept."""
    game = games.load(key)
    if not game.players:
        return
    frame = {"origin_mm": [0.0, 0.0], "px_per_mm": message.px_per_mm}
    page = NewPicture(PictureInfo(message.width, message.height, frame), message.jpeg)
    if opened:
        seat = _first_seat(game)
        games.put_photo(key, seat, _picture(opened), Source.PHOTO, rectified=page)
    else:
        games.put_rectified(key, seat, page)
    # Each page has an address of its own, so that phones fetch it.
    before = game.setup["photo"]["number"] if game.setup["photo"] else 0
    photo = Photo(
        seat,
        max(game.photos, before) + 1,
        message.width / message.px_per_mm,
        message.height / message.px_per_mm,
        message.reading.corners_xy,
    )
    games.play(key, lambda now: read_into(now, message.reading, photo, again=not opened))


def keep_unread(
    games: GameStore, key: str, opened: Opened | None, message: Refused, seat: int
) -> None:
    """Keep a photo that was not read, and why; what an earlier one showed stays.

    Without *opened* that at *seat* is kept.
    """
    game = games.load(key)
    if not game.players:
        return
    if opened:
        seat = _first_seat(game)
        games.put_photo(key, seat, _picture(opened), Source.PHOTO)
    unread = to_data(Unread(seat, message.reason, message.corners_xy))
    games.play(key, lambda now: Played({**now.setup, "unread": unread}, {}))


def _first_seat(game: Game) -> int:
    return min(one.seat for one in game.players)


def _picture(opened: Opened) -> NewPicture:
    return NewPicture(PictureInfo(opened.width, opened.height), opened.jpeg)


def read_into(game: Game, reading: WrittenLinks, photo: Photo, *, again: bool = False) -> Played:
    """Return *game* with *reading* in place of the one before, which can be taken back.

    A photo read *again* is taken back with what its first reading changed.
    """
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
        "unread": None,
        "finished": setup["finished"] or _is_over(reading, map_),
        "checked": False,
    }
    buses = _buses(game, reading)
    told["before"] = to_data(_before(setup, tuple(buses), again=again))
    return Played({**setup, **told}, buses)


def _before(setup: Json, given: tuple[int, ...], *, again: bool) -> Before:
    if again and setup.get("before"):
        known = from_data(setup["before"], Before)
        return replace(known, given=(*known.given, *given))
    fields = [one for one in Before.__struct_fields__ if one != "given"]
    return from_data({**{one: setup[one] for one in fields}, "given": given}, Before)


def _doubt(doubt: LinkDoubt) -> Doubt:
    return Doubt(doubt.alternatives, doubt.reason is not WhyDoubtful.NOT_SEEN)


def _is_over(reading: WrittenLinks, map_: TicketMap) -> bool:
    return any(seen.buses >= map_.buses - LAST_BUSES for seen in reading.players)


def _buses(game: Game, reading: WrittenLinks) -> dict[int, Json]:
    """Return what is kept of players whose own colour is one of those on the photo.

    Nothing unless the photo's colours are those of all players: colours that nobody chose would
    fit some by chance. Then people are asked whose each is.
    """
    seen = sorted(one.colour.value for one in reading.players)
    if seen != sorted(one.marks["bus"] or one.colour for one in game.players):
        return {}
    return {
        one.seat: {**one.marks, "bus": one.colour}
        for one in game.players
        if one.marks["bus"] is None
    }
