"""Many looks at one picture: however a café or a location is turned, it tells the same."""

import numpy as np
import pytest

from scorer.vision.evidence import shapes
from scorer.vision.evidence.networks import averaged, network
from scorer.vision.evidence.networks.patches import Layers, location_patches, point_patches
from scorer.vision.ink.ink import find_ink
from scorer.vision.teach.looks import looks
from tests.support import scenes
from tests.support.drawings import Sheet


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


@pytest.mark.slow
@pytest.mark.parametrize(("quarters", "mirrored"), [(1, False), (2, True), (3, True)])
def test_maps_of_middles_turn_with_the_picture(
    layers: Layers, quarters: int, mirrored: bool
) -> None:
    cells = Sheet().board.cells[:4]
    plain = location_patches(layers, cells)
    other = turned(plain, quarters, mirrored)
    first, second = (
        averaged.middles(some, False, network.middles(some, False)) for some in (plain, other)
    )
    assert turned(first, quarters, mirrored) == pytest.approx(second, abs=1e-3)


def test_a_cafes_chances_do_not_hang_on_how_it_is_turned(layers: Layers) -> None:
    board = Sheet().board
    pictures = point_patches(layers, board, tuple(board.crossroads_xy.values())[:3])
    first = averaged.points(pictures)
    assert averaged.points(turned(pictures, 1, True)) == pytest.approx(first, abs=1e-3)
    assert first[:, :3].sum(axis=1) == pytest.approx(1, abs=1e-5)


def test_landmarks_do_not_hang_on_how_a_board_is_turned() -> None:
    picture = scenes.first_city()
    pictures = looks(picture, picture.board.cells)
    first = averaged.landmarks(pictures)
    assert averaged.landmarks(turned(pictures, 3, True)) == pytest.approx(first, abs=1e-3)
    assert first.sum(axis=1) == pytest.approx(1, abs=1e-5)


def test_no_cafes_have_no_chances(layers: Layers) -> None:
    board = Sheet().board
    assert averaged.points(point_patches(layers, board, ())).shape == (0, 4)


def test_only_unsure_locations_are_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    maps = np.zeros((3, 3, 24, 24), np.float32)
    maps[0, 0, 12, 12] = 0.99
    maps[1, 1, 12, 12] = 0.6
    seen = []

    def again(pictures: np.ndarray, grey: bool, first: np.ndarray) -> np.ndarray:
        seen.append(len(pictures))
        assert np.array_equal(first, maps[1:2])
        return maps[1:2]

    monkeypatch.setattr(shapes, "middles", lambda pictures, grey: maps.copy())
    monkeypatch.setattr(averaged, "middles", again)
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
    # The first of the eight was before.
    averaged.middles(patches, grey, np.zeros((1, 3, 24, 24), np.float32))
    assert asked == [(7, grey)]


@pytest.mark.parametrize("grey", [False, True])
def test_only_unsure_kinds_are_looked_at_again(grey: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first picture tells its kind at once; of the second every look says another thing."""
    asked: list[tuple[int, bool]] = []
    shown: list[np.ndarray] = []

    def kinds(pictures: np.ndarray, grey: bool) -> np.ndarray:
        asked.append((len(pictures), grey))
        shown.extend(pictures)
        found = np.zeros((len(pictures), 4), np.float32)
        # What is seen in one place is the chance of a circle, so that it hangs on the look.
        found[:, 0] = pictures[:, 0, 12, 40]
        found[:, 1] = 1 - found[:, 0]
        return found

    monkeypatch.setattr(network, "kinds", kinds)
    pictures = np.ones((2, 5, 56, 56), np.float32)
    pictures[1] = np.linspace(0.2, 0.8, 56)[:, None] + np.linspace(-0.1, 0.1, 56)
    found = averaged.kinds(pictures, grey)
    looks = np.array(shown[1:])
    assert asked == [(2, grey), (5, grey)]
    assert found[0].tolist() == [1, 0, 0, 0]
    assert found[1, 0] == pytest.approx(looks[:, 0, 12, 40].mean(), abs=1e-6)
    assert len({round(float(value), 4) for value in looks[:, 0, 12, 40]}) == 6
    # Six different looks, and its top is above in all of them.
    assert (looks[:, :, 8:20, 28].mean((1, 2)) < looks[:, :, 36:48, 28].mean((1, 2))).all()


def test_a_tilted_look_is_tilted_about_the_middle_and_goes_on_outside(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A dot beside the middle moves by ten degrees either way; nothing comes in from outside."""
    looks = np.zeros((0, 5, 56, 56), np.float32)

    def kinds(pictures: np.ndarray, grey: bool) -> np.ndarray:
        nonlocal looks
        looks = pictures
        return np.full((len(pictures), 4), 0.25, np.float32)

    monkeypatch.setattr(network, "kinds", kinds)
    picture = np.full((1, 5, 56, 56), 0.5, np.float32)
    picture[0, :, 27:29, 45:48] = 2
    averaged.kinds(picture, False)
    assert looks.min() == pytest.approx(0.5)
    rows, columns = np.array(
        [np.unravel_index(int(look[0].argmax()), (56, 56)) for look in looks]
    ).T
    # The mirrored upright one too; the upright one itself was looked at before.
    assert sorted(rows.tolist())[::2] == pytest.approx([24, 27, 31], abs=1)
    assert sorted(columns.tolist()) == pytest.approx([9, 9, 9, 46, 46], abs=1)


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
    assert sizes == [3, 3]
