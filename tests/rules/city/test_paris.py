"""Paris by hand: colours, runs, tours, a doubled task, diagonals, half landmarks, the Seine."""

from itertools import pairwise

import pytest

from scorer.rules.board.board import LandmarkKind
from scorer.rules.notation import Crossroads, RoadId
from scorer.rules.scoring.sheet import FinalRoute
from scorer.rules.scoring.terms.runs import runs
from scorer.rules.search.best import score
from tests.support.cityboards import Game
from tests.support.fullboards import paris

PLAIN = {"cafes": False, "tasks": False}


def test_a_board_with_all_that_paris_has() -> None:
    """Worked by hand: from d4 by Batobus to b6.

    red e1-f1 passes E1 E2 and Les Halles' side; green e1-e2 D2 E2; blue d2-e2 D2 D3; red
    d2-d3 C3 D3; green d3-d4 the islands C4 D4; green b6-c6 B6; blue c6-d6 C6; red d6-e6 D6;
    green e5-e6 D6 E6.
    Red: Les Halles (its other half, Pompidou, has sides of its own). Blue: the Louvre D3.
    Green: Giverny, for the islands' tour is met; the Luxembourg garden has a blue and a red
    section beside it and none of its own colour. Yellow: D2 7, D4 8. Grey: Notre-Dame.
    Runs: red green blue; red green and the ride end the first part; green blue red.
    """
    assert paris().points() == {
        "red": 2,  # 1 × 2
        "green": 3,  # 1 × 3
        "blue": 3,  # 1 × 3
        "yellow": 15,
        "grey": 6,
        "cafes": 2,
        "task": 10,  # 2 × (e1 e2 d2 d3 d4, the Batobus, b6 c6: 4 + 1)
        "diversity": 7,  # two runs by the practice table
    }
    assert paris().total() == 48


def test_a_small_board_that_closes() -> None:
    """The diagonal a1-b2 crosses A2; b1-b2 A2 B2; a1-b1 A1 A2: any start, so one run."""
    game = Game("paris", "a1 b2 b1 a1", colours="brg", tourists={"A2": "ssc"}, setup=PLAIN)
    assert game.points() == {
        "red": 0, "green": 2, "blue": 0, "yellow": 0, "grey": 0, "diversity": 3,
    }  # fmt: skip


def test_the_tables_own_figures_go_first() -> None:
    assert paris(diversity=[0, 5, 11]).points()["diversity"] == 11
    (line,) = (paris().city.diversity,)
    assert line is not None
    assert line.practice


@pytest.mark.parametrize(("colour", "points"), [("r", 0), ("g", 2), ("b", 0)])
def test_a_special_landmark_needs_a_section_of_its_own_colour(colour: str, points: int) -> None:
    game = Game("paris", "a1 b1", colours=colour, tourists={"A1": "ss"}, setup=PLAIN)
    assert game.points()["green"] == points


@pytest.mark.parametrize("colour", ["r", "g"])
def test_a_landmark_passed_in_another_colour_is_on_the_route_for_ties(colour: str) -> None:
    """D16; seed 002 says only that it gives no PP without a section of its own colour."""
    game = Game("paris", "a1 b1", colours=colour, tourists={"A1": "ss"}, setup=PLAIN)
    assert score(game.filled).landmarks == 1


def test_yellow_and_grey_take_any_colour_and_so_do_tourists() -> None:
    game = Game("paris", "c1 d1 d2", colours="gr", ratings={"sacre-coeur": 8}, setup=PLAIN)
    assert (game.points()["grey"], game.points()["yellow"]) == (8, 7)


def test_a_tour_needs_its_last_stage() -> None:
    """Two of the three bridges: no Chantilly."""
    setup = PLAIN | {"tours": ["bridges"]}
    two = Game("paris", "d3 d4 e4 f4 f3", colours="rrrr", tourists={"D5": "t"}, setup=setup)
    assert two.points()["blue"] == 0
    three = Game(
        "paris",
        "b3 b4 c4 d4 d3 e3 f3 f4",
        colours="rrrrrrr",
        tourists={"D5": "t", "B5": "t"},
        setup=setup,
    )
    assert three.points()["blue"] == 1  # only Chantilly: no section is blue


def test_a_tour_that_is_not_in_play_gives_nothing() -> None:
    game = paris(tours=["bridges", "lights"])
    assert game.points()["green"] == 0


def test_the_personal_task_is_doubled() -> None:
    game = Game("paris", "b2 c2 d2", colours="rr", task=["b2", "d2", "f6"], setup={"cafes": False})
    assert game.points()["task"] == 4


def test_half_of_a_location_has_only_its_own_sides() -> None:
    """f1-f2 runs along Pompidou's half of E2 only; tourists in E2 are on the route anyway."""
    game = Game("paris", "f1 f2", colours="b", tourists={"E2": "tc"}, setup=PLAIN)
    assert (game.points()["blue"], game.points()["red"]) == (1, 0)


def test_a_large_landmark_leaves_untouched_locations_off_the_route() -> None:
    """c6-d6 puts the Luxembourg garden on the route, and C6, but not D6."""
    game = Game("paris", "c6 d6", colours="g", tourists={"C6": "s", "D6": "ss"}, setup=PLAIN)
    assert game.points()["green"] == 1


def chain(
    colours: str, *, ride: int | None = None
) -> tuple[dict[RoadId, LandmarkKind], FinalRoute]:
    """Return a straight walk with these colours; ``-`` is a section of unknown colour."""
    full = {"r": LandmarkKind.RED, "g": LandmarkKind.GREEN, "b": LandmarkKind.BLUE}
    points = [Crossroads.at(n, 0) for n in range(len(colours) + 1)]
    sections = [RoadId.between(a, b) for a, b in pairwise(points)]
    known = {s: full[c] for s, c in zip(sections, colours, strict=True) if c in full}
    if ride is not None:
        points.insert(ride, points[ride])
    return known, FinalRoute.of(tuple(points), tuple(sections), ride)


@pytest.mark.parametrize(
    ("colours", "ride", "count"),
    [
        ("", None, 0),
        ("rg", None, 0),
        ("rgb", None, 1),
        ("rgbrg", None, 1),
        ("rgbrgb", None, 2),
        ("rrgbbgr", None, 2),
        ("rgrbgrb", None, 2),
        ("rg-b", None, 0),
        ("rgbrgb", 3, 2),
        ("rgbrgb", 2, 1),
        ("rrrgggbbb", None, 0),
    ],
)
def test_runs_share_no_section_and_do_not_span_the_ride(
    colours: str, ride: int | None, count: int
) -> None:
    known, route = chain(colours, ride=ride)
    assert len(runs(known, route)) == count


def test_a_closed_route_may_start_its_runs_anywhere() -> None:
    """Round D2, green red red blue: only blue, green and red over the start make a run (D13)."""
    game = Game("paris", "d1 e1 e2 d2 d1", colours="grrb", setup=PLAIN)
    assert game.points()["diversity"] == 3
