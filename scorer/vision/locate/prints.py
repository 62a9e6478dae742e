"""What is printed in the locations of a board, and how well a photo agrees with it."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board
from scorer.vision.boards.picture import BoardPicture, kept_with_picture
from scorer.vision.geometry import Frame, Mapping, frame_of, remap, sources
from scorer.vision.ink.sampling import widely_blurred

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Bytes = NDArray[np.uint8]

# Prints are compared at so many pixels a mm.
SCALE = 3.0
# The share of a location's width and height that is surely inside its frame.
_INSIDE = 0.66
# How much coarser details ``rough_agreement`` looks at.
_VEIL = 3.0


def agreement(grey: Bytes, picture: BoardPicture, mapping: Mapping, coarser: float = 1.0) -> float:
    """Return the correlation of the locations' prints with the photo there, from -1 to 1.

    What all locations have in common (a frame, a symbol in one corner) does not count:
    other boards have it too. *coarser* times larger details are looked at.
    """
    flat = contrasts(flatten(grey, frame_of(picture), mapping, coarser))
    return prints_of(picture, coarser).agreement(flat)


def rough_agreement(grey: Bytes, picture: BoardPicture, mapping: Mapping) -> float:
    """Return ``agreement`` as seen through a veil: it forgives being off by 2 mm."""
    return agreement(grey, picture, mapping, _VEIL)


def agreement_nearby(
    grey: Bytes, picture: BoardPicture, mapping: Mapping, reach_mm: float
) -> float:
    """Return how well each location's print agrees with the photo up to *reach_mm* beside it.

    The mean of their best correlations, so even of other boards some 0.4.
    """
    flat = contrasts(flatten(grey, frame_of(picture), mapping, _VEIL))
    prints, reach = prints_of(picture, _VEIL), int(np.ceil(reach_mm * SCALE / _VEIL))
    best = []
    for rows, columns, own in zip(prints.rows, prints.columns, prints.own, strict=True):
        top, left = max(0, int(rows[0, 0]) - reach), max(0, int(columns[0, 0]) - reach)
        window = flat[top : int(rows[-1, 0]) + reach + 1, left : int(columns[0, -1]) + reach + 1]
        best.append(cv2.minMaxLoc(cv2.matchTemplate(window, own, cv2.TM_CCOEFF_NORMED))[1])
    return float(np.mean(best))


def flatten(grey: Bytes, frame: Frame, mapping: Mapping, coarser: float = 1.0) -> Bytes:
    """Return *frame* of the page as *mapping* finds it in *grey*, at 3 px per mm or coarser."""
    return remap(grey, sources(frame, mapping, SCALE / coarser))


def contrasts(grey: Bytes) -> Floats:
    """Return local contrasts, free of light and exposure, between -2.5 and 2.5."""
    values = grey.astype(np.float32)
    fine = cv2.GaussianBlur(values, (0, 0), 0.3 * SCALE)
    detail = fine - widely_blurred(values, 2.2 * SCALE)
    spread = np.sqrt(widely_blurred(detail * detail, 3.5 * SCALE))
    floor = 0.012 * _median(grey) + 0.5
    return np.asarray(np.clip(detail / (spread + floor), -2.5, 2.5), np.float32)


def _median(grey: Bytes) -> float:
    """Return the median of *grey*, faster than ``np.median`` by far."""
    until = np.cumsum(cv2.calcHist([grey], [0], None, [256], [0, 256]))
    middles = [(grey.size - 1) // 2, grey.size // 2]
    return float(np.searchsorted(until, middles, side="right").mean())


def _correlation(one: Floats, other: Floats) -> float:
    spread = float(np.sqrt((one**2).sum() * (other**2).sum()))
    return float((one * other).sum()) / max(spread, 1e-6)


@kept_with_picture
def blank_print(picture: BoardPicture, coarser: float = 1.0) -> Floats:
    """Return the contrasts of the blank board, at 3 px per mm or *coarser*."""
    grey = cv2.cvtColor(frame_of(picture).reference, cv2.COLOR_RGB2GRAY)
    width, height = frame_of(picture).size_at(SCALE / coarser)
    small = cv2.resize(grey, (width, height), interpolation=cv2.INTER_AREA)
    return contrasts(np.asarray(small, np.uint8))


@dataclass(frozen=True, slots=True)
class Prints:
    """What is printed in the locations of a board alone.

    Attributes
    ----------
    rows, columns : (N, H, 1) and (N, 1, W) int
        The pixels inside each location.
    own : (N, H, W) float32
        The contrasts there, less what all locations have in common.
    """

    rows: NDArray[np.intp]
    columns: NDArray[np.intp]
    own: Floats

    def agreement(self, contrast: Floats) -> float:
        """Return the correlation of the prints with *contrast*, -1 to 1."""
        return _correlation(self.own, self.inside(contrast))

    def inside(self, contrast: Floats) -> Floats:
        """Return the insides of all locations in *contrast*, less what they have in common."""
        return _less_common(contrast[self.rows, self.columns])


def _less_common(insides: Floats) -> Floats:
    return np.asarray(insides - insides.mean(axis=0), np.float32)


@kept_with_picture
def prints_of(picture: BoardPicture, coarser: float) -> Prints:
    """Return what is printed in the locations, at 3 px per mm or *coarser*."""
    boxes = location_boxes(picture.board) - np.array(frame_of(picture).origin_mm)
    return prints_in(blank_print(picture, coarser), boxes * (SCALE / coarser))


def location_boxes(board: Board) -> Doubles:
    """Return the first and the last corners of all locations of *board*, (N, 2, 2) in mm."""
    cells = [cell.polygon for cell in board.cells if not cell.location.name]
    return np.array([[np.min(one, axis=0), np.max(one, axis=0)] for one in cells])


def prints_in(blank: Floats, boxes: Doubles) -> Prints:
    """Return what *blank*, contrasts, shows in locations whose *boxes* are (N, 2, 2) pixels."""
    width, height = (_INSIDE * (boxes[:, 1] - boxes[:, 0]).min(axis=0)).astype(int)
    x, y = np.round(boxes.mean(axis=1) - np.array([width, height]) / 2).astype(int).T
    rows, columns = (
        y[:, None, None] + np.arange(height)[:, None],
        x[:, None, None] + np.arange(width),
    )
    return Prints(rows, columns, _less_common(blank[rows, columns]))
