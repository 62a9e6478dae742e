"""Learning what a board looks like from photos of it with nothing drawn on it.

Where the map lies in a photo is found by the sides of its locations alone, or told by four
corners; which way round it lies, by the colours of its landmarks and the rim of its page.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board import Board
from scorer.vision.blocks import Blocks, find_blocks
from scorer.vision.gate import NotRead, NotReadReason, Photo, open_photo
from scorer.vision.locate import Located, is_view, locate
from scorer.vision.merge import merged
from scorer.vision.picture import BoardPicture
from scorer.vision.rectify import PX_PER_MM, Frame, Mapping, flattened
from scorer.vision.sides import Laid, lay
from scorer.vision.turns import turn_agreement

Doubles = NDArray[np.float64]
Picture = NDArray[np.uint8]
Mask = NDArray[np.bool_]

_SEARCH_PX = 2000
# So many places are looked at closely.
_MOST_PLACES = 3
# What is no map stays below this; of maps even dark and textured ones have 0.35.
_LEAST_LIKENESS = 0.25
# A map as clear as this needs no comparing with other places.
_CLEAR_LIKENESS = 0.5
_TURN_WEIGHT = 0.3
# A turn is sure when it agrees by so much more than the others, and none at all below.
_SURE_TURN, _EQUAL_TURN = 0.1, 0.02
# Corners set by hand are moved by this share of the map's side at most.
_HELP = 0.03
_CORNERS_HINT = (
    "Photograph the blank board from above in even light, the whole map in the picture; "
    "or set the map's four corners by hand."
)


@dataclass(frozen=True, eq=False)
class Learned:
    """A board's picture, as learned.

    Attributes
    ----------
    picture : BoardPicture
        The whole page from above; what no photo shows has the paper's usual shade.
    corners_xy : (4, 2) float
        The map's corners a0, g0, g6, a6 in the first photo, upright and at its full size.
    likeness : float
        Correlation of the locations' sides with the edges of the photo, at most 1.
    sure_of_turn : bool
        False where nothing told which side of the map is the upper one.
    photos_used : int
        In how many of the photos the board was found.
    """

    picture: BoardPicture
    corners_xy: Doubles
    likeness: float
    sure_of_turn: bool
    photos_used: int


def learn_board(
    blank_photo: bytes,
    board: Board,
    corners_xy: Doubles | None = None,
    more_photos: Iterable[bytes] = (),
) -> Learned | NotRead:
    """Return the reference picture that photos of a blank board make.

    Parameters
    ----------
    blank_photo : bytes
        A picture file.
    board : Board
        Where everything is on the page.
    corners_xy : (4, 2) float, optional
        The map's corners a0, g0, g6, a6 in the upright photo; else the map is looked for.
    more_photos : iterable of bytes
        Further photos of the same blank board: together they wipe out reflections. Those
        in which it is not found again are left out.
    """
    photo = open_photo(blank_photo)
    if isinstance(photo, NotRead):
        return photo
    found = _placed(photo, board) if corners_xy is None else _by_hand(photo, board, corners_xy)
    if isinstance(found, NotRead):
        return found
    laid, sure_of_turn = found
    page, seen = _page(photo.rgb, board, laid.mapping)
    first = _picture(board, page, seen)
    others = [other for data in more_photos if (other := _seen_again(data, first)) is not None]
    picture = first
    if others:
        picture = _picture(board, *merged([(page, seen), *others]))
    corners = laid.mapping.scaled(photo.scale).to_photo(picture.map_corners_mm)
    return Learned(picture, corners, laid.likeness, sure_of_turn, 1 + len(others))


def _placed(photo: Photo, board: Board) -> tuple[Laid, bool] | NotRead:
    """Return where the board lies in a photo, and whether its turn is sure."""
    shrink = min(1.0, _SEARCH_PX / max(photo.rgb.shape[:2]))
    small = np.asarray(
        cv2.resize(photo.rgb, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8
    )
    page = _empty(board)
    fitting = []
    for blocks in find_blocks(small, _counts(board))[:_MOST_PLACES]:
        if not is_view(Mapping.from_corners(page, blocks.corners_xy).homography, page):
            continue
        turned = _turned(small, page, blocks)
        if turned[0].likeness >= _LEAST_LIKENESS:
            fitting.append(turned)
        if turned[0].likeness >= _CLEAR_LIKENESS:
            break
    if not fitting:
        return NotRead(
            NotReadReason.NO_BOARD,
            f"The roads of the map were not found. {_CORNERS_HINT}",
            photo.size,
        )
    laid, _, sure = max(fitting, key=lambda one: one[0].likeness + _TURN_WEIGHT * one[1])
    return replace(laid, mapping=laid.mapping.scaled(1 / shrink)), sure


def _turned(rgb: Picture, page: BoardPicture, blocks: Blocks) -> tuple[Laid, float, bool]:
    """Return the board laid on *blocks* the way round that fits best, how well, how surely."""
    ways = []
    for turns in range(4):
        mapping = Mapping.from_corners(page, np.roll(blocks.corners_xy, turns, axis=0))
        ways.append((turn_agreement(rgb, page.board, mapping), mapping))
    fits = sorted((fit for fit, _ in ways), reverse=True)
    # Where nothing tells them apart, the way the photo was taken counts: that comes first.
    fit, mapping = next(way for way in ways if fits[0] - way[0] < _EQUAL_TURN)
    return lay(rgb, page, mapping), fit, fits[0] - fits[1] >= _SURE_TURN


def _by_hand(photo: Photo, board: Board, corners_xy: Doubles) -> tuple[Laid, bool] | NotRead:
    """Return where a person says that the board lies, helped along where sides show nearby."""
    page = _empty(board)
    given = Mapping.from_corners(page, (np.asarray(corners_xy) + 0.5) / photo.scale - 0.5)
    if not is_view(given.homography, page):
        return NotRead(
            NotReadReason.NO_BOARD,
            "These four corners do not enclose a map. Put them on the outermost crossroads, "
            "clockwise, starting at the map's top left.",
            photo.size,
        )
    shrink = min(1.0, _SEARCH_PX / max(photo.rgb.shape[:2]))
    small = np.asarray(
        cv2.resize(photo.rgb, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8
    )
    laid = lay(small, page, given.scaled(shrink))
    mapping = laid.mapping.scaled(1 / shrink)
    corners = page.map_corners_mm
    away = np.linalg.norm(mapping.to_photo(corners) - given.to_photo(corners), axis=1).max()
    side = np.linalg.norm(np.diff(given.to_photo(corners), axis=0), axis=1).mean()
    near = away < _HELP * side
    if near and laid.likeness >= _LEAST_LIKENESS:
        return replace(laid, mapping=mapping), True
    return replace(laid, mapping=given), True


def _seen_again(data: bytes, picture: BoardPicture) -> tuple[Picture, Mask] | None:
    """Return the page as another photo shows it, or None if that does not show this board."""
    photo = open_photo(data)
    if isinstance(photo, NotRead):
        return None
    shrink = min(1.0, _SEARCH_PX / max(photo.rgb.shape[:2]))
    grey = cv2.cvtColor(photo.rgb, cv2.COLOR_RGB2GRAY)
    small = cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    found = locate(np.asarray(small, np.uint8), picture)
    if not isinstance(found, Located):
        return None
    return _page(photo.rgb, picture.board, found.mapping.scaled(1 / shrink))


def _page(rgb: Picture, board: Board, mapping: Mapping) -> tuple[Picture, Mask]:
    """Return the whole page as seen from above, and where the photo reaches."""
    width, height = (round(side * PX_PER_MM) for side in board.page_mm)
    frame = Frame((0.0, 0.0), np.empty((height, width, 3), np.uint8))
    return flattened(rgb, _empty(board), frame, mapping)


def _picture(board: Board, page: Picture, seen: Mask) -> BoardPicture:
    """Return *page* as the board's picture; what no photo shows gets the usual shade."""
    filled = page.copy()
    if seen.any():
        filled[~seen] = np.median(page[seen], axis=0)
    return BoardPicture(board, filled, PX_PER_MM)


def _empty(board: Board) -> BoardPicture:
    """Return *board* with a picture that shows nothing yet."""
    return BoardPicture(board, np.zeros((2, 2, 3), np.uint8), PX_PER_MM)


def _counts(board: Board) -> tuple[int, int]:
    """Return how many locations the map has across and down."""
    points = [point.lattice for point in board.crossroads_xy if point.lattice]
    return max(column for column, _ in points), max(line for _, line in points)
