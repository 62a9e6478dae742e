"""Where the spaces of a link, and those of the score track, lie on the drawn map."""

import math
from itertools import pairwise
from typing import NamedTuple

from scorer.rules.ticket_to_ride.map import XY, Link, TicketMap

# Between a location's rim and the first space.
_CLEAR_MM = 0.8


class Space(NamedTuple):
    """A space: its middle in mm, and the direction of its long side in radians."""

    x: float
    y: float
    angle: float


def line_of(map_: TicketMap, link: Link) -> tuple[XY, ...]:
    """Return the line along which the spaces of *link* are drawn, straight where none is given.

    Empty where the map does not tell where the locations are.
    """
    if link.path:
        return link.path
    ends = tuple(map_.place[id_].xy for id_ in link.between)
    return tuple(xy for xy in ends if xy) if all(ends) else ()


def spaces_of(map_: TicketMap, link: Link) -> tuple[Space, ...]:
    """Return the spaces of *link*, evenly spread between its locations; none on a map undrawn."""
    line = line_of(map_, link)
    if not line:
        return ()
    rim = (map_.place_mm or 0.0) + _CLEAR_MM
    whole = sum(math.dist(a, b) for a, b in pairwise(line))
    share = max(whole - 2 * rim, whole / 2) / link.length
    first = (whole - share * link.length) / 2
    return tuple(_at(line, first + share * (i + 0.5)) for i in range(link.length))


def track_along(line: tuple[XY, ...], count: int) -> tuple[XY, ...]:
    """Return the places of *count* spaces of a track, evenly from the first point to the last.

    >>> track_along(((0, 0), (10, 0), (10, 10)), 5)
    ((0.0, 0.0), (5.0, 0.0), (10.0, 0.0), (10.0, 5.0), (10.0, 10.0))
    """
    whole = sum(math.dist(a, b) for a, b in pairwise(line))
    at = (_at(line, whole * i / (count - 1)) for i in range(count))
    return tuple((round(x, 2), round(y, 2)) for x, y, _ in at)


def _at(line: tuple[XY, ...], along: float) -> Space:
    for (ax, ay), (bx, by) in pairwise(line):
        step = math.dist((ax, ay), (bx, by))
        if along <= step and step:
            break
        along -= step
    else:
        along = step
    part = along / step if step else 0.0
    return Space(ax + part * (bx - ax), ay + part * (by - ay), math.atan2(by - ay, bx - ax))
