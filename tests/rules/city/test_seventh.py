"""A new city is one data file, and one module where a step is like no other: nothing else."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from scorer.cli import main
from scorer.printing import board_svg
from scorer.rules.board.geometry import geometry_json, parse_geometry
from scorer.rules.city.city import City, CityError, city_names, load_city, parse_city
from scorer.rules.position.filled import FilledBoard
from scorer.rules.search.best import score
from tests.support.cityboards import Game
from tests.support.seventh import SEVENTH


def game() -> Game:
    """Canal below line 1: b1-c1 passes B1, not B2; b1-b2 A2 B2 over the canal; a2-b2 A2."""
    return Game(
        "atlantis",
        "c1 b1 b2 a2",
        colours="grb",
        tourists={"B1": "s", "A2": "c", "reef_space": "tt"},
        ratings={"parade": 4, "dome": 5},
        task=["c1", "b2", "a0"],
        cafes={"a1": "visited"},
    )


def test_a_city_in_a_folder_of_its_own_is_known_everywhere(atlantis: City) -> None:
    assert "atlantis" in city_names()
    shown = CliRunner().invoke(main, ["board", "show", "atlantis"])
    assert shown.exit_code == 0, shown.output
    assert "Kelp Market" in shown.output


def test_it_is_scored_by_its_file_and_its_own_rule(atlantis: City) -> None:
    assert game().points() == {
        "red": 0,
        "green": 1,  # Weed Garden, green section beside it, × 1
        "blue": 0,  # Far Isle has no section of its own colour
        "yellow": 5,
        "grey": 5,
        "cafes": 2,
        "visit-all": 2,  # b1
        "task": 4,  # c1 to b2, doubled
        "parade": 8,  # b1-c1 and b1-b2
        "gates": 9,  # c1 printed 3, a2 the usual 6
        "shells": 1,  # a2-b2
        "diversity": 4,
        "tides": 0,  # it ends inland, at a2
    }


def test_the_search_knows_its_rules_too(atlantis: City) -> None:
    """Nothing else is drawn, so the best route is the whole walk."""
    given = game()
    sheet = score(FilledBoard(given.board, given.city, given.marks, given.setup))
    assert (sheet.total, sheet.optimal, sheet.length) == (given.total(), True, 3)


def test_its_board_is_drawn_and_kept(atlantis: City) -> None:
    board = atlantis.practice_board
    assert parse_geometry(geometry_json(board)) == board
    assert "Atlantis" in board_svg(board, atlantis)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('of = "gates"', 'of = "doors"', r"specials\.gates\.of: the board marks no 'doors'"),
        ('rating = "parade"', 'rating = "show"', r"specials\.parade\.rating"),
        ('landmark = "reef"', 'landmark = "moon"', r"tours\.ring\.landmark"),
        ("last_stage = 2", "last_stage = 4", r"tours\.ring\.last_stage: expected 1 to 3"),
        ('"C2", "red-A1"]', '"C9", "red-A1"]', r"tours\.ring\.places: 'C9'"),
        ('step = "gates"', 'step = "parade"', "specials: 'parade' is given twice"),
        ('sign = "star"', 'sign = "moon"', r"board\.marked"),
        ('paint = "red"', 'paint = "pink"', r"board\.marked"),
        ("values = { c1 = 3 }", "values = { d2 = 3 }", "marked.gates.values: d2 is not among"),
        ('[["a1", "c2", "d1"]]', '[["a1", "e5"]]', "transport barge: there is no crossroads e5"),
        ("points = [0, 4, 9]", "points = []", r"diversity\.points"),
        ('meeting_point = "a2", box', 'meeting_point = "a9", box', "landmark far: there is no"),
    ],
)
def test_a_wrong_file_is_refused_naming_file_and_key(old: str, new: str, words: str) -> None:
    text = (SEVENTH / "atlantis.toml").read_text("utf-8")
    assert old in text
    with pytest.raises(CityError, match=r"atlantis\.toml: ") as refused:
        parse_city(text.replace(old, new, 1).encode(), "atlantis.toml")
    refused.match(words)


def test_a_rule_that_nobody_knows_is_refused(atlantis: City, tmp_path: Path) -> None:
    file = tmp_path / "atlantis.toml"
    file.write_text(file.read_text("utf-8").replace('"shells"\npoints', '"waves"\npoints'), "utf-8")
    load_city.cache_clear()
    with pytest.raises(
        CityError, match=r"atlantis\.toml: specials\.shells\.rule 'waves': there is no"
    ):
        game().points()
