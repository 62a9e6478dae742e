"""Doubts: their order."""

from scorer.vision.doubts import Doubt, rank


def test_the_most_doubtful_comes_first_and_sure_ones_are_left_out() -> None:
    found = rank([Doubt("task", "a0", True, c, (False,), "faint") for c in (0.9, 0.4, 0.99, 0.7)])
    assert [item.confidence for item in found] == [0.4, 0.7, 0.9]
