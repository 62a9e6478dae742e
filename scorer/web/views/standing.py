"""The score sheet of a whole table as JSON: players as columns, who is ahead, and by what."""

from typing import Any

from flask import url_for

from scorer.rules.city import City
from scorer.rules.marks import setup_data
from scorer.rules.sheet import ScoreSheet
from scorer.rules.table import Table
from scorer.rules.ties import Standing, figures_of, ranking
from scorer.store.games import Game, PictureKind, Player
from scorer.web.boards import city_data, find_board
from scorer.web.cards import cards_data
from scorer.web.edits import kept_setup, place_of
from scorer.web.results import solo_data, table_result
from scorer.web.services import services
from scorer.web.state import mode_of


def table_data(game: Game, city: City) -> dict[str, Any]:
    """Return what the page of a game shows and any player's tap may change."""
    setup = kept_setup(game, None, city)
    result = table_result(game, city)
    sheets = [seat.sheet for seat in result.seats] if result else []
    begun = [i for i, player in enumerate(game.players) if _begun(player)]
    return {
        "stamp": services().games.stamp(game.key),
        "version": game.version,
        "editable": game.editable,
        "kind": setup.mode.value,
        "city": city_data(city),
        "cards": cards_data(city, find_board(game.board_id)[0]),
        "setup": setup_data(setup),
        "mode": mode_of(setup, city),
        "players": [
            _player(game, player, sheet) for player, sheet in zip(game.players, sheets, strict=True)
        ],
        "places": _places([sheets[i] for i in begun], [game.players[i].seat for i in begun]),
        "complete": len(begun) == len(game.players) > 0,
        "teams": _teams(result) if result and result.teams else None,
        "solo": solo_data(result.solo) if result and result.solo else None,
        "settling": result.settling.value if result else "alone",
        "challenge": game.setup.get("challenge"),
    }


def _begun(player: Player) -> bool:
    """Whether anything is on the board: a photo, or marks by hand."""
    return bool(player.pictures) or any(player.marks.get(key) for key in ("sections", "tourists"))


def _player(game: Game, player: Player, sheet: ScoreSheet) -> dict[str, Any]:
    return {
        "seat": player.seat,
        "name": player.name,
        "colour": player.colour,
        "page": url_for("board.page", key=game.key, seat=player.seat),
        "status": _status(player),
        "doubts": len(_open_doubts(player)),
        "balance_cards": player.own.get("balance_cards", 0),
        "total": sheet.total,
        "optimal": sheet.optimal,
        "lines": {str(line.step): line.points for line in sheet.lines},
        "length": sheet.length,
        "tourists": sheet.tourists,
        "landmarks": sheet.landmarks,
        "goals": [
            {"value": one.value, "reached": one.reached, "won": one.won, "points": one.points}
            for one in sheet.goals
        ],
    }


def _status(player: Player) -> str:
    if player.not_read:
        return "not-read"
    if not _begun(player):
        return "empty"
    if _open_doubts(player):
        return "doubts"
    return "photo" if PictureKind.PHOTO in player.pictures else "hand"


def _open_doubts(player: Player) -> list[str]:
    doubts = player.reading.doubts if player.reading else []
    places = [place_of(doubt["kind"], doubt["where"]) for doubt in doubts]
    return [place for place in places if place not in player.settled]


def _places(sheets: list[ScoreSheet], seats: list[int]) -> list[dict[str, Any]]:
    return [_standing(one, seats) for one in ranking([figures_of(sheet) for sheet in sheets])]


def _teams(result: Table) -> dict[str, Any]:
    return {
        "figures": [
            {"points": team.points, "difference": team.difference} for team in result.teams
        ],
        "places": [_standing(one, [1, 2]) for one in result.team_standings],
    }


def _standing(standing: Standing, seats: list[int]) -> dict[str, Any]:
    return {
        "place": standing.place,
        "seats": [seats[i] for i in standing.seats],
        "ahead_by": standing.ahead_by.value if standing.ahead_by else None,
    }
