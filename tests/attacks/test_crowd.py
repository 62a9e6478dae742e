"""A crowd at one game: everybody joins, taps and sends photos at the same moment."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from scorer.rules.city.city import load_city
from scorer.rules.table.game import MOST_PLAYERS
from tests.attacks.conftest import AtOnce
from tests.support.client import JSON, begin, ended, json_at, json_in, table
from tests.support.photos import as_file

pytestmark = pytest.mark.slow

ROADS = [str(road.id) for road in load_city("first-city").practice_board.roads]


def test_of_eight_who_join_at_once_seven_get_in_each_with_a_colour_of_their_own(
    client: FlaskClient, at_once: AtOnce[int]
) -> None:
    game = begin(client, "Anna")
    form = [{"name": f"Guest {i}"} for i in range(MOST_PLAYERS)]
    answers = at_once(
        MOST_PLAYERS, lambda phone, i: phone.post(f"{game}/players", data=form[i]).status_code
    )
    assert sorted(answers) == [303] * (MOST_PLAYERS - 1) + [422]
    players = table(client, game)["players"]
    assert len({player["name"] for player in players}) == MOST_PLAYERS
    assert len({player["colour"] for player in players}) == MOST_PLAYERS


def test_of_twenty_people_on_one_board_nobody_is_refused_and_nothing_lost(
    client: FlaskClient, at_once: AtOnce[list[int]]
) -> None:
    board = f"{begin(client, 'Anna')}/1"
    version = json_at(client, f"{board}/state")["version"]

    def tap(phone: FlaskClient, i: int) -> list[int]:
        edits = [
            {"kind": "section", "where": ROADS[i], "value": value, "was": not value}
            for value in (True, False, True)
        ]
        asked = [{"version": version, "edits": [edit]} for edit in edits]
        return [phone.post(f"{board}/edits", json=one).status_code for one in asked]

    assert at_once(20, tap) == [[200] * 3] * 20
    assert set(json_at(client, f"{board}/state")["marks"]["sections"]) == set(ROADS[:20])


def test_two_who_change_the_same_place_are_not_both_believed(client: FlaskClient) -> None:
    board = f"{begin(client, 'Anna')}/1"
    version = json_at(client, f"{board}/state")["version"]
    edit = {"kind": "tourists", "where": "B2", "was": {"circle": 0}}

    def tap(**change: Any) -> int:
        asked = {"version": version, "edits": [edit | change]}
        return client.post(f"{board}/edits", json=asked).status_code

    assert tap(value={"circle": 1}) == 200
    assert tap(value={"square": 1}) == 409
    assert tap(value={"square": 1}, was={"circle": 1}) == 200
    # Without a word of what it replaces an old version is no version.
    del edit["was"]
    assert tap(value={"square": 2}) == 409


def test_four_photos_sent_at_once_are_all_kept(
    client: FlaskClient, at_once: AtOnce[dict[str, Any]]
) -> None:
    game = begin(client, "Anna", "Boris", "Chen", "Dora")

    def photograph(phone: FlaskClient, i: int) -> dict[str, Any]:
        form = {"photo": as_file(b"good photo")}
        answer = phone.post(f"{game}/{i + 1}/photo", data=form, headers=JSON)
        return ended(phone, json_in(answer)["job"])

    for _ in range(4):
        led = [answer["next"] for answer in at_once(4, photograph)]
        assert led == [f"{game}/{seat}/which" for seat in (1, 2, 3, 4)]
    pictures = [client.get(f"{game}/{seat}/photo.jpg").data for seat in (1, 2, 3, 4)]
    assert pictures == [b"good photo"] * 4
