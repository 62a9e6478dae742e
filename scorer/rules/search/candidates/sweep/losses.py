"""What a route loses at least with every feature that it misses, as one number for each.

What a set of sections is worth is no sum over its features: landmarks multiply with tourists,
and tables say what a number of something gives. For the sweep it is bounded by a sum: all
features are worth so much, and each that is missing takes at least its loss off that.

Landmarks times tourists: without a of L landmarks and b of T tourists, LT − (L − a)(T − b) =
aT + bL − ab is lost. As ab is at most aT and at most bL, it is at most half their sum; so at
least (aT + bL) / 2 is lost, which is a sum. Of a table the steepest line is taken that stays
below what any number of missing ones loses. The smallest of several groups is at most the
group that is smallest when nothing is missing.
"""

import numpy as np
from numpy.typing import NDArray

from scorer.rules.search.columns import Columns, Counts

Losses = NDArray[np.int64]


def losses_of(columns: Columns, part: int) -> Losses:
    """Return how many PP any route over *part* loses at least with each feature it misses.

    They add up. What *part* does not reach is no loss.

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
    for left in range(columns.products, weights.shape[1], 2):
        right = left + 1
        lost += (weights[:, left] * totals[right] + weights[:, right] * totals[left]) / 2
    # A hair more than exact fractions come to is taken off by rounding.
    return np.floor(lost + 1e-6).astype(np.int64)


def least_each(number: int, table: Counts) -> float:
    """Return what each missing one of *number* loses at least by *table*."""
    most = len(table) - 1
    given = [int(table[min(n, most)]) for n in range(number + 1)]
    return min(((given[-1] - given[-1 - k]) / k for k in range(1, number + 1)), default=0.0)
