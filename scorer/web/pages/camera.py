"""The camera page: the map's outline live, and the photo once it is good."""

import msgspec
from flask import Blueprint, Response, jsonify, render_template, request, url_for

from scorer.store.games import ReadOnlyError
from scorer.web.pages.upload import AUTO, chosen_photo
from scorer.web.services import services
from scorer.web.serving.limits import LOOKS, limiter
from scorer.web.views.knownboards import find_board

views = Blueprint("camera", __name__)


@views.get("/camera")
def for_new() -> str:
    """Show the camera for a board of its own."""
    board = request.args.get("board", AUTO)
    if board != AUTO:
        find_board(board)
    return _page(board, url_for("upload.from_photo"), url_for("home.start"))


@views.get("/game/<key>/<int:seat>/camera")
def for_board(key: str, seat: int) -> str:
    """Show the camera for one player's board."""
    game = services().games.load(key)
    if not game.editable:
        raise ReadOnlyError("this key is for looking only")
    send = url_for("upload.for_board", key=key, seat=seat)
    back = url_for("board.page", key=key, seat=seat)
    return _page(game.player(seat).board_id, send, back)


@views.post("/look")
@limiter.limit(LOOKS)
def look() -> Response:
    """Return what is seen of the map in a camera's picture; nothing of it is kept."""
    board = request.form.get("board", AUTO)
    board_id = None if board == AUTO else find_board(board)[0].id
    seen = services().desk.look(chosen_photo(), board_id)
    return jsonify(msgspec.to_builtins(seen) if seen else {"busy": True})


def _page(board: str, send: str, back: str) -> str:
    return render_template("camera.html", board=board, send=send, back=back)
