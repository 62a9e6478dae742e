"""A town of Innsmouth taught on one computer of a server is played and read on any other."""

import json
from threading import Thread
from typing import Any

import pytest
from flask.testing import FlaskClient

from samples.simulator.innsmouth.photos import TownPage, simulate_town
from samples.simulator.strata import Kind
from scorer.rules.innsmouth.town import practice_town
from scorer.rules.jsonfile import to_data
from tests.hosted.test_maps import go_over, sent
from tests.support.client import JSON, json_at, table, until
from tests.support.towntaught import taps
from tests.web.pages.test_newertown import STAR, offered, put, take
from tests.web.pages.test_townteach import blank_photo, laid_signs

pytestmark = pytest.mark.slow

Computers = tuple[FlaskClient, FlaskClient]


def begin_game(client: FlaskClient, town: str) -> str:
    named = {"name1": "Anna", "town": town.rpartition("/")[2]}
    game: str = client.post("/games/innsmouth", data=named).headers["Location"]
    return game


def test_a_town_goes_from_computer_to_computer(computers: Computers) -> None:
    one, two = computers
    corners = sent(one, "/towns", blank_photo().jpeg, name="Ours")["next"]
    town = corners.rpartition("/")[0]
    # The photo was taken in by the third one; its corners are set on the second one.
    go_over(one, two)
    assert two.get(f"{town}/photo.jpg").mimetype == "image/jpeg"
    told = {"corners_xy": blank_photo().truth["corners_xy"]}
    assert two.post(corners, json=told, headers=JSON).status_code == 200
    # Whoever answers a tap knows of the one before.
    for number, change in enumerate((*taps(), *laid_signs())):
        put(computers[number % 2], town, to_data(change))
    for client in computers:
        assert json_at(client, f"{town}/draft.json")["file"]["unknown"] == []
        assert client.get(f"{town}/page.jpg").mimetype == "image/jpeg"
        assert 'value="ours"' in client.get("/new/innsmouth").text
    # A photo of a filled board is read by the third one, by the picture of the blank board: it
    # alone tells where signs were laid, and each of these is asked about.
    game = begin_game(two, town)
    photo = simulate_town(TownPage.of(practice_town()), Kind.EASY, (79,), 1.5)
    assert sent(one, f"{game}/1/photo", photo.jpeg)["next"].startswith(game)
    anna = table(two, game)["state"]["players"]["1"]
    # The photo lies in the store of objects, and its map cut out is there for both.
    cut = f"{game}/1/rectified-{anna['photo']['number']}.jpg"
    assert [client.get(cut).data[:2] for client in computers] == [b"\xff\xd8"] * 2
    truth = set(photo.truth["marks"]["sections"])
    assert len(truth & {*anna["sections"]}) >= len(truth) - 2
    assert anna["photo"]["unread"] == []
    assert {f"bonus {one}" for one in ("coordinate", "section", "diagonal")} <= {*anna["doubts"]}
    # What is changed on one is offered on the other as soon as that hears of it; the game keeps its
    # town until it is taken.
    put(one, town, STAR)
    until(lambda: offered(two, game)[0] == ["quarters: D4"])
    _, mark = offered(two, game)
    assert _star(one, game) == 5
    take(two, game, mark)
    assert [_star(client, game) for client in computers] == [8, 8]
    # Forgotten on one it is gone on all as soon as they hear of it; the game keeps it.
    assert two.post(f"{town}/delete").status_code == 303
    until(lambda: one.get(town).status_code == 404)
    assert 'value="ours"' not in one.get("/new/innsmouth").text
    assert json.loads(table(one, game)["state"]["shared"]["town"])["id"] == "ours"


def _star(client: FlaskClient, game: str) -> int:
    found: int = json_at(client, f"{game}/town.json")["landmarks"]["D4"]["value"]
    return found


def test_of_taps_on_two_computers_at_once_none_is_lost(computers: Computers) -> None:
    one, two = computers
    town = one.post("/towns", data={"name": "Both"}).headers["Location"]
    go_over(one, two)

    def tapping(client: FlaskClient, row: int) -> None:
        for column in "ABCDEF":
            put(client, town, _red(f"{column}{row}"))

    threads = [Thread(target=tapping, args=told) for told in ((one, 1), (two, 6))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    told = {f"{column}{row}" for column in "ABCDEF" for row in (1, 6)}
    for client in computers:
        assert {*json_at(client, f"{town}/draft.json")["file"]["board"]["landmarks"]} == told


def _red(quarter: str) -> dict[str, Any]:
    return {"set": "quarter", "quarter": quarter, "kind": "red", "name": ""}
