"""Boards from the box: taught by a photo of the blank board, then corrected place by place."""

from collections.abc import Callable
from dataclasses import replace

import msgspec
from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorer.rules.board import Board, BoardError, CafeBonus, LandmarkKind
from scorer.rules.city import City, city_names, load_city
from scorer.rules.corrections import (
    CorrectionError,
    marked_sort,
    with_cafe,
    with_dock,
    with_landmark,
    with_marked,
    with_road_beside,
    with_visit_all,
)
from scorer.rules.geometry import geometry_json
from scorer.rules.marks import MarksError, MarksFile, marks_on
from scorer.rules.notation import Crossroads, Location, NotationError, RoadId
from scorer.rules.redescribed import redescribed
from scorer.web.boards import find_board, shown_part
from scorer.web.errors import RefusedError, detail_of
from scorer.web.forms import typed_before
from scorer.web.jobs import follow
from scorer.web.limits import READS, limiter
from scorer.web.printed import line_names, marked_groups, one_sided, piece_around
from scorer.web.reading import read_blank
from scorer.web.services import services
from scorer.web.upload import chosen_photo

views = Blueprint("teach", __name__, url_prefix="/teach")


@views.get("")
def page() -> str:
    """Show the boards that were taught, and the way to teach one more."""
    from scorer.vision.taught import BrokenBoard, taught_boards

    found = taught_boards(services().taught_boards)
    return render_template(
        "teach.html",
        cities=[load_city(name) for name in city_names()],
        boards=[one for one in found if isinstance(one, Board)],
        broken=[one for one in found if isinstance(one, BrokenBoard)],
    )


@views.post("")
@limiter.limit(READS)
def teach() -> BaseResponse:
    """Learn a board from the photo of a blank one."""
    from scorer.vision.taught import TaughtBoardError, board_id

    name = " ".join(request.form.get("name", "").split())[:60]
    city = request.form.get("city", "")
    data = chosen_photo()
    if city not in city_names():
        raise RefusedError("no-board", 404, name=city)
    try:
        id_ = board_id(name)
    except TaughtBoardError as error:
        raise RefusedError("teach", detail=detail_of(error)) from error
    return follow(read_blank(data, city, id_, name))


@views.get("/<board_id>")
def editor(board_id: str) -> str:
    """Show a taught board with what seems to be printed on it."""
    board, city = _taught(board_id)
    typed = typed_before()
    named = request.args.get("road") or ("" if "group" in typed else typed.get("where"))
    road = next((one for one in board.roads if str(one.id) == named), None)
    opened = "docks" if "ticket" in typed else typed.get("group", "")
    return render_template(
        "editor.html",
        board=board,
        city=city,
        kinds=[kind.value for kind in city.landmarks],
        bonuses=[bonus.value for bonus in CafeBonus],
        places=sorted(board.cell_of, key=str),
        points=sorted(board.crossroads_xy, key=str),
        landmarks=[mark for mark in board.landmarks if mark.locations],
        part=shown_part(board),
        lines=line_names(board),
        one_sided=one_sided(board),
        banks_usual=one_sided(board) == one_sided(city.practice_board),
        road=road,
        piece=piece_around(board, road) if road else None,
        groups=marked_groups(board, city),
        tickets=[symbol for symbol in board.cafe_area if symbol.dock],
        opened=request.args.get("opened", opened),
    )


@views.post("/<board_id>/landmark")
def landmark(board_id: str) -> BaseResponse:
    """Say what is printed in a location."""
    board, city = _taught(board_id)
    form = request.form
    kind = LandmarkKind(form["kind"]) if form.get("kind") in list(LandmarkKind) else None
    iconic = form.get("iconic", "") if kind is LandmarkKind.GREY else ""
    name = form.get("name", "")[:60]
    return _kept(
        lambda: with_landmark(
            board, city, Location.parse(form.get("where", "")), kind,
            _points() if kind is LandmarkKind.YELLOW else None, name, iconic,
        )
    )  # fmt: skip


@views.post("/<board_id>/cafe")
def cafe(board_id: str) -> BaseResponse:
    """Say which café is at a crossroads, if any."""
    board, _ = _taught(board_id)
    bonus = request.form.get("bonus", "")
    kind = CafeBonus(bonus) if bonus in list(CafeBonus) else None
    return _kept(lambda: with_cafe(board, Crossroads.parse(request.form.get("where", "")), kind))


@views.post("/<board_id>/point")
def point(board_id: str) -> BaseResponse:
    """Put a visit-them-all point at a crossroads, or take it away."""
    board, _ = _taught(board_id)

    def changed() -> Board:
        there = Crossroads.parse(request.form.get("where", ""))
        return with_visit_all(board, set(board.visit_all) ^ {there})

    return _kept(changed)


@views.post("/<board_id>/road")
def road(board_id: str) -> BaseResponse:
    """Say which of the locations beside a road a section there reaches."""
    board, _ = _taught(board_id)

    def changed() -> Board:
        reached = [Location.parse(text) for text in request.form.getlist("reached")]
        return with_road_beside(board, RoadId.parse(request.form.get("where", "")), reached)

    return _kept(changed, "roads")


@views.post("/<board_id>/marked")
def marked(board_id: str) -> BaseResponse:
    """Put a place among those that the city marks, with its PP, or take it away."""
    board, city = _taught(board_id)
    form = request.form
    id_ = form.get("group", "")

    def changed() -> Board:
        place = marked_sort(city, id_).parse(form.get("where", ""))
        there = form.get("do") != "remove"
        return with_marked(board, city, id_, place, _points() if there else None, there=there)

    return _kept(changed, id_)


@views.post("/<board_id>/dock")
def dock(board_id: str) -> BaseResponse:
    """Say where the dock is that a ticket opens."""
    board, _ = _taught(board_id)
    ticket, where = request.form.get("ticket", ""), request.form.get("where", "")
    return _kept(lambda: with_dock(board, ticket, Crossroads.parse(where)), "docks")


@views.get("/<board_id>/geometry.json")
def geometry(board_id: str) -> Response:
    """Return all that is known of a taught board, to be corrected in a file."""
    board, _ = _taught(board_id)
    response = Response(geometry_json(board), mimetype="application/json")
    name = f"{board.id}.geometry.json"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@views.post("/<board_id>/geometry")
def from_geometry(board_id: str) -> BaseResponse:
    """Take back a corrected geometry file."""
    board, city = _taught(board_id)
    file = request.files.get("geometry")
    data = file.read() if file else b""
    if not data:
        raise RefusedError("no-file", 400)
    return _kept(lambda: redescribed(board, city, data))


@views.post("/<board_id>/turn")
def turn(board_id: str) -> BaseResponse:
    """Turn the picture, where the upper side was taken wrongly."""
    from scorer.vision.picture import load_picture
    from scorer.vision.propose import proposed, turned
    from scorer.vision.taught import save_taught

    board, city = _taught(board_id)
    folder = services().taught_boards
    picture = turned(load_picture(board.id, folder), 1 if _square(board) else 2)
    save_taught(folder, replace(picture, board=proposed(picture, city)))
    return redirect(url_for("teach.editor", board_id=board.id), 303)


@views.post("/<board_id>/delete")
def delete(board_id: str) -> BaseResponse:
    """Forget a taught board that no game needs."""
    from scorer.vision.taught import TaughtBoardError, remove_taught

    if services().games.uses(board_id):
        raise RefusedError("board-in-use", 409)
    try:
        remove_taught(services().taught_boards, board_id)
    except TaughtBoardError as error:
        raise RefusedError("teach", 404, detail=detail_of(error)) from error
    return redirect(url_for("teach.page"), 303)


def _points() -> int | None:
    """Return the PP that were typed in, or None if the field was left empty."""
    value = request.form.get("value", "").strip()
    if value and not (value.isascii() and value.isdigit() and len(value) < 4):
        raise CorrectionError(f"{value[:20]!r} are no PP")
    return int(value) if value else None


def _square(board: Board) -> bool:
    return board.page_mm[0] == board.page_mm[1]


def _taught(board_id: str) -> tuple[Board, City]:
    board, city = find_board(board_id)
    if board.practice:
        raise RefusedError("no-board", 404, name=board_id)
    return board, city


def _kept(change: Callable[[], Board], opened: str = "") -> BaseResponse:
    """Keep the board that *change* makes, and show it with the part *opened* that was changed."""
    from scorer.vision.taught import save_geometry

    try:
        board = change()
    except (BoardError, NotationError) as error:
        raise RefusedError("teach", detail=detail_of(error)) from error
    _need_drawn(board)
    save_geometry(services().taught_boards, board)
    page = url_for("teach.editor", board_id=board.id, opened=opened or None, _anchor=opened or None)
    return redirect(page, 303)


def _need_drawn(board: Board) -> None:
    """Refuse a change that takes away what somebody drew on in a kept game."""
    for marks in services().games.marks_on(board.id):
        try:
            marks_on(msgspec.convert(marks, MarksFile), board)
        except MarksError as error:
            raise RefusedError("board-played", 409, detail=detail_of(error)) from error
