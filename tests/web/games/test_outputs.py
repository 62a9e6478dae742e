"""No total of a game of another box leaves the app without its status: every address is asked."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorer.store.games import GameStore
from tests.support.client import table
from tests.support.innsmouthpages import WHOLE, board_entries, own_entry, shared_entries
from tests.support.phototour import begin, diary_entries, enter
from tests.support.tickettoride import begin as begin_ride
from tests.support.tickettoride import game_entries
from tests.web.test_totals import ANSWERED, LAST, NOT_ASKED, has_total, text_of

SHOWS_TOTALS = {"table.table", "table.edit", "share.table_file", "share.sheet_file", "share.stats"}
STATUS = {"en": "To check (1)", "ru": "Проверить: 1", "ja": "要確認（1）"}

# Of totals that wait for whoever joined while the addresses were asked.
WAITING = {"en": "Incomplete", "ru": "Неполно", "ja": "未完成"}

# 107 as in the walk over a game of En Route: no other number of a page is this one.
TOTAL = 107


def phototour(client: FlaskClient) -> str:
    """All is said, and one thing cannot be: Anna has 107 points."""
    game = begin(client, "Anna", "Boris", "Chen")
    wrong = {"seat": 3, "field": "reserve", "value": 4}
    more = {"seat": 1, "field": "card_points", "value": 31 + TOTAL - 75}
    enter(client, game, *diary_entries(), wrong, more)
    return game


def innsmouth(client: FlaskClient) -> str:
    """The Boatman's 16 + 7 + 10 and a goal card's 74; six sections are fewer than a game draws."""
    game = client.post("/games/innsmouth", data={"name1": "Anna"}).headers["Location"]
    goal = {"measure": "length", "tiers": [{"threshold": 4, "points": TOTAL - 33}]}
    done = {"stopped": True, "dice": [6]}
    enter(client, game, *shared_entries(), {"field": "goals", "where": 0, "value": goal},
          *board_entries(1, "boatman"), own_entry(1, "route", WHOLE),
          own_entry(1, "check", done))  # fmt: skip
    return game


def ticket_to_ride(client: FlaskClient) -> str:
    """Anna's routes 19, a ticket of 4 that fails, and 23 flags, of which one is possible: 107."""
    game = begin_ride(client, "Anna", "Boris")
    wrong = {"seat": 1, "field": "flags", "value": (TOTAL - 19 + 4) // 4}
    failed = {"seat": 1, "field": "tickets", "value": ["mill_bridge-carousel"]}
    enter(client, game, *game_entries(), wrong, failed)
    return game


# Chances of totals before a check, and millimetres of a map, which are nobody's total.
CHANCES = {"innsmouth.routes", "maps.drawing"}
# What is entered while the addresses are asked, which changes no total.
ENTRIES = {
    "phototour": {"seat": 2, "field": "reserve", "value": 1},
    "innsmouth": {"seat": 1, "field": "ringed_name", "value": False},
    "ticket-to-ride": {"seat": 2, "field": "flags", "value": 0},
}


@pytest.mark.slow
@pytest.mark.parametrize("begun", [phototour, innsmouth, ticket_to_ride])
@pytest.mark.parametrize(("looking", "language"), [(False, "ru"), (False, "ja"), (True, "en")])
def test_no_total_stands_without_its_status_and_no_address_fails(
    app: Flask,
    client: FlaskClient,
    games: GameStore,
    begun: Callable[[FlaskClient], str],
    looking: bool,
    language: str,
) -> None:
    game, box = begun(client), begun.__name__.replace("_", "-")
    found = table(client, game)
    assert found["result"]["players"][0]["total"] == TOTAL
    assert found["status"]["kind"] == "to-check"
    client.set_cookie("language", language)
    key = game.removeprefix("/game/")
    key = games.load(key).view_key if looking else key
    named: dict[str, Any] = {"key": key, "seat": 1, "reading": 1, "language": language}
    named |= {"box_id": box, "what": "town"}
    rules = [
        rule for rule in app.url_map.iter_rules() if rule.endpoint not in {*NOT_ASKED, *CHANCES}
    ]
    shown = set()
    for rule in sorted(rules, key=lambda one: one.endpoint in LAST):
        built = rule.build({name: named.get(name, "first-city") for name in rule.arguments})
        assert built, rule
        body = {"edits": [ENTRIES[box]]} if rule.endpoint == "table.edit" else None
        asked = client.get if "GET" in (rule.methods or ()) else client.post
        answer = asked(built[1], json=body) if body else asked(built[1])
        assert answer.status_code < 500, (rule, answer.text)
        text = text_of(answer)
        if answer.status_code in ANSWERED and has_total(text):
            shown.add(rule.endpoint)
            if answer.is_json:
                assert (answer.json or {})["status"]["kind"] == "to-check"
            else:
                assert STATUS[language] in text or WAITING[language] in text, rule
    assert shown == SHOWS_TOTALS - ({"table.edit"} if looking else set())


def test_photos_have_no_place_in_such_a_game(client: FlaskClient) -> None:
    game = phototour(client)
    for path in ("1", "1/state", "1/board.json", "1/board.svg", "1/corners"):
        assert client.get(f"{game}/{path}").status_code == 404, path
