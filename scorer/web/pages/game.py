"""The page of a game: everybody's score side by side, and what all players share."""

import io
from contextlib import suppress
from itertools import count
from typing import Any

import segno
from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorer.rules.city.city import City
from scorer.rules.jsonfile import to_data
from scorer.rules.position.mark import MarksError
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import GameMode, lowest_ratings
from scorer.rules.table.game import BOARDS_IN_BOX
from scorer.rules.table.ties import TEAMS
from scorer.store.games import (
    PLACE,
    ConflictError,
    Game,
    NewPlayer,
    Played,
    ReadOnlyError,
    UnknownSeatError,
)
from scorer.store.kept import FIND_OUT, GAME_KEYS, REMATCH, REMATCH_OF
from scorer.web.edits import SETUP_EDITS, cards_fit, parse_change, set_up
from scorer.web.games.entries import ClashError, entered, entries_in, refuse_clashes, until_checked
from scorer.web.games.known import other_game
from scorer.web.games.plugin import OtherGame
from scorer.web.games.telling import names_in
from scorer.web.services import services
from scorer.web.serving.errors import RefusedError
from scorer.web.serving.hosts import asked_by, is_this_computer
from scorer.web.serving.limits import begins, limiter
from scorer.web.serving.live import stream
from scorer.web.serving.words import proper
from scorer.web.stamps import newest_of_game
from scorer.web.views.boardpage import game_before, next_game
from scorer.web.views.knownboards import city_of, find_board, game_name
from scorer.web.views.othertable import other_table, page_of
from scorer.web.views.outdated import board_changed, is_corrected
from scorer.web.views.players import COLOURS, MOST_PLAYERS, player_name, typed_name
from scorer.web.views.standing import table_data

views = Blueprint("table", __name__, url_prefix="/game/<key>")

# How many play a game of this kind, and how who comes on top is refused.
_MOST: dict[str, int] = {GameMode.TEAM: sum(map(len, TEAMS)), GameMode.SOLO: 1}
_FULL: dict[str, str] = {GameMode.TEAM: "full-team", GameMode.SOLO: "full-solo"}
# Others may set a rating at the same moment.
_TRIES = 100


@views.get("")
def page(key: str) -> BaseResponse | str:
    """Show a game; one board scored on its own has no table and shows itself."""
    game = services().games.load(key)
    if game.single:
        return redirect(url_for("board.page", key=key, seat=game.players[0].seat))
    shown: dict[str, Any] = {
        "game": game,
        "colours": COLOURS,
        "full": len(game.players) >= _most_players(game),
        "join": outside(url_for("table.who", key=game.key)),
        "look": outside(url_for("table.page", key=game.view_key)),
        "before": game_before(game),
    }
    if box := other_game(game):
        names = names_in(game)
        return render_template(f"{box.id}.html", box=box, names=names, **box.page(game), **shown)
    city = city_of(game)
    data = table_data(game, city)
    played = data["players"]
    board, _ = find_board(game.board_id)
    return render_template(
        "table.html",
        names=names_in(game),
        **shown,
        board=board,
        city=city,
        title=game_name(board, city),
        board_name=proper("board", board.id, board.name or board.id),
        # Until every board is in, photos and other phones come first.
        fresh=game.editable and not (played and all(one["begun"] for one in played)),
        outdated=data["outdated"],
        corrected=any(map(is_corrected, game.players)),
        find_out=FIND_OUT in game.setup,
        board_changed=board_changed(game),
        more_boxes=len(game.players) > BOARDS_IN_BOX,
        in_box=BOARDS_IN_BOX,
    )


@views.get("/table")
def table(key: str) -> Response:
    """Return the score sheet of all players."""
    return jsonify(_table(services().games.load(key)))


@views.get("/events")
def events(key: str) -> Response:
    """Stream the game's stamp whenever it changes."""
    known = services()
    games, boards = known.games, known.shelf
    return stream(known.hub, games.topic(key), lambda: newest_of_game(games, boards, key))


@views.get("/stamp")
def stamp(key: str) -> Response:
    """Return the game's stamp, for pages that have no stream."""
    return jsonify(stamp=newest_of_game(services().games, services().shelf, key))


@views.post("/edits")
def edit(key: str) -> tuple[Response, int]:
    """Change what all players share.

    If someone else did so first, answer 409 with the table; without a version the newest counts.
    In a game of another box it changes the players' own values too; 409 names the places where
    another phone was first.
    """
    game = services().games.load(key)
    if box := other_game(game):
        try:
            return jsonify(other_table(_entered(game, box), box)), 200
        except ClashError as error:
            clashes = [
                dict(zip(("seat", "field", "where"), one, strict=True)) for one in error.places
            ]
            table = other_table(services().games.load(key), box)
            return jsonify(error=str(error), table=table, clashes=clashes), 409
    change = parse_change(request.get_data())
    if not all(isinstance(one, SETUP_EDITS) for one in change.edits):
        raise MarksError("$.edits: only ratings, mode and goals belong to the whole game")
    for _ in range(_TRIES):
        game, city = _opened(key)
        newest = change.version in (None, game.version)
        if not newest and not cards_fit(game.setup, change.edits):
            break
        setup = set_up(game.setup, city, change.edits)
        try:
            game = services().games.change_setup(key, game.version, setup)
        except ConflictError:
            continue
        return jsonify(table_data(game, city)), 200
    return jsonify(error="changed elsewhere", state=table_data(*_opened(key))), 409


@views.get("/join")
def who(key: str) -> BaseResponse | str:
    """Ask who holds the phone that has just opened the game by its QR code."""
    game = services().games.load(key)
    if game.single or not game.editable:
        return redirect(url_for("table.page", key=key))
    full = len(game.players) >= _most_players(game)
    # Whoever holds the phone finds themselves also beside somebody of the same name.
    return render_template("join.html", game=game, names=names_in(game), full=full, page_of=page_of)


@views.post("/players")
def add_player(key: str) -> BaseResponse:
    """Let one more player join; a board scored on its own becomes the first of a table."""
    typed = typed_name(request.form.get("name", ""))
    alone = services().games.load(key)
    if alone.single:
        (first,) = alone.players
        name = player_name(first.name, first.seat)
        services().games.change_player(key, first.seat, name, first.colour or COLOURS[0])
    game = services().games.add_player(key, lambda game: _joining(game, typed))
    if "own" in request.form:
        newest = max(game.players, key=lambda one: one.seat)
        return redirect(page_of(game, newest), 303)
    return redirect(url_for("table.page", key=key), 303)


@views.post("/players/<int:seat>")
def change_player(key: str, seat: int) -> BaseResponse:
    """Rename a player, choose another colour, or let them go with their board."""
    game = services().games.load(key)
    if "remove" in request.form:
        # A second tap, or another phone: they are gone as was asked.
        with suppress(UnknownSeatError):
            services().games.remove_player(key, seat)
    else:
        player = game.player(seat)
        colour = request.form.get("colour", player.colour)
        others = zip(game.players, names_in(game), strict=True)
        taken = [name for one, name in others if one is not player]
        typed = typed_name(request.form.get("name", player.name), needed=True)
        name = player_name(typed, seat, taken)
        kept = colour if colour in COLOURS else player.colour
        services().games.change_player(key, seat, name, kept)
    return redirect(url_for("table.page", key=key), 303)


@views.post("/rematch")
@limiter.limit(begins)
def rematch(key: str) -> BaseResponse:
    """Begin a new game with the same players in the same city or box, or go on to the one begun.

    Nothing is drawn yet, and nobody has set ratings or laid out goal cards. Every phone that
    shows the old game is told of the new one.
    """
    game = services().games.load(key)
    if not game.editable:
        raise ReadOnlyError("this key is for looking only")
    if known := next_game(game):
        return redirect(url_for("table.page", key=known.key), 303)
    players = [NewPlayer(empty_marks(game), one.name, one.colour) for one in game.players]
    again = services().games.create(
        game.city,
        game.board_id,
        {**_again(game), REMATCH_OF: game.key},
        players,
        single=False,
        box=game.box,
    )
    try:
        services().games.change_setup(key, game.version, {**game.setup, REMATCH: again})
    except ConflictError:
        # Somebody else changed the set-up, or began the same rematch, at this moment.
        services().games.delete(again)
        return rematch(key)
    return redirect(url_for("table.page", key=again), 303)


@views.post("/delete")
def delete(key: str) -> BaseResponse:
    """Forget the game with all boards and photos."""
    services().games.delete(key)
    return redirect(url_for("home.start"), 303)


@views.get("/join.svg")
def join_code(key: str) -> Response:
    """Return the address of the game as a QR code for other phones."""
    services().games.stamp(key)
    drawn = io.BytesIO()
    code = segno.make(outside(url_for("table.who", key=key)), error="m", micro=False)
    code.save(drawn, kind="svg", border=2, xmldecl=False, light="#fff", omitsize=True)
    return Response(drawn.getvalue(), mimetype="image/svg+xml")


def outside(path: str) -> str:
    """Return *path* as an address that other phones can reach, as far as is known."""
    network, asked = services().network_url, asked_by()
    return (network if network and (is_this_computer() or not asked) else asked) + path


def empty_marks(game: Game) -> dict[str, object]:
    """Return the marks of an empty board; of another box, what a player begins with."""
    if box := other_game(game):
        return box.own()
    empty: dict[str, object] = to_data(Marks(game.city, game.board_id))
    return empty


def _joining(game: Game, typed: str) -> NewPlayer:
    """Return who joins *game* now, with a colour that nobody has.

    In a team game they take the place that is free: partners who stay sit opposite as before.
    """
    most = _most_players(game)
    if len(game.players) >= most:
        raise RefusedError(_FULL.get(game.setup.get("mode", ""), "full"), most=most)
    taken = {player.colour for player in game.players}
    colour = next((one for one in COLOURS if one not in taken), COLOURS[0])
    seat = max([game.left_seat, *(player.seat for player in game.players)]) + 1
    name = player_name(typed, seat, names_in(game))
    own = {PLACE: _free_place(game)} if _in_teams(game) else {}
    return NewPlayer(empty_marks(game), name, colour, own=own)


def _in_teams(game: Game) -> bool:
    return game.setup.get("mode") == GameMode.TEAM


def _free_place(game: Game) -> int:
    """Return the first place, from 1, that nobody of *game* has."""
    taken = {player.own.get(PLACE, player.seat) for player in game.players}
    return next(place for place in count(1) if place not in taken)


def _most_players(game: Game) -> int:
    box = other_game(game)
    if box:
        return box.most_players
    return _MOST.get(game.setup.get("mode", ""), MOST_PLAYERS)


def _table(game: Game) -> dict[str, Any]:
    box = other_game(game)
    return other_table(game, box) if box else table_data(game, city_of(game))


def _entered(game: Game, box: OtherGame) -> Game:
    """Return *game* with the entries sent; what the rules refuse is refused, with its place."""
    entries = entries_in(request.get_data())

    def played(now: Game) -> Played:
        refuse_clashes(now, entries)
        empty = box.shared(), box.own()
        after = entered(now, entries, empty)
        found = _found(box, now, after)
        if after.setup.get("checked") and found:
            # All that was said at the moment of "all is checked" is; what came after it is not.
            known = _found(box, now, entered(now, until_checked(entries), empty))
            if known and any(one not in box.said(known) for one in box.said(found)):
                return Played({**after.setup, "checked": False}, after.players)
        return after

    # What takes long is worked out and remembered before others wait for the store.
    if game.editable:
        played(game)
    return services().games.play(game.key, played)


def _found(box: OtherGame, game: Game, played: Played) -> dict[str, Any] | None:
    """Return the result of *game* as *played*, None while nobody plays."""
    marks = [played.players.get(one.seat, one.marks) for one in game.players]
    found = box.result(played.setup, dict(zip(names_in(game), marks, strict=True)))
    return found[0] if found else None


def _again(game: Game) -> dict[str, Any]:
    """Return what all players share in the rematch of *game*."""
    if box := other_game(game):
        return box.again(game.setup)
    ratings = lowest_ratings(city_of(game))
    anew = {"ratings": ratings, "unrated": list(ratings), "goals": [], "tours": []}
    cards = bool(game.setup.get("goal_cards") or game.setup.get("goals"))
    common = {k: v for k, v in game.setup.items() if k not in GAME_KEYS}
    return {**common, **anew, "goal_cards": cards, "fewer_tours": False}


def _opened(key: str) -> tuple[Game, City]:
    game = services().games.load(key)
    return game, city_of(game)
