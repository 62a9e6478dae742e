"""Whose each link of a map is in a game: what people tapped, over what a photo showed.

``static/js/parts/tickettoride/ridegame.js`` does the same.
"""

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from scorer.rules.jsonfile import from_data, to_data
from scorer.rules.ticket_to_ride.flags import most_flags, on_track
from scorer.rules.ticket_to_ride.game import BusColour, Played, Player, TicketToRide
from scorer.rules.ticket_to_ride.map import TicketMap, map_names
from scorer.store.games import Json

Name = Annotated[str, msgspec.Meta(max_length=100)]
Count = Annotated[int, msgspec.Meta(ge=0, le=9999)]


class Doubt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A link of a photo to look at: who else it may be, and whether it was ``seen`` at all."""

    alternatives: tuple[BusColour | None, ...]
    seen: bool


# The corners of a map's page in a photo, clockwise; none where they are not known.
Corners = Annotated[tuple[tuple[float, float], ...], msgspec.Meta(max_length=4)]


class Photo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The page of a photo, kept at ``seat``: its number, its size in mm of the map, its corners.

    A photo that was taken back is kept at no seat: ``seat`` is 0.
    """

    seat: Count
    number: Count
    width_mm: Annotated[float, msgspec.Meta(ge=1, le=5000)]
    height_mm: Annotated[float, msgspec.Meta(ge=1, le=5000)]
    corners_xy: Corners = ()


class Unread(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The photo at ``seat`` was not read: why, and where the map is if it was found."""

    seat: Count
    reason: Name
    corners_xy: Corners = ()


class Before(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a photo put something else in the place of, and the seats that it gave buses to."""

    read: dict[Name, BusColour]
    doubts: dict[Name, Doubt]
    markers: dict[BusColour, Count]
    seen: dict[BusColour, tuple[Count, Count, Count]]
    finished: bool
    checked: bool
    given: Annotated[tuple[Count, ...], msgspec.Meta(max_length=100)] = ()


class Shared(msgspec.Struct, frozen=True):
    """What all players share.

    ``by_hand`` names the links that a person has settled: of these a photo says nothing. ``read``
    are the claimed links of the newest photo by their colour, ``doubts`` those to look at,
    ``markers`` the score markers, ``seen`` what each colour looks like, ``photo`` its page.
    ``before`` is what it changed, so that it can be taken back. ``unread`` is a newer photo that
    was not read. ``to_check`` are doubts of a file.
    """

    finished: bool
    checked: bool
    by_hand: dict[Name, bool]
    read: dict[Name, BusColour]
    doubts: dict[Name, Doubt]
    markers: dict[BusColour, Count]
    seen: dict[BusColour, tuple[Count, Count, Count]]
    photo: Photo | None
    to_check: Count
    unread: Unread | None = None
    before: Before | None = None
    map: Any = None


class Own(msgspec.Struct, frozen=True):
    """What is kept of one player. ``links`` are those tapped, ``bus`` the colour of the buses."""

    links: dict[Name, bool]
    bus: BusColour | None
    flags: Any = None
    marker: Any = None
    laps: Any = None
    tickets: Any = None


def file_of(shared: Shared, map_: TicketMap, players: Mapping[str, Json]) -> Json:
    """Return a game as its file holds it, but for its name."""
    owns = [from_data(one, Own, start=f"$.players[{i}]") for i, one in enumerate(players.values())]
    there = {name for name, colour in shared.read.items() if name not in shared.by_hand}
    nobodys = {shared.read[name] for name in there} - {own.bus for own in owns}
    file: Json = {
        "map": map_.id if map_.practice and map_.id in map_names() else to_data(map_),
        "players": [
            _player(name, own, shared, map_) for name, own in zip(players, owns, strict=True)
        ],
        "finished": shared.finished,
        "to_check": len(shared.doubts) + len(nobodys) + shared.to_check,
        "checked": shared.checked,
    }
    return file


def _player(name: str, own: Own, shared: Shared, map_: TicketMap) -> Json:
    order = [link.name for link in map_.links]
    # What the map does not have comes last, for the rules to refuse.
    names = [*order, *(one for one in own.links if one not in set(order))]
    links = [one for one in names if _has(own, shared, one)]
    marker = own.marker
    if marker is None and own.flags is None and own.bus is not None:
        marker = _fitting(shared.markers.get(own.bus), links, map_)
    told: Json = {
        "name": name,
        "colour": own.bus,
        "links": links,
        "flags": own.flags,
        "marker": marker,
        "laps": own.laps,
        "tickets": _once(own.tickets),
    }
    return told


def _once(tickets: Any) -> Any:
    """Return *tickets*, each once: a file that was opened before may have brought one twice."""
    if not isinstance(tickets, list):
        return tickets
    return [one for i, one in enumerate(tickets) if one not in tickets[:i]]


def _fitting(marker: int | None, links: list[str], map_: TicketMap) -> int | None:
    """Return the *marker* of a photo unless it shows no flags that the *links* allow."""
    if marker is None or any(name not in map_.link for name in links):
        return None
    one = Player(name="one", links=tuple(links), marker=marker)
    played = Played(map_, TicketToRide(map=map_, players=(one,)))
    shown = on_track(played, 0)
    fits = shown and shown.flags is not None and shown.flags <= most_flags(played, 0)
    return marker if fits else None


def _has(own: Own, shared: Shared, link: str) -> bool:
    if link in shared.read and link not in shared.by_hand:
        return own.bus is not None and shared.read[link] == own.bus
    return own.links.get(link, False)
