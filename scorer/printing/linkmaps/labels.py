"""Where the names of locations stand: beside them, clear of spaces and of one another."""

import math
from collections.abc import Iterable

from scorer.printing.drawing.drawing import Font
from scorer.printing.drawing.letters import text_width
from scorer.printing.layout import Box
from scorer.rules.ticket_to_ride.map import XY, TicketMap
from scorer.rules.ticket_to_ride.spaces import spaces_of

SIZE_MM = 3.6
_PAD_MM = 0.7
_TURNS = 24
_SLIDES = 6
# How much nearer a name is to its own location than to any other.
_CLEAR_MM = 1.0


def label_boxes(map_: TicketMap, free: Box, size_mm: float = SIZE_MM) -> dict[str, Box]:
    """Return the box of each location's name, by its id: inside *free*, letters of *size_mm*.

    Names that are empty, or that nowhere have room, have none.
    """
    rim = map_.place_mm or 4.0
    filled = [xy for link in map_.links for xy in _covered(map_, spaces_of(map_, link))]
    found: dict[str, Box] = {}
    for place in map_.places:
        if place.xy and place.name:
            boxes = [
                box for box in _around(place.name, place.xy, rim, size_mm) if _inside(box, free)
            ]
            others = [(p.xy, rim) for p in map_.places if p.xy and p is not place]
            taken = list(found.values())
            own = place.xy
            if boxes:
                found[place.id] = min(
                    boxes,
                    key=lambda box: _covers(box, filled, others, taken) + _strays(box, own, others),
                )
    return found


def _covered(map_: TicketMap, spaces: Iterable[tuple[float, float, float]]) -> Iterable[XY]:
    """Yield points spread over *spaces*."""
    long, wide = map_.space_mm or (12.0, 6.0)
    for x, y, angle in spaces:
        cos, sin = math.cos(angle), math.sin(angle)
        for u in (-0.5, -0.25, 0.0, 0.25, 0.5):
            for v in (-0.5, 0.0, 0.5):
                yield x + u * long * cos - v * wide * sin, y + u * long * sin + v * wide * cos


def _around(name: str, xy: XY, rim: float, size_mm: float) -> list[Box]:
    """Return boxes for *name* all round a location, those below and above it first."""
    wide = text_width(name, size_mm, Font.BOLD) + 2 * _PAD_MM
    high = size_mm + 2 * _PAD_MM
    found, beside = [], []
    order = sorted(range(_TURNS), key=lambda k: -abs(math.sin(2 * math.pi * k / _TURNS)))
    for reach in (0.4, 1.8, 3.6):
        for k in order:
            turn = math.pi / 2 + 2 * math.pi * k / _TURNS
            cos, sin = math.cos(turn), math.sin(turn)
            # The box touches the circle of this size from outside.
            far = rim + reach + abs(cos) * wide / 2 + abs(sin) * high / 2
            x, y = xy[0] + far * cos, xy[1] + far * sin
            found.append(Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2))
        # Then those that slide along it, close by, where a slope would push them away.
        for way in (1, -1):
            for k in range(-_SLIDES, _SLIDES + 1):
                x, y = xy[0] + k / _SLIDES * wide / 2, xy[1] + way * (rim + reach + high / 2)
                beside.append(Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2))
                x, y = xy[0] + way * (rim + reach + wide / 2), xy[1] + k / _SLIDES * high
                beside.append(Box(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2))
    return found + beside


def _inside(box: Box, free: Box) -> bool:
    return (
        free.left <= box.left
        and box.right <= free.right
        and free.top <= box.top
        and box.bottom <= free.bottom
    )


def _strays(box: Box, own: XY, others: list[tuple[XY, float]]) -> float:
    """Return what it costs that *box* seems to name another location than its *own*."""
    near = min((_away(box, xy) for xy, _ in others), default=math.inf)
    return 10 * (near < _away(box, own) + _CLEAR_MM)


def _away(box: Box, xy: XY) -> float:
    """Return how far *xy* is from *box*."""
    x, y = xy
    return math.hypot(max(box.left - x, 0, x - box.right), max(box.top - y, 0, y - box.bottom))


def _covers(box: Box, filled: list[XY], others: list[tuple[XY, float]], taken: list[Box]) -> float:
    """Return how much *box* hides."""
    spaces = sum(box.left < x < box.right and box.top < y < box.bottom for x, y in filled)
    places = sum(
        box.left - r < x < box.right + r and box.top - r < y < box.bottom + r
        for (x, y), r in others
    )
    names = sum(
        box.left < other.right
        and other.left < box.right
        and box.top < other.bottom
        and other.top < box.bottom
        for other in taken
    )
    return spaces + 20 * places + 20 * names
