"""Ticket to Ride: Paris: the map that all share, and what each player has on it and in hand."""

from collections.abc import Mapping
from typing import Any

from scorer.printing.sheet import SheetRow
from scorer.rules.certainty import GameStatus
from scorer.rules.jsonfile import from_data, to_data
from scorer.rules.ticket_to_ride.game import (
    MOST_PLAYERS,
    Player,
    TicketToRide,
    held_against,
    read_game,
)
from scorer.rules.ticket_to_ride.map import TicketMap
from scorer.rules.ticket_to_ride.result import Result, result_of
from scorer.rules.ticket_to_ride.sheet import Category
from scorer.store.games import Game, Json, NewPlayer
from scorer.web.games.plugin import OtherGame
from scorer.web.games.summary import Summary
from scorer.web.games.telling import names_in, summed_up
from scorer.web.games.tickettoride.known import (
    FIRST,
    address_of,
    kept,
    known_maps,
    map_called,
    map_in,
    photos_can_be_read,
)
from scorer.web.games.tickettoride.table import Shared, file_of
from scorer.web.serving.words import word

# As its box has it.
NAME = "Ticket to Ride: Paris"


class TicketToRideGame(OtherGame):
    """Plugs Ticket to Ride: Paris in."""

    id = "ticket-to-ride"
    most_players = MOST_PLAYERS

    def shared(self) -> Json:
        return {
            "map": FIRST, "finished": False, "checked": False, "by_hand": {}, "read": {},
            "doubts": {}, "markers": {}, "seen": {}, "photo": None, "unread": None,
            "before": None, "to_check": 0,
        }  # fmt: skip

    def own(self) -> Json:
        told = ("flags", "marker", "laps", "tickets", "bus")
        return {"links": {}, **dict.fromkeys(told)}

    def begun(self, form: Mapping[str, str]) -> Json:
        return {**self.shared(), "map": kept(map_called(form.get("map") or FIRST))}

    def maps(self) -> tuple[TicketMap, ...]:
        """Return the maps that a game can begin with."""
        return known_maps()

    def page(self, game: Game) -> Json:
        map_ = map_in(game.setup["map"])
        return {
            "map_address": address_of(game),
            "map_id": map_.id,
            "map_name": map_.name or map_.id,
            "practice": isinstance(game.setup["map"], str),
            "reads_photos": photos_can_be_read(map_),
            "maps": known_maps() if game.editable else (),
        }

    def again(self, shared: Json) -> Json:
        return {**self.shared(), "map": shared["map"]}

    def file(self, shared: Json, players: Mapping[str, Json]) -> Json:
        map_ = map_in(shared["map"])
        return {"game": self.id, **file_of(from_data(shared, Shared), map_, players)}

    def result(self, shared: Json, players: Mapping[str, Json]) -> tuple[Json, GameStatus] | None:
        if not players:
            return None
        result = self._result(shared, players)
        return to_data(result), result.status

    def _result(self, shared: Json, players: Mapping[str, Json]) -> Result:
        game = from_data(self.file(shared, players), TicketToRide)
        return result_of(held_against(game))

    def opened(self, data: bytes) -> tuple[Json, list[NewPlayer]]:
        played = read_game(data, map_called)
        game = played.game
        shared = {
            **self.shared(),
            "map": kept(played.map),
            "finished": game.finished,
            "checked": game.checked,
            "to_check": game.to_check,
            "by_hand": {name: True for one in played.players for name in one.links},
        }
        return shared, [NewPlayer(self._marks(one), one.name) for one in played.players]

    def _marks(self, one: Player) -> Json:
        told: dict[str, Any] = {
            "links": dict.fromkeys(one.links, True),
            "flags": one.flags,
            "marker": one.marker,
            "laps": one.laps,
            "tickets": None if one.tickets is None else list(one.tickets),
            "bus": one.colour,
        }
        return self.own() | told

    def summary(self, game: Game) -> Summary:
        names = names_in(game)
        players = dict(zip(names, (one.marks for one in game.players), strict=True))
        if not players:
            return summed_up(self.id, NAME, game, (), (), (), GameStatus.because((), 0))
        result = self._result(game.setup, players)
        rows = [
            SheetRow(
                word(f"ticket-to-ride.{category}"),
                tuple(str(one.lines[category]) for one in result.players),
            )
            for category in Category
        ]
        done = tuple(str(sum(ticket.done for ticket in one.tickets)) for one in result.players)
        ties = [SheetRow(word("ticket-to-ride.done"), done)]
        scored = [(one.total, one.status) for one in result.players]
        places = [(one.seats, one.ahead_by) for one in result.standings]
        return summed_up(self.id, NAME, game, scored, places, (rows, ties), result.status)

    def blank(self) -> tuple[SheetRow, ...]:
        above = [SheetRow(word(f"ticket-to-ride.{category}")) for category in Category]
        total = SheetRow(word("total"), strong=True)
        return (*above, total, SheetRow(word("ticket-to-ride.done")))
