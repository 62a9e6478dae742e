"""Corners set by hand, and how a new reading meets corrections."""

import json
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from scorer.resources import folder
from scorer.web.app import create_app
from scorer.web.readers import Readers
from tests.web.conftest import OPEN, ended

SAMPLE = folder("samples") / "worked-example"
JSON = {"Accept": "application/json"}


@pytest.fixture(scope="module")
def shared(
    tmp_path_factory: pytest.TempPathFactory, readers: Readers
) -> Iterator[tuple[FlaskClient, str]]:
    """A game with the sample photo, its marks corrected in two places, then read again."""
    app = create_app(tmp_path_factory.mktemp("data"), {**OPEN, "READERS": readers})
    client = app.test_client()
    game = client.post("/sample").headers["Location"]
    edits = [
        {"kind": "section", "where": "a0-b0", "value": True},
        {"kind": "tourists", "where": "A1", "value": {"square": 3}},
    ]
    version = client.get(f"{game}/state").json["version"]
    client.post(f"{game}/edits", json={"version": version, "edits": edits})
    yield client, game
    app.extensions["scorer"].games.close()


def true_corners() -> list[list[float]]:
    found = json.loads((SAMPLE / "truth.json").read_text())["corners_xy"]
    assert len(found) == 4
    return found


def test_reading_again_keeps_every_correction(shared: tuple[FlaskClient, str]) -> None:
    client, game = shared
    before = client.get(f"{game}/state").json
    response = client.post(f"{game}/corners", json={"corners_xy": true_corners()})
    assert response.status_code == 303
    assert response.headers["Location"] == game
    after = client.get(f"{game}/state").json
    truth = json.loads((SAMPLE / "marks.json").read_text())
    assert after["read"] == truth
    assert after["marks"]["sections"] == sorted([*truth["sections"], "a0-b0"])
    assert after["marks"]["tourists"] == {**truth["tourists"], "A1": {"square": 3}}
    assert after["corrections"] == 2
    assert after["version"] > before["version"]


def test_a_new_reading_has_a_new_picture_address(shared: tuple[FlaskClient, str]) -> None:
    """Otherwise the browser would show the old picture under the new marks."""
    client, game = shared
    before = client.get(f"{game}/scene").json["scene"]["photo"]["href"]
    client.post(f"{game}/corners", json={"corners_xy": true_corners()})
    after = client.get(f"{game}/scene").json["scene"]["photo"]["href"]
    assert after != before
    assert client.get(after).mimetype == "image/jpeg"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{}",
        b'{"corners_xy": [[1, 2], [3, 4], [5, 6]]}',
        b'{"corners_xy": [[1, 2], [3, 4], [5, 6], [7, "x"]]}',
        b'{"corners_xy": [[1, 2], [3, 4], [5, 6], [7, 1e9]]}',
        b'{"corners_xy": [[1, 2], [3, 4], [5, 6], [7, NaN]]}',
    ],
)
def test_corners_that_are_none_are_refused(shared: tuple[FlaskClient, str], body: bytes) -> None:
    client, game = shared
    before = client.get(f"{game}/state").json
    response = client.post(f"{game}/corners", data=body, headers=JSON)
    assert response.status_code == 422
    assert "These corners cannot be used" in response.json["error"]
    assert client.get(f"{game}/state").json == before


@pytest.mark.parametrize(
    "corners",
    [
        pytest.param([[5, 5]] * 4, id="all in one point"),
        pytest.param([[0, 0], [900, 900], [900, 0], [0, 900]], id="crossed"),
        pytest.param([[0, 0], [100, 0], [200, 0], [300, 0]], id="in a row"),
        pytest.param([[0, 0], [0, 900], [900, 900], [900, 0]], id="mirrored"),
    ],
)
def test_corners_that_span_no_map_are_answered_in_words(
    shared: tuple[FlaskClient, str], corners: list[list[float]]
) -> None:
    client, game = shared
    before = client.get(f"{game}/state").json
    asked = client.post(f"{game}/corners", json={"corners_xy": corners}, headers=JSON)
    assert asked.status_code == 202
    answer = ended(client, asked.json["job"])
    assert answer["error"] == "With these corners the map cannot be read"
    after = client.get(f"{game}/state").json
    assert (after["marks"], after["read"]) == (before["marks"], before["read"])


def test_the_page_begins_with_the_corners_that_were_found(
    shared: tuple[FlaskClient, str],
) -> None:
    client, game = shared
    page = client.get(f"{game}/corners").text
    assert 'data-names="A1 F1 F6 A6"' in page
    assert "What you corrected before stays" in page
