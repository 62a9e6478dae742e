"""A glance at what a camera sees: where the map is, and whether a photo of it would be good."""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from scorer.vision.boards.picture import BoardPicture
from scorer.vision.geometry import Mapping
from scorer.vision.locate.features import GLANCE, candidates, photo_details
from scorer.vision.locate.locate import is_view
from scorer.vision.locate.prints import rough_agreement
from scorer.vision.photo.gate import Photo, sharpness

# What agrees less at a glance is hardly the board; see ``locate``.
_AGREES = 0.1
# Of so many boards that look likely, the one that agrees best is taken; this is surely it.
_SURELY = 0.3
# As ``quality`` has it: what is brighter is burnt out.
_BURNT = 250


class Look(Struct, frozen=True, tag=True):
    """A map as a camera sees it.

    Attributes
    ----------
    corners_xy : tuple of (float, float)
        The map's corners a0, g0, g6, a6 in pixels, perhaps outside the picture; empty where no
        map was seen.
    px_per_mm : float
        How large the board is seen, on average; 0 without a map.
    glare_share : float
        Share, 0 … 1, of the seen map that is burnt out.
    sharpness : float
        As in ``gate.sharpness``.
    cut_off : bool
        Whether a corner lies outside the picture.
    """

    corners_xy: tuple[tuple[float, float], ...] = ()
    px_per_mm: float = 0.0
    glare_share: float = 0.0
    sharpness: float = 0.0
    cut_off: bool = False


def look(photo: Photo, pictures: Sequence[BoardPicture]) -> Look:
    """Return where one of the boards in *pictures* lies in a small *photo*.

    Only its printed details are looked for, so a glance takes a tenth of a reading's search.
    """
    crisp = sharpness(photo.rgb)
    grey = np.asarray(cv2.cvtColor(photo.rgb, cv2.COLOR_RGB2GRAY), np.uint8)
    found: tuple[float, BoardPicture, Mapping] | None = None
    for one in _views(grey, pictures):
        if found is None or one[0] > found[0]:
            found = one
        if found[0] >= _SURELY:
            break
    if found is None or found[0] < _AGREES:
        return Look(sharpness=crisp)
    return _seen(photo.rgb, crisp, found[1], found[2])


def _views(
    grey: NDArray[np.uint8], pictures: Sequence[BoardPicture]
) -> Iterator[tuple[float, BoardPicture, Mapping]]:
    details = photo_details(grey, GLANCE)
    for picture in pictures:
        for homography in candidates(grey, details, picture, GLANCE):
            if is_view(homography, picture):
                mapping = Mapping.plain(picture, homography)
                yield rough_agreement(grey, picture, mapping), picture, mapping


def _seen(rgb: NDArray[np.uint8], crisp: float, picture: BoardPicture, mapping: Mapping) -> Look:
    corners_mm = picture.map_corners_mm
    corners = mapping.to_photo(corners_mm)
    inside = np.zeros(rgb.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, np.round(corners).astype(np.int32), 1)
    burnt = (rgb.min(axis=2) >= _BURNT) & (inside > 0)
    area_mm = cv2.contourArea(corners_mm.astype(np.float32))
    area_px = cv2.contourArea(corners.astype(np.float32))
    size = np.array([rgb.shape[1], rgb.shape[0]])
    return Look(
        corners_xy=tuple((float(x), float(y)) for x, y in corners),
        px_per_mm=float(np.sqrt(area_px / max(area_mm, 1e-6))),
        glare_share=float(burnt.sum() / max(1, int(inside.sum()))),
        sharpness=crisp,
        cut_off=bool((corners < 0).any() or (corners > size - 1).any()),
    )
