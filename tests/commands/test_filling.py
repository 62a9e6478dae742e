"""Photos of a board of which a pen covered one road in all photos that taught it."""

import cv2
import numpy as np
import pytest

from scorer.commands.filling import read_filling
from scorer.rules.notation import RoadId
from scorer.rules.values import replace
from scorer.vision.read import Reading
from tests.support import scenes

pytestmark = pytest.mark.slow

TOWN = scenes.first_city()
COVERED = "c3-d3"
DRAWN = ("b1-c1", "c1-c2")


def test_what_the_photo_shows_of_a_covered_road_is_filled_in_before_it_is_read() -> None:
    path = np.array(TOWN.board.road_of[RoadId.parse(COVERED)].path) * TOWN.px_per_mm
    at = np.round(path).astype(np.int32)
    rgb, known = TOWN.rgb.copy(), np.full(TOWN.rgb.shape[:2], 255, np.uint8)
    cv2.polylines(known, [at], False, 0, round(3 * TOWN.px_per_mm))
    # What was taken for the road's print is none.
    cv2.polylines(rgb, [at], False, scenes.INK, round(1.4 * TOWN.px_per_mm))
    photo = scenes.encoded(scenes.scene(TOWN, drawn=DRAWN, noise=2).rgb)
    covered = replace(TOWN, rgb=rgb, known=known)
    found = read_filling([photo], [covered])
    assert isinstance(found, Reading)
    assert {str(one) for one in found.marks.sections} == {*DRAWN}
    assert found.confidences["section", COVERED] > 0.9
    # The picture itself stays as it was.
    assert covered.known is known
    assert not known.all()
