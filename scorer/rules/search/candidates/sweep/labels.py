"""The routes of a drawing, best first: a sweep that keeps the most hopeful beginnings.

A beginning has settled some steps of the plan: which sections it keeps, what hangs together,
where its walk ends. With the tables ahead it has a bound. Those that cannot beat what is
known go; where more remain than may be kept the best do, and the best bound among the others
is noted. So whatever is found is found with a bound for everything that is not.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from scorer.rules.search.candidates.sweep.ahead import (
    LENGTH_BITS,
    NEVER,
    NOWHERE,
    Ahead,
    Aims,
    Keys,
    Terms,
)
from scorer.rules.search.candidates.sweep.missed import Missed
from scorer.rules.search.candidates.sweep.plan import Passed, Plan, Section, Settled
from scorer.rules.search.candidates.sweep.ways import Ways
from scorer.rules.search.drawing.graph import Graph

# Bits of a word of a mask.
WORD = 64
# Beginnings that are looked at closely at a time.
CHUNK = 1 << 12
# From so many beginnings on it pays to look at what they lose for certain.
CROWD = 256


@dataclass(frozen=True)
class Labels:
    """N beginnings, or whole routes.

    ``gains`` (N, A) are what they have so far for each aim. ``ends`` (N, 2) and ``stops``
    (N, 2) are crossroads: the ends of the walk and of its ride, or NOWHERE. ``joined`` (N, W + 1)
    has for each open place those it hangs together with, as a mask; the last place stands for a
    ride that is under way. ``out`` (N, words) are the sections left out. ``bounds`` are keys
    that no route which begins so exceeds. ``paid`` (N, A) is what longer ways to the task took
    off their gains, ``lost`` (N,) what they miss for certain.
    """

    state: NDArray[np.int64]
    gains: Keys
    ends: NDArray[np.int8]
    stops: NDArray[np.int8]
    joined: NDArray[np.uint32]
    out: NDArray[np.uint64]
    bounds: Keys
    paid: Keys
    lost: Keys

    def __len__(self) -> int:
        return len(self.state)

    def only(self, some: NDArray[np.intp] | NDArray[np.bool_]) -> "Labels":
        """Return *some* of them."""
        return Labels(*(getattr(self, field.name)[some] for field in fields(self)))


def all_of(parts: list[Labels]) -> Labels:
    """Return all *parts* as one."""
    if len(parts) == 1:
        return parts[0]
    names = [field.name for field in fields(Labels)]
    return Labels(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))


class Sweep:
    """One sweep over the sections of *part*, which hang together, but for rides.

    *allowed* are the pairs of stations that a ride may join, *ways* those to the task; *missed*
    tells what is lost for certain.
    """

    def __init__(
        self,
        graph: Graph,
        part: int,
        plan: Plan,
        terms: Terms,
        allowed: tuple[tuple[int, int], ...] = (),
        ways: Ways | None = None,
        missed: Missed | None = None,
    ) -> None:
        self.part = part
        self._plan = plan
        self._terms = terms
        self._odd = sum(1 << v for v in graph.odd(part))
        self._ahead = Ahead(plan, terms, self._odd)
        self._may_end = self._odd | terms.stations | terms.stops
        self._stops = np.array([bool(terms.stops >> v & 1) for v in range(len(graph.crossroads))])
        self._numbers = range(len(graph.crossroads))
        self._ways = ways
        self._missed = missed
        self._sections = len(graph.sections)
        self._words = -(-max(1, len(graph.sections)) // WORD)
        self._around = np.array([self._mask(around & part) for around in graph.incident], np.uint64)
        self._allowed = np.zeros((len(graph.crossroads),) * 2, np.bool_)
        for a, b in allowed:
            self._allowed[a, b] = self._allowed[b, a] = True
        self._ride = plan.width

    @property
    def aims(self) -> Aims:
        """What its walks aim at."""
        return self._terms.aims

    def most(self) -> Keys:
        """Return, for each aim, a key that no route exceeds."""
        return self._ahead.tables[0][:, 0, 0, 0].astype(np.int64) + self._terms.fixed

    def best(self) -> int:
        """Return a key that no route exceeds."""
        return int(self.most().max())

    def __call__(
        self, floor: int, most: int, looks: int, stop: Callable[[], bool]
    ) -> tuple[Labels, int]:
        """Return routes with a bound of *floor* or more, and the best bound of all others.

        *most* beginnings are kept at a time. Where these are too many, their ways to the task
        are looked at closely, again after *looks* crossroads. Once *stop* says so, nothing is
        found.
        """
        labels, finished, missed = self._first(), [], NEVER
        passed = 0
        come = np.zeros(self._sections, np.bool_)
        for number, step in enumerate(self._plan.steps):
            if stop():
                return self._first().only(np.zeros(1, np.bool_)), int(labels.bounds.max())
            match step:
                case Section():
                    labels = self._section(labels, step, number + 1, floor)
                    come[step.number] = True
                case Settled():
                    gain = self._terms.of(step)
                    gains = labels.gains + gain * (labels.state >> step.bit & 1)[:, None]
                    labels = _with(labels, gains=gains, state=labels.state & ~(1 << step.bit))
                case Passed():
                    labels, whole = self._passed(labels, step, number + 1, floor)
                    finished += [whole] if len(whole) else []
                    if len(labels) > CROWD and self._missed is not None:
                        labels = self._surely(labels, self._missed, come, number + 1, floor)
                case _:
                    assert_never(step)
            passed += isinstance(step, Passed)
            if len(labels) > most and passed >= looks and self._ways:
                passed = 0
                labels = self._closely(labels, self._ways, number + 1, floor)
            if len(labels) > most:
                order = np.argpartition(-labels.bounds, most)
                missed = max(missed, int(labels.bounds[order[most:]].max()))
                labels = labels.only(order[:most])
            if not len(labels):
                break
        found = all_of(finished) if finished else self._first().only(np.zeros(1, np.bool_))
        return found, missed

    def _first(self) -> Labels:
        width = self._plan.width + 1
        return Labels(
            np.zeros(1, np.int64),
            np.full((1, len(self._terms.aims.each)), self._terms.fixed, np.int64),
            np.full((1, 2), NOWHERE, np.int8),
            np.full((1, 2), NOWHERE, np.int8),
            np.zeros((1, width), np.uint32),
            np.zeros((1, self._words), np.uint64),
            np.array([self.best()], np.int64),
            np.zeros((1, len(self._terms.aims.each)), np.int64),
            np.zeros(1, np.int64),
        )

    def _mask(self, sections: int) -> list[int]:
        """Return *sections* as machine words."""
        return [sections >> WORD * n & (1 << WORD) - 1 for n in range(self._words)]

    def _section(self, labels: Labels, step: Section, ahead: int, floor: int) -> Labels:
        """Return *labels* with the section of *step*, and without, those that stay hopeful."""
        i = step.number
        gain = self._terms.sections[i] + self._terms.aims.each[:, i]
        may = labels
        if step.needs:
            may = may.only((may.state & step.needs) == step.needs)
        with_it = _with(may, state=may.state | step.reaches, gains=may.gains + gain)
        with_it = self._hopeful(with_it, ahead, floor)
        if len(with_it):
            a, b = step.places
            together = with_it.joined[:, a] | with_it.joined[:, b] | np.uint32(step.flips)
            with_it = _with(with_it, joined=_merged(with_it.joined, together))
        may = labels.only((labels.state & step.bars) == 0) if step.bars else labels
        without = _with(may, state=may.state ^ step.flips)
        without = self._hopeful(without, ahead, floor)
        out = without.out.copy()
        out[:, i // WORD] |= np.uint64(1 << i % WORD)
        return all_of([with_it, _with(without, out=out)])

    def _passed(
        self, labels: Labels, step: Passed, ahead: int, floor: int
    ) -> tuple[Labels, Labels]:
        """Return *labels* with the crossroads of *step* behind them; and those now whole."""
        v, place = step.crossroads, step.place
        odd = self._odd >> v & 1
        even = (labels.state >> place & 1) == odd
        labels = _with(labels, state=labels.state & ~(1 << place))
        all_walked = ((labels.out & self._around[v]) == 0).all(axis=1)
        parts = [labels.only(even)]
        stops = self._terms.stops >> v & 1
        if odd or stops:
            parts.append(self._ended(labels.only(~even & (all_walked | bool(stops))), v))
        if self._terms.stations >> v & 1:
            there = labels.joined[:, place] != 0
            parts.append(self._riding(labels.only(~even & there), v, place))
            if not odd:
                both = self._ended(labels.only(even & there & all_walked), v)
                parts.append(self._riding(both, v, place))
        labels = self._hopeful(all_of(parts), ahead, floor)
        own = np.uint32(1 << place)
        alone = labels.joined[:, place] == own
        joined = labels.joined & ~own
        joined[:, place] = 0
        labels = _with(labels, joined=joined)
        whole = alone & ~joined.any(axis=1)
        return labels.only(~alone), self._whole(labels.only(whole), ahead, floor)

    def _ended(self, labels: Labels, v: int) -> Labels:
        """Return those of *labels* that may still end at *v*, with that end."""
        labels = labels.only(labels.ends[:, 1] == NOWHERE)
        return _with(labels, ends=_noted(labels.ends, v))

    def _riding(self, labels: Labels, v: int, place: int) -> Labels:
        """Return those of *labels* that may ride from or to *v*, having done so."""
        first, second = labels.stops[:, 0], labels.stops[:, 1]
        labels = labels.only((second == NOWHERE) & ((first == NOWHERE) | self._allowed[first, v]))
        here = np.uint32(1 << self._ride)
        together = labels.joined[:, place] | labels.joined[:, self._ride] | here
        joined = _merged(labels.joined, together)
        over = labels.stops[:, 0] != NOWHERE
        joined[over] &= ~here
        joined[over, self._ride] = 0
        return _with(labels, joined=joined, stops=_noted(labels.stops, v))

    def _hopeful(self, labels: Labels, ahead: int, floor: int) -> Labels:
        """Return those of *labels* with a bound of *floor* or more, with their bounds."""
        bounds = self._bounds(labels, self._ahead.tables[ahead])
        hopeful = bounds >= floor
        labels = _with(labels, bounds=bounds)
        return labels if hopeful.all() else labels.only(hopeful)

    def _bounds(self, labels: Labels, table: NDArray[np.int32]) -> Keys:
        aims = self._terms.aims
        so_far = labels.gains.T
        bounds = np.full(len(labels), NEVER, np.int64)
        ended = (labels.ends != NOWHERE).sum(axis=1)
        stopped = (labels.stops != NOWHERE).sum(axis=1)
        for number in range(3):
            for rides in range(self._terms.rides + 1):
                some = np.flatnonzero((ended == number) & (stopped == rides))
                if not len(some):
                    continue
                state, ends = labels.state[some], labels.ends[some]
                if number == 0:
                    most = table[:, 0, rides, state].astype(np.int64)
                elif number == 1:
                    first = table[:, 1, rides, state] - aims.start[:, ends[:, 0]]
                    last = table[:, 2, rides, state] - aims.finish[:, ends[:, 0]]
                    most = np.maximum(first, last)
                else:
                    most = table[:, 3, rides, state] - aims.prices(ends)
                bounds[some] = (so_far[:, some] + most).max(axis=0)
        return bounds

    def _closely(self, labels: Labels, ways: Ways, ahead: int, floor: int) -> Labels:
        """Return those of *labels* that stay hopeful once their ways are looked at closely."""
        passed = (step.crossroads for step in self._plan.steps[ahead:] if isinstance(step, Passed))
        open_ = set(passed)
        ends = np.array([bool(self._may_end >> v & 1) and v in open_ for v in self._numbers])
        parts = []
        for at in range(0, len(labels), CHUNK):
            some = labels.only(np.arange(at, min(at + CHUNK, len(labels))))
            all_walked = ((some.out[:, None] & self._around) == 0).all(axis=2)
            may_end = (all_walked | self._stops) & ends
            more = ways.longer(some.out, some.ends, some.stops, may_end, open_)
            paid = np.maximum(some.paid, more)
            some = _with(some, gains=some.gains - (paid - some.paid), paid=paid)
            parts.append(self._hopeful(some, ahead, floor))
        return all_of(parts)

    def _surely(
        self, labels: Labels, missed: Missed, come: NDArray[np.bool_], ahead: int, floor: int
    ) -> Labels:
        """Return those of *labels* that stay hopeful with what they lose for certain."""
        lost = np.maximum(labels.lost, missed.more(labels.out, come) << LENGTH_BITS)
        gains = labels.gains - (lost - labels.lost)[:, None]
        return self._hopeful(_with(labels, gains=gains, lost=lost), ahead, floor)

    def _whole(self, labels: Labels, ahead: int, floor: int) -> Labels:
        """Return those of *labels* that are whole routes, all else being left out."""
        rest = [0] * self._words
        gains = labels.gains.copy()
        for step in self._plan.steps[ahead:]:
            match step:
                case Section():
                    rest[step.number // WORD] |= 1 << step.number % WORD
                case Settled():
                    gains += self._terms.of(step) * (labels.state >> step.bit & 1)[:, None]
                case Passed():
                    pass
                case _:
                    assert_never(step)
        aims, closed = self._terms.aims, labels.ends[:, 0] == NOWHERE
        prices = np.where(closed, aims.closed[:, None], aims.prices(labels.ends))
        out = labels.out | np.array(rest, np.uint64)
        whole = _with(labels, gains=gains, out=out, bounds=(gains.T - prices).max(axis=0))
        rides = (labels.stops != NOWHERE).sum(axis=1) == self._terms.rides
        return whole.only(rides & (whole.bounds >= floor))


def _with(labels: Labels, **changes: NDArray[np.generic]) -> Labels:
    """Return *labels* with some fields changed."""
    return Labels(*(changes.get(field.name, getattr(labels, field.name)) for field in _FIELDS))


_FIELDS = fields(Labels)


def _merged(joined: NDArray[np.uint32], together: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return *joined* where the places *together* (N,) now hang together."""
    places = np.arange(joined.shape[1], dtype=np.uint32)
    there = (together[:, None] >> places & np.uint32(1)).astype(np.bool_)
    return np.where(there, together[:, None], joined)


def _noted(stops: NDArray[np.int8], v: int) -> NDArray[np.int8]:
    """Return *stops* with crossroads *v* in the first place that is free."""
    found = stops.copy()
    first = found[:, 0] == NOWHERE
    found[first, 0] = v
    found[~first, 1] = v
    return found


def sections_of(labels: Labels, part: int) -> list[int]:
    """Return the sections of *part* that each of *labels* keeps, as masks."""
    found = []
    for words in labels.out.tolist():
        out = sum(word << WORD * n for n, word in enumerate(words))
        found.append(part & ~out)
    return found
