"""The threat check as a decision process: artefacts, then dice, rerolls, and effects.

Before the dice, artefact cards are opened one by one: the next card is of a kind with the
chance that this kind has among those not seen, for the closed ones and the rest of the deck
cannot be told apart. Then the dice are thrown. Each Manuscript rerolls any of them, one after
another. Then nothing is left to chance. Values are worked out backwards. The same code counts
in floats (the app) and in fractions (the tests).

Equal choices: stop before opening, keep more dice, first in order.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from scorer.rules.innsmouth.check.dice import (
    NEEDS,
    SUCCESS,
    Throws,
    failures,
    hunts,
    sixths,
    throws,
)

# How many of each kind are open, in the order of ``Artefact``.
Opened = tuple[int, int, int, int]
Values = NDArray[Any]
# Floats closer than this are taken for equal.
CLOSE = 1e-9


@dataclass(frozen=True)
class Stakes:
    """What the ways of the dice are worth: the way *i* is worth ``values[i]``.

    A way is a number of failures; the Huntress's are ``hits * (level + 1) + failures``.
    ``results`` is what then stands on the sheet: the total, and the VP of goal cards.
    """

    values: tuple[Any, ...]
    results: tuple[tuple[int, int], ...]


class Choice(NamedTuple):
    """What both choices are worth before another artefact; ``open`` is None without one."""

    stop: Any
    open: Any | None

    @property
    def opens(self) -> bool:
        """Whether to open: only if it is worth more."""
        return self.open is not None and bool(self.open > self.stop + CLOSE)

    @property
    def best(self) -> Any:
        return self.open if self.opens else self.stop


@dataclass(frozen=True)
class Check:
    """A threat check of ``level`` dice with ``taken`` cards of a ``deck``.

    ``stakes`` tells what is at stake with so many cards opened. ``exact`` counts in fractions.

    Source: step 3, points 1 to 4.
    """

    level: int
    taken: int
    deck: tuple[int, int, int, int]
    hunting: bool
    stakes: Callable[[int], Stakes]
    exact: bool = False

    @cached_property
    def throws(self) -> Throws:
        return throws(self.level, SUCCESS if self.hunting else NEEDS)

    @cached_property
    def rows(self) -> tuple[Opened, ...]:
        """All that may be open when the player stops, fewest first."""
        a, b, c, d = (range(number + 1) for number in self.deck)
        found = [row for row in product(a, b, c, d) if sum(row) <= self.taken]
        return tuple(sorted(found, key=lambda row: (sum(row), row)))

    @cached_property
    def staked(self) -> tuple[Stakes, ...]:
        """The stakes with 0, 1, 2 … cards opened."""
        return tuple(self.stakes(opened) for opened in range(min(self.taken, sum(self.deck)) + 1))

    def numbers(self, values: Any) -> Values:
        """Return *values* as an array of this check's numbers."""
        return np.array(values, object if self.exact else np.float64)

    def chance(self, part: int, whole: int) -> Any:
        """Return *part* of *whole* as this check's number."""
        return Fraction(part, whole) if self.exact else part / whole

    def chances(self, opened: Opened) -> list[Any]:
        """Return the chance of each class of dice."""
        return [self.chance(n, 6) for n in sixths(opened[2], hunting=self.hunting)]

    def ends(self, opened: Opened) -> NDArray[np.intp]:
        """Return the ways that each full throw can end, (throws, ways)."""
        _, daggers, amulets, tiaras = opened
        if self.hunting:
            return hunts(self.level, daggers, amulets, tiaras)
        return failures(self.level, daggers, tiaras)[:, None]

    def settled(self, opened: Opened) -> Values:
        """Return what every full throw is worth when no reroll is left."""
        values = self.numbers(self.staked[sum(opened)].values)
        worth: Values = values[self.ends(opened)].max(axis=1)
        return worth

    @cached_property
    def stops(self) -> dict[Opened, Any]:
        """What it is worth to stop with each set of opened cards."""
        rows = self.rows
        found: dict[Opened, Any] = {}
        worth = np.stack([self.settled(row) for row in rows], axis=1)
        chances = self.numbers([self.chances(row) for row in rows])
        stage = 0
        while rows:
            kept = self.kept(worth, chances)
            found |= {row: kept[0, i] for i, row in enumerate(rows) if row[0] == stage}
            more = [i for i, row in enumerate(rows) if row[0] > stage]
            rows = tuple(rows[i] for i in more)
            worth = self.rerolled(kept[:, more])[self.throws.of_size(self.level)]
            chances, stage = chances[more], stage + 1
        return found

    def kept(self, worth: Values, chances: Values) -> Values:
        """Return what it is worth to keep each multiset and throw the other dice.

        Parameters
        ----------
        worth : array, (full throws, rows)
            What the throw is worth when all dice lie.
        chances : array, (rows, classes)

        Returns
        -------
        array, (multisets, rows)
        """
        table = self.throws
        found = np.empty((len(table.counts), worth.shape[1]), worth.dtype)
        found[table.of_size(self.level)] = worth
        for size in range(self.level - 1, -1, -1):
            here = table.of_size(size)
            found[here] = sum(chances[:, c] * found[up[here]] for c, up in enumerate(table.up))
        return found

    def rerolled(self, kept: Values) -> Values:
        """Return what each multiset is worth when any of its dice may be thrown again.

        Source: "Manuscript".
        """
        table = self.throws
        # Where there is no smaller multiset its number is -1: the last row, worth least of all.
        best = np.concatenate([kept, np.full((1, kept.shape[1]), -np.inf, kept.dtype)])
        for size in range(1, self.level + 1):
            here = table.of_size(size)
            for down in table.down:
                np.maximum(best[here], best[down[here]], out=best[here])
        return best[:-1]

    @cached_property
    def choices(self) -> dict[Opened, Choice]:
        """Both choices with each set of opened cards.

        Source: step 3, point 2.
        """
        found: dict[Opened, Choice] = {}
        whole = sum(self.deck)
        for row in reversed(self.rows):
            opened, more = sum(row), None
            if opened < min(self.taken, whole):
                left = [number - row[kind] for kind, number in enumerate(self.deck)]
                more = sum(
                    self.chance(number, whole - opened) * found[self.opening(row, kind)].best
                    for kind, number in enumerate(left)
                    if number
                )
            found[row] = Choice(self.stops[row], more)
        return found

    @staticmethod
    def opening(opened: Opened, kind: int) -> Opened:
        """Return what is open with a card of *kind* more than *opened*."""
        a, b, c, d = (number + (i == kind) for i, number in enumerate(opened))
        return a, b, c, d

    @property
    def value(self) -> Any:
        """What the check is worth before anything is opened."""
        return self.choices[0, 0, 0, 0].best

    def stages(self, opened: Opened) -> list[Values]:
        """Return, for 0, 1, 2 … rerolls left, what it is worth to keep each multiset."""
        chances = self.numbers([self.chances(opened)])
        found = [self.kept(self.settled(opened)[:, None], chances)]
        for _ in range(opened[0]):
            worth = self.rerolled(found[-1])[self.throws.of_size(self.level)]
            found.append(self.kept(worth, chances))
        return [kept[:, 0] for kept in found]
