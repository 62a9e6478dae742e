"""Corners set by hand: the way on when the map was not found, or was found wrongly."""

from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec
from flask import Blueprint, redirect, render_template, request, url_for
from msgspec import Meta, Struct
from werkzeug.wrappers import Response as BaseResponse

from scorer.rules.board.board import Board
from scorer.rules.city.city import city_names, load_city
from scorer.rules.innsmouth.filled import GAME
from scorer.store.games import Game, PictureInfo, PictureKind, Player, ReadOnlyError
from scorer.web.games.innsmouth import town_of_table
from scorer.web.games.towns import has_picture, home_of, known_towns
from scorer.web.owners import new_owner
from scorer.web.pages.jobs import follow
from scorer.web.pages.pictures import photo_address
from scorer.web.pages.teach import new_board
from scorer.web.reading.desk import HARD_TO_FIND
from scorer.web.services import services
from scorer.web.serving.errors import RefusedError, detail_of
from scorer.web.serving.limits import limiter, reads
from scorer.web.serving.words import sentences, word
from scorer.web.views.knownboards import find_board
from scorer.web.views.notread import WHICH, is_poor, is_several, why_not_read
from scorer.web.views.waiting import Waiting

views = Blueprint("corners", __name__, url_prefix="/game/<key>/<int:seat>/corners")

Coordinate = Annotated[float, Meta(ge=-20000, le=40000)]


class Corners(Struct, frozen=True, forbid_unknown_fields=True):
    """The map's corners in the kept photo or beside it, clockwise, in pixels."""

    corners_xy: Annotated[list[tuple[Coordinate, Coordinate]], Meta(min_length=4, max_length=4)]


def show(
    photo: str,
    size: tuple[int, int],
    corners: Sequence[Sequence[float]],
    names: Sequence[str],
    send: str,
    *,
    title: str,
    texts: Sequence[str],
    read: str,
    ways: Sequence[tuple[str, str]],
    may_turn: bool = True,
    town: Mapping[str, object] | None = None,
) -> str:
    """Return a page with a photo and four corners to drag.

    Parameters
    ----------
    photo, send : str
        The addresses of the photo, and of what takes the corners.
    size : (int, int)
        The photo's width and height.
    corners : (4, 2) of float
        Where they are first.
    names : four str
        What is written at them.
    read : str
        What the button says that sends them.
    ways : sequence of (str, str)
        The addresses of other ways on, and what they are called.
    may_turn : bool
        Whether it matters which corner is the first.
    town : mapping, optional
        The ways of a game whose photo may show another town, as the template takes them.
    """
    return render_template(
        "corners.html",
        photo=photo,
        size=size,
        corners=corners,
        names=names,
        send=send,
        title=title,
        texts=texts,
        read=read,
        ways=ways,
        may_turn=may_turn,
        town=town,
    )


def sent_corners() -> list[tuple[float, float]]:
    """Return the corners that were sent.

    Raises
    ------
    RefusedError
        If they are none.
    """
    try:
        return msgspec.json.decode(request.get_data(), type=Corners).corners_xy
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise RefusedError("corners", detail=detail_of(error)) from error


def inside(size: tuple[int, int], rim: float = 0.06) -> list[list[float]]:
    """Return corners to begin with: those of a photo, in from them by *rim* of its sides."""
    width, height = size
    (left, right), (top, bottom) = (
        (rim * side, (1 - rim) * side) for side in (float(width), float(height))
    )
    return [[left, top], [right, top], [right, bottom], [left, bottom]]


@views.get("")
def page(key: str, seat: int) -> BaseResponse | str:
    """Show the photo with four corners to drag."""
    game = services().games.load(key)
    player = game.player(seat)
    if not game.editable:
        raise ReadOnlyError("this key is for looking only")
    if player.not_read and PictureKind.PHOTO not in player.pictures:
        # What was sent was no picture: the board's page says so, and takes another photo.
        return redirect(_way_back(game, seat))
    board = _board_of(game, player)
    info = _photo_of(player)
    not_read = player.not_read or {}
    known = player.reading.corners_xy if player.reading else _middle(info)
    maps = [not_read.get("corners_xy", known), *not_read.get("others_xy", [])]
    at = request.args.get("map", 0, type=int) % len(maps)
    following = url_for("corners.page", key=key, seat=seat, map=(at + 1) % len(maps))
    names = corner_names(board, _half(player))
    asks = game.box == GAME and not_read.get("reason") in WHICH
    return show(
        photo_address(key, player),
        (info.width, info.height),
        maps[at],
        names,
        url_for("corners.set_corners", key=key, seat=seat),
        title=_title(player),
        texts=_texts(player, names, one_map=game.box == GAME),
        read=_read_words(player),
        ways=(
            *([(following, word("corners.next"))] if maps[1:] else []),
            (_way_back(game, seat), word("corners.leave" if player.reading else "corners.by-hand")),
            (_way_back(game, seat, "photo"), word("corners.another")),
        ),
        town=_another_town(game, seat) if asks else None,
    )


def _another_town(game: Game, seat: int) -> dict[str, object]:
    """Return the ways to the town that a photo shows: known ones, and one to be taught.

    One that is known without a photo of its blank board may be the game's already.
    """
    own, key = town_of_table(game.setup).file, game.key
    known = [one for one in known_towns() if has_picture(one)]
    others = [(one.file.id, one.file.name) for one in known if one.file.id != own.id]
    teach, how = url_for("townteach.page", key=key, seat=seat), word("towns.own")
    if not own.practice and home_of(own.id) and own.id not in {one.file.id for one in known}:
        teach = url_for("townteach.editor", town_id=own.id, key=key, seat=seat)
        how = word("towns.lacks", name=own.name)
    return {"key": key, "seat": seat, "others": others, "teach": teach, "how": how}


def _title(player: Player) -> str:
    if not player.not_read:
        return word("corners.title")
    found = is_poor(player) or is_several(player)
    return word("not-read" if found else "corners.not-found")


def _read_words(player: Player) -> str:
    """Return what the button says that has the photo read with the corners."""
    if is_several(player):
        return word("corners.this-one")
    return word("corners.anyway" if is_poor(player) else "corners.read")


def _texts(player: Player, names: Sequence[str], *, one_map: bool) -> list[str]:
    not_read = player.not_read or {}
    reason = str(not_read.get("reason", ""))
    texts = [why_not_read(reason, one_map=one_map, at_corners=True)] if reason else []
    if is_poor(player) and "corners_xy" in not_read:
        texts.append(found_all_the_same(reason))
    how, stays = word("corners.how", names=word("list").join(names)), word("corners.stays")
    return [*texts, sentences(how, stays) if player.reading else how]


def found_all_the_same(reason: str) -> str:
    """Return that a photo that was not read may be read with the corners that were found."""
    found, outside = word("corners.found"), word("corners.outside")
    return f"{found} {outside}" if reason == "cut-off" else found


@views.post("")
@limiter.limit(reads)
def set_corners(key: str, seat: int) -> BaseResponse:
    """Read the photo with corners set by hand; corrections made before stay."""
    game = services().games.load(key)
    if not game.editable:
        raise ReadOnlyError("this key is for looking only")
    _photo_of(game.player(seat))
    return follow(services().desk.read_again(game, seat, sent_corners()))


@views.get("/teach")
def to_teach(key: str, seat: int) -> str:
    """Show the photo that no board was learned from, with four corners to drag, and why it was."""
    waiting = _waiting(key, seat)
    player, why = waiting.player, request.args.get("why", "")
    city, name = request.args.get("city", ""), request.args.get("name", "")
    if city not in city_names():
        raise RefusedError("no-board", 404, name=city)
    info = _photo_of(player)
    names = corner_names(load_city(city).practice_board)
    asked, how = word("teach.corners"), word("corners.how", names=word("list").join(names))
    texts = [sentences(asked, how)]
    return show(
        photo_address(key, player),
        (info.width, info.height),
        waiting.corners or (player.not_read or {}).get("corners_xy", _middle(info)),
        names,
        url_for("corners.teach", key=key, seat=seat, city=city, name=name),
        title=word("error.not-taught"),
        texts=[why_not_read(why, at_corners=True), *texts] if why in HARD_TO_FIND else texts,
        read=word("teach.corners.learn"),
        ways=((url_for("teach.page", key=key, seat=seat), word("error.back")),),
    )


@views.post("/teach")
@limiter.limit(reads)
def teach(key: str, seat: int) -> BaseResponse:
    """Learn a board from the photo with corners set by hand, and from the other players'."""
    waiting, corners = _waiting(key, seat), sent_corners()
    _photo_of(waiting.player)
    city, id_, name = new_board(request.args)
    ticket = services().desk.learn_drawn(
        waiting.photos(),
        city,
        id_,
        name,
        owner=new_owner(id_),
        waits=(key, seat),
        # Whether it is known was asked before it was looked for.
        anyway=True,
        corners=corners,
        by_hand=True,
    )
    return follow(ticket)


def _waiting(key: str, seat: int) -> Waiting:
    game = services().games.load(key)
    if not game.editable:
        raise ReadOnlyError("this key is for looking only")
    return Waiting(game, game.player(seat))


def _board_of(game: Game, player: Player) -> Board:
    if game.box == GAME:
        return town_of_table(game.setup).board
    return find_board(player.board_id)[0]


def _way_back(game: Game, seat: int, part: str = "") -> str:
    """Return the address of the page that shows the board at *seat*, or of a *part* of it."""
    if game.box == GAME:
        return url_for("table.page", key=game.key, _anchor=f"player-{seat}")
    return url_for("board.page", key=game.key, seat=seat, _anchor=part or None)


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


def corner_names(board: Board, half: str = "") -> list[str]:
    """Return the locations in the corners of the map or its *half*, clockwise from top left."""
    places = [cell.location for cell in board.cells if not cell.location.name]
    last = max(place.column for place in places)
    bottom = max(place.row for place in places)
    left = last // 2 + 1 if half == "right" else 0
    right = last // 2 if half == "left" else last
    wanted = [(left, 0), (right, 0), (right, bottom), (left, bottom)]
    return [str(place) for at in wanted for place in places if (place.column, place.row) == at]
