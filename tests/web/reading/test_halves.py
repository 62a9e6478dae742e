"""New York photographed one half after the other: nothing of the first half is lost."""

from io import BytesIO

import pytest
from flask.testing import FlaskClient

from tests.support.client import JSON, ended, json_at, json_in
from tests.support.photos import photo_of_half

pytestmark = pytest.mark.slow

LEFT, RIGHT = ("b2-c2", "c2-c3"), ("k1-l1", "k1-k2", "l1-l2")


def test_two_photos_make_one_board(client: FlaskClient) -> None:
    board = client.post("/boards", data={"board": "new-york"}).headers["Location"]
    send(client, board, photo_of_half(LEFT, "left"))
    state = json_at(client, f"{board}/state")
    assert state["missing_half"] == "right"
    assert state["read"]["sections"] == sorted(LEFT)
    edit = {"kind": "tourists", "where": "B3", "value": {"pentagon": 2}}
    change = {"version": state["version"], "edits": [edit]}
    assert client.post(f"{board}/edits", json=change).status_code == 200
    send(client, board, photo_of_half(RIGHT, "right"))
    state = json_at(client, f"{board}/state")
    assert state["missing_half"] == ""
    assert state["read"]["sections"] == sorted(LEFT + RIGHT)
    assert state["marks"]["tourists"]["B3"] == {"pentagon": 2}
    photo = json_at(client, f"{board}/scene")["scene"]["photo"]
    assert photo["box"][2] > 330


def send(client: FlaskClient, board: str, photo: bytes) -> None:
    data = {"photo": (BytesIO(photo), "photo.jpg")}
    answer = client.post(f"{board}/photo", data=data, headers=JSON)
    assert answer.status_code == 202, answer.text
    over = ended(client, json_in(answer)["job"])
    assert over["next"] == board, over
