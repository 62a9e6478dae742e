"""Boards from the box: taught by a photo of the blank board, then corrected place by place."""

import re
from collections.abc import Callable, Mapping
from itertools import chain, count
from typing import Annotated, Any, TypedDict

import msgspec
from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from msgspec import Meta, Struct
from werkzeug.wrappers import Response as BaseResponse

from scorer.rules.board.board import Board, BoardError
from scorer.rules.board.geometry import geometry_json
from scorer.rules.city.city import City, city_names, load_city
from scorer.rules.jsonfile import from_data
from scorer.rules.notation import Crossroads, NotationError
from scorer.rules.position.mark import MarksError
from scorer.rules.position.marks import Marks
from scorer.rules.teaching.corrections import CorrectionError, renamed, with_dock
from scorer.rules.teaching.figures import with_figure
from scorer.rules.teaching.geometryedits import redescribed
from scorer.rules.values import replace
from scorer.web.owners import is_owner, need_owner, new_owner, owner_key, take_key
from scorer.web.pages.game import outside
from scorer.web.pages.jobs import follow
from scorer.web.pages.pictures import photo_address
from scorer.web.pages.upload import chosen_file, chosen_photo
from scorer.web.services import services
from scorer.web.serving.errors import RefusedError, detail_of
from scorer.web.serving.limits import limiter, reads
from scorer.web.serving.words import word
from scorer.web.views.boardart import art_address
from scorer.web.views.editor import figure_rows, marked_groups, unseen_places
from scorer.web.views.knownboards import FIRST, all_boards, all_cities, find_board
from scorer.web.views.waiting import Waiting, waiting_photo


class _Opened(Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of the games that a browser has opened."""

    keys: Annotated[list[Annotated[str, Meta(max_length=64)]], Meta(max_length=50)]


class _How(TypedDict):
    waits: tuple[str, int] | None
    anyway: bool
    owner: str


views = Blueprint("teach", __name__, url_prefix="/teach")

# Numbers as people write a row of them down, on any keyboard.
_NUMBERS = re.compile(r"\s*(?:\d{1,3}(?:[\s,;、，/]+|\s*$))*")
# So much of an id is left where a number follows.
_LONGEST_STEM = 44


@views.get("")
def page() -> str:
    """Show the boards that were taught, and the way to teach one more."""
    from scorer.vision.boards.taught import BrokenBoard, is_hidden, taught_boards

    folder = services().taught_boards
    found = taught_boards(folder)
    hidden = {one.id for one in found if is_hidden(folder, one.id)}
    waiting = waiting_photo()
    return render_template(
        "teach.html",
        waiting=waiting,
        photos=[photo_address(waiting.key, one) for one in waiting.players] if waiting else [],
        chosen=waiting.city if waiting else FIRST,
        name=_unused_name(),
        cities=all_cities(),
        # Its owner finds a hidden board here again.
        boards=[
            one
            for one in found
            if isinstance(one, Board) and (one.id not in hidden or is_owner(folder, one.id))
        ],
        hidden=hidden,
        broken=[one for one in found if isinstance(one, BrokenBoard)],
    )


@views.post("")
@limiter.limit(reads)
def teach() -> BaseResponse:
    """Learn a board from the photo of a blank one, or from those of a game that wait for it."""
    waiting = waiting_photo()
    drawn = waiting is not None and not any(one.filename for one in request.files.values())
    data = b"" if drawn else chosen_photo()
    city, id_, name = new_board(request.form)
    desk, how = services().desk, _how(waiting, new_owner(id_))
    if waiting and drawn:
        corners, photos = waiting.corners, waiting.photos()
        return follow(desk.learn_drawn(photos, city, id_, name, corners=corners, **how))
    return follow(desk.learn(data, city, id_, name, **how))


def new_board(told: Mapping[str, str]) -> tuple[str, str, str]:
    """Return the city, the id and the name of a board that is to be learned.

    Raises
    ------
    RefusedError
        If there is no such city, or a board of that name.
    """
    from scorer.vision.boards.taught import TaughtBoardError, board_id

    name, city = " ".join(told.get("name", "").split())[:60], told.get("city", "")
    if city not in city_names():
        raise RefusedError("no-board", 404, name=city)
    try:
        id_ = board_id(name)
    except TaughtBoardError as error:
        raise RefusedError("teach", detail=detail_of(error)) from error
    _need_unused(name)
    return city, _unused_id(id_), name


@views.get("/<board_id>")
def editor(board_id: str) -> BaseResponse | str:
    """Show a taught board; its owner tells what is printed where by tapping it.

    Before that the owner tells which side is up, where the photo did not.
    """
    from scorer.vision.boards.taught import is_hidden, turn_is_asked

    board, city = taught_board(board_id)
    if "owner" in request.args:
        if not take_key(services().taught_boards, board.id, request.args["owner"]):
            raise RefusedError("not-yours", 403)
        return redirect(url_for("teach.editor", board_id=board.id), 303)
    owned = is_owner(services().taught_boards, board.id)
    if owned and turn_is_asked(services().taught_boards, board.id):
        ways = (0, 1, 2, 3) if _square(board) else (0, 2)
        # Large enough to read which way the writing stands, and never the one before a turn.
        picture = art_address(board)
        return render_template(
            "turn.html", board=board, picture=picture, ways=ways, waiting=waiting_photo()
        )
    return render_template(
        "editor.html",
        board=board,
        city=city,
        points=sorted(board.crossroads_xy, key=str),
        groups=marked_groups(board, city),
        figures=figure_rows(board, city),
        tickets=[symbol for symbol in board.cafe_area if symbol.dock],
        link=outside(url_for("teach.editor", board_id=board.id)),
        owned=owned,
        owners_link=outside(owners_address(board.id))
        if owned and owner_key(services().taught_boards, board.id)
        else "",
        unseen=unseen_places(board),
        games=len(services().games.keys_on(board.id)),
        hidden=is_hidden(services().taught_boards, board.id),
        waiting=waiting_photo(),
    )


@views.post("/<board_id>/photo")
@limiter.limit(reads)
def photo(board_id: str) -> BaseResponse:
    """Fill in, by one more photo, what no photo of a taught board has shown."""
    board, _ = own_board(board_id)
    waiting = waiting_photo()
    waits = (waiting.key, waiting.seat) if waiting else None
    return follow(services().desk.learn_better([chosen_photo()], board, waits))


@views.post("/<board_id>/name")
def rename(board_id: str) -> BaseResponse:
    """Show the board under another name."""
    board, _ = own_board(board_id)
    name = " ".join(request.form.get("name", "").split())
    _need_unused(name, board.id)
    return _kept(lambda: renamed(board, name))


@views.post("/<board_id>/dock")
def dock(board_id: str) -> BaseResponse:
    """Say where the dock is that a ticket opens."""
    board, _ = own_board(board_id)
    ticket, where = request.form.get("ticket", ""), request.form.get("where", "")
    return _kept(lambda: with_dock(board, ticket, Crossroads.parse(where)))


@views.post("/<board_id>/figures")
def figures(board_id: str) -> BaseResponse:
    """Confirm what stands on a track, a table or a card of the box; nothing: as the city has it."""
    board, city = own_board(board_id)
    key, text = request.form.get("key", ""), request.form.get("numbers", "")

    def changed() -> Board:
        if not _NUMBERS.fullmatch(text):
            raise CorrectionError(f"{text[:40]!r}: expected numbers, such as 4, 6, 8")
        numbers = tuple(map(int, re.findall(r"\d+", text)))
        return with_figure(board, load_city(city.id), key, numbers)

    return _kept(changed, "figures")


@views.get("/<board_id>/geometry.json")
def geometry(board_id: str) -> Response:
    """Return all that is known of a taught board, to be corrected in a file."""
    board, _ = taught_board(board_id)
    response = Response(geometry_json(board), mimetype="application/json")
    name = f"{board.id}.geometry.json"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@views.post("/<board_id>/geometry")
def from_geometry(board_id: str) -> BaseResponse:
    """Take back a corrected geometry file."""
    board, city = own_board(board_id)
    data = chosen_file("geometry")
    return _kept(lambda: redescribed(board, city, data))


@views.post("/<board_id>/turn")
def turn(board_id: str) -> BaseResponse:
    """Turn the picture by so many quarters clockwise; by default to the next side."""
    from scorer.vision.boards.picture import load_picture
    from scorer.vision.boards.taught import save_taught
    from scorer.vision.teach.propose import proposed, turned

    board, city = own_board(board_id)
    if services().games.uses(board.id):
        raise RefusedError("board-in-use", 409)
    folder = services().taught_boards
    usual = 1 if _square(board) else 2
    quarters = request.form.get("quarters", usual, type=int) % 4
    if quarters % usual:
        raise RefusedError("teach", detail=word("error.somewhere"))
    picture = turned(load_picture(board.id, folder), quarters)
    save_taught(folder, replace(picture, board=proposed(picture, city)))
    return _shown(board.id)


@views.post("/<board_id>/games")
def games_there(board_id: str) -> Response:
    """Return which of the games that a browser has opened are on a board, and how many others."""
    own_board(board_id)
    try:
        asked = set(msgspec.json.decode(request.get_data(), type=_Opened).keys)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise RefusedError("teach", detail=detail_of(error)) from error
    kept = services().games.keys_on(board_id)
    known = [one for keys in kept for one in keys if one in asked]
    return jsonify(known=known, others=sum(asked.isdisjoint(keys) for keys in kept))


@views.post("/<board_id>/hidden")
def hidden(board_id: str) -> BaseResponse:
    """Leave a board that games need out of the lists of boards and of what photos show, or not."""
    from scorer.vision.boards.taught import hide

    board, _ = own_board(board_id)
    hide(services().taught_boards, board.id, request.form.get("hidden") == "yes")
    return _shown(board.id)


@views.post("/<board_id>/delete")
def delete(board_id: str) -> BaseResponse:
    """Forget a taught board that no game needs."""
    from scorer.vision.boards.taught import TaughtBoardError, remove_taught

    need_owner(services().taught_boards, board_id)
    if services().games.uses(board_id):
        raise RefusedError("board-in-use", 409)
    try:
        remove_taught(services().taught_boards, board_id)
    except TaughtBoardError as error:
        raise RefusedError("teach", 404, detail=detail_of(error)) from error
    return redirect(url_for("teach.page", **_waits()), 303)


def _how(waiting: Waiting | None, owner: str) -> "_How":
    """Return which photo waits for the board, and whether it is to be taught whatever is said."""
    waits = (waiting.key, waiting.seat) if waiting else None
    return {"waits": waits, "anyway": "anyway" in request.form, "owner": owner}


def _has_owner(board_id: str) -> bool:
    return bool(owner_key(services().taught_boards, board_id))


def _unused_id(id_: str) -> str:
    """Return *id_*, or one like it where a board has it that goes by another name now."""
    folder, stem = services().taught_boards, id_[:_LONGEST_STEM].rstrip("-")
    ids = chain([id_], (f"{stem}-{number}" for number in count(2)))
    return next(one for one in ids if not (folder / one).exists())


def _need_unused(name: str, but: str = "") -> None:
    """Refuse the *name* of a board other than the one with the id *but*."""
    known = [one.name.casefold() for one in all_boards() if one.id != but]
    if name.casefold() in known:
        raise RefusedError("board-known", 409, name=name)


def _unused_name() -> str:
    """Return a name for a new board that no board has yet."""
    known = {board.name for board in all_boards()}
    usual = word("teach.name.usual")
    names = (usual, *(f"{usual} {number}" for number in range(2, len(known) + 3)))
    return next(name for name in names if name not in known)


def _square(board: Board) -> bool:
    return board.page_mm[0] == board.page_mm[1]


def taught_board(board_id: str) -> tuple[Board, City]:
    """Return a board that somebody taught, and its city.

    Raises
    ------
    RefusedError
        If there is none of that name.
    """
    board, city = find_board(board_id)
    if board.practice:
        raise RefusedError("no-board", 404, name=board_id)
    return board, city


def own_board(board_id: str) -> tuple[Board, City]:
    """Return a taught board that whoever asks may change, and its city.

    Raises
    ------
    RefusedError
        If there is none of that name, or it is somebody else's.
    """
    found = taught_board(board_id)
    need_owner(services().taught_boards, board_id)
    return found


def owners_address(board_id: str) -> str:
    """Return the address of the board's page that makes whoever opens it an owner too."""
    return url_for(
        "teach.editor", board_id=board_id, owner=owner_key(services().taught_boards, board_id)
    )


def _kept(change: Callable[[], Board], part: str | None = None) -> BaseResponse:
    """Keep the board that *change* makes, and show it, from the *part* that was changed."""
    from scorer.vision.boards.taught import save_geometry

    try:
        board = change()
    except (BoardError, NotationError) as error:
        raise RefusedError("teach", detail=detail_of(error)) from error
    need_drawn(board)
    save_geometry(services().taught_boards, board)
    return _shown(board.id, part)


def _shown(board_id: str, part: str | None = None) -> BaseResponse:
    """Return to the board's page, from *part* on, with the photo that waits for the board."""
    return redirect(url_for("teach.editor", board_id=board_id, _anchor=part, **_waits()), 303)


def _waits() -> dict[str, Any]:
    """Return what an address tells of the photo that waits for a board, if one does."""
    waiting = waiting_photo()
    return {"key": waiting.key, "seat": waiting.seat} if waiting else {}


def need_drawn(board: Board) -> None:
    """Refuse a change that takes away what somebody drew on in a kept game."""
    for marks in services().games.marks_on(board.id):
        try:
            from_data(marks, Marks).checked_on(board)
        except MarksError as error:
            raise RefusedError("board-played", 409, detail=detail_of(error)) from error
