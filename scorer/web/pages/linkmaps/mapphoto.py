"""A photo of the map that all players of Ticket to Ride share, and its corners set by hand."""

from contextlib import suppress

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorer.rules.jsonfile import from_data
from scorer.rules.ticket_to_ride.map import TicketMap
from scorer.store.games import Game, PictureInfo, PictureKind, Played, ReadOnlyError
from scorer.web.games.known import other_game
from scorer.web.games.tickettoride.known import (
    kept,
    map_called,
    map_in,
    maps_folder,
    photos_can_be_read,
)
from scorer.web.games.tickettoride.table import Photo, Shared, Unread
from scorer.web.pages.corners import found_all_the_same, inside, sent_corners, show
from scorer.web.pages.jobs import follow
from scorer.web.pages.linkmaps.maps import ride_game
from scorer.web.pages.pictures import photo_address
from scorer.web.pages.upload import chosen_photo
from scorer.web.reading.desk import Links
from scorer.web.services import services
from scorer.web.serving.errors import RefusedError
from scorer.web.serving.limits import limiter, reads
from scorer.web.serving.words import sentences, word
from scorer.web.views.notread import POOR, why_not_read

views = Blueprint("mapphoto", __name__, url_prefix="/game/<key>")

_CORNERS = ("top-left", "top-right", "bottom-right", "bottom-left")


@views.post("/map-photo")
@limiter.limit(reads)
def read(key: str) -> BaseResponse:
    """Read whose the links on a photo are; what people settled stays."""
    game, map_ = _played(key)
    return follow(services().desk.read_links(game, chosen_photo(), _links(game, map_)))


@views.get("/map-photo/corners")
def corners(key: str) -> str:
    """Show the newest photo with the map's four corners to drag."""
    game, _ = _played(key)
    shown, info = _newest(game)
    size = (info.width, info.height)
    table = url_for("table.page", key=key)
    return show(
        photo_address(key, game.player(shown.seat)),
        size,
        shown.corners_xy or inside(size),
        corner_names(),
        url_for("mapphoto.set_corners", key=key),
        title=_title(shown),
        texts=_texts(game, shown),
        read=word("corners.anyway" if _is_poor(shown) else "corners.read"),
        ways=(
            (table, word("corners.leave")),
            (f"{table}#map-photos", word("corners.another")),
        ),
        may_turn=False,
    )


@views.post("/map-photo/corners")
@limiter.limit(reads)
def set_corners(key: str) -> BaseResponse:
    """Read the newest photo with corners set by hand; what people settled stays."""
    game, map_ = _played(key)
    shown, _ = _newest(game)
    links = _links(game, map_)
    return follow(services().desk.read_links_again(game, shown.seat, links, sent_corners()))


@views.post("/map")
@limiter.limit(reads)
def choose(key: str) -> BaseResponse:
    """Play on another map; what was entered on the one before is forgotten, a photo read again."""
    game = ride_game(key)
    box = other_game(game)
    assert box
    map_ = map_called(request.form.get("map", ""))
    shared = box.shared() | {"map": kept(map_)}
    services().games.play(
        key, lambda now: Played(shared, {one.seat: box.own() for one in now.players})
    )
    photo = _photo_of(game)
    if photo and photos_can_be_read(map_):
        with suppress(RefusedError):
            seat, links = photo[0].seat, Links(map_.id, str(maps_folder()))
            return follow(services().desk.read_links_again(game, seat, links))
    return redirect(url_for("table.page", key=key), 303)


def corner_names() -> list[str]:
    """Return what is written at the corners of a page."""
    return [word(f"map-corner.{one}") for one in _CORNERS]


def _played(key: str) -> tuple[Game, TicketMap]:
    """Return a game whose photos can be read, and its map."""
    game = ride_game(key)
    if not game.editable:
        raise ReadOnlyError("this key is for looking only")
    if not game.players:
        abort(404)
    map_ = map_in(game.setup["map"])
    if not photos_can_be_read(map_):
        raise RefusedError("map-without-picture")
    return game, map_


def _links(game: Game, map_: TicketMap) -> Links:
    buses = tuple(one.marks["bus"] for one in game.players)
    return Links(map_.id, str(maps_folder()), buses if all(buses) else ())


def _newest(game: Game) -> tuple[Photo | Unread, PictureInfo]:
    """Return the newest photo of *game*, read or not."""
    found = _photo_of(game)
    if found is None:
        raise RefusedError("no-photo", 404)
    return found


def _photo_of(game: Game) -> tuple[Photo | Unread, PictureInfo] | None:
    shared = from_data(game.setup, Shared)
    shown = shared.unread or shared.photo
    at = [one for one in game.players if shown and one.seat == shown.seat]
    info = at[0].pictures.get(PictureKind.PHOTO) if at else None
    return (shown, info) if shown and info else None


def _is_poor(shown: Photo | Unread) -> bool:
    return isinstance(shown, Unread) and shown.reason in POOR


def _title(shown: Photo | Unread) -> str:
    if isinstance(shown, Photo):
        return word("corners.title")
    return word("not-read" if _is_poor(shown) else "corners.not-found")


def _texts(game: Game, shown: Photo | Unread) -> list[str]:
    texts = []
    if isinstance(shown, Unread):
        texts.append(why_not_read(shown.reason, one_map=True, at_corners=True))
        if _is_poor(shown) and shown.corners_xy:
            texts.append(found_all_the_same(shown.reason))
    how, stays = word("ticket-to-ride.corners"), word("corners.stays")
    return [*texts, sentences(how, stays) if game.setup["by_hand"] else how]
