"""The town of one's own box of Innsmouth, taught by tapping: with a photo of its board or without.

Every tap is one change; the town is whole after each of them, so that games can begin on it.
"""

from pathlib import Path
from typing import Any

import numpy as np
from flask import (
    Blueprint,
    Response,
    abort,
    has_request_context,
    jsonify,
    redirect,
    render_template,
    request,
    url_for,
)
from msgspec import Struct
from werkzeug.wrappers import Response as BaseResponse

from scorer.printing.seatown.places import place_xy
from scorer.rules.board.board import Point, RoadKind
from scorer.rules.innsmouth.filled import GAME
from scorer.rules.innsmouth.ownbox import town_in, town_told
from scorer.rules.innsmouth.teaching.changes import Change
from scorer.rules.innsmouth.teaching.edits import (
    changed,
    corners_of,
    edges_in,
    lacks_of,
    signs_beside,
    stars_without_value,
    unlaid_signs,
)
from scorer.rules.innsmouth.teaching.laying import quarters_at, streets_in
from scorer.rules.innsmouth.town import TownFile
from scorer.rules.jsonfile import decode_json, to_data
from scorer.rules.notation import RulesError
from scorer.rules.values import replace
from scorer.store.database import keep_safely
from scorer.store.games import PictureKind
from scorer.vision.innsmouth.page import PICTURE_FILE
from scorer.web.games import towns
from scorer.web.games.tickettoride.drafts import forget, new_id
from scorer.web.games.tickettoride.known import maps_folder
from scorer.web.owners import is_owner, keep_owner, need_owner, new_owner, owner_key, take_key
from scorer.web.pages.corners import corner_names, inside, sent_corners, show
from scorer.web.pages.game import outside
from scorer.web.pages.jobs import follow
from scorer.web.pages.upload import chosen_file, chosen_photo
from scorer.web.reading.desk import Links
from scorer.web.services import services
from scorer.web.serving.downloads import attachment
from scorer.web.serving.errors import RefusedError, detail_of
from scorer.web.serving.limits import begins, limiter, reads
from scorer.web.serving.words import word
from scorer.web.views.notread import NO_PRINT, why_not_read
from scorer.web.views.waiting import Waiting, waiting_photo

views = Blueprint("townteach", __name__, url_prefix="/towns")

# The pages on the way from a game to its town, and back.
_ON_THE_WAY = ("page", "teach", "take", "editor", "send_photo", "corners", "set_corners", "delete")


class Told(Struct, frozen=True, forbid_unknown_fields=True):
    """One change."""

    change: Change


class Before(Struct, frozen=True, forbid_unknown_fields=True):
    """The town as it was: taking a change back, or making it again."""

    file: TownFile


@views.url_defaults
def _with_game(endpoint: str, values: dict[str, Any]) -> None:
    """Let addresses speak of the game that waits for its town, where the one asked for does."""
    if has_request_context() and endpoint.rpartition(".")[2] in _ON_THE_WAY:
        for name in ("key", "seat"):
            values.setdefault(name, request.args.get(name))


@views.get("")
def page() -> str:
    """Show the towns that were taught here, and the way to teach one more."""
    known = [
        (
            url_for("townteach.editor", town_id=town.file.id),
            town.file.name,
            not town.file.unknown,
        )
        for town in towns.known_towns()
    ]
    return render_template("towns.html", towns=known, waiting=_waiting())


@views.post("")
@limiter.limit(begins)
def teach() -> BaseResponse:
    """Begin a town, with a photo of its blank board or without one."""
    name = " ".join(request.form.get("name", "").split())[:60]
    if not name:
        raise RefusedError("town-name")
    id_ = new_id(name)
    sent = request.files.get("photo")
    if sent and sent.filename:
        return _take_photo(id_, name, new_owner(_owned(id_)))
    towns.begin(maps_folder(), id_, name)
    keep_owner(maps_folder().parent, _owned(id_), new_owner(_owned(id_)))
    return redirect(url_for("townteach.editor", town_id=id_), 303)


@views.post("/<town_id>/photo")
@limiter.limit(reads)
def send_photo(town_id: str) -> BaseResponse:
    """Take in a photo of the blank board of a town that is there; all that is told stays."""
    home = _own(town_id)
    key = owner_key(maps_folder().parent, _owned(town_id)) or new_owner(_owned(town_id))
    return _take_photo(town_id, towns.file_in(home).name, key)


def _take_photo(id_: str, name: str, owner: str) -> BaseResponse:
    links, waiting = Links(id_, str(maps_folder()), blank=True), _waiting()
    ticket = services().desk.take_map(
        chosen_photo(),
        links,
        name,
        owner,
        innsmouth=True,
        waits=(waiting.key, waiting.seat) if waiting else None,
    )
    return follow(ticket)


@views.get("/<town_id>/photo.jpg")
def photo(town_id: str) -> Response:
    """Return the upright photo of the blank board."""
    return _picture(_file(_own(town_id) / towns.PHOTO), 3600)


@views.get("/<town_id>/corners")
def corners(town_id: str) -> str:
    """Show the photo with the map's four corners to drag."""
    from scorer.vision.links.pagefile import photo_size

    home = _own(town_id)
    size = photo_size(_file(home / towns.PHOTO))
    file = towns.file_in(home)
    names = corner_names(town_in(file).board)
    return show(
        url_for("townteach.photo", town_id=town_id, v=_version(home / towns.PHOTO)),
        size,
        inside(size, 0.15),
        names,
        url_for("townteach.set_corners", town_id=town_id),
        title=file.name,
        texts=[word("towns.corners.how", names=word("list").join(names))],
        read=word("maps.corners.set"),
        ways=[(url_for("townteach.editor", town_id=town_id), word("corners.leave"))],
    )


@views.post("/<town_id>/corners")
@limiter.limit(reads)
def set_corners(town_id: str) -> BaseResponse:
    """Cut the page out of the photo; what was told before stays where it is on the map.

    A board that seems to be drawn on is not kept, unless it is to be ``anyway``.
    """
    from scorer.rules.board.board import BoardError
    from scorer.vision.innsmouth.page import NoPrintError, as_png, page_in
    from scorer.vision.teach.checks import is_town_drawn_on

    home = _own(town_id)
    told = np.array(sent_corners(), np.float64)
    try:
        page = page_in(_file(home / towns.PHOTO), town_in(towns.file_in(home)), told)
    except NoPrintError as error:
        raise RefusedError("not-taught", why=why_not_read(NO_PRINT)) from error
    except BoardError as error:
        raise RefusedError("bad-town", detail=detail_of(error)) from error
    if "anyway" not in request.args and is_town_drawn_on(page):
        return _not_blank(town_id)
    keep_safely(home / PICTURE_FILE, as_png(page))
    return jsonify(next=url_for("townteach.editor", town_id=town_id))


@views.get("/<town_id>")
def editor(town_id: str) -> BaseResponse | str:
    """Show a town that is being taught, to tap on."""
    home = _home(town_id)
    if "owner" in request.args:
        if not take_key(maps_folder().parent, _owned(town_id), request.args["owner"]):
            raise RefusedError("not-yours", 403)
        return redirect(url_for("townteach.editor", town_id=town_id), 303)
    owned = is_owner(maps_folder().parent, _owned(town_id))
    key = owner_key(maps_folder().parent, _owned(town_id))
    picture, waiting = home / PICTURE_FILE, _waiting()
    photos = waiting and any(PictureKind.PHOTO in one.pictures for one in waiting.game.players)
    return render_template(
        "town-editor.html",
        town_id=town_id,
        name=towns.file_in(home).name,
        has_photo=(home / towns.PHOTO).is_file(),
        owned=owned,
        waiting=waiting,
        reads=bool(photos) and picture.is_file(),
        picture=url_for("townteach.picture", town_id=town_id, v=_version(picture))
        if picture.is_file()
        else "",
        owners_link=outside(
            url_for("townteach.editor", town_id=town_id, owner=key, key=None, seat=None)
        )
        if owned and key
        else "",
    )


@views.get("/<town_id>/page.jpg")
def picture(town_id: str) -> Response:
    """Return the page of the blank board from above."""
    from scorer.vision.links.pagefile import page_jpeg

    return _picture(page_jpeg(_file(_home(town_id) / PICTURE_FILE)), 86400)


@views.get("/<town_id>/draft.json")
def draft(town_id: str) -> Response:
    """Return what is told of a town so far, and what follows from it."""
    return jsonify(_answer(towns.file_in(_home(town_id))))


@views.post("/<town_id>")
def change(town_id: str) -> Response:
    """Keep one change."""
    _own(town_id)
    told = decode_json(request.get_data(), Told).change
    # Two owners may tap at once, also on two computers.
    with services().maps.changing():
        home = _own(town_id)
        file = changed(towns.file_in(home), told)
        towns.keep(home, file)
    return jsonify(_answer(file))


@views.post("/<town_id>/before")
def put_back(town_id: str) -> Response:
    """Make a town what it was before a change, or after it."""
    _own(town_id)
    file = replace(decode_json(request.get_data(), Before).file, id=town_id, practice=False)
    # Before its map is laid out, which takes long where it has thousands of bends.
    towns.short_text(file)
    town_in(file)
    with services().maps.changing():
        towns.keep(_own(town_id), file)
    return jsonify(_answer(file))


@views.get("/<town_id>/town.json")
def file(town_id: str) -> Response:
    """Return a town as its file."""
    text = (_home(town_id) / towns.TOWN).read_text("utf-8")
    return attachment(text, "application/json", f"{town_id}.json")


@views.post("/file")
@limiter.limit(reads)
def take() -> BaseResponse:
    """Take in a town's file; it gets a name of its own here."""
    data = chosen_file("town")
    try:
        told = town_told(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise RefusedError("bad-town", detail=word("error.somewhere")) from error
    except RulesError as error:
        raise RefusedError("bad-town", detail=detail_of(error)) from error
    id_ = towns.take(told.file)
    keep_owner(maps_folder().parent, _owned(id_), new_owner(_owned(id_)))
    return redirect(url_for("townteach.editor", town_id=id_), 303)


@views.post("/<town_id>/delete")
def delete(town_id: str) -> BaseResponse:
    """Forget a town; games that are played on it keep it."""
    forget(_own(town_id))
    return redirect(url_for("townteach.page"), 303)


def _waiting() -> Waiting | None:
    """Return the game of Innsmouth that waits for its town, if the address speaks of one."""
    waiting = waiting_photo()
    return waiting if waiting and waiting.game.box == GAME else None


def _not_blank(town_id: str) -> Response:
    """Return why a page was not kept, and where it is all the same."""
    response = jsonify(
        error=word("towns.drawn-on"),
        hint=word("towns.drawn-on.hint"),
        anyway=url_for("townteach.set_corners", town_id=town_id, anyway="yes"),
    )
    response.status_code = 422
    return response


def _answer(file: TownFile) -> dict[str, Any]:
    """Return a town's file, what it lacks, and where all of it lies on the page, in mm."""
    town, layout = town_in(file), file.board
    streets = streets_in(file)
    lattice = {}
    for road, state in streets.states.items():
        across = layout.across.get(str(road), ())
        beside = {str(q): str(q) not in across for q in quarters_at(layout, road)}
        ends = [_mm(file, end.lattice or (0, 0)) for end in road.ends]
        lattice[str(road)] = {"state": state.value, "ends": ends, "beside": beside}
    rounded = set(layout.corners)
    return {
        "file": to_data(file),
        "lacks": lacks_of(file),
        "stars": stars_without_value(file),
        "edges": [edge.value for edge in edges_in(file)],
        "size": layout.page_mm,
        "origin": layout.origin_mm,
        "cell": layout.cell_mm,
        "lattice": lattice,
        "corners": {
            str(road): {"at": _mm(file, at.lattice or (0, 0)), "rounded": str(road) in rounded}
            for road, at in corners_of(layout).items()
        },
        "roads": {
            str(road.id): road.path
            for road in town.board.roads
            if road.kind is not RoadKind.DIAGONAL
        },
        "places": {str(name): xy for name, xy in town.board.crossroads_xy.items()},
        "marked": {place: place_xy(town, place) for place in _marked(file)},
        "sides": {str(name): side for name, side in town.side.items()},
        "dead_ends": [str(name) for name in town.dead_ends],
        "spots": {
            "bonuses": {sign: _mm(file, at) for sign, at in file.spots.bonuses.items()},
            "name": [_mm(file, at) for at in file.spots.name or ()] or None,
        },
        "beside": signs_beside(file),
        "unlaid": unlaid_signs(file),
        "rivers": [
            {"path": [_mm(file, xy) for xy in river.path], "width": river.width * layout.cell_mm}
            for river in layout.rivers
        ],
        "seas": [[_mm(file, xy) for xy in sea.outline] for sea in layout.seas],
    }


def _marked(file: TownFile) -> set[str]:
    """Return the places that bear a shelter or a cache."""
    cards = {place for places in file.caches.values() for place in places}
    return cards | {shelter.at for shelter in file.shelters}


def _mm(file: TownFile, at: Point) -> Point:
    (left, top), cell = file.board.origin_mm, file.board.cell_mm
    return left + at[0] * cell, top + at[1] * cell


def _home(town_id: str) -> Path:
    return towns.home_of(town_id) or abort(404)


def _own(town_id: str) -> Path:
    """Return the folder of a town that whoever asks may change."""
    home = _home(town_id)
    need_owner(maps_folder().parent, _owned(town_id))
    return home


def _owned(town_id: str) -> str:
    """Return what the owner's key of a town is kept under, beside those of maps."""
    return f"{maps_folder().name}/{town_id}"


def _version(path: Path) -> int:
    return path.stat().st_mtime_ns if path.is_file() else 0


def _picture(data: bytes, age_s: int) -> Response:
    response = Response(data, mimetype="image/jpeg")
    response.cache_control.private = True
    response.cache_control.max_age = age_s
    return response


def _file(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else abort(404)
