"""The score sheet of a whole table as JSON: players as columns, who is ahead, and by what."""

from typing import Any

from flask import url_for

from scorer.rules.city.city import City
from scorer.rules.jsonfile import to_data
from scorer.rules.status import together
from scorer.rules.table.result import Seat, Table
from scorer.rules.table.ties import TEAMS, Standing
from scorer.store.games import Game, PictureKind, Player
from scorer.store.kept import ASIDE, FIND_OUT, kept_setup
from scorer.web.games.telling import names_in
from scorer.web.samephoto import seats_drawn_alike, seats_with_one_photo
from scorer.web.services import services
from scorer.web.serving.words import proper
from scorer.web.stamps import stamp_of_game
from scorer.web.views.boardpage import mode_of, next_game
from scorer.web.views.citytexts import cards_data
from scorer.web.views.knownboards import city_data, find_board, game_name
from scorer.web.views.outdated import to_read_again
from scorer.web.views.results import is_begun, solo_data, table_result
from scorer.web.views.searches import was_busy


def table_data(game: Game, city: City) -> dict[str, Any]:
    """Return what the page of a game shows and any player's tap may change.

    ``busy``: the routes are not the best ones yet, because it was not one's turn to search.
    """
    # Taken first: a page that shows what is newer is told once more.
    stamp = stamp_of_game(services().shelf, game)
    setup = kept_setup(game, None, city)
    result = table_result(game, city)
    status = result.status if result else together(())
    board, _ = find_board(game.board_id)
    reading = services().desk.reading(game.key)
    return {
        "stamp": stamp,
        "version": game.version,
        "editable": game.editable,
        "kind": setup.mode.value,
        "city": city_data(city),
        "title": game_name(board, city),
        "board": board.id,
        "board_name": proper("board", board.id, board.name or board.id),
        "find_out": FIND_OUT in game.setup,
        "cards": cards_data(city, board),
        "setup": to_data(setup),
        "goals_aside": game.setup.get(ASIDE, []),
        "mode": mode_of(setup, city),
        "players": [
            _player(game, player, seat) | {"name": name, "reading": player.seat in reading}
            for player, name, seat in zip(
                game.players, names_in(game), result.seats if result else (), strict=True
            )
        ],
        "status": to_data(status),
        "places": _places(result, [one.seat for one in game.players]) if result else [],
        "teams": _teams(result) if result and result.teams else None,
        "solo": solo_data(result.solo) if result and result.solo else None,
        "alike": seats_drawn_alike(game),
        "same_photo": seats_with_one_photo(game),
        "settling": result.settling.value if result else "alone",
        "outdated": to_read_again(game, reading),
        "challenge": game.setup.get("challenge"),
        "rematch": url_for("table.page", key=after.key) if (after := next_game(game)) else None,
        "busy": was_busy(),
    }


def settled_seats(game: Game) -> list[int]:
    """Return the seats of whose boards something would be put aside by a change of the board."""
    # A photo that was not read asks for another board.
    return [one.seat for one in game.players if is_begun(one) and not one.not_read]


def seen_of(game: Game) -> str:
    """Return what the page of a form that may change the board knows: it, and whose is read.

    It goes along with the form: nobody changes unasked what was read since.
    """
    return " ".join([game.board_id, *map(str, settled_seats(game))])


def _player(game: Game, player: Player, seat: Seat) -> dict[str, Any]:
    sheet = seat.sheet
    return {
        "seat": player.seat,
        "colour": player.colour,
        "page": url_for("board.page", key=game.key, seat=player.seat),
        "status": _status(player, seat.status.own_to_check),
        "begun": seat.begun,
        "doubts": seat.status.own_to_check,
        "rings": len(player.marks.get("task", [])),
        "certainty": to_data(seat.status),
        "balance_cards": player.own.get("balance_cards", 0),
        "total": sheet.total,
        "optimal": sheet.optimal,
        "lines": {str(line.step): line.points for line in sheet.lines},
        "length": sheet.length,
        "tourists": sheet.tourists,
        "landmarks": sheet.landmarks,
        "goals": [
            {"value": one.value, "reached": one.is_reached, "won": one.is_won, "points": one.points}
            for one in sheet.goals
        ],
    }


def _status(player: Player, to_check: int) -> str:
    if player.not_read:
        return "not-read"
    if not is_begun(player):
        return "empty"
    if to_check:
        return "doubts"
    return "photo" if PictureKind.PHOTO in player.pictures else "hand"


def _places(result: Table, seats: list[int]) -> list[dict[str, Any]]:
    """Return the places of two and more, those of teams by the seats of the partners."""
    if result.teams:
        partners = [[seats[i] for i in team] for team in TEAMS]
        return [
            _standing(one, partners[0])
            | {"seats": [seat for i in one.seats for seat in partners[i]]}
            for one in result.team_places
        ]
    return [_standing(one, seats) for one in result.places] if len(seats) > 1 else []


def _teams(result: Table) -> dict[str, Any]:
    return {
        "figures": [
            {"points": team.points, "difference": team.difference} for team in result.teams
        ],
        "places": [_standing(one, [1, 2]) for one in result.team_places],
    }


def _standing(standing: Standing, seats: list[int]) -> dict[str, Any]:
    return {
        "place": standing.place,
        "seats": [seats[i] for i in standing.seats],
        "ahead_by": standing.ahead_by.value if standing.ahead_by else None,
    }
