"""A map: its locations, its links, the points for lengths, the tickets and the score track.

A *link* is a row of coloured spaces between two neighbours; the rules call it a route. Places on
the drawn map are in mm from its top left corner.
"""

from enum import StrEnum
from functools import cached_property
from importlib import resources
from typing import Annotated

import msgspec

from scorer.rules.jsonfile import decode_json
from scorer.rules.jsonfile.text import JsonError
from scorer.rules.notation import RulesError

PlaceId = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9]+(_[a-z0-9]+)*$(?!\n)", max_length=40)]
XY = tuple[float, float]
Mm = Annotated[float, msgspec.Meta(ge=0.1, le=2000)]
SHIPPED = resources.files("scorer.rules.ticket_to_ride") / "maps"


class MapError(RulesError):
    """There is no such map, with those there are."""


class LinkColour(StrEnum):
    """The colours of links; every link has one."""

    BLUE = "blue"
    WHITE = "white"
    RED = "red"
    YELLOW = "yellow"
    GREEN = "green"
    PURPLE = "purple"


# Cards of these colours make a French flag.
FLAG_COLOURS = (LinkColour.BLUE, LinkColour.WHITE, LinkColour.RED)


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A location. ``xy`` is where it is drawn."""

    id: PlaceId
    name: Annotated[str, msgspec.Meta(max_length=60)] = ""
    xy: XY | None = None


class Link(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A row of ``length`` spaces. ``lane`` is 2 on the second row of a double route.

    ``path`` is the line along which the spaces are drawn, from one location to the other.
    """

    between: tuple[PlaceId, PlaceId]
    length: Annotated[int, msgspec.Meta(ge=1, le=9)]
    colour: LinkColour
    lane: Annotated[int, msgspec.Meta(ge=1, le=2)] = 1
    path: tuple[XY, ...] = ()

    @property
    def name(self) -> str:
        """The link's name in files: ``quay-mill``, and ``quay-mill:2`` for the second lane."""
        return link_name(*self.between, self.lane)

    @property
    def ends(self) -> frozenset[str]:
        return frozenset(self.between)


class Ticket(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A destination ticket: two locations, and what it is worth or costs."""

    between: tuple[PlaceId, PlaceId]
    points: Annotated[int, msgspec.Meta(ge=1, le=99)]

    @property
    def name(self) -> str:
        """The ticket's name in files: ``quay-mill``."""
        return "-".join(self.between)


class Track(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The score track: how many spaces it has, 0 the first, and where these are drawn."""

    length: Annotated[int, msgspec.Meta(ge=10, le=400)]
    xy: tuple[XY, ...] = ()


class TicketMap(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, dict=True
):
    """A map with all that is printed on it. ``points`` are those for 1, 2, 3 … spaces.

    ``space_mm`` is the size of a drawn space, ``place_mm`` the radius of a location.
    """

    id: Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$(?!\n)", max_length=60)]
    points: Annotated[
        tuple[Annotated[int, msgspec.Meta(ge=0, le=99)], ...], msgspec.Meta(min_length=1)
    ]
    places: Annotated[tuple[Place, ...], msgspec.Meta(min_length=2, max_length=200)]
    links: Annotated[tuple[Link, ...], msgspec.Meta(min_length=1, max_length=400)]
    tickets: Annotated[tuple[Ticket, ...], msgspec.Meta(max_length=200)] = ()
    name: Annotated[str, msgspec.Meta(max_length=60)] = ""
    practice: bool = False
    buses: Annotated[int, msgspec.Meta(ge=3, le=99)] = 15
    track: Track | None = None
    page_mm: tuple[Mm, Mm] | None = None
    space_mm: tuple[Mm, Mm] | None = None
    place_mm: Mm | None = None

    @cached_property
    def place(self) -> dict[str, Place]:
        """The locations by their ids."""
        return {place.id: place for place in self.places}

    @cached_property
    def link(self) -> dict[str, Link]:
        """The links by their names, from either end."""
        found = {link.name: link for link in self.links}
        back = {link_name(link.between[1], link.between[0], link.lane): link for link in self.links}
        return back | found

    @cached_property
    def ticket(self) -> dict[str, Ticket]:
        """The tickets by their names, from either end."""
        found = {ticket.name: ticket for ticket in self.tickets}
        return {"-".join(reversed(ticket.between)): ticket for ticket in self.tickets} | found

    def other_lane(self, link: Link) -> Link | None:
        """Return the other row of the double route that *link* belongs to."""
        return self.link.get(link_name(*link.between, 3 - link.lane))

    def points_of(self, link: Link) -> int:
        """Return the points for claiming *link*."""
        return self.points[link.length - 1]


def link_name(one: str, other: str, lane: int = 1) -> str:
    """Return the name of a link.

    >>> link_name("quay", "mill"), link_name("quay", "mill", 2)
    ('quay-mill', 'quay-mill:2')
    """
    return f"{one}-{other}" if lane == 1 else f"{one}-{other}:{lane}"


def read_map(data: bytes) -> TicketMap:
    """Return the map in the JSON *data*.

    Raises
    ------
    JsonError
        If it is no such map, with the place of what is wrong and what to do.
    """
    found = decode_json(data, TicketMap)
    check_map(found)
    return found


def check_map(map_: TicketMap, start: str = "$") -> None:
    """Refuse a map whose parts do not fit together.

    Raises
    ------
    JsonError
        With the path of what is wrong, behind *start*, and what to do.
    """
    _check_places(map_, start)
    for i, link in enumerate(map_.links):
        place = f"{start}.links[{i}]"
        _check_ends(map_, link.between, place)
        if link.length > len(map_.points):
            raise JsonError(
                f"{place}.length: {link.length} spaces, but the points end with "
                f"{len(map_.points)}; give points for all lengths"
            )
        if len(link.path) == 1:
            raise JsonError(f"{place}.path: a line has two points or more")
    _check_lanes(map_, start)
    for i, ticket in enumerate(map_.tickets):
        _check_ends(map_, ticket.between, f"{start}.tickets[{i}]")
        first = next(
            j for j, one in enumerate(map_.tickets) if set(one.between) == set(ticket.between)
        )
        if first < i:
            raise JsonError(f"{start}.tickets[{i}]: the same two locations as tickets[{first}]")
    if map_.track and map_.track.xy and len(map_.track.xy) != map_.track.length:
        raise JsonError(
            f"{start}.track.xy: {len(map_.track.xy)} places, but the track has "
            f"{map_.track.length} spaces"
        )


def _check_places(map_: TicketMap, start: str) -> None:
    seen: set[str] = set()
    for i, place in enumerate(map_.places):
        if place.id in seen:
            raise JsonError(f"{start}.places[{i}].id: {place.id!r} is the name of another location")
        seen.add(place.id)


def _check_ends(map_: TicketMap, between: tuple[str, str], place: str) -> None:
    for j, id_ in enumerate(between):
        if id_ not in map_.place:
            raise JsonError(f"{place}.between[{j}]: the map has no location {id_!r}; add it there")
    if between[0] == between[1]:
        raise JsonError(f"{place}.between: two different locations are needed")


def _check_lanes(map_: TicketMap, start: str) -> None:
    seen: dict[tuple[frozenset[str], int], Link] = {}
    for i, link in enumerate(map_.links):
        if (link.ends, link.lane) in seen:
            raise JsonError(
                f"{start}.links[{i}]: the map has this link already; lane 2 is the other"
            )
        seen[link.ends, link.lane] = link
    for i, link in enumerate(map_.links):
        if link.lane == 1:
            continue
        first = seen.get((link.ends, 1))
        if first is None:
            raise JsonError(f"{start}.links[{i}].lane: a lane 2 needs a lane 1")
        if first.length != link.length:
            raise JsonError(
                f"{start}.links[{i}].length: both lanes of a double route are as long, "
                f"{first.length} and not {link.length}"
            )


def map_names() -> tuple[str, ...]:
    """Return the ids of the maps that are shipped: practice maps of our own."""
    files = (file.name for file in SHIPPED.iterdir())
    return tuple(sorted(name.removesuffix(".json") for name in files if name.endswith(".json")))


def load_map(id_: str) -> TicketMap:
    """Return the shipped map called *id_*.

    Raises
    ------
    MapError
        If there is none of that name.
    """
    if id_ not in map_names():
        raise MapError(f"unknown map {id_!r}; known are {', '.join(map_names())}")
    return read_map((SHIPPED / f"{id_}.json").read_bytes())
