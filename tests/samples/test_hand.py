"""The hand and the ink: shapes that stay what they are."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from samples.simulator.board.ink import lay_ink
from samples.simulator.people.hand import Hand
from samples.simulator.people.pens import INKS, Pen
from samples.simulator.people.strokes import Stroke


def hand(seed: int, unsteadiness: float = 1.0) -> Hand:
    return Hand(np.random.default_rng(seed), unsteadiness)


def test_a_steady_hand_draws_a_line_from_end_to_end() -> None:
    path = hand(0, 0.0).line(np.array([[10.0, 20.0], [35.0, 20.0]]))
    np.testing.assert_allclose(path[[0, -1]], [[10, 20], [35, 20]], atol=0.01)
    np.testing.assert_allclose(path[:, 1], 20, atol=0.01)


def test_an_unsteady_line_misses_its_ends_by_little() -> None:
    ends = np.array([[10.0, 20.0], [35.0, 20.0]])
    paths = [hand(seed).line(ends) for seed in range(60)]
    misses = np.array([path[-1] - ends[1] for path in paths])
    assert np.abs(misses).max() < 4.5
    assert misses[:, 0].min() < -0.5, "nobody stops short"
    assert misses[:, 0].max() > 0.5, "nobody overshoots"
    assert max(np.abs(path[:, 1] - 20).max() for path in paths) < 2.5


def test_a_ring_goes_round_its_centre() -> None:
    for seed in range(60):
        path = hand(seed).circle((5.0, 7.0), 4.0) - (5.0, 7.0)
        radius = np.hypot(*path.T)
        assert 2.0 < radius.min() < radius.max() < 6.5
        swept = np.abs(np.unwrap(np.arctan2(path[:, 1], path[:, 0]))[[0, -1]] @ [-1, 1])
        assert swept > 2 * np.pi * 0.9


def share_of_box(path: NDArray[np.float64]) -> float:
    """Return which share of the smallest box around it an outline fills; a triangle's is a half."""
    hull = cv2.convexHull(path.astype(np.float32))
    wide, high = cv2.minAreaRect(hull)[1]
    return float(cv2.contourArea(hull) / (wide * high))


def test_squares_stay_squares_and_triangles_triangles() -> None:
    squares = [share_of_box(hand(seed).polygon((0.0, 0.0), 10.0, 4)) for seed in range(60)]
    triangles = [share_of_box(hand(seed).polygon((0.0, 0.0), 10.0, 3)) for seed in range(60)]
    assert min(squares) > 0.7 > max(triangles)


@pytest.mark.parametrize("name", sorted(INKS))
def test_ink_only_takes_light_away_and_stays_on_its_line(name: str) -> None:
    page = np.full((200, 400, 3), 0.9, np.float32)
    pen = Pen(name, INKS[name], 2.0, 1.0)
    path = np.array([[5.0, 10.0], [35.0, 10.0]])
    lay_ink(page, 10.0, [Stroke(path, pen)], np.random.default_rng(1))
    assert (page <= 0.9 + 1e-6).all()
    changed = np.argwhere((page < 0.85).any(axis=2)) / 10
    assert 8.4 < changed[:, 0].min() < 9.4
    assert 10.6 < changed[:, 0].max() < 11.6
    assert 3.5 < changed[:, 1].min() < 4.8
    middle = page[95:105, 100:300].reshape(-1, 3)
    assert middle.std(axis=0).max() > 0.01, "the ink has no streaks"


def test_what_is_printed_shows_through_ink() -> None:
    page = np.full((200, 400, 3), 0.9, np.float32)
    page[:, 200:] = 0.3
    pen = Pen("red", INKS["red"], 2.0, 0.7)
    lay_ink(
        page, 10.0, [Stroke(np.array([[2.0, 10.0], [38.0, 10.0]]), pen)], np.random.default_rng(2)
    )
    assert page[97:103, 60:180, 0].mean() > 1.5 * page[97:103, 220:340, 0].mean()


def test_strokes_off_the_page_do_no_harm() -> None:
    page = np.full((50, 50, 3), 0.5, np.float32)
    pen = Pen("blue", INKS["blue"], 1.5, 1.0)
    outside = np.array([[-30.0, -30.0], [-20.0, -30.0]])
    across = np.array([[-5.0, 2.0], [15.0, 2.0]])
    lay_ink(page, 10.0, [Stroke(outside, pen), Stroke(across, pen)], np.random.default_rng(0))
    assert page[20, 25].max() < 0.5
    assert page[45, 25].min() == 0.5
