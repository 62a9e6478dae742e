"""Maps that are being taught: what was tapped so far, kept beside the picture of the page.

As soon as enough is told the map itself is written; games then can begin on it.
"""

import re
import shutil
from itertools import pairwise
from math import dist
from pathlib import Path
from typing import Annotated

import msgspec

from scorer.rules.jsonfile import decode_json, to_data
from scorer.rules.jsonfile.text import JsonError
from scorer.rules.latin import latin_id
from scorer.rules.ticket_to_ride.map import (
    XY,
    Link,
    Mm,
    Place,
    Ticket,
    TicketMap,
    Track,
    check_map,
    map_names,
    read_map,
)
from scorer.rules.ticket_to_ride.spaces import line_of, track_along
from scorer.rules.values import replace
from scorer.store.database import keep_safely
from scorer.web.games.tickettoride.known import maps_folder

DRAFT, PHOTO, MAP, PICTURE = "draft.json", "photo.jpg", "map.json", "picture.png"
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_PLACE_MM, _CLEAR_MM = 4.5, 0.8
# What the tightest links leave for a space beside its length, and its width beside its length.
_ROOM, _WIDTH = 1.13, 0.47
MOST_LENGTHS = 9


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is told of a map so far.

    ``track`` is how many spaces its score track has, ``track_line`` runs from the first one
    over its bends to the last.
    ``page_mm`` is None until the page's corners are set; ``space_mm`` where it follows from the
    links.
    """

    name: Annotated[str, msgspec.Meta(max_length=60)]
    points: Annotated[
        tuple[Annotated[int, msgspec.Meta(ge=0, le=99)], ...],
        msgspec.Meta(max_length=MOST_LENGTHS),
    ] = ()
    places: Annotated[tuple[Place, ...], msgspec.Meta(max_length=200)] = ()
    links: Annotated[tuple[Link, ...], msgspec.Meta(max_length=400)] = ()
    tickets: Annotated[tuple[Ticket, ...], msgspec.Meta(max_length=200)] = ()
    buses: Annotated[int, msgspec.Meta(ge=3, le=99)] = 15
    track: Annotated[int, msgspec.Meta(ge=10, le=400)] | None = None
    track_line: Annotated[tuple[XY, ...], msgspec.Meta(max_length=40)] = ()
    place_mm: Annotated[float, msgspec.Meta(ge=1, le=20)] = _PLACE_MM
    page_mm: tuple[Mm, Mm] | None = None
    space_mm: tuple[Mm, Mm] | None = None


def home_of(id_: str) -> Path | None:
    """Return the folder of the map called *id_*, being taught or taught; None if there is none."""
    home = maps_folder() / id_
    known = is_id(id_) and any((home / one).is_file() for one in (DRAFT, MAP))
    return home if known else None


def is_id(text: str) -> bool:
    """Whether *text* can be the id of something that is taught."""
    return _ID.fullmatch(text) is not None


def new_id(name: str) -> str:
    """Return an id for a new map called *name* that no map has."""
    slug = latin_id(name)[:40].strip("-") or "map"
    taken = {*map_names(), *(one.name for one in maps_folder().glob("*"))}
    names = (slug, *(f"{slug}-{number}" for number in range(2, len(taken) + 3)))
    return next(one for one in names if one not in taken)


def draft_in(home: Path) -> Draft:
    """Return what is told of the map in *home* so far.

    Raises
    ------
    JsonError
        If its file is broken.
    """
    if (home / DRAFT).is_file():
        return decode_json((home / DRAFT).read_bytes(), Draft)
    return _draft_of(read_map((home / MAP).read_bytes()))


def _draft_of(map_: TicketMap) -> Draft:
    return Draft(
        name=map_.name or map_.id,
        points=map_.points,
        places=map_.places,
        links=map_.links,
        tickets=map_.tickets,
        buses=map_.buses,
        track=map_.track.length if map_.track else None,
        place_mm=map_.place_mm or _PLACE_MM,
        page_mm=map_.page_mm,
        space_mm=map_.space_mm,
    )


def lacks_of(draft: Draft) -> list[str]:
    """Return what a game needs and nobody has told yet, by the names of the words."""
    longest = max((link.length for link in draft.links), default=1)
    told = {
        "places": len(draft.places) > 1,
        "links": bool(draft.links),
        "points": len(draft.points) >= longest,
        "tickets": bool(draft.tickets),
    }
    return [name for name, known in told.items() if not known]


def keep(home: Path, draft: Draft) -> TicketMap | None:
    """Keep *draft*, and the map itself once it is whole; return that.

    Raises
    ------
    JsonError
        If its parts do not fit together; then all stays as it was.
    """
    whole = not {"places", "links", "points"} & set(lacks_of(draft))
    map_ = map_of(draft, home.name) if whole else None
    keep_safely(home / DRAFT, msgspec.json.encode(to_data(draft)))
    if map_:
        known = (home / MAP).is_file() and read_map((home / MAP).read_bytes())
        # What a file told of the track's spaces stays as long as there are as many.
        told = map_.track
        if known and known.track and told and not told.xy and known.track.length == told.length:
            map_ = replace(map_, track=known.track)
        keep_safely(home / MAP, msgspec.json.encode(to_data(map_)))
    else:
        (home / MAP).unlink(missing_ok=True)
    return map_


def map_of(draft: Draft, id_: str) -> TicketMap:
    """Return the map that *draft* tells of.

    Raises
    ------
    JsonError
        If its parts do not fit together.
    """
    if not draft.places or not draft.links:
        raise JsonError("$.links: a map has locations and routes between them")
    # Points that nobody has told yet count none.
    longest = max(link.length for link in draft.links)
    points = (*draft.points, *[0] * (longest - len(draft.points)))
    map_ = TicketMap(
        id=id_,
        name=draft.name,
        points=points,
        places=draft.places,
        links=draft.links,
        tickets=draft.tickets,
        buses=draft.buses,
        track=track_of(draft),
        page_mm=draft.page_mm,
        place_mm=draft.place_mm,
    )
    check_map(map_)
    return replace(map_, space_mm=draft.space_mm or space_of(map_))


def track_of(draft: Draft) -> Track | None:
    """Return the score track with the places of its spaces, where its line is drawn."""
    if not draft.track:
        return None
    drawn = len(draft.track_line) > 1
    return Track(draft.track, track_along(draft.track_line, draft.track) if drawn else ())


def space_of(map_: TicketMap) -> XY | None:
    """Return how large a space is, in mm: so that it has room on nine of ten links.

    Spaces of a printed map are of one size, and locations lie closer or farther than they take.
    """
    shares = sorted(_share(map_, link) for link in map_.links if line_of(map_, link))
    if not shares:
        return None
    long = shares[len(shares) // 10] / _ROOM
    return round(long, 1), round(_WIDTH * long, 1)


def _share(map_: TicketMap, link: Link) -> float:
    whole = sum(dist(a, b) for a, b in pairwise(line_of(map_, link)))
    return max(whole - 2 * ((map_.place_mm or 0.0) + _CLEAR_MM), whole / 2, 0.2) / link.length


def begin(maps: Path, id_: str, name: str, photo: bytes) -> None:
    """Keep the upright *photo* of a map that is going to be taught in the folder *maps*.

    Raises
    ------
    StoreError
        If it cannot be written.
    """
    home = maps / id_
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    keep_safely(home / PHOTO, photo)
    keep_safely(home / DRAFT, msgspec.json.encode(to_data(Draft(name))))


def forget(home: Path) -> None:
    """Forget a map; games that are played on it keep it."""
    shutil.rmtree(home, ignore_errors=True)
