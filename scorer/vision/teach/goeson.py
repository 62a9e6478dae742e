"""Whether what looks like a map is none: chess boards, tables, squared paper, screens."""

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.boards.picture import BoardPicture
from scorer.vision.geometry import PX_PER_MM, Frame, Mapping, remap, sources
from scorer.vision.teach.laying import Laid, Shown, sides_shown

Picture = NDArray[np.uint8]

# On a map nothing goes on beyond it: of boards in made-up art 0.64 and less. Chess boards, tables
# and the screens of phones have 0.75 and more. Without roads less is enough.
_GOES_ON, _GOES_ON_WITHOUT_ROADS, _ROADLESS = 0.7, 0.5, 0.045
# Half a road's width, as a share of the distance between two: chess boards have none at all.
_NO_ROADS = 0.012
# Lines on paper are narrower than roads: of 16 boards in made-up art the narrowest has 0.042, and
# grids that were drawn or printed have 0.032 and less. And about half of such a grid is bare
# paper: of 80 boards in photos 0.39 at most, of 50 sudokus 0.49 and more.
_LINES, _PAPER = 0.036, 0.45
# A part of a grid, or of a chess board, goes on to two sides at least. In blurred photos of grids
# lines are as wide as roads.
_ON_TWO_SIDES, _ON_TWO_WITHOUT_ROADS, _NARROW = 0.65, 0.75, 0.03
# Bare paper is nearly as light as the lightest round about, and of the usual tint (CIE L*a*b*).
_DARKER, _TINT = 9.0, 6.0
_PX_PER_MM, _AROUND_PX = 1.0, 25


def goes_on(rgb: Picture, page: BoardPicture, laid: Laid) -> bool:
    """Return whether the squares of a board *laid* on a photo go on beyond the map.

    Or whether they are ``bare_squares``. Then it is no map but a part of a chess board, a table,
    squared paper, or a screen full of pictures.
    """
    shown = sides_shown(rgb, page, laid)
    if _bare(rgb, page, laid, shown):
        return True
    roadless = laid.inset_mm / shown.pitch_mm < _ROADLESS
    beyond = sum(shown.beyond) / len(shown.beyond)
    return beyond > (_GOES_ON_WITHOUT_ROADS if roadless else _GOES_ON)


def bare_squares(rgb: Picture, page: BoardPicture, laid: Laid) -> bool:
    """Return whether no town lies between the sides of a board *laid* on a photo.

    No roads lie there but nothing, or lines; or bare paper on which squares go on.
    """
    return _bare(rgb, page, laid, sides_shown(rgb, page, laid))


def _bare(rgb: Picture, page: BoardPicture, laid: Laid, shown: Shown) -> bool:
    road_share = laid.inset_mm / shown.pitch_mm
    two_sides = sum(sorted(shown.beyond)[-2:]) / 2
    if road_share < _NO_ROADS or (road_share < _NARROW and two_sides > _ON_TWO_WITHOUT_ROADS):
        return True
    drawn = road_share < _LINES or two_sides > _ON_TWO_SIDES
    return drawn and paper_share(rgb, page, laid.mapping) > _PAPER


def paper_share(rgb: Picture, page: BoardPicture, mapping: Mapping) -> float:
    """Return how much of a map that lies in a photo as *mapping* says is bare paper."""
    first, last = page.map_corners_mm[0], page.map_corners_mm[2]
    size = np.ceil((last - first) * PX_PER_MM).astype(int)
    frame = Frame((float(first[0]), float(first[1])), np.empty((size[1], size[0], 3), np.uint8))
    flat = remap(rgb, sources(frame, mapping, _PX_PER_MM))
    lab = cv2.cvtColor(flat.astype(np.float32) / 255, cv2.COLOR_RGB2LAB)
    light = cv2.blur(cv2.dilate(lab[..., 0], np.ones((_AROUND_PX, _AROUND_PX))), (_AROUND_PX,) * 2)
    tint = np.linalg.norm(lab[..., 1:] - np.median(lab[..., 1:], axis=(0, 1)), axis=2)
    return float(((lab[..., 0] > light - _DARKER) & (tint < _TINT)).mean())
