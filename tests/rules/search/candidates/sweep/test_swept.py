"""Sweeping: the same best route as every walk tried one by one, as listing, as branching."""

import random
from typing import Any

import pytest

from scorer.rules.city.city import load_city
from scorer.rules.position.filled import FilledBoard
from scorer.rules.position.marks import Marks
from scorer.rules.position.setup import Setup, usual_setup
from scorer.rules.search import rides
from scorer.rules.search.best import score
from scorer.rules.search.candidates import large
from scorer.rules.search.candidates import listing as search
from scorer.rules.search.candidates.bestsofar import Keeper
from scorer.rules.search.candidates.sweep import labels, swept
from scorer.rules.search.candidates.sweep.ahead import LENGTH_BITS
from scorer.rules.search.candidates.sweep.ways import Ways
from scorer.rules.search.columns import reached
from scorer.rules.search.drawing.graph import graph_of
from scorer.rules.search.valuation import Valuation, parts_of, valuation_of
from scorer.rules.search.walks.walk import best_split
from scorer.rules.values import replace
from tests.support import citysearch
from tests.support.brute import best_total
from tests.support.citysearch import FEATURES, agree
from tests.support.randomboards import BOARD, CITY, random_marks, scattered

pytestmark = pytest.mark.slow

SETUP = usual_setup(CITY)


@pytest.fixture
def all_swept(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Let nothing be listed, and note whether each sweep proved what it found."""
    monkeypatch.setattr(search, "LISTED", 0)
    monkeypatch.setattr(rides, "LISTED", -1)
    monkeypatch.setattr(rides, "LISTED_IN_ORDER", -1)
    noted = []

    def noting(taker: swept.Taker, part: int) -> bool:
        noted.append(swept.sweep(taker, part))
        return noted[-1]

    monkeypatch.setattr(large, "sweep", noting)
    monkeypatch.setattr(rides, "sweep", noting)
    return noted


@pytest.mark.parametrize("seed", range(3))
def test_no_walk_scores_more_than_what_is_swept(seed: int, all_swept: list[bool]) -> None:
    rng = random.Random(700 + seed)
    for _ in range(50):
        marks = random_marks(rng, BOARD, CITY)
        ratings = {iconic.id: rng.choice(CITY.ratings.steps) for iconic in CITY.iconic}
        setup = Setup(ratings, cafes=rng.random() < 0.8, tasks=rng.random() < 0.7)
        sheet = score(FilledBoard(BOARD, CITY, marks, setup))
        assert (sheet.total, sheet.length) == best_total(BOARD, CITY, marks, setup), marks
        assert sheet.optimal
    assert len(all_swept) > 40
    assert all(all_swept)


@pytest.mark.parametrize("feature", FEATURES)
def test_no_walk_with_or_without_a_ride_scores_more(feature: str, all_swept: list[bool]) -> None:
    for seed in range(8):
        agree(*FEATURES[feature].board(f"swept {seed}"))
    assert all_swept
    assert all(all_swept)


@pytest.fixture
def closely(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let few beginnings be kept at first, ways be looked at all the time and cases told apart.

    What is lost for certain and how much may be missed is asked all the time. Note what longer
    ways took off.
    """
    monkeypatch.setattr(swept, "PASSES", ((3, 9, 1), (8, 10, 1), (1 << 18, 14, 1)))
    monkeypatch.setattr(swept, "HELPFUL", -(1 << 40))
    monkeypatch.setattr(swept, "LIMITED", 1)
    monkeypatch.setattr(labels, "CROWD", 0)
    noted = []
    plain = Ways.longer

    def noting(*arguments: Any) -> Any:
        found = plain(*arguments)
        noted.append(int(found.max()))
        return found

    monkeypatch.setattr(Ways, "longer", noting)
    return noted


@pytest.mark.parametrize("seed", range(3))
def test_no_walk_scores_more_where_all_is_looked_at_closely(
    seed: int, all_swept: list[bool], closely: list[int]
) -> None:
    rng = random.Random(900 + seed)
    near = [r for r in sorted(BOARD.road_of) if all(max(p.lattice or ()) <= 3 for p in r.ends)]
    for _ in range(50):
        drawn = rng.sample(near, rng.randint(15, 18))
        task = rng.sample(sorted({end for road in drawn for end in road.ends}), 3)
        marks = scattered(rng, 15)
        marks = replace(marks, sections=frozenset(drawn), task=frozenset(task))
        setup = replace(SETUP, cafes=False)
        sheet = score(FilledBoard(BOARD, CITY, marks, setup))
        assert (sheet.total, sheet.length) == best_total(BOARD, CITY, marks, setup), marks
        assert sheet.optimal
    assert all(all_swept)
    assert sum(map(bool, closely)) > 20


@pytest.mark.parametrize("feature", FEATURES)
def test_no_ride_scores_more_where_all_is_looked_at_closely(
    feature: str, all_swept: list[bool], closely: list[int]
) -> None:
    for seed in range(8):
        agree(*FEATURES[feature].board(f"closely {seed}"))
    assert all(all_swept)
    assert closely


@pytest.mark.parametrize("name", ["cairo", "hong-kong", "london", "paris"])
def test_listing_agrees_where_all_is_looked_at_closely(
    name: str, closely: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    city, luck = load_city(name), random.Random(f"closely {name}")
    for _ in range(6):
        marks, setup = citysearch.filled(city, luck, 28)
        filled = FilledBoard(city.practice_board, city, marks, replace(setup, tasks=True))
        monkeypatch.setattr(search, "LISTED", 1 << 30)
        monkeypatch.setattr(rides, "LISTED", 1 << 30)
        monkeypatch.setattr(rides, "LISTED_IN_ORDER", 1 << 30)
        listed = score(filled)
        monkeypatch.setattr(search, "LISTED", 0)
        monkeypatch.setattr(rides, "LISTED", -1)
        monkeypatch.setattr(rides, "LISTED_IN_ORDER", -1)
        sheet = score(filled)
        assert (sheet.total, sheet.length) == (listed.total, listed.length)
        assert sheet.optimal
    assert any(closely)


@pytest.mark.parametrize("sections", [20, 30, 38, 44])
def test_sweeping_and_listing_agree(sections: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(f"listed {sections}")
    for _ in range(5):
        filled = FilledBoard(BOARD, CITY, scattered(rng, sections), SETUP)
        monkeypatch.setattr(search, "LISTED", 1 << 30)
        listed = score(filled)
        monkeypatch.setattr(search, "LISTED", 0)
        sheet = score(filled)
        assert (sheet.total, sheet.length) == (listed.total, listed.length)
        assert sheet.optimal


def test_sweeping_and_branching_agree_where_nothing_can_be_listed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for sections in (52, 66, 78, 84):
        filled = FilledBoard(
            BOARD, CITY, scattered(random.Random(sections), sections), replace(SETUP, tasks=False)
        )
        sheet = score(filled)
        with monkeypatch.context() as branching:
            branching.setattr(large, "sweep", lambda *_: False)
            branched = score(filled)
        assert sheet.optimal
        assert branched.optimal
        assert (sheet.total, sheet.length) == (branched.total, branched.length)


def problem(sections: int, seed: int) -> tuple[FilledBoard, Valuation]:
    filled = FilledBoard(BOARD, CITY, scattered(random.Random(seed), sections), SETUP)
    return filled, valuation_of(graph_of(filled.marks.sections), filled, parts_of(filled))


def test_where_few_beginnings_are_kept_the_others_are_bound() -> None:
    """With one beginning kept at a time little is found, but what is missed is told."""
    filled, valuation = problem(54, 8)
    graph = graph_of(filled.marks.sections)
    part = max(graph.components(graph.everything), key=int.bit_count)
    best = search.best_route(graph, valuation)
    assert best.at_most_more == 0
    taker = large.Walking(Keeper(graph, valuation))
    sweeping = swept._sweep_of(taker, part, 11, swept._aims(taker, part))
    assert sweeping is not None
    for most in (1, 30):
        routes, missed = sweeping(0, most, 1, lambda: False)
        assert missed >> LENGTH_BITS >= best.worth.points
        assert len(routes) <= most * len(graph.crossroads)
    assert sweeping.best() >> LENGTH_BITS >= best.worth.points


def test_no_route_that_is_kept_misses_more_than_the_limits() -> None:
    """Whatever can be walked, cannot go on and beats the floor lies within the limits."""
    luck, narrow = random.Random(77), 0
    near = [r for r in sorted(BOARD.road_of) if all(max(p.lattice or ()) <= 3 for p in r.ends)]
    for _ in range(30):
        marks = replace(scattered(luck, 14), sections=frozenset(luck.sample(near, 14)))
        filled, graph = FilledBoard(BOARD, CITY, marks, SETUP), graph_of(marks.sections)
        valuation = valuation_of(graph, filled, parts_of(filled))
        columns = valuation.columns
        part = max(graph.components(graph.everything), key=int.bit_count)
        good = []
        for some in range(1, part + 1):
            odd = graph.odd(some)
            if some & ~part or len(odd) > 2 or len(graph.components(some)) > 1:
                continue
            if any(graph.incident[v] & part & ~some for v in odd):
                continue
            ends = (odd[0], odd[1]) if odd else None
            split = best_split(graph, some, ends, valuation.task)
            points = valuation.task_factor * split.points if split is not None else 0
            good.append((valuation.worth(some).with_points(points), some))
        good = sorted(good, key=lambda pair: -pair[0].key)[:3]
        if not good:
            continue
        taker = large.Walking(keeper := Keeper(graph, valuation))
        keeper.best = replace(keeper.best, worth=good[-1][0])
        limits = swept._limits(taker, part, 12, swept._aims(taker, part), ())
        totals = columns.sums(reached(columns.masks, part))[0, columns.products :]
        for _, some in good:
            if graph.odd(part) and not graph.odd(some) and len(valuation.task) < 2:
                continue
            sums = columns.sums(reached(columns.masks, some))[0, columns.products :]
            missed = (totals - sums).reshape(-1, 2).tolist()
            for (left, right), limit in zip(missed, limits, strict=True):
                assert left <= limit.left
                assert right <= limit.right
        there = totals.reshape(-1, 2).tolist()
        narrow += sum(sum(limit) < sum(most) for limit, most in zip(limits, there, strict=True))
    assert narrow > 20


def test_what_no_sweep_proves_is_branched(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "LISTED", 0)
    monkeypatch.setattr(swept, "PASSES", ((2, 9, 1),))
    rng = random.Random(5)
    for _ in range(40):
        marks = random_marks(rng, BOARD, CITY)
        sheet = score(FilledBoard(BOARD, CITY, marks, SETUP))
        assert sheet.optimal
        assert (sheet.total, sheet.length) == best_total(BOARD, CITY, marks, SETUP)


def test_a_search_that_is_stopped_says_what_is_open() -> None:
    marks = scattered(random.Random(1), 84)
    proved = score(FilledBoard(BOARD, CITY, marks, SETUP))
    asked = iter([*[False] * 60])
    sheet = score(FilledBoard(BOARD, CITY, marks, SETUP), stop=lambda: next(asked, True))
    assert proved.optimal
    assert not sheet.optimal
    assert sheet.total <= proved.total <= sheet.total + sheet.at_most_more


def test_every_road_of_every_city_is_proved() -> None:
    """All roads drawn: more than a machine word holds, and rides in some cities."""
    for name in ("cairo", "hong-kong", "new-york"):
        city = load_city(name)
        board = city.practice_board
        task = frozenset(random.Random(3).sample(sorted(board.crossroads_xy), 3))
        marks = Marks(city.id, board.id, frozenset(board.road_of), task=task)
        assert score(FilledBoard(board, city, marks, usual_setup(city))).optimal
