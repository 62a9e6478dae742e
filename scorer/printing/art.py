"""The drawing of a board: every layer from the page up to the signs."""

from scorer.printing.drawing import palette
from scorer.printing.drawing.drawing import (
    Anchor,
    Drawing,
    Font,
    Group,
    Shape,
    Text,
    polygon,
    polyline,
    rectangle,
)
from scorer.printing.icons.icons import icon_names
from scorer.printing.layout import KERB_MM, Box, Page, inside, land_of
from scorer.printing.margins.legend import legend
from scorer.printing.margins.margins import ruler, scoring, title
from scorer.printing.signs.marked import marked_signs, painted_roads, sign_of, station_crossroads
from scorer.printing.signs.places import inner_box, place_landmark
from scorer.printing.signs.remote import cafe_area, dock_names, is_remote, remote
from scorer.printing.signs.symbols import (
    BADGE_RADIUS,
    CAFE_RADIUS,
    FESTIVAL_RADIUS,
    bonus_badge,
    cafe_sign,
    festival_sign,
    kind_sign,
    number_tile,
    station_sign,
)
from scorer.printing.town.scenery import city_block, coordinate_places, park_trees
from scorer.printing.town.streets import streets
from scorer.printing.town.water import borders, bridges, felucca, lanes, water, water_names
from scorer.rules.board.board import Board, Cafe, Landmark, Point, Road, RoadKind, Sign, WaterKind
from scorer.rules.city.city import City


def board_drawing(board: Board, city: City, *, on_paper: bool = True) -> Drawing:
    """Return the drawing of *board*, a board of *city*, in mm from the page's top left.

    Depends on its arguments alone: the same board gives the same drawing. What only a printed
    page needs (title, legend, score pad, ruler) is left out where it is not *on_paper*.
    """
    page = Page(board)
    beside = (title(page, city), legend(page, city), scoring(page, city), ruler(page))
    return Drawing(
        board.page_mm,
        board.name or city.name,
        (
            _ground(page),
            plots(page),
            _houses(page),
            water(page),
            borders(page),
            lanes(page),
            roads(page),
            painted_roads(page),
            bridges(page),
            _landmarks(page),
            water_names(page),
            remote(page, city, icon_names(board.landmarks)),
            marked_signs(page),
            _signs(page, city),
            cafe_area(page),
            dock_names(page),
            coordinates(page),
            *(beside if on_paper else ()),
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


def plots(page: Page) -> Group:
    """Return the land of every location, in its landmark's tint where one fills it."""
    found: list[Shape] = []
    for cell in page.board.cells:
        whole = [m for m in page.board.landmark_at.get(cell.location, ()) if not m.polygon]
        tint = palette.TONES[whole[0].kind].tint if whole else palette.PLOT
        if not cell.location.name:
            found.append(polygon(cell.polygon).painted(tint))
    for mark in page.board.landmarks:
        if mark.polygon and not is_remote(mark, page):
            tones = palette.TONES[mark.kind]
            found.append(polygon(mark.polygon).painted(tones.tint, tones.mid, KERB_MM))
    corners = [road for road in page.board.roads if road.kind is RoadKind.CORNER]
    cut_off = [_cut_off(road, page) for road in corners]
    found += [polygon(outline).painted(palette.PARK) for outline in cut_off if outline]
    return Group("plots", tuple(found))


def _houses(page: Page) -> Group:
    found: list[Shape] = []
    for cell in page.board.cells:
        if cell.location not in page.board.landmark_at and not cell.location.name:
            land = land_of(cell.polygon, page)
            block = inner_box(cell, page).inset(0.5 * page.scale)
            found += city_block(f"{page.board.id} {cell.location}", land, block, page.scale)
    return Group("houses", tuple(found))


def roads(page: Page) -> Group:
    """Return the roads above the land, so that no tint reaches onto a strip."""
    roads = [road for road in page.board.roads if road.kind is not RoadKind.LANE]
    if not roads:
        return Group("roads", ())
    first, *rest = (polyline(street) for street in streets(page.board))
    network = first.joined(*rest)
    strip = page.road_mm
    return Group(
        "roads",
        (
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


def _landmarks(page: Page) -> Group:
    names = icon_names(page.board.landmarks)
    # Landmarks of a shape of their own first: their pictures lie below the usual ones.
    near = [mark for mark in page.board.landmarks if not is_remote(mark, page)]
    squares = [mark for mark in near if mark.polygon and not mark.locations]
    ordered = sorted(set(near) - set(squares), key=lambda mark: (not mark.polygon, mark.id))
    return Group(
        "landmarks",
        (
            *(s for mark in ordered for s in place_landmark(mark, names[mark.id], page)),
            *(shape for mark in squares for shape in _square(mark, page)),
        ),
    )


def _square(mark: Landmark, page: Page) -> tuple[Shape, ...]:
    """Return a landmark that is a crossroads: its paving above the roads, sign and name."""
    tones, box = palette.TONES[mark.kind], Box.around(mark.polygon)
    radius, at = 2.6 * page.scale, (box.centre[0], box.bottom + 2.4 * page.scale)
    return (
        polygon(mark.polygon).painted(tones.tint, tones.line, 0.5),
        *kind_sign(mark.kind, box.centre, radius),
        Text(at, mark.name, 2.3 * page.scale, Font.BOLD, palette.INK, Anchor.MIDDLE),
    )


def _signs(page: Page, city: City) -> Group:
    board, scale = page.board, page.scale
    found: list[Shape] = [*_boats(page)]
    for stop in station_crossroads(page):
        found += station_sign(stop, 2.6 * scale)
    for point in board.visit_all:
        at, radius = board.crossroads_xy[point], FESTIVAL_RADIUS * scale
        sign = city.visit_all.sign
        found += festival_sign(at, radius) if sign is Sign.NONE else sign_of(sign, at, radius)
    for cafe in board.cafes:
        found += cafe_sign(cafe.xy, CAFE_RADIUS * scale)
        found += bonus_badge(cafe.bonus, _badge_place(cafe, page), BADGE_RADIUS * scale)
    return Group("signs", tuple(found))


def _boats(page: Page) -> list[Shape]:
    """Return boats on the river, where a ride takes the route from bank to bank."""
    if not any(len(ride.groups) == 2 for ride in page.board.transports):
        return []
    rivers = [body for body in page.board.waters if body.kind is WaterKind.RIVER]
    ends = [body.path[0] for body in rivers] + [body.path[-1] for body in rivers]
    places = [(x, y + (2.6 if y < page.map.top else -2.6)) for x, y in ends]
    return [shape for place in places for shape in felucca(place, 5.0 * page.scale)]


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


def coordinates(page: Page) -> Group:
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
