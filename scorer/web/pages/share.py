"""What leaves the app: files that can be opened again, a table, a sheet to print, a link."""

import csv
import io
import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from hashlib import sha256
from operator import itemgetter
from typing import Any
from urllib.parse import quote

from flask import Blueprint, Response, abort, redirect
from werkzeug.wrappers import Response as BaseResponse

from scorer.printing.drawing.letters import can_be_read, loses_letters, without_missing
from scorer.printing.sheet import SheetRow, sheet_pdf, sheet_png
from scorer.rules.city.city import City
from scorer.rules.jsonfile import from_data, to_data
from scorer.rules.position.filled import Rivals
from scorer.rules.position.setup import GameMode
from scorer.rules.status import GapKind, Status
from scorer.rules.table.game import Game as PlainGame
from scorer.rules.table.result import Settling
from scorer.rules.table.ties import TEAMS
from scorer.rules.values import replace
from scorer.store.games import Game, PictureKind, Player
from scorer.store.kept import (
    ASIDE,
    FIND_OUT,
    OWN_KEYS,
    REMATCH,
    REMATCH_OF,
    kept_setup,
    others_task,
    told_rivals,
)
from scorer.web.games.known import other_game
from scorer.web.games.summary import Scored, Summary
from scorer.web.games.telling import names_in, place_rows
from scorer.web.pages.board import can_bundle, opened
from scorer.web.pages.understand import rivals_of
from scorer.web.services import services
from scorer.web.serving.downloads import attachment
from scorer.web.serving.errors import RefusedError, detail_of
from scorer.web.serving.limits import LOOKS, limiter
from scorer.web.serving.words import SOFT, day, plural, sentence, sentences, word
from scorer.web.views.boardpage import sheet_of_seat
from scorer.web.views.certainty import kind_word, open_note
from scorer.web.views.knownboards import city_data, city_of
from scorer.web.views.outdated import checking_of
from scorer.web.views.picture import board_picture_svg
from scorer.web.views.players import COLOURS, file_stem
from scorer.web.views.results import can_be_played, status_on, table_result
from scorer.web.views.standing import table_data

views = Blueprint("share", __name__, url_prefix="/game/<key>")

STATS = "https://app.bgstatsapp.com/createPlay.html?data="
# Cells that begin so are read as formulas by spreadsheets.
FORMULA = ("=", "+", "-", "@", "\t", "\r")
TIES = ("length", "tourists", "landmarks")


@views.get("/<int:seat>/board.json")
def board_file(key: str, seat: int) -> Response:
    """Return a board as a file that can be opened again, here or by ``scorer score``."""
    game, player, board, city = opened(key, seat)
    setup = to_data(kept_setup(game, player, city))
    content: dict[str, Any] = {"marks": player.marks, "setup": setup}
    content |= to_data(replace(checking_of(player), others_task=others_task(game, player)))
    if (rivals := _settled_rivals(game, player, city)) is not None:
        content["rivals"] = list(rivals)
    return attachment(
        json.dumps(content, indent=1),
        "application/json",
        f"{file_stem(board.id, game, player)}.json",
    )


def _settled_rivals(game: Game, player: Player, city: City) -> Rivals | None:
    """Return what the others reached on the goal cards, where nothing can change it any more.

    Where best replies go round for ever, routes are not replies to it.
    """
    status, table = status_on(game, player, city), table_result(game, city)
    if any(gap.kind is GapKind.BOARDS for gap in status.missing):
        return None
    if table is None or table.settling is Settling.CYCLE:
        return None
    return rivals_of(game, player, city)


@views.get("/<int:seat>/board.svg")
@limiter.limit(LOOKS)
def board_image(key: str, seat: int) -> Response:
    """Return a picture of a board with its route and its score sheet."""
    game, player, board, city = opened(key, seat)
    sheet, status = sheet_of_seat(game, player, board, city), status_on(game, player, city)
    drawn = board_picture_svg(player, board, city, sheet, status)
    return attachment(drawn, "image/svg+xml", f"{file_stem(board.id, game, player)}.svg")


@views.get("/<int:seat>/bundle.zip")
def bundle_file(key: str, seat: int) -> Response:
    """Return the photo, its marks as corrected and its board as a file to send to developers."""
    from scorer.vision.boards.taught import TaughtBoardError
    from scorer.vision.measure.bundle import bundle

    _, player, board, _ = opened(key, seat)
    photo = services().games.picture(key, seat, PictureKind.PHOTO)
    if photo is None or not can_bundle(player):
        abort(404)
    assert player.reading
    corners, taught = player.reading.corners_xy, services().taught_boards
    try:
        content = bundle(photo, board, player.marks, corners, taught)
    except TaughtBoardError as error:
        raise RefusedError("bad-board", detail=detail_of(error)) from error
    # Whose board it was is in no other place of it either.
    return attachment(content, "application/zip", f"{board.id}-photo-{seat}.zip")


@views.get("/game.json")
def game_file(key: str) -> Response:
    """Return the game as a file that can be opened again, here or by ``scorer table``."""
    game = services().games.load(key)
    if box := other_game(game):
        players = dict(zip(names_in(game), (one.marks for one in game.players), strict=True))
        content = box.file(game.setup, players)
    else:
        content = to_data(plain_game(game))
    text = json.dumps(content, indent=1, ensure_ascii=False)
    return attachment(text, "application/json", f"{_stem(game)}.json")


@views.get("/table.csv")
def table_file(key: str) -> Response:
    """Return the score sheet for a spreadsheet; no cell of it is ever a formula."""
    game = services().games.load(key)
    shown = summary_of(game)
    written = io.StringIO()
    # Spreadsheets split lines at semicolons where numbers have a comma.
    out = csv.writer(written, delimiter=word("share.csv.between"))
    out.writerow(_harmless([word("table.step"), *(one.name for one in shown.columns)]))
    for row in shown.rows:
        out.writerow(_harmless([row.label.replace(SOFT, ""), *row.cells]))
    # Who won, or is ahead so far: below all rows, in a row as wide as they are.
    if shown.verdict:
        out.writerow(_harmless([shown.verdict, *("" for _ in shown.columns)]))
    # With this mark spreadsheets know that the letters are Unicode.
    return attachment("\ufeff" + written.getvalue(), "text/csv", f"{_stem(game)}.csv")


@views.get("/sheet.pdf")
@limiter.limit(LOOKS)
def sheet_file(key: str) -> Response:
    """Return the score sheet as a PDF page."""
    game = services().games.load(key)
    pdf = sheet_pdf(*_page(game))
    return attachment(pdf, "application/pdf", f"{_stem(game)}.pdf")


@views.get("/sheet.png")
@limiter.limit(LOOKS)
def sheet_picture(key: str) -> Response:
    """Return the score sheet as a picture, to be sent to others."""
    game = services().games.load(key)
    return attachment(sheet_png(*_page(game)), "image/png", f"{_stem(game)}.png")


@views.get("/bgstats")
def stats(key: str) -> BaseResponse:
    """Hand the game over to the BG Stats app as it stands now, not as when its page was drawn."""
    return redirect(stats_link(services().games.load(key)), 303)


def _stem(game: Game) -> str:
    return file_stem(game.city or game.box, game)


def _page(game: Game) -> tuple[str, list[str], Sequence[SheetRow], list[str]]:
    """Return what stands on the printed score sheet: title, names, rows and notes."""
    shown = summary_of(replace(game, players=tuple(map(_drawable, game.players))))
    names = [one.name for one in shown.columns]
    what = without_missing(shown.what) if can_be_read(shown.what) else shown.box
    lost = [
        word("table.letters" if can_be_read(player.name) else "table.no-name", name=name)
        for player, name in zip(game.players, names, strict=True)
        if loses_letters(player.name) or not can_be_read(player.name)
    ]
    title = f"{what} · {day(game.created_at)}"
    return title, names, shown.rows, [shown.verdict, *lost]


def _drawable(player: Player) -> Player:
    """Return *player* with as much of the name as can be drawn, or else with the number of it."""
    readable = can_be_read(player.name)
    name = without_missing(player.name) if readable else word("player.nameless", n=player.seat)
    return replace(player, name=name)


def summary_of(game: Game) -> Summary:
    """Return the score sheet of *game*, whichever box it is played with."""
    if box := other_game(game):
        return box.summary(game)
    city = city_of(game)
    table = table_data(game, city)
    status = _status(table["status"])
    first = set(_winners(table)) if status.final else set()
    columns = tuple(
        Scored(
            one["seat"],
            one["name"],
            one["total"] if one["begun"] else None,
            _kind(one),
            one["seat"] in first,
        )
        for one in table["players"]
    )
    return Summary(
        what=table["title"],
        box="En Route",
        box_id="en-route",
        columns=columns,
        rows=tuple(sheet_rows(table, city)),
        kind=kind_word(status),
        verdict=winner_text(table, city),
    )


def _winners(table: dict[str, Any]) -> list[int]:
    """Return the seats that are ahead; in a solo game its player, if the challenge was met."""
    if table["solo"]:
        return [one["seat"] for one in table["players"]] if table["solo"]["won"] else []
    seats: list[int] = table["places"][0]["seats"] if table["places"] else []
    return seats


def sheet_rows(table: dict[str, Any], city: City) -> list[SheetRow]:
    """Return the rows of the paper pad: the steps in play, the total, what breaks ties."""
    return [replace(row, label=row.label.replace(SOFT, "")) for row in _rows(table, city)]


def _rows(table: dict[str, Any], city: City) -> list[SheetRow]:
    players = table["players"]
    names = city_data(city)["step_names"]
    there = {step for one in players for step in one["lines"]}
    order = list(dict.fromkeys([*STEPS, *(step for one in players for step in one["lines"])]))
    # Alone nobody wins a card: it gives no points.
    marked = {"goals"} if table["solo"] else set()
    rows = [
        SheetRow(
            names.get(step) or word(f"step.{step}"),
            _cells(players, _reached if step in marked else partial(_points, step)),
        )
        for step in order
        if step in there
    ]
    rows.append(SheetRow(word("total"), _cells(players, itemgetter("total")), strong=True))
    rows.append(SheetRow(word("result"), tuple(map(_kind, players))))
    for tie in TIES:
        rows.append(SheetRow(word(f"table.{tie}"), _cells(players, itemgetter(tie))))
    at = {one["seat"]: i for i, one in enumerate(players)}
    places = {at[seat]: one["place"] for one in table["places"] for seat in one["seats"]}
    return [*rows, *place_rows(places, len(players), teams=bool(table["teams"]))]


def _cells(
    players: list[dict[str, Any]], figure: Callable[[dict[str, Any]], int | str]
) -> tuple[str, ...]:
    """Return each player's *figure*; of a board that is not begun there is none, as on the page."""
    return tuple(str(figure(one)) if one["begun"] else "–" for one in players)


def _points(step: str, player: dict[str, Any]) -> int:
    points: int = player["lines"].get(step, 0)
    return points


def _reached(player: dict[str, Any]) -> str:
    """Return a mark for each goal card that is reached, as on the paper pad of a solo game."""
    return "+" * sum(one["reached"] for one in player["goals"]) or "0"


def _kind(player: dict[str, Any]) -> str:
    """Return how sure the total is, or why there is none yet."""
    if not player["begun"]:
        return word(f"status.{player['status']}")
    return kind_word(_status(player["certainty"]))


STEPS = (
    "red", "green", "blue", "purple", "yellow", "grey", "cafes", "visit-all", "task", "goals",
)  # fmt: skip


def winner_text(table: dict[str, Any], city: City) -> str:
    """Return who won and by what; before the result is final who is ahead, and what is missing.

    In a solo game that is whether the challenge was met.
    """
    status = _status(table["status"])
    note = _open(table, city)
    if table["solo"]:
        return " ".join(filter(None, [_of_challenge(table["solo"], city, status), note]))
    if not table["places"] or len(table["players"]) < 2:
        return note
    names = {one["seat"]: one["name"] for one in table["players"]}
    sides = [(seat,) for seat in names]
    if table["teams"]:
        sides = [tuple(list(names)[i] for i in team) for team in TEAMS]
    best = table["places"][0]
    ahead = best["seats"]
    first = [word("list").join(names[seat] for seat in side) for side in sides if side[0] in ahead]
    if status.final:
        won = plural("table.winner", len(first), names=word("list").join(first))
        by = "shared" if len(first) > 1 else best["ahead_by"] or "points"
        said = word("table.decided", text=won, by=word(f"table.by.{by}"))
    else:
        so_far = word("table.so-far", names=word("list").join(first))
        said = sentences(sentence(so_far), note)
    return sentences(*_of_teams(table), said)


def _of_challenge(solo: dict[str, Any], city: City, status: Status) -> str:
    """Return how a *solo* game ended, or stands; nothing where no challenge was chosen."""
    wanted = solo["challenge"]
    if wanted is None:
        return ""
    so = ("won" if solo["won"] else "lost") if status.final else "so-far"
    of = "goals" if city.plays_goals else "tours"
    reached = {"points": solo["points"], "goals": solo["goals"]}
    return word(f"solo.{so}.{of}", **reached, least=wanted["points"], wanted=wanted["goals"])


def _of_teams(table: dict[str, Any]) -> Iterable[str]:
    """Return what each team has; nothing where nobody plays in teams."""
    if not table["teams"]:
        return
    for n, (team, figures) in enumerate(zip(TEAMS, table["teams"]["figures"], strict=True), 1):
        names = word("list").join(table["players"][i]["name"] for i in team)
        team_of = word("table.team", n=n, names=names), word("table.team.figures", **figures)
        yield sentence(word("list").join(team_of))


def _open(table: dict[str, Any], city: City) -> str:
    each = [(one["name"], _status(one["certainty"])) for one in table["players"]]
    without = {one["name"]: _kind(one) for one in table["players"] if not one["begun"]}
    return open_note(each, city, without)


def _status(data: dict[str, Any]) -> Status:
    return from_data(data, Status)


def plain_game(game: Game) -> PlainGame:
    """Return the *game* that is kept as the rules read and write one."""
    city = city_of(game)
    players = [
        {
            "name": name,
            "board": one.board_id,
            "colour": one.colour if one.colour in COLOURS else None,
            "marks": one.marks,
            **{key: value for key, value in one.own.items() if key not in OWN_KEYS},
            **to_data(checking_of(one)),
            "rivals": told_rivals(game, kept_setup(game, one, city)),
            "others_task": len(game.players) == 1 and others_task(game, one),
        }
        for one, name in zip(game.players, names_in(game), strict=True)
    ]
    here = (REMATCH, REMATCH_OF, FIND_OUT, ASIDE)
    setup = {key: value for key, value in game.setup.items() if key not in here}
    if setup.get("mode") == GameMode.TEAM and not can_be_played(GameMode.TEAM, len(players)):
        # Each plays alone until there are four; a file that says otherwise is refused.
        setup["mode"] = GameMode.USUAL.value
    if not any((setup.get("challenge") or {}).values()):
        # One that was chosen and taken back.
        setup.pop("challenge", None)
    return from_data({"city": game.city, **setup, "players": players}, PlainGame)


def stats_link(game: Game) -> str:
    """Return the address that hands a game over to the BG Stats app.

    Nobody is its winner before the result is final. How sure that is stands in the comment only:
    the app counts plays by board and by role.
    """
    shown = summary_of(game)
    data = {
        "sourceName": "route-scorer",
        # Another app's server is told no key that opens the game.
        "sourcePlayId": sha256(game.view_key.encode()).hexdigest()[:22],
        "playDate": f"{game.created_at:%Y-%m-%d %H:%M:%S}",
        "game": {
            "name": shown.box,
            "sourceGameId": shown.box_id,
            "highestWins": True,
            "noPoints": False,
        },
        "board": shown.what,
        "comments": _comment(shown),
        "players": [
            {
                "name": one.name,
                "sourcePlayerId": one.name,
                "score": "" if one.total is None else str(one.total),
                "winner": one.won,
            }
            for one in shown.columns
        ],
    }
    return STATS + quote(json.dumps(data, ensure_ascii=False), safe="")


def _comment(shown: Summary) -> str:
    """Return how sure the result is, and whose score is more or less so; who won; what is open."""
    others = (
        word("result.of", name=one.name, open=one.kind)
        for one in shown.columns
        if one.kind != shown.kind
    )
    return " · ".join(filter(None, (shown.kind, *others, shown.verdict)))


def _harmless(cells: list[str]) -> list[str]:
    return [f"'{cell}" if _is_formula(cell) else cell for cell in cells]


def _is_formula(cell: str) -> bool:
    """Whether a spreadsheet may take *cell* for a formula; some read full-width signs too.

    A number, such as minus points, is none; nor are the marks of reached goal cards.
    """
    if re.fullmatch(r"-?[0-9]+([.,][0-9]+)?|\++", cell):
        return False
    return unicodedata.normalize("NFKC", cell).lstrip(" ").startswith(FORMULA)
