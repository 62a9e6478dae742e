"""Finding a map in a photo, however it is turned, and making sure that it is this map."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.geometry import Mapping
from scorer.vision.links.picture import MapPicture
from scorer.vision.locate.features import ATTEMPTS, details_candidates, photo_details
from scorer.vision.locate.locate import is_view_of
from scorer.vision.locate.prints import contrasts, flatten
from scorer.vision.locate.refine import follow
from scorer.vision.photo.gate import Photo

Doubles = NDArray[np.float64]
Bytes = NDArray[np.uint8]

_SEARCH_PX = 2000
# Hands that set corners are this far off at most, as far as they are helped.
_HAND_MM = 5.0
# Other maps stay below 0.1; of the right one even poor photos have 0.2.
_LEAST_AGREEMENT = 0.14
# A page that is turned the wrong way has less, with its track round the rim 0.3.
_SURE_AGREEMENT = 0.45


@dataclass(frozen=True, slots=True)
class Located:
    """A map in a photo: from mm on the page to pixels of ``photo.rgb``, and the agreement.

    ``agreement`` is the correlation, -1 to 1, of what is printed on the page with the photo.
    """

    mapping: Mapping
    agreement: float


def find_page(photo: Photo, picture: MapPicture) -> Located | None:
    """Return where *photo* shows the map of *picture*, None if it does not."""
    small, shrink = _small_grey(photo)
    best: Located | None = None
    for homography in _candidates(small, picture):
        mapping, _ = follow(small, picture.frame, picture.patches, picture.mapping(homography))
        agreement = _agreement(small, picture, mapping)
        if best is None or agreement > best.agreement:
            best = Located(mapping.scaled(1 / shrink), agreement)
        if agreement >= _LEAST_AGREEMENT:
            return best
    return None


def from_corners(photo: Photo, picture: MapPicture, corners_xy: Doubles) -> Located | None:
    """Return the page whose corners (4, 2), in pixels of ``photo.rgb``, a person has set.

    They go clockwise; which of them is the page's top left is found out. What is printed
    corrects them where that makes the photo agree better. None: the map's print is not there.
    """
    small, shrink = _small_grey(photo)
    seen = ((corners_xy + 0.5) * shrink - 0.5).astype(np.float32)
    best: Located | None = None
    for turn in range(4):
        for one in _placed(small, picture, np.roll(seen, turn, axis=0)):
            if best is None or one.agreement > best.agreement:
                best = one
        if best and best.agreement >= _SURE_AGREEMENT:
            break
    if best is None or best.agreement < _LEAST_AGREEMENT:
        return None
    return Located(best.mapping.scaled(1 / shrink), best.agreement)


def _placed(grey: Bytes, picture: MapPicture, corners: NDArray[np.float32]) -> list[Located]:
    """Return the page with exactly these corners, and as its print corrects them."""
    found = cv2.getPerspectiveTransform(picture.corners_mm.astype(np.float32), corners)
    homography = np.asarray(found, np.float64)
    if not is_view_of(homography, picture.corners_mm):
        return []
    plain = picture.mapping(homography)
    bent, _ = follow(grey, picture.frame, picture.patches, plain, _HAND_MM)
    return [Located(one, _agreement(grey, picture, one)) for one in (plain, bent)]


def _small_grey(photo: Photo) -> tuple[Bytes, float]:
    """Return the photo as maps are looked for in it, and how much smaller it is."""
    shrink = min(1.0, _SEARCH_PX / max(photo.rgb.shape[:2]))
    grey = cv2.cvtColor(photo.rgb, cv2.COLOR_RGB2GRAY)
    small = cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), shrink


def _candidates(grey: Bytes, picture: MapPicture) -> Iterator[Doubles]:
    """Yield where the page may lie; the quick attempts first."""
    for attempt in ATTEMPTS:
        photo = photo_details(grey, attempt)
        blank = picture.details(attempt.level)
        for homography in details_candidates(grey, photo, blank, attempt):
            if is_view_of(homography, picture.corners_mm):
                yield homography


def _agreement(grey: Bytes, picture: MapPicture, mapping: Mapping) -> float:
    """Return the correlation of the page's print with the photo there."""
    flat = contrasts(flatten(grey, picture.frame, mapping))
    one, other = picture.blank, flat
    spread = float(np.sqrt((one**2).sum() * (other**2).sum()))
    return float((one * other).sum()) / max(spread, 1e-6)
