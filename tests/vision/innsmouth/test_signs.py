"""Signs beside the map of a box that no network saw: read where somebody laid them."""

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from samples.simulator.art.families import Split
from samples.simulator.innsmouth.photos import TownPage, simulate_town
from samples.simulator.innsmouth.townart import TownArt
from samples.simulator.strata import Kind
from scorer.printing.seatown import photo_page
from scorer.rules.innsmouth.ownbox import town_told
from scorer.rules.innsmouth.teaching.changes import SetSpot
from scorer.rules.innsmouth.teaching.edits import changed, unlaid_signs
from scorer.rules.innsmouth.town import Town, practice_town, town_of
from scorer.vision.boards.picture import open_picture
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


@pytest.mark.slow
def test_signs_that_a_photo_does_not_reach_are_asked_about() -> None:
    """Of our own print too: the photo ends between the map and what stands on its left."""
    photo = simulate_town(TownPage.of(practice_town()), Kind.EASY, (77, 1), 1.6)
    with Image.open(BytesIO(photo.jpeg)) as image:
        corners = np.array(photo.truth["corners_xy"])
        # Turned so that the map's left side is nearly upright, and on the left.
        turns = int(np.round(np.arctan2(*(corners[1] - corners[0])[::-1]) / (np.pi / 2))) % 4
        wide, high = image.size
        for _ in range(turns):
            corners = np.stack([corners[:, 1], wide - 1 - corners[:, 0]], axis=1)
            wide, high = high, wide
        upright = image.rotate(90 * turns, expand=True)
    # The map begins 52 mm from the page's left edge, a quarter is 25 mm; the signs end at 20 mm.
    cut = int(corners[[0, 3], 0].min() - 12 / 150 * (corners[1, 0] - corners[0, 0]))
    file = BytesIO()
    upright.crop((cut, 0, wide, high)).save(file, "JPEG", quality=92)
    picture = open_picture(*photo_page(practice_town()))
    corners_xy = corners - (cut, 0)
    reading = read_town(file.getvalue(), picture, practice_town(), corners_xy=corners_xy)
    assert isinstance(reading, TownReading)
    outside = {one.where for one in reading.doubts if one.reason == "outside the photo"}
    assert {"coordinate-1", "section-1", "diagonal-1", "name"} <= outside
