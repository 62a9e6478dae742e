"""What is likely printed where no photo shows it."""

import numpy as np

from scorer.rules.notation import RoadId
from scorer.vision.drawn.filling import filled_in
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
