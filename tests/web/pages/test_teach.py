"""Teaching a board from the box, and correcting what seemed to be printed on it."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from PIL import Image
from werkzeug.test import TestResponse

from scorer.printing import board_png
from scorer.rules.city import load_city
from scorer.vision.picture import load_picture
from scorer.vision.taught import save_taught
from scorer.web.app import create_app
from scorer.web.readers import Readers
from tests.web.conftest import JSON, OPEN, ended
from tests.web.photos import jpeg


def blank_photo() -> bytes:
    """A photo, from straight above, of a blank board that the app has no picture of."""
    city = load_city("first-city")
    page = Image.open(BytesIO(board_png(city.practice_board, city, 150)))
    table = Image.new("RGB", (page.width + 240, page.height + 200), (96, 80, 66))
    table.paste(page, (120, 100))
    return jpeg(table)


def teach(client: FlaskClient, data: bytes, **form: str) -> dict[str, object]:
    fields = {"city": "first-city", "name": "Our own board", **form}
    file = (BytesIO(data), "blank.jpg")
    answer = client.post("/teach", data={**fields, "photo": file}, headers=JSON)
    if answer.status_code != 202:
        return {"status": answer.status_code, **answer.json}
    return ended(client, answer.json["job"])


@pytest.fixture(scope="module")
def taught(
    tmp_path_factory: pytest.TempPathFactory, readers: Readers
) -> Iterator[tuple[FlaskClient, str]]:
    """A board taught once, and the address of its page."""
    app = create_app(tmp_path_factory.mktemp("data"), {**OPEN, "READERS": readers})
    client = app.test_client()
    answer = teach(client, blank_photo())
    yield client, str(answer["next"])
    app.extensions["scorer"].games.close()


def test_a_taught_board_is_listed_and_can_be_played(taught: tuple[FlaskClient, str]) -> None:
    client, page = taught
    assert page == "/teach/our-own-board"
    assert "Our own board" in client.get("/teach").text
    assert client.get(page).status_code == 200
    board = client.post("/boards", data={"board": "our-own-board"}).headers["Location"]
    scene = client.get(f"{board}/scene").json["scene"]
    assert scene["geometry"]["id"] == "our-own-board"
    assert client.get(scene["art"]).mimetype == "image/png"
    assert client.post(f"{page}/delete").status_code == 409


def test_what_is_printed_where_is_corrected(taught: tuple[FlaskClient, str]) -> None:
    client, page = taught
    form = {"where": "C3", "kind": "yellow", "value": "7", "name": "Clock"}
    assert client.post(f"{page}/landmark", data=form).status_code == 303
    client.post(f"{page}/cafe", data={"where": "a1", "bonus": "section"})
    board = client.post("/boards", data={"board": "our-own-board"}).headers["Location"]
    geometry = client.get(f"{board}/scene").json["scene"]["geometry"]
    (cell,) = [one for one in geometry["cells"] if one["id"] == "C3"]
    assert (cell["landmark"]["kind"], cell["landmark"]["value"]) == ("yellow", 7)
    assert "a1" in [cafe["crossroads"] for cafe in geometry["cafes"]]


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("landmark", {"where": "Z9", "kind": "red"}),
        ("cafe", {"where": "nowhere", "bonus": "section"}),
        ("point", {"where": ""}),
        ("road", {"where": "b2-c2", "reached": "F6"}),
        ("road", {}),
        ("marked", {"group": "castles", "where": "b2"}),
        ("dock", {"ticket": "none", "where": "b2"}),
    ],
)
def test_what_cannot_be_printed_is_refused_in_words(
    taught: tuple[FlaskClient, str], path: str, form: dict[str, str]
) -> None:
    client, page = taught
    answer = client.post(f"{page}/{path}", data=form)
    assert answer.status_code == 422
    assert "This board cannot be kept so" in answer.text


@pytest.fixture
def london(client: FlaskClient, data_dir: Path) -> str:
    """The page of a board of London that somebody taught."""
    picture = load_picture("london")
    board = replace(picture.board, id="own-london", name="Our London", practice=False)
    save_taught(data_dir / "boards", replace(picture, board=board))
    return "/teach/own-london"


def kept(client: FlaskClient, page: str) -> dict[str, Any]:
    """The board's geometry file, as a person would save it."""
    answer = client.get(f"{page}/geometry.json")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    geometry: dict[str, Any] = json.loads(answer.data)
    return geometry


def test_a_river_bank_is_ticked(client: FlaskClient, london: str) -> None:
    page = client.get(f"{london}?road=d3-e3").text
    assert re.findall(r'name="reached" value="(\w+)" (checked)?', page) == [
        ("D3", ""), ("D4", "checked"),
    ]  # fmt: skip
    form = {"where": "d3-e3", "reached": ["D3", "D4"]}
    assert client.post(f"{london}/road", data=form).status_code == 303
    (road,) = [one for one in kept(client, london)["roads"] if one["id"] == "d3-e3"]
    assert road["cells"] == ["D3", "D4"]


def test_what_the_city_marks_is_changed_added_and_taken_away(
    client: FlaskClient, london: str
) -> None:
    assert client.get(london).text.count("Still as on our practice layout") == 4
    for form in (
        {"where": "b4-b5", "value": "9", "do": "keep"},
        {"where": "e3-e4", "value": "5", "do": "keep"},
        {"where": "c4-d4", "value": "", "do": "remove"},
    ):
        answer = client.post(f"{london}/marked", data={"group": "bridges", **form})
        assert answer.headers["Location"].endswith("?opened=bridges#bridges")
    bridges = next(group for group in kept(client, london)["marked"] if group["id"] == "bridges")
    assert bridges["values"] == {"b4-b5": 9, "e2-e3": 7, "f3-g3": 7, "e3-e4": 5}
    assert "c4-d4" not in bridges["roads"]
    assert client.get(london).text.count("Still as on our practice layout") == 3


def test_a_ticket_opens_another_dock(client: FlaskClient, data_dir: Path) -> None:
    picture = load_picture("new-york")
    board = replace(picture.board, id="own", name="Own", practice=False)
    save_taught(data_dir / "boards", replace(picture, board=board))
    client.post("/teach/own/dock", data={"ticket": "whitehall", "where": "b6"})
    docks = {one["id"]: one.get("dock") for one in kept(client, "/teach/own")["cafe_area"]}
    assert docks["whitehall"] == "b6"


@pytest.mark.parametrize("language", ["en", "ru", "ja"])
def test_a_wrong_file_is_refused_with_the_path_and_changes_nothing(
    client: FlaskClient, london: str, language: str
) -> None:
    before = kept(client, london)
    wrong = {**before, "visit_all": [{"crossroads": "a0"}, {"crossroads": "z9z"}]}
    answer = take(client, london, wrong, language)
    assert answer.status_code == 422
    assert "$.visit_all[1]" in answer.text
    assert ("is no crossroads" in answer.text) == (language == "en")
    assert kept(client, london) == before


def test_a_corrected_file_is_taken_back(client: FlaskClient, london: str) -> None:
    file = kept(client, london)
    file["transports"][0]["groups"][0].append("c6")
    assert take(client, london, file).status_code == 303
    assert kept(client, london) == file
    assert client.post(f"{london}/geometry").status_code == 400


def test_nothing_that_was_drawn_on_is_taken_away(client: FlaskClient, london: str) -> None:
    marks = {"city": "london", "board": "own-london", "sections": ["c4-d4"], "cafes": {}}
    marks |= {"tourists": {}, "task": [], "crossed": []}
    saved = (BytesIO(json.dumps(marks).encode()), "board.json")
    assert client.post("/files", data={"file": saved}).status_code == 303
    before = kept(client, london)
    fewer = [road for road in before["roads"] if road["id"] != "c4-d4"]
    marked = [group for group in before["marked"] if group["id"] != "bridges"]
    answer = take(client, london, {**before, "roads": fewer, "marked": marked})
    assert answer.status_code == 409
    assert "A kept game needs" in answer.text
    assert kept(client, london) == before


def take(
    client: FlaskClient, page: str, file: dict[str, Any], language: str = "en"
) -> TestResponse:
    """Hand in a geometry file."""
    data = {"geometry": (BytesIO(json.dumps(file).encode()), "board.json")}
    return client.post(f"{page}/geometry", data=data, headers={"Accept-Language": language})


def test_shipped_boards_are_not_edited(client: FlaskClient) -> None:
    assert client.get("/teach/first-city").status_code == 404
    assert client.post("/teach/first-city/landmark", data={}).status_code == 404


def test_a_photo_of_no_board_teaches_nothing(client: FlaskClient) -> None:
    answer = teach(client, b"Dear diary")
    assert answer["error"] == "This photo cannot be opened"
    assert teach(client, blank_photo(), name="The First City: practice layout", city="x")["status"]
    assert "Our own board" not in client.get("/teach").text
