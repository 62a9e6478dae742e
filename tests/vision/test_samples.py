"""The committed samples, read whole: easy and medium ones perfectly, hard ones never lost."""

import json
from pathlib import Path

import pytest

from scorer.rules.jsonfile import to_data
from scorer.vision.boards.picture import load_picture
from scorer.vision.read import Reading, read_photo
from scorer.vision.written import WrittenReading

pytestmark = pytest.mark.slow

PHOTOS = Path(__file__).parents[2] / "samples" / "photos"
PICTURE = load_picture("first-city")


def names(kind: str) -> list[str]:
    found = sorted(path.stem for path in PHOTOS.glob(f"{kind}-*.jpg"))
    assert found
    return found


def read(name: str) -> Reading:
    reading = read_photo((PHOTOS / f"{name}.jpg").read_bytes(), PICTURE)
    assert isinstance(reading, Reading), reading
    return reading


@pytest.mark.parametrize("name", [*names("easy"), *names("medium")])
def test_an_easy_or_medium_sample_is_read_perfectly(name: str) -> None:
    truth = json.loads((PHOTOS / f"{name}.json").read_text())["marks"]
    assert to_data(WrittenReading.of(read(name)))["marks"] == truth


@pytest.mark.parametrize("name", names("hard"))
def test_a_hard_sample_is_not_lost_and_its_hidden_marks_are_doubts(name: str) -> None:
    """What glare hides was not seen, which is not the same as not drawn."""
    hidden = json.loads((PHOTOS / f"{name}.json").read_text())["hidden"]
    doubted = {(doubt.kind, doubt.where) for doubt in read(name).doubts}
    assert {(mark["kind"], mark["where"]) for mark in hidden} <= doubted
