"""A quick upper bound of what routes are worth, for many at once: nobody is lost.

Every goal card gives what it can at best, all artefacts stay closed but those that the Huntress
opens for more hits, every ferry crosses the river, and the rituals take the fullest quarters
at no loss.
"""

from collections.abc import Sequence
from typing import Any, assert_never

import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import LandmarkKind
from scorer.rules.innsmouth.pieces import (
    CLOSED_ARTEFACT,
    COLLECTED,
    CROSSED,
    DECK,
    MOST_FERRIES,
    WANTED,
    Character,
    GoalCard,
    Measure,
    Tourist,
)
from scorer.rules.innsmouth.worth import Ground

Numbers = NDArray[np.int64]
# Whole numbers but for the Huntress.
Values = NDArray[Any]
Columns = dict[str, Numbers]


def most(ground: Ground, columns: Columns, levels: Sequence[int] = ()) -> Values:
    """Return points that no route passing no more than *columns* can beat.

    *levels* are the threat levels that the Huntress may have.
    """
    people, sights = _people(ground, columns), _sights(ground, columns)
    points: Numbers = (people * sights).sum(axis=0)
    for quarter, value in ground.stars:
        points = points + value * (columns["quarters"] >> quarter & 1)
    for card in ground.filled.setup.goals:
        points = points + _tier(card, _measured(ground, card, columns, people))
    return points + _by_character(ground, columns, levels)


def _by_character(ground: Ground, columns: Columns, levels: Sequence[int]) -> Values:
    caches = np.bitwise_count(columns["caches"]).astype(np.int64)
    taken = np.minimum(caches, DECK)
    symbols = sum(ground.symbols.values())
    match ground.character:
        case Character.WARLOCK:
            fullest = sorted(ground.streets.sizes, reverse=True)[:symbols]
            return caches * sum(fullest)
        case Character.COLLECTOR:
            return taken * (CLOSED_ARTEFACT + COLLECTED)
        case Character.BOATMAN:
            return taken * CLOSED_ARTEFACT + CROSSED * MOST_FERRIES
        case Character.HUNTRESS:
            # More dice are never worse where nobody is lost.
            cards = range(int(taken.max(initial=0)) + 1)
            return np.array([ground.hunt(max(levels), n) for n in cards])[taken]
        case Character.DETECTIVE:
            return taken * CLOSED_ARTEFACT
        case _:
            assert_never(ground.character)


def _people(ground: Ground, columns: Columns) -> Numbers:
    """Return the tourists of each type, (4, routes)."""
    found = np.zeros((len(Tourist), len(columns["quarters"])), np.int64)
    for quarter, counts in enumerate(ground.counts):
        if any(counts):
            found += np.outer(counts, columns["quarters"] >> quarter & 1)
    for i, shelter in enumerate(ground.filled.town.shelters):
        found += np.outer(shelter.tourists.counts, columns["shelters"] >> i & 1)
    return found


def _sights(ground: Ground, columns: Columns) -> Numbers:
    masks = [ground.landmarks[WANTED[kind]] for kind in Tourist]
    return np.array([np.bitwise_count(columns["quarters"] & mask) for mask in masks], np.int64)


def _measured(ground: Ground, card: GoalCard, columns: Columns, people: Numbers) -> Numbers:
    """Return the most that *card* can measure."""
    counted: Any = np.bitwise_count
    match card.measure:
        case Measure.TURNS | Measure.LENGTH:
            return columns["length"]
        case Measure.QUARTERS:
            found = counted(columns["quarters"])
        case Measure.LANDMARKS:
            colours = [LandmarkKind(card.of)] if card.of else list(LandmarkKind)
            mask = sum(ground.landmarks[colour] for colour in colours)
            found = counted(columns["quarters"] & mask)
        case Measure.CACHES:
            found = counted(columns["caches"])
        case Measure.SHELTERS:
            found = counted(columns["shelters"])
        case Measure.TOURISTS:
            kinds = [Tourist(card.of)] if card.of else list(Tourist)
            found = people[[list(Tourist).index(kind) for kind in kinds]].sum(axis=0)
        case Measure.OCCUPIED:
            found = counted(columns["quarters"] & ground.occupied)
        case _:
            assert_never(card.measure)
    plain: Numbers = found.astype(np.int64)
    return plain


def _tier(card: GoalCard, measured: Numbers) -> Numbers:
    found = np.zeros(len(measured), np.int64)
    for tier in card.tiers:
        found = np.maximum(found, np.where(measured >= tier.threshold, tier.points, 0))
    return found
