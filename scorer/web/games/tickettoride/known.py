"""The maps that a game can be played on: ours, and those that were taught on this server."""

from pathlib import Path
from typing import Any, cast

import msgspec
from flask import current_app, url_for

from scorer.rules.jsonfile import from_data, to_data
from scorer.rules.ticket_to_ride.map import MapError, TicketMap, check_map, load_map, map_names
from scorer.store.games import Game
from scorer.web.serving.assets import mark_of

# The folder of taught maps, in the app's configuration.
TAUGHT_MAPS = "TAUGHT_MAPS"
FIRST = "lantern-bay"


def maps_folder() -> Path:
    """Return the folder of the maps that were taught on this server."""
    return cast(Path, current_app.config[TAUGHT_MAPS])


def taught_maps() -> tuple[TicketMap, ...]:
    """Return the maps that were taught on this server; broken ones are passed over."""
    from scorer.vision.links.taught import read_taught

    return read_taught(maps_folder())


def known_maps() -> tuple[TicketMap, ...]:
    """Return all maps, ours first."""
    return (*(load_map(name) for name in map_names()), *taught_maps())


def map_called(id_: str) -> TicketMap:
    """Return the map called *id_*.

    Raises
    ------
    MapError
        If there is none, with those there are.
    """
    known = {map_.id: map_ for map_ in known_maps()}
    if id_ not in known:
        raise MapError(f"unknown map {id_!r}; known are {', '.join(known)}")
    return known[id_]


def kept(map_: TicketMap) -> Any:
    """Return *map_* as a game keeps it: the name of one of ours, any other as it is now.

    So a game stays as it is when a taught map is corrected or forgotten.
    """
    return map_.id if map_.practice and map_.id in map_names() else to_data(map_)


def photos_can_be_read(map_: TicketMap) -> bool:
    """Whether a picture of *map_* is known here, by which photos are read."""
    return map_.id in map_names() or (maps_folder() / map_.id / "picture.png").is_file()


def map_in(value: Any) -> TicketMap:
    """Return the map that a game keeps as *value*.

    Raises
    ------
    RulesError
        If it is none, with the place of what is wrong.
    """
    if isinstance(value, str):
        return load_map(value)
    map_ = from_data(value, TicketMap, start="$.map")
    check_map(map_, "$.map")
    return map_


def address_of(game: Game) -> str:
    """Return where phones get the map of *game*; the address changes with the map."""
    told = msgspec.json.encode(game.setup["map"])
    return url_for("maps.drawing", key=game.key, v=mark_of(told))
