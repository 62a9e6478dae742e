"""Learning what a board looks like from photos of it with nothing drawn on it."""

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board
from scorer.vision.boards.picture import BoardPicture
from scorer.vision.locate.locate import Located, locate
from scorer.vision.photo.gate import NotRead, open_photo
from scorer.vision.teach.merge import merged
from scorer.vision.teach.placing import page_in, picture_of, placed, placed_by_hand, searched

Doubles = NDArray[np.float64]
Picture = NDArray[np.uint8]
Mask = NDArray[np.bool_]


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
    found = placed(photo, board) if corners_xy is None else placed_by_hand(photo, board, corners_xy)
    if isinstance(found, NotRead):
        return found
    laid, sure_of_turn = found
    page, seen = page_in(photo.rgb, board, laid.mapping)
    first = picture_of(board, page, seen)
    others = [other for data in more_photos if (other := _seen_again(data, first)) is not None]
    picture = first
    if others:
        picture = picture_of(board, *merged([(page, seen), *others]))
    corners = laid.mapping.scaled(photo.scale).to_photo(picture.map_corners_mm)
    return Learned(picture, corners, laid.likeness, sure_of_turn, 1 + len(others))


def _seen_again(data: bytes, picture: BoardPicture) -> tuple[Picture, Mask] | None:
    """Return the page as another photo shows it, or None if that does not show this board."""
    photo = open_photo(data)
    if isinstance(photo, NotRead):
        return None
    small, shrink = searched(photo)
    found = locate(np.asarray(cv2.cvtColor(small, cv2.COLOR_RGB2GRAY), np.uint8), picture)
    if not isinstance(found, Located):
        return None
    return page_in(photo.rgb, picture.board, found.mapping.scaled(1 / shrink))
