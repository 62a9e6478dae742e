"""Which boards lie in a photo beside the one that was found: it may be one of a whole table."""

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.values import replace
from scorer.vision.boards.halfboard import HalfBoard
from scorer.vision.boards.picture import BoardPicture
from scorer.vision.geometry import Mapping
from scorer.vision.locate.features import (
    ATTEMPTS,
    Attempt,
    Details,
    board_details,
    details_candidates,
    photo_details,
)
from scorer.vision.locate.locate import (
    Located,
    Recognised,
    Way,
    is_inside,
    is_shown,
    is_view,
    search_copy,
)
from scorer.vision.locate.printmatch import PrintMatch, print_match, verdict
from scorer.vision.locate.prints import rough_agreement
from scorer.vision.locate.refine import refine
from scorer.vision.photo.gate import Photo

Doubles = NDArray[np.float64]
Floats = NDArray[np.float32]
Bytes = NDArray[np.uint8]
Mask = NDArray[np.bool_]

# A photo of more boards than this is hardly readable.
_MOST = 8
# A board that is seen this much smaller than another lies in the background.
_AS_LARGE = 0.4
# What takes less of the photo than this is a small board.
_SMALL = 0.12
# At a glance a place agrees by so much at least where a board lies; see ``locate``.
_AT_A_GLANCE = 0.08


def boards_in(
    photo: Photo, found: Recognised, pictures: Sequence[BoardPicture]
) -> tuple[Recognised, ...]:
    """Return the boards in *photo* of which a person may mean any, the largest first.

    Parameters
    ----------
    photo : Photo
    found : Recognised
        The board that was found, in pixels of ``photo.rgb``.
    pictures : sequence of BoardPicture
        All boards that the photo may show.

    Returns
    -------
    tuple of Recognised
        At least one. What lies in the background, or not wholly in the photo, is left out where
        a larger one is there.
    """
    grey, shrink = search_copy(photo)
    first = replace(found, located=_scaled(found.located, shrink))
    largest, *others = sorted((first, *_beside(grey, first, pictures)), key=_area, reverse=True)
    meant = [
        one
        for one in others
        if _area(one) >= _AS_LARGE * _area(largest) and is_inside(grey, _corners(one))
    ]
    return tuple(
        found if one is first else replace(one, located=_scaled(one.located, 1 / shrink))
        for one in (largest, *meant)
    )


def _beside(
    grey: Bytes, first: Recognised, pictures: Sequence[BoardPicture]
) -> Iterator[Recognised]:
    """Yield the boards in *grey* that lie beside the *first* one."""
    # The other half of a double board belongs to the half that was found.
    alone = (one for one in pictures if not isinstance(one.board, HalfBoard))
    those, seen = {one.board.id: one for one in (first.picture, *alone)}, [first]
    # Small boards show their details only in a larger copy, which takes ten times as long.
    small = _area(first) < _SMALL * grey.size
    for attempt in ATTEMPTS[: 2 if small else 1]:
        for picture in those.values():
            while len(seen) < _MOST and (found := _another(grey, seen, picture, attempt)):
                seen.append(found)
                yield found
        if len(seen) > 1:
            return


def _another(
    grey: Bytes, seen: Sequence[Recognised], picture: BoardPicture, attempt: Attempt
) -> Recognised | None:
    """Return a board like *picture* that lies beside those *seen* in *grey*."""
    rest = _beyond(photo_details(grey, attempt), seen)
    blank = board_details(picture, attempt.level)
    for homography in details_candidates(grey, rest, blank, attempt):
        given = Mapping.plain(picture, homography)
        if not is_view(homography, picture) or _overlaps(given, picture, seen):
            continue
        if rough_agreement(grey, picture, given) <= _AT_A_GLANCE:
            continue
        refined = refine(grey, picture, given)
        if not is_shown(refined, picture) or _overlaps(refined.mapping, picture, seen):
            continue
        if verdict(print_match(grey, picture, refined.mapping)) is PrintMatch.AGREES:
            located = Located(refined.mapping, refined.agreement, Way.FEATURES)
            return Recognised(picture, located, PrintMatch.AGREES)
    return None


def _beyond(details: Details, seen: Sequence[Recognised]) -> Details:
    """Return the *details* of a photo that lie on none of the pages *seen*."""
    kept = np.ones(len(details.at), np.bool_)
    for one in seen:
        kept &= ~_on_page(details.at, one)
    return Details(details.at[kept], details.turn[kept], details.looks[kept])


def _on_page(at: Doubles, one: Recognised) -> Mask:
    back = np.linalg.inv(one.located.mapping.homography)
    mm = cv2.perspectiveTransform(at[None], back)[0] if len(at) else at
    on = (mm >= 0) & (mm <= np.array(one.picture.board.page_mm))
    return np.asarray(on.all(axis=1), np.bool_)


def _overlaps(mapping: Mapping, picture: BoardPicture, seen: Sequence[Recognised]) -> bool:
    """Whether a map shares any place with those *seen*."""
    own = mapping.to_photo(picture.map_corners_mm).astype(np.float32)
    return any(
        cv2.intersectConvexConvex(own, _corners(one).astype(np.float32))[0] > 0 for one in seen
    )


def _corners(one: Recognised) -> Doubles:
    return one.located.mapping.to_photo(one.picture.map_corners_mm)


def _area(one: Recognised) -> float:
    return cv2.contourArea(_corners(one).astype(np.float32))


def _scaled(located: Located, factor: float) -> Located:
    return replace(located, mapping=located.mapping.scaled(factor))
