"""How a round begins: which dice are chosen, and which quarters they allow.

A board shows none of this; it is what a legal board comes from.
"""

from collections.abc import Container, Sequence
from typing import NamedTuple

from scorer.rules.innsmouth.pieces import InnsmouthError
from scorer.rules.innsmouth.town import Town
from scorer.rules.notation import Location

# The tourist dice of the box.
DICE = 5


class RoundDice(NamedTuple):
    """What the tourist dice of a round show: both round dice as chosen, and the fate die."""

    round: tuple[int, int]
    fate: int


class Choice(NamedTuple):
    """The quarters that may be chosen. ``anywhere`` they hold one tourist, beside one section."""

    quarters: tuple[Location, ...]
    anywhere: bool


def choosing_seats(players: int) -> tuple[int, int, int, int]:
    """Return who makes each of the four choices, as seats counted clockwise from the first player.

    The neighbour to the left removes a die before the one to the right does; of two players the
    second is both. A solo game and starting rounds have rules of their own.

    Source: phase 1, points 1.2 to 1.4.

    Raises
    ------
    InnsmouthError
        If so many do not choose like this.
    """
    if players not in (2, 3, 4):
        raise InnsmouthError(f"players: two to four choose dice in turn, not {players}")
    return 0, 1, players - 1, 0


def chosen_dice(rolled: Sequence[int], choices: Sequence[int]) -> RoundDice:
    """Return the round dice and the fate die of the numbers *rolled*.

    Each choice takes one of the dice that still lie there: the first player's first round die, the
    two that others remove, and the second round die. The last one is the fate die.

    Source: phase 1, points 1.1 to 1.4.

    Raises
    ------
    InnsmouthError
        If there are not five dice of 1 to 6 and four choices, or a chosen die is not there.
    """
    if len(rolled) != DICE or not all(1 <= die <= 6 for die in rolled):
        raise InnsmouthError(f"rolled: five dice show 1 to 6, not {list(rolled)}")
    if len(choices) != DICE - 1:
        raise InnsmouthError(f"choices: there are four, not {len(choices)}")
    lying = list(rolled)
    for i, die in enumerate(choices):
        if die not in lying:
            raise InnsmouthError(f"choices[{i}]: no die with {die} lies there, but {lying}")
        lying.remove(die)
    return RoundDice((choices[0], choices[3]), lying[0])


def quarters_to_choose(town: Town, dice: tuple[int, int], occupied: Container[Location]) -> Choice:
    """Return which quarters of *town* the round dice allow beside those that are *occupied*.

    Of two quarters the free one must be taken. Where none is free, any empty quarter is allowed.

    Source: phase 2; phase 3, point b.
    """
    free = tuple(q for q in town.quarters_for(*dice) if q not in occupied)
    if free:
        return Choice(free, anywhere=False)
    return Choice(tuple(q for q in town.quarters if q not in occupied), anywhere=True)
