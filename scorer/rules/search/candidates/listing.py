"""The best final route, exactly: every walk that the drawn sections allow is accounted for.

A set of sections can be walked as one route if and only if it is connected and has no or
two odd crossroads. Points only grow with a walk, so a walk that can go on at one of its
ends is never better than the longer one. Hence at both ends of a best open walk every drawn
section is used, and their number there is odd. A closed walk can go on wherever it may be
started, unless the personal task fixes where; so closed ones matter only with a task, or
where a whole drawing is closed. For two such ends s and t, the sets odd at s and t only are
one coset of the cycle space: a path from s to t combined with every sum of fundamental
cycles. So each connected part of the drawing has ``2 ** mu`` candidates per pair of ends,
all of them scored at once, a bit mask each. The task depends on the order of the walk; its
points enter as an upper bound and are settled exactly, best bound first, until no bound is
left that could beat what is settled. Drawings with too many circles to list the candidates
are left to ``sweep``, and to ``branch`` where cards set a limit.

Goal cards can break the first step: one that asks for few turns, or for a start beside some
location, may be lost by going on. So can a term that the order of the walk decides and that
does not say that it is kept. Then, and where the best few routes are wanted rather than
the best one, there are *stops*: crossroads where a walk may end though it could go on. Where
every crossroads is a stop, any two may be the ends; else only one end is at a stop, and at the
other nobody can go on. What goals and such terms give enters the bounds as the personal task
does; where the order of the walk matters, ``order`` settles it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from scorer.rules.search.candidates.bestsofar import Best, Keeper
from scorer.rules.search.candidates.large import improve_large
from scorer.rules.search.drawing.cycles import distances as distances_in
from scorer.rules.search.drawing.cycles import spanning_tree, sum_of, sums
from scorer.rules.search.drawing.graph import Graph, bits
from scorer.rules.search.order import Ends
from scorer.rules.search.valuation import POINTS_SHIFT, Valuation, Worth
from scorer.rules.search.walks.blocks import NOWHERE, most_on_parts

# Candidates of one connected part that are listed; where there are more, branches are cut.
LISTED = 1 << 19
# So many times more with a ride: only sets that take it count, and cutting costs far more there.
RIDE_FACTOR = 4
# Sections that one machine word holds.
WORD = 64
# Sums of cycles combined with a pair's path at a time: bounds the memory.
CHUNK = 1 << 14
# Candidates settled between two looks at what is left, and how fast that number grows: few
# boards need more than the first, and those that do gain from a closer look at many at once.
FIRST_BATCH = 8
GROWTH = 64
# Flooding many sets at once pays from so many on.
FLOOD_FROM = 24


Keys = NDArray[np.int64]


@dataclass(frozen=True)
class _Batch:
    """Candidates of one connected part: sets of sections and, for each, its pair of ends."""

    pairs: tuple[Ends, ...]
    pair: NDArray[np.intp]
    sets: NDArray[np.uint64]

    def only(self, kept: NDArray[np.bool_]) -> "_Batch":
        """Return the candidates that *kept* marks."""
        return _Batch(self.pairs, self.pair[kept], self.sets[kept])

    def near(self, graph: Graph, some: NDArray[np.intp]) -> NDArray[np.uint64]:
        """Return the sections at the ends of *some* candidates, all for a closed one."""
        masks = [
            graph.incident[pair[0]] | graph.incident[pair[1]] if pair else graph.everything
            for pair in self.pairs
        ]
        return np.array(masks, np.uint64)[self.pair[some]]


def best_route(
    graph: Graph,
    valuation: Valuation,
    stop: Callable[[], bool] | None = None,
    plain: Best | None = None,
    floor: Worth | None = None,
) -> Best:
    """Return the best final route over *graph*; the empty one where nothing is drawn.

    Among routes of equal points the longest is best, then the one with most tourists, then
    with most landmarks (the tie-break of the game).

    Parameters
    ----------
    stop : callable, optional
        Asked now and then; once it says yes, the best route found so far is returned with
        the points that others may have more.
    plain : Best, optional
        The best route where goals count nothing, if it is known already.
    floor : Worth, optional
        Only a route that beats it is looked for; without one, an empty route worth as much
        is returned.
    """
    keeper = Keeper(graph, valuation, stop)
    if floor is not None:
        keeper.best = Best(0, None, None, floor)
    prizes = valuation.prizes
    if prizes is None:
        search(keeper)
        return keeper.result()
    # The best route without goals: seldom far from the best with them, which it bounds.
    goals = prizes.at_most(graph.everything)
    without = Worth(floor.points - goals, 0, 0, 0) if floor is not None else None
    plain = plain or best_route(graph, replace(valuation, prizes=None), stop, floor=without)
    keeper.plain = plain
    if plain.sections:
        keeper.offer(plain.sections, plain.ends)
    most = plain.worth.points + plain.at_most_more + goals
    # Where it has all that the cards can give as well, no other beats it.
    if keeper.best.worth.points < most or keeper.best.sections != plain.sections:
        search(keeper, prizes.stops(graph))
    best = keeper.result()
    return replace(best, at_most_more=min(best.at_most_more, max(0, most - best.worth.points)))


def best_over_ride(
    graph: Graph,
    valuation: Valuation,
    floor: Worth,
    stop: Callable[[], bool] | None = None,
) -> Best:
    """Return the best final route that takes the ride of *graph*, if it beats *floor*.

    Else an empty one that is worth as much as *floor*.
    """
    keeper = Keeper(graph, valuation, stop)
    keeper.best = Best(0, None, None, floor)
    prizes = valuation.prizes
    search_over_ride(keeper, prizes.stops(graph) if prizes is not None else 0)
    return keeper.result()


def search_over_ride(keeper: Keeper, stops: int = 0) -> None:
    """Offer to *keeper* every route that it may keep and that takes the ride of its graph.

    *stops* as for ``search``.
    """
    graph = keeper.graph
    start = graph.ends[graph.free.bit_length() - 1][0]
    part = graph.connected_to(start, graph.everything)
    most, points = _most(keeper, part)
    if most > keeper.floor:
        if keeper.stopped:
            keeper.leave_open(points)
        else:
            _improve(keeper, part, stops)


def search(keeper: Keeper, stops: int = 0) -> None:
    """Offer to *keeper* every route that it may keep, but for what it is told is left open.

    *stops* (a mask) are the crossroads where a walk may end though it could go on.
    """
    graph = keeper.graph
    parts = [(_most(keeper, part), part) for part in graph.components(graph.everything)]
    for (most, points), part in sorted(parts, reverse=True):
        if most <= keeper.floor:
            continue
        if keeper.stopped:
            keeper.leave_open(points)
            continue
        _improve(keeper, part, stops)
    if keeper.stopped and not keeper.many and not keeper.best.sections:
        _offer_some_way(keeper)


def _offer_some_way(keeper: Keeper) -> None:
    """Offer the best way along a tree of the drawing, so that whoever stopped early has a route."""
    graph = keeper.graph
    ways: list[tuple[int, int, Ends]] = []
    for part in graph.components(graph.everything):
        paths, _ = spanning_tree(graph, part)
        for s, t in combinations(paths, 2):
            way = paths[s] ^ paths[t]
            ways.append((keeper.valuation.worth(way).key, way, (s, t)))
    if ways:
        _, way, ends = max(ways)
        keeper.offer(way, ends)


def _most(keeper: Keeper, part: int) -> tuple[int, int]:
    """Return a key and points that no route in the connected *part* can beat: all, all task."""
    task = part.bit_count() if _tasks_in(keeper, part) >= 2 else 0
    task *= keeper.valuation.task_factor
    prizes = keeper.valuation.prizes
    goals = prizes.at_most(part) if prizes is not None else 0
    worth = keeper.valuation.worth(part).with_points(task + goals)
    return worth.key, worth.points


def _tasks_in(keeper: Keeper, part: int) -> int:
    return sum(bool(keeper.graph.incident[v] & part) for v in keeper.valuation.task)


def _improve(keeper: Keeper, part: int, stops: int) -> None:
    """Offer to *keeper* every route in the connected *part* that it may keep."""
    graph, valuation = keeper.graph, keeper.valuation
    prizes = valuation.prizes
    ordered = prizes is not None and prizes.ordered
    listed_up_to = LISTED * (RIDE_FACTOR if graph.free else 1)
    if len(graph.sections) > WORD or candidates(graph, part, stops) > listed_up_to:
        for rest in improve_large(keeper, part, stops):
            if _most(keeper, rest)[0] > keeper.floor:
                _improve(keeper, rest, stops)
        return
    if not graph.odd(part) and not stops and not ordered:
        keeper.offer(part, None)
        return
    counts = _tasks_in(keeper, part) >= 2
    distances = distances_in(graph, part) if counts else None
    closed = counts or ordered or bool(stops)
    listed: list[tuple[_Batch, Keys, Keys]] = []
    for batch in _batches(graph, part, stops, closed=closed):
        if keeper.stopped:
            keeper.leave_open(_most(keeper, part)[1])
            break
        if graph.free:
            batch = batch.only(_ride(graph, batch.sets))
        keys = valuation.keys(batch.sets)
        bounds = keys
        if distances is not None:
            most = _task_bounds(graph, valuation.task, distances, batch)
            bounds = keys + (valuation.task_factor * most << POINTS_SHIFT)
        if prizes is not None:
            bounds = bounds + (prizes.hopes(batch.sets) << POINTS_SHIFT)
        alive = bounds > keeper.floor
        listed.append((batch.only(alive), keys[alive], bounds[alive]))
    if not listed:
        return
    pairs = listed[0][0].pairs
    whole = _Batch(
        pairs,
        np.concatenate([batch.pair for batch, _, _ in listed]),
        np.concatenate([batch.sets for batch, _, _ in listed]),
    )
    keys = np.concatenate([keys for _, keys, _ in listed])
    bounds = np.concatenate([bounds for _, _, bounds in listed])
    _settle(keeper, whole, (keys, bounds))


def _ride(graph: Graph, sets: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Return which of *sets* ride from a section to another: the others need no ride."""
    found: NDArray[np.bool_] = (sets & np.uint64(graph.free)) != 0
    for station in graph.ends[graph.free.bit_length() - 1]:
        found &= (sets & np.uint64(graph.incident[station] & ~graph.free)) != 0
    return found


def candidates(graph: Graph, part: int, stops: int = 0) -> int:
    """Return how many candidates a connected *part* has, closed ones included."""
    circles = part.bit_count() - len(graph.touched(part)) + 1
    return (len(_pairs(graph, part, stops)) + 1) << circles


def _pairs(graph: Graph, part: int, stops: int) -> list[tuple[tuple[int, int], int]]:
    """Return the pairs of ends that a best open walk in *part* may have.

    Each comes with the sections that it uses for certain: all at an end where nobody can go
    on. Where both ends are stops, either may be such a one.
    """
    touched, odd = graph.touched(part), graph.odd(part)
    around = [there & part for there in graph.incident]
    if all(stops >> v & 1 for v in touched):
        return [(pair, 0) for pair in combinations(touched, 2)]
    found = [
        ((s, t), around[s] | around[t])
        for s, t in combinations(odd, 2)
        if not stops & (1 << s | 1 << t)
    ]
    found += [((s, t), around[s]) for s in odd for t in touched if stops >> t & 1 and s != t]
    return found


def _batches(graph: Graph, part: int, stops: int, *, closed: bool) -> Iterator[_Batch]:
    """Yield all candidates of a connected *part*: odd at both ends of a pair only.

    With *closed* those that are odd nowhere too.
    """
    root_paths, cycles = spanning_tree(graph, part)
    open_ = _pairs(graph, part, stops)
    pairs: list[Ends] = [pair for pair, _ in open_]
    ways = [root_paths[s] ^ root_paths[t] for (s, t), _ in open_]
    used = np.array([must for _, must in open_] + [0] * closed, np.uint64)
    if closed:
        pairs.append(None)
        ways.append(0)
    paths = np.array(ways, np.uint64)
    low, high = cycles[:12], cycles[12:]
    every = sums(low)
    each = max(1, CHUNK // len(every))
    for chosen in range(1 << len(high)):
        above = np.uint64(sum_of(high, chosen))
        for start in range(0, len(pairs), each):
            some = paths[start : start + each] ^ above
            sets = some[:, None] ^ every
            need = used[start : start + each, None]
            which, column = np.nonzero((sets & need == need) & (sets != 0))
            yield _Batch(tuple(pairs), which + start, sets[which, column])


def _settle(keeper: Keeper, batch: _Batch, worth: tuple[Keys, Keys]) -> None:
    """Offer *keeper* those of *batch* that it may keep.

    *worth* are each candidate's key without task and goals, and an upper bound with them.
    """
    graph = keeper.graph
    keys, bounds = worth
    order = np.argsort(-bounds, kind="stable")
    start, size = 0, FIRST_BATCH
    while start < len(order) and bounds[order[start]] > keeper.floor:
        if keeper.stopped:
            keeper.leave_open(int(bounds[order[start]]) >> POINTS_SHIFT)
            return
        some = order[start : start + size]
        some = some[_connected(graph, batch.sets[some])]
        closer = bounds[some]
        if len(some) >= FLOOD_FROM:
            closer = np.minimum(closer, _closer(keeper, batch, some, keys[some]))
        for i in np.argsort(-closer, kind="stable"):
            if closer[i] <= keeper.floor:
                break
            ends = batch.pairs[batch.pair[some[i]]]
            keeper.offer(int(batch.sets[some[i]]), ends)
        start, size = start + size, size * GROWTH


def _closer(keeper: Keeper, batch: _Batch, some: NDArray[np.intp], keys: Keys) -> Keys:
    """Return closer bounds for *some* of *batch*, all connected, than those they came with."""
    graph, valuation = keeper.graph, keeper.valuation
    points = np.zeros(len(some), np.int64)
    if len(valuation.task) > 1:
        points += valuation.task_factor * _own_task_bounds(graph, valuation.task, batch, some)
    if valuation.prizes is not None:
        near = batch.near(graph, some)
        points += valuation.prizes.close_hopes(batch.sets[some], near)
    return keys + (points << POINTS_SHIFT)


def _task_bounds(
    graph: Graph, task: tuple[int, ...], distances: NDArray[np.int64], batch: _Batch
) -> NDArray[np.int64]:
    """Return, for each candidate, points that its personal task cannot exceed.

    Before the counted part lies at least a shortest way from the start to its first
    crossroads, behind it one from its last to the end.
    """
    bounds = np.zeros(len(batch.sets), np.int64)
    lengths = np.bitwise_count(batch.sets).astype(np.int64)
    visited = {v: (batch.sets & np.uint64(graph.incident[v])) != 0 for v in task}
    for first in task:
        for last in task:
            if first == last:
                continue
            outside = np.array(
                [
                    distances[first, last]
                    if pair is None
                    else distances[pair[0], first] + distances[last, pair[1]]
                    for pair in batch.pairs
                ],
                np.int64,
            )
            both = visited[first] & visited[last]
            bounds = np.maximum(bounds, np.where(both, lengths - outside[batch.pair], 0))
    return bounds


def _own_task_bounds(
    graph: Graph, task: tuple[int, ...], batch: _Batch, some: NDArray[np.intp]
) -> Keys:
    """Return closer bounds than ``_task_bounds`` for *some* of *batch*, all connected.

    The shortest ways are those over each candidate's own sections.
    """
    numbers = np.arange(len(graph.sections), dtype=np.uint64)
    drawn = (batch.sets[some][:, None] >> numbers & np.uint64(1)).astype(np.bool_)
    pairs = [pair or (NOWHERE, NOWHERE) for pair in batch.pairs]
    ends = np.array(pairs, np.int8)[batch.pair[some]]
    return most_on_parts(graph, task, drawn, ends)


def _connected(graph: Graph, sets: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Return which of *sets* hang together, by flooding all of them at once."""
    if len(sets) < FLOOD_FROM:
        alone = [
            graph.connected_to(graph.ends[next(iter(bits(m)))][0], m) == m for m in sets.tolist()
        ]
        return np.array(alone, np.bool_)
    incident = [np.uint64(mask) for mask in graph.incident]
    reached = sets & (~sets + np.uint64(1))
    while True:
        before = reached
        for around in incident:
            there = sets & around
            reached = np.where((reached & around) != 0, reached | there, reached)
        if np.array_equal(before, reached):
            whole: NDArray[np.bool_] = reached == sets
            return whole
