"""What a search keeps: the best route met so far, or the best few that differ."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from scorer.rules.search.drawing.graph import Graph
from scorer.rules.search.order import CHOICES, BestOrder, Ends
from scorer.rules.search.valuation import Valuation, Worth
from scorer.rules.search.walks.turning import Walk
from scorer.rules.search.walks.walk import TaskSplit, best_split, walk_of, with_tips


@dataclass(frozen=True)
class Best:
    """The best set of sections, the ends and the cut of its walk, and what it is worth.

    ``walk`` is the order of the walk where goals depend on it; else the cut tells enough.
    Any other route has at most ``at_most_more`` points more; 0 where that is proved.
    """

    sections: int
    ends: Ends
    split: TaskSplit | None
    worth: Worth
    at_most_more: int = 0
    walk: Walk | None = None


class Keeper:
    """Keeps the best route it is offered. ``stop`` says when to give up looking for more.

    ``plain`` is the best route where goals count nothing, as far as it is known.
    """

    def __init__(
        self, graph: Graph, valuation: Valuation, stop: Callable[[], bool] | None = None
    ) -> None:
        self.graph = graph
        self.valuation = valuation
        self._stop = stop
        self._open = -1
        self.plain: Best | None = None
        worth = valuation.worth(0)
        prizes = valuation.prizes
        if prizes is not None:
            worth = worth.with_points(prizes.empty)
        self.best = Best(0, None, None, worth)

    @property
    def many(self) -> bool:
        """Whether routes that are not the best are kept as well."""
        return False

    @property
    def floor(self) -> int:
        """The key that a route has to beat to be kept."""
        return self.best.worth.key

    @property
    def floor_points(self) -> int:
        """The points that a route must have at least to be kept."""
        return self.best.worth.points

    @property
    def stopped(self) -> bool:
        """Whether to give up: whoever does tells what is still open by ``leave_open``."""
        return self._stop is not None and self._stop()

    def leave_open(self, points: int) -> None:
        """Note that routes not looked at may have so many points."""
        self._open = max(self._open, points)

    def offer(self, sections: int, ends: Ends) -> None:
        """Settle the best walk over all of *sections* and keep it if it is good enough.

        Parameters
        ----------
        sections : int
            Mask; connected, and odd at *ends* only.
        ends : tuple of int, or None
            Both ends of the walk; None for a closed one.
        """
        found = self._settled(sections, ends)
        if found is not None and found.worth.key > self.floor:
            self._keep(found)

    def result(self) -> Best:
        """Return the best route, and what the search left open."""
        more = max(0, self._open - self.best.worth.points)
        return replace(self.best, at_most_more=more)

    def _keep(self, found: Best) -> None:
        self.best = found

    def _settled(self, sections: int, ends: Ends) -> Best | None:
        """Return the best walk over all of *sections* if its key may lie above the floor."""
        worth = self.valuation.worth(sections)
        prizes = self.valuation.prizes
        if prizes is not None and not prizes.ordered:
            worth = worth.with_points(prizes.at_most(sections, sections))
        hope = prizes.at_most(sections, sections) if prizes and prizes.ordered else 0
        short = self._short(worth.with_points(hope))
        factor = self.valuation.task_factor
        enough = max(0, short) // factor
        split = best_split(self.graph, sections, ends, self.valuation.task, more_than=enough)
        task = factor * split.points if split is not None else 0
        if prizes is None or not prizes.ordered:
            return Best(sections, ends, split, worth.with_points(task))
        if split is None and short > 0:
            return None
        return self._in_best_order(sections, ends, worth, (task, split))

    def _in_best_order(
        self, sections: int, ends: Ends, worth: Worth, cut: tuple[int, TaskSplit | None]
    ) -> Best | None:
        """Return the best walk over *sections* in the order that is best for task and cards.

        *cut* is what the task has at most, and the walk that it has it on.
        """
        graph, prizes, task = self.graph, self.valuation.prizes, self.valuation.task
        assert prizes is not None, "nothing else depends on the order"
        best, floor = None, self._short(worth)
        factor = self.valuation.task_factor
        choices = CHOICES if self._stop is not None else None
        for alone in prizes.end_choices(graph, sections, ends):
            order = BestOrder(graph, prizes, task, sections, ends, factor, choices)
            points, split = cut
            drawn, stops = graph, ends
            if alone is not None and ends is not None and len(task) > 1:
                if order.hope(points, alone) <= floor:
                    continue
                tips = with_tips(graph, ends, alone)
                if tips.graph.connected_to(tips.ends[0], sections) != sections:
                    continue
                split = best_split(tips.graph, sections, tips.ends, tips.of_task(task))
                points = factor * split.points if split is not None else 0
                drawn, stops = tips.graph, tips.ends
            first = walk_of(drawn, sections, stops, split)
            if ends is not None:
                first = replace(first, crossroads=(ends[0], *first.crossroads[1:-1], ends[1]))
            found = order(points, floor, split, alone, first)
            if found is None:
                continue
            if found.at_most > found.points:
                self.leave_open(worth.points + found.at_most)
            if found.walk.sections:
                total = worth.with_points(found.points)
                best, floor = Best(sections, ends, None, total, walk=found.walk), found.points
        return best

    def _short(self, worth: Worth) -> int:
        """Return the most points more than *worth* that are still not enough to be kept."""
        short = self.floor_points - worth.points
        if worth.with_points(short).key > self.floor:
            short -= 1
        return short


class ManyKeeper(Keeper):
    """Keeps the best *count* routes that differ in points or in the locations they pass.

    Over a graph with a ride it keeps those that have more points by it.

    Parameters
    ----------
    locations : tuple of int
        For each location the sections that put it on the route.
    above : Worth, optional
        Only routes that beat it are kept, beside the empty one.
    without : tuple of Graph and Valuation, optional
        Where the graph has a ride: the one without it.
    """

    def __init__(
        self,
        graph: Graph,
        valuation: Valuation,
        count: int,
        locations: tuple[int, ...],
        stop: Callable[[], bool] | None = None,
        above: Worth | None = None,
        without: tuple[Graph, Valuation] | None = None,
    ) -> None:
        super().__init__(graph, valuation, stop)
        self._count = count
        self._without = without
        self._locations = locations
        self._kinds: dict[tuple[int, int], Best] = {}
        self._lowest = (above.key, above.points) if above is not None else (-1, -1)
        self._keep(self.best)

    @property
    def many(self) -> bool:
        return True

    @property
    def floor(self) -> int:
        return self._lowest[0]

    @property
    def floor_points(self) -> int:
        return self._lowest[1]

    @property
    def open(self) -> int:
        """The points that routes not looked at may have; -1 where there are none."""
        return self._open

    def kept(self) -> list[Best]:
        """Return the routes kept, best first."""
        return sorted(self._kinds.values(), key=lambda best: -best.worth.key)[: self._count]

    def _keep(self, found: Best) -> None:
        if found.sections and self._without and not self._gains(found, *self._without):
            return
        passed = sum(1 << n for n, mask in enumerate(self._locations) if mask & found.sections)
        kind = (found.worth.points, passed)
        if kind in self._kinds and self._kinds[kind].worth.key >= found.worth.key:
            return
        self._kinds[kind] = found
        if found.worth.key > self.best.worth.key:
            self.best = found
        if len(self._kinds) >= self._count:
            kept = self.kept()
            self._kinds = {k: b for k, b in self._kinds.items() if b in kept}
            lowest = kept[-1].worth
            self._lowest = max(self._lowest, (lowest.key, lowest.points))

    def _gains(self, found: Best, graph: Graph, valuation: Valuation) -> bool:
        """Return whether *found* has more points than its sections have without the ride."""
        ride = self.graph.free
        if not found.sections & ride:
            return False
        drawn = found.sections & ride - 1 | (found.sections & -ride * 2) >> 1
        odd = graph.odd(drawn)
        some = graph.ends[(drawn & -drawn).bit_length() - 1][0] if drawn else 0
        if len(odd) > 2 or graph.connected_to(some, drawn) != drawn:
            return True
        plain = Keeper(graph, valuation, self._stop)
        plain.best = Best(0, None, None, Worth(-1, 0, 0, 0))
        plain.offer(drawn, (odd[0], odd[1]) if odd else None)
        return found.worth.points > plain.best.worth.points
