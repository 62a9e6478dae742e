"""The ground of a sea-town: the night round it, the marsh, houses on dry land."""

import math
from collections.abc import Iterable
from dataclasses import replace
from random import Random

from scorer.printing.drawing.drawing import Group, Path, Shape, parse_path, rectangle
from scorer.printing.layout import Box, Land, Page, land_of, segments
from scorer.printing.seatown import colours
from scorer.printing.signs.places import inner_box
from scorer.printing.town.scenery import city_block, coordinate_places
from scorer.rules.board.board import Board, Cell, Point, RoadKind, Water, WaterKind


def ground(page: Page) -> Group:
    """Return the dark page with a moon, and the marsh that the town stands in."""
    width, height = page.board.page_mm
    marsh = page.park
    land = rectangle(marsh.left, marsh.top, marsh.width, marsh.height, 5.0)
    found: list[Shape] = [
        rectangle(0, 0, width, height).painted(colours.NIGHT),
        rectangle(2, 2, width - 4, height - 4, 3.0).painted(None, colours.NIGHT_LINE, 0.35),
        land.painted(colours.MARSH, colours.MARSH_EDGE, 0.5),
        *_reeds(page),
    ]
    return Group("ground", tuple(found))


def _reeds(page: Page) -> Iterable[Path]:
    """Yield tufts of reed in the marsh, clear of the roads and of the coordinates."""
    luck, marsh = Random(f"marsh of {page.board.id}"), page.park.inset(2.0)
    keep = page.map.inset(-page.clear_mm - 1.6)
    taken = [(place, 4.4 * page.scale) for place in coordinate_places(page)]
    tuft = parse_path("M 0 0 L -1.2 -2.4 M 0 0 L 0 -3 M 0 0 L 1.2 -2.4")
    for _ in range(900):
        at = (luck.uniform(marsh.left, marsh.right), luck.uniform(marsh.top, marsh.bottom))
        if keep.holds(at) or any(math.dist(at, other) < far + 1.2 for other, far in taken):
            continue
        taken.append((at, 1.6))
        yield tuft.placed(at, 0.55 * page.scale).painted(None, colours.REED, 0.3)


def houses(page: Page) -> Group:
    """Return the houses of the quarters without a landmark, none of them in the water."""
    found: list[Shape] = []
    for cell in page.board.cells:
        if cell.location not in page.board.landmark_at:
            block = inner_box(cell, page).inset(0.5 * page.scale)
            name = f"{page.board.id} {cell.location}"
            found += city_block(
                name, _dry(land_of(outline_of(cell, page), page), page.board), block, 1.0
            )
    return Group("houses", tuple(found))


def outline_of(cell: Cell, page: Page) -> tuple[Point, ...]:
    """Return the outline of *cell*, along a rounded corner where a road has one."""
    outline = cell.polygon
    for road in page.board.roads:
        if road.kind is RoadKind.CORNER and cell.location in road.locations:
            ends = (road.path[0], road.path[-1])
            for i, vertex in enumerate(outline):
                sides = (outline[i - 1], outline[(i + 1) % len(outline)])
                for arc in (ends, ends[::-1]):
                    cut = vertex not in page.board.crossroads_xy.values()
                    if cut and max(map(math.dist, arc, sides)) < 0.01:
                        path = road.path if arc == ends else road.path[::-1]
                        return (*outline[:i], *path, *outline[i + 1 :])
    return outline


def rivers_of(board: Board) -> tuple[Water, ...]:
    """Return the rivers of *board*."""
    return tuple(body for body in board.waters if body.kind is WaterKind.RIVER)


def _dry(land: Land, board: Board) -> Land:
    """Return *land* with the rivers as further strips where nothing is built."""
    strips = tuple(replace(board.roads[0], path=body.path) for body in rivers_of(board))
    return replace(land, roads=(*land.roads, *strips))


def dry_cell(cell: Cell, page: Page) -> Cell:
    """Return *cell*, as a rectangle cut off at the river on the side of its middle.

    Cells that no river runs through come back as they are.
    """
    box = Box.around(cell.polygon)
    y = box.centre[1]
    top, bottom = box.top, box.bottom
    for body in rivers_of(page.board):
        # Half the water and its bank; the road's half, which is taken off later, comes back.
        off = body.width_mm / 2 + 0.8 - page.clear_mm
        for px, py in _along(body.path):
            if box.left < px < box.right and box.top < py < box.bottom:
                if py < y:
                    top = max(top, py + off)
                else:
                    bottom = min(bottom, py - off)
    if (top, bottom) == (box.top, box.bottom):
        return cell
    outline = ((box.left, top), (box.right, top), (box.right, bottom), (box.left, bottom))
    return replace(cell, polygon=outline)


def _along(path: tuple[Point, ...]) -> Iterable[Point]:
    for (x1, y1), (x2, y2) in segments(path):
        for step in range(51):
            yield x1 + (x2 - x1) * step / 50, y1 + (y2 - y1) * step / 50
