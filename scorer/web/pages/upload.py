"""From a photo to a board: upload, and the sample."""

import hashlib
from functools import cache
from pathlib import Path

from flask import Blueprint, request
from werkzeug.wrappers import Response as BaseResponse

from scorer import resources
from scorer.rules.city.city import load_city
from scorer.rules.position.setup import Setup, parse_setup
from scorer.store.games import ReadOnlyError, Source
from scorer.web.pages.jobs import follow
from scorer.web.reading.desk import Ticket
from scorer.web.services import services
from scorer.web.serving.errors import RefusedError
from scorer.web.serving.limits import limiter, reads
from scorer.web.views.knownboards import find_board

views = Blueprint("upload", __name__)

SAMPLE_BOARD = "first-city"
# In place of a board's name: it is to be found out.
AUTO = "auto"


@views.post("/photos")
@limiter.limit(reads)
def from_photo() -> BaseResponse:
    """Read an uploaded photo, and go on to its board; without a map, to its corners."""
    data = chosen_photo()
    name = request.form.get("board", "")
    if is_sample(data) and name in (SAMPLE_BOARD, AUTO):
        return follow(_read_sample(data))
    if name == AUTO:
        return follow(services().desk.read_new(data, None, Source.PHOTO))
    board, _ = find_board(name)
    return follow(services().desk.read_new(data, board.id, Source.PHOTO))


@views.post("/sample")
@limiter.limit(reads)
def from_sample() -> BaseResponse:
    """Read the simulated photo of the rulebook's worked example."""
    return follow(_read_sample((_sample_folder() / "photo.jpg").read_bytes()))


@views.post("/game/<key>/<int:seat>/photo")
@limiter.limit(reads)
def for_board(key: str, seat: int) -> BaseResponse:
    """Read a photo of one player's board; what was corrected before stays."""
    game = services().games.load(key)
    if not game.editable:
        raise ReadOnlyError("this key is for looking only")
    data = chosen_photo()
    source = Source.SAMPLE if is_sample(data) else Source.PHOTO
    return follow(services().desk.read_for(game, seat, data, source))


@views.post("/game/<key>/<int:seat>/view")
@limiter.limit(reads)
def from_another_side(key: str, seat: int) -> BaseResponse:
    """Read another photo of a board together with the one before; if they differ, that stays."""
    game = services().games.load(key)
    if not game.editable:
        raise ReadOnlyError("this key is for looking only")
    source = game.player(seat).source
    return follow(services().desk.read_joining(game, seat, chosen_photo(), source))


def is_sample(data: bytes) -> bool:
    """Whether *data* is the photo of the worked example, known by its content."""
    return hashlib.sha256(data).hexdigest() == _sample_digest()


def _read_sample(data: bytes) -> Ticket:
    """Read the photo of the worked example, with the set-up that belongs to it."""
    return services().desk.read_new(data, SAMPLE_BOARD, Source.SAMPLE, _sample_setup())


def chosen_photo() -> bytes:
    """Return the photo that was sent.

    Raises
    ------
    RefusedError
        If there is none, or nothing in it.
    """
    # Camera and file choice share a name; without scripts the other one is sent empty.
    sent = request.files.getlist("photo")
    data = next((data for file in sent if (data := file.read())), b"")
    if not data:
        empty = any(file.filename for file in sent)
        raise RefusedError("photo-empty" if empty else "no-photo-chosen", 400)
    return data


def chosen_file(field: str) -> bytes:
    """Return the file that was sent as *field*.

    Raises
    ------
    RefusedError
        If there is none.
    """
    sent = request.files.get(field)
    data = sent.read() if sent else b""
    if sent:
        sent.close()
    if not data:
        raise RefusedError("no-file", 400)
    return data


def _sample_setup() -> Setup:
    """Return what the rounds board of the worked example shows."""
    return parse_setup((_sample_folder() / "setup.json").read_bytes(), load_city(SAMPLE_BOARD))


@cache
def _sample_digest() -> str:
    return hashlib.sha256((_sample_folder() / "photo.jpg").read_bytes()).hexdigest()


def _sample_folder() -> Path:
    return resources.folder("samples") / "worked-example"
