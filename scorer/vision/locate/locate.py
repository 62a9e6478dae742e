"""Finding the city map in a photo, and making sure that it is this board indeed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board
from scorer.rules.values import replace
from scorer.vision.boards.halfboard import HalfBoard, Side
from scorer.vision.boards.picture import BoardPicture
from scorer.vision.geometry import Mapping
from scorer.vision.locate.features import ATTEMPTS, Attempt, Details, candidates, photo_details
from scorer.vision.locate.glance import glances
from scorer.vision.locate.lattice import Planes, Quad, cell_counts
from scorer.vision.locate.printmatch import PrintMatch, print_match, verdict
from scorer.vision.locate.prints import agreement, agreement_nearby, rough_agreement
from scorer.vision.locate.refine import Refined, refine
from scorer.vision.photo.gate import Photo

Doubles = NDArray[np.float64]
Bytes = NDArray[np.uint8]

# Maps are looked for in a copy of this size, or in the photo itself if that is hardly larger.
_SEARCH_PX, _HARDLY_LARGER = 2000, 1.05
# Other boards, mirrored ones and other things stay below 0.1, this board with its locations
# shuffled below 0.15; of the right board even a photo that is mostly burnt out has 0.3.
_LEAST_AGREEMENT = 0.2
# Hands that drag corners are this far off at most, as far as they are helped.
_HAND_MM = 5.0
# Views of boards, each in four turns, that are compared closely with such corners. In 48 tries on
# hard and medium photos the right view agreed by 0.54 at least nearby, of 378 others none by 0.51.
_MOST_BY_HAND = 6
_SMALLEST_SIDE_PX = 60.0
# Lattices that are compared at a glance, each in four turns, and views compared closely.
_MOST_QUADS = 6
_MOST_CLOSELY = 4
# What agrees less may be a part of the map laid right, and the rest of it askew: it is looked for
# on. On 60 hard photos one so laid agreed by 0.26, the right ones by 0.45 at least.
_CLEARLY = 0.4
# What agrees as well as this need not be compared with other boards.
_SURELY = 0.45
# A lattice that fits so well is where it was found.
_PLAIN_VIEW = 1.0
# So much of a photo's longer side a map's corner may lie beyond its rim and count as in it.
_RIM = 0.01
# A photo whose brightest parts are darker than this hides details in the noise.
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

    ``plain_roads`` are the corners (4, 2) of roads in plain view: of another board, or of
    something else that has squares; as many roads as ``like`` has.
    """

    best: float
    plain_roads: Doubles | None = None
    like: Board | None = None


@dataclass(frozen=True, slots=True)
class Recognised:
    """Which of several boards a photo shows, and where.

    ``print_match`` says whether its print is that board's, see ``printmatch``.
    """

    picture: BoardPicture
    located: Located
    print_match: PrintMatch = PrintMatch.UNSURE


def find_map(
    photo: Photo, pictures: Sequence[BoardPicture], corners_xy: Doubles | None = None
) -> Recognised | NotFound:
    """Find out which of several boards a photo shows, and where, in pixels of ``photo.rgb``.

    Parameters
    ----------
    photo : Photo
    pictures : sequence of BoardPicture
        All boards that it may show.
    corners_xy : (4, 2) float, optional
        The map's corners a0, g0, g6, a6 in pixels of the upright photo at its full size, set by
        a person; then the map is not looked for.
    """
    small, shrink = search_copy(photo)
    if corners_xy is None:
        found = recognise(small, pictures)
    else:
        corners = (np.asarray(corners_xy) + 0.5) * (shrink / photo.scale) - 0.5
        found = _by_hand(small, pictures, corners)
    if isinstance(found, NotFound):
        roads = found.plain_roads
        seen = None if roads is None else (roads + 0.5) / shrink - 0.5
        return replace(found, plain_roads=seen)
    located = found.located
    return replace(
        found,
        located=replace(located, mapping=located.mapping.scaled(1 / shrink)),
        print_match=verdict(print_match(small, found.picture, located.mapping)),
    )


def shows_mirrored(photo: Photo, pictures: Sequence[BoardPicture]) -> bool:
    """Whether *photo* clearly shows one of several boards as a mirror does."""
    if not ATTEMPTS:
        return False
    grey, attempt = np.ascontiguousarray(search_copy(photo)[0][:, ::-1]), ATTEMPTS[0]
    views = _by_details(grey, photo_details(grey, attempt), pictures, attempt)
    for view in _promising(grey, views):
        refined = refine(grey, view.picture, Mapping.plain(view.picture, view.homography))
        if is_shown(refined, view.picture):
            figure = print_match(grey, view.picture, refined.mapping)
            return verdict(figure) is PrintMatch.AGREES
    return False


def search_copy(photo: Photo) -> tuple[Bytes, float]:
    """Return the grey copy of *photo* that maps are looked for in, and how much smaller it is."""
    longest = max(photo.rgb.shape[:2])
    shrink = 1.0 if longest <= _HARDLY_LARGER * _SEARCH_PX else _SEARCH_PX / longest
    grey = cv2.cvtColor(photo.rgb, cv2.COLOR_RGB2GRAY)
    if shrink == 1:
        return np.asarray(grey, np.uint8), shrink
    small = cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), shrink


def _by_hand(
    grey: Bytes, pictures: Sequence[BoardPicture], corners_xy: Doubles
) -> Recognised | NotFound:
    """Return which of several boards lies at corners that a person has set.

    The likeliest of those that agree; where none does, the one that agrees best as given.
    """
    turned = [
        (picture, Mapping.from_corners(picture, np.roll(corners_xy, turns, axis=0)))
        for turns in range(4)
        for picture in pictures
    ]
    seen = [(picture, given) for picture, given in turned if is_view(given.homography, picture)]
    nearby = [agreement_nearby(grey, picture, given, _HAND_MM) for picture, given in seen]
    for i in np.argsort(nearby)[::-1][:_MOST_BY_HAND]:
        picture, given = seen[i]
        located = _helped_along(grey, picture, given)
        if located.agreement >= _LEAST_AGREEMENT:
            return Recognised(picture, located)
    found = [
        Recognised(picture, Located(given, agreement(grey, picture, given), Way.CORNERS))
        for picture, given in turned[: len(pictures)]
        if is_view(given.homography, picture)
    ]
    return max(found, key=lambda one: one.located.agreement) if found else NotFound(0.0)


def _helped_along(grey: Bytes, picture: BoardPicture, given: Mapping) -> Located:
    """Return *given* corrected where the photo clearly shows the board nearby, else *given*."""
    refined = refine(grey, picture, given, _HAND_MM)
    as_given = agreement(grey, picture, given)
    clear = max(_LEAST_AGREEMENT, as_given)
    if refined.agreement >= clear and _still_view(refined, picture):
        return Located(refined.mapping, refined.agreement, Way.CORNERS)
    return Located(given, as_given, Way.CORNERS)


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
    best, plain, found = 0.0, list[_View](), list[Recognised]()
    for views in _stages(grey, pictures):
        plain += [view for view in views if view.score > _PLAIN_VIEW]
        for view in _promising(grey, views):
            refined = refine(grey, view.picture, Mapping.plain(view.picture, view.homography))
            best = max(best, refined.agreement)
            if is_shown(refined, view.picture):
                located = Located(refined.mapping, refined.agreement, view.way)
                found.append(Recognised(view.picture, located))
                if refined.agreement >= _SURELY:
                    break
        if any(one.located.agreement >= _CLEARLY for one in found):
            break
    if found:
        best_found = max(found, key=lambda one: one.located.agreement)
        return _whole(grey, best_found, pictures) or best_found
    if not plain:
        return NotFound(best)
    # Small maps are found in large ones too, and tell as well what lies between the roads.
    view = min(plain, key=lambda one: (np.prod(cell_counts(one.picture.board)), -one.score))
    return NotFound(best, _corners(view), view.picture.board)


def _whole(grey: Bytes, found: Recognised, pictures: Sequence[BoardPicture]) -> Recognised | None:
    """Return the double board whose one half was *found*, if *grey* shows all of it.

    Either half agrees as well as the whole does. Whether the other one is there too decides.
    """
    half = found.picture.board
    if not isinstance(half, HalfBoard):
        return None
    others = {
        one.board.side: one
        for one in pictures
        if isinstance(one.board, HalfBoard) and one.board.whole.id == half.whole.id
    }
    other = others.get(Side.RIGHT if half.side is Side.LEFT else Side.LEFT)
    whole = next((one for one in pictures if one.board.id == half.whole.id), None)
    if whole is None or other is None or not isinstance(other.board, HalfBoard):
        return None
    on_page = found.located.mapping.homography @ _shifted(-half.left_mm)
    both = []
    for picture, at in ((other, on_page @ _shifted(other.board.left_mm)), (whole, on_page)):
        if not is_view(at, picture):
            return None
        refined = refine(grey, picture, Mapping.plain(picture, at), _HAND_MM)
        corners = refined.mapping.to_photo(picture.map_corners_mm)
        if not (is_shown(refined, picture) and is_inside(grey, corners)):
            return None
        both.append(refined)
    all_of_it = both[-1]
    return Recognised(whole, Located(all_of_it.mapping, all_of_it.agreement, found.located.way))


def _shifted(mm: float) -> Doubles:
    """Return the matrix that moves a place on the page by *mm* to the right."""
    return np.array([[1, 0, mm], [0, 1, 0], [0, 0, 1]], np.float64)


def is_inside(grey: Bytes, corners_xy: Doubles) -> bool:
    """Return whether a map with such corners lies within the photo, but for a little."""
    height, width = grey.shape
    rim = _RIM * max(height, width)
    return bool((corners_xy > -rim).all() and (corners_xy < np.array([width, height]) + rim).all())


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
    found = _by_hand(grey, (picture,), corners_xy)
    return None if isinstance(found, NotFound) else found.located


def is_view(homography: Doubles, picture: BoardPicture) -> bool:
    """Return whether a camera in front of the board can see the map so.

    The corners must keep their order (a mirrored board is none), lie in front of the
    camera, and be no mere speck.
    """
    return is_view_of(homography, picture.map_corners_mm)


def is_view_of(homography: Doubles, corners: Doubles) -> bool:
    """Return whether a camera can see *corners* (4, 2), in mm and clockwise, so."""
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


def is_shown(refined: Refined, picture: BoardPicture) -> bool:
    """Return whether the board of *picture* lies where *refined* puts it."""
    return refined.agreement >= _LEAST_AGREEMENT and _still_view(refined, picture)


def _still_view(refined: Refined, picture: BoardPicture) -> bool:
    """Return whether the refined mapping did not run away: it moves places by little."""
    corners = picture.map_corners_mm
    plain = Mapping.plain(picture, refined.mapping.homography).to_photo(corners)
    bent = refined.mapping.to_photo(corners)
    side = np.linalg.norm(plain - np.roll(plain, 1, axis=0), axis=1).mean()
    return bool(np.linalg.norm(bent - plain, axis=1).max() < 0.15 * side)


@dataclass(frozen=True, slots=True)
class _View:
    """A place where a board may lie; ``glance`` is how well it agrees, if that is known."""

    picture: BoardPicture
    way: Way
    homography: Doubles
    score: float = 0.0
    glance: float | None = None


def _corners(view: _View) -> Doubles:
    corners = view.picture.map_corners_mm
    return np.asarray(cv2.perspectiveTransform(corners[None], view.homography)[0])


def _stages(grey: Bytes, pictures: Sequence[BoardPicture]) -> Iterator[list[_View]]:
    """Yield ever more places where one of the boards may lie, the cheapest to find first."""
    *quick, thorough = ATTEMPTS or (None,)
    for number, attempt in enumerate(quick):
        details = photo_details(grey, attempt)
        # Details of a board's picture take long to find when they are first needed: while one
        # board after the other is looked for, the others' need not be.
        for family in [pictures] if number else _families(pictures):
            yield _by_details(grey, details, family, attempt)
    yield _by_lattice(grey, pictures)
    # The last look takes longest. Only where there is little light does it show what the others
    # do not: boards seen small, blurred, noisy or under a veil were all found before.
    if thorough and float(np.percentile(grey, 95)) < _DIM:
        yield _by_details(grey, photo_details(grey, thorough), pictures, thorough)


def _families(pictures: Sequence[BoardPicture]) -> list[list[BoardPicture]]:
    """Return *pictures* in their order, a double board and its halves together."""
    found: dict[str, list[BoardPicture]] = {}
    for picture in pictures:
        board = picture.board
        whole = board.whole if isinstance(board, HalfBoard) else board
        found.setdefault(whole.id, []).append(picture)
    return list(found.values())


def _by_details(
    grey: Bytes, details: Details, pictures: Sequence[BoardPicture], attempt: Attempt
) -> list[_View]:
    return [
        _View(picture, Way.FEATURES, homography)
        for picture in pictures
        for homography in candidates(grey, details, picture, attempt)
    ]


def _by_lattice(grey: Bytes, pictures: Sequence[BoardPicture]) -> list[_View]:
    """Return the places where the roads of the boards may lie: one search for all of a shape."""
    pixels, shapes = grey.tobytes(), dict[tuple[int, int], list[BoardPicture]]()
    for picture in pictures:
        shapes.setdefault(cell_counts(picture.board), []).append(picture)
    return [
        _View(picture, Way.LATTICE, lattice.homography, lattice.score, float(glance))
        for counts, some in shapes.items()
        for quad in _quads(pixels, grey.shape, counts)
        for picture, agreed in zip(some, glances(grey, quad.corners_xy, some), strict=True)
        for lattice, glance in zip(quad.lattices(picture.board), agreed, strict=True)
    ]


# The same photo may be searched for one board, and then for all others.
@lru_cache(maxsize=1)
def _planes(pixels: bytes, shape: tuple[int, ...]) -> Planes:
    return Planes.of(np.frombuffer(pixels, np.uint8).reshape(shape))


@lru_cache(maxsize=4)
def _quads(pixels: bytes, shape: tuple[int, ...], counts: tuple[int, int]) -> tuple[Quad, ...]:
    return tuple(_planes(pixels, shape).quads(counts)[:_MOST_QUADS])


def _promising(grey: Bytes, views: list[_View]) -> list[_View]:
    """Return the few of *views* that agree at a glance, the best first."""
    seen = [(_at_a_glance(grey, view), view) for view in views]
    fit = [(glance, view) for glance, view in seen if glance > _AT_A_GLANCE[view.way]]
    return [view for _, view in sorted(fit, key=lambda one: -one[0])[:_MOST_CLOSELY]]


def _at_a_glance(grey: Bytes, view: _View) -> float:
    """Return how well a view agrees if it need not be exact; -1 if no camera sees it so."""
    if not is_view(view.homography, view.picture):
        return -1.0
    if view.glance is not None:
        return view.glance
    return rough_agreement(grey, view.picture, Mapping.plain(view.picture, view.homography))
