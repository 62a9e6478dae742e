"""What leaves the app: files that can be opened again, here or by the command line."""

import json
from typing import Any

from flask import Blueprint, Response

from scorer.rules.marks import setup_data
from scorer.web.board import opened
from scorer.web.edits import kept_setup

views = Blueprint("share", __name__, url_prefix="/game/<key>")


@views.get("/<int:seat>/board.json")
def board_file(key: str, seat: int) -> Response:
    """Return a board as a file that can be opened again, here or by ``scorer score``."""
    game, player, board, city = opened(key, seat)
    setup = setup_data(kept_setup(game, player, city))
    content: dict[str, Any] = {"marks": player.marks, "setup": setup}
    return attachment(json.dumps(content, indent=1), "application/json", f"{board.id}.json")


def attachment(content: str | bytes, mimetype: str, name: str) -> Response:
    """Return *content* as a file to keep."""
    response = Response(content, mimetype=mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
