"""The threads of a walk whose order is being settled, and what they tell of the whole of it.

Half ``2 * i`` is section i at its first end, ``2 * i + 1`` at its second. Two halves that are
joined at a crossroads are walked one after the other; so sections become threads.

Two things are known of a walk before all is settled. One is what its threads come to as
``Pieces``. The other is the task: the part for it begins where the walk first comes to a
crossroads of the task, and the thread at the start of the walk tells where that is; if it has
not come to one yet it still has to go there, by the shortest way or a longer one. All that is
before the part, and behind it lies as much as the thread at the end of the walk tells.
"""

from typing import NamedTuple, assert_never

from scorer.rules.scoring.terms.parts import Pieces
from scorer.rules.search.drawing.graph import Graph, bits
from scorer.rules.search.walks.walk import ways_to

# How far it is at least from where a thread begins to each crossroads of the task.
Reach = tuple[int, ...]


class _Thread(NamedTuple):
    """What is known of a thread from the half that it begins with.

    ``word`` is what it reads, ``length`` its sections.
    """

    word: str
    length: int
    reach: Reach


class _Join(NamedTuple):
    """Two halves that were joined, and what was before at the ends of both threads."""

    one: int
    other: int
    first: _Thread
    last: _Thread
    sum: int


class _Tip(NamedTuple):
    """A half that the walk ends with, and what was before at both ends of its thread."""

    half: int
    first: _Thread
    last: _Thread
    sum: int


Change = _Join | _Tip


class Threads:
    """The threads of a walk over all of *sections*, each section one at first.

    ``mate`` tells which half each one is joined to, ``tips`` are the halves that the walk ends
    with, ``sum`` is what the words of all threads come to by *pieces*.
    """

    def __init__(self, graph: Graph, sections: int, pieces: Pieces | None, *, closed: bool) -> None:
        self._graph = graph
        self._sections = sections
        self._pieces = pieces
        self._closed = closed
        self._joined = 0
        self._pairs: list[tuple[int, int]] = []
        self.mate: dict[int, int] = {}
        self.tips: list[int] = []
        self.sum = 0
        # Of each half that ends a thread: the half at its other end, and the thread from there.
        self._far: dict[int, int] = {}
        self._from: dict[int, _Thread] = {}
        for i in bits(sections):
            free = bool(graph.free >> i & 1)
            word = ""
            if pieces is not None:
                word = pieces.letters.get(graph.sections[i], pieces.other)
                word = pieces.other if free else word
                self.sum += pieces.most(word)
            for half in (2 * i, 2 * i + 1):
                self._far[half] = half ^ 1
                self._from[half] = _Thread(word, int(not free), ())

    def look_for(self, task: tuple[int, ...]) -> None:
        """Note how far it is to the crossroads of *task*, before anything is joined."""
        graph = self._graph
        visited = [v for v in task if graph.incident[v] & self._sections & ~graph.free]
        if self._closed or len(visited) < 2:
            return
        numbers = range(len(visited))
        self._pairs = [(p, q) for p in numbers for q in numbers if p != q]
        ways = [ways_to(graph, self._sections, v) for v in visited]
        steps = [{v: graph.length(way) for v, way in found.items()} for found in ways]
        for half, thread in self._from.items():
            there = self.at(half ^ 1)
            reach = tuple(
                0 if v == self.at(half) else thread.length + to[there]
                for v, to in zip(visited, steps, strict=True)
            )
            self._from[half] = thread._replace(reach=reach)

    def at(self, half: int) -> int:
        """Return the crossroads at which *half* is."""
        return self._graph.ends[half >> 1][half & 1]

    def join(self, one: int, other: int, done: list[Change]) -> bool:
        """Join two halves to one thread; False where that closes a ring too early."""
        far_one, far_other = self._far[one], self._far[other]
        last = self._closed and self._joined == self._sections.bit_count() - 1
        if far_one == other and not last:
            return False
        first, second = self._from[far_one], self._from[far_other]
        done.append(_Join(one, other, first, second, self.sum))
        if far_one != other:
            ahead, back = self._from[other], self._from[one]
            self._from[far_one] = _together(first, ahead)
            self._from[far_other] = _together(second, back)
            if self._pieces is not None:
                most = self._pieces.most
                whole = self._from[far_one].word
                self.sum += most(whole) - most(first.word) - most(second.word)
        self.mate[one], self.mate[other] = other, one
        self._far[far_one], self._far[far_other] = far_other, far_one
        self._joined += 1
        return True

    def end(self, half: int, done: list[Change]) -> None:
        """Let the walk start or end with *half*: nothing is walked beyond it."""
        far = self._far[half]
        first, last = self._from[half], self._from[far]
        done.append(_Tip(half, first, last, self.sum))
        self.tips.append(half)
        if self._pieces is not None:
            most, none = self._pieces.most, self._pieces.other
            self._from[half] = first._replace(word=none + first.word)
            self._from[far] = last._replace(word=last.word + none)
            self.sum += most(none + first.word) - most(first.word)

    def undo(self, done: list[Change]) -> None:
        """Take back what was *done* last."""
        for change in reversed(done):
            self.sum = change.sum
            match change:
                case _Join(one, other, first, last):
                    far_one, far_other = self._far[one], self._far[other]
                    del self.mate[one], self.mate[other]
                    self._joined -= 1
                    self._far[far_one], self._far[far_other] = one, other
                    self._from[far_one], self._from[far_other] = first, last
                case _Tip(half, first, last):
                    self.tips.pop()
                    self._from[half], self._from[self._far[half]] = first, last
                case _:
                    assert_never(change)

    def way_on(self, half: int) -> int | None:
        """Return where the thread from *half* goes on; None if it has come to the task."""
        thread = self._from[half]
        come = any(to <= thread.length for to in thread.reach)
        return None if come else self.at(self._far[half])

    def most_between(self) -> int:
        """Return how many sections the part for the task has at most, both tips being known."""
        size = self._graph.length(self._sections)
        before, behind = (self._from[half].reach for half in self.tips)
        return size - min((before[p] + behind[q] for p, q in self._pairs), default=0)


def _together(first: _Thread, ahead: _Thread) -> _Thread:
    """Return the thread that goes on from the end of *first* with *ahead*.

    What *first* comes to itself is no further away than it is long.
    """
    length = first.length
    reach = tuple(
        to if to <= length else length + more
        for to, more in zip(first.reach, ahead.reach, strict=True)
    )
    return _Thread(first.word + ahead.word, length + ahead.length, reach)
