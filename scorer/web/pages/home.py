"""The start page, and the ways to a board without a photo."""

import json
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorer.rules.board.board import Board
from scorer.rules.city.city import City, load_city
from scorer.rules.jsonfile import from_data, to_data
from scorer.rules.jsonfile.text import JsonError, refuse_double_keys
from scorer.rules.judge.claim import WrittenClaim
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import MarksError
from scorer.rules.position.marks import Marks, parse_marks
from scorer.rules.position.saved import SavedBoard, refuse_mistyped, rivals_in
from scorer.rules.position.setup import Setup, usual_setup
from scorer.rules.status import Checking
from scorer.rules.table.game import Game as PlainGame
from scorer.rules.table.game import PlayedGame, parse_game
from scorer.rules.values import replace
from scorer.store.games import NewPlayer, Source
from scorer.store.kept import kept_rivals, place_of
from scorer.web.games.known import OTHER_GAMES
from scorer.web.pages.shareboard import is_board_file, taken_in
from scorer.web.pages.upload import chosen_file
from scorer.web.services import services
from scorer.web.serving.errors import RefusedError
from scorer.web.serving.limits import begins, limiter
from scorer.web.serving.security import MOST_BYTES
from scorer.web.serving.words import proper
from scorer.web.views.boardpage import best_sheet
from scorer.web.views.knownboards import all_boards, find_board
from scorer.web.views.players import colours_for, player_name
from scorer.web.views.results import lost_routes
from scorer.web.views.searches import was_busy

views = Blueprint("home", __name__)

# What a claim has beside a board: what somebody wrote on the own sheet.
CLAIMED = {*WrittenClaim.__struct_fields__} - {*SavedBoard.__struct_fields__}
# What a saved board tells of how far people had looked at it.
CHECKING = Checking.__struct_fields__


@views.get("/")
def start() -> str:
    """Show the ways to begin."""
    boards = all_boards()
    names = [proper("city", one.city, load_city(one.city).name) for one in boards if one.practice]
    hero = next((one for one in boards if one.practice), boards[0])
    return render_template(
        "home.html", boards=boards, practice_names=names, hero=hero, others=list(OTHER_GAMES)
    )


@views.get("/healthz")
def health() -> Response:
    """Say that the app answers."""
    return Response("ok\n", mimetype="text/plain")


@views.post("/boards")
@limiter.limit(begins)
def by_hand() -> BaseResponse:
    """Begin with an empty board, to be tapped in."""
    board, city = find_board(request.form.get("board", ""))
    player = NewPlayer(to_data(Marks(city.id, board.id)))
    setup = to_data(usual_setup(city))
    key = services().games.create(city.id, board.id, setup, [player], single=True)
    return redirect(url_for("board.page", key=key, seat=1), 303)


@views.post("/files")
@limiter.limit(begins)
def from_file() -> BaseResponse:
    """Begin with a board that was saved as a file, or with marks as JSON.

    The file of a board from somebody's box is taken in: nothing is drawn on that one.
    """
    data = chosen_file("file")
    if is_board_file(data):
        return taken_in(data)
    if len(data) > MOST_BYTES:
        raise RefusedError("413", 413)
    try:
        content = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise RefusedError("no-json") from error
    if not isinstance(content, dict):
        raise RefusedError("no-json")
    if "game" in content:
        return redirect(url_for("table.page", key=_kept_other(data, content["game"])), 303)
    if "players" in content:
        return redirect(url_for("table.page", key=_kept_game(data)), 303)
    _refuse_double_keys(data)
    if "marks" in content and CLAIMED & content.keys():
        raise RefusedError("claim")
    if "marks" in content:
        refuse_mistyped(content)
    marks_file = parse_marks(json.dumps(content.get("marks", content)).encode())
    load_city(marks_file.city)
    board, city = _board_in_file(marks_file.board)
    marks = marks_file.checked_on(board)
    checking = _checking(content)
    try:
        setup = from_data(content.get("setup", {}), Setup).checked_in(city)
    except JsonError as error:
        raise MarksError(f"setup: {error}") from error
    rivals = rivals_in(content, setup)
    best_sheet(FilledBoard(board, city, marks, setup, rivals))
    own = kept_rivals(setup, rivals, checking.others_task)
    player = _from_file(NewPlayer(to_data(marks), own=own), checking)
    key = services().games.create(city.id, board.id, to_data(setup), [player], single=True)
    return redirect(url_for("board.page", key=key, seat=1), 303)


def _board_in_file(id_: str) -> tuple[Board, City]:
    """Return the board called *id_* that a file was saved on, and its city.

    Raises
    ------
    RefusedError
        If it is not here: then its own file is to be taken in first.
    """
    try:
        return find_board(id_)
    except RefusedError as error:
        if error.name != "no-board":
            raise
        raise RefusedError("board-elsewhere", 404, name=id_) from error


def _refuse_double_keys(data: bytes) -> None:
    try:
        refuse_double_keys(data)
    except JsonError as error:
        raise MarksError(f"board: {error}") from error


def _kept_game(data: bytes) -> str:
    """Keep the game in a game file, and return its key."""
    game = parse_game(data)
    city = load_city(game.city)
    for one in game.players:
        if named := one.board or one.marks.board:
            _board_in_file(named)
    played = game.played_in(city, lambda id_: find_board(id_)[0])
    _refuse_lost(game, played)
    colours = colours_for([one.colour for one in played.players])
    players = [
        _from_file(
            NewPlayer(
                to_data(one.marks),
                player_name(one.name, number),
                colours[number - 1],
                own=_own(one.setup) | kept_rivals(one.setup, one.rivals, told.others_task),
            ),
            one.checking,
        )
        for number, (told, one) in enumerate(zip(game.players, played.players, strict=True), 1)
    ]
    setup = to_data(replace(played.players[0].setup, balance_cards=0, task_half=None))
    if game.challenge is not None:
        setup["challenge"] = to_data(game.challenge)
    board = played.players[0].board
    return services().games.create(city.id, board.id, setup, players, single=False)


def _refuse_lost(game: PlainGame, played: PlayedGame) -> None:
    """Refuse a *game* with what no page has a place for, where it changes the result.

    That is a player's own ratings, and a final route that somebody chose.
    """
    setups = [one.setup for one in played.players]
    if len({(one.unrated, *sorted(one.ratings.items())) for one in setups}) > 1:
        common = game.setup.checked_in(played.city)
        name = next(
            told.name
            for told, own in zip(game.players, setups, strict=True)
            if (own.ratings, own.unrated) != (common.ratings, common.unrated)
        )
        raise RefusedError("own-ratings", name=name.strip())
    if lost := lost_routes(played):
        if was_busy():
            raise RefusedError("429", 429)
        raise RefusedError("own-route", name=played.players[lost[0]].name)


def _kept_other(data: bytes, name: object) -> str:
    """Keep the game of another box in a file, and return its key."""
    box = OTHER_GAMES.get(name) if isinstance(name, str) else None
    if box is None:
        raise RefusedError("no-json")
    shared, found = box.opened(data)
    colours = colours_for([None] * len(found))
    players = [
        replace(one, name=player_name(one.name, i), colour=colours[i - 1])
        for i, one in enumerate(found, 1)
    ]
    return services().games.create("", "", shared, players, single=False, box=box.id)


def _own(setup: Setup) -> dict[str, Any]:
    """Return what of a *setup* is one player's alone."""
    kept = {"balance_cards": setup.balance_cards, "task_half": setup.task_half}
    return {key: value for key, value in kept.items() if value}


def _checking(content: dict[str, Any]) -> Checking:
    """Return how far people had looked at a board when it was saved, or read."""
    told = {key: content[key] for key in CHECKING if key in content}
    if isinstance(content.get("doubts"), list):
        told["to_check"] = len(content["doubts"])
    try:
        return from_data(told, Checking)
    except JsonError as error:
        raise MarksError(f"board: {error}") from error


def _from_file(player: NewPlayer, checking: Checking) -> NewPlayer:
    """Return *player* as one from a file, whose board was looked at so far."""
    own = player.own | ({"to_check": checking.to_check} if checking.to_check else {})
    # A board that was being tapped in goes on being tapped in.
    source = Source.HAND if checking.checked is False else Source.FILE
    settled = frozenset({place_of("checked", "0")}) if checking.checked else frozenset()
    return replace(player, own=own, source=source, settled=settled)
