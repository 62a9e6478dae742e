"""``reading.json``: every place of a board, who said what of it, and what was decided."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from scorer.resources import folder
from scorer.vision.boards.picture import load_picture
from scorer.vision.measure.measure import values
from scorer.vision.placesfile import FORMAT, PlacesFile
from scorer.vision.read import Reading, read_photo

pytestmark = pytest.mark.slow

PHOTO = folder("samples") / "photos" / "hard-1.jpg"
PICTURE = load_picture("first-city")


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> tuple[Reading, PlacesFile]:
    """Read a hard sample, and what its ``reading.json`` says."""
    stages: Path = tmp_path_factory.mktemp("stages")
    reading = read_photo(PHOTO.read_bytes(), PICTURE, debug_dir=stages)
    assert isinstance(reading, Reading)
    return reading, msgspec.json.decode((stages / "reading.json").read_bytes(), type=PlacesFile)


def test_every_place_is_there_once_and_decided_as_the_marks_are(
    read: tuple[Reading, PlacesFile],
) -> None:
    reading, told = read
    assert (told.format, told.city, told.board) == (FORMAT, "first-city", "first-city")
    decided = {(place.kind, place.where): place.read for place in told.places}
    assert decided == values(reading.marks, PICTURE.board)
    assert len(decided) == len(told.places)


def test_a_place_is_doubted_where_the_reading_doubts_it(read: tuple[Reading, PlacesFile]) -> None:
    reading, told = read
    doubted = {
        (place.kind, place.where): (place.read, place.doubt.reason, place.doubt.alternatives)
        for place in told.places
        if place.doubt is not None
    }
    assert doubted == {
        (doubt.kind, doubt.where): (doubt.read, doubt.reason, list(doubt.alternatives))
        for doubt in reading.doubts
    }
    assert doubted
    for place in told.places:
        sure = reading.confidences[place.kind, place.where]
        assert place.confidence == pytest.approx(sure, abs=1e-4)


def test_everybody_asked_has_a_say_and_the_last_step_is_the_outcome(
    read: tuple[Reading, PlacesFile],
) -> None:
    _, told = read
    for place in told.places:
        assert place.network is not None
        assert place.measured is not None
        assert place.measured.figures
        assert place.game is not None
        assert place.steps[0].step == "ink"
        last = place.steps[-1]
        assert (last.read, last.confidence) == (place.read, place.confidence)


def test_a_chance_is_one_and_a_cafes_chances_sum_to_one(
    read: tuple[Reading, PlacesFile],
) -> None:
    _, told = read
    for place in told.places:
        for opinion in (place.network, place.measured):
            chances = opinion.chances if opinion else {}
            assert all(0 <= chance <= 1 for chance in chances.values())
            if place.kind == "cafe":
                assert sum(chances.values()) == pytest.approx(1, abs=1e-3)


def test_the_place_that_the_document_shows_is_told_so(read: tuple[Reading, PlacesFile]) -> None:
    document = (Path(__file__).parents[3] / "docs" / "reading.md").read_text()
    section = document.partition("## Why was this photo misread?")[2]
    shown = json.loads(section.split("```json")[1].split("```")[0])
    _, told = read
    (place,) = (one for one in told.places if (one.kind, one.where) == ("tourists", "C6"))
    assert shown.keys() >= {"network", "measured", "game", "steps", "read"}
    assert within(shown, json.loads(msgspec.json.encode(place)))


def within(part: Any, whole: Any) -> bool:
    """Return whether all that *part* says, it may be less, stands in *whole*.

    Chances differ a little from processor to processor.
    """
    if isinstance(part, float) and isinstance(whole, float):
        return bool(part == pytest.approx(whole, abs=0.05))
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(key in whole and within(value, whole[key]) for key, value in part.items())
    if isinstance(part, list) and isinstance(whole, list):
        return len(part) == len(whole) and all(map(within, part, whole))
    return bool(part == whole)
