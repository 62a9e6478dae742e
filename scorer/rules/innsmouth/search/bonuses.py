"""The end bonuses: which extra section, and which diagonal, makes the best route better.

An extra section lies on any printed road, a diagonal crosses any quarter; neither has to join
anything (our decision: rounded corners and dead ends are roads too). Only those that touch
a drawn section, or the water, can help. Each bonus is tried at every place, the others' best
place known: so with one bonus the best use is proved, with two it is the best of trying one
after the other, in both orders.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import permutations

from scorer.rules.board.board import Road, RoadKind
from scorer.rules.innsmouth.filled import Filled
from scorer.rules.innsmouth.pieces import Bonus
from scorer.rules.innsmouth.search.best import Best, Limits, best_route
from scorer.rules.innsmouth.worth import Ground
from scorer.rules.notation import Crossroads, NameSet, RoadId
from scorer.rules.values import replace as with_changes


@dataclass(frozen=True)
class Use:
    """A use of end bonuses: what to draw for each, and the best route then."""

    drawn: tuple[tuple[Bonus, RoadId], ...]
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

    Once *stop* says yes, no more places are tried.
    """
    found: Use | None = None
    for order in sorted(set(permutations(unused(ground.filled)))):
        use = Use((), best)
        for bonus in order:
            use = _with(ground, use, bonus, stop)
        if use.drawn and (found is None or use.best.worth > found.best.worth):
            found = use
    return found


def _with(ground: Ground, use: Use, bonus: Bonus, stop: Callable[[], bool] | None) -> Use:
    """Return *use*, with the best place for *bonus* where there is one that helps."""
    filled = with_sections(ground.filled, (road for _, road in use.drawn))
    found = use
    for road in _places(filled, bonus, use.best):
        if stop is not None and stop():
            break
        more = with_sections(filled, (road,))
        sections = sorted(more.marks.sections)
        limits = Limits(needed=1 << sections.index(road), floor=found.best.worth)
        tried = best_route(replace(ground, filled=more, _values={}, _losses={}), limits, stop)
        if tried.route.segments:
            found = Use((*use.drawn, (bonus, road)), tried)
    return found


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

    places = [
        road
        for road in filled.town.board.roads
        if (road.kind is RoadKind.DIAGONAL) == (bonus is Bonus.DIAGONAL)
        and road.id not in filled.marks.sections
        and near & set(road.id.ends)
    ]
    return [road.id for road in sorted(places, key=promise)]


def _parts(sections: Iterable[RoadId]) -> dict[Crossroads, int]:
    """Return for each end of *sections* the number of the part that it hangs together with."""
    found: dict[Crossroads, int] = {}
    for number, section in enumerate(sorted(sections)):
        joined = {found[end] for end in section.ends if end in found}
        found |= {end: number for end, part in found.items() if part in joined}
        found |= dict.fromkeys(section.ends, number)
    return found
