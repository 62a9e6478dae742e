"""The best final route where there are too many candidates to list: branch and bound.

A walk is described by the sections it leaves out. At an odd crossroads, all sections are
used and the walk ends there, or some section is left out: these are the branches. Along a
branch more and more sections are dropped or kept for good. Points never grow by dropping,
so what is not yet dropped bounds them, less what must still be dropped (``shortfall``). Once
what is left can be walked as a whole, nothing below that branch is better: it could only
drop closed loops, which can always be walked on the way.
"""

from collections.abc import Iterator
from heapq import heappop, heappush

from scorer.rules.search.candidates.bestsofar import Keeper
from scorer.rules.search.candidates.bounds import Bounds, Node
from scorer.rules.search.cards.outcomes import ANYTHING, outcomes_of
from scorer.rules.search.drawing.graph import bits, bridges

# Branches looked at to settle equal points, once the points are proved.
TIE_BRANCHES = 2_000
# Branches that wait at a time for the best of them to be looked at: bounds the memory. What
# comes on top is looked at at once, depth first, so that little more is ever kept.
WAITING = 150_000
# Branches looked at to find something good before a search that takes long.
SCOUTED = 400


class BranchSearch:
    """The search in one connected part of a drawing for what *keeper* would keep.

    Usually a walk that goes on at its ends, or takes a loop on the way, is never worse, and
    neither short cuts nor parts of a walk are looked at. Where more than one route is wanted,
    and for outcomes of goal cards that are loose, all of them are.
    """

    def __init__(self, keeper: Keeper) -> None:
        self._graph = keeper.graph
        self._valuation = keeper.valuation
        self._prizes = keeper.valuation.prizes
        self._keeper = keeper
        self._queue: list[tuple[int, int, int, int, Node]] = []
        self._deep: list[Node] = []
        self._pushed = 0
        self._bounds = Bounds(self._graph, self._valuation)
        self._outcomes = (ANYTHING,) if keeper.many else outcomes_of(self._prizes)

    def run(self, part: int, branches: int | None = None, ties: int = TIE_BRANCHES) -> None:
        """Search *part* (a mask, connected) to the end, or give up after so many *branches*.

        Where only the tie-break is open, *ties* further branches are looked at. What is
        given up is told to the keeper.
        """
        self._start(part)
        looked = tied = scouted = 0
        while self._queue or self._deep:
            deep = bool(self._deep)
            node = self._deep[-1] if deep else self._queue[0][-1]
            lost = node.outcome.scout and scouted >= SCOUTED
            if lost or node.bound.key <= self._keeper.floor:
                self._take()
                continue
            full = branches is not None and looked >= branches
            if full or tied >= ties or self._keeper.stopped:
                self._keeper.leave_open(self._most_waiting())
                return
            self._take()
            if node.bound.points <= self._keeper.floor_points:
                if deep:
                    # Out of turn: points may still be open elsewhere, equal ones must wait.
                    self._keeper.leave_open(node.bound.points)
                    continue
                tied += 1
            dived = self._dive(node)
            looked += dived
            scouted += dived * node.outcome.scout

    def _take(self) -> None:
        """Take the next branch off those that wait."""
        if self._deep:
            self._deep.pop()
        else:
            heappop(self._queue)

    def _most_waiting(self) -> int:
        """Return how many points the branches that wait have at most."""
        queued = (entry[-1].bound.points for entry in self._queue)
        return max([*queued, *(node.bound.points for node in self._deep)])

    def _start(self, part: int) -> None:
        """Queue *part* whole, for every outcome of the cards, walked openly and closed."""
        ordered = self._prizes is not None and self._prizes.ordered
        whole = self._valuation.worth(part)
        whole = whole.with_points(self._valuation.task_factor * part.bit_count())
        plain = self._keeper.plain
        for outcome in self._outcomes:
            hope = outcome.hope(self._prizes, part, 0)
            bound = whole.with_points(hope)
            if plain is not None:
                # Without what the cards give no route has more than the best without cards.
                open_ = whole._replace(points=plain.worth.points + plain.at_most_more)
                most = open_ if plain.at_most_more else plain.worth
                bound = min(bound, most.with_points(hope))
            on = (0,) * len(outcome.limits)
            node = self._bounds.kept_within(
                Node(bound, part, 0, (), False, outcome, on, most=bound.points)
            )
            if node is None:
                continue
            self._push(node)
            if outcome.rank or outcome.limits or ordered or len(self._bounds.visited(part)) > 1:
                self._push(node._replace(closed=True))

    def _dive(self, node: Node) -> int:
        """Follow the best branch below *node* to its end, queue the others; count them."""
        looked = 0
        while True:
            looked += 1
            children = sorted(
                self._bounds.bounded(self._below(node), self._keeper.floor),
                key=lambda child: child.bound.key,
            )
            if not children:
                return looked
            node = children.pop()
            for child in children:
                self._push(child)

    def _push(self, node: Node) -> None:
        """Queue *node*: best bound first, then the one with least left, then the newest.

        Loose ones come last: the more is found by then, the fewer of them are left.
        """
        if len(self._queue) >= WAITING:
            self._deep.append(node)
            return
        self._pushed += 1
        size = node.left.bit_count()
        entry = (node.outcome.rank, -node.bound.key, size, -self._pushed, node)
        heappush(self._queue, entry)

    def _below(self, node: Node) -> list[Node]:
        """Return the branches below *node*; settle it where there are none."""
        parts = self._graph.components(node.left)
        if len(parts) > 1:
            return _inside(node, parts)
        if node.base is None:
            return list(self._resolved(node))
        if node.outcome.run and not node.zigzag and (forced := self._bounds.forced(node)):
            return list(_without_one(node, forced))
        odd = self._bounds.uneven(node, node.left)
        loose = node.outcome.loose
        if not odd or (len(odd) == 2 and not node.closed):
            if node.left and (odd or node.closed or not loose):
                self._keeper.offer(node.left, (odd[0], odd[1]) if odd else None)
            if not loose:
                return []
            if not self._graph.free:
                node = node._replace(most=min(node.most, self._bounds.whole(node, odd)))
            return list(_without_one(node, node.left))
        return list(self._split(node, odd, bridges(self._graph, node.left)))

    def _split(self, node: Node, odd: tuple[int, ...], crossed: int) -> Iterator[Node]:
        """Yield what can become of one odd crossroads: an end, or without some section.

        Of the bridges in the drawing, the mask *crossed*, a closed walk uses none; of an
        open one each is either on the way or cuts off all that lies beyond it.
        """
        open_to = node.left & ~node.kept
        if node.closed and crossed:
            yield from _inside(node, self._graph.components(node.left & ~crossed))
            return

        def choices(v: int) -> int:
            return (self._bounds.there(node, v) & open_to).bit_count()

        v = min((v for v in odd if v not in node.ends), key=choices)
        if choices(v) > 1 and crossed & open_to:
            bridge = crossed & open_to & -(crossed & open_to)
            yield node._replace(kept=node.kept | bridge)
            yield from _inside(node, self._graph.components(node.left & ~bridge))
            return
        # Where two more lead in than out, one of them goes even if the walk ends there.
        ends = v in self._bounds.may_end(node, odd) and odd.count(v) == 1
        if ends and len(node.ends) < 2:
            there = self._graph.incident[v] & node.left
            yield node._replace(kept=node.kept | there, ends=(*node.ends, v))
        kept = node.kept
        for i in bits(self._bounds.there(node, v) & open_to):
            yield node._replace(left=node.left & ~(1 << i), kept=kept)
            kept |= 1 << i

    def _resolved(self, node: Node) -> Iterator[Node]:
        """Yield what can become of one thing of which *node* has too much: without it, or with.

        The one is chosen that costs most to go without.
        """
        number, limit = next(
            (n, limit) for n, limit in enumerate(node.outcome.limits) if not limit.keeps(node.left)
        )
        on = node.on[number]
        unsettled = list(bits(limit.there(node.left) & ~on))

        def without(n: int) -> int:
            return self._valuation.worth(node.left & ~limit.elements[n].drops[0]).key

        chosen = min(unsettled, key=without) if len(unsettled) > 1 else unsettled[0]
        kept = node.kept
        for drop in limit.elements[chosen].drops:
            if drop & node.left and not drop & kept:
                yield node._replace(left=node.left & ~drop, kept=kept)
            # What several ways to be rid of it share is looked at once.
            kept |= drop & node.left if len(limit.elements[chosen].drops) > 1 else 0
        on |= 1 << chosen
        if limit.value(on) <= limit.most:
            yield node._replace(on=(*node.on[:number], on, *node.on[number + 1 :]))


def _without_one(node: Node, some: int) -> Iterator[Node]:
    """Yield what is left of *node* without one of *some*, each set in one of them only."""
    kept = node.kept
    for i in bits(some & ~node.kept):
        yield node._replace(left=node.left & ~(1 << i), kept=kept)
        kept |= 1 << i


def _inside(node: Node, parts: tuple[int, ...]) -> list[Node]:
    """Return *node* confined to each of *parts* that holds all it has to keep."""
    return [node._replace(left=part) for part in parts if not node.kept & ~part]
