"""A photo and its truth as one file: measured as it stands once unpacked, and telling of nobody."""

import json
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from PIL import Image

from scorer.resources import folder
from scorer.vision.measure.evaluation import Folder
from scorer.web.app import create_app
from scorer.web.reading.queue import PhotoQueue
from tests.support.client import OPEN, begin, json_at, upload

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def app_client(
    tmp_path_factory: pytest.TempPathFactory, photo_queue: PhotoQueue
) -> Iterator[FlaskClient]:
    app = create_app(tmp_path_factory.mktemp("data"), {**OPEN, "PHOTO_QUEUE": photo_queue})
    yield app.test_client()
    app.extensions["scorer"].games.close()


def test_a_bundle_unpacked_is_measured_against_the_corrected_marks(
    app_client: FlaskClient, tmp_path: Path
) -> None:
    board = app_client.post("/sample").headers["Location"]
    edit = {"kind": "section", "where": "a0-b0", "value": True}
    version = json_at(app_client, f"{board}/state")["version"]
    app_client.post(f"{board}/edits", json={"version": version, "edits": [edit]})
    assert f"{board}/bundle.zip" in app_client.get(board).text
    answer = app_client.get(f"{board}/bundle.zip")
    assert answer.mimetype == "application/zip"
    with zipfile.ZipFile(BytesIO(answer.data)) as archive:
        archive.extractall(tmp_path)
    (read,) = Folder(tmp_path).read()
    measured = read.result.measured
    assert measured is not None
    # The reader is right, and a person has drawn one more section since.
    assert [(one.kind, one.where) for one in measured.mistakes] == [("section", "a0-b0")]
    assert read.result.corner_mm is not None
    assert read.result.corner_mm < 0.5


def test_a_bundle_tells_neither_names_nor_camera_nor_place(app_client: FlaskClient) -> None:
    exif = Image.Exif()
    exif[0x010F] = "CameraMaker"
    exif.get_ifd(0x8825)[1] = "N"
    photo = (folder("samples") / "worked-example" / "photo.jpg").read_bytes()
    with Image.open(BytesIO(photo)) as opened:
        file = BytesIO()
        opened.save(file, "JPEG", quality=92, exif=exif)
    board = upload(app_client, file.getvalue(), name="Zenobia.jpg").headers["Location"]
    answer = app_client.get(f"{board}/bundle.zip")
    with zipfile.ZipFile(BytesIO(answer.data)) as archive:
        truth = json.loads(archive.read("photo.json"))
        files = {name: archive.read(name) for name in archive.namelist()}
        assert {info.date_time for info in archive.infolist()} == {(2000, 1, 1, 0, 0, 0)}
    with Image.open(BytesIO(files["photo.jpg"])) as kept:
        assert dict(kept.getexif()) == {}
    assert not any(b"CameraMaker" in data or b"Zenobia" in data for data in files.values())
    assert {*truth} == {"photo", "board", "stratum", "corners_xy", "marks", "versions"}


def test_a_board_without_a_photo_has_no_bundle(app_client: FlaskClient) -> None:
    board = f"{begin(app_client, 'Anna')}/1"
    assert "bundle.zip" not in app_client.get(board).text
    assert app_client.get(f"{board}/bundle.zip").status_code == 404
