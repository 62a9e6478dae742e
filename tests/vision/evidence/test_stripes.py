"""Stripes of a hot spot on a bent street are no tourists."""

import numpy as np
import pytest

from scorer.rules.board.board import RoadKind
from scorer.rules.city.city import load_city
from scorer.vision.evidence.shapes import Crowd, Shape
from scorer.vision.evidence.stripes import without_stripes
from scorer.vision.geometry import Rectified

BOARD = load_city("new-york").practice_board
BEND = next(road for road in BOARD.roads if road.kind is RoadKind.CORNER and len(road.path) % 2)
PICTURE = np.zeros((4, 4, 3), np.uint8)
PHOTO = Rectified(PICTURE, PICTURE, (0.0, 0.0), 6.0, np.ones((4, 4), np.bool_))


def crowd(*off_mm: float) -> Crowd:
    """Return shapes so far to the right of the middle of the street's bend."""
    (x, y), place = BEND.path[len(BEND.path) // 2], min(BEND.locations)
    grey = (0.577, 0.577, 0.577)
    shapes = tuple(Shape(0.9, (1.0, 0.0, 0.0), PHOTO.to_px((x + off, y)), grey) for off in off_mm)
    return Crowd(place, shapes, (), 0.0, 0.0, 1.0)


@pytest.mark.parametrize(
    ("off_mm", "left"), [((0.0,), 0), ((-2.0, 3.0), 0), ((0.0, 9.0), 2), ((7.0,), 1), ((), 0)]
)
def test_shapes_on_a_bend_and_nowhere_else_are_traces(off_mm: tuple[float, ...], left: int) -> None:
    (found,) = without_stripes((crowd(*off_mm),), PHOTO, BOARD)
    assert len(found.shapes) == left
    assert len(found.shapes) + len(found.traces) == len(off_mm)
