"""Best replies: everyone changes his choice for the best one against the others', in turn.

Players' final routes bear on each other only through goal cards. Nobody is asked to foresee
the others: each in turn takes the best route against what the others show now, until nobody
changes. Where that comes back to an earlier state it would go round for ever, and there is
no result that everyone would stay with.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")

# Far more rounds than any table needs: in each, somebody changes, and states may not recur.
MOST_ROUNDS = 200


@dataclass(frozen=True)
class Settled(Generic[T]):
    """Where the choices came to rest.

    ``stable``: each is a best reply to the others. Else ``cycle`` is the number of rounds
    after which the same choices came back, and ``choices`` those they came back to.
    """

    choices: tuple[T, ...]
    stable: bool
    rounds: int
    cycle: int = 0


def settle(start: tuple[T, ...], reply: Callable[[int, tuple[T, ...]], T]) -> Settled[T]:
    """Return where *start* leads when players reply to each other, seat by seat.

    Parameters
    ----------
    start : tuple
        One choice for each player.
    reply : callable
        Given a seat and everyone's choices, that player's best one. It must depend on
        nothing else, and should stay with the present choice where no other is better.
    """
    choices = start
    seen = {choices: 0}
    for number in range(1, MOST_ROUNDS + 1):
        before = choices
        for seat in range(len(choices)):
            choices = (*choices[:seat], reply(seat, choices), *choices[seat + 1 :])
        if choices == before:
            return Settled(choices, True, number - 1)
        if choices in seen:
            return Settled(choices, False, number, number - seen[choices])
        seen[choices] = number
    return Settled(choices, False, MOST_ROUNDS)
