"""Where the rivers of a town run: on which side of them a place lies, and where they cut a road.

All places are in lattice units: (2, 3) is crossroads c3.
"""

import math
from collections.abc import Iterable
from itertools import pairwise

from scorer.rules.board.board import Point
from scorer.rules.board.practice import RiverEntry, cross

# A river goes on so far beyond its ends, and sides are counted from here, where no river is.
_BEYOND = 20.0
_OUTSIDE = (-0.371, -0.293)
# A crossroads, or all of a road, that lies so near to a river's middle is in the water.
IN_WATER = 0.13
# What lies so near to water has a bank.
AT_WATER = 0.4
# Between the water and what stands on its bank.
BANK = 0.06


def side_of(rivers: Iterable[RiverEntry], place: Point) -> int:
    """Return the side, 1 or 2, of the rivers that *place* lies on."""
    way = (_OUTSIDE, place)
    crossed = sum(cross(way, piece) for river in rivers for piece in _endless(river))
    return 1 + crossed % 2


def _endless(river: RiverEntry) -> Iterable[tuple[Point, Point]]:
    """Yield the pieces of a river whose ends go on beyond the page."""
    path = river.path
    first = _beyond(path[1], path[0])
    last = _beyond(path[-2], path[-1])
    yield from pairwise((first, *path, last))


def _beyond(before: Point, end: Point) -> Point:
    dx, dy = end[0] - before[0], end[1] - before[1]
    long = math.hypot(dx, dy) or 1.0
    return end[0] + _BEYOND * dx / long, end[1] + _BEYOND * dy / long


def nearest(rivers: Iterable[RiverEntry], place: Point) -> tuple[float, Point, float]:
    """Return how far *place* is from the nearest river, that river's direction and its width.

    The distance is infinite where there is no river.
    """
    found = (math.inf, (1.0, 0.0), 0.0)
    for river in rivers:
        for (x1, y1), (x2, y2) in pairwise(river.path):
            dx, dy = x2 - x1, y2 - y1
            long = math.hypot(dx, dy)
            if not long:
                continue
            along = ((place[0] - x1) * dx + (place[1] - y1) * dy) / long**2
            along = min(1.0, max(0.0, along))
            far = math.hypot(place[0] - x1 - along * dx, place[1] - y1 - along * dy)
            if far < found[0]:
                found = (far, (dx / long, dy / long), river.width)
    return found


def first_cut(rivers: Iterable[RiverEntry], start: Point, end: Point) -> tuple[float, float] | None:
    """Return at which share of the way from *start* to *end* a river is met, and its width.

    None where no river crosses the way.
    """
    met = []
    for river in rivers:
        for a, b in pairwise(river.path):
            if cross((start, end), (a, b)):
                met.append((_share(start, end, a, b), river.width))
    return min(met, default=None)


def _share(start: Point, end: Point, a: Point, b: Point) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    ex, ey = b[0] - a[0], b[1] - a[1]
    return ((a[0] - start[0]) * ey - (a[1] - start[1]) * ex) / (dx * ey - dy * ex)
