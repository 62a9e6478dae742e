"""Which networks are asked: on photos without colours others, instead or besides."""

import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.vision import network
from scorer.vision.evidence import interpret
from tests.vision.drawings import Sheet, without_colours


@pytest.mark.parametrize("grey", [False, True])
def test_a_photo_without_colours_is_shown_to_networks_of_its_own(
    grey: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet, asked, word = Sheet(), [], network._word
    sheet.section("b1-c1")
    sheet.tourists("B2", "cst")

    def noted(name: str, pictures: NDArray[np.float32]) -> NDArray[np.float32]:
        asked.append(name)
        return word(name, pictures)

    monkeypatch.setattr(network, "_word", noted)
    photo = sheet.photo()
    # Where nothing was seen a photo in colour has none either.
    photo.seen[:, 300:] = False
    photo.rgb[:, 300:] = 0
    interpret(without_colours(photo) if grey else photo, sheet.board)
    first = {name for name in asked if not name.endswith("-again")}
    names = {"shapes", "sections", "points", "kinds"}
    greys = {f"{name}-grey" for name in names}
    assert first == (greys | {"sections", "points"} if grey else names)


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("shapes", (6, 96, 96)),
        ("sections", (6, 96, 32)),
        ("points", (7, 64, 64)),
        ("kinds", (5, 56, 56)),
    ],
)
def test_the_mean_of_all_that_are_asked_counts(name: str, shape: tuple[int, ...]) -> None:
    pictures = np.random.default_rng(1).random((3, *shape), np.float32)
    endings = ("", "-grey", "-again")
    one, grey, again = (network._word(f"{name}{ending}", pictures) for ending in endings)
    assert np.abs(one - grey).max() > 0
    assert np.abs(one - again).max() > 0
    run = network._run
    assert run(name, pictures, False, False) == pytest.approx(one)
    assert run(name, pictures, False, True) == pytest.approx((one + again) / 2)
    first = [grey] if name in ("shapes", "kinds") else [one, grey]
    assert run(name, pictures, True, False) == pytest.approx(sum(first) / len(first))
    every = [*first, again]
    assert run(name, pictures, True, True) == pytest.approx(sum(every) / len(every), rel=1e-5)
