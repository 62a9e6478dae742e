"""A bundle of a taught board brings its picture along."""

import zipfile
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest

from scorer.rules.jsonfile import to_data
from scorer.rules.position.marks import Marks
from scorer.rules.values import replace
from scorer.vision.boards.taught import save_taught
from scorer.vision.measure.bundle import bundle
from scorer.vision.measure.evaluation import Folder
from tests.support import scenes

pytestmark = pytest.mark.slow


def test_a_taught_board_is_read_by_its_picture_in_the_bundle(tmp_path: Path) -> None:
    town = scenes.shuffled(scenes.first_city())
    town = replace(town, board=replace(town.board, id="own-town", practice=False))
    save_taught(tmp_path / "taught", town)
    scene = scenes.scene(town, noise=2)
    marks = to_data(Marks(town.board.city, town.board.id))
    corners = scene.corners_xy.tolist()
    photo = scenes.encoded(scene.rgb)
    data = bundle(photo, town.board, marks, corners, tmp_path / "taught")
    with zipfile.ZipFile(BytesIO(data)) as archive:
        archive.extractall(tmp_path / "unpacked")
    unpacked = Folder(tmp_path / "unpacked")
    assert np.array_equal(unpacked.picture("own-town").rgb, town.rgb)
    (read,) = unpacked.read()
    assert read.result.not_read == ""
    assert read.result.corner_mm is not None
    assert read.result.corner_mm < 1
