"""New York by hand: two halves, pentagons, Broadway, parks, docks, stars, the café area."""

from random import Random

import pytest
from msgspec import structs

from scorer.rules.city.city import load_city
from scorer.rules.city.goalcards import Direction, GoalCard, Measure
from scorer.rules.notation import RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.mark import MarksError
from scorer.rules.scoring.measures import measure_value
from scorer.rules.scoring.terms.task import task_choices
from scorer.rules.search.best import score
from scorer.rules.status import Gap, GapKind, status_of
from scorer.rules.values import replace
from tests.support.cityboards import Game
from tests.support.citysearch import filled
from tests.support.fullboards import new_york

PLAIN = {"cafes": False, "tasks": False}


def test_a_board_with_all_that_new_york_has() -> None:
    """Worked by hand: up Broadway, round the park, by subway from g4 to h6.

    a4-b4 passes A4 A5; b4-c4 B4 B5; c4-d3 C4 and the Flatiron's long side; d3-e3 D3 D4;
    e3-f3 E3 E4 and Times Square; f3-g2 F3; g2-h2 G2 G3; h2-h3 G3 H3; h3-h4 G4 H4;
    g4-h4 G4 G5; h6-i6 H6; i6-j6 I6.
    Red: B5. Green: D3, Central Park West. Blue: A5, G5. Purple: Times Square, G2, H6.
    Yellow: Flatiron 9. Grey: Rockefeller. The park's pond shares H4 but none of its sides.
    Circles 2 + 1, squares 3 (two in I3 are lost), triangles 2, pentagons 2 + 1.
    """
    assert new_york().points() == {
        "red": 3,  # 1 × 3
        "green": 6,  # 2 × 3
        "blue": 4,  # 2 × 2
        "purple": 9,  # 3 × 3
        "yellow": 9,
        "grey": 8,
        "task": 3,  # b4 to e3 in the left half
        "cafes": 10,  # an unused bonus 2, and the 8 PP bonus
        "statue": 6,  # Whitehall's ticket, and a4 on the route
        "broadway": 18,  # six sections, 3 each; the hot spot counts once
        "bridges": 6,  # j6
    }
    assert new_york().total() == 82


def test_a_small_board_with_its_task_in_the_other_half() -> None:
    """h2-i2 H2 H3; i2-j2 I2 I3; the park's diagonals j2-k3 J3 and k3-l4 K4.

    Ringed are b2, e3 and f4; as far along in the right half lie h2, k3 and l4.
    """
    game = Game(
        "new-york",
        "h2 i2 j2 k3 l4",
        tourists={"I3": "ss", "K4": "s"},
        task=["b2", "e3", "f4"],
    )
    assert game.points() == {
        "red": 0,
        "green": 9,  # west, hill and walk × 3
        "blue": 0,
        "purple": 0,
        "yellow": 0,
        "grey": 0,
        "task": 4,
        "cafes": 0,
        "statue": 0,
        "broadway": 0,
        "bridges": 0,
    }


def test_the_task_is_better_in_the_half_where_less_of_it_is_drawn() -> None:
    """Left b2, e3 and f4 have a section each, apart; right h2 and k3 are three sections apart."""
    places = {"I3": "ssss"}
    game = Game("new-york", "h2 i2 j2 k3", tourists=places, task=["b2", "e3", "f4"])
    apart = frozenset(map(RoadId.parse, ("b2-b3", "e2-e3", "f4-f5")))
    marks = replace(game.marks, sections=game.marks.sections | apart)
    sheet = score(FilledBoard(game.board, game.city, marks, game.setup))
    assert next(line.points for line in sheet.lines if line.step == "task") == 3
    assert sheet.length == 3


@pytest.mark.slow
@pytest.mark.parametrize("with_goals", [False, True])
def test_the_better_half_for_the_task_is_found(*, with_goals: bool) -> None:
    """The best of both halves is the better one of what each has where no half can be chosen."""
    city = load_city("new-york")
    board, game = city.practice_board, city.game
    bound = replace(city, game=structs.replace(game, task_halves=False))
    goals = tuple(goal.on(board) for goal in city.goals) if with_goals else ()
    for seed in range(20):
        marks, setup = filled(city, Random(f"halves {seed}"), 14)
        setup = replace(setup, tasks=True, goals=goals)
        halves = [
            score(FilledBoard(board, bound, replace(marks, task=task), setup)).total
            for task in task_choices(FilledBoard(board, city, marks, setup))
        ]
        assert score(FilledBoard(board, city, marks, setup)).total == max(halves)


@pytest.mark.parametrize(
    ("tickets", "points"),
    [([], 0), (["whitehall"], 6), (["corlears-hook"], 0), (["whitehall", "corlears-hook"], 6)],
)
def test_the_statue_needs_the_ticket_of_a_dock_on_the_route(
    tickets: list[str], points: int
) -> None:
    assert new_york(tickets=tickets).points()["statue"] == points


def test_the_statue_counts_once_with_both_docks_and_both_tickets() -> None:
    game = Game(
        "new-york",
        "a4 b4 b5 c5 d5 e5 e6",
        ratings={"statue": 10},
        tickets=["whitehall", "corlears-hook"],
        setup=PLAIN,
    )
    assert game.points()["statue"] == 10


def test_only_the_cafe_area_gives_points_for_bonuses() -> None:
    """Circles on the map are no bonuses; D5: the 8 PP bonus is not also an unused one."""
    assert new_york(cafes={"a2": "visited"}, cafe_area={}).points()["cafes"] == 0
    assert new_york(cafe_area={"points-1": "visited"}).points()["cafes"] == 8
    assert new_york(cafe_area={"points-1": "used"}).points()["cafes"] == 0
    alone = {"tourists-1": "visited", "section-2": "visited"}
    assert new_york(cafe_area=alone).points()["cafes"] == 4


def test_a_park_landmark_covers_three_locations() -> None:
    board = new_york().board
    parks = [mark for mark in board.landmarks if mark.id.startswith("park-")]
    assert [len(mark.locations) for mark in parks] == [3, 3, 3, 3]
    assert len({place for mark in parks for place in mark.locations}) == 8


@pytest.mark.parametrize("route", ["e3 f3", "f2 f3", "f3 f4", "f3 g3", "f3 g2"])
def test_times_square_is_a_crossroads(route: str) -> None:
    tourists = {"E3": "p", "F3": "p", "E4": "p", "F4": "p"}
    assert Game("new-york", route, tourists=tourists, setup=PLAIN).points()["purple"] >= 1


def test_star_crossroads_give_what_is_printed_there() -> None:
    game = Game("new-york", "c6 d6 e6 f6", setup=PLAIN)
    assert game.points()["bridges"] == 4 + 3 + 5


def test_a_task_across_both_halves_cannot_be_moved() -> None:
    game = Game("new-york", "h2 i2", task=["b2", "l4", "h2"], setup={"cafes": False})
    assert game.points()["task"] == 0


def test_a_task_crossroads_in_a_rounded_corner_of_the_other_half_is_left_out() -> None:
    """Ringed are g0, i2, j3; as far along on the left lie a rounded corner, c2 and d3."""
    game = Game("new-york", "c2 d2 d3", task=["g0", "i2", "j3"], setup={"cafes": False})
    assert game.points()["task"] == 2


@pytest.mark.parametrize(
    ("said", "route", "points"),
    [
        (None, "m1 m2", 0),
        ("left", "m1 m2", 1),
        ("right", "m1 m2", 0),
        (None, "a1 a2", 0),
        ("left", "a1 a2", 0),
        ("right", "a1 a2", 1),
        (None, "g1 g2", 1),
    ],
)
def test_rings_on_the_fold_count_in_the_half_that_the_player_names(
    said: str | None, route: str, points: int
) -> None:
    """Seed 002: 左右どちらかの半分を選択して (picks either half).

    Line g is the last one of the left half and the first one of the right half.
    """
    setup = {"cafes": False} | ({"task_half": said} if said else {})
    game = Game("new-york", route, task=["g1", "g2", "g4"], setup=setup)
    assert game.points()["task"] == points
    assert [line.points for line in score(game.filled).lines if line.step == "task"] == [points]
    asks = Gap(GapKind.HALF) in status_of(game.filled).missing
    assert asks is (said is None)


def test_rings_beside_the_fold_need_no_answer() -> None:
    """One ring off the fold tells the half; what was said then changes nothing."""
    for said in ({}, {"task_half": "left"}, {"task_half": "right"}):
        game = Game("new-york", "h1 h2 h3", task=["b1", "g2", "b3"], setup={"cafes": False, **said})
        assert game.points()["task"] == 2
        assert status_of(game.filled).missing == ()


def test_only_new_york_has_halves() -> None:
    with pytest.raises(MarksError, match=r"\$\.task_half: the map of London has no halves"):
        Game("london", "b1 b2", setup={"task_half": "left"})


@pytest.mark.parametrize(
    ("route", "tickets", "seen"),
    [
        ("a3 a4 a5", ["whitehall"], True),
        ("a3 a4 a5", ["corlears-hook"], False),
        ("a3 a4 a5", [], False),
        ("d6 e6", ["corlears-hook", "whitehall"], True),
    ],
)
def test_the_statue_is_a_landmark_on_the_route_once_it_is_scored(
    route: str, tickets: list[str], seen: bool
) -> None:
    """Seed 002: 自由の女神は遠隔地にある象徴的ランドマークです (a remote iconic landmark).

    a3-a4 passes A4, a4-a5 A5 (blue); d6-e6 passes E6.
    """
    game = Game("new-york", route, tickets=tickets, setup=PLAIN)
    beside = {"a3 a4 a5": 1, "d6 e6": 0}[route]
    sheet = score(game.filled)
    assert measure_value(card("iconic"), game.walked) == int(seen)
    assert measure_value(card("landmarks", "grey"), game.walked) == int(seen)
    assert (sheet.landmarks, sheet.length) == (beside + seen, len(route.split()) - 1)


def test_broadway_is_no_landmark_for_ties_and_cards() -> None:
    """D15; seed 002: ブロードウェイは…その象徴的ランドマークの1つです."""
    game = Game("new-york", "d3 e3", ratings={"broadway": 4}, setup=PLAIN)
    assert game.points()["broadway"] == 4
    assert measure_value(card("iconic"), game.walked) == 0
    beside = {mark.id for mark in game.walked.near.landmarks}
    assert score(game.filled).landmarks == len(beside)
    assert "broadway" not in beside


def test_the_search_takes_the_statue_for_a_goal_and_for_a_tie() -> None:
    """The section a3-a4 ends at Whitehall's dock; the card asks for an iconic landmark."""
    game = Game("new-york", "a3 a4", tickets=["whitehall"], setup=PLAIN)
    filled_ = replace(game.filled, setup=replace(game.setup, goals=(card("iconic"),)))
    sheet = score(filled_)
    assert sheet.goals[0].is_reached
    assert sheet.optimal


def card(measure: str, of: str = "") -> GoalCard:
    return GoalCard(Measure(measure), Direction.AT_LEAST, 1, 5, 10, of)
