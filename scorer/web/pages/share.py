"""What leaves the app: files that can be opened again, a table, a sheet to print, a link."""

import csv
import io
import json
from dataclasses import replace
from typing import Any
from urllib.parse import quote

from flask import Blueprint, Response

from scorer.printing.sheet import SheetRow, sheet_pdf
from scorer.rules.city import City, load_city
from scorer.rules.marks import setup_data
from scorer.store.games import Game
from scorer.web.board import opened
from scorer.web.boards import city_data
from scorer.web.edits import GAME_KEYS, kept_setup
from scorer.web.picture import board_picture_svg
from scorer.web.players import COLOURS
from scorer.web.services import services
from scorer.web.standing import table_data
from scorer.web.state import sheet_of_seat
from scorer.web.words import plural, word

views = Blueprint("share", __name__, url_prefix="/game/<key>")

STATS = "https://app.bgstatsapp.com/createPlay.html?data="
# Cells that begin so are read as formulas by spreadsheets.
FORMULA = ("=", "+", "-", "@", "\t", "\r")
# Where long words may break on a narrow phone; files have no use for it.
SOFT = "\u00ad"
TIES = ("length", "tourists", "landmarks")


@views.get("/<int:seat>/board.json")
def board_file(key: str, seat: int) -> Response:
    """Return a board as a file that can be opened again, here or by ``scorer score``."""
    game, player, board, city = opened(key, seat)
    setup = setup_data(kept_setup(game, player, city))
    content: dict[str, Any] = {"marks": player.marks, "setup": setup}
    return attachment(json.dumps(content, indent=1), "application/json", f"{board.id}.json")


@views.get("/<int:seat>/board.svg")
def board_image(key: str, seat: int) -> Response:
    """Return a picture of a board with its route and its score sheet."""
    game, player, board, city = opened(key, seat)
    drawn = board_picture_svg(player, board, city, sheet_of_seat(game, player, board, city))
    return attachment(drawn, "image/svg+xml", f"{board.id}.svg")


@views.get("/game.json")
def game_file(key: str) -> Response:
    """Return the game as a file that can be opened again, here or by ``scorer table``."""
    game = services().games.load(key)
    content = json.dumps(game_data(game), indent=1, ensure_ascii=False)
    return attachment(content, "application/json", f"{game.city}.json")


@views.get("/table.csv")
def table_file(key: str) -> Response:
    """Return the score sheet for a spreadsheet; no cell of it is ever a formula."""
    game = services().games.load(key)
    city = load_city(game.city)
    table = table_data(game, city)
    written = io.StringIO()
    out = csv.writer(written)
    out.writerow(_harmless([word("table.step"), *(one["name"] for one in table["players"])]))
    for row in sheet_rows(table, city):
        out.writerow(_harmless([row.label, *row.cells]))
    # With this mark spreadsheets know that the letters are Unicode.
    return attachment("\ufeff" + written.getvalue(), "text/csv", f"{game.city}.csv")


@views.get("/sheet.pdf")
def sheet_file(key: str) -> Response:
    """Return the score sheet as a PDF page."""
    game = services().games.load(key)
    city = load_city(game.city)
    table = table_data(game, city)
    names = [one["name"] for one in table["players"]]
    title = f"{table['city']['name']} · {game.created_at:%Y-%m-%d}"
    pdf = sheet_pdf(title, names, sheet_rows(table, city), [winner_text(table)])
    return attachment(pdf, "application/pdf", f"{game.city}.pdf")


def sheet_rows(table: dict[str, Any], city: City) -> list[SheetRow]:
    """Return the rows of the paper pad: the steps in play, the total, what breaks ties."""
    return [replace(row, label=row.label.replace(SOFT, "")) for row in _rows(table, city)]


def _rows(table: dict[str, Any], city: City) -> list[SheetRow]:
    players = table["players"]
    names = city_data(city)["step_names"]
    there = {step for one in players for step in one["lines"]}
    order = list(dict.fromkeys([*STEPS, *(step for one in players for step in one["lines"])]))
    rows = [
        SheetRow(
            names.get(step) or word(f"step.{step}"),
            tuple(str(one["lines"].get(step, 0)) for one in players),
        )
        for step in order
        if step in there
    ]
    rows.append(SheetRow(word("total"), tuple(str(one["total"]) for one in players), strong=True))
    return rows + [
        SheetRow(word(f"table.{tie}"), tuple(str(one[tie]) for one in players)) for tie in TIES
    ]


STEPS = (
    "red", "green", "blue", "purple", "yellow", "grey", "cafes", "visit-all", "task", "goals",
)  # fmt: skip


def winner_text(table: dict[str, Any]) -> str:
    """Return who won, or nothing while boards are missing or nobody plays against another."""
    names = {one["seat"]: one["name"] for one in table["players"]}
    if not table["complete"] or len(names) < 2 or table["teams"]:
        return ""
    won = [names[seat] for seat in table["places"][0]["seats"]]
    return plural("table.winner", len(won), names=word("list").join(won))


def game_data(game: Game) -> dict[str, Any]:
    """Return *game* as the game file of the rules."""
    setup = {key: value for key, value in game.setup.items() if key not in GAME_KEYS}
    content = {"city": game.city, **setup}
    if game.setup.get("challenge"):
        content["challenge"] = game.setup["challenge"]
    content["players"] = [
        {"name": one.name or word("new.player", n=one.seat), "board": one.board_id}
        | ({"colour": one.colour} if one.colour in COLOURS else {})
        | {"marks": one.marks}
        | one.own
        for one in game.players
    ]
    return content


def stats_link(game: Game, table: dict[str, Any]) -> str:
    """Return the address that hands a finished game over to the BG Stats app."""
    first = set(table["places"][0]["seats"]) if table["places"] else set()
    data = {
        "sourceName": "route-scorer",
        "sourcePlayId": game.view_key,
        "playDate": f"{game.created_at:%Y-%m-%d %H:%M:%S}",
        "game": {
            "name": "En Route",
            "sourceGameId": "en-route",
            "highestWins": True,
            "noPoints": False,
        },
        "board": table["city"]["name"],
        "players": [
            {
                "name": one["name"],
                "sourcePlayerId": one["name"],
                "score": str(one["total"]),
                "winner": one["seat"] in first,
            }
            for one in table["players"]
        ],
    }
    return STATS + quote(json.dumps(data, ensure_ascii=False), safe="")


def attachment(content: str | bytes, mimetype: str, name: str) -> Response:
    """Return *content* as a file to keep."""
    response = Response(content, mimetype=mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _harmless(cells: list[str]) -> list[str]:
    return [f"'{cell}" if cell.startswith(FORMULA) else cell for cell in cells]
