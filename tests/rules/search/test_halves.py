"""The halves of each term agree: what the search makes of its parts is what the sheet says."""

from random import Random

import pytest
from msgspec import structs

from scorer.rules.city.city import City, city_names, load_city
from scorer.rules.position.filled import FilledBoard
from scorer.rules.scoring.onroute import Walked
from scorer.rules.scoring.terms.allterms import terms_in_play
from scorer.rules.scoring.terms.parts import Between, GoalCards, OnWalk
from scorer.rules.search.columns import columns_of
from scorer.rules.search.drawing.graph import graph_of
from tests.support.citysearch import filled, routes

BOARDS = 6
ROUTES = 25


def check(city: City, luck: Random) -> int:
    """Check every term in play on some routes of a random board; return how many gave PP."""
    board = city.practice_board
    marks, setup = filled(city, luck, 5)
    # A tour that is done adds a landmark, of which the parts of one term know nothing.
    given = FilledBoard(board, city, marks, structs.replace(setup, tours=()))
    graph = graph_of(marks.sections)
    every = list(routes(board, marks.sections))
    counted = 0
    for term in terms_in_play(city, given.setup):
        parts = term.search(given)
        growing = [p for p in parts if not isinstance(p, Between | GoalCards | OnWalk)]
        onwalk = [p for p in parts if isinstance(p, OnWalk)]
        exact = columns_of(graph, growing)
        bound = columns_of(graph, [one for part in onwalk for one in part.at_most])
        for route in luck.sample(every, min(ROUTES, len(every))):
            points = term.line(Walked(given, route)).points
            sections = graph.mask(route.sections)
            if len(growing) == len(parts):
                assert exact.of_set(sections) == points, (term.path, route)
            for part in onwalk:
                assert part.points(route) == points
                assert points <= bound.of_set(sections)
            counted += points > 0
    return counted


@pytest.mark.parametrize("name", city_names())
def test_the_parts_of_each_term_add_up_to_its_line(name: str) -> None:
    city = load_city(name)
    assert sum(check(city, Random(f"halves {name} {seed}")) for seed in range(BOARDS)) > 50


def test_the_halves_of_a_city_with_everything_agree(atlantis: City) -> None:
    assert sum(check(atlantis, Random(f"halves {seed}")) for seed in range(BOARDS)) > 50
