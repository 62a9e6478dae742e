"""The best final route, proved: no other has a higher expected total under best play.

Each connected part of the drawing has a list of options (``options``). A route takes one of
each, or none. Partial choices wait in a heap by an upper bound: all that is chosen, and all that
is drawn in the other parts, with no more threat than is certain. More along the route never
costs, and more dice never help but for the Huntress, who looks for the best route of each threat
level, all in one heap. The choice with the highest bound goes on; the search is over when no bound
beats the best route found.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scorer.rules.innsmouth.facts import Pass
from scorer.rules.innsmouth.pieces import MOST_FERRIES, Character, Measure
from scorer.rules.innsmouth.route import Route
from scorer.rules.innsmouth.search.bounds import Columns, most
from scorer.rules.innsmouth.search.drawing import Drawing, Masks, drawing_of, listed, threatened
from scorer.rules.innsmouth.search.ends import EndsOf, Sailing
from scorer.rules.innsmouth.search.options import ASKED, Option, joined, options_of, passing_of
from scorer.rules.innsmouth.search.walks import route_over
from scorer.rules.innsmouth.worth import Ground, Worth

# Sets of one part that are listed at a time; bounds time and memory.
LISTED = 1 << 17
# Values closer than this are equal.
CLOSE = 1e-9

Values = NDArray[np.float64]

COLUMNS = ("quarters", "caches", "shelters", "length")


@dataclass(frozen=True)
class Best:
    """The best route found. No other is worth over ``at_most_more`` more."""

    route: Route
    passed: Pass
    worth: Worth
    at_most_more: float = 0.0

    @property
    def optimal(self) -> bool:
        """Whether it is proved that no other is worth more."""
        return self.at_most_more <= CLOSE


@dataclass(frozen=True)
class Limits:
    """What routes are looked for: so many ferries at most, and none of the ``avoided`` sections.

    Only routes that take all of the ``needed`` sections and beat ``floor`` are looked for.
    """

    ferries: int = MOST_FERRIES
    avoided: int = 0
    needed: int = 0
    floor: Any = None


def best_route(
    ground: Ground, limits: Limits | None = None, stop: Callable[[], bool] | None = None
) -> Best:
    """Return the best final route over what is drawn.

    Among routes of equal worth the one with more expected VP of goal cards is best, then the
    one with the lower threat level, then the longer one. The empty route is one.

    Parameters
    ----------
    stop : callable, optional
        Asked now and then; once it says yes, the best route so far is returned.
    """
    return _Search(ground, limits or Limits(), stop).run()


def without_ferries(ground: Ground, stop: Callable[[], bool] | None = None) -> Best:
    """Return the best route that uses no ferry."""
    return best_route(ground, Limits(ferries=0), stop)


def without_threat(ground: Ground, stop: Callable[[], bool] | None = None) -> Best:
    """Return the best route with threat level 0."""
    if ground.character is Character.WARLOCK:
        return best_route(ground, None, stop)
    ferries = MOST_FERRIES if ground.character is Character.BOATMAN else 0
    avoided = threatened(ground.filled, drawing_of(ground.filled))
    return best_route(ground, Limits(ferries, avoided), stop)


@dataclass(frozen=True)
class _Node:
    """A partial choice: one option for each of the first parts, ``chosen`` all of them.

    ``level`` is the threat level that is looked for, None for any.
    """

    chosen: Option
    parts: int
    level: int | None
    refined: bool = False


class _Search:
    """One search, with what it has found so far."""

    def __init__(self, ground: Ground, limits: Limits, stop: Callable[[], bool] | None) -> None:
        self.ground, self.limits, self.stop = ground, limits, stop
        self.drawing: Drawing = drawing_of(ground.filled)
        self.boatman = ground.character is Character.BOATMAN
        turning = any(card.measure is Measure.TURNS for card in ground.filled.setup.goals)
        self.ends_of = EndsOf(self.drawing, limits.ferries, boatman=self.boatman, turning=turning)
        self.passing = passing_of(ground.filled, self.drawing)
        self.parts: list[int] = []
        # What all of the present parts pass.
        self.whole: Columns = {}
        self.best = Best(Route(), Pass(), ground.worth(Pass()))
        self.found: tuple[Option, Sailing] | None = None
        if limits.needed:
            self.best = replace(self.best, worth=limits.floor)
        self.open = -np.inf
        self.symbols = sum(1 << q for q in ground.symbols)
        self.touchy = threatened(ground.filled, self.drawing)
        self.options: list[list[Option]] = []
        self.everything: list[Option] = []

    def run(self) -> Best:
        """Return the best route."""
        for parts in self._groups():
            self.parts = parts
            self.whole = self.passing.columns(np.array([sum(parts)], np.uint64))
            self.options = [self._options(part) for part in parts]
            self.everything = self._everything()
            self._explore()
        return self._result()

    def _groups(self) -> list[list[int]]:
        """Return the parts that ferries can join, and each of the others alone."""
        drawing = self.drawing
        parts = drawing.pieces(drawing.everything & ~self.limits.avoided)
        water = [
            part
            for part in parts
            if self.limits.ferries and any(drawing.side[v] for v in drawing.touched(part))
        ]
        water.sort(key=lambda part: -part.bit_count())
        return [water] * bool(water) + [[part] for part in parts if part not in water]

    def _everything(self) -> list[Option]:
        """Return, for each number of parts, all that options of the parts behind can pass."""
        found = [Option()]
        for options in reversed(self.options):
            rest = found[-1]
            length = max((one.length for one in options), default=0)
            for one in options:
                rest = Option(
                    0,
                    rest.quarters | one.quarters,
                    rest.caches | one.caches,
                    rest.shelters | one.shelters,
                    found[-1].length + length,
                )
            found.append(rest)
        return found[::-1]

    def _explore(self) -> None:
        """Look for a better route over the present parts."""
        heap: list[tuple[float, int, int, _Node]] = []
        order = count()
        hunting = self.ground.character is Character.HUNTRESS
        for level in self._levels() if hunting else (None,):
            most = float(self._quick(self._columns([Option()], 0), self._levels(level))[0])
            heappush(heap, (-most, 0, next(order), _Node(Option(), 0, level)))
        while heap:
            negative, _, _, node = heappop(heap)
            if -negative < self.best.worth.value - CLOSE:
                break
            if self.stop is not None and self.stop():
                self.open = max(self.open, -negative)
                self._offer_single()
                break
            for bound, after in self._after(node):
                heappush(heap, (-bound, -after.parts, next(order), after))

    def _offer_single(self) -> None:
        """Offer some routes over one part each: better than none where the search is stopped."""
        for options in self.options:
            for option in options[:ASKED]:
                self._offer(_Node(option, len(self.parts), None))

    def _levels(self, level: int | None = None) -> Sequence[int]:
        """Return the threat levels that are possible, or *level* alone where it is given."""
        if level is not None:
            return (level,)
        most = Pass(self.everything[0].quarters, ferries=self.limits.ferries)
        return range(self.ground.level(most) + 1)

    def _least_level(self, option: Option) -> int:
        """Return the threat level that *option* brings at least."""
        return self.ground.level(Pass(option.quarters, ferries=max(0, option.pieces - 1)))

    def _after(self, node: _Node) -> Iterable[tuple[float, _Node]]:
        """Yield what comes of *node*, each with its bound."""
        if node.parts and not node.refined:
            if node.parts == len(self.parts):
                self._offer(node)
                return
            yield self._bound(node), replace(node, refined=True)
            return
        if node.parts == len(self.parts):
            return
        options = [Option(), *self.options[node.parts]]
        joint = [joined(node.chosen, option, self.ends_of) for option in options]
        found = [one for one in joint if one is not None and self._within(one, node.level)]
        bounds = self._quick(self._columns(found, node.parts + 1), self._levels(node.level))
        for option, bound in zip(found, bounds.tolist(), strict=True):
            if bound >= self.best.worth.value - CLOSE:
                yield float(bound), _Node(option, node.parts + 1, node.level)

    def _within(self, option: Option, level: int | None) -> bool:
        return level is None or self._least_level(option) <= level

    def _columns(self, options: list[Option], parts: int) -> Columns:
        """Return what *options* and the parts behind can pass together."""
        rest = self.everything[parts]
        found = {
            name: np.array([getattr(one, name) for one in options], np.int64) for name in COLUMNS
        }
        return {
            name: column + rest.length if name == "length" else column | getattr(rest, name)
            for name, column in found.items()
        }

    def _options(self, part: int) -> list[Option]:
        """Return what a route may take of *part*, one of the present parts."""
        sets, whole = listed(self.drawing, part, self.touchy, LISTED, self.limits.needed & part)
        hopeful = self._hopeful(sum(self.parts) & ~part)
        options, all_ = options_of(
            sets, self.passing, self.ends_of, self.symbols, hopeful, self.stop
        )
        if not whole or not all_:
            self.open = max(self.open, float(self._quick(self.whole, self._all_levels())[0]))
        return options

    def _all_levels(self) -> Sequence[int]:
        """Return all threat levels that routes over the present parts may have."""
        quarters = int(self.whole["quarters"][0])
        most = Pass(quarters, ferries=self.limits.ferries)
        return range(self.ground.level(most) + 1)

    def _hopeful(self, others: int) -> Callable[[Columns], Masks]:
        """Return what tells which sets may belong to a better route with *others* beside."""
        rest, levels = self.passing.columns(np.array([others], np.uint64)), self._all_levels()

        def hopeful(columns: Columns) -> Any:
            whole = {
                name: columns[name] + rest[name] if name == "length" else columns[name] | rest[name]
                for name in COLUMNS
            }
            return self._quick(whole, levels) >= self.best.worth.value - CLOSE

        return hopeful

    def _quick(self, columns: Columns, levels: Sequence[int]) -> Values:
        """Return quick bounds of routes that pass no more than *columns*; of chances it is 1."""
        if self.ground.challenge is not None:
            return np.ones(len(columns["length"]))
        return most(self.ground, columns, levels).astype(np.float64)

    def _bound(self, node: _Node) -> Any:
        """Return what no route that goes on from *node* can be worth more than."""
        rest, chosen = self.everything[node.parts], node.chosen
        passed = Pass(
            chosen.quarters | rest.quarters,
            chosen.caches | rest.caches,
            chosen.shelters | rest.shelters,
            chosen.length + rest.length,
            chosen.length + rest.length,
            0,
            MOST_FERRIES if self.boatman else 0,
        )
        level = self._least_level(chosen) if node.level is None else node.level
        return float(self.ground.value(passed, level))

    def _offer(self, node: _Node) -> None:
        """Keep the route over what *node* has chosen if it is better than the best so far."""
        option = node.chosen
        if self.limits.needed & ~option.sections:
            return
        weighed: set[Pass] = set()
        for sailing in self.ends_of.sailings(option.pieces, dict(option.ends)):
            passed = self._pass(option, sailing)
            if passed in weighed or node.level not in (None, self.ground.level(passed)):
                continue
            weighed.add(passed)
            value = self.ground.value(passed)
            if value < self.best.worth.value - CLOSE:
                continue
            worth = self.ground.worth(passed)
            if _better(worth, self.best.worth):
                self.best = Best(Route(), passed, worth)
                self.found = option, sailing

    def _pass(self, option: Option, sailing: Sailing) -> Pass:
        joints = option.length - sailing.ferries - (not sailing.closed)
        return Pass(
            option.quarters,
            option.caches,
            option.shelters,
            option.length,
            joints - option.straight + sailing.spared if self.ends_of.turning else 0,
            sailing.ferries,
            sailing.crossing,
        )

    def _result(self) -> Best:
        more = max(0.0, float(self.open - self.best.worth.value))
        best = replace(self.best, at_most_more=more)
        if self.found is None:
            return best
        option, sailing = self.found
        route = route_over(self.drawing, option.sections, sailing)
        return replace(best, route=route, passed=self.ground.passed(route))


def _better(one: Worth, other: Worth) -> bool:
    """Whether *one* is better: the first part that differs decides."""
    for mine, theirs in zip(one, other, strict=True):
        if abs(mine - theirs) > CLOSE:
            return bool(mine > theirs)
    return False
