"""The quiet parts that make a board look like a city: houses, gardens, trees, paving.

They differ from location to location and are the same on every print: each place draws its
own luck from its name. They also give photos of the board something to be recognised by.
"""

import math
from random import Random

from scorer.printing import palette
from scorer.printing.page import Box, Land, Page
from scorer.printing.shapes import Path, Point, circle, polygon, polyline, rectangle
from scorer.rules.board import Landmark

_LANE_MM = 0.9
_SMALLEST_LOT_MM = 5.2


def city_block(name: str, land: Land, inner: Box) -> tuple[Path, ...]:
    """Return houses and gardens for a location without a landmark.

    Parameters
    ----------
    name : str
        What the block's luck is drawn from.
    land : Land
        Where it may build.
    inner : Box
        The box, in mm, that is divided into lots.
    """
    luck = Random(name)
    found: list[Path] = []
    for lot in _lots(inner, luck, 3):
        if all(land.room(corner) > 0.2 for corner in (*lot.corners(), lot.centre)):
            found += _garden(lot, luck) if luck.random() < 0.22 else _house(lot, luck)
    return tuple(found)


def _lots(box: Box, luck: Random, depth: int) -> list[Box]:
    """Return *box* cut into lots of uneven size with lanes between them."""
    wide = box.width >= box.height
    length = box.width if wide else box.height
    if depth == 0 or length < 2 * _SMALLEST_LOT_MM + _LANE_MM:
        return [box]
    cut = luck.uniform(0.36, 0.64) * (length - _LANE_MM)
    if wide:
        left = Box(box.left, box.top, box.left + cut, box.bottom)
        right = Box(left.right + _LANE_MM, box.top, box.right, box.bottom)
        return _lots(left, luck, depth - 1) + _lots(right, luck, depth - 1)
    upper = Box(box.left, box.top, box.right, box.top + cut)
    lower = Box(box.left, upper.bottom + _LANE_MM, box.right, box.bottom)
    return _lots(upper, luck, depth - 1) + _lots(lower, luck, depth - 1)


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


def forecourt(mark: Landmark, land: Land, taken: Box) -> tuple[Path, ...]:
    """Return paving and shrubs round a landmark's picture, in the tones of its kind.

    Parameters
    ----------
    mark : Landmark
        Gives the colours, and its name the luck.
    land : Land
        Where they may stand.
    taken : Box
        The picture's place, in mm, which they leave free.
    """
    luck = Random(f"{mark.id} {mark.name}")
    tones = palette.TONES[mark.kind]
    box = Box.around(land.outline)
    found: list[Path] = []
    spots: list[Point] = []
    for _ in range(160):
        place = (luck.uniform(box.left, box.right), luck.uniform(box.top, box.bottom))
        size = luck.uniform(0.3, 0.8)
        if taken.inset(-size).holds(place) or land.room(place) < size + 0.3:
            continue
        if any(math.dist(place, other) < 2.0 for other in spots):
            continue
        spots.append(place)
        shape = circle(place, size) if luck.random() < 0.6 else _slab(place, size, luck)
        found.append(shape.painted(luck.choice((tones.light, tones.light, None)), tones.mid, 0.18))
    return tuple(found)


def _slab(at: Point, size: float, luck: Random) -> Path:
    turn = luck.uniform(0, math.pi / 2)
    return polygon(
        (
            at[0] + size * math.cos(turn + quarter * math.pi / 2),
            at[1] + size * math.sin(turn + quarter * math.pi / 2),
        )
        for quarter in range(4)
    )


def park_trees(page: Page) -> tuple[Path, ...]:
    """Return the trees of the belt round the map, clear of what is printed along its edge."""
    luck = Random(f"park of {page.board.id}")
    outer, keep = page.park.inset(1.2), page.map.inset(-page.clear_mm)
    taken = _taken_in_park(page)
    spots: list[tuple[Point, float]] = []
    for _ in range(1600):
        place = (luck.uniform(outer.left, outer.right), luck.uniform(outer.top, outer.bottom))
        size = luck.uniform(0.7, 1.7) * page.scale
        if keep.inset(-size - 0.5).holds(place):
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
