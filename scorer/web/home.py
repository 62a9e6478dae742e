"""The start page, and the ways to a board without a photo."""

import json
from dataclasses import replace

import msgspec
from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorer.rules.city import load_city
from scorer.rules.game import game_on, parse_game
from scorer.rules.marks import (
    Marks,
    MarksError,
    SetupFile,
    marks_data,
    marks_on,
    parse_marks,
    setup_data,
    setup_in,
    usual_setup,
)
from scorer.store.games import NewPlayer, Source
from scorer.web.boards import all_boards, find_board
from scorer.web.errors import RefusedError
from scorer.web.players import colours_for, player_name
from scorer.web.services import services
from scorer.web.state import best_sheet
from scorer.web.words import proper

views = Blueprint("home", __name__)


@views.get("/")
def start() -> str:
    """Show the ways to begin."""
    boards = all_boards()
    names = [proper("board", one.id, one.name or one.id) for one in boards if one.practice]
    hero = next((one for one in boards if one.practice), boards[0])
    return render_template("home.html", boards=boards, practice_names=names, hero=hero)


@views.get("/healthz")
def health() -> Response:
    """Say that the app answers."""
    return Response("ok\n", mimetype="text/plain")


@views.post("/boards")
def by_hand() -> BaseResponse:
    """Begin with an empty board, to be tapped in."""
    board, city = find_board(request.form.get("board", ""))
    player = NewPlayer(marks_data(Marks(city.id, board.id)))
    setup = setup_data(usual_setup(city))
    key = services().games.create(city.id, board.id, setup, [player], single=True)
    return redirect(url_for("board.page", key=key, seat=1), 303)


@views.post("/files")
def from_file() -> BaseResponse:
    """Begin with a board that was saved as a file, or with marks as JSON."""
    file = request.files.get("file")
    data = file.read() if file else b""
    if not data:
        raise RefusedError("no-file", 400)
    try:
        content = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise RefusedError("no-json") from error
    if not isinstance(content, dict):
        raise RefusedError("no-json")
    if "players" in content:
        return redirect(url_for("table.page", key=_kept_game(data)), 303)
    marks_file = parse_marks(json.dumps(content.get("marks", content)).encode())
    city = load_city(marks_file.city)
    board, _ = find_board(marks_file.board)
    marks = marks_on(marks_file, board)
    try:
        setup = setup_in(msgspec.convert(content.get("setup", {}), SetupFile), city)
    except msgspec.ValidationError as error:
        raise MarksError(f"setup: {error}") from error
    best_sheet(board, city, marks, setup)
    player = NewPlayer(marks_data(marks), source=Source.FILE)
    key = services().games.create(city.id, board.id, setup_data(setup), [player], single=True)
    return redirect(url_for("board.page", key=key, seat=1), 303)


def _kept_game(data: bytes) -> str:
    """Keep the game in a game file, and return its key."""
    file = parse_game(data)
    city = load_city(file.city)
    played = game_on(file, city, lambda id_: find_board(id_)[0])
    colours = colours_for([one.colour for one in played.players])
    players = [
        NewPlayer(
            marks_data(one.marks),
            player_name(one.name, number),
            colours[number - 1],
            Source.FILE,
            {"balance_cards": one.setup.balance_cards} if one.setup.balance_cards else {},
        )
        for number, one in enumerate(played.players, 1)
    ]
    setup = setup_data(replace(played.players[0].setup, balance_cards=0))
    if file.challenge is not None:
        setup["challenge"] = msgspec.to_builtins(file.challenge)
    board = played.players[0].board
    return services().games.create(city.id, board.id, setup, players, single=False)
