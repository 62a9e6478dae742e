"""Tourists and threat symbols of every quarter: by their shapes, and by what a game leaves."""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import factorial

import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board
from scorer.rules.innsmouth.filled import MOST_SYMBOLS
from scorer.rules.innsmouth.pieces import Character, Group, Tourist
from scorer.rules.notation import Location
from scorer.rules.values import replace
from scorer.vision.decide.crowds import by_ink, product_of, weaknesses
from scorer.vision.decide.legal import number_weights
from scorer.vision.decide.odds import log_odds, logistic
from scorer.vision.doubts import SURE, Doubt
from scorer.vision.evidence.networks import averaged, network
from scorer.vision.evidence.networks.patches import Layers, location_patches
from scorer.vision.evidence.shapes import FILLED, Crowd, Looked, peaks
from scorer.vision.innsmouth.known import Known

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
# How likely each number of each of ``KINDS`` is.
Likely = dict[tuple[int, ...], float]

# A figure's kinds, in the network's order: the tourists, then the threat symbol.
KINDS = (*Tourist, "threat")
_THREAT = len(KINDS) - 1
_ROUNDS = 10
# Quarters whose middles are unsure from this chance on are looked at again, so many at most.
_UNSURE, _MOST_AGAIN = 0.15, 12
# How likely so many tourists came in a round: normal ones bring two to four, the Detective may
# add one; where all quarters of the dice are taken it is one.
_ARRIVING = {0: 1.0, 1: 0.15, 2: 1.0, 3: 1.0, 4: 0.6, 5: 0.06}
_ARRIVING_OTHERWISE, _DETECTIVE_ADDS, _MOST_ARRIVING = 0.004, 0.35, 4
# A group that stands on another board of the table is so much likelier, and one that does not.
_SAME_GROUP, _OTHER_GROUP = 6.0, 0.4
# How likely a quarter holds one threat symbol more, where nothing says how many.
_ONE_SYMBOL = 0.5
# How likely a player forgot or misplaced one of the cultists' symbols.
_ASTRAY = 0.02
# On print that the network never saw a symbol, which may be any figure, is so much less sure: log
# odds; measured on towns in art that no network learned from.
_STRANGE, _SUREST = 0.8, 12.0
# From which chance on a figure by itself is there as likely as not, and how fast that changes; the
# same of one that is hardly a figure; and how much more is asked for of all figures under a
# reflection. One by itself is at least this likely where more ink than that is left over, as a
# share of a usual figure's, the less the more is hidden: a symbol may be any figure.
_ALONE, _TRACE, _VEILED = (0.5, 20.0), (0.63, 12.0), 0.1
_CLEARLY, _CLEAR_TRACE = 1.0, 0.75
# How many other readings are offered.
_OFFERED = 4
# What was not seen to this share is never surer than that.
_HIDDEN, _MOST_HIDDEN = 0.25, 0.9


def looked_at(layers: Layers, board: Board) -> Looked:
    """Return what the network sees in every quarter; the least sure are looked at again."""
    pictures = location_patches(layers, board.cells)
    chances = network.town_middles(pictures)
    doubtful = np.array(
        [max((_doubt_of(one.chances) for one in peaks(maps)), default=0.0) for maps in chances]
    )
    again = np.argsort(-doubtful, kind="stable")[:_MOST_AGAIN]
    again = again[doubtful[again] > _UNSURE]
    if len(again):
        chances[again] = averaged.town_middles(pictures[again], chances[again])
    return Looked(pictures, chances)


def _doubt_of(chances: Floats) -> float:
    """Return how unsure a middle is: of being one, or of its kind."""
    second, best = map(float, np.sort(chances)[-2:])
    return max(1 - best, second / (best + second))


def judge_quarters(
    crowds: Sequence[Crowd],
    known: Known,
    whole: bool,
    *,
    strange: bool,
    symbols: Mapping[int, float] | None = None,
    first: Sequence[Crowd] | None = None,
) -> list[Doubt]:
    """Return the doubts about tourists and about threat symbols of every quarter.

    Of a *whole* board as many quarters are filled as there were rounds, and it holds each number
    of *symbols* as likely as these tell. On *strange* print symbols are less sure. No group is
    surer than at *first*, before anybody looked closer, unless other boards' groups are known.
    """
    inked = [_by_ink(crowd) for crowd in crowds]
    likely = [
        _weighed(crowd.location, seen, known, symbols is not None)
        for crowd, seen in zip(crowds, inked, strict=True)
    ]
    numbered = _by_number(likely, whole, None if known.due is not None else symbols)
    found: list[Doubt] = []
    for crowd, seen, one in zip(crowds, inked, numbered, strict=True):
        people, threats = _judged(crowd, seen, one, known)
        if strange:
            sure = logistic(log_odds(threats.confidence, _SUREST) - _STRANGE)
            threats = replace(threats, confidence=sure)
        found += [people, threats]
    return found if first is None or known.groups else _as_careful(found, first)


def _as_careful(doubts: list[Doubt], first: Sequence[Crowd]) -> list[Doubt]:
    """Return *doubts* with no group of tourists surer than what was seen at *first* makes it.

    People draw circles and squares alike, and the closer look learned from cities alone.
    """
    seen = {str(crowd.location): _each(_by_ink(crowd))[0] for crowd in first}
    found = []
    for doubt in doubts:
        if doubt.kind == "tourists":
            most = seen[doubt.where].get(_counts(doubt.read), 0.0)
            reason = "unclear shape" if doubt.confidence >= SURE > most else doubt.reason
            doubt = replace(doubt, confidence=min(doubt.confidence, most), reason=reason)
        found.append(doubt)
    return found


def _by_ink(crowd: Crowd) -> Likely:
    """Return how likely each number of each kind is by the ink alone.

    One figure alone is print, or the edge of a veil, more often than one among others is. One that
    is clear, and yet not counted, was wiped off.
    """
    crowd = _veiled(crowd)
    found = by_ink(crowd, len(KINDS))
    middles = (*crowd.shapes, *crowd.traces)
    if len(middles) != 1 or (not crowd.shapes and middles[0].chance >= FILLED):
        return found
    least, slope = _ALONE if crowd.shapes else _TRACE
    there = logistic(middles[0].chance - least, slope)
    if crowd.left_over * (1 - crowd.unseen) > _CLEARLY:
        there = max(there, _CLEAR_TRACE)
    some = sum(chance for numbers, chance in found.items() if any(numbers))
    return {
        numbers: chance * there / some if any(numbers) else 1 - there
        for numbers, chance in found.items()
    }


def _veiled(crowd: Crowd) -> Crowd:
    """Return *crowd* with figures less likely there where a reflection's edges may look so."""
    less = _VEILED * crowd.unseen
    return replace(crowd, shapes=tuple(replace(o, chance=o.chance - less) for o in crowd.shapes))


def _by_number(
    likely: Sequence[Likely], whole: bool, symbols: Mapping[int, float] | None
) -> list[Likely]:
    """Return how *likely* everything is in each quarter once the numbers on the board count.

    Those of filled quarters and of *symbols*.
    """
    filled = number_weights(len(likely), _ROUNDS, _ROUNDS if whole else 0)
    of_symbols = np.ones(MOST_SYMBOLS + 1)
    if symbols is not None:
        of_symbols = np.array([symbols.get(n, 0.0) for n in range(MOST_SYMBOLS + 1)])
        if not whole:
            # More may lie where the photo does not reach.
            of_symbols = np.maximum.accumulate(of_symbols[::-1])[::-1]
    tables = [_numbers(one) for one in likely]
    factors = _factors(tables, np.outer(filled, of_symbols))
    return [
        {numbers: chance * float(factor[_there(numbers)]) for numbers, chance in one.items()}
        for one, factor in zip(likely, factors, strict=True)
    ]


def _there(numbers: tuple[int, ...]) -> tuple[int, int]:
    """Return whether *numbers* fill a quarter, 0 or 1, and how many symbols are in it."""
    return int(any(numbers[:_THREAT])), numbers[_THREAT]


def _numbers(likely: Likely) -> Doubles:
    """Return how likely a quarter is filled and holds how many symbols, (2, most + 1)."""
    most = max(numbers[_THREAT] for numbers in likely)
    table = np.zeros((2, most + 1))
    for numbers, chance in likely.items():
        table[_there(numbers)] += chance
    return np.asarray(table / table.sum(), np.float64)


def _factors(tables: Sequence[Doubles], weights: Doubles) -> list[Doubles]:
    """Return by what the numbers of all other quarters multiply every place of each of *tables*.

    *weights* is how likely so many quarters are filled, with so many symbols in all.
    """
    nothing = np.zeros_like(weights)
    nothing[0, 0] = 1.0
    before = accumulate(tables[:-1], _with, initial=nothing)
    behind = [*accumulate(tables[:0:-1], _expected, initial=weights)][::-1]
    found = []
    for table, some, rest in zip(tables, before, behind, strict=True):
        factor = np.zeros_like(table)
        for f, s in np.ndindex(table.shape):
            factor[f, s] = (some * _shifted(rest, f, s)).sum()
        # More symbols than any game draws are left as they are.
        found.append(factor / factor.max() if factor.any() else np.ones_like(table))
    return found


def _with(numbers: Doubles, table: Doubles) -> Doubles:
    """Return how likely all *numbers* are with one quarter more."""
    found = np.zeros_like(numbers)
    for (f, s), chance in np.ndenumerate(table):
        found[f:, s:] += chance * numbers[: len(numbers) - f, : numbers.shape[1] - s]
    return found


def _expected(weights: Doubles, table: Doubles) -> Doubles:
    """Return what *weights* are to be expected of all numbers before one quarter more."""
    found = np.zeros_like(weights)
    for (f, s), chance in np.ndenumerate(table):
        found += chance * _shifted(weights, f, s)
    return found


def _shifted(weights: Doubles, filled: int, symbols: int) -> Doubles:
    """Return the *weights* of all numbers that so many more make others of."""
    found = np.zeros_like(weights)
    found[: len(weights) - filled, : weights.shape[1] - symbols] = weights[filled:, symbols:]
    return found


def _judged(crowd: Crowd, inked: Likely, likely: Likely, known: Known) -> tuple[Doubt, Doubt]:
    """Return the doubts about the tourists and about the symbols of one quarter.

    *inked* is how likely they are by the ink alone, *likely* by the game too.
    """
    groups, symbols = _each(likely)
    seen_groups, seen_symbols = _each(inked)
    weak = weaknesses(crowd)
    others = {name: weak[name] for name in ("ink left over", "faint", "glare")}
    clean = product_of(others.values())
    reason = min(others, key=lambda name: others[name])
    most = _MOST_HIDDEN if crowd.unseen > _HIDDEN else 1.0
    place = str(crowd.location)
    group = max(groups, key=lambda one: groups[one])
    order = sorted((one for one in groups if one != group), key=lambda one: -groups[one])
    sure = min(most, groups[group], max(clean, 0.5))
    number = max(symbols, key=lambda one: symbols[one])
    if known.due is None and not known.groups:
        # What a game leaves as a rule makes nothing surer than its ink is.
        sure = min(sure, seen_groups[group])
        most = min(most, seen_symbols[number])
    why = "unclear shape" if groups[group] < min(clean, SURE) else reason
    offered = [_words(one) for one in order[:_OFFERED]]
    if any(group) and {} not in offered:
        offered[_OFFERED - 1 :] = [{}]
    # Where only what cannot be told makes the doubt, there may be anybody.
    offered = offered or [{kind.value: 1} for kind in Tourist]
    people = Doubt("tourists", place, _words(group), sure, tuple(offered), why)
    rest = sorted((one for one in symbols if one != number), key=lambda one: -symbols[one])
    rest = rest or [1 - min(number, 1)]
    threat = Doubt(
        "threats", place, number, min(most, symbols[number]), tuple(rest[:_OFFERED]),
        "unclear shape" if crowd.unseen <= _HIDDEN else "glare",
    )  # fmt: skip
    return people, threat


def _each(likely: Likely) -> tuple[dict[tuple[int, ...], float], dict[int, float]]:
    """Return how likely each group of tourists is by itself, and each number of symbols."""
    groups: dict[tuple[int, ...], float] = {}
    symbols: dict[int, float] = {}
    total = sum(likely.values())
    for numbers, chance in likely.items():
        group, number = numbers[:_THREAT], numbers[_THREAT]
        groups[group] = groups.get(group, 0.0) + chance / total
        symbols[number] = symbols.get(number, 0.0) + chance / total
    return groups, symbols


def _weighed(quarter: Location, inked: Likely, known: Known, counted: bool) -> Likely:
    """Return how likely each number of each kind is, by the ink and by the game together.

    *counted* says whether the symbols of the whole board are.
    """
    due = None if known.due is None else known.due.get(quarter, 0)
    return {
        numbers: chance
        * _group_weight(numbers[:_THREAT], known)
        * _symbol_weight(numbers[_THREAT], due, counted)
        for numbers, chance in inked.items()
    }


def _group_weight(counts: tuple[int, ...], known: Known) -> float:
    number = sum(counts)
    weight = _ARRIVING.get(number, _ARRIVING_OTHERWISE)
    if number == _MOST_ARRIVING + 1 and known.character is Character.DETECTIVE:
        weight = _DETECTIVE_ADDS
    if number and known.groups:
        weight *= _SAME_GROUP if counts in known.groups else _OTHER_GROUP
    return weight


def _symbol_weight(number: int, due: int | None, counted: bool) -> float:
    """Return how likely *number* symbols stand in a quarter where *due* ones should."""
    if due is not None:
        return float(_ASTRAY ** abs(number - due))
    # Dice seldom name a quarter twice.
    return 1 / factorial(number) if counted else float(_ONE_SYMBOL**number)


def _words(counts: tuple[int, ...]) -> dict[str, int]:
    return {kind.value: n for kind, n in zip(Tourist, counts, strict=True) if n}


def _counts(words: dict[str, int]) -> tuple[int, ...]:
    return tuple(words.get(kind.value, 0) for kind in Tourist)


def group_of(words: dict[str, int]) -> Group:
    """Return the group that a doubt about tourists reads."""
    return Group(**words)


def location_of(doubt: Doubt) -> Location:
    """Return the quarter that *doubt* is about."""
    return Location.parse(doubt.where)
