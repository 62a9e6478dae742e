"""No total leaves the app without its status: every address is asked, on a game not yet final."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

import pypdfium2
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from scorer.store.games import (
    GameStore,
    NewPicture,
    NewPlayer,
    PictureInfo,
    Source,
    StoredReading,
)
from tests.support.client import declare, json_at, rate, stats_of, table

DOUBTS: list[dict[str, Any]] = [
    {"kind": "cafe", "where": "g3", "read": "none", "alternatives": ["visited"]},
    {"kind": "section", "where": "a0-b0", "read": False, "alternatives": [True]},
]
# The worked example with the tower at 12: no other number of it, nor of the art's, is this one;
# a key may hold these three figures between letters.
TOTAL = 107
STANDS = re.compile(rf"(?<![\dA-Za-z_.-]){TOTAL}(?!\.?\d|[A-Za-z_-])")
STATUS = {"en": "To check (2)", "ru": "Проверить: 2", "ja": "要確認（2）"}
# What does not answer at once with a page or a file of its own.
NOT_ASKED = {
    "static": "the scripts and styles: no game is in them",
    "table.events": "a stream that tells stamps and never ends",
    "board.board_events": "a stream that tells stamps and never ends",
    "upload.from_photo": "a photo: answered with the address of a job",
    "upload.for_board": "a photo: answered with the address of a job",
    "upload.from_sample": "a photo: answered with the address of a job",
    "corners.set_corners": "a photo: answered with the address of a job",
    "teach.teach": "a photo: answered with the address of a job",
    "jobs.status": "how far a photo is, and where it led",
    "jobs.cancel": "how far a photo is",
}
# Asked last: these take the game away.
LAST = ("table.delete", "table.change_player")
# A page, a file, or an address that another app is called with.
ANSWERED = (200, 303)
SHOWS_TOTALS = {
    "table.table", "table.edit", "board.board_scene", "board.board_state",
    "board.edit", "understand.routes", "understand.own", "understand.dispute",
    "share.board_image", "share.table_file", "share.sheet_file", "share.stats",
}  # fmt: skip


@pytest.fixture
def unfinished(client: FlaskClient, games: GameStore, example: dict[str, Any]) -> str:
    """A game of two: Anna's photo was read with two doubts, Boris taps his board in."""
    marks, setup = example["marks"], example["setup"]
    players = [NewPlayer(marks, "Anna", "orange", Source.PHOTO), NewPlayer(marks, "Boris", "sky")]
    key = games.create("first-city", "first-city", setup, players, single=False)
    doubts = [one | {"confidence": 0.6, "reason": "faint"} for one in DOUBTS]
    reading = StoredReading(0, marks, doubts, [[0, 0], [9, 0], [9, 9], [0, 9]], {})
    picture = NewPicture(PictureInfo(9, 9, {"origin_mm": [0, 0], "px_per_mm": 6.0}), b"jpeg")
    games.put_photo(key, 1, NewPicture(PictureInfo(9, 9), b"jpeg"), Source.PHOTO)
    games.add_reading(key, 1, games.load(key).player(1).version, reading, marks, picture)
    game = f"/game/{key}"
    rate(client, game, {"tv-tower": 12})
    declare(client, f"{game}/2")
    assert [one["total"] for one in table(client, game)["players"]] == [TOTAL, TOTAL]
    return game


def bodies(client: FlaskClient, game: str) -> dict[str, Any]:
    """What is sent to the addresses that answer with JSON, if it is not nothing."""
    rating = {"kind": "rating", "where": "school", "value": 8}
    return {
        "table.edit": {"edits": [rating]},
        "board.edit": {"version": json_at(client, f"{game}/1/state")["version"], "edits": [rating]},
        "understand.own": {"stops": ["a4", "a5", "a6"]},
        "understand.dispute": {"lines": {"red": 11}, "total": 106},
    }


def text_of(answer: TestResponse) -> str:
    """Return what a person or a program reads in *answer*, whatever it is packed in."""
    if answer.mimetype == "application/pdf":
        pages = pypdfium2.PdfDocument(answer.data)
        return " ".join(page.get_textpage().get_text_range() for page in pages)
    # What leads elsewhere hands over what its address says.
    return unquote(answer.data.decode("utf-8", "replace") + answer.headers.get("Location", ""))


def has_total(text: str) -> bool:
    return bool(STANDS.search(text))


def has_status(answer: TestResponse, language: str) -> bool:
    """Whether *answer* says in words, or as data at its top, how sure the total is."""
    if not answer.is_json:
        return STATUS[language] in text_of(answer)
    data: Any = answer.json
    return bool(data.get("state", data)["status"]["kind"] == "to-check")


@pytest.fixture
def ask(client: FlaskClient, games: GameStore, unfinished: str) -> Callable[..., TestResponse]:
    """Ask an address of the game as somebody who plays, or only looks on."""
    key = unfinished.removeprefix("/game/")
    view = games.load(key).view_key

    def answer(rule: Rule, *, looking: bool, language: str = "en") -> TestResponse:
        client.set_cookie("language", language)
        named = {"key": view if looking else key, "seat": 1, "reading": 1, "language": language}
        values = {name: named.get(name, "first-city") for name in rule.arguments}
        built = rule.build(values)
        assert built, rule
        if "GET" in (rule.methods or ()):
            return client.get(built[1])
        body = bodies(client, unfinished).get(rule.endpoint)
        return client.post(built[1], json=body) if body else client.post(built[1])

    return answer


@pytest.mark.parametrize(("looking", "language"), [(False, "ru"), (False, "ja"), (True, "en")])
def test_no_total_stands_without_its_status(
    app: Flask, ask: Callable[..., TestResponse], looking: bool, language: str
) -> None:
    rules = [rule for rule in app.url_map.iter_rules() if rule.endpoint not in NOT_ASKED]
    shown = set()
    for rule in sorted(rules, key=lambda one: one.endpoint in LAST):
        answer = ask(rule, looking=looking, language=language)
        if answer.status_code in ANSWERED and has_total(text_of(answer)):
            shown.add(rule.endpoint)
            assert has_status(answer, language), rule
    # Those who look on change nothing, so that no edit answers them.
    edits = {"table.edit", "board.edit"}
    assert shown == (SHOWS_TOTALS - edits if looking else SHOWS_TOTALS)


def test_a_total_without_a_status_is_noticed() -> None:
    bare = TestResponse(iter([b"Total 107"]), "200 OK", [("Content-Type", "text/html")], None)  # type: ignore[arg-type]
    assert has_total(text_of(bare))
    assert not has_status(bare, "en")
    assert not has_total("<path d='M107.5 3 1107'/>")


def test_every_address_that_is_not_asked_is_still_there(app: Flask) -> None:
    known = {rule.endpoint for rule in app.url_map.iter_rules()}
    assert set(NOT_ASKED) | SHOWS_TOTALS | set(LAST) <= known


def test_files_tell_how_far_people_have_looked(client: FlaskClient, unfinished: str) -> None:
    """They hold no totals: what opens them works these out, and their status with them."""
    assert json_at(client, f"{unfinished}/1/board.json")["to_check"] == 2
    assert json_at(client, f"{unfinished}/2/board.json")["checked"] is True
    players = json_at(client, f"{unfinished}/game.json")["players"]
    assert [(one.get("to_check", 0), one.get("checked")) for one in players] == [
        (2, None), (0, True),
    ]  # fmt: skip


def test_nobody_has_won_before_all_is_final(client: FlaskClient, unfinished: str) -> None:
    def told() -> tuple[list[bool], str]:
        data = stats_of(client, unfinished)
        pdf = text_of(client.get(f"{unfinished}/sheet.pdf"))
        return [one["winner"] for one in data["players"]], pdf

    won, pdf = told()
    assert won == [False, False]
    assert "Ahead so far: Anna, Boris. Still open: Anna – 2 to check." in pdf
    assert "Winner" not in pdf
    declare(client, f"{unfinished}/1")
    won, pdf = told()
    assert won == [True, True]
    assert "Winners: Anna, Boris (shared)" in pdf
    assert "Ahead" not in pdf
