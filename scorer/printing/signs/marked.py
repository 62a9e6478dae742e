"""Places that a rule of the city is about: coloured streets, stations, docks, bridge values."""

from collections.abc import Callable

from scorer.printing.drawing.drawing import (
    Anchor,
    Font,
    Group,
    Path,
    Shape,
    Text,
    circle,
    parse_path,
    polyline,
    rectangle,
    star,
)
from scorer.printing.drawing.palette import (
    BROADWAY,
    BROADWAY_EDGE,
    CARNIVAL,
    CARNIVAL_EDGE,
    FESTIVAL,
    FESTIVAL_EDGE,
    INK,
    PAPER,
    RAIL,
    TONES,
    WATER,
    WATER_INK,
)
from scorer.printing.layout import Page, inside
from scorer.printing.signs.symbols import station_sign
from scorer.rules.board.board import LandmarkKind, Marked, Paint, Point, Sign
from scorer.rules.notation import Location, RoadId

SIGN_MM = 2.9
_STREETS = {
    Paint.RED: (CARNIVAL, CARNIVAL_EDGE),
    Paint.YELLOW: (BROADWAY, BROADWAY_EDGE),
}


def painted_roads(page: Page) -> Group:
    """Return the streets that are printed in a colour, and tram rails."""
    found: list[Shape] = []
    for group in page.board.marked:
        paths = [page.board.road_of[road].path for road in group.roads]
        if not paths or group.paint in (Paint.NONE, Paint.LANE):
            continue
        first, *rest = (polyline(path) for path in paths)
        found += paint_of(group.paint, first.joined(*rest), page.road_mm)
    return Group("painted-roads", tuple(found))


def paint_of(paint: Paint, line: Path, width: float) -> tuple[Path, ...]:
    """Return *line* in the paint of a street *width* mm wide."""
    if paint is Paint.TRAM:
        # Ties first, then two rails: what is left of a wide line under a narrow one.
        return (
            line.painted(None, RAIL, 0.56 * width, (0.35, 2.2)),
            line.painted(None, RAIL, 0.44 * width),
            line.painted(None, PAPER, 0.44 * width - 0.7),
        )
    fill, edge = _STREETS[paint]
    return line.painted(None, edge, 0.66 * width), line.painted(None, fill, 0.66 * width - 0.5)


def marked_signs(page: Page) -> Group:
    """Return the signs at marked crossroads, roads and locations."""
    found: list[Shape] = []
    for group in page.board.marked:
        if group.sign is Sign.NONE:
            continue
        values = dict(group.values)
        for place in group.crossroads:
            at = page.board.crossroads_xy[place]
            found += sign_of(group.sign, at, SIGN_MM * page.scale, values.get(place))
        for road in group.roads:
            found += _beside_road(group, road, values.get(road), page)
        for location in group.locations:
            found += _in_location(group, location, page)
    return Group("marked-signs", tuple(found))


def station_crossroads(page: Page) -> tuple[Point, ...]:
    """Return the stations of rides that no sign of their own stands at, in mm."""
    signed = {p for g in page.board.marked if g.sign is not Sign.NONE for p in g.crossroads}
    stops = {
        stop
        for ride in page.board.transports
        if len(ride.groups) == 1
        for stop in ride.groups[0]
        if stop not in signed
    }
    return tuple(page.board.crossroads_xy[stop] for stop in sorted(stops))


def sign_of(sign: Sign, at: Point, radius: float, value: int | None = None) -> tuple[Shape, ...]:
    """Return a sign about *at*; a star or a plate shows its *value*."""
    if sign in (Sign.STAR, Sign.VALUE):
        return _valued(sign, at, radius, value)
    return _PLAIN[sign](at, radius)


def _beside_road(group: Marked, road: RoadId, value: int | None, page: Page) -> tuple[Shape, ...]:
    """Return a road's sign beside its middle, so that a pen on the road leaves it legible."""
    (x1, y1), (x2, y2) = page.board.road_of[road].path[0], page.board.road_of[road].path[-1]
    off = page.road_mm / 2 + 2.6 * page.scale
    flat = abs(x2 - x1) >= abs(y2 - y1)
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    sides = ((x, y - off), (x, y + off)) if flat else ((x + off, y), (x - off, y))
    at = min(sides, key=lambda side: _printed_on(side, page))
    return sign_of(group.sign, at, 2.3 * page.scale, value)


def _printed_on(at: Point, page: Page) -> bool:
    """Return whether a landmark with its picture and name stands at *at*."""
    cells = (page.board.cell_of[place] for place in page.board.landmark_at)
    return any(inside(at, cell.polygon) for cell in cells)


def _in_location(group: Marked, location: Location, page: Page) -> tuple[Shape, ...]:
    xs, ys = zip(*page.board.cell_of[location].polygon, strict=True)
    if group.sign is Sign.FERRY:
        at = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
        return sign_of(group.sign, at, 7.0 * page.scale)
    at = (max(xs) - 5.6 * page.scale, min(ys) + 5.6 * page.scale)
    return sign_of(group.sign, at, SIGN_MM * page.scale)


def _valued(sign: Sign, at: Point, radius: float, value: int | None) -> tuple[Shape, ...]:
    x, y = at
    if sign is Sign.STAR:
        plate: Path = star((x, y + 0.05 * radius), 1.5 * radius, 5, 0.56)
    else:
        plate = rectangle(x - radius, y - radius, 2 * radius, 2 * radius, 0.35 * radius)
    words = "" if value is None else str(value)
    text = Text((x, y + 0.42 * radius), words, 1.15 * radius, Font.BOLD, INK, Anchor.MIDDLE)
    return (plate.painted(FESTIVAL, FESTIVAL_EDGE, 0.12 * radius), *([text] if words else []))


def _tube(at: Point, radius: float) -> tuple[Shape, ...]:
    """A red ring with a blue bar."""
    x, y = at
    red, blue = TONES[LandmarkKind.RED].symbol, TONES[LandmarkKind.BLUE].symbol
    return (
        circle(at, 1.12 * radius).painted(PAPER),
        circle(at, 0.8 * radius).painted(PAPER, red, 0.36 * radius),
        rectangle(x - 1.2 * radius, y - 0.22 * radius, 2.4 * radius, 0.44 * radius).painted(blue),
    )


def _subway(at: Point, radius: float) -> tuple[Shape, ...]:
    letter = Text(
        (at[0], at[1] + 0.45 * radius), "M", 1.3 * radius, Font.BOLD, PAPER, Anchor.MIDDLE
    )
    return circle(at, radius).painted(INK, PAPER, 0.16 * radius), letter


def _boat(at: Point, radius: float) -> tuple[Shape, ...]:
    hull = parse_path("M -7 1 L 7 1 L 4.6 5 L -4.6 5 Z M -3.6 -3 L 3.4 -3 L 4.4 0 L -4.4 0 Z")
    mast = parse_path("M 0.4 -3 L 0.4 -6.4 L 4 -5.2 L 0.4 -4.2")
    return (
        circle(at, radius).painted(PAPER, WATER_INK, 0.2 * radius),
        hull.placed(at, radius / 10).painted(WATER_INK),
        mast.placed(at, radius / 10).painted(None, WATER_INK, 0.12 * radius),
    )


def _dock(at: Point, radius: float) -> tuple[Shape, ...]:
    """An anchor on a blue plate."""
    anchor = parse_path(
        "M 0 -3.4 L 0 5.6 M -3 -1 L 3 -1 M -5.4 1.6 C -5 5 -2 5.8 0 5.8 C 2 5.8 5 5 5.4 1.6"
    )
    ring = parse_path("O 0 -4.8 1.5")
    x, y = at
    plate = rectangle(x - radius, y - radius, 2 * radius, 2 * radius, 0.35 * radius)
    return (
        plate.painted(WATER_INK, PAPER, 0.14 * radius),
        anchor.placed(at, radius / 10).painted(None, PAPER, 0.17 * radius),
        ring.placed(at, radius / 10).painted(None, PAPER, 0.15 * radius),
    )


def _viewpoint(at: Point, radius: float) -> tuple[Shape, ...]:
    """Two peaks and the sun on a yellow disc."""
    peaks = parse_path("M -7.6 5 L -2.6 -3.6 L 0.4 1 L 2.6 -2 L 7.6 5 Z")
    return (
        circle(at, radius).painted(FESTIVAL, FESTIVAL_EDGE, 0.09 * radius),
        peaks.placed(at, radius / 10).painted(FESTIVAL_EDGE),
        circle((at[0] + 0.34 * radius, at[1] - 0.44 * radius), 0.17 * radius).painted(PAPER),
    )


def _ferry(at: Point, radius: float) -> tuple[Shape, ...]:
    """A ferry on the water, with room for a cross."""
    hull = parse_path("M -9 2.6 L 9 2.6 L 6.6 7 L -6.6 7 Z")
    decks = parse_path("R -6.6 -1.4 13.2 4 R -4.6 -4.6 9.2 3.2")
    funnel = parse_path("R 0.6 -8 2.4 3.4")
    windows = parse_path("O -4.4 0.8 0.7 O -1.4 0.8 0.7 O 1.6 0.8 0.7 O 4.6 0.8 0.7")
    return (
        circle(at, 1.16 * radius).painted(WATER, WATER_INK, 0.05 * radius),
        funnel.placed(at, radius / 11).painted(TONES[LandmarkKind.RED].mid, WATER_INK, 0.2),
        decks.placed(at, radius / 11).painted(PAPER, WATER_INK, 0.2),
        windows.placed(at, radius / 11).painted(WATER_INK),
        hull.placed(at, radius / 11).painted(TONES[LandmarkKind.BLUE].mid, WATER_INK, 0.2),
    )


def _theatre(at: Point, radius: float) -> tuple[Shape, ...]:
    """A laughing mask."""
    face = parse_path(
        "M -5.6 -5 C -2 -6.4 2 -6.4 5.6 -5 C 6 1.6 3.6 6.4 0 7 C -3.6 6.4 -6 1.6 -5.6 -5 Z"
    )
    eyes = parse_path("O -2.3 -1.8 0.9 O 2.3 -1.8 0.9")
    mouth = parse_path("M -3 1.6 C -1.4 4.6 1.4 4.6 3 1.6 Z")
    return (
        circle(at, radius).painted(PAPER, INK, 0.1 * radius),
        face.placed(at, radius / 10).painted(TONES[LandmarkKind.PURPLE].mid, INK, 0.08 * radius),
        eyes.placed(at, radius / 10).painted(INK),
        mouth.placed(at, radius / 10).painted(INK),
    )


def _station(at: Point, radius: float) -> tuple[Shape, ...]:
    """A railway engine seen from the front."""
    engine = parse_path("M -4.4 4 L -4.4 -4 C -4.4 -7 4.4 -7 4.4 -4 L 4.4 4 Z")
    window = parse_path("R -3 -4 6 3.4")
    lamps = parse_path("O -2.2 2 0.9 O 2.2 2 0.9")
    rails = parse_path("M -3 4.4 L -5 7.4 M 3 4.4 L 5 7.4")
    return (
        circle(at, radius).painted(PAPER, INK, 0.1 * radius),
        rails.placed(at, radius / 10).painted(None, INK, 0.1 * radius),
        engine.placed(at, radius / 10).painted(INK),
        window.placed(at, radius / 10).painted(PAPER),
        lamps.placed(at, radius / 10).painted(FESTIVAL),
    )


_PLAIN: dict[Sign, Callable[[Point, float], tuple[Shape, ...]]] = {
    Sign.TUBE: _tube,
    Sign.SUBWAY: _subway,
    Sign.BOAT: _boat,
    Sign.DOCK: _dock,
    Sign.VIEWPOINT: _viewpoint,
    Sign.FERRY: _ferry,
    Sign.THEATRE: _theatre,
    Sign.STATION: _station,
    Sign.TRAM: station_sign,
}
