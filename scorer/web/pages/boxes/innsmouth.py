"""Innsmouth: the town as phones draw it, and the best routes over a player's board."""

import gzip
from contextlib import suppress
from functools import lru_cache
from typing import Any

import msgspec
from flask import Blueprint, Response, abort, jsonify, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorer.printing.seatown import as_pdf, as_svg, cache_cards, town_drawing
from scorer.printing.seatown.art import page_of
from scorer.printing.seatown.places import place_xy
from scorer.rules.board.board import RoadKind
from scorer.rules.innsmouth.filled import GAME, InnsmouthBoard
from scorer.rules.innsmouth.pieces import InnsmouthError
from scorer.rules.innsmouth.search.whole import best_over
from scorer.rules.innsmouth.town import PRACTICE, Town, practice_town
from scorer.rules.innsmouth.worth import Ground
from scorer.rules.innsmouth.written import InnsmouthSheet, RouteTold, route_told, told
from scorer.rules.jsonfile import to_data
from scorer.rules.jsonfile.text import JsonError
from scorer.rules.notation import NotationError, RoadId
from scorer.store.games import Game, PictureKind, Played
from scorer.web.games.innsmouth import InnsmouthPlug, board_at, town_of_table
from scorer.web.games.newertown import in_town, newer_town
from scorer.web.games.towns import file_in, has_picture, home_of
from scorer.web.pages.boxes.townwords import town_words
from scorer.web.pages.jobs import follow
from scorer.web.services import services
from scorer.web.serving import downloads
from scorer.web.serving.assets import YEAR_S
from scorer.web.serving.errors import RefusedError
from scorer.web.serving.lastused import Kept
from scorer.web.serving.limits import limiter, reads
from scorer.web.views.searches import searching

views = Blueprint("innsmouth", __name__)

MOST_KEPT = 200
TOWNS_KEPT = 16
# The routes are on the page already while the end bonuses are tried.
BONUS_PATIENCE_S = 4.0
_kept = Kept[InnsmouthSheet](MOST_KEPT)


@views.get("/game/<key>/town.svg")
def art(key: str) -> Response:
    """Return the town of a game as it is printed."""
    packed = "gzip" in request.headers.get("Accept-Encoding", "")
    drawn = _art(_town_of(key))
    response = Response(drawn if packed else gzip.decompress(drawn), mimetype="image/svg+xml")
    if packed:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding"
    return _lasting(response)


@views.get("/innsmouth/<what>.pdf")
def paper(what: str) -> Response:
    """Return the practice town, or its cache cards to cut out, to print at true size."""
    if what not in ("town", "caches"):
        abort(404)

    def draw() -> bytes:
        town = practice_town()
        words = town_words(town)
        return as_pdf(town_drawing(town, words) if what == "town" else cache_cards(town, words)[0])

    return downloads.paper(f"innsmouth-{what}.pdf", draw)


@views.get("/innsmouth/practice.toml")
def practice_file() -> Response:
    """Return the practice town's file, in which people put in what their box says."""
    return downloads.attachment(PRACTICE.read_text("utf-8"), "application/toml", "innsmouth.toml")


@views.get("/game/<key>/town.json")
def town(key: str) -> Response:
    """Return what of a game's town a phone needs to draw on it, in mm, and what the box holds."""
    told = _town(_town_of(key))
    drawn = url_for("innsmouth.art", key=key, v=request.args.get("v"))
    return _lasting(jsonify({**told, "art": drawn}))


@views.post("/game/<key>/town")
def take_newer(key: str) -> BaseResponse:
    """Play on in the town as it is told now, if that is still what the page told of."""
    wanted = request.form.get("mark", "")

    def taken(game: Game) -> Played:
        if game.box != GAME:
            abort(404)
        newer = newer_town(game, InnsmouthPlug())
        return newer.played if newer and newer.mark == wanted else Played(game.setup, {})

    services().games.play(key, taken)
    return redirect(url_for("table.page", key=key), 303)


@views.post("/game/<key>/<int:seat>/town/<town_id>")
@limiter.limit(reads)
def play_in(key: str, seat: int, town_id: str) -> BaseResponse:
    """Play a game in a town that was taught here; photos of its boards are read anew.

    Whoever asks follows the photo of the board at *seat*, if there is one.
    """
    file = file_in(home_of(town_id) or abort(404))

    def moved(game: Game) -> Played:
        if game.box != GAME:
            abort(404)
        return in_town(game, file)

    game = services().games.play(key, moved)
    with_photo = [one.seat for one in game.players if PictureKind.PHOTO in one.pictures]
    if with_photo and has_picture(town_of_table(game.setup)):
        desk = services().desk
        first, *others = sorted(with_photo, key=lambda one: one != seat)
        job = desk.read_again(game, first)
        # Where too many photos are waiting the others can be read again later.
        with suppress(RefusedError):
            for other in others:
                desk.read_again(game, other)
        return follow(job)
    return redirect(url_for("table.page", key=key, _anchor=f"player-{seat}"), 303)


@views.get("/game/<key>/<int:seat>/final-routes")
def routes(key: str, seat: int) -> Response:
    """Return the best routes over a player's board, proved as far as people wait for it.

    With ``bonuses``, also where end bonuses help most, which takes longer. With ``over``,
    sections with commas between them, the best route over all of these alone. ``busy`` says that
    it is not one's turn yet.
    """
    game = services().games.load(key)
    if game.box != GAME:
        abort(404)
    alone = len(game.players) == 1
    file, filled = board_at(game.setup, game.player(seat).marks, alone=alone)
    if over := request.args.get("over"):
        with searching():
            return jsonify(_over(Ground(filled), over))
    bonuses = "bonuses" in request.args
    asked = msgspec.json.encode([to_data(file), bonuses])
    sheet = _kept.get(asked)
    if sheet is None:
        with searching(BONUS_PATIENCE_S if bonuses else None) as (stop, granted):
            board = InnsmouthBoard(GAME, filled.marks, filled.setup)
            if not granted:
                return jsonify({"busy": True})
            sheet = told(filled, board, stop, bonuses=bonuses)
        _kept.put(asked, sheet)
    return jsonify(to_data(sheet))


def _over(ground: Ground, text: str) -> dict[str, Any]:
    """Return the best route over the sections in *text*; null where they cannot be walked."""
    try:
        sections = [RoadId.parse(one) for one in text.split(",")]
    except NotationError as error:
        raise JsonError(f"$.over: {error}") from error
    try:
        route = best_over(ground, sections)
    except InnsmouthError:
        return {"given": None}
    found: RouteTold = route_told(ground, route, ground.passed(route))
    return {"given": to_data(found)}


def _town_of(key: str) -> Town:
    """Return the town of a game; of other games there is none."""
    game = services().games.load(key)
    if game.box != GAME:
        abort(404)
    return town_of_table(game.setup)


@lru_cache(maxsize=TOWNS_KEPT)
def _art(town: Town) -> bytes:
    return gzip.compress(as_svg(town_drawing(town)))


@lru_cache(maxsize=TOWNS_KEPT)
def _town(town: Town) -> dict[str, Any]:
    board, park = town.board, page_of(town).park
    return {
        "size": board.page_mm,
        "view": [park.left, park.top, park.width, park.height],
        "quarters": {cell.location: {"shape": cell.polygon} for cell in board.cells},
        "roads": {
            road.id: {
                "path": road.path,
                "quarters": road.locations,
                "diagonal": road.kind is RoadKind.DIAGONAL,
            }
            for road in board.roads
        },
        "places": {
            name: place_xy(town, name)
            for name in (*board.crossroads_xy, *(one.at for one in town.shelters))
        },
        "sides": town.side,
        "shelters": [to_data(one) for one in town.shelters],
        "landmarks": {
            place: {"kind": mark.kind.value, "value": mark.value, "name": mark.name}
            for place, mark in town.landmark.items()
        },
        "coordinates": town.coordinates,
        "practice": town.file.practice,
        "unknown": town.file.unknown,
        "caches": town.file.caches,
        "deck": to_data(town.file.deck),
        "bonuses": to_data(town.file.bonuses),
        "goals": to_data(town.file.goals),
        "levels": to_data(town.file.levels),
    }


def _lasting(response: Response) -> Response:
    # Its address holds the key of the game.
    response.cache_control.private = True
    response.cache_control.max_age = YEAR_S if "v" in request.args else 3600
    response.add_etag()
    response.make_conditional(request)
    return response
