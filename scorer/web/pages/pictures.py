"""Pictures: board art, and the photos of a game."""

from flask import Blueprint, Response, abort, request, url_for

from scorer.rules.board.board import Board, BoardError
from scorer.rules.city.city import City
from scorer.store.games import PictureKind, Player
from scorer.web.samephoto import photo_digest
from scorer.web.services import services
from scorer.web.serving.assets import YEAR_S, as_gzip
from scorer.web.views.boardart import taught_picture
from scorer.web.views.knownboards import find_board

views = Blueprint("pictures", __name__)

# Enough for two in a row on a phone.
SMALL_PX = 400


@views.get("/boards/<board_id>/art")
def board_art(board_id: str) -> Response:
    """Return a board as it looks with nothing drawn on it."""
    board, city = find_board(board_id)
    if light := taught_picture(board):
        response = Response(light, mimetype="image/jpeg")
    else:
        response = as_gzip(Response(_art(board, city), mimetype="image/svg+xml"))
    response.cache_control.max_age = YEAR_S if "v" in request.args else 3600
    response.add_etag()
    response.make_conditional(request)
    return response


@views.get("/boards/<board_id>/small.jpg")
def board_small(board_id: str) -> Response:
    """Return a small picture of a board, to choose it by."""
    from scorer.vision.boards.picture import load_picture, small_jpeg

    board, _ = find_board(board_id)
    try:
        picture = load_picture(board.id, services().taught_boards)
    except BoardError:
        abort(404)
    response = Response(small_jpeg(picture, SMALL_PX), mimetype="image/jpeg")
    response.cache_control.max_age = 3600
    response.add_etag()
    response.make_conditional(request)
    return response


@views.get("/game/<key>/<int:seat>/photo.jpg")
def photo(key: str, seat: int) -> Response:
    """Return the upright photo; it was encoded anew, so it tells no place or camera."""
    return _jpeg(key, seat, PictureKind.PHOTO)


@views.get("/game/<key>/<int:seat>/rectified-<int:reading>.jpg")
def rectified(key: str, seat: int, reading: int) -> Response:
    """Return the map as cut out of the photo by the reading that counts, or by the other one."""
    other = services().games.load(key).player(seat).other
    if other and other.number == reading:
        # Where only one was kept, it is this one's.
        return _jpeg(key, seat, PictureKind.OTHER_RECTIFIED, PictureKind.RECTIFIED)
    return _jpeg(key, seat, PictureKind.RECTIFIED)


def photo_address(key: str, player: Player) -> str:
    """Return the address of a player's upright photo, another one for each photo.

    A browser keeps what it has seen, and would show the photo before.
    """
    version = photo_digest(player)[:12] or None
    return url_for("pictures.photo", key=key, seat=player.seat, v=version)


def _jpeg(key: str, seat: int, *kinds: PictureKind) -> Response:
    """Return the picture of the first of *kinds* that there is."""
    found = (services().games.picture(key, seat, kind) for kind in kinds)
    data = next(filter(None, found), None)
    if data is None:
        abort(404)
    response = Response(data, mimetype="image/jpeg")
    response.cache_control.private = True
    response.cache_control.max_age = 86400
    return response


_drawn: dict[str, bytes] = {}


def _art(board: Board, city: City) -> bytes:
    from scorer.printing import board_svg

    if board.id not in _drawn:
        _drawn[board.id] = board_svg(board, city, on_paper=False).encode()
    return _drawn[board.id]
