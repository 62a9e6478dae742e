"""What a final route is worth: the lines that are certain, and the check played best.

Best means the highest expected total (our decision), or the highest chance to meet a solo
challenge.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate, product
from typing import Any, NamedTuple

from scorer.rules.innsmouth.check.chances import Results, results
from scorer.rules.innsmouth.check.decisions import Check, Stakes
from scorer.rules.innsmouth.check.punishments import Symbols, erasures
from scorer.rules.innsmouth.facts import Facts, Pass
from scorer.rules.innsmouth.pieces import (
    CLOSED_ARTEFACT,
    HUNTED,
    Challenge,
    Character,
)
from scorer.rules.search.drawing.graph import bits


class Outcome(NamedTuple):
    """What can stand on the sheet after the check, closed artefacts apart.

    ``lost`` are the quarters whose tourists left (a mask), ``symbols`` those that are left
    after the Huntress's hits.
    """

    points: int
    goals: int
    lost: int


# The sets of quarters that can be lost by so many hits and failures.
Reached = dict[tuple[int, int], tuple[int, ...]]


class Worth(NamedTuple):
    """What a route is worth; more is better in each part, looked at one after another.

    ``value`` is the expected total or the chance to win; ``goals`` the expected VP of goal
    cards, ``calm`` the threat level below zero, ``length`` the number of sections.
    """

    value: Any
    goals: Any
    calm: int
    length: int


@dataclass(frozen=True)
class Prospect:
    """What one route promises. ``check`` is None for the Warlock, who makes none."""

    level: int
    taken: int
    check: Check | None
    results: Results
    worth: Worth


@dataclass
class Ground(Facts):
    """A filled board made ready for weighing many routes.

    ``challenge`` asks for the highest chance to meet it; ``exact`` counts in fractions.
    """

    challenge: Challenge | None = None
    exact: bool = False
    _values: dict[Any, Any] = field(default_factory=dict)
    _losses: dict[tuple[int, int, int, bool], Reached] = field(default_factory=dict)
    _weighed: dict[tuple[Pass, int | None], Any] = field(default_factory=dict)
    _worths: dict[Pass, Worth] = field(default_factory=dict)

    def outcomes_of(self, passed: Pass, losses: Iterable[int]) -> list[Outcome]:
        """Return the sheet for each set of quarters whose tourists left.

        Source: step 4.
        """
        sights, goals = self.sights(passed), self.goal_points(passed)
        whole = self.product_points(passed) + self.certain(passed)
        worth = {
            q: sum(n * m for n, m in zip(self.counts[q], sights, strict=True))
            for q in bits(passed.quarters & self.occupied)
        }
        found = []
        for lost in sorted(losses):
            if lost and self.goals_may_fall:
                goals = self.goal_points(passed, lost)
            points = whole - sum(worth[q] for q in bits(lost))
            found.append(Outcome(points + goals, goals, lost))
        return found

    def outcomes(
        self, passed: Pass, level: int, *, at_most: bool = False
    ) -> Iterator[list[Outcome]]:
        """Yield what each way of the dice can lead to: failures, or hits and failures.

        In the order of ``Stakes.values``. With *at_most* the Huntress need not erase symbols,
        as where *passed* is more than the route will pass.
        """
        reached = self._reached(passed, level, at_most=at_most)
        every = self.outcomes_of(passed, set().union(*reached.values()))
        by_loss = {one.lost: one for one in every}
        for way in self._ways(level):
            more = HUNTED * way[0]
            found = [by_loss[lost] for lost in reached.get(way, ())]
            yield [Outcome(one.points + more, *one[1:]) for one in found] if more else found

    def _ways(self, level: int) -> Iterator[tuple[int, int]]:
        """Yield all hits and failures of *level* dice, those that cannot be included."""
        hits = range(level + 1 if self.character is Character.HUNTRESS else 1)
        yield from product(hits, range(level + 1))

    def _reached(self, passed: Pass, level: int, *, at_most: bool) -> Reached:
        """Return which sets of quarters can be lost by so many hits and failures."""
        symbols = sum(1 << q for q in self.symbols) & passed.quarters
        key = (passed.quarters & self.occupied, symbols, level, at_most)
        if key not in self._losses:
            self._losses[key] = self._all_reached(*key)
        return self._losses[key]

    def _all_reached(self, standing: int, along: int, level: int, at_most: bool) -> Reached:
        symbols = self.streets.symbols
        most = sum(number for _, number in symbols)
        found: dict[tuple[int, int], frozenset[int]] = {}
        for hit in sorted({hit for hit, _ in self._ways(level)}):
            left = erasures(symbols, along, hit)
            if at_most:
                left = left.union(*(erasures(symbols, along, n) for n in range(hit)))
            for failed in range(level + 1 - hit):
                # There are no more punishments than symbols.
                same = found.get((hit, failed - 1)) if failed > most else None
                found[hit, failed] = same or frozenset().union(
                    *(self.streets.lost(standing, one, failed) for one in left)
                )
        return {way: tuple(sorted(lost)) for way, lost in found.items()}

    def rituals(self, passed: Pass) -> list[Outcome]:
        """Return what the Warlock's rituals can lead to: one for each symbol on the map.

        Source: "Warlock".
        """
        symbols = self.streets.symbols
        standing = passed.quarters & self.occupied
        times = sum(number for _, number in symbols)
        lost = self.streets.lost(standing, symbols, times)
        return [self._sacrificed(passed, one) for one in self.outcomes_of(passed, lost)]

    def ends_from(
        self, passed: Pass, symbols: Symbols, hits: int, failed: int, lost: int
    ) -> list[Outcome]:
        """Return what can come of so many hits and failures more, the quarters *lost* left.

        Hits are told apart here: their VP are not in the outcomes. The Warlock's rituals are.
        """
        standing = passed.quarters & self.occupied & ~lost
        more = {
            lost | other
            for left in erasures(symbols, passed.quarters, hits)
            for other in self.streets.lost(standing, left, failed)
        }
        found = self.outcomes_of(passed, more)
        if self.character is Character.WARLOCK:
            return [self._sacrificed(passed, one) for one in found]
        return found

    def _sacrificed(self, passed: Pass, one: Outcome) -> Outcome:
        """Return the outcome *one* with the VP of the tourists whom rituals erased."""
        erased = sum(self.streets.sizes[q] for q in bits(one.lost))
        return Outcome(one.points + erased * passed.caches.bit_count(), *one[1:])

    def chosen(self, outcomes: list[Outcome], closed: int, hits: int = 0) -> tuple[Any, Outcome]:
        """Return the best of *outcomes* and its worth.

        *closed* artefacts give VP besides, and *hits* that are not in the outcomes.
        """
        best = max(
            outcomes, key=lambda one: (self._score(one, closed, hits), one.points, one.goals)
        )
        return self._score(best, closed, hits), best

    @staticmethod
    def total(outcome: Outcome, closed: int, hits: int) -> int:
        """Return the total on the sheet.

        Source: step 4, points 3 and 7; "Huntress".
        """
        return outcome.points + CLOSED_ARTEFACT * closed + HUNTED * hits

    def _score(self, outcome: Outcome, closed: int, hits: int) -> int:
        total = self.total(outcome, closed, hits)
        if self.challenge is None:
            return total
        return int(total >= self.challenge.points and outcome.goals >= self.challenge.goals)

    def check(self, passed: Pass, level: int | None = None) -> Check:
        """Return the threat check of a route that passes *passed*.

        With a *level* of its own its value bounds those of routes that pass no more, whose
        threat level is that.
        """
        at_most, taken = level is not None, self.taken(passed)
        level = self.level(passed) if level is None else level
        ways = list(self.outcomes(passed, level, at_most=at_most))

        hunting = self.character is Character.HUNTRESS
        stakes = _Staked(self, ways, taken)
        return Check(level, taken, self.filled.deck, hunting, stakes, self.exact)

    def prospect(self, passed: Pass) -> Prospect:
        """Return what a route that passes *passed* promises, with all its results."""
        level, taken = self.level(passed), self.taken(passed)
        if self.character is Character.WARLOCK:
            value, best = self.chosen(self.rituals(passed), 0)
            worth = Worth(value, best.goals, 0, passed.length)
            return Prospect(0, 0, None, {(best.points, best.goals): 1}, worth)
        check = self.check(passed)
        chances = results(check)
        goals = sum(chance * points for (_, points), chance in chances.items())
        return Prospect(
            level, taken, check, chances, Worth(check.value, goals, -level, passed.length)
        )

    def worth(self, passed: Pass) -> Worth:
        """Return the worth of a route that passes *passed*, worked out once."""
        if passed not in self._worths:
            self._worths[passed] = self.prospect(passed).worth
        return self._worths[passed]

    def hunt(self, level: int, taken: int) -> float:
        """Return what hits and closed artefacts are worth to a Huntress who loses nobody."""
        key = ("hunt", level, taken)
        if key not in self._values:
            hits = [HUNTED * h for h, _ in self._ways(level)]

            def stakes(opened: int) -> Stakes:
                closed = CLOSED_ARTEFACT * (taken - opened)
                return Stakes(tuple(points + closed for points in hits), ())

            check = Check(level, taken, self.filled.deck, hunting=True, stakes=stakes)
            self._values[key] = float(check.value)
        found: float = self._values[key]
        return found

    def value(self, passed: Pass, level: int | None = None) -> Any:
        """Return the first part of the worth of *passed*, quickly where it is known already.

        *level* is as for ``check``.
        """
        key = passed, level
        if key not in self._weighed:
            self._weighed[key] = self._value(passed, level)
        return self._weighed[key]

    def _value(self, passed: Pass, level: int | None) -> Any:
        if self.character is Character.WARLOCK:
            return self.chosen(self.rituals(passed), 0)[0]
        check = self.check(passed, level)
        if self.challenge is not None:
            return check.value
        # What differs is only by how much failures hurt.
        values = check.staked[0].values
        key = (check.level, check.taken, *(value - values[0] for value in values))
        if key not in self._values:
            self._values[key] = check.value - values[0]
        return values[0] + self._values[key]


# Stands for ways of the dice that cannot be: worth less than any other.
_NEVER = Outcome(-1, 0, 0)


@dataclass
class _Staked:
    """The stakes of a check by cards opened, from the *ways* that the dice can end."""

    ground: Ground
    ways: list[list[Outcome]]
    taken: int
    _first: list[tuple[Any, Outcome]] | None = None

    def __call__(self, opened: int) -> Stakes:
        closed = self.taken - opened
        if self._first is None or self.ground.challenge is not None:
            # Without a challenge the best outcome is the same however many cards are closed.
            self._first = [
                self.ground.chosen(way, 0 if self.ground.challenge is None else closed)
                if way
                else (-1, _NEVER)
                for way in self.ways
            ]
        more = CLOSED_ARTEFACT * closed
        shift = more if self.ground.challenge is None else 0
        return Stakes(
            tuple(value + shift for value, _ in self._first),
            tuple((one.points + more, one.goals) for _, one in self._first),
        )


def cumulated(chances: Results) -> dict[int, Any]:
    """Return the chance to reach at least each total that can come out, highest first."""
    totals: dict[int, Any] = {}
    for (total, _), chance in sorted(chances.items(), reverse=True):
        totals[total] = totals.get(total, 0) + chance
    return dict(zip(totals, accumulate(totals.values()), strict=True))
