"""Finding the city map in a photo, and making sure that it is this board indeed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.features import ATTEMPTS, Attempt, candidates, photo_details
from scorer.vision.lattice import Planes, cell_counts
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
# Lattices that are compared at a glance, each in four turns, and views compared closely.
_MOST_QUADS = 6
_MOST_CLOSELY = 4
# What agrees as well as this need not be compared with other boards.
_SURELY = 0.45
# A lattice that fits so well is where it was found.
_PLAIN_VIEW = 1.0
# A photo whose brightest parts are darker than this hides roads in the noise.
_DIM = 90


class Way(StrEnum):
    """How a map was found."""

    FEATURES = "features"
    LATTICE = "lattice"
    CORNERS = "corners"


# At a glance the right view agrees by 0.16 at least, a wrong one hardly by 0.07; of the many
# lattices tried some come to 0.19, and the right one to 0.28.
_AT_A_GLANCE = {Way.FEATURES: 0.08, Way.LATTICE: 0.2}


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
    """No map of this board; ``best`` is the agreement of what came nearest.

    ``plain_roads`` tells whether the roads of a map are in plain view: then it is another
    board's.
    """

    best: float
    plain_roads: bool = False


@dataclass(frozen=True, slots=True)
class Recognised:
    """Which of several boards a photo shows, and where."""

    picture: BoardPicture
    located: Located


def locate(grey: Bytes, picture: BoardPicture) -> Located | NotFound:
    """Find the map of a board in a photo, whichever way it is turned.

    Parameters
    ----------
    grey : (H, W) uint8
        Upright photo; about 2,000 pixels on the longer side are enough.
    picture : BoardPicture
    """
    found = recognise(grey, (picture,))
    return found if isinstance(found, NotFound) else found.located


def recognise(grey: Bytes, pictures: Sequence[BoardPicture]) -> Recognised | NotFound:
    """Find out which of several boards a photo shows, and where.

    Parameters
    ----------
    grey : (H, W) uint8
        Upright photo; about 2,000 pixels on the longer side are enough.
    pictures : sequence of BoardPicture
        All boards that it may show.
    """
    best, plain_roads = 0.0, False
    for views in _stages(grey, pictures):
        plain_roads = plain_roads or any(view.score > _PLAIN_VIEW for view in views)
        found = []
        for view in _promising(grey, views):
            refined = refine(grey, view.picture, Mapping.plain(view.picture, view.homography))
            best = max(best, refined.agreement)
            if refined.agreement >= _LEAST_AGREEMENT and _still_view(refined, view.picture):
                located = Located(refined.mapping, refined.agreement, view.way)
                found.append(Recognised(view.picture, located))
                if refined.agreement >= _SURELY:
                    break
        if found:
            return max(found, key=lambda one: one.located.agreement)
    return NotFound(best, plain_roads)


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


@dataclass(frozen=True, slots=True)
class _View:
    """A place where a board may lie."""

    picture: BoardPicture
    way: Way
    homography: Doubles
    score: float = 0.0


def _stages(grey: Bytes, pictures: Sequence[BoardPicture]) -> Iterator[list[_View]]:
    """Yield ever more places where one of the boards may lie, the cheapest to find first."""
    *quick, thorough = ATTEMPTS or (None,)
    for attempt in quick:
        yield _by_details(grey, pictures, attempt)
    lattices = _by_lattice(grey, pictures)
    yield lattices
    # The last look takes longest. Roads in plain view are those of another board, and where
    # there are none it is no use, unless there is too little light to see any.
    score = max((view.score for view in lattices), default=0.0)
    dim = float(np.percentile(grey, 95)) < _DIM
    if thorough and (0 < score < _PLAIN_VIEW or dim):
        yield _by_details(grey, pictures, thorough)


def _by_details(grey: Bytes, pictures: Sequence[BoardPicture], attempt: Attempt) -> list[_View]:
    details = photo_details(grey, attempt)
    return [
        _View(picture, Way.FEATURES, homography)
        for picture in pictures
        for homography in candidates(grey, details, picture, attempt)
    ]


def _by_lattice(grey: Bytes, pictures: Sequence[BoardPicture]) -> list[_View]:
    """Return the places where the roads of the boards may lie: one search for all of a shape."""
    planes = Planes.of(grey)
    shapes = {picture: cell_counts(picture.board) for picture in pictures}
    quads = {counts: planes.quads(counts)[:_MOST_QUADS] for counts in set(shapes.values())}
    return [
        _View(picture, Way.LATTICE, lattice.homography, lattice.score)
        for picture, counts in shapes.items()
        for quad in quads[counts]
        for lattice in quad.lattices(picture.board)
    ]


def _promising(grey: Bytes, views: list[_View]) -> list[_View]:
    """Return the few of *views* that agree at a glance, the best first."""
    seen = [(_at_a_glance(grey, view.picture, view.homography), view) for view in views]
    fit = [(glance, view) for glance, view in seen if glance > _AT_A_GLANCE[view.way]]
    return [view for _, view in sorted(fit, key=lambda one: -one[0])[:_MOST_CLOSELY]]


def _at_a_glance(grey: Bytes, picture: BoardPicture, homography: Doubles) -> float:
    """Return how well a view agrees if it need not be exact; -1 if no camera sees it so."""
    if not is_view(homography, picture):
        return -1.0
    return rough_agreement(grey, picture, Mapping.plain(picture, homography))
