"""Things told apart by which they are."""

import numpy as np

from scorer.vision.ink.memo import Same


def test_only_the_very_thing_is_the_same() -> None:
    one, alike = np.zeros((2, 2, 3), np.uint8), np.zeros((2, 2, 3), np.uint8)
    assert Same(one) == Same(one)
    assert Same(one) != Same(alike)
    assert len({Same(one), Same(one), Same(alike)}) == 2
