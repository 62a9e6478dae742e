"""No total of a game of another box leaves the app without its status: every address is asked."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorer.store.games import GameStore
from tests.support.phototour import begin, diary_entries, enter
from tests.web.test_totals import LAST, NOT_ASKED, has_total, text_of

SHOWS_TOTALS = {"table.page", "table.table", "table.edit", "share.table_file", "share.sheet_file"}
STATUS = {"en": "To check (1)", "ru": "Проверить (1)", "ja": "要確認（1）"}


@pytest.fixture
def unfinished(client: FlaskClient) -> str:
    """A game in which all is said, and one thing cannot be: Anna has 107 points."""
    game = begin(client, "Anna", "Boris", "Chen")
    wrong = {"seat": 3, "field": "reserve", "value": 4}
    # 107 as in the walk over a game of En Route: no other number of a page is this one.
    more = {"seat": 1, "field": "card_points", "value": 31 + 107 - 75}
    table = enter(client, game, *diary_entries(), wrong, more)
    assert table["result"]["players"][0]["total"] == 107
    assert table["status"]["kind"] == "to-check"
    return game


@pytest.mark.slow
@pytest.mark.parametrize(
    ("looking", "language"), [(False, "en"), (False, "ru"), (False, "ja"), (True, "en")]
)
def test_no_total_stands_without_its_status_and_no_address_fails(
    app: Flask, client: FlaskClient, games: GameStore, unfinished: str, looking: bool, language: str
) -> None:
    client.set_cookie("language", language)
    key = unfinished.removeprefix("/game/")
    key = games.load(key).view_key if looking else key
    named: dict[str, Any] = {"key": key, "seat": 1, "reading": 1, "language": language}
    named["box_id"] = "phototour"
    rules = [rule for rule in app.url_map.iter_rules() if rule.endpoint not in NOT_ASKED]
    shown = set()
    for rule in sorted(rules, key=lambda one: one.endpoint in LAST):
        built = rule.build({name: named.get(name, "first-city") for name in rule.arguments})
        assert built, rule
        entry = {"seat": 2, "field": "reserve", "value": 1}
        body = {"edits": [entry]} if rule.endpoint == "table.edit" else None
        asked = client.get if "GET" in (rule.methods or ()) else client.post
        answer = asked(built[1], json=body) if body else asked(built[1])
        assert answer.status_code < 500, (rule, answer.text)
        text = text_of(answer)
        if answer.status_code == 200 and has_total(text):
            shown.add(rule.endpoint)
            if answer.is_json:
                assert (answer.json or {})["status"]["kind"] == "to-check"
            else:
                assert STATUS[language] in text, rule
    assert shown == SHOWS_TOTALS - ({"table.edit"} if looking else set())


def test_photos_have_no_place_in_such_a_game(client: FlaskClient, unfinished: str) -> None:
    for path in ("1", "1/state", "1/board.json", "1/board.svg", "1/corners"):
        assert client.get(f"{unfinished}/{path}").status_code == 404, path
