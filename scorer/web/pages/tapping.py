"""What is printed on a taught board, told by tapping its places, one after the other."""

from typing import Annotated, Any

from flask import Blueprint, Response, jsonify, request
from msgspec import Meta, Struct

from scorer.rules.board.board import Board, BoardError
from scorer.rules.city.city import City
from scorer.rules.jsonfile import JsonError, decode_json
from scorer.rules.notation import NotationError
from scorer.rules.teaching.compared import compared
from scorer.rules.teaching.places import Told, with_told
from scorer.rules.values import replace
from scorer.web.pages.teach import need_drawn, own_board, taught_board
from scorer.web.services import services
from scorer.web.serving.errors import RefusedError, detail_of
from scorer.web.views.editor import editor_scene, editor_state

views = Blueprint("tapping", __name__, url_prefix="/teach/<board_id>/places")

# A tap changes a place or three; what waited for the network comes together.
MOST = 200


class _Change(Struct, forbid_unknown_fields=True):
    places: Annotated[tuple[Told, ...], Meta(min_length=1, max_length=MOST)]


class _Right(Struct, forbid_unknown_fields=True):
    """Of *marks* of the city; of cafés and visit-them-all points where it is empty."""

    right: bool = True
    marks: Annotated[str, Meta(max_length=40)] = ""


@views.get("")
def scene(board_id: str) -> Response:
    """Return what the editor needs once, and what stands where."""
    board, city = taught_board(board_id)
    return jsonify(scene=editor_scene(board, city), state=editor_state(board, city))


@views.post("/right")
def right(board_id: str) -> Response:
    """Keep whether a person says that the cafés and points are right, or a kind of marks."""
    from scorer.vision.boards.taught import save_geometry

    try:
        said = decode_json(request.get_data() or b"{}", _Right)
    except JsonError as error:
        raise RefusedError("teach", detail=detail_of(error)) from error
    with services().shelf.changing():
        board, city = own_board(board_id)
        if said.marks:
            board = _compared(board, city, said)
        else:
            board = replace(board, guessed=not said.right)
        save_geometry(services().taught_boards, board)
    return jsonify(editor_state(board, city))


def _compared(board: Board, city: City, said: _Right) -> Board:
    try:
        return compared(board, city.practice_board, said.marks, right=said.right)
    except BoardError as error:
        raise RefusedError("teach", detail=detail_of(error)) from error


@views.post("")
def tell(board_id: str) -> Response:
    """Keep what a person says of some places, all of it or nothing."""
    from scorer.vision.boards.taught import save_geometry

    # Two phones may teach the same board: what one changed, the other must not put back.
    with services().shelf.changing():
        board, city = own_board(board_id)
        changed: Board = board
        try:
            for told in decode_json(request.get_data(), _Change).places:
                changed = with_told(changed, city, told)
        except (BoardError, NotationError, JsonError) as error:
            raise RefusedError("teach", detail=detail_of(error)) from error
        need_drawn(changed)
        save_geometry(services().taught_boards, changed)
    state: dict[str, Any] = editor_state(changed, city)
    return jsonify(state)
