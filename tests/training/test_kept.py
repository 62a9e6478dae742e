"""Harvested examples on disk."""

from pathlib import Path

import numpy as np

from training.kept import keep, left


def test_a_harvest_goes_on_after_the_last_photo_kept(tmp_path: Path) -> None:
    assert left(tmp_path / "new", "games-7", 3, 5) == (3, 5)
    for number in (3, 5):  # The map of photo 4 was not found.
        keep(tmp_path, "games-7", number, {"drawn": np.arange(number)})
    keep(tmp_path, "games-17", 6, {"drawn": np.arange(2)})
    assert left(tmp_path, "games-7", 3, 5) == (6, 2)
    assert left(tmp_path, "games-7", 0, 4) == (4, 0)
    with np.load(tmp_path / "games-7-00005.npz") as kept:
        assert kept["drawn"].tolist() == [0, 1, 2, 3, 4]
    assert not list(tmp_path.glob(".*"))
