"""The end bonuses: which extra sections, and which diagonals, make the best route better.

An extra section lies on any printed road, a diagonal crosses any quarter; neither has to join
anything (our decision: rounded corners and dead ends are roads too).

Every use of up to three bonuses has an upper bound: all that hangs together with what it draws,
nobody lost. Uses are tried by falling bound, each by the best route that takes all that it draws
and beats what is known. So the best use is proved once no bound beats it; a search that is
stopped says how much more another use may be worth.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Road, RoadKind
from scorer.rules.innsmouth.facts import Pass
from scorer.rules.innsmouth.filled import Filled
from scorer.rules.innsmouth.pieces import MOST_FERRIES, Bonus
from scorer.rules.innsmouth.search.best import CLOSE, COLUMNS, Best, Limits, best_route
from scorer.rules.innsmouth.search.bounds import Columns, most
from scorer.rules.innsmouth.worth import Ground
from scorer.rules.notation import Crossroads, NameSet, RoadId
from scorer.rules.values import replace as with_changes

Drawn = tuple[tuple[Bonus, RoadId], ...]
Indexes = NDArray[np.intp]


@dataclass(frozen=True)
class Use:
    """A use of end bonuses: what to draw for each, and the best route then.

    No other use is worth over ``best.at_most_more`` more. Where nothing that helps was found,
    nothing is ``drawn``, and ``best`` is the best route without.
    """

    drawn: Drawn
    best: Best


def unused(filled: Filled) -> tuple[Bonus, ...]:
    """Return the end bonuses that are circled and not crossed out.

    Source: "Character bonuses".
    """
    circled = list(filled.circled)
    for bonus in filled.marks.used:
        if bonus in circled:
            circled.remove(bonus)
    return tuple(bonus for bonus in circled if bonus is not Bonus.COORDINATE)


def best_use(ground: Ground, best: Best, stop: Callable[[], bool] | None = None) -> Use | None:
    """Return the best use of the unused end bonuses; None where none makes *best* better.

    Once *stop* says yes, no more uses are tried; then nothing may be drawn, and be unproved.
    """
    bonuses = unused(ground.filled)
    if not bonuses:
        return None
    search = _Uses(ground, best, stop)
    sizes = range(1, min(len(bonuses), _PROVED) + 1)
    kinds = [sorted({tuple(sorted(some)) for some in combinations(bonuses, n)}) for n in sizes]
    # One bonus after another soon finds a good use; then all uses are tried.
    for only_more in (True, False):
        for some in kinds:
            search.try_all([search.reach.uses(one) for one in some], only_more=only_more)
    found = search.result(all_known=len(bonuses) <= _PROVED)
    return found if found.drawn or found.best.at_most_more > CLOSE else None


# Of so many bonuses the best use is proved; of more, the best three are shown.
_PROVED = 3


@dataclass
class _Uses:
    """What is known of the uses of end bonuses so far."""

    ground: Ground
    best: Best
    stop: Callable[[], bool] | None
    found: Use = field(init=False)
    open: float = -np.inf
    tried: set[tuple[int, ...]] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Begin with no bonus used."""
        self.found = Use((), self.best)

    @cached_property
    def reach(self) -> "_Reach":
        return _Reach(self.ground.filled, self.best)

    def try_all(self, uses: Sequence[Indexes], *, only_more: bool = False) -> None:
        """Try *uses* by falling bound, as far as one may be better than what is known.

        Of equal bounds those that draw most of what the best use known draws are tried first.
        With *only_more* only those are tried that draw all of that.
        """
        known = [self.reach.index[road] for _, road in self.found.drawn]
        waiting: list[tuple[float, int, tuple[int, ...]]] = []
        for some in uses:
            bounds = self._bounds(some)
            shared = np.isin(some, known).sum(axis=1)
            hopeful = bounds > self._value + CLOSE
            if only_more:
                hopeful &= shared == len(known)
            for i in np.flatnonzero(hopeful).tolist():
                waiting.append((-bounds[i], -shared[i], tuple(some[i].tolist())))
        for bound, _, use in sorted(waiting):
            if -bound <= self._value + CLOSE:
                break
            if use in self.tried:
                continue
            if self.stop is not None and self.stop():
                self.open = max(self.open, -np.inf if only_more else -bound)
                break
            self.tried.add(use)
            self._try(self.reach.drawn(use))

    @property
    def _value(self) -> float:
        return float(self.found.best.worth.value)

    def _bounds(self, uses: Indexes) -> NDArray[np.float64]:
        """Return what no route that takes all that a use draws can be worth more than."""
        if self.ground.challenge is not None or not len(uses):
            return np.ones(len(uses))
        columns, walkable = self.reach.beside(uses)
        every = int(np.bitwise_or.reduce(columns["quarters"]))
        levels = range(self.ground.level(Pass(every, ferries=MOST_FERRIES)) + 1)
        worth = most(self.ground, columns, levels).astype(np.float64)
        return np.where(walkable, worth, -np.inf)

    def _try(self, use: Drawn) -> None:
        """Look for the best route that takes all that *use* draws, if it beats what is known."""
        more = with_sections(self.ground.filled, (road for _, road in use))
        sections = sorted(more.marks.sections)
        needed = sum(1 << sections.index(road) for _, road in use)
        limits = Limits(needed=needed, floor=self.found.best.worth)
        # What a pass is worth does not hang on what is drawn: all uses share it.
        ground = copy(self.ground)
        ground.filled = more
        tried = best_route(ground, limits, self.stop)
        self.open = max(self.open, float(tried.worth.value) + tried.at_most_more)
        if tried.route.segments:
            self.found = Use(use, replace(tried, at_most_more=0.0))

    def result(self, *, all_known: bool) -> Use:
        """Return the best use found, and how much more another one may be worth."""
        open_ = self.open
        if not all_known:
            # One more may pass whatever there is.
            open_ = max(open_, float(self._bounds(self.reach.everything())[0]))
        if not self.found.drawn:
            # The best route itself may be unproved; that is told with it.
            open_ = max(open_, self._value)
        more = max(0.0, open_ - self._value)
        return replace(self.found, best=replace(self.found.best, at_most_more=more))


class _Reach:
    """What can be walked together: the parts of the drawing, joined by what bonuses draw.

    A use is a row of indexes of roads. The roads that bonuses may draw stand in the order in
    which they promise to help *best* by themselves.
    """

    def __init__(self, filled: Filled, best: Best) -> None:
        self.filled, self.town = filled, filled.town
        at = _parts(filled.marks.sections)
        numbers = {part: i for i, part in enumerate(sorted({*at.values()}))}
        self.at = {end: numbers[part] for end, part in at.items()}
        self.roads = _places(filled, best, at)
        self.index = {road: i for i, road in enumerate(self.roads)}
        self.parts = [Pass() for _ in numbers]
        for section in filled.marks.sections:
            part = self.at[section.first]
            self.parts[part] = _both(self.parts[part], self._pass(section))
        self.wet = _mask(self.at[point] for point in self.town.side if point in self.at)
        self.own = [self._pass(road) for road in self.roads]
        ends = [{self.at[end] for end in road.ends if end in self.at} for road in self.roads]
        self.touched = np.array([_mask(one) for one in ends], np.int64)
        at_water = [bool({*road.ends} & self.town.side.keys()) for road in self.roads]
        self.afloat = np.array(at_water) | (self.touched & self.wet > 0)
        self.joined = self.touched[:, None] & self.touched > 0
        for i, road in enumerate(self.roads):
            self.joined[i] |= [bool({*road.ends} & {*other.ends}) for other in self.roads]

    def uses(self, kinds: Sequence[Bonus]) -> Indexes:
        """Return all uses of as many bonuses as there are *kinds*, each of its kind: a row each."""
        found = np.zeros((1, 0), np.intp)
        for kind, number in Counter(kinds).items():
            roads = [i for i, road in enumerate(self.roads) if self._kind(road) is kind]
            more = np.array([*combinations(roads, number)], np.intp).reshape(-1, number)
            left, right = np.indices((len(found), len(more))).reshape(2, -1)
            found = np.hstack([found[left], more[right]])
        return found

    def everything(self) -> Indexes:
        """Return the use that draws all that unused bonuses may."""
        kinds = {*unused(self.filled)}
        return np.array([[i for i, road in enumerate(self.roads) if self._kind(road) in kinds]])

    def drawn(self, use: Iterable[int]) -> Drawn:
        """Return a row of ``uses`` as what is drawn for each bonus."""
        roads = [self.roads[i] for i in use]
        return tuple((self._kind(road), road) for road in roads)

    def _kind(self, road: RoadId) -> Bonus:
        diagonal = self.town.board.road_of[road].kind is RoadKind.DIAGONAL
        return Bonus.DIAGONAL if diagonal else Bonus.SECTION

    def beside(self, uses: Indexes) -> tuple[Columns, NDArray[np.bool_]]:
        """Return all that a route over each of *uses* may pass, and which can be walked at all."""
        # Which of a use's roads hang together, over the drawing and over each other.
        joined = self.joined[uses[:, :, None], uses[:, None, :]]
        for _ in range((uses.shape[1] - 1).bit_length()):
            joined = joined @ joined
        afloat = (joined & self.afloat[uses][:, None, :]).any(axis=2)
        at_water: NDArray[np.bool_] = np.all(afloat, axis=1)
        touched = np.bitwise_or.reduce(self.touched[uses], axis=1)
        touched = np.where(at_water, touched | self.wet, touched)
        kinds, kind = np.unique(touched, return_inverse=True)
        parts = [_all(one for i, one in enumerate(self.parts) if mask >> i & 1) for mask in kinds]
        found: Columns = {}
        for name in COLUMNS:
            own = np.array([getattr(one, name) for one in self.own], np.int64)[uses]
            drawn = np.array([getattr(one, name) for one in parts], np.int64)[kind]
            if name == "length":
                found[name] = own.sum(axis=1) + drawn
            else:
                found[name] = np.bitwise_or.reduce(own, axis=1) | drawn
        together: NDArray[np.bool_] = np.all(joined, axis=(1, 2))
        return found, at_water | together

    def _pass(self, road: RoadId) -> Pass:
        """Return what a section on *road* passes by itself."""
        number = {quarter: i for i, quarter in enumerate(self.town.quarters)}
        quarters = _mask(number[q] for q in self.town.board.road_of[road].locations)
        touched = {str(road), *map(str, road.ends)}
        caches = _mask(i for i, at in enumerate(self.filled.caches) if at in touched)
        shelters = _mask(i for i, one in enumerate(self.town.shelters) if one.at in touched)
        return Pass(quarters, caches, shelters, 1)


def _mask(numbers: Iterable[int]) -> int:
    return sum(1 << i for i in {*numbers})


def _all(passes: Iterable[Pass]) -> Pass:
    return reduce(_both, passes, Pass())


def _both(one: Pass, other: Pass) -> Pass:
    return Pass(
        one.quarters | other.quarters,
        one.caches | other.caches,
        one.shelters | other.shelters,
        one.length + other.length,
    )


def with_sections(filled: Filled, roads: Iterable[RoadId]) -> Filled:
    """Return *filled* with *roads* drawn too."""
    sections = NameSet({*filled.marks.sections, *roads})
    return replace(filled, marks=with_changes(filled.marks, sections=sections))


def _places(filled: Filled, best: Best, parts: dict[Crossroads, int]) -> list[RoadId]:
    """Return the roads that bonuses may be drawn on, whatever kind is unused.

    First come those that join what is apart, then those beside most that *best* does not pass:
    a search that is stopped has tried what promises most.
    """
    beside = {
        quarter
        for section in best.route.sections
        for quarter in filled.town.board.road_of[section].locations
    }

    def promise(road: Road) -> tuple[int, int]:
        joined = {parts[end] for end in road.id.ends if end in parts}
        fresh = set(road.locations) - beside
        people = sum(filled.marks.tourists[q].total for q in fresh if q in filled.marks.tourists)
        return -len(joined), -people - sum(q in filled.town.landmark for q in fresh)

    free = [road for road in filled.town.board.roads if road.id not in filled.marks.sections]
    return [road.id for road in sorted(free, key=promise)]


def _parts(sections: Iterable[RoadId]) -> dict[Crossroads, int]:
    """Return for each end of *sections* the number of the part that it hangs together with."""
    found: dict[Crossroads, int] = {}
    for number, section in enumerate(sorted(sections)):
        joined = {found[end] for end in section.ends if end in found}
        found |= {end: number for end, part in found.items() if part in joined}
        found |= dict.fromkeys(section.ends, number)
    return found
