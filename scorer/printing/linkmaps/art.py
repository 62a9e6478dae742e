"""The drawing of a map of links: ground, track, links, locations and their names."""

import math
import random
from collections.abc import Iterable
from itertools import pairwise

from scorer.printing.drawing.drawing import (
    Anchor,
    Drawing,
    Font,
    Group,
    Path,
    Shape,
    Step,
    Text,
    circle,
    polyline,
    rectangle,
)
from scorer.printing.layout import Box
from scorer.printing.linkmaps import colours
from scorer.printing.linkmaps.colours import PAINTS, sign
from scorer.printing.linkmaps.labels import SIZE_MM, label_boxes
from scorer.printing.linkmaps.words import ENGLISH, MapWords
from scorer.rules.notation import RulesError
from scorer.rules.ticket_to_ride.map import XY, Link, TicketMap
from scorer.rules.ticket_to_ride.spaces import line_of, spaces_of

_SPACE_MM = (12.0, 6.0)
_BLOCK_MM = 13.0


class UndrawnError(RulesError):
    """A map that does not say where its locations are."""


def map_drawing(map_: TicketMap, words: MapWords = ENGLISH) -> Drawing:
    """Return the drawing of *map_*, in mm from the page's top left.

    Raises
    ------
    UndrawnError
        If the map has no page, or a location no place on it.
    """
    if map_.page_mm is None or any(place.xy is None for place in map_.places):
        raise UndrawnError(f"map {map_.id}: drawing it takes page_mm, and xy of every location")
    name = map_.name or map_.id
    labels = label_boxes(map_, _inner(map_, map_.page_mm))
    return Drawing(
        map_.page_mm,
        name,
        (
            _ground(map_, map_.page_mm),
            _track(map_),
            Group("lines", tuple(_line(map_, link) for link in map_.links)),
            Group("spaces", tuple(s for link in map_.links for s in _spaces(map_, link))),
            _places(map_, labels),
            _legend(map_, map_.page_mm, name, words),
        ),
    )


def _ground(map_: TicketMap, page: XY) -> Group:
    """Return paper, blocks of houses, parks and water: the same for the same map."""
    chance = random.Random(map_.id)
    inner = _inner(map_, page)
    found: list[Shape] = [
        rectangle(0, 0, *page).painted(colours.PAGE),
        rectangle(inner.left, inner.top, inner.width, inner.height, 3.0).painted(colours.GROUND),
    ]
    columns, rows = int(inner.width // _BLOCK_MM), int(inner.height // _BLOCK_MM)
    wide, high = inner.width / columns, inner.height / rows
    for i in range(columns):
        for j in range(rows):
            x, y = inner.left + i * wide, inner.top + j * high
            found += _block(x, y, wide, high, chance)
    found += _bay(inner, chance)
    return Group("ground", tuple(found))


def _block(x: float, y: float, wide: float, high: float, chance: random.Random) -> list[Shape]:
    """Return what stands in one cell: houses round a yard, a park, or nothing."""
    kind, gap = chance.random(), 1.1
    if kind < 0.15:
        return []
    if kind < 0.27:
        lawn = rectangle(x + gap, y + gap, wide - 2 * gap, high - 2 * gap, 3.0)
        trees = [
            circle((x + chance.uniform(3, wide - 3), y + chance.uniform(3, high - 3)), 1.1)
            for _ in range(chance.randint(2, 4))
        ]
        return [
            lawn.painted(colours.PARK, colours.PARK_EDGE, 0.2),
            *(tree.painted(colours.PARK_EDGE) for tree in trees),
        ]
    found: list[Shape] = []
    across = chance.choice((1, 2, 3))
    down = chance.choice((1, 2))
    for i in range(across):
        for j in range(down):
            if chance.random() < 0.85:
                w, h = (wide - gap) / across, (high - gap) / down
                house = rectangle(x + gap + i * w, y + gap + j * h, w - gap, h - gap, 0.5)
                found.append(house.painted(colours.BLOCK, colours.BLOCK_EDGE, 0.2))
    return found


def _bay(inner: Box, chance: random.Random) -> list[Shape]:
    """Return water in the lower right corner, with its waves."""
    left, top = inner.left + 0.55 * inner.width, inner.top + 0.42 * inner.height
    shore: tuple[XY, ...] = (
        (inner.right, top),
        (inner.right - 14, top + 8),
        (inner.right - 30, top + 34),
        (inner.right - 52, top + 48),
        (left + 20, inner.bottom - 22),
        (left + 8, inner.bottom - 10),
        (left, inner.bottom),
    )
    steps = [Step("M", (shore[0],)), Step("C", shore[1:4]), Step("C", shore[4:7])]
    steps += [Step("L", ((inner.right, inner.bottom),)), Step("Z")]
    found: list[Shape] = [Path(tuple(steps)).painted(colours.WATER, colours.WATER_EDGE, 0.7)]
    for _ in range(26):
        x, y = (
            chance.uniform(left + 30, inner.right - 8),
            chance.uniform(top + 20, inner.bottom - 4),
        )
        # Waves stay well off the shore, which runs from the top right to the bottom left.
        if (x - left) / (inner.right - left) + (y - top) / (inner.bottom - top) > 1.35:
            wave = ((x, y), (x + 1.5, y - 1), (x + 3, y), (x + 4.5, y - 1), (x + 6, y))
            found.append(polyline(wave).painted(None, colours.WAVE, 0.6))
    return found


def _inner(map_: TicketMap, page: XY) -> Box:
    """Return the part of the page that the score track leaves free."""
    rim = 6.0
    if map_.track and map_.track.xy:
        rim = min(min(x, page[0] - x, y, page[1] - y) for x, y in map_.track.xy) + _cell(map_) / 2
    return Box(rim, rim, page[0] - rim, page[1] - rim)


def _cell(map_: TicketMap) -> float:
    """Return the side of a space of the score track, in mm."""
    track = map_.track.xy if map_.track else ()
    return min((math.dist(a, b) for a, b in pairwise(track)), default=0.0)


def _track(map_: TicketMap) -> Group:
    side, found = _cell(map_), list[Shape]()
    for number, (x, y) in enumerate(map_.track.xy if map_.track else ()):
        fill = colours.TRACK_FIFTH if number % 5 == 0 else colours.TRACK
        cell = rectangle(x - side / 2, y - side / 2, side, side, 0.8)
        size = 0.36 * side if number % 5 == 0 else 0.28 * side
        font = Font.BOLD if number % 5 == 0 else Font.SANS
        found.append(cell.painted(fill, colours.TRACK_EDGE, 0.3))
        at = (x, y + 0.36 * size)
        found.append(Text(at, str(number), size, font, colours.SOFT_INK, Anchor.MIDDLE))
    return Group("track", tuple(found))


def _line(map_: TicketMap, link: Link) -> Shape:
    """Return the pale bed in which the spaces of *link* lie."""
    wide = (map_.space_mm or _SPACE_MM)[1]
    return polyline(line_of(map_, link)).painted(None, colours.PAPER, wide + 1.4)


def _spaces(map_: TicketMap, link: Link) -> Iterable[Shape]:
    long, wide = map_.space_mm or _SPACE_MM
    paint = PAINTS[link.colour]
    for x, y, angle in spaces_of(map_, link):
        outline = rectangle(-long / 2, -wide / 2, long, wide, 1.2)
        yield _turned(outline, (x, y), angle).painted(paint.fill, paint.rim, 0.55)
        yield _turned(sign(link.colour, 0.2 * wide), (x, y), angle).painted(paint.sign)


def _turned(path: Path, at: XY, angle: float) -> Path:
    """Return *path*, drawn about the origin, turned by *angle* and moved to *at*."""
    # Signs stand upright or nearly so, whichever way the link was entered.
    if math.cos(angle) < 0:
        angle += math.pi
    cos, sin = math.cos(angle), math.sin(angle)
    steps = (
        Step(
            step.command,
            tuple((at[0] + x * cos - y * sin, at[1] + x * sin + y * cos) for x, y in step.points),
        )
        for step in path.steps
    )
    return Path(tuple(steps))


def _places(map_: TicketMap, labels: dict[str, Box]) -> Group:
    rim, found = map_.place_mm or 4.0, list[Shape]()
    for place in map_.places:
        if place.xy:
            found.append(circle(place.xy, rim).painted(colours.PLACE, colours.PLACE_RIM, 1.1))
            found.append(circle(place.xy, 0.45 * rim).painted(colours.PLACE_RIM))
    for place in map_.places:
        if place.id in labels:
            found += _name(place.name, labels[place.id])
    return Group("places", tuple(found))


def _name(words: str, box: Box) -> list[Shape]:
    plate = rectangle(box.left, box.top, box.width, box.height, 1.0).painted(colours.PAPER)
    at = ((box.left + box.right) / 2, box.bottom - 0.3 * SIZE_MM - 0.25)
    return [plate, Text(at, words, SIZE_MM, Font.BOLD, colours.INK, Anchor.MIDDLE)]


def _legend(map_: TicketMap, page: XY, name: str, words: MapWords) -> Group:
    """Return the map's name, the points for lengths, and whose map it is."""
    inner = _inner(map_, page)
    right, bottom = inner.right - 4.0, inner.bottom - 4.5
    found: list[Shape] = [
        Text((right, bottom - 5.0), name, 8.0, Font.TITLE, colours.INK, Anchor.END)
    ]
    if map_.practice:
        whose = Text((right, bottom), words.practice, 2.8, Font.SANS, colours.INK, Anchor.END)
        found.append(whose)
    return Group("legend", (*found, *_points(map_, inner)))


def _points(map_: TicketMap, inner: Box) -> list[Shape]:
    """Return the table of points: so many spaces, so many points."""
    left, bottom, step = inner.left + 4.0, inner.bottom - 4.0, 5.6
    wide, high = 5.4 * len(map_.points) + 9.0, step * len(map_.points) + 1.6
    plate = rectangle(left - 2.0, bottom + 2.0 - high, wide, high, 1.2)
    found: list[Shape] = [plate.painted(colours.PAPER, colours.TRACK_EDGE, 0.3)]
    for number, points in reversed(list(enumerate(map_.points, 1))):
        for i in range(number):
            space = rectangle(left + 5.4 * i, bottom - 3.2, 4.8, 2.8, 0.6)
            found.append(space.painted(colours.PAPER, colours.SOFT_INK, 0.4))
        at = (left + 5.4 * len(map_.points) + 5.0, bottom - 0.5)
        found.append(Text(at, str(points), 4.0, Font.BOLD, colours.INK, Anchor.END))
        bottom -= step
    return found
