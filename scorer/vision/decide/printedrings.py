"""Rings in a colour that no pen of the board has: coins that are printed round crossroads.

A board that was learned from filled photos may lack what is printed there: the network that tells
ink from print takes a printed ring for a drawn one. Its colour tells them apart.
"""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board
from scorer.rules.values import replace
from scorer.vision.decide.legal import RINGS_OF_A_TASK
from scorer.vision.decide.regions import COARSE, Regions
from scorer.vision.decide.unprinted import MOST_SURE, REASON
from scorer.vision.doubts import Doubt, cafe_word
from scorer.vision.geometry import Rectified
from scorer.vision.ink.ink import Ink

Floats = NDArray[np.floating]
Mask = NDArray[np.bool_]

# Ink from this strength on shows its colour, on at least so many of every 16 pixels.
_INKED, _LEAST = 0.5, 8
# Colours are directions of density. Two pens differ by 0.55 at most (black and blue or red); a
# golden coin from a red pen by 0.67, from others by 0.85 and more.
_NO_PEN = 0.65


def doubting_printed_rings(
    doubts: Iterable[Doubt], ink: Ink, rectified: Rectified, board: Board
) -> list[Doubt]:
    """Return the rings of a task among *doubts* (of every place) that no pen of the board drew.

    They are read as no rings then, and doubted. Sections and rings round cafés tell the pens. What
    shows hardly any ink, as on a dark road, has no colour: it is doubted, and read as a ring only
    where that makes three.
    """
    every = tuple(doubts)
    rings = [one for one in every if one.kind == "task" and one.read]
    if rectified.known is None or ink.grey or not rings:
        return []
    regions = Regions(rectified, board)
    sections = [regions.of(one) for one in every if one.kind == "section" and one.read]
    cafes = [one for one in every if one.kind == "cafe" and one.read != cafe_word(None)]
    strokes = np.any([*sections, np.zeros(ink.strength[::COARSE, ::COARSE].shape, np.bool_)], 0)
    drawn = [*sections, *(regions.of(one) & ~strokes for one in cafes)]
    pens = [colour for place in drawn if (colour := _colour(ink, place)) is not None]
    if not pens:
        return []
    colours = {ring.where: _colour(ink, regions.of(ring) & ~strokes) for ring in rings}
    pale = [ring for ring in rings if colours[ring.where] is None]
    print_ = [
        ring
        for ring in rings
        if (colour := colours[ring.where]) is not None
        and np.linalg.norm(np.array(pens) - colour, axis=1).min() > _NO_PEN
    ]
    left = max(RINGS_OF_A_TASK - (len(rings) - len(pale) - len(print_)), 0)
    # A task is ringed at three crossroads or at none.
    if len(pale) < left:
        left = 0
    pale.sort(key=lambda ring: -ring.confidence)
    maybe = [
        replace(ring, confidence=min(ring.confidence, MOST_SURE), reason=REASON)
        for ring in pale[:left]
    ]
    return maybe + [_no_ring(ring) for ring in (*pale[left:], *print_)]


def _no_ring(ring: Doubt) -> Doubt:
    less = min(ring.confidence, 1 - ring.confidence)
    return replace(ring, read=False, confidence=less, alternatives=(True,), reason=REASON)


def _colour(ink: Ink, place: Mask) -> Floats | None:
    """Return the usual direction of the ink's density in *place*, or None where there is little."""
    inked = place & (ink.strength[::COARSE, ::COARSE] > _INKED)
    if np.count_nonzero(inked) < _LEAST:
        return None
    density = ink.density[::COARSE, ::COARSE][inked]
    usual = np.median(density / np.maximum(np.linalg.norm(density, axis=1), 1e-6)[:, None], axis=0)
    return np.asarray(usual / max(float(np.linalg.norm(usual)), 1e-6))
