"""The tickets of a map, to print and cut out."""

from scorer.printing.drawing.drawing import (
    Anchor,
    Drawing,
    Font,
    Group,
    Shape,
    Text,
    circle,
    polyline,
    rectangle,
)
from scorer.printing.drawing.letters import text_width
from scorer.printing.linkmaps import colours
from scorer.printing.linkmaps.words import ENGLISH, MapWords
from scorer.rules.ticket_to_ride.map import XY, Ticket, TicketMap

_PAGE = (210.0, 297.0)
_COLUMNS, _ROWS = 3, 7
_CARD = (62.0, 38.0)
_NAME_MM, _LEAST_NAME_MM = 4.0, 2.4
_A_PAGE = _COLUMNS * _ROWS


def ticket_pages(map_: TicketMap, words: MapWords = ENGLISH) -> tuple[Drawing, ...]:
    """Return the tickets of *map_* on pages of 21, A4, in mm; none where it has none."""
    title = f"{map_.name or map_.id}: {words.tickets}"
    found = []
    for first in range(0, len(map_.tickets), _A_PAGE):
        shapes: list[Shape] = []
        for i, ticket in enumerate(map_.tickets[first : first + _A_PAGE]):
            left = (_PAGE[0] - _COLUMNS * _CARD[0]) / 2 + (i % _COLUMNS) * _CARD[0]
            top = (_PAGE[1] - _ROWS * _CARD[1]) / 2 + (i // _COLUMNS) * _CARD[1]
            shapes += _card(map_, ticket, (left, top), words)
        found.append(Drawing(_PAGE, title, (Group("tickets", tuple(shapes)),)))
    return tuple(found)


def _card(map_: TicketMap, ticket: Ticket, at: XY, words: MapWords) -> list[Shape]:
    left, top = at
    wide, high = _CARD
    names = [map_.place[id_].name or id_ for id_ in ticket.between]
    found: list[Shape] = [
        rectangle(left, top, wide, high).painted(colours.PAPER, colours.SOFT_INK, 0.2),
        rectangle(left + 2, top + 2, wide - 4, high - 4, 2.0).painted(
            colours.GROUND, colours.TRACK_EDGE, 0.5
        ),
        circle((left + wide - 9.5, top + 9.5), 5.2).painted(colours.PLACE_RIM),
        Text(
            (left + wide - 9.5, top + 11.4), str(ticket.points), 5.4, Font.BOLD, colours.PAPER,
            Anchor.MIDDLE,
        ),
    ]  # fmt: skip
    for name, down in zip(names, (9.0, 14.5), strict=True):
        size = min(_NAME_MM, _NAME_MM * (wide - 24) / text_width(name, _NAME_MM, Font.BOLD))
        size = max(size, _LEAST_NAME_MM)
        found.append(Text((left + 5, top + down), name, size, Font.BOLD, colours.INK))
    found += _sketch(map_, ticket, (left + 6, top + 17.5), (wide - 22, high - 22.5))
    if map_.practice:
        small, whose = (left + wide - 4, top + high - 4.2), words.practice_ticket
        found.append(Text(small, whose, 2.2, Font.SANS, colours.SOFT_INK, Anchor.END))
    return found


def _sketch(map_: TicketMap, ticket: Ticket, at: XY, size: XY) -> list[Shape]:
    """Return the map in small with the ticket's two locations in it, if it is drawn at all."""
    places = {place.id: place.xy for place in map_.places if place.xy}
    if map_.page_mm is None or not set(ticket.between) <= set(places):
        return []
    scale = min(size[0] / map_.page_mm[0], size[1] / map_.page_mm[1])
    small = {id_: (at[0] + x * scale, at[1] + y * scale) for id_, (x, y) in places.items()}
    found: list[Shape] = []
    for link in map_.links:
        if set(link.between) <= set(small):
            line = polyline(small[id_] for id_ in link.between)
            found.append(line.painted(None, colours.BLOCK_EDGE, 0.5))
    for id_ in ticket.between:
        found.append(circle(small[id_], 1.3).painted(colours.PLACE_RIM, colours.PAPER, 0.3))
    return found
