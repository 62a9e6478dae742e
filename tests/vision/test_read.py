"""From bytes to a reading: bad input has a reason, good input its marks; debug pictures."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from scorer.rules.city.city import load_city
from scorer.rules.jsonfile import to_data
from scorer.rules.notation import Crossroads, RoadId
from scorer.rules.position.setup import usual_setup
from scorer.rules.values import replace
from scorer.vision import refusals
from scorer.vision.boards.picture import BoardPicture
from scorer.vision.doubts import Doubt
from scorer.vision.geometry import Mapping, Rectified
from scorer.vision.locate.rectify import rectify
from scorer.vision.read import (
    NotRead,
    NotReadReason,
    Reading,
    Unfit,
    read_photo,
    with_score_effect,
)
from scorer.vision.written import WrittenReading
from tests.support import scenes

pytestmark = pytest.mark.slow

DRAWN = ("b1-c1", "c1-c2", "c2-c3", "c3-d3", "d3-e3")
STAGES = {"located", "rectified", "aligned"}


@pytest.fixture(scope="module")
def reading(tmp_path_factory: pytest.TempPathFactory) -> tuple[Reading, scenes.Scene, Path]:
    """Read one drawn scene, with debug pictures."""
    scene, folder = scenes.scene(drawn=DRAWN, bend_mm=0.6, noise=3), tmp_path_factory.mktemp("x")
    found = read_photo(scenes.encoded(scene.rgb), scenes.first_city(), debug_dir=folder / "debug")
    assert isinstance(found, Reading)
    return found, scene, folder / "debug"


def refused(rgb: np.ndarray) -> NotRead:
    answer = read_photo(scenes.encoded(rgb), scenes.first_city())
    assert isinstance(answer, NotRead)
    assert answer.size == (rgb.shape[1], rgb.shape[0])
    assert answer.hint
    return answer


def test_reads_what_is_drawn(reading: tuple[Reading, scenes.Scene, Path]) -> None:
    found, scene, _ = reading
    assert found.marks.sections == {RoadId.parse(name) for name in DRAWN}
    assert found.marks.tourists == {}
    assert scenes.corner_error_px(found.corners_xy, scene.corners_xy) < 2.0
    assert found.quality.size == scenes.SIZE
    assert found.quality.blur_mm < 0.5
    assert set(found.timings_ms) == {"open", "locate", "rectify", "interpret", "total"}


@pytest.mark.parametrize("by_hand", [False, True])
@pytest.mark.parametrize(("grown", "read"), [(2.5, (1500, 2000)), (1.6, (3000, 4000))])
def test_half_of_a_large_photo_is_read_unless_its_map_is_small(
    grown: float, read: tuple[int, int], by_hand: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = scenes.scene(drawn=DRAWN, noise=3)
    photo = np.full((3000, 4000, 3), 70, np.uint8)
    large = cv2.resize(scene.rgb, None, fx=grown, fy=grown, interpolation=cv2.INTER_CUBIC)
    photo[: large.shape[0], : large.shape[1]] = large
    corners, laid = (scene.corners_xy + 0.5) * grown - 0.5, []

    def noted(rgb: np.ndarray, picture: BoardPicture, mapping: Mapping) -> Rectified:
        laid.append(rgb.shape[:2])
        return rectify(rgb, picture, mapping)

    monkeypatch.setattr(refusals, "rectify", noted)
    given = corners + 3 if by_hand else None
    found = read_photo(scenes.encoded(photo), scenes.first_city(), given)
    assert isinstance(found, Reading)
    assert laid == [read]
    assert found.marks.sections == {RoadId.parse(name) for name in DRAWN}
    assert found.quality.size == (4000, 3000)
    assert scenes.corner_error_px(found.corners_xy, corners) < 2.0 * grown
    sides = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    assert found.quality.px_per_mm == pytest.approx(sides.min() / 150, rel=0.01)


def test_reading_is_plain_json(reading: tuple[Reading, scenes.Scene, Path]) -> None:
    found, _, _ = reading
    data = json.loads(json.dumps(to_data(WrittenReading.of(found))))
    assert set(data) == {"marks", "doubts", "corners_xy", "quality", "timings_ms"}
    assert data["marks"]["sections"] == sorted(DRAWN)
    assert np.shape(data["corners_xy"]) == (4, 2)
    assert {"blur", "glare_share", "size"} <= set(data["quality"])
    for doubt in data["doubts"]:
        assert doubt["changes_score"] is None


def test_every_stage_leaves_a_picture(reading: tuple[Reading, scenes.Scene, Path]) -> None:
    _, _, folder = reading
    files = sorted(folder.glob("*.png"))
    assert [file.name[:2] for file in files] == [f"{i:02d}" for i in range(1, len(files) + 1)]
    assert {file.stem[3:] for file in files} >= STAGES
    for file in files:
        picture = cv2.imread(str(file))
        assert picture is not None
        assert picture.std() > 5


def test_doubts_are_told_what_they_are_worth(
    reading: tuple[Reading, scenes.Scene, Path],
) -> None:
    found, _, _ = reading
    city = load_city("first-city")
    board = scenes.first_city().board
    # In the location below the route's first section tourists would count or not by their
    # kind's landmarks; an empty alternative changes nothing.
    worthless = Doubt("section", "a6-b6", False, 0.6, (False,), "faint")
    cafe = sorted(board.cafe_at)[0]
    worth = Doubt("cafe", str(cafe), "none", 0.7, ("used", "visited"), "faint")
    doubtful = replace(found, doubts=(worthless, worth), changes_score=(None, None))
    judged = with_score_effect(doubtful, city, usual_setup(city))
    effect = {
        (doubt.kind, doubt.where): changes
        for doubt, changes in zip(judged.doubts, judged.changes_score, strict=True)
    }
    assert effect["section", "a6-b6"] is False
    # A café visited and not used is worth 2 PP wherever it lies.
    assert effect["cafe", str(cafe)] is True
    assert judged.marks == found.marks


def test_exif_rotation_and_hand_set_corners() -> None:
    scene = scenes.scene(drawn=DRAWN, noise=3)
    # Stored a quarter turned to the left; the tag says to turn it back to the right.
    stored = np.ascontiguousarray(np.rot90(scene.rgb))
    found = read_photo(
        scenes.encoded(stored, orientation=6), scenes.first_city(), scene.corners_xy + 3
    )
    assert isinstance(found, Reading)
    assert found.marks.sections == {RoadId.parse(name) for name in DRAWN}
    assert scenes.corner_error_px(found.corners_xy, scene.corners_xy) < 2.0
    assert found.quality.size == scenes.SIZE


def test_impossible_corners_have_a_reason() -> None:
    data = scenes.encoded(scenes.scene().rgb)
    answer = read_photo(data, scenes.first_city(), scenes.CORNERS[::-1])
    assert isinstance(answer, NotRead)
    assert answer.reason is NotReadReason.NO_BOARD
    assert "corners" in answer.hint


def test_refuses_what_is_no_image() -> None:
    answer = read_photo(b"just text", scenes.first_city())
    assert isinstance(answer, NotRead)
    assert answer.reason is NotReadReason.NOT_AN_IMAGE


def test_refuses_a_blank_white_picture() -> None:
    answer = refused(np.full((1000, 1400, 3), 255, np.uint8))
    assert answer.reason in {NotReadReason.NO_BOARD, NotReadReason.TOO_BLURRED}


def test_refuses_a_photo_of_something_else() -> None:
    rng = np.random.default_rng(8)
    picture = np.full((1000, 1400, 3), 200, np.uint8)
    for _ in range(150):
        x, y, size = (int(rng.integers(*span)) for span in ((0, 1400), (0, 1000), (10, 160)))
        colour = tuple(rng.integers(0, 255, 3).tolist())
        cv2.rectangle(picture, (x, y), (x + size, y + size // 2), colour, -1)
        cv2.putText(picture, "no board", (y, x), cv2.FONT_HERSHEY_SIMPLEX, 1, colour[::-1], 2)
    assert refused(picture).reason is NotReadReason.NO_BOARD


def test_refuses_a_board_cut_off() -> None:
    answer = refused(np.ascontiguousarray(scenes.scene().rgb[:, 480:]))
    assert answer.reason is NotReadReason.CUT_OFF
    assert "Step back" in answer.hint


@pytest.mark.parametrize("shade", [20, 95])
def test_what_lies_under_something_even_is_doubted(shade: int) -> None:
    scene = scenes.scene(drawn=DRAWN, noise=3)
    at = [scenes.first_city().board.crossroads_xy[Crossroads.parse(name)] for name in ("b1", "e4")]
    (left, bottom), (right, top) = at
    phone = [[left - 8, top], [right + 8, top], [right + 8, bottom + 8], [left - 8, bottom + 8]]
    corners = np.round(scene.to_photo(np.array(phone))).astype(np.int32)
    cv2.fillConvexPoly(rgb := scene.rgb.copy(), corners, (shade, shade, shade))
    found = read_photo(scenes.encoded(rgb), scenes.first_city())
    assert isinstance(found, Reading)
    beneath = set(DRAWN[1:4])
    assert not beneath <= {str(one) for one in found.marks.sections}
    assert beneath <= {doubt.where for doubt in found.doubts}


def test_refuses_a_mirrored_board_with_the_true_reason() -> None:
    answer = refused(np.ascontiguousarray(scenes.scene(drawn=DRAWN).rgb[:, ::-1]))
    assert answer.reason is NotReadReason.MIRRORED
    assert "selfie" in answer.hint


def test_asks_which_of_several_boards_is_meant() -> None:
    first, second = scenes.scene(drawn=DRAWN), scenes.scene(drawn=("f2-g2",), seed=2)
    data = scenes.encoded(np.hstack([first.rgb, second.rgb]))
    answer = read_photo(data, scenes.first_city())
    assert isinstance(answer, Unfit)
    assert (answer.reason, answer.board) == (NotReadReason.SEVERAL_BOARDS, "first-city")
    assert "2 boards" in answer.hint
    maps = sorted(map(np.array, (answer.corners_xy, *answer.others_xy)), key=np.sum)
    beside = second.corners_xy + np.array([scenes.SIZE[0], 0])
    assert scenes.corner_error_px(maps[0], first.corners_xy) < 2.0
    assert scenes.corner_error_px(maps[1], beside) < 2.0
    for corners, drawn in zip(maps, (DRAWN, ["f2-g2"]), strict=True):
        found = read_photo(data, scenes.first_city(), corners)
        assert isinstance(found, Reading)
        assert found.marks.sections == {RoadId.parse(name) for name in drawn}


@pytest.mark.parametrize("small_first", [True, False])
def test_of_a_board_and_a_much_smaller_one_the_larger_is_read(small_first: bool) -> None:
    near = scenes.scene(drawn=DRAWN).rgb
    far = cv2.resize(scenes.scene(drawn=("f2-g2",)).rgb, None, fx=0.55, fy=0.55)
    far = cv2.copyMakeBorder(far, 0, len(near) - len(far), 0, 0, cv2.BORDER_REPLICATE)
    found = read_photo(
        scenes.encoded(np.hstack([far, near] if small_first else [near, far])), scenes.first_city()
    )
    assert isinstance(found, Reading)
    assert found.marks.sections == {RoadId.parse(name) for name in DRAWN}


def test_refuses_a_board_too_far_away() -> None:
    far = (scenes.CORNERS - 600) * 0.33 + 600
    answer = refused(scenes.scene(corners_xy=far, noise=2).rgb)
    assert answer.reason is NotReadReason.TOO_SMALL
    assert "closer" in answer.hint


@pytest.mark.parametrize("sigma_px", [11.0, 40.0])
def test_refuses_a_blurred_board(sigma_px: float) -> None:
    rgb = scenes.blurred(scenes.scene(noise=0).rgb, sigma_px)
    assert refused(rgb).reason is NotReadReason.TOO_BLURRED


def test_a_blurred_board_is_read_anyway_once_a_person_sets_its_corners() -> None:
    scene = scenes.scene(drawn=DRAWN, noise=0)
    rgb = scenes.blurred(scene.rgb, 11.0)
    found = read_photo(scenes.encoded(rgb), scenes.first_city(), scene.corners_xy)
    assert isinstance(found, Reading)
    assert found.quality.blur_mm > 1.5
    assert found.doubts
