"""Schemas: what the command really reads and prints is valid, and what is wrong is not."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from scorer import cli
from scorer.commands.schemas import FORMATS, UnknownFormatError, all_schemas, schema_of
from scorer.rules.jsonfile import from_data, to_data
from scorer.rules.position.filled import FilledBoard
from scorer.rules.scoring.sheet import ScoreSheet
from scorer.rules.search.best import sheet_of
from tests.support import fullboards
from tests.support.cityboards import Game
from tests.support.schemas import check

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "samples" / "worked-example"
MARKS = json.loads((EXAMPLE / "marks.json").read_text())
SETUP = json.loads((EXAMPLE / "setup.json").read_text())
GOALS = [
    {"measure": "turns", "direction": "at-least", "threshold": 10, "reached": 4, "won": 8},
    {
        "measure": "landmarks",
        "of": "yellow",
        "direction": "at-least",
        "threshold": 3,
        "reached": 5,
        "won": 9,
        "name": "Popular",
    },
]
DRAWN = {key: value for key, value in MARKS.items() if key not in ("city", "board")}
BOTH = [
    {"name": "Ann", "colour": "sky", "marks": DRAWN},
    {"name": "Bob", "marks": DRAWN, "balance_cards": 1},
]
GAMES: dict[str, dict[str, Any]] = {
    "usual": {"city": "first-city", "players": BOTH, "goals": GOALS, "ratings": SETUP["ratings"]},
    "team": {
        "city": "first-city",
        "mode": "team",
        "players": [{"name": name, "marks": DRAWN} for name in ("Ann", "Bob", "Cy", "Di")],
    },
    "solo": {
        "city": "first-city",
        "mode": "solo",
        "goals": GOALS,
        "challenge": {"level": "beginner", "goals": 1},
        "players": [{"name": "Ann", "marks": DRAWN, "route": ["a4", "a5", "a6"]}],
    },
}
CLAIM = {
    "marks": MARKS,
    "setup": SETUP,
    "lines": {"red": 16, "green": 24, "blue": 12, "grey": 8, "task": 11},
    "total": 119,
}


def printed(*arguments: str | Path, stdin: object = None) -> Any:
    """Return the JSON that the command with *arguments* prints."""
    given = None if stdin is None else json.dumps(stdin)
    done = CliRunner().invoke(cli.main, [*map(str, arguments), "--json"], input=given)
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


def wrong(name: str, value: Any) -> list[str]:
    schema = schema_of(name)
    return check(value, schema, schema)


def test_what_ships_is_valid() -> None:
    assert wrong("marks", MARKS) == []
    assert wrong("setup", SETUP) == []
    assert wrong("geometry", printed("board", "show", "first-city")) == []


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--route", "a4,a5,a6"),
        ("--route", "a4,a5", "--route", "a5,a6"),
        ("--alternatives", "3"),
    ],
)
def test_printed_sheets_are_valid(options: tuple[str, ...]) -> None:
    sheet = printed("score", EXAMPLE / "marks.json", "--setup", EXAMPLE / "setup.json", *options)
    assert wrong("sheet", sheet) == []


def test_a_printed_sheet_with_goal_cards_is_valid(tmp_path: Path) -> None:
    setup = tmp_path / "setup.json"
    setup.write_text(json.dumps(SETUP | {"goals": GOALS}))
    sheet = printed("score", EXAMPLE / "marks.json", "--setup", setup)
    assert len(sheet["goals"]) == 2
    assert wrong("sheet", sheet) == []


@pytest.mark.parametrize(
    "made",
    [fullboards.cairo, fullboards.london, fullboards.new_york, fullboards.paris],
)
def test_sheets_of_the_cities_are_valid_and_read_back(made: Callable[[], Game]) -> None:
    """With a ride, a city's own lines, and in Paris coloured sections, which are named alone."""
    game = made()
    sheet = sheet_of(FilledBoard(game.board, game.city, game.marks, game.setup), game.route)
    data = to_data(sheet)
    assert wrong("sheet", data) == []
    assert data["route"]["sections"] == list(map(str, game.route.sections))
    assert data["route"]["ride"]["after"] > 0
    assert from_data(data, ScoreSheet) == sheet


@pytest.mark.slow
def test_a_printed_reading_is_valid() -> None:
    reading = printed("read", EXAMPLE / "photo.jpg", "--setup", EXAMPLE / "setup.json")
    assert wrong("reading", reading) == []


@pytest.mark.parametrize("kind", list(GAMES))
def test_games_and_printed_tables_are_valid(kind: str) -> None:
    assert wrong("game", GAMES[kind]) == []
    table = printed("table", "-", stdin=GAMES[kind])
    assert wrong("table", table) == []
    assert ("teams" in table, "solo" in table) == (kind == "team", kind == "solo")


def test_claims_and_printed_verdicts_are_valid() -> None:
    assert wrong("claim", CLAIM) == []
    verdict = printed("dispute", "-", stdin=CLAIM)
    assert [line["difference"] for line in verdict["lines"]] == [4, 4, -9, -2, 1]
    assert wrong("verdict", verdict) == []


@pytest.mark.parametrize(
    ("name", "value", "path"),
    [
        ("marks", {"city": "first-city"}, "$.board: missing"),
        ("marks", MARKS | {"task": "c3"}, "$.task: no array"),
        ("marks", MARKS | {"cafes": {"a4": "eaten"}}, "$.cafes.a4: 'eaten' is none of"),
        ("marks", MARKS | {"colour": 1}, "$.colour: unknown"),
        ("setup", {"ratings": {"school": "8"}}, "$.ratings.school: no integer"),
        ("setup", {"goals": [{"measure": "beauty"}]}, "$.goals[0].measure: 'beauty' is none of"),
        ("board", {"marks": MARKS, "setup": {"cafes": 1}}, "$.setup.cafes: no boolean"),
        ("game", {"players": []}, "$.city: missing"),
        ("game", {"city": "", "players": [{"name": "Ann"}]}, "$.players[0].marks: missing"),
        (
            "game",
            {"city": "", "players": [{"name": "Ann", "marks": {}, "colour": "pink"}]},
            "$.players[0].colour: fits none of",
        ),
        ("claim", CLAIM | {"total": "105"}, "$.total: fits none of"),
        ("claim", CLAIM | {"lines": {"red": 1.5}}, "$.lines.red: no integer"),
    ],
)
def test_what_is_wrong_is_not_valid(name: str, value: Any, path: str) -> None:
    (first, *_) = wrong(name, value)
    assert first.startswith(path)


def test_every_format_has_a_schema_that_stands_alone_and_tells_what_it_is() -> None:
    assert set(all_schemas()) == set(FORMATS)
    for schema in all_schemas().values():
        assert schema["$schema"].startswith("https://json-schema.org/")
        text = json.dumps(schema)
        assert "``" not in text
        targets = {part.split('"')[0] for part in text.split("#/$defs/")[1:]}
        assert targets <= set(schema["$defs"])
        top = schema["$ref"].removeprefix("#/$defs/")
        assert schema["$defs"][top]["description"]


def test_the_command_prints_one_schema_or_all() -> None:
    one = CliRunner().invoke(cli.main, ["schema", "game"])
    every = CliRunner().invoke(cli.main, ["schema"])
    assert (one.exit_code, every.exit_code) == (0, 0)
    assert json.loads(one.stdout) == json.loads(json.dumps(schema_of("game")))
    assert json.loads(every.stdout) == json.loads(json.dumps(all_schemas()))


def test_the_help_names_every_format() -> None:
    said = CliRunner().invoke(cli.main, ["schema", "--help"]).stdout
    named = set(re.findall(r"[a-z]+(?:-[a-z]+)*", said))
    # The results of two games stand there as their endings.
    assert {name for name in FORMATS if not name.endswith("-result")} <= named
    assert "innsmouth-result" in named


def test_an_unknown_format_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownFormatError, match="unknown format 'photo'; known are marks, setup"):
        schema_of("photo")
    done = CliRunner().invoke(cli.main, ["schema", "photo"])
    assert (done.exit_code, done.stdout) == (2, "")
    assert "unknown format 'photo'" in done.stderr
