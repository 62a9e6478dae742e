"""The order in which a sweep goes over a drawing, and what it has to remember on the way.

The crossroads are left behind column by column, or line by line, whichever way fewer of them
are open at a time. A crossroads is open from the first of its sections on until it is left
behind. So is a feature that several sections reach: until the last of them it is not known
whether the route misses it. Crossroads have places and features bits of their own; both are
used again once they are free.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import assert_never

from scorer.rules.search.drawing.graph import Graph, bits, bridges


@dataclass(frozen=True, slots=True)
class Section:
    """A section comes: it is kept, and ``reaches`` features (bits), or it is left out.

    Left out it ``flips`` the places of both its crossroads. It is only kept where all bits are
    set that it ``needs``, and only left out where none is set that ``bars`` it.
    """

    number: int
    places: tuple[int, int]
    reaches: int
    needs: int = 0
    bars: int = 0

    @property
    def flips(self) -> int:
        """The places of its crossroads, as a mask."""
        return 1 << self.places[0] | 1 << self.places[1]


@dataclass(frozen=True, slots=True)
class Settled:
    """All sections that reach a feature have come; its ``bit`` is free.

    ``feature`` is None for a bridge.
    """

    feature: int | None
    bit: int


@dataclass(frozen=True, slots=True)
class Passed:
    """All sections at a crossroads have come; its ``place`` is free."""

    crossroads: int
    place: int


Step = Section | Settled | Passed


@dataclass(frozen=True)
class Plan:
    """The steps of a sweep. A state has a bit for each of ``width`` places, then the features'.

    ``remembered`` are the features that are remembered; there is no room for more.
    """

    steps: tuple[Step, ...]
    width: int
    bits: int
    remembered: tuple[int, ...]

    @property
    def states(self) -> int:
        """How many states there may be at a time."""
        return 1 << (self.width + self.bits)


@dataclass(frozen=True, slots=True)
class Bridge:
    """A section, and those (a mask) ``beyond`` it that no walk has without it."""

    number: int
    beyond: int


@dataclass(frozen=True, slots=True)
class _Bit:
    """What a bit stands for, a feature or a bridge: open from one turn to another."""

    first: int
    last: int
    mask: int
    feature: int | None = None
    bridge: int | None = None


def plan_of(
    graph: Graph,
    part: int,
    features: Sequence[tuple[int, int]],
    bridges: tuple[Bridge, ...],
    room: int,
) -> Plan:
    """Return how to sweep the sections of *part*, a mask.

    Parameters
    ----------
    features : sequence of (int, int)
        The sections that reach each feature, and what it costs to miss it.
    bridges : tuple of Bridge
        Bridges with something beyond them.
    room : int
        Bits that a state may have. Crossroads come first, then bridges, then features.
    """
    orders = list(_orders(graph, part))
    met = min((_met(graph, part, order) for order in orders), key=lambda met: _width(graph, met))
    turn = {i: n for n, i in enumerate(i for _, some in met for i in some)}

    def bit(mask: int, feature: int | None = None, bridge: int | None = None) -> _Bit:
        turns = [turn[i] for i in bits(mask)]
        return _Bit(min(turns), max(turns), mask, feature, bridge)

    guards = [bit(one.beyond | 1 << one.number, bridge=one.number) for one in bridges]
    guards.sort(key=lambda one: one.last - one.first)
    dear = [
        (loss, bit(mask & part, feature))
        for feature, (mask, loss) in enumerate(features)
        if loss > 0 and (mask & part).bit_count() > 1
    ]
    dear.sort(key=lambda one: (one[1].last - one[1].first) / one[0])
    wanted = [*guards, *(one for _, one in dear)]
    remembered = _remembered(wanted, room - _width(graph, met), len(turn))
    return _planned(graph, met, remembered)


def _orders(graph: Graph, part: int) -> Iterable[list[int]]:
    """Yield the crossroads column by column and line by line."""
    places = [point.lattice or (0, 0) for point in graph.crossroads]
    numbers = graph.touched(part)
    yield sorted(numbers, key=lambda v: places[v])
    yield sorted(numbers, key=lambda v: places[v][::-1])


_Met = list[tuple[int, tuple[int, ...]]]


def _met(graph: Graph, part: int, order: list[int]) -> _Met:
    """Return each crossroads in *order* with its sections that do not lead back."""
    met, found = ~part, []
    for v in order:
        ahead = graph.incident[v] & ~met
        met |= ahead
        found.append((v, tuple(bits(ahead))))
    return found


def _width(graph: Graph, met: _Met) -> int:
    """Return how many crossroads are open at a time at most."""
    open_: set[int] = set()
    widest = 0
    for v, sections in met:
        open_ |= {v, *(end for i in sections for end in graph.ends[i])}
        widest = max(widest, len(open_))
        open_.remove(v)
    return widest


def _remembered(wanted: list[_Bit], most: int, turns: int) -> list[_Bit]:
    """Return those of *wanted*, the first rather, of which so many are open at a time."""
    open_ = [0] * turns
    found = []
    for one in wanted:
        if max(open_[one.first : one.last + 1]) < most:
            for turn in range(one.first, one.last + 1):
                open_[turn] += 1
            found.append(one)
    return found


class _Slots:
    """Numbers that are given out, the lowest free one first."""

    def __init__(self) -> None:
        self._taken: dict[int | _Bit, int] = {}
        self.most = 0

    def of(self, key: int | _Bit) -> int:
        """Return the number of *key*; one that has none yet is given one."""
        if key not in self._taken:
            taken = set(self._taken.values())
            self._taken[key] = next(n for n in range(len(taken) + 1) if n not in taken)
            self.most = max(self.most, self._taken[key] + 1)
        return self._taken[key]

    def free(self, key: int | _Bit) -> int:
        """Return the number of *key*, which others may have from now on."""
        return self._taken.pop(key)


def _planned(graph: Graph, met: _Met, remembered: list[_Bit]) -> Plan:
    """Return the steps of a plan."""
    places, slots = _Slots(), _Slots()
    steps: list[Step] = []
    turn = 0
    come: set[int] = set()
    for v, sections in met:
        for i in sections:
            a, b = graph.ends[i]
            come.add(i)
            there = {one: 1 << slots.of(one) for one in remembered if one.mask >> i & 1}
            # Once the bridge has come its bit says whether it is walked.
            needs = sum(bit for one, bit in there.items() if one.bridge in come - {i})
            bars = sum(bit for one, bit in there.items() if one.bridge == i)
            reaches = sum(there.values()) - needs
            steps.append(Section(i, (places.of(a), places.of(b)), reaches, needs, bars))
            done = [one for one in there if one.last == turn]
            steps += [Settled(one.feature, slots.free(one)) for one in done]
            turn += 1
        places.of(v)
        steps.append(Passed(v, places.free(v)))
    width = places.most
    features = tuple(one.feature for one in remembered if one.feature is not None)
    return Plan(tuple(_beside(step, width) for step in steps), width, slots.most, features)


def _beside(step: Step, width: int) -> Step:
    """Return *step* with the bits of features and bridges beside the *width* places."""
    match step:
        case Section():
            reaches, needs, bars = (x << width for x in (step.reaches, step.needs, step.bars))
            return Section(step.number, step.places, reaches, needs, bars)
        case Settled():
            return Settled(step.feature, step.bit + width)
        case Passed():
            return step
        case _:
            assert_never(step)


def bridges_from(graph: Graph, part: int, core: int) -> tuple[Bridge, ...]:
    """Return the bridges of *part* behind which the drawing branches, as seen from *core*.

    *core* are sections between which there is no bridge. Behind the others parity tells that
    they are walked.
    """
    found = []
    for i in bits(bridges(graph, part) & ~core):
        sides = graph.components(part & ~(1 << i))
        beyond = sum(side for side in sides if not side & core)
        branches = any((graph.incident[v] & beyond).bit_count() > 1 for v in graph.ends[i])
        branches |= any((graph.incident[v] & beyond).bit_count() > 2 for v in graph.touched(beyond))
        if beyond and branches:
            found.append(Bridge(i, beyond))
    return tuple(found)


def core_of(graph: Graph, part: int) -> int:
    """Return the largest part of *part* that no bridge divides; all of it without circles."""
    return max(graph.components(part & ~bridges(graph, part)), key=int.bit_count, default=part)
