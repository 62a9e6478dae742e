"""How the dice of a round are chosen: the two that give the coordinates, and the fate die.

A board shows none of this; it is what a legal board comes from.
"""

from collections.abc import Sequence
from typing import NamedTuple

from scorer.rules.innsmouth.pieces import InnsmouthError

# The tourist dice of the box.
DICE = 5


class RoundDice(NamedTuple):
    """What the tourist dice of a round show: both round dice as chosen, and the fate die."""

    round: tuple[int, int]
    fate: int


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
