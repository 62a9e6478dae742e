"""A taught board given to others: as a file, and by a link with its QR code."""

import io

import segno
from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorer.web.owners import keep_owner, need_owner, new_owner
from scorer.web.pages.game import outside
from scorer.web.pages.teach import owners_address, taught_board
from scorer.web.pages.upload import chosen_file
from scorer.web.services import services
from scorer.web.serving.downloads import attachment
from scorer.web.serving.errors import RefusedError, detail_of
from scorer.web.serving.limits import limiter, reads
from scorer.web.views.knownboards import all_boards

views = Blueprint("shareboard", __name__, url_prefix="/teach")


@views.get("/<board_id>/board.zip")
def file(board_id: str) -> Response:
    """Return the board as one file, its picture included."""
    from scorer.vision.boards.taught import TaughtBoardError, packed

    board, _ = taught_board(board_id)
    try:
        content = packed(services().taught_boards, board.id)
    except TaughtBoardError as error:
        raise RefusedError("bad-board", detail=detail_of(error)) from error
    return attachment(content, "application/zip", f"{board.id}.board")


@views.get("/<board_id>/link.svg")
def link_code(board_id: str) -> Response:
    """Return the address of the board's page as a QR code for other phones."""
    board, _ = taught_board(board_id)
    drawn = io.BytesIO()
    if "owner" in request.args:
        need_owner(services().taught_boards, board.id)
        address = outside(owners_address(board.id))
    else:
        address = outside(url_for("teach.editor", board_id=board.id))
    code = segno.make(address, error="m", micro=False)
    code.save(drawn, kind="svg", border=2, xmldecl=False, light="#fff", omitsize=True)
    return Response(drawn.getvalue(), mimetype="image/svg+xml")


@views.post("/file")
def take() -> BaseResponse:
    """Take in a board's file from elsewhere; a board that is here already stays as it is."""
    name = " ".join(request.form.get("name", "").split())[:60]
    return taken_in(chosen_file("board"), name)


def is_board_file(data: bytes) -> bool:
    """Whether *data* begins as boards' files do, which are ZIP archives, and no JSON."""
    return data.startswith(b"PK\x03\x04")


@limiter.limit(reads)
def taken_in(data: bytes, name: str = "") -> BaseResponse:
    """Keep the board in the file *data*, as *name* if one is given, and show it.

    Raises
    ------
    RefusedError
        If it is no such file, or there is a board of that name.
    """
    from scorer.vision.boards.taught import NameTakenError, TaughtBoardError, save_taught, unpacked

    try:
        picture = unpacked(data, name)
        # Elsewhere a board of the same name may be taken in or taught at the same moment.
        with services().shelf.changing():
            if any(picture.board.id == known.id for known in all_boards()):
                raise RefusedError("board-known", 409, name=picture.board.name or picture.board.id)
            save_taught(services().taught_boards, picture, new=True)
            owner = new_owner(picture.board.id)
            keep_owner(services().taught_boards, picture.board.id, owner)
    except NameTakenError as error:
        raise RefusedError("board-known", 409, name=picture.board.name) from error
    except TaughtBoardError as error:
        raise RefusedError("board-file", detail=detail_of(error)) from error
    return redirect(url_for("teach.editor", board_id=picture.board.id), 303)
