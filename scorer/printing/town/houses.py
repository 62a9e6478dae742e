"""Houses, gardens and trees seen from above, each with its own luck."""

import math
from random import Random

from scorer.printing.drawing.drawing import Path, Step, circle, polygon, polyline, rectangle
from scorer.printing.drawing.palette import (
    GARDEN,
    GARDEN_EDGE,
    HOUSE,
    HOUSE_EDGE,
    HOUSE_LIT,
    PAGE,
    PARK_LEAF,
    PARK_TREE,
    WATER,
)
from scorer.printing.layout import Box
from scorer.rules.board.board import Point

_LINE_MM = 0.2


def house(lot: Box, luck: Random) -> list[Path]:
    """Return a house that fills *lot* (mm), of a form that *luck* chooses."""
    forms = (_roof, _roof, _wings, _court, _terrace, _works, _rotunda, _tee)
    return luck.choice(forms)(lot, luck)


def tree(at: Point, radius: float) -> tuple[Path, ...]:
    """Return a tree of *radius* mm."""
    lit = (at[0] - 0.22 * radius, at[1] - 0.22 * radius)
    return (
        circle(at, radius).painted(PARK_TREE, GARDEN_EDGE, 0.18),
        circle(lit, 0.5 * radius).painted(PARK_LEAF),
    )


def garden(lot: Box, luck: Random) -> list[Path]:
    """Return a lawn that fills *lot* (mm), with trees and now and then a pond."""
    found = [_frame(lot, 0.8).painted(GARDEN, GARDEN_EDGE, _LINE_MM)]
    spots: list[tuple[Point, float]] = []
    if luck.random() < 0.6:
        size = 0.3 * min(lot.width, lot.height)
        middle = _within(lot.inset(1.25 * size), luck)
        found.append(_blob(middle, size, luck).painted(WATER, HOUSE_EDGE, _LINE_MM))
        spots.append((middle, 1.2 * size))
    for _ in range(24):
        size = luck.uniform(0.6, 1.25)
        place = _within(lot.inset(size + 0.3), luck)
        if all(math.dist(place, other) > size + radius for other, radius in spots):
            spots.append((place, size))
            found += tree(place, size)
    return found


def _frame(lot: Box, radius: float = 0.0) -> Path:
    return rectangle(lot.left, lot.top, lot.width, lot.height, radius)


def _lined(outline: Path) -> Path:
    return outline.painted(None, HOUSE_EDGE, _LINE_MM)


def _within(box: Box, luck: Random) -> Point:
    return luck.uniform(box.left, box.right), luck.uniform(box.top, box.bottom)


def _blob(middle: Point, size: float, luck: Random) -> Path:
    """Return a smooth outline with seven uneven bulges."""
    corners = []
    for index in range(7):
        reach, angle = size * luck.uniform(0.65, 1.3), 2 * math.pi * index / 7
        corners.append((middle[0] + reach * math.cos(angle), middle[1] + reach * math.sin(angle)))
    halves = [_between(corners[index - 1], corners[index], 0.5) for index in range(7)]
    steps = [Step("M", (halves[0],))]
    for index, corner in enumerate(corners):
        start, end = halves[index], halves[(index + 1) % 7]
        steps.append(Step("C", (_between(start, corner, 2 / 3), _between(end, corner, 2 / 3), end)))
    return Path((*steps, Step("Z")))


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])


def _chimneys(lot: Box, luck: Random) -> list[Path]:
    """Return up to three small things on a roof."""
    found = []
    for _ in range(luck.randint(1, 3)):
        size = luck.uniform(0.5, 1.1)
        x, y = _within(lot.inset(size), luck)
        thing = circle((x, y), size / 2) if luck.random() < 0.4 else rectangle(x, y, size, size)
        found.append(thing.painted(PAGE, HOUSE_EDGE, _LINE_MM))
    return found


def _roof(lot: Box, luck: Random) -> list[Path]:
    """Return a hipped or a gabled roof, lit from the upper left, often with rows of tiles."""
    back = luck.choice((0.0, 0.5)) * min(lot.width, lot.height)
    ridge = _ridge(lot, back)
    lit = polygon(_lit_side(lot, ridge))
    lines = polyline(ridge)
    if back:
        lines = lines.joined(*(polyline(hip) for hip in _hips(lot, ridge)))
    found = [_frame(lot).painted(HOUSE), lit.painted(HOUSE_LIT)]
    if not back and luck.random() < 0.7:
        found.append(_lined(_tiles(lot, luck)))
    return [*found, _lined(lines.joined(_frame(lot))), *_chimneys(lot, luck)]


def _tiles(lot: Box, luck: Random) -> Path:
    """Return lines across the shaded half of a gabled roof, unevenly far apart."""
    wide = lot.width >= lot.height
    start, end = (lot.left, lot.right) if wide else (lot.top, lot.bottom)
    x, y = lot.centre
    at = start + luck.uniform(0.6, 1.6)
    lines = []
    while at < end - 0.4:
        ends = ((at, y), (at, lot.bottom)) if wide else ((x, at), (lot.right, at))
        lines.append(polyline(ends))
        at += luck.uniform(0.6, 1.6)
    return lines[0].joined(*lines[1:])


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


def _court(lot: Box, luck: Random) -> list[Path]:
    """Return four wings round a yard with a tree, the yard off the middle."""
    least = 0.2 * min(lot.width, lot.height)
    sides = [least * luck.uniform(0.8, 1.9) for _ in range(4)]
    yard = Box(lot.left + sides[0], lot.top + sides[1], lot.right - sides[2], lot.bottom - sides[3])
    mitres = [
        polyline((outer, inner)) for outer, inner in zip(lot.corners(), yard.corners(), strict=True)
    ]
    return [
        _frame(lot).painted(HOUSE, HOUSE_EDGE, _LINE_MM),
        _lined(mitres[0].joined(*mitres[1:])),
        _frame(yard).painted(GARDEN, HOUSE_EDGE, _LINE_MM),
        *tree(yard.centre, 0.3 * min(yard.width, yard.height)),
    ]


def _wings(lot: Box, luck: Random) -> list[Path]:
    """Return an L of wings round a garden in one of the four corners."""
    wing_x, wing_y = luck.uniform(0.34, 0.52) * lot.width, luck.uniform(0.34, 0.52) * lot.height
    left, top = luck.random() < 0.5, luck.random() < 0.5
    x1, x2 = (lot.left, lot.right) if left else (lot.right, lot.left)
    y1, y2 = (lot.top, lot.bottom) if top else (lot.bottom, lot.top)
    mid_x, mid_y = x1 + (wing_x if left else -wing_x), y1 + (wing_y if top else -wing_y)
    outline = ((x1, y1), (x2, y1), (x2, mid_y), (mid_x, mid_y), (mid_x, y2), (x1, y2))
    yard = ((mid_x + x2) / 2, (mid_y + y2) / 2)
    size = luck.uniform(0.22, 0.36) * min(abs(x2 - mid_x), abs(y2 - mid_y))
    return [
        polygon(outline).painted(HOUSE, HOUSE_EDGE, _LINE_MM),
        _lined(polyline(((x1, y1), (mid_x, mid_y)))),
        *tree(yard, size),
    ]


def _terrace(lot: Box, luck: Random) -> list[Path]:
    """Return a row of houses of uneven width."""
    wide = lot.width >= lot.height
    start, end = (lot.left, lot.right) if wide else (lot.top, lot.bottom)
    found = [_frame(lot).painted(HOUSE)]
    at = start
    while at < end:
        stop = min(end, at + luck.uniform(1.3, 2.6))
        stop = end if end - stop < 1.0 else stop
        back = luck.uniform(0.0, 0.3)
        if wide:
            part = rectangle(at, lot.top + back * lot.height, stop - at, (1 - back) * lot.height)
        else:
            part = rectangle(lot.left, at, (1 - back) * lot.width, stop - at)
        found.append(part.painted(luck.choice((HOUSE, HOUSE_LIT)), HOUSE_EDGE, _LINE_MM))
        at = stop
    return [*found, _lined(_frame(lot))]


def _works(lot: Box, luck: Random) -> list[Path]:
    """Return a hall with a saw-tooth roof and a chimney."""
    count = luck.randint(3, 5)
    wide = luck.random() < 0.5
    found = [_frame(lot).painted(HOUSE)]
    for index in range(count):
        near, far = index / count, (index + luck.uniform(0.35, 0.65)) / count
        if wide:
            part = rectangle(
                lot.left + near * lot.width, lot.top, (far - near) * lot.width, lot.height
            )
        else:
            part = rectangle(
                lot.left, lot.top + near * lot.height, lot.width, (far - near) * lot.height
            )
        found.append(part.painted(HOUSE_LIT, HOUSE_EDGE, _LINE_MM))
    return [*found, _lined(_frame(lot)), *_chimneys(lot, luck)]


def _rotunda(lot: Box, luck: Random) -> list[Path]:
    """Return a round hall on a square base, its ribs turned by luck."""
    radius, (x, y) = luck.uniform(0.36, 0.46) * min(lot.width, lot.height), lot.centre
    ribs, turn = luck.randint(5, 8), luck.uniform(0, math.pi)
    ends = [turn + 2 * math.pi * index / ribs for index in range(ribs)]
    lines = [
        polyline(((x, y), (x + radius * math.cos(end), y + radius * math.sin(end)))) for end in ends
    ]
    return [
        _frame(lot).painted(HOUSE_LIT, HOUSE_EDGE, _LINE_MM),
        circle((x, y), radius).painted(HOUSE, HOUSE_EDGE, _LINE_MM),
        _lined(lines[0].joined(*lines[1:])),
        circle((x, y), 0.3 * radius).painted(PAGE, HOUSE_EDGE, _LINE_MM),
    ]


def _tee(lot: Box, luck: Random) -> list[Path]:
    """Return a house with a wing at its back and two trees beside that."""
    bar, stem = luck.uniform(0.36, 0.5), luck.uniform(0.3, 0.44)
    off = luck.uniform(0.15, 0.85 - stem)
    flip_x, flip_y = luck.random() < 0.5, luck.random() < 0.5

    def at(u: float, v: float) -> Point:
        u, v = (1 - u if flip_x else u), (1 - v if flip_y else v)
        return lot.left + u * lot.width, lot.top + v * lot.height

    outline = [at(0, 0), at(1, 0), at(1, bar), at(off + stem, bar)]
    outline += [at(off + stem, 1), at(off, 1), at(off, bar), at(0, bar)]
    ridge = polyline((at(0, bar / 2), at(1, bar / 2)))
    wing = polyline((at(off + stem / 2, bar / 2), at(off + stem / 2, 1)))
    size = 0.3 * min(lot.width, lot.height)
    found = [
        polygon(outline).painted(HOUSE, HOUSE_EDGE, _LINE_MM),
        _lined(ridge.joined(wing)),
    ]
    for u, room in ((off / 2, off), ((1 + off + stem) / 2, 1 - off - stem)):
        radius = min(size, 0.42 * room * lot.width, 0.42 * (1 - bar) * lot.height)
        found += tree(at(u, (1 + bar) / 2), radius)
    return found
