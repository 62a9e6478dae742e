"""A board laid on a photo put right: where a frame pulled a corner away, or a row is amiss."""

from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.boards.picture import BoardPicture
from scorer.vision.geometry import Mapping
from scorer.vision.locate.locate import is_view
from scorer.vision.teach.laying import Laid, Shown, lay, locations_across, sides_shown

Doubles = NDArray[np.float64]
Picture = NDArray[np.uint8]

# So many roads from the map's rim, crossroads lie right though a corner is pulled away.
_INNER = 2
# A map a row off is about as likely where it belongs.
_MOST_STEPS, _AS_LIKELY = 2, 0.85


def put_right(rgb: Picture, page: BoardPicture, laid: Laid) -> Laid:
    """Return *laid* with its corners where the middle of the map has them, and no row off."""
    laid = _evened(rgb, page, laid)
    for _ in range(_MOST_STEPS):
        if (further := _one_further(rgb, page, laid)) is None:
            return laid
        laid = further
    return _evened(rgb, page, laid)


def _evened(rgb: Picture, page: BoardPicture, laid: Laid) -> Laid:
    """Return the board laid anew from the middle of the map, if it fits better so.

    The map's frame, or the page's, may have pulled a corner away.
    """
    corners = page.map_corners_mm
    inner = np.array(
        [
            corners[0] + (corners[2] - corners[0]) * shares
            for shares in product(*(_inner_shares(count) for count in locations_across(page.board)))
        ]
    )
    even, _ = cv2.findHomography(inner, laid.mapping.to_photo(inner))
    spread = cv2.perspectiveTransform(corners[None], even)[0]
    anew = lay(rgb, page, Mapping.from_corners(page, spread), laid.inset_mm)
    return max(laid, anew, key=lambda one: one.likeness)


def _inner_shares(count: int) -> Doubles:
    """Return how far across a map of so many locations its inner roads lie, as shares of it."""
    rim = min(_INNER, (count - 1) // 2)
    return np.arange(rim, count + 1 - rim) / count


def _one_further(rgb: Picture, page: BoardPicture, laid: Laid) -> Laid | None:
    """Return the board a location further than *laid*, if the map goes on there.

    A map's rim may look like the sides of a row of locations, one row too far; but nothing stands
    between the locations of such a row.
    """
    shown, corners = sides_shown(rgb, page, laid), page.map_corners_mm
    if (side := side_amiss(shown)) is None:
        return None
    axis, way = side // 2, (-1, 1)[side % 2]
    moved = corners + np.eye(2)[axis] * way * shown.pitch_mm
    mapping = Mapping.from_corners(page, laid.mapping.to_photo(moved))
    if not is_view(mapping.homography, page):
        return None
    there = lay(rgb, page, mapping, laid.inset_mm)
    return there if there.likeness >= _AS_LIKELY * laid.likeness else None


def side_amiss(shown: Shown) -> int | None:
    """Return the number of the side beyond which the map goes on, or None.

    There sides show more clearly than in its outermost row at the other end, which is none.
    """
    more = np.subtract(shown.between_beyond, shown.at_other_end)
    return int(np.argmax(more)) if more.max() > 0 else None
