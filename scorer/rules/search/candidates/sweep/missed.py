"""What beginnings of routes lose for certain beside what the sum of ``losses`` takes off.

The sum takes off half of what a missed landmark or tourist costs, for as much may be missed on
the other side. A beginning knows better: some is missed by now, some cannot be missed any more,
the rest is open. Of L landmarks times T tourists aT + bL − ab is lost with a and b missed; of
that the sum has taken off half of aT + bL. The difference is least over all that may be missed
in the end where of either side all that is open is missed, or nothing: in a alone it is linear,
and so it is in b. A table is gone through number by number.

The more a beginning settles, the more is lost for certain.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scorer.rules.search.candidates.sweep.losses import Limit, Price, least_each, prices_of
from scorer.rules.search.columns import Columns, Counts

Sums = NDArray[np.float32]

# What a beginning loses that misses more than any route that is looked for.
TOO_MUCH = float(1 << 16)


class Missed:
    """What routes over *part* lose by *columns* beside the losses of some features.

    Parameters
    ----------
    sections : int
        How many sections the drawing has.
    summed : (F,) bool
        The features whose losses, within *limits*, are taken off where they are missed.
    """

    def __init__(
        self,
        columns: Columns,
        part: int,
        sections: int,
        summed: NDArray[np.bool_],
        limits: Sequence[Limit] = (),
    ) -> None:
        there = np.array([bool(mask & part) for mask in columns.masks], np.bool_)
        masks = [mask & part for mask in columns.masks if mask & part]
        # Which features each section reaches, and what each of these adds to the columns.
        reach = [[mask >> i & 1 for mask in masks] for i in range(sections)]
        self._reach = np.array(reach, np.float32).reshape(sections, len(masks))
        self._weights = columns.weights[there]
        self._summed = summed[there]
        self._drawn = np.array([part >> i & 1 for i in range(sections)], np.bool_)
        self._totals = self._weights.sum(axis=0).astype(np.int64)
        self._flat = columns.flat
        prices = prices_of(columns, self._totals, limits)
        self._products = [(columns.products + 2 * n, price) for n, price in enumerate(prices)]
        tables = [*columns.tables]
        for group, table in columns.fewest:
            tables.append((min(group, key=lambda one: int(self._totals[one])), table))
        self._tables = [(column, *_beside(int(self._totals[column]), t)) for column, t in tables]

    def more(self, out: NDArray[np.uint64], come: NDArray[np.bool_]) -> Counts:
        """Return how many PP N beginnings lose at least beside the losses.

        Parameters
        ----------
        out : (N, words) uint64
            The sections that they leave out.
        come : (S,) bool
            The sections that have come: all others may still be left out.
        """
        count = len(self._drawn)
        left = np.unpackbits(out.view(np.uint8), axis=1, bitorder="little", count=count) == 0
        left &= self._drawn
        may = left.astype(np.float32) @ self._reach > 0
        sure = (left & come).astype(np.float32) @ self._reach > 0
        missed: Sums = (~may).astype(np.float32) @ self._weights
        summed: Sums = (~may & self._summed).astype(np.float32) @ self._weights
        open_: Sums = (may & ~sure).astype(np.float32) @ self._weights
        lost = (missed[:, self._flat] - summed[:, self._flat]).astype(np.float64)
        for column, each, table in self._tables:
            some, others = (sums[:, column].astype(np.intp) for sums in (missed, open_))
            lost += table[some, others] - each * summed[:, column]
        for column, price in self._products:
            lost += self._product(column, price, missed, summed, open_)
        # No fraction of a point is lost; what is a hair above a number is that number.
        return np.ceil(lost - 1e-6).astype(np.int64)

    def _product(
        self, column: int, price: Price, missed: Sums, summed: Sums, open_: Sums
    ) -> NDArray[np.float64]:
        """Return what the product of *column* with the next one loses beside the losses."""
        left, right = self._totals[column : column + 2].tolist()
        a, b = missed[:, column].astype(np.float64), missed[:, column + 1].astype(np.float64)
        more_a = np.clip(price.limit.left - a, 0, open_[:, column])
        more_b = np.clip(price.limit.right - b, 0, open_[:, column + 1])
        found = np.full(len(a), np.inf)
        for some in (0, 1):
            for others in (0, 1):
                all_a, all_b = a + some * more_a, b + others * more_b
                taken = some * more_a * price.left + others * more_b * price.right
                found = np.minimum(found, all_a * right + all_b * left - all_a * all_b - taken)
        found -= summed[:, column] * price.left + summed[:, column + 1] * price.right
        return np.where((a > price.limit.left) | (b > price.limit.right), TOO_MUCH, found)


def _beside(total: int, table: Counts) -> tuple[float, NDArray[np.float64]]:
    """Return the loss of each of *total* by *table*, and what is lost at least beside it.

    The second by how many are missed, and how many more may be: of these the losses count.
    """
    each, most = least_each(total, table), len(table) - 1
    full = int(table[min(total, most)])
    lost = [full - int(table[min(total - missed, most)]) for missed in range(total + 1)]
    found = np.zeros((total + 1, total + 1))
    for missed in range(total + 1):
        beside = [lost[missed + more] - each * more for more in range(total + 1 - missed)]
        least = np.minimum.accumulate(beside)
        found[missed] = np.pad(least, (0, missed), mode="edge")
    return each, found
