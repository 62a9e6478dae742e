"""The best path through a strip, compared with all paths that there are."""

from itertools import product

import numpy as np
import pytest

from scorer.vision.evidence.paths import best_paths


@pytest.mark.parametrize("slope", [1, 2])
@pytest.mark.parametrize("bend", [0.0, 0.2])
def test_finds_the_best_of_all_paths(slope: int, bend: float) -> None:
    gain = np.random.default_rng(slope).random((6, 5, 4)).astype(np.float32)
    for strip, path in zip(gain, best_paths(gain, slope, np.float32(bend)), strict=True):
        assert np.abs(np.diff(path)).max() <= slope
        worths = [
            worth(strip, way, bend) for way in product(range(4), repeat=5) if fits(way, slope)
        ]
        assert worth(strip, tuple(path.tolist()), bend) == pytest.approx(max(worths))


def test_a_dear_bend_keeps_paths_straight() -> None:
    gain = np.random.default_rng(5).random((8, 20, 7)).astype(np.float32)
    straight = gain.sum(axis=1).argmax(axis=1)
    assert (best_paths(gain, 2, np.float32(50)) == straight[:, None]).all()


def worth(strip: np.ndarray, way: tuple[int, ...], bend: float) -> float:
    return float(strip[np.arange(len(way)), way].sum() - bend * np.abs(np.diff(way)).sum())


def fits(way: tuple[int, ...], slope: int) -> bool:
    return bool(np.abs(np.diff(way)).max() <= slope)
