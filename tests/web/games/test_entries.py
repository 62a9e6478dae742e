"""Values entered one by one: each goes to its place, or is refused with it."""

import random
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorer.store.games import GameStore
from scorer.web.serving.words import text_in
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


def test_what_another_phone_entered_meanwhile_is_not_overwritten(
    client: FlaskClient, game: str
) -> None:
    """One phone was offline with 1, the other one has 9 and 40 since."""
    entry: dict[str, Any] = {"seat": 2, "field": "slots"}
    enter(client, game, {**entry, "value": [9]}, {"seat": 2, "field": "card_points", "value": 40})
    late = [
        {**entry, "was": None, "value": [1]},
        {"seat": 2, "field": "bonuses", "was": None, "value": [3]},
        {"seat": 1, "field": "figures", "where": 0, "was": None, "value": 4},
        {"field": "minimums", "where": 1, "was": 2, "value": 3},
    ]
    answer = client.post(f"{game}/edits", json={"edits": late})
    assert answer.status_code == 409
    found = json_in(answer)
    assert found["clashes"] == [
        {"seat": 2, "field": "slots", "where": None},
        {"seat": None, "field": "minimums", "where": 1},
    ]
    # Nothing is kept in part.
    assert found["table"] == json_at(client, f"{game}/table")
    own = found["table"]["state"]["players"]["2"]
    assert [own["slots"], own["bonuses"], own["card_points"]] == [[9], None, 40]
    late[0]["was"], late[3]["was"] = [9], 1
    own = enter(client, game, *late)["state"]["players"]["2"]
    assert [own["slots"], own["bonuses"], own["card_points"]] == [[1], [3], 40]


def test_entries_that_arrive_twice_clash_with_nothing(client: FlaskClient, game: str) -> None:
    """The answer to the first one was lost; it comes again with what was typed since."""
    entry: dict[str, Any] = {"seat": 1, "field": "tokens"}
    first = {**entry, "was": None, "value": 1}
    enter(client, game, first)
    both = (first, {**entry, "was": 1, "value": 12})
    for _ in range(2):
        assert enter(client, game, *both)["state"]["players"]["1"]["tokens"] == 12
    # Another phone entered the same.
    enter(client, game, {**entry, "was": 5, "value": 12})


def test_a_whole_field_may_follow_a_place_in_it(client: FlaskClient, game: str) -> None:
    """One card goes and another book comes before the server hears of either."""
    cards = {str(n): {"number": n, "points": 5, "kind": "city"} for n in (16, 20, 38)}
    enter(client, game, {"field": "book", "value": cards})
    rest = {key: cards[key] for key in ("20", "38")}
    told: list[dict[str, Any]] = [
        {"field": "book", "where": "16", "was": cards["16"], "value": None},
        {"field": "book", "was": rest, "value": {"20": cards["20"]}},
    ]
    for _ in range(2):
        assert enter(client, game, *told)["state"]["shared"]["book"] == {"20": cards["20"]}
    # Another phone changed a card that the new book has not.
    other = {**rest, "38": {**cards["38"], "points": 6}}
    enter(client, game, {"field": "book", "value": {**other, "16": cards["16"]}})
    clash = json_in(client.post(f"{game}/edits", json={"edits": told}))["clashes"]
    assert clash == [{"seat": None, "field": "book", "where": None}]


def test_a_key_comes_and_goes(client: FlaskClient, game: str) -> None:
    card = {"number": 38, "points": 5, "kind": "city"}
    entry: dict[str, Any] = {"field": "book", "where": "38"}
    assert enter(client, game, {**entry, "value": card})["state"]["shared"]["book"] == {"38": card}
    assert enter(client, game, {**entry, "value": None})["state"]["shared"]["book"] == {}


@pytest.mark.parametrize(
    ("entry", "place"),
    [
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


def test_an_entry_for_a_player_who_was_removed_says_so(
    client: FlaskClient, games: GameStore, game: str
) -> None:
    games.remove_player(game.split("/")[-1], 2)
    edits = [{"seat": 2, "field": "tokens", "value": 1}]
    headers = {"Accept": "application/json"}
    answer = client.post(f"{game}/edits", json={"edits": edits}, headers=headers)
    assert answer.status_code == 404
    assert json_in(answer)["error"] == text_in("en", "error.no-player")


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


FIELDS = (
    "numbers", "cards", "card_points", "tokens", "four_a_token", "reserve", "slots", "bonuses",
    "figures", "minimums", "regions", "book", "checked", "name", "",
)  # fmt: skip


def some_value(rng: random.Random, depth: int = 0) -> Any:
    """Return JSON of any kind, often of a kind that a game holds."""
    plain: list[Any] = [
        None, True, 0, 3, -1, 7, 10**30, 1.5, "", "North", "city", "x" * 50,
        {"number": 3, "points": 2, "kind": "city", "region": "North"},
        {"kind": "city", "points": 4, "holds": 3}, {"lens": 2},
    ]  # fmt: skip
    if depth > 2 or rng.random() < 0.6:
        return rng.choice(plain)
    inner = [some_value(rng, depth + 1) for _ in range(rng.randint(0, 4))]
    return inner if rng.random() < 0.6 else {str(i): one for i, one in enumerate(inner)}


@pytest.mark.slow
def test_whatever_is_sent_is_taken_or_refused_and_the_game_goes_on(
    client: FlaskClient, game: str
) -> None:
    rng = random.Random(28)
    answers = set()
    for _ in range(200):
        entries = [
            {
                "field": rng.choice(FIELDS),
                "value": some_value(rng),
                "seat": rng.choice([None, 1, 2, 3, "1"]),
                "where": rng.choice([None, None, 0, 2, 5, -1, "3", "x"]),
            }
            for _ in range(rng.choice([1, 1, 1, 2]))
        ]
        answer = client.post(f"{game}/edits", json={"edits": entries})
        answers.add(answer.status_code)
        assert answer.status_code in (200, 404, 422), entries
    assert answers == {200, 404, 422}
    for path in ("", "/table", "/table.csv", "/sheet.pdf", "/game.json"):
        assert client.get(f"{game}{path}").status_code == 200
