"""What may come of the cards that ask for little: which of them a route meets, and at what price.

Points only grow with a walk, but for a card that asks for few of something. So the search
takes the cards' outcomes one by one. Where such a card is passed up, nothing is lost by going
on. Where it is met, the route has to keep within a limit, which is had by going without some
sections of the drawing altogether; over the others nothing is lost by going on either.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

from scorer.rules.cards import Direction
from scorer.rules.gauges import (
    ColourRuns,
    Counted,
    Crossings,
    EndsBeside,
    Gauge,
    Group,
    OrderedGauge,
    Reached,
    Run,
    Turns,
)
from scorer.rules.graph import Graph, bits
from scorer.rules.prizes import NEEDED, Prizes


class Element(NamedTuple):
    """A thing that a limit counts: sections that bring it, and how to be rid of it for good.

    ``there`` sections of ``mask`` bring it. Without all sections of any of ``drops`` it is
    not on the route.
    """

    mask: int
    drops: tuple[int, ...]
    there: int = 1

    def on(self, sections: int) -> bool:
        """Whether *sections* bring it."""
        return (self.mask & sections).bit_count() >= self.there


class Limit(ABC):
    """That a route may have no more than ``most`` of some ``elements``."""

    def __init__(self, elements: tuple[Element, ...], most: int) -> None:
        self.elements = elements
        self.most = most

    @property
    def marked(self) -> int:
        """The sections of which each counts one, where it is sections that count."""
        return 0

    @abstractmethod
    def value(self, chosen: int) -> int:
        """Return what the elements whose bits are in *chosen* come to."""

    def there(self, sections: int) -> int:
        """Return the bits of the elements that *sections* bring."""
        return sum(1 << n for n, element in enumerate(self.elements) if element.on(sections))

    def keeps(self, sections: int) -> bool:
        """Whether no walk over a part of *sections* can have too much."""
        return self.value(self.there(sections)) <= self.most

    def length(self, left: int) -> int:
        """Return how many sections a walk over *left* has at most that keeps the limit."""
        return left.bit_count()


class _Weighed(Limit):
    """Each element counts its weight."""

    def __init__(
        self, elements: tuple[Element, ...], most: int, weights: tuple[int, ...] = ()
    ) -> None:
        super().__init__(elements, most)
        self._weights = weights or (1,) * len(elements)

    def value(self, chosen: int) -> int:
        return sum(self._weights[n] for n in bits(chosen))


class _Sections(_Weighed):
    """The elements are single sections."""

    @property
    def marked(self) -> int:
        return sum(element.mask for element in self.elements)

    def length(self, left: int) -> int:
        return (left & ~self.marked).bit_count() + min(self.most, (left & self.marked).bit_count())


class _Passed(_Weighed):
    """The elements are crossroads that may be passed twice."""

    def __init__(self, graph: Graph, elements: tuple[Element, ...], most: int) -> None:
        super().__init__(elements, most)
        self._incident = graph.incident

    def length(self, left: int) -> int:
        """Each crossroads passed once takes two sections, two ends one each."""
        passed = sum((around & left).bit_count() > 1 for around in self._incident)
        return min(left.bit_count(), passed + self.most + 1)


class _Lines(_Weighed):
    """The elements are straight lines: with so many turns a walk is on one line more."""

    def length(self, left: int) -> int:
        sizes = sorted((element.mask & left).bit_count() for element in self.elements)
        return sum(sizes[len(sizes) - min(self.most, len(sizes)) :])


class _Adjacent(Limit):
    """The elements are occupied locations: the largest group of them counts."""

    def __init__(self, gauge: Group, elements: tuple[Element, ...], most: int) -> None:
        super().__init__(elements, most)
        self._gauge = gauge

    def value(self, chosen: int) -> int:
        return self._gauge.largest(list(bits(chosen)))


@dataclass(frozen=True)
class Outcome:
    """One way the cards may come out.

    A route with this outcome keeps all ``limits`` and has ``points`` for the cards that it
    settles (in a solo game so many are ``met``), and at most what they can still give for
    the cards numbered in ``open``. No straight run is longer than ``run``, where it is not 0.
    *zigzag*: it turns at every crossroads; over one-way streets nothing is lost by going on.
    *loose*: going on may lose something all the same. A *scout* takes a loose outcome for
    one that is not: what it finds soon makes the search of the loose one shorter, but
    settles nothing.
    """

    points: int = 0
    met: int = 0
    limits: tuple[Limit, ...] = ()
    loose: bool = False
    zigzag: bool = False
    run: int = 0
    open: tuple[int, ...] = ()
    anything: bool = False
    scout: bool = False

    @property
    def rank(self) -> int:
        """Which outcomes to look at first, low before high."""
        return 2 if self.loose else int(self.scout)

    def hope(self, prizes: Prizes | None, left: int, kept: int) -> int:
        """Return points for cards that no walk over *left* with all of *kept* exceeds."""
        if prizes is None:
            return 0
        if self.anything:
            return prizes.at_most(left, kept)
        results = [prizes.goals.result(n, prizes.gauges[n].value(left)) for n in self.open]
        if prizes.goals.solo:
            met = self.met + sum(result.reached for result in results)
            return NEEDED * min(prizes.needed, met)
        return self.points + sum(result.points for result in results)


ANYTHING = Outcome(loose=True, anything=True)


def outcomes_of(prizes: Prizes | None, graph: Graph) -> tuple[Outcome, ...]:
    """Return outcomes of the cards such that every route has one of them, or less."""
    if prizes is None:
        return (Outcome(),)
    if any(isinstance(gauge, ColourRuns) for gauge in prizes.gauges):
        return (ANYTHING,)
    levels = [_levels(prizes, number, graph) for number in range(len(prizes.gauges))]
    found = [_joined(chosen) for chosen in product(*levels)]
    scouts = [replace(one, loose=False, scout=True) for one in found if one.loose]
    return (*found, *scouts)


def _joined(parts: tuple[Outcome, ...]) -> Outcome:
    return Outcome(
        points=sum(part.points for part in parts),
        met=sum(part.met for part in parts),
        limits=tuple(limit for part in parts for limit in part.limits),
        loose=any(part.loose for part in parts),
        zigzag=any(part.zigzag for part in parts),
        run=min((part.run for part in parts if part.run), default=0),
        open=tuple(number for part in parts for number in part.open),
    )


def _levels(prizes: Prizes, number: int, graph: Graph) -> list[Outcome]:
    """Return the outcomes of one card: as good as won, as good as reached, passed up."""
    card, gauge = prizes.goals.cards[number], prizes.gauges[number]
    still_open = Outcome(open=(number,))
    passed_up = Outcome()
    if isinstance(gauge, EndsBeside):
        return [_met(prizes, number, int(card.direction is Direction.AT_LEAST)), passed_up]
    if card.direction is Direction.AT_LEAST:
        if isinstance(gauge, Run):
            # A loop on the way may break a straight line.
            return [Outcome(open=(number,), loose=True), passed_up]
        return [still_open]
    found: list[Outcome] = []
    for most in prizes.levels(number):
        level = _met(prizes, number, most, _limit(gauge, most, graph))
        if isinstance(gauge, Run):
            zigzag = most == 1 and prizes.streets is not None
            level = replace(level, loose=level.loose and not zigzag, zigzag=zigzag, run=most)
        if level.points or level.met:
            found.append(level)
    return [*found, passed_up]


def _met(prizes: Prizes, number: int, value: int, limit: Limit | None = None) -> Outcome:
    """Return the outcome of card *number* where it is met with *value*."""
    result = prizes.goals.result(number, value)
    # Where only the order of the walk tells, a part of a walk may do what the whole does not.
    loose = isinstance(prizes.gauges[number], OrderedGauge) or limit is None
    limits = (limit,) if limit is not None else ()
    return Outcome(result.points, int(result.reached), limits, loose)


def _limit(gauge: Gauge, most: int, graph: Graph) -> Limit | None:
    """Return what a route keeps for *gauge* to be at *most* so much, if sections tell."""
    match gauge:
        case Reached():
            found = [(_whole(mask), weight) for mask, weight in gauge.features]
            elements, weights = zip(*found, strict=True) if found else ((), ())
            return _Weighed(elements, most, weights)
        case Counted():
            return _Sections(tuple(_whole(1 << i) for i in bits(gauge.mask)), most)
        case Crossings() if not graph.free:
            crowded = [mask for mask in graph.incident if mask.bit_count() > 3]
            if any(mask.bit_count() > 5 for mask in crowded):
                return None
            crossed = (Element(m, tuple(1 << i for i in bits(m)), there=4) for m in crowded)
            return _Passed(graph, tuple(crossed), most)
        case Group():
            return _Adjacent(gauge, tuple(_whole(mask) for mask in gauge.masks), most)
        case Run() if most == 0:
            return _Sections(tuple(_whole(1 << i) for i in bits(graph.everything)), most)
        case Turns():
            # Each is there once from either end. A ride is on none, and does not turn.
            every = {sum(1 << i for i, _ in line) & ~graph.free for line in gauge.lines}
            lines = sorted(every - {0})
            if sum(mask.bit_count() for mask in lines) > graph.length(graph.everything):
                # Off the lattice lines may fork; then it is not clear how many there are.
                return None
            return _Lines(tuple(map(_whole, lines)), most + 1 + bool(graph.free))
        case _:
            return None


def _whole(mask: int) -> Element:
    return Element(mask, (mask,))
