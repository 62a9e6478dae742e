"""A photo of the map that all players of Ticket to Ride share."""

from flask import Blueprint, abort
from werkzeug.wrappers import Response as BaseResponse

from scorer.store.games import ReadOnlyError
from scorer.web.games.tickettoride.known import map_in, maps_folder, photos_can_be_read
from scorer.web.pages.jobs import follow
from scorer.web.pages.linkmaps.maps import ride_game
from scorer.web.pages.upload import chosen_photo
from scorer.web.reading.desk import Links
from scorer.web.services import services
from scorer.web.serving.errors import RefusedError
from scorer.web.serving.limits import limiter, reads

views = Blueprint("mapphoto", __name__)


@views.post("/game/<key>/map-photo")
@limiter.limit(reads)
def read(key: str) -> BaseResponse:
    """Read whose the links on a photo are; what people settled stays."""
    game = ride_game(key)
    if not game.editable:
        raise ReadOnlyError("this key is for looking only")
    if not game.players:
        abort(404)
    map_ = map_in(game.setup["map"])
    if not photos_can_be_read(map_):
        raise RefusedError("map-without-picture")
    buses = tuple(one.marks["bus"] for one in game.players)
    links = Links(map_.id, str(maps_folder()), buses if all(buses) else ())
    return follow(services().desk.read_links(game, chosen_photo(), links))
