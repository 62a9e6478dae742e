"""What leaves the app, and what of it comes back."""

import csv
import io
import json
from io import BytesIO
from typing import Any
from urllib.parse import parse_qs, urlparse
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from tests.web.test_table import TURNS, begin, draw, rate, set_goals, table


@pytest.fixture
def played(client: FlaskClient, example: dict[str, Any]) -> str:
    """A finished game of two."""
    game = begin(client, "=Anna", "Боря", mode="full")
    rate(client, game, example["setup"]["ratings"])
    draw(client, f"{game}/1", example["marks"])
    draw(client, f"{game}/2", {**example["marks"], "sections": ["a0-b0", "b0-b1"]})
    set_goals(client, game, TURNS)
    return game


def test_a_game_comes_back_from_its_file_as_it_was(client: FlaskClient, played: str) -> None:
    data = client.get(f"{played}/game.json").data
    answer = client.post("/files", data={"file": (BytesIO(data), "game.json")})
    again = answer.headers["Location"]
    assert again != played
    before, after = table(client, played), table(client, again)
    for key in ("setup", "mode", "places", "kind"):
        assert after[key] == before[key]
    for one, other in zip(before["players"], after["players"], strict=True):
        for key in ("name", "total", "lines", "length", "goals"):
            assert other[key] == one[key]
    assert client.get(f"{again}/game.json").json == json.loads(data)


def colours(client: FlaskClient, game: str) -> list[str]:
    return [one["colour"] for one in table(client, game)["players"]]


def opened_again(client: FlaskClient, content: dict[str, Any]) -> str:
    file = (BytesIO(json.dumps(content).encode()), "game.json")
    return client.post("/files", data={"file": file}).headers["Location"]


def test_colours_come_back_from_the_file(client: FlaskClient, played: str) -> None:
    client.post(f"{played}/players/1", data={"name": "Anna", "colour": "black"})
    content = client.get(f"{played}/game.json").json
    assert [one["colour"] for one in content["players"]] == ["black", "sky"]
    assert colours(client, opened_again(client, content)) == ["black", "sky"]


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        pytest.param([None, None], ["orange", "sky"], id="a file from before colours"),
        pytest.param([None, "green"], ["orange", "green"], id="one left out"),
        pytest.param([None, "orange"], ["sky", "orange"], id="its own is taken"),
        pytest.param(["blue", "blue"], ["blue", "blue"], id="both the same by choice"),
    ],
)
def test_who_has_no_colour_in_the_file_gets_one(
    client: FlaskClient, played: str, given: list[str | None], shown: list[str]
) -> None:
    content = client.get(f"{played}/game.json").json
    for player, colour in zip(content["players"], given, strict=True):
        del player["colour"]
        player |= {"colour": colour} if colour else {}
    assert colours(client, opened_again(client, content)) == shown


@pytest.mark.parametrize("language", ["en", "ru", "ja"])
def test_a_colour_that_nobody_has_is_refused_with_its_place(
    client: FlaskClient, played: str, language: str
) -> None:
    content = client.get(f"{played}/game.json").json
    content["players"][1]["colour"] = "pink"
    file = (BytesIO(json.dumps(content).encode()), "game.json")
    headers = {"Accept": "application/json", "Accept-Language": language}
    answer = client.post("/files", data={"file": file}, headers=headers)
    assert answer.status_code == 422
    assert "$.players[1].colour" in answer.json["error"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"players": []}, "a game has 1 to"),
        ({"players": 7}, "$.players"),
        ({"city": "atlantis"}, "unknown city"),
        ({"mode": "team"}, "a team game has 4"),
    ],
)
def test_a_file_that_is_no_game_is_refused_in_words(
    client: FlaskClient, played: str, change: dict[str, Any], words: str
) -> None:
    content = {**client.get(f"{played}/game.json").json, **change}
    file = (BytesIO(json.dumps(content).encode()), "game.json")
    headers = {"Accept": "application/json"}
    answer = client.post("/files", data={"file": file}, headers=headers)
    assert answer.status_code == 422
    assert words in answer.json["error"]


def test_no_cell_of_the_table_is_a_formula(client: FlaskClient, played: str) -> None:
    answer = client.get(f"{played}/table.csv")
    assert answer.mimetype == "text/csv"
    rows = list(csv.reader(io.StringIO(answer.text.removeprefix("\ufeff"))))
    assert rows[0] == ["Step", "'=Anna", "Боря"]
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row)
    figures = {row[0]: row[1:] for row in rows}
    totals = [str(one["total"]) for one in table(client, played)["players"]]
    assert figures["Total"] == totals


def test_the_sheet_is_a_pdf(client: FlaskClient, played: str) -> None:
    answer = client.get(f"{played}/sheet.pdf", headers={"Accept-Language": "ja"})
    assert answer.data.startswith(b"%PDF-")


def test_a_board_is_a_picture_without_script(client: FlaskClient, played: str) -> None:
    client.post(f"{played}/players/1", data={"name": "<script>x</script>"})
    answer = client.get(f"{played}/1/board.svg")
    root = ElementTree.fromstring(answer.text)
    assert root.tag.endswith("svg")
    assert not [node for node in root.iter() if node.tag.endswith("script")]
    assert "http" not in answer.text.replace("http://www.w3.org/", "")


def test_bg_stats_gets_names_scores_and_the_winner(client: FlaskClient, played: str) -> None:
    page = client.get(played).text
    start = page.index("https://app.bgstatsapp.com/")
    link = page[start : page.index('"', start)]
    data = json.loads(parse_qs(urlparse(link).query)["data"][0])
    first, second = table(client, played)["players"]
    assert [(one["name"], one["score"], one["winner"]) for one in data["players"]] == [
        ("=Anna", str(first["total"]), True),
        ("Боря", str(second["total"]), False),
    ]
    assert data["game"]["name"] == "En Route"
