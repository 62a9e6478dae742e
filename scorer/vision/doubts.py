"""Doubts: places where the reader may be wrong, most doubtful first."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scorer.rules.position.mark import CafeMark

# Readings at least this sure are no doubts.
SURE = 0.93
# Why a place is doubted that the photo does not show, or only in part.
OUTSIDE = "outside the photo"


@dataclass(frozen=True, slots=True)
class Doubt:
    """One doubtful place.

    Attributes
    ----------
    kind : str
        ``section``, ``tourists``, ``cafe``, ``task``; in some cities ``crossed`` for a
        location, ``cafe-area`` and ``ticket`` for a symbol beside the map.
    where : str
        The road, location, crossroads or symbol, in the board's notation.
    read : bool, dict or str
        What stands in the marks: true or false for sections, task rings, crosses and
        tickets, ``{"circle": 2}`` for tourists, ``visited``, ``used`` or ``none`` for cafés.
        In a coloured city a section's colour, or true where its pen is not clear.
    confidence : float
        Chance, 0 … 1, that *read* is right.
    alternatives : tuple
        Other readings, likeliest first.
    reason : str
        In a word or two: ``glare``, ``faint``, ``touching shapes``, ``referee`` …
    """

    kind: str
    where: str
    read: Any
    confidence: float
    alternatives: tuple[Any, ...]
    reason: str


def rank(doubts: Iterable[Doubt]) -> tuple[Doubt, ...]:
    """Return the doubts worth asking about, most doubtful first."""
    worth = [doubt for doubt in doubts if doubt.confidence < SURE]
    return tuple(sorted(worth, key=lambda doubt: (doubt.confidence, doubt.kind, doubt.where)))


def cafe_word(mark: CafeMark | None) -> str:
    """Return how a café's mark is written in a doubt."""
    return mark.value if mark else "none"


# All of them, in the order in which the network gives a café's chances.
CAFE_WORDS = tuple(cafe_word(mark) for mark in (None, CafeMark.VISITED, CafeMark.USED))
