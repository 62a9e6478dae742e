"""A page as the network sees it that tells ink from print without knowing the print.

The map is laid on a canvas on which every location has the same size in pixels, so that places
that are alike on all boards (the middle of a road, a crossroads) are compared with each other:
most roads carry nothing, and so what most roads look like is print. Training cuts its examples
with this very code.
"""

from dataclasses import dataclass
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board, Point
from scorer.vision.boards.picture import map_corners_mm

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

# Pixels across a location, and around the map: half a location.
PITCH, ROOM = 72, 36
# Colours, how far they are from the usual ones at such a place, and where on the lattice it is.
LAYERS = 9
# Light is levelled over this many locations.
_LIGHT = 1.2
# What lies further outside the map is no place to compare.
_OUTSIDE_PX = 12
_LIFT = 10.0
_MOST = 2.0


@dataclass(frozen=True, slots=True)
class Canvas:
    """Where a board's map lies on a canvas.

    Attributes
    ----------
    first_mm : (2,) float
        The map's top left corner on what is shown of the page.
    pitch_mm : (2,) float
        The width and height of a location.
    counts : (int, int)
        How many locations there are across and down.
    """

    first_mm: Doubles
    pitch_mm: Doubles
    counts: tuple[int, int]

    @classmethod
    def of(cls, board: Board, origin_mm: Point = (0.0, 0.0)) -> Self:
        """Return the canvas of *board*, for pages of which the part from *origin_mm* is shown."""
        corners = map_corners_mm(board) - np.array(origin_mm)
        points = [point.lattice for point in board.crossroads_xy if point.lattice]
        counts = max(column for column, _ in points), max(line for _, line in points)
        return cls(corners[0], (corners[2] - corners[0]) / np.array(counts), counts)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        across, down = self.counts
        return across * PITCH + 2 * ROOM, down * PITCH + 2 * ROOM

    @property
    def to_mm(self) -> Doubles:
        """The 3 × 3 matrix from the canvas's pixels to mm on the page."""
        step = self.pitch_mm / PITCH
        first = self.first_mm + (0.5 - ROOM) * step
        return np.array([[step[0], 0, first[0]], [0, step[1], first[1]], [0, 0, 1]])

    def cut(self, page: Bytes, px_per_mm: float) -> Bytes:
        """Return the canvas, (H, W, 3) or (H, W), cut out of a *page* seen from above.

        Beyond the page its rim goes on.
        """
        finer = px_per_mm * float(self.pitch_mm.mean()) / PITCH
        if finer > 1.5:
            page = np.asarray(
                cv2.resize(page, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8
            )
            px_per_mm /= 2
        to_page = np.array([[px_per_mm, 0, -0.5], [0, px_per_mm, -0.5], [0, 0, 1]]) @ self.to_mm
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        cut = cv2.warpPerspective(
            page, to_page, self.size, flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(cut, np.uint8)

    def laid(self, picture: Floats, size: tuple[int, int], px_per_mm: float) -> Floats:
        """Return a *picture* of the canvas, (H, W), on a page of *size*, zero around it."""
        step = 1 / px_per_mm
        page = np.array([[step, 0, step / 2], [0, step, step / 2], [0, 0, 1]])
        to_canvas = np.linalg.inv(self.to_mm) @ page
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        found = cv2.warpPerspective(picture, to_canvas, size, flags=flags)
        return np.asarray(found, np.float32)

    def layers(self, cut: Bytes) -> Floats:
        """Return what the network sees of a canvas *cut* out, (H, W, 9).

        Three channels of levelled logarithms; the same less what is usual at such a place; how
        far off the next road's middle it is, across and down, 0 … 1; and 1 on the map.
        """
        level = _levelled(cut)
        usual = self.usual(level)
        return np.dstack(
            [np.clip(level, -_MOST, _MOST), np.clip(level - usual, -_MOST, _MOST), self._places()]
        )

    def usual(self, level: Floats) -> Floats:
        """Return, for every pixel of *level* (H, W, C), the median of all pixels placed like it."""
        across, down = self.counts
        tiles = (across + 1) * (down + 1)
        inside = self._map(_OUTSIDE_PX)[..., None]
        known = np.where(inside, level, np.float32(np.nan))
        channels = level.shape[2]
        parts = known.reshape(down + 1, PITCH, across + 1, PITCH, channels).transpose(0, 2, 1, 3, 4)
        ordered = np.sort(parts.reshape(tiles, -1), axis=0)
        # NaN is sorted to the end.
        count = (~np.isnan(ordered)).sum(axis=0)
        middle = np.maximum(count - 1, 0) // 2
        median = np.nan_to_num(np.take_along_axis(ordered, middle[None], axis=0)[0])
        tile = median.reshape(PITCH, PITCH, channels)
        return np.tile(tile, (down + 1, across + 1, 1))

    def _places(self) -> Floats:
        width, height = self.size
        x, y = (np.abs((np.arange(side) + 0.5) % PITCH - ROOM) / ROOM for side in (width, height))
        across, down = np.meshgrid(x, y)
        return np.dstack([across, down, self._map(0)]).astype(np.float32)

    def _map(self, beyond_px: int) -> NDArray[np.bool_]:
        width, height = self.size
        inside = np.zeros((height, width), np.bool_)
        first = ROOM - beyond_px
        inside[first : height - first, first : width - first] = True
        return inside


def _levelled(cut: Bytes) -> Floats:
    """Return logarithms of *cut*, free of its light and its cast."""
    logs = np.log((cut.astype(np.float32) + _LIFT) / (255 + _LIFT))
    grey = logs.mean(axis=2)
    light = cv2.GaussianBlur(grey, (0, 0), _LIGHT * PITCH, borderType=cv2.BORDER_REPLICATE)
    level = logs - light[..., None]
    return np.asarray(level - np.median(level, axis=(0, 1)), np.float32)
