"""Which board is it? The way on from a photo that does not show the board that was chosen."""

import json
from contextlib import suppress

from flask import Blueprint, Response, abort, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorer.rules.board.board import Board
from scorer.rules.innsmouth.filled import GAME as INNSMOUTH
from scorer.rules.jsonfile import from_data, to_data
from scorer.rules.position.mark import Mark
from scorer.rules.position.marks import Marks
from scorer.store.games import Game, Json, NewPlayer, PictureKind, Player, ReadOnlyError
from scorer.store.kept import ALL_THE_SAME
from scorer.web.edits import corrections
from scorer.web.games.known import OTHER_GAMES
from scorer.web.games.tickettoride.known import (
    known_maps,
    map_in,
    maps_folder,
    photos_can_be_read,
)
from scorer.web.games.towns import known_towns
from scorer.web.moving import move, stay
from scorer.web.pages.jobs import follow
from scorer.web.pages.linkmaps.maps import BOX as RIDE
from scorer.web.pages.pictures import photo_address
from scorer.web.reading.desk import Links
from scorer.web.services import services
from scorer.web.serving.errors import RefusedError
from scorer.web.serving.limits import limiter, reads
from scorer.web.serving.words import plural, proper, word
from scorer.web.stamps import stamp_of_game
from scorer.web.views.knownboards import all_boards, find_board
from scorer.web.views.notread import is_another
from scorer.web.views.players import COLOURS, player_name
from scorer.web.views.standing import seen_of, settled_seats

views = Blueprint("which", __name__, url_prefix="/game/<key>/<int:seat>/which")


@views.get("")
def page(key: str, seat: int) -> str:
    """Show the photo, and the boards that it may be of as buttons."""
    game = _editable(key)
    # Taken first: a page that shows what is newer is told once more.
    stamp = stamp_of_game(services().shelf, game)
    player = game.player(seat)
    board, _ = find_board(player.board_id)
    not_read = player.not_read or {}
    instead = str(not_read.get("instead", ""))
    boards = all_boards()
    return render_template(
        "which.html",
        game=game,
        player=player,
        board=board,
        has_photo=_has_photo(player),
        photo=photo_address(key, player),
        # Another photo helps first where this one shows no map at all.
        nothing=_has_photo(player) and not_read.get("reason") == "no-board" and not instead,
        why=_why(player, board),
        instead=next((one for one in boards if one.id == instead), None),
        boards=[one for one in boards if one.id != instead],
        unknown="unknown" in not_read,
        same=is_another(player) and "corners_xy" in not_read,
        alone=game.single or len(game.players) == 1,
        others=_others() if game.single and _has_photo(player) else (),
        lost=_lost(game),
        seen=seen_of(game),
        stamp=stamp,
        shown=_shown(game, player),
    )


@views.get("/now")
def now(key: str, seat: int) -> Response:
    """Return what the page would show now, and where to go on once nobody asks any more."""
    game = _editable(key)
    player = game.player(seat)
    on = None if player.not_read else url_for("board.page", key=key, seat=seat)
    reading = seat in services().desk.reading(game.key)
    return jsonify(shown=_shown(game, player), reading=reading, on=on)


@views.post("")
@limiter.limit(reads)
def choose(key: str, seat: int) -> BaseResponse:
    """Let the game be played on another board, and read its photos again at once."""
    before = _editable(key).player(seat).board_id
    game = _chosen(key, seat)
    others = [one for one in game.players if one.seat != seat and _has_photo(one)]
    for player in others if game.board_id != before else ():
        # What is too much at once waits for somebody to ask for it.
        with suppress(RefusedError):
            services().desk.read_again(game, player.seat)
    if not _has_photo(game.player(seat)):
        return redirect(url_for("table.page", key=key), 303)
    return follow(services().desk.read_again(game, seat))


@views.post("/other-game")
@limiter.limit(reads)
def other(key: str, seat: int) -> BaseResponse:
    """Begin a game of another box, and read the photo as one of it."""
    player = _editable(key).player(seat)
    photo = services().games.picture(key, seat, PictureKind.PHOTO)
    if photo is None:
        raise RefusedError("no-photo", 404)
    box = OTHER_GAMES.get(request.form.get("box", ""))
    if box is None or box.id not in (INNSMOUTH, RIDE):
        abort(404)
    # A map is shared by all who play; a board of Innsmouth is one player's.
    names = ("", "") if box.id == RIDE else (player.name,)
    players = [
        NewPlayer(box.own(), player_name(name, i), COLOURS[i - 1])
        for i, name in enumerate(names, 1)
    ]
    shared = box.begun(request.form)
    begun = services().games.load(
        services().games.create("", "", shared, players, single=False, box=box.id)
    )
    if box.id == INNSMOUTH:
        return follow(services().desk.read_for(begun, 1, photo, player.source))
    links = Links(map_in(shared["map"]).id, str(maps_folder()))
    return follow(services().desk.read_links(begun, photo, links))


@views.post("/by-hand")
def by_hand(key: str, seat: int) -> BaseResponse:
    """Go on without reading the photo: the board is tapped in."""
    _chosen(key, seat)
    return redirect(url_for("board.page", key=key, seat=seat), 303)


@views.post("/all-the-same")
@limiter.limit(reads)
def all_the_same(key: str, seat: int) -> BaseResponse:
    """Read the photo as the chosen board, whose print it does not show."""
    game = _editable(key)
    player = game.player(seat)
    corners = (player.not_read or {}).get("corners_xy")
    if not is_another(player) or not corners:
        raise RefusedError("not-another", 409)
    corners = [(x, y) for x, y in corners]
    return follow(services().desk.read_again(game, seat, corners, all_the_same=True))


@views.post("/undo")
def undo(key: str, seat: int) -> BaseResponse:
    """Take back that it is the chosen board all the same: what was read so counts no more."""
    player = _editable(key).player(seat)
    reading = player.reading
    if reading is None or ALL_THE_SAME not in reading.quality:
        raise RefusedError("not-another", 409)
    board, _ = find_board(player.board_id)
    drawn = corrections(player, board)

    def marks(before: Player) -> Json:
        read = before.reading.marks if before.reading else to_data(Marks(board.city, board.id))
        return _with(read, drawn)

    reason = {"reason": "other-board", "corners_xy": reading.corners_xy}
    services().games.set_reading_aside(key, seat, player.version, marks, reason)
    return redirect(url_for("which.page", key=key, seat=seat), 303)


def _lost(game: Game) -> list[str]:
    """Return what is said before another board puts aside what was read or drawn of this one."""
    seats = settled_seats(game)
    if not seats:
        return []
    photos = sum(_has_photo(game.player(seat)) for seat in seats)
    read = [plural("which.sure", photos)] if photos else []
    return [*read, word("which.sure.drawn")]


def _shown(game: Game, player: Player) -> str:
    """Return what differs where the page would say something else."""
    return f"{seen_of(game)} {json.dumps(player.not_read, sort_keys=True)}"


def _refuse_unseen(game: Game) -> None:
    """Refuse to change the board where something was read since the form's page was loaded."""
    board, *seats = request.form.get("seen", "").split() or [""]
    known = set(seats) if board == game.board_id else set()
    if not known.issuperset(map(str, settled_seats(game))):
        raise RefusedError("read-meanwhile", 409)


def _others() -> list[tuple[str, str, str, str]]:
    """Return what of other boxes a photo may show: the box, what is chosen with it, and its name.

    These are maps of Ticket to Ride whose photos can be read, and the towns of Innsmouth; those
    of people's own come first.
    """
    ride, name = word(RIDE), word(INNSMOUTH)
    maps = sorted(filter(photos_can_be_read, known_maps()), key=lambda one: one.practice)
    return [
        *((RIDE, "map", one.id, f"{ride} – {one.name or one.id}") for one in maps),
        *((INNSMOUTH, "town", one.file.id, f"{name} – {one.file.name}") for one in known_towns()),
        (INNSMOUTH, "town", "", name),
    ]


def _with(read: Json, drawn: list[Mark]) -> Json:
    marks = from_data(read, Marks)
    for mark in drawn:
        marks = mark.on(marks)
    data: Json = to_data(marks)
    return data


def _chosen(key: str, seat: int) -> Game:
    """Return the game, played from now on on the board that the form names."""
    game = _editable(key)
    board, _ = find_board(request.form.get("board", ""))
    if board.id != game.player(seat).board_id:
        _refuse_unseen(game)
        return move(services().games, game, board, lambda id_: find_board(id_)[0])
    services().games.set_not_read(key, seat, None)
    return stay(services().games, key)


def _editable(key: str) -> Game:
    game = services().games.load(key)
    if not game.editable:
        raise ReadOnlyError("this key is for looking only")
    return game


def _has_photo(player: Player) -> bool:
    return PictureKind.PHOTO in player.pictures


def _why(player: Player, board: Board) -> str:
    """Return why the photo was not read, of which board, in the reader's language."""
    not_read = player.not_read or {}
    name = proper("board", board.id, board.name or board.id)
    match str(not_read.get("reason", "")):
        case "":
            return ""
        # The page says right below which other board it shows.
        case _ if not_read.get("instead"):
            return word("which.why.another", name=name)
        case "other-board" if "unknown" in not_read:
            return word("which.why.unknown")
        case "other-board":
            return word("which.why.another", name=name)
        case "unsure-board":
            return word("which.why.unsure", name=name)
        case _:
            return word("which.why.none")
