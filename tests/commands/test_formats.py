"""The documented formats: every example is valid, and the command takes it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from scorer import cli
from scorer.commands.schemas import FORMATS, schema_of
from tests.support.schemas import check

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "formats.md").read_text("utf-8")
EXAMPLE = DOCS.parent / "samples" / "worked-example"


def examples() -> list[tuple[str, Any]]:
    """Return each JSON example with the heading that it stands under."""
    found = []
    for section in TEXT.split("\n## ")[1:]:
        name = section.split("\n", 1)[0]
        blocks = re.findall(r"```json\n(.*?)```", section, re.DOTALL)
        found += [(name, json.loads(block)) for block in blocks]
    return found


def said(*arguments: str, stdin: Any) -> str:
    done = CliRunner().invoke(cli.main, list(arguments), input=json.dumps(stdin))
    assert done.exit_code == 0, done.output
    return done.stdout


def test_every_format_that_is_read_has_an_example() -> None:
    assert {name for name, _ in examples()} == {
        "marks", "setup", "board", "game", "claim", "phototour",
        "ticket-to-ride", "ticket-map", "innsmouth", "innsmouth-game", "check",
    }  # fmt: skip


def test_every_format_is_in_the_table() -> None:
    for name in FORMATS:
        assert f"| `{name}` |" in TEXT


@pytest.mark.parametrize(("name", "value"), examples())
def test_every_example_is_valid(name: str, value: Any) -> None:
    schema = schema_of(name)
    assert check(value, schema, schema) == []


@pytest.mark.parametrize("value", [value for name, value in examples() if name == "game"])
def test_every_game_can_be_scored(value: dict[str, Any]) -> None:
    text = said("table", "-", stdin=value)
    assert ("Won: the challenge wanted 10 PP" in text) == (value["mode"] == "solo")
    assert ("1. Ann" in text) == (value["mode"] == "usual")


def test_the_game_of_another_box_can_be_scored() -> None:
    """Anna: 9 + 6 + 2 + (3 + 3 + 7) + 6 + 4, her nature slot holds a city; Boris: 31 + 32 + 14."""
    (value,) = (value for name, value in examples() if name == "phototour")
    rows = [row.split() for row in said("table", "-", stdin=value).splitlines()]
    assert ["Total", "40", "77"] in rows
    assert ["Boris:", "contest", "3", "not", "said"] in rows


def test_a_board_of_innsmouth_can_be_scored() -> None:
    """The cache at c1 is on the fog card: 20.33 and 8 for the Collector (test_boards)."""
    (value,) = (value for name, value in examples() if name == "innsmouth")
    assert "Route in the file: 28.33 VP expected" in said("score", "-", stdin=value)


def test_a_table_of_innsmouth_can_be_scored() -> None:
    """Ann: △2 × blue 1, the star of B2 4, the closed card 7. Bob's check is open: △3 × blue 1."""
    (value,) = (value for name, value in examples() if name == "innsmouth-game")
    text = said("table", "-", stdin=value)
    assert "Bob: the check is open, threat level 0, 10.00 VP expected" in text
    assert ["Total", "13", "–"] in [row.split() for row in text.splitlines()]


def test_the_check_of_innsmouth_goes_on() -> None:
    """A Dagger makes the 2 a 4: C2 left. ○2 × red 1 and the star 4: 6; the card is open."""
    (value,) = (value for name, value in examples() if name == "check")
    assert "Total                     6 VP" in said("check", "-", stdin=value)


def test_the_game_on_a_map_can_be_scored() -> None:
    """Ann: 2 red 2, 1 blue 1, 1 red 1, less a ticket of 4. Bob: 2 purple 2, less one of 4."""
    (value,) = (value for name, value in examples() if name == "ticket-to-ride")
    rows = [row.split() for row in said("table", "-", stdin=value).splitlines()]
    assert ["Total", "0", "-2"] in rows


def test_the_claim_can_be_judged() -> None:
    """Its yellow 12 counts B4, touched at b4 only; its task 5 is the whole route."""
    (value,) = (value for name, value in examples() if name == "claim")
    text = said("dispute", "-", stdin=value)
    assert "The yellow landmark at B4 counted, but the route only touches the corner there." in text
    assert "The whole route was counted, 5 sections." in text


def test_what_the_judge_is_shown_to_say_is_what_it_says() -> None:
    shown = (DOCS / "table.md").read_text("utf-8").split("five of its lines:\n")[1]
    block = shown.split("\nWhat is tried:")[0].strip().splitlines()
    claim = {
        "marks": json.loads((EXAMPLE / "marks.json").read_text()),
        "setup": json.loads((EXAMPLE / "setup.json").read_text()),
        "lines": {"red": 16, "green": 24, "yellow": 12, "grey": 8, "task": 11},
    }
    said_rows = [row.split() for row in said("dispute", "-", stdin=claim).splitlines()]
    assert len(block) > 8
    assert [row for row in block if row.split() not in said_rows] == []
