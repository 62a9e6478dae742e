"""Rivers and seas, the bridges over them, sea lanes, and borders that are no roads."""

import math

from scorer.printing.drawing.drawing import (
    Anchor,
    Font,
    Group,
    Path,
    Shape,
    Step,
    Text,
    parse_path,
    polygon,
    polyline,
)
from scorer.printing.drawing.palette import (
    BORDER,
    BRIDGE,
    LANE,
    PAPER,
    SOFT_INK,
    WATER,
    WATER_EDGE,
    WATER_INK,
    WAVE,
)
from scorer.printing.layout import Box, Page, distance, inside, segments
from scorer.printing.town.scenery import coordinate_places
from scorer.rules.board.board import Marked, Point, Road, RoadKind, Sign, Water, WaterKind

# How far a river's bends are rounded, and a wave's height.
_BEND_MM = 5.0
_WAVE_MM = 0.9
_BANK_MM = 0.35


def water(page: Page) -> Group:
    """Return seas and rivers with their banks, waves and names."""
    found: list[Shape] = []
    waters = page.board.waters
    for sea in (w for w in waters if w.kind is WaterKind.SEA):
        found.append(polygon(sea.path).painted(WATER, WATER_EDGE, 2 * _BANK_MM))
    rivers = [w for w in waters if w.kind is WaterKind.RIVER]
    lines = [rounded(river.path, _BEND_MM * page.scale) for river in rivers]
    # Banks of all arms first, so that none lies across the water of another.
    for river, line in zip(rivers, lines, strict=True):
        found.append(line.painted(None, WATER_EDGE, river.width_mm + 2 * _BANK_MM))
    for river, line in zip(rivers, lines, strict=True):
        found.append(line.painted(None, WATER, river.width_mm))
    for body in waters:
        found += _waves(body, page)
    return Group("water", tuple(found))


def water_names(page: Page) -> Group:
    """Return the names of the waters, where there is room beside the map or in it."""
    found = []
    for body in page.board.waters:
        if not body.name:
            continue
        if body.kind is WaterKind.RIVER:
            start, end = body.path[0], body.path[1]
            x, y = _towards(start, end, 1.2)
            at = (x + 0.9, y - body.width_mm / 2 - 1.2) if start[1] == end[1] else (x + 2.6, y + 1)
        else:
            free = _roomiest(body, page)
            if free is None:
                continue
            at = (free[0], free[1] + 0.8)
        anchor = Anchor.START if body.kind is WaterKind.RIVER else Anchor.MIDDLE
        size = 2.3 * max(1.0, page.scale)
        found.append(Text(at, body.name, size, Font.TITLE, WATER_INK, anchor))
    return Group("water-names", tuple(found))


def _roomiest(body: Water, page: Page) -> Point | None:
    """Return the place in a sea that is farthest from its shores, if a name has room there."""
    if any(road.kind is RoadKind.LANE for road in page.board.roads):
        # Between lanes and the land on both sides there is none.
        return None
    taken = [*coordinate_places(page), *(cafe.xy for cafe in page.board.cafes)]
    taken += [at for group in page.board.marked for at in _sign_places(group, page)]
    # A name is wide and low: what stands beside it is closer than it looks.
    width = 1.25 * len(body.name) * max(1.0, page.scale) / 2 + 3.0
    xs, ys = zip(*body.path, strict=True)
    shores = segments((*body.path, body.path[0]))
    places = [
        (min(xs) + i * (max(xs) - min(xs)) / 30, min(ys) + j * (max(ys) - min(ys)) / 20)
        for i in range(1, 30)
        for j in range(1, 20)
    ]
    inner = [place for place in places if inside(place, body.path)]

    def room(place: Point) -> float:
        shore = min(distance(place, *shore) for shore in shores)
        if any(abs(x - place[0]) < width and abs(y - place[1]) < 4.5 for x, y in taken):
            return shore - 100.0
        sides = [(place[0] - width + 3.0, place[1]), (place[0] + width - 3.0, place[1])]
        outside = sum(not inside(side, body.path) for side in sides)
        return shore - 10.0 * outside

    best = max(inner, key=room)
    return best if room(best) > 0 else None


def _sign_places(group: Marked, page: Page) -> list[Point]:
    """Return where the signs of *group* stand."""
    if group.sign is Sign.NONE:
        return []
    cells = [Box.around(page.board.cell_of[place].polygon).centre for place in group.locations]
    return [page.board.crossroads_xy[point] for point in group.crossroads] + cells


def _towards(start: Point, end: Point, far: float) -> Point:
    length = math.dist(start, end) or 1.0
    share = far / length
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _waves(body: Water, page: Page) -> list[Path]:
    """Return small waves: along a river's middle, scattered in rows over a sea."""
    wave = parse_path("M -2 0 C -1.2 -1.1 -0.7 -1.1 0 0 C 0.7 1.1 1.2 1.1 2 0")
    places: list[Point] = []
    if body.kind is WaterKind.RIVER:
        for start, end in segments(body.path):
            for step in range(1, int(math.dist(start, end) / 9.0) + 1):
                places.append(_towards(start, end, 9.0 * step - 4.5))
    else:
        xs, ys = zip(*body.path, strict=True)
        shores = segments((*body.path, body.path[0]))
        for row in range(int((max(ys) - min(ys)) / 4.0)):
            for column in range(int((max(xs) - min(xs)) / 9.0) + 1):
                at = (min(xs) + 9.0 * column + 4.5 * (row % 2), min(ys) + 4.0 * row + 2.0)
                if inside(at, body.path) and min(distance(at, *s) for s in shores) > 1.6:
                    places.append(at)
    return [wave.placed(at, 0.75 * page.scale).painted(None, WAVE, 0.28) for at in places]


def rounded(path: tuple[Point, ...], radius: float) -> Path:
    """Return the open line through *path* with its bends rounded by up to *radius* mm."""
    steps = [Step("M", (path[0],))]
    for before, bend, after in zip(path, path[1:], path[2:], strict=False):
        reach = min(radius, math.dist(before, bend) / 2, math.dist(bend, after) / 2)
        first, last = _towards(bend, before, reach), _towards(bend, after, reach)
        near, far = _towards(bend, before, 0.45 * reach), _towards(bend, after, 0.45 * reach)
        steps += [Step("L", (first,)), Step("C", (near, far, last))]
    return Path((*steps, Step("L", (path[-1],))))


def borders(page: Page) -> Group:
    """Return the borders of locations that are no roads, finely dashed: nobody walks there."""
    board = page.board
    joined = {frozenset(road.id.ends) for road in board.roads}
    at = {point.lattice: point for point in board.crossroads_xy if point.lattice}
    found = []
    for (column, line), point in at.items():
        for beyond in ((column + 1, line), (column, line + 1)):
            other = at.get(beyond)
            if other is None or frozenset((point, other)) in joined:
                continue
            ends = (board.crossroads_xy[point], board.crossroads_xy[other])
            found.append(polyline(ends).painted(None, BORDER, 0.4, (0.9, 1.3)))
    return Group("borders", tuple(found))


def bridges(page: Page) -> Group:
    """Return the parapets of every road over a river, and piers where it meets the banks."""
    found: list[Shape] = []
    for road in page.board.roads:
        for body in page.board.waters:
            if body.kind is WaterKind.RIVER and road.kind is not RoadKind.LANE:
                found += _parapets(road, body, page)
    return Group("bridges", tuple(found))


def _parapets(road: Road, river: Water, page: Page) -> list[Path]:
    found = []
    for piece in segments(road.path):
        for bank in segments(river.path):
            middle = _meeting(piece, bank)
            if middle is None:
                continue
            reach = river.width_mm / 2 + 1.0
            start, end = _towards(middle, piece[0], reach), _towards(middle, piece[1], reach)
            if math.dist(start, end) < reach:
                continue
            length = math.dist(start, end)
            nx, ny = (end[1] - start[1]) / length, (start[0] - end[0]) / length
            for side in (-1, 1):
                off = side * (page.road_mm / 2 + 0.15)
                rail = tuple((x + off * nx, y + off * ny) for x, y in (start, end))
                found.append(polyline(rail).painted(None, BRIDGE, 0.75))
    return found


def _meeting(one: tuple[Point, Point], other: tuple[Point, Point]) -> Point | None:
    """Return where two straight pieces cross, if they do."""
    (x1, y1), (x2, y2) = one
    (x3, y3), (x4, y4) = other
    turn = (x2 - x1) * (y4 - y3) - (y2 - y1) * (x4 - x3)
    if abs(turn) < 1e-9:
        return None
    along = ((x3 - x1) * (y4 - y3) - (y3 - y1) * (x4 - x3)) / turn
    across = ((x3 - x1) * (y2 - y1) - (y3 - y1) * (x2 - x1)) / turn
    if not (0 <= along <= 1 and 0 <= across <= 1):
        return None
    return x1 + along * (x2 - x1), y1 + along * (y2 - y1)


def lanes(page: Page) -> Group:
    """Return the sea lanes: blue lines with white dashes, one section each."""
    found: list[Shape] = []
    for road in page.board.roads:
        if road.kind is not RoadKind.LANE:
            continue
        line = rounded(road.path, _BEND_MM * page.scale)
        found.append(line.painted(None, PAPER, page.road_mm))
        found.append(line.painted(None, LANE, 0.72 * page.road_mm))
        found.append(line.painted(None, PAPER, 0.45, (1.6, 1.6)))
    return Group("lanes", tuple(found))


def felucca(centre: Point, size: float) -> tuple[Path, ...]:
    """Return a small sailing boat."""
    hull = parse_path("M -8 3 L 8 3 L 5 8 L -5 8 Z")
    sail = parse_path("M 0 -9 L 0 2 L 8 2 Z M -1.2 -6 L -1.2 2 L -6 2 Z")
    return (
        sail.placed(centre, size / 16).painted(PAPER, SOFT_INK, 0.2),
        hull.placed(centre, size / 16).painted(BRIDGE, SOFT_INK, 0.2),
    )
