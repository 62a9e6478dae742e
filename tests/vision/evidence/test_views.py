"""How photos' words on one place are put together."""

import numpy as np
import pytest

from scorer.vision.evidence.views import kinds_together, pooled_odds


def pooled(*said: tuple[float, float], more: float = 0.5) -> float:
    """Return the log odds of photos that say (log odds, how much they see)."""
    odds, seen = (np.array([[one] for one in values]) for values in zip(*said, strict=True))
    return float(pooled_odds(odds, seen, more)[0])


def test_a_photo_that_sees_nothing_says_nothing() -> None:
    assert pooled((3.0, 1.0), (-6.0, 0.0)) == pytest.approx(3.0)
    assert pooled((-6.0, 0.0), (3.0, 0.7)) == pytest.approx(3.0)


def test_two_that_agree_are_surer_than_one_and_less_sure_than_independent_ones() -> None:
    assert 3.0 < pooled((3.0, 1.0), (3.0, 1.0)) < 6.0


def test_two_that_contradict_each_other_are_unsure() -> None:
    assert pooled((4.0, 1.0), (-4.0, 1.0)) == pytest.approx(0.0)
    assert abs(pooled((4.0, 1.0), (-3.0, 1.0))) < 1.0


def test_who_sees_more_counts_more() -> None:
    assert pooled((4.0, 1.0), (-4.0, 0.3)) > 1.0
    assert pooled((4.0, 0.3), (-4.0, 1.0)) < -1.0


def test_where_nobody_sees_all_are_heard_alike() -> None:
    assert pooled((4.0, 0.0), (-4.0, 0.0)) == pytest.approx(0.0)
    assert pooled((2.0, 0.01), (2.0, 0.0)) == pytest.approx(3.0)


def test_kinds_sum_to_one_and_the_seen_one_wins() -> None:
    said = np.array([[[0.5, 0.4, 0.1]], [[0.05, 0.9, 0.05]]])
    both = kinds_together(said, np.array([[1.0], [1.0]]))
    assert both.sum() == pytest.approx(1.0)
    assert both[0].argmax() == 1
    blind = kinds_together(said, np.array([[1.0], [0.0]]))
    assert blind[0].tolist() == pytest.approx([0.5, 0.4, 0.1])
