"""The end bonuses: which extra section, and which diagonal, makes the best route better.

An extra section lies on any printed road, a diagonal crosses any quarter; neither has to join
anything (our decision: rounded corners and dead ends are roads too). Only those that something
can be walked to can help: that touch what is drawn, the water, or the other bonus.

Every use of one bonus or of two has an upper bound: all that hangs together with what it draws,
nobody lost. Uses are tried by falling bound, each by the best route that takes all that it draws
and beats what is known. So the best use is proved once no bound beats it; a search that is
stopped says how much more another use may be worth.
"""

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, product

import numpy as np

from scorer.rules.board.board import Road, RoadKind
from scorer.rules.innsmouth.facts import Pass
from scorer.rules.innsmouth.filled import Filled
from scorer.rules.innsmouth.pieces import MOST_FERRIES, Bonus
from scorer.rules.innsmouth.search.best import CLOSE, COLUMNS, Best, Limits, best_route
from scorer.rules.innsmouth.search.bounds import most
from scorer.rules.innsmouth.worth import Ground
from scorer.rules.notation import Crossroads, NameSet, RoadId
from scorer.rules.values import replace as with_changes

Drawn = tuple[tuple[Bonus, RoadId], ...]


@dataclass(frozen=True)
class Use:
    """A use of end bonuses: what to draw for each, and the best route then.

    No other use is worth over ``best.at_most_more`` more. Where nothing that helps was found,
    nothing is ``drawn``, and ``best`` is the best route without.
    """

    drawn: Drawn
    best: Best


def unused(filled: Filled) -> tuple[Bonus, ...]:
    """Return the end bonuses that are circled and not crossed out."""
    circled = list(filled.marks.circled if filled.marks.circled is not None else filled.bonuses)
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
    for bonus in sorted(set(bonuses)):
        search.try_all([((bonus, road),) for road in search.places(bonus)])
    pairs = sorted({tuple(sorted(pair)) for pair in combinations(bonuses, 2)})
    for one, other in pairs:
        search.try_all(search.pairs(one, other))
    found = search.result(all_known=len(bonuses) <= _PROVED)
    return found if found.drawn or found.best.at_most_more > CLOSE else None


# Of so many bonuses the best use is proved; of more, the best pair is shown.
_PROVED = 2


@dataclass
class _Uses:
    """What is known of the uses of end bonuses so far."""

    ground: Ground
    best: Best
    stop: Callable[[], bool] | None
    found: Use = field(init=False)
    open: float = -np.inf

    def __post_init__(self) -> None:
        """Begin with no bonus used."""
        self.found = Use((), self.best)

    @cached_property
    def reach(self) -> "_Reach":
        return _Reach(self.ground.filled)

    def places(self, bonus: Bonus) -> list[RoadId]:
        """Return where *bonus* may help by itself, what promises most first."""
        return _places(self.ground.filled, bonus, self.best)

    def pairs(self, one: Bonus, other: Bonus) -> list[Drawn]:
        """Return all uses of two bonuses that something can be walked to.

        First come those with the best use of one bonus that is known.
        """
        filled = self.ground.filled
        known = {road for _, road in self.found.drawn}
        roads = [_free(filled, bonus) for bonus in (one, other)]
        near = self.reach.near
        found: list[Drawn] = []
        for a, b in product(*roads):
            if a.id == b.id or (one is other and b.id < a.id):
                continue
            if not (near & {*a.id.ends, *b.id.ends}):
                continue
            found.append(((one, a.id), (other, b.id)))
        found.sort(key=lambda use: not known & {road for _, road in use})
        return found

    def try_all(self, uses: Sequence[Drawn]) -> None:
        """Try *uses* by falling bound, as far as one may be better than what is known.

        Of equal bounds the first of *uses* is tried first.
        """
        bounds = self._bounds(uses)
        for i in np.argsort(-bounds, kind="stable").tolist():
            if bounds[i] <= float(self.found.best.worth.value) + CLOSE:
                break
            if self.stop is not None and self.stop():
                self.open = max(self.open, float(bounds[i]))
                break
            self._try(uses[i])

    def _bounds(self, uses: Sequence[Drawn]) -> np.ndarray:
        """Return what no route that takes all that a use draws can be worth more than."""
        if self.ground.challenge is not None:
            return np.ones(len(uses))
        passed = [self.reach.beside([road for _, road in use]) for use in uses]
        columns = {
            name: np.array([getattr(one, name) if one else 0 for one in passed], np.int64)
            for name in COLUMNS
        }
        every = int(np.bitwise_or.reduce(columns["quarters"])) if len(uses) else 0
        levels = range(self.ground.level(Pass(every, ferries=MOST_FERRIES)) + 1)
        worth = most(self.ground, columns, levels).astype(np.float64)
        return np.where([one is not None for one in passed], worth, -np.inf)

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
        value = float(self.found.best.worth.value)
        open_ = self.open
        if not all_known:
            # A third bonus may pass whatever there is.
            open_ = max(open_, float(self._bounds([self._every()])[0]))
        if not self.found.drawn:
            # The best route itself may be unproved; that is told with it.
            open_ = max(open_, value)
        more = max(0.0, open_ - value)
        return replace(self.found, best=replace(self.found.best, at_most_more=more))

    def _every(self) -> Drawn:
        kinds = set(unused(self.ground.filled))
        return tuple((kind, road.id) for kind in kinds for road in _free(self.ground.filled, kind))


class _Reach:
    """What can be walked together: the parts of the drawing, joined by what bonuses draw."""

    def __init__(self, filled: Filled) -> None:
        self.filled, self.town = filled, filled.town
        self.number = {quarter: i for i, quarter in enumerate(self.town.quarters)}
        self.at = _parts(filled.marks.sections)
        self.near = {*self.at, *self.town.side}
        self.parts: dict[int, Pass] = {}
        self.wet = {self.at[point] for point in self.town.side if point in self.at}
        for section in filled.marks.sections:
            part = self.at[section.first]
            self.parts[part] = _both(self.parts.get(part, Pass()), self._pass(section))

    def beside(self, roads: Sequence[RoadId]) -> Pass | None:
        """Return all that a route over *roads* may pass; None where none can take all of them."""
        groups: list[tuple[set[Crossroads], set[int]]] = []
        for road in roads:
            ends, parts = {*road.ends}, {self.at[end] for end in road.ends if end in self.at}
            for group in [one for one in groups if one[0] & ends or one[1] & parts]:
                groups.remove(group)
                ends, parts = ends | group[0], parts | group[1]
            groups.append((ends, parts))
        afloat = [bool(ends & self.town.side.keys() or parts & self.wet) for ends, parts in groups]
        if len(groups) > 1 and not all(afloat):
            return None
        joined = set().union(*(parts for _, parts in groups))
        joined |= self.wet if all(afloat) else set()
        found = Pass()
        for part in joined:
            found = _both(found, self.parts[part])
        for road in roads:
            found = _both(found, self._pass(road))
        return found

    def _pass(self, road: RoadId) -> Pass:
        """Return what a section on *road* passes by itself."""
        quarters = sum(1 << self.number[q] for q in self.town.board.road_of[road].locations)
        touched = {str(road), *map(str, road.ends)}
        caches = sum(1 << i for i, at in enumerate(self.filled.caches) if at in touched)
        shelters = sum(1 << i for i, one in enumerate(self.town.shelters) if one.at in touched)
        return Pass(quarters, caches, shelters, 1)


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


def _places(filled: Filled, bonus: Bonus, best: Best) -> list[RoadId]:
    """Return the roads that *bonus* may be drawn on and that something can be walked to.

    First come those that join what is apart, then those beside most that *best* does not pass:
    a search that is stopped has tried what promises most.
    """
    parts = _parts(filled.marks.sections)
    near = {*parts, *filled.town.side}
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

    places = [road for road in _free(filled, bonus) if near & set(road.id.ends)]
    return [road.id for road in sorted(places, key=promise)]


def _free(filled: Filled, bonus: Bonus) -> list[Road]:
    """Return the roads that *bonus* may be drawn on."""
    return [
        road
        for road in filled.town.board.roads
        if (road.kind is RoadKind.DIAGONAL) == (bonus is Bonus.DIAGONAL)
        and road.id not in filled.marks.sections
    ]


def _parts(sections: Iterable[RoadId]) -> dict[Crossroads, int]:
    """Return for each end of *sections* the number of the part that it hangs together with."""
    found: dict[Crossroads, int] = {}
    for number, section in enumerate(sorted(sections)):
        joined = {found[end] for end in section.ends if end in found}
        found |= {end: number for end, part in found.items() if part in joined}
        found |= dict.fromkeys(section.ends, number)
    return found
