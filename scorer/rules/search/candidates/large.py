"""Drawings with too many candidates to list: swept where that can be done, else branched over."""

from scorer.rules.search.candidates.bestsofar import Keeper
from scorer.rules.search.candidates.branch import BranchSearch
from scorer.rules.search.candidates.sweep.swept import Ends, Pair, beyond, sweep
from scorer.rules.search.cards.outcomes import outcomes_of

# Branches looked at where any part of a walk may be better than the whole.
LOOSE_BRANCHES = 500


def improve_large(keeper: Keeper, part: int, stops: int) -> tuple[int, ...]:
    """Offer to *keeper* the routes in the connected *part* that it may keep.

    Where the best few routes are wanted branches are cut, and where there are *stops* (a mask),
    unless the order of the walk may spoil what a card asks for: then walks may end anywhere
    whatever is left out, and a sweep is sooner done.

    Returns
    -------
    tuple of int
        The parts of *part* whose own walks were left out.
    """
    prizes = keeper.valuation.prizes
    loose = any(outcome.loose for outcome in outcomes_of(prizes))
    # What few turns cost is seen sooner by branches: nearly all walks have too many.
    loose &= not (prizes and prizes.few_on_walk)
    swept = not (keeper.many or keeper.graph.free) and (loose or not stops)
    if swept and sweep(Walking(keeper, stops), part):
        return beyond(keeper.graph, part)
    BranchSearch(keeper).run(part, LOOSE_BRANCHES if keeper.many else None)
    return ()


class Walking:
    """Offers routes without a ride to a keeper."""

    rides: tuple[Pair, ...] = ()

    def __init__(self, keeper: Keeper, stops: int = 0) -> None:
        self.stops = stops
        self._keeper = keeper
        self.graph = keeper.graph
        self.valuation = keeper.valuation
        self.leave_open = keeper.leave_open

    @property
    def floor(self) -> int:
        """The key that a route has to beat."""
        return self._keeper.floor

    @property
    def stopped(self) -> bool:
        """Whether to give up."""
        return self._keeper.stopped

    def take(self, sections: int, ends: Ends, ride: Pair) -> None:
        """Offer *sections* to the keeper."""
        self._keeper.offer(sections, ends)
