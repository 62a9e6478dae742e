"""What a route loses at least with every feature that it misses, as one number for each.

What a set of sections is worth is no sum over its features: landmarks multiply with tourists,
and tables say what a number of something gives. For the sweep it is bounded by a sum: all
features are worth so much, and each that is missing takes at least its loss off that.

Landmarks times tourists: without a of L landmarks and b of T tourists, LT − (L − a)(T − b) =
aT + bL − ab is lost. As ab is at most aT and at most bL, it is at most half their sum; so at
least (aT + bL) / 2 is lost, which is a sum. Where at most A and B may be missed, ab is at most half
of aB + bA, and more is lost. Of a table the steepest line is taken that stays
below what any number of missing ones loses. The smallest of several groups is at most the
group that is smallest when nothing is missing.
"""

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scorer.rules.search.columns import Columns, Counts

Losses = NDArray[np.int64]


class Limit(NamedTuple):
    """How much a route may miss at most on either side of a product."""

    left: int
    right: int


class Price(NamedTuple):
    """What each missed one costs at least, on either side of a product, within its limit."""

    left: float
    right: float
    limit: Limit


def prices_of(columns: Columns, totals: Counts, limits: Sequence[Limit] = ()) -> list[Price]:
    """Return what is lost of each product, of which *totals* are there, within *limits*."""
    found = []
    lefts = range(columns.products, len(totals), 2)
    for one, limit in zip_longest(lefts, limits):
        left, right = totals[one : one + 2].tolist()
        most = (
            Limit(min(limit.left, left), min(limit.right, right)) if limit else Limit(left, right)
        )
        # If nothing may be missed on one side, the other loses all that it may.
        share = 0.5 if most.left and most.right else float(most.left > 0)
        each = right - share * most.right, left - (1 - share) * most.left
        found.append(Price(*each, most))
    return found


def losses_of(
    columns: Columns, part: int, limits: Sequence[Limit] = (), spared: int | None = None
) -> Losses:
    """Return how many PP any route over *part* loses at least with each feature it misses.

    They add up. What *part* does not reach is no loss, nor is the *spared* product.

    Parameters
    ----------
    limits : sequence of Limit
        For each product: only routes are looked at that miss no more.

    Returns
    -------
    (F,) int64
        Rounded down.
    """
    there = np.array([bool(mask & part) for mask in columns.masks], np.bool_)
    weights = columns.weights.astype(np.int64) * there[:, None]
    totals = weights.sum(axis=0)
    lost = weights[:, columns.flat].astype(np.float64)
    for column, table in columns.tables:
        lost += least_each(int(totals[column]), table) * weights[:, column]
    for group, table in columns.fewest:
        column = min(group, key=lambda one: int(totals[one]))
        lost += least_each(int(totals[column]), table) * weights[:, column]
    for number, price in enumerate(prices_of(columns, totals, limits)):
        left = columns.products + 2 * number
        if number != spared:
            lost += weights[:, left] * price.left + weights[:, left + 1] * price.right
    # A hair more than exact fractions come to is taken off by rounding.
    return np.floor(lost + 1e-6).astype(np.int64)


def least_each(number: int, table: Counts) -> float:
    """Return what each missing one of *number* loses at least by *table*."""
    most = len(table) - 1
    given = [int(table[min(n, most)]) for n in range(number + 1)]
    return min(((given[-1] - given[-1 - k]) / k for k in range(1, number + 1)), default=0.0)
