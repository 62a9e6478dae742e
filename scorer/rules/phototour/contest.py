"""Photo contests: who takes the prizes of 7 and 3 points."""

from collections.abc import Sequence

FIRST, SECOND = 7, 3


def prizes(results: Sequence[int], minimum: int = 1) -> tuple[int, ...]:
    """Return what each of *results* wins, in the same order.

    A prize needs at least the *minimum* that the card prints; 1 where it prints none (our
    decision). Several first ones share both prizes, and there is no second; several second
    ones share theirs. Shares are rounded down.

    >>> prizes((6, 3, 3, 3)), prizes((4, 4, 4, 1)), prizes((5, 2, 2, 0), minimum=3)
    ((7, 1, 1, 1), (3, 3, 3, 0), (7, 0, 0, 0))
    """
    levels = sorted({result for result in results if result >= minimum}, reverse=True)
    if not levels:
        return (0,) * len(results)
    firsts = results.count(levels[0])
    if firsts > 1:
        won = {levels[0]: (FIRST + SECOND) // firsts}
    else:
        won = {levels[0]: FIRST}
        if len(levels) > 1:
            won[levels[1]] = SECOND // results.count(levels[1])
    return tuple(won.get(result, 0) for result in results)
