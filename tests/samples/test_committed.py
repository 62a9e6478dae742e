"""The committed samples: complete, and true to the board as it is now."""

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from PIL import Image, ImageOps

from samples.simulator.board.printedpage import map_corners
from scorer.rules.board.board import CafeBonus
from scorer.rules.city.city import load_city
from scorer.rules.position.mark import CafeMark
from scorer.rules.position.marks import Marks, parse_marks

SAMPLES = Path(__file__).parents[2] / "samples"
EXAMPLE = SAMPLES / "worked-example"
TRUTHS = [EXAMPLE / "truth.json", *sorted((SAMPLES / "photos").glob("*.json"))]
BOARD = load_city("first-city").practice_board


def load(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


def marks_in(truth: dict[str, Any]) -> Marks:
    return parse_marks(msgspec.json.encode(truth["marks"])).checked_on(BOARD)


def test_there_are_samples_from_easy_to_hard() -> None:
    strata = [load(path)["stratum"] for path in TRUTHS[1:]]
    assert len(strata) >= 12
    assert set(strata) == {"easy", "medium", "hard"}
    photos = {path.name for path in (SAMPLES / "photos").glob("*.jpg")}
    assert photos == {load(path)["photo"] for path in TRUTHS[1:]}


@pytest.mark.parametrize("path", TRUTHS, ids=lambda path: path.stem)
def test_truth_names_only_what_is_on_the_board(path: Path) -> None:
    truth = load(path)
    assert truth["simulated"] is True
    assert truth["board"] == BOARD.id
    assert {"photo", "stratum", "seed", "ink", "camera", "hidden"} <= set(truth)
    marks = marks_in(truth)
    reached = {end for section in marks.sections for end in section.ends}
    assert set(marks.cafes) == reached & set(BOARD.cafe_at)
    extra = sum(
        mark is CafeMark.USED and BOARD.cafe_at[point].bonus is CafeBonus.SECTION
        for point, mark in marks.cafes.items()
    )
    assert len(marks.sections) <= 20 + extra
    assert len(marks.tourists) <= 10
    assert len(marks.task) in (0, 3)


@pytest.mark.parametrize("path", TRUTHS, ids=lambda path: path.stem)
def test_photo_is_a_small_jpeg_that_says_it_is_simulated(path: Path) -> None:
    truth = load(path)
    data = (path.parent / truth["photo"]).read_bytes()
    assert len(data) <= (1_500_000 if path.parent == EXAMPLE else 350_000)
    with Image.open(BytesIO(data)) as image:
        assert image.format == "JPEG"
        assert "simulated" in str(image.getexif()[0x010E]).lower()
        upright = ImageOps.exif_transpose(image)
        assert list(upright.size) == truth["camera"]["size"]
        corners = np.array(truth["corners_xy"])
    assert (corners > 0).all()
    assert (corners < upright.size).all()


@pytest.mark.parametrize("path", TRUTHS, ids=lambda path: path.stem)
def test_corners_run_clockwise_like_those_of_the_map(path: Path) -> None:
    """Seen by a camera above the table no board is mirrored."""
    for corners in (np.array(load(path)["corners_xy"]), map_corners(BOARD)):
        x, y = corners.T
        area = (x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2
        assert area > 0


def test_the_worked_example_shows_its_marks() -> None:
    truth = load(EXAMPLE / "truth.json")
    drawn = parse_marks((EXAMPLE / "marks.json").read_bytes()).checked_on(BOARD)
    assert marks_in(truth) == drawn
    assert truth["hidden"] == []
    assert "simulated" in (EXAMPLE / "SOURCE.md").read_text(encoding="utf-8").lower()
