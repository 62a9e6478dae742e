"""Photos that do not show all of the map, read with corners set by hand."""

import json
from functools import cache
from typing import Any

import numpy as np
import pytest
from PIL import Image

from scorer.resources import folder
from scorer.rules.board.board import Board
from scorer.rules.city.city import load_city
from scorer.rules.jsonfile import to_data
from scorer.rules.notation import RoadId
from scorer.rules.position.marks import Marks
from scorer.rules.values import replace
from scorer.vision.decide.outside import asking_outside
from scorer.vision.decide.seen import marks_read
from scorer.vision.doubts import Doubt, rank
from scorer.vision.geometry import Rectified
from scorer.vision.photo.gate import NotRead, NotReadReason, open_photo
from scorer.vision.read import Reading, Unfit, read_photo
from scorer.vision.written import WrittenReading
from tests.support import scenes

pytestmark = pytest.mark.slow

EXAMPLE = folder("samples") / "worked-example"
TRUTH = json.loads((EXAMPLE / "truth.json").read_text())
EMPTY: tuple[object, ...] = (False, {}, "none")
KINDS = {"sections": "section", "tourists": "tourists", "cafes": "cafe", "task": "task"}


@cache
def example() -> np.ndarray:
    """Return the photo of the worked example."""
    photo = open_photo((EXAMPLE / "photo.jpg").read_bytes())
    assert not isinstance(photo, NotRead)
    return photo.rgb


def cut(left: float, top: float) -> tuple[bytes, np.ndarray]:
    """Return the example without these shares of its map, and where the corners are then."""
    corners = np.array(TRUTH["corners_xy"])
    first, last = corners.min(axis=0), corners.max(axis=0)
    # Nothing is left of the table on a side that is not cut.
    at = np.where([left > 0, top > 0], first + [left, top] * (last - first), 0).astype(int)
    return scenes.encoded(example()[at[1] :, at[0] :]), corners - at


def drawn(marks: dict[str, Any]) -> dict[tuple[str, str], Any]:
    """Return what *marks* have, by kind of doubt and place."""
    found: dict[tuple[str, str], Any] = {}
    for key, kind in KINDS.items():
        named = marks[key]
        entries = named if isinstance(named, dict) else dict.fromkeys(named, True)
        found |= {(kind, where): value for where, value in entries.items()}
    return found


@pytest.mark.parametrize(("left", "top"), [(0.3, 0.0), (0.0, 0.4), (0.55, 0.25)])
def test_what_is_not_in_the_photo_is_asked_about_and_never_read(left: float, top: float) -> None:
    data, corners = cut(left, top)
    found = read_photo(data, scenes.first_city(), corners)
    assert isinstance(found, Reading)
    got, truth = drawn(to_data(WrittenReading.of(found))["marks"]), drawn(TRUTH["marks"])
    asked = {(doubt.kind, doubt.where) for doubt in found.doubts}
    # A confident mistake is worse than a doubt: here there is none, and nothing is made up.
    assert {key for key in {*got, *truth} if got.get(key) != truth.get(key)} <= asked
    assert set(got) <= set(truth)
    assert len(got) > 10
    assert all(doubt.alternatives for doubt in found.doubts)


def test_every_place_outside_is_asked_about() -> None:
    """The two left columns of locations are not in the photo, and all roads left of line c."""
    data, corners = cut(0.36, 0.0)
    found = read_photo(data, scenes.first_city(), corners)
    assert isinstance(found, Reading)
    empty = {(doubt.kind, doubt.where) for doubt in found.doubts if doubt.read in EMPTY}
    board = scenes.first_city().board
    gone = {point for point in board.crossroads_xy if str(point)[0] in "ab"}
    assert {("task", str(point)) for point in gone} <= empty
    assert {("cafe", str(cafe.crossroads)) for cafe in board.cafes if cafe.crossroads in gone} <= (
        empty
    )
    assert {("section", str(r.id)) for r in board.roads if set(r.id.ends) <= gone} <= empty
    assert {("tourists", f"{column}{row}") for column in "AB" for row in range(1, 7)} <= empty
    outside = {doubt.where for doubt in found.doubts if doubt.reason == "outside the photo"}
    assert {place for place in outside if place[0] in "EFefg"} == set()


def test_people_are_shown_where_the_photo_ends() -> None:
    data, corners = cut(0.5, 0.0)
    found = read_photo(data, scenes.first_city(), corners)
    assert isinstance(found, Reading)
    outside = found.rectified.rgb[~found.rectified.seen]
    assert len(outside) > 0.3 * found.rectified.seen.size
    # Dark and grey, unlike any photo of a board, and one still finds one's way on it.
    assert outside.max() < 120
    assert np.ptp(outside.astype(int), axis=1).max() == 0
    assert outside.std() > 5


def test_ink_does_not_run_on_beyond_the_rim() -> None:
    """A stroke that leaves the photo is cut there; it says nothing about the next section."""
    row = ("b1-c1", "c1-d1", "d1-e1", "e1-f1")
    scene = scenes.scene(drawn=row, noise=3)
    board = scenes.first_city().board
    at = int(scene.to_photo(np.array(board.crossroads_xy[RoadId.parse("b1-c1").ends[1]]))[0])
    data = scenes.encoded(np.ascontiguousarray(scene.rgb[:, at:]))
    found = read_photo(data, scenes.first_city(), scene.corners_xy - [at, 0])
    assert isinstance(found, Reading)
    assert {str(road) for road in found.marks.sections} == set(row[1:])


def test_a_refusal_for_being_cut_off_tells_where_the_map_is() -> None:
    data, corners = cut(0.2, 0.0)
    answer = read_photo(data, scenes.first_city())
    assert isinstance(answer, Unfit)
    assert (answer.reason, answer.board) == (NotReadReason.CUT_OFF, "first-city")
    assert scenes.corner_error_px(np.array(answer.corners_xy), corners) < 12
    found = read_photo(data, scenes.first_city(), np.array(answer.corners_xy))
    assert isinstance(found, Reading)
    assert found.marks.sections < {RoadId.parse(name) for name in TRUTH["marks"]["sections"]}


def test_a_board_too_far_away_is_read_with_the_corners_of_the_refusal() -> None:
    height, width = example().shape[:2]
    small = Image.fromarray(example()).resize((width // 5, height // 5), Image.Resampling.LANCZOS)
    table = np.full((900, 1200, 3), 70, np.uint8)
    table[: small.height, : small.width] = np.asarray(small)
    data = scenes.encoded(table)
    answer = read_photo(data, scenes.first_city())
    assert isinstance(answer, Unfit)
    assert answer.reason is NotReadReason.TOO_SMALL
    found = read_photo(data, scenes.first_city(), np.array(answer.corners_xy))
    assert isinstance(found, Reading)
    got, truth = drawn(to_data(WrittenReading.of(found))["marks"]), drawn(TRUTH["marks"])
    wrong = {key for key in {*got, *truth} if got.get(key) != truth.get(key)}
    assert wrong <= {(doubt.kind, doubt.where) for doubt in found.doubts}


@pytest.mark.parametrize("away", [(1.0, 0.0), (0.0, -1.0), (0.7, 0.72)])
def test_corners_almost_wholly_outside_the_photo_have_a_reason(away: tuple[float, float]) -> None:
    corners = scenes.CORNERS + np.array(away) * scenes.SIZE
    answer = read_photo(scenes.encoded(scenes.scene().rgb), scenes.first_city(), corners)
    assert isinstance(answer, NotRead)
    assert answer.reason is NotReadReason.NO_BOARD
    assert "hardly anything" in answer.hint


def places(board: Board) -> list[Doubt]:
    """Return a sure word on every place of *board* that can be asked about, all drawn."""
    sure = {"confidence": 0.99, "reason": "faint"}
    points = [str(point) for point in board.crossroads_xy]
    cells = [str(cell.location) for cell in board.cells]
    kinds: dict[str, tuple[list[str], Any, tuple[Any, ...]]] = {
        "section": ([str(road.id) for road in board.roads], True, (False,)),
        "task": (points, True, (False,)),
        "cafe": ([str(cafe.crossroads) for cafe in board.cafes], "used", ("none", "visited")),
        "tourists": (cells, {"circle": 2}, ({},)),
        "crossed": (cells, True, (False,)),
        "cafe-area": ([s.id for s in board.cafe_area], "visited", ("none", "used")),
    }
    return [
        Doubt(kind, where, read, alternatives=others, **sure)  # type: ignore[arg-type]
        for kind, (names, read, others) in kinds.items()
        for where in names
    ]


@pytest.mark.parametrize("city", ["first-city", "paris", "new-york", "cairo", "hong-kong"])
def test_every_place_of_every_city_can_lie_outside(city: str) -> None:
    board = load_city(city).practice_board
    size = round(6 * max(board.page_mm))
    blank = np.zeros((size, size, 3), np.uint8)
    seen = np.zeros((size, size), np.bool_)
    rectified = Rectified(blank, blank, (0.0, 0.0), 6.0, seen)
    every = places(board)
    found = asking_outside(every, rectified, board)
    assert to_data(marks_read(board, found)) == to_data(Marks(board.city, board.id))
    assert len(rank(found)) == len(found) == len(every)
    for doubt in found:
        assert doubt.read in EMPTY
        assert doubt.alternatives
        assert doubt.read not in doubt.alternatives
    everywhere = replace(rectified, seen=~seen)
    assert asking_outside(every, everywhere, board) == every
