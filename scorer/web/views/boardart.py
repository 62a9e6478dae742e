"""The picture of a taught board: where phones fetch it, and as they get it."""

from flask import url_for

from scorer.rules.board.board import Board
from scorer.web.services import services


def art_address(board: Board) -> str:
    """Return where the picture of *board* is; the address changes with the picture."""
    taught = services().taught_boards / board.id / "reference.png"
    try:
        version = f"{taught.stat().st_mtime_ns:x}"
    except OSError:
        # Shipped boards change with the app only.
        return url_for("pictures.board_art", board_id=board.id)
    return url_for("pictures.board_art", board_id=board.id, v=version)


def taught_picture(board: Board) -> bytes | None:
    """Return the light picture of *board*, a JPEG; None if nobody taught it, or it is broken."""
    from scorer.vision.boards.light import light_picture
    from scorer.vision.boards.picture import PictureError, load_picture

    folder = services().taught_boards
    if not (folder / board.id / "reference.png").is_file():
        return None
    try:
        return light_picture(load_picture(board.id, folder))
    except PictureError:
        return None
