"""The quiet parts that make a board look like a city: houses, gardens, trees, paving.

They differ from location to location and are the same on every print: each place draws its
own luck from its name. They also give photos of the board something to be recognised by.
"""

import math
from random import Random

from scorer.printing import palette
from scorer.printing.page import Box, Land, Page
from scorer.printing.shapes import Path, circle, polygon, polyline, rectangle
from scorer.rules.board import Point

_LANE_MM = 0.9
_SMALLEST_LOT_MM = 5.2


def city_block(name: str, land: Land, inner: Box, scale: float) -> tuple[Path, ...]:
    """Return houses and gardens for a location without a landmark.

    Parameters
    ----------
    name : str
        What the block's luck is drawn from.
    land : Land
        Where it may build; where no house fits, trees stand.
    inner : Box
        The box, in mm, that is divided into lots.
    scale : float
        How large the lots are, against those of a 25 mm location.
    """
    luck = Random(name)
    found: list[Path] = []
    built: list[Box] = []
    for lot in _lots(inner, luck, scale):
        if all(land.room(corner) > 0.2 for corner in (*lot.corners(), lot.centre)):
            found += _garden(lot, luck) if luck.random() < 0.22 else _house(lot, luck)
            built.append(lot)
    if not built or sum(lot.width * lot.height for lot in built) < 0.6 * inner.width * inner.height:
        found += _grove(land, inner, built, luck)
    return tuple(found)


def _grove(land: Land, inner: Box, built: list[Box], luck: Random) -> list[Path]:
    """Return trees for a block whose shape leaves few whole lots."""
    spots: list[tuple[Point, float]] = []
    for _ in range(200):
        size = luck.uniform(0.7, 1.4)
        place = (luck.uniform(inner.left, inner.right), luck.uniform(inner.top, inner.bottom))
        if land.room(place) < size + 0.3 or any(b.inset(-size - 0.3).holds(place) for b in built):
            continue
        if all(math.dist(place, other) > size + radius + 0.2 for other, radius in spots):
            spots.append((place, size))
    return [part for place, size in spots for part in tree(place, size)]


def _lots(box: Box, luck: Random, scale: float, depth: int = 3) -> list[Box]:
    """Return *box* cut into lots of uneven size with lanes between them."""
    wide = box.width >= box.height
    length = box.width if wide else box.height
    lane = _LANE_MM * scale
    if depth == 0 or length < 2 * _SMALLEST_LOT_MM * scale + lane:
        return [box]
    cut = luck.uniform(0.36, 0.64) * (length - lane)
    if wide:
        first = Box(box.left, box.top, box.left + cut, box.bottom)
        second = Box(first.right + lane, box.top, box.right, box.bottom)
    else:
        first = Box(box.left, box.top, box.right, box.top + cut)
        second = Box(box.left, first.bottom + lane, box.right, box.bottom)
    return _lots(first, luck, scale, depth - 1) + _lots(second, luck, scale, depth - 1)


def _house(lot: Box, luck: Random) -> list[Path]:
    kind = luck.choice(("hip", "hip", "gable", "corner", "court"))
    edge = (palette.HOUSE_EDGE, 0.2)
    frame = rectangle(lot.left, lot.top, lot.width, lot.height)
    if kind == "corner":
        return _corner_house(lot, luck)
    if kind == "court":
        yard = lot.inset(0.28 * min(lot.width, lot.height))
        hole = rectangle(yard.left, yard.top, yard.width, yard.height)
        return [
            frame.painted(palette.HOUSE, *edge),
            hole.painted(palette.GARDEN, *edge),
            circle(yard.centre, 0.28 * min(yard.width, yard.height)).painted(palette.PARK_LEAF),
        ]
    ridge = _ridge(lot, 0.5 * min(lot.width, lot.height) if kind == "hip" else 0.0)
    lit = polygon(_lit_side(lot, ridge))
    lines = [polyline(ridge)]
    if kind == "hip":
        lines += [polyline((corner, end)) for corner, end in _hips(lot, ridge)]
    drawn = [frame.painted(palette.HOUSE, *edge), lit.painted(palette.HOUSE_LIT)]
    drawn.append(lines[0].joined(*lines[1:]).painted(None, *edge))
    if luck.random() < 0.5:
        x, y = (
            luck.uniform(lot.left + 0.8, lot.right - 1.6),
            luck.uniform(lot.top + 0.8, lot.bottom - 1.6),
        )
        drawn.append(rectangle(x, y, 0.8, 0.8).painted(palette.PAGE, *edge))
    return drawn


def _ridge(lot: Box, back: float) -> tuple[Point, Point]:
    x, y = lot.centre
    if lot.width >= lot.height:
        return (lot.left + back, y), (lot.right - back, y)
    return (x, lot.top + back), (x, lot.bottom - back)


def _lit_side(lot: Box, ridge: tuple[Point, Point]) -> tuple[Point, ...]:
    if lot.width >= lot.height:
        return (lot.left, lot.top), (lot.right, lot.top), ridge[1], ridge[0]
    return (lot.left, lot.top), ridge[0], ridge[1], (lot.left, lot.bottom)


def _hips(lot: Box, ridge: tuple[Point, Point]) -> tuple[tuple[Point, Point], ...]:
    return tuple(
        (corner, min(ridge, key=lambda end: math.dist(corner, end))) for corner in lot.corners()
    )


def _corner_house(lot: Box, luck: Random) -> list[Path]:
    """Return an L of wings round a garden in one of the four corners."""
    wing_x, wing_y = luck.uniform(0.38, 0.5) * lot.width, luck.uniform(0.38, 0.5) * lot.height
    left, top = luck.random() < 0.5, luck.random() < 0.5
    x1, x2 = (lot.left, lot.right) if left else (lot.right, lot.left)
    y1, y2 = (lot.top, lot.bottom) if top else (lot.bottom, lot.top)
    mid_x, mid_y = x1 + (wing_x if left else -wing_x), y1 + (wing_y if top else -wing_y)
    wings = ((x1, y1), (x2, y1), (x2, mid_y), (mid_x, mid_y), (mid_x, y2), (x1, y2))
    yard = ((mid_x + x2) / 2, (mid_y + y2) / 2)
    size = 0.32 * min(abs(x2 - mid_x), abs(y2 - mid_y))
    return [
        polygon(wings).painted(palette.HOUSE, palette.HOUSE_EDGE, 0.2),
        polyline(((x1, y1), (mid_x, mid_y))).painted(None, palette.HOUSE_EDGE, 0.2),
        *tree(yard, size),
    ]


def _garden(lot: Box, luck: Random) -> list[Path]:
    frame = rectangle(lot.left, lot.top, lot.width, lot.height, 0.8)
    found = [frame.painted(palette.GARDEN, palette.GARDEN_EDGE, 0.2)]
    spots: list[tuple[Point, float]] = []
    for _ in range(24):
        size = luck.uniform(0.7, 1.25)
        place = (
            luck.uniform(lot.left + size + 0.3, lot.right - size - 0.3),
            luck.uniform(lot.top + size + 0.3, lot.bottom - size - 0.3),
        )
        if all(math.dist(place, other) > size + radius for other, radius in spots):
            spots.append((place, size))
            found += tree(place, size)
    return found


def tree(at: Point, radius: float) -> tuple[Path, ...]:
    """Return a tree seen from above."""
    lit = (at[0] - 0.22 * radius, at[1] - 0.22 * radius)
    return (
        circle(at, radius).painted(palette.PARK_TREE, palette.GARDEN_EDGE, 0.18),
        circle(lit, 0.5 * radius).painted(palette.PARK_LEAF),
    )


def park_trees(page: Page) -> tuple[Path, ...]:
    """Return the trees of the belt round the map, clear of what is printed along its edge."""
    luck = Random(f"park of {page.board.id}")
    park, keep = page.park, page.map.inset(-page.clear_mm)
    taken = _taken_in_park(page)
    spots: list[tuple[Point, float]] = []
    for _ in range(6000):
        place = (luck.uniform(park.left, park.right), luck.uniform(park.top, park.bottom))
        size = luck.uniform(0.7, 1.7) * page.scale
        if keep.inset(-size - 0.5).holds(place) or not park.inset(size + 0.5).holds(place):
            continue
        near = [*taken, *spots]
        if all(math.dist(place, other) > size + radius + 0.25 for other, radius in near):
            spots.append((place, size))
    return tuple(part for place, size in spots for part in tree(place, size))


def _taken_in_park(page: Page) -> list[tuple[Point, float]]:
    """Return where the belt is needed: round cafés and coordinates, as circles."""
    scale = page.scale
    found = [(cafe.xy, 7.4 * scale) for cafe in page.board.cafes]
    if page.board.coordinates:
        found += [(place, 4.4 * scale) for place in coordinate_places(page)]
    return found


def coordinate_places(page: Page) -> tuple[Point, ...]:
    """Return where the numbers stand: below the columns from the left, then beside the rows."""
    if page.board.coordinates is None:
        return ()
    columns, rows = page.board.coordinates
    off = 7.3 * page.scale
    frame = page.map
    below = tuple(
        (frame.left + (index + 0.5) * frame.width / len(columns), frame.bottom + off)
        for index in range(len(columns))
    )
    beside = tuple(
        (frame.left - off, frame.top + (index + 0.5) * frame.height / len(rows))
        for index in range(len(rows))
    )
    return below + beside
