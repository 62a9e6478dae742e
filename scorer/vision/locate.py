"""Finding the city map in a photo, and making sure that it is this board indeed."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.features import ATTEMPTS, candidates
from scorer.vision.lattice import lattice_candidates
from scorer.vision.picture import BoardPicture
from scorer.vision.rectify import Mapping
from scorer.vision.refine import Refined, agreement, refine, rough_agreement

Doubles = NDArray[np.float64]
Bytes = NDArray[np.uint8]

# Other boards, mirrored ones and other things stay below 0.1, this board with its locations
# shuffled below 0.15; of the right board even a photo that is mostly burnt out has 0.3.
_LEAST_AGREEMENT = 0.2
# Hands that drag corners are this far off at most, as far as they are helped.
_HAND_MM = 5.0
_SMALLEST_SIDE_PX = 60.0
# Lattices that are compared at a glance, and of these closely.
_MOST_LATTICES = 24
_BEST_LATTICES = 3
# At a glance the right view agrees by 0.16 at least, a wrong one hardly by 0.07.
_AT_A_GLANCE = 0.08


class Way(StrEnum):
    """How a map was found."""

    FEATURES = "features"
    LATTICE = "lattice"
    CORNERS = "corners"


@dataclass(frozen=True, slots=True)
class Located:
    """A map in a photo.

    Attributes
    ----------
    mapping : Mapping
        From mm on the page to pixels of the photo, bent board included.
    agreement : float
        Correlation of the locations' prints with the photo, -1 to 1.
    way : Way
    """

    mapping: Mapping
    agreement: float
    way: Way


@dataclass(frozen=True, slots=True)
class NotFound:
    """No map of this board; ``best`` is the agreement of what came nearest."""

    best: float


def locate(grey: Bytes, picture: BoardPicture) -> Located | NotFound:
    """Find the map of a board in a photo, whichever way it is turned.

    Parameters
    ----------
    grey : (H, W) uint8
        Upright photo; about 2,000 pixels on the longer side are enough.
    picture : BoardPicture
    """
    best = 0.0
    for way, homography in _all_candidates(grey, picture):
        refined = refine(grey, picture, Mapping.plain(picture, homography))
        if refined.agreement >= _LEAST_AGREEMENT and _still_view(refined, picture):
            return Located(refined.mapping, refined.agreement, way)
        best = max(best, refined.agreement)
    return NotFound(best)


def from_corners(grey: Bytes, picture: BoardPicture, corners_xy: Doubles) -> Located | None:
    """Return the map whose corners a person has set, or None if no view has such corners.

    The corners are helped along where the photo clearly shows the board nearby, and taken
    to start at another corner where it clearly is turned that way. Else they stand.

    Parameters
    ----------
    grey : (H, W) uint8
    picture : BoardPicture
    corners_xy : (4, 2) float
        The map's corners a0, g0, g6, a6 in *grey*, in pixels.
    """
    found = []
    for turns in range(4):
        given = Mapping.from_corners(picture, np.roll(corners_xy, turns, axis=0))
        if not is_view(given.homography, picture):
            return None
        refined = refine(grey, picture, given, _HAND_MM)
        as_given = agreement(grey, picture, given)
        clear = max(_LEAST_AGREEMENT, as_given)
        if refined.agreement >= clear and _still_view(refined, picture):
            found.append(Located(refined.mapping, refined.agreement, Way.CORNERS))
        else:
            found.append(Located(given, as_given, Way.CORNERS))
        if found[-1].agreement >= _LEAST_AGREEMENT:
            return found[-1]
    return found[0]


def is_view(homography: Doubles, picture: BoardPicture) -> bool:
    """Return whether a camera in front of the board can see the map so.

    The corners must keep their order (a mirrored board is none), lie in front of the
    camera, and be no mere speck.
    """
    corners = picture.map_corners_mm
    depth = corners @ homography[2, :2] + homography[2, 2]
    if not np.isfinite(homography).all() or not ((depth > 0).all() or (depth < 0).all()):
        return False
    seen = cv2.perspectiveTransform(corners[None], homography)[0]
    sides = np.roll(seen, -1, axis=0) - seen
    following = np.roll(sides, -1, axis=0)
    bends = sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0]
    lengths = np.linalg.norm(sides, axis=1)
    return bool(
        (bends > 0).all()
        and lengths.min() > _SMALLEST_SIDE_PX
        and lengths.max() < 5 * lengths.min()
    )


def _still_view(refined: Refined, picture: BoardPicture) -> bool:
    """Return whether the refined mapping did not run away: it moves places by little."""
    corners = picture.map_corners_mm
    plain = Mapping.plain(picture, refined.mapping.homography).to_photo(corners)
    bent = refined.mapping.to_photo(corners)
    side = np.linalg.norm(plain - np.roll(plain, 1, axis=0), axis=1).mean()
    return bool(np.linalg.norm(bent - plain, axis=1).max() < 0.15 * side)


def _all_candidates(grey: Bytes, picture: BoardPicture) -> Iterator[tuple[Way, Doubles]]:
    for attempt in ATTEMPTS:
        for homography in candidates(grey, picture, attempt):
            if _at_a_glance(grey, picture, homography) > _AT_A_GLANCE:
                yield Way.FEATURES, homography
    views = [
        (_at_a_glance(grey, picture, homography), homography)
        for homography in islice(lattice_candidates(grey, picture.board), _MOST_LATTICES)
    ]
    for glance, homography in sorted(views, key=lambda view: -view[0])[:_BEST_LATTICES]:
        if glance > 0:
            yield Way.LATTICE, homography


def _at_a_glance(grey: Bytes, picture: BoardPicture, homography: Doubles) -> float:
    """Return how well a view agrees if it need not be exact; -1 if no camera sees it so."""
    if not is_view(homography, picture):
        return -1.0
    return rough_agreement(grey, picture, Mapping.plain(picture, homography))
