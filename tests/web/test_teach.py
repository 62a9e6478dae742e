"""Teaching a board from the box, and correcting what seemed to be printed on it."""

from collections.abc import Iterator
from io import BytesIO

import pytest
from flask.testing import FlaskClient
from PIL import Image

from scorer.printing import board_png
from scorer.rules.city import load_city
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
    ],
)
def test_what_cannot_be_printed_is_refused_in_words(
    taught: tuple[FlaskClient, str], path: str, form: dict[str, str]
) -> None:
    client, page = taught
    answer = client.post(f"{page}/{path}", data=form)
    assert answer.status_code == 422
    assert "This board cannot be kept so" in answer.text


def test_shipped_boards_are_not_edited(client: FlaskClient) -> None:
    assert client.get("/teach/first-city").status_code == 404
    assert client.post("/teach/first-city/landmark", data={}).status_code == 404


def test_a_photo_of_no_board_teaches_nothing(client: FlaskClient) -> None:
    answer = teach(client, b"Dear diary")
    assert answer["error"] == "This photo cannot be opened"
    assert teach(client, blank_photo(), name="The First City: practice layout", city="x")["status"]
    assert "Our own board" not in client.get("/teach").text
