"""Paris alone: the challenge asks for finished tours in place of goal cards (seed 002)."""

import pytest

from scorer.rules.position.filled import FilledBoard
from scorer.rules.search.best import score
from scorer.rules.table.game import GameError, parse_game
from scorer.rules.table.solo import Challenge, goals_met, solo_result
from scorer.rules.values import replace
from tests.support.cityboards import Game

SETUP = {"cafes": False, "tasks": False, "mode": "solo", "tours": ["islands", "kings"]}


def three_arms() -> Game:
    """Three arms meet at d2, and a route takes two of them.

    West, red: d1-d2 D2 7, c1-d1 Sacre-Coeur 12, b1-c1 B1 6: 18 beside D2.
    East, blue: d2-e2 the Louvre D3, e2-f2 Pompidou; seven triangles in E2 and E3: 2 × 7 = 14.
    South, red: d2-d3, and over the islands d3-d4 Notre-Dame 4 and 8: 12, and their tour.
    """
    west_and_east = Game(
        "paris",
        "b1 c1 d1 d2 e2 f2",
        colours="rrrbb",
        tourists={"E2": "tttt", "E3": "ttt"},
        ratings={"sacre-coeur": 12},
        setup=SETUP,
    )
    south = Game("paris", "d2 d3 d4", colours="rr")
    marks = west_and_east.marks
    west_and_east.marks = replace(
        marks,
        sections=marks.sections | south.marks.sections,
    )
    return west_and_east


def test_without_a_challenge_most_points_count() -> None:
    game = three_arms()
    best = score(FilledBoard(game.board, game.city, game.marks, game.setup))
    assert (best.total, best.optimal) == (7 + 18 + 14, True)
    assert goals_met(FilledBoard(game.board, game.city, game.marks, game.setup), best) == 0


def test_a_needed_tour_outweighs_points() -> None:
    """West and south: 7 + 18 + 12; east and south would be 33."""
    game = three_arms()
    best = score(FilledBoard(game.board, game.city, game.marks, game.setup), needed=1)
    assert (best.total, best.optimal) == (7 + 18 + 12, True)
    assert goals_met(FilledBoard(game.board, game.city, game.marks, game.setup), best) == 1


@pytest.mark.parametrize(
    ("points", "tours", "won", "total"),
    [(39, 0, True, 39), (37, 1, True, 37), (38, 1, False, 39), (0, 2, False, 39)],
)
def test_the_challenge_wants_points_and_tours(
    points: int, tours: int, won: bool, total: int
) -> None:
    game = three_arms()
    of = (game.board, game.city, game.marks, game.setup)
    solo, kept = solo_result(FilledBoard(*of), score(FilledBoard(*of)), Challenge(points, tours))
    assert (solo.won, solo.proved, kept.total) == (won, True, total)


def test_no_more_tours_than_lie_out() -> None:
    file = parse_game(
        b'{"city": "paris", "mode": "solo", "tours": ["kings"],'
        b' "challenge": {"points": 100, "goals": 4},'
        b' "players": [{"name": "Ann", "marks": {"city": "paris", "board": "paris"}}]}'
    )
    game = three_arms()
    with pytest.raises(GameError, match=r"\$\.challenge\.goals: 4 to reach, but 1 tours lie out"):
        file.played_in(game.city, lambda _: game.board)
