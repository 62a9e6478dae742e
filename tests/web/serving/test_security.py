"""Headers, forged requests, limits."""

import json
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image

from scorer.web.app import create_app
from scorer.web.engines import secret_in
from scorer.web.serving.assets import asset
from tests.support.client import json_at, json_in


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Flask]:
    """The app as it is served, with every guard on."""
    app = create_app(tmp_path)
    yield app
    app.extensions["scorer"].games.close()


@pytest.mark.parametrize(
    "path", ["/", "/nothing", asset("js/parts/dom.js"), "/boards/first-city/art"]
)
def test_every_answer_carries_the_strict_policy(client: FlaskClient, path: str) -> None:
    with client.get(path) as response:
        headers = response.headers
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("path", ["/", "/nothing"])
def test_no_page_has_script_or_style_in_it(client: FlaskClient, path: str) -> None:
    page = client.get(path).text
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", page)


def test_the_board_page_has_no_script_or_style_in_it(client: FlaskClient, game: str) -> None:
    page = client.get(game).text
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", page)


def test_a_forged_request_is_refused_in_words(guarded: Flask) -> None:
    response = guarded.test_client().post("/boards", data={"board": "first-city"})
    assert response.status_code == 400
    assert "This page is out of date" in response.text


def test_a_page_s_own_form_is_accepted(guarded: Flask) -> None:
    client = guarded.test_client()
    token = re.search(r'csrf-token" content="([^"]+)"', client.get("/").text)
    assert token
    form = {"board": "first-city", "csrf_token": token[1]}
    assert client.post("/boards", data=form).status_code == 303


def test_an_open_page_outlives_the_server(guarded: Flask, tmp_path: Path) -> None:
    """The key that signs cookies is kept, so that a tap after a restart still counts."""
    client = guarded.test_client()
    token = re.search(r'csrf-token" content="([^"]+)"', client.get("/").text)
    cookie = client.get_cookie("session")
    assert token
    assert cookie
    restarted = create_app(tmp_path)
    later = restarted.test_client()
    later.set_cookie("session", cookie.value)
    form = {"board": "first-city", "csrf_token": token[1]}
    assert later.post("/boards", data=form).status_code == 303
    restarted.extensions["scorer"].games.close()


def test_the_key_that_signs_cookies_is_for_the_owner_only(tmp_path: Path) -> None:
    assert secret_in(tmp_path) == secret_in(tmp_path)
    assert (tmp_path / "secret.key").stat().st_mode & 0o077 == 0


def test_too_many_readings_are_slowed_down_in_words(tmp_path: Path) -> None:
    app = create_app(tmp_path, {"WTF_CSRF_ENABLED": False})
    client = app.test_client()
    answers = [
        client.post("/photos", data={}, headers={"Accept": "application/json"}) for _ in range(21)
    ]
    assert {answer.status_code for answer in answers[:20]} == {400}
    assert answers[20].status_code == 429
    assert "Wait a minute" in json_in(answers[20])["hint"]
    app.extensions["scorer"].games.close()


@pytest.mark.parametrize("accept", ["text/html", "application/json"])
@pytest.mark.parametrize("path", ["/photos", "/files", "/boards"])
def test_an_upload_of_25_mb_is_answered_with_what_to_do(
    client: FlaskClient, path: str, accept: str
) -> None:
    head = b'--cut\r\nContent-Disposition: form-data; name="photo"; filename="p.jpg"\r\n\r\n'
    response = client.post(
        path,
        data=head + bytes(25_000_000) + b"\r\n--cut--\r\n",
        content_type="multipart/form-data; boundary=cut",
        headers={"Accept": accept},
    )
    assert response.status_code == 413
    assert "up to 20 MB" in response.text
    assert response.mimetype == accept


@pytest.mark.parametrize("path", ["", "/scene", "/state"])
def test_a_board_is_never_shown_from_a_cache(client: FlaskClient, game: str, path: str) -> None:
    assert client.get(f"{game}{path}").cache_control.no_store


def test_our_own_mistake_is_answered_in_words_and_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    app = create_app(tmp_path)

    @app.get("/broken")
    def broken() -> str:
        raise KeyError("secret")

    response = app.test_client().get("/broken")
    assert response.status_code == 500
    assert "Something went wrong here" in response.text
    assert "secret" not in response.text
    assert "KeyError" in caplog.text
    app.extensions["scorer"].games.close()


def test_logs_hold_no_key_name_or_address(
    client: FlaskClient, game: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "scorer.web")
    client.get(game, headers={"User-Agent": "a phone of somebody"})
    client.post(f"{game.rpartition('/')[0]}/players/1", data={"name": "Anna"})
    entries = [json.loads(record.message) for record in caplog.records]
    assert [(one["method"], one["status"]) for one in entries] == [("GET", 200), ("POST", 303)]
    assert entries[0]["rule"] == "/game/<key>/<int:seat>"
    for secret in (game.split("/")[2], "Anna", "127.0.0.1", "somebody"):
        assert secret not in caplog.text


def test_only_under_https_there_is_a_service_worker(client: FlaskClient) -> None:
    assert "data-worker" not in client.get("/").text
    page = client.get("/", base_url="https://scorer.example").text
    address = re.search(r'data-worker="([^"]+)"', page)
    assert address
    answer = client.get(address[1])
    assert answer.mimetype == "text/javascript"
    assert json_at(client, "/manifest.json")["start_url"] == "/"


def test_an_iphone_has_a_picture_for_its_home_screen(client: FlaskClient) -> None:
    address = re.search(r'rel="apple-touch-icon" href="([^"]+)"', client.get("/").text)
    assert address
    with client.get(address[1]) as answer, Image.open(BytesIO(answer.data)) as icon:
        assert (icon.format, icon.size) == ("PNG", (180, 180))
        # What is clear would be black there.
        assert "transparency" not in icon.info
