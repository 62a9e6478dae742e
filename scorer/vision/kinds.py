"""Which kind a tourist is where there are pentagons: a closer look at every shape found.

The network that finds shapes knows circles, squares and triangles; to it a pentagon is one of
these. Another one looks at each shape by itself, in grey as all of them.
"""

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board import Board, TouristKind
from scorer.vision import network
from scorer.vision.ink import Ink
from scorer.vision.patches import pitch_mm
from scorer.vision.rectify import Rectified
from scorer.vision.shapes import Crowd, Shape

Floats = NDArray[np.float32]

# The order in which the network gives the chances of a shape's kinds.
KINDS = (TouristKind.CIRCLE, TouristKind.SQUARE, TouristKind.TRIANGLE, TouristKind.PENTAGON)
# Pixels of a shape's picture, and its width in mm where locations are of the usual size.
SHAPE_SIDE, SHAPE_LAYERS = 48, 3
_WIDE_MM, _USUAL_PITCH_MM = 11.5, 25.0


def look_closer(
    crowds: tuple[Crowd, ...], ink: Ink, rectified: Rectified, board: Board
) -> tuple[Crowd, ...]:
    """Return *crowds* with four chances for every shape's kind, in the order of ``KINDS``."""
    found = [shape for crowd in crowds for shape in (*crowd.shapes, *crowd.traces)]
    pictures = shape_patches(ink, rectified, [shape.middle_px for shape in found], board)
    seen = iter(network.kinds(pictures).tolist())
    looked = []
    for crowd in crowds:
        shapes = tuple(_looked_at(shape, next(seen)) for shape in crowd.shapes)
        traces = tuple(_looked_at(trace, next(seen)) for trace in crowd.traces)
        looked.append(replace(crowd, shapes=shapes, traces=traces))
    return tuple(looked)


def _looked_at(shape: Shape, seen: list[float]) -> Shape:
    """Return *shape* with what both networks say together: of pentagons the closer look alone."""
    *usual, pentagon = seen
    both = np.sqrt(np.array(shape.kinds) * np.array(usual) + 1e-9)
    circle, square, triangle = ((1 - pentagon) * both / both.sum()).tolist()
    return replace(shape, kinds=(circle, square, triangle, pentagon))


def shape_patches(
    ink: Ink, rectified: Rectified, middles_px: list[tuple[float, float]], board: Board
) -> Floats:
    """Return the pictures (N, 3, 48, 48) round *middles_px*: ink, darkness and print.

    The ink's strength (a usual pen is 1, at most 2); how much darker than the print, in the
    same measure, from -1 to 2, nothing forgiven; and the print's lightness from 0 to 1.
    """
    if not middles_px:
        return np.zeros((0, SHAPE_LAYERS, SHAPE_SIDE, SHAPE_SIDE), np.float32)
    layers = _layers(ink, rectified)
    step = _WIDE_MM * pitch_mm(board) / _USUAL_PITCH_MM * rectified.px_per_mm / SHAPE_SIDE
    half = (SHAPE_SIDE - 1) / 2
    pictures = []
    for x, y in middles_px:
        to_photo = np.array([[step, 0, x - half * step], [0, step, y - half * step]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        pictures.append(cv2.warpAffine(layers, to_photo, (SHAPE_SIDE, SHAPE_SIDE), flags=flags))
    return np.ascontiguousarray(np.stack(pictures).transpose(0, 3, 1, 2), np.float32)


def _layers(ink: Ink, rectified: Rectified) -> Floats:
    darker = (ink.expected - ink.photo).mean(axis=2) / ink.level
    print_ = cv2.cvtColor(rectified.reference, cv2.COLOR_RGB2GRAY).astype(np.float32) / 255
    full = np.dstack([np.clip(ink.strength, 0, 2), np.clip(darker, -1, 2), print_])
    return np.asarray(cv2.GaussianBlur(full.astype(np.float32), (0, 0), 0.6), np.float32)
