"""Doubts: places where the reader may be wrong, most doubtful first.

The chances come from the ink. What the rules make likely (a section that reaches a café
circles it; a task is ringed at three crossroads or at none) shifts them a little: it can
turn a clear mark into a doubt, but never into another mark.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scorer.rules.board import Board
from scorer.rules.city import City, load_city
from scorer.rules.marks import CafeMark, Marks
from scorer.rules.notation import Crossroads, Location

# Readings at least this sure are no doubts.
SURE = 0.93
# How much less likely a mark is that a legal game cannot produce.
_ILLEGAL = 0.12
_RINGS_OF_A_TASK = 3


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


def with_referee(doubts: Iterable[Doubt], marks: Marks, board: Board) -> tuple[Doubt, ...]:
    """Return *doubts* (of every place, sure or not) with what the rules make likely."""
    touched = {end for road in marks.sections for end in road.ends}
    rings = len(marks.task)
    city = load_city(board.city)
    return tuple(_weighed(doubt, touched, rings, city) for doubt in doubts)


def _weighed(doubt: Doubt, touched: set[Crossroads], rings: int, city: City) -> Doubt:
    """Return *doubt* as the rules of *city* see it."""
    if doubt.kind == "cafe":
        reached = Crossroads.parse(doubt.where) in touched
        circled = doubt.read != "none"
        # Where one café a round may be visited, others are passed without a ring.
        wrong = reached != circled and not (reached and city.game.one_cafe_a_round)
        return _less_likely(doubt) if wrong else doubt
    if doubt.kind == "task" and rings not in (0, _RINGS_OF_A_TASK):
        too_many = rings > _RINGS_OF_A_TASK
        # Too many rings cast doubt on rings, too few on places without one.
        return _less_likely(doubt) if bool(doubt.read) == too_many else doubt
    if doubt.kind == "tourists" and not Location.parse(doubt.where).name:
        most = city.game.tourists_per_location + city.game.round_bonus
        return _less_likely(doubt) if sum(doubt.read.values()) > most else doubt
    return doubt


def _less_likely(doubt: Doubt) -> Doubt:
    """Return *doubt* with the odds of its reading lowered."""
    odds = _ILLEGAL * doubt.confidence / max(1 - doubt.confidence, 1e-6)
    confidence = odds / (1 + odds)
    reason = doubt.reason if doubt.confidence < SURE else "referee"
    return Doubt(doubt.kind, doubt.where, doubt.read, confidence, doubt.alternatives, reason)


def cafe_word(mark: CafeMark | None) -> str:
    """Return how a café's mark is written in a doubt."""
    return mark.value if mark else "none"


# All of them, in the order in which the network gives a café's chances.
CAFE_WORDS = tuple(cafe_word(mark) for mark in (None, CafeMark.VISITED, CafeMark.USED))
