"""What only cities have, on two simulated photos whose marks are given: read, joined, asked."""

import json
from io import BytesIO
from typing import Any

import numpy as np
import pytest
from PIL import Image

from samples.simulator.board.printedpage import printed
from samples.simulator.photo import Photo, simulate
from samples.simulator.strata import Kind
from scorer.rules.city.city import load_city
from scorer.rules.jsonfile import from_data, to_data
from scorer.rules.notation import Location
from scorer.rules.position.marks import Marks
from scorer.vision.boards.halfboard import HalfBoard, Side, half_pictures, is_double
from scorer.vision.boards.picture import load_picture
from scorer.vision.debug.draw import place_of
from scorer.vision.evidence.crosses import crossable
from scorer.vision.halves import HalvesError, joined
from scorer.vision.measure.measure import measure
from scorer.vision.read import Reading, read_photo

pytestmark = pytest.mark.slow

# Room beside the fold that a photo of one half shows of the other.
BESIDE_PX = 60

CAIRO: dict[str, Any] = {
    "sections": ["a3-a4", "a3-b3", "b3-c3", "c3-d3", "d3-d4", "a5-b6"],
    "tourists": {
        "giza_space": {"circle": 3, "square": 1},
        "saqqara_space": {"triangle": 2},
        "B2": {"square": 2, "circle": 1},
        "D4": {"triangle": 4},
    },
    "crossed": ["B5", "E6"],
    "cafes": {"a5": "visited"},
}
NEW_YORK: dict[str, Any] = {
    "sections": ["a4-b4", "b4-c4", "c4-d3", "d3-e3", "g4-h4", "i5-i6", "g2-h2"],
    "tourists": {
        "B2": {"pentagon": 2, "square": 1},
        "E3": {"pentagon": 1, "circle": 1},
        "D5": {"square": 3},
        "J1": {"triangle": 2, "pentagon": 2},
        "L5": {"circle": 2, "square": 2},
    },
    "cafes": {"c5": "visited"},
    "tickets": ["whitehall"],
    "cafe_area": {"section-1": "used", "points-1": "visited"},
    "hot_spots": ["c1-d1", "j5-k5"],
}


def marks_of(city: str, data: dict[str, Any]) -> Marks:
    file = from_data({"city": city, "board": city, **data}, Marks)
    return file.checked_on(load_city(city).practice_board)


def photo_of(marks: Marks, seed: int) -> Photo:
    city = load_city(marks.city)
    return simulate(printed(city.practice_board, city), city, Kind.EASY, (seed,), 3.0, marks)


def read(data: bytes, city: str) -> Reading:
    found = read_photo(data, load_picture(city))
    assert isinstance(found, Reading)
    return found


@pytest.fixture(scope="module")
def cairo() -> Reading:
    return read(photo_of(marks_of("cairo", CAIRO), 11).jpeg, "cairo")


@pytest.fixture(scope="module")
def new_york() -> Photo:
    return photo_of(marks_of("new-york", NEW_YORK), 12)


def wrong(found: Marks, true: Marks) -> list[tuple[str, str]]:
    """Return what is read wrongly; the reader does not look for hot spots."""
    board = load_city(true.city).practice_board
    return [(m.kind, m.where) for m in measure(found, (), true, board).mistakes]


def test_crosses_and_spaces_beside_the_map_are_read(cairo: Reading) -> None:
    assert wrong(cairo.marks, marks_of("cairo", CAIRO)) == []


def test_every_location_that_may_be_crossed_out_is_judged(cairo: Reading) -> None:
    judged = {where for kind, where in cairo.confidences if kind == "crossed"}
    assert judged == set(map(str, crossable(load_city("cairo").practice_board)))


def test_pentagons_the_cafe_area_and_tickets_are_read(new_york: Photo) -> None:
    """Stripes of hot spots are taken for nothing else."""
    found = read(new_york.jpeg, "new-york").marks
    assert wrong(found, marks_of("new-york", NEW_YORK)) == []
    assert to_data(found)["tickets"] == ["whitehall"]


def halves_of(photo: Photo) -> tuple[bytes, bytes]:
    """Return a photo of either half: the photo cut beside the fold."""
    fold = round(float(np.mean([x for x, _ in photo.truth["corners_xy"]])))
    height, width = photo.rgb.shape[:2]
    left, right = (0, fold + BESIDE_PX), (fold - BESIDE_PX, width)
    found = []
    for first, last in (left, right):
        buffer = BytesIO()
        Image.fromarray(photo.rgb[:height, first:last]).save(buffer, "JPEG", quality=92)
        found.append(buffer.getvalue())
    return found[0], found[1]


def test_two_photos_of_the_halves_make_one_board(new_york: Photo) -> None:
    whole = load_picture("new-york")
    known = (whole, *half_pictures(whole))
    readings = [read_photo(data, known) for data in halves_of(new_york)]
    left, right = (one for one in readings if isinstance(one, Reading))
    sides = [one.board.side for one in (left, right) if isinstance(one.board, HalfBoard)]
    assert sides == [Side.LEFT, Side.RIGHT]
    both = joined(left, right)
    true = marks_of("new-york", NEW_YORK)
    beyond = {"ticket", "cafe-area"}  # these may lie beyond the cut photo's rim
    assert [place for place in wrong(both.marks, true) if place[0] not in beyond] == []
    assert left.marks.board == right.marks.board == both.marks.board == "new-york"
    assert both.board is whole.board
    with pytest.raises(HalvesError, match="both photos show the left half"):
        joined(left, left)


@pytest.mark.parametrize("kind", [Kind.EASY, Kind.MEDIUM])
def test_a_photo_of_the_whole_board_is_not_taken_for_one_half(kind: Kind) -> None:
    whole, city = load_picture("new-york"), load_city("new-york")
    photo = simulate(printed(whole.board, city), city, kind, (78,), 3.0, None)
    found = read_photo(photo.jpeg, (whole, *half_pictures(whole)))
    assert isinstance(found, Reading)
    assert found.board is whole.board


def test_halves_have_the_fold_and_all_places_between_them() -> None:
    whole = load_picture("new-york")
    board = whole.board
    left, right = (half.board for half in half_pictures(whole))
    assert {c.location for c in left.cells} | {c.location for c in right.cells} == set(
        board.cell_of
    )
    assert not {c.location for c in left.cells} & {c.location for c in right.cells}
    assert {r.id for r in left.roads} | {r.id for r in right.roads} == set(board.road_of)
    fold = {str(r.id) for r in left.roads} & {str(r.id) for r in right.roads}
    assert fold == {"g0-g1", "g1-g2", "g2-g3", "g3-g4", "g4-g5", "g5-g6"}
    assert len(left.cafe_area) + len(right.cafe_area) == len(board.cafe_area)


@pytest.mark.parametrize("city", ["first-city", "london", "new-york"])
def test_only_new_york_is_double(city: str) -> None:
    assert is_double(load_city(city).practice_board) is (city == "new-york")


def test_only_ferries_are_crossed_out_in_hong_kong() -> None:
    board = load_city("hong-kong").practice_board
    assert crossable(board) == (Location.parse("B4"), Location.parse("E4"))
    assert crossable(load_city("london").practice_board) == ()


def test_a_map_alone_leaves_the_cafe_area_to_be_asked(new_york: Photo) -> None:
    """The photo ends at the map: no bonus is read, every symbol is a doubt."""
    corners = np.array(new_york.truth["corners_xy"])
    right = round(float(corners[:, 0].max())) + 20
    buffer = BytesIO()
    Image.fromarray(new_york.rgb[:, :right]).save(buffer, "JPEG", quality=92)
    found = read(buffer.getvalue(), "new-york")
    assert (found.marks.cafe_area, found.marks.tickets) == ({}, frozenset())
    asked = {doubt.where for doubt in found.doubts if doubt.kind in ("cafe-area", "ticket")}
    board = load_city("new-york").practice_board
    assert asked == {symbol.id for symbol in board.cafe_area}
    assert all(place_of(doubt, board) for doubt in found.doubts)
    json.dumps([doubt.alternatives for doubt in found.doubts])
