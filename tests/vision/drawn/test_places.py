"""Which places of a board are not known yet."""

import numpy as np

from scorer.rules.values import replace
from scorer.vision.drawn.places import unknown_places
from tests.support import scenes


def test_a_covered_road_and_a_covered_location_are_not_known() -> None:
    picture = scenes.first_city()
    assert unknown_places(picture) == ()
    known = np.full(picture.rgb.shape[:2], 255, np.uint8)
    assert unknown_places(replace(picture, known=known)) == ()
    inked = scenes.with_ink(picture, ("c3-d3",))
    known[np.abs(inked.astype(int) - picture.rgb).max(axis=2) > 0] = 0
    cell = picture.board.cells[7]
    x, y = np.mean(cell.polygon, axis=0) * picture.px_per_mm
    known[round(y) - 25 : round(y) + 25, round(x) - 25 : round(x) + 25] = 40
    found = unknown_places(replace(picture, known=known))
    assert set(found) == {("section", "c3-d3"), ("tourists", str(cell.location))}
