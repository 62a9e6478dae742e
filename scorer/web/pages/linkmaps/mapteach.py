"""A map of Ticket to Ride taught by tapping on a photo of one's own board."""

from itertools import pairwise
from math import dist
from pathlib import Path
from typing import Annotated, Any

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request, url_for
from msgspec import Meta, Struct
from werkzeug.wrappers import Response as BaseResponse

from scorer.rules.jsonfile import decode_json, to_data
from scorer.rules.jsonfile.text import JsonError
from scorer.rules.ticket_to_ride.map import XY, read_map
from scorer.rules.ticket_to_ride.spaces import line_of, spaces_of
from scorer.rules.values import replace
from scorer.store.database import keep_safely
from scorer.web.games.tickettoride import drafts
from scorer.web.games.tickettoride.drafts import Draft, draft_in, home_of, lacks_of
from scorer.web.games.tickettoride.known import maps_folder
from scorer.web.games.tickettoride.merging import merged
from scorer.web.owners import is_owner, keep_owner, need_owner, new_owner, owner_key, take_key
from scorer.web.pages.corners import inside, sent_corners, show
from scorer.web.pages.game import outside
from scorer.web.pages.jobs import follow
from scorer.web.pages.linkmaps.mapphoto import corner_names
from scorer.web.pages.upload import chosen_file, chosen_photo
from scorer.web.reading.desk import Links
from scorer.web.services import services
from scorer.web.serving.downloads import attachment
from scorer.web.serving.errors import RefusedError, detail_of
from scorer.web.serving.limits import LOOKS, PROPOSALS, limiter, reads
from scorer.web.serving.words import word
from scorer.web.views.notread import NO_PRINT, why_not_read

views = Blueprint("mapteach", __name__, url_prefix="/maps")


class Drawn(Struct, frozen=True, forbid_unknown_fields=True):
    """A line drawn along the spaces of a link, in mm, and how long a space is if that is known."""

    line: Annotated[tuple[XY, ...], Meta(min_length=2, max_length=40)]
    place_mm: Annotated[float, Meta(ge=1, le=20)]
    space_mm: Annotated[float, Meta(ge=1, le=100)] | None = None


class Sent(Draft, frozen=True, forbid_unknown_fields=True):
    """What is told of a map, and the draft that it was made of; without that it stands as it is."""

    since: Draft | None = None

    @property
    def draft(self) -> Draft:
        return Draft(**{name: getattr(self, name) for name in Draft.__struct_fields__})


@views.get("")
def page() -> str:
    """Show the maps that were taught here, and the way to teach one more."""
    homes = sorted(one for one in maps_folder().glob("*") if home_of(one.name))
    known = [
        (
            url_for("mapteach.editor", map_id=home.name),
            _name(home),
            (home / drafts.MAP).is_file(),
        )
        for home in homes
    ]
    return render_template("maps.html", maps=known)


@views.post("")
@limiter.limit(reads)
def teach() -> BaseResponse:
    """Take in the photo of a map's blank board."""
    name = " ".join(request.form.get("name", "").split())[:60]
    photo = chosen_photo()
    if not name:
        raise RefusedError("map-name")
    id_ = drafts.new_id(name)
    links = Links(id_, str(maps_folder()), blank=True)
    return follow(services().desk.take_map(photo, links, name, new_owner(_owned(id_))))


@views.get("/<map_id>/photo.jpg")
def photo(map_id: str) -> Response:
    """Return the upright photo that a map is taught from."""
    response = Response(_file(_own(map_id) / drafts.PHOTO), mimetype="image/jpeg")
    response.cache_control.private = True
    response.cache_control.max_age = 3600
    return response


@views.get("/<map_id>/corners")
def corners(map_id: str) -> str:
    """Show the photo with the page's four corners to drag."""
    from scorer.vision.links.pagefile import photo_size

    home = _own(map_id)
    size = photo_size(_file(home / drafts.PHOTO))
    drawn = (home / drafts.PICTURE).is_file()
    back = url_for("mapteach.editor", map_id=map_id) if drawn else url_for("mapteach.page")
    return show(
        url_for("mapteach.photo", map_id=map_id),
        size,
        inside(size),
        corner_names(),
        url_for("mapteach.set_corners", map_id=map_id),
        title=_name(home),
        texts=[word("maps.corners.how")],
        read=word("maps.corners.set"),
        ways=[(back, word("corners.leave"))],
    )


@views.post("/<map_id>/corners")
@limiter.limit(reads)
def set_corners(map_id: str) -> BaseResponse:
    """Cut the page out of the photo; what was tapped before stays where it is on the page."""
    import numpy as np

    from scorer.vision.links.pagefile import NoPrintError, page_png
    from scorer.vision.links.picture import MapPictureError

    home = _own(map_id)
    told = sent_corners()
    photo = _file(home / drafts.PHOTO)
    try:
        png, page_mm = page_png(photo, np.array(told, np.float64))
    except NoPrintError as error:
        raise RefusedError("not-taught", why=why_not_read(NO_PRINT)) from error
    except MapPictureError as error:
        raise RefusedError("bad-map", detail=detail_of(error)) from error
    keep_safely(home / drafts.PICTURE, png)
    drafts.keep(home, replace(draft_in(home), page_mm=page_mm))
    return jsonify(next=url_for("mapteach.editor", map_id=map_id))


@views.get("/<map_id>")
def editor(map_id: str) -> BaseResponse | str:
    """Show a map that is being taught, to tap on."""
    home = _home(map_id)
    if "owner" in request.args:
        if not take_key(maps_folder().parent, _owned(map_id), request.args["owner"]):
            raise RefusedError("not-yours", 403)
        return redirect(url_for("mapteach.editor", map_id=map_id), 303)
    if not (home / drafts.PICTURE).is_file():
        return redirect(url_for("mapteach.corners", map_id=map_id))
    owned = is_owner(maps_folder().parent, _owned(map_id))
    key = owner_key(maps_folder().parent, _owned(map_id))
    return render_template(
        "map-editor.html",
        map_id=map_id,
        name=_name(home),
        ready=(home / drafts.MAP).is_file(),
        has_photo=(home / drafts.PHOTO).is_file(),
        owned=owned,
        version=(home / drafts.PICTURE).stat().st_mtime_ns,
        owners_link=outside(url_for("mapteach.editor", map_id=map_id, owner=key))
        if owned and key
        else "",
    )


@views.get("/<map_id>/page.jpg")
def picture(map_id: str) -> Response:
    """Return the page of a map from above."""
    from scorer.vision.links.pagefile import page_jpeg

    png = _file(_home(map_id) / drafts.PICTURE)
    response = Response(page_jpeg(png), mimetype="image/jpeg")
    response.cache_control.private = True
    response.cache_control.max_age = 86400
    return response


@views.get("/<map_id>/draft.json")
def draft(map_id: str) -> Response:
    """Return what is told of a map so far."""
    return jsonify(_answer(_home(map_id), draft_in(_home(map_id))))


@views.post("/<map_id>")
def save(map_id: str) -> Response:
    """Keep what is told of a map now, and what another owner has told meanwhile."""
    _own(map_id)
    sent = decode_json(request.get_data(), Sent)
    # Two owners may tap at once, also on two computers.
    with services().maps.changing():
        home = _own(map_id)
        now = draft_in(home)
        told = merged(sent.since, sent.draft, now) if sent.since else sent.draft
        # The picture's size is the picture's, whatever is sent.
        told = replace(told, page_mm=now.page_mm)
        if told.links:
            drafts.map_of(told, map_id)
        drafts.keep(home, told)
    return jsonify(_answer(home, told))


@views.post("/<map_id>/propose")
@limiter.limit(PROPOSALS)
def propose(map_id: str) -> Response:
    """Say what a link drawn along its spaces looks like: its length and its colour."""
    from scorer.vision.links.pagefile import page_in
    from scorer.vision.links.teach import propose_link

    home = _own(map_id)
    drawn = decode_json(request.get_data(), Drawn)
    wide, high = draft_in(home).page_mm or (0.0, 0.0)
    if not all(0 <= x <= wide and 0 <= y <= high for x, y in drawn.line):
        raise JsonError("$.line: it leaves the page")
    if sum(dist(a, b) for a, b in pairwise(drawn.line)) < 3 * drawn.place_mm:
        raise JsonError("$.line: it is too short for a route")
    page = page_in(_file(home / drafts.PICTURE), (wide, high))
    found = propose_link(page, drawn.line, drawn.place_mm, drawn.space_mm)
    return jsonify(
        length=found.length, colour=found.colour.value, other_lengths=list(found.other_lengths)
    )


@views.get("/<map_id>/map.zip")
@limiter.limit(LOOKS)
def file(map_id: str) -> Response:
    """Return a whole map as one file, its picture included."""
    from scorer.vision.links.picture import MapPictureError
    from scorer.vision.links.taught import load_picture, packed

    try:
        data = packed(load_picture(_home(map_id).name, maps_folder()))
    except MapPictureError as error:
        raise RefusedError("bad-map", detail=detail_of(error)) from error
    return attachment(data, "application/zip", f"{map_id}.map")


@views.post("/file")
@limiter.limit(reads)
def take() -> BaseResponse:
    """Take in a map's file from elsewhere; a map that is here already stays as it is."""
    from scorer.vision.links.picture import MapPictureError
    from scorer.vision.links.taught import save_taught, unpacked

    data = chosen_file("map")
    try:
        found = unpacked(data)
        save_taught(found, maps_folder())
    except MapPictureError as error:
        raise RefusedError("bad-map", detail=detail_of(error)) from error
    id_ = found.map.id
    keep_owner(maps_folder().parent, _owned(id_), new_owner(_owned(id_)))
    return redirect(url_for("mapteach.editor", map_id=id_), 303)


@views.post("/<map_id>/delete")
def delete(map_id: str) -> BaseResponse:
    """Forget a map; games that are played on it keep it."""
    drafts.forget(_own(map_id))
    return redirect(url_for("mapteach.page"), 303)


def _answer(home: Path, told: Draft) -> dict[str, Any]:
    """Return what is told of a map, what it lacks, and where its spaces lie."""
    spaces: dict[str, Any] = {}
    size = told.space_mm
    if told.links:
        map_ = drafts.map_of(told, home.name)
        size = map_.space_mm
        spaces = {
            link.name: [[round(part, 2) for part in one] for one in spaces_of(map_, link)]
            for link in map_.links
            if line_of(map_, link)
        }
    lacks = lacks_of(told)
    ready = (home / drafts.MAP).is_file()
    return {
        "draft": to_data(told), "lacks": lacks, "ready": ready, "spaces": spaces, "space_mm": size,
        "track": _track(home, told),
    }  # fmt: skip


def _track(home: Path, told: Draft) -> Any:
    """Return where the spaces of the score track lie, as drawn or as a file has told."""
    track = drafts.track_of(told)
    file = home / drafts.MAP
    if track and not track.xy and file.is_file():
        track = read_map(file.read_bytes()).track
    return to_data(track.xy) if track else []


def _home(map_id: str) -> Path:
    return home_of(map_id) or abort(404)


def _own(map_id: str) -> Path:
    """Return the folder of a map that whoever asks may change."""
    home = _home(map_id)
    need_owner(maps_folder().parent, _owned(map_id))
    return home


def _owned(map_id: str) -> str:
    """Return what the owner's key of a map is kept under, beside those of boards."""
    return f"{maps_folder().name}/{map_id}"


def _name(home: Path) -> str:
    try:
        return draft_in(home).name
    except (JsonError, OSError):
        return home.name


def _file(path: Path) -> bytes:
    return path.read_bytes() if path.is_file() else abort(404)
