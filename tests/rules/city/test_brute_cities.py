"""Whole cities against a scorer of their own: totals, lengths, tourists and landmarks.

``python -m tests.support.brute_cities 320`` compares so many boards a city; here a share of them.
"""

import pytest

from scorer.rules.city.city import load_city
from tests.support.brute_cities import TOLD, Player, Route, compare
from tests.support.cityboards import Game

BOARDS = 60


@pytest.mark.slow
@pytest.mark.parametrize("name", TOLD)
def test_every_walk_scored_by_the_rules_words_says_the_same(name: str) -> None:
    city = load_city(name)
    sheets = [compare(city, str(number)) for number in range(BOARDS)]
    assert sum(sheet.landmarks for sheet in sheets) > BOARDS
    assert sum(sheet.tourists for sheet in sheets) > BOARDS


def test_it_is_strict_about_landmarks() -> None:
    """Seed 002: 自由の女神は遠隔地にある象徴的ランドマークです (a remote iconic landmark)."""
    route = Route(("a3", "a4", "a5"), ("a3-a4", "a4-a5"))
    for tickets, landmarks in (([], 1), (["whitehall"], 2)):
        game = Game("new-york", "a3 a4 a5", tickets=tickets)
        assert Player(game.city, game.marks, game.setup).found(route).landmarks == landmarks
