"""Whether what looks like a map is none: chess boards, tables, squared paper, screens."""

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.vision.boards.picture import BoardPicture
from scorer.vision.geometry import PX_PER_MM, Frame, Mapping, remap, sources
from scorer.vision.teach.laying import Laid, Shown, sides_shown

Picture = NDArray[np.uint8]

# On a map nothing goes on beyond it: between squares beyond it, on the two sides where they show
# most, edges are 0.41 as clear as on it at most, of 126 boards in photos of unseen art. Sudokus
# have 0.78 and more, chess boards about 1. What the photo cuts off has less; without roads less is
# enough.
_GOES_ON, _GOES_ON_WITHOUT_ROADS, _ROADLESS = 0.6, 0.35, 0.045
# A map laid a row off goes on as well, but so many times as clearly as the row at its other end,
# which is none.
_ROW_AMISS = 2.0
# Half a road's width, as a share of the distance between two: chess boards have none at all.
_NO_ROADS = 0.012
# Lines on paper are narrower than most roads, and most of such a grid is bare paper: of 13 boards
# in photos with roads about as narrow 0.47 at most, of 30 sudokus 0.68 and more.
_LINES, _PAPER = 0.036, 0.55
# Bare paper is nearly as light as the lightest round about, and of the usual tint (CIE L*a*b*).
_DARKER, _TINT = 9.0, 6.0
_PX_PER_MM, _AROUND_PX = 1.0, 25


def goes_on(rgb: Picture, page: BoardPicture, laid: Laid, shown: Shown) -> bool:
    """Return whether the squares of a board *laid* on a photo go on beyond the map.

    As its sides that are *shown* tell; or whether they are bare squares. Then it is no map but
    a part of a chess board, a table, squared paper, or a screen full of pictures.
    """
    roadless = laid.inset_mm / shown.pitch_mm < _ROADLESS
    most = _GOES_ON_WITHOUT_ROADS if roadless else _GOES_ON
    return _beyond(shown) > most or _bare(rgb, page, laid, shown)


def shows_no_town(rgb: Picture, page: BoardPicture, laid: Laid) -> bool:
    """Return whether no town lies between the sides of a board *laid* on a photo.

    No roads lie there but nothing, or lines; or squares go on, and no row is amiss.
    """
    shown = sides_shown(rgb, page, laid)
    if _bare(rgb, page, laid, shown):
        return True
    sides = zip(shown.between_beyond, shown.at_other_end, strict=True)
    return _beyond(shown) > _GOES_ON and not any(
        beyond > max(_GOES_ON, _ROW_AMISS * other) for beyond, other in sides
    )


def _beyond(shown: Shown) -> float:
    """Return how clearly squares go on: a part of a grid goes on to two sides at least."""
    return sum(sorted(shown.between_beyond)[-2:]) / 2


def _bare(rgb: Picture, page: BoardPicture, laid: Laid, shown: Shown) -> bool:
    road_share = laid.inset_mm / shown.pitch_mm
    if road_share < _NO_ROADS:
        return True
    drawn = road_share < _LINES or _beyond(shown) > _GOES_ON
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
