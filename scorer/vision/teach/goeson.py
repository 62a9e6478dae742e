"""Whether what looks like a map goes on beyond it: a chess board, a table, a screen of pictures."""

import numpy as np
from numpy.typing import NDArray

from scorer.vision.boards.picture import BoardPicture
from scorer.vision.teach.laying import Laid, sides_shown

Picture = NDArray[np.uint8]

# On a map nothing goes on beyond it: of boards in made-up art 0.64 and less. Chess boards, tables
# and the screens of phones have 0.75 and more. Without roads less is enough.
_GOES_ON, _GOES_ON_WITHOUT_ROADS, _ROADLESS = 0.7, 0.5, 0.045
# Half a road's width, as a share of the distance between two: chess boards have none at all.
_NO_ROADS = 0.012


def goes_on(rgb: Picture, page: BoardPicture, laid: Laid) -> bool:
    """Return whether the squares of a board *laid* on a photo go on beyond the map.

    Or whether no roads lie between them. Then it is no map but a part of a chess board, a table,
    or a screen full of pictures.
    """
    shown = sides_shown(rgb, page, laid)
    road_share = laid.inset_mm / shown.pitch_mm
    if road_share < _NO_ROADS:
        return True
    roadless = road_share < _ROADLESS
    return shown.beyond > (_GOES_ON_WITHOUT_ROADS if roadless else _GOES_ON)
