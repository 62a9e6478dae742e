"""What the networks look at: small pictures of roads, points and locations, all alike.

Training cuts its examples with this very code. Colour shows ink on dark print and through
reflections, but which colour it is says nothing: networks learn from pictures whose colours were
exchanged, and from grey ones.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board, Cell, Point
from scorer.rules.notation import RoadId
from scorer.vision.geometry import Rectified
from scorer.vision.ink.ink import Ink
from scorer.vision.ink.memo import Same
from scorer.vision.ink.sampling import sample

Floats = NDArray[np.float32]

# Pixels across a location, and around it.
PITCH, ROOM = 72, 12
SIDE = PITCH + 2 * ROOM
# Ink, how much darker than the print (red, green, blue), the print itself, and what was seen.
LAYERS = 6
# Steps along a road, so much of it added at either end, and steps across.
ROAD_LONG, ROAD_BEYOND, ROAD_WIDE = 96, 0.18, 32
# The side of a picture of a point; the last layer shows the cafés' symbols.
POINT_SIDE, POINT_LAYERS = 64, LAYERS + 1
# Steps in mm on a board whose locations are of the usual size.
_USUAL_PITCH_MM = 25.0
_ACROSS_MM, _POINT_MM = 0.354, 0.3
_CAFE_MM = 3.0
# The layers are this many times smaller than the rectified photo.
_SMALLER = 2


@dataclass(frozen=True, slots=True)
class _Scale:
    """From places on the page to places in layers, alike for all photos of a board.

    ``first_px`` is the page's corner in the rectified photo, of *px_per_mm*.
    """

    first_px: Point
    px_per_mm: float

    def places(self, points_mm: NDArray[np.floating]) -> Floats:
        """Return the places (…, 2) in layers of points (…, 2) on the page, in mm."""
        px = points_mm * self.px_per_mm + np.array(self.first_px)
        return np.asarray((px + 0.5) / _SMALLER - 0.5, np.float32)


@dataclass(frozen=True, slots=True)
class Layers:
    """A rectified photo as the networks see it.

    Attributes
    ----------
    values : (H / 2, W / 2, 6) float32
        The ink's strength (a usual pen is 1, at most 2); how much darker than the print red,
        green and blue are (``Ink.off``); the print's lightness from 0 to 1; and 1 where the
        place was seen.
    rectified : Rectified
    grey : bool
        Whether the photo has no colours: then red, green and blue are the same.
    """

    values: Floats
    rectified: Rectified
    grey: bool

    @classmethod
    def of(cls, rectified: Rectified, ink: Ink) -> Self:
        """Return the layers of a photo whose *ink* was found."""
        grey = cv2.cvtColor(rectified.reference, cv2.COLOR_RGB2GRAY)
        print_ = np.asarray(grey.astype(np.float32) / 255, np.float32)
        seen = (~ink.hidden).astype(np.float32)
        layers = (np.clip(ink.strength, 0, 2), ink.off(), print_, seen)
        return cls(np.dstack([_smaller(layer) for layer in layers]), rectified, ink.grey)

    @property
    def scale(self) -> "_Scale":
        """How places on the page become places in ``values``."""
        return _Scale(self.rectified.to_px((0.0, 0.0)), self.rectified.px_per_mm)

    def at(self, places: Floats) -> Floats:
        """Return the layers (N, H, W, 6) at places (N, H, W, 2) of theirs, as ``scale`` says."""
        flat = places.reshape(-1, places.shape[2], 2)
        # OpenCV can look up no more rows than this at once.
        found = [
            cv2.remap(
                self.values,
                np.ascontiguousarray(some[..., 0]),
                np.ascontiguousarray(some[..., 1]),
                cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_CONSTANT,
            )
            for some in np.array_split(flat, -(-len(flat) // 16384))
        ]
        together = np.concatenate(found).reshape(*places.shape[:3], LAYERS)
        return np.asarray(together, np.float32)


def _smaller(layer: Floats) -> Floats:
    height, width = layer.shape[0] // _SMALLER, layer.shape[1] // _SMALLER
    whole = layer[: height * _SMALLER, : width * _SMALLER]
    return np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA), np.float32)


def road_patches(layers: Layers, board: Board) -> tuple[tuple[RoadId, ...], Floats]:
    """Return the roads of *board* and their pictures, (N, 6, 96, 32), straightened."""
    seen = layers.at(_road_places(Same(board), layers.scale))
    return tuple(road.id for road in board.roads), np.ascontiguousarray(seen.transpose(0, 3, 1, 2))


@lru_cache(maxsize=2)
def _road_places(board: Same[Board], scale: _Scale) -> Floats:
    """Return what places (N, 96, 32, 2) in layers the pictures of the roads show."""
    step = _ACROSS_MM * pitch_mm(board.thing) / _USUAL_PITCH_MM
    across = (np.arange(ROAD_WIDE) - (ROAD_WIDE - 1) / 2) * step
    corridors = [scale.places(_corridor(road.path, across)) for road in board.thing.roads]
    return np.stack(corridors)


def point_patches(layers: Layers, board: Board, points_mm: tuple[Point, ...]) -> Floats:
    """Return the pictures (N, 7, 64, 64) round *points_mm*."""
    if not points_mm:
        return np.zeros((0, POINT_LAYERS, POINT_SIDE, POINT_SIDE), np.float32)
    places, symbols = _point_places(Same(board), points_mm, layers.scale)
    whole = np.concatenate([layers.at(places), symbols], axis=-1)
    return np.ascontiguousarray(whole.transpose(0, 3, 1, 2))


@lru_cache(maxsize=4)
def _point_places(
    board: Same[Board], points_mm: tuple[Point, ...], scale: _Scale
) -> tuple[Floats, Floats]:
    """Return what places (N, 64, 64, 2) in layers the pictures round *points_mm* show, and
    their layer (N, 64, 64, 1) of symbols.
    """
    step = _POINT_MM * pitch_mm(board.thing) / _USUAL_PITCH_MM
    offsets = (np.arange(POINT_SIDE) - (POINT_SIDE - 1) / 2) * step
    around = np.stack(np.meshgrid(offsets, offsets), axis=-1)
    places = np.array(points_mm).reshape(-1, 1, 1, 2) + around
    symbols = np.zeros((*places.shape[:3], 1), np.float32)
    for cafe in board.thing.cafes:
        away = np.hypot(*np.moveaxis(places - cafe.xy, -1, 0))
        symbols[..., 0] = np.maximum(symbols[..., 0], away < _CAFE_MM)
    return scale.places(places), symbols


def location_patches(layers: Layers, cells: tuple[Cell, ...]) -> Floats:
    """Return the pictures (N, 6, 96, 96) of *cells*, framed as ``patch`` does."""
    found = []
    for cell in cells:
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        to_layers = _frame_in_layers(cell, layers)
        found.append(cv2.warpAffine(layers.values, to_layers, (SIDE, SIDE), flags=flags))
    empty = np.zeros((0, SIDE, SIDE, LAYERS), np.float32)
    whole = np.stack(found) if found else empty
    return np.ascontiguousarray(whole.transpose(0, 3, 1, 2))


def _frame_in_layers(cell: Cell, layers: Layers) -> NDArray[np.float64]:
    """Return the 2 × 3 matrix from the patch of *cell* to places in *layers*."""
    to_photo = frame(cell, layers.rectified)
    to_photo[:, 2] += 0.5
    to_photo /= _SMALLER
    to_photo[:, 2] -= 0.5
    return to_photo


def roads_seen(sight: Floats, layers: Layers, board: Board) -> Floats:
    """Return how much of every road is seen, (N,), by the *sight* (H, W) of a rectified photo.

    Of its picture only the middle counts, where a section would be.
    """
    at = _road_places(Same(board), layers.scale)
    ends, sides = round(ROAD_LONG * ROAD_BEYOND / (1 + 2 * ROAD_BEYOND)), ROAD_WIDE // 4
    middle = np.ascontiguousarray(at[:, ends : ROAD_LONG - ends, sides : ROAD_WIDE - sides])
    return np.asarray(sample(_smaller(sight), middle).mean(axis=(1, 2)))


def points_seen(
    sight: Floats, layers: Layers, board: Board, points_mm: tuple[Point, ...]
) -> Floats:
    """Return how much is seen, (N,), of where a ring would be round each of *points_mm*."""
    if not points_mm:
        return np.zeros(0, np.float32)
    places, _ = _point_places(Same(board), points_mm, layers.scale)
    rim = POINT_SIDE // 4
    middle = np.ascontiguousarray(places[:, rim : POINT_SIDE - rim, rim : POINT_SIDE - rim])
    return np.asarray(sample(_smaller(sight), middle).mean(axis=(1, 2)))


def locations_seen(sight: Floats, layers: Layers, cells: tuple[Cell, ...], stride: int) -> Floats:
    """Return how much is seen of the pictures of *cells*, (N, 96 / stride, 96 / stride)."""
    flags, small = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, _smaller(sight)
    found = []
    for cell in cells:
        whole = cv2.warpAffine(small, _frame_in_layers(cell, layers), (SIDE, SIDE), flags=flags)
        side = SIDE // stride
        found.append(cv2.resize(whole, (side, side), interpolation=cv2.INTER_AREA))
    return np.asarray(np.stack(found), np.float32)


def pitch_mm(board: Board) -> float:
    """Return the usual width of a location of *board*."""
    return float(np.median([np.ptp(np.array(cell.polygon)[:, 0]) for cell in board.cells]))


def _corridor(path: tuple[Point, ...], across_mm: NDArray[np.floating]) -> NDArray[np.float64]:
    """Return points (96, 32, 2) along *path* and beyond both its ends, in mm."""
    knots = np.array(path)
    lengths = np.concatenate(([0], np.cumsum(np.hypot(*np.diff(knots, axis=0).T))))
    total = lengths[-1]
    wanted = np.linspace(-ROAD_BEYOND, 1 + ROAD_BEYOND, ROAD_LONG) * total
    inside = np.clip(wanted, 0, total)
    along = np.stack([np.interp(inside, lengths, knots[:, axis]) for axis in (0, 1)], axis=1)
    ways = np.diff(knots, axis=0) / np.diff(lengths)[:, None]
    way = ways[np.clip(np.searchsorted(lengths, inside, "right") - 1, 0, len(ways) - 1)]
    along += way * (wanted - inside)[:, None]
    normal = np.stack([-way[:, 1], way[:, 0]], axis=1)
    return np.asarray(along[:, None] + normal[:, None] * across_mm[None, :, None])


def frame(cell: Cell, rectified: Rectified) -> NDArray[np.float64]:
    """Return the 2 × 3 matrix from the patch of *cell* to pixels of the rectified photo."""
    corners = np.array([rectified.to_px(point) for point in cell.polygon])
    low, high = corners.min(axis=0), corners.max(axis=0)
    scale = float((high - low).max()) / PITCH
    middle = (low + high) / 2
    first = middle - scale * (SIDE - 1) / 2
    return np.array([[scale, 0, first[0]], [0, scale, first[1]]])


def patch(cell: Cell, soft: NDArray[np.float32], rectified: Rectified) -> NDArray[np.float32]:
    """Return the ink in and around *cell*, (SIDE, SIDE), at most 2, from ``Ink.soft``."""
    to_photo = frame(cell, rectified)
    found = cv2.warpAffine(
        soft, to_photo, (SIDE, SIDE), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    )
    return np.asarray(np.clip(found, 0, 2), np.float32)
