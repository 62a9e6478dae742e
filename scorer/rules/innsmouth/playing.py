"""The threat check step by step: what to do now, and what each choice is worth.

A state tells what has happened so far: cards opened, dice on the table, who left. From it
follows the step that comes next.
"""

from enum import StrEnum
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from scorer.rules.innsmouth.check.chances import (
    Results,
    after_stop,
    after_throw,
    best_way,
    picks,
    results_from,
)
from scorer.rules.innsmouth.check.decisions import Check, Opened
from scorer.rules.innsmouth.check.dice import NEEDS, SUCCESS, class_of, counts_of
from scorer.rules.innsmouth.check.effects import effects
from scorer.rules.innsmouth.check.punishments import Symbols, without
from scorer.rules.innsmouth.facts import Pass
from scorer.rules.innsmouth.filled import InnsmouthBoard, PlayedCheck
from scorer.rules.innsmouth.pieces import Artefact, Character, InnsmouthError, Number
from scorer.rules.innsmouth.sheet import Line, sheet_of
from scorer.rules.innsmouth.worth import Ground
from scorer.rules.notation import Location

Face = Annotated[int, msgspec.Meta(ge=1, le=6)]


class Left(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A punishment or ritual: the quarter whose tourists left, and that of the symbol."""

    quarter: Location
    symbol: Location


class Rolled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What came of the dice after all effects: the Huntress's hits, and failures."""

    failures: Number
    hits: Number = 0


class Moves(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What has happened in a threat check so far.

    ``opened`` are artefacts in the order of opening; ``stopped`` ends that. ``dice`` lie on the
    table, after ``rerolls`` Manuscripts. ``result`` tells what effects made of them; without
    it the best is taken. ``erased`` are symbols that the Huntress erased, ``left`` who left.
    """

    opened: tuple[Artefact, ...] = ()
    stopped: bool = False
    dice: tuple[Face, ...] | None = None
    rerolls: Number = 0
    result: Rolled | None = None
    erased: tuple[Location, ...] = ()
    left: tuple[Left, ...] = ()


class CheckState(Moves, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A threat check as far as it has been played, with the board."""

    board: InnsmouthBoard


class Step(StrEnum):
    """What comes next."""

    OPEN = "open"
    ROLL = "roll"
    REROLL = "reroll"
    ERASE = "erase"
    LEAVE = "leave"
    DONE = "done"


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """A choice and its worth: the expected total, or the chance to win a solo game.

    ``open`` or ``stop``; ``dice`` to throw again; a ``symbol`` to erase, with the ``quarter``
    that is left.
    """

    value: float
    opens: bool | UnsetType = UNSET
    dice: tuple[Face, ...] | UnsetType = UNSET
    quarter: Location | UnsetType = UNSET
    symbol: Location | UnsetType = UNSET


class ShownDie(msgspec.Struct, frozen=True):
    """A die, what effects make of it, and by which artefacts."""

    rolled: Face
    becomes: Face
    by: tuple[Artefact, ...]


class Chance(msgspec.Struct, frozen=True):
    """The chance of a total with so many VP from goal cards."""

    total: int
    goals: int
    chance: float


class Advice(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The step that comes next, its ``options``, best first, and all results from here.

    ``dice`` are the dice after their effects, once no reroll is left.
    """

    step: Step
    route: str
    level: int
    taken: int
    expected: float
    options: tuple[Option, ...] = ()
    dice: tuple[ShownDie, ...] = ()
    result: Rolled | None = None
    chances: tuple[Chance, ...] = ()
    lines: tuple[Line, ...] = ()
    total: int | UnsetType = UNSET


class _Next(NamedTuple):
    """A step with its options and what follows."""

    step: Step
    expected: Any
    options: tuple[Option, ...]
    results: Results
    dice: tuple[ShownDie, ...] = ()
    result: Rolled | None = None
    lost: int = 0


def advise(ground: Ground, passed: Pass, state: Moves, route: str) -> Advice:
    """Return what to do next in the check of a route that passes *passed*.

    Raises
    ------
    InnsmouthError
        If the state cannot be, with the key and what is possible.
    """
    found = _Table(ground, passed, state).next()
    lines: tuple[Line, ...] = ()
    total: int | UnsetType = UNSET
    if found.step is Step.DONE:
        sheet = sheet_of(ground, passed, _played(ground, passed, state, found), found.lost)
        lines, total = sheet.lines, sheet.total
    return Advice(
        step=found.step,
        route=route,
        level=ground.level(passed),
        taken=ground.taken(passed),
        expected=float(found.expected),
        options=found.options,
        dice=found.dice,
        result=found.result,
        chances=shown(found.results),
        lines=lines,
        total=total,
    )


def shown(results: Results) -> tuple[Chance, ...]:
    """Return the chances of *results*, highest totals first."""
    ordered = sorted(results.items(), reverse=True)
    return tuple(Chance(total, goals, float(chance)) for (total, goals), chance in ordered)


def _played(ground: Ground, passed: Pass, state: Moves, found: _Next) -> PlayedCheck:
    closed = ground.taken(passed) - len(state.opened)
    hits = found.result.hits if found.result else 0
    warlock = ground.character is Character.WARLOCK
    gone = [ground.streets.sizes[ground.streets.names.index(one.quarter)] for one in state.left]
    return PlayedCheck(closed, hits, sum(gone) if warlock else 0)


class _Table:
    """A check in play."""

    def __init__(self, ground: Ground, passed: Pass, state: Moves) -> None:
        self.ground, self.passed, self.state = ground, passed, state
        self.level, self.taken = ground.level(passed), ground.taken(passed)
        self.number = {place: q for q, place in enumerate(ground.streets.names)}

    def next(self) -> _Next:
        """Return the next step."""
        if self.ground.character is Character.WARLOCK:
            if self.state.opened or self.state.dice:
                raise InnsmouthError("$.opened: the Warlock opens no artefacts and rolls no dice")
            times = sum(number for _, number in self.ground.streets.symbols)
            return self._leaving(times, self.ground.streets.symbols, Rolled(times), ())
        self._check_cards()
        check = self.ground.check(self.passed)
        if self.state.dice is None and self.level:
            return self._before_dice(check)
        return self._with_dice(check)

    @property
    def opened(self) -> Opened:
        a, b, c, d = (self.state.opened.count(kind) for kind in Artefact)
        return a, b, c, d

    def _check_cards(self) -> None:
        if len(self.state.opened) > self.taken:
            raise InnsmouthError(
                f"$.opened: {len(self.state.opened)} are open, but {self.taken} were taken"
            )
        for kind, number, most in zip(Artefact, self.opened, self.ground.filled.deck, strict=True):
            if number > most:
                raise InnsmouthError(f"$.opened: {number} times {kind}, but the deck has {most}")
        dice = self.state.dice
        if dice is not None and len(dice) != self.level:
            raise InnsmouthError(f"$.dice: {len(dice)} are given; the threat level is {self.level}")
        if self.state.rerolls > self.opened[0]:
            raise InnsmouthError(
                f"$.rerolls: {self.state.rerolls}, but {self.opened[0]} Manuscripts are open"
            )

    def _before_dice(self, check: Check) -> _Next:
        choice = check.choices[self.opened]
        if self.state.stopped or choice.open is None:
            return _Next(Step.ROLL, choice.stop, (), after_stop(check, self.opened))
        options = [Option(float(choice.stop), opens=False), Option(float(choice.open), opens=True)]
        if choice.opens:
            options.reverse()
        chances = results_from(check, self.opened)
        return _Next(Step.OPEN, choice.best, tuple(options), chances)

    def _with_dice(self, check: Check) -> _Next:
        opened, dice = self.opened, self.state.dice or ()
        classes = [class_of(face, opened[2], hunting=check.hunting) for face in dice]
        counts = counts_of(classes, SUCCESS if check.hunting else NEEDS)
        throw = check.throws.number[counts]
        rerolls = opened[0] - self.state.rerolls
        if rerolls and dice and self.state.result is None:
            return self._rerolling(check, throw, rerolls, classes)
        rolled, table = self._effects(check, throw)
        symbols = self.ground.streets.symbols
        if check.hunting:
            return self._hunting(rolled, symbols, table)
        return self._leaving(rolled.failures, symbols, rolled, table)

    def _rerolling(self, check: Check, throw: int, rerolls: int, classes: list[int]) -> _Next:
        kept = check.stages(self.opened)[rerolls - 1]
        chosen = picks(check.throws, kept)[throw]
        keep = list(check.throws.counts[chosen])
        again = []
        order = sorted(range(len(classes)), key=lambda i: -(self.state.dice or ())[i])
        for i in order:
            keep[classes[i]] -= 1
            if keep[classes[i]] < 0:
                again.append((self.state.dice or ())[i])
        options = [Option(float(kept[chosen]), dice=tuple(sorted(again)))]
        if again:
            options.append(Option(float(kept[throw]), dice=()))
        chances = after_throw(check, self.opened, throw, rerolls)
        return _Next(Step.REROLL, kept[chosen], tuple(options), chances)

    def _effects(self, check: Check, throw: int) -> tuple[Rolled, tuple[ShownDie, ...]]:
        """Return the result of the dice, as told or else the best, and how it is reached."""
        opened, dice = self.opened, self.state.dice or ()
        ways = check.ends(opened)[throw - check.throws.starts[check.level]].tolist()
        way = best_way(check.staked[sum(opened)].values, ways)
        if self.state.result is not None:
            told = self.state.result
            if told.hits + told.failures > self.level or (told.hits and not check.hunting):
                raise InnsmouthError("$.result: more hits and failures than dice, or no Huntress")
            return told, ()
        best = divmod(way, self.level + 1)
        cards = (opened[1], opened[2], opened[3])
        table = effects(dice, cards, best, hunting=check.hunting)
        return Rolled(best[1], best[0]), tuple(ShownDie(*die) for die in table)

    def _hunting(self, rolled: Rolled, symbols: Symbols, table: tuple[ShownDie, ...]) -> _Next:
        for place in self.state.erased:
            symbols = self._erased(symbols, place)
        along = [q for q, _ in symbols if self.passed.quarters >> q & 1]
        left = rolled.hits - len(self.state.erased)
        if left < 0:
            raise InnsmouthError(f"$.erased: {rolled.hits} hits erase so many symbols at most")
        if not left or not along:
            return self._leaving(rolled.failures, symbols, rolled, table)
        options = []
        for q in along:
            fewer = without(symbols, q)
            value, _ = self._best(fewer, left - 1, rolled.failures, 0, rolled)
            options.append(Option(float(value), symbol=self.ground.streets.names[q]))
        options.sort(key=lambda option: -option.value)
        _, results = self._best(symbols, left, rolled.failures, 0, rolled)
        return _Next(Step.ERASE, options[0].value, tuple(options), results, table, rolled)

    def _erased(self, symbols: Symbols, place: Location) -> Symbols:
        q = self.number.get(place, -1)
        if q not in dict(symbols) or not self.passed.quarters >> q & 1:
            raise InnsmouthError(f"$.erased: no symbol along the route is left in {place}")
        return without(symbols, q)

    def _leaving(
        self, times: int, symbols: Symbols, rolled: Rolled, table: tuple[ShownDie, ...]
    ) -> _Next:
        """Return the next punishment or ritual; the sheet where none is left."""
        streets, lost = self.ground.streets, 0
        held = self.passed.quarters & self.ground.occupied
        for i, one in enumerate(self.state.left):
            step = (self.number.get(one.quarter, -1), self.number.get(one.symbol, -1))
            if i >= times or step not in streets.steps(held & ~lost, symbols):
                raise InnsmouthError(
                    f"$.left[{i}]: {one.quarter} cannot be taken now with the symbol in "
                    f"{one.symbol}"
                )
            lost, symbols = lost | 1 << step[0], without(symbols, step[1])
        left = times - len(self.state.left)
        value, results = self._best(symbols, 0, left, lost, rolled)
        steps = streets.steps(held & ~lost, symbols) if left else ()
        if not steps:
            return _Next(Step.DONE, value, (), results, table, rolled, lost)
        options = []
        for q, at in steps:
            worth, _ = self._best(without(symbols, at), 0, left - 1, lost | 1 << q, rolled)
            names = streets.names[q], streets.names[at]
            options.append(Option(float(worth), quarter=names[0], symbol=names[1]))
        options.sort(key=lambda option: -option.value)
        return _Next(Step.LEAVE, value, tuple(options), results, table, rolled)

    def _best(
        self, symbols: Symbols, hits: int, failures: int, lost: int, rolled: Rolled
    ) -> tuple[Any, Results]:
        """Return the best that can still come, and its result."""
        ends = self.ground.ends_from(self.passed, symbols, hits, failures, lost)
        closed = self.taken - len(self.state.opened)
        value, best = self.ground.chosen(ends, closed, rolled.hits)
        total = self.ground.total(best, closed, rolled.hits)
        return value, {(total, best.goals): 1}
