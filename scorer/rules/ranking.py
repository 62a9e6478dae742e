"""Places by figures that are compared one after another, whatever the game."""

from collections.abc import Sequence
from typing import NamedTuple


class Ranked(NamedTuple):
    """A place and who takes it.

    ``seats`` are positions in the list that was ranked, from 0; several share the place where
    no figure sets them apart. ``ahead_by`` is the position of the figure that puts them ahead
    of the next place, None on the last one.
    """

    place: int
    seats: tuple[int, ...]
    ahead_by: int | None


def ranked(figures: Sequence[tuple[int, ...]]) -> tuple[Ranked, ...]:
    """Return the places, best first; more is better in every figure.

    After a shared place as many places are passed over as share it.

    >>> [(one.place, one.seats, one.ahead_by) for one in ranked([(5, 1), (7, 0), (5, 2), (5, 1)])]
    [(1, (1,), 0), (2, (2,), 1), (3, (0, 3), None)]
    """
    found: list[Ranked] = []
    order = sorted(set(figures), reverse=True)
    place = 1
    for i, mine in enumerate(order):
        seats = tuple(seat for seat, theirs in enumerate(figures) if theirs == mine)
        after = order[i + 1 : i + 2]
        found.append(Ranked(place, seats, _first_difference(mine, after[0]) if after else None))
        place += len(seats)
    return tuple(found)


def _first_difference(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    return next(i for i, (a, b) in enumerate(zip(one, other, strict=True)) if a != b)
