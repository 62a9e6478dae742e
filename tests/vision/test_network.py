"""Which networks are asked: about tourists, on photos without colours, others first."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.vision import network
from scorer.vision.evidence import interpret
from tests.vision.drawings import Sheet, without_colours


@pytest.mark.parametrize("grey", [False, True])
def test_tourists_without_colours_are_shown_to_networks_of_their_own(
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
    first: dict[str, str] = {}
    for name in asked:
        first.setdefault(name.removesuffix("-grey"), name)
    own = {"shapes": "shapes-grey", "kinds": "kinds-grey"} if grey else {}
    assert first == {name: name for name in ("shapes", "sections", "points", "kinds")} | own
    assert grey or set(asked) == set(first)


@pytest.mark.parametrize(
    ("seen_by", "name", "shape"),
    [(network.middles, "shapes", (6, 96, 96)), (network.kinds, "kinds", (5, 56, 56))],
)
def test_without_colours_both_are_asked_about_what_is_unsure(
    seen_by: Callable[..., NDArray[np.float32]], name: str, shape: tuple[int, ...]
) -> None:
    pictures = np.random.default_rng(1).random((3, *shape), np.float32)
    one, other = network._word(name, pictures), network._word(f"{name}-grey", pictures)
    assert np.abs(one - other).max() > 0
    for unsure in (False, True):
        assert seen_by(pictures, False, unsure) == pytest.approx(one)
    assert seen_by(pictures, True, False) == pytest.approx(other)
    assert seen_by(pictures, True, True) == pytest.approx((one + other) / 2)
