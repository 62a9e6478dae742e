"""What cities have beside the usual marks: tourists and bonuses beside the map, and crosses.

Symbols beside the map are circled and crossed out as cafés are, and are read the same way.
"""

from dataclasses import replace
from math import dist

from scorer.rules.board import Board, Cafe, CafeBonus, Point, Road, RoadKind, Sign
from scorer.rules.marks import CafeMark
from scorer.rules.notation import Crossroads, Location
from scorer.vision import network
from scorer.vision.doubts import CAFE_WORDS, Doubt
from scorer.vision.patches import Layers, point_patches
from scorer.vision.rectify import Rectified
from scorer.vision.shapes import Crowd

# The middle of a hot spot's stripes lies this near the middle of its road.
_STRIPES_MM = 4.0
# Rings beside the map are always asked about.
_MOST_SURE = 0.9
# How sure it is that nothing is drawn where nothing was seen.
_NOT_SEEN = 0.6


def crossable(board: Board) -> tuple[Location, ...]:
    """Return the locations of *board* that may be crossed out.

    Ferries are when they have left; where tourists gather beside the map, any location is
    when both cards of a round sent its tourists there.
    """
    ferries = {p for group in board.marked if group.sign is Sign.FERRY for p in group.locations}
    if ferries:
        return tuple(sorted(ferries))
    if any(cell.meeting_point for cell in board.cells):
        return tuple(cell.location for cell in board.cells if cell.meeting_point is None)
    return ()


def without_stripes(
    crowds: tuple[Crowd, ...], rectified: Rectified, board: Board
) -> tuple[Crowd, ...]:
    """Return *crowds* with what may be a hot spot's stripes left as a trace.

    Stripes across a road that bends through a location, or crosses it, lie inside it: shapes in
    the middle of such a road and nowhere else are rather those.
    """
    reach = _STRIPES_MM * rectified.px_per_mm
    middles: dict[Location, list[Point]] = {}
    for road in board.roads:
        if road.kind in (RoadKind.CORNER, RoadKind.DIAGONAL):
            for place in road.locations:
                middles.setdefault(place, []).append(_middle(road))
    found = []
    for crowd in crowds:
        places = [rectified.to_px(point) for point in middles.get(crowd.location, ())]
        if crowd.shapes and all(
            any(dist(shape.middle_px, place) < reach for place in places) for shape in crowd.shapes
        ):
            crowd = replace(crowd, shapes=(), traces=(*crowd.shapes, *crowd.traces), faint=1.0)
        found.append(crowd)
    return tuple(found)


def _middle(road: Road) -> Point:
    """Return the middle of a road's path."""
    points = road.path
    half = len(points) // 2
    if len(points) % 2:
        return points[half]
    (x0, y0), (x1, y1) = points[half - 1], points[half]
    return (x0 + x1) / 2, (y0 + y1) / 2


def symbols_as_cafes(board: Board) -> Board:
    """Return *board* with the symbols beside its map in place of its cafés, by their ids."""
    places = {Crossroads(symbol.id): symbol.xy for symbol in board.cafe_area}
    cafes = tuple(Cafe(point, xy, CafeBonus.CARD) for point, xy in places.items())
    return replace(board, cafes=cafes, crossroads_xy=places, roads=())


def symbol_chances(layers: Layers, symbols: Board) -> dict[Crossroads, dict[str, float]]:
    """Return what one look of the network makes of the cafés of *symbols*."""
    places = tuple(cafe.xy for cafe in symbols.cafes)
    if not places:
        return {}
    rows = network.points(point_patches(layers, symbols, places)).tolist()
    return {
        cafe.crossroads: dict(zip(CAFE_WORDS, row, strict=False))
        for cafe, row in zip(symbols.cafes, rows, strict=True)
    }


def judged_symbols(
    board: Board,
    circled: dict[Crossroads, CafeMark],
    doubts: list[Doubt],
    unseen: frozenset[Crossroads],
) -> tuple[frozenset[str], dict[str, CafeMark], list[Doubt]]:
    """Return tickets held, the bonuses circled, and the doubts about both.

    *circled* and *doubts* are those of the symbols read as cafés. A ticket is held or not:
    nobody crosses one out. What is *unseen*, as where the photo shows the map alone, is
    asked about.
    """
    tickets = {symbol.id for symbol in board.cafe_area if symbol.dock is not None}
    circled = {point: mark for point, mark in circled.items() if point not in unseen}
    hidden = set(map(str, unseen))
    doubts = [_not_seen(doubt) if doubt.where in hidden else _capped(doubt) for doubt in doubts]
    held = frozenset(str(point) for point in circled if str(point) in tickets)
    area = {str(point): mark for point, mark in circled.items() if str(point) not in tickets}
    return held, area, [_doubt(doubt, ticket=doubt.where in tickets) for doubt in doubts]


def _capped(doubt: Doubt) -> Doubt:
    """Return *doubt* never quite sure of a ring: rings of neighbours reach into each other."""
    if doubt.read == CAFE_WORDS[0]:
        return doubt
    return replace(doubt, confidence=min(doubt.confidence, _MOST_SURE))


def _not_seen(doubt: Doubt) -> Doubt:
    none, *others = CAFE_WORDS
    return replace(
        doubt, read=none, confidence=_NOT_SEEN, alternatives=tuple(others), reason="glare"
    )


def _doubt(doubt: Doubt, *, ticket: bool) -> Doubt:
    if not ticket:
        return replace(doubt, kind="cafe-area")
    read = doubt.read != CAFE_WORDS[0]
    reason = doubt.reason if doubt.reason != "crossed out or not" else "faint"
    return replace(doubt, kind="ticket", read=read, alternatives=(not read,), reason=reason)
