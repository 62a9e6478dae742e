"""Which explanations of a wrong number are likeliest."""

from collections import Counter
from collections.abc import Iterable
from math import comb

from scorer.rules.notation import Element
from scorer.rules.scoring.mistakes import Attempt, Explanation, MistakeKind
from scorer.rules.values import replace

# Explanations of one line that are kept, and how much less likely than the first they may be.
MOST_EXPLANATIONS = 5
COST_SPREAD = 2
# Explanations of the same kind of mistake at different places: enough to see that it is open.
MOST_OF_A_KIND = 2


def likeliest(attempts: Iterable[Attempt], claimed: int) -> tuple[Explanation, ...]:
    """Return the explanations that lead exactly to *claimed*, likeliest first, a few at most.

    Where one mistake alone leads there, none of several at once is kept.
    """
    found = _merged(tried.explanation for tried in attempts if tried.points == claimed)
    order = sorted(found, key=lambda why: (why.cost, _order(why)))
    fewest = min((len(why.mistakes) for why in order), default=0)
    simple = [why for why in order if len(why.mistakes) == fewest]
    near = [why for why in simple if why.cost <= simple[0].cost + COST_SPREAD]
    told: Counter[tuple[MistakeKind, ...]] = Counter()
    kept = []
    for why in near:
        kinds = tuple(mistake.kind for mistake in why.mistakes)
        told[kinds] += 1
        if told[kinds] <= MOST_OF_A_KIND:
            kept.append(why)
    return tuple(kept[:MOST_EXPLANATIONS])


def _order(why: Explanation) -> str:
    """Return what explanations of the same cost are sorted by."""
    told = [(one.kind, one.elements, one.figures, one.count, one.others) for one in why.mistakes]
    return repr((tuple(told), why.line))


def _merged(explanations: Iterable[Explanation]) -> list[Explanation]:
    """Return *explanations* with those made one that differ only in where it happened.

    Of three landmarks of one value any may have been forgotten: that is one explanation.
    """
    alike: dict[str, dict[frozenset[Element], Explanation]] = {}
    for why in explanations:
        parts = [replace(mistake, elements=()) for mistake in why.mistakes]
        where = frozenset(element for mistake in why.mistakes for element in mistake.elements)
        alike.setdefault(f"{why.line} {parts}", {}).setdefault(where, why)
    found: list[Explanation] = []
    for places in alike.values():
        (first, *rest) = places.values()
        everywhere = sorted(frozenset().union(*places), key=str)
        one, *more = first.mistakes
        anywhere = len(places) == comb(len(everywhere), one.count)
        if rest and not more and one.kind not in _OF_TWO_PLACES and anywhere:
            found.append(replace(first, mistakes=(replace(one, elements=tuple(everywhere)),)))
        else:
            found += places.values()
    return found


# What lies between two places: no single one of them is where it happened.
_OF_TWO_PLACES = {kind for kind in MistakeKind if kind.startswith("task-")}
