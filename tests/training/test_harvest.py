"""Harvested examples: what is labelled as drawn is what the picture shows."""

from collections import Counter

import numpy as np
import pytest
from numpy.typing import NDArray

from samples.simulator.art import Split, art_page
from samples.simulator.photo import Photo, simulate
from samples.simulator.strata import Kind
from scorer.rules.city import load_city
from scorer.vision.picture import BoardPicture
from training import harvest
from training.packing import packed, unpacked


@pytest.fixture(scope="module")
def seen() -> tuple[Photo, BoardPicture]:
    city = load_city("first-city")
    page = art_page(city, Split.TRAIN, (4, 2), "made-up")
    photo = simulate(page, city, Kind.EASY, (4, 2), 1.5)
    return photo, BoardPicture(page.board, page.rgb, page.px_per_mm)


@pytest.fixture(scope="module")
def found(seen: tuple[Photo, BoardPicture]) -> dict[str, NDArray[np.generic]]:
    examples = harvest.examples(*seen)
    assert examples is not None
    return examples


def test_there_is_one_example_for_every_place(found: dict[str, NDArray[np.generic]]) -> None:
    assert found["roads"].shape == (84, 6, 96, 32)
    assert found["points"].shape == (49, 7, 64, 64)
    assert found["cafes"].shape == (7, 7, 64, 64)
    assert found["locations"].shape == (36, 6, 96, 96)


def test_roads_labelled_as_drawn_carry_ink(found: dict[str, NDArray[np.generic]]) -> None:
    strength = unpacked(found["roads"])[:, 0, 20:76, 10:22].max(axis=2)
    drawn = found["drawn"].astype(bool)
    assert 10 < drawn.sum() < 30
    inked = (strength > 0.4).mean(axis=1)
    assert inked[drawn].min() > inked[~drawn].max()


def test_every_tourist_is_labelled_in_its_own_location(
    seen: tuple[Photo, BoardPicture], found: dict[str, NDArray[np.generic]]
) -> None:
    photo, picture = seen
    marks = harvest.true_marks(photo, picture)
    wanted = Counter(
        (str(where), kind.value, number)
        for where, tourists in marks.tourists.items()
        for kind, number in tourists.counts
        if number
    )
    names = [str(cell.location) for cell in picture.board.cells]
    each = Counter((names[int(c)], harvest.KINDS[int(k)].value) for c, k, _, _ in found["figures"])
    assert Counter((where, kind, number) for (where, kind), number in each.items()) == wanted
    ink = unpacked(found["locations"])[:, 0]
    for cell, _, x, y in found["figures"]:
        around = ink[int(cell), int(y) - 16 : int(y) + 17, int(x) - 16 : int(x) + 17]
        assert around.max() > 0.5


def test_packing_keeps_values_to_a_hundredth() -> None:
    values = np.linspace(-1, 2, 500, dtype=np.float32)
    assert np.abs(unpacked(packed(values)) - values).max() < 0.01
    assert unpacked(packed(np.array([-5.0, 7.0]))).tolist() == pytest.approx([-1.0, 2.0])
