"""Learning a board from photos of it filled."""

import cv2
import numpy as np
import pytest

from scorer.rules.notation import RoadId
from scorer.rules.values import replace
from scorer.vision.boards.picture import BoardPicture
from scorer.vision.drawn.learn import LearnedDrawn, improved, learn_drawn
from scorer.vision.drawn.places import unknown_places
from scorer.vision.photo.gate import NotRead, NotReadReason
from tests.support import scenes

pytestmark = pytest.mark.slow

BOTH = ("c3-d3",)
FIRST = (*BOTH, "b1-b2", "b2-b3", "e4-f4")
SECOND = (*BOTH, "a5-b5", "d1-e1")


def photo(drawn: tuple[str, ...], shift: float = 0.0) -> bytes:
    scene = scenes.scene(drawn=drawn, noise=2, corners_xy=scenes.CORNERS + shift)
    return scenes.encoded(scene.rgb)


@pytest.fixture(scope="module")
def learned() -> LearnedDrawn:
    told: list[tuple[int, int]] = []
    photos = [photo(FIRST), photo(SECOND, 20)]
    found = learn_drawn(
        photos,
        scenes.first_city().board,
        on_photo=lambda number, count: told.append((number, count)),
    )
    assert isinstance(found, LearnedDrawn)
    assert told == [(1, 2), (2, 2)]
    return found


def darkness(picture: BoardPicture, road: str) -> float:
    """Return how much darker the middle of a road is than its print, in the darkest channel."""
    real, scale = scenes.first_city(), picture.px_per_mm
    x, y = np.mean(real.board.road_of[RoadId.parse(road)].path, axis=0)
    rows, columns = (slice(round(v * scale) - 2, round(v * scale) + 3) for v in (y, x))
    one, other = (p.rgb[rows, columns].mean(axis=(0, 1)) for p in (real, picture))
    return float((one - other).max())


def test_the_photos_of_one_map_make_it_up_without_what_is_drawn(learned: LearnedDrawn) -> None:
    assert learned.photos_used == 2
    assert learned.sure_of_turn
    for road in {*FIRST, *SECOND} - {*BOTH}:
        assert darkness(learned.picture, road) < 70, road
    # What is printed there is a guess; ink is darker by some 220.
    for road in BOTH:
        assert darkness(learned.picture, road) < 90, road


def test_what_is_drawn_on_in_both_is_not_known(learned: LearnedDrawn) -> None:
    roads = {where for kind, where in unknown_places(learned.picture) if kind == "section"}
    assert "c3-d3" in roads
    assert not roads & {"b1-b2", "b2-b3", "e4-f4", "a5-b5", "d1-e1"}


def test_a_single_photo_is_known_but_for_what_is_drawn() -> None:
    found = learn_drawn([photo(FIRST)], scenes.first_city().board)
    assert isinstance(found, LearnedDrawn)
    roads = {where for kind, where in unknown_places(found.picture) if kind == "section"}
    assert roads == set(FIRST)


def test_what_a_lamp_hides_from_a_single_photo_is_not_known() -> None:
    scene, board = scenes.scene(drawn=FIRST, noise=2), scenes.first_city().board
    hidden = {"C3", "D3", "C4", "D4"}
    corners = [cell.polygon for cell in board.cells if str(cell.location) in hidden]
    lamp = np.zeros(scene.rgb.shape[:2], np.uint8)
    around = cv2.convexHull(np.concatenate(corners).astype(np.float32)).reshape(-1, 2)
    cv2.fillConvexPoly(lamp, scene.to_photo(np.asarray(around, np.float64)).astype(np.int32), 1)
    veiled = scene.rgb + 0.6 * (255.0 - scene.rgb) * lamp[..., None]
    found = learn_drawn([scenes.encoded(veiled.astype(np.uint8))], board)
    assert isinstance(found, LearnedDrawn)
    unknown = {where for kind, where in unknown_places(found.picture) if kind == "tourists"}
    assert unknown == hidden


def test_a_later_photo_makes_the_picture_better(learned: LearnedDrawn) -> None:
    better = improved(learned.picture, [photo(("f1-f2",), 10)])
    assert isinstance(better, LearnedDrawn)
    roads = {where for kind, where in unknown_places(better.picture) if kind == "section"}
    assert "c3-d3" not in roads
    assert "f1-f2" not in roads
    assert better.picture.board == learned.picture.board


def test_a_photo_of_something_else_teaches_nothing(learned: LearnedDrawn) -> None:
    empty = scenes.encoded(np.full((900, 1200, 3), 200, np.uint8))
    found = learn_drawn([empty, b"no picture"], scenes.first_city().board)
    assert isinstance(found, NotRead)
    assert found.reason is NotReadReason.NO_PRINT
    better = improved(learned.picture, [empty])
    assert isinstance(better, NotRead)
    assert better.reason is NotReadReason.OTHER_BOARD


def test_nothing_is_believed_of_a_picture_that_is_wholly_known() -> None:
    known = replace(scenes.first_city(), known=None)
    better = improved(known, [photo(FIRST)])
    assert isinstance(better, LearnedDrawn)
    assert not [where for kind, where in unknown_places(better.picture) if kind == "section"]
