"""Signs beside the map of a box that no network saw: read where somebody laid them."""

from pathlib import Path

import pytest

from samples.simulator.art.families import Split
from samples.simulator.innsmouth.townart import TownArt
from samples.simulator.strata import Kind
from scorer.rules.innsmouth.ownbox import town_told
from scorer.rules.innsmouth.teaching.changes import SetSpot
from scorer.rules.innsmouth.teaching.edits import changed, unlaid_signs
from scorer.rules.innsmouth.town import Town, town_of
from scorer.vision.doubts import SURE
from scorer.vision.innsmouth.page import PICTURE_FILE, picture_at
from scorer.vision.innsmouth.read import TownReading, read_town


def read(data: bytes, town: Town, home: Path) -> TownReading:
    picture = picture_at(town, home / PICTURE_FILE)
    assert picture is not None
    reading = read_town(data, picture, town)
    assert isinstance(reading, TownReading)
    return reading


@pytest.mark.slow
def test_signs_of_a_taught_town_are_read_where_they_were_laid(tmp_path: Path) -> None:
    """One photo of a town in art that no network saw, taught by a blank photo and five taps."""
    art = TownArt(Split.TEST, Kind.EASY, 31, 2.0, signs=True)
    ((_, photo),) = art.photos(0, 1, tmp_path)
    home = tmp_path / "towns" / photo.truth["town"]
    town = town_told((home / "town.json").read_text())
    assert unlaid_signs(town.file) == ()
    truth, reading = photo.truth["marks"], read(photo.jpeg, town, home)
    # On this board a bonus is crossed out, another circled, the third neither; the name is ringed.
    assert sorted(reading.marks.circled or ()) == sorted(truth["circled"])
    assert len(truth["circled"]) == 2
    assert list(reading.marks.used) == truth["used"]
    assert len(truth["used"]) == 1
    assert reading.marks.ringed_name is truth["ringed_name"] is True
    # However clear, each is asked about.
    asked = {(one.kind, one.where) for one in reading.doubts}
    signs = {("bonus", f"{one}-1") for one in ("coordinate", "section", "diagonal")}
    assert {*signs, ("name", "name")} <= asked
    assert all(reading.confidences[sign] < SURE for sign in signs)
    # Where nothing is laid nothing is read: neither that it is circled nor that it is not.
    bare = town.file
    for sign in ("coordinate-1", "diagonal-1", "name"):
        bare = changed(bare, SetSpot(sign))
    partly = read(photo.jpeg, town_of(bare), home)
    assert (partly.marks.circled, partly.marks.ringed_name) == (None, None)
    assert [where for kind, where in partly.confidences if kind in ("bonus", "name")] == [
        "section-1"
    ]
