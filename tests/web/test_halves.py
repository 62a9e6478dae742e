"""New York photographed one half after the other: nothing of the first half is lost."""

from io import BytesIO
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorer.rules.board import Board
from scorer.vision.halves import half_pictures
from scorer.vision.picture import load_picture
from scorer.web.halves import joined
from tests.web.conftest import JSON, ended
from tests.web.photos import photo_of_half

LEFT, RIGHT = ("b2-c2", "c2-c3"), ("k1-l1", "k1-k2", "l1-l2")


@pytest.fixture(scope="module")
def halves() -> tuple[Board, Board]:
    left, right = half_pictures(load_picture("new-york"))
    return left.board, right.board


def reading(sections: list[str], *halves: str, **marks: Any) -> dict[str, Any]:
    quality = {"halves": list(halves)} if halves else {}
    found = {"sections": sections, "tourists": {}, "cafes": {}, "task": [], "crossed": [], **marks}
    return {"marks": found, "doubts": [], "quality": quality}


def test_what_was_read_of_the_other_half_stays(halves: tuple[Board, Board]) -> None:
    before = reading(["b2-c2"], "left", tourists={"B2": {"circle": 1}}, task=["c2"])
    now = reading(["k1-l1"], "right", tourists={"J3": {"square": 2}}, tickets=["whitehall"])
    both = joined(before, now, halves[1], "right")
    assert both["marks"]["sections"] == ["b2-c2", "k1-l1"]
    assert both["marks"]["tourists"] == {"B2": {"circle": 1}, "J3": {"square": 2}}
    assert both["marks"]["task"] == ["c2"]
    assert both["marks"]["tickets"] == ["whitehall"]
    assert both["quality"]["halves"] == ["left", "right"]


def test_the_same_half_again_replaces_itself_alone(halves: tuple[Board, Board]) -> None:
    before = reading(["b2-c2", "g2-g3", "k1-l1"], "left", "right")
    both = joined(before, reading(["c2-c3"], "left"), halves[0], "left")
    assert both["marks"]["sections"] == ["k1-l1", "c2-c3"]


def test_the_fold_keeps_what_either_photo_shows_and_doubts_where_they_differ(
    halves: tuple[Board, Board],
) -> None:
    before = reading(["g2-g3", "g3-g4"], "left")
    both = joined(before, reading(["g3-g4"], "right"), halves[1], "right")
    assert sorted(both["marks"]["sections"]) == ["g2-g3", "g3-g4"]
    assert [(one["where"], one["read"]) for one in both["doubts"]] == [("g2-g3", True)]


def test_a_doubt_stays_with_its_half(halves: tuple[Board, Board]) -> None:
    doubt = {"kind": "section", "where": "b2-c2", "read": True}
    before = reading(["b2-c2"], "left") | {"doubts": [doubt]}
    assert joined(before, reading([], "right"), halves[1], "right")["doubts"] == [doubt]
    assert joined(before, reading([], "left"), halves[0], "left")["doubts"] == []


def test_a_half_photographed_after_the_whole_needs_no_other(halves: tuple[Board, Board]) -> None:
    both = joined(reading(["b2-c2", "k1-l1"]), reading([], "right"), halves[1], "right")
    assert both["marks"]["sections"] == ["b2-c2"]
    assert both["quality"]["halves"] == ["left", "right"]


def test_two_photos_make_one_board(client: FlaskClient) -> None:
    board = client.post("/boards", data={"board": "new-york"}).headers["Location"]
    send(client, board, photo_of_half(LEFT, "left"))
    state = client.get(f"{board}/state").json
    assert state["missing_half"] == "right"
    assert state["read"]["sections"] == sorted(LEFT)
    edit = {"kind": "tourists", "where": "B3", "value": {"pentagon": 2}}
    change = {"version": state["version"], "edits": [edit]}
    assert client.post(f"{board}/edits", json=change).status_code == 200
    send(client, board, photo_of_half(RIGHT, "right"))
    state = client.get(f"{board}/state").json
    assert state["missing_half"] == ""
    assert state["read"]["sections"] == sorted(LEFT + RIGHT)
    assert state["marks"]["tourists"]["B3"] == {"pentagon": 2}
    photo = client.get(f"{board}/scene").json["scene"]["photo"]
    assert photo["box"][2] > 330


def send(client: FlaskClient, board: str, photo: bytes) -> None:
    data = {"photo": (BytesIO(photo), "photo.jpg")}
    answer = client.post(f"{board}/photo", data=data, headers=JSON)
    assert answer.status_code == 202, answer.text
    over = ended(client, answer.json["job"])
    assert over["next"] == board, over
