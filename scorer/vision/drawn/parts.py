"""Parts of a page where people draw: along roads, around crossroads, inside locations."""

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board, Cell, Point

Mask = NDArray[np.bool_]
Box = tuple[slice, slice]

# What is nearer to a location's border, as a share of its size, may be a section's.
_RIM = 0.07
# What is nearer to a crossroads or a café may be a ring's.
_RING_MM = 5.0
# What a café prints lies so far around its middle.
_SYMBOL_MM = 3.2
# A section's stroke lies in a strip of this width.
_ROAD_MM = 2.5
# One that strays from its road, in this.
_ASTRAY_MM = 5.0


def near_crossroads(board: Board, px_per_mm: float, shape: tuple[int, ...]) -> Mask:
    """Return where on a page of *shape* crossroads and cafés are near: rings may lie there."""
    places = [*board.crossroads_xy.values(), *(cafe.xy for cafe in board.cafes)]
    return _near(places, _RING_MM, px_per_mm, shape)


def cafe_symbols(board: Board, px_per_mm: float, shape: tuple[int, ...]) -> Mask:
    """Return where on a page of *shape* cafés are printed, inside of what rings they have."""
    return _near([cafe.xy for cafe in board.cafes], _SYMBOL_MM, px_per_mm, shape)


def _near(places: list[Point], reach_mm: float, px_per_mm: float, shape: tuple[int, ...]) -> Mask:
    found = np.zeros(shape, np.uint8)
    for xy in places:
        x, y = (round(value * px_per_mm - 0.5) for value in xy)
        cv2.circle(found, (x, y), round(reach_mm * px_per_mm), 1, -1)
    return found > 0


def on_roads(board: Board, px_per_mm: float, shape: tuple[int, ...]) -> Mask:
    """Return where on a page of *shape* sections may lie, crossroads left out."""
    roads = _along_roads(_ROAD_MM, board, px_per_mm, shape)
    return roads & ~near_crossroads(board, px_per_mm, shape)


def astray(board: Board, px_per_mm: float, shape: tuple[int, ...]) -> Mask:
    """Return where on a page of *shape* sections may stray to, from crossroads to crossroads."""
    return _along_roads(_ASTRAY_MM, board, px_per_mm, shape)


def _along_roads(width_mm: float, board: Board, px_per_mm: float, shape: tuple[int, ...]) -> Mask:
    found = np.zeros(shape, np.uint8)
    for road in board.roads:
        path = np.round(np.array(road.path) * px_per_mm - 0.5).astype(np.int32)
        cv2.polylines(found, [path], False, 1, max(1, round(width_mm * px_per_mm)))
    return found > 0


def in_locations(board: Board, px_per_mm: float, shape: tuple[int, ...]) -> Mask:
    """Return where on a page of *shape* the insides of locations are."""
    found = np.zeros(shape, np.bool_)
    for cell in board.cells:
        box, inner = inside(cell, px_per_mm, shape)
        found[box] |= inner
    return found


def inside(cell: Cell, px_per_mm: float, shape: tuple[int, ...]) -> tuple[Box, Mask]:
    """Return the box of a location's inside on a page of *shape*, and where in it that is."""
    polygon = np.array(cell.polygon)
    middle = polygon.mean(axis=0)
    inner = (middle + (1 - 2 * _RIM) * (polygon - middle)) * px_per_mm - 0.5
    first = np.maximum(np.floor(inner.min(axis=0)).astype(int), 0)
    last = np.minimum(np.ceil(inner.max(axis=0)).astype(int) + 1, shape[1::-1])
    mask = np.zeros((last[1] - first[1], last[0] - first[0]), np.uint8)
    cv2.fillPoly(mask, [np.round(inner - first).astype(np.int32)], 1)
    return (slice(first[1], last[1]), slice(first[0], last[0])), mask > 0
