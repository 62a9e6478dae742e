"""The best final route where there are too many candidates to list: swept, the best first.

A sweep finds all routes whose bound beats what is known, or, where these are too many, the
most hopeful of them and a bound for the others. Those found are settled exactly, best bound
first. That is the end where no other can beat the best of them; else more are swept.
"""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from scorer.rules.search.candidates.sweep.ahead import (
    LENGTH_BITS,
    NEVER,
    NOWHERE,
    Aims,
    Terms,
    aims_of,
    joined,
    key_of,
)
from scorer.rules.search.candidates.sweep.labels import Labels, Sweep, sections_of
from scorer.rules.search.candidates.sweep.losses import Limit, losses_of, prices_of
from scorer.rules.search.candidates.sweep.missed import Missed
from scorer.rules.search.candidates.sweep.plan import bridges_from, core_of, plan_of
from scorer.rules.search.candidates.sweep.ways import Ways
from scorer.rules.search.drawing.graph import Graph, bits
from scorer.rules.search.valuation import LENGTH_BITS as WORTH_LENGTH_BITS
from scorer.rules.search.valuation import LENGTH_SHIFT, POINTS_SHIFT, Valuation
from scorer.rules.search.walks.blocks import most_on_parts

# Beginnings kept at a time, and the bits of a state: more, where fewer prove nothing. And how
# many crossroads are passed between two closer looks at the ways to the task.
PASSES = ((1 << 10, 11, 14), (1 << 12, 13, 8), (1 << 15, 14, 8), (1 << 18, 14, 8))
# A crossroads pair's cases are told apart where they promise so much less than it does.
HELPFUL = key_of(2)
# The pass from which on it is asked how much a route may miss.
LIMITED = 2
# Routes settled between two closer looks at those left.
FIRST_BATCH = 8
GROWTH = 64
LARGEST_BATCH = 1 << 12

Keys = NDArray[np.int64]
Pair = tuple[int, int]
Ends = Pair | None


class Taker(Protocol):
    """Who keeps the best of the routes over ``graph`` that are offered."""

    @property
    def graph(self) -> Graph:
        """The drawing, without a ride."""

    @property
    def valuation(self) -> Valuation:
        """What its sections are worth."""

    @property
    def rides(self) -> tuple[Pair, ...]:
        """The crossroads that a ride may join; if there are any, every route rides."""

    @property
    def stops(self) -> int:
        """The crossroads (a mask) where a walk may end though it could go on; none with rides."""

    @property
    def floor(self) -> int:
        """The key that a route has to beat."""

    @property
    def stopped(self) -> bool:
        """Whether to give up."""

    def leave_open(self, points: int) -> None:
        """Note that routes not looked at may have so many points."""

    def take(self, sections: int, ends: Ends, ride: Pair) -> None:
        """Settle the best walk over all of *sections* and keep it if it is good enough."""


def sweep(taker: Taker, part: int) -> bool:
    """Offer *taker* every route over *part* that it may keep; say whether that was possible.

    Without rides *part* hangs together, and walks that lie ``beyond`` bridges are left out.
    With rides each piece of it has a station.
    """
    aims, cases = _aims(taker, part), None
    limits: tuple[Limit, ...] = ()
    for number, (most, room, looks) in enumerate(PASSES):
        if number:
            cases = cases or _aims(taker, part, closely=True)
            if number >= LIMITED:
                limits = _limits(taker, part, room, aims, limits)
            aims = _split(taker, part, room, aims, cases, limits)
        sweeping = _sweep_of(taker, part, room, aims, limits)
        if sweeping is None:
            return True
        routes, missed = sweeping(_floor(taker), most, looks, lambda: taker.stopped)
        _settle(taker, sweeping, routes)
        aims = sweeping.aims.only(sweeping.most() >= _floor(taker))
        if missed <= _floor(taker):
            return True
        if taker.stopped:
            taker.leave_open(missed >> LENGTH_BITS)
            return True
    return False


def beyond(graph: Graph, part: int) -> tuple[int, ...]:
    """Return the parts of *part* of which ``sweep`` leaves out the walks."""
    return graph.components(part & ~core_of(graph, part))


def _limits(
    taker: Taker, part: int, room: int, aims: Aims, known: tuple[Limit, ...]
) -> tuple[Limit, ...]:
    """Return how much a route may miss of each product if it is to be kept.

    So much as a route may have where the product loses nothing, so much it may lose of it.
    *known* are limits that hold already.
    """
    columns = taker.valuation.columns
    weights = columns.weights.astype(np.int64)
    there = np.array([bool(mask & part) for mask in columns.masks], np.bool_)
    totals = weights[there].sum(axis=0)
    found = list(known) or [p.limit for p in prices_of(columns, totals)]
    for number in range(len(found)):
        left, right = totals[columns.products + 2 * number :][:2].tolist()
        if not left * right:
            continue
        sweeping = _sweep_of(taker, part, room, aims, found, number)
        if sweeping is None:
            break
        spare = max(0, sweeping.best() - _floor(taker)) >> LENGTH_BITS
        limit = found[number]
        found[number] = Limit(min(limit.left, spare // right), min(limit.right, spare // left))
    return tuple(found)


def _sweep_of(
    taker: Taker,
    part: int,
    room: int,
    aims: Aims,
    limits: Sequence[Limit] = (),
    spared: int | None = None,
) -> Sweep | None:
    """Return the sweep over *part* of routes within *limits*; None if no aim is worth one."""
    graph, valuation, rides = taker.graph, taker.valuation, taker.rides
    losses = losses_of(valuation.columns, part, limits, spared)
    features = [(m & part, x) for m, x in zip(valuation.masks, losses.tolist(), strict=True)]
    single = np.zeros(len(graph.sections), np.int64)
    for mask, loss in features:
        if mask.bit_count() == 1:
            single[mask.bit_length() - 1] += loss
    most = valuation.worth(part).points
    if valuation.prizes is not None:
        most += valuation.prizes.at_most(part)
    aims = aims.only(key_of(most) + aims.each[:, list(bits(part))].sum(axis=1) >= _floor(taker))
    if not len(aims.each):
        return None
    stations = sum(1 << v for v in {v for pair in rides for v in pair})
    near = sum(1 << i for i in bits(part) if any(stations >> v & 1 for v in graph.ends[i]))
    bridges = bridges_from(graph, part, near if rides else core_of(graph, part))
    room -= (len(aims.each) - 1).bit_length() + bool(rides)
    plan = plan_of(graph, part, features, bridges, room)
    fixed = most - int(single.sum()) - sum(int(losses[feature]) for feature in plan.remembered)
    keys = (single << LENGTH_BITS, losses << LENGTH_BITS)
    terms = Terms(*keys, aims, key_of(fixed), stations, taker.stops)
    ways = Ways(graph, part, aims, valuation.task, valuation.task_factor, rides)
    summed = np.array([mask.bit_count() == 1 for mask, _ in features], np.bool_)
    summed[list(plan.remembered)] = True
    missed = Missed(valuation.columns, part, len(graph.sections), summed, limits)
    return Sweep(graph, part, plan, terms, rides, ways, missed)


def _split(
    taker: Taker, part: int, room: int, aims: Aims, cases: Aims, limits: Sequence[Limit]
) -> Aims:
    """Return *aims* without those that are hopeless, split into *cases* where that helps."""
    one, other = (_sweep_of(taker, part, room, some, limits) for some in (aims, cases))
    if one is None or other is None:
        return aims
    found = [aims.only(np.zeros(len(aims.each), np.bool_))]
    for stops in np.unique(one.aims.stops, axis=0):
        whole, split = ((some.aims.stops == stops).all(axis=1) for some in (one, other))
        best = other.most()[split].max(initial=NEVER)
        helps = best <= one.most()[whole].max() - HELPFUL
        some, these = (other, split) if helps else (one, whole)
        found.append(some.aims.only(these & (some.most() >= _floor(taker))))
    return joined(found)


def _aims(taker: Taker, part: int, *, closely: bool = False) -> Aims:
    """Return what walks over *part* may aim at.

    Closed walks can go on, unless nothing is left; so without the task, and where the order of
    the walk makes no difference, they do not count.
    """
    graph, valuation, prizes = taker.graph, taker.valuation, taker.valuation.prizes
    ordered = prizes is not None and prizes.ordered
    closed = bool(taker.rides or taker.stops) or ordered or not graph.odd(part)
    task, factor = valuation.task, valuation.task_factor
    return aims_of(graph, part, task, factor, taker.rides, closed=closed, closely=closely)


def _floor(taker: Taker) -> int:
    """Return the key of points and length that a route must have at least to be kept."""
    length = taker.floor >> LENGTH_SHIFT & (1 << WORTH_LENGTH_BITS) - 1
    return key_of(taker.floor >> POINTS_SHIFT, length)


def _settle(taker: Taker, sweeping: Sweep, routes: Labels) -> None:
    """Offer *taker* those of *routes* that it may keep, best bound first."""
    routes = routes.only(np.argsort(-routes.bounds, kind="stable"))
    start, size = 0, FIRST_BATCH
    while start < len(routes) and routes.bounds[start] >= _floor(taker):
        some = routes.only(np.arange(start, min(start + size, len(routes))))
        start, size = start + size, min(size * GROWTH, LARGEST_BATCH)
        some = some.only(some.bounds >= _floor(taker))
        sets = sections_of(some, sweeping.part)
        closer = _closer(taker, sets, some)
        for i in np.argsort(-closer, kind="stable").tolist():
            if closer[i] <= taker.floor:
                break
            if taker.stopped:
                taker.leave_open(int(closer[i]) >> POINTS_SHIFT)
                return
            taker.take(sets[i], _ends(some, i), tuple(sorted(some.stops[i].tolist())))


def _ends(routes: Labels, i: int) -> Ends:
    one, other = routes.ends[i].tolist()
    return None if one == NOWHERE else (min(one, other), max(one, other))


def _closer(taker: Taker, sets: Sequence[int], routes: Labels) -> Keys:
    """Return closer bounds (``Worth.key``) for *routes*, which walk *sets*."""
    graph, valuation = taker.graph, taker.valuation
    rows = rows_of(graph, sets)
    keys = valuation.keys_of_rows(rows)
    points = np.zeros(len(rows), np.int64)
    if len(valuation.task) > 1:
        rides = routes.stops if taker.rides else None
        points += valuation.task_factor * _task(graph, valuation.task, rows, routes.ends, rides)
    bounds = keys + (points << POINTS_SHIFT)
    prizes = valuation.prizes
    if prizes is None:
        return bounds
    # Each is looked at only where it may be kept if it has all that there is.
    bounds += prizes.at_most(graph.everything) << POINTS_SHIFT
    for i in np.flatnonzero(bounds > taker.floor).tolist():
        one, other = routes.ends[i].tolist()
        around = graph.incident[one] | graph.incident[other]
        near = sets[i] & around if one != NOWHERE else sets[i]
        more = points[i] + prizes.at_most(sets[i], sets[i], near)
        bounds[i] = keys[i] + (more << POINTS_SHIFT)
    return bounds


def rows_of(graph: Graph, sets: Sequence[int]) -> NDArray[np.bool_]:
    """Return *sets* as a matrix (N, sections)."""
    size = -(-max(1, len(graph.sections)) // 8)
    packed = b"".join(one.to_bytes(size, "little") for one in sets)
    octets = np.frombuffer(packed, np.uint8).reshape(len(sets), size)
    found = np.unpackbits(octets, axis=1, bitorder="little")[:, : len(graph.sections)]
    return found.astype(np.bool_)


def _task(
    graph: Graph,
    task: tuple[int, ...],
    rows: NDArray[np.bool_],
    ends: NDArray[np.int8],
    rides: NDArray[np.int8] | None,
) -> Keys:
    """Return how many sections each of *rows* has at most between two crossroads of *task*."""
    ridden = []
    if rides is not None:
        pairs = np.unique(rides, axis=0).tolist()
        ridden = [(a, b, (rides == np.array([a, b])).all(axis=1)) for a, b in pairs]
    return most_on_parts(graph, task, rows, ends, ridden)
