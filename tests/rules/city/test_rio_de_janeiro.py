"""Rio de Janeiro by hand: remote landmarks that are iconic and special, the carnival."""

from scorer.rules.city.goalcards import Direction, GoalCard, Measure
from scorer.rules.scoring.measures import measure_value
from scorer.rules.search.best import score
from tests.support.cityboards import Game
from tests.support.fullboards import RATINGS, rio_de_janeiro

PLAIN = {"cafes": False, "tasks": False}


def test_a_board_with_all_that_rio_has() -> None:
    """Worked by hand.

    a2-a3 passes A3; a2-b2 A2 A3; b2-c2 B2 B3; c2-c3 B3 C3; c3-c4 B4 C4; c4-c5 B5 C5;
    b5-c5 B5 B6; a5-b5 A5 A6; the corner a5-b6 A6.
    Meeting points: a3 (Maracana, red), c3 (Christ), b6 (Tijuca, green).
    Red: C3 and Maracana. Green: A3, B4, C5 and Tijuca. Blue: B6. Yellow: B2 5, A5 7.
    """
    assert rio_de_janeiro().points() == {
        "red": 4,  # 2 × 2; the circle in D3 is lost
        "green": 12,  # 4 × 3
        "blue": 4,  # 1 × 4
        "yellow": 12,  # 5 + 7
        "grey": 31,  # Christ 15 (three statues), Maracana 7, Tijuca 9
        "cafes": 2,
        "task": 8,  # from a2 to b6
        "carnival": 8,  # a2-b2 and b2-c2, 4 each
    }
    assert rio_de_janeiro().total() == 81


def test_a_small_board() -> None:
    """d0-e0 D1; e0-e1 D1 E1; e1-f1 E1 E2; f1-g1 F1 F2; the corner f0-g1 F1."""
    game = Game("rio-de-janeiro", "d0 e0 e1 f1 g1 f0", tourists={"F1": "cc"}, setup=PLAIN)
    assert game.points() == {
        "red": 2,  # F2 × 2
        "green": 0,
        "blue": 0,
        "yellow": 6,  # E1
        "grey": 0,  # Petropolis without an upgrade
        "carnival": 0,
    }


def test_a_red_remote_landmark_is_special_as_well_as_iconic() -> None:
    near = Game("rio-de-janeiro", "a3 a4", tourists={"A4": "cc"}, ratings=RATINGS, setup=PLAIN)
    assert (near.points()["red"], near.points()["grey"]) == (2, 7)
    away = Game("rio-de-janeiro", "a4 a5", tourists={"A5": "cc"}, ratings=RATINGS, setup=PLAIN)
    assert (away.points()["red"], away.points()["grey"]) == (0, 0)


def test_carnival_sections_need_not_hang_together() -> None:
    """a2-b2 and f3-f4 are on it, the way between is not."""
    game = Game(
        "rio-de-janeiro", "a2 b2 b3 c3 d3 d4 e4 f4 f3", ratings={"carnival": 5}, setup=PLAIN
    )
    assert game.points()["carnival"] == 10


def test_the_carnival_s_street_is_no_landmark_for_ties_and_cards() -> None:
    """D15; seed 002: カーニバルのパレードが通過する通りも象徴的ランドマークと見なされます."""
    game = Game("rio-de-janeiro", "a2 b2", ratings={"carnival": 5}, setup=PLAIN)
    card = GoalCard(Measure.ICONIC, Direction.AT_LEAST, 1, 5, 10)
    assert game.points()["carnival"] == 5
    assert measure_value(card, game.walked) == 0
    assert score(game.filled).landmarks == 1, "the green one at A3 alone"


def test_christ_gives_6_and_3_for_each_of_up_to_six_statues() -> None:
    track = Game("rio-de-janeiro", "c3 c4").city.track("christ")
    assert track == tuple(6 + 3 * statues for statues in range(7))
