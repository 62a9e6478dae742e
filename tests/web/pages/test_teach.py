"""Teaching a board from the box, and correcting what seemed to be printed on it."""

import json
import re
from collections.abc import Iterator
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from PIL import Image
from werkzeug.test import TestResponse

from scorer.printing import board_png
from scorer.rules.city.city import load_city
from scorer.rules.values import replace
from scorer.vision.boards.picture import load_picture
from scorer.vision.boards.taught import ask_turn, save_taught
from scorer.web.app import create_app
from scorer.web.reading.queue import PhotoQueue
from tests.support.client import JSON, OPEN, ended, json_at, json_in
from tests.support.photos import jpeg

pytestmark = pytest.mark.slow


def blank_photo() -> bytes:
    """A photo, from straight above, of a blank board that the app has no picture of."""
    city = load_city("first-city")
    page = Image.open(BytesIO(board_png(city.practice_board, city, 150, small=False)))
    table = Image.new("RGB", (page.width + 240, page.height + 200), (96, 80, 66))
    table.paste(page, (120, 100))
    return jpeg(table)


def teach(client: FlaskClient, data: bytes, **form: str) -> dict[str, object]:
    fields = {"city": "first-city", "name": "Our own board", **form}
    file = (BytesIO(data), "blank.jpg")
    answer = client.post("/teach", data={**fields, "photo": file}, headers=JSON)
    if answer.status_code != 202:
        return {"status": answer.status_code, **json_in(answer)}
    return ended(client, json_in(answer)["job"])


@pytest.fixture(scope="module")
def taught(
    tmp_path_factory: pytest.TempPathFactory, photo_queue: PhotoQueue
) -> Iterator[tuple[FlaskClient, str]]:
    """A board taught once, and the address of its page.

    The tests that share it come first: an app in a new folder begins with empty engines.
    """
    app = create_app(tmp_path_factory.mktemp("data"), {**OPEN, "PHOTO_QUEUE": photo_queue})
    client = app.test_client()
    answer = teach(client, blank_photo())
    page = str(answer["next"])
    asked = client.get(page).text
    assert "Which side is up?" in asked
    assert asked.count('name="quarters"') in (2, 4)
    assert client.post(f"{page}/turn", data={"quarters": "0"}).headers["Location"] == page
    yield client, page
    app.extensions["scorer"].games.close()


def test_a_taught_board_is_listed_and_can_be_played(taught: tuple[FlaskClient, str]) -> None:
    client, page = taught
    assert page == "/teach/our-own-board"
    assert "Our own board" in client.get("/teach").text
    shown = client.get(page).text
    # Nothing beside this board is made up, and nothing is said to be.
    assert "practice value" not in shown
    assert "Until you keep your own, they are as in the rules" in shown
    board = client.post("/boards", data={"board": "our-own-board"}).headers["Location"]
    scene = json_at(client, f"{board}/scene")["scene"]
    assert scene["geometry"]["id"] == "our-own-board"
    assert client.get(scene["art"]).mimetype == "image/jpeg"
    # Lists, pictures and exports name the board, not the city that it is like.
    assert scene["title"] == "Our own board"
    assert ">Our own board</text>" in client.get(f"{board}/board.svg").text
    assert "<title>Our own board · " in client.get(board).text
    assert client.post(f"{page}/delete").status_code == 409
    # Whoever is to delete the games first is told which: those that this browser has opened.
    key = board.split("/")[2]
    told = client.post(f"{page}/games", json={"keys": [key, "no-such-game"]})
    assert told.json == {"known": [key], "others": 0}
    assert client.post(f"{page}/games", json={"keys": []}).json == {"known": [], "others": 1}
    assert client.post(f"{page}/games", json={"keys": [1]}).status_code == 422


def test_a_board_that_games_need_is_not_deleted_but_hidden(taught: tuple[FlaskClient, str]) -> None:
    client, page = taught
    game = client.post("/boards", data={"board": "our-own-board"}).headers["Location"]
    before = client.get(page).text
    # No button that fails: neither deletes nor turns what a game needs.
    assert "so the board cannot be deleted or turned" in before
    assert f'action="{page}/delete"' not in before
    assert f'action="{page}/turn"' not in before
    assert client.post(f"{page}/hidden", data={"hidden": "yes"}).headers["Location"] == page
    lists = ("/new", f"{game}/which", "/")
    for address in lists:
        assert "Our own board" not in client.get(address).text, address
    assert client.get(game).status_code == 200
    # Its owner still finds it, and a photo of it is that of a board not known yet.
    assert "<small>hidden</small>" in client.get("/teach").text
    assert "Our own board" not in client.application.test_client().get("/teach").text
    assert "failed" not in teach(client, blank_photo(), name="Another name")
    client.post("/teach/another-name/delete")
    client.post(f"{page}/hidden", data={"hidden": "no"})
    assert "Our own board" in client.get("/new").text
    client.post(f"/game/{game.split('/')[2]}/delete")


def test_a_board_gets_another_name_from_its_owner(taught: tuple[FlaskClient, str]) -> None:
    client, page = taught
    assert client.post(f"{page}/name", data={"name": " Granny's   board "}).status_code == 303
    assert "Granny&#39;s board" in client.get("/teach").text
    assert "Our own board" not in client.get("/teach").text
    refused = client.post(f"{page}/name", data={"name": " "}, headers={"Accept": "text/html"})
    assert refused.status_code == 422
    assert "has 1 to 80 characters" in refused.text
    assert f'action="{page}/name"' in client.get(page).text
    others = client.application.test_client()
    assert f'action="{page}/name"' not in others.get(page).text
    assert others.post(f"{page}/name", data={"name": "Mine"}).status_code == 403
    # The old name is free again, and there is no second one of the new name.
    known = teach(client, blank_photo(), name="granny's board")
    assert known["status"] == 409
    anew = teach(client, blank_photo(), anyway="yes")
    assert anew["next"] == "/teach/our-own-board-2"
    taken = client.post(f"{anew['next']}/name", data={"name": "GRANNY'S board"})
    assert taken.status_code == 409
    # Its own name may be written in another way.
    assert client.post(f"{anew['next']}/name", data={"name": "OUR own board"}).status_code == 303
    client.post(f"{anew['next']}/delete")
    client.post(f"{page}/name", data={"name": "Our own board"})


def test_a_board_taught_twice_is_offered_as_it_is_known(taught: tuple[FlaskClient, str]) -> None:
    client, page = taught
    again = teach(client, blank_photo(), name="Another name")
    assert (again["failed"], again["known"], again["anyway"]) == ("not-taught", page, True)
    assert "taught already" in str(again["hint"])
    anyway = teach(client, blank_photo(), name="Another name", anyway="yes")
    assert anyway["next"] == "/teach/another-name"
    assert client.post("/teach/another-name/delete").status_code == 303


def test_what_is_printed_where_is_corrected(taught: tuple[FlaskClient, str]) -> None:
    client, page = taught
    told: list[dict[str, Any]] = [
        {"sort": "location", "where": "C3", "kind": "yellow", "value": 7, "name": "Clock"},
        {"sort": "crossroads", "where": "a1", "cafe": "section"},
    ]
    assert client.post(f"{page}/places", json={"places": told}).status_code == 200
    board = client.post("/boards", data={"board": "our-own-board"}).headers["Location"]
    geometry = json_at(client, f"{board}/scene")["scene"]["geometry"]
    (cell,) = [one for one in geometry["cells"] if one["id"] == "C3"]
    assert (cell["landmark"]["kind"], cell["landmark"]["value"]) == ("yellow", 7)
    assert "a1" in [cafe["crossroads"] for cafe in geometry["cafes"]]


def test_a_dock_that_cannot_be_is_refused_in_words(taught: tuple[FlaskClient, str]) -> None:
    client, page = taught
    answer = client.post(f"{page}/dock", data={"ticket": "none", "where": "b2"})
    assert answer.status_code == 422
    assert "This board cannot be saved like this" in answer.text


def test_which_side_is_up_is_asked_until_somebody_tells(
    client: FlaskClient, data_dir: Path
) -> None:
    picture = load_picture("first-city")
    board = replace(picture.board, id="lying", name="Lying", practice=False)
    save_taught(data_dir / "boards", replace(picture, board=board))
    assert "Which side is up?" not in client.get("/teach/lying").text
    ask_turn(data_dir / "boards", "lying")
    for _ in range(2):
        asked = client.get("/teach/lying").text
        assert asked.count('name="quarters"') == 2
    # In these pictures the writing can be read.
    (art,) = set(re.findall(r'<img class="turned-\d" src="([^"]*)"', asked))
    assert Image.open(BytesIO(client.get(unescape(art)).data)).width > 1000
    assert client.post("/teach/lying/turn", data={"quarters": "1"}).status_code == 422
    client.post("/teach/lying/turn", data={"quarters": "2"})
    assert "Which side is up?" not in client.get("/teach/lying").text
    before, now = picture.rgb, load_picture("lying", data_dir / "boards").rgb
    assert (now == before[::-1, ::-1]).all()


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


def tell(client: FlaskClient, page: str, where: str, **what: Any) -> None:
    """Say what stands at a place; the rest of it stays."""
    places = json_at(client, f"{page}/places")["state"]["places"]
    now = next(one for one in places if one["where"] == where)
    answer = client.post(f"{page}/places", json={"places": [{**now, **what}]})
    assert answer.status_code == 200, answer.text


def test_a_river_bank_is_told(client: FlaskClient, london: str) -> None:
    places = json_at(client, f"{london}/places")["state"]["places"]
    now = next(one for one in places if one["where"] == "d3-e3")
    assert (now["reached"], now["beside"]) == (["D4"], ["D3", "D4"])
    tell(client, london, "d3-e3", reached=["D3", "D4"])
    (road,) = [one for one in kept(client, london)["roads"] if one["id"] == "d3-e3"]
    assert road["cells"] == ["D3", "D4"]


def test_what_the_city_marks_is_changed_added_and_taken_away(
    client: FlaskClient, london: str
) -> None:
    tell(client, london, "b4-b5", marked={"bridges": 9})
    tell(client, london, "e3-e4", marked={"bridges": 5})
    tell(client, london, "c4-d4", marked={})
    bridges = next(group for group in kept(client, london)["marked"] if group["id"] == "bridges")
    assert bridges["values"] == {"b4-b5": 9, "e2-e3": 7, "f3-g3": 7, "e3-e4": 5}
    assert "c4-d4" not in bridges["roads"]


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
    assert client.post("/teach/first-city/dock", data={}).status_code == 404


def test_a_photo_of_no_board_teaches_nothing(client: FlaskClient) -> None:
    answer = teach(client, b"Dear diary")
    assert answer["error"] == "This photo cannot be opened"
    tiny = teach(client, jpeg(Image.new("RGB", (400, 300), "white")))
    assert tiny["error"] == "The picture is too small"
    assert "The board" not in str(tiny["hint"])
    assert teach(client, blank_photo(), name="The First City: practice layout", city="x")["status"]
    assert "Our own board" not in client.get("/teach").text
