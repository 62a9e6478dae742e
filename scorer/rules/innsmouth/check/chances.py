"""The distribution of a threat check's results under best play: one pass forward.

The choices are those of the values, so that mean and distribution belong together.
"""

from collections import defaultdict
from typing import Any

import numpy as np

from scorer.rules.innsmouth.check.decisions import CLOSE, Check, Opened, Values
from scorer.rules.innsmouth.check.dice import Throws

# The chance of each result: the total, and the VP of goal cards.
Results = dict[tuple[int, int], Any]


def results(check: Check) -> Results:
    """Return the chance of every result of *check*, by falling totals."""
    return results_from(check, (0, 0, 0, 0))


def results_from(check: Check, opened: Opened) -> Results:
    """Return the chances when the cards *opened* lie open and no die is thrown yet."""
    reached: dict[Opened, Any] = defaultdict(int)
    reached[opened] = check.chance(1, 1)
    found: Results = defaultdict(int)
    whole = sum(check.deck)
    for row in check.rows:
        chance = reached[row]
        if not chance:
            continue
        if not check.choices[row].opens:
            _add(found, chance, after_stop(check, row))
            continue
        for kind, number in enumerate(check.deck):
            left = check.chance(number - row[kind], whole - sum(row))
            if left:
                reached[check.opening(row, kind)] += chance * left
    return dict(sorted(found.items(), reverse=True))


def _add(found: Results, chance: Any, more: Results) -> None:
    for result, part in more.items():
        found[result] += chance * part


def after_stop(check: Check, opened: Opened) -> Results:
    """Return the chances once the player has stopped with the cards *opened*."""
    mass = np.zeros(len(check.throws.counts), object if check.exact else np.float64)
    mass[0] = check.chance(1, 1)
    stages = check.stages(opened)
    mass = _thrown(check, opened, mass)
    for kept in stages[:0:-1]:
        mass = _rerolled(check, opened, mass, kept, stages)
    return _ended(check, opened, mass)


def after_throw(check: Check, opened: Opened, throw: int, rerolls: int) -> Results:
    """Return the chances once the dice show *throw* (its number) and *rerolls* are left."""
    mass = np.zeros(len(check.throws.counts), object if check.exact else np.float64)
    mass[throw] = check.chance(1, 1)
    stages = check.stages(opened)[: rerolls + 1]
    for kept in stages[:0:-1]:
        mass = _rerolled(check, opened, mass, kept, stages)
    return _ended(check, opened, mass)


def _rerolled(
    check: Check, opened: Opened, mass: Values, kept: Values, stages: list[Values]
) -> Values:
    """Return the chances behind the reroll whose stage is above *kept* in *stages*."""
    at = next(i for i, stage in enumerate(stages) if stage is kept)
    chosen = picks(check.throws, stages[at - 1])
    after = np.zeros_like(mass)
    for throw in np.flatnonzero(mass != 0):
        after[chosen[throw]] += mass[throw]
    return _thrown(check, opened, after)


def _thrown(check: Check, opened: Opened, mass: Values) -> Values:
    """Return *mass* with the dice that are missing thrown."""
    table, chances = check.throws, check.chances(opened)
    for size in range(check.level):
        here = table.of_size(size)
        for up, chance in zip(table.up, chances, strict=True):
            np.add.at(mass, up[here], mass[here] * chance)
        mass[here] = 0
    return mass


def _ended(check: Check, opened: Opened, mass: Values) -> Results:
    """Return the chances of results when the dice lie as in *mass*."""
    stakes = check.staked[sum(opened)]
    first = check.throws.starts[check.level]
    found: Results = defaultdict(int)
    for throw, ways in enumerate(check.ends(opened).tolist(), first):
        if mass[throw]:
            found[stakes.results[best_way(stakes.values, ways)]] += mass[throw]
    return found


def best_way(values: tuple[Any, ...], ways: list[int]) -> int:
    """Return the first of the best *ways*."""
    most = max(values[way] for way in ways)
    return next(way for way in ways if values[way] >= most - CLOSE)


def picks(table: Throws, kept: Values) -> list[int]:
    """Return for each multiset the one to keep of it: the best, of those the largest."""
    best: list[Any] = list(kept)
    chosen = list(range(len(kept)))
    size = [sum(one) for one in table.counts]
    for at in range(1, len(kept)):
        for lower in (int(down[at]) for down in table.down if down[at] >= 0):
            more = best[lower] - best[at]
            larger = size[chosen[lower]] > size[chosen[at]]
            if more > CLOSE or (more >= -CLOSE and larger):
                best[at], chosen[at] = best[lower], chosen[lower]
    return chosen
