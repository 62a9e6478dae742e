"""Board art and photos."""

import gzip

import pytest
from flask.testing import FlaskClient


@pytest.mark.slow
def test_board_art_is_an_svg_without_script(client: FlaskClient) -> None:
    response = client.get("/boards/first-city/art")
    assert response.mimetype == "image/svg+xml"
    assert response.text.startswith("<svg")
    assert "<script" not in response.text


def test_board_art_travels_compressed_where_that_is_understood(client: FlaskClient) -> None:
    plain = client.get("/boards/first-city/art").data
    packed = client.get("/boards/first-city/art", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain
    assert len(packed.data) < len(plain) / 3


def test_unchanged_board_art_is_not_sent_again(client: FlaskClient) -> None:
    tag = client.get("/boards/first-city/art").headers["ETag"]
    again = client.get("/boards/first-city/art", headers={"If-None-Match": tag})
    assert again.status_code == 304


def test_art_of_an_unknown_board_is_refused(client: FlaskClient) -> None:
    assert client.get("/boards/atlantis/art").status_code == 404


def test_a_board_by_hand_has_no_photo(client: FlaskClient, game: str) -> None:
    assert client.get(f"{game}/photo.jpg").status_code == 404
    response = client.get(f"{game}/corners")
    assert response.status_code == 404
    assert "This board has no photo" in response.text
