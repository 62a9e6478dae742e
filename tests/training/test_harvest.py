"""Harvested examples: what is labelled as drawn is what the picture shows."""

from collections import Counter
from itertools import permutations

import numpy as np
import pytest
from numpy.typing import NDArray

from samples.simulator.art import Split, art_page
from samples.simulator.people.hand import Outlines
from samples.simulator.photo import Photo, simulate
from samples.simulator.strata import Kind
from scorer.rules.city.city import load_city
from scorer.vision.boards.picture import BoardPicture
from training import harvest
from training.packing import exchanged, packed, unpacked

pytestmark = pytest.mark.slow


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


def test_boards_that_were_never_blank_are_known_by_the_photos_of_one_game() -> None:
    source = harvest.Source(
        load_city("first-city"), Split.TRAIN, (Outlines({}),), 5, 1.5, Kind.EASY
    )
    first, second = harvest.filled_photos(source, 0, 4)
    assert [first[0], second[0]] == [0, 1]
    known = first[1].known
    assert known is not None
    assert second[1] is first[1]
    assert 0.5 < (known > 127).mean() < 1
    found = harvest.examples(first[2], first[1])
    assert found is not None
    tourists = harvest.true_marks(first[2], first[1]).tourists.values()
    assert len(found["kinds"]) == len(found["shapes"]) == sum(one.total for one in tourists)


def test_packing_keeps_values_to_a_hundredth() -> None:
    values = np.linspace(-1, 2, 500, dtype=np.float32)
    assert np.abs(unpacked(packed(values)) - values).max() < 0.01
    assert unpacked(packed(np.array([-5.0, 7.0]))).tolist() == pytest.approx([-1.0, 2.0])


def test_examples_of_photos_made_grey_have_no_colours(seen: tuple[Photo, BoardPicture]) -> None:
    examples = harvest.examples(*seen, grey_share=1)
    assert examples is not None
    for name in ("roads", "points", "cafes", "locations"):
        assert not np.ptp(examples[name][:, 1:4], axis=1).any()


def test_colours_are_exchanged_and_those_of_grey_pictures_made_one() -> None:
    rng = np.random.default_rng(1)
    orders = {tuple(exchanged(6, rng)) for _ in range(60)}
    assert orders == {(0, *three, 4, 5) for three in permutations((1, 2, 3))}
    assert exchanged(6, rng, grey=True) == [0, 1, 1, 1, 4, 5]
