"""Where things go on a page: the map's frame, the free margins, the room inside a location."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from statistics import median
from typing import Self

from scorer.rules.board.board import Board, Point, Road, RoadKind

# Sizes below hold for locations of this width; other maps scale with theirs.
USUAL_CELL_MM = 25.0
ROAD_MM = 4.6
KERB_MM = 0.3
PARK_MM = 11.5
# A landmark's widest circle is sought on a grid of this many steps each way.
_GRID = 32


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle on the page, in mm."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, points: Iterable[Point]) -> Self:
        """Return the smallest box that holds *points*."""
        xs, ys = zip(*points, strict=True)
        return cls(min(xs), min(ys), max(xs), max(ys))

    @property
    def width(self) -> float:
        """Its width, negative if it is inside out."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Its height, negative if it is inside out."""
        return self.bottom - self.top

    @property
    def centre(self) -> Point:
        """The point in its middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def inset(self, by: float) -> Self:
        """Return the box with every side moved inwards (outwards if negative)."""
        return type(self)(self.left + by, self.top + by, self.right - by, self.bottom - by)

    def holds(self, point: Point) -> bool:
        """Return whether *point* lies in it."""
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom

    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Return its corners: top left, top right, bottom left, bottom right."""
        return (
            (self.left, self.top),
            (self.right, self.top),
            (self.left, self.bottom),
            (self.right, self.bottom),
        )


@dataclass(frozen=True)
class Page:
    """The measures that a board's drawing hangs on."""

    board: Board

    @cached_property
    def map(self) -> Box:
        """The frame of the crossroads and of the locations on the map."""
        points = [*self.board.crossroads_xy.values()]
        points += [p for cell in self.board.cells if not cell.location.name for p in cell.polygon]
        return Box.around(points)

    @cached_property
    def scale(self) -> float:
        """How large signs and roads are, against those of a map with 25 mm locations."""
        lengths = [
            math.dist(road.path[0], road.path[-1])
            for road in self.board.roads
            if road.kind is RoadKind.STRAIGHT
        ]
        return min(1.2, median(lengths) / USUAL_CELL_MM) if lengths else 1.0

    @cached_property
    def road_mm(self) -> float:
        """Width of a road's light strip."""
        return ROAD_MM * self.scale

    @cached_property
    def clear_mm(self) -> float:
        """How far from a road's middle the land begins: half the strip and its kerb."""
        return self.road_mm / 2 + KERB_MM

    @cached_property
    def park(self) -> Box:
        """The green belt round the map, never off the page."""
        width, height = self.board.page_mm
        wanted = self.map.inset(-PARK_MM * self.scale)
        return Box(
            max(wanted.left, 1.0),
            max(wanted.top, 1.0),
            min(wanted.right, width - 1.0),
            min(wanted.bottom, height - 1.0),
        )


def segments(path: tuple[Point, ...]) -> tuple[tuple[Point, Point], ...]:
    """Return the straight pieces of a path."""
    return tuple(pairwise(path))


def distance(point: Point, start: Point, end: Point) -> float:
    """Return the distance of *point* from the straight piece between *start* and *end*."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length if length else 0.0
    along = max(0.0, min(1.0, along))
    return math.dist(point, (start[0] + along * dx, start[1] + along * dy))


def inside(point: Point, outline: tuple[Point, ...]) -> bool:
    """Return whether *point* lies in the closed outline."""
    found = False
    x, y = point
    for (x1, y1), (x2, y2) in segments((*outline, outline[0])):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            found = not found
    return found


@dataclass(frozen=True)
class Land:
    """A piece of land between roads: where something can be printed on it."""

    outline: tuple[Point, ...]
    roads: tuple[Road, ...]
    clear_mm: float

    def room(self, point: Point) -> float:
        """Return how far *point* is from the nearest road or edge; negative off the land."""
        if not inside(point, self.outline):
            return -1.0
        edge = min(distance(point, *piece) for piece in segments((*self.outline, self.outline[0])))
        pieces = (piece for road in self.roads for piece in segments(road.path))
        strip = min((distance(point, *piece) for piece in pieces), default=math.inf)
        return min(edge, strip - self.clear_mm)

    @cached_property
    def spot(self) -> tuple[Point, float]:
        """The middle and the radius of the widest free circle, as far as a grid finds it."""
        box = Box.around(self.outline)
        best: tuple[Point, float] = (box.centre, self.room(box.centre))
        for row in range(1, _GRID):
            for column in range(1, _GRID):
                x = box.left + column * box.width / _GRID
                y = box.top + row * box.height / _GRID
                # A small preference keeps the first of many that are as good.
                if (room := self.room((x, y))) > best[1] + 0.01:
                    best = ((x, y), room)
        return best


def land_of(outline: tuple[Point, ...], page: Page) -> Land:
    """Return the land inside *outline* with the roads that come near it."""
    box = Box.around(outline).inset(-page.clear_mm)
    near = tuple(
        road
        for road in page.board.roads
        if (frame := Box.around(road.path)).left <= box.right
        and frame.right >= box.left
        and frame.top <= box.bottom
        and frame.bottom >= box.top
    )
    return Land(outline, near, page.clear_mm)
