"""What the cards of a round make likely: how many tourists of each kind a location gets.

Two cards are played, each with one or two tourists of one kind. A repeat card stands for two of
the other card's kind, and two repeat cards for two of any one kind; six of a city's 36 cards are
repeat cards. A café's bonus may add one more. So which kinds stand together is far from chance:
three of one kind are likelier than one of each.
"""

from collections import Counter
from functools import lru_cache
from itertools import product
from math import factorial, prod

# How many there are of each kind.
Numbers = tuple[int, ...]

_REPEAT = 6 / 36
# How often a location has one more by a bonus, and how often it holds what no cards deal.
_ONE_MORE, _OTHERWISE = 0.1, 0.02


def weight(numbers: Numbers) -> float:
    """Return how likely tourists are of just these kinds, relative to others.

    All orders of *numbers* of each kind are alike; this is of one of them.
    """
    orders = factorial(sum(numbers)) / prod(map(factorial, numbers))
    dealt = (1 - _OTHERWISE) * _dealt(len(numbers)).get(numbers, 0.0) / orders
    return dealt + _OTHERWISE * len(numbers) ** -sum(numbers)


@lru_cache
def _dealt(kinds: int) -> dict[Numbers, float]:
    """Return how likely the cards and a bonus make each number of *kinds* kinds."""
    hands: Counter[tuple[int, ...]] = Counter()
    for first, second, one, other in product(range(kinds), range(kinds), (1, 2), (1, 2)):
        share = 1 / (4 * kinds**2)
        hands[(first,) * one + (second,) * other] += (1 - _REPEAT) ** 2 * share
        hands[(first,) * (one + 2)] += 2 * _REPEAT * (1 - _REPEAT) * share
        hands[(first,) * 2] += _REPEAT**2 * share
    found: Counter[Numbers] = Counter()
    for hand, chance in hands.items():
        found[_numbers(hand, kinds)] += (1 - _ONE_MORE) * chance
        for more in range(kinds):
            found[_numbers((*hand, more), kinds)] += _ONE_MORE * chance / kinds
    return dict(found)


def _numbers(hand: tuple[int, ...], kinds: int) -> Numbers:
    return tuple(hand.count(kind) for kind in range(kinds))
