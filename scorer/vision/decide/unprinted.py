"""Places whose print is not known: what the reader makes of them is heard beside a second witness.

A board that was learned from filled photos has places that were drawn on in all of them. The
reader compares the photo with what is likely printed there. The other witness tells ink from print
without knowing the print. Where the two differ, the place is doubtful.
"""

from collections.abc import Iterable, Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board, Point
from scorer.rules.notation import Crossroads
from scorer.rules.position.mark import CafeMark
from scorer.rules.values import replace
from scorer.vision.decide.regions import COARSE, Regions
from scorer.vision.doubts import Doubt, cafe_word
from scorer.vision.evidence.inkmap import ink_chances
from scorer.vision.geometry import Rectified
from scorer.vision.ink.ink import Ink

Bytes = NDArray[np.uint8]

# The print is known from here on (of 255).
_KNOWN = 200
# Ink from this strength on is ink.
_INKED = 0.35
# Witnesses that differ only along the rims of strokes, this wide, agree.
_RIM_MM = 0.7
# They differ where one is this much surer of ink than the other.
_APART = 0.5
# A place of which the witnesses differ on more than this area (mm²) is never surer than a doubt.
_MOST_MM2 = 6.0
MOST_SURE = 0.9
# A café's symbol lies so far around its middle. Where more than this share of it is not known, a
# cross can hardly be told from it; and as far round a crossroads, a ring from a printed coin.
_SYMBOL_MM, _MOST_COVERED = 3.0, 0.3
# There, a cross that is less sure than this is taken for the symbol.
_CROSS_SURE = 0.8
_VISITED, _USED = cafe_word(CafeMark.VISITED), cafe_word(CafeMark.USED)
REASON = "print not known"


def asking_unprinted(
    doubts: Iterable[Doubt], ink: Ink, rectified: Rectified, board: Board
) -> list[Doubt]:
    """Return those of *doubts* (of every place) that the second witness makes doubtful."""
    if rectified.known is None or not (rectified.known < _KNOWN).any():
        return []
    differ = _differing(ink, rectified, board)[::COARSE, ::COARSE]
    regions = Regions(rectified, board)
    mm2 = (COARSE / rectified.px_per_mm) ** 2
    found = []
    covered = _covered({str(cafe.crossroads): cafe.xy for cafe in board.cafes}, rectified)
    every = tuple(doubts)
    ringed = {Crossroads.parse(one.where) for one in every if one.kind == "task" and one.read}
    unknown = _covered({str(at): board.crossroads_xy[at] for at in ringed}, rectified)
    for doubt in every:
        area = float(differ[regions.of(doubt)].sum()) * mm2
        circled = doubt.kind == "cafe" and doubt.read != cafe_word(None)
        symbol = circled and doubt.where in covered
        ring = doubt.kind == "task" and bool(doubt.read) and doubt.where in unknown
        if symbol and doubt.read == _USED and doubt.confidence < _CROSS_SURE:
            found.append(_only_circled(doubt))
        elif (symbol or ring or area > _MOST_MM2) and doubt.confidence > MOST_SURE:
            found.append(replace(doubt, confidence=MOST_SURE, reason=REASON))
    return found


def _only_circled(doubt: Doubt) -> Doubt:
    """Return the *doubt* of a café that was read as crossed out: its symbol may be the cross."""
    others = tuple(word for word in doubt.alternatives if word != _VISITED)
    return replace(
        doubt,
        read=_VISITED,
        confidence=min(doubt.confidence, 1 - doubt.confidence),
        alternatives=(_USED, *others),
        reason=REASON,
    )


def _covered(places: Mapping[str, Point], rectified: Rectified) -> set[str]:
    """Return those of *places* (in mm) round which the print is mostly not known."""
    known = rectified.known
    assert known is not None
    found = set()
    for name, xy in places.items():
        disc = np.zeros(known.shape, np.uint8)
        x, y = (round(value) for value in rectified.to_px(xy))
        cv2.circle(disc, (x, y), round(_SYMBOL_MM * rectified.px_per_mm), 1, -1)
        if float((known[disc > 0] < _KNOWN).mean()) > _MOST_COVERED:
            found.add(name)
    return found


def _differing(ink: Ink, rectified: Rectified, board: Board) -> Bytes:
    """Return 1 where the witnesses differ and the print is not known, (H, W), else 0."""
    known = rectified.known
    assert known is not None
    alone = ink_chances(rectified.rgb, board, rectified.px_per_mm, rectified.origin_mm)
    said = (ink.strength > _INKED).astype(np.float32)
    off = (np.abs(said - alone) > _APART) & (known < _KNOWN) & ~ink.hidden
    side = 2 * round(_RIM_MM * rectified.px_per_mm / 2) + 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    return np.asarray(cv2.morphologyEx(off.astype(np.uint8), cv2.MORPH_OPEN, disc), np.uint8)
