"""Which pen each section was drawn with, in a city where that counts."""

from collections.abc import Iterable

import numpy as np

from scorer.rules.board import LandmarkKind
from scorer.rules.notation import RoadId
from scorer.vision.ink import Ink
from scorer.vision.sections import SectionEvidence

# A pen's own channel is the one that its ink darkens least.
_CHANNELS = (LandmarkKind.RED, LandmarkKind.GREEN, LandmarkKind.BLUE)
# How much less than the next one, as a share of the darkest, to be told from other pens.
_CLEAR = 0.18
# Pixels along the stroke that are inked enough to show a colour, at least so many.
_INKED, _LEAST = 0.35, 8


def section_colours(
    ink: Ink, sections: Iterable[SectionEvidence], drawn: frozenset[RoadId]
) -> dict[RoadId, LandmarkKind]:
    """Return the colour of each section *drawn*; one whose pen is not clear is left out."""
    found = {}
    for evidence in sections:
        colour = _colour(ink, evidence) if evidence.road in drawn else None
        if colour is not None:
            found[evidence.road] = colour
    return found


def _colour(ink: Ink, evidence: SectionEvidence) -> LandmarkKind | None:
    """Return the colour of a stroke by the middle of its ink, its ends left out."""
    height, width = ink.strength.shape
    # Strokes cross where they end, so the ends may show another pen.
    skipped = len(evidence.stroke_px) // 6
    path = evidence.stroke_px[skipped : len(evidence.stroke_px) - skipped]
    columns = np.clip(np.rint(path[:, 0]).astype(int), 0, width - 1)
    rows = np.clip(np.rint(path[:, 1]).astype(int), 0, height - 1)
    inked = (ink.strength[rows, columns] > _INKED) & ~ink.hidden[rows, columns]
    if np.count_nonzero(inked) < _LEAST:
        return None
    density = np.median(ink.density[rows, columns][inked], axis=0)
    lightest, middle, darkest = np.sort(density)
    if middle - lightest < _CLEAR * darkest:
        return None
    return _CHANNELS[int(np.argmin(density))]
