"""From a photo to a board: upload, and the sample."""

import hashlib
from functools import cache
from pathlib import Path

from flask import Blueprint, request
from werkzeug.wrappers import Response as BaseResponse

from scorer import resources
from scorer.rules.city import load_city
from scorer.rules.marks import Marks, Setup, marks_data, parse_setup, setup_data, usual_setup
from scorer.store.games import NewPlayer, ReadOnlyError, Source
from scorer.web.boards import find_board
from scorer.web.errors import RefusedError
from scorer.web.jobs import follow
from scorer.web.limits import READS, limiter
from scorer.web.readers import Job
from scorer.web.reading import read_for, read_new
from scorer.web.services import services
from scorer.web.worker import AUTO

views = Blueprint("upload", __name__)

SAMPLE_BOARD = "first-city"


@views.post("/photos")
@limiter.limit(READS)
def from_photo() -> BaseResponse:
    """Read an uploaded photo, and go on to its board; without a map, to its corners."""
    data = chosen_photo()
    name = request.form.get("board", "")
    if is_sample(data) and name in (SAMPLE_BOARD, AUTO):
        return follow(_begin(data, SAMPLE_BOARD, _sample_setup(), Source.SAMPLE))
    if name != AUTO:
        find_board(name)
    return follow(_begin(data, name, None, Source.PHOTO))


@views.post("/sample")
@limiter.limit(READS)
def from_sample() -> BaseResponse:
    """Read the simulated photo of the rulebook's worked example."""
    data = (_sample_folder() / "photo.jpg").read_bytes()
    return follow(_begin(data, SAMPLE_BOARD, _sample_setup(), Source.SAMPLE))


@views.post("/game/<key>/<int:seat>/photo")
@limiter.limit(READS)
def for_board(key: str, seat: int) -> BaseResponse:
    """Read a photo of one player's board; what was corrected before stays."""
    game = services().games.load(key)
    if not game.editable:
        raise ReadOnlyError("this key is for looking only")
    data = chosen_photo()
    return follow(read_for(game, seat, data, Source.SAMPLE if is_sample(data) else Source.PHOTO))


def is_sample(data: bytes) -> bool:
    """Whether *data* is the photo of the worked example, known by its content."""
    return hashlib.sha256(data).hexdigest() == _sample_digest()


def _begin(data: bytes, board_id: str, setup: Setup | None, source: Source) -> Job:
    """Read *data* for a game of its own, kept as soon as it is known to be a photo.

    Without a set-up it is the usual one of the board's city.
    """

    def make(found: str) -> str:
        board, city = find_board(found)
        player = NewPlayer(marks_data(Marks(city.id, board.id)), source=source)
        kept = setup_data(setup or usual_setup(city))
        return services().games.create(city.id, board.id, kept, [player], single=True)

    return read_new(data, board_id, source, make)


def chosen_photo() -> bytes:
    """Return the photo that was sent.

    Raises
    ------
    RefusedError
        If there is none.
    """
    # Camera and file choice share a name; without scripts the other one is sent empty.
    data = next((data for file in request.files.getlist("photo") if (data := file.read())), b"")
    if not data:
        raise RefusedError("no-photo-chosen", 400)
    return data


def _sample_setup() -> Setup:
    """Return what the rounds board of the worked example shows."""
    return parse_setup((_sample_folder() / "setup.json").read_bytes(), load_city(SAMPLE_BOARD))


@cache
def _sample_digest() -> str:
    return hashlib.sha256((_sample_folder() / "photo.jpg").read_bytes()).hexdigest()


def _sample_folder() -> Path:
    return resources.folder("samples") / "worked-example"
