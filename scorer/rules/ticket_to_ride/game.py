"""A game as its file holds it: the map, and each player's links, flags or marker, and tickets."""

from collections.abc import Callable
from enum import StrEnum
from typing import Annotated

import msgspec

from scorer.rules.jsonfile import decode_json
from scorer.rules.jsonfile.text import JsonError
from scorer.rules.ticket_to_ride.map import Link, MapError, Ticket, TicketMap, check_map, load_map
from scorer.rules.values import replace

FEWEST_PLAYERS, MOST_PLAYERS = 2, 4
Count = Annotated[int, msgspec.Meta(ge=0, le=99)]


class BusColour(StrEnum):
    """What buses are told apart by; it scores nothing."""

    BLUE = "blue"
    BLACK = "black"
    RED = "red"
    GREEN = "green"
    YELLOW = "yellow"
    WHITE = "white"
    PURPLE = "purple"
    ORANGE = "orange"
    BROWN = "brown"
    GREY = "grey"
    PINK = "pink"


class Player(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """What a player has on the map and in hand.

    ``links`` and ``tickets`` are names as the map gives them; ``tickets`` is None as long as
    nobody has said which were kept. Flags are told as their number, or follow from the
    ``marker``: its space on the track before tickets are counted. ``laps`` says how often it
    went round; None takes the fewest that reach the points of the links.
    """

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
    colour: BusColour | None = None
    links: tuple[str, ...] = ()
    flags: Count | None = None
    marker: Annotated[int, msgspec.Meta(ge=0, le=999)] | None = None
    laps: Annotated[int, msgspec.Meta(ge=0, le=9)] | None = None
    tickets: tuple[str, ...] | None = None


class TicketToRide(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="game",
    tag="ticket-to-ride",
):
    """A game. ``map`` is a name, or the map itself. Players stand in the order of their seats.

    ``finished`` is False while it is still played. ``to_check`` tells how many links of a
    photo are in doubt; ``checked`` that somebody has looked at all.
    """

    map: str | TicketMap
    players: Annotated[tuple[Player, ...], msgspec.Meta(min_length=1, max_length=MOST_PLAYERS)]
    finished: bool = True
    to_check: Annotated[int, msgspec.Meta(ge=0)] = 0
    checked: bool = False


class Played(msgspec.Struct, frozen=True):
    """A game held against its map: every name is one that the map gives."""

    map: TicketMap
    game: TicketToRide

    @property
    def players(self) -> tuple[Player, ...]:
        return self.game.players

    def links(self, seat: int) -> tuple[Link, ...]:
        """Return the links of the player at *seat*."""
        return tuple(self.map.link[name] for name in self.players[seat].links)

    def tickets(self, seat: int) -> tuple[Ticket, ...]:
        """Return the tickets of the player at *seat*, none where nobody has told."""
        return tuple(self.map.ticket[name] for name in self.players[seat].tickets or ())

    def buses(self, seat: int) -> int:
        """Return how many buses the player at *seat* has on the map."""
        return sum(link.length for link in self.links(seat))

    def owners(self, link: Link) -> tuple[int, ...]:
        """Return the seats that claim *link*."""
        return tuple(seat for seat, player in enumerate(self.players) if link.name in player.links)


def read_game(data: bytes, map_of: Callable[[str], TicketMap] = load_map) -> Played:
    """Return the game in the JSON *data*.

    Parameters
    ----------
    map_of : callable
        Returns the map of a name, or raises a ``MapError``.

    Raises
    ------
    JsonError
        If it is no such game, with the place of what is wrong and what to do.
    """
    return held_against(decode_json(data, TicketToRide), map_of)


def held_against(game: TicketToRide, map_of: Callable[[str], TicketMap] = load_map) -> Played:
    """Return *game* with its map looked up and its names written as the map writes them.

    Raises
    ------
    JsonError
        If something in it does not fit, with its path.
    """
    if isinstance(game.map, str):
        try:
            map_ = map_of(game.map)
        except MapError as error:
            raise JsonError(f"$.map: {error}") from error
    else:
        map_ = game.map
        check_map(map_, "$.map")
    _check_names(game)
    players = tuple(
        _named(map_, player, f"$.players[{i}]") for i, player in enumerate(game.players)
    )
    return Played(map_, replace(game, players=players))


def _check_names(game: TicketToRide) -> None:
    names = [player.name for player in game.players]
    colours = [player.colour for player in game.players]
    for i, player in enumerate(game.players):
        if player.name in names[:i]:
            raise JsonError(f"$.players[{i}].name: another player is called {player.name} too")
        if player.colour and player.colour in colours[:i]:
            raise JsonError(f"$.players[{i}].colour: another player has {player.colour} buses too")


def _named(map_: TicketMap, player: Player, place: str) -> Player:
    """Return *player* with links and tickets called as *map_* calls them."""
    links: list[str] = []
    for j, name in enumerate(player.links):
        if name not in map_.link:
            raise JsonError(f"{place}.links[{j}]: the map has no link {name!r}")
        if map_.link[name].name in links:
            raise JsonError(f"{place}.links[{j}]: {name} is listed twice")
        links.append(map_.link[name].name)
    tickets: list[str] = []
    for j, name in enumerate(player.tickets or ()):
        if name not in map_.ticket:
            raise JsonError(f"{place}.tickets[{j}]: the map has no ticket {name!r}; add it there")
        # The box has each ticket once, and it would count twice.
        if map_.ticket[name].name in tickets:
            raise JsonError(f"{place}.tickets[{j}]: {name} is listed twice")
        tickets.append(map_.ticket[name].name)
    told = None if player.tickets is None else tuple(tickets)
    return replace(player, links=tuple(links), tickets=told)
