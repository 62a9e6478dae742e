"""Drawings that take the search very long: they cost seconds, and keep nobody else waiting."""

import random
from collections.abc import Iterator
from time import perf_counter

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorer.rules.city.city import load_city
from scorer.web.serving.lastused import Kept
from scorer.web.views import searches
from tests.attacks.conftest import AtOnce
from tests.support.client import json_at, json_in

pytestmark = pytest.mark.slow

CAIRO = load_city("cairo").practice_board
PATIENCE_S = 0.3


def heavy(seed: int) -> list[str]:
    """48 sections of Cairo that hang together; with seed 1 the best route takes minutes."""
    rng = random.Random(seed)
    roads = sorted(str(road.id) for road in CAIRO.roads)
    drawn = {rng.choice(roads)}
    ends = {end for road in drawn for end in road.split("-")}
    while len(drawn) < 48:
        near = [one for one in roads if one not in drawn and set(one.split("-")) & ends]
        road = rng.choice(near)
        drawn.add(road)
        ends |= set(road.split("-"))
    return sorted(drawn)


def drawn(client: FlaskClient, sections: list[str]) -> str:
    """Begin a board of Cairo with *sections* and tourists everywhere; return its address."""
    board = client.post("/boards", data={"board": "cairo"}).headers["Location"]
    cells = [str(cell.location) for cell in CAIRO.cells if not cell.location.name]
    group = {"circle": 3, "square": 2}
    edits = [{"kind": "section", "where": road, "value": True} for road in sections]
    edits += [{"kind": "tourists", "where": where, "value": group} for where in cells]
    version = json_at(client, f"{board}/state")["version"]
    answer = client.post(f"{board}/edits", json={"version": version, "edits": edits})
    assert answer.status_code == 200, answer.text
    return board


@pytest.fixture(scope="module", autouse=True)
def impatient() -> Iterator[None]:
    """People wait less long than in earnest, so that the tests do too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(searches, "PATIENCE_S", PATIENCE_S)
        patch.setattr(searches, "QUEUE_S", PATIENCE_S)
        yield


@pytest.fixture(scope="module")
def board(app: Flask) -> str:
    return drawn(app.test_client(), heavy(1))


def test_what_is_found_in_time_is_shown_with_how_much_more_there_may_be(
    client: FlaskClient, board: str
) -> None:
    sheet = json_at(client, f"{board}/state")["sheet"]
    assert not sheet["optimal"]
    assert sheet["total"] > 0
    assert sheet["at_most_more"] > 0


def test_looking_again_costs_no_second_search(
    client: FlaskClient, board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = json_at(client, f"{board}/state")["sheet"]
    monkeypatch.delattr(searches, "score")
    assert json_at(client, f"{board}/state")["sheet"] == before


def test_one_address_never_has_both_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = searches.Turns()
    # Nobody here gives a turn back: whoever has to wait waits in vain.
    monkeypatch.setattr(searches, "QUEUE_S", 0.01)
    with turns.turn("192.0.2.7") as first, turns.turn("192.0.2.7") as second:
        assert (first, second) == (True, False)
        with turns.turn("192.0.2.8") as other:
            assert other
    with turns.turn("192.0.2.7") as again:
        assert again


def test_one_address_with_many_such_boards_keeps_nobody_else_waiting(
    client: FlaskClient, at_once: AtOnce[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    boards = [drawn(client, heavy(1)[: 40 + i]) for i in range(8)]
    # Searched in milliseconds; without a turn its best route is not known.
    other = drawn(client, heavy(1)[:20])
    # As after a start: nothing has been searched before.
    monkeypatch.setattr(searches, "_sheets", Kept(1))

    def look(phone: FlaskClient, i: int) -> float:
        address = {"REMOTE_ADDR": "192.0.2.7" if i else "192.0.2.8"}
        begun = perf_counter()
        answer = phone.get(f"{boards[i] if i else other}/state", environ_base=address)
        assert answer.status_code == 200
        if not i:
            assert json_in(answer)["sheet"]["optimal"]
        return perf_counter() - begun

    took = at_once(8, look)
    # All share the processor; the other one had its turn, or nothing were proved there.
    assert max(took) < 20 * PATIENCE_S
