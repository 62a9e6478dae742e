"""The cache cards of a town, to print and cut out: the map in small, the caches ringed."""

from scorer.printing.drawing.drawing import (
    Anchor,
    Drawing,
    Font,
    Group,
    Path,
    Shape,
    Text,
    circle,
    polyline,
    rectangle,
)
from scorer.printing.drawing.letters import fitted
from scorer.printing.layout import Box
from scorer.printing.seatown import colours
from scorer.printing.seatown.art import page_of
from scorer.printing.seatown.ground import rivers_of
from scorer.printing.seatown.places import place_xy
from scorer.printing.seatown.words import ENGLISH, TownWords
from scorer.rules.board.board import Point
from scorer.rules.innsmouth.town import Town

_PAGE = (210.0, 297.0)
_CARD = (88.0, 106.0)
_COLUMNS, _ROWS = 2, 2


def cache_cards(town: Town, words: TownWords = ENGLISH) -> tuple[Drawing, ...]:
    """Return the cache cards of *town* on pages of four, A4, in mm; none where it has none."""
    cards, found = list(town.file.caches), []
    for first in range(0, len(cards), _COLUMNS * _ROWS):
        shapes: list[Shape] = []
        for i, name in enumerate(cards[first : first + _COLUMNS * _ROWS]):
            left = (_PAGE[0] - _COLUMNS * _CARD[0]) / 2 + (i % _COLUMNS) * _CARD[0]
            top = (_PAGE[1] - _ROWS * _CARD[1]) / 2 + (i // _COLUMNS) * _CARD[1]
            shapes += _card(town, words, name, (left, top))
        found.append(Drawing(_PAGE, f"{town.file.name}: caches", (Group("cards", tuple(shapes)),)))
    return tuple(found)


def _card(town: Town, words: TownWords, name: str, corner: Point) -> list[Shape]:
    (left, top), (wide, high) = corner, _CARD
    heading = words.caches.format(name=words.cards.get(name, name))
    size = fitted(heading, 6.0, Font.TITLE, wide - 16.0)
    middle = left + wide / 2
    room = Box(left + 7, top + 21, left + wide - 7, top + high - 14)
    face = rectangle(left + 3, top + 3, wide - 6, high - 6, 3.0)
    found: list[Shape] = [
        rectangle(left, top, wide, high).painted(colours.PAPER, colours.SOFT_INK, 0.2),
        face.painted(colours.NIGHT),
        Text((middle, top + 14), heading, size, Font.TITLE, colours.PALE_INK, Anchor.MIDDLE),
        *_small_map(town, town.file.caches[name], room),
    ]
    told = f"{words.mark} {words.practice_card}" if town.file.practice else words.mark
    size = fitted(told, 3.0, Font.SANS, wide - 10.0)
    at = (middle, top + high - 7.4)
    found.append(Text(at, told, size, Font.SANS, colours.PALE_INK, Anchor.MIDDLE))
    return found


def _small_map(town: Town, caches: tuple[str, ...], room: Box) -> list[Shape]:
    """Return the roads and rivers in small, in *room*, with a ring at each of *caches*."""
    page = page_of(town)
    scale = min(room.width / (page.map.width + 14), room.height / (page.map.height + 14))
    x0 = room.centre[0] - scale * page.map.centre[0]
    y0 = room.centre[1] - scale * page.map.centre[1]

    def small(points: tuple[Point, ...]) -> Path:
        return polyline((x0 + scale * x, y0 + scale * y) for x, y in points)

    frame = page.map.inset(-7)
    land = rectangle(
        x0 + scale * frame.left, y0 + scale * frame.top, scale * frame.width, scale * frame.height,
        2.0,
    )  # fmt: skip
    found: list[Shape] = [land.painted(colours.PLOT)]
    for body in rivers_of(page.board):
        water = tuple(point for point in body.path)
        shown = tuple((min(max(x, frame.left + 2), frame.right - 2), y) for x, y in water)
        found.append(small(shown).painted(None, colours.RIVER_EDGE, scale * body.width_mm))
    for road in page.board.roads:
        found.append(small(road.path).painted(None, colours.SOFT_INK, 0.5))
    for cache in caches:
        x, y = place_xy(town, cache)
        at = (x0 + scale * x, y0 + scale * y)
        found.append(circle(at, 2.1).painted(colours.SHELTER, colours.SHELTER_EDGE, 0.7))
    return found
