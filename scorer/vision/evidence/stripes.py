"""Stripes of hot spots, which lie inside locations and look like tourists."""

from math import dist

from scorer.rules.board.board import Board, Point, Road, RoadKind
from scorer.rules.notation import Location
from scorer.rules.values import replace
from scorer.vision.evidence.shapes import Crowd
from scorer.vision.geometry import Rectified

# The middle of a hot spot's stripes lies this near the middle of its road.
_STRIPES_MM = 4.0


def without_stripes(
    crowds: tuple[Crowd, ...], rectified: Rectified, board: Board
) -> tuple[Crowd, ...]:
    """Return *crowds* with what may be a hot spot's stripes left as a trace.

    Stripes across a road that bends through a location, or crosses it, lie inside it: shapes in
    the middle of such a road and nowhere else are rather those.
    """
    reach = _STRIPES_MM * rectified.px_per_mm
    middles: dict[Location, list[Point]] = {}
    for road in board.roads:
        if road.kind in (RoadKind.CORNER, RoadKind.DIAGONAL):
            for place in road.locations:
                middles.setdefault(place, []).append(_middle(road))
    found = []
    for crowd in crowds:
        places = [rectified.to_px(point) for point in middles.get(crowd.location, ())]
        if crowd.shapes and all(
            any(dist(shape.middle_px, place) < reach for place in places) for shape in crowd.shapes
        ):
            crowd = replace(crowd, shapes=(), traces=(*crowd.shapes, *crowd.traces), faint=1.0)
        found.append(crowd)
    return tuple(found)


def _middle(road: Road) -> Point:
    """Return the middle of a road's path."""
    points = road.path
    half = len(points) // 2
    if len(points) % 2:
        return points[half]
    (x0, y0), (x1, y1) = points[half - 1], points[half]
    return (x0 + x1) / 2, (y0 + y1) / 2
