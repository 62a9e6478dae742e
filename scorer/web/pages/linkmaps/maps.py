"""The map of a game as phones draw it, and printed."""

import gzip
from functools import lru_cache
from typing import Any

import msgspec
from flask import Blueprint, Response, abort, request

from scorer.printing.layout import Box
from scorer.printing.linkmaps import MapWords, as_pdf, label_boxes, map_drawing, ticket_pages
from scorer.rules.jsonfile import to_data
from scorer.rules.ticket_to_ride.map import TicketMap, load_map, map_names
from scorer.rules.ticket_to_ride.spaces import line_of, spaces_of
from scorer.store.games import Game
from scorer.web.games.tickettoride.known import map_in
from scorer.web.services import services
from scorer.web.serving import downloads
from scorer.web.serving.assets import YEAR_S
from scorer.web.serving.limits import LOOKS, limiter
from scorer.web.serving.words import word

views = Blueprint("maps", __name__)

BOX = "ticket-to-ride"
# Letters that can be read on a phone, in mm of the map; around what is drawn stays this free.
LETTERS_MM, MARGIN_MM = 5.2, 10.0
# Room for names is sought on maps of so many locations times spaces at most.
MOST_NAMED = 20_000
_SPACE_MM, _PLACE_MM = (12.0, 6.0), 4.0


@views.get("/game/<key>/map.json")
@limiter.limit(LOOKS)
def drawing(key: str) -> Response:
    """Return the game's map, and where its spaces and its names are drawn."""
    data = _encoded(msgspec.json.encode(ride_game(key).setup["map"]))
    response = Response(data, mimetype="application/json")
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        response.set_data(gzip.compress(data))
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding"
    response.cache_control.private = True
    response.cache_control.max_age = YEAR_S if "v" in request.args else 0
    return response


@views.get("/maps/<map_id>/<what>.pdf")
def paper(map_id: str, what: str) -> Response:
    """Return a practice map of ours, or its tickets to cut out, to print."""
    if map_id not in map_names() or what not in ("map", "tickets"):
        abort(404)

    def draw() -> bytes:
        map_ = load_map(map_id)
        words = MapWords(
            practice=word("ticket-to-ride.practice"),
            practice_ticket=word("ticket-to-ride.practice-ticket"),
            tickets=word("ticket-to-ride.tickets"),
        )
        return as_pdf(map_drawing(map_, words) if what == "map" else ticket_pages(map_, words)[0])

    return downloads.paper(f"{map_id}-{what}.pdf", draw)


def ride_game(key: str) -> Game:
    """Return the game of Ticket to Ride called *key*; where there is none, nothing is found."""
    game = services().games.load(key)
    if game.box != BOX:
        abort(404)
    return game


@lru_cache(maxsize=16)
def _encoded(map_: bytes) -> bytes:
    return msgspec.json.encode(drawn(map_in(msgspec.json.decode(map_))))


def drawn(map_: TicketMap) -> dict[str, Any]:
    """Return *map_*, its ``view`` and, where it tells them, the places of spaces and names.

    All in mm: a ``view`` is left, top, width and height, so are names; spaces have their middle
    and the direction of their long side in degrees.
    """
    xys = [place.xy for place in map_.places if place.xy]
    if len(xys) < len(map_.places):
        return {"map": to_data(map_), "view": None}
    points = [*xys, *(xy for link in map_.links for xy in line_of(map_, link))]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    edge = (map_.place_mm or _PLACE_MM) + MARGIN_MM
    view = Box(left - edge, top - edge, right + edge, bottom + edge)
    spaces = sum(link.length for link in map_.links)
    large = spaces * len(map_.places) > MOST_NAMED
    names = {} if large else label_boxes(map_, view, LETTERS_MM)
    return {
        "map": to_data(map_),
        "view": _sides(view),
        "space_mm": map_.space_mm or _SPACE_MM,
        "place_mm": map_.place_mm or _PLACE_MM,
        "letters_mm": LETTERS_MM,
        "spaces": {
            link.name: [[round(part, 2) for part in space] for space in spaces_of(map_, link)]
            for link in map_.links
        },
        "names": {id_: _sides(box) for id_, box in names.items()},
    }


def _sides(box: Box) -> list[float]:
    return [round(side, 2) for side in (box.left, box.top, box.width, box.height)]
