"""The page of a game: everybody's score side by side, and what all players share."""

import io

import segno
from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorer.rules.city import City, load_city
from scorer.rules.marks import Marks, MarksError, lowest_ratings, marks_data
from scorer.store.games import ConflictError, Game, NewPlayer, ReadOnlyError
from scorer.web.edits import SETUP_EDITS, parse_change, set_up
from scorer.web.errors import RefusedError
from scorer.web.live import news
from scorer.web.players import COLOURS, MOST_PLAYERS, player_name
from scorer.web.services import services
from scorer.web.share import stats_link
from scorer.web.standing import table_data

views = Blueprint("table", __name__, url_prefix="/game/<key>")

# Others may set a rating at the same moment.
_TRIES = 10


@views.get("")
def page(key: str) -> BaseResponse | str:
    """Show a game; one board scored on its own has no table and shows itself."""
    game = services().games.load(key)
    if game.single:
        return redirect(url_for("board.page", key=key, seat=game.players[0].seat))
    city = load_city(game.city)
    data = table_data(game, city)
    return render_template(
        "table.html",
        game=game,
        city=city,
        colours=COLOURS,
        # Before the first board is in, photos and other phones come first.
        fresh=game.editable and all(one["status"] == "empty" for one in data["players"]),
        stats=stats_link(game, data),
        full=len(game.players) >= MOST_PLAYERS,
        join=outside(url_for("table.page", key=game.key)),
        look=outside(url_for("table.page", key=game.view_key)),
    )


@views.get("/table")
def table(key: str) -> Response:
    """Return the score sheet of all players."""
    return jsonify(table_data(*_opened(key)))


@views.get("/events")
def events(key: str) -> Response:
    """Stream the game's stamp whenever it changes."""
    store, hub = services().games, services().hub
    store.stamp(key)
    if not hub.enter():
        return Response("too many streams: ask now and then\n", 503, mimetype="text/plain")
    seen = request.args.get("seen", "")
    return Response(news(store, hub, key, seen), mimetype="text/event-stream")


@views.get("/stamp")
def stamp(key: str) -> Response:
    """Return the game's stamp, for pages that have no stream."""
    return jsonify(stamp=services().games.stamp(key))


@views.post("/edits")
def edit(key: str) -> tuple[Response, int]:
    """Change what all players share.

    If someone else did so first, answer 409 with the table; without a version the newest counts.
    """
    change = parse_change(request.get_data())
    if not all(isinstance(one, SETUP_EDITS) for one in change.edits):
        raise MarksError("$.edits: only ratings, mode and goals belong to the whole game")
    for _ in range(1 if change.version is not None else _TRIES):
        game, city = _opened(key)
        setup = set_up(game.setup, city, change.edits)
        version = game.version if change.version is None else change.version
        try:
            game = services().games.change_setup(key, version, setup)
        except ConflictError:
            continue
        return jsonify(table_data(game, city)), 200
    return jsonify(error="changed elsewhere", state=table_data(*_opened(key))), 409


@views.post("/players")
def add_player(key: str) -> BaseResponse:
    """Let one more player join."""
    game = services().games.load(key)
    if game.single or len(game.players) >= MOST_PLAYERS:
        raise RefusedError("full", most=MOST_PLAYERS)
    taken = {player.colour for player in game.players}
    colour = next((one for one in COLOURS if one not in taken), COLOURS[0])
    name = player_name(request.form.get("name", ""), len(game.players) + 1)
    services().games.add_player(key, NewPlayer(empty_marks(game), name, colour))
    return redirect(url_for("table.page", key=key), 303)


@views.post("/players/<int:seat>")
def change_player(key: str, seat: int) -> BaseResponse:
    """Rename a player, choose another colour, or let them go with their board."""
    game = services().games.load(key)
    player = game.player(seat)
    if "remove" in request.form:
        services().games.remove_player(key, seat)
    else:
        colour = request.form.get("colour", player.colour)
        name = player_name(request.form.get("name", player.name), seat)
        kept = colour if colour in COLOURS else player.colour
        services().games.change_player(key, seat, name, kept)
    return redirect(url_for("table.page", key=key), 303)


@views.post("/rematch")
def rematch(key: str) -> BaseResponse:
    """Begin a new game with the same players in the same city, nothing drawn yet."""
    game, city = _opened(key)
    if not game.editable:
        raise ReadOnlyError("this key is for looking only")
    players = [NewPlayer(empty_marks(game), one.name, one.colour) for one in game.players]
    again = services().games.create(
        game.city,
        game.board_id,
        {**game.setup, "ratings": lowest_ratings(city)},
        players,
        single=False,
    )
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
    code = segno.make(outside(url_for("table.page", key=key)), error="m", micro=False)
    code.save(drawn, kind="svg", border=2, xmldecl=False, light="#fff", omitsize=True)
    return Response(drawn.getvalue(), mimetype="image/svg+xml")


def outside(path: str) -> str:
    """Return *path* as an address that other phones can reach, as far as is known."""
    network = services().network_url
    here = request.host.rsplit(":", 1)[0]
    if network and here in ("localhost", "127.0.0.1", "[::1]"):
        return network + path
    return request.host_url.rstrip("/") + path


def empty_marks(game: Game) -> dict[str, object]:
    """Return the marks of a board with nothing on it."""
    return marks_data(Marks(game.city, game.board_id))


def _opened(key: str) -> tuple[Game, City]:
    game = services().games.load(key)
    return game, load_city(game.city)
