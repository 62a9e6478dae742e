"""The best final route where there are too many candidates to list: branch and bound.

A walk is described by the sections it leaves out. At an odd crossroads, all sections are
used and the walk ends there, or some section is left out: these are the branches. Along a
branch more and more sections are dropped or kept for good. Points never grow by dropping,
so what is not yet dropped bounds them, less what must still be dropped (``leftout``). Once
what is left can be walked as a whole, nothing below that branch is better: it could only
drop closed loops, which can always be walked on the way.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from heapq import heappop, heappush
from itertools import combinations, islice
from typing import NamedTuple

from scorer.rules.graph import bits, bridges
from scorer.rules.keep import Keeper
from scorer.rules.leftout import LeastLeftOut, Question
from scorer.rules.outcomes import ANYTHING, Outcome, outcomes_of
from scorer.rules.valuation import Worth
from scorer.rules.walk import ways_to
from scorer.rules.zigzag import LeastUnturned, ZigzagQuestion

# Branches looked at to settle equal points, once the points are proved.
TIE_BRANCHES = 2_000
# Branches that wait at a time for the best of them to be looked at: bounds the memory. What
# comes on top is looked at at once, depth first, so that little more is ever kept.
WAITING = 150_000
# Branches looked at to find something good before a search that takes long.
SCOUTED = 400


class _Node(NamedTuple):
    """A branch: sections still to be had, those kept for good, ends fixed, or a closed walk.

    ``on`` are, for each limit of the outcome, the elements that may stay on the route. Once
    all limits are kept whatever is walked, ``base`` are the sections left at that time:
    within them nothing is lost by going on.
    """

    bound: Worth
    left: int
    kept: int
    ends: tuple[int, ...]
    closed: bool
    outcome: Outcome
    on: tuple[int, ...]
    base: int | None = None

    @property
    def zigzag(self) -> bool:
        """Whether only walks that turn at every crossroads are looked for."""
        return self.outcome.zigzag and not self.outcome.loose


class _Ask(NamedTuple):
    """A question, and the sections there are: less those left out, so many are walked at most.

    Of the sections left out up to ``slack`` may count none. Asks of the same ``pair`` are
    about the same part of the walk; 0 is the whole.
    """

    question: Question | ZigzagQuestion
    length: int
    slack: int = 0
    pair: int = 0


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
        self._queue: list[tuple[int, int, int, int, _Node]] = []
        self._deep: list[_Node] = []
        self._pushed = 0
        self._least = LeastLeftOut(self._graph)
        streets = self._prizes.streets if self._prizes is not None else None
        self._streets = streets or self._graph
        self._unturned = LeastUnturned(streets) if streets is not None else None
        self._outcomes = (ANYTHING,) if keeper.many else outcomes_of(self._prizes, self._graph)

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
        for outcome in self._outcomes:
            bound = whole.with_points(outcome.hope(self._prizes, part, 0))
            on = (0,) * len(outcome.limits)
            node = self._kept_within(_Node(bound, part, 0, (), False, outcome, on))
            if node is None:
                continue
            self._push(node)
            if outcome.rank or outcome.limits or ordered or len(self._visited(part)) > 1:
                self._push(node._replace(closed=True))

    def _dive(self, node: _Node) -> int:
        """Follow the best branch below *node* to its end, queue the others; count them."""
        looked = 0
        while True:
            looked += 1
            children = sorted(
                self._bounded(self._below(node)),
                key=lambda child: child.bound.key,
            )
            if not children:
                return looked
            node = children.pop()
            for child in children:
                self._push(child)

    def _push(self, node: _Node) -> None:
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

    def _below(self, node: _Node) -> list[_Node]:
        """Return the branches below *node*; settle it where there are none."""
        parts = self._graph.components(node.left)
        if len(parts) > 1:
            return _inside(node, parts)
        if node.base is None:
            return list(self._resolved(node))
        odd = self._uneven(node, node.left)
        loose = node.outcome.loose
        if not odd or (len(odd) == 2 and not node.closed):
            if node.left and (odd or node.closed or not loose):
                self._keeper.offer(node.left, (odd[0], odd[1]) if odd else None)
            return list(_without_one(node)) if loose else []
        return list(self._split(node, odd, bridges(self._graph, node.left)))

    def _uneven(self, node: _Node, left: int) -> tuple[int, ...]:
        """Return the crossroads where a walk over all of *left* would have to end.

        Over one-way streets those where more lead in than out, or the other way about; such a
        one where it is two more stands there twice.
        """
        if not node.zigzag:
            return self._graph.odd(left)
        numbers = range(len(self._streets.crossroads))
        return tuple(v for v in numbers for _ in range(abs(self._streets.excess(v, left))))

    def _there(self, node: _Node, v: int) -> int:
        """Return the sections at uneven crossroads *v* of which one goes if no walk ends there."""
        if not node.zigzag:
            return self._graph.incident[v]
        more = self._streets.excess(v, node.left) > 0
        return self._streets.ahead(v) if more else self._streets.behind(v)

    def _split(self, node: _Node, odd: tuple[int, ...], crossed: int) -> Iterator[_Node]:
        """Yield what can become of one odd crossroads: an end, or without some section.

        Of the bridges in the drawing, the mask *crossed*, a closed walk uses none; of an
        open one each is either on the way or cuts off all that lies beyond it.
        """
        open_to = node.left & ~node.kept
        if node.closed and crossed:
            yield from _inside(node, self._graph.components(node.left & ~crossed))
            return

        def choices(v: int) -> int:
            return (self._there(node, v) & open_to).bit_count()

        v = min((v for v in odd if v not in node.ends), key=choices)
        if choices(v) > 1 and crossed & open_to:
            bridge = crossed & open_to & -(crossed & open_to)
            yield node._replace(kept=node.kept | bridge)
            yield from _inside(node, self._graph.components(node.left & ~bridge))
            return
        # Where two more lead in than out, one of them goes even if the walk ends there.
        ends = v in self._may_end(node, odd) and odd.count(v) == 1
        if ends and len(node.ends) < 2:
            there = self._graph.incident[v] & node.left
            yield node._replace(kept=node.kept | there, ends=(*node.ends, v))
        kept = node.kept
        for i in bits(self._there(node, v) & open_to):
            yield node._replace(left=node.left & ~(1 << i), kept=kept)
            kept |= 1 << i

    def _may_end(self, node: _Node, odd: tuple[int, ...]) -> list[int]:
        """Return the crossroads where a best open walk may end: all drawn there is left."""
        if node.closed:
            return []
        if node.outcome.loose:
            return [v for v in odd if v not in node.ends]
        gone = (node.base or 0) & ~node.left
        open_ = [v for v in odd if v not in node.ends]
        if node.zigzag:
            # Only the other streets there would let the walk go on.
            others = {v: self._graph.incident[v] & ~self._there(node, v) for v in open_}
            return [v for v in open_ if not others[v] & gone]
        return [v for v in open_ if not self._graph.incident[v] & gone]

    def _resolved(self, node: _Node) -> Iterator[_Node]:
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

    def _kept_within(self, node: _Node) -> _Node | None:
        """Return *node* without what breaks a limit beside what stays; None where that does."""
        left, kept, ons = node.left, node.kept, []
        for limit, on in zip(node.outcome.limits, node.on, strict=True):
            on |= limit.there(kept)
            if limit.value(on) > limit.most:
                return None
            for n in bits(limit.there(left) & ~on):
                element = limit.elements[n]
                if limit.value(on | 1 << n) > limit.most and len(element.drops) == 1:
                    left &= ~element.mask
            ons.append(on)
        base = node.base
        if base is None and all(limit.keeps(left) for limit in node.outcome.limits):
            base = left
        return node._replace(left=left, on=tuple(ons), base=base)

    def _bounded(self, nodes: list[_Node]) -> list[_Node]:
        """Return those of *nodes* that may hold a better walk, each with its bound."""
        hopeful = []
        factor = self._valuation.task_factor
        for node in filter(None, map(self._kept_within, nodes)):
            worth = self._valuation.worth(node.left)
            visited = self._visited(node.left)
            hope = node.outcome.hope(self._prizes, node.left, node.kept)
            most = (limit.length(node.left) for limit in node.outcome.limits)
            worth = worth._replace(length=min([worth.length, *most]))
            worth = worth.with_points(hope)
            bound = worth.with_points(factor * worth.length if len(visited) > 1 else 0)
            if bound.key > self._keeper.floor:
                hopeful.append((node, worth, self._asked(node, visited)))
        answers = iter(self._answers([ask.question for _, _, asks in hopeful for ask in asks]))
        found = []
        for node, worth, asks in hopeful:
            length, part = _lengths(asks, list(islice(answers, len(asks))))
            if length is None:
                continue
            length = min(worth.length, length)
            bound = worth._replace(length=length).with_points(factor * min(part, length))
            if bound.key > self._keeper.floor:
                found.append(node._replace(bound=bound))
        return found

    def _answers(self, questions: list[Question | ZigzagQuestion]) -> list[int | None]:
        """Return the fewest sections left out for each of *questions*; None where none fit."""
        plain = iter(self._least([q for q in questions if isinstance(q, Question)]))
        turned = [q for q in questions if isinstance(q, ZigzagQuestion)]
        zigzag = iter(self._unturned(turned) if self._unturned is not None else ())
        return [next(plain if isinstance(q, Question) else zigzag) for q in questions]

    def _asked(self, node: _Node, visited: list[int]) -> list[_Ask]:
        """Return what to ask about *node*: how many sections the whole walk has at most, and
        a part of it between each two of the task crossroads *visited*, a walk of its own.
        """
        graph, left = self._graph, node.left
        odd = self._uneven(node, left)
        fixed = _mask(node.ends)
        free = 0 if node.closed else 2 - len(node.ends)
        may_end = _mask(self._may_end(node, odd))
        if not node.closed and (node.outcome.loose or node.base is None):
            # Whatever else is left out, an end may lie anywhere.
            may_end = _mask(graph.touched(left)) & ~fixed
        asked: Question | ZigzagQuestion
        if node.zigzag:
            asked = ZigzagQuestion(left, left & ~node.kept, fixed, may_end, free)
        else:
            asked = Question(left & ~node.kept, _mask(odd) & ~fixed, may_end, free)
        # A ride that is left out takes nothing off the length.
        asks = self._within_limits(node, _Ask(asked, graph.length(left), bool(graph.free)), left)
        crossed = bridges(graph, left) if len(visited) > 1 else 0
        for pair, (first, last) in enumerate(combinations(visited, 2), 1):
            within = left
            if crossed:
                away = crossed & ~ways_to(graph, left, first).get(last, 0)
                within = graph.connected_to(first, left & ~away)
            stops = _mask((first, last))
            if node.zigzag:
                asked = ZigzagQuestion(within, within, 0, stops, 2)
            else:
                asked = Question(within, _mask(graph.odd(within)) ^ stops, 0, 0)
            ask = _Ask(asked, within.bit_count(), pair=pair)
            asks += self._within_limits(node, ask, within)
        return asks

    def _within_limits(self, node: _Node, ask: _Ask, within: int) -> list[_Ask]:
        """Return *ask*, and the same again for every limit of sections that is still broken.

        However few of its sections it leaves out, a walk over *within* has no more of them
        than the limit; so only the others that it leaves out are counted.
        """
        asks = [ask]
        for limit in node.outcome.limits if node.base is None else ():
            if limit.marked & within and not limit.keeps(within):
                question = replace(ask.question, uncounted=limit.marked)
                asks.append(ask._replace(question=question, length=limit.length(within)))
        return asks

    def _visited(self, left: int) -> list[int]:
        """Return the task crossroads that *left* reaches."""
        return [v for v in self._valuation.task if self._graph.incident[v] & left]


def _lengths(asks: list[_Ask], answers: list[int | None]) -> tuple[int | None, int]:
    """Return how many sections a walk has at most, None if there is none; and a task's part."""
    most: dict[int, int] = {}
    for ask, least in zip(asks, answers, strict=True):
        length = -1 if least is None else ask.length - max(0, least - ask.slack)
        most[ask.pair] = min(length, most.get(ask.pair, length))
    whole = most.pop(0)
    return (None if whole < 0 else whole), max(0, *most.values(), 0)


def _without_one(node: _Node) -> Iterator[_Node]:
    """Yield what is left of *node* without some section, each set in one of them only."""
    kept = node.kept
    for i in bits(node.left & ~node.kept):
        yield node._replace(left=node.left & ~(1 << i), kept=kept)
        kept |= 1 << i


def _inside(node: _Node, parts: tuple[int, ...]) -> list[_Node]:
    """Return *node* confined to each of *parts* that holds all it has to keep."""
    return [node._replace(left=part) for part in parts if not node.kept & ~part]


def _mask(numbers: Iterable[int]) -> int:
    """Return *numbers* as a mask."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found
