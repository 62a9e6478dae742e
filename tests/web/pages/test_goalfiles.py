"""Boards of games with goal cards, saved as files: one total for all who open them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.support.client import TURNS, begin, declare, draw, json_at, rate, set_goals, table
from tests.support.commands import refused, scorer

# Anna's board wins this card, and Boris's reaches it.
FEW = {"sections": ["a0-b0", "b0-b1"]}


@pytest.fixture
def played(client: FlaskClient, example: dict[str, Any]) -> str:
    """A game of two with a goal card that gives 4 or 8 PP; nobody has checked Boris's board."""
    game = begin(client, "Anna", "Boris", mode="full")
    rate(client, game, example["setup"]["ratings"])
    draw(client, f"{game}/1", example["marks"])
    draw(client, f"{game}/2", {**example["marks"], **FEW})
    set_goals(client, game, TURNS)
    declare(client, f"{game}/1")
    return game


def scored(content: dict[str, Any], folder: Path) -> tuple[int, str]:
    """Return total and status of a saved board as the command has them."""
    path = folder / "board.json"
    path.write_text(json.dumps(content))
    done = scorer("score", path, "--json")
    assert done.exit_code == 0, done.output
    sheet = json.loads(done.stdout)
    return sheet["total"], sheet["status"]["kind"]


def shown(client: FlaskClient, board: str) -> tuple[int, str]:
    """Return total and status on the page of a board."""
    state = json_at(client, f"{board}/state")
    return state["sheet"]["total"], state["status"]["kind"]


def test_a_saved_board_has_one_total_in_its_game_the_command_and_when_opened(
    client: FlaskClient, played: str, opened: Callable[[object], str], tmp_path: Path
) -> None:
    declare(client, f"{played}/2")
    for seat, one in enumerate(table(client, played)["players"], 1):
        content = json_at(client, f"{played}/{seat}/board.json")
        known = one["total"], "final"
        assert shown(client, f"{played}/{seat}") == known
        assert scored(content, tmp_path) == known
        board = opened(content)
        assert shown(client, board) == known
        # It is the same file again, and so is the game that such a board is alone in.
        assert json_at(client, f"{board}/board.json") == content
    game = json_at(client, f"{board.rpartition('/')[0]}/game.json")
    assert game["players"][0]["rivals"] == content["rivals"] == [11]
    alone = json.loads(scorer("table", "-", "--json", stdin=json.dumps(game).encode()).stdout)
    assert (alone["players"][0]["sheet"]["total"], alone["status"]["kind"]) == known
    assert shown(client, f"{opened(game)}/1") == known


def test_a_board_whose_rivals_nobody_knows_is_not_final(
    client: FlaskClient, played: str, opened: Callable[[object], str], tmp_path: Path
) -> None:
    """105 and the 4 for reaching: winning is not taken for granted."""
    content = json_at(client, f"{played}/1/board.json")
    assert "rivals" not in content, "Boris's board may still change"
    board = opened(content)
    assert scored(content, tmp_path) == shown(client, board) == (109, "incomplete")
    assert json_at(client, f"{board}/state")["status"]["missing"] == [{"kind": "rivals"}]
    said = scorer("score", tmp_path / "board.json").stdout
    assert "Status: incomplete (a goal card waits for the other players' boards" in said
    # In a solo game cards give nothing, and there is nobody to wait for.
    content["setup"]["mode"] = "solo"
    assert scored(content, tmp_path) == shown(client, opened(content)) == (105, "final")


def test_what_rivals_reached_counts_for_the_cards_it_was_told_of(
    client: FlaskClient, played: str, opened: Callable[[object], str]
) -> None:
    declare(client, f"{played}/2")
    board = opened(json_at(client, f"{played}/1/board.json"))
    for card, kind in (
        ({**TURNS, "name": "Winding"}, "final"),
        ({**TURNS, "threshold": 2}, "incomplete"),
    ):
        edits = [{"kind": "goals", "where": "", "value": [card]}]
        version = json_at(client, f"{board}/state")["version"]
        answer = client.post(f"{board}/edits", json={"version": version, "edits": edits})
        assert answer.status_code == 200, answer.text
        assert shown(client, board)[1] == kind


def test_rivals_that_fit_no_cards_are_refused(
    client: FlaskClient, played: str, tmp_path: Path
) -> None:
    content = json_at(client, f"{played}/1/board.json")
    for rivals, words in (
        ([3, None], "$.rivals: 2 results, but 1 goal cards lie out"),
        (["3"], "$.rivals[0]"),
    ):
        path = tmp_path / "board.json"
        path.write_text(json.dumps({**content, "rivals": rivals}))
        refused(scorer("score", path), words)
    game = json_at(client, f"{played}/game.json")
    game["players"][0]["rivals"] = [3]
    refused(
        scorer("table", "-", stdin=json.dumps(game).encode()),
        "$.players[0].rivals: this game has the boards of the others",
    )
