"""The water of a sea-town: seas with swell and reef, the frame of the marsh, rivers' names."""

import math
from collections.abc import Iterable
from random import Random

from scorer.printing.drawing.drawing import (
    Anchor,
    Font,
    Group,
    Path,
    Shape,
    Text,
    circle,
    parse_path,
    polygon,
    rectangle,
)
from scorer.printing.drawing.letters import text_width
from scorer.printing.layout import Box, Page, distance, inside, segments
from scorer.printing.seatown import colours
from scorer.printing.seatown.ground import rivers_of
from scorer.rules.board.board import Water, WaterKind

NAME_MM = 2.6


def frame(page: Page) -> Group:
    """Return the night again along the marsh: rivers end at its edge."""
    marsh, reach = page.park, 8.0
    edge = rectangle(marsh.left, marsh.top, marsh.width, marsh.height, 5.0)
    strips = (
        rectangle(marsh.left - reach, marsh.top, reach, marsh.height),
        rectangle(marsh.right, marsh.top, reach, marsh.height),
        rectangle(marsh.left, marsh.top - reach, marsh.width, reach),
        rectangle(marsh.left, marsh.bottom, marsh.width, reach),
    )
    found = [strip.painted(colours.NIGHT) for strip in strips]
    return Group("frame", (*found, edge.painted(None, colours.MARSH_EDGE, 0.5)))


def sea_names(names: Group) -> Group:
    """Return *names* with still water under each."""
    found: list[Shape] = []
    for text in names.shapes:
        if isinstance(text, Text):
            wide = text_width(text.text, text.size, text.font) + 1.6
            left, top = text.at[0] - wide / 2, text.at[1] - 0.95 * text.size
            still = rectangle(left, top, wide, 1.3 * text.size, 0.8)
            found += [still.painted(colours.SEA), text]
    return Group(names.name, tuple(found))


def river_names(page: Page) -> Group:
    """Return each river's name in the middle of its longest level reach, off the roads."""
    found: list[Shape] = []
    for body in rivers_of(page.board):
        (x1, y), (x2, _) = max(
            (piece for piece in segments(body.path) if abs(piece[0][1] - piece[1][1]) < 0.01),
            key=lambda piece: abs(piece[0][0] - piece[1][0]),
            default=segments(body.path)[0],
        )
        wide = text_width(body.name, NAME_MM, Font.TITLE) + 2.0
        free = [
            x1 + (x2 - x1) * step / 40
            for step in range(41)
            if _clear((x1 + (x2 - x1) * step / 40, y), wide / 2, page)
        ]
        if body.name and free and body.width_mm > NAME_MM + 1.2:
            x = min(free, key=lambda at: abs(at - (x1 + x2) / 2))
            ground = rectangle(x - wide / 2, y - NAME_MM / 2 - 0.2, wide, NAME_MM + 0.4)
            found.append(ground.painted(colours.RIVER))
            at = (x, y + 0.34 * NAME_MM)
            found.append(Text(at, body.name, NAME_MM, Font.TITLE, colours.SEA_INK, Anchor.MIDDLE))
    return Group("river-names", tuple(found))


def _clear(at: tuple[float, float], half: float, page: Page) -> bool:
    """Return whether a name about *at* keeps off all roads."""
    points = [(at[0] + share * half, at[1]) for share in (-1.0, -0.5, 0.0, 0.5, 1.0)]
    pieces = [piece for road in page.board.roads for piece in segments(road.path)]
    return all(distance(p, *piece) > page.clear_mm + 0.8 for p in points for piece in pieces)


def sea(page: Page) -> Group:
    """Return the seas with their swell and the rocks of the reef; rivers run into them."""
    found: list[Shape] = []
    for body in (b for b in page.board.waters if b.kind is WaterKind.SEA):
        found.append(polygon(body.path).painted(colours.SEA, colours.SEA_EDGE, 0.8))
        found += _swell(body, page)
        found += _reef(body, page)
    return Group("sea", tuple(found))


def _swell(body: Water, page: Page) -> Iterable[Path]:
    wave = parse_path("M -2 0 C -1.2 -1.1 -0.7 -1.1 0 0 C 0.7 1.1 1.2 1.1 2 0")
    box, shores = Box.around(body.path), segments((*body.path, body.path[0]))
    for row in range(int(box.height / 4.0)):
        for column in range(int(box.width / 8.0) + 1):
            at = (box.left + 8.0 * column + 4.0 * (row % 2), box.top + 4.0 * row + 2.0)
            if inside(at, body.path) and min(distance(at, *shore) for shore in shores) > 2.2:
                yield wave.placed(at, 0.75 * page.scale).painted(None, colours.SWELL, 0.3)


def _reef(body: Water, page: Page) -> Iterable[Path]:
    """Yield rocks in the lower half of the sea, with foam round them."""
    luck, box = Random(f"reef of {page.board.id}"), Box.around(body.path)
    shores = segments((*body.path, body.path[0]))
    for _ in range(14):
        at = (luck.uniform(box.left, box.right), luck.uniform(box.centre[1] + 8, box.bottom))
        size = luck.uniform(0.9, 2.0)
        if inside(at, body.path) and min(distance(at, *shore) for shore in shores) > size + 1.8:
            points = tuple(
                (
                    at[0] + r * math.cos(math.tau * k / 7),
                    at[1] + 0.7 * r * math.sin(math.tau * k / 7),
                )
                for k in range(7)
                for r in (size * luck.uniform(0.7, 1.25),)
            )
            yield circle(at, 1.5 * size).painted(colours.SWELL)
            yield polygon(points).painted(colours.ROCK, colours.SEA_INK, 0.25)
