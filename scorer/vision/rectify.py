"""The map as seen from straight above, at a fixed scale, lying exactly on its reference."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.rules.board import Point
from scorer.vision.picture import BoardPicture

PX_PER_MM = 6.0
# Cafés and task rings on the map's edge reach this far beyond it.
MARGIN_MM = 14.0

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
    """

    rgb: Picture
    reference: Picture
    origin_mm: Point
    px_per_mm: float
    seen: NDArray[np.bool_]

    def to_px(self, point_mm: Point) -> Point:
        """Return the pixel (x, y) of a place on the page; whole numbers are pixel middles."""
        x, y = point_mm
        left, top = self.origin_mm
        return (x - left) * self.px_per_mm - 0.5, (y - top) * self.px_per_mm - 0.5


@dataclass(frozen=True, slots=True)
class Frame:
    """The part of a page that is rectified, and its blank picture at ``PX_PER_MM``."""

    origin_mm: Point
    reference: Picture

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.reference.shape[1], self.reference.shape[0]

    @property
    def to_mm(self) -> Matrix:
        """The 3 × 3 matrix from this frame's pixels to mm on the page."""
        (x, y), step = self.origin_mm, 1 / PX_PER_MM
        return np.array([[step, 0, x + step / 2], [0, step, y + step / 2], [0, 0, 1]])


def frame_of(picture: BoardPicture) -> Frame:
    """Return the part of the page around the map of *picture*."""
    corners = picture.map_corners_mm
    page = np.array(picture.board.page_mm)
    first = np.maximum(corners[0] - MARGIN_MM, 0)
    last = np.minimum(corners[2] + MARGIN_MM, page)
    width, height = np.round((last - first) * PX_PER_MM).astype(int).tolist()
    frame = Frame((float(first[0]), float(first[1])), np.empty((height, width, 3), np.uint8))
    reference = warp(picture.rgb, page_to_picture(picture) @ frame.to_mm, (width, height))
    return Frame(frame.origin_mm, reference)


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


def homography_from_corners(picture: BoardPicture, corners_xy: Matrix) -> Matrix:
    """Return the homography from page mm to photo pixels that four map corners fix.

    Parameters
    ----------
    picture : BoardPicture
    corners_xy : (4, 2) float
        The map's corners a0, g0, g6, a6 in the photo, in pixels.
    """
    found = cv2.getPerspectiveTransform(
        picture.map_corners_mm.astype(np.float32), np.asarray(corners_xy, dtype=np.float32)
    )
    return np.asarray(found, dtype=np.float64)


def rectify(rgb: Picture, picture: BoardPicture, homography: Matrix) -> Rectified:
    """Return the map in a photo as seen from straight above.

    Parameters
    ----------
    rgb : (H, W, 3) uint8
        Upright photo.
    picture : BoardPicture
    homography : (3, 3) float
        From mm on the page to pixels of the photo.
    """
    frame = frame_of(picture)
    to_photo = homography @ frame.to_mm
    height, width = rgb.shape[:2]
    xs, ys = np.meshgrid(np.arange(frame.size[0]), np.arange(frame.size[1]))
    at = to_photo @ np.stack([xs.ravel(), ys.ravel(), np.ones(xs.size)])
    x, y = (at[:2] / at[2]).reshape(2, *xs.shape)
    seen = (x >= 0) & (y >= 0) & (x <= width - 1) & (y <= height - 1)
    flat = warp(rgb, to_photo, frame.size)
    return Rectified(flat, frame.reference, frame.origin_mm, PX_PER_MM, seen)
