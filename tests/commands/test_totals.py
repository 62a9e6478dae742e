"""No command prints a total without its status: each is run on boards that are not yet final."""

import json
from pathlib import Path
from typing import Any

import click
import pytest

from scorer.cli import main
from tests.support.commands import EXAMPLE, scorer

MARKS = json.loads((EXAMPLE / "marks.json").read_text())
SETUP = json.loads((EXAMPLE / "setup.json").read_text())
DRAWN = {key: value for key, value in MARKS.items() if key not in ("city", "board")}
OPEN = {key: value for key, value in SETUP["ratings"].items() if key != "school"}
BESIDE = {**SETUP, "ratings": OPEN}
PLAYERS = [{"name": name, "marks": DRAWN} for name in ("Ann", "Bob")]
# What each command that scores reads, and with which options.
SCORING: dict[tuple[str, ...], tuple[Any, tuple[tuple[str, ...], ...]]] = {
    ("score",): (
        {"marks": MARKS, "setup": BESIDE},
        ((), ("--alternatives", "3"), ("--route", "a4,a5,a6")),
    ),
    ("table",): ({"city": "first-city", "ratings": OPEN, "players": PLAYERS}, ((),)),
    ("dispute",): ({"marks": MARKS, "setup": BESIDE, "lines": {"red": 11}, "total": 1}, ((),)),
}
# These read a photo, which takes long: ``test_status`` runs them.
READING = {("read",), ("example",)}
# These say nothing of what a board comes to.
OTHERS = {
    ("board", "correct"), ("board", "export"), ("board", "import"), ("board", "improve"),
    ("board", "learn"), ("board", "list"), ("board", "remove"), ("board", "render"),
    ("board", "show"),
    ("map", "evaluate"), ("map", "export"), ("map", "import"), ("map", "learn"), ("map", "list"),
    ("map", "read"), ("map", "remove"), ("map", "render"), ("map", "show"),
    ("town", "render"),
    # Advice while Innsmouth's check is played: chances, no total.
    ("check",),
    ("doctor",), ("evaluate",), ("move",), ("schema",), ("serve",), ("worker",),
}  # fmt: skip


def commands(group: click.Group = main, path: tuple[str, ...] = ()) -> set[tuple[str, ...]]:
    found = set()
    for name, command in group.commands.items():
        inner = (*path, name)
        found |= commands(command, inner) if isinstance(command, click.Group) else {inner}
    return found


def test_every_command_is_known_to_score_or_not_to() -> None:
    assert commands() == {*SCORING, *READING, *OTHERS}


@pytest.mark.parametrize(
    ("command", "options"), [(name, one) for name, (_, all_) in SCORING.items() for one in all_]
)
def test_no_total_is_printed_without_its_status(
    command: tuple[str, ...], options: tuple[str, ...], tmp_path: Path
) -> None:
    data = tmp_path / "data.json"
    data.write_text(json.dumps(SCORING[command][0]))
    text = scorer(*command, data, *options).stdout
    assert "105" in text
    assert "Status: ratings not set (School of Illusions)." in text
    told = json.loads(scorer(*command, data, *options, "--json").stdout)
    assert told["status"]["kind"] == "ratings-not-set"


@pytest.mark.parametrize("as_json", [False, True])
def test_a_game_of_another_box_has_its_status_too(tmp_path: Path, *, as_json: bool) -> None:
    game = {
        "game": "phototour",
        "players": [{"name": "Ann", "cards": 7, "card_points": 105}, {"name": "Bob", "cards": 1}],
        "contests": [{"results": [0, 0]}] * 3,
    }
    data = tmp_path / "data.json"
    data.write_text(json.dumps(game))
    told = scorer("table", data, *(["--json"] if as_json else [])).stdout
    assert "105" in told
    if as_json:
        assert json.loads(told)["status"]["kind"] == "incomplete"
    else:
        assert "Status: incomplete." in told
