"""What is printed on a taught board, told by tapping its places, one after the other."""

from itertools import zip_longest
from typing import Annotated

from flask import Blueprint, Response, jsonify, request
from msgspec import Meta, Struct

from scorer.rules.board.board import Board, BoardError, LandmarkKind
from scorer.rules.city.city import City
from scorer.rules.jsonfile import decode_json
from scorer.rules.jsonfile.text import JsonError
from scorer.rules.notation import NotationError
from scorer.rules.teaching.compared import compared
from scorer.rules.teaching.places import LocationTold, Told, with_told
from scorer.rules.values import replace
from scorer.store.games import UnknownGameError
from scorer.web.pages.teach import need_drawn, own_board, taught_board
from scorer.web.services import services
from scorer.web.serving.errors import RefusedError, detail_of
from scorer.web.serving.live import stream
from scorer.web.shelf import Shelf
from scorer.web.stamps import board_mark
from scorer.web.views.editor import editor_scene, editor_state

views = Blueprint("tapping", __name__, url_prefix="/teach/<board_id>/places")

# A tap changes a place or three; what waited for the network comes together.
MOST = 200


class _Change(Struct, forbid_unknown_fields=True):
    """What is told of *places*.

    What a phone tells along by itself counts only where the rating track is still the one that
    *was* there, at the same place of that list.
    """

    places: Annotated[tuple[Told, ...], Meta(min_length=1, max_length=MOST)]
    was: Annotated[tuple[str | None, ...], Meta(max_length=MOST)] = ()


class _Right(Struct, forbid_unknown_fields=True):
    """Of *marks* of the city; of cafés and visit-them-all points where it is empty."""

    right: bool = True
    marks: Annotated[str, Meta(max_length=40)] = ""


@views.get("")
def scene(board_id: str) -> Response:
    """Return what the editor needs once, and what stands where."""
    # Taken first: a page that shows what is newer is told once more.
    stamp = _stamp(services().shelf, board_id)
    board, city = taught_board(board_id)
    state = editor_state(board, city) | {"stamp": stamp}
    return jsonify(scene=editor_scene(board, city), state=state)


@views.get("/events")
def events(board_id: str) -> Response:
    """Stream the board's stamp whenever somebody has changed it."""
    known = services()
    taught_board(board_id)
    return stream(known.hub, f"board:{board_id}", lambda: _stamp(known.shelf, board_id))


@views.get("/stamp")
def stamp(board_id: str) -> Response:
    """Return the board's stamp, for pages that have no stream."""
    taught_board(board_id)
    return jsonify(stamp=_stamp(services().shelf, board_id))


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
        stamp = _stamp(services().shelf, board_id)
    return jsonify(editor_state(board, city) | {"stamp": stamp})


def _stamp(boards: Shelf, board_id: str) -> str:
    """Return what differs after every change of a taught board.

    Raises
    ------
    UnknownGameError
        If it is there no more.
    """
    boards.pull()
    if mark := board_mark(boards.folder, board_id):
        return mark
    raise UnknownGameError("there is no such board")


def _track_at(board: Board, told: Told) -> str | None:
    """Return which rating track the landmark at the place of *told* has; empty for none yet."""
    if not isinstance(told, LocationTold):
        return None
    (mark, *others) = board.landmark_at.get(told.where, ()) or (None,)
    grey = mark is not None and mark.kind is LandmarkKind.GREY and not others
    return (mark.rated_as or "") if mark and grey else None


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
            change = decode_json(request.get_data(), _Change)
            for told, was in zip_longest(change.places, change.was[: len(change.places)]):
                if was is None or was == _track_at(changed, told):
                    changed = with_told(changed, city, told)
        except (BoardError, NotationError, JsonError) as error:
            raise RefusedError("teach", detail=detail_of(error)) from error
        need_drawn(changed)
        save_geometry(services().taught_boards, changed)
        stamp = _stamp(services().shelf, board_id)
    return jsonify(editor_state(changed, city) | {"stamp": stamp})
