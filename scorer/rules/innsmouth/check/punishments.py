"""Who leaves: punishments and dark rituals, one after another (step 3, point 5 of the check).

A punishment takes the quarter along the route with most tourists among those that hold a threat
symbol or share a side with a quarter that does; the river between does not matter. Among equals
one that holds a symbol itself; then the smallest sum of coordinates; then the player chooses.
Its tourists go, and one symbol: its own if it holds one, else one of its neighbours', which the
player chooses (our decision). Where no quarter can be taken nothing happens, and no symbol goes
(our decision).

Quarters are numbered in reading order; a set of them is a bit mask.
"""

from dataclasses import dataclass, field

from scorer.rules.innsmouth.filled import Filled
from scorer.rules.notation import Location
from scorer.rules.scoring.measures import neighbours

# How many symbols stand in each quarter that has any: pairs of quarter and number.
Symbols = tuple[tuple[int, int], ...]
# A quarter that is taken, and the quarter whose symbol goes with it.
Step = tuple[int, int]


@dataclass(frozen=True)
class Streets:
    """What punishments need to know of a board, by numbers of quarters."""

    names: tuple[Location, ...]
    sizes: tuple[int, ...]
    sums: tuple[int, ...]
    near: tuple[tuple[int, ...], ...]
    symbols: Symbols
    _steps: dict[tuple[int, Symbols], tuple[Step, ...]] = field(default_factory=dict)
    _lost: dict[tuple[int, Symbols, int], frozenset[int]] = field(default_factory=dict)

    def steps(self, standing: int, symbols: Symbols) -> tuple[Step, ...]:
        """Return every punishment that the rules allow; none where nobody can be taken.

        Source: step 3, point 5; "Warlock".

        Parameters
        ----------
        standing : int
            The quarters along the route that still hold tourists.
        """
        key = (standing, symbols)
        if key not in self._steps:
            self._steps[key] = self._allowed(standing, dict(symbols))
        return self._steps[key]

    def _allowed(self, standing: int, symbols: dict[int, int]) -> tuple[Step, ...]:
        reach = {q for at in symbols for q in (at, *self.near[at]) if standing >> q & 1}
        if not reach:
            return ()
        ranks = {q: (-self.sizes[q], q not in symbols, self.sums[q]) for q in reach}
        first = min(ranks.values())
        return tuple(
            (q, at)
            for q in sorted(reach)
            if ranks[q] == first
            for at in ((q,) if q in symbols else self.near[q])
            if at in symbols
        )

    def lost(self, standing: int, symbols: Symbols, times: int) -> frozenset[int]:
        """Return every set of quarters (a mask) that *times* punishments can take."""
        steps = self.steps(standing, symbols) if times else ()
        if not steps:
            return frozenset({0})
        key = (standing, symbols, times)
        if key not in self._lost:
            self._lost[key] = frozenset(
                1 << q | more
                for q, at in steps
                for more in self.lost(standing & ~(1 << q), without(symbols, at), times - 1)
            )
        return self._lost[key]


def without(symbols: Symbols, at: int) -> Symbols:
    """Return *symbols* with one fewer in quarter *at*."""
    left = ((q, number - (q == at)) for q, number in symbols)
    return tuple((q, number) for q, number in left if number)


def erasures(symbols: Symbols, along: int, hits: int) -> set[Symbols]:
    """Return what the Huntress can leave of *symbols* by *hits*, of those *along* the route.

    She erases one for each hit, as long as there are any.

    Source: "Huntress".
    """
    found = {symbols}
    for _ in range(hits):
        fewer = {without(one, q) for one in found for q, _ in one if along >> q & 1}
        if not fewer:
            break
        found = fewer
    return found


def streets_of(filled: Filled) -> Streets:
    """Return what punishments need to know of *filled*."""
    town = filled.town
    number = {place: q for q, place in enumerate(town.quarters)}
    groups = filled.marks.tourists
    return Streets(
        town.quarters,
        tuple(groups[q].total if q in groups else 0 for q in town.quarters),
        tuple(sum(town.coordinates[q]) for q in town.quarters),
        tuple(
            tuple(sorted(number[other] for other in neighbours(q) if other in number))
            for q in town.quarters
        ),
        tuple((number[q], count) for q, count in filled.symbols.items()),
    )
