"""Which kind each tourist is: a closer look at every shape found.

The network that finds shapes sees whole locations, in which a shape is a dozen pixels wide, and
knows no pentagons. Another one looks at each shape by itself, larger.
"""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board, Point, TouristKind
from scorer.rules.values import replace
from scorer.vision.evidence.networks import averaged
from scorer.vision.evidence.networks.patches import pitch_mm
from scorer.vision.evidence.shapes import Crowd, Shape
from scorer.vision.geometry import Rectified
from scorer.vision.ink.ink import Ink

Floats = NDArray[np.float32]

# The order in which the network gives the chances of a shape's kinds.
KINDS = (TouristKind.CIRCLE, TouristKind.SQUARE, TouristKind.TRIANGLE, TouristKind.PENTAGON)
# Pixels of a shape's picture, and its width in mm where locations are of the usual size.
SHAPE_SIDE, SHAPE_LAYERS = 56, 5
_WIDE_MM, _USUAL_PITCH_MM = 11.5, 25.0
# What the closer look counts for beside the other network.
_WORTH = 0.7
# Without colours circles are taken for squares more often than squares for circles: their odds
# are multiplied by this.
_CIRCLES = 1.22


# What the closer look makes of shapes at some places (x, y): chances (N, 4) of ``KINDS``.
KindsAt = Callable[[list[Point]], Floats]


def look_closer(
    crowds: tuple[Crowd, ...],
    kinds_at: KindsAt,
    pentagons: bool,
    grey: bool,
    *,
    worth: float = _WORTH,
) -> tuple[Crowd, ...]:
    """Return *crowds* with the chances of every shape's kind, in the order of ``KINDS``.

    There are four with *pentagons*, else three, and what else the first look told apart. A *grey*
    photo has no colours. *worth* is what the closer look counts for beside the first.
    """
    found = [shape for crowd in crowds for shape in (*crowd.shapes, *crowd.traces)]
    seen = iter(kinds_at([shape.middle_px for shape in found]))
    looked = []
    for crowd in crowds:
        shapes = tuple(_looked_at(one, next(seen), pentagons, grey, worth) for one in crowd.shapes)
        traces = tuple(_looked_at(one, next(seen), pentagons, grey, worth) for one in crowd.traces)
        looked.append(replace(crowd, shapes=shapes, traces=traces))
    return tuple(looked)


def closer_look(ink: Ink, rectified: Rectified, board: Board) -> KindsAt:
    """Return what looks at the shapes of one photo."""

    def kinds_at(middles_px: list[Point]) -> Floats:
        return averaged.kinds(shape_patches(ink, rectified, middles_px, board), ink.grey)

    return kinds_at


def _looked_at(shape: Shape, seen: Floats, pentagons: bool, grey: bool, worth: float) -> Shape:
    """Return *shape* with what both networks say together.

    Of pentagons the closer look alone tells, of crosses and threat symbols the other one.
    """
    first, rest = np.array(shape.kinds[:3]), shape.kinds[3:]
    both = (first + 1e-6) ** (1 - worth) * (seen[:3] + 1e-6) ** worth
    if grey:
        both[KINDS.index(TouristKind.CIRCLE)] *= _CIRCLES
    usual = both * first.sum() / both.sum()
    kinds = [*((1 - seen[3]) * usual), seen[3]] if pentagons else [*usual, *rest]
    return replace(shape, kinds=tuple(map(float, kinds)))


def shape_patches(
    ink: Ink, rectified: Rectified, middles_px: list[tuple[float, float]], board: Board
) -> Floats:
    """Return the pictures (N, 5, 56, 56) round *middles_px*: ink, darkness and print.

    The ink's strength (a usual pen is 1, at most 2); how much darker than the print red, green
    and blue are (``Ink.off``); and the print's lightness from 0 to 1.
    """
    if not middles_px:
        return np.zeros((0, SHAPE_LAYERS, SHAPE_SIDE, SHAPE_SIDE), np.float32)
    step = _WIDE_MM * pitch_mm(board) / _USUAL_PITCH_MM * rectified.px_per_mm / SHAPE_SIDE
    pictures = [_picture(ink, rectified, middle, step) for middle in middles_px]
    return np.ascontiguousarray(np.stack(pictures).transpose(0, 3, 1, 2), np.float32)


def _picture(ink: Ink, rectified: Rectified, middle: tuple[float, float], step: float) -> Floats:
    """Return the picture (56, 56, 5) round *middle*, *step* pixels of the photo a pixel."""
    half = step * (SHAPE_SIDE - 1) / 2
    height, width = ink.strength.shape
    left, top = (max(0, int(value - half) - 3) for value in middle)
    columns = slice(left, min(width, int(middle[0] + half) + 4))
    rows = slice(top, min(height, int(middle[1] + half) + 4))
    layers = _layers(ink, rectified, rows, columns)
    to_photo = np.array(
        [[step, 0, middle[0] - left - half], [0, step, middle[1] - top - half]], np.float64
    )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(layers, to_photo, (SHAPE_SIDE, SHAPE_SIDE), flags=flags))


def _layers(ink: Ink, rectified: Rectified, rows: slice, columns: slice) -> Floats:
    print_ = cv2.cvtColor(rectified.reference[rows, columns], cv2.COLOR_RGB2GRAY)
    full = np.dstack(
        [
            np.clip(ink.strength[rows, columns], 0, 2),
            ink.off((rows, columns)),
            print_.astype(np.float32) / 255,
        ]
    )
    return np.asarray(cv2.GaussianBlur(full.astype(np.float32), (0, 0), 0.6), np.float32)
