"""Which networks are asked: on photos without colours others too."""

import numpy as np
import pytest
from numpy.typing import NDArray

from scorer.vision import network
from scorer.vision.ink import find_ink
from scorer.vision.kinds import shape_patches
from scorer.vision.patches import Layers, location_patches, point_patches, road_patches
from scorer.vision.rectify import Rectified
from tests.vision.drawings import Sheet, without_colours

NAMES = ("shapes", "sections", "points", "kinds")


@pytest.fixture(scope="module")
def photo() -> Rectified:
    sheet = Sheet()
    sheet.section("b1-c1")
    sheet.tourists("B2", "cst")
    return sheet.photo()


def asked(photo: Rectified, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the networks that are asked about *photo*."""
    board, ink = Sheet().board, find_ink(photo)
    layers, names, word = Layers.of(photo, ink), [], network._word

    def noted(name: str, pictures: NDArray[np.float32]) -> NDArray[np.float32]:
        names.append(name)
        return word(name, pictures)

    monkeypatch.setattr(network, "_word", noted)
    network.middles(location_patches(layers, board.cells))
    network.drawn(road_patches(layers, board)[1])
    network.points(point_patches(layers, board, tuple(board.crossroads_xy.values())))
    network.kinds(shape_patches(ink, photo, [photo.to_px((50, 50))], board))
    return names


def test_one_network_each_is_asked_about_a_photo_in_colour(
    photo: Rectified, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert asked(photo, monkeypatch) == list(NAMES)


def test_two_are_asked_about_a_photo_without_colours(
    photo: Rectified, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = [each for name in NAMES for each in (name, f"{name}-grey")]
    assert asked(without_colours(photo), monkeypatch) == both


def test_the_mean_of_both_counts() -> None:
    grey = np.repeat(np.random.default_rng(1).random((2, 1, 56, 56), np.float32), 5, axis=1)
    one, other = network._word("kinds", grey), network._word("kinds-grey", grey)
    assert np.abs(one - other).max() > 1e-3
    assert network.kinds(grey) == pytest.approx((one + other) / 2)
