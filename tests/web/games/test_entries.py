"""Values entered one by one: each goes to its place, or is refused with it."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.client import json_at, json_in
from tests.support.phototour import begin, enter


@pytest.fixture
def game(client: FlaskClient) -> str:
    return begin(client, "Anna", "Boris")


def test_a_value_goes_to_its_player_a_shared_one_to_the_table(
    client: FlaskClient, game: str
) -> None:
    table = enter(
        client,
        game,
        {"seat": 2, "field": "tokens", "value": 5},
        {"seat": 1, "field": "figures", "where": 2, "value": 4},
        {"field": "minimums", "where": 1, "value": 3},
    )
    state = table["state"]
    assert [state["players"][seat]["tokens"] for seat in ("1", "2")] == [None, 5]
    assert state["players"]["1"]["figures"] == [None, None, 4]
    assert state["shared"]["minimums"] == [1, 3, 1]
    assert json_at(client, f"{game}/table") == table


def test_a_key_comes_and_goes(client: FlaskClient, game: str) -> None:
    card = {"number": 38, "points": 5, "kind": "city"}
    entry: dict[str, Any] = {"field": "book", "where": "38"}
    assert enter(client, game, {**entry, "value": card})["state"]["shared"]["book"] == {"38": card}
    assert enter(client, game, {**entry, "value": None})["state"]["shared"]["book"] == {}


@pytest.mark.parametrize(
    ("entry", "place"),
    [
        ({"seat": 3, "field": "tokens", "value": 1}, "$.edits[0].seat"),
        ({"seat": 1, "field": "luck", "value": 1}, "$.edits[0].field"),
        ({"field": "tokens", "value": 1}, "$.edits[0].field"),
        ({"seat": 1, "field": "figures", "where": 3, "value": 1}, "$.edits[0].where"),
        ({"seat": 1, "field": "figures", "where": "x", "value": 1}, "$.edits[0].where"),
        ({"seat": 1, "field": "tokens", "value": "many"}, "$.players[0].tokens"),
        ({"seat": 1, "field": "tokens", "value": -1}, "$.players[0].tokens"),
        ({"seat": 2, "field": "numbers", "value": [7]}, "$.players[1].numbers[0]"),
        ({"field": "minimums", "where": 0, "value": 0}, "$.contests[0].minimum"),
        ({"field": "regions", "where": 0, "value": "x" * 41}, "$.regions[0]"),
        ({"seat": 1, "field": "figures", "where": 0, "value": "x"}, "$.players[0].figures[0]"),
        ({"seat": 1, "field": "numbers", "value": [1] * 51}, "$.players[0].numbers"),
        ({"field": "minimums", "value": 5}, "$.edits[0].value"),
        ({"field": "book", "value": 5}, "$.edits[0].value"),
        ({"field": "book", "value": {"x": {}}}, "$.book.x"),
        ({"field": "book", "where": "3", "value": {"number": 4}}, "$.book.3"),
        ({"field": "book", "where": "3", "value": {"number": 3}}, "$.book[0]"),
        ({"seat": 1, "field": "figures", "value": None}, "$.edits[0].value"),
    ],
)
def test_what_cannot_be_entered_is_refused_with_its_place(
    client: FlaskClient, game: str, entry: dict[str, Any], place: str
) -> None:
    before = json_at(client, f"{game}/table")
    headers = {"Accept": "application/json"}
    answer = client.post(f"{game}/edits", json={"edits": [entry]}, headers=headers)
    assert answer.status_code == 422, answer.text
    assert place in json_in(answer)["error"]
    assert json_at(client, f"{game}/table") == before


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'{"edits": []}', b'{"edits": [{}]}'])
def test_what_is_no_entry_is_refused(client: FlaskClient, game: str, body: bytes) -> None:
    headers = {"Accept": "application/json"}
    assert client.post(f"{game}/edits", data=body, headers=headers).status_code == 422


def test_who_only_looks_on_enters_nothing(client: FlaskClient, game: str) -> None:
    page = client.get(game).text
    view = page.split('For looking only: <a href="')[1].split('"')[0]
    looked = "/game/" + view.rpartition("/")[2]
    answer = client.post(
        f"{looked}/edits", json={"edits": [{"seat": 1, "field": "tokens", "value": 1}]}
    )
    assert answer.status_code == 403
    assert json_at(client, f"{looked}/table")["editable"] is False
