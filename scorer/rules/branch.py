"""The best final route where there are too many candidates to list: branch and bound.

A walk is described by the sections it leaves out. At an odd crossroads, all sections are
used and the walk ends there, or some section is left out: these are the branches. Along a
branch more and more sections are dropped or kept for good. Points never grow by dropping,
so what is not yet dropped bounds them, less what must still be dropped (``leftout``). Once
what is left can be walked as a whole, nothing below that branch is better: it could only
drop closed loops, which can always be walked on the way.
"""

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from scorer.rules.graph import bits, bridges
from scorer.rules.keep import Keeper
from scorer.rules.leftout import LeastLeftOut, Question
from scorer.rules.valuation import Worth
from scorer.rules.walk import ways_from

# Branches looked at before giving up the proof, and after it to settle equal points.
BRANCHES = 20_000
TIE_BRANCHES = 2_000


class _Node(NamedTuple):
    """A branch: sections still to be had, those kept for good, ends fixed, or a closed walk."""

    bound: Worth
    left: int
    kept: int
    ends: tuple[int, ...]
    closed: bool


class BranchSearch:
    """The search in one connected part of a drawing for what *keeper* would keep.

    Usually a walk that goes on at its ends, or takes a loop on the way, is never worse, and
    neither short cuts nor parts of a walk are looked at. *loose* looks at all of them: where
    goals ask for little or depend on the order, and where more than one route is wanted.
    """

    def __init__(self, keeper: Keeper, *, loose: bool = False) -> None:
        self._graph = keeper.graph
        self._valuation = keeper.valuation
        self._keeper = keeper
        self._loose = loose
        self._queue: list[tuple[int, int, int, _Node]] = []
        self._pushed = 0
        self._least = LeastLeftOut(self._graph)

    def run(self, part: int, branches: int = BRANCHES, ties: int = TIE_BRANCHES) -> None:
        """Search *part* (a mask, connected), and give up after so many *branches*.

        Where only the tie-break is open, *ties* further branches are looked at. What is
        given up is told to the keeper.
        """
        for closed in (False, True):
            if not closed or self._loose or len(self._visited(part)) > 1:
                whole = self._valuation.worth(part).with_points(
                    self._valuation.task_factor * part.bit_count() + self._prizes(part, 0)
                )
                self._push(_Node(whole, part, 0, (), closed))
        looked = tied = 0
        while self._queue and self._queue[0][3].bound.key > self._keeper.floor:
            if looked >= branches or tied >= ties or self._keeper.stopped:
                self._keeper.leave_open(self._queue[0][3].bound.points)
                return
            node = heappop(self._queue)[3]
            tied += node.bound.points <= self._keeper.floor_points
            looked += self._dive(node)

    def _prizes(self, left: int, kept: int) -> int:
        prizes = self._valuation.prizes
        return prizes.at_most(left, kept) if prizes is not None else 0

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
        """Queue *node*: best bound first, then the one with least left, then the newest."""
        self._pushed += 1
        entry = (-node.bound.key, node.left.bit_count(), -self._pushed, node)
        heappush(self._queue, entry)

    def _below(self, node: _Node) -> list[_Node]:
        """Return the branches below *node*; settle it where there are none."""
        parts = self._graph.components(node.left)
        if len(parts) > 1:
            return _inside(node, parts)
        odd = self._graph.odd(node.left)
        if not odd or (len(odd) == 2 and not node.closed):
            if node.left and (odd or node.closed or not self._loose):
                self._keeper.offer(node.left, (odd[0], odd[1]) if odd else None)
            return list(_without_one(node)) if self._loose else []
        return list(self._split(node, odd, bridges(self._graph, node.left)))

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
            return (self._graph.incident[v] & open_to).bit_count()

        v = min((v for v in odd if v not in node.ends), key=choices)
        if choices(v) > 1 and crossed & open_to:
            bridge = crossed & open_to & -(crossed & open_to)
            yield node._replace(kept=node.kept | bridge)
            yield from _inside(node, self._graph.components(node.left & ~bridge))
            return
        if v in self._may_end(node, odd) and len(node.ends) < 2:
            yield node._replace(kept=node.kept | self._graph.incident[v], ends=(*node.ends, v))
        kept = node.kept
        for i in bits(self._graph.incident[v] & open_to):
            yield node._replace(left=node.left & ~(1 << i), kept=kept)
            kept |= 1 << i

    def _may_end(self, node: _Node, odd: tuple[int, ...]) -> list[int]:
        """Return the crossroads where a best open walk may end: all drawn there is left."""
        if node.closed:
            return []
        if self._loose:
            return [v for v in odd if v not in node.ends]
        return [v for v in odd if v not in node.ends and not self._graph.incident[v] & ~node.left]

    def _bounded(self, nodes: list[_Node]) -> list[_Node]:
        """Return those of *nodes* that may hold a better walk, each with its bound."""
        hopeful = []
        factor = self._valuation.task_factor
        # A ride that is left out takes nothing off the length.
        slack = bool(self._graph.free)
        for node in nodes:
            worth = self._valuation.worth(node.left)
            visited = self._visited(node.left)
            worth = worth.with_points(self._prizes(node.left, node.kept))
            bound = worth.with_points(factor * worth.length if len(visited) > 1 else 0)
            if bound.key > self._keeper.floor:
                hopeful.append((node, worth, self._questions(node, visited)))
        answers = iter(self._least([q for _, _, asked in hopeful for q in asked]))
        found = []
        for node, worth, asked in hopeful:
            needed, *outside = [next(answers) for _ in asked]
            if needed is None:
                continue
            length = worth.length - max(0, needed - slack)
            part = max(
                (
                    question.droppable.bit_count() - least
                    for question, least in zip(asked[1:], outside, strict=True)
                    if least is not None
                ),
                default=0,
            )
            bound = worth._replace(length=length).with_points(factor * min(part, length))
            if bound.key > self._keeper.floor:
                found.append(node._replace(bound=bound))
        return found

    def _questions(self, node: _Node, visited: list[int]) -> list[Question]:
        """Return what to ask about *node*: what the whole walk leaves out at least, and what
        a part of it between each two of the task crossroads *visited*, a walk of its own.
        """
        graph = self._graph
        odd = graph.odd(node.left)
        fixed = _mask(node.ends)
        free = 0 if node.closed else 2 - len(node.ends)
        may_end = _mask(self._may_end(node, odd))
        if self._loose and not node.closed:
            # Whatever else is left out, an end may lie anywhere.
            may_end = _mask(self._graph.touched(node.left)) & ~fixed
        asked = [Question(node.left & ~node.kept, _mask(odd) & ~fixed, may_end, free)]
        crossed = bridges(graph, node.left) if len(visited) > 1 else 0
        for i, first in enumerate(visited):
            for last in visited[i + 1 :]:
                within = node.left
                if crossed:
                    away = crossed & ~ways_from(graph, node.left, first).get(last, 0)
                    within = graph.connected_to(first, node.left & ~away)
                ends = _mask(graph.odd(within)) ^ _mask((first, last))
                asked.append(Question(within, ends, 0, 0))
        return asked

    def _visited(self, left: int) -> list[int]:
        """Return the task crossroads that *left* reaches."""
        return [v for v in self._valuation.task if self._graph.incident[v] & left]


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
