"""Beginning a game: the city's map, who plays, and which modules."""

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as BaseResponse

from scorer.printing.sheet import blank_pdf
from scorer.rules.city.city import City
from scorer.rules.jsonfile import to_data
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import GameMode, usual_setup
from scorer.rules.table.game import PlayerColour
from scorer.store.games import NewPlayer
from scorer.store.kept import FIND_OUT
from scorer.web.games.known import OTHER_GAMES
from scorer.web.games.plugin import OtherGame
from scorer.web.pages.upload import AUTO
from scorer.web.services import services
from scorer.web.serving.downloads import paper
from scorer.web.serving.errors import RefusedError
from scorer.web.serving.limits import begins, limiter, reads
from scorer.web.serving.words import word
from scorer.web.views.knownboards import FIRST, all_boards, find_board
from scorer.web.views.players import COLOURS, colours_for, player_names, typed_name

views = Blueprint("newgame", __name__)

# Rows on the page; further players join on the game's own page.
ROWS = 4
# How many sit down where nobody gave a name.
NAMELESS = {GameMode.USUAL: 2, GameMode.SOLO: 1}


@views.get("/new")
def page() -> str:
    """Show the form."""
    wanted = request.args.get("board")
    boards = sorted(all_boards(), key=lambda one: one.id != wanted)
    _, city = find_board(boards[0].id)
    return render_template(
        "new.html",
        boards=boards,
        auto=AUTO,
        # Whoever comes from a board wants to play on it.
        wanted=wanted or AUTO,
        city=city,
        colours=COLOURS,
        rows=ROWS,
        kinds=list(GameMode),
    )


@views.post("/games")
@limiter.limit(reads)
def create() -> BaseResponse:
    """Keep the new game and go on to its table."""
    wanted = request.form.get("board", "")
    # Until a photo tells, it is the city that everybody begins with.
    board, city = find_board(FIRST if wanted == AUTO else wanted)
    kind = _kind(request.form.get("kind", ""))
    setup = to_data(usual_setup(city, _mode(city))) | {"mode": kind.value}
    if wanted == AUTO:
        setup[FIND_OUT] = True
    players = _players(to_data(Marks(city.id, board.id)), kind)
    key = services().games.create(city.id, board.id, setup, players, single=False)
    return redirect(url_for("table.page", key=key), 303)


@views.get("/new/<box_id>")
def other_page(box_id: str) -> str:
    """Show the form for a game of another box."""
    return render_template("newother.html", box=_box(box_id), colours=COLOURS)


@views.get("/new/<box_id>/sheet.pdf")
def blank_sheet(box_id: str) -> Response:
    """Return an empty score sheet to print."""
    box = _box(box_id)
    return paper(f"{box.id}.pdf", lambda: blank_pdf(word(box.id), box.most_players, box.blank()))


@views.post("/games/<box_id>")
@limiter.limit(begins)
def create_other(box_id: str) -> BaseResponse:
    """Keep a new game of another box and go on to its table."""
    box = _box(box_id)
    rows = _named(box.most_players) or [(1, ""), (2, "")]
    named = zip(player_names(rows), _colours(rows), strict=True)
    players = [NewPlayer(box.own(), name, colour) for name, colour in named]
    key = services().games.create(
        "", "", box.begun(request.form), players, single=False, box=box.id
    )
    return redirect(url_for("table.page", key=key), 303)


def _box(id_: str) -> OtherGame:
    """Return the game called *id_*; where there is none, the page is not found."""
    return OTHER_GAMES.get(id_) or abort(404)


def _named(most: int) -> list[tuple[int, str]]:
    """Return the rows of the form in which a name was typed, with their numbers."""
    return [row for row in _rows(most) if row[1]]


def _rows(most: int) -> list[tuple[int, str]]:
    """Return the names typed in the form's rows, with the rows' numbers."""
    return [(i, typed_name(request.form.get(f"name{i}", ""))) for i in range(1, most + 1)]


def _kind(typed: str) -> GameMode:
    return GameMode(typed) if typed in list(GameMode) else GameMode.USUAL


def _mode(city: City) -> str:
    known = {mode.id: mode for mode in city.modes}
    wanted = request.form.get("mode", "")
    return wanted if wanted in known else city.modes[-1].id


def _players(marks: dict[str, object], kind: GameMode) -> list[NewPlayer]:
    """Return those whose names were typed in; a team game always has four."""
    rows = _rows(ROWS)
    if kind is not GameMode.TEAM:
        rows = _named(ROWS) or rows[: NAMELESS[kind]]
    if kind is GameMode.SOLO and len(rows) > 1:
        raise RefusedError("solo")
    named = zip(player_names(rows), _colours(rows), strict=True)
    return [NewPlayer(marks, name, colour) for name, colour in named]


def _colours(rows: list[tuple[int, str]]) -> list[str]:
    """Return the colours of all players; who chose one that is taken gets another."""
    found: list[PlayerColour | None] = []
    for row, _ in rows:
        chosen = request.form.get(f"colour{row}", "")
        colour = PlayerColour(chosen if chosen in COLOURS else COLOURS[row - 1])
        found.append(None if colour in found else colour)
    return colours_for(found)
