"""Which pen each section was drawn with, in a city where that counts."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from scorer.rules.board import LandmarkKind
from scorer.rules.notation import RoadId
from scorer.vision.doubts import Doubt
from scorer.vision.ink import Ink
from scorer.vision.sections import SectionEvidence

# A pen's own channel is the one that its ink darkens least.
_CHANNELS = (LandmarkKind.RED, LandmarkKind.GREEN, LandmarkKind.BLUE)
# How much less than the next one, as a share of the darkest, to be told from other pens.
_CLEAR = 0.18
# How sure a pen that is not clear is, and how fast a clearer one grows surer.
_UNCLEAR, _FADES = 0.1, 0.06
# Pixels along the stroke that are inked enough to show a colour, at least so many.
_INKED, _LEAST = 0.35, 8


@dataclass(frozen=True, slots=True)
class PenColour:
    """A section's pen: its colour, None where that is not clear, and how sure that is, 0 … 1."""

    colour: LandmarkKind | None
    sure: float
    next_best: tuple[LandmarkKind, ...] = _CHANNELS


def section_pens(
    ink: Ink, sections: Iterable[SectionEvidence], drawn: frozenset[RoadId]
) -> dict[RoadId, PenColour]:
    """Return the pen of each section *drawn*."""
    return {
        evidence.road: _pen_of(ink, evidence) for evidence in sections if evidence.road in drawn
    }


def colour_doubts(doubts: Iterable[Doubt], pens: dict[RoadId, PenColour]) -> list[Doubt]:
    """Return doubts about sections, the drawn ones with the colour that *pens* give them."""
    found = []
    for doubt in doubts:
        pen = pens.get(RoadId.parse(doubt.where))
        if pen is None:
            others = tuple(kind.value for kind in _CHANNELS)
            found.append(replace(doubt, alternatives=others))
            continue
        read: bool | str = pen.colour.value if pen.colour else True
        others = tuple(kind.value for kind in pen.next_best if kind is not pen.colour)
        reason = doubt.reason if doubt.confidence < pen.sure else "colour"
        sure = doubt.confidence * pen.sure
        found.append(Doubt("section", doubt.where, read, sure, (*others, False), reason))
    return found


def _pen_of(ink: Ink, evidence: SectionEvidence) -> PenColour:
    """Return the pen of a stroke by the middle of its ink, its ends left out."""
    height, width = ink.strength.shape
    # Strokes cross where they end, so the ends may show another pen.
    skipped = len(evidence.stroke_px) // 6
    path = evidence.stroke_px[skipped : len(evidence.stroke_px) - skipped]
    columns = np.clip(np.rint(path[:, 0]).astype(int), 0, width - 1)
    rows = np.clip(np.rint(path[:, 1]).astype(int), 0, height - 1)
    inked = (ink.strength[rows, columns] > _INKED) & ~ink.hidden[rows, columns]
    if np.count_nonzero(inked) < _LEAST:
        return PenColour(None, _UNCLEAR)
    density = np.median(ink.density[rows, columns][inked], axis=0)
    order = tuple(_CHANNELS[int(channel)] for channel in np.argsort(density))
    lightest, middle, darkest = np.sort(density)
    apart = float((middle - lightest) / max(darkest, 1e-6))
    if apart < _CLEAR:
        return PenColour(None, _UNCLEAR, order)
    return PenColour(order[0], 1 - 0.5 * float(np.exp(-(apart - _CLEAR) / _FADES)), order)
