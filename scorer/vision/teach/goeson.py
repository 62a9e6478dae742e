"""Whether what looks like a map is none: chess boards, tables, squared paper, screens."""

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.boards.picture import BoardPicture
from scorer.vision.geometry import PX_PER_MM, Frame, remap, sources
from scorer.vision.teach.laying import Laid, sides_shown

Picture = NDArray[np.uint8]

# On a map nothing goes on beyond it: of boards in made-up art 0.64 and less. Chess boards, tables
# and the screens of phones have 0.75 and more. Without roads less is enough.
_GOES_ON, _GOES_ON_WITHOUT_ROADS, _ROADLESS = 0.7, 0.5, 0.045
# Half a road's width, as a share of the distance between two: chess boards have none at all.
_NO_ROADS = 0.012
# Lines on paper are narrower than roads: of 16 boards in made-up art the narrowest has 0.042, and
# grids that were drawn or printed have 0.032 and less. And most of such a grid is bare paper.
_LINES, _PAPER = 0.036, 0.55
# Bare paper is nearly as light as the lightest round about, and of the usual tint (CIE L*a*b*).
_DARKER, _TINT = 9.0, 6.0
_PX_PER_MM, _AROUND_PX = 1.0, 25


def goes_on(rgb: Picture, page: BoardPicture, laid: Laid) -> bool:
    """Return whether the squares of a board *laid* on a photo go on beyond the map.

    Or whether no roads lie between them, but nothing or lines on paper. Then it is no map but a
    part of a chess board, a table, squared paper, or a screen full of pictures.
    """
    shown = sides_shown(rgb, page, laid)
    road_share = laid.inset_mm / shown.pitch_mm
    if road_share < _NO_ROADS:
        return True
    if road_share < _LINES and _paper(rgb, page, laid) > _PAPER:
        return True
    roadless = road_share < _ROADLESS
    return shown.beyond > (_GOES_ON_WITHOUT_ROADS if roadless else _GOES_ON)


def _paper(rgb: Picture, page: BoardPicture, laid: Laid) -> float:
    """Return how much of a board *laid* on a photo is bare paper."""
    first, last = page.map_corners_mm[0], page.map_corners_mm[2]
    size = np.ceil((last - first) * PX_PER_MM).astype(int)
    frame = Frame((float(first[0]), float(first[1])), np.empty((size[1], size[0], 3), np.uint8))
    flat = remap(rgb, sources(frame, laid.mapping, _PX_PER_MM))
    lab = cv2.cvtColor(flat.astype(np.float32) / 255, cv2.COLOR_RGB2LAB)
    light = cv2.blur(cv2.dilate(lab[..., 0], np.ones((_AROUND_PX, _AROUND_PX))), (_AROUND_PX,) * 2)
    tint = np.linalg.norm(lab[..., 1:] - np.median(lab[..., 1:], axis=(0, 1)), axis=2)
    return float(((lab[..., 0] > light - _DARKER) & (tint < _TINT)).mean())
