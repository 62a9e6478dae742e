"""The start page, boards by hand and boards from files."""

import json
import re
from collections.abc import Callable
from io import BytesIO

import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import FileStorage

from scorer.rules.city.city import City
from scorer.web.serving.words import LANGUAGES
from tests.support.client import json_at, json_in, send


def test_the_start_page_offers_every_way_to_begin(client: FlaskClient) -> None:
    page = client.get("/").text
    assert 'accept="image/*" capture="environment"' in page
    assert page.count('type="file" name="photo"') == 2
    for action in ("/photos", "/sample", "/boards", "/files"):
        assert f'action="{action}"' in page


def test_the_start_page_calls_sample_and_practice_board_what_they_are(client: FlaskClient) -> None:
    page = client.get("/").text
    assert "photo is simulated" in page
    assert "The First City: practice layout" in page


def test_a_city_without_words_of_its_own_has_the_name_in_its_file(
    atlantis: City, client: FlaskClient
) -> None:
    for language in LANGUAGES:
        page = client.get("/", headers={"Accept-Language": language}).text
        shown = re.sub(r"<[^>]*>", " ", page)
        assert atlantis.name in shown
        assert atlantis.id not in shown


def test_the_app_says_that_it_is_up(client: FlaskClient) -> None:
    assert client.get("/healthz").text == "ok\n"


def test_a_board_entered_by_hand_begins_empty(client: FlaskClient) -> None:
    response = client.post("/boards", data={"board": "first-city"})
    assert response.status_code == 303
    state = json_at(client, response.headers["Location"] + "/state")
    assert state["marks"]["sections"] == []
    assert state["setup"]["ratings"] == {"school": 4, "observatory": 4, "tv-tower": 4}
    assert state["sheet"]["total"] == 0


@pytest.mark.parametrize("board", ["atlantis", "", "../secret", "first-city/.."])
def test_an_unknown_board_is_refused_in_words(client: FlaskClient, board: str) -> None:
    response = client.post("/boards", data={"board": board})
    assert response.status_code == 404
    assert "There is no board called" in response.text
    assert "Traceback" not in response.text


def test_a_saved_board_opens_with_its_score(
    client: FlaskClient, opened: Callable[[object], str], example: dict[str, object]
) -> None:
    state = json_at(client, opened(example) + "/state")
    assert state["marks"] == example["marks"]
    assert state["sheet"]["total"] == 105


def test_bare_marks_open_as_well(
    client: FlaskClient, opened: Callable[[object], str], example: dict[str, object]
) -> None:
    state = json_at(client, opened(example["marks"]) + "/state")
    assert state["marks"] == example["marks"]


MARKS = {"city": "first-city", "board": "first-city"}


def test_a_refused_file_is_told_in_the_readers_language_alone(client: FlaskClient) -> None:
    """Where a mistake stands is understood everywhere; what a layer below says of it is not."""
    client.set_cookie("language", "ru")
    refused = {
        json.dumps({**MARKS, "sections": ["b2-c9"]}): "$.sections[0]",
        json.dumps({**MARKS, "colour": "red"}): "что-то в этих данных",
        json.dumps({**MARKS, "city": "atlantis"}): "atlantis",
    }
    for content, place in refused.items():
        file = (BytesIO(content.encode()), "board.json")
        answer = client.post("/files", data={"file": file}, headers={"Accept": "application/json"})
        assert json_in(answer)["error"] == f"Этот планшет нельзя использовать: {place}"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("no json", "This file is not a saved game or board"),
        ("[" * 100_000, "This file is not a saved game or board"),
        (json.dumps([1, 2]), "This file is not a saved game or board"),
        (json.dumps({**MARKS, "sections": ["b2-c9"]}), "there is no road b2-c9 on this board"),
        (json.dumps({**MARKS, "sections": ["c2-b2"]}), "the smaller end comes first"),
        (json.dumps({**MARKS, "tourists": {"B3": {"circle": -1}}}), "-1 is below zero"),
        (json.dumps({**MARKS, "tourists": {"B3": {"circle": 10**30}}}), "above 99"),
        (json.dumps({**MARKS, "tourists": {"B3": {"ghost": 1}}}), "ghost"),
        (json.dumps({**MARKS, "cafes": {"c3": "visited"}}), "there is no café c3"),
        (json.dumps({**MARKS, "colour": "red"}), "unknown key `colour`"),
        (json.dumps({**MARKS, "city": "atlantis"}), "unknown city"),
        (json.dumps({"marks": MARKS, "setup": {"ratings": {"school": 5}}}), "not on its track"),
        (json.dumps({"marks": MARKS, "setup": {"ratings": {"louvre": 4}}}), "$.ratings.louvre"),
        (json.dumps({"marks": MARKS, "setup": 7}), "setup"),
        ('{"city": "first-city", "task": [], "task": []}', "$.task: the key `task` is there twice"),
        (json.dumps({"marks": MARKS, "setups": {}}), "$.setups: unknown key `setups`; did you"),
    ],
)
def test_a_file_that_is_no_board_is_refused_in_words(
    client: FlaskClient, content: str, words: str
) -> None:
    file = (BytesIO(content.encode()), "board.json")
    response = client.post("/files", data={"file": file}, headers={"Accept": "application/json"})
    assert response.status_code == 422
    assert words in json_in(response)["error"]
    assert json_in(response)["hint"]


@pytest.mark.parametrize("more", [{"lines": {"red": 12}}, {"total": 105}, {"route": ["a4", "a5"]}])
def test_a_claim_is_no_board(client: FlaskClient, more: dict[str, object]) -> None:
    content = json.dumps({"marks": MARKS, **more}).encode()
    file = (BytesIO(content), "claim.json")
    response = client.post("/files", data={"file": file}, headers={"Accept": "application/json"})
    assert response.status_code == 422
    assert "wrote on a score sheet, not a saved board" in json_in(response)["error"]
    assert "scorer dispute" in json_in(response)["hint"]


def test_marks_of_an_unknown_board_are_refused(client: FlaskClient) -> None:
    content = json.dumps({"city": "first-city", "board": "atlantis"}).encode()
    game = {"city": "first-city", "players": [{"name": "Anna", "board": "atlantis", "marks": {}}]}
    for data in (content, json.dumps(game).encode()):
        response = client.post("/files", data={"file": (BytesIO(data), "board.json")})
        assert response.status_code == 404
        assert "board &#39;atlantis&#39; of this file is not here" in response.text
        assert "Open the file of that board (.board) here first" in response.text


RIGHT = {"checked": True, "marks": {"sections": ["a4-a5", "a5-a6"]}}
RATED = {"school": 4, "observatory": 6, "tv-tower": 12}


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ({"route": ["a5", "a6"]}, "gives Bob a final route of their own (route)"),
        ({"ratings": {"tv-tower": 4}}, "gives Bob ratings of their own (ratings)"),
        ({"route": ["a6", "a5", "a4"]}, ""),
        ({"ratings": {"tv-tower": 12}}, ""),
    ],
)
def test_a_game_is_refused_with_what_the_pages_would_drop(
    client: FlaskClient, own: dict[str, object], said: str
) -> None:
    players = [{"name": "Ann", **RIGHT}, {"name": "Bob", **RIGHT, **own}]
    game = {"city": "first-city", "mode": "usual", "ratings": RATED, "players": players}
    file = (BytesIO(json.dumps(game).encode()), "game.json")
    answer = client.post("/files", data={"file": file}, headers={"Accept": "application/json"})
    assert answer.status_code == (422 if said else 303)
    if said:
        assert said in json_in(answer)["error"]
        assert "scorer table" in json_in(answer)["hint"]
    else:
        shown = json_at(client, f"{answer.headers['Location']}/table")["players"]
        assert [one["total"] for one in shown] == [18, 18]


def test_a_file_larger_than_any_game_is_refused(client: FlaskClient) -> None:
    data = BytesIO(b'{"players": [' + b" " * 2_000_000)
    form = {"file": FileStorage(data, filename="game.json")}
    answer = send(client, "/files", form, headers={"Accept": "application/json"})
    assert answer.status_code == 413
    assert json_in(answer)["error"] == "That file is too large"


def test_no_file_is_a_mistake_too(client: FlaskClient) -> None:
    response = client.post("/files", data={})
    assert response.status_code == 400
    assert "No file was chosen" in response.text
