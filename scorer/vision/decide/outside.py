"""Places that a photo does not reach: nothing is read there, and every one is asked about."""

from collections.abc import Iterable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board
from scorer.rules.values import replace
from scorer.vision.boards.picture import BoardPicture
from scorer.vision.decide.regions import COARSE, RINGED, Regions, area
from scorer.vision.doubts import OUTSIDE, Doubt
from scorer.vision.geometry import Rectified

Mask = NDArray[np.bool_]

# What lies outside the photo is shown as the blank board's ghost: grey, so much of its light
# and no darker than this.
_GHOST, _DARKEST = 0.3, 30
# A place of which more than this share lies outside the photo was not seen. From the lower
# shares on, of rings and of all else, it is never surer than a doubt: half a ring tells more
# than half a stroke.
_MOSTLY, _HALF_A_RING, _PARTLY = 0.6, 0.4, 0.15
_MOST_SURE = 0.9
# Chance that nothing is drawn on a place that was not seen.
_UNSEEN_IS_EMPTY = 0.75
# What is read where nothing is drawn, by kind of doubt.
_NOTHING: dict[str, Any] = {
    "section": False,
    "task": False,
    "crossed": False,
    "ticket": False,
    "tourists": {},
    "cafe": "none",
    "cafe-area": "none",
}


def share_seen(rectified: Rectified, picture: BoardPicture) -> float:
    """Return the share, 0 … 1, of the map that is in the photo."""
    corners = [rectified.to_px((x, y)) for x, y in picture.map_corners_mm.tolist()]
    return 1 - _share(area(corners, rectified.seen), rectified)


def with_print_outside(rectified: Rectified) -> Rectified:
    """Return *rectified* with the blank board, in the photo's light, where the photo ends.

    Else the ink on its rim would seem to go on.
    """
    seen = rectified.seen
    light = np.median(rectified.rgb[seen] / np.maximum(rectified.reference[seen], 1.0), axis=0)
    print_ = np.clip(rectified.reference * light, 0, 255).astype(np.uint8)
    return replace(rectified, rgb=np.where(seen[..., None], rectified.rgb, print_))


def with_ghost_outside(rectified: Rectified) -> Rectified:
    """Return *rectified* as it is shown to people: where the photo ends, a dark grey board.

    It cannot be taken for the photo, and what is drawn there can be tapped in on it.
    """
    grey = cv2.cvtColor(rectified.reference, cv2.COLOR_RGB2GRAY)[..., None]
    ghost = (_DARKEST + _GHOST * grey).astype(np.uint8)
    return replace(rectified, rgb=np.where(rectified.seen[..., None], rectified.rgb, ghost))


def asking_outside(doubts: Iterable[Doubt], rectified: Rectified, board: Board) -> list[Doubt]:
    """Return *doubts* (of every place, sure or not) with nothing read outside the photo.

    Every place there is asked about.
    """
    regions, found = Regions(rectified, board), []
    for doubt in doubts:
        share = _share(regions.of(doubt), rectified)
        if share > _MOSTLY:
            doubt = _not_seen(doubt)
        elif share > (_HALF_A_RING if doubt.kind in RINGED else _PARTLY):
            doubt = _partly_seen(doubt)
        found.append(doubt)
    return found


def _not_seen(doubt: Doubt) -> Doubt:
    nothing = _NOTHING[doubt.kind]
    others = tuple(value for value in (doubt.read, *doubt.alternatives) if value != nothing)
    return Doubt(doubt.kind, doubt.where, nothing, _UNSEEN_IS_EMPTY, others, OUTSIDE)


def _partly_seen(doubt: Doubt) -> Doubt:
    """Return *doubt* no surer than one; what makes it doubtful anyway stays its reason."""
    if doubt.confidence <= _MOST_SURE:
        return doubt
    return replace(doubt, confidence=_MOST_SURE, reason=OUTSIDE)


def _share(place: Mask, rectified: Rectified) -> float:
    """Return the share of *place* that lies outside the photo; of no place at all that is all."""
    outside = ~rectified.seen[::COARSE, ::COARSE]
    return float((outside & place).sum() / place.sum()) if place.any() else 1.0
