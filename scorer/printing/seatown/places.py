"""What stands at crossroads and at the tips of dead ends: landing places, quays, shelters."""

import math
from collections.abc import Iterable

from scorer.printing.drawing.drawing import (
    Group,
    Path,
    Shape,
    circle,
    parse_path,
    polygon,
    polyline,
    rectangle,
)
from scorer.printing.layout import Box, Page
from scorer.printing.seatown import colours
from scorer.rules.board.board import Point, WaterKind
from scorer.rules.innsmouth.pieces import Group as Tourists
from scorer.rules.innsmouth.pieces import Tourist
from scorer.rules.innsmouth.town import Shelter, Town
from scorer.rules.notation import Crossroads, RoadId

MOORING_MM = 0.95
SHELTER_MM = 2.7
PLATE_MM = 4.4
_QUAY_MM = 1.9
_SYMBOL_MM = 1.25
_STEP_MM = 3.5


def places(town: Town, page: Page) -> Group:
    """Return the tips of dead ends, the landing places of both sides, and the shelters."""
    found: list[Shape] = []
    sheltered = {shelter.at: shelter for shelter in town.shelters}
    for point in sorted(town.dead_ends):
        off = SHELTER_MM + 0.7 if point in sheltered else _QUAY_MM
        found += quay(town.board.crossroads_xy[point], _way(town, page, point), off)
    for shelter in town.shelters:
        found += shelter_sign(place_xy(town, shelter.at))
        found += plate(shelter.tourists, plate_box(town, page, shelter))
    for point, side in town.side.items():
        at = town.board.crossroads_xy[point]
        if point in sheltered:
            # Beside the shelter's sign, on the side where its plate is not.
            plates = plate_box(town, page, sheltered[point])
            off = SHELTER_MM + MOORING_MM + 0.4
            at = (at[0] + (off if plates.centre[0] < at[0] else -off), at[1])
        found += mooring(at, side)
    return Group("places", tuple(found))


def mooring(at: Point, side: int) -> tuple[Path, ...]:
    """Return a landing place: a full dot on side 1 of the river, a ring on side 2."""
    fill = colours.MOORING if side == 1 else colours.PAPER
    return (circle(at, MOORING_MM).painted(fill, colours.MOORING, 0.5),)


def quay(at: Point, way: Point, off: float = _QUAY_MM) -> tuple[Path, ...]:
    """Return the wall that ends a dead end at *at*, which its road reaches along *way*."""
    x, y = at[0] + off * way[0], at[1] + off * way[1]
    across = (-2.5 * way[1], 2.5 * way[0])
    ends = ((x - across[0], y - across[1]), (x + across[0], y + across[1]))
    return (polyline(ends).painted(None, colours.QUAY, 0.9),)


def _way(town: Town, page: Page, point: Crossroads) -> Point:
    """Return the direction, of length 1, in which the one road comes to the tip *point*."""
    for road in page.board.roads:
        if point in road.id.ends:
            path = road.path if road.id.second == point else road.path[::-1]
            (x1, y1), (x2, y2) = path[-2:]
            far = math.dist((x1, y1), (x2, y2))
            return (x2 - x1) / far, (y2 - y1) / far
    return 0.0, 1.0


def place_xy(town: Town, place: str) -> Point:
    """Return where *place*, a crossroads or the middle of a road, is on the page."""
    if "-" not in place:
        return town.board.crossroads_xy[Crossroads.parse(place)]
    path = town.board.road_of[RoadId.parse(place)].path
    if len(path) > 2:
        return path[len(path) // 2]
    return (path[0][0] + path[1][0]) / 2, (path[0][1] + path[1][1]) / 2


def shelter_sign(at: Point, radius: float = SHELTER_MM) -> tuple[Path, ...]:
    """Return a shelter: a lit disc with a house and its open door."""
    house = parse_path("M -6 6 L -6 -1 L 0 -6.5 L 6 -1 L 6 6 Z")
    door = parse_path("R -1.7 1 3.4 5")
    return (
        circle(at, radius).painted(colours.SHELTER, colours.SHELTER_EDGE, 0.4),
        house.painted(colours.SHELTER_EDGE).placed(at, radius / 10),
        door.painted(colours.SHELTER).placed(at, radius / 10),
    )


def plate(tourists: Tourists, box: Box) -> Iterable[Shape]:
    """Yield the plate with the tourists who hide in a shelter."""
    frame = rectangle(box.left, box.top, box.width, box.height, 0.9)
    yield frame.painted(colours.PAPER, colours.SHELTER_EDGE, 0.3)
    here = [kind for kind, n in zip(Tourist, tourists.counts, strict=True) for _ in range(n)]
    left = box.centre[0] - (len(here) - 1) * _STEP_MM / 2
    for i, kind in enumerate(here):
        yield tourist(kind, (left + i * _STEP_MM, box.centre[1]), _SYMBOL_MM)


def tourist(kind: Tourist, at: Point, radius: float) -> Path:
    """Return the outline of a tourist, as players draw it."""
    x, y = at
    line = 0.32 * radius
    if kind is Tourist.CIRCLE:
        return circle(at, radius).painted(None, colours.INK, line)
    if kind is Tourist.SQUARE:
        side = 0.9 * radius
        square = rectangle(x - side, y - side, 2 * side, 2 * side)
        return square.painted(None, colours.INK, line)
    if kind is Tourist.TRIANGLE:
        corners = (
            (x, y - radius), (x + 1.1 * radius, y + 0.9 * radius),
            (x - 1.1 * radius, y + 0.9 * radius),
        )  # fmt: skip
        return polygon(corners).painted(None, colours.INK, line)
    far = 0.9 * radius
    one = polyline(((x - far, y - far), (x + far, y + far)))
    return one.joined(polyline(((x - far, y + far), (x + far, y - far)))).painted(
        None, colours.INK, line
    )


def plate_box(town: Town, page: Page, shelter: Shelter) -> Box:
    """Return the box of a shelter's plate, beside its sign: off the roads, on free land first."""
    x, y = place_xy(town, shelter.at)
    wide = max(shelter.tourists.total, 1) * _STEP_MM + 0.9
    off = page.clear_mm + 0.5
    boxes = []
    for dx in (1, -1):
        for dy in (1, -1):
            left, top = (
                x + (off if dx > 0 else -off - wide),
                y + (off if dy > 0 else -off - PLATE_MM),
            )
            boxes.append(Box(left, top, left + wide, top + PLATE_MM))
    return min(boxes, key=lambda box: _hides(town, box))


def _hides(town: Town, box: Box) -> int:
    """Return how much *box* hides: nothing in a free quarter, most on water."""
    for body in town.board.waters:
        reach = body.width_mm / 2 if body.kind is WaterKind.RIVER else 0.0
        outline = Box.around(body.path).inset(-reach - 0.5)
        if any(outline.holds(corner) for corner in box.corners()):
            return 3
    for cell in town.board.cells:
        if Box.around(cell.polygon).holds(box.centre):
            return 2 if cell.location in town.landmark else 0
    return 1
