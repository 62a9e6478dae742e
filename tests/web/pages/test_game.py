"""A game of several players: beginning it, joining, the score sheet, links, deleting."""

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorer.rules.city import city_names, load_city
from scorer.store.games import GameStore
from tests.web.conftest import JSON


def begin(client: FlaskClient, *names: str, **form: str) -> str:
    """Begin a game with players called *names*; return its address."""
    data = {"board": "first-city", "kind": "usual", "mode": "medium", **form}
    data |= {f"name{i}": name for i, name in enumerate(names, 1)}
    answer = client.post("/games", data=data)
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"]


def table(client: FlaskClient, game: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"{game}/table").json
    return found


def draw(client: FlaskClient, board: str, marks: dict[str, Any]) -> None:
    """Put *marks* on a board, as taps would."""
    edits = [{"kind": "section", "where": one, "value": True} for one in marks["sections"]]
    edits += [{"kind": "tourists", "where": w, "value": v} for w, v in marks["tourists"].items()]
    edits += [{"kind": "cafe", "where": w, "value": v} for w, v in marks["cafes"].items()]
    edits += [{"kind": "task", "where": w, "value": True} for w in marks["task"]]
    version = client.get(f"{board}/state").json["version"]
    answer = client.post(f"{board}/edits", json={"version": version, "edits": edits})
    assert answer.status_code == 200, answer.text


def rate(client: FlaskClient, game: str, ratings: dict[str, int]) -> None:
    version = table(client, game)["version"]
    edits = [{"kind": "rating", "where": w, "value": v} for w, v in ratings.items()]
    answer = client.post(f"{game}/edits", json={"version": version, "edits": edits})
    assert answer.status_code == 200, answer.text


@pytest.fixture
def four(client: FlaskClient) -> str:
    return begin(client, "Anna", "Boris", "千", "Dora")


def test_players_sit_in_the_order_they_were_named(client: FlaskClient, four: str) -> None:
    players = table(client, four)["players"]
    assert [(one["seat"], one["name"]) for one in players] == [
        (1, "Anna"), (2, "Boris"), (3, "千"), (4, "Dora"),
    ]  # fmt: skip
    assert len({one["colour"] for one in players}) == 4
    assert {one["status"] for one in players} == {"empty"}


def test_the_worked_example_stands_in_its_column(
    client: FlaskClient, four: str, example: dict[str, Any]
) -> None:
    rate(client, four, example["setup"]["ratings"])
    draw(client, f"{four}/2", example["marks"])
    found = table(client, four)
    boris = found["players"][1]
    assert (boris["total"], boris["optimal"], boris["status"]) == (105, True, "hand")
    assert boris["lines"] == {
        "red": 12, "green": 20, "blue": 21, "yellow": 18, "grey": 10,
        "cafes": 2, "visit-all": 12, "task": 10,
    }  # fmt: skip
    assert found["places"][0]["seats"] == [2]
    assert found["complete"] is False


def test_ties_are_broken_by_the_longer_route(client: FlaskClient, example: dict[str, Any]) -> None:
    game = begin(client, "Anna", "Boris")
    marks = {**example["marks"], "tourists": {}, "cafes": {}, "task": []}
    draw(client, f"{game}/1", {**marks, "sections": ["a0-b0"]})
    draw(client, f"{game}/2", {**marks, "sections": ["a0-b0", "b0-c0"]})
    found = table(client, game)
    assert [one["total"] for one in found["players"]] == [0, 0]
    assert found["places"][0] == {"place": 1, "seats": [2], "ahead_by": "length"}
    assert found["complete"] is True


def test_a_rating_set_on_one_phone_counts_for_all(
    client: FlaskClient, four: str, example: dict[str, Any]
) -> None:
    rate(client, four, example["setup"]["ratings"])
    draw(client, f"{four}/1", example["marks"])
    state = client.get(f"{four}/1/state").json
    edit = {"kind": "rating", "where": "tv-tower", "value": 12}
    client.post(f"{four}/1/edits", json={"version": state["version"], "edits": [edit]})
    found = table(client, four)
    assert found["setup"]["ratings"]["tv-tower"] == 12
    assert found["players"][0]["total"] == 107
    assert client.get(f"{four}/2/state").json["setup"]["ratings"]["tv-tower"] == 12


def test_two_phones_that_set_ratings_at_once_are_told(client: FlaskClient, four: str) -> None:
    version = table(client, four)["version"]
    edit = {"kind": "rating", "where": "school", "value": 6}
    first = client.post(f"{four}/edits", json={"version": version, "edits": [edit]})
    late = client.post(f"{four}/edits", json={"version": version, "edits": [edit]})
    assert (first.status_code, late.status_code) == (200, 409)
    assert late.json["state"] == first.json


def test_marks_do_not_belong_to_the_whole_table(client: FlaskClient, four: str) -> None:
    edit = {"kind": "section", "where": "a0-b0", "value": True}
    answer = client.post(f"{four}/edits", json={"version": 1, "edits": [edit]}, headers=JSON)
    assert answer.status_code == 422


def test_a_team_game_has_two_teams(client: FlaskClient, example: dict[str, Any]) -> None:
    game = begin(client, "Anna", "Boris", "Chen", "Dora", kind="team")
    rate(client, game, example["setup"]["ratings"])
    draw(client, f"{game}/1", example["marks"])
    teams = table(client, game)["teams"]
    assert [one["points"] for one in teams["figures"]] == [105, 0]
    assert teams["places"][0]["seats"] == [1]


def test_a_solo_game_seats_one(client: FlaskClient) -> None:
    assert len(table(client, begin(client, "Anna", kind="solo"))["players"]) == 1
    data = {"board": "first-city", "kind": "solo", "name1": "Anna", "name2": "Boris"}
    answer = client.post("/games", data=data)
    assert answer.status_code == 422
    assert "A solo game has one player" in answer.text
    # The name counts in whichever row it was typed.
    only = client.post("/games", data={**data, "name1": ""}).headers["Location"]
    assert [one["name"] for one in table(client, only)["players"]] == ["Boris"]


def test_more_players_join_change_and_leave(client: FlaskClient) -> None:
    game = begin(client, "Anna", "Boris")
    client.post(f"{game}/players", data={"name": " Chen \n\x07 Li  "})
    client.post(f"{game}/players/1", data={"name": "Anne", "colour": "black"})
    client.post(f"{game}/players/2", data={"remove": "yes"})
    players = table(client, game)["players"]
    assert [(one["seat"], one["name"]) for one in players] == [(1, "Anne"), (3, "Chen Li")]
    assert players[0]["colour"] == "black"
    for _ in range(10):
        answer = client.post(f"{game}/players", data={"name": "one more"})
    assert answer.status_code == 422
    assert "This table is full" in answer.text


def test_a_name_is_text_and_nothing_else(client: FlaskClient) -> None:
    game = begin(client, "<script>alert(1)</script>", "x" * 400)
    page = client.get(game).text
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page
    assert len(table(client, game)["players"][1]["name"]) == 40


def test_the_view_link_shows_all_and_changes_nothing(
    client: FlaskClient, games: GameStore, four: str
) -> None:
    key = four.rpartition("/")[2]
    look = f"/game/{games.load(key).view_key}"
    page = client.get(look)
    assert page.status_code == 200
    for path in ("", "/1", "/table", "/1/scene", "/1/state"):
        assert key not in client.get(look + path).text, path
    assert "<form" not in re.sub(r'<form class="languages".*?</form>', "", page.text, flags=re.S)
    before = table(client, four)
    edit = {"kind": "section", "where": "a0-b0", "value": True}
    rating = {"kind": "rating", "where": "school", "value": 6}
    version = client.get(f"{look}/1/state").json["version"]
    for path, send in (
        ("/1/edits", {"json": {"version": version, "edits": [edit]}}),
        ("/edits", {"json": {"version": before["version"], "edits": [rating]}}),
        ("/players", {"data": {"name": "Mallory"}}),
        ("/players/1", {"data": {"name": "Mallory"}}),
        ("/rematch", {}),
        ("/delete", {}),
        ("/1/photo", {"data": {}}),
    ):
        assert client.post(look + path, headers=JSON, **send).status_code == 403, path
    assert table(client, four) == before


def test_deleting_a_game_takes_every_board_away(client: FlaskClient, four: str) -> None:
    assert client.post(f"{four}/delete").status_code == 303
    for path in ("", "/1", "/4", "/table", "/stamp", "/events", "/join.svg"):
        assert client.get(four + path).status_code == 404, path


def test_a_rematch_keeps_the_players_and_nothing_they_drew(
    client: FlaskClient, four: str, example: dict[str, Any]
) -> None:
    rate(client, four, example["setup"]["ratings"])
    draw(client, f"{four}/1", example["marks"])
    again = client.post(f"{four}/rematch").headers["Location"]
    assert again != four
    found = table(client, again)
    assert [one["name"] for one in found["players"]] == ["Anna", "Boris", "千", "Dora"]
    assert {one["total"] for one in found["players"]} == {0}
    assert set(found["setup"]["ratings"].values()) == {4}


def test_one_board_scored_on_its_own_shows_itself(client: FlaskClient, game: str) -> None:
    answer = client.get(game.rpartition("/")[0])
    assert (answer.status_code, answer.headers["Location"]) == (302, game)


def test_the_qr_code_is_a_picture(client: FlaskClient, four: str) -> None:
    answer = client.get(f"{four}/join.svg")
    assert answer.mimetype == "image/svg+xml"
    assert answer.text.startswith("<svg")


def test_the_stream_tells_of_a_change(client: FlaskClient, four: str) -> None:
    stamp = client.get(f"{four}/stamp").json["stamp"]
    answer = client.get(f"{four}/events?seen={stamp}")
    events = answer.iter_encoded()
    assert next(events).startswith(b"retry:")
    assert next(events) == b": here\n\n"
    client.post(f"{four}/players", data={"name": "Eve"})
    after = client.get(f"{four}/stamp").json["stamp"]
    assert after != stamp
    assert next(events) == f"event: stamp\ndata: {after}\n\n".encode()
    client.post(f"{four}/delete")
    assert next(events).startswith(b"event: gone")
    answer.close()


def test_beyond_so_many_streams_pages_ask_instead(client: FlaskClient, four: str) -> None:
    from scorer.web.live import MOST_STREAMS

    open_ones = [client.get(f"{four}/events") for _ in range(MOST_STREAMS)]
    started = [next(one.iter_encoded()) for one in open_ones]
    assert len(started) == MOST_STREAMS
    assert client.get(f"{four}/events").status_code == 503
    for one in open_ones:
        one.close()
    after = client.get(f"{four}/events")
    assert after.status_code == 200
    after.close()


TURNS = {"measure": "turns", "direction": "at-least", "threshold": 1, "reached": 4, "won": 8}


def set_goals(client: FlaskClient, game: str, *cards: dict[str, Any]) -> None:
    version = table(client, game)["version"]
    edits = [{"kind": "goals", "where": "", "value": list(cards)}]
    answer = client.post(f"{game}/edits", json={"version": version, "edits": edits})
    assert answer.status_code == 200, answer.text


def test_goal_cards_are_won_against_the_others(
    client: FlaskClient, example: dict[str, Any]
) -> None:
    game = begin(client, "Anna", "Boris", mode="full")
    rate(client, game, example["setup"]["ratings"])
    draw(client, f"{game}/1", example["marks"])
    draw(client, f"{game}/2", {**example["marks"], "sections": ["a0-b0", "b0-b1"]})
    set_goals(client, game, TURNS)
    anna, boris = table(client, game)["players"]
    assert (anna["lines"]["goals"], boris["lines"]["goals"]) == (8, 4)
    assert anna["goals"][0]["won"]
    assert boris["goals"][0]["reached"]
    assert not boris["goals"][0]["won"]
    state = client.get(f"{game}/1/state").json
    assert state["sheet"]["total"] == anna["total"]


def test_a_goal_card_that_means_nothing_is_refused(client: FlaskClient, four: str) -> None:
    before = table(client, four)
    for card in ({**TURNS, "won": 1}, {**TURNS, "of": "red"}, {**TURNS, "measure": "magic"}):
        edits = [{"kind": "goals", "where": "", "value": [card]}]
        data = {"version": before["version"], "edits": edits}
        assert client.post(f"{four}/edits", json=data, headers=JSON).status_code == 422
    assert table(client, four) == before


def test_a_solo_player_sets_out_for_a_level_of_the_table(
    client: FlaskClient, example: dict[str, Any]
) -> None:
    game = begin(client, "Anna", kind="solo")
    rate(client, game, example["setup"]["ratings"])
    draw(client, f"{game}/1", example["marks"])
    assert table(client, game)["solo"]["won"] is None
    for points, won in ((105, True), (106, False)):
        version = table(client, game)["version"]
        challenge = {"level": "", "points": points, "goals": 0}
        edits = [{"kind": "challenge", "where": "", "value": challenge}]
        client.post(f"{game}/edits", json={"version": version, "edits": edits})
        assert table(client, game)["solo"]["won"] is won


def test_balance_cards_are_each_players_own(client: FlaskClient, four: str) -> None:
    version = client.get(f"{four}/1/state").json["version"]
    edits = [{"kind": "balance", "where": "", "value": 2}]
    client.post(f"{four}/1/edits", json={"version": version, "edits": edits})
    assert [one["balance_cards"] for one in table(client, four)["players"]] == [2, 0, 0, 0]
    assert client.get(f"{four}/1/state").json["setup"]["balance_cards"] == 2


@pytest.mark.parametrize("city", city_names())
def test_every_city_has_its_table_and_boards(client: FlaskClient, city: str) -> None:
    board = load_city(city).practice_board
    game = begin(client, "Anna", "Boris", board=board.id)
    roads = [str(road.id) for road in board.roads[:4]]
    edits = [{"kind": "section", "where": one, "value": True} for one in roads]
    if load_city(city).coloured:
        edits = [{**edit, "value": "red"} for edit in edits]
    version = client.get(f"{game}/1/state").json["version"]
    answer = client.post(f"{game}/1/edits", json={"version": version, "edits": edits})
    assert answer.status_code == 200, answer.text
    assert sorted(answer.json["marks"]["sections"]) == sorted(roads)
    found = table(client, game)
    assert found["players"][0]["total"] == answer.json["sheet"]["total"]
    assert client.get(f"{game}/1/scene").status_code == 200
    assert client.get(f"{game}/1").status_code == 200
