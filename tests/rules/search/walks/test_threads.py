"""Threads of a walk whose order is half settled: what they tell holds for all of it."""

from itertools import pairwise
from random import Random
from typing import Any

from scorer.rules.city.city import load_city
from scorer.rules.notation import Crossroads, RoadId
from scorer.rules.scoring.sheet import FinalRoute
from scorer.rules.scoring.terms.parts import Pieces
from scorer.rules.scoring.terms.runs import NO_COLOUR, TRIPLES, on_runs, runs, runs_from
from scorer.rules.search.drawing.graph import Graph, graph_of
from scorer.rules.search.walks.threads import Change, Threads
from tests.support.brute import Walk, task_points
from tests.support.citysearch import COLOURS

BOARD = load_city("paris").practice_board
ROADS = sorted(BOARD.road_of)


def some_walk(luck: Random, longest: int) -> Walk:
    """Return a walk that goes on by chance as long as it can."""
    points = [luck.choice(sorted(BOARD.crossroads_xy))]
    walked: list[RoadId] = []
    while len(walked) < longest:
        ahead = [road for road in ROADS if points[-1] in road.ends and road not in walked]
        if not ahead:
            break
        walked.append(luck.choice(ahead))
        points.append(walked[-1].other_end(points[-1]))
    return tuple(points), tuple(walked)


def halves(graph: Graph, walk: Walk) -> list[tuple[int, int]]:
    """Return the half that each section of *walk* is walked from, and the other."""
    points, walked = walk
    found = []
    for at, section in zip(points, walked, strict=False):
        i = graph.number[section]
        side = graph.crossroads[graph.ends[i][0]] != at
        found.append((2 * i + side, 2 * i + 1 - side))
    return found


def test_whatever_is_settled_first_a_walk_has_no_more_than_its_threads_tell() -> None:
    luck = Random(5)
    for _ in range(300):
        walk = points, walked = some_walk(luck, 24)
        if points[0] == points[-1] or len(walked) < 4:
            continue
        graph = graph_of(walked)
        kinds = {road: luck.choice(COLOURS) for road in walked}
        letters = {road: str(COLOURS.index(kind)) for road, kind in kinds.items()}
        pieces = Pieces(letters, NO_COLOUR, on_runs, runs_from, frozenset(TRIPLES))
        task = frozenset(luck.sample(sorted(set(points)), 3))
        between = task_points(points, task)
        number = len(runs(kinds, FinalRoute(points, walked)))
        threads = Threads(graph, graph.everything, pieces, closed=False)
        threads.look_for(tuple(graph.crossroads.index(point) for point in sorted(task)))
        steps = halves(graph, walk)
        threads.end(steps[0][0], [])
        threads.end(steps[-1][1], [])
        joints = [(before[1], ahead[0]) for before, ahead in pairwise(steps)]
        luck.shuffle(joints)
        for one, other in joints:
            assert threads.most_between() >= between
            assert runs_from(threads.sum) >= number
            assert threads.join(one, other, [])
        assert threads.most_between() == between
        assert runs_from(threads.sum) == number


def state(threads: Threads) -> dict[str, Any]:
    """Return all that *threads* know."""
    kept = {name: value for name, value in vars(threads).items() if name != "_graph"}
    inner = set(threads.mate)
    for name in ("_far", "_from"):
        # What was at the inner end of a thread is not looked at again before it is undone.
        kept[name] = {half: what for half, what in kept[name].items() if half not in inner}
    return {name: value.copy() if hasattr(value, "copy") else value for name, value in kept.items()}


def test_what_is_taken_back_leaves_nothing_behind() -> None:
    luck = Random(6)
    for _ in range(100):
        walk = points, walked = some_walk(luck, 16)
        if len(walked) < 4:
            continue
        graph = graph_of(walked)
        letters = {road: luck.choice("012") for road in walked}
        pieces = Pieces(letters, NO_COLOUR, on_runs, runs_from, frozenset(TRIPLES))
        closed = points[0] == points[-1]
        threads = Threads(graph, graph.everything, pieces, closed=closed)
        threads.look_for(tuple(luck.sample(range(len(graph.crossroads)), 3)))
        steps = halves(graph, walk)
        joints = [(before[1], ahead[0]) for before, ahead in pairwise(steps)]
        luck.shuffle(joints)
        joints += [(steps[-1][1], steps[0][0])] if closed else []
        befores, changes = [], []
        if not closed:
            for half in (steps[0][0], steps[-1][1]):
                befores.append(state(threads))
                changes.append(done := list[Change]())
                threads.end(half, done)
        for one, other in joints:
            befores.append(state(threads))
            changes.append(done := list[Change]())
            assert threads.join(one, other, done)
        for before, done in zip(befores[::-1], changes[::-1], strict=True):
            threads.undo(done)
            assert state(threads) == before


def test_a_ring_beside_the_walk_is_refused() -> None:
    """A ring of four sections, with one that leads away at c1."""
    points = [Crossroads(name) for name in ("d1", "c1", "b1", "b2", "c2", "c1")]
    walked = [
        next(road for road in ROADS if set(road.ends) == {one, other})
        for one, other in pairwise(points)
    ]
    graph = graph_of(walked)
    steps = halves(graph, (tuple(points), tuple(walked)))
    threads = Threads(graph, graph.everything, None, closed=False)
    for before, ahead in pairwise(steps[1:]):
        assert threads.join(before[1], ahead[0], [])
    assert not threads.join(steps[-1][1], steps[1][0], [])
    assert threads.join(steps[0][1], steps[1][0], [])
