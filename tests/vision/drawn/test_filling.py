"""What is likely printed where no photo shows it."""

import cv2
import numpy as np

from scorer.rules.notation import RoadId
from scorer.vision.drawn.filling import filled_in
from scorer.vision.drawn.parts import inside
from scorer.vision.ink.sampling import logarithms
from tests.support import scenes


def test_a_covered_road_gets_the_look_of_the_others() -> None:
    picture = scenes.first_city()
    inked = scenes.with_ink(picture, ("c3-d3", "b1-b2"))
    blank = logarithms(picture.rgb)
    covered = (np.abs(inked.astype(int) - picture.rgb).max(axis=2) > 0).astype(np.float32)
    found = filled_in(logarithms(inked), 1 - covered, picture.board, picture.px_per_mm)
    known = covered == 0
    assert np.allclose(found[known], blank[known], atol=1e-4)
    for name in ("c3-d3", "b1-b2"):
        x, y = np.mean(picture.board.road_of[RoadId.parse(name)].path, axis=0) * picture.px_per_mm
        off = found[round(y), round(x)] - blank[round(y), round(x)]
        assert np.abs(off).max() < 0.12, name


def test_locations_beside_a_covered_road_do_not_colour_it() -> None:
    picture = scenes.first_city()
    board, px = picture.board, picture.px_per_mm
    blank = logarithms(picture.rgb)
    road = board.road_of[RoadId.parse("c3-d3")]
    beside = np.zeros(blank.shape[:2], np.bool_)
    for cell in board.cells:
        if road.id in board.roads_beside[cell.location]:
            box, inner = inside(cell, px, beside.shape)
            beside[box] |= inner
    # Both are darker than any other location.
    blank[beside] -= 0.5
    covered = np.zeros(beside.shape, np.uint8)
    ends = np.round(np.array(road.path) * px).astype(np.int32)
    cv2.polylines(covered, [ends], False, 1, round(3 * px))
    found = filled_in(blank, np.asarray(1 - covered, np.float32), board, px)
    x, y = np.mean(road.path, axis=0) * px
    off = found[round(y), round(x)] - blank[round(y), round(x)]
    assert np.abs(off).max() < 0.15
