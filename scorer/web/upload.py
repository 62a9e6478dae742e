"""From a photo to a board: upload, and the sample."""

from flask import Blueprint, jsonify, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorer import resources
from scorer.rules.city import load_city
from scorer.rules.marks import Marks, Setup, marks_data, parse_setup, setup_data, usual_setup
from scorer.store.games import PictureKind, Source
from scorer.web.boards import find_board
from scorer.web.errors import RefusedError
from scorer.web.limits import READS, limiter
from scorer.web.reading import kept_photo, read_kept_photo
from scorer.web.services import services

views = Blueprint("upload", __name__)

SAMPLE_BOARD = "first-city"


@views.post("/photos")
@limiter.limit(READS)
def from_photo() -> BaseResponse:
    """Read an uploaded photo, and go on to its board; without a map, to its corners."""
    # Camera and file choice share a name; without scripts the other one is sent empty.
    data = next((data for file in request.files.getlist("photo") if (data := file.read())), b"")
    if not data:
        raise RefusedError("no-photo-chosen", 400)
    board, city = find_board(request.form.get("board", ""))
    return _go(begin(data, board.id, usual_setup(city), Source.PHOTO))


@views.post("/sample")
@limiter.limit(READS)
def from_sample() -> BaseResponse:
    """Read the simulated photo of the rulebook's worked example."""
    folder = resources.folder("samples") / "worked-example"
    city = load_city(SAMPLE_BOARD)
    setup = parse_setup((folder / "setup.json").read_bytes(), city)
    return _go(begin((folder / "photo.jpg").read_bytes(), SAMPLE_BOARD, setup, Source.SAMPLE))


def begin(data: bytes, board_id: str, setup: Setup, source: Source) -> str:
    """Keep a new game for the photo *data*, read it, and return the next page's address.

    Raises
    ------
    RefusedError
        If the bytes are no photo that can be opened; then nothing is kept.
    """
    board, city = find_board(board_id)
    store = services().games
    photo = kept_photo(data)
    key = store.create(
        city.id, board.id, source, marks_data(Marks(city.id, board.id)), setup_data(setup)
    )
    store.put_picture(key, PictureKind.PHOTO, photo)
    game = read_kept_photo(store.load(key), board)
    return url_for("corners.page" if game.not_read else "game.page", key=key)


def _go(address: str) -> BaseResponse:
    if request.accept_mimetypes.best == "application/json":
        return jsonify(next=address)
    return redirect(address, 303)
