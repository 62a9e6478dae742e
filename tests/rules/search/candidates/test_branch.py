"""Branch and bound: drawings with too many candidates to list, up to the whole lattice."""

import random

import networkx as nx
import pytest

from scorer.rules.city.city import load_city
from scorer.rules.notation import RoadId
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import usual_setup
from scorer.rules.scoring.terms.task import task_part
from scorer.rules.search.best import score
from scorer.rules.search.candidates import branch, large
from scorer.rules.search.candidates import listing as search
from scorer.rules.search.candidates.bestsofar import Keeper
from scorer.rules.search.candidates.branch import BranchSearch
from scorer.rules.search.candidates.listing import best_route
from scorer.rules.search.drawing.graph import Graph, bits, bridges, graph_of
from scorer.rules.search.drawing.shortfall import LeastLeftOut, Question
from scorer.rules.search.valuation import Valuation, parts_of, valuation_of
from tests.support.brute import best_total
from tests.support.randomboards import random_marks, scattered

CITY = load_city("first-city")
BOARD = CITY.practice_board
SETUP = usual_setup(CITY)


@pytest.fixture(autouse=True)
def nothing_swept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave to branches what would be swept."""
    monkeypatch.setattr(large, "sweep", lambda *_: False)


def problem(marks: Marks) -> tuple[Graph, Valuation]:
    graph, filled = graph_of(marks.sections), FilledBoard(BOARD, CITY, marks, SETUP)
    return graph, valuation_of(graph, filled, parts_of(filled))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_cutting_branches_misses_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is listed here: the same points and length as every walk tried one by one."""
    monkeypatch.setattr(search, "LISTED", 0)
    rng = random.Random(100 + seed)
    for _ in range(50):
        marks = random_marks(rng, BOARD, CITY)
        sheet = score(FilledBoard(BOARD, CITY, marks, SETUP))
        assert sheet.optimal
        assert (sheet.total, sheet.length) == best_total(BOARD, CITY, marks, SETUP), marks


@pytest.mark.slow
@pytest.mark.parametrize("sections", [20, 30, 36, 42])
def test_cutting_branches_and_listing_agree(sections: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(sections)
    for _ in range(5):
        graph, valuation = problem(scattered(rng, sections))
        monkeypatch.setattr(search, "LISTED", 1 << 30)
        listed = best_route(graph, valuation)
        monkeypatch.setattr(search, "LISTED", 0)
        assert best_route(graph, valuation).worth == listed.worth


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_all_84_roads_with_a_task_are_proved(seed: int) -> None:
    """The longest trail of the 7 × 7 lattice uses 74 of its 84 roads, and none loses points."""
    marks = scattered(random.Random(seed), 84)
    sheet = score(FilledBoard(BOARD, CITY, marks, SETUP))
    assert sheet.optimal
    assert sheet.length <= 74
    assert len(sheet.route.sections) == len(set(sheet.route.sections))
    for i, section in enumerate(sheet.route.sections):
        assert {sheet.route.crossroads[i], sheet.route.crossroads[i + 1]} == set(section.ends)
    (task,) = [line.points for line in sheet.lines if line.step == "task"]
    assert task == len(task_part(marks.task, sheet.route))


def test_without_anything_to_score_the_longest_trail_of_the_lattice_has_74_roads() -> None:
    """Known from outside: 84 roads, 20 odd crossroads, of which 18 lose a road."""
    marks = Marks(CITY.id, BOARD.id, frozenset(BOARD.road_of))
    assert score(FilledBoard(BOARD, CITY, marks, SETUP)).length == 74


@pytest.mark.slow
@pytest.mark.parametrize("sections", [30, 42, 52])
def test_memory_for_three_branches_is_enough(
    sections: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Branches that find no room to wait are followed at once, and nothing is missed."""
    monkeypatch.setattr(search, "LISTED", 0)
    for seed in range(3):
        graph, valuation = problem(scattered(random.Random(seed), sections))
        roomy = best_route(graph, valuation)
        with monkeypatch.context() as cramped:
            cramped.setattr(branch, "WAITING", 3)
            narrow = best_route(graph, valuation)
        assert narrow.worth.points == roomy.worth.points
        assert narrow.at_most_more == 0


@pytest.mark.slow
def test_where_the_branches_run_out_the_sheet_says_what_is_open() -> None:
    """With one branch looked at nothing is proved, and the bound covers the true best."""
    graph, valuation = problem(scattered(random.Random(3), 60))
    proved = best_route(graph, valuation)
    part = max(graph.components(graph.everything), key=int.bit_count)
    keeper = Keeper(graph, valuation)
    BranchSearch(keeper).run(part, branches=1)
    open_ = keeper.result()
    assert proved.at_most_more == 0
    assert open_.worth.points < proved.worth.points
    assert open_.worth.points + open_.at_most_more >= proved.worth.points


def least_by_matching(graph: Graph, odd: set[int]) -> int:
    """Return the fewest sections that pair up *odd*, by matching (Edmonds) over all ways."""
    lattice = nx.Graph([graph.ends[i] for i in bits(graph.everything)])
    steps = dict(nx.all_pairs_shortest_path_length(lattice))
    pairs = nx.Graph()
    for a in odd:
        for b in odd - {a}:
            pairs.add_edge(a, b, weight=steps[a][b])
    return sum(steps[a][b] for a, b in nx.min_weight_matching(pairs))


def test_the_fewest_left_out_are_those_of_a_matching() -> None:
    rng = random.Random(7)
    for sections in (50, 60, 70, 80, 84):
        marks = scattered(rng, sections)
        whole = graph_of(marks.sections)
        part = max(whole.components(whole.everything), key=int.bit_count)
        graph = graph_of(whole.names(part))
        odd = set(graph.odd(graph.everything))
        asked = Question(graph.everything, sum(1 << v for v in odd), 0, 0)
        assert LeastLeftOut(graph)([asked]) == [least_by_matching(graph, odd)]


def test_two_odd_crossroads_that_may_be_ends_leave_nothing_out() -> None:
    graph = graph_of(RoadId.parse(text) for text in ("a0-b0", "b0-c0", "c0-d0"))
    tips = 1 << 0 | 1 << 3
    least = LeastLeftOut(graph)
    assert least([Question(0b111, tips, 0, 0), Question(0b111, tips, tips, 2)]) == [3, 0]
    assert least([Question(0b101, tips, 0, 0), Question(0b111, 1, 0, 0)]) == [None, None]
    assert least([]) == []


def test_bridges_are_those_of_an_independent_search() -> None:
    rng = random.Random(11)
    for _ in range(60):
        graph = graph_of(scattered(rng, rng.randint(5, 84)).sections)
        lattice = nx.Graph([graph.ends[i] for i in bits(graph.everything)])
        found = {frozenset(graph.ends[i]) for i in bits(bridges(graph, graph.everything))}
        assert found == {frozenset(pair) for pair in nx.bridges(lattice)}
