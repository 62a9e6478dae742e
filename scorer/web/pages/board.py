"""The page of one board and the JSON behind its taps."""

from flask import Blueprint, Response, jsonify, render_template, request

from scorer.rules.board import Board
from scorer.rules.city import City
from scorer.rules.marks import marks_data
from scorer.store.games import ConflictError, Game, PictureKind, Player, Source
from scorer.web.boards import find_board, lies_across, scene
from scorer.web.edits import (
    SETUP_EDITS,
    corrected,
    kept_marks,
    own_after,
    parse_change,
    set_up,
    settled_after,
)
from scorer.web.reading import is_poor, why_not_read
from scorer.web.services import services
from scorer.web.state import state, version_of

views = Blueprint("board", __name__, url_prefix="/game/<key>/<int:seat>")


@views.get("")
def page(key: str, seat: int) -> str:
    """Show a board with what was read, its route and its score sheet."""
    game, player, board, city = opened(key, seat)
    return render_template(
        "board.html",
        game=game,
        player=player,
        board=board,
        city=city,
        has_photo=PictureKind.PHOTO in player.pictures,
        begun=PictureKind.PHOTO in player.pictures or bool(player.marks.get("sections")),
        across=lies_across(board),
        simulated=player.source is Source.SAMPLE,
        poor=is_poor(player),
        why=why_not_read(player.not_read["reason"]) if player.not_read else "",
    )


@views.get("/scene")
def board_scene(key: str, seat: int) -> Response:
    """Return what the page needs once, and the state."""
    game, player, board, city = opened(key, seat)
    return jsonify(
        scene=scene(game, player, board, city),
        state=state(game, player, board, city),
        stamp=services().games.stamp(key),
    )


@views.get("/state")
def board_state(key: str, seat: int) -> Response:
    """Return what every tap may change."""
    return jsonify(state(*opened(key, seat)))


@views.post("/edits")
def edit(key: str, seat: int) -> tuple[Response, int]:
    """Apply corrections; if someone else changed the board, answer 409 with its state."""
    change = parse_change(request.get_data())
    game, player, board, city = opened(key, seat)
    marks = corrected(kept_marks(player, board), board, change.edits)
    setup = set_up(game.setup, city, change.edits)
    settled = settled_after(player.settled, change.edits)
    try:
        if change.version != version_of(game, player):
            raise ConflictError("the board or the set-up was changed elsewhere")
        if any(isinstance(one, SETUP_EDITS) for one in change.edits):
            services().games.change_setup(key, game.version, setup)
        game = services().games.change_board(key, seat, player.version, marks_data(marks), settled)
        if (own := own_after(player.own, change.edits)) != player.own:
            game = services().games.change_own(key, seat, player.version + 1, own)
    except ConflictError:
        return jsonify(error="changed elsewhere", state=state(*opened(key, seat))), 409
    return jsonify(state(game, game.player(seat), board, city)), 200


def opened(key: str, seat: int) -> tuple[Game, Player, Board, City]:
    """Return the game with *key*, who sits at *seat*, and their board and city."""
    game = services().games.load(key)
    player = game.player(seat)
    board, city = find_board(player.board_id)
    return game, player, board, city
