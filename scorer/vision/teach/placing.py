"""Where a board lies in a photo, by its map alone, and its page as the photo shows it.

Where the map lies is found by the sides of its locations alone, or told by four corners; which
way round it lies, by the colours of its landmarks and the rim of its page.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board
from scorer.rules.values import replace
from scorer.vision.boards.picture import BoardPicture
from scorer.vision.geometry import PX_PER_MM, Frame, Mapping
from scorer.vision.locate.locate import is_view
from scorer.vision.locate.rectify import flattened
from scorer.vision.photo.gate import (
    NotRead,
    NotReadReason,
    Photo,
    has_print,
    without_print,
)
from scorer.vision.teach.blocks import Blocks, Search, Stage
from scorer.vision.teach.goeson import goes_on, shows_no_town
from scorer.vision.teach.laying import Laid, at_clearest, lay, locations_across, sides_shown
from scorer.vision.teach.puttingright import put_right, side_amiss
from scorer.vision.teach.turns import turn_agreement

Doubles = NDArray[np.float64]
Picture = NDArray[np.uint8]
Mask = NDArray[np.bool_]

_SEARCH_PX = 2000
# So many places are looked at closely. Few maps need their outline: it is looked for last.
_MOST_PLACES = {Stage.LIKELIEST_PLANE: 2, Stage.PLANES: 5, Stage.OUTLINES: 2}
# What is no map stays below these as laid and as put right; even dark and textured maps have 0.35.
_NEARLY, _LEAST_LIKENESS = 0.2, 0.25
# What looks less like a map at a glance need not be looked at closely: of 80 boards in photos the
# likeliest place has 0.34 and more, of drawings on paper mostly less.
_LEAST_BLOCKS = 0.25
# On a chequered cloth a board has 0.58, the second sheet of paper with a sudoku up to 0.33.
_CLEARER_THAN_CLOTH = 0.45
# What is found at one place is found some rows off too: so far off, in steps from road to road, its
# corners moved alike but for so much. The diagonal of six by six has so many steps.
_MOST_SHIFT, _LIKE_IT, _DIAGONAL = 3.0, 0.6, 8.5
# A map as clear as this needs no comparing with other places.
_CLEAR_LIKENESS = 0.5
# Of places as likely the one counts where the landmarks' colours fit.
_TURN_WEIGHT = 0.1
# Between the locations of each of a map's outermost rows sides show: as clearly as 0.3 of all sides
# and more, in 252 photos.
_LEAST_BETWEEN = 0.2
# A turn is sure when it agrees by so much more than the others, and none at all below. Wrong
# turns of boards with pale landmarks agree by up to 0.3 more by chance.
_SURE_TURN, _EQUAL_TURN = 0.3, 0.02
# Corners set by hand are moved by this share of the map's side at most.
_HELP = 0.03
_CORNERS_HINT = (
    "Photograph the blank board from above in even light, the whole map in the picture; "
    "or set the map's four corners by hand."
)

_HINTS = {
    NotReadReason.NO_BOARD: f"The roads of the map were not found. {_CORNERS_HINT}",
    NotReadReason.NOT_A_MAP: (
        "The squares in the photo go on beyond six by six, or are but lines on paper: it is no "
        "map of the game, but a chess board, a table, squared paper or a screen. Photograph "
        "the board; or set the map's four corners by hand."
    ),
}


def placed(photo: Photo, board: Board, *, closely: bool = True) -> tuple[Laid, bool] | NotRead:
    """Return where the board lies in a photo, and whether its turn is sure.

    Not *closely*: only the likeliest places are looked at, as they are. Of six boards that closely
    are found five are found, of things that are none as few, in less than half the time.
    """
    if not has_print(photo.rgb):
        return without_print(photo.size)
    small, shrink = searched(photo)
    page, counts = empty(board), locations_across(board)
    search, tried, fits = Search(small, counts), set[Blocks](), _Fits([], [], closely)
    for stage, most in _MOST_PLACES.items():
        if stage is not Stage.LIKELIEST_PLANE and not closely:
            break
        refused = fits.refused
        # What goes on clearly on the likeliest plane goes on on the others.
        if stage is Stage.PLANES and refused is not None and refused >= _CLEAR_LIKENESS:
            continue
        near = [
            one
            for one in search.at(stage)[:most]
            if one not in tried and (stage is Stage.OUTLINES or one.likeness >= _LEAST_BLOCKS)
        ]
        tried.update(near)
        fits.try_(small, page, near)
        least = _CLEAR_LIKENESS if stage is Stage.LIKELIEST_PLANE else fits.least
        turned = [_turned(small, page, one) for one in fits.maps if one.likeness >= least]
        if turned:
            laid, _, sure = max(turned, key=lambda one: one[0].likeness + _TURN_WEIGHT * one[1])
            return replace(laid, mapping=laid.mapping.scaled(1 / shrink)), sure
    reason = NotReadReason.NO_BOARD if fits.refused is None else NotReadReason.NOT_A_MAP
    return NotRead(reason, _HINTS[reason], photo.size)


@dataclass(frozen=True, slots=True)
class _Fits:
    """The board as laid where it looks like a map, and where squares go on, so that it is none.

    Only ``closely`` looked at, what is laid some rows off is put right.
    """

    maps: list[Laid]
    others: list[Laid]
    closely: bool

    @property
    def refused(self) -> float | None:
        """The likeness of the likeliest of what looks like a map and is none."""
        return max((one.likeness for one in self.others), default=None)

    @property
    def least(self) -> float:
        """How likely a map must be: the board may lie on a chequered cloth, but then clearly."""
        return 0.0 if self.refused is None else min(_CLEARER_THAN_CLOTH, self.refused)

    def try_(self, rgb: Picture, page: BoardPicture, places: Sequence[Blocks]) -> None:
        """Lay the board on *places*, but on none that is what was laid before, some rows off."""
        corners = page.map_corners_mm
        for blocks in places:
            mapping = Mapping.from_corners(page, blocks.corners_xy)
            known = (one.mapping.to_photo(corners) for one in (*self.maps, *self.others))
            if not is_view(mapping.homography, page) or any(
                _shifted(blocks.corners_xy, one) for one in known
            ):
                continue
            laid = lay(rgb, page, mapping)
            if laid.likeness < _NEARLY:
                continue
            shown = sides_shown(rgb, page, laid)
            grid = goes_on(rgb, page, laid, shown)
            # What goes on and has no row amiss is no map, however exactly it is laid.
            if self.closely and (not grid or side_amiss(shown) is not None):
                laid = put_right(rgb, page, laid)
                shown = sides_shown(rgb, page, laid)
                grid = goes_on(rgb, page, laid, shown)
            if laid.likeness < _LEAST_LIKENESS:
                continue
            if grid:
                self.others.append(laid)
            elif min(shown.between_within) >= _LEAST_BETWEEN:
                self.maps.append(laid)
            if laid.likeness >= _CLEAR_LIKENESS:
                break


def _shifted(corners_xy: Doubles, known_xy: Doubles) -> bool:
    """Whether what has such corners, (4, 2), lies as something known, but for some rows."""
    pitch = float(np.linalg.norm(known_xy[0] - known_xy[2])) / _DIAGONAL
    apart = corners_xy - known_xy
    shift = apart.mean(axis=0)
    return bool(
        np.linalg.norm(shift) < _MOST_SHIFT * pitch
        and np.abs(apart - shift).max() < _LIKE_IT * pitch
    )


def _turned(rgb: Picture, page: BoardPicture, laid: Laid) -> tuple[Laid, float, bool]:
    """Return the board turned the way that fits best, how well that fits, and how surely."""
    corners = laid.mapping.to_photo(page.map_corners_mm)
    ways = []
    for turns in range(4):
        mapping = Mapping.from_corners(page, np.roll(corners, turns, axis=0))
        ways.append((turns, mapping, turn_agreement(rgb, page.board, mapping)))
    fits = sorted((fit for *_, fit in ways), reverse=True)
    # Where nothing tells them apart, the way the photo was taken counts: that comes first.
    turns, mapping, fit = next(way for way in ways if fits[0] - way[-1] < _EQUAL_TURN)
    turned = lay(rgb, page, mapping, laid.inset_mm) if turns else laid
    return turned, fit, fits[0] - fits[1] >= _SURE_TURN


def placed_by_hand(photo: Photo, board: Board, corners_xy: Doubles) -> tuple[Laid, bool] | NotRead:
    """Return where a person says that the board lies, helped along where sides show nearby."""
    page = empty(board)
    given = Mapping.from_corners(page, (np.asarray(corners_xy) + 0.5) / photo.scale - 0.5)
    if not is_view(given.homography, page):
        return NotRead(
            NotReadReason.NO_BOARD,
            "These four corners do not enclose a map. Put them on the outermost crossroads, "
            "clockwise, starting at the map's top left.",
            photo.size,
        )
    if not has_print(picture_of(board, *page_in(photo.rgb, board, given)).rgb):
        return without_print(photo.size)
    small, shrink = searched(photo)
    laid = lay(small, page, given.scaled(shrink))
    mapping = laid.mapping.scaled(1 / shrink)
    corners = page.map_corners_mm
    away = np.linalg.norm(mapping.to_photo(corners) - given.to_photo(corners), axis=1).max()
    side = np.linalg.norm(np.diff(given.to_photo(corners), axis=0), axis=1).mean()
    near = away < _HELP * side
    if near and laid.likeness >= _LEAST_LIKENESS:
        return replace(laid, mapping=mapping), True
    return replace(laid, mapping=given), True


def shows_town(photo: Photo, corners_xy: Doubles, board: Board) -> bool:
    """Whether a map lies between roads in plain view, and not the squares of something else.

    Parameters
    ----------
    photo : Photo
    corners_xy : (4, 2) float
        The outermost crossroads, in pixels of ``photo.rgb``, right to some mm.
    board : Board
        Any board with as many locations; its picture is not looked at.
    """
    small, shrink = searched(photo)
    page = empty(board)
    mapping = Mapping.from_corners(page, (corners_xy + 0.5) * shrink - 0.5)
    return not shows_no_town(small, page, at_clearest(small, page, mapping))


def searched(photo: Photo) -> tuple[Picture, float]:
    """Return a copy of *photo* of the size that maps are looked for in, and how much smaller."""
    shrink = min(1.0, _SEARCH_PX / max(photo.rgb.shape[:2]))
    small = cv2.resize(photo.rgb, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), shrink


def page_in(rgb: Picture, board: Board, mapping: Mapping) -> tuple[Picture, Mask]:
    """Return the whole page as seen from above, and where the photo reaches."""
    width, height = (round(side * PX_PER_MM) for side in board.page_mm)
    frame = Frame((0.0, 0.0), np.empty((height, width, 3), np.uint8))
    return flattened(rgb, empty(board), frame, mapping)


def picture_of(board: Board, page: Picture, seen: Mask) -> BoardPicture:
    """Return *page* as the board's picture; what no photo shows gets the usual shade."""
    filled = page.copy()
    if seen.any():
        filled[~seen] = np.median(page[seen], axis=0)
    return BoardPicture(board, filled, PX_PER_MM)


def empty(board: Board) -> BoardPicture:
    """Return *board* with a picture that shows nothing yet."""
    return BoardPicture(board, np.zeros((2, 2, 3), np.uint8), PX_PER_MM)
