"""A visitor among boards that others taught: nothing of them is changed, and no game is lost."""

import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.datastructures import FileStorage

from scorer.rules.values import replace
from scorer.vision.boards.picture import load_picture
from scorer.vision.boards.taught import packed, save_taught
from tests.attacks.conftest import AtOnce
from tests.support.client import send

pytestmark = pytest.mark.slow

PLACES = {"places": [{"sort": "location", "where": "C3", "kind": "yellow", "value": 7}]}
STRANGER = {"REMOTE_ADDR": "192.0.2.7"}
CHANGES = {
    "delete": {"yes": "yes"},
    "turn": {"quarters": "2"},
    "figures": {"key": "rating.school", "numbers": "1, 2, 3"},
    "dock": {"ticket": "x", "where": "b2"},
    "geometry": {},
    "places": {},
}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a board that is taken in."""
    picture = load_picture("first-city")
    folder = tmp_path_factory.mktemp("elsewhere")
    save_taught(folder, replace(picture, board=replace(picture.board, id="own", practice=False)))
    return packed(folder, "own")


def take(client: FlaskClient, file: bytes, name: str) -> int:
    sent = {"board": FileStorage(BytesIO(file), "own.board"), "name": name}
    return send(client, "/teach/file", sent).status_code


@pytest.fixture(scope="module")
def owner(app: Flask, file: bytes) -> FlaskClient:
    """Who taught the board called ours."""
    client = app.test_client()
    assert take(client, file, "Ours") == 303
    return client


def change(client: FlaskClient, kind: str) -> int:
    address = f"/teach/ours/{kind}"
    if kind == "places":
        return client.post(address, json=PLACES, environ_base=STRANGER).status_code
    form: dict[str, Any] = dict(CHANGES[kind])
    if kind == "geometry":
        form["geometry"] = (BytesIO(b"{}"), "ours.geometry.json")
    return client.post(address, data=form, environ_base=STRANGER).status_code


@pytest.mark.parametrize("kind", CHANGES)
def test_a_stranger_changes_nothing_of_it(
    app: Flask, client: FlaskClient, owner: FlaskClient, kind: str
) -> None:
    assert change(client, kind) == 403
    assert owner.get("/teach/ours").status_code == 200


def test_a_stranger_may_look_and_play_but_is_shown_no_way_to_change_it(
    client: FlaskClient, owner: FlaskClient
) -> None:
    mine, theirs = owner.get("/teach/ours").text, client.get("/teach/ours").text
    assert "/teach/ours/delete" in mine
    assert "/teach/ours/delete" not in theirs
    assert "owner=" not in theirs
    assert client.get("/teach/ours/link.svg?owner=").status_code == 403
    assert client.get("/teach/ours?owner=guessed").status_code == 403
    assert client.get("/teach/ours/board.zip").status_code == 200


def test_whoever_has_the_owners_link_changes_it_too(
    client: FlaskClient, owner: FlaskClient
) -> None:
    link = re.search(
        r'href="http://[^/]+(/teach/ours\?owner=[^"]+)"', owner.get("/teach/ours").text
    )
    assert link
    answer = client.get(link[1])
    assert (answer.status_code, answer.headers["Location"]) == (303, "/teach/ours")
    assert change(client, "places") == 200


def test_a_name_taken_is_asked_about_and_of_two_at_once_one_gets_it(
    client: FlaskClient, owner: FlaskClient, at_once: AtOnce[int], file: bytes
) -> None:
    assert take(client, file, "Ours") == 409
    form = {"city": "cairo", "name": "Ours", "photo": (BytesIO(b"photo"), "blank.jpg")}
    assert client.post("/teach", data=form).status_code == 409
    assert sorted(at_once(6, lambda phone, i: take(phone, file, "Wanted"))) == [303] + [409] * 5


def test_a_board_that_is_played_on_is_neither_turned_nor_deleted(
    client: FlaskClient, file: bytes
) -> None:
    assert take(client, file, "Played") == 303
    assert client.post("/boards", data={"board": "played"}).status_code == 303
    for kind in ("turn", "delete"):
        assert client.post(f"/teach/played/{kind}", data={"quarters": "2"}).status_code == 409
    assert client.get("/teach/played").status_code == 200


def test_a_board_without_an_owner_is_changed_from_this_computer_alone(
    app: Flask, client: FlaskClient
) -> None:
    picture = load_picture("first-city")
    folder: Path = app.extensions["scorer"].taught_boards
    save_taught(folder, replace(picture, board=replace(picture.board, id="old", practice=False)))
    address = "/teach/old/places"
    assert client.post(address, json=PLACES, environ_base=STRANGER).status_code == 403
    assert client.post(address, json=PLACES).status_code == 200
    # A stranger's page that names itself so, or a tunnel, comes from this computer too.
    for name in ("http://evil.example", "https://tables.tunnel.example"):
        assert client.post(address, json=PLACES, base_url=name).status_code == 403
