"""What goal cards are worth to the search: exactly for a walk, at most for a set of sections."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from scorer.rules.board import Board
from scorer.rules.cards import Direction
from scorer.rules.gauges import (
    ColourRuns,
    Counts,
    EndsBeside,
    Gauge,
    OrderedGauge,
    Run,
    Sets,
    gauge_of,
)
from scorer.rules.goals import Goals
from scorer.rules.graph import Graph, bits
from scorer.rules.marks import Marks
from scorer.rules.turning import Turning
from scorer.rules.zigzag import one_way

# In a solo game a goal that is still needed outweighs all PP there may be.
NEEDED = 1 << 17


@dataclass(frozen=True)
class Prizes:
    """The goal cards in play on one drawing, each with the gauge of what it measures.

    A route has the PP of its goals; in a solo game instead ``NEEDED`` for each goal reached,
    up to ``needed`` of them: so the best route has those first, then most PP. Where there
    is a ``table``, the last gauge is of no card: it gives the table's PP for its value.
    """

    goals: Goals
    gauges: tuple[Gauge, ...]
    turning: Turning
    needed: int = 0
    table: tuple[int, ...] = ()

    @property
    def directions(self) -> tuple[Direction, ...]:
        """Whether each gauge had better be large or small."""
        asked = tuple(card.direction for card in self.goals.cards)
        return (*asked, Direction.AT_LEAST) if self.table else asked

    @property
    def ordered(self) -> bool:
        """Whether the order of the walk matters to a goal."""
        return any(isinstance(gauge, OrderedGauge) for gauge in self.gauges)

    def stops(self, graph: Graph) -> int:
        """Return the crossroads (a mask) where a best walk may end though it could go on.

        None where going on never loses a goal, all where a card asks for as little as
        possible. A card that asks where the walk ends is met by one of both ends, which is
        a stop; then nothing is lost by going on at the other. Two such cards may want both.
        """
        ends = [gauge for gauge in self.gauges if isinstance(gauge, EndsBeside)]
        if len(ends) > 1 or any(way is Direction.AT_MOST for way in self.directions):
            return (1 << len(graph.crossroads)) - 1
        return sum(
            1 << v for v, around in enumerate(graph.incident) if ends and around & ends[0].mask
        )

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
            isinstance(gauge, Run) and way is Direction.AT_MOST and 1 in self.levels(number)
            for number, (gauge, way) in enumerate(zip(self.gauges, self.directions, strict=True))
        )
        return one_way(self.turning.graph, self.turning) if asked and not self.table else None

    def points(self, values: tuple[int, ...]) -> int:
        """Return the points for the value of each card."""
        cards = len(self.goals.cards)
        results = [self.goals.result(i, value) for i, value in enumerate(values[:cards])]
        more = self.table[min(values[-1], len(self.table) - 1)] if self.table else 0
        if self.goals.solo:
            return NEEDED * min(self.needed, sum(result.reached for result in results)) + more
        return sum(result.points for result in results) + more

    def at_most(self, left: int, kept: int = 0) -> int:
        """Return points that no walk over a part of *left* exceeds which has all of *kept*."""
        return self.points(
            tuple(
                gauge.value(left)
                if direction is Direction.AT_LEAST
                else 0
                if isinstance(gauge, OrderedGauge)
                else gauge.value(kept)
                for direction, gauge in zip(self.directions, self.gauges, strict=True)
            )
        )

    def hopes(self, sets: Sets) -> Counts:
        """Return points that no walk over each of *sets* exceeds, the order left wide open."""
        return self._many(
            [
                gauge.most(sets, sets)
                if isinstance(gauge, ColourRuns)
                else np.full(len(sets), self._best(number), np.int64)
                if isinstance(gauge, OrderedGauge)
                else gauge.values(sets)
                for number, gauge in enumerate(self.gauges)
            ]
        )

    def close_hopes(self, sets: Sets, near: Sets) -> Counts:
        """Return closer bounds than ``hopes``.

        Parameters
        ----------
        near : (N,) uint64
            The sections at both ends of each walk; all sections where it is closed.
        """
        values = []
        for direction, gauge in zip(self.directions, self.gauges, strict=True):
            if not isinstance(gauge, OrderedGauge):
                values.append(gauge.values(sets))
            elif direction is Direction.AT_LEAST:
                values.append(gauge.most(sets, near))
            else:
                values.append(gauge.least(sets, near))
        return self._many(values)

    def end_choices(
        self, graph: Graph, sections: int, ends: tuple[int, int] | None
    ) -> list[tuple[int, int] | None]:
        """Return first and last sections that a walk over *sections* may have.

        None stands for any: where the walk is closed, or no card asks for its ends.
        """
        asked = any(isinstance(gauge, EndsBeside) for gauge in self.gauges)
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
        cards = len(self.goals.cards)
        return sum(
            self.goals.result(n, gauge.value(near)).points
            for n, gauge in enumerate(self.gauges[:cards])
            if isinstance(gauge, EndsBeside)
        )

    def _best(self, number: int) -> int:
        """Return the value of an ordered card that nothing beats, wherever one is."""
        least = self.goals.cards[number].direction is Direction.AT_MOST
        return 0 if least else 1 << 20

    def _many(self, values: list[Counts]) -> Counts:
        """Return ``points`` for many walks; *values* hold one array for each card."""
        total = np.zeros(len(values[0]), np.int64)
        for number, row in enumerate(values[: len(self.goals.cards)]):
            if self.goals.solo:
                total += self._steps(number, row, reached=1, won=1)
            else:
                card = self.goals.cards[number]
                total += self._steps(number, row, card.reached, card.won)
        if self.goals.solo:
            total = NEEDED * np.minimum(self.needed, total)
        if self.table:
            total = total + np.array(self.table)[np.minimum(values[-1], len(self.table) - 1)]
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
    graph: Graph,
    board: Board,
    marks: Marks,
    goals: Goals,
    needed: int = 0,
    table: tuple[int, ...] = (),
) -> Prizes | None:
    """Return what *goals* are worth on the sections of *graph*; None without any.

    *table* are PP for runs of three colours, where the city counts them.
    """
    if goals.solo and not needed:
        goals = replace(goals, cards=(), rivals=None)
    if not goals.cards and not table:
        return None
    turning = Turning(graph, board)
    gauges = [gauge_of(card, graph, board, marks, turning) for card in goals.cards]
    if table:
        gauges.append(ColourRuns(graph, marks.colours))
    return Prizes(goals, tuple(gauges), turning, needed, table)
