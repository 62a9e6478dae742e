"""Which dice to use which artefacts on, so that the best way of the dice is reached."""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import NamedTuple

from scorer.rules.innsmouth.check.dice import (
    AMULET,
    DAGGER,
    FACES,
    SUCCESS,
    class_of,
    counts_of,
    fewest_failures,
    hunting_ways,
)
from scorer.rules.innsmouth.pieces import Artefact

Dice = tuple[int, ...]
# Daggers, Amulets and Tiaras that are left.
Cards = tuple[int, int, int]


class Die(NamedTuple):
    """A die as it was rolled, what it becomes, and by which artefacts, in their order."""

    rolled: int
    becomes: int
    by: tuple[Artefact, ...] = ()


def effects(dice: Dice, cards: Cards, way: tuple[int, int], *, hunting: bool) -> tuple[Die, ...]:
    """Return what *cards* make of *dice* so that hits and failures are *way*.

    Only the Huntress has hits. The way must be one that can be reached.

    Source: step 3, point 3; "Effects of artefacts".
    """
    shown = tuple(Die(face, face) for face in dice)
    while True:
        left = next(_steps(shown, cards, _fits(way, hunting=hunting)), None)
        if left is None:
            return shown
        shown, cards = left


def _fits(way: tuple[int, int], *, hunting: bool) -> Callable[[Dice, Cards], bool]:
    """Return what tells whether *way* can still be reached."""

    def fits(faces: Dice, cards: Cards) -> bool:
        if hunting:
            return way in hunting_ways(faces, cards)
        daggers, amulets, tiaras = cards
        counts = counts_of([class_of(face, amulets, hunting=False) for face in faces], 3)
        return fewest_failures(counts, daggers, tiaras) == way[1]

    return fits


def _steps(
    shown: tuple[Die, ...], cards: Cards, fits: Callable[[Dice, Cards], bool]
) -> Iterator[tuple[tuple[Die, ...], Cards]]:
    """Yield the uses of one artefact after which the way can still be reached.

    None where the dice are as they should be without any more.
    """
    if fits(tuple(die.becomes for die in shown), (0, 0, 0)):
        return
    daggers, amulets, tiaras = cards
    one_less = (
        (amulets, (daggers, amulets - 1, tiaras), Artefact.AMULET, AMULET, [range(len(shown))]),
        (tiaras, (daggers, amulets, tiaras - 1), Artefact.TIARA, max(FACES), _single(shown)),
        (daggers, (daggers - 1, amulets, tiaras), Artefact.DAGGER, DAGGER, _pairs(shown)),
    )
    for number, after, card, more, choices in one_less:
        for some in choices if number else ():
            raised = tuple(_raised(die, card, more) if i in some else die
                           for i, die in enumerate(shown))  # fmt: skip
            if fits(tuple(die.becomes for die in raised), after):
                yield raised, after


def _raised(die: Die, card: Artefact, more: int) -> Die:
    return Die(die.rolled, min(max(FACES), die.becomes + more), (*die.by, card))


def _single(shown: tuple[Die, ...]) -> list[tuple[int, ...]]:
    """Return the dice that do not hit yet, the lowest first."""
    order = sorted(range(len(shown)), key=lambda i: shown[i].becomes)
    return [(i,) for i in order if shown[i].becomes < SUCCESS]


def _pairs(shown: tuple[Die, ...]) -> list[tuple[int, ...]]:
    """Return pairs of dice that do not hit yet, and single ones."""
    single = [i for (i,) in _single(shown)]
    return [*combinations(single, 2), *((i,) for i in single)]
