"""What goal cards are worth to the search: exactly for a walk, at most for a set of sections."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from scorer.rules.city.goalcards import Direction
from scorer.rules.position.filled import FilledBoard
from scorer.rules.scoring.goals import Goals, goals_in
from scorer.rules.scoring.terms.parts import OnWalk
from scorer.rules.search.cards.gauge import Counts, Gauge, Sets
from scorer.rules.search.cards.measurebounds import gauge_of
from scorer.rules.search.cards.onwalk import OnWalks
from scorer.rules.search.drawing.graph import Graph, bits
from scorer.rules.search.walks.turning import Turning
from scorer.rules.search.walks.zigzag import one_way
from scorer.rules.values import replace

# In a solo game a goal that is still needed outweighs all PP there may be.
NEEDED = 1 << 17


@dataclass(frozen=True)
class Prizes:
    """What may be lost by going on: goal cards, each with the gauge of what it measures, and
    the terms ``onwalk`` that the order of the walk decides.

    A route has the PP of its goals; in a solo game instead ``NEEDED`` for each goal reached,
    up to ``needed`` of them: so the best route has those first, then most PP.
    """

    goals: Goals
    gauges: tuple[Gauge, ...]
    turning: Turning
    needed: int = 0
    onwalk: OnWalks | None = None

    @property
    def directions(self) -> tuple[Direction, ...]:
        """Whether each gauge had better be large or small."""
        return tuple(card.direction for card in self.goals.cards)

    @property
    def ordered(self) -> bool:
        """Whether the order of the walk matters."""
        return self.onwalk is not None or any(gauge.ordered for gauge in self.gauges)

    @property
    def empty(self) -> int:
        """The points of the empty route."""
        cards = self.points(tuple(gauge.value(0) for gauge in self.gauges))
        return cards + (self.onwalk.empty if self.onwalk is not None else 0)

    @property
    def few_on_walk(self) -> bool:
        """Whether a card asks for as little as possible of what the order of the walk decides."""
        cards = zip(self.directions, self.gauges, strict=True)
        return any(way is Direction.AT_MOST and gauge.ordered for way, gauge in cards)

    def stops(self, graph: Graph) -> int:
        """Return the crossroads (a mask) where a best walk may end though it could go on.

        None where going on never loses anything, all where a card asks for as little as
        possible or a term may be lost by going on. A card that asks where the walk ends is met
        by one of both ends, which is a stop; then nothing is lost by going on at the other.
        Two such cards may want both.
        """
        asked = [stops for gauge in self.gauges if (stops := gauge.stops(graph))]
        lost = self.onwalk is not None and self.onwalk.stops
        if lost or len(asked) > 1 or Direction.AT_MOST in self.directions:
            return (1 << len(graph.crossroads)) - 1
        return asked[0] if asked else 0

    def levels(self, number: int) -> list[int]:
        """Return the values at which card *number*, which asks for little, gives more."""
        card, rivals = self.goals.cards[number], self.goals.rivals
        rival = rivals[number] if rivals is not None else None
        values = {card.threshold, *(() if rival is None else (rival,))}
        return sorted(value for value in values if value <= card.threshold)

    @cached_property
    def streets(self) -> Graph | None:
        """The drawing as one-way streets, where a card asks never to run straight on.

        None on boards where these do not tell which walks turn everywhere.
        """
        asked = any(
            gauge.asks_run and way is Direction.AT_MOST and 1 in self.levels(number)
            for number, (gauge, way) in enumerate(zip(self.gauges, self.directions, strict=True))
        )
        return one_way(self.turning.graph, self.turning) if asked and self.onwalk is None else None

    def points(self, values: tuple[int, ...]) -> int:
        """Return the points of the cards for the value of each."""
        results = [self.goals.result(i, value) for i, value in enumerate(values)]
        if self.goals.solo:
            return NEEDED * min(self.needed, sum(result.is_reached for result in results))
        return sum(result.points for result in results)

    def walks_at_most(self, left: int) -> int:
        """Return points of the terms on the walk that no walk over a part of *left* exceeds."""
        return self.onwalk.at_most(left) if self.onwalk is not None else 0

    def at_most(self, left: int, kept: int = 0, near: int = -1) -> int:
        """Return points that no walk over a part of *left* exceeds which has all of *kept*.

        It starts and ends by sections of *near*.
        """
        values = (
            gauge.value(left & near if gauge.asks_ends else left)
            if direction is Direction.AT_LEAST
            else 0
            if gauge.ordered
            else gauge.value(kept)
            for direction, gauge in zip(self.directions, self.gauges, strict=True)
        )
        return self.points(tuple(values)) + self.walks_at_most(left)

    def hopes(self, sets: Sets) -> Counts:
        """Return points that no walk over each of *sets* exceeds, the order left wide open."""
        values = self._many(
            sets,
            [
                gauge.roughly(sets, most=direction is Direction.AT_LEAST)
                for direction, gauge in zip(self.directions, self.gauges, strict=True)
            ],
        )
        return values if self.onwalk is None else values + self.onwalk.roughly(sets)

    def close_hopes(self, sets: Sets, near: Sets) -> Counts:
        """Return closer bounds than ``hopes``.

        Parameters
        ----------
        near : (N,) uint64
            The sections at both ends of each walk; all sections where it is closed.
        """
        values = self._many(
            sets,
            [
                gauge.closely(sets, near, most=direction is Direction.AT_LEAST)
                for direction, gauge in zip(self.directions, self.gauges, strict=True)
            ],
        )
        return values if self.onwalk is None else values + self.onwalk.closely(sets)

    def end_choices(
        self, graph: Graph, sections: int, ends: tuple[int, int] | None
    ) -> list[tuple[int, int] | None]:
        """Return first and last sections that a walk over *sections* may have.

        None stands for any: where the walk is closed, or no card asks for its ends.
        """
        asked = any(gauge.asks_ends for gauge in self.gauges)
        if ends is None or not asked or sections.bit_count() < 2:
            return [None]
        # Nobody starts or ends by a ride: it joins two segments.
        own = sections & ~graph.free
        firsts, lasts = (tuple(bits(graph.incident[v] & own)) for v in ends)
        found = [(one, other) for one in firsts for other in lasts if one != other]
        # Those that give most for the cards come first.
        found.sort(key=lambda pair: -self._at_ends(1 << pair[0] | 1 << pair[1]))
        return list(found)

    def _at_ends(self, near: int) -> int:
        """Return the points of the cards that ask for the ends, which are *near*."""
        return sum(
            self.goals.result(n, gauge.value(near)).points
            for n, gauge in enumerate(self.gauges)
            if gauge.asks_ends
        )

    def _many(self, sets: Sets, values: list[Counts]) -> Counts:
        """Return the cards' points for walks over *sets*; *values* hold an array for each."""
        total = np.zeros(len(sets), np.int64)
        for number, row in enumerate(values):
            if self.goals.solo:
                total += self._steps(number, row, reached=1, won=1)
            else:
                card = self.goals.cards[number]
                total += self._steps(number, row, card.reached, card.won)
        if self.goals.solo:
            total = NEEDED * np.minimum(self.needed, total)
        return total

    def _steps(self, number: int, values: Counts, reached: int, won: int) -> Counts:
        card, rivals = self.goals.cards[number], self.goals.rivals
        sign = 1 if card.direction is Direction.AT_LEAST else -1
        found = reached * (sign * values >= sign * card.threshold)
        if rivals is not None:
            rival = rivals[number]
            wins = found > 0 if rival is None else (sign * values >= sign * rival)
            wins &= sign * values >= sign * card.threshold
            found = np.where(wins, won, found)
        return np.asarray(found, np.int64)


def prizes_of(
    graph: Graph, filled: FilledBoard, onwalk: tuple[OnWalk, ...] = (), needed: int = 0
) -> Prizes | None:
    """Return what goal cards and the terms *onwalk* are worth on *graph*; None without any.

    *needed* are the goals to be reached in a solo game.
    """
    goals = goals_in(filled.setup, filled.rivals)
    if goals.solo and not needed:
        goals = replace(goals, cards=(), rivals=None)
    if not goals.cards and not onwalk:
        return None
    turning = Turning(graph, filled.board)
    gauges = tuple(gauge_of(card, graph, filled, turning) for card in goals.cards)
    return Prizes(goals, gauges, turning, needed, OnWalks(graph, onwalk) if onwalk else None)
