"""What is wrong with a photo that a board is to be learned from, before it is kept."""

from collections.abc import Sequence

import numpy as np

from scorer.vision.boards.picture import BoardPicture, map_corners_mm
from scorer.vision.evidence.inkmap import ink_chances
from scorer.vision.locate.otherboard import shown_instead

# The share of a map on which ink lies: of 18 blank boards in made-up art 0.057 at most, of boards
# after a game 0.089 and more.
_DRAWN_ON = 0.073
# Of 14 blank towns of Innsmouth in made-up art and as we print ours, photographed and their corners
# set a few pixels off, 0.010 at most; of the same towns after a game 0.081 and more.
_TOWN_DRAWN_ON = 0.045


def is_drawn_on(picture: BoardPicture) -> bool:
    """Return whether a board that is said to be blank has been played on."""
    return _ink_on(picture) > _DRAWN_ON


def is_town_drawn_on(picture: BoardPicture) -> bool:
    """Return whether a town of Innsmouth that is said to be blank has been played on."""
    return _ink_on(picture) > _TOWN_DRAWN_ON


def _ink_on(picture: BoardPicture) -> float:
    """Return on which share of a board's map ink lies."""
    scale = picture.px_per_mm
    chances = ink_chances(picture.rgb, picture.board, scale)
    corners = map_corners_mm(picture.board) * scale
    (left, top), (right, bottom) = np.round(corners[[0, 2]]).astype(int).tolist()
    return float((chances[top:bottom, left:right] > 0.5).mean())


def taught_before(data: bytes, taught: Sequence[BoardPicture]) -> BoardPicture | None:
    """Return which of the boards *taught* the photo in *data* shows, if it is one of them."""
    return shown_instead(data, taught)
