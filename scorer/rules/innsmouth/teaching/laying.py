"""A town's streets laid anew: from the lattice's roads, what they are, and where the water runs.

A town's file names the vertices at the banks of a river and the tips of dead ends. Here they are
worked out from what a person tells of a map: which of the lattice's roads are printed or end
dead, and the river's line. Where a crossroads lies in the river each bank has a vertex of its own.
"""

import math
from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple, assert_never

from scorer.rules.board.board import Point
from scorer.rules.board.practice import Layout, RiverEntry, cross
from scorer.rules.innsmouth.teaching.rivers import (
    AT_WATER,
    BANK,
    IN_WATER,
    first_cut,
    nearest,
    side_of,
)
from scorer.rules.innsmouth.town import DeadEnd, TownFile, Vertex
from scorer.rules.notation import Crossroads, Location, RoadId
from scorer.rules.values import replace

# How long a dead end is that no river cuts: alone on its road, or one of two.
_LONG, _SHORT = 0.7, 0.38
_LEAST = 0.2
# A place that is no more stands for one that lies so near.
_MOVED = 0.6
# What is looked at to tell on which bank a road begins.
_PROBE = 0.3


class RoadState(StrEnum):
    """What is printed where the lattice has a road.

    A dead end begins at the ``first`` end of the road's name, at the ``second``, or at ``both``.
    """

    ROAD = "road"
    NONE = "none"
    FIRST = "first"
    SECOND = "second"
    BOTH = "both"


class Streets(NamedTuple):
    """What a person tells of a map's roads: each of the lattice, and dead ends beyond it."""

    states: dict[RoadId, RoadState]
    beyond: dict[Crossroads, DeadEnd]


def lattice_roads(layout: Layout) -> Iterable[RoadId]:
    """Yield the roads of the lattice, but for those that rounded corners replace."""
    cut = {cut_off(layout, RoadId.parse(corner)) for corner in layout.corners}
    for column in range(layout.columns + 1):
        for line in range(layout.rows + 1):
            for dx, dy in ((1, 0), (0, 1)):
                if column + dx > layout.columns or line + dy > layout.rows:
                    continue
                ends = (Crossroads.at(column, line), Crossroads.at(column + dx, line + dy))
                if not cut & {*ends}:
                    yield RoadId.between(*ends)


def cut_off(layout: Layout, corner: RoadId) -> Crossroads:
    """Return the outer corner that a rounded road replaces."""
    points = [end.lattice or (0, 0) for end in corner.ends]
    column = layout.columns if max(x for x, _ in points) == layout.columns else 0
    line = layout.rows if max(y for _, y in points) == layout.rows else 0
    return Crossroads.at(column, line)


def streets_in(file: TownFile) -> Streets:
    """Return what *file* tells of the lattice's roads."""
    layout = file.board
    missing = {RoadId.parse(text) for text in layout.no_roads}
    states = {
        road: RoadState.NONE if road in missing else RoadState.ROAD
        for road in lattice_roads(layout)
    }
    beyond = {}
    for name, dead_end in file.dead_ends.items():
        at = _along(file, dead_end)
        if at is None or at[0] not in states:
            beyond[name] = dead_end
            continue
        road, root = at
        states[road] = _more(states[road], _root_state(road, root))
    for vertex in file.vertices.values():
        lone = [road for road in _lattice_of(file, vertex.roads) if road in states]
        tip = (round(vertex.at[0]), round(vertex.at[1]))
        if len(lone) == 1 and not _in_water(layout.rivers, tip):
            (road,) = lone
            root = road.other_end(_end_near(road, vertex.at))
            states[road] = _root_state(road, root)
    return Streets(states, beyond)


def laid(before: TownFile, streets: Streets, layout: Layout) -> TownFile:
    """Return *before* on another *layout*, with vertices, dead ends and sides as *streets* tell.

    Names and places of vertices that are still right stay. Shelters and caches at a vertex that
    is no more go to the nearest one; the parts of a map that are given elsewhere stay.
    """
    kept = {road: streets.states.get(road, RoadState.ROAD) for road in lattice_roads(layout)}
    missing = tuple(str(road) for road, state in kept.items() if state is not RoadState.ROAD)
    # Roads beside a rounded corner come back as they were once it is rounded no longer.
    board = replace(layout, no_roads=missing)
    file = replace(before, board=board, vertices={}, dead_ends={})
    banks = _banks(before, layout.rivers, kept)
    file = replace(file, vertices=_vertices(file, banks, kept))
    file = replace(file, dead_ends=_dead_ends(before, file, banks, kept, streets.beyond))
    places = places_in(file)
    file = replace(file, sides=_sides(before, file, places))
    return _moved(before, file, places)


# Each bank's vertex at a crossroads that a river takes, by the bank's side.
Banks = dict[Crossroads, dict[int, tuple[Crossroads, Point]]]


def _banks(
    before: TownFile, rivers: tuple[RiverEntry, ...], states: dict[RoadId, RoadState]
) -> Banks:
    """Return the vertices of all crossroads that a river takes; those of *before* if right."""
    found, old = Banks(), {}
    for name, vertex in before.vertices.items():
        here = (round(vertex.at[0]), round(vertex.at[1]))
        was_bank = _in_water(before.board.rivers, here)
        # One that no river has made stays, unless it is but the tip of a dead end.
        if before.board.rivers == rivers if was_bank else len(vertex.roads) > 1:
            old[name] = vertex
    for point in sorted({end for road in states for end in road.ends}):
        here = point.lattice or (0, 0)
        sides: dict[int, tuple[Crossroads, Point]] = {}
        for name, vertex in old.items():
            if (round(vertex.at[0]), round(vertex.at[1])) == here:
                sides.setdefault(side_of(rivers, vertex.at), (name, vertex.at))
        far, (dx, dy), width = nearest(rivers, (float(here[0]), float(here[1])))
        if far <= IN_WATER:
            off = width / 2 + BANK / 2 + far
            for way in (-1, 1):
                xy = (round(here[0] - way * dy * off, 2), round(here[1] + way * dx * off, 2))
                name = Crossroads(f"{point}_{_compass((-way * dy, way * dx))}")
                sides.setdefault(side_of(rivers, xy), (name, xy))
        elif len(sides) == 1:
            # A crossroads off its place in the lattice, whatever the water.
            sides |= {3 - side: vertex for side, vertex in sides.items()}
        if len(sides) == 2:
            found[point] = sides
    return found


def _bank_of(file: TownFile, banks: Banks, point: Crossroads, towards: Crossroads) -> Crossroads:
    """Return the vertex at which a road from *point* towards another crossroads begins."""
    if point not in banks:
        return point
    side = side_of(file.board.rivers, _between(point, towards, _PROBE))
    return banks[point][side][0]


def _vertices(
    file: TownFile, banks: Banks, states: dict[RoadId, RoadState]
) -> dict[Crossroads, Vertex]:
    """Return the banks' vertices and the roads that end there, by their names at that time."""
    printed = [road for road, state in states.items() if state is RoadState.ROAD]
    printed += [RoadId.parse(corner) for corner in file.board.corners]
    now = {road: road for road in printed}
    found = {}
    starts = {
        _bank_of(file, banks, root, road.other_end(root))
        for road, state in states.items()
        for root in _roots(road, state)
    }
    for point, sides in banks.items():
        for name, at in dict.fromkeys(sides.values()):
            ending = []
            for road in printed:
                if point not in road.ends:
                    continue
                other = road.other_end(point)
                if _bank_of(file, banks, point, other) == name:
                    ending.append(now[road])
                    far = now[road].other_end(point)
                    now[road] = RoadId.between(name, far)
            if ending or name in starts:
                found[name] = Vertex(at, tuple(ending))
    return found


def _dead_ends(
    before: TownFile,
    file: TownFile,
    banks: Banks,
    states: dict[RoadId, RoadState],
    beyond: dict[Crossroads, DeadEnd],
) -> dict[Crossroads, DeadEnd]:
    old: dict[tuple[RoadId, Crossroads], tuple[Crossroads, Point]] = {}
    for name, dead_end in before.dead_ends.items():
        if (lies := _along(before, dead_end)) is not None:
            old[lies] = (name, dead_end.at)
    for name, vertex in before.vertices.items():
        for road in _lattice_of(before, vertex.roads):
            if len(vertex.roads) == 1:
                root = road.other_end(_end_near(road, vertex.at))
                old.setdefault((road, root), (name, vertex.at))
    taken = {*file.vertices, *beyond}
    found = dict(beyond)
    for road, state in states.items():
        for root in _roots(road, state):
            far = road.other_end(root)
            start = _bank_of(file, banks, root, far)
            usual = Crossroads(f"{far}_{_compass(_direction(far, root))}")
            name, kept = old.get((road, root), (usual, None))
            if name in taken or name.lattice:
                name = Crossroads(f"{usual}_end")
            taken.add(name)
            at = _tip(file, root, far, kept, alone=state is not RoadState.BOTH)
            found[name] = DeadEnd(start, at, _beside(file, road, root, at))
    return found


def _tip(
    file: TownFile, root: Crossroads, far: Crossroads, old: Point | None, *, alone: bool
) -> Point:
    """Return where a dead end from *root* towards *far* stops: on its own bank."""
    rivers = file.board.rivers
    begin = _between(root, far, _PROBE / 3)
    if (
        old is not None
        and side_of(rivers, old) == side_of(rivers, begin)
        and nearest(rivers, old)[0] > BANK
        and alone
    ):
        return old
    cut = first_cut(rivers, begin, _between(root, far, 1.0))
    long = _LONG if alone else _SHORT
    if cut is not None:
        share = _PROBE / 3 + cut[0] * (1 - _PROBE / 3)
        long = max(_LEAST, share - cut[1] / 2 - BANK)
    x, y = _between(root, far, long)
    return round(x, 2), round(y, 2)


def _beside(file: TownFile, road: RoadId, root: Crossroads, at: Point) -> tuple[Location, ...]:
    """Return the quarters beside a dead end on *road*, on its own bank."""
    layout = file.board
    across = {Location.parse(text) for text in layout.across.get(str(road), ())}
    start = root.lattice or (0, 0)
    middle = ((start[0] + at[0]) / 2, (start[1] + at[1]) / 2)
    found = []
    for quarter in quarters_at(layout, road):
        way = (middle, (quarter.column + 0.5, quarter.row + 0.5))
        banks = (piece for river in layout.rivers for piece in _pieces(river))
        if quarter not in across and not any(cross(way, piece) for piece in banks):
            found.append(quarter)
    return tuple(found)


def quarters_at(layout: Layout, road: RoadId) -> tuple[Location, ...]:
    """Return the quarters on both sides of a *road* of the lattice, whatever runs between."""
    (x1, y1), (x2, y2) = (end.lattice or (0, 0) for end in road.ends)
    other = (min(x1, x2) - (y2 != y1), min(y1, y2) - (x2 != x1))
    places = sorted({(min(x1, x2), min(y1, y2)), other})
    return tuple(
        Location.at(column, row)
        for column, row in places
        if 0 <= column < layout.columns and 0 <= row < layout.rows
    )


def places_in(file: TownFile) -> dict[Crossroads, Point]:
    """Return where all vertices of *file* are that a printed road leads to."""
    missing = {RoadId.parse(text) for text in file.board.no_roads}
    roads = [road for road in lattice_roads(file.board) if road not in missing]
    roads += [RoadId.parse(corner) for corner in file.board.corners]
    moved = {
        (road, _end_near(road, vertex.at))
        for vertex in file.vertices.values()
        for road in _lattice_of(file, vertex.roads)
    }
    ends = {end for road in roads for end in road.ends if (road, end) not in moved}
    ends |= {one.start for one in file.dead_ends.values() if one.start.lattice}
    found = {point: _xy(point) for point in sorted(ends)}
    found |= {name: vertex.at for name, vertex in file.vertices.items()}
    return found | {name: one.at for name, one in file.dead_ends.items()}


def at_water(file: TownFile, places: dict[Crossroads, Point]) -> set[Crossroads]:
    """Return the vertices beside a river or a sea, and all tips of dead ends."""
    found = set(file.dead_ends)
    for name, xy in places.items():
        near = nearest(file.board.rivers, xy)[0] <= AT_WATER
        if near or any(_shore(sea.outline, xy) <= AT_WATER for sea in file.board.seas):
            found.add(name)
    return found


def _shore(outline: tuple[Point, ...], xy: Point) -> float:
    """Return how far *xy* is from the shore of a sea."""
    shore = RiverEntry((*outline, outline[0]), 0.1)
    return nearest((shore,), xy)[0]


def _sides(
    before: TownFile, file: TownFile, places: dict[Crossroads, Point]
) -> tuple[tuple[Crossroads, ...], tuple[Crossroads, ...]]:
    """Return the vertices by the water on both sides; what a person told against it stays."""
    old = places_in(before)
    given = {name for side in before.sides for name in side}
    usual = at_water(before, old)
    added, removed = (given - usual) & {*places}, usual & {*old} - given
    now = (at_water(file, places) - removed) | added
    by_side = {name: side_of(file.board.rivers, places[name]) for name in sorted(now)}
    first, second = (
        tuple(name for name, side in by_side.items() if side == wanted) for wanted in (1, 2)
    )
    return first, second


def _moved(before: TownFile, file: TownFile, places: dict[Crossroads, Point]) -> TownFile:
    """Return *file* with shelters and caches at vertices that there are, the nearest ones."""
    old = places_in(before)
    roads = {str(road) for road in lattice_roads(file.board)} | set(file.board.corners)

    def now(name: str) -> str | None:
        if "-" in name:
            return name if name in roads else None
        if name in places:
            return name
        if name not in old:
            return None
        far, found = min((math.dist(xy, old[Crossroads(name)]), p) for p, xy in places.items())
        return found if far <= _MOVED else None

    shelters = {
        place: replace(one, at=place) for one in file.shelters if (place := now(one.at)) is not None
    }
    caches = {
        card: tuple(dict.fromkeys(place for at in told if (place := now(at)) is not None))
        for card, told in file.caches.items()
    }
    return replace(file, shelters=tuple(shelters.values()), caches=caches)


def _along(file: TownFile, dead_end: DeadEnd) -> tuple[RoadId, Crossroads] | None:
    """Return the lattice's road that a dead end lies on, and where on the lattice it begins."""
    start, vertices = dead_end.start, file.vertices
    near = vertices[start].at if start in vertices else start.lattice
    if near is None:
        return None
    x, y = round(near[0]), round(near[1])
    dx, dy = dead_end.at[0] - x, dead_end.at[1] - y
    if min(abs(dx), abs(dy)) > AT_WATER or not 0.05 < max(abs(dx), abs(dy)) < 1:
        return None
    step = (int(math.copysign(1, dx)), 0) if abs(dx) > abs(dy) else (0, int(math.copysign(1, dy)))
    far = (x + step[0], y + step[1])
    if not (0 <= far[0] <= file.board.columns and 0 <= far[1] <= file.board.rows):
        return None
    root = Crossroads.at(x, y)
    return RoadId.between(root, Crossroads.at(*far)), root


def _lattice_of(file: TownFile, roads: Iterable[RoadId]) -> Iterable[RoadId]:
    """Yield the lattice's roads that *roads*, whose ends may be moved, stand for."""
    for road in roads:
        points = [_stands_for(file, end) for end in road.ends]
        if None not in points and points[0] != points[1]:
            one, other = (Crossroads.at(*point) for point in points if point)
            yield RoadId.between(one, other)


def _stands_for(file: TownFile, name: Crossroads) -> tuple[int, int] | None:
    if name in file.vertices:
        x, y = file.vertices[name].at
        return round(x), round(y)
    return name.lattice


def _end_near(road: RoadId, at: Point) -> Crossroads:
    return min(road.ends, key=lambda end: math.dist(_xy(end), at))


def _roots(road: RoadId, state: RoadState) -> tuple[Crossroads, ...]:
    match state:
        case RoadState.FIRST:
            return (road.first,)
        case RoadState.SECOND:
            return (road.second,)
        case RoadState.BOTH:
            return road.ends
        case RoadState.ROAD | RoadState.NONE:
            return ()
        case _:
            assert_never(state)


def _root_state(road: RoadId, root: Crossroads) -> RoadState:
    return RoadState.FIRST if root == road.first else RoadState.SECOND


def _more(state: RoadState, other: RoadState) -> RoadState:
    return RoadState.BOTH if state in (RoadState.FIRST, RoadState.SECOND) else other


def _in_water(rivers: Iterable[RiverEntry], place: tuple[int, int]) -> bool:
    return nearest(rivers, (float(place[0]), float(place[1])))[0] <= IN_WATER


def in_water(rivers: tuple[RiverEntry, ...], road: RoadId) -> bool:
    """Whether all of a lattice's *road* lies in a river."""
    ways = [_between(*road.ends, share) for share in (0.1, 0.3, 0.5, 0.7, 0.9)]
    return all(nearest(rivers, way)[0] <= IN_WATER for way in ways)


def _pieces(river: RiverEntry) -> Iterable[tuple[Point, Point]]:
    return zip(river.path, river.path[1:], strict=False)


def _between(one: Crossroads, other: Crossroads, share: float) -> Point:
    (x1, y1), (x2, y2) = _xy(one), _xy(other)
    return x1 + share * (x2 - x1), y1 + share * (y2 - y1)


def _xy(point: Crossroads) -> Point:
    x, y = point.lattice or (0, 0)
    return float(x), float(y)


def _direction(start: Crossroads, end: Crossroads) -> Point:
    (x1, y1), (x2, y2) = _xy(start), _xy(end)
    return x2 - x1, y2 - y1


def _compass(direction: Point) -> str:
    dx, dy = direction
    if abs(dy) >= abs(dx):
        return "north" if dy < 0 else "south"
    return "west" if dx < 0 else "east"
