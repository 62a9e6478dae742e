"""The boards of the six cities: everything their rules need is printed, and fits the page."""

import io
from functools import cache
from importlib import resources

import numpy as np
import pytest
from PIL import Image

from scorer.printing import board_png
from scorer.printing.art import board_drawing
from scorer.printing.drawing.drawing import Drawing, Path, Text
from scorer.printing.margins.margins import PRACTICE_WORDS, scoring_rows
from scorer.printing.references import DPI
from scorer.rules.board.board import Paint, Sign
from scorer.rules.city.city import load_city

pytestmark = pytest.mark.slow

CITIES = ("london", "rio-de-janeiro", "cairo", "hong-kong", "paris", "new-york")


@cache
def drawn(name: str) -> Drawing:
    city = load_city(name)
    return board_drawing(city.practice_board, city)


def words(drawing: Drawing, *groups: str) -> list[str]:
    """Return the texts of some layers, of all of them where none is named."""
    return [
        shape.text
        for group in drawing.groups
        for shape in group.shapes
        if isinstance(shape, Text) and (not groups or group.name in groups)
    ]


@pytest.mark.parametrize("name", CITIES)
def test_nothing_leaves_the_page(name: str) -> None:
    drawing = drawn(name)
    width, height = drawing.size_mm
    for group in drawing.groups:
        for shape in group.shapes:
            points = [shape.at] if isinstance(shape, Text) else []
            if isinstance(shape, Path):
                points = [point for step in shape.steps for point in step.points]
            outside = [p for p in points if not (0 <= p[0] <= width and 0 <= p[1] <= height)]
            assert not outside, f"{group.name}: {outside[0]}"


@pytest.mark.parametrize("name", CITIES)
def test_it_says_that_it_is_a_practice_layout(name: str) -> None:
    assert PRACTICE_WORDS in words(drawn(name), "title")


@pytest.mark.parametrize("name", CITIES)
def test_the_key_has_room_for_every_sign_and_every_rating(name: str) -> None:
    city = load_city(name)
    found = " ".join(words(drawn(name), "legend"))
    for mark in city.iconic:
        assert mark.name in found
        assert " ".join(map(str, city.track(mark.id))) in found
    for group in city.practice_board.marked:
        if group.name and (group.sign, group.paint) != (Sign.NONE, Paint.NONE):
            assert group.name in found


@pytest.mark.parametrize("name", CITIES)
def test_every_step_has_a_box_in_the_order_of_the_sheet(name: str) -> None:
    city = load_city(name)
    printed = words(drawn(name), "scoring")
    labels = [row.label for row in scoring_rows(city)]
    assert [text for text in printed if text in labels] == labels
    assert [special.name for special in city.specials] == labels[-len(city.specials) :] or not (
        city.specials
    )


@pytest.mark.parametrize("name", CITIES)
def test_landmarks_beside_the_map_have_the_letter_of_their_meeting_point(name: str) -> None:
    city = load_city(name)
    board = city.practice_board
    points = {mark.meeting_point for mark in board.landmarks if mark.meeting_point}
    points -= {mark.meeting_point for mark in board.landmarks if mark.roads}
    letters = [text for text in words(drawn(name), "remote") if len(text) == 1]
    spaces = sum(bool(cell.location.name) for cell in board.cells)
    assert sorted(set(letters)) == sorted("ABCDEFGH"[: len(points)])
    assert len(letters) == 2 * len(points) + spaces


def test_every_road_over_a_river_has_parapets() -> None:
    """Cairo's three bridges cross two arms each, with two parapets over each."""
    drawing = drawn("cairo")
    (bridges,) = [group for group in drawing.groups if group.name == "bridges"]
    assert len(bridges.shapes) == 3 * 2 * 2


def test_lanes_and_rivers_lie_below_roads_and_bridges() -> None:
    names = [group.name for group in drawn("hong-kong").groups]
    assert names.index("water") < names.index("lanes") < names.index("roads")
    assert names.index("roads") < names.index("painted-roads") < names.index("bridges")


def test_values_stand_at_bridges_and_stars() -> None:
    assert words(drawn("london"), "marked-signs") == ["7", "7", "7", "7"]
    stars = [t for t in words(drawn("new-york"), "marked-signs") if t != "M"]
    assert stars == ["4", "3", "5", "6", "7"]


def test_a_named_water_shows_its_name() -> None:
    for name in ("london", "rio-de-janeiro", "cairo", "paris", "new-york"):
        city = load_city(name)
        named = [water.name for water in city.practice_board.waters if water.name]
        assert words(drawn(name), "water-names") == named


@pytest.mark.parametrize("name", CITIES)
def test_the_reference_picture_is_of_this_very_board(name: str) -> None:
    """Photos are compared with it: after a change to a layout `make reference` draws it anew."""
    city = load_city(name)
    shipped = resources.files("scorer.vision.boards") / "references" / f"{name}.png"
    reference = Image.open(io.BytesIO(shipped.read_bytes()))
    width, height = city.practice_board.page_mm
    assert reference.size == (6 * width, 6 * height)
    fresh = Image.open(io.BytesIO(board_png(city.practice_board, city, DPI, small=False)))
    off = np.abs(np.asarray(reference).astype(int) - np.asarray(fresh))
    assert (off.max(axis=2) > 24).mean() < 0.0002, "draw it anew: make reference"
