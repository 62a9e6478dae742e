"""Static files: the same content compressed or not, and kept as long as it stays the same."""

import gzip
import re

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorer.resources import folder
from scorer.web.serving import assets
from scorer.web.serving.assets import asset, version

PACKED = {"Accept-Encoding": "gzip, br"}


def fetched(client: FlaskClient, name: str, headers: dict[str, str]) -> TestResponse:
    return client.get(asset(name), headers=headers, buffered=True)


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


def test_a_file_may_be_kept_because_its_address_changes_with_it(client: FlaskClient) -> None:
    page = client.get("/").text
    addresses = set(re.findall(r'(?:href|src)="(/static/[^"#]+)"', page))
    # A module has the address that the page's own script comes to by importing it.
    assert {asset("css/base.css"), asset("js/pages/home.js"), asset("js/parts/dom.js")} < addresses
    for address in addresses:
        with client.get(address) as answer:
            assert (answer.cache_control.max_age or 0) > 1_000_000, address
            assert answer.cache_control.immutable


def test_a_page_of_another_version_gets_what_there_is_and_keeps_nothing(
    client: FlaskClient,
) -> None:
    older = asset("js/parts/dom.js").replace(version(), "0123456789ab")
    with client.get(older) as answer, client.get(asset("js/parts/dom.js")) as newest:
        assert answer.data == newest.data
        assert answer.cache_control.no_cache
        assert not answer.cache_control.max_age
    assert client.get(f"/static/{version()}/js/nothing.js").status_code == 404


@pytest.mark.parametrize(("box", "kept"), [("innsmouth", "town"), ("ticket-to-ride", "map")])
def test_a_newer_version_has_what_is_drawn_fetched_anew(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, box: str, kept: str
) -> None:
    game = client.post(f"/games/{box}", data={"name1": "Anna"}).headers["Location"]

    def address() -> str:
        found = re.search(rf'"([^"]+/{kept}\.json\?v=[^"]+)"', client.get(game).text)
        assert found
        return found[1]

    before = address()
    assert (client.get(before).cache_control.max_age or 0) > 1_000_000
    assert address() == before
    monkeypatch.setattr(assets, "version", lambda: "0123456789ab")
    assert address() != before
