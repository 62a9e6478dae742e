"""Requests that no page sends: each is refused in words, at once, and leaves nothing behind."""

import resource
from time import perf_counter
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.support.client import begin, table

# On a busy machine; alone each takes some milliseconds.
MOST_S = 2.0
MOST_MB = 150

HUGE = 2**63
DEEP = b"[" * 100_000
EDIT = {"kind": "section", "where": "a0-b0", "value": True}
CHALLENGE = {"kind": "challenge", "where": "", "value": {"points": 1, "goals": 0}}
GOAL = {"measure": "turns", "direction": "at-least", "threshold": 1, "reached": 4, "won": 8}


def edits(**changes: Any) -> dict[str, Any]:
    return {"json": {"version": 2, "edits": [EDIT | changes]}}


def goal(**changes: Any) -> dict[str, Any]:
    return edits(kind="goals", where="", value=[GOAL | changes])


def challenge(**changes: Any) -> dict[str, Any]:
    return edits(kind="challenge", where="", value={"points": 1, "goals": 0} | changes)


# What is sent to a board's edits; all are refused with 409 or 422.
EDITS: dict[str, dict[str, Any]] = {
    "nothing": {"data": b""},
    "no JSON": {"data": b"{"},
    "no UTF-8": {"data": b"\xff\xfe{}"},
    "nested deeply": {"data": DEEP},
    "nested deeply in an edit": {"data": b'{"version":2,"edits":' + DEEP},
    "no edits": {"json": {"version": 2, "edits": []}},
    "301 edits": {"json": {"version": 2, "edits": [EDIT] * 301}},
    "another key": {"json": {"version": 2, "edits": [EDIT], "more": 1}},
    "a version of 2^63": {"json": {"version": HUGE, "edits": [EDIT]}},
    "a version of 2^64": {"json": {"version": 2**64, "edits": [EDIT]}},
    "a negative version": {"json": {"version": -1, "edits": [EDIT]}},
    "a version of words": {"json": {"version": "2; DROP TABLE game", "edits": [EDIT]}},
    "no kind": edits(kind=None),
    "an unknown kind": edits(kind="__class__"),
    "no road": edits(where="a0-z9"),
    "a road of 10,000 letters": edits(where="a" * 10_000),
    "a road of zero bytes": edits(where="\0" * 20),
    "a road with a line end": edits(where="a0-b0\n"),
    "a road in full-width digits": edits(where="a０-b０"),
    "a road in Arabic digits": edits(where="a٠-b٠"),
    "a road of a surrogate": {
        "data": b'{"version":2,"edits":[{"kind":"section","where":"\\ud800"}]}'
    },
    "a section in a colour": edits(value="purple"),
    "a section of a number": edits(value=1),
    "a section of a list": edits(value=[True]),
    "a million tourists": edits(kind="tourists", where="B2", value={"circle": 1_000_000}),
    "minus one tourist": edits(kind="tourists", where="B2", value={"circle": -1}),
    "half a tourist": edits(kind="tourists", where="B2", value={"circle": 0.5}),
    "2^63 tourists": edits(kind="tourists", where="B2", value={"circle": HUGE}),
    "tourists of no kind": edits(kind="tourists", where="B2", value={"star": 1}),
    "tourists nowhere": edits(kind="tourists", where="Z99", value={"circle": 1}),
    "tourists off the board": edits(kind="tourists", where="B-2", value={"circle": 1}),
    "a café nowhere": edits(kind="cafe", where="g7", value="visited"),
    "a café where none is": edits(kind="cafe", where="b2", value="visited"),
    "a café of another mark": edits(kind="cafe", where="e6", value="eaten"),
    "a task off the map": edits(kind="task", where="z9", value=True),
    "a ticket of a city without any": edits(kind="ticket", where="x", value=True),
    "a café area without one": edits(kind="cafe-area", where="x", value="used"),
    "a rating of nothing": edits(kind="rating", where="nothing", value=4),
    "a rating of 2^63": edits(kind="rating", where="school", value=HUGE),
    "a rating below zero": edits(kind="rating", where="school", value=-4),
    "a rating off its track": edits(kind="rating", where="school", value=5),
    "a mode that is none": edits(kind="mode", where="", value="impossible"),
    "ten goal cards": edits(kind="goals", where="", value=[GOAL] * 10),
    "a goal of no measure": goal(measure="beauty"),
    "a goal of 2^63": goal(threshold=HUGE),
    "a goal of minus one": goal(threshold=-1),
    "a goal worth 2^63": goal(won=HUGE),
    "a goal of no direction": goal(direction="sideways"),
    "a goal about no place": goal(measure="sections-around", places=["Z9"]),
    "a challenge of 2^63 PP": challenge(points=HUGE),
    "a challenge of 2^64 PP": challenge(points=2**64),
    "a challenge of no level": challenge(points=None, level="no such level"),
    "a challenge of ten goals": challenge(goals=10),
    "a challenge of minus one goal": challenge(goals=-1),
    "ten tours": edits(kind="tours", where="", value=["x"] * 10),
    "a tour of no city": edits(kind="tours", where="", value=["x"]),
    "fewer tours where there are none": edits(kind="fewer-tours", where="", value=True),
    "a diversity table of 21": edits(kind="diversity", where="", value=[1] * 21),
    "a diversity of 1,000 PP": edits(kind="diversity", where="", value=[1000]),
    "ten balance cards": edits(kind="balance", where="", value=10),
    "minus one balance card": edits(kind="balance", where="", value=-1),
}

# Addresses that nobody gave out: method, path and what is sent; all are refused with 4xx.
OTHERS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "a key of dots": ("GET", "/game/..%2f..%2fetc/1", {}),
    "a key of SQL": ("GET", "/game/' OR 1=1 --/1", {}),
    "a key of 10,000 letters": ("GET", f"/game/{'x' * 10_000}/1", {}),
    "a key of zero bytes": ("GET", "/game/%00/1", {}),
    "a seat of 2^63": ("GET", "{game}/9223372036854775808", {}),
    "a seat of 2^64": ("GET", "{game}/18446744073709551616/state", {}),
    "a seat of minus one": ("GET", "{game}/-1/state", {}),
    "seat zero": ("GET", "{game}/0/state", {}),
    "a picture of no reading": ("GET", "{game}/1/rectified-99999999999999999999.jpg", {}),
    "a photo of nobody": ("GET", "{game}/9/photo.jpg", {}),
    "a job that is none": ("GET", "/jobs/..%2f", {}),
    "a job with a path": ("GET", "/jobs/x?seen=y", {}),
    "a board with a path": ("GET", "/boards/..%2f..%2fsecret.key/art", {}),
    "a board of dots": ("POST", "/boards", {"data": {"board": "../../secret.key"}}),
    "a board of zero bytes": ("POST", "/boards", {"data": {"board": "first-city\0"}}),
    "a taught board of dots": ("GET", "/teach/..%2f..", {}),
    "a static file outside": ("GET", "/static/..%2fscorer%2fcli.py", {}),
    "words of no language": ("GET", "/words/..%2fen.js", {}),
    "corners of nothing": ("POST", "{game}/1/corners", {"data": b"NaN"}),
    "21 fields": ("POST", "/boards", {"data": {f"field{i}": "x" for i in range(21)}}),
    "a form of 2 MB": ("POST", "/boards", {"data": b"x" * 2_000_000}),
    "a file of nothing": ("POST", "/files", {"data": {"file": ""}}),
    "a method of its own": ("BREW", "/", {}),
    "deletion by another method": ("PUT", "{game}/delete", {}),
    "a route of 401 stops": ("POST", "{game}/1/own", {"json": {"stops": ["a0"] * 401}}),
    "a route off the map": ("POST", "{game}/1/own", {"json": {"stops": ["a0", "z9"]}}),
    "a route over nothing drawn": ("POST", "{game}/1/own", {"json": {"stops": ["a0", "b0"]}}),
    "a sheet of 2^63": ("POST", "{game}/1/dispute", {"json": {"lines": {"red": HUGE}}}),
    "a sheet of 31 lines": (
        "POST", "{game}/1/dispute", {"json": {"lines": {f"line{i}": 1 for i in range(31)}}},
    ),
    "a player beyond eight": ("POST", "{full}/players", {"data": {"name": "Nine"}}),
    "a player who is not there": ("POST", "{game}/players/99", {"data": {"name": "x"}}),
    "the key of nobody's board": ("GET", "/teach/first-city?owner=x", {}),
    "rematch with a key for looking": ("POST", "/game/nothing/rematch", {}),
    "a job of nobody cancelled": ("POST", "/jobs/nothing/cancel", {}),
    "undo of nothing": ("POST", "{game}/1/which/undo", {}),
    "all the same of nothing": ("POST", "{game}/1/which/all-the-same", {}),
    "teaching without a photo": ("POST", "/teach", {"data": {"city": "cairo", "name": "x"}}),
    "a photo without a photo": ("POST", "/photos", {"data": {"board": "first-city"}}),
    "a table's edit of marks": ("POST", "{game}/edits", {"json": {"edits": [EDIT]}}),
    "a table's edit of 2^64": (
        "POST", "{game}/edits",
        {"json": {"edits": [CHALLENGE | {"value": {"points": 2**64, "goals": 0}}]}},
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def places(app: Flask) -> dict[str, str]:
    """A game with one player, and one that is full."""
    client = app.test_client()
    full = begin(client, "Anna")
    for number in range(7):
        client.post(f"{full}/players", data={"name": f"Guest {number}"})
    return {"game": begin(client, "Anna"), "full": full}


def refused(client: FlaskClient, method: str, path: str, sent: dict[str, Any]) -> int:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begun = perf_counter()
    answer = client.open(path, method=method, **sent)
    took = perf_counter() - begun
    assert took < MOST_S
    assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1000 < MOST_MB
    assert "Traceback" not in answer.text
    return answer.status_code


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_that_no_page_sends_is_refused(
    client: FlaskClient, places: dict[str, str], name: str
) -> None:
    board = f"{places['game']}/1"
    before = client.get(f"{board}/state").json
    assert refused(client, "POST", f"{board}/edits", EDITS[name]) in (409, 422)
    assert client.get(f"{board}/state").json == before


@pytest.mark.parametrize("name", OTHERS)
def test_a_request_that_no_page_sends_is_refused(
    client: FlaskClient, places: dict[str, str], name: str
) -> None:
    method, path, sent = OTHERS[name]
    before = table(client, places["game"])
    status = refused(client, method, path.format(**places), sent)
    assert 400 <= status < 500
    assert table(client, places["game"]) == before
