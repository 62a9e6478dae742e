"""What the branches of a search may still hold: bounds, and where their walks may end."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations, islice
from typing import NamedTuple

from scorer.rules.search.cards.outcomes import Outcome
from scorer.rules.search.drawing.graph import Graph, bits, bridges
from scorer.rules.search.drawing.shortfall import LeastLeftOut, Question
from scorer.rules.search.valuation import Valuation, Worth
from scorer.rules.search.walks.walk import best_split, ways_to
from scorer.rules.search.walks.zigzag import LeastUnturned, ZigzagQuestion


class Node(NamedTuple):
    """A branch: sections still to be had, those kept for good, ends fixed, or a closed walk.

    ``on`` are, for each limit of the outcome, the elements that may stay on the route. Once
    all limits are kept whatever is walked, ``base`` are the sections left at that time:
    within them nothing is lost by going on. ``most`` are points that a branch above has at most.
    """

    bound: Worth
    left: int
    kept: int
    ends: tuple[int, ...]
    closed: bool
    outcome: Outcome
    on: tuple[int, ...]
    base: int | None = None
    most: int = 1 << 30

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


class Bounds:
    """Bounds for the branches of the search of one drawing."""

    def __init__(self, graph: Graph, valuation: Valuation) -> None:
        self._graph = graph
        self._valuation = valuation
        self._prizes = valuation.prizes
        self._least = LeastLeftOut(graph)
        streets = self._prizes.streets if self._prizes is not None else None
        self._streets = streets or graph
        self._unturned = LeastUnturned(streets) if streets is not None else None

    def forced(self, node: Node) -> int:
        """Return sections in a straight row, more than the outcome's run has; 0 without any.

        Nothing else meets between them, so a walk with all of them walks them in one go.
        """
        assert self._prizes is not None, "only cards ask for runs"
        left, around = node.left, self._graph.incident
        for line in self._prizes.turning.lines:
            run: list[int] = []
            for i, before in line:
                on = before is not None and (around[before] & left).bit_count() == 2
                run = [*(run if on else []), i] if left >> i & 1 else []
                if len(run) > node.outcome.run:
                    return mask_of(run)
        return 0

    def whole(self, node: Node, odd: tuple[int, ...]) -> int:
        """Return points that no walk over a part of *node* exceeds, all of which can be walked.

        What cards forbid aside, going on at the ends and loops on the way make such a walk one
        over all that is left; or else they close it, and then it leaves out a way between the
        *odd* crossroads, and its part for the task a way back.
        """
        graph, left = self._graph, node.left
        ends = (odd[0], odd[1]) if odd else None
        split = best_split(graph, left, ends, self._valuation.task)
        part = split.points if split is not None else 0
        if odd and split is not None:
            visited = self.visited(left)
            ways = {v: ways_to(graph, left, v) for v in (*visited, odd[0])}
            back = min(ways[p][q].bit_count() for p, q in combinations(visited, 2))
            part = max(part, left.bit_count() - ways[odd[0]][odd[1]].bit_count() - back)
        hope = node.outcome.hope(self._prizes, left, node.kept)
        return self._valuation.worth(left).points + self._valuation.task_factor * part + hope

    def uneven(self, node: Node, left: int) -> tuple[int, ...]:
        """Return the crossroads where a walk over all of *left* would have to end.

        Over one-way streets those where more lead in than out, or the other way about; such a
        one where it is two more stands there twice.
        """
        if not node.zigzag:
            return self._graph.odd(left)
        numbers = range(len(self._streets.crossroads))
        return tuple(v for v in numbers for _ in range(abs(self._streets.excess(v, left))))

    def there(self, node: Node, v: int) -> int:
        """Return the sections at uneven crossroads *v* of which one goes if no walk ends there."""
        if not node.zigzag:
            return self._graph.incident[v]
        more = self._streets.excess(v, node.left) > 0
        return self._streets.ahead(v) if more else self._streets.behind(v)

    def may_end(self, node: Node, odd: tuple[int, ...]) -> list[int]:
        """Return the crossroads where a best open walk may end: all drawn there is left."""
        if node.closed:
            return []
        if node.outcome.loose:
            return [v for v in odd if v not in node.ends]
        gone = (node.base or 0) & ~node.left
        open_ = [v for v in odd if v not in node.ends]
        if node.zigzag:
            # Only the other streets there would let the walk go on.
            others = {v: self._graph.incident[v] & ~self.there(node, v) for v in open_}
            return [v for v in open_ if not others[v] & gone]
        return [v for v in open_ if not self._graph.incident[v] & gone]

    def kept_within(self, node: Node) -> Node | None:
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

    def bounded(self, nodes: list[Node], floor: int) -> list[Node]:
        """Return those of *nodes* that may hold a walk with a key above *floor*, with bounds."""
        hopeful = []
        factor = self._valuation.task_factor
        for node in filter(None, map(self.kept_within, nodes)):
            worth = self._valuation.worth(node.left)
            visited = self.visited(node.left)
            hope = node.outcome.hope(self._prizes, node.left, node.kept)
            most = (limit.length(node.left) for limit in node.outcome.limits)
            worth = worth._replace(length=min([worth.length, *most]))
            worth = worth.with_points(hope)
            bound = worth.with_points(factor * worth.length if len(visited) > 1 else 0)
            if bound.key > floor:
                hopeful.append((node, worth, self._asked(node, visited)))
        answers = iter(self._answers([ask.question for _, _, asks in hopeful for ask in asks]))
        found = []
        for node, worth, asks in hopeful:
            length, part = _lengths(asks, list(islice(answers, len(asks))))
            if length is None:
                continue
            length = min(worth.length, length)
            bound = worth._replace(length=length).with_points(factor * min(part, length))
            bound = bound._replace(points=min(bound.points, node.most))
            if bound.key > floor:
                found.append(node._replace(bound=bound))
        return found

    def _answers(self, questions: list[Question | ZigzagQuestion]) -> list[int | None]:
        """Return the fewest sections left out for each of *questions*; None where none fit."""
        plain = iter(self._least([q for q in questions if isinstance(q, Question)]))
        turned = [q for q in questions if isinstance(q, ZigzagQuestion)]
        zigzag = iter(self._unturned(turned) if self._unturned is not None else ())
        return [next(plain if isinstance(q, Question) else zigzag) for q in questions]

    def _asked(self, node: Node, visited: list[int]) -> list[_Ask]:
        """Return what to ask about *node*: how many sections the whole walk has at most, and
        a part of it between each two of the task crossroads *visited*, a walk of its own.
        """
        graph, left = self._graph, node.left
        odd = self.uneven(node, left)
        fixed = mask_of(node.ends)
        free = 0 if node.closed else 2 - len(node.ends)
        may_end = mask_of(self.may_end(node, odd))
        if not node.closed and (node.outcome.loose or node.base is None):
            # Whatever else is left out, an end may lie anywhere.
            may_end = mask_of(graph.touched(left)) & ~fixed
        asked: Question | ZigzagQuestion
        if node.zigzag:
            asked = ZigzagQuestion(left, left & ~node.kept, fixed, may_end, free)
        else:
            asked = Question(left & ~node.kept, mask_of(odd) & ~fixed, may_end, free)
        # A ride that is left out takes nothing off the length.
        asks = self._within_limits(node, _Ask(asked, graph.length(left), bool(graph.free)), left)
        crossed = bridges(graph, left) if len(visited) > 1 else 0
        for pair, (first, last) in enumerate(combinations(visited, 2), 1):
            within = left
            if crossed:
                away = crossed & ~ways_to(graph, left, first).get(last, 0)
                within = graph.connected_to(first, left & ~away)
            stops = mask_of((first, last))
            if node.zigzag:
                asked = ZigzagQuestion(within, within, 0, stops, 2)
            else:
                asked = Question(within, mask_of(graph.odd(within)) ^ stops, 0, 0)
            ask = _Ask(asked, within.bit_count(), pair=pair)
            asks += self._within_limits(node, ask, within)
        return asks

    def _within_limits(self, node: Node, ask: _Ask, within: int) -> list[_Ask]:
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

    def visited(self, left: int) -> list[int]:
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


def mask_of(numbers: Iterable[int]) -> int:
    """Return *numbers* as a mask."""
    found = 0
    for number in numbers:
        found |= 1 << number
    return found
