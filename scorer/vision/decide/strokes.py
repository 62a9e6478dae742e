"""Which ink is whose: masks of strokes that belong to sections and rings already read."""

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.evidence.rings import RingEvidence

Bytes = NDArray[np.uint8]
Path = NDArray[np.float32]

# Strokes are taken for so much wider than the pen: of sections and of rings.
_SECTION_WIDTH, _RING_WIDTH = 1.35, 1.4
# A ring's disc reaches so many widths of the pen beyond its radius.
_BEYOND = 0.8


def along(paths: Iterable[Path], like: Bytes, pen_px: float) -> Bytes:
    """Return a mask of the shape of *like*: the ink along *paths* of (x, y) pixels."""
    found = np.zeros_like(like)
    for path in paths:
        whole = np.round(path).astype(np.int32)
        cv2.polylines(found, [whole], False, 255, round(_SECTION_WIDTH * pen_px))
    return found


def run_on(path: Path, by_px: float) -> Path:
    """Return *path* gone straight on at both ends: pens are rarely lifted on the spot."""
    back, forth = path[0] - path[len(path) // 5], path[-1] - path[-len(path) // 5]
    ends = [
        end + by_px * way / max(float(np.hypot(*way)), 1e-6)
        for end, way in ((path[0], back), (path[-1], forth))
    ]
    return np.asarray(np.vstack([ends[0], path, ends[1]]), np.float32)


def discs(rings: Iterable[RingEvidence], like: Bytes, pen_px: float, px_per_mm: float) -> Bytes:
    """Return a mask of the shape of *like*: the discs of *rings*, their strokes included."""
    found = np.zeros_like(like)
    for ring in rings:
        path = np.round(ring.path_px).astype(np.int32)
        cv2.fillPoly(found, [path], 255)
        cv2.polylines(found, [path], True, 255, round(_RING_WIDTH * pen_px))
        middle = (round(ring.middle_px[0]), round(ring.middle_px[1]))
        cv2.circle(found, middle, round(ring.radius_mm * px_per_mm + _BEYOND * pen_px), 255, -1)
    return found
