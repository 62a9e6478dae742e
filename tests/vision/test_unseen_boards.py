"""Learning boards of art that nobody has seen: found, turned, proposed and cleared of glare."""

import cv2
import numpy as np
import pytest

from samples.simulator.art import Split, art_page
from scorer.rules.board.board import LandmarkKind
from scorer.rules.city.city import load_city
from scorer.rules.position.marks import Marks
from scorer.rules.values import replace
from scorer.vision.boards.picture import BoardPicture, map_corners_mm
from scorer.vision.geometry import Mapping
from scorer.vision.photo.gate import NotRead, NotReadReason
from scorer.vision.teach.blocks import Search, Stage
from scorer.vision.teach.edgeplanes import planes
from scorer.vision.teach.learn import Learned, learn_board
from scorer.vision.teach.merge import merged
from scorer.vision.teach.propose import empty_board, proposed, turned
from scorer.vision.teach.turns import rim_agreement
from tests.support import scenes

pytestmark = pytest.mark.slow

CITY = load_city("first-city")


def art(number: int) -> BoardPicture:
    """Return a made-up board in art that is kept for tests."""
    page = art_page(CITY, Split.TEST, (77, number), f"art-{number}")
    return BoardPicture(page.board, page.rgb, page.px_per_mm)


def blank_photo(picture: BoardPicture, tilt: float, turn: float) -> scenes.Scene:
    size = np.ptp(picture.map_corners_mm, axis=0)
    return scenes.scene(picture, scenes.tilted(size, tilt, turn), noise=4, bend_mm=0.5)


@pytest.mark.parametrize(("number", "turn"), [(1, 8.0), (2, -95.0), (3, 171.0)])
def test_a_board_of_any_art_is_learned_at_30_degrees(number: int, turn: float) -> None:
    picture = art(number)
    scene = blank_photo(picture, 30, turn)
    learned = learn_board(scenes.encoded(scene.rgb), picture.board)
    assert isinstance(learned, Learned)
    assert learned.sure_of_turn
    pixels_to_mm = np.ptp(picture.map_corners_mm, axis=0).mean() / 600
    assert scenes.corner_error_px(learned.corners_xy, scene.corners_xy) * pixels_to_mm < 2.0


def test_without_colours_the_rim_of_the_page_tells_the_turn() -> None:
    picture = scenes.first_city()
    scene = blank_photo(picture, 10, 5)
    rgb = np.repeat(scenes.grey(scene.rgb)[..., None], 3, axis=2)
    fits = [
        rim_agreement(
            rgb, picture.board, Mapping.from_corners(picture, np.roll(scene.corners_xy, k, axis=0))
        )
        for k in range(4)
    ]
    assert fits[0] > 0.3
    assert fits[0] == max(fits)
    assert max(fits[1:]) < 0.8 * fits[0]


def test_a_plane_is_seen_from_straight_above() -> None:
    scene = blank_photo(scenes.first_city(), 35, 20)
    found = planes(scenes.grey(scene.rgb))
    back = np.linalg.inv(found[0].homography)
    corners = cv2.perspectiveTransform(scene.corners_xy[None], back)[0]
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    assert sides.max() < 1.15 * sides.min()


@pytest.mark.parametrize("shade", [0, 128, 255])
def test_nothing_is_found_in_an_empty_photo(shade: int) -> None:
    search = Search(np.full((600, 800, 3), shade, np.uint8))
    assert not any(search.at(stage) for stage in Stage)


def test_corners_by_hand_are_helped_along_or_left_alone() -> None:
    picture = art(1)
    scene = blank_photo(picture, 20, 0)
    data, shaky = scenes.encoded(scene.rgb), scene.corners_xy + np.array([4.0, -5.0])
    helped = learn_board(data, picture.board, shaky)
    assert isinstance(helped, Learned)
    assert scenes.corner_error_px(helped.corners_xy, scene.corners_xy) < 5.0
    noise = np.random.default_rng(0).integers(0, 255, scene.rgb.shape, np.uint8)
    alone = learn_board(scenes.encoded(noise), picture.board, shaky)
    assert isinstance(alone, Learned)
    assert scenes.corner_error_px(alone.corners_xy, shaky) < 0.1


def test_corners_that_enclose_nothing_are_refused() -> None:
    scene = blank_photo(art(1), 20, 0)
    refused = learn_board(scenes.encoded(scene.rgb), art(1).board, scene.corners_xy[[0, 2, 1, 3]])
    assert isinstance(refused, NotRead)
    assert refused.reason is NotReadReason.NO_BOARD


def test_several_photos_wipe_out_their_reflections() -> None:
    clean = scenes.first_city().rgb[::2, ::2]
    shapes = [(slice(60, 160), slice(80, 200)), (slice(200, 320), slice(300, 420))]
    pages = []
    for light, glare in zip((1.0, 0.7), shapes, strict=True):
        page = clean.astype(np.float64) * light
        page[glare] = 250
        pages.append((page.astype(np.uint8), np.ones(clean.shape[:2], bool)))
    joined, seen = merged(pages)
    assert seen.all()
    for glare in shapes:
        inner = tuple(slice(part.start + 25, part.stop - 25) for part in glare)
        apart = np.abs(joined[inner].astype(int) - clean[inner].astype(int)).mean()
        assert apart < 12
        assert apart < np.abs(pages[0][0][inner].astype(int) - clean[inner]).mean() + 12


def test_places_that_only_one_photo_shows_are_taken_from_it() -> None:
    clean = scenes.first_city().rgb[::3, ::3]
    left = np.zeros(clean.shape[:2], bool)
    left[:, : 2 * clean.shape[1] // 3] = True
    right = np.zeros_like(left)
    right[:, clean.shape[1] // 3 :] = True
    pages = [(np.where(part[..., None], clean, 0), part) for part in (left, right)]
    page, seen = merged(pages)
    assert seen.all()
    assert np.abs(page.astype(int) - clean.astype(int)).max() <= 3


def test_another_photo_that_shows_something_else_is_left_out() -> None:
    picture = scenes.first_city()
    scene = scenes.scene(noise=3)
    other = scenes.encoded(np.full((700, 900, 3), 90, np.uint8))
    learned = learn_board(
        scenes.encoded(scene.rgb), picture.board, scene.corners_xy, [other, b"no picture"]
    )
    assert isinstance(learned, Learned)
    assert learned.photos_used == 1


@pytest.fixture(scope="module")
def guessed() -> Learned:
    """The shipped board, learned as if nobody knew anything of it but its city."""
    scene = scenes.scene(noise=2)
    learned = learn_board(
        scenes.encoded(scene.rgb), empty_board(CITY, "guess", "Guess"), scene.corners_xy
    )
    assert isinstance(learned, Learned)
    return learned


def test_landmarks_cafes_and_points_are_proposed(guessed: Learned) -> None:
    board, real = proposed(guessed.picture, CITY), scenes.first_city().board
    colours = {m.locations[0]: m.kind for m in real.landmarks if m.kind is not LandmarkKind.GREY}
    seen = {mark.locations[0]: mark.kind for mark in board.landmarks}
    right = sum(seen.get(place) == kind for place, kind in colours.items())
    assert right >= len(colours) - 1
    plain = [cell.location for cell in real.cells if cell.location not in real.landmark_at]
    assert sum(place in seen for place in plain) <= 1
    assert {cafe.crossroads for cafe in board.cafes} == {cafe.crossroads for cafe in real.cafes}
    assert set(board.visit_all) == set(real.visit_all)
    # Those printed beside the map are found there.
    beside, wanted = (
        {cafe.crossroads for cafe in one.cafes if cafe.xy != one.crossroads_xy[cafe.crossroads]}
        for one in (board, real)
    )
    assert beside == wanted


def test_an_empty_board_has_all_roads_and_nothing_printed() -> None:
    board, real = empty_board(CITY, "guess", "Guess"), CITY.practice_board
    assert {road.id for road in board.roads} == {road.id for road in real.roads}
    assert not board.cafes
    assert not board.visit_all
    corners = map_corners_mm(board)
    assert np.ptp(corners, axis=0) == pytest.approx([150, 150])
    assert Marks(board.city, board.id).sections == frozenset()


def test_a_page_taken_on_its_side_is_turned(guessed: Learned) -> None:
    on_side = replace(guessed.picture, rgb=np.ascontiguousarray(np.rot90(guessed.picture.rgb)))
    upright = turned(on_side, 1)
    assert (upright.rgb == guessed.picture.rgb).all()
