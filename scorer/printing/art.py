"""The drawing of a board: every layer from the page up to the signs."""

from scorer.printing import palette
from scorer.printing.icons import icon_names
from scorer.printing.legend import legend
from scorer.printing.margins import ruler, scoring, title
from scorer.printing.page import KERB_MM, Box, Page, inside, land_of
from scorer.printing.places import inner_box, place_landmark
from scorer.printing.scenery import city_block, coordinate_places, park_trees
from scorer.printing.shapes import (
    Drawing,
    Group,
    Path,
    Shape,
    polygon,
    polyline,
    rectangle,
)
from scorer.printing.streets import streets
from scorer.printing.symbols import (
    BADGE_RADIUS,
    CAFE_RADIUS,
    FESTIVAL_RADIUS,
    bonus_badge,
    cafe_sign,
    festival_sign,
    number_tile,
    station_sign,
)
from scorer.rules.board import Board, Cafe, Point, Road, RoadKind
from scorer.rules.city import City


def board_drawing(board: Board, city: City) -> Drawing:
    """Return the drawing of *board*, a board of *city*, in mm from the page's top left.

    Depends on its arguments alone: the same board gives the same drawing.
    """
    page = Page(board)
    return Drawing(
        board.page_mm,
        board.name or city.name,
        (
            _ground(page),
            _plots(page),
            _houses(page),
            _roads(page),
            _landmarks(page),
            _signs(page),
            _coordinates(page),
            title(page, city),
            legend(page, city),
            scoring(page, city),
            ruler(page),
        ),
    )


def _ground(page: Page) -> Group:
    width, height = page.board.page_mm
    park = page.park
    lawn = rectangle(park.left, park.top, park.width, park.height, 5.0)
    return Group(
        "ground",
        (
            rectangle(0, 0, width, height).painted(palette.PAGE),
            lawn.painted(palette.PARK, palette.PARK_EDGE, 0.4),
            *park_trees(page),
        ),
    )


def _plots(page: Page) -> Group:
    """Return the land of every location, in its landmark's tint where one fills it."""
    found: list[Shape] = []
    for cell in page.board.cells:
        whole = [m for m in page.board.landmark_at.get(cell.location, ()) if not m.polygon]
        tint = palette.TONES[whole[0].kind].tint if whole else palette.PLOT
        edge = palette.KERB if cell.location.name else None
        found.append(polygon(cell.polygon).painted(tint, edge, KERB_MM))
    for mark in page.board.landmarks:
        if mark.polygon:
            tones = palette.TONES[mark.kind]
            found.append(polygon(mark.polygon).painted(tones.tint, tones.mid, KERB_MM))
    return Group("plots", tuple(found))


def _houses(page: Page) -> Group:
    found: list[Shape] = []
    for cell in page.board.cells:
        if cell.location not in page.board.landmark_at and not cell.location.name:
            land = land_of(cell.polygon, page)
            block = inner_box(cell, page).inset(0.5 * page.scale)
            found += city_block(f"{page.board.id} {cell.location}", land, block, page.scale)
    return Group("houses", tuple(found))


def _roads(page: Page) -> Group:
    """Return the roads above the land, so that no tint reaches onto a strip."""
    roads = page.board.roads
    if not roads:
        return Group("roads", ())
    first, *rest = (polyline(street) for street in streets(page.board))
    network = first.joined(*rest)
    cut_off = [_cut_off(road, page) for road in roads if road.kind is RoadKind.CORNER]
    strip = page.road_mm
    return Group(
        "roads",
        (
            *(polygon(outline).painted(palette.PARK) for outline in cut_off if outline),
            *_ways_to_meeting_points(page),
            network.painted(None, palette.KERB, strip + 2 * KERB_MM),
            network.painted(None, palette.ROAD, strip),
            network.painted(None, palette.ROAD_MARK, 0.3, (1.1, 1.5)),
        ),
    )


def _cut_off(road: Road, page: Page) -> tuple[Point, ...]:
    """Return the piece of the location outside a rounded corner, which is no land of it."""
    ends = {road.path[0], road.path[-1]}
    for location in road.locations:
        for vertex in page.board.cell_of[location].polygon:
            if vertex not in page.board.crossroads_xy.values() and vertex not in ends:
                return (*road.path, vertex)
    return ()


def _ways_to_meeting_points(page: Page) -> list[Path]:
    """Return dotted paths from what lies off the map to its meeting point."""
    found = []
    places = [(cell.polygon, cell.meeting_point) for cell in page.board.cells]
    places += [(mark.polygon, mark.meeting_point) for mark in page.board.landmarks]
    for outline, meeting_point in places:
        if meeting_point and outline:
            centre = land_of(outline, page).spot[0]
            way = polyline((centre, page.board.crossroads_xy[meeting_point]))
            found.append(way.painted(None, palette.SOFT_INK, 0.5, (0.1, 1.6)))
    return found


def _landmarks(page: Page) -> Group:
    names = icon_names(page.board.landmarks)
    # Landmarks of a shape of their own first: their pictures lie below the usual ones.
    ordered = sorted(page.board.landmarks, key=lambda mark: not mark.polygon)
    return Group(
        "landmarks",
        tuple(shape for mark in ordered for shape in place_landmark(mark, names[mark.id], page)),
    )


def _signs(page: Page) -> Group:
    board, scale = page.board, page.scale
    found: list[Shape] = []
    for ride in board.transports:
        for stop in sorted({stop for group in ride.groups for stop in group}):
            found += station_sign(board.crossroads_xy[stop], 2.6 * scale)
    for point in board.visit_all:
        found += festival_sign(board.crossroads_xy[point], FESTIVAL_RADIUS * scale)
    for cafe in board.cafes:
        found += cafe_sign(cafe.xy, CAFE_RADIUS * scale)
        found += bonus_badge(cafe.bonus, _badge_place(cafe, page), BADGE_RADIUS * scale)
    return Group("signs", tuple(found))


def _badge_place(cafe: Cafe, page: Page) -> Point:
    """Return the place of a bonus badge: where it covers least of what is printed around."""
    off = 0.72 * (CAFE_RADIUS + 0.6 * BADGE_RADIUS) * page.scale
    x, y = cafe.xy
    ways = ((1, -1), (1, 1), (-1, -1), (-1, 1))
    places = [(x + dx * off, y + dy * off) for dx, dy in ways]
    return min(places, key=lambda place: _covers(place, page))


def _covers(place: Point, page: Page) -> int:
    """Return how much a badge at *place* hides: nothing off the map, most on a name or sign."""
    if not page.map.inset(-page.clear_mm - BADGE_RADIUS * page.scale).holds(place):
        return 0
    for cell in page.board.cells:
        if inside(place, cell.polygon):
            if cell.location not in page.board.landmark_at:
                return 1
            # A landmark's sign stands in the top left corner and its name at the bottom.
            right, top = Box.around(cell.polygon).right, Box.around(cell.polygon).top
            return 2 if right - place[0] < 5.0 > place[1] - top else 3
    return 4


def _coordinates(page: Page) -> Group:
    if page.board.coordinates is None:
        return Group("coordinates", ())
    columns, rows = page.board.coordinates
    return Group(
        "coordinates",
        tuple(
            shape
            for number, place in zip((*columns, *rows), coordinate_places(page), strict=True)
            for shape in number_tile(number, place, 5.6 * page.scale)
        ),
    )
