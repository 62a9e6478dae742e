"""Which pen each section was drawn with, in a city where that counts."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import LandmarkKind
from scorer.rules.notation import RoadId
from scorer.rules.values import replace
from scorer.vision.doubts import Doubt
from scorer.vision.evidence.sections import SectionEvidence
from scorer.vision.ink.ink import Ink

Doubles = NDArray[np.floating]

# A pen's own channel is the one that its ink darkens least.
_CHANNELS = (LandmarkKind.RED, LandmarkKind.GREEN, LandmarkKind.BLUE)
# How much less than the next one, as a share of the darkest, to be told from other pens.
_CLEAR = 0.18
# How sure a pen that is not clear is, and how fast a clearer one grows surer.
_UNCLEAR, _FADES = 0.1, 0.06
# Print is pale where its darkest channel has this share of its lightest one's light.
_PALE = 0.85
# Light that phones show even where there is none, as a share of white.
_FLOOR = 0.03
_FORCES = (0.6, 0.8, 1.0, 1.25)
# How much nearer, in logarithms of light, one pen must be than the next to be taken at all, and
# to be as likely right as not; and how fast that grows surer.
_LEAST_APART, _APART, _APART_FADES = 0.02, 0.05, 0.06
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
    """Return the pen of each section *drawn*.

    Over coloured print a pen looks unlike itself. So the clear strokes of this very photo
    tell how each pen darkens paper, and every stroke is compared with what they would leave
    where it is.
    """
    strokes = {
        evidence.road: _stroke(ink, evidence) for evidence in sections if evidence.road in drawn
    }
    alone = {road: _pen_of(stroke) for road, stroke in strokes.items()}
    usual: dict[LandmarkKind, Doubles] = {}
    for kind in _CHANNELS:
        clear = [
            stroke.passed
            for road, stroke in strokes.items()
            if stroke is not None and alone[road].colour is kind and stroke.pale
        ]
        if clear:
            usual[kind] = np.median(clear, axis=0)
    if len(usual) < len(_CHANNELS):
        return alone
    return {road: _compared(stroke, usual) for road, stroke in strokes.items()}


@dataclass(frozen=True, slots=True)
class _Stroke:
    """The middle of a stroke's ink: its density, and light as a share of white, per channel.

    ``blank`` is the light of the print there without ink, ``seen`` with it.
    """

    density: Doubles
    blank: Doubles
    seen: Doubles

    @property
    def passed(self) -> Doubles:
        """The share of light that the ink lets through."""
        return np.clip(self.seen / np.maximum(self.blank, 1e-3), 1e-3, 1)

    @property
    def pale(self) -> bool:
        """Whether the print is about as light in all channels."""
        return bool(self.blank.min() > _PALE * self.blank.max())


def _compared(stroke: _Stroke | None, usual: dict[LandmarkKind, Doubles]) -> PenColour:
    """Return the pen of which the *usual* ink would leave most nearly what was seen."""
    if stroke is None:
        return PenColour(None, _UNCLEAR)
    off = {}
    for kind, passed in usual.items():
        # A stroke may be pressed harder or softer than usual.
        tried = [
            np.abs(np.log(stroke.blank * passed**force + _FLOOR) - np.log(stroke.seen + _FLOOR))
            for force in _FORCES
        ]
        off[kind] = min(float(np.sqrt((one**2).mean())) for one in tried)
    order = tuple(sorted(off, key=lambda kind: off[kind]))
    apart = off[order[1]] - off[order[0]]
    if apart < _LEAST_APART:
        return PenColour(None, _UNCLEAR, order)
    return PenColour(order[0], 1 - 0.5 * float(np.exp(-(apart - _APART) / _APART_FADES)), order)


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


def _stroke(ink: Ink, evidence: SectionEvidence) -> _Stroke | None:
    """Return the middle of a stroke's ink, its ends left out; None where there is too little."""
    height, width = ink.strength.shape
    # Strokes cross where they end, so the ends may show another pen.
    skipped = len(evidence.stroke_px) // 6
    path = evidence.stroke_px[skipped : len(evidence.stroke_px) - skipped]
    columns = np.clip(np.rint(path[:, 0]).astype(int), 0, width - 1)
    rows = np.clip(np.rint(path[:, 1]).astype(int), 0, height - 1)
    inked = (ink.strength[rows, columns] > _INKED) & ~ink.hidden[rows, columns]
    if np.count_nonzero(inked) < _LEAST:
        return None
    at = rows[inked], columns[inked]
    return _Stroke(
        np.median(ink.density[at], axis=0),
        np.median(np.exp(ink.expected[at]), axis=0),
        np.median(np.exp(ink.photo[at]), axis=0),
    )


def _pen_of(stroke: _Stroke | None) -> PenColour:
    """Return the pen of a stroke by its own density alone."""
    if stroke is None:
        return PenColour(None, _UNCLEAR)
    order = tuple(_CHANNELS[int(channel)] for channel in np.argsort(stroke.density))
    lightest, middle, darkest = np.sort(stroke.density)
    apart = float((middle - lightest) / max(darkest, 1e-6))
    if apart < _CLEAR:
        return PenColour(None, _UNCLEAR, order)
    return PenColour(order[0], 1 - 0.5 * float(np.exp(-(apart - _CLEAR) / _FADES)), order)
