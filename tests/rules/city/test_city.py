"""City files: what is wrong in one is refused, naming the file and the key."""

from importlib import resources

import pytest

from scorer.rules.board.board import CafeBonus, LandmarkKind
from scorer.rules.city.city import (
    City,
    CityError,
    UnknownCityError,
    city_names,
    load_city,
    parse_city,
)

TEXT = (resources.files("scorer.rules.city") / "first-city.toml").read_text("utf-8")


def changed(old: str, new: str) -> City:
    """Return the First City read from its file with *old* replaced by *new* once."""
    assert old in TEXT
    return parse_city(TEXT.replace(old, new, 1).encode(), "some-city.toml")


def test_the_first_city_is_as_the_rules_fix_it() -> None:
    city = load_city("first-city")
    assert "first-city" in city_names()
    assert city.ratings.steps == (4, 6, 8, 10, 12)
    assert {iconic.id for iconic in city.iconic} == {"school", "observatory", "tv-tower"}
    assert [city.visit_all.points_for(n) for n in range(5)] == [0, 0, 12, 24, 24]
    assert (city.game.rounds, city.game.sections_per_round, city.game.cafe_points) == (10, 2, 2)
    assert [(mode.cafes, mode.tasks, mode.goals) for mode in city.modes] == [
        (False, False, False),
        (True, True, False),
        (True, True, True),
    ]


def test_its_practice_board_has_all_there_is_to_score() -> None:
    made = load_city("first-city").practice_board
    counts = {kind: sum(mark.kind is kind for mark in made.landmarks) for kind in LandmarkKind}
    assert counts == {"red": 4, "green": 4, "blue": 4, "purple": 0, "yellow": 4, "grey": 3}
    assert {cafe.bonus for cafe in made.cafes} == {
        CafeBonus.SECTION,
        CafeBonus.COORDINATE,
        CafeBonus.TOURISTS,
    }
    assert (len(made.cafes), len(made.visit_all), made.practice) == (7, 3, True)
    assert "practice" in made.name


def test_an_unknown_city_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownCityError, match=r"unknown city 'atlantis'; known are .*first-city"):
        load_city("atlantis")


def test_an_unknown_mode_is_refused_with_those_there_are() -> None:
    with pytest.raises(CityError, match="no mode 'expert'; it has simplified, medium, full"):
        load_city("first-city").mode("expert")


def test_the_challenge_table_is_as_scanned() -> None:
    city = load_city("first-city")
    assert [level.points for level in city.levels] == [115, 150, 145, 160]
    assert city.level("legendary").points == 160


def test_an_unknown_level_is_refused_with_those_there_are() -> None:
    with pytest.raises(CityError, match=r"no level 'god'; it has beginner, experienced, out"):
        load_city("first-city").level("god")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('name = "The First City"', "name = 7", r"\$\.name"),
        ("steps = [4, 6, 8, 10, 12]", "steps = []", "ratings.steps"),
        ("steps = [4, 6, 8, 10, 12]", 'steps = [4, "six"]', r"\$\.ratings\.steps\[1\]"),
        ("points = [0, 0, 12, 24]", "points = []", "visit_all.points"),
        ("rounds = 10", "", "rounds"),
        ("rounds = 10", "rounds = 10\nturns = 3", "game"),
        ('red = "circle"', 'purple = "circle"', "pairs.purple"),
        ('red = "circle"', 'red = "pentagon"', "pairs.red"),
        ('kind = "red"', 'kind = "pink"', "board.landmarks"),
        ('kind = "yellow", value = 6', 'kind = "yellow"', "Clock Passage: a yellow landmark"),
        ('id = "observatory" }', 'id = "obelisk" }', "'obelisk' is not among the iconic"),
        ("cell_mm = 25", "cell_mm = 25\ncolour = 3", "colour"),
        ('c0 = "tourists"', 'c9 = "tourists"', "cafes: there is no crossroads c9"),
        ('c0 = "tourists"', 'c0 = "cake"', "board.cafes"),
        ("columns = 6", "columns = ", "some-city.toml"),
    ],
)
def test_a_wrong_file_is_refused_naming_file_and_key(old: str, new: str, words: str) -> None:
    with pytest.raises(CityError, match=r"some-city\.toml: ") as refused:
        changed(old, new)
    refused.match(words)


def test_a_file_that_is_no_text_is_refused() -> None:
    with pytest.raises(CityError, match=r"some-city\.toml"):
        parse_city(b"\xff\xfe\x00", "some-city.toml")
