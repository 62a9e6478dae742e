"""Walks that turn at every crossroads: over one-way streets, against every walk tried."""

import random
from itertools import combinations
from operator import itemgetter

import pytest
from msgspec.structs import replace

from scorer.rules.board.board import Board
from scorer.rules.city.city import load_city
from scorer.rules.city.goalcards import Direction, GoalCard, Measure
from scorer.rules.notation import RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup, usual_setup
from scorer.rules.scoring.sheet import FinalRoute
from scorer.rules.search.best import score
from scorer.rules.search.candidates import listing as search
from scorer.rules.search.drawing.graph import Graph, bits, graph_of
from scorer.rules.search.walks.turning import Turning
from scorer.rules.search.walks.zigzag import LeastUnturned, ZigzagQuestion, best_zigzag, one_way
from tests.support.brute import task_points, walks
from tests.support.brute_goals import (
    bends,
    best_with_goals,
    random_card,
    random_rivals,
    spot,
    value,
)
from tests.support.randomboards import random_marks, scattered

CITY = load_city("first-city")
BOARD = CITY.practice_board
SETUP = usual_setup(CITY)
NEVER_STRAIGHT = GoalCard(Measure.STRAIGHT_RUN, Direction.AT_MOST, 1, 6, 9)


def streets_of(board: Board, *names: str) -> Graph | None:
    graph = graph_of(map(RoadId.parse, names))
    return one_way(graph, Turning(graph, board))


def streets(sections: frozenset[RoadId]) -> Graph:
    graph = graph_of(sections)
    found = one_way(graph, Turning(graph, BOARD))
    assert found is not None
    return found


def test_along_the_map_from_white_to_black_and_across_it_back() -> None:
    """a0 and b1 are white, b0 and a1 black: a0 to b0, then down to b1, left to a1, up to a0."""
    found = streets_of(BOARD, "a0-b0", "b0-b1", "a1-b1", "a0-a1")
    assert found is not None
    leaving = {str(p): found.names(found.ahead(v)) for v, p in enumerate(found.crossroads)}
    parse = RoadId.parse
    assert leaving == {
        "a0": (parse("a0-b0"),),
        "b0": (parse("b0-b1"),),
        "b1": (parse("a1-b1"),),
        "a1": (parse("a0-a1"),),
    }


def test_rounded_corners_and_diagonals_are_no_lattice() -> None:
    """Rio's corner road a1-b0 turns against both roads that it joins, which differ."""
    rio = load_city("rio-de-janeiro").practice_board
    assert streets_of(rio, "b0-c0", "a1-a2") is not None
    assert streets_of(rio, "b0-c0", "a1-b0", "a1-a2") is None


@pytest.mark.slow
@pytest.mark.parametrize("listed", [0, 1 << 19])
@pytest.mark.parametrize("seed", range(2))
def test_cards_that_ask_for_short_straight_runs(
    seed: int, listed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every walk tried one by one, branches cut and candidates listed; up to one card more."""
    monkeypatch.setattr(search, "LISTED", listed)
    rng = random.Random(1500 + seed)
    met = 0
    for _ in range(40):
        marks = random_marks(rng, BOARD, CITY)
        run = replace(NEVER_STRAIGHT, threshold=rng.choice((1, 1, 2)), reached=rng.choice((1, 6)))
        cards = (run, *(random_card(rng, BOARD, CITY) for _ in range(rng.randint(0, 1))))
        setup = Setup(SETUP.ratings, goals=cards, tasks=rng.random() < 0.8)
        rivals = random_rivals(rng, cards)
        sheet = score(FilledBoard(BOARD, CITY, marks, setup, rivals))
        assert sheet.optimal
        assert (sheet.total, sheet.length) == best_with_goals(BOARD, CITY, marks, setup, rivals)
        met += sheet.goals[0].is_reached
    assert met > 20


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_the_longest_part_for_the_task_without_going_straight_on(seed: int) -> None:
    """For every set that is walked so, the best of all such walks, tried one by one."""
    rng = random.Random(1600 + seed)
    looked = 0
    for _ in range(25):
        marks = random_marks(rng, BOARD, CITY)
        graph = streets(marks.sections)
        numbers = tuple(v for v, p in enumerate(graph.crossroads) if p in marks.task)
        best: dict[tuple[int, tuple[int, int] | None], int] = {}
        for points, walked in filter(itemgetter(1), walks(marks.sections)):
            ends = (graph.crossroads.index(points[0]), graph.crossroads.index(points[-1]))
            key = (graph.mask(walked), ends if ends[0] != ends[1] else None)
            straight = not all(bends(BOARD, (points, walked)))
            part = -1 if straight else task_points(points, marks.task)
            best[key] = max(best.get(key, -1), part)
        for (mask, stops), most in best.items():
            walk = best_zigzag(graph, mask, stops, numbers)
            assert (walk is None) == (most < 0)
            if walk is not None:
                points = tuple(graph.crossroads[v] for v in walk.crossroads)
                assert stops is None or (walk.crossroads[0], walk.crossroads[-1]) == stops
                sections = tuple(graph.sections[i] for i in walk.sections)
                assert graph.mask(sections) == mask
                assert all(bends(BOARD, (points, sections)))
                assert task_points(points, marks.task) == most
                looked += 1
    assert looked > 100


def least_left_out(graph: Graph, question: ZigzagQuestion) -> int | None:
    """Return the answer by trying everything that may be left out, with coordinates."""
    droppable = list(bits(question.droppable & question.left))
    # At each crossroads that may be uneven: whether an end is allowed, and which roads go along.
    there = []
    for v, point in enumerate(graph.crossroads):
        if not question.fixed >> v & 1:
            y = spot(str(point))[1]
            roads = {i: graph.sections[i].other_end(point) for i in bits(graph.incident[v])}
            along = sum(1 << i for i, end in roads.items() if spot(str(end))[1] == y)
            there.append((question.may_end >> v & 1, graph.incident[v], along))
    for count in range(len(droppable) + 1):
        for chosen in combinations(droppable, count):
            left = question.left & ~sum(1 << i for i in chosen)
            ends = 0
            for may_end, roads_here, along in there:
                here = left & roads_here
                uneven = abs(2 * (here & along).bit_count() - here.bit_count())
                ends += uneven if uneven < 2 and may_end else 9 * uneven
            if ends == question.free:
                return count
    return None


@pytest.mark.slow
def test_the_fewest_left_out_are_found_by_trying_all() -> None:
    rng = random.Random(1700)
    found = []
    for _ in range(40):
        graph = streets(frozenset(rng.sample(sorted(BOARD.road_of), 30)))
        part = max(graph.components(graph.everything), key=int.bit_count)
        part = sum(1 << i for i in list(bits(part))[:10])
        may_end = rng.getrandbits(len(graph.crossroads))
        kept = rng.getrandbits(30) & rng.getrandbits(30) & rng.getrandbits(30)
        question = ZigzagQuestion(part, part & ~kept, 0, may_end, rng.choice((0, 1, 2)))
        (answer,) = LeastUnturned(graph)([question])
        assert answer == least_left_out(graph, question), question
        found.append(answer)
    assert None in found
    assert len(set(found)) > 4


def test_at_a_fixed_end_nothing_more_is_asked() -> None:
    """Three in a row: with both outer ones fixed as ends, the middle one must still be turned."""
    graph = streets(frozenset(map(RoadId.parse, ("a0-b0", "b0-c0"))))
    ends = sum(1 << v for v, p in enumerate(graph.crossroads) if str(p) in ("a0", "c0"))
    least = LeastUnturned(graph)
    assert least([ZigzagQuestion(3, 0, ends, 0, 0), ZigzagQuestion(3, 3, 0, 7, 2)]) == [None, 1]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_all_84_roads_with_a_card_for_no_straight_run_are_proved(seed: int) -> None:
    marks = scattered(random.Random(seed), 84)
    sheet = score(
        FilledBoard(BOARD, CITY, marks, Setup(SETUP.ratings, tasks=True, goals=(NEVER_STRAIGHT,)))
    )
    plain = score(FilledBoard(BOARD, CITY, marks, SETUP))
    assert sheet.optimal
    assert sheet.goals[0].is_reached
    walk = (sheet.route.crossroads, sheet.route.sections)
    assert value(NEVER_STRAIGHT, BOARD, marks, walk) == 1
    assert sheet.total == plain.total + NEVER_STRAIGHT.reached - sheet.given_up


def test_a_card_for_no_section_in_a_row_is_met_by_nothing_drawn() -> None:
    """The card is worth more than all roads together, so the empty route is best."""
    marks = Marks(CITY.id, BOARD.id, frozenset(BOARD.road_of))
    nothing = GoalCard(Measure.STRAIGHT_RUN, Direction.AT_MOST, 0, 900, 900)
    sheet = score(FilledBoard(BOARD, CITY, marks, Setup(SETUP.ratings, goals=(nothing,))))
    assert (sheet.optimal, sheet.route) == (True, FinalRoute())
