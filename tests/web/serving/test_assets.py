"""Static files: the same content compressed or not, and kept as long as it stays the same."""

import gzip

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorer.resources import folder

PACKED = {"Accept-Encoding": "gzip, br"}


def fetched(client: FlaskClient, name: str, headers: dict[str, str]) -> TestResponse:
    return client.get(f"/static/{name}", headers=headers, buffered=True)


@pytest.mark.parametrize("name", ["js/pages/board.js", "css/base.css", "icons.svg"])
def test_texts_go_out_compressed_where_that_is_understood(client: FlaskClient, name: str) -> None:
    data = (folder("static") / name).read_bytes()
    plain, small = fetched(client, name, {}), fetched(client, name, PACKED)
    assert plain.data == data
    assert "Content-Encoding" not in plain.headers
    assert small.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(small.data) == data
    assert len(small.data) < len(data) / 2
    assert int(small.headers["Content-Length"]) == len(small.data)
    for answer in (plain, small):
        assert "Accept-Encoding" in answer.headers["Vary"]


def test_a_compressed_file_is_asked_for_once(client: FlaskClient) -> None:
    known = {"If-None-Match": fetched(client, "js/parts/dom.js", PACKED).headers["ETag"]}
    again = fetched(client, "js/parts/dom.js", PACKED | known)
    assert (again.status_code, again.data) == (304, b"")
    lasting = fetched(client, "js/parts/dom.js?v=1", PACKED)
    assert "immutable" in lasting.headers["Cache-Control"]
