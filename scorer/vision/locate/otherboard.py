"""Which of the other known boards a photo shows that is not of the chosen one."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scorer.vision.boards.picture import BoardPicture
from scorer.vision.locate.locate import NotFound, find_map
from scorer.vision.locate.printmatch import PrintMatch
from scorer.vision.photo.gate import NotRead, open_photo


def shown_instead(
    data: bytes, others: Sequence[BoardPicture], corners_xy: NDArray[np.float64] | None = None
) -> BoardPicture | None:
    """Return which of the boards *others* the photo in *data* shows, if it clearly shows one.

    Parameters
    ----------
    data : bytes
        A picture file.
    others : sequence of BoardPicture
    corners_xy : (4, 2) float, optional
        The map's corners in the upright photo, set by a person; the map is looked for too.
    """
    photo = open_photo(data, halved=True)
    if isinstance(photo, NotRead) or not others:
        return None
    for corners in (corners_xy, None) if corners_xy is not None else (None,):
        found = find_map(photo, others, corners)
        if not isinstance(found, NotFound) and found.print_match is PrintMatch.AGREES:
            return found.picture
    return None
