"""The cities' own goal cards, each on a board by hand."""

import pytest

from scorer.rules.city.city import City, CityError, load_city, parse_city
from scorer.rules.scoring.measures import measure_value
from tests.support.cityboards import Game
from tests.support.seventh import SEVENTH


def value(city: str, name: str, route: str) -> int:
    game = Game(city, route)
    (goal,) = [goal for goal in game.city.goals if goal.name == name]
    return measure_value(goal.on(game.board), game.walked)


@pytest.mark.parametrize(
    ("city", "name", "route", "expected"),
    [
        # a4-b4 and b4-c4 on the bank; c4-d4 is a bridge, c4-c5 leads over the river.
        ("london", "Thames: waterfront", "a4 b4 c4 d4", 2),
        # c3 Christ and a3 Maracana, red but iconic; yellow A5 is not.
        ("rio-de-janeiro", "Iconic route", "c3 b3 a3 a4 a5", 2),
        ("cairo", "Bridges of the Nile", "b3 c3 d3 d2 d1 c1", 2),
        ("hong-kong", "Tram: along the line", "a5 b5 b4 c4 c5 d5", 2),
        ("hong-kong", "Tram: across the line", "b6 b5 b4 c4 c5 d5", 3),
        # d3-e3 is beside D3 D4; e3-f3 E3 E4; f3-g3 F3 F4; g3-h3 G3 G4.
        ("new-york", "Theatre season", "d3 e3 f3 g3 h3", 2),
        ("new-york", "Central station", "d3 e3 f3 g3 h3", 1),
        ("new-york", "Central station", "h3 g3 f3 e3", 1),
        ("new-york", "Central station", "f3 g3 g2", 0),
    ],
)
def test_each_card_measures_what_its_board_marks(
    city: str, name: str, route: str, expected: int
) -> None:
    assert value(city, name, route) == expected


def test_central_station_gives_17_to_everyone() -> None:
    (goal,) = [g for g in load_city("new-york").goals if g.name == "Central station"]
    assert (goal.reached, goal.won, goal.practice) == (17, 17, False)


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        ('measure = "along"\nmarked = "moat"\nthreshold = 1', "the board marks no 'moat' for it"),
        ('measure = "turns"\nthreshold = -1', r"goals\.Made up\.threshold"),
        ('measure = "jumps"\nthreshold = 1', r"goals\[0\]\.measure"),
    ],
)
def test_a_wrong_card_is_refused_naming_file_and_key(goal: str, words: str) -> None:
    text = (SEVENTH / "atlantis.toml").read_text("utf-8")
    card = f'[[goals]]\nname = "Made up"\n{goal}\nreached = 1\nwon = 2\n\n'
    with pytest.raises(CityError, match=r"atlantis\.toml: ") as refused:
        parse_city(text.replace("[board]\n", card + "[board]\n", 1).encode(), "atlantis.toml")
    refused.match(words)


def test_a_city_without_cards_of_its_own(atlantis: City) -> None:
    assert atlantis.goals == ()
