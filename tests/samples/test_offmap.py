"""Games of the cities are made up legally, and all that is theirs is drawn."""

import numpy as np
import pytest

from samples.simulator.board.printedpage import map_corners
from samples.simulator.people.games import random_game
from samples.simulator.people.hand import Hand
from samples.simulator.people.offmap import draw_beside, ferries_of, spaces_of, used_corners
from samples.simulator.people.pens import random_pens
from samples.simulator.people.strokes import Drawing, Subject, draw_marks
from scorer.rules.city.city import load_city
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.setup import usual_setup
from scorer.rules.referee import findings

CITIES = ["first-city", "london", "rio-de-janeiro", "cairo", "hong-kong", "paris", "new-york"]


@pytest.mark.parametrize("name", CITIES)
def test_made_up_games_are_legal(name: str) -> None:
    """Sixteen legal games of each city, 112 in all: the referee finds nothing."""
    city = load_city(name)
    board = city.practice_board
    for seed in range(16):
        marks = random_game(board, city, np.random.default_rng(seed)).marks
        assert findings(FilledBoard(board, city, marks, usual_setup(city))) == ()
        assert not ferries_of(board) & set(marks.tourists)


@pytest.mark.slow
def test_games_have_all_that_their_cities_have() -> None:
    """In twenty games each kind of mark comes up."""
    found: set[str] = set()
    for name in ("cairo", "hong-kong", "new-york", "paris"):
        city = load_city(name)
        for seed in range(20):
            marks = random_game(city.practice_board, city, np.random.default_rng(seed)).marks
            spaces = set(spaces_of(city.practice_board)) & set(marks.tourists)
            kinds = {k.value for group in marks.tourists.values() for k, _ in group.counts}
            parts = {
                "space": spaces,
                "crossed": marks.crossed,
                "colours": marks.colours,
                "tickets": marks.tickets,
                "area": marks.cafe_area,
                "hot": marks.hot_spots,
            }
            found |= {f"{name} {part}" for part, there in parts.items() if there}
            found |= {f"{name} {kind}" for kind in kinds if kind == "pentagon"}
    assert found == {
        "cairo space",
        "cairo crossed",
        "hong-kong crossed",
        "paris colours",
        "new-york tickets",
        "new-york area",
        "new-york hot",
        "new-york pentagon",
    }


@pytest.mark.parametrize("name", ["cairo", "new-york"])
def test_every_mark_is_drawn(name: str) -> None:
    city = load_city(name)
    board = city.practice_board
    rng = np.random.default_rng(4)
    game = random_game(board, city, rng)
    pens = random_pens(rng, city.tourists, (1.0, 2.0), (0.8, 1.0))
    hand = Hand(rng, 1.0)
    drawing: Drawing = draw_marks(board, game.marks, game.pieces, pens, hand)
    draw_beside(drawing, board, game.marks, pens.rings, hand)
    marks = game.marks
    wanted = {Subject("crossed", str(place)) for place in marks.crossed}
    wanted |= {Subject("tourists", str(place)) for place in marks.tourists}
    wanted |= {Subject("ticket", id_) for id_ in marks.tickets}
    wanted |= {Subject("cafe_area", id_) for id_ in marks.cafe_area}
    wanted |= {Subject("hot_spot", str(road)) for road in marks.hot_spots}
    assert wanted <= set(drawing.subjects)


def test_only_what_is_written_on_beside_the_map_makes_a_photo_wider() -> None:
    for name in CITIES:
        board = load_city(name).practice_board
        wider = not np.allclose(used_corners(board), map_corners(board))
        assert wider is (name in ("cairo", "new-york"))
