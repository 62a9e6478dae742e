"""The best order in which to walk a set of sections, where goals, terms or the task need one.

A walk over all of a set pairs up the sections at every crossroads: in by one, out by the
other; at an open walk's ends one section stays alone. Any such choice of pairs joins the
sections to threads, and it is a walk when there is one thread and no ring beside it. So the
choices are tried crossroads by crossroads, those that close a ring too early left out, and
those that the bounds of what is still open rule out: the task's longest part with the ways to
it that are settled, each goal's best value in any order, and for a term on the walk its bound
for the whole set, or for the threads so far. A whole walk is settled exactly, a term on the
walk from each of its starts. Where a card asks never to run straight on, the best walk that
does not is found at once by ``zigzag``, and the others have lost that card.
"""

from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from scorer.rules.city.goalcards import Direction
from scorer.rules.scoring.terms.parts import PartError
from scorer.rules.search.cards.cardworth import Prizes
from scorer.rules.search.cards.gauge import Gauge
from scorer.rules.search.drawing.graph import Graph, bits
from scorer.rules.search.walks.threads import Change, Threads
from scorer.rules.search.walks.turning import Walk
from scorer.rules.search.walks.walk import TaskSplit, with_tips
from scorer.rules.search.walks.zigzag import best_zigzag

Ends = tuple[int, int] | None

# Choices looked at for one set, where time is limited, before its order is left unproved.
CHOICES = 20_000


@dataclass(frozen=True)
class Ordered:
    """The best walk found over a set: its points for task and goals together.

    No order has more than ``at_most`` points; that is ``points`` itself where it is proved.
    """

    walk: Walk
    points: int
    at_most: int


@dataclass(frozen=True)
class _Choice:
    """One way to pair up what meets at a crossroads, by half sections; ``alone`` is an end."""

    pairs: tuple[tuple[int, int], ...]
    alone: int | None
    turns: int


class BestOrder:
    """The search over one set of *sections*, connected and odd at *ends* only.

    Half ``2 * i`` is section i at its first end, ``2 * i + 1`` at its second. Up to *choices*
    of pairs are looked at; all that are needed if None.
    """

    def __init__(
        self,
        graph: Graph,
        prizes: Prizes,
        task: tuple[int, ...],
        sections: int,
        ends: Ends,
        task_factor: int = 1,
        choices: int | None = None,
    ) -> None:
        self._graph = graph
        self._most_choices = choices
        self._prizes = prizes
        self._task = task
        self._task_factor = task_factor
        self._sections = sections
        self._ends = ends
        self._fixed = {
            number: gauge.value(sections)
            for number, gauge in enumerate(prizes.gauges)
            if not gauge.ordered
        }
        self._onwalk = prizes.walks_at_most(sections)
        self._split: TaskSplit | None = None
        self._pieces = prizes.onwalk.pieces if prizes.onwalk is not None else None
        self._threads = Threads(graph, sections, self._pieces, closed=ends is None)

    def hope(self, most_task: int, alone: tuple[int, int]) -> int:
        """Return points that no walk exceeds which starts and ends by the sections *alone*."""
        near = sum(1 << i for i in set(alone))
        values = []
        for number, gauge in enumerate(self._prizes.gauges):
            if gauge.asks_ends:
                values.append(gauge.value(near))
            elif self._prizes.directions[number] is Direction.AT_LEAST:
                values.append(gauge.value(self._sections))
            else:
                values.append(self._fixed.get(number, 0))
        return most_task + self._prizes.points(tuple(values)) + self._onwalk

    @property
    def sections(self) -> int:
        """The sections that are walked."""
        return self._sections

    def _choose(self, alone: tuple[int, int] | None) -> None:
        """List the choices at every crossroads, those to be tried first in front."""
        ends = self._ends
        there = [(v, around & self._sections) for v, around in enumerate(self._graph.incident)]
        self._line = self._straight_joints()
        self._places = [v for v, around in there if around]
        self._choices = {v: self._at(v, tuple(bits(around))) for v, around in there if around}
        for v, i in zip(ends, alone, strict=True) if ends and alone else ():
            self._choices[v] = [choice for choice in self._choices[v] if choice.alone == i]
        # The ends first, which the goals of where a walk ends need.
        self._places.sort(key=lambda v: (v not in (ends or ()), len(self._choices[v])))
        # Turns that the crossroads still open can add: fewest and most.
        self._turned = 0
        turns = [[choice.turns for choice in self._choices[v]] for v in self._places]
        self._open_turns = sum(map(min, turns)), sum(map(max, turns))

    def __call__(
        self,
        most_task: int,
        floor: int,
        split: TaskSplit | None = None,
        alone: tuple[int, int] | None = None,
        first: Walk | None = None,
    ) -> Ordered | None:
        """Return the best walk with more than *floor* points; None where there is none.

        Parameters
        ----------
        most_task : int
            Points that the personal task has at most in any order.
        split : TaskSplit, optional
            The cut with the longest part for the task: orders that keep to it are tried first.
        alone : tuple of int, optional
            The first and the last section of the walk, where they are given.
        first : Walk, optional
            A walk over the set, to be beaten by the others.
        """
        self._most_task = most_task
        self._split = split
        self._choose(alone)
        self._best: Walk | None = None
        self._points = self._cut = floor
        self._looked = 0
        for walk in (first, self._zigzag(alone)):
            if walk is not None:
                self._settle(walk)
        self._begin()
        if self._best is None:
            return None if self._cut <= floor else Ordered(Walk(), floor, self._cut)
        return Ordered(self._best, self._points, max(self._points, self._cut))

    def _zigzag(self, alone: tuple[int, int] | None) -> Walk | None:
        """Return the best walk that never runs straight on, if a card asks for that."""
        streets, ends, sections = self._prizes.streets, self._ends, self._sections
        if streets is None or ends is None or alone is None:
            return best_zigzag(streets, sections, ends, self._task) if streets else None
        tips = with_tips(streets, ends, alone)
        if tips.graph.connected_to(tips.ends[0], sections) != sections:
            return None
        walk = best_zigzag(tips.graph, sections, tips.ends, tips.of_task(self._task))
        return walk and replace(walk, crossroads=(ends[0], *walk.crossroads[1:-1], ends[1]))

    def _at(self, v: int, here: tuple[int, ...]) -> list[_Choice]:
        """Return the choices at crossroads *v*: those that cards rather ask for first."""
        turning = self._prizes.turning
        found = []
        for pairs, alone in turning.ways(v, here):
            turns = sum(turning.turns(v, i, j) for i, j in pairs)
            halves = tuple((self._half(i, v), self._half(j, v)) for i, j in pairs)
            found.append(_Choice(halves, alone, turns))
        few = any(gauge.asks_turns for gauge in self._asking(Direction.AT_MOST))

        def rank(choice: _Choice) -> tuple[int, int, int]:
            mixed = sum(self._piece(one >> 1) != self._piece(two >> 1) for one, two in choice.pairs)
            broken = len(self._line.get(v, set()) - set(map(frozenset, choice.pairs)))
            return mixed, broken, choice.turns if few else -choice.turns

        return sorted(found, key=rank)

    def _piece(self, section: int) -> int:
        """Return whether *section* lies before, in or after the counted part of the task."""
        if self._split is None or self._split.part >> section & 1:
            return 1
        return 0 if self._split.before >> section & 1 else 2

    def _asking(self, direction: Direction) -> list[Gauge]:
        """Return the gauges of the cards that ask in this *direction*."""
        prizes = self._prizes
        pairs = zip(prizes.directions, prizes.gauges, strict=True)
        return [gauge for way, gauge in pairs if way is direction]

    def _straight_joints(self) -> dict[int, set[frozenset[int]]]:
        """Return the joints, as halves, of one longest straight line, if a card asks for it.

        They are tried first, and turns where the line does not go, so that cards for both
        are soon had. Any order of trying leads to the same end.
        """
        if not any(gauge.asks_run for gauge in self._asking(Direction.AT_LEAST)):
            return {}
        runs: list[list[tuple[int, int | None]]] = [[]]
        for line in self._prizes.turning.lines:
            runs.append([])
            for i, v in line:
                if not self._sections >> i & 1:
                    runs.append([])
                else:
                    runs[-1].append((i, v))
        joints: dict[int, set[frozenset[int]]] = {}
        longest: list[tuple[int, int | None]] = max(runs, key=len)
        for (i, _), (j, v) in pairwise(longest):
            if v is not None:
                joints.setdefault(v, set()).add(frozenset((self._half(i, v), self._half(j, v))))
        return joints

    def _half(self, i: int, v: int) -> int:
        return 2 * i + (self._graph.ends[i][1] == v)

    def _begin(self) -> None:
        """Settle the crossroads where there is no choice, then try all choices at the others."""
        if self._most_points() <= self._points:
            return
        if self._most_task:
            self._threads.look_for(self._task)
        forced = [v for v in self._places if len(self._choices[v]) == 1]
        if all(self._settled(v, self._choices[v][0], []) for v in forced):
            self._descend(tuple(v for v in self._places if len(self._choices[v]) > 1))

    def _settled(self, v: int, choice: _Choice, done: list[Change]) -> bool:
        """Take *choice* at crossroads *v*; False where that closes a ring too early."""
        turns = [one.turns for one in self._choices[v]]
        fewest, most = self._open_turns
        self._open_turns = fewest - min(turns), most - max(turns)
        self._turned += choice.turns
        if choice.alone is not None:
            self._threads.end(self._half(choice.alone, v), done)
        return all(self._threads.join(one, other, done) for one, other in choice.pairs)

    def _descend(self, open_: tuple[int, ...]) -> None:
        """Try every choice at the crossroads *open_*, those at the others being settled."""
        bound = self._most_points()
        if bound <= self._points:
            return
        if self._most_choices is not None and self._looked >= self._most_choices:
            self._cut = max(self._cut, bound)
            return
        self._looked += 1
        if not open_:
            self._settle(self._walk())
            return
        v = self._next(open_)
        left = tuple(u for u in open_ if u != v)
        before = self._turned, self._open_turns
        for choice in self._choices[v]:
            done: list[Change] = []
            if self._settled(v, choice, done):
                self._descend(left)
            self._threads.undo(done)
            self._turned, self._open_turns = before

    def _next(self, open_: tuple[int, ...]) -> int:
        """Return which of the crossroads *open_* is settled next.

        The ways from both ends to the task come first: they tell most of what it is worth. Then,
        if pieces of the walk tell something, the crossroads with fewest choices that are hopeful.
        """
        if self._most_task:
            for half in self._threads.tips:
                at = self._threads.way_on(half)
                if at in open_:
                    return at
        if self._pieces is None:
            return open_[0]
        others = self._most_points() - self._onwalk_ahead()
        chosen, fewest = open_[0], len(self._choices[open_[0]]) + 1
        for v in open_:
            hopeful = 0
            for choice in self._choices[v]:
                done: list[Change] = []
                if all(self._threads.join(one, other, done) for one, other in choice.pairs):
                    hopeful += others + self._onwalk_ahead() > self._points
                self._threads.undo(done)
                if hopeful == fewest:
                    break
            if hopeful < fewest:
                chosen, fewest = v, hopeful
            if not fewest:
                break
        return chosen

    def _most_points(self) -> int:
        """Return points that no walk exceeds that goes on from what is settled."""
        prizes = self._prizes
        values = tuple(
            gauge.ahead(self, most=way is Direction.AT_LEAST)
            if gauge.ordered
            else self._fixed[number]
            for number, (gauge, way) in enumerate(
                zip(prizes.gauges, prizes.directions, strict=True)
            )
        )
        task = self._most_task
        if task and len(self._threads.tips) == 2:
            task = min(task, self._task_factor * self._threads.most_between())
        return task + prizes.points(values) + self._onwalk_ahead()

    def _onwalk_ahead(self) -> int:
        """Return what the terms on the walk can come to."""
        if self._pieces is None:
            return self._onwalk
        return min(self._onwalk, self._pieces.points(self._threads.sum))

    def turned(self, *, most: bool) -> int:
        """Return the turns made, with the most or the fewest that are still to come."""
        return self._turned + self._open_turns[most]

    def run(self, *, most: bool) -> int:
        """Return the longest run there may still be, or the one there is already."""
        # Walks that never run straight on are settled by now.
        least = 0 if most or self._prizes.streets is None else 2
        best, mate = 0, self._threads.mate
        for line in self._prizes.turning.lines:
            run, previous = 0, -1
            for i, v in line:
                if not self._sections >> i & 1:
                    run = 0
                    continue
                if run and v is not None:
                    behind, ahead = self._half(previous, v), self._half(i, v)
                    open_ = behind not in mate and ahead not in mate
                    on = mate.get(behind) == ahead or (most and open_)
                    run = run + 1 if on else 1
                else:
                    run = 1
                previous = i
                best = max(best, run)
        return max(best, least)

    def beside_ends(self, mask: int, *, most: bool) -> int:
        """Return 1 where the walk may start or end by a section of *mask*, or has to."""
        if self._ends is None:
            return int(bool(self._sections & mask))
        if any(mask >> (half >> 1) & 1 for half in self._threads.tips):
            return 1
        if not most or len(self._threads.tips) == len(self._ends):
            return 0
        near = self._graph.incident[self._ends[0]] | self._graph.incident[self._ends[1]]
        return int(bool(self._sections & near & mask))

    def _settle(self, walk: Walk) -> None:
        """Keep *walk* where it is the best so far."""
        prizes = self._prizes
        values = tuple(
            gauge.walked(walk) if gauge.ordered else self._fixed[number]
            for number, gauge in enumerate(prizes.gauges)
        )
        task = task_points(walk, self._task, self._graph.free)
        points = self._task_factor * task + prizes.points(values)
        if points + self._onwalk <= self._points:
            return
        if prizes.onwalk is not None:
            more, walk = prizes.onwalk.best(walk)
            if more > self._onwalk:
                raise PartError(f"a walk has {more} PP of terms that are bound by {self._onwalk}")
            points += more
        if points > self._points:
            self._best, self._points = walk, points

    def _walk(self) -> Walk:
        """Return the thread from its start on."""
        mate = self._threads.mate
        at = self._ends[0] if self._ends is not None else self._places[0]
        here = [self._half(i, at) for i in bits(self._graph.incident[at] & self._sections)]
        half = next((h for h in here if h not in mate), here[0])
        points, sections = [at], []
        for _ in range(self._sections.bit_count()):
            sections.append(half >> 1)
            points.append(self._graph.ends[half >> 1][1 - (half & 1)])
            half = mate.get(half ^ 1, -1)
        return Walk(tuple(points), tuple(sections))


def task_points(walk: Walk, task: tuple[int, ...], ride: int = 0) -> int:
    """Return the most sections between two different *task* crossroads as walked (D2).

    A *ride* (a mask) is no section (D3), and a walk from or to it alone reaches nothing.
    """
    walked = [0, *accumulate(int(not ride >> i & 1) for i in walk.sections)]
    last_point = len(walk.sections)
    visits = [
        (walked[n], v)
        for n, v in enumerate(walk.crossroads)
        if v in task and not (n in (0, last_point) and ride and _only_ride(walk, n, ride))
    ]
    length = walked[-1]
    best = 0
    for n, first in visits:
        for m, last in visits:
            if first == last:
                continue
            if n < m:
                best = max(best, m - n)
            elif walk.closed:
                best = max(best, length - n + m)
    return best


def _only_ride(walk: Walk, point: int, ride: int) -> bool:
    """Whether the walk starts or ends at *point* by the ride itself."""
    if walk.closed:
        return False
    return bool(ride >> (walk.sections[0] if point == 0 else walk.sections[-1]) & 1)
