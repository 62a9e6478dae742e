"""What the cards of a round make likely: how many tourists of each kind a location gets.

Two cards are played, each with one or two tourists of one kind. A repeat card stands for two of
the other card's kind, and two repeat cards for two of any one kind; six of a city's 36 cards are
repeat cards. A café's bonus may add one more. So which kinds stand together is far from chance:
three of one kind are likelier than one of each.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import factorial, prod
from typing import Self

from scorer.rules.board.board import Board, CafeBonus
from scorer.rules.city.city import City
from scorer.rules.notation import Crossroads
from scorer.rules.position.mark import CafeMark

# How many there are of each kind.
Numbers = tuple[int, ...]

_REPEAT = 6 / 36
# Of the cards that show tourists, so many are a city's own.
_OF_THE_CITY = 12 / 30
# How often a location has one more by a bonus: for each café's that was used, besides, and at most.
_ONE_MORE, _ONE_MORE_ANYWAY, _MOST_ONE_MORE = 0.1, 0.03, 0.5
# A bonus that any round may give, and that leaves no trace, counts as so many cafés'.
_EVERY_ROUND = 4
# How often a location holds what no cards deal.
_OTHERWISE = 0.02


@dataclass(frozen=True, slots=True)
class Deal:
    """What the tourists of a filled location came by.

    ``going_away`` says whether a city's own cards send theirs to spaces beside the map, so that
    a location may get what a single card shows; ``bonuses``, how many cafés' bonuses of
    tourists were used.
    """

    going_away: bool
    bonuses: int

    @classmethod
    def of(cls, board: Board, city: City, cafes: Mapping[Crossroads, CafeMark]) -> Self:
        """Return what they came by on *board* of *city*, with its *cafes* as marked."""
        used = [place for place, mark in cafes.items() if mark is CafeMark.USED]
        bonuses = sum(board.cafe_at[place].bonus is CafeBonus.TOURISTS for place in used)
        # Where bonuses lie beside the map, those used at once leave no trace.
        bonuses += bool(board.cafe_area) + _EVERY_ROUND * city.game.round_bonus
        return cls(some_go_away(board), bonuses)

    def weight(self, numbers: Numbers) -> float:
        """Return how likely so many of each kind are, relative to kinds drawn by lot.

        All orders of *numbers* of each kind are alike; this is of one of them. That a location
        is filled goes before.
        """
        orders = factorial(sum(numbers)) / prod(map(factorial, numbers))
        dealt = _dealt(len(numbers), self).get(numbers, 0.0) / orders
        return (1 - _OTHERWISE) * dealt * float(len(numbers)) ** sum(numbers) + _OTHERWISE


def some_go_away(board: Board) -> bool:
    """Return whether cards send tourists to spaces beside the map of *board*."""
    return any(cell.meeting_point is not None for cell in board.cells)


@lru_cache
def _dealt(kinds: int, deal: Deal) -> dict[Numbers, float]:
    """Return how likely the cards and a bonus make each number of *kinds* kinds."""
    away = _OF_THE_CITY if deal.going_away else 0.0
    hands: defaultdict[tuple[int, ...], float] = defaultdict(float)
    for first, second, one, other in product(range(kinds), range(kinds), (1, 2), (1, 2)):
        share = 1 / (4 * kinds**2)
        plain = (1 - _REPEAT) ** 2 * share
        hands[(first,) * one + (second,) * other] += (1 - away) ** 2 * plain
        hands[(first,) * one] += 2 * away * (1 - away) * plain
        repeated = 2 * _REPEAT * (1 - _REPEAT) * share
        hands[(first,) * (one + 2)] += (1 - away) * repeated
        hands[(first,) * 2] += away * repeated + _REPEAT**2 * share
    more = min(_MOST_ONE_MORE, _ONE_MORE_ANYWAY + _ONE_MORE * deal.bonuses)
    found: defaultdict[Numbers, float] = defaultdict(float)
    for hand, chance in hands.items():
        found[_numbers(hand, kinds)] += (1 - more) * chance
        for kind in range(kinds):
            found[_numbers((*hand, kind), kinds)] += more * chance / kinds
    # Where all went away nothing is there, and the location is crossed out.
    total = sum(found.values())
    return {numbers: chance / total for numbers, chance in found.items()}


def _numbers(hand: tuple[int, ...], kinds: int) -> Numbers:
    return tuple(hand.count(kind) for kind in range(kinds))
