"""Where places of a board's page lie: in a photo, and on the map seen from straight above.

Millimetres on the page are the common measure. A ``Mapping`` leads from them to a photo, a
``Frame`` to the blank board at a fixed scale, and ``Rectified`` is a photo laid over a frame.
"""

from dataclasses import dataclass
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board.board import Board, Point
from scorer.rules.values import replace
from scorer.vision.boards.picture import BoardPicture, kept_with_picture

PX_PER_MM = 6.0
# Cafés and task rings on the map's edge reach this far beyond it.
MARGIN_MM = 14.0
# Rings round symbols beside the map reach this far.
SYMBOL_MM = 7.0
# Every so many pixels a mapping is worked out exactly.
_EVERY = 4
# Degrees in x and in y of the field's terms.
_DEGREES = [(n - k, k) for n in range(5) for k in range(n + 1)]

Matrix = NDArray[np.float64]
Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Rectified:
    """A photo of the map, aligned pixel to pixel with the blank board.

    Attributes
    ----------
    rgb : (H, W, 3) uint8
        The photo: the map and a margin of up to ``MARGIN_MM``, as far as the page goes.
    reference : (H, W, 3) uint8
        The blank board there.
    origin_mm : (float, float)
        Where on the page the top left corner lies.
    px_per_mm : float
    seen : (H, W) bool
        False where the photo does not reach.
    known : (H, W) uint8, optional
        How surely the blank board is known there, 0 … 255; None: all of it.
    """

    rgb: Picture
    reference: Picture
    origin_mm: Point
    px_per_mm: float
    seen: NDArray[np.bool_]
    known: Picture | None = None

    def to_px(self, point_mm: Point) -> Point:
        """Return the pixel (x, y) of a place on the page; whole numbers are pixel middles."""
        x, y = point_mm
        left, top = self.origin_mm
        return (x - left) * self.px_per_mm - 0.5, (y - top) * self.px_per_mm - 0.5


@dataclass(frozen=True, slots=True)
class Mapping:
    """From places on the page to places in the photo, a bent board and the lens included.

    A place is first moved by a smooth field on the page, then taken through a homography.

    Attributes
    ----------
    homography : (3, 3) float
        From mm on the page to pixels of the photo.
    field : (15, 2) float
        Terms of the field, in mm; see ``field_terms``.
    middle_mm, half_mm : (float, float) and float
        The square on which the field's polynomials run from -1 to 1.
    """

    homography: Matrix
    field: Matrix
    middle_mm: Point
    half_mm: float

    @classmethod
    def plain(cls, picture: BoardPicture, homography: Matrix) -> Self:
        """Return the mapping that is *homography* and nothing else."""
        first, _, last, _ = picture.map_corners_mm
        x, y = ((first + last) / 2).tolist()
        half = float((last - first).max()) / 2 + MARGIN_MM
        return cls(homography, np.zeros((15, 2)), (x, y), half)

    @classmethod
    def from_corners(cls, picture: BoardPicture, corners_xy: Matrix) -> Self:
        """Return the mapping that four corners fix.

        Parameters
        ----------
        picture : BoardPicture
        corners_xy : (4, 2) float
            The map's corners a0, g0, g6, a6 in the photo, in pixels.
        """
        corners_mm = picture.map_corners_mm.astype(np.float32)
        found = cv2.getPerspectiveTransform(corners_mm, np.asarray(corners_xy, dtype=np.float32))
        return cls.plain(picture, np.asarray(found, dtype=np.float64))

    def normal(self, points_mm: Matrix) -> Matrix:
        """Return *points_mm* (…, 2) in the field's own coordinates, -1 to 1 on the map.

        Beyond the map the field goes on as at its rim: polynomials would run away there.
        """
        beside = (points_mm - np.array(self.middle_mm)) / self.half_mm
        return np.asarray(np.clip(beside, -1, 1))

    def to_photo(self, points_mm: Matrix) -> Matrix:
        """Return the photo pixels (…, 2) of *points_mm* (…, 2) on the page."""
        moved = points_mm
        if self.field.any():
            moved = points_mm + field_terms(self.normal(points_mm)) @ self.field
        at = moved @ self.homography[:, :2].T + self.homography[:, 2]
        # Behind the camera there is nothing; keep the division harmless.
        depth = np.where(np.abs(at[..., 2:]) < 1e-9, 1e-9, at[..., 2:])
        return np.asarray(at[..., :2] / depth)

    def grid_to_photo(self, x_mm: Matrix, y_mm: Matrix) -> Matrix:
        """Return the photo pixels (H, W, 2) of a grid of places on the page.

        The same as ``to_photo``, faster: the field is made of products of terms of
        columns *x_mm*, (W,), and terms of rows *y_mm*, (H,).
        """
        x, y = np.meshgrid(x_mm, y_mm)
        if self.field.any():
            (middle_x, middle_y), half = self.middle_mm, self.half_mm
            in_x = np.stack(_legendre(np.clip((x_mm - middle_x) / half, -1, 1)))
            in_y = np.stack(_legendre(np.clip((y_mm - middle_y) / half, -1, 1)))
            shares = np.zeros((2, 5, 5))
            for share, (of_x, of_y) in zip(self.field, _DEGREES, strict=True):
                shares[:, of_y, of_x] = share
            moved_x, moved_y = in_y.T @ shares @ in_x
            x, y = x + moved_x, y + moved_y
        across, down, depth = (row[0] * x + row[1] * y + row[2] for row in self.homography)
        depth = np.where(np.abs(depth) < 1e-9, 1e-9, depth)
        return np.stack([across / depth, down / depth], axis=-1)

    def bent_by(self, field: Matrix) -> Self:
        """Return the mapping that first moves places by *field*, (15, 2), too.

        Fields are so small that moving by both at once is the same as one after the other.
        """
        return replace(self, field=self.field + field)

    def scaled(self, factor: float) -> Self:
        """Return the mapping into the same photo *factor* times as large."""
        # Pixel middles are whole numbers, so the picture's corner lies at -0.5.
        shift = 0.5 * (factor - 1)
        grow = np.array([[factor, 0, shift], [0, factor, shift], [0, 0, 1]])
        return replace(self, homography=grow @ self.homography)


def field_terms(normal: Matrix) -> Matrix:
    """Return the 15 terms (…, 15) of two-dimensional polynomials up to the fourth degree.

    Products of Legendre polynomials, lowest degrees first, at places (…, 2) from -1 to 1.
    """
    in_x, in_y = _legendre(normal[..., 0]), _legendre(normal[..., 1])
    return np.stack([in_x[of_x] * in_y[of_y] for of_x, of_y in _DEGREES], axis=-1)


def _legendre(x: Matrix) -> tuple[Matrix, ...]:
    square = x * x
    return (
        np.ones_like(x),
        x,
        (3 * square - 1) / 2,
        (5 * square - 3) * x / 2,
        ((35 * square - 30) * square + 3) / 8,
    )


@dataclass(frozen=True, slots=True)
class Frame:
    """The part of a page that is rectified, and its blank picture at ``PX_PER_MM``.

    ``known`` tells how surely the picture is, as in ``BoardPicture``.
    """

    origin_mm: Point
    reference: Picture
    known: Picture | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.reference.shape[1], self.reference.shape[0]

    def size_at(self, px_per_mm: float) -> tuple[int, int]:
        """Width and height in pixels of another scale."""
        width, height = self.size
        return round(width / PX_PER_MM * px_per_mm), round(height / PX_PER_MM * px_per_mm)

    @property
    def to_mm(self) -> Matrix:
        """The 3 × 3 matrix from this frame's pixels to mm on the page."""
        (x, y), step = self.origin_mm, 1 / PX_PER_MM
        return np.array([[step, 0, x + step / 2], [0, step, y + step / 2], [0, 0, 1]])


@kept_with_picture
def frame_of(picture: BoardPicture) -> Frame:
    """Return the part of the page around the map of *picture*, and all that is written beside."""
    corners = picture.map_corners_mm
    page = np.array(picture.board.page_mm)
    used = np.vstack([corners[0] - MARGIN_MM, corners[2] + MARGIN_MM, places_beside(picture.board)])
    first = np.maximum(used.min(axis=0), 0)
    last = np.minimum(used.max(axis=0), page)
    width, height = np.round((last - first) * PX_PER_MM).astype(int).tolist()
    frame = Frame((float(first[0]), float(first[1])), np.empty((height, width, 3), np.uint8))
    to_picture = page_to_picture(picture) @ frame.to_mm
    reference = warp(picture.rgb, to_picture, (width, height))
    known = None if picture.known is None else warp(picture.known, to_picture, (width, height))
    return Frame(frame.origin_mm, reference, known)


def places_beside(board: Board) -> Matrix:
    """Return the corners of all that is written on beside the map of *board*, (N, 2) in mm."""
    spaces = [p for cell in board.cells if cell.meeting_point for p in cell.polygon]
    around = ((-SYMBOL_MM, -SYMBOL_MM), (SYMBOL_MM, SYMBOL_MM))
    symbols = [(s.xy[0] + x, s.xy[1] + y) for s in board.cafe_area for x, y in around]
    return np.array([*spaces, *symbols], np.float64).reshape(-1, 2)


def page_to_picture(picture: BoardPicture) -> Matrix:
    """Return the 3 × 3 matrix from mm on the page to pixels of its reference picture."""
    scale = picture.px_per_mm
    return np.array([[scale, 0, -0.5], [0, scale, -0.5], [0, 0, 1]])


def warp(rgb: Picture, to_source: Matrix, size: tuple[int, int]) -> Picture:
    """Return the picture of *size* whose pixels *to_source* takes to places in *rgb*.

    Where it leads outside *rgb* the nearest pixel of it is repeated.
    """
    warped = cv2.warpPerspective(
        rgb,
        to_source,
        size,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(warped, dtype=np.uint8)


def sources(frame: Frame, mapping: Mapping, px_per_mm: float) -> NDArray[np.float32]:
    """Return the photo pixel (H, W, 2) of every pixel of *frame* at a scale of its own.

    The mapping is smooth, so every fourth pixel is worked out and the rest lies between.
    """
    width, height = frame.size_at(px_per_mm)
    x_mm, y_mm = (
        np.asarray((np.arange(-_EVERY, side + 2 * _EVERY, _EVERY) + _EVERY / 2) / px_per_mm) + first
        for side, first in zip((width, height), frame.origin_mm, strict=True)
    )
    coarse = mapping.grid_to_photo(x_mm, y_mm).astype(np.float32)
    # All x lie together, and all y: OpenCV works them out faster, and looks them up so.
    fine = [
        cv2.resize(one, None, fx=_EVERY, fy=_EVERY, interpolation=cv2.INTER_LINEAR)
        for one in cv2.split(coarse)
    ]
    inside = (slice(_EVERY, _EVERY + height), slice(_EVERY, _EVERY + width))
    return np.moveaxis(np.stack([one[inside] for one in fine]), 0, -1)


def remap(picture: Picture, at: NDArray[np.float32]) -> Picture:
    """Return the pixels of *picture* at places *at* (H, W, 2); the rim goes on outside it."""
    x, y = np.ascontiguousarray(at[..., 0]), np.ascontiguousarray(at[..., 1])
    taken = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(taken, np.uint8)
