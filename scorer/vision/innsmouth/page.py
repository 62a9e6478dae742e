"""The blank board of one's own box: its page cut out of a photo, and what photos are compared with.

Its page is measured as the practice town's is, so that all that is told of the map lies on it.
"""

from collections.abc import Iterator
from functools import lru_cache
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from scorer.rules.board.board import Board, BoardError, CafeSymbol, RoadKind
from scorer.rules.innsmouth.town import NAME, Town, TownFile, bonus_of
from scorer.rules.values import replace
from scorer.vision.boards.picture import BoardPicture, open_picture
from scorer.vision.photo.gate import NotRead, NotReadReason
from scorer.vision.teach.learn import learn_board

# The picture of a taught town's blank board, in its folder.
PICTURE_FILE = "picture.png"
# A ring goes round a name, and the network learned it on a plate that reaches beyond both: so
# many times longer than the name itself.
_ROUND_NAME = 1.5


class NoPrintError(BoardError):
    """There is nothing on a page but paper."""


def printed_map(town: Town) -> Board:
    """Return the map of *town* as its box prints it: without the diagonals that players draw.

    What is circled beside it stands in its ``cafe_area``, as far as it was laid.
    """
    printed = tuple(road for road in town.board.roads if road.kind is not RoadKind.DIAGONAL)
    return replace(town.board, roads=printed, cafe_area=tuple(_laid(town.file)))


def _laid(file: TownFile) -> Iterator[CafeSymbol]:
    (left, top), cell = file.board.origin_mm, file.board.cell_mm
    for sign, (x, y) in sorted(file.spots.bonuses.items()):
        yield CafeSymbol(sign, bonus_of(sign).value, (left + x * cell, top + y * cell))
    if file.spots.name is not None:
        ends = np.array(file.spots.name)
        plate = ends.mean(axis=0) + _ROUND_NAME * (ends - ends.mean(axis=0))
        for i, (x, y) in enumerate(plate.tolist()):
            yield CafeSymbol(f"{NAME}-{i}", NAME, (left + x * cell, top + y * cell))


def page_in(photo: bytes, town: Town, corners_xy: NDArray[np.float64]) -> BoardPicture:
    """Return the page that a photo of a blank board shows.

    Parameters
    ----------
    photo : bytes
    town : Town
        Where the lattice lies on its page; nothing else of it matters.
    corners_xy : (4, 2) float
        The corners of the lattice, clockwise from its top left, in the upright photo.

    Raises
    ------
    NoPrintError
        If nothing is printed on the page.
    BoardError
        If it is no photo, or the corners enclose no map, saying so.
    """
    found = learn_board(photo, replace(town.board, roads=(), landmarks=()), corners_xy)
    if isinstance(found, NotRead):
        nothing = found.reason is NotReadReason.NO_PRINT
        raise (NoPrintError if nothing else BoardError)(found.hint)
    return found.picture


def as_png(page: BoardPicture) -> bytes:
    """Return a *page* as it is kept."""
    file = BytesIO()
    Image.fromarray(page.rgb).save(file, "PNG", compress_level=4)
    return file.getvalue()


def taught_picture(town: Town, folder: Path) -> BoardPicture | None:
    """Return the page of a town that was taught into *folder* with a photo; None without one.

    Raises
    ------
    PictureError, OSError
        If the picture is broken.
    """
    return picture_at(town, folder / town.file.id / PICTURE_FILE)


def picture_at(town: Town, file: Path) -> BoardPicture | None:
    """Return the page of *town* in a picture *file*; None if there is no such file.

    Raises
    ------
    PictureError, OSError
        If the picture is broken.
    """
    try:
        changed = file.stat().st_mtime_ns
    except OSError:
        return None
    return _opened(town, file, changed)


# What is worked out from a picture is kept by its identity.
@lru_cache(maxsize=4)
def _opened(town: Town, file: Path, changed: int) -> BoardPicture:
    return replace(open_picture(printed_map(town), file.read_bytes()), strange=True)
