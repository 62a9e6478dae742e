"""How sure a board's result is, as taps and files change it."""

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from scorer.store.games import GameStore, NewPicture, PictureInfo, StoredReading
from tests.support.client import TURNS, begin, declare, draw, json_at, rate, set_goals, table
from tests.support.commands import refused, scorer


def status(client: FlaskClient, board: str) -> dict[str, Any]:
    found: dict[str, Any] = json_at(client, f"{board}/state")["status"]
    return found


def test_a_board_tapped_in_is_incomplete_until_it_is_declared_checked(
    client: FlaskClient, example: dict[str, Any]
) -> None:
    game = begin(client, "Anna")
    board = f"{game}/1"
    assert status(client, board)["missing"] == [{"kind": "drawing"}]
    draw(client, board, example["marks"])
    assert status(client, board)["missing"] == [{"kind": "drawing"}]
    assert declare(client, board)["status"]["kind"] == "ratings-not-set"
    rate(client, game, example["setup"]["ratings"])
    assert status(client, board)["kind"] == "final"
    assert declare(client, board, False)["status"]["kind"] == "incomplete"


def test_a_task_on_the_fold_is_asked_about_and_the_answer_is_each_players_own(
    client: FlaskClient,
) -> None:
    game = begin(client, "Anna", "Boris", board="new-york")
    rate(client, game, table(client, game)["setup"]["ratings"])
    rings = ["g1", "g2", "g4"]
    for seat in (1, 2):
        draw(
            client,
            f"{game}/{seat}",
            {"sections": ["m1-m2"], "task": rings, "tourists": {}, "cafes": {}},
        )
        declare(client, f"{game}/{seat}")
    board = f"{game}/1"
    assert status(client, board)["missing"] == [{"kind": "half"}]
    for half, left in (("left", []), (None, [{"kind": "half"}]), ("right", [])):
        version = json_at(client, f"{board}/state")["version"]
        edit = {"kind": "task-half", "where": "", "value": half}
        answer = client.post(f"{board}/edits", json={"version": version, "edits": [edit]})
        assert answer.get_json()["status"]["missing"] == left
        lines = {line["step"]: line["points"] for line in answer.get_json()["sheet"]["lines"]}
        assert lines["task"] == (1 if half == "left" else 0)
    assert status(client, f"{game}/2")["missing"] == [{"kind": "half"}]
    saved = client.get(f"{game}/game.json").get_json()["players"]
    assert [one.get("task_half") for one in saved] == ["right", None]
    file = {"file": (BytesIO(json.dumps({"players": saved, "city": "new-york"}).encode()), "g")}
    again = client.post("/files", data=file).headers["Location"]
    assert json_at(client, f"{again}/1/state")["setup"]["task_half"] == "right"
    assert "task_half" not in json_at(client, f"{again}/2/state")["setup"]
    assert set(client.get(f"{again}/game.json").get_json()["players"][0]) == set(saved[0])


def test_a_task_that_only_others_ringed_is_open_until_the_board_is_checked(
    client: FlaskClient, example: dict[str, Any]
) -> None:
    game = begin(client, "Anna", "Boris")
    rate(client, game, example["setup"]["ratings"])
    draw(client, f"{game}/1", example["marks"])
    draw(client, f"{game}/2", {"sections": ["b1-c1"], "task": [], "tourists": {}, "cafes": {}})
    declare(client, f"{game}/1")
    assert {"kind": "task"} in table(client, game)["players"][1]["certainty"]["missing"]
    assert {"kind": "task"} in status(client, f"{game}/2")["missing"]
    declare(client, f"{game}/2")
    assert table(client, game)["status"]["kind"] == "final"


def test_a_task_that_only_others_ringed_is_open_in_saved_files_too(
    client: FlaskClient,
    example: dict[str, Any],
    opened: Callable[[object], str],
    tmp_path: Path,
) -> None:
    """The page, the commands and the app that opens a file say the same of one board."""
    game = begin(client, "Anna", "Boris")
    rate(client, game, example["setup"]["ratings"])
    for seat, task in ((1, example["marks"]["task"]), (2, [])):
        draw(client, f"{game}/{seat}", {**example["marks"], "task": task})
    declare(client, f"{game}/1")
    # An opened board that was looked at counts as whole, whoever drew it.
    whole = json_at(client, f"{game}/game.json")
    whole["players"][1].pop("checked", None)
    board = json_at(client, f"{game}/2/board.json")
    board.pop("checked", None)
    assert board["others_task"]
    assert "others_task" not in json_at(client, f"{game}/1/board.json")

    told = json.loads(scorer("table", "-", "--json", stdin=json.dumps(whole).encode()).stdout)
    again = opened(whole)
    alone = opened(board)
    (tmp_path / "board.json").write_text(json.dumps(board))
    scored = json.loads(scorer("score", tmp_path / "board.json", "--json").stdout)
    lone = json_at(client, f"{alone.rpartition('/')[0]}/game.json")
    once_more = json.loads(scorer("table", "-", "--json", stdin=json.dumps(lone).encode()).stdout)
    for found in (
        told["status"],
        table(client, again)["status"],
        status(client, f"{again}/2"),
        status(client, alone),
        scored["status"],
        once_more["status"],
        status(client, f"{opened(lone)}/1"),
    ):
        assert (found["kind"], found["missing"]) == ("incomplete", [{"kind": "task"}])
    assert json_at(client, f"{alone}/board.json") == board
    declare(client, f"{again}/2")
    declare(client, alone)
    assert status(client, f"{again}/2")["kind"] == status(client, alone)["kind"] == "final"


def test_others_with_a_task_are_told_of_as_yes_or_no_and_only_of_a_lone_board(
    client: FlaskClient, example: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "board.json"
    path.write_text(json.dumps({"marks": example["marks"], "others_task": 1}))
    refused(scorer("score", path), "$.others_task: expected true or false")
    players: list[Any] = [
        {"name": name, "marks": {}, "others_task": True} for name in ("Anna", "Boris")
    ]
    game = json.dumps({"city": "first-city", "players": players}).encode()
    refused(scorer("table", "-", stdin=game), "$.players[0].others_task: this game has the boards")


def test_an_empty_board_cannot_be_declared_final(client: FlaskClient) -> None:
    board = f"{begin(client, 'Anna')}/1"
    assert declare(client, board)["status"]["missing"] == [{"kind": "drawing"}]


def test_a_rating_taken_back_is_not_set_any_more(client: FlaskClient, game: str) -> None:
    version = json_at(client, f"{game}/state")["version"]
    edit = {"kind": "rating", "where": "school", "value": 4, "settles": False}
    answer = client.post(f"{game}/edits", json={"version": version, "edits": [edit]})
    assert answer.get_json()["status"]["ratings"] == ["school"]


def test_a_rematch_begins_without_ratings(client: FlaskClient, example: dict[str, Any]) -> None:
    game = begin(client, "Anna", "Boris")
    rate(client, game, example["setup"]["ratings"])
    again = client.post(f"{game}/rematch").headers["Location"]
    assert table(client, again)["status"]["ratings"] == ["school", "observatory", "tv-tower"]


@pytest.mark.parametrize(
    ("told", "kind"),
    [
        ({}, "final"),
        ({"to_check": 2}, "to-check"),
        ({"to_check": 2, "checked": True}, "final"),
        ({"checked": False}, "incomplete"),
        ({"doubts": [{}, {}, {}]}, "to-check"),
    ],
)
def test_a_file_says_how_far_its_board_was_looked_at(
    client: FlaskClient,
    opened: Callable[[object], str],
    example: dict[str, Any],
    told: dict[str, Any],
    kind: str,
) -> None:
    board = opened(example | told)
    found = status(client, board)
    assert found["kind"] == kind
    assert found["to_check"] == (
        0 if told.get("checked") else len(told.get("doubts", "..")) * (kind == "to-check")
    )
    saved = json_at(client, f"{board}/board.json")
    assert saved.get("checked") == told.get("checked")
    assert status(client, opened(saved)) == found


@pytest.mark.parametrize("told", [{"to_check": -1}, {"to_check": "2"}, {"checked": 1}])
def test_a_file_that_says_nonsense_of_it_is_refused(
    client: FlaskClient, example: dict[str, Any], told: dict[str, Any]
) -> None:
    file = (BytesIO(json.dumps(example | told).encode()), "board.json")
    assert client.post("/files", data={"file": file}).status_code == 422


def test_what_is_read_later_nobody_has_checked(
    client: FlaskClient, games: GameStore, game: str
) -> None:
    """The declaration is about the reading that was looked at: none, then the first."""
    declare(client, game)
    _, _, key, seat = game.split("/")
    player = games.load(key).player(int(seat))
    doubt = {"kind": "cafe", "where": "g3", "read": "none", "alternatives": ["visited"]}
    reading = StoredReading(
        0, player.marks, [doubt | {"confidence": 0.5, "reason": "faint"}], [], {}
    )
    picture = NewPicture(PictureInfo(9, 9, {"origin_mm": [0, 0], "px_per_mm": 6.0}), b"jpeg")
    games.add_reading(key, 1, player.version, reading, player.marks, picture)
    assert (status(client, game)["kind"], status(client, game)["to_check"]) == ("to-check", 1)
    state = declare(client, game)
    assert (state["status"]["kind"], state["doubts"]) == ("final", [])
    assert len(declare(client, game, False)["doubts"]) == 1
    games.set_not_read(key, 1, {"reason": "no-map"})
    assert status(client, game)["to_check"] == 2


def test_a_board_that_its_photo_does_not_seem_to_show_is_to_check(
    client: FlaskClient, games: GameStore, game: str
) -> None:
    _, _, key, seat = game.split("/")
    player = games.load(key).player(int(seat))
    reading = StoredReading(0, player.marks, [], [], {"all_the_same": True})
    picture = NewPicture(PictureInfo(9, 9, {"origin_mm": [0, 0], "px_per_mm": 6.0}), b"jpeg")
    games.add_reading(key, 1, player.version, reading, player.marks, picture)
    assert (status(client, game)["kind"], status(client, game)["to_check"]) == ("to-check", 1)
    assert declare(client, game)["status"]["kind"] == "final"


def test_a_photo_that_shows_nothing_is_a_board_for_the_app_and_in_the_games_file(
    client: FlaskClient, games: GameStore
) -> None:
    game = begin(client, "Anna", "Boris")
    key = game.rsplit("/", 1)[1]
    player = games.load(key).player(2)
    picture = NewPicture(PictureInfo(9, 9, {"origin_mm": [0, 0], "px_per_mm": 6.0}), b"jpeg")
    reading = StoredReading(0, player.marks, [], [], {})
    games.add_reading(key, 2, player.version, reading, player.marks, picture)
    anna, boris = table(client, game)["players"]
    assert (anna["begun"], boris["begun"], boris["doubts"]) == (False, True, 1)
    data = client.get(f"{game}/game.json").data
    again = client.post("/files", data={"file": (BytesIO(data), "game.json")}).headers["Location"]
    assert [one["begun"] for one in table(client, again)["players"]] == [False, True]
    told = json.loads(scorer("table", "-", "--json", stdin=data).stdout)
    assert [one["begun"] for one in told["players"]] == [False, True]


def test_a_board_wins_nothing_before_it_is_begun(
    client: FlaskClient, example: dict[str, Any]
) -> None:
    """The fewest turns: nobody has fewer than a board on which nothing is walked."""
    game = begin(client, "Anna", "Boris")
    draw(client, f"{game}/1", example["marks"])
    set_goals(client, game, {**TURNS, "direction": "at-most", "threshold": 99})
    cards = [one["goals"][0] for one in table(client, game)["players"]]
    assert [(one["reached"], one["won"], one["points"]) for one in cards] == [
        (True, True, 8),
        (False, False, 0),
    ]
    assert json_at(client, f"{game}/1/routes")["alternatives"][0]["goals"][0]["is_won"]
    # Declared checked it is a board, on which nothing is drawn.
    declare(client, f"{game}/2")
    cards = [one["goals"][0] for one in table(client, game)["players"]]
    assert [one["won"] for one in cards] == [False, True]


def test_a_total_that_a_missing_board_can_change_is_not_final(
    client: FlaskClient, example: dict[str, Any]
) -> None:
    game = begin(client, "Anna", "Boris")
    rate(client, game, example["setup"]["ratings"])
    draw(client, f"{game}/1", example["marks"])
    set_goals(client, game, TURNS)
    assert declare(client, f"{game}/1")["status"]["missing"] == [
        {"kind": "boards", "where": "Boris"}
    ]
    assert status(client, f"{game}/1")["kind"] == "incomplete"
    assert table(client, game)["players"][0]["certainty"] == status(client, f"{game}/1")
    draw(client, f"{game}/2", example["marks"])
    declare(client, f"{game}/2")
    assert status(client, f"{game}/1")["kind"] == table(client, game)["status"]["kind"] == "final"


def test_a_ready_made_goal_card_is_to_check_until_its_figures_are_confirmed(
    client: FlaskClient,
) -> None:
    game = begin(client, "Anna", "Boris", board="hong-kong", mode="full")
    rate(client, game, table(client, game)["setup"]["ratings"])
    for seat in (1, 2):
        marks = {"sections": ["b1-c1"], "task": [], "tourists": {}, "cafes": {}}
        draw(client, f"{game}/{seat}", marks)
        declare(client, f"{game}/{seat}")
    cards = [one["card"] for one in table(client, game)["cards"]["goals"]]
    set_goals(client, game, *cards)
    told = table(client, game)
    assert (told["status"]["kind"], told["status"]["to_check"]) == ("to-check", 2)
    assert [(one["status"], one["certainty"]["to_check"]) for one in told["players"]] == [
        ("hand", 2),
        ("hand", 2),
    ]
    assert client.get(f"{game}/table.csv").text.count("2 goal cards with practice values") == 1
    confirmed = [{k: v for k, v in card.items() if k != "practice"} for card in cards]
    set_goals(client, game, *confirmed)
    assert table(client, game)["status"]["kind"] == "final"
