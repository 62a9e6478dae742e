"""The figures of a taught board's box, in its editor and in the games played on it."""

import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorer.rules.values import replace
from scorer.vision.boards.picture import load_picture
from scorer.vision.boards.taught import save_taught
from tests.support.client import json_at, json_in

PAGE = "/teach/my-rio"


@pytest.fixture
def rio(client: FlaskClient, data_dir: Path) -> str:
    """The address of a game on a taught board of Rio."""
    picture = load_picture("rio-de-janeiro")
    board = replace(picture.board, id="my-rio", name="My Rio", practice=False)
    save_taught(data_dir / "boards", replace(picture, board=board))
    return client.post("/boards", data={"board": "my-rio"}).headers["Location"]


def keep(client: FlaskClient, key: str, numbers: str) -> int:
    answer = client.post(f"{PAGE}/figures", data={"key": key, "numbers": numbers})
    return answer.status_code


def rated(client: FlaskClient, board: str, value: int) -> int:
    version = json_at(client, f"{board}/state")["version"]
    edit = {"kind": "rating", "where": "maracana", "value": value}
    return client.post(f"{board}/edits", json={"version": version, "edits": [edit]}).status_code


def steps(client: FlaskClient, board: str) -> list[int]:
    iconic = json_at(client, f"{board}/scene")["scene"]["city"]["iconic"]
    found: list[int] = next(one["ratings"] for one in iconic if one["id"] == "maracana")
    return found


def test_practice_values_are_marked_until_they_are_kept(client: FlaskClient, rio: str) -> None:
    before = client.get(PAGE).text
    assert 'value="0, 3, 5, 7, 9"' in before
    assert keep(client, "track.maracana", "0, 2, 4、6 8") == 303
    after = client.get(PAGE).text
    assert 'value="0, 2, 4, 6, 8"' in after
    assert after.count("practice value<") == before.count("practice value<") - 1
    assert keep(client, "track.maracana", "") == 303
    assert client.get(PAGE).text.count("practice value<") == before.count("practice value<")


def test_a_track_of_the_box_is_what_games_on_the_board_offer(client: FlaskClient, rio: str) -> None:
    assert steps(client, rio) == list(range(10))
    assert rated(client, rio, 5) == 200
    keep(client, "track.maracana", "0 2 4 6 8")
    assert steps(client, rio) == [0, 2, 4, 6, 8]
    assert (rated(client, rio, 3), rated(client, rio, 6)) == (422, 200)


def test_a_rating_set_before_the_track_was_told_stays(client: FlaskClient, rio: str) -> None:
    rated(client, rio, 5)
    keep(client, "track.maracana", "0 2 4 6 8")
    state = json_at(client, f"{rio}/state")
    assert state["setup"]["ratings"]["maracana"] == 5
    edit = {"kind": "mode", "where": "", "value": "medium"}
    answer = client.post(f"{rio}/edits", json={"version": state["version"], "edits": [edit]})
    assert json_in(answer)["setup"]["ratings"]["maracana"] == 5


@pytest.mark.parametrize(
    ("key", "numbers"),
    [("track.maracana", "0, x"), ("track.maracana", "5, 3"), ("track.louvre", "1"), ("", "1")],
)
def test_figures_that_make_no_sense_come_back_with_what_was_typed(
    client: FlaskClient, rio: str, key: str, numbers: str
) -> None:
    answer = client.post(f"{PAGE}/figures", data={"key": key, "numbers": numbers})
    assert answer.status_code == 422
    assert f'value="{numbers}"' in answer.text or key != "track.maracana"
    assert steps(client, rio) == list(range(10))


def test_every_form_of_the_editor_comes_back_with_the_photo_that_waits(
    client: FlaskClient, data_dir: Path
) -> None:
    """Its game would be lost otherwise: the editor leads back to it."""
    picture = load_picture("rio-de-janeiro")
    board = replace(picture.board, id="my-rio", name="My Rio", practice=False)
    save_taught(data_dir / "boards", replace(picture, board=board))
    game = client.post("/boards", data={"board": "first-city"}).headers["Location"]
    _, _, key, seat = game.split("/")
    waits = f"key={key}&seat={seat}"
    page = client.get(f"{PAGE}?{waits}").text
    forms = set(re.findall(rf'<form method="post" [^>]*action="({PAGE}/[^"]*)"', page))
    assert {one.partition("?")[0].rpartition("/")[2] for one in forms} == {
        "figures", "name", "geometry", "turn", "delete"
    }  # fmt: skip
    assert all(one.endswith(waits.replace("&", "&amp;")) for one in forms), forms
    geometry = BytesIO(client.get(f"{PAGE}/geometry.json").data)
    sent: list[tuple[str, str, dict[str, Any]]] = [
        ("figures", "#figures", {"key": "track.maracana", "numbers": "0, 2, 4, 6, 8"}),
        ("name", "", {"name": "Our Rio"}),
        ("geometry", "", {"geometry": (geometry, "g.json")}),
        ("hidden", "", {"hidden": "no"}),
        ("turn", "", {}),
    ]
    for form, part, data in sent:
        answer = client.post(f"{PAGE}/{form}?{waits}", data=data)
        assert answer.headers.get("Location") == f"{PAGE}?{waits}{part}", (form, answer.text)
    refused = client.post(
        f"{PAGE}/name?{waits}", data={"name": " "}, headers={"Accept": "text/html"}
    )
    assert f'href="{game}"' in refused.text
    answer = client.post(f"{PAGE}/delete?{waits}")
    assert answer.headers["Location"] == f"/teach?{waits}"
