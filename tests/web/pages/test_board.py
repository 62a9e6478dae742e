"""The board page and its JSON."""

import gzip
import json
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorer.rules.city.city import load_city
from scorer.rules.jsonfile import from_data
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup
from scorer.rules.search.best import score
from scorer.store.games import GameStore, NewPicture, PictureInfo, Source, StoredReading
from scorer.web.app import create_app
from scorer.web.serving.words import catalogue
from tests.support.client import json_at, json_in

Edit = dict[str, Any]


def send(client: FlaskClient, game: str, version: int, *edits: Edit) -> TestResponse:
    return client.post(f"{game}/edits", json={"version": version, "edits": list(edits)})


def total_by_the_rules(state: dict[str, Any]) -> int:
    """Score what the answer says is on the board, past the web."""
    city = load_city("first-city")
    board = city.practice_board
    marks = from_data(state["marks"], Marks).checked_on(board)
    return score(
        FilledBoard(board, city, marks, from_data(state["setup"], Setup).checked_in(city))
    ).total


@pytest.mark.parametrize(
    ("city", "told"),
    [
        ("first-city", "PP for so many on the route: 1 → 0, 2 → 12, 3 → 24."),
        ("hong-kong", "PP for so many on the route: 1 → 4, 2 → 9, 3 → 16, 4 → 25."),
    ],
)
def test_the_rule_of_places_to_visit_tells_the_table_that_counts(
    client: FlaskClient, city: str, told: str
) -> None:
    board = client.post("/boards", data={"board": city}).headers["Location"]
    rules = json_at(client, f"{board}/scene")["scene"]["city"]["step_rules"]
    assert rules["visit-all"] == told


def test_the_page_is_labelled(client: FlaskClient, game: str) -> None:
    page = client.get(game).text
    assert re.search(r"<h1><span[^>]*>The First City<", page)
    assert "practice layout" in page
    assert "simulated photo" not in page


def test_the_scene_holds_board_and_state(client: FlaskClient, game: str) -> None:
    answer = json_at(client, f"{game}/scene")
    scene = answer["scene"]
    assert len(scene["geometry"]["roads"]) == 84
    assert scene["marks"]["hot-spot"] == {"key": "hot_spots", "shape": "flag"}
    assert {tuple(mark["steps"]) for mark in scene["city"]["iconic"]} == {(4, 6, 8, 10, 12)}
    assert [mode["id"] for mode in scene["city"]["modes"]] == ["simplified", "medium", "full"]
    assert scene["photo"] is None
    assert scene["city"]["step_names"]["visit-all"] == "Handi\u00adcraft Festival"
    assert answer["state"] == json_at(client, f"{game}/state")


def test_a_board_whose_turn_to_be_searched_has_not_come_says_so(
    client: FlaskClient, game: str, anothers_turn: Callable[[], AbstractContextManager[bool]]
) -> None:
    with anothers_turn():
        assert json_at(client, f"{game}/scene")["state"]["busy"] is True
        version = json_at(client, f"{game}/state")["version"]
        edit = {"kind": "section", "where": "a0-b0", "value": True}
        changed = json_in(send(client, game, version, edit))
        assert (changed["busy"], changed["sheet"]["optimal"]) == (True, False)
    after = json_at(client, f"{game}/state")
    assert (after["busy"], after["sheet"]["optimal"]) == (False, True)


def test_the_scene_travels_compressed_where_that_is_understood(
    client: FlaskClient, game: str
) -> None:
    plain = client.get(f"{game}/scene").data
    packed = client.get(f"{game}/scene", headers={"Accept-Encoding": "gzip"})
    assert gzip.decompress(packed.data) == plain
    assert len(packed.data) < len(plain) / 3


def test_the_shown_part_holds_every_road_and_cafe(client: FlaskClient, game: str) -> None:
    scene = json_at(client, f"{game}/scene")["scene"]
    left, top, width, height = scene["view"]
    points = [xy for road in scene["geometry"]["roads"] for xy in road["path"]]
    points += [cafe["xy"] for cafe in scene["geometry"]["cafes"]]
    assert all(left < x < left + width and top < y < top + height for x, y in points)


def test_the_state_is_the_worked_example(client: FlaskClient, game: str) -> None:
    state = json_at(client, f"{game}/state")
    points = {line["step"]: line["points"] for line in state["sheet"]["lines"]}
    assert points == {
        "red": 12, "green": 20, "blue": 21, "yellow": 18, "grey": 10,
        "cafes": 2, "visit-all": 12, "task": 10,
    }  # fmt: skip
    assert state["sheet"]["total"] == 105
    assert state["sheet"]["optimal"] is True
    assert state["mode"] == "medium"
    assert (state["doubts"], state["read"], state["corrections"]) == ([], None, 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    "edit",
    [
        {"kind": "section", "where": "c2-d2", "value": False},
        {"kind": "section", "where": "e3-e4", "value": True},
        {"kind": "tourists", "where": "C3", "value": {"circle": 4, "square": 0}},
        {"kind": "tourists", "where": "A5", "value": {}},
        {"kind": "cafe", "where": "e6", "value": "used"},
        {"kind": "cafe", "where": "a4", "value": "none"},
        {"kind": "task", "where": "a5", "value": False},
        {"kind": "task", "where": "g6", "value": True},
        {"kind": "rating", "where": "tv-tower", "value": 12},
        {"kind": "mode", "where": "", "value": "simplified"},
    ],
)
def test_each_kind_of_edit_is_kept_and_scored(client: FlaskClient, game: str, edit: Edit) -> None:
    before = json_at(client, f"{game}/state")
    response = send(client, game, before["version"], edit)
    assert response.status_code == 200
    after = json_in(response)
    assert after == json_at(client, f"{game}/state")
    assert (after["marks"], after["setup"]) != (before["marks"], before["setup"])
    assert after["sheet"]["total"] == total_by_the_rules(after)


def test_an_edit_and_its_opposite_leave_the_board_as_it_was(client: FlaskClient, game: str) -> None:
    before = json_at(client, f"{game}/state")
    gone = {"kind": "section", "where": "c2-d2", "value": False}
    middle = json_in(send(client, game, before["version"], gone))
    after = json_in(send(client, game, middle["version"], {**gone, "value": True}))
    assert middle["sheet"]["total"] < before["sheet"]["total"]
    assert {**after, "version": 0} == {**before, "version": 0}


def test_a_change_on_an_old_version_is_answered_with_the_newest_state(
    client: FlaskClient, game: str
) -> None:
    version = json_at(client, f"{game}/state")["version"]
    first = json_in(send(client, game, version, {"kind": "task", "where": "a0", "value": True}))
    late = send(client, game, version, {"kind": "task", "where": "b0", "value": True})
    assert late.status_code == 409
    assert json_in(late)["state"] == first == json_at(client, f"{game}/state")


def test_what_is_sent_once_more_because_its_answer_was_lost_is_no_clash(
    client: FlaskClient, game: str
) -> None:
    version = json_at(client, f"{game}/state")["version"]
    drawn = {"kind": "task", "where": "a0", "was": False, "value": True}
    twice = [{**drawn, "where": "b0"}, {**drawn, "where": "b0", "was": True, "value": False}]
    used = {"kind": "tourists", "where": "B3", "was": {"circle": 0, "square": 0}, "value": {}}
    first = json_in(send(client, game, version, drawn, *twice, used))
    again = send(client, game, version, drawn, *twice, used)
    assert again.status_code == 200
    assert json_in(again)["marks"] == first["marks"]
    # Somebody else has changed it to what neither was nor shall be.
    other = {"kind": "cafe", "where": "e6", "was": "none", "value": "used"}
    assert send(client, game, version, other).status_code == 409


def test_what_went_out_before_is_no_clash_for_what_follows_it(
    client: FlaskClient, game: str
) -> None:
    version = json_at(client, f"{game}/state")["version"]
    first = {"kind": "cafe", "where": "e6", "was": "visited", "value": "used"}
    then = {"kind": "cafe", "where": "e6", "was": "used", "value": "none"}
    send(client, game, version, first)
    # It was never sent before, so another phone has used the café.
    assert send(client, game, version, first, then).status_code == 409
    after = json_in(send(client, game, version, {**first, "sent": True}, then))
    assert "e6" not in after["marks"]["cafes"]


def test_ratings_that_follow_one_whose_answer_is_on_its_way_are_taken(
    client: FlaskClient, game: str
) -> None:
    version = json_at(client, f"{game}/state")["version"]
    ratings = json_at(client, f"{game}/state")["setup"]["ratings"]
    first = {"kind": "rating", "where": "school", "was": ratings["school"], "value": 10}
    then = [
        {**first, "was": 10, "value": 12},
        {**first, "where": "observatory", "was": ratings["observatory"], "value": 12},
        {"kind": "balance", "where": "", "was": 0, "value": 2},
    ]
    send(client, game, version, first)
    left = json_in(send(client, game, version, {**first, "sent": True}, *then))
    assert left["setup"]["ratings"] == {**ratings, "school": 12, "observatory": 12}
    assert left["setup"]["balance_cards"] == 2
    # Another phone has set this one meanwhile.
    late = {**first, "was": 8, "value": 6}
    assert send(client, game, version, late).status_code == 409


BAD_EDITS = [
    ({"kind": "section", "where": "b2-c9", "value": True}, "no road b2-c9"),
    ({"kind": "section", "where": "nonsense", "value": True}, "'nonsense' is no road"),
    ({"kind": "section", "where": "b2-c2", "value": "yes"}, "$.edits[0].value"),
    ({"kind": "tourists", "where": "B3", "value": {"circle": -1}}, "$.edits[0].value"),
    ({"kind": "tourists", "where": "B3", "value": {"circle": 100}}, "$.edits[0].value"),
    ({"kind": "tourists", "where": "Z9", "value": {"circle": 1}}, "no location Z9"),
    ({"kind": "cafe", "where": "c3", "value": "visited"}, "no café c3"),
    ({"kind": "cafe", "where": "e6", "value": "eaten"}, "eaten"),
    ({"kind": "task", "where": "z9", "value": True}, "no crossroads z9"),
    ({"kind": "rating", "where": "louvre", "value": 4}, "$.ratings.louvre"),
    ({"kind": "rating", "where": "school", "value": 5}, "not on its track"),
    ({"kind": "mode", "where": "", "value": "extreme"}, "no mode 'extreme'"),
    ({"kind": "magic", "where": "B3", "value": 1}, "magic"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("edit", "words"), BAD_EDITS)
def test_a_bad_edit_is_refused_and_changes_nothing(
    client: FlaskClient, game: str, edit: Edit, words: str
) -> None:
    before = json_at(client, f"{game}/state")
    response = client.post(
        f"{game}/edits",
        json={"version": before["version"], "edits": [edit]},
        headers={"Accept": "application/json"},
    )
    assert response.status_code == 422
    assert words in json_in(response)["error"]
    assert json_at(client, f"{game}/state") == before


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"version": 1, "edits": []}', b"\xff\xfe"])
def test_a_body_that_is_no_change_is_refused(client: FlaskClient, game: str, data: bytes) -> None:
    response = client.post(f"{game}/edits", data=data, headers={"Accept": "application/json"})
    assert response.status_code == 422
    assert json_in(response)["hint"]


def test_every_road_drawn_at_once_is_kept_and_not_called_the_best(
    client: FlaskClient, game: str
) -> None:
    scene = json_at(client, f"{game}/scene")
    edits = [
        {"kind": "section", "where": road["id"], "value": True}
        for road in scene["scene"]["geometry"]["roads"]
    ]
    state = json_in(send(client, game, scene["state"]["version"], *edits))
    assert len(state["marks"]["sections"]) == 84
    assert state["sheet"]["optimal"] is False
    assert state["findings"][0]["kind"] == "not-searched"


def test_a_saved_file_holds_everything(client: FlaskClient, game: str, example: Edit) -> None:
    response = client.get(f"{game}/board.json")
    told = response.headers["Content-Disposition"]
    assert re.fullmatch(r'attachment; filename="first-city-\d{4}-\d\d-\d\d\.json"', told)
    assert json.loads(response.data) == example


def test_a_game_outlives_the_server(
    client: FlaskClient, game: str, app: Flask, data_dir: Any
) -> None:
    version = json_at(client, f"{game}/state")["version"]
    kept = json_in(send(client, game, version, {"kind": "task", "where": "a0", "value": True}))
    app.extensions["scorer"].games.close()
    other = create_app(data_dir)
    assert json_at(other.test_client(), f"{game}/state") == kept
    other.extensions["scorer"].games.close()


def test_deleting_takes_the_board_away_for_good(client: FlaskClient, game: str) -> None:
    assert client.post(f"{game.rpartition('/')[0]}/delete").status_code == 303
    assert client.get(game).status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize("path", ["", "/state", "/scene", "/photo.jpg", "/corners", "/board.json"])
def test_a_wrong_key_is_answered_in_words(client: FlaskClient, path: str) -> None:
    response = client.get(f"/game/AAAAAAAAAAAAAAAAAAAAAA/1{path}")
    assert response.status_code == 404
    assert "Check the address" in response.text


def test_what_was_not_weighed_is_asked_before_what_changes_nothing(
    client: FlaskClient, games: GameStore, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody knows what it changes: it may be the one misread that counts."""
    _, _, key, _ = game.split("/")
    player = games.load(key).player(1)
    more = [{"square": n} for n in range(1, 13)]
    doubts: list[Edit] = [
        {"kind": kind, "where": where, "read": read, "alternatives": others, "confidence": sure}
        for kind, where, read, others, sure in (
            ("tourists", "A1", {}, more, 0.4),
            ("tourists", "F1", {}, more, 0.5),
            ("section", "c2-d2", True, [False], 0.9),
        )
    ]
    reading = StoredReading(0, player.marks, [one | {"reason": "faint"} for one in doubts], [], {})
    picture = NewPicture(PictureInfo(9, 9, {"origin_mm": [0, 0], "px_per_mm": 6.0}), b"jpeg")
    games.add_reading(key, 1, player.version, reading, player.marks, picture)

    # The likeliest answers are weighed first, whatever other places have to choose from.
    monkeypatch.setattr("scorer.web.views.boardpage.WEIGH_S", 0)
    first, *others = json_at(client, f"{game}/state")["doubts"]
    assert first["where"] == "c2-d2"
    assert first["choices"][1]["total"] < first["choices"][0]["total"]
    assert [one["choices"][-1]["total"] for one in others] == [None, None]

    monkeypatch.setattr("scorer.web.views.boardpage.SURELY_WEIGHED", 4)
    found = json_at(client, f"{game}/state")["doubts"]
    assert [one["where"] for one in found] == ["A1", "F1", "c2-d2"]

    # With time for all of it each answer says where it leads.
    monkeypatch.setattr("scorer.web.views.boardpage.WEIGH_S", 60)
    found = json_at(client, f"{game}/state")["doubts"]
    assert [one["where"] for one in found] == ["c2-d2", "A1", "F1"]
    assert all(choice["total"] is not None for one in found for choice in one["choices"])


def test_where_the_photo_went_by_its_age_the_page_says_so(
    client: FlaskClient, games: GameStore, game: str
) -> None:
    """The places to check had no picture, and no word why."""
    _, _, key, _ = game.split("/")
    picture = NewPicture(PictureInfo(9, 9, {"origin_mm": [0, 0], "px_per_mm": 6.0}), b"jpeg")
    games.put_photo(key, 1, picture, Source.PHOTO)
    player = games.load(key).player(1)
    reading = StoredReading(0, player.marks, [], [], {})
    games.add_reading(key, 1, player.version, reading, player.marks, picture)
    gone = catalogue("en")["photo.gone"]
    assert gone not in client.get(game).text
    now, day = datetime.now(UTC), timedelta(days=1)
    games.forget_old(now - day, now + day)
    assert gone in client.get(game).text
