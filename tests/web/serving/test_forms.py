"""A refused form comes back on its own page, as it was typed."""

import re
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorer.resources import folder
from scorer.vision.picture import load_picture
from scorer.vision.taught import save_taught
from scorer.web.forms import PAGES
from tests.web.conftest import JSON

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
    assert len(named) > 15
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
    assert (answer.status_code, answer.json["error"]) == (
        422, "A solo game has one player",
    )  # fmt: skip


def test_a_page_that_came_back_can_be_asked_for_again(client: FlaskClient, london: str) -> None:
    for sent, page in (("/games", "/new"), ("/boards", "/"), (f"{london}/cafe", london)):
        answer = client.get(sent)
        assert (answer.status_code, answer.headers["Location"]) == (302, page)
    assert client.get("/language").status_code == 405
    assert client.put("/games").status_code == 405


def test_a_form_of_an_old_page_comes_back_to_be_sent_again(app: Flask) -> None:
    app.config["WTF_CSRF_ENABLED"] = True
    client = app.test_client()
    answer = client.post("/games", data={**SOLO, "kind": "usual"}, headers=HTML)
    assert answer.status_code == 400
    assert "This page has grown old" in alert(answer.text)
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


def test_what_a_taught_board_refuses_stands_in_the_form(client: FlaskClient, london: str) -> None:
    form = {"where": "Z9", "kind": "yellow", "value": "12", "name": "Clock"}
    answer = client.post(f"{london}/landmark", data=form, headers=HTML)
    assert answer.status_code == 422
    assert "This board cannot be kept so" in alert(answer.text)
    assert option(answer.text, "kind") == ["yellow"]
    assert 'value="12"' in answer.text
    assert 'value="Clock"' in answer.text


@pytest.mark.parametrize(
    ("path", "form", "told"),
    [
        ("landmark", {"where": "Z9", "kind": "red"}, "Так планшет не сохранить: Z9"),
        ("landmark", {"where": "?!", "kind": "red"}, "Так планшет не сохранить: ?!"),
        ("marked", {"group": "castles", "where": "b2"}, "Так планшет не сохранить: castles"),
    ],
)
def test_what_is_wrong_is_told_without_english(
    client: FlaskClient, london: str, path: str, form: dict[str, str], told: str
) -> None:
    answer = client.post(f"{london}/{path}", data=form, headers={**HTML, "Accept-Language": "ru"})
    assert answer.status_code == 422
    assert set(re.findall(r"Так планшет не сохранить[^<]*", answer.text)) == {told}


@pytest.mark.parametrize("value", ["1000", "-1", "six"])
def test_a_landmark_of_no_possible_value_is_refused(
    client: FlaskClient, london: str, value: str
) -> None:
    form = {"where": "C3", "kind": "yellow", "value": value}
    answer = client.post(f"{london}/landmark", data=form, headers=HTML)
    assert answer.status_code == 422
    assert value in alert(answer.text)


def test_only_the_group_that_was_meant_comes_back_open(client: FlaskClient, london: str) -> None:
    groups = re.findall(r'<details id="([\w-]+)"', client.get(london).text)
    assert groups
    form = {"group": groups[0], "where": "nowhere", "do": "keep"}
    page = client.post(f"{london}/marked", data=form, headers=HTML).text
    assert page.count('role="alert" tabindex') == 1
    assert re.findall(r'<details id="([\w-]+)" open', page) == [groups[0]]


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
