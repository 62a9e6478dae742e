"""The quiet parts that make a board look like a city: houses, gardens, trees, paving.

They differ from location to location and are the same on every print: each place draws its
own luck from its name. They also give photos of the board something to be recognised by.
"""

import math
from random import Random

from scorer.printing.drawing.drawing import Path
from scorer.printing.layout import Box, Land, Page
from scorer.printing.town.houses import garden, house, tree
from scorer.rules.board.board import Point

_LANE_MM = 0.9
_SMALLEST_LOT_MM = 4.9


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
            found += garden(lot, luck) if luck.random() < 0.2 else house(lot, luck)
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
