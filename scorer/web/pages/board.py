"""The page of one board and the JSON behind its taps."""

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorer.rules.board.board import Board
from scorer.rules.city.city import City
from scorer.rules.jsonfile import to_data
from scorer.store.games import (
    OTHER_VIEWS,
    Changed,
    ConflictError,
    Game,
    PictureKind,
    Player,
    Source,
)
from scorer.store.kept import ALL_THE_SAME, kept_marks
from scorer.web.edits import (
    SETUP_EDITS,
    Change,
    DrawingEdit,
    corrected,
    own_after,
    parse_change,
    set_up,
    settled_after,
    still_fits,
)
from scorer.web.otherdrawing import with_drawing_chosen
from scorer.web.services import services
from scorer.web.serving.assets import as_gzip
from scorer.web.serving.live import stream
from scorer.web.stamps import newest_of_board, stamp_of_board
from scorer.web.views.boardpage import state, version_of
from scorer.web.views.knownboards import find_board, game_name, lies_across, scene
from scorer.web.views.notread import (
    NO_MAP,
    WHICH,
    is_poor,
    is_several,
    why_not_read,
    wrong_board_words,
)
from scorer.web.views.outdated import board_changed, is_corrected, is_outdated, places_now
from scorer.web.views.players import file_stem
from scorer.web.views.results import is_begun

views = Blueprint("board", __name__, url_prefix="/game/<key>/<int:seat>")


@views.get("")
def page(key: str, seat: int) -> str:
    """Show a board with what was read, its route and its score sheet."""
    game, player, board, city = opened(key, seat)
    return render_template(
        "board.html",
        game=game,
        player=player,
        board=board,
        city=city,
        title=game_name(board, city),
        has_photo=PictureKind.PHOTO in player.pictures,
        # What was read stays when a public host forgets the photo by its age.
        photo_gone=player.reading is not None and PictureKind.RECTIFIED not in player.pictures,
        views=any(kind in player.pictures for kind in OTHER_VIEWS),
        bundled=can_bundle(player),
        begun=PictureKind.PHOTO in player.pictures or bool(player.marks.get("sections")),
        drawn=is_begun(player),
        across=lies_across(board),
        picture_name=f"{file_stem(board.id, game, player)}.png",
        simulated=player.source is Source.SAMPLE,
        poor=is_poor(player),
        several=is_several(player),
        no_map=player.not_read is not None and player.not_read["reason"] in NO_MAP,
        which=player.not_read is not None and player.not_read["reason"] in WHICH,
        all_the_same=player.reading is not None and ALL_THE_SAME in player.reading.quality,
        outdated=is_outdated(player),
        board_changed=board_changed(game),
        corrected=is_corrected(player),
        wrong_board=wrong_board_words(game, player),
        why=why_not_read(player.not_read["reason"]) if player.not_read else "",
    )


@views.get("/scene")
def board_scene(key: str, seat: int) -> Response:
    """Return what the page needs once, and the state."""
    game = services().games.load(key)
    # Taken first: a page that shows what is newer is told once more.
    stamp = stamp_of_board(services().shelf, game, seat)
    player, (board, city) = game.player(seat), find_board(game.board_id)
    shown = scene(game, player, board, city)
    # As much as all scripts of a board together, and several phones ask for it at once.
    return as_gzip(jsonify(scene=shown, state=state(game, player, board, city), stamp=stamp))


@views.get("/events")
def board_events(key: str, seat: int) -> Response:
    """Stream the board's stamp whenever it changes."""
    known = services()
    games, boards = known.games, known.shelf
    newest_of_board(games, boards, key, seat)
    topic = games.topic(key)
    return stream(known.hub, topic, lambda: newest_of_board(games, boards, key, seat))


@views.get("/stamp")
def board_stamp(key: str, seat: int) -> Response:
    """Return the board's stamp, for pages that have no stream."""
    return jsonify(stamp=newest_of_board(services().games, services().shelf, key, seat))


@views.get("/state")
def board_state(key: str, seat: int) -> Response:
    """Return what every tap may change."""
    return jsonify(state(*opened(key, seat)))


@views.post("/edits")
def edit(key: str, seat: int) -> tuple[Response, int]:
    """Apply corrections; where they clash with somebody else's, answer 409 with the state."""
    change = parse_change(request.get_data())
    try:
        game = services().games.correct(key, seat, lambda now: _corrected(now, seat, change))
    except ConflictError:
        return jsonify(error="changed elsewhere", state=state(*opened(key, seat))), 409
    player = game.player(seat)
    return jsonify(state(game, player, *find_board(player.board_id))), 200


@views.post("/unread")
def leave_out(key: str, seat: int) -> BaseResponse:
    """Leave out a photo that was not read: the board is as the one before showed it."""
    services().games.drop_unread(key, seat)
    services().hub.tell(key)
    return redirect(url_for("board.page", key=key, seat=seat), 303)


def _corrected(game: Game, seat: int, change: Change) -> Changed:
    """Return the board at *seat* after *change*.

    Raises
    ------
    ConflictError
        If somebody changed the same places meanwhile, or the set-up that *change* is about.
    """
    player = game.player(seat)
    board, city = find_board(player.board_id)
    marks = kept_marks(player, board)
    newest = change.version == version_of(game, player)
    if not newest and not still_fits(marks, game.setup, player.own, change.edits):
        raise ConflictError("the board or the set-up was changed elsewhere")
    setup = set_up(game.setup, city, change.edits)
    changed = Changed(
        to_data(corrected(marks, board, change.edits)),
        settled_after(player.settled, change.edits, places_now(player)),
        own_after(player.own, change.edits),
        setup if any(isinstance(one, SETUP_EDITS) for one in change.edits) else None,
    )
    if any(isinstance(one, DrawingEdit) for one in change.edits):
        return with_drawing_chosen(changed, player, board, change.edits, places_now(player))
    return changed


def can_bundle(player: Player) -> bool:
    """Whether a photo shows the whole of a player's board, and was read."""
    reading = player.reading
    whole = reading is not None and not reading.quality.get("half")
    return whole and PictureKind.PHOTO in player.pictures


def opened(key: str, seat: int) -> tuple[Game, Player, Board, City]:
    """Return the game with *key*, who sits at *seat*, and their board and city."""
    game = services().games.load(key)
    player = game.player(seat)
    board, city = find_board(player.board_id)
    return game, player, board, city
