"""Eight looks at one picture: the same picture, however it is turned, tells the same."""

import numpy as np
import pytest

from scorer.vision import averaged, network, shapes
from scorer.vision.ink import find_ink
from scorer.vision.patches import Layers, location_patches, point_patches
from tests.vision.drawings import Sheet


@pytest.fixture(scope="module")
def layers() -> Layers:
    sheet = Sheet()
    sheet.tourists("B2", "cs")
    sheet.ring("c1", radius=4.2)
    rectified = sheet.photo()
    return Layers.of(rectified, find_ink(rectified))


def turned(pictures: np.ndarray, quarters: int, mirrored: bool) -> np.ndarray:
    found = np.rot90(pictures, quarters, (2, 3))
    return np.ascontiguousarray(found[..., ::-1] if mirrored else found)


@pytest.mark.parametrize(("quarters", "mirrored"), [(1, False), (2, True), (3, True)])
def test_maps_of_middles_turn_with_the_picture(
    layers: Layers, quarters: int, mirrored: bool
) -> None:
    cells = Sheet().board.cells[:4]
    plain = location_patches(layers, cells)
    other = turned(plain, quarters, mirrored)
    first, second = averaged.middles(plain, False), averaged.middles(other, False)
    assert turned(first, quarters, mirrored) == pytest.approx(second, abs=1e-3)


def test_a_cafes_chances_do_not_hang_on_how_it_is_turned(layers: Layers) -> None:
    board = Sheet().board
    pictures = point_patches(layers, board, tuple(board.crossroads_xy.values())[:3])
    first = averaged.points(pictures)
    assert averaged.points(turned(pictures, 1, True)) == pytest.approx(first, abs=1e-3)
    assert first[:, :3].sum(axis=1) == pytest.approx(1, abs=1e-5)


def test_no_cafes_have_no_chances(layers: Layers) -> None:
    board = Sheet().board
    assert averaged.points(point_patches(layers, board, ())).shape == (0, 4)


def test_only_unsure_locations_are_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    maps = np.zeros((3, 3, 24, 24), np.float32)
    maps[0, 0, 12, 12] = 0.99
    maps[1, 1, 12, 12] = 0.6
    seen = []
    monkeypatch.setattr(shapes, "middles", lambda pictures, grey: maps.copy())
    monkeypatch.setattr(
        averaged, "middles", lambda pictures, grey: seen.append(len(pictures)) or maps[1:2]
    )
    assert shapes._chances(np.zeros((3, 6, 96, 96), np.float32), False) == pytest.approx(maps)
    assert seen == [1]


@pytest.mark.parametrize("grey", [False, True])
def test_unsure_middles_are_looked_for_eight_times(
    grey: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def middles(patches: np.ndarray, grey: bool) -> np.ndarray:
        asked.append((len({patch.tobytes() for patch in patches}), grey))
        return patches[:, :3, ::4, ::4].copy()

    monkeypatch.setattr(network, "middles", middles)
    patches = np.zeros((1, 6, 96, 96), np.float32)
    patches[0, 0, 8, 30] = 1
    averaged.middles(patches, grey)
    assert asked == [(8, grey)]


@pytest.mark.parametrize("grey", [False, True])
def test_only_unsure_kinds_are_looked_at_again(grey: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first picture tells its kind at once; of the second every look says another thing."""
    asked: list[tuple[int, bool]] = []

    def kinds(pictures: np.ndarray, grey: bool) -> np.ndarray:
        asked.append((len(pictures), grey))
        found = np.zeros((len(pictures), 4), np.float32)
        # What is seen in one corner is the chance of a circle, so that it hangs on the turn.
        found[:, 0] = pictures[:, 0, 0, 0]
        found[:, 1] = 1 - found[:, 0]
        return found

    monkeypatch.setattr(network, "kinds", kinds)
    pictures = np.ones((2, 3, 8, 8), np.float32)
    pictures[1, 0, [0, 0, -1, -1], [0, -1, 0, -1]] = (0.9, 0.5, 0.3, 0.1)
    found = averaged.kinds(pictures, grey)
    assert asked == [(2, grey), (8, grey)]
    assert found[0].tolist() == [1, 0, 0, 0]
    assert found[1] == pytest.approx([0.45, 0.55, 0, 0])


def test_only_unsure_roads_are_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []

    def drawn(roads: np.ndarray) -> np.ndarray:
        sizes.append(len(roads))
        return roads[:, 0, 0, 0].copy()

    monkeypatch.setattr(network, "drawn", drawn)
    roads = np.ones((3, 6, 8, 4), np.float32)
    roads[1, 0] = 0.001
    roads[2, 0, [0, 0, -1, -1], [0, -1, 0, -1]] = (0.9, 0.5, 0.3, 0.1)
    assert averaged.drawn(roads) == pytest.approx([1, 0.001, 0.45])
    assert sizes == [3, 4]
