"""A game keeps the town it began with until somebody at its table takes the newer one."""

import html
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorer.rules.innsmouth.teaching.changes import SetRoad
from scorer.rules.innsmouth.teaching.differences import differences
from scorer.rules.innsmouth.teaching.edits import changed
from scorer.rules.innsmouth.teaching.laying import RoadState
from scorer.rules.innsmouth.town import practice_town
from scorer.rules.jsonfile import to_data
from scorer.rules.notation import RoadId
from scorer.store.games import GameStore
from tests.support.client import JSON, json_at, table
from tests.support.innsmouthpages import WHOLE, board_entries, own_entry, shared_entries
from tests.support.towntaught import taps

GOALS = to_data(practice_town().file.goals)
# The star on the route of the board that all tests here are about.
STAR = {"set": "quarter", "quarter": "D4", "kind": "yellow", "value": 8, "name": "Twin Bells"}


def put(client: FlaskClient, town: str, *changes: dict[str, Any]) -> None:
    for change in changes:
        answer = client.post(town, json={"change": change}, headers=JSON)
        assert answer.status_code == 200, answer.text


def enter(client: FlaskClient, game: str, *entries: dict[str, Any]) -> None:
    answer = client.post(f"{game}/edits", json={"edits": list(entries)})
    assert answer.status_code == 200, answer.text


def totals(client: FlaskClient, game: str) -> list[int | None]:
    return [one["total"] for one in table(client, game)["result"]["players"]]


def offered(client: FlaskClient, game: str) -> tuple[list[str], str]:
    """Return what the page of *game* says of the newer town, line by line, and its mark."""
    page = client.get(game).text
    part = re.search(r'id="newer-town".*?</section>', page, re.S)
    if part is None:
        return [], ""
    mark = re.search(r'name="mark" value="(\w+)"', part[0])
    assert mark
    return [html.unescape(one) for one in re.findall(r"<li>(.*?)</li>", part[0])], mark[1]


def take(client: FlaskClient, game: str, mark: str) -> None:
    assert client.post(f"{game}/town", data={"mark": mark}).headers["Location"].endswith(game)


@pytest.fixture
def town(client: FlaskClient) -> str:
    """The address of a taught town: that of the practice town under another name."""
    town: str = client.post("/towns", data={"name": "Ours"}).headers["Location"]
    put(client, town, *map(to_data, taps()))
    return town


@pytest.fixture
def game(client: FlaskClient, town: str) -> str:
    """A finished game on it: 23 VP, 9 of them by the stars of B2 and D4; Boris draws nothing."""
    names = {"name1": "Anna", "name2": "Boris", "town": town.rpartition("/")[2]}
    game: str = client.post("/games/innsmouth", data=names).headers["Location"]
    done = own_entry(1, "check", {"stopped": True, "dice": [6, 6]})
    enter(client, game, *shared_entries(), *board_entries(1, "detective"),
          own_entry(1, "route", WHOLE), done)  # fmt: skip
    assert totals(client, game) == [23, None]
    return game


def test_totals_change_only_when_somebody_takes_the_newer_town(
    client: FlaskClient, town: str, game: str
) -> None:
    assert offered(client, game) == ([], "")
    tiers = [{"threshold": 1, "points": 2}]
    goals = [{**GOALS[0], "tiers": tiers}, *GOALS[1:]]
    put(client, town, STAR, {"set": "goals", "goals": goals})
    # The page tells what differs and what would change; nothing has.
    lines, mark = offered(client, game)
    assert totals(client, game) == [23, None]
    assert lines[:2] == ["quarters: D4", "goal cards"]
    assert lines[2].startswith("Anna: 23 → ")
    take(client, game, mark)
    # Three more for the star, and two for the goal card, whose tiers are the newer town's.
    assert lines[2:] == ["Anna: 23 → 28"]
    assert totals(client, game) == [28, None]
    assert table(client, game)["state"]["shared"]["goals"][0]["tiers"] == tiers
    assert offered(client, game) == ([], "")


def test_what_somebody_entered_at_the_table_stays(
    client: FlaskClient, town: str, game: str
) -> None:
    mine = {**GOALS[0], "tiers": [{"threshold": 99, "points": 1}]}
    enter(client, game, {"field": "goals", "where": 0, "value": mine})
    put(
        client,
        town,
        {"set": "goals", "goals": [{**GOALS[0], "tiers": [{"threshold": 1, "points": 2}]}]},
    )
    take(client, game, offered(client, game)[1])
    assert table(client, game)["state"]["shared"]["goals"] == [mine, GOALS[1]]


def test_what_is_drawn_where_the_newer_town_has_nothing_goes_as_the_page_tells(
    client: FlaskClient, town: str, game: str
) -> None:
    # An end bonus drew a section for the route, which goes with it.
    drawn = own_entry(1, "by_bonus", {"e5-e6": "section"}), own_entry(1, "used", {"section": 1})
    enter(client, game, own_entry(1, "rings", {"c1": True}), *drawn)
    put(client, town, {"set": "road", "road": "c1-c2", "state": "none"},
        {"set": "card", "card": "fog", "places": None})  # fmt: skip
    lines, mark = offered(client, game)
    assert "roads: c1-c2" in lines
    assert "cache cards: fog" in lines
    assert lines[-1] == "Anna: c1-c2"
    take(client, game, mark)
    state = table(client, game)["state"]
    anna = state["players"]["1"]
    assert {*anna["sections"]} & {"c1-c2", "e5-e6"} == set()
    assert (len(anna["sections"]), anna["used"]) == (4, {})
    assert (anna["route"], anna["check"]) == (None, None)
    assert anna["rings"] == {"c1": True}
    assert state["shared"]["caches"] is None
    # The board is played on.
    assert "c1-c2" not in json_at(client, f"{game}/town.json")["roads"]
    enter(client, game, own_entry(1, "route", ["c3_south-d3", "d3-d4"]))


def test_a_town_that_changed_once_more_is_told_of_first(
    client: FlaskClient, town: str, game: str
) -> None:
    put(client, town, STAR)
    before = offered(client, game)
    put(client, town, {**STAR, "value": 9})
    take(client, game, before[1])
    assert totals(client, game) == [23, None]
    lines, mark = offered(client, game)
    assert lines[-1] == "Anna: 23 → 27"
    take(client, game, mark)
    assert totals(client, game) == [27, None]


def test_only_who_may_change_the_game_is_offered_another_town(
    client: FlaskClient, games: GameStore, town: str, game: str
) -> None:
    put(client, town, STAR)
    mark = offered(client, game)[1]
    key = game.rpartition("/")[2]
    look = game.replace(key, games.load(key).view_key)
    assert offered(client, look) == ([], "")
    assert client.post(f"{look}/town", data={"mark": mark}).status_code == 403
    # Nor is there one where the town was forgotten, or where the game is on ours.
    client.post(f"{town}/delete")
    assert offered(client, game) == ([], "")
    take(client, game, mark)
    assert totals(client, game) == [23, None]
    ours = client.post("/games/innsmouth", data={"name1": "Anna"}).headers["Location"]
    assert offered(client, ours) == ([], "")


def test_differences_are_named_by_place_and_nothing_differs_from_itself() -> None:
    file = practice_town().file
    assert differences(file, file) == {}
    wider = changed(file, SetRoad(RoadId.parse("b1-b2"), RoadState.NONE))
    assert differences(file, wider) == {"roads": ("b1-b2",)}
