"""Landmarks on the map: the sign in the corner, the picture, the name."""

from scorer.printing.drawing.drawing import Anchor, Font, Shape, Text
from scorer.printing.drawing.letters import fitted, text_width
from scorer.printing.drawing.palette import INK, TONES
from scorer.printing.icons.icons import icon
from scorer.printing.layout import Box, Land, Page, land_of
from scorer.printing.signs.symbols import kind_sign, valued_star
from scorer.rules.board.board import Cell, Landmark, LandmarkKind, Point, RoadKind

_SIGN_MM = 2.5
_STAR_MM = 3.6
_NAME_MM = 2.2
_SMALLEST_NAME_MM = 1.75
_GROUP_MM = 2.0
# Free land of less than this radius has room for the sign alone.
_PICTURE_RADIUS_MM = 4.0
_WIDEST_RADIUS_MM = 13.0
# From this radius on there is room for the name as well.
_NAMED_RADIUS_MM = 6.5


def inner_box(cell: Cell, page: Page) -> Box:
    """Return the box inside a four-sided location, clear of the roads around it."""
    xs = sorted(x for x, _ in cell.polygon)
    ys = sorted(y for _, y in cell.polygon)
    edge = len(xs) // 2
    return Box(xs[edge - 1], ys[edge - 1], xs[edge], ys[edge]).inset(page.clear_mm)


def is_square(cell: Cell, page: Page) -> bool:
    """Return whether the usual arrangement fits: four sides and no road through it."""
    crossed = any(
        road.kind is RoadKind.DIAGONAL and cell.location in road.locations
        for road in page.board.roads
    )
    return len(cell.polygon) == 4 and not crossed and inner_box(cell, page).width > 0


def place_landmark(mark: Landmark, picture: str, page: Page) -> tuple[Shape, ...]:
    """Return a landmark's sign, picture and name, all clear of the roads."""
    if mark.polygon:
        return _in_free_land(mark, picture, land_of(mark.polygon, page), page)
    cells = [page.board.cell_of[location] for location in mark.locations]
    found: list[Shape] = []
    for index, cell in enumerate(cells):
        land = land_of(cell.polygon, page)
        if index:
            found += _sign(mark, _sign_place(mark, land, inner_box(cell, page), page), page.scale)
        elif is_square(cell, page):
            found += _in_square(mark, picture, cell, land, page)
        else:
            found += _in_free_land(mark, picture, land, page)
    return tuple(found) if cells else _at_meeting_point(mark, page)


def _in_square(
    mark: Landmark, picture: str, cell: Cell, land: Land, page: Page
) -> tuple[Shape, ...]:
    box, scale = _clear_box(inner_box(cell, page), land), page.scale
    name, lines = _name(mark, box, scale)
    sign = _sign_place(mark, land, box, page)
    group = _group(mark, sign, scale)
    above = (0.8 + (_GROUP_MM if group else 0.0)) * scale
    size = min(box.width - 4.6 * scale, box.height - above - 0.8 * scale - lines)
    # Half the sign's width, so that the picture stands in the middle of what is left.
    aside = 1.7 * scale if sign[0] < box.centre[0] else -1.7 * scale
    centre = (box.centre[0] + aside, box.top + above + size / 2)
    return (
        *icon(picture, TONES[mark.kind], centre, size),
        *_sign(mark, sign, scale),
        *name,
        *group,
    )


def _group(mark: Landmark, sign: Point, scale: float) -> tuple[Text, ...]:
    """Return the name of the group that an iconic landmark is rated with, beside its sign."""
    if mark.kind is not LandmarkKind.GREY or mark.rating in ("", mark.id):
        return ()
    at = (sign[0] + 1.15 * _SIGN_MM * scale, sign[1] - 0.2 * scale)
    return (Text(at, mark.rating, _GROUP_MM * scale, Font.BOLD, INK, Anchor.START),)


def _clear_box(box: Box, land: Land) -> Box:
    """Return *box* with its sides moved in from a rounded road that cuts a corner off it."""
    while box.width > 8.0 and box.height > 8.0:
        sides = {
            "left": ((box.left, y) for y in _along(box.top, box.bottom)),
            "top": ((x, box.top) for x in _along(box.left, box.right)),
            "right": ((box.right, y) for y in _along(box.top, box.bottom)),
            "bottom": ((x, box.bottom) for x in _along(box.left, box.right)),
        }
        tight = {side for side, points in sides.items() if min(map(land.room, points)) < -0.01}
        if not tight:
            break
        box = Box(
            box.left + 0.25 * ("left" in tight),
            box.top + 0.25 * ("top" in tight),
            box.right - 0.25 * ("right" in tight),
            box.bottom - 0.25 * ("bottom" in tight),
        )
    return box


def _along(start: float, end: float) -> tuple[float, ...]:
    return tuple(start + share * (end - start) for share in (0.12, 0.5, 0.88))


def _sign_place(mark: Landmark, land: Land, box: Box, page: Page) -> Point:
    """Return the corner for the sign: the top left one, unless it has less room there."""
    off = (_STAR_MM if mark.kind is LandmarkKind.YELLOW else _SIGN_MM * 1.2) * page.scale + 0.5
    corners = box.inset(off).corners()
    free = (corner for corner in corners if land.room(corner) > off - 0.4)
    return next(free, max(corners, key=land.room))


def _sign(mark: Landmark, at: Point, scale: float) -> tuple[Shape, ...]:
    if mark.value is not None and mark.kind is LandmarkKind.YELLOW:
        return valued_star(mark.value, at, _STAR_MM / 1.2 * scale)
    return kind_sign(mark.kind, at, _SIGN_MM * scale)


def _name(mark: Landmark, box: Box, scale: float) -> tuple[tuple[Text, ...], float]:
    """Return the name's lines at the bottom of *box* and the height that they take."""
    width, size = box.width - 0.6, _NAME_MM * scale
    lines = broken(mark.name, width, size)
    size = min((fitted(line, size, Font.SANS, width) for line in lines), default=size)
    if not lines or size < _SMALLEST_NAME_MM * scale:
        return (), 0.0
    step = 1.05 * size
    texts = tuple(
        Text(
            (box.centre[0], box.bottom - 0.75 - (len(lines) - 1 - index) * step),
            line,
            size,
            Font.SANS,
            INK,
            Anchor.MIDDLE,
        )
        for index, line in enumerate(lines)
    )
    return texts, len(lines) * step + 0.4


def broken(name: str, width: float, size: float) -> tuple[str, ...]:
    """Return *name* in one line, or in the two most even ones where it is too long."""
    if not name or text_width(name, size, Font.SANS) <= width:
        return (name,) if name else ()
    words = name.split(" ")
    cuts = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    if not cuts:
        return (name,)
    return min(cuts, key=lambda cut: max(text_width(line, size, Font.SANS) for line in cut))


def _in_free_land(mark: Landmark, picture: str, land: Land, page: Page) -> tuple[Shape, ...]:
    """Return sign and picture in the widest free circle of an oddly shaped landmark."""
    (x, y), radius = land.spot
    if radius < _PICTURE_RADIUS_MM * page.scale:
        return _sign(mark, (x, y), min(page.scale, max(radius, 1.0) / _SIGN_MM / 1.3))
    radius = min(radius, _WIDEST_RADIUS_MM * page.scale)
    sign = max(min(0.4 * radius / _SIGN_MM, 1.2 * page.scale), 0.62 * page.scale)
    name, lines = _name(
        mark, Box(x - radius, y - radius, x + radius, y + 0.86 * radius), page.scale
    )
    size = 1.9 * radius - 2.3 * sign * _SIGN_MM - lines
    small = radius < _NAMED_RADIUS_MM * page.scale
    if small and name and mark.value is None:
        # Room for one of the two, and a picture does not say which landmark it is.
        return (*_sign(mark, (x, y - 0.95 * radius + 1.1 * sign * _SIGN_MM), sign), *name)
    if small:
        name, size = (), size + lines
        lines = 0.0
    return (
        *icon(picture, TONES[mark.kind], (x, y + 0.92 * radius - lines - size / 2), size),
        *_sign(mark, (x, y - 0.95 * radius + 1.1 * sign * _SIGN_MM), sign),
        *name,
    )


def _at_meeting_point(mark: Landmark, page: Page) -> tuple[Shape, ...]:
    """Return the sign of a landmark off the map, just outside its meeting point."""
    if mark.meeting_point is None:
        return ()
    x, y = page.board.crossroads_xy[mark.meeting_point]
    frame = page.map
    dx = (x >= frame.right - 1) - (x <= frame.left + 1)
    dy = (y >= frame.bottom - 1) - (y <= frame.top + 1)
    off = 7.0 * page.scale
    return _sign(mark, (x + dx * off, y + dy * off), page.scale)
