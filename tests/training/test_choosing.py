"""Which examples are shown while a network learns."""

import numpy as np

from training.choosing import Chooser, of_either, of_kinds


def test_what_is_doubtful_comes_more_often_and_nothing_is_left_out() -> None:
    doubts = np.zeros(100)
    doubts[7] = 0.45
    came = np.bincount(Chooser(doubts)(50_000, np.random.default_rng(1)), minlength=100)
    assert came.min() > 0
    # It weighs 0.5 beside 99 of 0.05.
    assert abs(came[7] / 50_000 - 0.5 / 5.45) < 0.01
    assert abs(came[8] / 50_000 - 0.05 / 5.45) < 0.003


def test_without_doubts_all_come_alike() -> None:
    chosen = Chooser(np.zeros(4))(40_000, np.random.default_rng(2))
    assert np.all(np.diff(chosen) >= 0)
    assert np.all(np.abs(np.bincount(chosen, minlength=4) - 10_000) < 500)


def test_doubt_is_what_is_missing_to_being_sure() -> None:
    assert of_kinds(np.array([[0.9, 0.1, 0], [0.25, 0.35, 0.4]])).tolist() == [1 - 0.9, 1 - 0.4]
    assert of_either(np.array([0.25, 0.75, 1.0])).tolist() == [0.25, 0.25, 0.0]
