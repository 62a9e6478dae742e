"""A page with a coloured dot on each corner of its map, and where a photo shows the dots."""

from io import BytesIO

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from samples.simulator.board.printedpage import PrintedPage, map_corners
from scorer.rules.board.board import Board

# Corner dots that no print, ink or table has: magenta, cyan, yellow, lime.
DOTS = ((255, 0, 255), (0, 255, 255), (255, 255, 0), (0, 255, 0))


def dotted(board: Board, px_per_mm: float = 8.0) -> PrintedPage:
    """Return a grey page with a dot of its own colour on each corner of the map."""
    wide, high = (round(side * px_per_mm) for side in board.page_mm)
    rgb = np.full((high, wide, 3), 128, np.uint8)
    for (x, y), colour in zip(map_corners(board), DOTS, strict=True):
        centre = round(x * px_per_mm - 0.5), round(y * px_per_mm - 0.5)
        cv2.circle(rgb, centre, round(4 * px_per_mm), colour, -1)
    return PrintedPage(board, rgb)


def dot_centre(rgb: NDArray[np.uint8], colour: tuple[int, int, int]) -> NDArray[np.float64]:
    """Return where the pixels lie that differ from grey in the direction of *colour*."""
    values = rgb.astype(np.float64)
    tone = values - values.mean(axis=2, keepdims=True)
    wanted = np.array(colour, np.float64) - np.mean(colour)
    size = np.linalg.norm(tone, axis=2)
    alike = (tone @ wanted) / np.maximum(size * np.linalg.norm(wanted), 1e-9)
    mask = ((alike > 0.9) & (size > 0.5 * size.max())).astype(np.uint8)
    _, _, stats, centres = cv2.connectedComponentsWithStats(mask)
    return np.asarray(centres[1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())])


def upright(jpeg: bytes) -> NDArray[np.uint8]:
    with Image.open(BytesIO(jpeg)) as image:
        return np.asarray(ImageOps.exif_transpose(image).convert("RGB"))
