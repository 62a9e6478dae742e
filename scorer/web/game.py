"""The board page and the JSON behind its taps."""

import json
from typing import Any

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorer.rules.marks import marks_data, setup_data
from scorer.store.games import ConflictError, PictureKind, Source
from scorer.web.boards import find_board, scene
from scorer.web.edits import (
    corrected,
    kept_marks,
    kept_setup,
    parse_change,
    set_up,
    settled_after,
)
from scorer.web.reading import why_not_read
from scorer.web.services import services
from scorer.web.state import state

views = Blueprint("game", __name__, url_prefix="/game/<key>")


@views.get("")
def page(key: str) -> str:
    """Show a board with what was read, its route and its score sheet."""
    game = services().games.load(key)
    board, city = find_board(game.board_id)
    return render_template(
        "game.html",
        game=game,
        board=board,
        city=city,
        has_photo=PictureKind.PHOTO in game.pictures,
        simulated=game.source is Source.SAMPLE,
        why=why_not_read(game.not_read["reason"]) if game.not_read else "",
    )


@views.get("/scene")
def game_scene(key: str) -> Response:
    """Return what the page needs once, and the state."""
    game = services().games.load(key)
    board, city = find_board(game.board_id)
    return jsonify(scene=scene(game, board, city), state=state(game, board, city))


@views.get("/state")
def game_state(key: str) -> Response:
    """Return what every tap may change."""
    game = services().games.load(key)
    board, city = find_board(game.board_id)
    return jsonify(state(game, board, city))


@views.post("/edits")
def edit(key: str) -> tuple[Response, int]:
    """Apply corrections; if someone else changed the board, answer 409 with its state."""
    change = parse_change(request.get_data())
    game = services().games.load(key)
    board, city = find_board(game.board_id)
    marks = corrected(kept_marks(game, board), board, change.edits)
    setup = set_up(kept_setup(game, city), city, change.edits)
    settled = settled_after(game.settled, change.edits)
    try:
        game = services().games.change(
            key, change.version, marks_data(marks), setup_data(setup), settled
        )
    except ConflictError:
        newest = services().games.load(key)
        return jsonify(error="changed elsewhere", state=state(newest, board, city)), 409
    return jsonify(state(game, board, city)), 200


@views.get("/board.json")
def save(key: str) -> Response:
    """Return the board as a file that can be opened again, here or by ``scorer score``."""
    game = services().games.load(key)
    content: dict[str, Any] = {"marks": game.marks, "setup": game.setup}
    response = Response(json.dumps(content, indent=1), mimetype="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{game.board_id}.json"'
    return response


@views.post("/delete")
def delete(key: str) -> BaseResponse:
    """Forget the board with its photo."""
    services().games.delete(key)
    return redirect(url_for("home.start"), 303)
