"""A refused form comes back on its own page, as it was typed."""

import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorer.resources import folder
from scorer.rules.values import replace
from scorer.vision.boards.picture import load_picture
from scorer.vision.boards.taught import save_taught
from scorer.web.serving.forms import PAGES
from tests.support.client import JSON, json_in

FIVE = {f"name{i}": name for i, name in enumerate(("Anna", "Boris", "Clara"), 1)}
SOLO = {**FIVE, "colour1": "black", "kind": "solo", "mode": "full", "board": "london"}
HTML = {"Accept": "text/html"}


def alert(page: str) -> str:
    """What the page says is wrong."""
    found = re.search(r'role="alert"[^>]*autofocus>(.*?)</div>', page, re.S)
    assert found, page
    return re.sub(r"<[^>]+>|\s+", " ", found[1])


def option(page: str, name: str) -> list[str]:
    """The chosen options of the list called *name*."""
    found = re.search(rf'<select name="{name}".*?</select>', page, re.S)
    assert found, name
    return re.findall(r'value="([^"]*)" selected', found[0])


@pytest.fixture
def london(client: FlaskClient, data_dir: Path) -> str:
    """The page of a board that somebody taught."""
    picture = load_picture("london")
    board = replace(picture.board, id="own-london", name="Our London", practice=False)
    save_taught(data_dir / "boards", replace(picture, board=board))
    return "/teach/own-london"


def begun(client: FlaskClient, names: int) -> str:
    form = {f"name{i}": f"Player {i}" for i in range(1, min(names, 4) + 1)}
    game: str = client.post("/games", data={**form, "board": "first-city"}).headers["Location"]
    for i in range(5, names + 1):
        client.post(f"{game}/players", data={"name": f"Player {i}"})
    return game


def test_every_form_of_a_page_knows_its_way_back(app: Flask) -> None:
    forms = "".join(path.read_text() for path in folder("templates").glob("*.html"))
    asked = re.findall(r"(?:form_to|method=\"post\"[^>]*action=\"\{\{ url_for)\W*(.*?)[,)]", forms)
    named = {re.findall(r"[\w.]+", one)[-1] for one in asked}
    assert len(named) > 12
    assert named - {"words.choose"} <= PAGES.keys()
    for form, page in PAGES.items():
        (sent,), (shown,) = (list(app.url_map.iter_rules(one)) for one in (form, page))
        assert shown.arguments <= sent.arguments, form
        assert "GET" in (shown.methods or ()), page


@pytest.mark.parametrize(
    ("language", "told", "back"),
    [
        ("en", "A solo game has one player", "A new game"),
        ("ru", "В одиночной партии один игрок", "Новая партия"),
        ("ja", "ソロゲームは1人用です", "新しいゲーム"),
    ],
)
def test_a_game_that_cannot_begin_keeps_what_was_typed(
    client: FlaskClient, language: str, told: str, back: str
) -> None:
    answer = client.post("/games", data=SOLO, headers={**HTML, "Accept-Language": language})
    assert answer.status_code == 422
    assert told in alert(answer.text)
    assert f"<h1>{back}</h1>" in answer.text
    for name in FIVE.values():
        assert f'value="{name}"' in answer.text
    assert option(answer.text, "colour1") == ["black"]
    assert option(answer.text, "board") == ["london"]
    assert re.findall(r'value="(\w+)" checked', answer.text) == ["solo", "full"]


def test_a_script_is_answered_as_before(client: FlaskClient) -> None:
    answer = client.post("/games", data=SOLO, headers=JSON)
    assert (answer.status_code, json_in(answer)["error"]) == (
        422, "A solo game has one player",
    )  # fmt: skip


def test_a_page_that_came_back_can_be_asked_for_again(client: FlaskClient, london: str) -> None:
    for sent, page in (("/games", "/new"), ("/boards", "/"), (f"{london}/dock", london)):
        answer = client.get(sent)
        assert (answer.status_code, answer.headers["Location"]) == (302, page)
    assert client.get("/language").status_code == 405
    assert client.put("/games").status_code == 405


def test_a_form_of_an_old_page_comes_back_to_be_sent_again(app: Flask) -> None:
    app.config["WTF_CSRF_ENABLED"] = True
    client = app.test_client()
    answer = client.post("/games", data={**SOLO, "kind": "usual"}, headers=HTML)
    assert answer.status_code == 400
    assert "This page is out of date" in alert(answer.text)
    token = re.search(r'name="csrf_token" value="([^"]+)"', answer.text)
    assert token
    again = {**SOLO, "kind": "usual", "csrf_token": token[1]}
    assert client.post("/games", data=again).status_code == 303


def test_a_full_table_says_so_on_its_own_page(client: FlaskClient) -> None:
    game = begun(client, 8)
    answer = client.post(f"{game}/players", data={"name": "Ninth"}, headers=HTML)
    assert answer.status_code == 422
    assert "This table is full: 8 players" in alert(answer.text)
    assert f'data-page="{game}"' in answer.text


def test_what_a_taught_board_refuses_stands_in_the_form(
    client: FlaskClient, data_dir: Path
) -> None:
    picture = load_picture("new-york")
    board = replace(picture.board, id="own", name="Own", practice=False)
    save_taught(data_dir / "boards", replace(picture, board=board))
    form = {"ticket": "corlears-hook", "where": "z9"}
    answer = client.post("/teach/own/dock", data=form, headers=HTML)
    assert answer.status_code == 422
    assert "This board cannot be saved like this" in alert(answer.text)
    assert option(answer.text, "ticket") == ["corlears-hook"]


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ({"sort": "location", "where": "Z9", "kind": "red"}, "Z9"),
        ({"sort": "location", "where": "?!", "kind": "red"}, "$.places[0].where"),
        ({"sort": "location", "where": "C3", "value": 1000}, "$.places[0].value"),
        ({"sort": "crossroads", "where": "b2", "marked": {"castles": 3}}, "castles"),
    ],
)
def test_what_is_wrong_is_told_without_english(
    client: FlaskClient, london: str, place: dict[str, Any], told: str
) -> None:
    headers = {**JSON, "Accept-Language": "ru"}
    answer = client.post(f"{london}/places", json={"places": [place]}, headers=headers)
    assert answer.status_code == 422
    assert json_in(answer)["error"] == f"Так планшет не сохранить: {told}"


def test_a_file_has_to_be_chosen_again(client: FlaskClient) -> None:
    file = (BytesIO(b"no game"), "game.json")
    answer = client.post("/files", data={"file": file}, headers=HTML)
    assert answer.status_code == 422
    assert "A file has to be chosen again." in alert(answer.text)
    assert "<details open>" in answer.text


def test_a_forgotten_game_has_no_way_back(client: FlaskClient) -> None:
    answer = client.post("/game/unknown/players", data={"name": "Anna"}, headers=HTML)
    assert answer.status_code == 404
    assert 'href="/game/' not in answer.text


def test_a_mistake_inside_a_game_leads_back_to_it(client: FlaskClient, game: str) -> None:
    table = game.rpartition("/")[0]
    answer = client.get(f"{game}/corners")
    assert answer.status_code == 404
    assert f'<a class="button primary" href="{table}">Back</a>' in answer.text


@pytest.mark.parametrize(("back", "way"), [("/new", "/new"), ("//elsewhere.example", "/")])
def test_an_old_page_that_changes_the_language_leads_back(app: Flask, back: str, way: str) -> None:
    app.config["WTF_CSRF_ENABLED"] = True
    answer = app.test_client().post("/language", data={"back": back, "language": "ru"})
    assert answer.status_code == 400
    assert f'href="{way}">Back</a>' in answer.text
