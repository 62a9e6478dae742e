"""Corners set by hand: the way on when the map was not found, or was found wrongly."""

from typing import Annotated

import msgspec
from flask import Blueprint, render_template, request
from msgspec import Meta, Struct
from werkzeug.wrappers import Response as BaseResponse

from scorer.rules.board.board import Board
from scorer.store.games import PictureInfo, PictureKind, Player, ReadOnlyError
from scorer.web.pages.jobs import follow
from scorer.web.services import services
from scorer.web.serving.errors import RefusedError, detail_of
from scorer.web.serving.limits import limiter, reads
from scorer.web.views.knownboards import find_board
from scorer.web.views.notread import is_poor, why_not_read

views = Blueprint("corners", __name__, url_prefix="/game/<key>/<int:seat>/corners")

Coordinate = Annotated[float, Meta(ge=-20000, le=40000)]


class Corners(Struct, frozen=True, forbid_unknown_fields=True):
    """The map's corners a0, g0, g6, a6 in the kept photo or beside it, in pixels."""

    corners_xy: Annotated[list[tuple[Coordinate, Coordinate]], Meta(min_length=4, max_length=4)]


@views.get("")
def page(key: str, seat: int) -> str:
    """Show the photo with four corners to drag."""
    game = services().games.load(key)
    player = game.player(seat)
    board, _ = find_board(player.board_id)
    info = _photo_of(player)
    not_read = player.not_read or {}
    reason = str(not_read.get("reason", ""))
    known = player.reading.corners_xy if player.reading else _middle(info)
    return render_template(
        "corners.html",
        game=game,
        player=player,
        photo=info,
        corners=not_read.get("corners_xy", known),
        names=_corner_locations(board, _half(player)),
        why=why_not_read(reason) if reason else "",
        poor=is_poor(player),
        found="corners_xy" in not_read,
        cut_off=reason == "cut-off",
    )


@views.post("")
@limiter.limit(reads)
def set_corners(key: str, seat: int) -> BaseResponse:
    """Read the photo with corners set by hand; corrections made before stay."""
    game = services().games.load(key)
    if not game.editable:
        raise ReadOnlyError("this key is for looking only")
    _photo_of(game.player(seat))
    try:
        corners = msgspec.json.decode(request.get_data(), type=Corners).corners_xy
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise RefusedError("corners", detail=detail_of(error)) from error
    return follow(services().desk.read_again(game, seat, corners))


def _photo_of(player: Player) -> PictureInfo:
    info = player.pictures.get(PictureKind.PHOTO)
    if info is None:
        raise RefusedError("no-photo", 404)
    return info


def _middle(info: PictureInfo) -> list[list[float]]:
    """Return corners to begin with: a square in the middle of the photo."""
    reach = 0.36 * min(info.width, info.height)
    x, y = info.width / 2, info.height / 2
    return [[x + dx * reach, y + dy * reach] for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]


def _half(player: Player) -> str:
    """Return which half of a board the photo shows, or nothing where it shows all of it."""
    if player.not_read and "half" in player.not_read:
        return str(player.not_read["half"])
    return str(player.reading.quality.get("half", "")) if player.reading else ""


def _corner_locations(board: Board, half: str) -> list[str]:
    """Return the locations in the corners of the map or its *half*, clockwise from top left."""
    places = [cell.location for cell in board.cells if not cell.location.name]
    last = max(place.column for place in places)
    bottom = max(place.row for place in places)
    left = last // 2 + 1 if half == "right" else 0
    right = last // 2 if half == "left" else last
    wanted = [(left, 0), (right, 0), (right, bottom), (left, bottom)]
    return [str(place) for at in wanted for place in places if (place.column, place.row) == at]
