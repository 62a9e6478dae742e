"""Tourists and threat symbols of every quarter: by their shapes, and by what a game leaves."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board
from scorer.rules.innsmouth.pieces import Character, Group, Tourist
from scorer.rules.notation import Location
from scorer.rules.values import replace
from scorer.vision.decide.crowds import by_ink, product_of, weaknesses
from scorer.vision.decide.legal import FEWEST, settled_crowds
from scorer.vision.decide.odds import log_odds, logistic
from scorer.vision.doubts import SURE, Doubt
from scorer.vision.evidence.networks import averaged, network
from scorer.vision.evidence.networks.patches import Layers, location_patches
from scorer.vision.evidence.shapes import Crowd, Looked, Shape, peaks
from scorer.vision.innsmouth.known import Known

Floats = NDArray[np.float32]

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
        chances[again] = averaged.town_middles(pictures[again])
    return Looked(pictures, chances)


def _doubt_of(chances: Floats) -> float:
    """Return how unsure a middle is: of being one, or of its kind."""
    second, best = map(float, np.sort(chances)[-2:])
    return max(1 - best, second / (best + second))


def judge_quarters(
    crowds: Sequence[Crowd], known: Known, whole: bool, *, strange: bool
) -> list[Doubt]:
    """Return the doubts about tourists and about threat symbols of every quarter.

    Of a *whole* board as many quarters are filled as there were rounds. On *strange* print
    symbols are less sure.
    """
    people = [_only(crowd, threat=False) for crowd in crowds]
    settled = settled_crowds(people, _ROUNDS, _ROUNDS if whole else 0, FEWEST)
    found: list[Doubt] = []
    for crowd, (filled, _) in zip(crowds, settled, strict=True):
        symbols = _only(crowd, threat=True)
        both = replace(
            filled,
            shapes=(*filled.shapes, *symbols.shapes),
            traces=(*filled.traces, *symbols.traces),
        )
        people_here, symbols_here = _judged(both, known)
        if strange:
            sure = logistic(log_odds(symbols_here.confidence, _SUREST) - _STRANGE)
            symbols_here = replace(symbols_here, confidence=sure)
        found += [people_here, symbols_here]
    return found


def _only(crowd: Crowd, *, threat: bool) -> Crowd:
    """Return *crowd* with its threat symbols alone, or without them."""

    def kept(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
        return tuple(s for s in shapes if (int(np.argmax(s.kinds)) == _THREAT) is threat)

    return replace(crowd, shapes=kept(crowd.shapes), traces=kept(crowd.traces))


def _judged(crowd: Crowd, known: Known) -> tuple[Doubt, Doubt]:
    """Return the doubts about the tourists and about the symbols of one quarter."""
    inked = by_ink(crowd, len(KINDS))
    groups, symbols = _each(_likely(crowd.location, inked, known))
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


def _each(
    likely: dict[tuple[int, ...], float],
) -> tuple[dict[tuple[int, ...], float], dict[int, float]]:
    """Return how likely each group of tourists is by itself, and each number of symbols."""
    groups: dict[tuple[int, ...], float] = {}
    symbols: dict[int, float] = {}
    total = sum(likely.values())
    for numbers, chance in likely.items():
        group, number = numbers[:_THREAT], numbers[_THREAT]
        groups[group] = groups.get(group, 0.0) + chance / total
        symbols[number] = symbols.get(number, 0.0) + chance / total
    return groups, symbols


def _likely(
    quarter: Location, inked: dict[tuple[int, ...], float], known: Known
) -> dict[tuple[int, ...], float]:
    """Return how likely each number of each kind is, by the ink and by the game together."""
    due = None if known.due is None else known.due.get(quarter, 0)
    return {
        numbers: chance
        * _group_weight(numbers[:_THREAT], known)
        * _symbol_weight(numbers[_THREAT], due)
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


def _symbol_weight(number: int, due: int | None) -> float:
    """Return how likely *number* symbols stand in a quarter where *due* ones should."""
    if due is not None:
        return float(_ASTRAY ** abs(number - due))
    return float(_ONE_SYMBOL**number)


def _words(counts: tuple[int, ...]) -> dict[str, int]:
    return {kind.value: n for kind, n in zip(Tourist, counts, strict=True) if n}


def group_of(words: dict[str, int]) -> Group:
    """Return the group that a doubt about tourists reads."""
    return Group(**words)


def location_of(doubt: Doubt) -> Location:
    """Return the quarter that *doubt* is about."""
    return Location.parse(doubt.where)
